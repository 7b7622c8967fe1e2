"""Time controls: what is asked and what happens about a table's clocks (T-65 to T-74)."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.table.messages import Command, SeatNumber, TableEvent

MINUTES_A_DAY = 24 * 60
MOST_DAYS = 366
# Two years.
MOST_MINUTES = 2 * MOST_DAYS * MINUTES_A_DAY

Minutes = Annotated[int, Meta(ge=0, le=MOST_MINUTES)]
SomeMinutes = Annotated[int, Meta(ge=1, le=MOST_MINUTES)]
MinuteOfDay = Annotated[int, Meta(ge=0, lt=MINUTES_A_DAY)]
Weekday = Annotated[int, Meta(ge=0, le=6)]
Days = Annotated[int, Meta(ge=0, le=MOST_DAYS)]
SomeDays = Annotated[int, Meta(ge=1, le=MOST_DAYS)]
Out = Literal["waits", "skips", "bot", "forfeits"]


class TimeControl(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a table's time runs. All spans are in minutes but the vacations', which are in days; 0 is none.

    `move`: for each decision; `bank`: what each seat has besides for the whole game, used where a decision takes longer;
    `increment`: what the bank gets each time the game has waited for the seat, up to `cap` (0: without end).

    No time passes on the weekdays of `weekends` (0 is Monday) and, each day, from the first minute of `night` to the second,
    past midnight where that is the smaller; both as clocks show that are `utc` minutes ahead of UTC.

    `vacation`: the days that each seat may be away in all; `longest`: at a time (0: as many). `remind`: so long before the end,
    the longest first. `grace`: how much later the end is called than it is. `out`: what happens then (T-72).
    """

    move: Minutes = 0
    bank: Minutes = 0
    increment: Minutes = 0
    cap: Minutes = 0
    weekends: Annotated[tuple[Weekday, ...], Meta(max_length=6)] = ()
    night: tuple[MinuteOfDay, MinuteOfDay] | None = None
    utc: Annotated[int, Meta(ge=-14 * 60, le=14 * 60)] = 0
    vacation: Days = 0
    longest: Days = 0
    remind: Annotated[tuple[SomeMinutes, ...], Meta(max_length=5)] = ()
    grace: Annotated[int, Meta(ge=0, le=7 * MINUTES_A_DAY)] = 0
    out: Out = "waits"

    @property
    def is_nothing(self) -> bool:
        """Whether nothing ever runs out."""
        return not self.move and not self.bank


NO_TIME = TimeControl()

# --- Commands ---------------------------------------------------------------------------------------------------------


class ArrangeTime(Command, frozen=True):
    """Say, before the game begins, how time runs at this table."""

    clause = "T-65"
    time: TimeControl


class ProposeTime(Command, frozen=True):
    """Ask all who hold seats to agree to another arrangement of time."""

    clause = "T-66"
    time: TimeControl


class TakeVacation(Command, frozen=True):
    """Be away for so many days, from now on."""

    clause = "T-69"
    days: SomeDays


class EndVacation(Command, frozen=True):
    """Be back before the vacation is over."""

    clause = "T-69"


class GrantTime(Command, frozen=True):
    """Give a seat more time."""

    clause = "T-73"
    seat: SeatNumber
    minutes: SomeMinutes


class AnswerForSeat(Command, frozen=True):
    """Let the server answer what a seat is asked whose time is over."""

    clause = "T-72"
    seat: SeatNumber


# --- Events -----------------------------------------------------------------------------------------------------------


class TimeArranged(TableEvent, frozen=True, tag="T.clock"):
    """From now on time runs so: full banks, no vacation used, and each decision from its beginning."""

    clause = "T-65"
    time: TimeControl


class TimeProposed(TableEvent, frozen=True, tag="T.pace"):
    clause = "T-66"
    time: TimeControl
    asked: tuple[SeatNumber, ...]


class VacationTaken(TableEvent, frozen=True, tag="T.away"):
    clause = "T-69"
    seat: SeatNumber
    days: SomeDays


class VacationEnded(TableEvent, frozen=True, tag="T.back"):
    """A seat is back before its vacation is over; one that ends by itself has no record."""

    clause = "T-69"
    seat: SeatNumber


class SeatReminded(TableEvent, frozen=True, tag="T.remind"):
    """The seat has `minutes` left, or less, for what the game waits for."""

    clause = "T-70"
    seat: SeatNumber
    minutes: SomeMinutes


class TimeRanOut(TableEvent, frozen=True, tag="T.out"):
    """The seat's time is over. What follows from it is in the records after this one."""

    clause = "T-71"
    seat: SeatNumber


class TimeGranted(TableEvent, frozen=True, tag="T.grant"):
    clause = "T-73"
    seat: SeatNumber
    minutes: SomeMinutes


class SeatAnsweredFor(TableEvent, frozen=True, tag="T.for"):
    """The host lets the server answer for a seat whose time is over. What it answers is in the records after this one."""

    clause = "T-72"
    seat: SeatNumber
