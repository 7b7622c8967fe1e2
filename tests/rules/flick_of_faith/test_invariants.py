"""What a ruling's remedy needs: what never may be, what follows from a correction, and how the game then stands."""

import ast
from pathlib import Path
from typing import Any

import pytest

from domain.flick_of_faith import invariants as module
from domain.flick_of_faith.commands import Report, Spot
from domain.flick_of_faith.events import (
    DecisionRequested,
    DeityChosen,
    DiscPlaced,
    FlickForfeited,
    HazardPlaced,
    HeartDropped,
    LawEnacted,
    LawsDrawn,
    LawVoteSealed,
    PieceGained,
    PiecesTakenByLaw,
    PieceSwapped,
    PowerUsed,
    StepEnded,
    TurnStarted,
    WorshipScored,
)
from domain.flick_of_faith.parts import Moved
from domain.flick_of_faith.real_board_events import PositionCorrected, TableFlickAccepted
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.state import SPHINX, Game
from domain.flick_of_faith.steps import KINDS, prompt_for
from domain.table.chance import Chance, Dictated
from domain.table.lifecycle import GameFinished
from domain.table.messages import MOST_POINTS
from domain.table.rulebook import event_of
from tests.rules.damages import Damage, Damages, set_
from tests.rules.flick_of_faith.positions import asked, at, kinds, position, rows, zones

DAMAGES_BY = Damages(rulebook)
by, adjusted = DAMAGES_BY.by, DAMAGES_BY.adjusted

DISCS = """
    0-p01 100 100
    0-t01 240 300
    1-p01 240 120
    1-t01 300 300
"""
# What is not drawn from.
NO_CHANCE = Chance(Dictated({}), {})


def sound(**options: Any) -> Game:
    """A game in the middle, of which nothing is wrong."""
    given = {"deities": {0: "freyja", 1: "zeus"}, "laws": ["pride"], "scores": [3, 4], **options}
    game = position(DISCS, **given)
    assert [*rulebook.invariants(game)] == []
    return game


def moved(*discs: Moved) -> PiecesTakenByLaw:
    return PiecesTakenByLaw("test", (), "reserve", discs)


