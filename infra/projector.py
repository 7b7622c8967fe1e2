"""The projector: follows a partition's log in batches, and writes each batch's rows and its position as one step."""

from collections.abc import Callable, Iterable, Sequence
from threading import Event

import msgspec
from eventsourcing.persistence import IntegrityError, StoredEvent, Tracking

from domain.table.table import Table, fold
from infra.codec import UnreadableRecordError
from infra.ledger import Partition
from infra.rulebooks import UnknownGameError
from infra.streams import RedisViewRecorder
from projections import ALL, Projection

BATCH = 500
KEPT_TABLES = 512

Rows = dict[str, dict[str, bytes | None]]


class Spoiled(msgspec.Struct, frozen=True):
    """A table that cannot be projected, and why. The others are not held up by it."""

    table: str
    why: str


class Projector:
    """Keeps the views of one partition up to date with its log."""

    def __init__(self, partition: Partition, projections: Sequence[Projection] = ALL) -> None:
        self.partition = partition
        self.projections = projections
        self.views = RedisViewRecorder(partition.recorder.connections, partition.recorder.keys)
        self.spoiled: dict[str, Spoiled] = {}
        self._name = partition.application.name
        self._tables: dict[str, Table] = {}

    @property
    def position(self) -> int:
        """The last notification whose consequences are in the views."""
        return self.views.max_tracking_id(self._name) or 0

    def catch_up(self) -> int:
        """Follow the log to its present end; returns the position. Several processes may do so at once."""
        position = self.position
        while True:
            page = self.partition.recorder.read_log(position, BATCH)
            if not page.notifications:
                return position
            touched = dict.fromkeys(str(notification.originator_id) for notification in page.notifications)
            position = page.notifications[-1].id
            try:
                self.views.write(self._rows(self._advance(touched)), Tracking(self._name, position))
            except IntegrityError:
                # Another process has written this batch, or more: go on from where it is.
                position = self.position

    def run(self, stop: Event) -> None:
        """Follow the log until `stop` is set, waiting on the recorder's subscription in between."""
        with self.partition.recorder.subscribe(gt=self.position) as subscription:
            for notification in subscription:
                if notification.id > self.position:
                    self.catch_up()
                if stop.is_set():
                    return

    def rebuild(self, progress: Callable[[int], None] = lambda events: None) -> int:
        """Make all views anew from the tables' streams; `progress` is told of events done. Returns how many there were."""
        recorder = self.partition.recorder
        position = recorder.max_notification_id() or 0
        rows: dict[str, dict[str, bytes]] = {projection.name: {} for projection in self.projections}
        self._tables.clear()
        self.spoiled.clear()
        done = 0
        for table_id, stored in recorder.read_streams(recorder.scan_tables()):
            table = self._folded(table_id, stored)
            if table is not None:
                for projection in self.projections:
                    rows[projection.name].update(projection.rows(table))
            done += len(stored)
            progress(len(stored))
        if position:
            self.views.replace(rows.keys(), rows, Tracking(self._name, position))
        return done

    def _advance(self, table_ids: Iterable[str]) -> list[Table]:
        tables = (self._present(table_id) for table_id in table_ids)
        return [table for table in tables if table is not None]

    def _present(self, table_id: str) -> Table | None:
        """The table at its present end. Rows may so be ahead of the position, and never behind it."""
        table = self._tables.get(table_id)
        version = table.version if table else 0
        stored = list(self.partition.recorder.select_events(table_id, gt=version))
        if table is None:
            table = self._folded(table_id, stored)
            if table is not None:
                self._keep(table)
            return table
        for event in stored:
            table.apply(self.partition.application.mapper.to_domain_event(event).record)
        return table

    def _folded(self, table_id: str, stored: Sequence[StoredEvent]) -> Table | None:
        try:
            rulebook, records = self.partition.application.mapper.records(list(stored))
            return fold(table_id, rulebook, records)
        except (UnknownGameError, UnreadableRecordError, LookupError, ValueError) as error:
            self.spoiled[table_id] = Spoiled(table_id, str(error))
            return None

    def _keep(self, table: Table) -> None:
        if len(self._tables) >= KEPT_TABLES:
            self._tables.pop(next(iter(self._tables)))
        self._tables[table.id] = table

    def _rows(self, tables: Iterable[Table]) -> Rows:
        rows: Rows = {projection.name: {} for projection in self.projections}
        for table in tables:
            for projection in self.projections:
                rows[projection.name].update(projection.rows(table))
        return rows
