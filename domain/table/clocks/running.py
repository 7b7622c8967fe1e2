"""How clocks run: what a command has left to be decided, by whom, and since when (T-67, T-68, T-74).

A command is over for the clocks when the next one comes, or when somebody looks: what is awaited in the midst of it, when
no time passes, counts for nothing.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from domain.table.clocks.increments import count_anew, give
from domain.table.clocks.messages import SeatAnsweredFor, TimeRanOut
from domain.table.clocks.state import Clocks, SeatClock
from domain.table.evolving import KERNEL_OWN
from domain.table.lifecycle import Phase, SeatResigned, Undone
from domain.table.messages import TableEvent
from domain.table.prompts import Prompt
from domain.table.records import Record

if TYPE_CHECKING:
    from domain.table.table import Table

_NOBODY = -9


class _Command(NamedTuple):
    """What the clocks need to know of a command: who gave it; for which seat, if it is one of the game; whether it changed the
    history, and freely; for which seat the server has answered in it; whether it did something in the game that everybody may
    know of; whether somebody has resigned by it; and the tip of the history behind it."""

    by: int
    person: str | None
    seat: int
    undone: bool
    free: bool
    out: int
    acted: bool
    leaves: bool
    tip: int

    def is_of(self, clock: SeatClock, seat: int) -> bool:
        """Whether it was given by whose clock that is, also where that speaks as the host."""
        return self.by == seat or (self.person is not None and self.person == clock.person)


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
    if command.undone:
        count_anew(clocks, table, table.starts[-1])
    on = table.phase is Phase.BEGUN
    awaited = [prompt for prompt in table.game.prompts if not prompt.optional]
    at = table.records[-1].at
    for seat, clock in enumerate(clocks.seats):
        prompts = () if clock.person is None else tuple([one for one in awaited if one.seat == seat])
        _left(clocks, clock, prompts, command, seat, vacant=table.seats[seat].vacant)
        clock.prompts, clock.runs, clock.mark = prompts, on and bool(prompts), at
    if command.acted and not command.leaves and clocks.gone:
        _gone(clocks, command)


def _left(
    clocks: Clocks, clock: SeatClock, prompts: tuple[Prompt, ...], command: _Command, seat: int, *, vacant: bool
) -> None:
    """T-67, T-74: what a command means for a seat that is awaited for `prompts` behind it."""
    before, own = clock.prompts, command.is_of(clock, seat)
    if command.undone:
        _rewound(clocks, clock, prompts, command)
        return
    if command.acted and not own:
        clock.spent.forget_later()
        if clock.spent.is_carried and not before:
            clock.spent.forget_all()
    if bool(before) != bool(prompts):
        clock.overdue = 0
        if prompts:
            _begin(clock, command)
            return
        _end(clocks, clock)
        if command.acted:
            give(clocks.control, clock, command.tip)
    elif before and _is_new(before, prompts, command, seat, vacant=vacant):
        _end(clocks, clock)
        clock.used, clock.reminded = clock.spent.come_to(command.tip)
        # Who has only been acted for, by host or bot, is as late as before.
        if not command.seat == seat != command.by:
            clock.overdue = 0


def _is_new(
    before: tuple[Prompt, ...], prompts: tuple[Prompt, ...], command: _Command, seat: int, *, vacant: bool
) -> bool:
    """Whether a seat that is still awaited comes to another decision: by its own command, or by what the game asks of it."""
    if command.acted and (command.seat == seat or (command.out == seat and not vacant)):
        return True
    return prompts != before and not any(prompt in prompts for prompt in before)


def _rewound(clocks: Clocks, clock: SeatClock, prompts: tuple[Prompt, ...], command: _Command) -> None:
    """T-74: the history is another. Behind a free undo or redo a decision goes on where it was, else each has its time anew."""
    before, place, so_far = clock.prompts, clock.spent.place, (clock.used, clock.reminded)
    if before:
        _end(clocks, clock)
    known = clock.spent.go_to(command.tip)
    if not prompts:
        clock.overdue = 0
        return
    open_still = any(prompt in prompts for prompt in before)
    if not (command.free and open_still and place == clock.spent.place):
        clock.overdue = 0
    if known is None:
        clock.spent.come_to(command.tip)
        known = so_far if open_still else (0, 0)
    clock.used, clock.reminded = known if command.free else (0, 0)


def _end(clocks: Clocks, clock: SeatClock) -> None:
    """A decision is over, or stands aside: what it has taken is set down."""
    clocks.charge(clock)
    clock.spent.keep(clock.used, clock.reminded)
    clock.used = clock.reminded = 0


def _begin(clock: SeatClock, command: _Command) -> None:
    """The game begins to wait for a seat: where nobody has acted, somebody sits down, and may go on where they were."""
    known = None if command.acted else clock.spent.go_to(command.tip)
    clock.used, clock.reminded = known or clock.spent.come_to(command.tip)


def _gone(clocks: Clocks, command: _Command) -> None:
    """Others have acted: whoever comes back from now on comes to another decision."""
    for person, clock in clocks.gone.items():
        if command.person != person:
            clocks.charge(clock)
            clock.prompts, clock.used, clock.reminded = (), 0, 0
            clock.spent.forget_all()


def _last_command(table: "Table") -> _Command:
    records = table.records[table.starts[-1] - 1 :]
    first, cause = records[0], records[0].cause
    undone, free, out, leaves = False, True, _NOBODY, False
    for record in records:
        kind = type(record.event)
        if kind is Undone:
            undone, free = True, free and (record.law in ("T-20", "T-22") or (record is first and record.law == "T-21"))
        elif kind is SeatResigned:
            leaves = True
        elif kind is TimeRanOut or kind is SeatAnsweredFor:
            out = record.event.seat
    seat = _NOBODY if cause is None or isinstance(first.event, TableEvent) else cause.seat
    acted = any(_is_public(table, record) for record in records)
    return _Command(first.by, table.person_of(first.by), seat, undone, free, out, acted, leaves, table.history.tip)


def _is_public(table: "Table", record: Record[Any]) -> bool:
    """Whether everybody may know that a record did something in the game: what nobody may know of moves no deadline (T-67)."""
    event = record.event
    if isinstance(event, TableEvent):
        return False
    return type(event) in KERNEL_OWN or table.rulebook.redact(event, None) is not None