DAMAGES = [
    ("S-1", "a seat awaited that there is not", "NO_SUCH_PLAYER", by(DecisionRequested(3, "correct"))),
    ("S-1", "a turn of a seat that there is not", "NO_SUCH_PLAYER", set_("active", 2)),
    ("FF-3.2", "a vote of a seat that there is not", "NO_SUCH_PLAYER",
     by(LawsDrawn("kraken", "humility"), LawVoteSealed(2, "up"))),
    ("S-5", "a deity that there is not", "UNKNOWN_DEITY", by(DeityChosen(0, "loki", "choice"))),
    ("S-5", "two sides of one board", "DEITY_TAKEN", by(DeityChosen(1, "tyr", "choice"))),
    ("S-5", "a power that nobody has", "POWER_OF_NOBODY", by(PowerUsed(0, "anubis"))),
    ("FF-3.1", "a Law that there is not", "UNKNOWN_LAW", lambda game: game.laws.append("gravity")),
    ("FF-3.3", "a Law in force that is still to be drawn", "LAW_IN_TWO_PLACES", by(LawEnacted("humility", None, "chance"))),
    ("FF-3.2", "votes without a Council", "VOTE_ON_NOTHING", by(LawVoteSealed(0, "up"))),
    ("S-3", "a Generation too many", "NO_SUCH_GENERATION", set_("generation", 5)),
    ("P-5", "a score below 0", "SCORE_OUT_OF_RANGE", adjusted(0, -4)),
    ("P-5", "a score beyond all measure", "SCORE_OUT_OF_RANGE", adjusted(1, MOST_POINTS)),
    ("S-2", "a disc that is missing", "DISCS_DO_NOT_ADD_UP", lambda game: game.discs.pop("0-p07")),
    ("S-2", "a disc that changes hands", "DISC_OF_ANOTHER", by(PieceSwapped(0, "0-p02", "1-p02"))),
    ("deity-ra", "the Sphinx without Ra", "DISC_OF_ANOTHER", by(PieceSwapped(0, "0-p02", SPHINX))),
    ("S-2", "a Temple that is ready to be flicked", "DISC_IN_WRONG_ZONE", by(PieceGained(0, "0-t02"))),
    ("S-2", "nobody's Sphinx", "DISC_IN_WRONG_ZONE", by(DiscPlaced(SPHINX, 100_000, 200_000))),
    ("S-2", "King Ape in the reserve", "DISC_IN_WRONG_ZONE",
     lambda game: setattr(game.discs["king-ape"], "zone", "reserve")),
    ("S-2", "a ready disc that lies on another", "DISC_LIES_NOWHERE",
     by(moved(Moved("0-p02", 240_000, 120_000, "1-p01")), PieceGained(0, "0-p02"))),
    ("FF-2.2", "a disc on one that is not there", "STACK_WITHOUT_END",
     by(moved(Moved("0-p02", 240_000, 120_000, "1-p02")))),
    ("FF-2.2", "two discs on each other", "STACK_WITHOUT_END",
     by(moved(Moved("0-p01", 1000, 1000, "1-p01"), Moved("1-p01", 1000, 1000, "0-p01")))),
    ("D-3", "a stack of three", "STACK_WITHOUT_END",
     by(moved(Moved("0-p02", 240_000, 120_000, "1-p01"), Moved("0-p03", 240_000, 120_000, "0-p02")))),
    ("D-3", "a disc off the mat", "DISC_OFF_MAP", by(moved(Moved("0-p01", 480_001, 100_000)))),
    ("D-3", "a computed disc without a place", "NO_SUCH_PLACE", by(PositionCorrected((zones("0-p01", "south"),)))),
    ("D-1", "discs in each other", "DISCS_OVERLAP", by(moved(Moved("0-p01", 240_000, 121_000)))),
    ("law-king-ape", "King Ape without his Law", "WITHOUT_ITS_LAW", by(DiscPlaced("king-ape", 40_000, 200_000))),
    ("law-tornado", "a Tornado without its Law", "WITHOUT_ITS_LAW", by(HazardPlaced("south-city"))),
    ("law-kraken", "a drowned Prophet that is back", "DROWNED_IS_BACK",
     by(PiecesTakenByLaw("kraken", ("0-p01",), "box"), PieceGained(0, "0-p01"))),
    ("deity-freyja", "an own Prophet touched by the Heart", "NOT_TOUCHED_BY_HEART",
     by(HeartDropped(0, (), None, None, ("0-p01",)))),
    ("deity-freyja", "a Temple touched by the Heart", "NOT_TOUCHED_BY_HEART",
     by(HeartDropped(0, (), None, None, ("1-t01",)))),
    ("FF-6.2", "an Island that there is not", "ISLAND_NOT_DOMINATED", by(WorshipScored((0,), (), (), ("atlantis",)))),
    ("FF-6.3", "an Island that two dominate", "ISLAND_NOT_DOMINATED",
     by(WorshipScored((0,), (), (), ("south",)), WorshipScored((1,), (), (), ("south",)))),
    ("P-2", "a flick out of turn", "DECISION_WITHOUT_CAUSE", by(TurnStarted(1))),
    ("P-2", "a flick without a Prophet", "DECISION_WITHOUT_CAUSE",
     by(PiecesTakenByLaw("test", ("0-p02", "0-p03", "0-p04", "0-p05"), "reserve"))),
    ("FF-1.2", "another flick of what is not there", "DECISION_WITHOUT_CAUSE",
     by(DecisionRequested(0, "reflick", "nothing"))),
]  # fmt: skip
"""How a state can be wrong: by a correction, by an adjustment, or as nothing that happens could make it."""

