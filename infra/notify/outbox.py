"""The outbox of one partition: rows that change only as they were read, beside the position in the partition's log."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from eventsourcing.persistence import Tracking

from infra.notify.rows import Row, Told, read_row, read_told
from infra.streams import Connections, PartitionKeys, StoreErrors
from infra.streams.scripts import script


class Kept(NamedTuple):
    """A row, and its bytes as they were read."""

    row: Row
    stored: bytes


class Change(NamedTuple):
    """A row as it was read (None: it was not there) and as it is to be (None: it goes)."""

    room: str
    field: str
    before: bytes | None
    after: bytes | None
    due: int | None = None


def put(row: Row) -> Change:
    """A new row."""
    return Change("o", row.field, None, msgspec.msgpack.encode(row), row.waits_for)


def changed(kept: Kept, row: Row) -> Change:
    """A row that becomes another under the same name."""
    return Change("o", kept.row.field, kept.stored, msgspec.msgpack.encode(row), row.waits_for)


def removed(kept: Kept) -> Change:
    """A row that goes."""
    return Change("o", kept.row.field, kept.stored, None)


def told_changed(table_id: str, before: bytes | None, told: Told) -> Change:
    """What a table's people have been told."""
    return Change("t", table_id, before, msgspec.msgpack.encode(told))


class Outbox:
    """The rows of one partition. Usable from many threads and processes: who comes too late is told so."""

    def __init__(self, connections: Connections, keys: PartitionKeys) -> None:
        self._client: Any = connections.writer
        self._keys = keys
        self._script = script(connections.writer, "outbox")

    def write(self, changes: Iterable[Change], tracking: Tracking | None = None, *, after: int = 0) -> None:
        """Make all changes, and move the position on from `after`, as one step; `IntegrityError`, and nothing changed, where
        a row or the position is not what it was."""
        moved: list[str | bytes | int] = ["", "", ""]
        if tracking is not None:
            moved = [tracking.application_name, tracking.notification_id, after]
        for change in changes:
            due = "" if change.due is None else change.due
            moved += [change.room, change.field, _flagged(change.before), _flagged(change.after), due]
        keys = self._keys
        with StoreErrors(f"write the outbox of {keys.tag}"):
            self._script([keys.tracking, keys.told, keys.outbox, keys.outbox_due], moved)

    def told(self, table_id: str) -> tuple[bytes | None, Told | None]:
        """What a table's people have been told, as stored and as read."""
        with StoreErrors(f"read the outbox of {self._keys.tag}"):
            stored = self._client.hget(self._keys.told, table_id)
        return stored, None if stored is None else read_told(stored)

    def rows(self, fields: Sequence[str]) -> dict[str, Kept]:
        """The rows of these names, as far as there are any."""
        if not fields:
            return {}
        with StoreErrors(f"read the outbox of {self._keys.tag}"):
            found = self._client.hmget(self._keys.outbox, fields)
        return {field: _kept(stored) for field, stored in zip(fields, found, strict=True) if stored is not None}

    def due(self, now: int, most: int) -> list[str]:
        """The names of rows about which there is something to do, the longest due first."""
        with StoreErrors(f"read the outbox of {self._keys.tag}"):
            found = self._client.zrangebyscore(self._keys.outbox_due, "-inf", now, start=0, num=most)
        return [field.decode() for field in found]

    def first_due(self) -> int | None:
        """The first time (microseconds) at which there is something to do; it may have passed."""
        with StoreErrors(f"read the outbox of {self._keys.tag}"):
            found = self._client.zrange(self._keys.outbox_due, 0, 0, withscores=True)
        return int(found[0][1]) if found else None

    def all(self) -> list[Kept]:
        """All rows, in the order of their names."""
        with StoreErrors(f"read the outbox of {self._keys.tag}"):
            found = self._client.hgetall(self._keys.outbox)
        return [_kept(stored) for _, stored in sorted(found.items())]

    def position(self, name: str) -> int:
        """The position reached in an application's log, 0 where it was never followed."""
        with StoreErrors(f"read the tracking position in {self._keys.tag}"):
            found = self._client.hget(self._keys.tracking, name)
        return int(found or 0)


def _kept(stored: bytes) -> Kept:
    return Kept(read_row(stored), stored)


def _flagged(value: bytes | None) -> bytes:
    return b"-" if value is None else b"=" + value
