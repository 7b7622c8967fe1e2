"""How every refusal about time is reached, with its clause and its sentence."""

from collections.abc import Callable
from typing import Any

from domain.table.clocks.messages import ArrangeTime, EndVacation, GrantTime, TakeVacation, TimeControl
from domain.table.messages import HOST
from domain.table.refusals import Refusal
from tests.table.play import Play, begun, seated
from tests.table.timed import pass_time, timed


def said(play: Play, by: int, command: object) -> Refusal:
    result = play.ask(by, command)
    assert isinstance(result, Refusal), result
    return result


def arranged(**how: Any) -> Refusal:
    return said(seated(), HOST, ArrangeTime(TimeControl(**how)))


def away() -> Play:
    play = timed(move=60, vacation=5, longest=3)
    play.do(0, TakeVacation(2))
    return play


def late() -> Play:
    play = timed(move=60, vacation=5)
    pass_time(play, 1)
    return play


UNTIMELY: dict[str, tuple[Callable[[], Refusal], str, str]] = {
    "BAD_TIME": (lambda: arranged(out="skips"), "T-65",
                 "Time cannot be arranged so: nothing ever runs out, so there is nothing to say about it."),
    "NO_TIME_CONTROL": (lambda: said(begun(), HOST, GrantTime(0, 60)), "T-65", "This table has no time control."),
    "AWAY_ALREADY": (lambda: said(away(), 0, TakeVacation(1)), "T-69", "The seat north is on vacation already."),
    "NOT_AWAY": (lambda: said(away(), 1, EndVacation()), "T-69", "You are not on vacation."),
    "NO_VACATION_LEFT": (lambda: said(away(), 1, TakeVacation(4)), "T-69",
                         "You can take 3 days of vacation now, not 4."),
    "TIME_HAS_RUN_OUT": (lambda: said(late(), 0, TakeVacation(1)), "T-69",
                         "The time of north is over; it is too late for a vacation."),
}  # fmt: skip
