"""Tables of the toy game where time counts, for the tests of clocks."""

from collections.abc import Sequence
from typing import Any

from domain.table.chance import Dictated
from domain.table.clocks import Deadline, deadlines
from domain.table.clocks.messages import ArrangeTime, TimeControl
from domain.table.kernel import Accepted
from domain.table.lifecycle import BeginGame, Resign, TakeSeat
from domain.table.messages import HOST, Event
from tests.table.play import Play, digest, opened, seated
from tests.table.toy import Toy
from tests.table.whole_games import replayed

MINUTE = 60_000_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
# A standing order.
ROUTINE = '{"order":"Ballot","yes":true}'


def timed(seats: int = 2, *, options: str = "{}", die: Sequence[int] = (), **how: Any) -> Play:
    """A begun table whose time is arranged so, at which it is seat 0's turn; no time passes but by `pass_time`."""
    source = Dictated({"deck": tuple(range(1, 99)), "die": (*die, *[0] * 300)})
    play = StillPlay(seated(seats, source=source, options=options))
    play.do(HOST, ArrangeTime(TimeControl(**how)))
    play.do(HOST, BeginGame())
    return play


class Open(Toy):
    """The game where everybody sees everything."""

    redact = Toy.__mro__[1].redact  # type: ignore[assignment]


def with_a_playing_host(rulebook: Toy | None = None, **how: Any) -> Play:
    """The same with three seats, the last of which its host holds."""
    play = StillPlay(
        opened(3, rulebook=rulebook or Toy(), source=Dictated({"deck": tuple(range(1, 99)), "die": [3] * 300}))
    )
    for seat, person in enumerate(("ada", "bob", "hanna")):
        play.do(seat, TakeSeat(seat, person))
    play.do(HOST, ArrangeTime(TimeControl(**how)))
    play.do(HOST, BeginGame())
    return play


class StillPlay(Play):
    """A table at which commands take no time."""

    def __init__(self, play: Play) -> None:
        super().__init__(play.table.rulebook, play.source, play.table.id)
        self.table, self.asked, self.now = play.table, play.asked, play.now

    def ask(self, by: int, command: object, **more: Any) -> Any:
        self.now -= 1_000_000
        return super().ask(by, command, **more)

    def copy(self) -> "StillPlay":
        return StillPlay(super().copy())


def pass_time(play: Play, hours: float) -> None:
    """Let time pass."""
    play.now += round(hours * HOUR)


def time_of(play: Play, seat: int = 0) -> Deadline:
    """A seat's time, as the last record has left it."""
    return deadlines(play.table)[seat]


def hours_left(play: Play, seat: int = 0) -> float:
    """How many hours from now a seat's time is out if nothing happens."""
    until = time_of(play, seat).until
    assert until is not None
    return (until - play.now) / HOUR


def bank(play: Play, seat: int = 0) -> float:
    """What a seat had in its bank at the last record, in hours."""
    return time_of(play, seat).bank / HOUR


def events(result: Accepted) -> list[Event]:
    """What happened."""
    return [record.event for record in result.records]


def leave_and_return(play: Play, seat: int = 0, to: int | None = None) -> None:
    """Somebody resigns a seat and sits down there again, or at another."""
    person = play.table.seats[seat].person
    assert person is not None
    play.do(seat, Resign())
    play.do(seat if to is None else to, TakeSeat(seat if to is None else to, person))


def same_by_the_log(play: Play) -> bool:
    """Whether the log alone gives the same table."""
    return digest(replayed(play.table)) == digest(play.table)
