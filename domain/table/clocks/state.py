"""A table's clocks as they stand. Written only by records, and by the time that passes between them (T-65 to T-74)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from domain.table.clocks.calendar import DAY, MINUTE, elapsed
from domain.table.clocks.messages import (
    NO_TIME,
    SeatAnsweredFor,
    SeatReminded,
    TimeArranged,
    TimeControl,
    TimeGranted,
    TimeRanOut,
    VacationEnded,
    VacationTaken,
)
from domain.table.clocks.spent import Spent
from domain.table.lifecycle import SeatLeft, SeatResigned, SeatTaken
from domain.table.messages import Event
from domain.table.prompts import Prompt
from domain.table.records import Record
from domain.table.seating import Seat


@dataclass(slots=True)
class SeatClock:
    """One seat's clock; all spans and times in microseconds.

    `bank` is what is left but for the present decision, on which `used` has been spent up to the time `mark`. `prompts` is what
    the seat is awaited for, `runs` whether time passes for it, the calendar aside. `reminded`: the last reminder of this
    decision, in minutes before its end; 0 for none. `overdue`: when time was called; 0 where it was not. `away`: when its
    vacation ends or ended; `vacation`: what it may still take. `person`: whose clock it is, also when the person has left.
    `given`: the increments by the version of the last record of the command that each is for. `spent`: the decisions so far.
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
    person: str | None = None
    given: dict[int, int] = field(default_factory=dict)
    spent: Spent = field(default_factory=Spent)

    def copy(self) -> "SeatClock":
        """A clock that shares nothing mutable with this one."""
        return replace(self, given=self.given.copy(), spent=self.spent.copy())


@dataclass(slots=True)
class Clocks:
    """All clocks of a table, none where time does not count. `gone`: those of persons who have left a seat at which somebody
    else has sat down since."""

    control: TimeControl = NO_TIME
    seats: list[SeatClock] = field(default_factory=list)
    gone: dict[str, SeatClock] = field(default_factory=dict)

    def copy(self) -> "Clocks":
        """Clocks that share nothing mutable with these."""
        gone = {person: clock.copy() for person, clock in self.gone.items()}
        return Clocks(self.control, [seat.copy() for seat in self.seats], gone)

    def all(self) -> Iterator[SeatClock]:
        """The clocks of the seats, and of those who are gone."""
        yield from self.seats
        yield from self.gone.values()

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
        """T-67: what a decision has taken longer than a decision may is taken from the bank, which is never below 0. What that
        does not have stays with the decision: it is over, and its grace goes on where it was."""
        taken = min(max(clock.used - self.control.move * MINUTE, 0), clock.bank)
        clock.bank -= taken
        clock.used -= taken

    def fresh(self, at: int, person: str | None) -> SeatClock:
        """The clock of who has not sat here yet: a full bank, no vacation used."""
        return SeatClock(self.control.bank * MINUTE, self.control.vacation * DAY, at, person=person)

    def sit_down(self, seat: int, person: str, at: int) -> None:
        """T-67: whoever comes back goes on with the clock with which it left, from whatever seat; others have a fresh one."""
        before = self.seats[seat]
        if before.person == person:
            return
        if before.person is not None:
            self.gone[before.person] = before
        self.seats[seat] = self._brought(person, at) or self.fresh(at, person)

    def _brought(self, person: str, at: int) -> SeatClock | None:
        """The clock of a person who has sat elsewhere; what it has spent on a decision that is still open there stays spent."""
        clock = self.gone.pop(person, None)
        for seat, other in enumerate(self.seats):
            if other.person == person:
                clock, self.seats[seat] = other, self.fresh(at, None)
        if clock is None:
            return None
        self.charge(clock)
        if clock.prompts:
            clock.spent.stay(clock.used, clock.reminded)
        elif not clock.spent.is_carried:
            clock.spent.forget_all()
        clock.prompts, clock.runs, clock.used, clock.reminded, clock.mark = (), False, 0, 0, at
        return clock


def set_down(clocks: Clocks, seats: Sequence[Seat], record: Record[Any]) -> bool:
    """Let a record change the clocks; False where it is about something else alone. `seats` is who sat where before it."""
    event, at = record.event, record.at
    if isinstance(event, TimeArranged):
        clocks.control = NO_TIME if event.time.is_nothing else event.time
        clocks.seats = [] if event.time.is_nothing else [clocks.fresh(at, seat.person) for seat in seats]
        clocks.gone = {}
        return True
    if isinstance(event, SeatTaken | SeatLeft | SeatResigned):
        if clocks.seats:
            _sat(clocks, event, at)
        return False
    return _happened(clocks, event, at)


def _sat(clocks: Clocks, event: SeatTaken | SeatLeft | SeatResigned, at: int) -> None:
    match event:
        case SeatTaken(seat, person):
            clocks.sit_down(seat, person, at)
        case SeatLeft(seat):
            clocks.seats[seat] = clocks.fresh(at, None)
        case SeatResigned(seat):
            clock = clocks.seats[seat]
            clock.overdue = 0
            _come_back(clock, at)


def _come_back(clock: SeatClock, at: int) -> None:
    """T-69: a vacation that was not over is, and what is left of it is not used up."""
    if clock.away > at:
        clock.away, clock.vacation = at, clock.vacation + clock.away - at


def _happened(clocks: Clocks, event: Event, at: int) -> bool:
    match event:
        case VacationTaken(seat, days):
            clock = clocks.seats[seat]
            clock.away, clock.vacation = at + days * DAY, clock.vacation - days * DAY
        case VacationEnded(seat):
            _come_back(clocks.seats[seat], at)
        case SeatReminded(seat, minutes):
            clocks.seats[seat].reminded = minutes
        case TimeRanOut(seat):
            clock = clocks.seats[seat]
            clocks.charge(clock)
            clock.bank, clock.overdue = 0, at
        case TimeGranted(seat, minutes):
            clock = clocks.seats[seat]
            clocks.charge(clock)
            clock.used = min(clock.used, clocks.control.move * MINUTE)
            clock.bank += minutes * MINUTE
            clock.overdue = clock.reminded = 0
        case SeatAnsweredFor():
            pass
        case _:
            return False
    return True
