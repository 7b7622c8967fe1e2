"""Rulings: by the arbiter and by vote, what their remedies do, and appeals."""

from typing import Any

import pytest

from domain.table.disputes.messages import (
    AcceptArbiter,
    Appeal,
    ArbiterAccepted,
    CallTime,
    ContestRecord,
    ContestRefusal,
    GiveRuling,
    PutToVote,
    Reapplied,
    Remedy,
    Ruled,
    ScoreAdjusted,
    VoteClosed,
    VoteOnRuling,
)
from domain.table.lifecycle import GameFinished, Phase, Redo, RequestUndo, Resign, SetOrder, Undo, Undone
from domain.table.messages import ARBITER, HOST, SERVER, ScoringEvent, Term
from domain.table.refusals import Refusal
from domain.table.wire import command_text
from tests.table.dispute_refusals import BROKEN, after, with_a_playing_arbiter
from tests.table.disputing import arranged, before, contest_of, contested, correction, later, rolled
from tests.table.play import Play, finish, game_digest
from tests.table.toy import CallVote, DieRolled, Nudge, Nudged, RollDie, Scored, Vote

OVERTURNED = "overturned"


def events(accepted: Any) -> list[Any]:
    return [record.event for record in accepted.records]


def ruled(play: Play, remedy: Remedy, outcome: str = OVERTURNED) -> list[Any]:
    return events(play.do(ARBITER, GiveRuling(1, outcome, remedy)))


@pytest.mark.clause("T-55")
def test_what_is_upheld_stays_as_it_is():
    play = contested()
    was = game_digest(play.table)
    assert ruled(play, Remedy(), "upheld") == [Ruled(1, "upheld", Remedy(), None, "arbiter")]
    assert contest_of(play).status == "upheld"
    assert game_digest(play.table) == was


@pytest.mark.clause("T-55", "T-23")
def test_going_back_to_before_it_makes_the_game_what_it_was():
    play = contested()
    play.do(1, Nudge(1))
    there = before(play)
    assert ruled(play, Remedy(rewind=there))[1:] == [Undone(there)]
    assert play.table.game.scores == [0, 0, 0]
    assert play.table.game.markers == [2, 0, 0]
    assert [prompt.seat for prompt in play.table.prompts] == [0]


@pytest.mark.clause("T-56")
def test_a_correction_is_played_as_the_arbiter_gives_it():
    play = contested()
    play.do(1, Nudge(3))
    right = (DieRolled(0, 2), Scored((0,), (Term("pip", 2, 1, "TOY-4"),)))
    assert events(play.copy().do(ARBITER, GiveRuling(1, OVERTURNED, correction(*right, rewind=before(play)))))[2:] == [
        *right
    ]
    ruled(play, correction(Scored((0,), (Term("pip", -3, 1, "TOY-4"),))))
    assert play.table.game.scores == [2, 0, 0]
    assert play.table.game.markers == [2, 3, 0]


@pytest.mark.clause("T-56")
@pytest.mark.parametrize("code", BROKEN)
def test_a_remedy_never_leaves_what_never_may_be(code: str):
    play = contested()
    assert play.refused(ARBITER, GiveRuling(1, OVERTURNED, BROKEN[code])) == code
    if not BROKEN[code].events:
        play = contested(judge="vote")
        assert play.refused(0, PutToVote(1, OVERTURNED, BROKEN[code])) == code


@pytest.mark.clause("T-56")
@pytest.mark.parametrize(
    "text", ["{", "[]]", '[["nothing"]]', '[["nudged",0]]', '["nudged"]', "7", "[" * 3000, '[["T.finish",[1],[1]]]',
             '[["nudged",0,"far"]]', "[" + ",".join(['["nudged",0,1]'] * 201) + "]", "\ud800"],
)  # fmt: skip
def test_what_is_no_correction_is_refused_before_anything_happens(text: str):
    assert contested().refused(ARBITER, GiveRuling(1, OVERTURNED, Remedy(events=text))) == "BAD_CORRECTION"


