"""An asynchronous client from the URL of a store, with the same promise as the others: every command is sent once."""

from collections.abc import Iterable
from typing import Any

import hiredis
from redis.asyncio import Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff


class _Packing:
    """Commands are packed by the same parser's library that reads the replies, which the client does for threads only: its own
    way takes half of what an append costs."""

    def pack_command(self, *arguments: Any) -> list[bytes]:
        return [_packed(arguments)]

    def pack_commands(self, commands: Iterable[tuple[Any, ...]]) -> list[bytes]:
        return [b"".join(map(_packed, commands))]


def _packed(arguments: tuple[Any, ...]) -> bytes:
    name = arguments[0]
    if isinstance(name, str) and " " in name:  # the client names some commands so, such as SCRIPT LOAD
        arguments = (*name.split(), *arguments[1:])
    packed: bytes = hiredis.pack_command(arguments)
    return packed


AsyncClient = Redis | RedisCluster


def async_client(url: str, timeout: float) -> AsyncClient:
    """A client for an event loop; nothing is connected before it is used. `timeout` in seconds."""
    options: dict[str, Any] = {
        "socket_timeout": timeout, "socket_connect_timeout": timeout, "protocol": 2, "retry": Retry(NoBackoff(), 0),
    }  # fmt: skip
    if "+cluster://" in url:
        cluster: RedisCluster = RedisCluster.from_url(url.replace("+cluster://", "://", 1), **options)
        return cluster
    client: Any = Redis.from_url(url, **options)
    pool = client.connection_pool
    pool.connection_class = type("Packing", (_Packing, pool.connection_class), {})
    for command in ("XRANGE", "XREVRANGE", "XREAD"):
        client.response_callbacks.pop(command, None)
    return client  # type: ignore[no-any-return]
