"""A vote goes on whoever leaves and comes back (T-58)."""

import pytest

from domain.table.clocks import next_due
from domain.table.disputes.messages import CallTime, PutToVote, Remedy, Ruled, ScoreAdjusted, VoteClosed, VoteOnRuling
from domain.table.lifecycle import Resign, TakeSeat
from domain.table.messages import SERVER
from domain.table.timing import due as is_due
from tests.table.disputing import contest_of, contested
from tests.table.play import digest
from tests.table.timed import events
from tests.table.whole_games import replayed

OVERTURNED = "overturned"


@pytest.mark.clause("T-58")
def test_no_vote_is_stopped_by_a_seat_that_is_left_and_taken_again():
    play = contested(judge="vote")
    play.do(0, PutToVote(1, OVERTURNED, Remedy(points=(0, 1, 0))))
    for _ in range(3):
        play.do(2, Resign())
        play.do(2, TakeSeat(2, "person2"))
    play.do(0, VoteOnRuling(1, "yes"))
    play.do(2, VoteOnRuling(1, "no"))
    play.do(2, Resign())
    play.do(2, TakeSeat(2, "person2"))
    assert play.refused(2, VoteOnRuling(1, "abstain")) == "VOTED_ALREADY"
    play.do(1, VoteOnRuling(1, "yes"))
    assert contest_of(play).status == OVERTURNED
    assert digest(replayed(play.table)) == digest(play.table)


@pytest.mark.clause("T-58")
def test_who_has_left_is_not_waited_for_and_who_sits_there_then_has_no_vote():
    play = contested(judge="vote")
    play.do(0, PutToVote(1, OVERTURNED, Remedy(points=(0, 1, 0))))
    play.do(2, Resign())
    play.do(2, TakeSeat(2, "zoe"))
    assert play.refused(2, VoteOnRuling(1, "no")) == "NO_VOTE_HERE"
    play.do(0, VoteOnRuling(1, "yes"))
    assert contest_of(play).is_open
    play.do(1, VoteOnRuling(1, "yes"))
    assert contest_of(play).status == OVERTURNED


@pytest.mark.clause("T-58", "T-29")
def test_when_the_last_who_is_waited_for_has_left_anybody_may_have_the_votes_counted():
    play = contested(judge="vote")
    play.do(0, PutToVote(1, OVERTURNED, Remedy(points=(0, 1, 0))))
    play.do(0, VoteOnRuling(1, "yes"))
    play.do(1, VoteOnRuling(1, "yes"))
    assert play.refused(SERVER, CallTime()) == "NOTHING_IS_DUE"
    assert next_due(play.table) is None
    play.do(2, Resign())
    assert next_due(play.table) is not None
    assert is_due(play.table, play.now)
    twin = play.copy()
    twin.do(2, TakeSeat(2, "person2"))
    assert twin.refused(SERVER, CallTime()) == "NOTHING_IS_DUE"
    twin.do(2, VoteOnRuling(1, "no"))
    assert contest_of(twin).status == OVERTURNED
    assert [type(event) for event in events(play.do(SERVER, CallTime()))] == [VoteClosed, Ruled, ScoreAdjusted]


@pytest.mark.clause("T-58")
def test_a_voter_who_comes_back_to_another_seat_votes_from_neither():
    play = contested(judge="vote")
    play.do(0, PutToVote(1, OVERTURNED, Remedy(points=(0, 1, 0))))
    play.do(1, Resign())
    play.do(2, Resign())
    play.do(1, TakeSeat(1, "person2"))
    assert play.refused(1, VoteOnRuling(1, "no")) == "NO_VOTE_HERE"
    play.do(0, VoteOnRuling(1, "yes"))
    assert contest_of(play).is_open
    assert contest_of(play).ballot is None  # one of three was not enough
