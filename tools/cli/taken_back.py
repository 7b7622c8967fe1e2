"""Which records of the game do not count, by which record, and why."""

from domain.table.disputes.messages import RequestLapsed, Ruled, Settled
from domain.table.lifecycle import ConsentGiven, Undone, UndoRequested
from domain.table.table import Table


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
