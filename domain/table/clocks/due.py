"""Deadlines, and what is due when: what the server has to do at a table, and who may act for whom (T-70 to T-72)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from domain.table.clocks.calendar import MINUTE, after
from domain.table.clocks.messages import NO_TIME
from domain.table.clocks.running import clocks_of
from domain.table.clocks.state import Clocks, SeatClock
from domain.table.lifecycle import Phase
from domain.table.messages import HOST, SERVER
from domain.table.robots import answers_of_bots, bot_of
from domain.table.timing import next_lapse

if TYPE_CHECKING:
    from domain.table.table import Table

_CALLED_IN = (Phase.BEGUN, Phase.PAUSED, Phase.FINISHED)


class Deadline(msgspec.Struct, frozen=True):
    """A seat's time, as the last record of its table has left it; all times and spans in microseconds.

    `awaited`: whether the game waits for it; `until`: when its time is out if nothing happens, None where it stands or is not
    awaited; `left`: how much it has left for what it is awaited for, else for its next decision; `bank`: how much of that is
    its bank; `overdue`: time was called; `away`: until when it is on vacation, None where it is not; `vacation`: what it may
    still take.
    """

    awaited: bool
    until: int | None
    left: int
    bank: int
    overdue: bool
    away: int | None
    vacation: int


class Due(NamedTuple):
    """What is due at a time: a seat's time is out, or, with `minutes`, the seat is reminded."""

    at: int
    seat: int
    minutes: int = 0


def deadlines(table: "Table") -> dict[int, Deadline]:
    """Each seat that somebody holds with its time, from the beginning of the game on; none where the table has no time control.

    They follow from what everybody knows.
    """
    clocks = clocks_of(table)
    if table.game is None:
        return {}
    held = ((seat, clock) for seat, clock in enumerate(clocks.seats) if not table.seats[seat].vacant)
    return {seat: _deadline(clocks, clock) for seat, clock in held}


def next_due(table: "Table") -> int | None:
    """The first time (microseconds) at which the server has something to do at the table, None where nothing is to come: what
    was asked lapses, a seat is reminded, time is out, or a bot is to play or to answer; where that is to be now, a time that
    has passed."""
    if table.phase not in _CALLED_IN:
        return None
    times = [due.at for due in _all_due(table)]
    lapse = next_lapse(table)
    if lapse is not None:
        times.append(lapse)
    if next(bots_awaited(table), None) is not None or next(answers_of_bots(table), None) is not None:
        times.append(table.records[-1].at)
    return min(times, default=None)


def due_now(table: "Table", at: int) -> Due | None:
    """What is due at a table's clocks: the first time that is out, else the first reminder; None where nothing is."""
    due = [one for one in _all_due(table) if one.at <= at]
    first = min(due, key=lambda one: (one.minutes > 0, one.at, one.seat), default=None)
    if first is None or not first.minutes:
        return first
    # Whoever comes late reminds once, of the last of what has passed.
    return min((one for one in due if one.seat == first.seat), key=lambda one: one.minutes)


def bots_awaited(table: "Table") -> Iterator[tuple[int, str | None]]:
    """The seats that the server plays now: those that bots hold, each with its kind of bot, and, where the table has arranged
    that (T-72), those whose time has run out, with None."""
    if table.phase is not Phase.BEGUN or table.edition not in table.rulebook.editions:
        return
    late = _late(table) if table.clocks.control.out == "bot" else frozenset()
    for seat in dict.fromkeys(prompt.seat for prompt in table.prompts if not prompt.optional):
        kind = bot_of(table.seats[seat].person)
        if kind is not None or seat in late:
            yield seat, kind


def may_act_for(table: "Table", by: int, seat: int) -> bool:
    """T-72: whether somebody may act for a seat that another holds: the host as long as its time has run out, and a bot of the
    server where the table has arranged that. A host who would see a hand by it may not (`seeing.host_would_see`)."""
    return (by == HOST or (by == SERVER and table.clocks.control.out == "bot")) and is_late(table, seat)


def is_late(table: "Table", seat: int) -> bool:
    """Whether time was called for a seat that somebody holds, and the game still waits for it."""
    return seat in _late(table)


def is_out(table: "Table", seat: int, at: int) -> bool:
    """Whether a seat's time is over at a time, though nobody may have called it yet."""
    deadline = deadlines(table).get(seat)
    return deadline is not None and (deadline.overdue or (deadline.until is not None and deadline.until <= at))


def _late(table: "Table") -> frozenset[int]:
    if table.clocks.control == NO_TIME:
        return frozenset()
    return frozenset(seat for seat, clock in enumerate(clocks_of(table).seats) if clock.overdue)


def _deadline(clocks: Clocks, clock: SeatClock) -> Deadline:
    left = max(clocks.left(clock), 0)
    return Deadline(
        bool(clock.prompts),
        _until(clocks, clock, left),
        left,
        max(min(clock.bank, left), 0),
        clock.overdue > 0,
        clock.away if clock.away > clock.mark else None,
        clock.vacation,
    )


def _until(clocks: Clocks, clock: SeatClock, span: int) -> int | None:
    if not clock.runs:
        return None
    return clock.overdue or after(clocks.control, max(clock.mark, clock.away), span)


def _all_due(table: "Table") -> Iterator[Due]:
    """All that is to come at a table's clocks if nothing else happens."""
    control = table.clocks.control
    if control == NO_TIME or table.phase is not Phase.BEGUN or table.edition not in table.rulebook.editions:
        return
    clocks = clocks_of(table)
    for seat, clock in enumerate(clocks.seats):
        if clock.runs and not clock.overdue and not table.seats[seat].vacant:
            yield from _due_for(clocks, clock, seat, table.seats[seat].person)


def _due_for(clocks: Clocks, clock: SeatClock, seat: int, person: str | None) -> Iterator[Due]:
    control, left = clocks.control, clocks.left(clock)
    begin = max(clock.mark, clock.away)
    yield Due(after(control, begin, left + control.grace * MINUTE), seat)
    whole = control.move * MINUTE + clock.bank
    for minutes in control.remind if bot_of(person) is None else ():
        if minutes * MINUTE < whole and (not clock.reminded or minutes < clock.reminded):
            yield Due(after(control, begin, left - minutes * MINUTE), seat, minutes)
