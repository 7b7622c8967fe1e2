"""A table's clocks as they stand. Written only by records, and by the time that passes between them (T-65 to T-74)."""

from dataclasses import dataclass, field, replace
from typing import Any

from domain.table.clocks.calendar import DAY, MINUTE, elapsed
from domain.table.clocks.messages import (
    NO_TIME,
    SeatReminded,
    TimeArranged,
    TimeControl,
    TimeGranted,
    TimeRanOut,
    VacationEnded,
    VacationTaken,
)
from domain.table.lifecycle import SeatLeft, SeatResigned, SeatTaken
from domain.table.messages import Event
from domain.table.prompts import Prompt
from domain.table.records import Record


@dataclass(slots=True)
class SeatClock:
    """One seat's clock; all spans and times in microseconds.

    `bank` is what is left but for the present decision, on which `used` has been spent up to the time `mark`. `prompts` is what
    the seat is awaited for, `runs` whether time passes for it, the calendar aside. `reminded`: the last reminder of this
    decision, in minutes before its end; 0 for none. `overdue`: when time was called; 0 where it was not. `away`: when its
    vacation ends or ended; `vacation`: what it may still take.
    """

    bank: int
    vacation: int
    mark: int
    prompts: tuple[Prompt, ...] = ()
    runs: bool = False
    used: int = 0
    reminded: int = 0
    overdue: int = 0
    away: int = 0


@dataclass(slots=True)
class Clocks:
    """All clocks of a table, none where time does not count."""

    control: TimeControl = NO_TIME
    seats: list[SeatClock] = field(default_factory=list)

    def copy(self) -> "Clocks":
        """Clocks that share nothing mutable with these."""
        return Clocks(self.control, [replace(seat) for seat in self.seats])

    def advance(self, at: int) -> None:
        """Let the time up to `at` pass."""
        for clock in self.seats:
            if clock.runs and not clock.overdue:
                clock.used += elapsed(self.control, max(clock.mark, min(clock.away, at)), at)
            clock.mark = at

    def left(self, clock: SeatClock) -> int:
        """How much time a seat has left for what it is awaited for, as of its mark; below 0 within the grace."""
        return self.control.move * MINUTE + clock.bank - clock.used

    def charge(self, clock: SeatClock) -> None:
        """T-67: what a decision has taken longer than a decision may is taken from the bank, which is never below 0."""
        own = self.control.move * MINUTE
        clock.bank -= min(max(clock.used - own, 0), clock.bank)
        clock.used = min(clock.used, own)

    def fresh(self, at: int) -> SeatClock:
        """The clock of who has just sat down: a full bank, no vacation used."""
        return SeatClock(self.control.bank * MINUTE, self.control.vacation * DAY, at)


def set_down(clocks: Clocks, seats: int, record: Record[Any]) -> bool:
    """Let a record change the clocks; False where it is about something else alone. `seats` is how many the table has."""
    event, at = record.event, record.at
    if isinstance(event, TimeArranged):
        clocks.control = NO_TIME if event.time.is_nothing else event.time
        clocks.seats = [] if event.time.is_nothing else [clocks.fresh(at) for _ in range(seats)]
        return True
    if isinstance(event, SeatTaken | SeatLeft | SeatResigned):
        if clocks.seats:
            clocks.seats[event.seat] = clocks.fresh(at)
        return False
    return _happened(clocks, event, at)


def _happened(clocks: Clocks, event: Event, at: int) -> bool:
    match event:
        case VacationTaken(seat, days):
            clock = clocks.seats[seat]
            clock.away, clock.vacation = at + days * DAY, clock.vacation - days * DAY
        case VacationEnded(seat):
            clock = clocks.seats[seat]
            clock.away, clock.vacation = at, clock.vacation + max(clock.away - at, 0)
        case SeatReminded(seat, minutes):
            clocks.seats[seat].reminded = minutes
        case TimeRanOut(seat):
            clock = clocks.seats[seat]
            clock.used, clock.bank, clock.overdue = clocks.control.move * MINUTE, 0, at
        case TimeGranted(seat, minutes):
            clock = clocks.seats[seat]
            clocks.charge(clock)
            clock.bank += minutes * MINUTE
            clock.overdue = clock.reminded = 0
        case _:
            return False
    return True
