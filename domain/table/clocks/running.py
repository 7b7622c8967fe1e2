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
    """What the clocks need to know of a command: who gave it; for which seat, if it is one of the game; whether everybody may
    know that it did something there; whether it changed the history, and freely; and whose time it called."""

    by: int
    seat: int
    is_public: bool
    undone: bool
    free: bool
    out: int


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
        vacant = table.seats[seat].vacant
        prompts = () if vacant else tuple(prompt for prompt in awaited if prompt.seat == seat)
        _left(clocks, clock, prompts, command, seat)
        clock.prompts, clock.runs, clock.mark = prompts, on and bool(prompts), at


def _left(clocks: Clocks, clock: SeatClock, prompts: tuple[Prompt, ...], command: _Command, seat: int) -> None:
    """T-67, T-74: what a command means for a seat that is awaited for `prompts` behind it."""
    before = clock.prompts
    if bool(before) != bool(prompts):
        _begin(clocks, clock)
        clock.overdue = 0
        _add(clocks, clock, command, seat, was_awaited=bool(before))
    elif prompts and _is_new(before, prompts, command, seat):
        _begin(clocks, clock)
        # Who has only been acted for, by host or bot, is as late as before.
        if not command.seat == seat != command.by:
            clock.overdue = 0


def _is_new(before: tuple[Prompt, ...], prompts: tuple[Prompt, ...], command: _Command, seat: int) -> bool:
    """Whether a seat that is still awaited has its time anew: for another decision, or behind what it did itself."""
    if command.undone and (command.by == seat or not command.free):
        return True
    moved = command.is_public and seat in (command.seat, command.out)
    return moved or not any(prompt in prompts for prompt in before)


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
    undone = [record for record in records if isinstance(record.event, Undone)]
    return _Command(
        first.by,
        _NOBODY if cause is None or isinstance(first.event, TableEvent) else cause.seat,
        any(_is_public(table, record) for record in records),
        bool(undone),
        all(record.law in ("T-20", "T-22") for record in undone),
        next((record.event.seat for record in records if isinstance(record.event, TimeRanOut)), _NOBODY),
    )


def _is_public(table: "Table", record: Record[Any]) -> bool:
    """Whether everybody may know that a record did something in the game: what nobody may know of moves no deadline (T-67)."""
    event = record.event
    if isinstance(event, TableEvent):
        return False
    return type(event) in KERNEL_OWN or table.rulebook.redact(event, None) is not None
