"""Disputes that meet: moves made again that are contested, rulings after rulings, seats that change hands, secrets."""

from typing import Any

import pytest

from domain.table.disputes.messages import (
    AcceptArbiter,
    Appeal,
    ContestRecord,
    ContestRefusal,
    GiveRuling,
    PutToVote,
    Reapplied,
    Remedy,
    VoteClosed,
    VoteOnRuling,
)
from domain.table.kernel import Accepted
from domain.table.lifecycle import GiveConsent, Phase, Redo, RequestUndo, Resign, SetOrder, TakeSeat, Undo
from domain.table.messages import ARBITER, HOST
from domain.table.refusals import Refusal
from domain.table.seeing import seen_record
from domain.table.wire import command_text
from tests.table.dispute_refusals import with_a_playing_arbiter
from tests.table.disputing import arranged, before, contest_of, contested, correction
from tests.table.play import Play
from tests.table.toy import CallVote, CardsPlayed, Nudge, Plan, RollDie, Vote

OVERTURNED = "overturned"


def events(accepted: Any) -> list[Any]:
    return [record.event for record in accepted.records]


def voted_again() -> tuple[Play, int]:
    """A table at which north's vote was taken back and east's made again; and the version before east's."""
    play = arranged()
    play.do(0, CallVote())
    there = play.version
    play.do(0, Vote(True))
    play.do(1, Vote(False))
    play.do(0, RequestUndo(there, reapply=True))
    for seat in (1, 2):
        play.do(seat, GiveConsent())
    mark = next(n for n, record in enumerate(play.table.records, 1) if isinstance(record.event, Reapplied))
    return play, mark - 1


@pytest.mark.clause("T-28", "T-55")
def test_a_move_that_was_made_again_is_contested_and_taken_back_by_itself():
    play, there = voted_again()
    play.do(2, ContestRecord(play.version, "TOY-7"))
    assert play.table.move_span(contest_of(play).disputed)[0] - 1 == there
    play.do(ARBITER, GiveRuling(1, OVERTURNED, Remedy(rewind=there)))
    assert play.table.game.votes == {}
    assert [prompt.seat for prompt in play.table.prompts] == [0, 1, 2]


@pytest.mark.clause("T-28", "T-27")
def test_moves_made_again_are_so_many_commands():
    play = arranged(4, options='{"cards":20}')
    play.do(0, CallVote())
    there = play.version
    for seat in (0, 1, 2):
        play.do(seat, Vote(True))
    play.do(0, RequestUndo(there, reapply=True))
    for seat in sorted(play.table.request.asked):
        play.do(seat, GiveConsent())
    again = [n for n, record in enumerate(play.table.records, 1) if isinstance(record.event, Reapplied)]
    play.do(3, SetOrder("consent", '{"order":"AgreeToUndo","commands":1}'))
    two = play.copy()
    assert 3 not in two.table.history.line()
    asked = events(two.do(0, RequestUndo(again[0] - 1)))
    assert len(asked) == 1, "two moves are more than one command"


@pytest.mark.clause("T-28")
def test_once_a_move_of_a_seat_is_gone_none_of_its_later_ones_is_made_again():
    play = arranged(2, options='{"rounds":9}')
    there = play.version
    play.do(0, Nudge(1))
    play.do(0, RollDie())
    play.do(1, Nudge(2))
    play.do(1, RollDie())
    play.do(0, Nudge(1))
    play.do(0, ContestRecord(there + 1, "TOY-5"))
    # Without the first nudge the next one could take its place a round early, but for the roll that comes first.
    done = events(play.do(ARBITER, GiveRuling(1, OVERTURNED, Remedy(rewind=there, reapply=True))))
    assert [event.seat for event in done if isinstance(event, Reapplied)] == [0, 1, 1, 0]
    play = arranged(2, options='{"rounds":9}')
    there = play.do(0, Nudge(1)).last
    rolled = play.do(0, RollDie()).first
    for by, command in ((1, RollDie()), (0, Nudge(1)), (0, RollDie())):
        play.do(by, command)
    play.do(1, ContestRecord(rolled, "TOY-4"))
    done = events(play.do(ARBITER, GiveRuling(1, OVERTURNED, Remedy(rewind=there, reapply=True))))
    assert [event for event in done if isinstance(event, Reapplied)] == []


# --- Rulings after rulings --------------------------------------------------------------------------------------------


def two_rulings(second: Remedy) -> Play:
    """Contest 1 is ruled on with 50 points for south, by vote; then contest 2, by the arbiter, in the way that is given."""
    play = contested(judge="vote")
    play.do(0, ContestRecord(13, "TOY-5"))
    play.do(0, PutToVote(1, OVERTURNED, Remedy(points=(0, 0, 50))))
    play.do(0, PutToVote(2, OVERTURNED, second))
    for number in (1, 2):
        for seat in range(3):
            play.do(seat, VoteOnRuling(number, "yes"))
    play.do(0, Appeal(1))
    return play


@pytest.mark.clause("T-59")
@pytest.mark.parametrize("second", [Remedy(points=(0, 7, 0)), Remedy(rewind=13)], ids=["points", "going back"])
def test_an_appeal_does_not_undo_what_another_ruling_has_done_since(second: Remedy):
    play = two_rulings(second)
    scores = list(play.table.game.scores)
    assert play.refused(ARBITER, GiveRuling(1, "upheld")) == "CHANGED_SINCE"
    points = (0, 0, -50) if scores[2] else (1, 0, 0)
    play.do(ARBITER, GiveRuling(1, "upheld", Remedy(points=points)))
    assert play.table.game.scores == [score + more for score, more in zip(scores, points, strict=True)]
    assert contest_of(play, 2).status == OVERTURNED


