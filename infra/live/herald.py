"""The herald: follows the logs of all partitions and tells the tasks of one event loop which tables have moved on."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
from eventsourcing.persistence import DatabaseError

from infra.ledger import Ledger
from infra.live.client import async_client
from infra.streams.connection import TIMEOUT
from infra.streams.entries import pointers
from infra.streams.errors import CLIENT_ERRORS

BLOCK = 5.0
PAGE = 500
CANCELLED_AGAIN = 0.2
PAUSE = 0.5
"""Seconds before a log is asked again that could not be read."""


class News(msgspec.Struct, frozen=True):
    """A table has a new record: the partition, the notification's id in its log, and the table."""

    partition: int
    notification: int
    table: str


Listener = Callable[[News], None]


class Herald:
    """Tells listeners of every notification, from when it was started. A listener is a function that must not wait."""

    def __init__(self, ledger: Ledger, url: str) -> None:
        self._ledger = ledger
        # Connections of its own: these wait, and a wait that ends in time must not look like a dead server.
        self._client: Any = async_client(url, BLOCK + TIMEOUT)
        self._listeners: set[Listener] = set()
        self._by_table: dict[str, set[asyncio.Event]] = {}
        self._following: list[asyncio.Task[None]] = []
        self.positions: list[int] = []
        """The last notification of each partition that was told."""

    async def start(self) -> None:
        """Begin to follow, from the logs' present ends."""
        for number, partition in enumerate(self._ledger.partitions):
            last = await asyncio.to_thread(partition.recorder.max_notification_id)
            self.positions.append(last or 0)
            self._following.append(asyncio.create_task(self._follow(number)))

    async def stop(self) -> None:
        """Stop following; whoever waits is woken."""
        pending = set(self._following)
        while pending:
            # The client can lose a cancellation that comes together with a reply.
            for task in pending:
                task.cancel()
            _, pending = await asyncio.wait(pending, timeout=CANCELLED_AGAIN)
        self.wake_all()
        await self._client.aclose()

    def wake_all(self) -> None:
        """Let all who wait for a table look again."""
        for events in self._by_table.values():
            for event in events:
                event.set()

    @asynccontextmanager
    async def watching(self, table_id: str) -> AsyncIterator[asyncio.Event]:
        """An event that is set whenever the table has moved on; whoever waits for it clears it."""
        moved = asyncio.Event()
        self._by_table.setdefault(table_id, set()).add(moved)
        try:
            yield moved
        finally:
            watching = self._by_table[table_id]
            watching.discard(moved)
            if not watching:
                del self._by_table[table_id]

    @asynccontextmanager
    async def listening(self, listener: Listener) -> AsyncIterator[None]:
        """Have the listener told of all that comes."""
        self._listeners.add(listener)
        try:
            yield
        finally:
            self._listeners.discard(listener)

    async def _follow(self, partition: int) -> None:
        log = self._ledger.partitions[partition].recorder.keys.log
        while True:
            try:
                reply = await self._client.execute_command(
                    "XREAD", "COUNT", PAGE, "BLOCK", int(BLOCK * 1000), "STREAMS", log, f"{self.positions[partition]}-0"
                )
                for notification, table_id in pointers(log, reply[0][1] if reply else ()):
                    self.positions[partition] = notification
                    self._tell(News(partition, notification, table_id))
            except (*CLIENT_ERRORS, DatabaseError):
                # The store is away, or a page of the log is damaged: who asks for the table itself will be told.
                await asyncio.sleep(PAUSE)

    def _tell(self, news: News) -> None:
        for event in self._by_table.get(news.table, ()):
            event.set()
        for listener in tuple(self._listeners):
            with suppress(asyncio.QueueFull):
                listener(news)
