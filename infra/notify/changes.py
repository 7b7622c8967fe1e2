"""What has happened at a table, in sentences, with what lies behind them: which moves an undo takes back, what is contested,
who moved for a seat. Pure functions of a table.

Everything comes through `seeing`: what a viewer may not see changes no byte of it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.table.clocks.messages import SeatAnsweredFor, TimeRanOut
from domain.table.disputes.messages import Reapplied, RecordContested, SettlementProposed, VoteOpened
from domain.table.lifecycle import OrderSet, Undone, UndoRequested
from domain.table.messages import HOST, SERVER, GameEvent, TableEvent
from domain.table.records import Record
from domain.table.seeing import seen_record
from domain.table.table import Table

MOST_MOVES = 6
"""Moves that are told of one undo."""

# Sentences of the kernel that are no news to anybody.
_NO_NEWS = (OrderSet,)


class Change(msgspec.Struct, frozen=True):
    """Something that happened: at which version, the sentence, its clause, and lines that say more of it."""

    version: int
    sentence: str
    clause: str
    details: tuple[str, ...] = ()


def changes_since(table: Table, viewer: int | None, since: int) -> Iterator[Change]:
    """What happened behind a version and still counts, as a viewer may see it: without what only moves the game on."""
    counts = set(table.history.line())
    for version in range(since + 1, table.version + 1):
        record = table.records[version - 1]
        if not isinstance(record.event, TableEvent) and version not in counts:
            continue
        seen = seen_record(table, record, viewer)
        if seen is not None and not is_no_news(table, seen):
            sentence = table.catalogue.event(seen.event) + _moved_by(table, version, seen)
            # What is asked for is told to who can answer it; of what became of it there is a record of its own.
            details = () if isinstance(seen.event, UndoRequested) else details_of(table, version, viewer)
            yield Change(version, sentence, seen.law, details)


def is_no_news(table: Table, seen: Record[GameEvent | TableEvent]) -> bool:
    """Whether a record, as somebody sees it, is left out where it is told what has changed: asides, standing orders, and how
    far the game has come."""
    return isinstance(seen.event, (*_NO_NEWS, *table.rulebook.steps)) or table.rulebook.is_aside(seen.event)


def details_of(table: Table, version: int, viewer: int | None) -> tuple[str, ...]:
    """What there is to say of a record beside its own sentence; nothing of most."""
    event: Any = table.records[version - 1].event
    match event:
        case UndoRequested():
            return _would_go_back(table, version, event.to_version, viewer, event.reapply)
        case SettlementProposed() | VoteOpened() if event.remedy.rewind is not None and not event.remedy.reapply:
            return _would_go_back(table, version, event.remedy.rewind, viewer)
        case Undone():
            return _gone_back(table, version, event.to_version, viewer)
        case RecordContested():
            return _contested(table, event.version, viewer)
    return ()


def _would_go_back(
    table: Table, version: int, to_version: int, viewer: int | None, keeps_later: bool = False
) -> tuple[str, ...]:
    """What would be taken back or come back, asked at a version. T-28: where later moves are kept, it is told of the first
    alone: which others can be made again may depend on what others hold."""
    lost, back = _turned(table, table.history.line(version), to_version, viewer)
    if keeps_later:
        lost = dict(list(lost.items())[:1])
    return (*_told("would be taken back", lost), *_told("would count again", back))


def _gone_back(table: Table, version: int, to_version: int, viewer: int | None) -> tuple[str, ...]:
    """What an undo has taken back or brought back, without the moves that were made again."""
    lost, back = _turned(table, table.history.line(version - 1), to_version, viewer)
    _, last = table.command_span(version)
    events = [record.event for record in table.records[version:last]]
    again = {event.version for event in events if isinstance(event, Reapplied)}
    lost = {start: sentence for start, sentence in lost.items() if start not in again}
    return (*_told("taken back", lost), *_told("counts again", back))


def _turned(
    table: Table, line: Sequence[int], to_version: int, viewer: int | None
) -> tuple[dict[int, str], dict[int, str]]:
    """The moves that do not count any more where a history becomes what it was at a version, and those that do again."""
    before, after = set(line), set(table.history.line(to_version))
    lost, back = (_moves(table, sorted(versions), viewer) for versions in (before - after, after - before))
    # Where what made moves again is taken back itself, they count where they first were.
    return (
        {start: sentence for start, sentence in lost.items() if start not in back},
        {start: sentence for start, sentence in back.items() if start not in lost},
    )


def _moves(table: Table, versions: Iterable[int], viewer: int | None) -> dict[int, str]:
    """The moves that records are of, by where they first began: each by the first sentence that the viewer may read of it.
    Those of which they may not even know are left out."""
    told: dict[int, str] = {}
    for version in versions:
        first, _ = table.move_span(version)
        event = table.records[first - 1].event
        start = event.version if isinstance(event, Reapplied) else first
        seen = seen_record(table, table.records[version - 1], viewer)
        if start in told or seen is None or isinstance(seen.event, Reapplied) or is_no_news(table, seen):
            continue
        told[start] = table.catalogue.event(seen.event)
    return told


def _told(what: str, moves: Mapping[int, str]) -> Iterator[str]:
    yield from (f"{what}: {sentence}" for sentence in list(moves.values())[:MOST_MOVES])
    if len(moves) > MOST_MOVES:
        yield f"… and {len(moves) - MOST_MOVES} more behind these."


def _contested(table: Table, version: int, viewer: int | None) -> tuple[str, ...]:
    seen = seen_record(table, table.records[version - 1], viewer)
    return () if seen is None else (f"record {version}: {table.catalogue.event(seen.event)} [{seen.law}]",)


def _moved_by(table: Table, version: int, seen: Record[Any]) -> str:
    """Who did what an event says that a seat did, where that was not the seat itself."""
    seat = getattr(seen.event, "seat", None)
    if isinstance(seen.event, TableEvent) or seat is None:
        return ""
    first, _ = table.command_span(version)
    caused = table.records[first - 1]
    if caused.by == HOST and caused.cause is not None and caused.cause.seat == seat:
        return " (moved by the host)"
    is_over = any(
        isinstance(record.event, TimeRanOut | SeatAnsweredFor) and record.event.seat == seat
        for record in table.records[first - 1 : version - 1]
    )
    if is_over or (caused.by == SERVER and caused.cause is not None and caused.cause.seat == seat):
        return " (moved by the server, since time was over)"
    return ""
