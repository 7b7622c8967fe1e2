"""Group commit: appends that come while others are on their way are sent together, and synced together.

Each stays an append of its own, so that a conflict at one table fails no other.
"""

import asyncio
import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from eventsourcing.persistence import StoredEvent
from redis.exceptions import NoScriptError

from infra.live.client import AsyncClient
from infra.measures import ROUND_TRIPS
from infra.streams import PartitionKeys, append_arguments, script_text
from infra.streams.errors import CLIENT_ERRORS, translated

MOST_TOGETHER = 128
"""Appends in one round trip."""


class _Waiting(NamedTuple):
    keys: list[str]
    arguments: list[str | bytes | int]
    done: "asyncio.Future[None]"


class Committer:
    """Appends to one partition's log, for one event loop."""

    def __init__(self, client: AsyncClient, keys: PartitionKeys) -> None:
        self._client: Any = client
        self._tag = keys.tag
        self._keys = keys
        self._script = script_text("append")
        self._digest = hashlib.sha1(self._script.encode(), usedforsecurity=False).hexdigest()
        self._waiting: list[_Waiting] = []
        self._sending: asyncio.Task[None] | None = None

    async def append(self, events: Sequence[StoredEvent]) -> None:
        """Store the events as one step; when this returns they are synced. Errors are those of a recorder's `insert_events`."""
        names, arguments = append_arguments(self._keys, events)
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(names, arguments, done))
        if self._sending is None:
            self._sending = asyncio.create_task(self._send())
        await done

    async def finished(self) -> None:
        """Wait until nothing is on its way any more."""
        while self._sending is not None:
            await asyncio.wait([self._sending])

    async def _send(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
                await self._send_together(batch)
        finally:
            self._sending = None

    async def _send_together(self, batch: list[_Waiting]) -> None:
        ROUND_TRIPS.inc()
        try:
            replies = await self._replies(batch)
            missing = [at for at, reply in enumerate(replies) if isinstance(reply, NoScriptError)]
            if missing:  # those have not run
                await self._client.script_load(self._script)
                again = await self._replies([batch[at] for at in missing])
                for at, reply in zip(missing, again, strict=True):
                    replies[at] = reply
        except CLIENT_ERRORS as error:
            replies = [error] * len(batch)
        except BaseException:
            for waiting in batch:
                if not waiting.done.done():
                    waiting.done.cancel()
            raise
        for waiting, reply in zip(batch, replies, strict=True):
            _settle(waiting.done, reply, self._tag)

    async def _replies(self, batch: Sequence[_Waiting]) -> list[Any]:
        pipeline = self._client.pipeline(transaction=False)
        for waiting in batch:
            pipeline.evalsha(self._digest, len(waiting.keys), *waiting.keys, *waiting.arguments)
        replies: list[Any] = await pipeline.execute(raise_on_error=False)
        return replies


def _settle(done: "asyncio.Future[None]", reply: object, tag: str) -> None:
    if done.done():
        return
    if isinstance(reply, Exception):
        done.set_exception(translated(reply, f"append to {tag}"))
    else:
        done.set_result(None)