@pytest.mark.clause("T-57", "T-8")
def test_points_are_scored_like_any_others():
    play = contested()
    done = ruled(play, Remedy(points=(-2, 4, 0)))
    assert done[1:] == [
        ScoreAdjusted((0,), (Term("ruling", -2, 1, "T-57"),)), ScoreAdjusted((1,), (Term("ruling", 4, 1, "T-57"),)),
    ]  # fmt: skip
    assert play.table.game.scores == [3, 4, 0]
    scored = [play.table.records[version - 1].event for version in play.table.history.line()]
    assert sum(event.points for event in scored if isinstance(event, ScoringEvent) and 1 in event.seats) == 4


@pytest.mark.clause("T-55", "T-8")
def test_a_ruling_on_a_finished_game_tells_its_result_anew():
    play = arranged(2, options='{"rounds":1}')
    finish(play)
    play.do(0, ContestRecord(play.version, "TOY-1"))
    was = play.table.finished
    done = ruled(play, Remedy(points=(50, 0)))
    assert done[-1] == GameFinished((was.scores[0] + 50, was.scores[1]), (1, 2))
    assert play.table.phase is Phase.FINISHED
    assert play.table.finished == done[-1]
    # Going back behind the end opens the game again.
    play.do(1, ContestRecord(play.table.setup_end + 1, "TOY-1"))
    play.do(ARBITER, GiveRuling(2, OVERTURNED, Remedy(rewind=play.table.setup_end)))
    assert play.table.phase is Phase.BEGUN


@pytest.mark.clause("T-55")
@pytest.mark.parametrize("version", [0, 8, 14, 2**40])
def test_a_remedy_goes_back_to_the_end_of_a_command_behind_the_set_up(version: int):
    assert contested().refused(ARBITER, GiveRuling(1, OVERTURNED, Remedy(rewind=version))) == "NO_SUCH_POINT"


@pytest.mark.clause("T-52", "T-55")
def test_a_command_that_was_wrongly_refused_is_done_by_a_correction_where_it_was_asked():
    play = arranged()
    play.do(0, Nudge(1))
    assert isinstance(play.ask(0, Nudge(2)), Refusal)
    asked_at = play.version
    play.do(0, RollDie())
    play.do(1, RollDie())
    play.do(0, ContestRefusal(asked_at, asked_at, 0, command_text(Nudge(2)), "TOY-5"))
    done = ruled(play, correction(Nudged(0, 2), rewind=asked_at, reapply=True))
    assert done[1:3] == [Undone(asked_at), Nudged(0, 2)]
    # What was played since does not depend on it, and is made again.
    assert [event.seat for event in done if isinstance(event, Reapplied)] == [0, 1]
    assert play.table.game.markers == [3, 0, 0]
    assert play.table.game.scores == [5, 2, 0]


@pytest.mark.clause("T-28", "T-55")
def test_moves_are_made_again_only_where_they_mean_the_same():
    play = contested()
    play.do(1, RollDie())
    # Without the contested roll it is still north's turn, and the next roll of the die would be another one.
    done = ruled(play, Remedy(rewind=before(play), reapply=True))
    assert [event for event in done if isinstance(event, Reapplied)] == []
    assert play.table.game.scores == [0, 0, 0]


# --- Who rules --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("T-62")
def test_an_arbiter_who_is_a_party_rules_only_where_all_others_agree():
    play = with_a_playing_arbiter()
    assert play.refused(ARBITER, GiveRuling(1, "upheld")) == "ARBITER_IS_PARTY"
    assert events(play.do(1, AcceptArbiter(1))) == [ArbiterAccepted(1, 1)]
    play.do(ARBITER, GiveRuling(1, "upheld"))
    voted = with_a_playing_arbiter()
    voted.do(1, PutToVote(1, "upheld"))
    assert contest_of(voted).ballot is not None


@pytest.mark.clause("T-62")
def test_an_arbiter_who_plays_rules_on_the_cases_of_others():
    play = with_a_playing_arbiter()
    play.do(1, Nudge(1))
    play.do(1, ContestRecord(play.version, "TOY-5"))
    play.do(ARBITER, GiveRuling(2, "upheld"))
    assert contest_of(play, 2).status == "upheld"


