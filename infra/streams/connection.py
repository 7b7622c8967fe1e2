"""Clients made from a URL.

`redis://host:port/db`, `rediss://…` (TLS), `unix:///path/to.sock?db=0`, and for a cluster
`redis+cluster://host:port` or `rediss+cluster://…`, naming any one node.
"""

import re
from threading import Lock
from typing import Any

from eventsourcing.persistence import ProgrammingError
from redis import Redis, RedisCluster
from redis.backoff import NoBackoff
from redis.connection import parse_url
from redis.retry import Retry

from infra.streams.errors import StoreErrors

Client = Redis | RedisCluster

TIMEOUT = 10.0
"""Seconds a command may take by default."""

_PASSWORD_BEHIND = re.compile(r"([?&](?:username|password)=)[^&#]*", re.IGNORECASE)

_SCHEMES = ("redis://", "rediss://", "unix://", "redis+cluster://", "rediss+cluster://")

# The client turns each of these replies into dicts, which costs more than reading them.
_RAW_REPLIES = ("XRANGE", "XREVRANGE", "XREAD")


def without_password(url: str) -> str:
    """The URL as it may be shown: whatever stands before the host's @ is left out, and a password behind a question mark."""
    before, at, rest = url.rpartition("@")
    shown = _PASSWORD_BEHIND.sub(r"\1…", rest)
    scheme, separator, _ = before.partition("://")
    return f"{scheme if separator else ''}{separator}…@{shown}" if at else shown


class Connections:
    """The clients of one store. Usable from many threads.

    `writer` sends every command once: a lost reply must reach the caller, who alone can tell whether
    sending again would be right.
    """

    def __init__(self, url: str, timeout: float = TIMEOUT) -> None:
        """`ProgrammingError` for a URL that no spelling fits; a cluster is asked for its nodes now."""
        self.url = url
        self._timeout = timeout
        if not url.startswith(_SCHEMES):
            raise ProgrammingError(
                f"A store's URL starts with one of {', '.join(_SCHEMES)}, not {without_password(url)!r}."
            )
        self._is_cluster = "+cluster://" in url
        self._plain_url = url.replace("+cluster://", "://", 1)
        try:
            self.writer: Client = self._cluster() if self._is_cluster else self._client(timeout)
        except ValueError as error:
            if "@" in url:  # then what could not be read may be part of a password
                raise ProgrammingError(
                    f"The store's URL is not usable: {without_password(url)}. A sign like / in a password is spelled as %2F."
                ) from None
            raise ProgrammingError(f"The store's URL is not usable: {error}.") from error

    def reader(self, key: str, block: float) -> "BlockingReader":
        """A connection of its own to the server that holds `key`, for reads that wait `block` seconds."""
        node: dict[str, Any] = {}
        if isinstance(self.writer, RedisCluster):
            cluster: Any = self.writer
            with StoreErrors(f"find the cluster's node for {key}"):
                found = cluster.get_node_from_key(key)
            node = {"host": found.host, "port": found.port}
        # A wait that ends in time must never look like a dead server.
        waiting = self._client(block + self._timeout, node)
        return BlockingReader(waiting, self._client(self._timeout, node))

    def close(self) -> None:
        """Closes the connections that nobody is using; the object may be used again and then opens new ones.

        What another thread is waiting for goes on: taken away in the middle, it could not be told whether it happened.
        """
        writer: Any = self.writer
        clients = [node.redis_connection for node in writer.get_nodes()] if self._is_cluster else [writer]
        for client in clients:
            if client is not None:  # a node that nothing was asked of
                client.connection_pool.disconnect(inuse_connections=False)

    def _client(self, timeout: float, node: dict[str, Any] | None = None) -> Redis:
        options: dict[str, Any] = {**_options(timeout), "retry": _once(), **(node or {})}
        if node:
            # The address in a URL would win over the node's.
            parse: Any = parse_url
            options = {**parse(self._plain_url), **options}
            options["ssl"] = options.pop("connection_class", None) is not None
            client = Redis(**options)
        else:
            client = Redis.from_url(self._plain_url, **options)
        return _raw(client)

    def _cluster(self) -> RedisCluster:
        with StoreErrors("connect to the cluster"):
            made = RedisCluster.from_url(self._plain_url, **_options(self._timeout), retry=_once())
            cluster: Any = made
            for node in cluster.get_nodes():
                _raw(cluster.get_redis_connection(node))
        return made


class BlockingReader:
    """One connection that waits, and another to wake it with. `execute` is for one thread, `wake` for any."""

    def __init__(self, waiting: Redis, control: Redis) -> None:
        self._waiting = waiting
        self._control = control
        self._lock = Lock()
        self._connection: Any = waiting.connection_pool.get_connection()
        self._id = int(str(self.execute("CLIENT", "ID")))

    def execute(self, *command: str | int) -> object:
        """Sends one command on this very connection and waits for its reply."""
        self._connection.send_command(*command)
        reply: object = self._connection.read_response()
        return reply

    def wake(self) -> bool:
        """Ends a wait of `execute`; false where it was not waiting."""
        return bool(self._control.client_unblock(self._id))

    def close(self) -> None:
        """Closes both connections; repeating it does nothing."""
        with self._lock:
            self._connection.disconnect()
            self._waiting.connection_pool.disconnect()
            self._control.connection_pool.disconnect()


def _options(timeout: float) -> dict[str, Any]:
    # Protocol 2: its replies to stream commands are plain lists on servers of any age.
    return {"socket_timeout": timeout, "socket_connect_timeout": timeout, "protocol": 2}


def _once() -> Retry:
    return Retry(NoBackoff(), 0)


def _raw(client: Redis) -> Redis:
    for command in _RAW_REPLIES:
        client.response_callbacks.pop(command, None)
    return client
