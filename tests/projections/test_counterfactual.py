"""The counterfactual: how far the rest of a game stays legal under the other reading, and what it would have scored."""

import pytest

from domain.table.chance import commitment_to
from domain.table.disputes.messages import ContestRecord, ContestRefusal, GiveRuling, Remedy
from domain.table.lifecycle import CloseTable
from domain.table.messages import ARBITER, SERVER, Term
from domain.table.refusals import Refusal
from domain.table.wire import command_text
from projections.disputes.counterfactual import counterfactual
from projections.disputes.counterfactual_chart import chart, verdict
from projections.pictures.svg import render_svg
from projections.pictures.text import render_text
from tests.table.disputing import arranged, before, contested, correction, rolled
from tests.table.play import SEED, Play, begun, digest, finish
from tests.table.toy import CallVote, CardsDrawn, DieRolled, DrawCard, Nudge, Nudged, RollDie, Scored, TurnPassed, Vote

HALF_THE_ROLL = (DieRolled(0, 2), Scored((0,), (Term("pip", 2, 1, "TOY-4"),)), TurnPassed(1))


def played_on() -> Play:
    """Contest 1 is about north's 5 points; then east rolls 2, south nudges and rolls 3, and north calls a vote."""
    play = contested()
    for by, command in ((1, RollDie()), (2, Nudge(1)), (2, RollDie()), (0, CallVote()), (1, Vote(True))):
        play.do(by, command)
    return play


def test_where_the_contested_move_is_only_taken_back_the_game_parts_at_the_next_turn():
    play = played_on()
    found = counterfactual(play.table, 1)
    assert (found.base, [step.outcome for step in found.steps], found.left) == (before(play), ["refused"], 5)
    assert found.why == "It is not your turn; the game waits for north."
    assert (found.steps[0].scores, found.steps[0].others) == ((5, 0, 0), (0, 0, 0))
    assert (found.differences, found.changes_winner) == ((-5, 0, 0), None)
    assert verdict(found, play.table.catalogue).endswith("waits for north. Until there: north -5.")


def test_where_something_else_takes_its_place_all_later_moves_may_stay_possible():
    play = played_on()
    was = digest(play.table)
    found = counterfactual(play.table, 1, correction(*HALF_THE_ROLL, rewind=before(play)))
    # The correction rolls no die: the next roll is the one that north had.
    assert [step.outcome for step in found.steps] == ["other", "same", "other", "same", "same"]
    assert (found.parted, found.left) == (0, 0)
    assert found.scores == (5, 2, 3)
    assert found.steps[0].scores == (5, 2, 0)
    assert found.steps[0].others == (2, 5, 0)
    assert found.changes_winner
    assert digest(play.table) == was, "a counterfactual changed the table"


def test_points_on_top_of_what_was_decided_leave_every_later_move_as_it_was():
    play = played_on()
    found = counterfactual(play.table, 1, Remedy(points=(0, 9, 0)))
    assert [step.outcome for step in found.steps] == ["same"] * 5
    assert found.differences == (0, 9, 0)
    assert found.base == play.table.command_span(play.table.disputes.contests[0].disputed)[1]


def test_of_an_overturned_decision_the_other_reading_is_that_it_had_been_upheld():
    play = played_on()
    play.do(ARBITER, GiveRuling(1, "overturned", correction(*HALF_THE_ROLL, rewind=before(play))))
    play.do(1, Nudge(3))
    found = counterfactual(play.table, 1)
    assert found.base == play.table.disputes.contests[0].rulings[0].start - 1
    assert found.scores == (2, 0, 0)
    assert (found.others, found.steps[0].outcome) == ((5, 2, 3), "refused")


def test_a_refused_command_that_is_done_after_all_leaves_later_moves():
    play = arranged()
    play.do(0, Nudge(1))
    assert isinstance(play.ask(0, Nudge(2)), Refusal)
    asked = play.version
    play.do(0, RollDie())
    play.do(0, ContestRefusal(asked, asked, 0, command_text(Nudge(2)), "TOY-5"))
    found = counterfactual(play.table, 1, correction(Nudged(0, 2)))
    assert [step.outcome for step in found.steps] == ["same"]
    assert (found.base, found.parted, found.changes_winner) == (asked, 0, False)


