"""An installation for one benchmark: a server of its own in a temporary folder, which goes with it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from eventsourcing.persistence import StoredEvent

from domain.table.lifecycle import BeginGame, TakeSeat
from domain.table.messages import HOST
from domain.table.records import Record, Submission
from domain.table.table import Table
from infra.clock import now
from infra.embedded import EmbeddedServer
from infra.ledger import Ledger, Partition
from infra.opened import new_command_id, new_table_id
from infra.rulebooks import Rulebooks
from infra.signing import Signer
from infra.streams import Connections, RedisApplicationRecorder, installation, signing_key
from tools.bench.games import Script
from tools.bench.steps import rulebook as steps
from tools.bench.titles import TITLES

NAMESPACE = "bench"
APPENDED_AT_ONCE = 1_000


class Bench:
    """Everything a benchmark needs of an installation with one partition."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.connections = Connections(url)
        self.client: Any = self.connections.writer
        self.ledger = Ledger(
            url,
            installation(self.connections.writer, NAMESPACE, 1),
            Rulebooks([*(title.rulebook for title in TITLES), steps]),
            now,
        )
        self.signer = Signer(signing_key(self.connections.writer, NAMESPACE))
        self._names = count()

    @property
    def partition(self) -> Partition:
        return self.ledger.partitions[0]

    @property
    def recorder(self) -> RedisApplicationRecorder:
        return self.partition.recorder

    def close(self) -> None:
        self.ledger.close()
        self.connections.close()

    def new_name(self) -> str:
        """A name that nothing has yet."""
        return f"bench{next(self._names):07}"

    def stored(self, game: str, table_id: str, records: Sequence[Record[Any]]) -> list[StoredEvent]:
        """Records as they are stored, from version 1 on."""
        encode = self.partition.application.mapper.codec(game).encode
        return [StoredEvent(table_id, version, *encode(record)) for version, record in enumerate(records, 1)]

    def table_of(self, game: str, records: Sequence[Record[Any]], seed: bytes = bytes(32)) -> str:
        """A new table with these records; returns its id."""
        table_id = new_table_id()
        self.partition.secrets.put(table_id, seed, seed)
        stored = self.stored(game, table_id, records)
        for start in range(0, len(stored), APPENDED_AT_ONCE):
            self.recorder.insert_events(stored[start : start + APPENDED_AT_ONCE])
        return table_id

    def table_from(self, script: Script, version: int | None = None) -> str:
        """A new table that has come as far as a script at a version (its end, if it is None); returns its id."""
        return self.table_of(script.title.game, script.records[:version], script.seed)

    def open_table(self, script: Script) -> str:
        """A new table for a script, opened by the ledger, with nobody at it; returns its id."""
        setting = script.setting
        table = self.ledger.open_table(
            script.title.game, setting.seats, host="host", options=setting.json, chance="seeded", seed=script.seed
        )
        assert isinstance(table, Table), table
        return table.id

    def open_steps(self) -> Table:
        """A table of the smallest game, begun; the one in the ledger's memory."""
        table = self.ledger.open_table(steps.game, 1, host="host")
        assert isinstance(table, Table), table
        for by, command in ((0, TakeSeat(0, "walker")), (HOST, BeginGame())):
            self.ledger.submit(table.id, Submission(new_command_id(), by, table.version, command))
        return table


@contextmanager
def bench() -> Iterator[Bench]:
    """A fresh installation on a server that syncs every write; both are gone afterwards."""
    with TemporaryDirectory(prefix="souls-bench-") as folder, EmbeddedServer.attach(Path(folder)) as server:
        made = Bench(server.url)
        try:
            yield made
        finally:
            made.close()
