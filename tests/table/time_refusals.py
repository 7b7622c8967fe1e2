"""How every refusal about time is reached, with its clause and its sentence."""

from collections.abc import Callable
from typing import Any

from domain.table.clocks.messages import AnswerForSeat, ArrangeTime, EndVacation, GrantTime, TakeVacation, TimeControl
from domain.table.disputes.messages import CallTime
from domain.table.lifecycle import BeginGame, FreeSeat
from domain.table.messages import HOST, SERVER
from domain.table.refusals import Refusal
from tests.table.play import Play, begun, seated
from tests.table.timed import pass_time, timed, with_a_playing_host
from tests.table.toy import RollDie, Toy


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


def awaited() -> Play:
    play = begun()
    pass_time(play, 71)
    return play


def host_acts() -> Refusal:
    play = with_a_playing_host(move=60)
    pass_time(play, 1)
    play.do(SERVER, CallTime())
    result = play.ask(HOST, RollDie(), seat=0)
    assert isinstance(result, Refusal)
    return result


class Silent(Toy):
    """What is asked has no least answer."""

    def least(self, state: Any, prompt: Any) -> None:
        return None


def silent() -> Refusal:
    play = seated(rulebook=Silent())
    play.do(HOST, ArrangeTime(TimeControl(60)))
    play.do(HOST, BeginGame())
    pass_time(play, 1)
    play.do(SERVER, CallTime())
    return said(play, HOST, AnswerForSeat(0))


UNTIMELY: dict[str, tuple[Callable[[], Refusal], str, str]] = {
    "BAD_TIME": (lambda: arranged(out="skips"), "T-65",
                 "Time cannot be arranged so: nothing ever runs out, so there is nothing to say about it."),
    "NO_TIME_CONTROL": (lambda: said(begun(), HOST, GrantTime(0, 60)), "T-65", "This table has no time control."),
    "AWAY_ALREADY": (lambda: said(away(), 0, TakeVacation(1)), "T-69", "The seat north is on vacation already."),
    "NOT_AWAY": (lambda: said(away(), 1, EndVacation()), "T-69", "You are not on vacation."),
    "NO_VACATION_LEFT": (lambda: said(away(), 1, TakeVacation(4)), "T-69",
                         "You can take 3 days of vacation now, not 4."),
    "NOT_LATE": (lambda: said(late(), HOST, AnswerForSeat(0)), "T-72",
                 "Time was not called for north, or the game does not wait for the seat any more."),
    "NO_LEAST_ANSWER": (silent, "T-72", "The rules have no least answer for north: act for the seat, or give it time."),
    "HOST_PLAYS": (host_acts, "T-72",
                   "You hold a seat yourself and would see what north holds: a vacant seat is for a bot or for somebody else, "
                   "and for a late one you can let the server answer."),
    "CLOCK_RUNS": (lambda: said(late(), HOST, FreeSeat(0)), "T-3",
                   "Time is arranged at this table: what follows when a seat's time is over was arranged too, and no seat is "
                   "freed."),
    "AWAITED_TOO_SHORTLY": (lambda: said(awaited(), HOST, FreeSeat(0)), "T-3",
                            "For north the game has to wait 12 days more: a seat is freed when it was waited for in vain for "
                            "14 days."),
    "TIME_HAS_RUN_OUT": (lambda: said(late(), 0, TakeVacation(1)), "T-69",
                         "The time of north is over; it is too late for a vacation."),
}  # fmt: skip
