"""Time tells nothing about what is hidden: if only a hand changes, every time and every record that others get is the same."""

import pytest

from domain.table.chance import Dictated
from domain.table.clocks import deadlines, next_due
from domain.table.clocks.messages import AnswerForSeat, ArrangeTime, TimeControl, TimeRanOut
from domain.table.disputes.messages import CallTime
from domain.table.kernel import Accepted
from domain.table.lifecycle import BeginGame, SetOrder
from domain.table.messages import HOST, SERVER
from domain.table.seeing import seen_record
from tests.table.play import ENCODE, Play, seated
from tests.table.timed import StillPlay, pass_time
from tests.table.toy import CallVote, Plan, RollDie, Vote

ONE, OTHER = (7, 30), (41, 52)


def played(hand: tuple[int, int], how: str, order: str | None) -> tuple[Play, list[str]]:
    """A game in which seat 1 holds these cards, is late, and does what nobody may know of; and how each command went."""
    deck = (1, 2, *hand, 3, 4, *[card for card in range(5, 60) if card not in (*ONE, *OTHER)])
    play = StillPlay(seated(3, source=Dictated({"deck": deck, "die": [0] * 90}), options='{"cards":60,"rounds":30}'))
    play.do(HOST, ArrangeTime(TimeControl(60, 90, 10, remind=(20,), out=how)))
    play.do(HOST, BeginGame())
    if order is not None:
        play.do(1, SetOrder("vote", order))
    went = []
    for command in (RollDie(), CallVote(), RollDie(), CallVote(), RollDie()):
        went += [_asked(play, by, RollDie(), 0) for by in (0, HOST)]
        plan = Plan((*play.table.game.hands[1], 1)[0])
        for hours in (0.5, 0.75, 0.75, 1):
            pass_time(play, hours)
            went += [_asked(play, 1, plan, 1), _asked(play, SERVER, CallTime(), None)]
        went += [_asked(play, by, command, 1) for by in (SERVER, HOST)]
        went.append(_asked(play, HOST, AnswerForSeat(1), None))
        for _ in range(6):
            pass_time(play, 0.6)
            went += [
                _asked(play, 0, Vote(True), 0),
                _asked(play, 2, RollDie(), 2),
                _asked(play, SERVER, CallTime(), None),
            ]
    return play, went


def _asked(play: Play, by: int, command: object, seat: int | None) -> str:
    outcome = play.ask(by, command, seat=seat)
    return "accepted" if isinstance(outcome, Accepted) else outcome.code


@pytest.mark.clause("T-67", "T-72", "T-16")
@pytest.mark.parametrize("how", ["waits", "skips", "bot", "forfeits"])
@pytest.mark.parametrize("order", [None, '{"order":"Hunch"}'])
def test_other_cards_in_a_hand_give_the_others_the_same_records_at_the_same_times(how: str, order: str | None):
    (one, went), (other, went_other) = played(ONE, how, order), played(OTHER, how, order)
    assert went == went_other
    assert {"accepted", "NOTHING_IS_DUE"} <= set(went)
    assert any(isinstance(record.event, TimeRanOut) for record in one.table.records)
    assert deadlines(one.table) == deadlines(other.table)
    assert next_due(one.table) == next_due(other.table)
    for viewer in (None, 0, 2):
        seen = [
            ENCODE([seen_record(play.table, record, viewer) for record in play.table.records]) for play in (one, other)
        ]
        assert seen[0] == seen[1]