@pytest.mark.clause("T-61")
def test_a_version_at_which_an_older_history_counted_leads_nobody_behind_a_ruling():
    play = contested()
    play.do(ARBITER, GiveRuling(1, OVERTURNED, Remedy(points=(1, 0, 0))))
    older = play.do(ARBITER, Undo(before(play))).last
    play.do(ARBITER, Redo())
    play.do(ARBITER, Redo())
    assert play.table.game.scores == [6, 0, 0]
    assert play.refused(0, RequestUndo(older)) == "RULED_SINCE"


@pytest.mark.clause("T-50")
def test_where_a_ruling_opens_a_game_again_other_contests_pause_it():
    play = arranged(2, options='{"rounds":1}', pauses=True)
    there = play.do(0, RollDie()).last
    play.do(1, RollDie())
    play.do(0, ContestRecord(there, "TOY-1"))
    play.do(1, ContestRecord(there - 1, "TOY-4"))
    play.do(ARBITER, GiveRuling(1, OVERTURNED, Remedy(rewind=there)))
    assert play.table.phase is Phase.PAUSED
    play.do(ARBITER, GiveRuling(2, "upheld"))
    assert play.table.phase is Phase.BEGUN


@pytest.mark.clause("T-59", "T-52")
def test_neither_a_ruling_nor_the_same_refusal_is_contested_again():
    play = arranged()
    play.do(0, Nudge(1))
    assert isinstance(play.ask(0, Nudge(2)), Refusal)
    asked = ContestRefusal(play.version, play.version, 0, command_text(Nudge(2)), "TOY-5")
    play.do(0, asked)
    play.do(ARBITER, GiveRuling(1, "upheld"))
    assert play.refused(0, ContestRecord(play.version, "TOY-5")) == "RULING_CONTESTED"
    assert play.refused(0, asked) == "CONTESTED_ALREADY"


# --- Whose case it is -------------------------------------------------------------------------------------------------


@pytest.mark.clause("T-62")
def test_an_arbiter_who_has_left_the_seat_is_still_a_party():
    play = with_a_playing_arbiter()
    play.do(0, Resign())
    assert play.refused(ARBITER, GiveRuling(1, "upheld")) == "ARBITER_IS_PARTY"


@pytest.mark.clause("T-62")
def test_an_arbiter_does_not_rule_on_the_own_undo():
    play = contested()
    undone = play.do(ARBITER, Undo(before(play))).first
    play.do(1, ContestRecord(undone, "T-23"))
    assert play.refused(ARBITER, GiveRuling(2, "upheld")) == "ARBITER_IS_PARTY"
    for seat in range(3):
        play.do(seat, AcceptArbiter(2))
    play.do(ARBITER, GiveRuling(2, "upheld"))


@pytest.mark.clause("T-62", "T-58")
def test_what_a_former_holder_accepted_or_voted_is_not_the_newcomers():
    play = with_a_playing_arbiter()
    play.do(1, AcceptArbiter(1))
    play.do(1, Resign())
    play.do(1, TakeSeat(1, "zoe"))
    assert play.refused(ARBITER, GiveRuling(1, "upheld")) == "ARBITER_IS_PARTY"
    voting = contested(judge="vote")
    voting.do(0, PutToVote(1, "upheld"))
    voting.do(2, VoteOnRuling(1, "yes"))
    voting.do(2, Resign())
    voting.do(2, TakeSeat(2, "zoe"))
    assert voting.refused(2, VoteOnRuling(1, "no")) == "NO_VOTE_HERE"
    for seat in (0, 1):
        voting.do(seat, VoteOnRuling(1, "yes"))
    assert contest_of(voting).status == "upheld"


# --- Secrets in between -----------------------------------------------------------------------------------------------


@pytest.mark.clause("T-56", "T-16")
def test_who_puts_a_correction_to_the_vote_learns_nothing_of_what_is_hidden():
    answers = []
    for card in (11, 12):
        play = contested(judge="vote")
        held = play.table.game.hands[1]
        guess = held[0] if card == 11 else play.table.game.deck[0]
        answers.append(
            isinstance(play.ask(0, PutToVote(1, OVERTURNED, correction(CardsPlayed(1, (guess,))))), Accepted)
        )
    assert answers == [True, True]
    for seat in range(3):
        done = events(play.do(seat, VoteOnRuling(1, "yes")))
    assert any(isinstance(event, VoteClosed) for event in done)


@pytest.mark.clause("T-52", "T-16")
def test_a_contested_refusal_of_the_tables_own_commands_hides_what_they_speak_of():
    play = contested(judge="vote", sealed=True)
    assert isinstance(play.ask(2, VoteOnRuling(1, "yes")), Refusal)
    hidden = command_text(Plan(play.table.game.hands[0][0]))
    at = play.version
    inner = ContestRefusal(at, at, 0, hidden, "X-1")
    for seat, command in ((2, VoteOnRuling(1, "yes")), (0, inner)):
        assert isinstance(play.ask(seat, command), Refusal)
        at = play.version
        play.do(seat, ContestRefusal(at, at, seat, command_text(command), "T-52"))
        record = play.table.records[-1]
        assert seen_record(play.table, record, seat) == record
        assert seen_record(play.table, record, 1).event.refused == ""


@pytest.mark.clause("T-54")
def test_nobody_but_the_host_proposes_to_settle_what_the_host_contests():
    play = contested(by=HOST)
    assert contest_of(play).people == {"hanna", "person0"}
