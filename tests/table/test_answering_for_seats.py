"""A host who plays does not look into hands: it lets the server answer for a late seat (T-72)."""

from random import Random
from typing import Any

import pytest

from domain.root.commands import DiscardToLimit
from domain.root.eyrie.commands import Addition, AddToDecree
from domain.root.rulebook import rulebook as root
from domain.table.chance import Dictated, Source
from domain.table.clocks.messages import AnswerForSeat, ArrangeTime, GrantTime, SeatAnsweredFor, TimeControl, TimeRanOut
from domain.table.disputes.messages import CallTime, ContestRecord
from domain.table.least import another_as_little, least_of
from domain.table.lifecycle import BeginGame, OrderFollowed, PauseTable, Resign, SetOrder, TakeSeat, Undo
from domain.table.messages import ARBITER, HOST, SERVER, Command
from domain.table.offers import Offer, SomeOf
from domain.table.prompts import Prompt
from tests.table.play import Play, digest, opened
from tests.table.timed import Open, StillPlay, events, hours_left, pass_time, time_of, timed, with_a_playing_host
from tests.table.toy import CallVote, CardsDrawn, CardsPlayed, Nudge, PlayCards, RollDie, Toy, TurnPassed, Vote, Voted
from tests.table.whole_games import decided_again, replayed

pytestmark = pytest.mark.clause("T-72")


def late(play: Play, seat: int = 0) -> Play:
    """Time was called for a seat."""
    pass_time(play, 1)
    assert TimeRanOut(seat) in events(play.do(SERVER, CallTime()))
    return play


@pytest.mark.parametrize("how", ["waits", "skips", "bot"])
def test_a_host_who_plays_does_not_act_for_a_late_seat_where_something_is_hidden(how: str):
    play = with_a_playing_host(move=60, out=how)
    play.do(0, CallVote())
    for seat in (1, 2):
        play.do(seat, Vote(True))
    assert play.refused(HOST, Vote(True), seat=0) == "NOT_YOUR_SEAT"
    if how == "skips":
        pass_time(play, 1)
        assert Voted(0, False) in events(play.do(SERVER, CallTime()))
        return
    late(play)
    assert play.refused(HOST, Vote(True), seat=0) == "HOST_PLAYS"
    play.do(HOST, GrantTime(0, 60))
    assert play.refused(HOST, Vote(True), seat=0) == "NOT_YOUR_SEAT"


def test_a_host_who_plays_acts_for_a_late_seat_where_nothing_is_hidden_and_one_who_does_not_play_everywhere():
    play = StillPlay(opened(2, rulebook=Open()))
    for seat, person in enumerate(("ada", "hanna")):
        play.do(seat, TakeSeat(seat, person))
    play.do(HOST, ArrangeTime(TimeControl(60)))
    play.do(HOST, BeginGame())
    late(play).do(HOST, Nudge(1), seat=0)
    late(timed(move=60)).do(HOST, Nudge(1), seat=0)


@pytest.mark.clause("T-2")
def test_a_host_who_plays_acts_for_a_vacant_seat_only_where_nothing_is_hidden():
    hidden, seen = with_a_playing_host(), with_a_playing_host(Open())
    for play in (hidden, seen):
        play.do(0, Resign())
    assert hidden.refused(HOST, Nudge(1), seat=0) == "HOST_PLAYS"
    seen.do(HOST, Nudge(1), seat=0)
    hidden.do(0, TakeSeat(0, "bot:greedy-1"))
    assert hidden.refused(HOST, Nudge(1), seat=0) == "NOT_YOUR_SEAT"
    hidden.do(0, Nudge(1))


@pytest.mark.clause("T-2")
def test_a_host_who_has_left_its_seat_acts_again():
    play = late(with_a_playing_host(move=60))
    play.do(2, Resign())
    play.do(HOST, Nudge(1), seat=0)


@pytest.mark.parametrize("plays", [True, False])
@pytest.mark.parametrize("how", ["waits", "bot"])
def test_the_host_lets_the_server_answer_as_where_the_table_skips(how: str, plays: bool):
    play = (with_a_playing_host if plays else lambda **more: timed(3, **more))(move=60, out=how)
    late(play)
    result = play.do(HOST, AnswerForSeat(0))
    assert [type(event) for event in events(result)] == [SeatAnsweredFor, CardsDrawn, TurnPassed]
    assert {record.by for record in result.records} == {HOST}
    assert (time_of(play).overdue, time_of(play).awaited, hours_left(play, 1)) == (False, False, 1)
    assert digest(replayed(play.table)) == digest(play.table) == digest(decided_again(play.table))


def test_a_standing_order_answers_first():
    play = timed(3, move=60)
    play.do(0, CallVote())
    called = play.version
    play.do(0, Vote(True))
    play.do(1, SetOrder("vote", '{"order":"Ballot","yes":true}'))
    play.do(ARBITER, Undo(called))
    late(play)
    play.do(SERVER, CallTime())
    assert events(play.do(HOST, AnswerForSeat(1))) == [SeatAnsweredFor(1), OrderFollowed(1, "vote"), Voted(1, True)]


