"""What an undo costs: nothing, somebody's consent, or the arbiter's word (T-20 to T-23).

Whether an undo is free is computed, never flagged: it must take back one's own last command, nobody may have acted since,
nothing may have been shown by it, to anybody, that was hidden from them before, and nothing may have followed from it that
binds by the game's own rules.
"""

from collections.abc import Iterable, Iterator

import msgspec

from domain.table.lifecycle import OrderFollowed, SeatResigned, Undone, UndoRequested
from domain.table.messages import Event
from domain.table.table import Table

# What was shown: the name of the field, and its value.
Shown = tuple[str, object]


def undone_by(table: Table, to_version: int) -> list[int]:
    """The versions of the game records that would no longer count, in their order."""
    kept = len(table.history.line(to_version))
    return table.history.line()[kept:]


def is_free(table: Table, by: int, to_version: int) -> bool:
    """Whether `by` may undo to the version without asking anybody (T-20)."""
    versions = undone_by(table, to_version)
    if any(not is_own(table, by, version) for version in versions):
        return False
    if table.command_span(versions[0]) != table.command_span(versions[-1]):
        return False
    seat = acting_seat(table, versions[0])
    if any(table.rulebook.binds(table.records[version - 1].event, seat) for version in versions):
        return False
    return not any(learned(table, viewer, versions) for viewer in _viewers(table))


def acting_seat(table: Table, version: int) -> int:
    """The seat for which the command of a record was given, which the host may have played."""
    first, _ = table.command_span(version)
    cause = table.records[first - 1].cause
    assert cause is not None
    return cause.seat


def is_own(table: Table, by: int, version: int) -> bool:
    """Whether a record is of whoever holds the seat now, and not of who held it before."""
    return table.records[version - 1].by == by and (by < 0 or version > table.seats[by].since)


def concerned(table: Table, by: int, to_version: int) -> tuple[int, ...]:
    """The seats whose consent an undo needs: who acted on, or was shown, what would be undone (T-21).

    Where only the asking seat learned something, everybody else is asked: it would play on with what it knows.
    """
    versions = undone_by(table, to_version)
    acted = {table.records[version - 1].by for version in versions}
    occupied = [n for n, seat in enumerate(table.seats) if not seat.vacant and n != by]
    asked = [seat for seat in occupied if seat in acted or learned(table, seat, versions)]
    return tuple(asked or occupied)


def learned(table: Table, viewer: int | None, versions: Iterable[int]) -> bool:
    """Whether these records showed the viewer (None: a spectator) anything that may have been hidden before (T-23).

    What is hidden never decides it: whatever an event shows of its secrets counts, but for what the viewer's own command
    said, such as a secret vote; so does what chance decided, where the viewer sees the whole event. Asking one too many
    tells nothing; comparing with what a viewer knows already would tell what others hold.
    """
    for version in versions:
        record = table.records[version - 1]
        if record.draws and not record.event.secrets and _shows_whole(table, record.event, viewer):
            return True
        for shown in shown_by(table, record.event, viewer):
            if record.draws or not _said(table, version, viewer, shown):
                return True
    return False


def shown_by(table: Table, event: Event, viewer: int | None) -> Iterator[Shown]:
    """The secrets that an event shows to a viewer: what redaction leaves in its secret fields, of a tuple each item.

    Nothing but what the viewer gets decides it. An empty tuple and None are what stands in for a hidden value.
    """
    if not event.secrets:
        return
    seen = table.rulebook.redact(event, viewer)
    for name in event.secrets:
        left = getattr(seen, name, None)
        for one in left if isinstance(left, tuple) else (left,):
            if one is not None and one != ():
                yield name, one


def goes_behind_resigning(table: Table, to_version: int) -> bool:
    """Whether an undo would take back what somebody's resigning did to the game (T-6)."""
    starts = {table.command_span(version)[0] for version in undone_by(table, to_version)}
    return any(isinstance(table.records[start - 1].event, SeatResigned) for start in starts)


def redo_version(table: Table) -> int | None:
    """The version that a redo goes to: the end of the next command that was undone, if there is one (T-22)."""
    undone = table.history.undone_lately()
    if not undone:
        return None
    first, last = table.command_span(undone[0])
    return max(version for version in undone if first <= version <= last)


def redo_is_free(table: Table, by: int) -> bool:
    """Whether the last thing that changed the history was `by`'s own undo or redo, or one that `by` had asked for (T-22)."""
    version = table.version
    while version and version != table.history.tip:
        if isinstance(table.records[version - 1].event, Undone):
            own = by < 0 or version > table.seats[by].since
            return own and _who_undid(table, version) == by
        version -= 1
    return False


def _who_undid(table: Table, version: int) -> int:
    # An undo that needed consent is recorded under the last one who agreed; it belongs to who asked.
    if table.records[version - 1].cause is None:
        while not isinstance(table.records[version - 1].event, UndoRequested):
            version -= 1
    return table.records[version - 1].by


def _said(table: Table, version: int, viewer: int | None, shown: Shown) -> bool:
    # Whether the viewer's own command gave this value to a field of this name, as a secret vote does. What standing orders
    # answered to it, it did not say: to compare with that would tell what others hold.
    first, _ = table.command_span(version)
    cause = table.records[first - 1].cause
    if cause is None or cause.seat != viewer:
        return False
    if any(isinstance(record.event, OrderFollowed) for record in table.records[first : version - 1]):
        return False
    said = msgspec.msgpack.decode(cause.command).get(shown[0])
    value = msgspec.to_builtins(shown[1])
    return bool(value in said if isinstance(said, list) else value == said)


def _shows_whole(table: Table, event: Event, viewer: int | None) -> bool:
    return bool(table.rulebook.redact(event, viewer) == event)


def _viewers(table: Table) -> list[int | None]:
    return [None, *range(len(table.seats))]
