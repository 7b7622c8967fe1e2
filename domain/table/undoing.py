"""What an undo costs: nothing, somebody's consent, or the arbiter's word (T-20 to T-23, T-61).

Whether an undo is free is computed, never flagged: it must take back one's own last command, nobody may have acted since,
nothing may have been shown by it, to anybody, that was hidden from them before (`frontier`), and nothing may have followed
from it that binds by the game's own rules.
"""

from collections.abc import Sequence

from domain.table.clocks.messages import SeatAnsweredFor, TimeRanOut
from domain.table.disputes.messages import (
    Reapplied,
    RequestLapsed,
    Ruled,
    SettlementAnswered,
    SettlementProposed,
    VoteClosed,
    VoteGiven,
)
from domain.table.frontier import learned, lessons, viewers_of
from domain.table.lifecycle import ConsentGiven, SeatResigned, Undone, UndoRequested
from domain.table.refusals import Refusal
from domain.table.table import Table

# What was settled, ruled or agreed to, and what followed when time ran out, is nobody's own.
_NOBODY = -99
_TOGETHER = (
    ConsentGiven, RequestLapsed, Ruled, SeatAnsweredFor, SettlementAnswered, SettlementProposed, TimeRanOut, UndoRequested,
    VoteClosed, VoteGiven,
)  # fmt: skip


def undone_by(table: Table, to_version: int) -> list[int]:
    """The versions of the game records that would no longer count, in their order."""
    kept = set(table.history.line(to_version))
    return [version for version in table.history.line() if version not in kept]


def is_free(table: Table, by: int, to_version: int) -> bool:
    """Whether `by` may undo to the version without asking anybody (T-20)."""
    versions = undone_by(table, to_version)
    if any(not is_own(table, by, version) for version in versions):
        return False
    if table.move_span(versions[0]) != table.move_span(versions[-1]):
        return False
    return not is_bound(table, versions) and not any(learned(table, viewer, versions) for viewer in viewers_of(table))


def is_bound(table: Table, versions: Sequence[int]) -> bool:
    """Whether anything in these records binds whose command the first of them was (T-20)."""
    seat = acting_seat(table, versions[0])
    return any(table.rulebook.binds(table.records[version - 1].event, seat) for version in versions)


def not_free(table: Table, by: int, to_version: int, asked: tuple[int, ...]) -> Refusal:
    """Why an undo is not free: who must agree, who acted since, who has seen what (by the record at `shown`), and whether
    something binds (T-20)."""
    versions = undone_by(table, to_version)
    acted = sorted(one for one in {actor(table, version) for version in versions} if one >= 0 and one != by)
    seen = list(lessons(table, versions, range(len(table.seats))))
    first = seen[0].version if seen else 0
    who = {one.viewer for one in seen if one.version == first and one.viewer is not None}
    return Refusal(
        "UNDO_NOT_FREE",
        "T-20",
        asked=asked,
        acted=tuple(acted),
        seen=tuple(sorted(who - {by} or who)),
        what=seen[0].what if seen else (),
        shown=first,
        bound=is_bound(table, versions),
    )


def acting_seat(table: Table, version: int) -> int:
    """The seat for which the command of a record was given, which the host may have played; -1 for none."""
    again = _made_again(table, version)
    if again is not None:
        return again.seat
    first, _ = table.command_span(version)
    cause = table.records[first - 1].cause
    assert cause is not None
    return cause.seat


def actor(table: Table, version: int) -> int:
    """Who did what a record of the game says: its speaker, or the seat whose move was made again (T-28); nobody for what was
    settled, ruled, or agreed to (T-54, T-55), or followed when time ran out (T-72)."""
    again = _made_again(table, version)
    if again is not None:
        return again.seat
    first = table.records[table.command_span(version)[0] - 1].event
    return _NOBODY if isinstance(first, _TOGETHER) else table.records[version - 1].by


def is_own(table: Table, by: int, version: int) -> bool:
    """Whether a record is of whoever holds the seat now, and not of who held it before."""
    return actor(table, version) == by and (by < 0 or version > table.seats[by].since)


def concerned(table: Table, by: int, versions: Sequence[int]) -> tuple[int, ...]:
    """The seats whose consent it needs that these records no longer count: who acted in them, or was shown something (T-21).

    Where only the asking seat learned something, everybody else is asked: it would play on with what it knows.
    """
    acted = {actor(table, version) for version in versions}
    occupied = [n for n, seat in enumerate(table.seats) if not seat.vacant and n != by]
    asked = [seat for seat in occupied if seat in acted or learned(table, seat, versions)]
    return tuple(asked or occupied)


def goes_behind_resigning(table: Table, to_version: int) -> bool:
    """Whether an undo would take back what somebody's resigning did to the game (T-6)."""
    spans = {table.command_span(version) for version in undone_by(table, to_version)}
    return any(
        isinstance(record.event, SeatResigned) for first, last in spans for record in table.records[first - 1 : last]
    )


def check_behind_ruling(table: Table, to_version: int) -> None:
    """T-61: what counted when the last ruling was given is not taken back, and what did not is not brought back, but by the
    arbiter: RULED_SINCE. The version itself says nothing: the history there may be older or younger than it."""
    ruled = table.disputes.ruled
    if ruled is None:
        return
    _, end = table.command_span(ruled.version)
    then, now = set(table.history.line(end)), set(table.history.line())
    target = set(table.history.line(to_version))
    if (now - target) & then or any(version < ruled.start for version in target - now - then):
        raise Refusal("RULED_SINCE", "T-61", contest=ruled.contest, version=ruled.version)


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
    # An undo that needed consent is recorded under the last one who agreed; it belongs to who asked. What was settled or
    # ruled is nobody's.
    first, _ = table.command_span(version)
    if isinstance(table.records[first - 1].event, ConsentGiven | RequestLapsed):
        while not isinstance(table.records[first - 1].event, UndoRequested):
            first -= 1
    asked = isinstance(table.records[first - 1].event, Undone | UndoRequested)
    return table.records[first - 1].by if asked else _NOBODY


def _made_again(table: Table, version: int) -> Reapplied | None:
    first, _ = table.command_span(version)
    for earlier in range(version, first - 1, -1):
        event = table.records[earlier - 1].event
        if isinstance(event, Reapplied):
            return event
    return None