@pytest.mark.clause("T-58")
@pytest.mark.parametrize(
    ("choices", "quorum", "passed"),
    [
        (("yes", "yes", "no"), 0, True),
        (("yes", "no", "no"), 0, False),
        (("yes", "no", "abstain"), 0, False),
        (("yes", "abstain", "abstain"), 0, False),
        (("yes", "abstain", "abstain"), 1, True),
        (("yes", "yes", "abstain"), 0, True),
        (("yes", "yes", "abstain"), 3, False),
        (("yes", "yes", "yes"), 3, True),
        (("abstain", "abstain", "abstain"), 1, False),
    ],
)
def test_a_vote_needs_more_yes_than_no_among_enough(choices: tuple[str, ...], quorum: int, passed: bool):
    play = contested(judge="vote", quorum=quorum)
    play.do(0, PutToVote(1, OVERTURNED, Remedy(points=(0, 1, 0))))
    for seat, choice in enumerate(choices):
        done = events(play.do(seat, VoteOnRuling(1, choice)))
    closed = next(event for event in done if isinstance(event, VoteClosed))
    assert (closed.yes, closed.no, closed.passed, closed.possible) == (
        choices.count("yes"), choices.count("no"), passed, True,
    )  # fmt: skip
    assert [type(event) for event in done[2:]] == ([Ruled, ScoreAdjusted] if passed else [])
    assert contest_of(play).status == (OVERTURNED if passed else "open")


@pytest.mark.clause("T-58")
def test_where_a_table_has_no_arbiter_the_seats_rule_and_after_a_failed_vote_another_is_put():
    play = contested(judge="vote", seats=2)
    play.do(0, PutToVote(1, "upheld"))
    play.do(0, VoteOnRuling(1, "yes"))
    play.do(1, VoteOnRuling(1, "no"))
    assert contest_of(play).is_open
    play.do(1, PutToVote(1, OVERTURNED, Remedy(rewind=before(play))))
    play.do(0, VoteOnRuling(1, "yes"))
    play.do(1, VoteOnRuling(1, "yes"))
    assert contest_of(play).status == OVERTURNED


@pytest.mark.clause("T-58")
def test_what_was_voted_for_and_cannot_be_done_any_more_is_not_ruled():
    play = contested(judge="vote")
    play.do(0, PutToVote(1, OVERTURNED, Remedy(points=(-5, 0, 0))))
    play.do(0, VoteOnRuling(1, "yes"))
    play.do(1, VoteOnRuling(1, "yes"))
    play.do(ARBITER, Undo(before(play)))
    done = events(play.do(2, VoteOnRuling(1, "yes")))
    assert done[1:] == [VoteClosed(1, 3, 0, 0, passed=True, possible=False)]
    assert contest_of(play).is_open


@pytest.mark.clause("T-58", "T-29")
def test_when_time_is_called_the_votes_are_counted_that_are_in():
    play = contested(judge="vote", hours=24)
    play.do(0, PutToVote(1, OVERTURNED, Remedy(points=(0, 1, 0))))
    play.do(0, VoteOnRuling(1, "yes"))
    play.do(1, VoteOnRuling(1, "yes"))
    assert play.refused(SERVER, CallTime()) == "NOTHING_IS_DUE"
    later(play, 24)
    assert play.refused(2, VoteOnRuling(1, "no")) == "TIME_IS_OVER"
    assert [type(event) for event in events(play.do(SERVER, CallTime()))] == [VoteClosed, Ruled, ScoreAdjusted]
    assert contest_of(play).rulings[0].event.judge == "vote"


# --- Appeals ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("T-59")
def test_an_appeal_goes_to_another_judge_and_its_ruling_is_final():
    play = contested()
    ruled(play, Remedy(), "upheld")
    play.do(1, Appeal(1, "ab" * 32))
    assert contest_of(play).status == "appealed"
    assert play.refused(ARBITER, GiveRuling(1, "upheld")) == "VOTE_RULES"
    play.do(0, PutToVote(1, OVERTURNED, Remedy(rewind=before(play))))
    for seat in range(3):
        done = events(play.do(seat, VoteOnRuling(1, "yes")))
    assert next(event for event in done if isinstance(event, Ruled)).final
    assert contest_of(play).status == OVERTURNED
    assert play.refused(0, Appeal(1)) == "APPEALED_ALREADY"