OTHERS = [
    ("S-5", "a deity where none are played with", "UNKNOWN_DEITY",
     {"deities": None}, by(DeityChosen(0, "zeus", "choice"))),
    ("P-1", "a Law where none are played with", "UNKNOWN_LAW", {"laws": ()}, by(LawEnacted("pride", None, "chance"))),
    ("law-tornado", "a Tornado on a City that there is not", "WITHOUT_ITS_LAW",
     {"laws": ["tornado"]}, by(HazardPlaced("atlantis"))),
    ("deity-freyja", "a Heart without Freyja", "NOT_TOUCHED_BY_HEART",
     {"deities": {0: "zeus", 1: "dagda"}}, by(HeartDropped(0, (), None, None, ("1-p01",)))),
    ("P-2", "a flick of another's disc", "FLICKED_BY_ANOTHER",
     {"mode": "table"}, by(TableFlickAccepted(1, Report("1-p02", (at("1-p02", 60, 300),)), "report"))),
    ("M-1", "an Island that the map does not have", "NO_SUCH_PLACE",
     {"mode": "table"}, by(PositionCorrected((zones("0-p01", "atlantis"),)))),
    ("M-1", "a City without its Island", "NO_SUCH_PLACE",
     {"mode": "table"}, by(PositionCorrected((zones("0-p01", "south-city"),)))),
    ("M-1", "discs in each other by more than people measure wrongly", "DISCS_OVERLAP",
     {"mode": "table"}, by(PositionCorrected((at("0-p01", 240, 125),)))),
]  # fmt: skip
"""The same, for games of other kinds."""
# What has a cause in the middle of a turn of seat 0, and what is asked of anybody at any time.
CAUSED = {"flick", "temples", "heart", "report_heart"}
ALWAYS = {"deity", "first_flick", "first_player", "correct"}


# --- Invariants -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "damage"), rows(DAMAGES))
def test_what_never_may_be_is_named(code: str, damage: Damage) -> None:
    game = sound()
    damage(game)
    assert_found(game, code)


@pytest.mark.parametrize(("code", "options", "damage"), rows(OTHERS))
def test_what_never_may_be_is_named_in_other_games_too(code: str, options: dict[str, Any], damage: Damage) -> None:
    game = sound(**options)
    damage(game)
    assert_found(game, code)


def assert_found(game: Game, code: str) -> None:
    """That exactly this is wrong, and said in a sentence."""
    found = [*rulebook.invariants(game)]
    assert {refusal.code for refusal in found} == {code}
    for refusal in found:
        assert refusal.clause in rulebook.law
        sentence = rulebook.catalogue.refusal(refusal)
        assert sentence.endswith(".")
        assert not {"{", "?", "="} & {*sentence}, sentence


@pytest.mark.clause("P-2", "M-3", "M-4", "M-5", "FF-3.2")
@pytest.mark.parametrize("kind", sorted({*KINDS} - CAUSED - ALWAYS - {"report"}))
def test_nobody_is_asked_about_what_there_is_not(kind: str) -> None:
    game = sound(deities={0: "freyja", 1: "themis"})
    game.prompts += (prompt_for(kind, 0),)

    (refusal,) = rulebook.invariants(game)

    assert (refusal.code, refusal.arguments) == ("DECISION_WITHOUT_CAUSE", {"seat": 0, "kind": kind})


@pytest.mark.parametrize("kind", sorted(CAUSED | ALWAYS))
def test_what_has_a_cause_may_be_asked(kind: str) -> None:
    game = sound()
    game.prompts = (prompt_for(kind, 0),)
    assert [*rulebook.invariants(game)] == []


@pytest.mark.clause("M-1")
def test_on_a_real_board_discs_may_overlap_as_far_as_people_measure_wrongly() -> None:
    game = sound(mode="table")
    reach = game.radius("0-p01") + game.radius("1-p01")
    for overlap, codes in ((3_000, []), (3_001, ["DISCS_OVERLAP"])):
        rulebook.evolve(game, PositionCorrected((Spot("0-p01", 240_000 + reach - overlap, 120_000),)))
        assert [refusal.code for refusal in rulebook.invariants(game)] == codes


def test_every_invariant_can_fail() -> None:
    calls = [node for node in ast.walk(ast.parse(Path(module.__file__).read_text())) if isinstance(node, ast.Call)]
    codes = {
        call.args[0].value
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "Refusal" and isinstance(call.args[0], ast.Constant)
    }
    assert {row[2] for row in (*DAMAGES, *OTHERS)} == codes


# --- Corrections ------------------------------------------------------------------------------------------------------


