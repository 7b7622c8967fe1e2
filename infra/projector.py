"""The projector: follows a partition's log in batches, and writes each batch's rows and its position as one step."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from threading import Event, Thread
from typing import Any

import msgspec
from eventsourcing.persistence import (
    DatabaseError,
    IntegrityError,
    OperationalError,
    StoredEvent,
    Subscription,
    Tracking,
)

from domain.table.refusals import EngineFault
from domain.table.table import Table, fold
from infra.bulk import streams_of
from infra.ledger import Partition
from infra.streams import RedisViewRecorder
from projections import ALL, Projection, rows_of

BATCH = 500
KEPT_TABLES = 512

Rows = dict[str, dict[str, bytes]]

# What records can raise that are damaged, or that a missing or broken rulebook cannot make a table of.
SPOILED = (
    DatabaseError, EngineFault, LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError,
)  # fmt: skip


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
        while True:
            position = self.position  # asked for anew: another process may have gone on, or begun a rebuild
            pointers = self.partition.recorder.read_pointers(position, BATCH)
            if not pointers:
                return position
            touched = dict.fromkeys(table_id for _, table_id in pointers)
            # Where another process has written this batch, or a rebuild has gone back, it goes on from where that is.
            with suppress(IntegrityError):
                self.views.write(self._rows(touched), Tracking(self._name, pointers[-1][0]), after=position)

    def run(self, stop: Event) -> None:
        """Follow the log until `stop` is set, waiting on the recorder's subscription in between."""
        reached = self.catch_up()
        with self.partition.recorder.subscribe(gt=reached) as subscription:
            Thread(target=_stop_with, args=(subscription, stop), daemon=True).start()
            for notification in subscription:
                if notification.id > reached:
                    reached = self.catch_up()

    def rebuild(self, progress: Callable[[int], None] = lambda events: None) -> int:
        """Make all views anew from the tables' streams; `progress` is told of events done. Returns how many there were."""
        recorder = self.partition.recorder
        position = recorder.max_notification_id() or 0
        rows = self._no_rows()
        self._tables.clear()
        self.spoiled.clear()
        done = 0
        for table_id, stored in streams_of(recorder, list(recorder.scan_tables())):
            if isinstance(stored, DatabaseError):
                self.spoiled[table_id] = Spoiled(table_id, str(stored))
                continue
            self._project(table_id, rows, partial(self._folded, stored))
            done += len(stored)
            progress(len(stored))
        self._keep_spoiled(rows)
        if position:
            self.views.replace(rows.keys(), rows, Tracking(self._name, position))
        return done

    def _keep_spoiled(self, rows: Rows) -> None:
        """What is known of a table that cannot be made anew, for want of its rulebook perhaps, stays as it is."""
        if not self.spoiled:
            return
        for name, made in rows.items():
            with suppress(DatabaseError):
                kept = self.views.read_all(name).items()
                made.update((field, row) for field, row in kept if field.partition("/")[0] in self.spoiled)

    def _rows(self, table_ids: Iterable[str]) -> Rows:
        rows = self._no_rows()
        for table_id in table_ids:
            self._project(table_id, rows, partial(self._present, table_id))
        return rows

    def _project(self, table_id: str, rows: Rows, table: Callable[[], Table]) -> None:
        """Add the table's rows to `rows`, or note why there are none."""
        try:
            made = table()
            own = rows_of(made, self.projections)
        except OperationalError:
            raise
        except SPOILED as error:
            self._tables.pop(table_id, None)
            self.spoiled[table_id] = Spoiled(table_id, str(error) or type(error).__name__)
            return
        self.spoiled.pop(table_id, None)
        for name, fields in own.items():
            rows[name].update(fields)

    def _present(self, table_id: str) -> Table:
        """The table at its present end. Rows may so be ahead of the position, and never behind it."""
        table = self._tables.pop(table_id, None)
        stored = self.partition.recorder.select_events(table_id, gt=table.version if table else None)
        if table is None:
            table = self._folded(stored)
        else:
            for event in stored:
                table.apply(self.partition.application.mapper.to_domain_event(event).record)
        self._tables[table_id] = table
        if len(self._tables) > KEPT_TABLES:
            self._tables.pop(next(iter(self._tables)))
        return table

    def _folded(self, stored: Sequence[StoredEvent]) -> Table:
        rulebook, records = self.partition.application.mapper.records(list(stored))
        return fold(str(stored[0].originator_id), rulebook, records)

    def _no_rows(self) -> Rows:
        return {projection.name: {} for projection in self.projections}


def _stop_with(subscription: Subscription[Any], stop: Event) -> None:
    stop.wait()
    subscription.stop()