@pytest.mark.clause("T-59")
def test_after_a_vote_the_arbiter_judges_the_appeal():
    play = after(
        contested(judge="vote"), (0, PutToVote(1, "upheld")), *((seat, VoteOnRuling(1, "yes")) for seat in range(3))
    )
    play.do(HOST, Appeal(1))
    assert play.refused(0, PutToVote(1, "upheld")) == "ARBITER_RULES"
    ruled(play, Remedy(points=(0, 2, 0)))
    assert play.table.game.scores == [5, 2, 0]


@pytest.mark.clause("T-59", "T-28")
def test_what_a_reversed_ruling_did_is_taken_back_and_later_moves_are_kept_where_they_can_be():
    play = contested()
    ruled(play, Remedy(points=(-2, 0, 0)))
    play.do(1, Nudge(2))
    play.do(1, RollDie())
    play.do(0, Appeal(1))
    play.do(1, PutToVote(1, "upheld"))
    for seat in range(3):
        done = events(play.do(seat, VoteOnRuling(1, "yes")))
    assert [event.seat for event in done if isinstance(event, Reapplied)] == [1, 1]
    assert play.table.game.scores == [5, 2, 0]
    assert play.table.game.markers == [2, 2, 0]


@pytest.mark.clause("T-59")
def test_a_ruling_that_is_confirmed_is_not_done_twice():
    play = contested()
    ruled(play, Remedy(points=(-2, 0, 0)))
    play.do(0, Appeal(1))
    play.do(1, PutToVote(1, OVERTURNED))
    for seat in range(3):
        done = events(play.do(seat, VoteOnRuling(1, "yes")))
    assert done[-1] == Ruled(1, OVERTURNED, Remedy(), None, "vote", final=True)
    assert play.table.game.scores == [3, 0, 0]


@pytest.mark.clause("T-59")
def test_what_a_ruling_that_went_back_took_away_comes_back_when_it_is_reversed():
    play = contested()
    play.do(1, Nudge(1))
    was = game_digest(play.table)
    ruled(play, Remedy(rewind=before(play)))
    play.do(0, Appeal(1))
    play.do(1, PutToVote(1, "upheld"))
    for seat in range(3):
        play.do(seat, VoteOnRuling(1, "yes"))
    assert game_digest(play.table) == was


@pytest.mark.clause("T-61")
def test_an_undo_across_a_ruling_is_for_the_arbiter_alone():
    play = contested()
    ruled(play, Remedy(), "upheld")
    ruling = play.version
    play.do(1, Nudge(1))
    for by, command in ((0, Undo(before(play))), (0, RequestUndo(before(play))), (1, RequestUndo(before(play)))):
        assert play.refused(by, command) == "RULED_SINCE"
    play.copy().do(1, Undo(ruling))
    play.do(ARBITER, Undo(before(play)))
    assert play.table.game.scores == [0, 0, 0]


@pytest.mark.clause("T-61", "T-22")
def test_a_redo_across_a_ruling_is_for_the_arbiter_alone():
    play, _ = rolled()
    play.do(1, Nudge(1))
    nudged = play.version
    play.do(1, ContestRecord(nudged, "TOY-5"))
    play.do(1, Undo(nudged - 1))
    ruled(play, Remedy(), "upheld")
    assert play.refused(1, Redo()) in ("RULED_SINCE", "NOT_YOUR_UNDO")
    play.do(ARBITER, Redo())
    assert play.table.game.markers == [2, 1, 0]


@pytest.mark.clause("T-55", "T-6")
def test_an_arbiter_rules_also_where_a_party_has_left():
    play = contested()
    play.do(1, Resign())
    ruled(play, Remedy(rewind=before(play)))
    assert play.table.seats[1].vacant


@pytest.mark.clause("T-26", "T-55")
def test_what_a_remedy_leads_to_is_answered_by_nobody_in_advance():
    play = arranged()
    called = play.do(0, CallVote()).last
    for seat in range(3):
        play.do(seat, Vote(seat == 0))
    play.do(1, SetOrder("vote", '{"order":"Ballot","yes":true}'))
    voted = play.table.command_span(play.table.history.tip)[0]
    play.do(1, ContestRecord(voted, "TOY-7"))
    ruled(play, Remedy(rewind=called))
    assert [(prompt.seat, prompt.kind) for prompt in play.table.prompts] == [(0, "vote"), (1, "vote"), (2, "vote")]
