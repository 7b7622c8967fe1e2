"""Tables of the toy game with something to dispute, for the tests of disputes."""

from typing import Any

import msgspec

from domain.table.chance import Dictated
from domain.table.disputes.messages import ArrangeDisputes, ContestRecord, Remedy
from domain.table.disputes.state import Contest
from domain.table.lifecycle import BeginGame
from domain.table.messages import HOST
from domain.table.wire import events_text
from tests.table.play import Play, seated
from tests.table.toy import Nudge, RollDie

DICE = (4, 1, 2, 0, 5, 3, 1, 4)
HOUR = 3_600_000_000


def arranged(seats: int = 3, *, options: str = "{}", dice: tuple[int, ...] = DICE, **how: Any) -> Play:
    """A begun table whose host has arranged disputes so; these values of the die are to come."""
    play = seated(seats, source=Dictated({"deck": tuple(range(1, 13)), "die": dice}), options=options)
    if how:
        play.do(HOST, ArrangeDisputes(**how))
    play.do(HOST, BeginGame())
    return play


def rolled(seats: int = 3, **how: Any) -> tuple[Play, int]:
    """A table at which seat 0 has nudged and rolled (5 points), with the version of its score."""
    play = arranged(seats, **how)
    play.do(0, Nudge(2))
    first = play.do(0, RollDie()).first
    return play, first + 1


def contested(by: int = 1, seats: int = 3, **how: Any) -> Play:
    """A table at which the score of seat 0's roll is contested, as contest 1."""
    play, score = rolled(seats, **how)
    play.do(by, ContestRecord(score, "TOY-4"))
    return play


def contest_of(play: Play, number: int = 1) -> Contest:
    """One of a table's contests."""
    return play.table.disputes.contests[number - 1]


def before(play: Play, number: int = 1) -> int:
    """The version before the command whose record is contested."""
    return play.table.command_span(contest_of(play, number).disputed)[0] - 1


def correction(*events: msgspec.Struct, **more: Any) -> Remedy:
    """A remedy with these events."""
    return Remedy(events=events_text(events), **more)


def later(play: Play, hours: float) -> None:
    """Let time pass."""
    play.now += int(hours * HOUR)
