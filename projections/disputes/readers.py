"""Who may read a case file, and what of the table each reader sees (T-16)."""

from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, TypeAlias

import msgspec

from domain.table.messages import Command, GameEvent
from domain.table.records import Record
from domain.table.seeing import hides_nothing, is_withheld, seen_record, view_of
from domain.table.table import Table
from domain.table.wire import stored_command
from projections.disputes.parts import Told
from projections.disputes.plain import fields_of

NEUTRAL: Final = "neutral"
Reader: TypeAlias = int | Literal["neutral"] | None
"""A seat, a spectator (None), or whoever may know everything."""


class ReaderError(Exception):
    """A case file was asked for a reader who may not have it."""


def may_read_whole(table: Table) -> bool:
    """Whether there may be a reader of everything: nothing is secret any more, or an arbiter judges who holds no seat."""
    if table.finished is not None or table.abandoned:
        return True
    arbiter = table.opened.arbiter if table.opened else None
    return arbiter is not None and all(seat.person != arbiter for seat in table.seats)


def readers(table: Table) -> tuple[Reader, ...]:
    """All who may read the case files of a table."""
    everybody: tuple[Reader, ...] = (None, *range(len(table.seats)))
    return (*everybody, NEUTRAL) if may_read_whole(table) else everybody


class Reading:
    """A table through a reader's eyes: everything that a case file says of it goes through here."""

    def __init__(self, table: Table, reader: Reader) -> None:
        """`ReaderError` for a reader whom the table's case files are not for."""
        if reader not in readers(table):
            raise ReaderError(f"the case files of table '{table.id}' are not for {reader!r}")
        self.table, self.reader = table, reader
        self.catalogue = table.catalogue
        self._counting = frozenset(table.history.line())

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """Those whose views the reader may see: everybody's the spectator's; the own one, or all, where they are others."""
        if self.reader is None or hides_nothing(self.table.rulebook):
            return (None,)
        return (None, *(range(len(self.table.seats)) if self.reader == NEUTRAL else [self.reader]))

    @property
    def picture_viewer(self) -> int | None:
        """Whose picture of the board the reader is shown: the own one, else the spectator's."""
        return self.reader if isinstance(self.reader, int) and self.reader in self.viewers else None

    def is_for(self, seat: int) -> bool:
        """Whether the reader may know all that a seat knows."""
        return self.reader in (seat, NEUTRAL)

    def record(self, version: int) -> Record[Any] | None:
        """The record as the reader may see it, None where it is hidden whole."""
        record = self.table.records[version - 1]
        if self.reader != NEUTRAL:
            return seen_record(self.table, record, self.reader, self._stored(record))
        # T-64: what a sandbox withholds is as secret when it is over as before.
        return seen_record(self.table, record, None) if is_withheld(self.table, record) else record

    def told(self, version: int, contested: int = 0) -> Told | None:
        """The record in words, None where it is hidden whole."""
        record = self.record(version)
        if record is None:
            return None
        event = record.event
        counts = version in self._counting or not isinstance(event, GameEvent)
        catalogue = self.catalogue if counts else self.table.plain_catalogue
        return Told(
            version, record.at, record.by, type(event).__name__, record.law, catalogue.event(event),
            fields_of(event), counts, version == contested,
        )  # fmt: skip

    def all_told(self, versions: Iterable[int], contested: int = 0) -> Iterator[Told]:
        """Those of the records that the reader may know of, in words."""
        return (told for version in versions if (told := self.told(version, contested)) is not None)

    def command(self, version: int) -> tuple[Command | None, str]:
        """The command that the record's cause is, or None and why it is missing: "hidden" or "unreadable"."""
        record = self.table.records[version - 1]
        command, seen = self._stored(record), self.record(version)
        if command is None:
            return None, "unreadable"
        return (None, "hidden") if seen is None or seen.cause is None else (command, "")

    def view(self, table: Table, viewer: int | None) -> Any:
        """What one of the `viewers` saw of the table as it was then."""
        assert viewer in self.viewers
        return view_of(table, viewer)

    def _stored(self, record: Record[Any]) -> Command | None:
        if record.cause is None:
            return None
        try:
            return stored_command(self.table.rulebook, record.cause.command)
        except msgspec.DecodeError:
            return None
