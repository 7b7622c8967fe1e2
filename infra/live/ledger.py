"""Tables in memory for one event loop: a lock each; what is decided there is stored before anybody is told."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import msgspec
from eventsourcing.persistence import IntegrityError

from domain.table.kernel import Accepted
from domain.table.records import Submission
from domain.table.refusals import Refusal
from domain.table.table import Table
from infra.ledger import Ledger, TableNotFoundError
from infra.live.client import AsyncClient, async_client
from infra.live.committer import Committer
from infra.measures import CONFLICTS
from infra.opened import Opened
from infra.streams import OutcomeUnknownError, partition_of
from infra.streams.connection import TIMEOUT
from infra.streams.errors import CLIENT_ERRORS, translated

KEPT_TABLES = 512
ATTEMPTS = 8

T = TypeVar("T")


class LiveLedger:
    """All tables of an installation, for the tasks of one event loop. The ledger of threads beside it sees the same log."""

    def __init__(self, ledger: Ledger, url: str) -> None:
        self.ledger = ledger
        self.client: AsyncClient = async_client(url, TIMEOUT)
        self._committers = [Committer(self.client, partition.recorder.keys) for partition in ledger.partitions]
        self._tables: OrderedDict[str, Opened] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def close(self) -> None:
        """Let what was sent come to its end, then let go of the server."""
        for committer in self._committers:
            await committer.finished()
        await self.client.aclose()

    async def submit(self, table_id: str, submission: Submission, *, whenever: bool = False) -> Accepted | Refusal:
        """Let a command happen, exactly once, or turn it down; as `Ledger.submit`, whose errors it has. `whenever`: it means
        the same whatever others do meanwhile, so the version that it expects is not asked for.

        Whoever waits for it may go away meanwhile: what was sent by then is stored, and the log says so.
        """
        async with self._lock(table_id):
            for attempt in range(1, ATTEMPTS + 1):
                opened = self._tables.get(table_id) or await self._read(table_id)
                version = opened.table.version
                if whenever:
                    submission = msgspec.structs.replace(submission, expected=version)
                try:
                    outcome = self.ledger.decide(opened, submission)
                    if isinstance(outcome, Accepted) and not outcome.repeated:
                        await self._append(opened, outcome)
                except (IntegrityError, OutcomeUnknownError):
                    CONFLICTS.inc()
                    self._forget(table_id)
                    if attempt == ATTEMPTS:
                        raise
                    continue
                except BaseException:
                    self._forget(table_id)
                    raise
                if isinstance(outcome, Refusal) and outcome.code == "NO_CHANCE":
                    self._forget(table_id)  # it was met in the midst of what the command does
                if isinstance(outcome, Accepted) or await self.version(table_id) == version:
                    break
                # A refusal of what is past: ask again of what is there now, as long as others go on meanwhile.
                self._forget(table_id)
            if isinstance(outcome, Refusal):
                await asyncio.to_thread(self.ledger.keep_refusal, table_id, submission, outcome, version)
            self.ledger.hear(opened.table, outcome)
            return outcome

    async def look(self, table_id: str, looked: Callable[[Table], T], at_least: int | None = None) -> T:
        """What a function makes of the table as it is now. It may keep nothing of the table, which others go on changing.

        Who knows of a version that there is gives it as `at_least`: a table in memory that has come so far is not asked for
        again. `TableNotFoundError` where there is none.
        """
        async with self._present(table_id, at_least) as opened:
            return looked(opened.table)

    async def table(self, table_id: str, at_least: int | None = None) -> Table:
        """The table as it is now, in a copy."""
        return await self.look(table_id, Table.copy, at_least)

    async def version(self, table_id: str) -> int | None:
        """The last version of a table that is stored, None where there is no such table."""
        (head,) = await self.fields([(self.ledger.partition(table_id).recorder.keys.heads, table_id)])
        return None if head is None else int(head)

    async def fields(self, places: Sequence[tuple[str, str]]) -> list[bytes | None]:
        """What lies in fields of hashes (key, field), None where nothing does, in one round trip."""
        client: Any = self.client
        try:
            if len(places) == 1:
                return [await client.hget(*places[0])]
            pipeline = client.pipeline(transaction=False)
            for key, field in places:
                pipeline.hget(key, field)
            found: list[bytes | None] = await pipeline.execute()
        except CLIENT_ERRORS as error:
            raise translated(error, "read what is stored") from error
        return found

    @asynccontextmanager
    async def _present(self, table_id: str, at_least: int | None) -> AsyncIterator[Opened]:
        async with self._lock(table_id):
            opened = self._tables.get(table_id)
            if opened is None:
                yield await self._read(table_id)
                return
            version = await self.version(table_id) if at_least is None else max(at_least, opened.table.version)
            yield opened if version == opened.table.version else await self._read(table_id)

    async def _append(self, opened: Opened, accepted: Accepted) -> None:
        stored, head = self.ledger.encoded(opened, accepted)
        await self._committers[partition_of(opened.table.id, len(self._committers))].append(stored)
        opened.head = head
        self._tables.move_to_end(opened.table.id)

    async def _read(self, table_id: str) -> Opened:
        if await self.version(table_id) is None:
            raise TableNotFoundError(f"There is no table '{table_id}'.")
        opened = await asyncio.to_thread(self.ledger.read, table_id)
        self._tables[table_id] = opened
        if len(self._tables) > KEPT_TABLES:
            self._tables.popitem(last=False)
        return opened

    def _forget(self, table_id: str) -> None:
        self._tables.pop(table_id, None)

    def _lock(self, table_id: str) -> asyncio.Lock:
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock
