"""How clocks run: what a command has left to be decided, by whom, and since when (T-67, T-68, T-74).

A command is over for the clocks when the next one comes, or when somebody looks: what is awaited in the midst of it, when
no time passes, counts for nothing.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from domain.table.clocks.calendar import MINUTE
from domain.table.clocks.messages import TimeRanOut
from domain.table.clocks.state import Clocks, SeatClock
from domain.table.evolving import KERNEL_OWN
from domain.table.lifecycle import Phase, Undone
from domain.table.messages import TableEvent
from domain.table.prompts import Prompt
from domain.table.records import Record

if TYPE_CHECKING:
    from domain.table.table import Table

_NOBODY = -9


class _Command(NamedTuple):
    """What the clocks need to know of a command: who gave it; for which seat, if it is one of the game; whether it changed the
    history, and freely; and whose time it called. `records` are all that happened by it."""

    by: int
    seat: int
    undone: bool
    free: bool
    out: int
    records: list[Record[Any]]


def turn(table: "Table", at: int) -> None:
    """A command comes at the time `at`: what the one before has left runs until then."""
    clocks = table.clocks
    _settle(clocks, table)
    clocks.advance(at)


def clocks_of(table: "Table") -> Clocks:
    """The clocks as the last command has left them, at its time; a copy."""
    clocks = table.clocks.copy()
    if clocks.seats:
        _settle(clocks, table)
    return clocks


def _settle(clocks: Clocks, table: "Table") -> None:
    if table.game is None:
        return
    command = _last_command(table)
    on = table.phase is Phase.BEGUN
    awaited = [prompt for prompt in table.game.prompts if not prompt.optional]
    at = table.records[-1].at
    for seat, clock in enumerate(clocks.seats):
        prompts = () if table.seats[seat].person is None else tuple([one for one in awaited if one.seat == seat])
        if prompts or clock.prompts:
            _left(clocks, clock, prompts, command, table, seat)
        clock.prompts, clock.runs, clock.mark = prompts, on and bool(prompts), at


def _left(
    clocks: Clocks, clock: SeatClock, prompts: tuple[Prompt, ...], command: _Command, table: "Table", seat: int
) -> None:
    """T-67, T-74: what a command means for a seat that is awaited for `prompts` behind it."""
    before = clock.prompts
    if bool(before) != bool(prompts):
        _begin(clocks, clock)
        clock.overdue = 0
        _add(clocks, clock, command, seat, was_awaited=bool(before))
    elif _is_new(before, prompts, command, table, seat):
        _begin(clocks, clock)
        # Who has only been acted for, by host or bot, is as late as before.
        if not command.seat == seat != command.by:
            clock.overdue = 0


def _is_new(
    before: tuple[Prompt, ...], prompts: tuple[Prompt, ...], command: _Command, table: "Table", seat: int
) -> bool:
    """Whether a seat that is still awaited has its time anew: for another decision, or behind what it did itself."""
    if command.undone and (command.by == seat or not command.free):
        return True
    if seat in (command.seat, command.out) and any(_is_public(table, record) for record in command.records):
        return True
    return prompts != before and not any(prompt in prompts for prompt in before)


def _begin(clocks: Clocks, clock: SeatClock) -> None:
    clocks.charge(clock)
    clock.used = clock.reminded = 0


def _add(clocks: Clocks, clock: SeatClock, command: _Command, seat: int, *, was_awaited: bool) -> None:
    """T-67: the increment, when the game waits for a seat no more; T-74: one's own undo gives it back."""
    increment, cap = clocks.control.increment * MINUTE, clocks.control.cap * MINUTE
    if command.undone and command.by != seat:
        return
    if was_awaited:
        clock.bank = max(clock.bank, min(clock.bank + increment, cap) if cap else clock.bank + increment)
    elif command.undone:
        clock.bank = max(clock.bank - increment, 0)


def _last_command(table: "Table") -> _Command:
    records = table.records[table.starts[-1] - 1 :]
    first, cause = records[0], records[0].cause
    undone, free, out = False, True, _NOBODY
    for record in records:
        kind = type(record.event)
        if kind is Undone:
            undone, free = True, free and record.law in ("T-20", "T-22")
        elif kind is TimeRanOut:
            out = record.event.seat
    seat = _NOBODY if cause is None or isinstance(first.event, TableEvent) else cause.seat
    return _Command(first.by, seat, undone, free, out, records)


def _is_public(table: "Table", record: Record[Any]) -> bool:
    """Whether everybody may know that a record did something in the game: what nobody may know of moves no deadline (T-67)."""
    event = record.event
    if isinstance(event, TableEvent):
        return False
    return type(event) in KERNEL_OWN or table.rulebook.redact(event, None) is not None