def test_an_arbiter_gives_neither_what_chance_gives_nor_what_is_computed_nor_a_seats_own_word() -> None:
    assert {event.__name__ for event in {*rulebook.events} - {*rulebook.corrections}} == {
        "TableLaid", "LawsShuffled", "LawsDrawn", "HazardPlaced", "FirstFlicksRevealed", "FlickResolved", "HeartDropped",
        "FirstFlickSealed", "LawVoteSealed", "LawVotesRevealed", "TableReportVoteSealed", "TableReportVotesRevealed",
        "TableFlickReported", "TableReportAmended", "TableReportConfirmed", "TableReportContested", "CorrectionProposed",
        "CorrectionAgreed",
    }  # fmt: skip
    assert PositionCorrected in rulebook.corrections


def after(game: Game) -> list[Any]:
    """What follows at once from a remedy."""
    events = []
    for happening in rulebook.after_remedy(game, NO_CHANCE):
        events.append(event_of(happening))
        rulebook.evolve(game, events[-1])
    return events


@pytest.mark.clause("M-5")
@pytest.mark.parametrize("mode", ["digital", "table"])
def test_a_ruling_corrects_where_a_disc_lies_without_a_proposal(mode: str) -> None:
    game = sound(mode=mode)
    awaited = game.prompts
    rulebook.evolve(game, PositionCorrected((at("0-p01", 60, 300),)))

    assert (game.discs["0-p01"].x, game.discs["0-p01"].y) == (60_000, 300_000)
    assert [*rulebook.invariants(game)] == []
    assert after(game) == []
    assert game.prompts == awaited


@pytest.mark.clause("M-2")
def test_a_ruling_says_what_a_flick_on_a_real_board_did_and_the_turn_goes_on() -> None:
    game = sound(mode="table")
    rulebook.evolve(game, TableFlickAccepted(0, Report("0-p02", (at("0-p02", 60, 300),)), "report"))
    assert [*rulebook.invariants(game)] == []

    assert kinds(after(game))[0] == "TurnStarted"
    assert asked(game) == [(1, "report")]
    assert [*rulebook.invariants(game)] == []


@pytest.mark.clause("P-2")
def test_a_ruling_that_ends_a_turn_lets_the_next_one_begin() -> None:
    game = sound()
    rulebook.evolve(game, FlickForfeited(0, "0-p02"))

    assert kinds(after(game)) == ["TurnStarted", "DecisionRequested"]
    assert asked(game) == [(1, "flick")]


@pytest.mark.clause("P-2")
def test_what_a_ruling_ends_without_an_outcome_is_asked_again() -> None:
    game = sound()
    rulebook.evolve(game, StepEnded(0, "flick"))

    assert after(game) == [DecisionRequested(0, "flick")]


# --- Points -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("P-5")
def test_an_adjustment_is_exactly_the_points_given_and_nothing_follows_from_it() -> None:
    game = sound()
    for seat, points in ((0, 5), (0, -8), (1, 2)):
        rulebook.adjust(game, seat, points)

    assert game.scores == [0, 6]
    assert [*rulebook.invariants(game)] == []
    assert after(game) == []


STANDINGS = [
    ("P-5", "most points win", [5, 4], [1, 2], {}, (2, 1)),
    ("P-5", "then more Temples on the map", [5, 5], [2, 1], {}, (1, 2)),
    ("P-5", "then more Islands dominated in the last Worship", [5, 5], [1, 1], {1: ("south",)}, (2, 1)),
    ("P-5", "else they share the rank", [5, 5], [1, 1], {0: ("east",), 1: ("south",)}, (1, 1)),
]


@pytest.mark.parametrize(("scores", "temples", "dominated", "expected"), rows(STANDINGS))
def test_a_finished_game_is_ranked_anew_when_points_change(
    scores: list[int], temples: list[int], dominated: dict[int, tuple[str, ...]], expected: tuple[int, ...]
) -> None:
    game = position("", scores=scores)
    for seat, number in enumerate(temples):
        rulebook.evolve(
            game,
            moved(
                *(Moved(f"{seat}-t{n + 1:02}", 100_000 + 100_000 * n, 100_000 + 200_000 * seat) for n in range(number))
            ),
        )
    for seat, islands in dominated.items():
        rulebook.evolve(game, WorshipScored((seat,), (), (), islands))
    rulebook.evolve(game, GameFinished(tuple(scores), (1, 1)))

    assert [*rulebook.invariants(game)] == []
    if scores[0] != scores[1]:
        rulebook.adjust(game, 1, 2)
    assert rulebook.standings(game) == expected
    assert after(game) == []