def test_the_server_answers_for_nobody_who_is_not_late_and_for_the_host_alone():
    play = timed(3, move=60)
    assert play.refused(HOST, AnswerForSeat(0)) == "NOT_LATE"
    late(play)
    assert play.refused(HOST, AnswerForSeat(1)) == "NOT_LATE"
    assert play.refused(HOST, AnswerForSeat(7)) == "NO_SUCH_SEAT"
    for by in (0, 1, ARBITER, SERVER):
        assert play.refused(by, AnswerForSeat(0)) == "NOT_PERMITTED"
    twin = play.copy()
    twin.do(HOST, PauseTable())
    assert twin.refused(HOST, AnswerForSeat(0)) == "WRONG_LIFE_PHASE"
    play.do(0, Nudge(1))
    assert play.refused(HOST, AnswerForSeat(0)) == "NOT_LATE"
    play.do(0, Resign())
    assert play.refused(HOST, AnswerForSeat(0)) == "NOT_LATE"


@pytest.mark.clause("T-20", "T-51")
def test_what_was_answered_so_is_nobodys_own_to_take_back_and_can_be_contested():
    play = late(timed(3, move=60))
    done = play.do(HOST, AnswerForSeat(0))
    for by in (HOST, 0):
        assert play.refused(by, Undo(done.first - 1)) == "UNDO_NOT_FREE"
    play.do(0, ContestRecord(done.first + 1, "T-72"))
    play.do(ARBITER, Undo(done.first - 1))
    assert (play.table.game.active, hours_left(play)) == (0, 1)


class Silent(Toy):
    """What is asked has no least answer."""

    def least(self, state: object, prompt: object) -> None:
        return None


def test_where_the_rules_find_no_least_answer_the_server_says_so():
    play = StillPlay(opened(2, rulebook=Silent()))
    for seat, person in enumerate(("ada", "bob")):
        play.do(seat, TakeSeat(seat, person))
    play.do(HOST, ArrangeTime(TimeControl(60)))
    play.do(HOST, BeginGame())
    late(play)
    assert play.refused(HOST, AnswerForSeat(0)) == "NO_LEAST_ANSWER"
    play.do(HOST, RollDie(), seat=0)


# --- What must be given up of a hand ----------------------------------------------------------------------------------


class Lavish(Toy):
    """The least that a seat can do is to play one of its cards."""

    left_to_chance = (PlayCards,)

    def least(self, state: Any, prompt: Prompt) -> Command | None:
        return PlayCards((state.hands[prompt.seat][0],))


def lavish(source: Source | None = None) -> Play:
    play = StillPlay(opened(2, rulebook=Lavish(), source=source, options='{"hand":4}'))
    for seat, person in enumerate(("ada", "bob")):
        play.do(seat, TakeSeat(seat, person))
    play.do(HOST, ArrangeTime(TimeControl(60, out="skips")))
    play.do(HOST, BeginGame())
    return play


@pytest.mark.clause("T-16", "T-30")
def test_with_what_a_seat_must_part_chance_says_where_others_do_not_see_between_what():
    dictated = lavish(Dictated({"deck": tuple(range(1, 13)), "die": (), "least": (2,)}))
    hand = tuple(dictated.table.game.hands[0])
    pass_time(dictated, 1)
    result = dictated.do(SERVER, CallTime())
    assert events(result)[1] == CardsPlayed(0, (hand[2],))
    assert [draw.label for draw in result.records[1].draws] == ["least"]
    assert digest(decided_again(dictated.table)) == digest(dictated.table)


def test_where_chance_is_dictated_and_says_nothing_of_it_the_first_is_taken():
    play = lavish(Dictated({"deck": tuple(range(1, 13))}))
    lowest = play.table.game.hands[0][0]
    pass_time(play, 1)
    assert events(play.do(SERVER, CallTime()))[1] == CardsPlayed(0, (lowest,))
    assert digest(decided_again(play.table)) == digest(play.table)


def test_in_root_the_server_does_not_always_discard_the_first_cards_of_a_hand_and_adds_one_card_to_the_decree():
    hand = (3, 8, 21, 34, 40, 44, 50)
    discards = [Offer(DiscardToLimit, free={"cards": SomeOf(hand, 2, 2)})]
    least = least_of(discards, Prompt(0, "discard", "core-5.7", ("DiscardToLimit",)))
    assert least == DiscardToLimit((3, 8))
    found = {another_as_little(discards, least, Random(number)) for number in range(200)}
    assert len(found) == 21
    rows = [((Addition(card, "build"),),) for card in hand] + [((Addition(3, "build"), Addition(8, "build")),)]
    decree = [Offer(AddToDecree, ("additions",), rows)]
    least = least_of(decree, Prompt(0, "decree", "7.4.2", ("AddToDecree",)))
    added = {another_as_little(decree, least, Random(number)) for number in range(200)}
    assert added == {AddToDecree((Addition(card, "build"),)) for card in hand}
    assert set(root.left_to_chance) == {DiscardToLimit, AddToDecree}
