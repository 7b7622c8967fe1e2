"""The log of a table as people read it: each record that a viewer may see, in a sentence, and what became of it."""

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.table.disputes.messages import RequestLapsed, Ruled, Settled
from domain.table.lifecycle import ConsentGiven, Undone, UndoRequested
from domain.table.messages import TableEvent
from domain.table.records import Record
from domain.table.seeing import is_withheld, seen_record
from domain.table.table import Table
from domain.table.wire import fields_by_name


class LogLine(msgspec.Struct, frozen=True):
    """A record as people and scripts read it. `counts` is false for what was taken back: by the record at `taken_back_at`, and
    `why`. `aside` is true for rights that nobody waits for, which are left out for people."""

    version: int
    at: int
    by: int
    event: str
    clause: str
    sentence: str
    counts: bool
    aside: bool
    fields: dict[str, Any]
    taken_back_at: int | None
    why: str


def log_lines(table: Table, viewer: int | None, everything: bool = False, after: int = 0) -> Iterator[LogLine]:
    """The table's records behind a version in their order, as a viewer may see them; or those of the game as they are, where
    the others are as a viewer may see them: sealed votes and standing orders are nobody else's."""
    undone = taken_back(table)
    now, before = table.catalogue, table.plain_catalogue
    for version, record in enumerate(table.records[after:], after + 1):
        whole = everything and not isinstance(record.event, TableEvent) and not is_withheld(table, record)
        seen: Record[Any] | None = record if whole else seen_record(table, record, viewer)
        if seen is None:
            continue
        event = seen.event
        yield LogLine(
            version,
            seen.at,
            seen.by,
            type(event).__name__,
            seen.law,
            (before if version in undone else now).event(event),
            version not in undone,
            table.rulebook.is_aside(event),
            msgspec.to_builtins(fields_by_name(event)),
            undone.get(version),
            why_taken_back(table, undone[version]) if version in undone else "",
        )


def taken_back(table: Table) -> dict[int, int]:
    """The records of the game that do not count now, each with the version of the record that took it back last."""
    gone: dict[int, int] = {}
    for version, record in enumerate(table.records, 1):
        if isinstance(record.event, Undone):
            before, after = set(table.history.line(version - 1)), set(table.history.line(version))
            gone.update(dict.fromkeys(before - after, version))
            for back in after - before:
                gone.pop(back, None)
    return gone


def why_taken_back(table: Table, version: int) -> str:
    """By what the record at that version took something back, in words: an undo, alone or by consent; a ruling on a contest, or
    its settlement."""
    first, _ = table.command_span(version)
    for before in range(version - 1, first - 1, -1):
        event = table.records[before - 1].event
        if isinstance(event, Ruled):
            return f"ruling on contest {event.contest}"
        if isinstance(event, Settled):
            return f"settlement of contest {event.contest}"
    return _undo(table, version, first)


def _undo(table: Table, version: int, first: int) -> str:
    caused, name = table.records[first - 1], table.catalogue.seat
    if not isinstance(caused.event, ConsentGiven | RequestLapsed | UndoRequested):
        return f"undo of {name(caused.by)}"
    asking = next(record for record in reversed(table.records[:first]) if isinstance(record.event, UndoRequested))
    if isinstance(caused.event, RequestLapsed):
        return f"undo of {name(asking.by)}, silence agreed"
    return f"undo of {name(asking.by)}{', by consent' if asking.event.asked else ''}"