@pytest.mark.parametrize("finished", [False, True])
def test_chance_that_nobody_has_drawn_is_known_only_of_a_finished_game_whose_seed_is_there(finished: bool):
    play = begun(2, options='{"rounds":2}')
    assert commitment_to(SEED) == play.table.commitment
    there = play.table.game.deck[:2]
    first = play.do(0, DrawCard()).first
    play.do(1, DrawCard())
    play.do(1, ContestRecord(first, "TOY-2"))
    if finished:
        finish(play)
    # Had north drawn two cards, east would have drawn from fewer than ever lay there then.
    drawn = correction(*(CardsDrawn(0, (card,)) for card in there), TurnPassed(1), rewind=before(play))
    without, with_seed = (counterfactual(play.table, 1, drawn, seed) for seed in (None, SEED))
    assert [step.outcome for step in without.steps] == ["unknown"]
    assert (with_seed.steps[0].outcome == "unknown") is not finished


def test_a_finished_game_tells_whether_another_would_have_won():
    play = arranged(2, options='{"rounds":1}', dice=(4, 3))
    first = play.do(0, RollDie()).first
    play.do(1, RollDie())
    play.do(1, ContestRecord(first + 1, "TOY-4"))
    one = (DieRolled(0, 1), Scored((0,), (Term("pip", 1, 1, "TOY-4"),)), TurnPassed(1))
    # The first die is not rolled in this reading, and so east's has north's value.
    found = counterfactual(play.table, 1, correction(*one, rewind=before(play)))
    assert (found.finished, found.other_finished) == (True, True)
    assert (found.ranking, found.other_ranking, found.changes_winner) == ((1, 2), (2, 1), True)
    assert verdict(found, play.table.catalogue).endswith(" East would win instead.")
    play.do(ARBITER, GiveRuling(1, "upheld"))
    play.source = type(play.source)({})
    play.do(SERVER, CloseTable(SEED.hex()))
    assert counterfactual(play.table, 1).steps


@pytest.mark.parametrize(
    ("remedy", "code"),
    [
        (Remedy(events="[7]"), "BAD_CORRECTION"),
        (correction(TurnPassed(0), rewind=3), "NO_OTHER_READING"),
        (Remedy(points=(1,)), "WRONG_POINTS"),
        (correction(Scored((9,), ())), "IMPOSSIBLE_CORRECTION"),
    ],
)
def test_what_is_no_other_reading_is_refused(remedy: Remedy, code: str):
    play = played_on()
    with pytest.raises(Refusal) as caught:
        counterfactual(play.table, 1, remedy)
    assert caught.value.code == code


def test_a_contest_about_the_table_itself_has_no_other_reading():
    play, _ = rolled()
    play.do(1, ContestRecord(2, "T-2"))
    for number in (1, 2):
        with pytest.raises(Refusal) as caught:
            counterfactual(play.table, number)
        assert caught.value.code == ("NO_OTHER_READING" if number == 1 else "NO_SUCH_CONTEST")


def test_it_is_shown_as_a_table_and_a_chart():
    play = played_on()
    found = counterfactual(play.table, 1, correction(*HALF_THE_ROLL, rewind=before(play)))
    scene = chart(found, play.table.catalogue)
    text = render_text(scene, None, colour=False)
    assert "Contest 1: the game under the other reading" in text
    assert "5 → 2" in text
    assert "comes out otherwise" in text
    assert "All 5 later moves stay possible." in text
    assert "Scores: north -3, east +3, south -1. East would be ahead." in text
    picture = render_svg(scene)
    assert "under the other reading (dashes)" in picture
    assert picture.count("<path") > 6
    parted = render_text(chart(counterfactual(play.table, 1), play.table.catalogue), 80, colour=False)
    assert "not possible" in parted
