"""What a ruling's remedy needs: what never may be, what follows from a correction, and how the game then stands."""

import ast
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.root import invariants as module
from domain.root import rulebook as wiring
from domain.root.cards import CARDS
from domain.root.cult.events import CardRevealed, OutcastChosen, RitualPerformed
from domain.root.events import (
    AmbushPlayed,
    BattleStarted,
    CardCrafted,
    CardPiled,
    CardsDrawn,
    DecisionRequested,
    ItemGained,
    Loss,
    PhaseStarted,
    PiecesPlaced,
    PiecesRemoved,
    Placed,
    PointsScored,
    TurnStarted,
    WarriorsMoved,
)
from domain.root.eyrie.events import DecreeCardResolved, LeaderChosen
from domain.root.marquise.events import ActionTaken
from domain.root.rulebook import rulebook
from domain.root.state import Game
from domain.root.steps import DECISIONS
from domain.table.chance import Chance
from domain.table.lifecycle import GameFinished
from domain.table.messages import MOST_POINTS, Term
from domain.table.rulebook import event_of
from tests.rules.damages import Damage, Damages, set_
from tests.rules.root.games import positions
from tests.rules.root.positions import CULT, EYRIE, MARQUISE, asked, dictated, kinds, position, rows
from tests.table.random_games import Dealt

DAMAGES_BY = Damages(rulebook)
by, adjusted = DAMAGES_BY.by, DAMAGES_BY.adjusted

STANDING = """
    cult      8 warrior*2 garden-fox
    marquise  1 keep warrior*3
    marquise  5 warrior sawmill wood
    eyrie     3 roost warrior*6
"""


def sound() -> Game:
    """A game in the middle, of which nothing is wrong."""
    game = position(
        "actions",
        STANDING,
        hands={CULT: ["anvil#1", "armorers#2"], MARQUISE: ["sword#1"], EYRIE: ["bake-sale#1"]},
        play={CULT: ["armorers#1"]},
        lost_souls=["investments#1"],
        dominance={EYRIE: "dominance-fox#1"},
        decree={"move": ["cobbler#1"]},
        items={CULT: ["sword"]},
        scores=[3, 4, 0],
    )
    assert [*rulebook.invariants(game)] == []
    return game


DAMAGES = [
    ("core-1.1", "a seat on turn that there is not", "SEAT_NOT_AT_TABLE", set_("active", 7)),
    ("core-1.1", "a seat awaited that there is not", "SEAT_NOT_AT_TABLE", by(DecisionRequested(5, "ambush"))),
    ("core-1.1", "a battle of a seat that there is not", "SEAT_NOT_AT_TABLE", by(BattleStarted(CULT, 4, 8))),
    ("core-6", "a step in another's turn", "STEP_OUT_OF_PLACE", by(TurnStarted(EYRIE, 20))),
    ("core-6", "a step in another phase", "STEP_OUT_OF_PLACE", by(PhaseStarted(MARQUISE, "evening"))),
    ("core-15", "a card in two places", "CARD_NOT_IN_ONE_PLACE", lambda game: game.discard.append("anvil#1")),
    ("core-15", "a card that is nowhere", "CARD_NOT_IN_ONE_PLACE", lambda game: game.lost_souls.clear()),
    ("core-15", "a card that there is not", "CARD_NOT_IN_ONE_PLACE", lambda game: game.discard.append("joker#1")),
    ("core-5.4", "another card available", "CARD_IN_WRONG_PILE",
     by(CardPiled(CULT, "anvil#1", "spent", "available"))),
    ("core-5.4", "a dominance card discarded", "CARD_IN_WRONG_PILE",
     by(CardsDrawn(CULT, 1, ("dominance-bird#1",)), CardPiled(CULT, "dominance-bird#1", "spent", "discard"))),
    ("core-5.7", "a known card that is not in hand", "HAND_NOT_AS_KNOWN",
     lambda game: game.known[CULT].append("sword#1")),
    ("core-10", "an item card in front of a seat", "CARD_DOES_NOT_STAY", by(CardCrafted(CULT, "anvil#1", (), True))),
    ("core-10", "the same effect twice", "EFFECT_TWICE", by(CardCrafted(CULT, "armorers#2", (), True))),
    ("core-11", "a dominance card that nobody plays for", "DOMINANCE_NOT_IN_PLAY",
     lambda game: game.dominance.__setitem__(EYRIE, None)),
    ("core-15", "a warrior too many", "WARRIORS_DO_NOT_ADD_UP", lambda game: game.supply.__setitem__(CULT, 99)),
    ("core-15", "more warriors moved than stand there", "FEWER_THAN_NONE", by(WarriorsMoved(MARQUISE, 5, 1, 4))),
    ("core-15", "more acolytes spent than there are", "FEWER_THAN_NONE",
     lambda game: (set_("acolytes", -1, "cult")(game), game.supply.__setitem__(CULT, game.supply[CULT] + 1))),
    ("core-15", "more wood placed than there is", "FEWER_THAN_NONE",
     by(PiecesPlaced(MARQUISE, (Placed("wood", 5, 9),)))),
    ("core-15", "a building too many", "PIECES_DO_NOT_ADD_UP",
     lambda game: game.buildings[5].append((MARQUISE, "sawmill"))),
    ("core-15", "a building of another's", "PIECES_DO_NOT_ADD_UP",
     lambda game: game.buildings[5].append((CULT, "sawmill"))),
    ("core-4", "more buildings than slots", "MORE_BUILDINGS_THAN_SLOTS",
     by(PiecesPlaced(MARQUISE, (Placed("workshop", 5, 2),)))),
    ("10.5.1", "a fox garden among rabbits", "GARDEN_OF_OTHER_SUIT",
     by(PiecesPlaced(CULT, (Placed("garden-fox", 5, 1),)))),
    ("7.5.2", "two roosts", "TWO_ROOSTS", by(PiecesPlaced(EYRIE, (Placed("roost", 9, 2),)))),
    ("6.2.2", "a keep that stands elsewhere", "KEEP_ELSEWHERE", set_("keep", 2, "marquise")),
    ("6.2.2", "a roost at the keep", "PIECE_AT_KEEP", by(PiecesPlaced(EYRIE, (Placed("roost", 1, 1),)))),
    ("core-15", "an item that is gone", "ITEMS_DO_NOT_ADD_UP", lambda game: game.items.__setitem__("tea", 1)),
    ("core-15", "an item that was not there", "ITEMS_DO_NOT_ADD_UP", by(*[ItemGained(CULT, "hammer")] * 2)),
    ("core-12", "a score below 0", "SCORE_OUT_OF_RANGE", adjusted(CULT, -4)),
    ("core-12", "a score beyond all measure", "SCORE_OUT_OF_RANGE", adjusted(CULT, MOST_POINTS)),
    ("core-11", "points for a seat that plays for dominance", "DOMINANCE_HAS_NO_SCORE", adjusted(EYRIE, 1)),
    ("core-11", "points taken from a seat that has no score", "DOMINANCE_HAS_NO_SCORE", adjusted(EYRIE, -1)),
    ("core-8.0", "a battle with oneself", "NO_SUCH_BATTLE", by(BattleStarted(CULT, CULT, 8))),
    ("core-8.0", "a battle nowhere", "NO_SUCH_BATTLE", by(BattleStarted(CULT, EYRIE, 13))),
    ("core-8.1", "an ambush with an item", "NO_AMBUSH_OF_THIS_BATTLE",
     by(BattleStarted(MARQUISE, CULT, 8), AmbushPlayed(CULT, "anvil#1"))),
    ("card-tax-collector", "a tax that nobody collects", "TAX_WITHOUT_COLLECTOR",
     by(PiecesRemoved(MARQUISE, (Loss(MARQUISE, 5, 1),), "tax"))),
    ("10.2.5", "fear for a sawmill", "FEAR_WITHOUT_GARDEN",
     by(PiecesRemoved(CULT, (Loss(MARQUISE, 5, 0, ("sawmill",)),), "favor", (), ("sawmill",)))),
    ("10.3.3", "birds as the Outcast", "NO_OUTCAST", by(OutcastChosen(CULT, "bird"))),
    ("10.3.3", "no Outcast", "NO_OUTCAST", set_("outcast", None, "cult")),
    ("10.6.1", "a card revealed in another's turn", "REVEALED_OUT_OF_TURN",
     by(CardRevealed(CULT, "anvil#1", "recruit"))),
    ("10.5.3", "a suit scored twice", "SUIT_SCORED_TWICE", by(*[RitualPerformed(CULT, "score", "anvil#1")] * 2)),
    ("6.5", "a fourth action", "FEWER_THAN_NO_ACTIONS", by(*[ActionTaken(MARQUISE, "battle")] * 4)),
    ("6.2.3", "wounded in no clearing", "WOUNDED_NOWHERE", lambda game: game.wounded.__setitem__(13, 1)),
    ("6.2.3", "more wounded than in the supply", "WOUNDED_NOT_IN_SUPPLY",
     by(PiecesRemoved(CULT, (Loss(MARQUISE, 5, 1),), "favor", ((5, 25),)))),
    ("7.3", "a leader in charge and face up", "LEADERS_DO_NOT_ADD_UP", lambda game: game.eyrie.leaders.append("despot")),
    ("7.3", "a leader that there is not", "LEADERS_DO_NOT_ADD_UP", lambda game: game.eyrie.leaders.append("tyrant")),
    ("7.3", "viziers of two leaders", "VIZIERS_OUT_OF_PLACE", by(LeaderChosen(EYRIE, "builder", ("recruit", "move")))),
    ("7.5.2", "a card resolved that is not in the Decree", "RESOLVED_NOT_IN_DECREE",
     by(DecreeCardResolved(EYRIE, "move", "anvil#1"))),
]  # fmt: skip
"""How a state can be wrong: by a correction, by an adjustment, or as nothing that happens could make it."""
ELSEWHERE = {"DECISION_WITHOUT_CAUSE", "NOTHING_TO_DECIDE"}
"""Codes that have tests of their own."""


# --- Invariants -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "damage"), rows(DAMAGES))
def test_what_never_may_be_is_named(code: str, damage: Damage) -> None:
    game = sound()
    damage(game)

    found = [*rulebook.invariants(game)]

    assert {refusal.code for refusal in found} == {code}
    for refusal in found:
        assert refusal.clause in rulebook.law
        sentence = rulebook.catalogue.refusal(refusal)
        assert sentence.endswith(".")
        assert not {"{", "?", "="} & {*sentence}, sentence


@pytest.mark.clause("core-1.1")
@pytest.mark.parametrize("kind", sorted(DECISIONS))
@pytest.mark.parametrize("seat", [CULT, MARQUISE, EYRIE])
def test_nobody_is_asked_about_what_there_is_not(kind: str, seat: int) -> None:
    game = sound()
    rulebook.evolve(game, DecisionRequested(seat, kind))

    (refusal,) = rulebook.invariants(game)

    assert (refusal.code, refusal.arguments) == ("DECISION_WITHOUT_CAUSE", {"seat": seat, "kind": kind})


@pytest.mark.clause("core-1.1")
def test_nobody_is_awaited_who_has_nothing_to_choose_from() -> None:
    game = position("decree", STANDING, hands={EYRIE: ["anvil#1"]})
    assert [*rulebook.invariants(game)] == []
    rulebook.evolve(game, CardPiled(EYRIE, "anvil#1", "discarded", "lost_souls"))

    assert [refusal.code for refusal in rulebook.invariants(game)] == ["NOTHING_TO_DECIDE"]


@pytest.mark.clause("core-5.4")
def test_without_the_cult_there_are_no_lost_souls() -> None:
    game = position("actions", "marquise 1 keep", factions=("marquise", "eyrie"), active=0, hands={0: ["anvil#1"]})
    assert [*rulebook.invariants(game)] == []
    rulebook.evolve(game, CardPiled(0, "anvil#1", "spent", "lost_souls"))

    assert [refusal.code for refusal in rulebook.invariants(game)] == ["CARD_IN_WRONG_PILE"]


def test_every_invariant_can_fail() -> None:
    tested = {code for _, _, code, _ in DAMAGES} | ELSEWHERE
    assert tested == codes_of(module.__file__) | codes_of(wiring.__file__) - {"FACTIONS_DO_NOT_FIT"}


def codes_of(path: str) -> set[str]:
    """The codes of all refusals that a module gives."""
    calls = (node for node in ast.walk(ast.parse(Path(path).read_text())) if isinstance(node, ast.Call))
    return {
        call.args[0].value
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "Refusal" and isinstance(call.args[0], ast.Constant)
    }


@pytest.mark.clause("core-15", "core-12")
@pytest.mark.parametrize("number", range(14))
def test_at_every_decision_of_a_random_game_nothing_is_wrong_and_nothing_follows(number: int) -> None:
    for game, _, _ in positions(number):
        assert [*rulebook.invariants(game)] == []
        assert [*rulebook.after_remedy(game, Chance(Dealt(Random(0)), {}))] == []
    assert rulebook.standings(game) == game.ranking
    assert [*rulebook.invariants(game)] == []


# --- Corrections ------------------------------------------------------------------------------------------------------


def test_an_arbiter_gives_neither_what_chance_gives_nor_what_begins_by_itself_nor_what_is_set_up_or_shown() -> None:
    left_out = {event.__name__ for event in {*rulebook.events} - {*rulebook.corrections}}
    assert left_out == {
        "WoodlandSetUp", "FirstSeatDrawn", "DeckShuffled", "FactionSetUp", "CardsDrawn", "CardTaken", "DeckReshuffled",
        "DiceRolled", "FaithfulFeared", "TurnStarted", "PhaseStarted", "StepStarted", "TurnEnded", "HandShown",
    }  # fmt: skip
    assert PiecesRemoved in rulebook.corrections


@pytest.mark.clause("core-8")
def test_pieces_removed_by_a_ruling_in_the_middle_of_a_battle_do_not_end_it() -> None:
    game = position("actions", "marquise 8 warrior*3 \n cult 8 warrior*2 garden-fox \n marquise 1 keep sawmill",
                    hands={CULT: ["ambush-fox#1"]})  # fmt: skip
    rulebook.evolve(game, BattleStarted(MARQUISE, CULT, 8))
    rulebook.evolve(game, DecisionRequested(CULT, "ambush"))
    rulebook.evolve(game, PiecesRemoved(CULT, (Loss(MARQUISE, 1, 0, ("sawmill",)),), "ruling"))

    assert [*rulebook.invariants(game)] == []
    assert game.battle is not None
    assert game.battle.stage == "ambush"
    assert kinds(_after(game)) == []
    assert asked(game) == [(CULT, "ambush")]


def _after(game: Game, **wanted: Any) -> list[Any]:
    """What follows at once from a remedy."""
    events = []
    for happening in rulebook.after_remedy(game, chance := dictated(wanted)):
        events.append(event_of(happening))
        rulebook.evolve(game, events[-1])
        chance.take()
    return events


# --- What follows -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("core-12")
def test_a_seat_that_an_adjustment_takes_to_30_wins_at_once() -> None:
    game = sound()
    rulebook.adjust(game, CULT, 27)
    assert [*rulebook.invariants(game)] == []

    assert _after(game) == [GameFinished((30, 4, 0), (1, 2, 3))]
    assert rulebook.standings(game) == game.ranking == (1, 2, 3)


@pytest.mark.clause("core-12")
def test_points_given_as_a_correction_win_too_whatever_is_just_being_decided() -> None:
    game = sound()
    rulebook.evolve(game, BattleStarted(MARQUISE, CULT, 8))
    rulebook.evolve(game, DecisionRequested(CULT, "ambush"))
    rulebook.evolve(game, PointsScored((MARQUISE,), (Term("item", 1, 26, "core-10"),)))

    assert kinds(_after(game)) == ["GameFinished"]
    assert game.ranking == (2, 1, 3)
    assert not game.prompts


@pytest.mark.clause("core-12")
def test_a_seat_just_below_30_does_not_win() -> None:
    game = sound()
    rulebook.adjust(game, CULT, 26)
    assert _after(game) == []


@pytest.mark.clause("core-6", "core-5.7")
def test_a_step_that_a_correction_leaves_nothing_to_do_in_ends_by_itself() -> None:
    hand = [card for card in sorted(CARDS) if CARDS[card].kind == "item"][:6]
    game = position("discard", STANDING, active=MARQUISE, hands={MARQUISE: hand})
    rulebook.evolve(game, CardPiled(MARQUISE, hand[0], "discarded", "lost_souls"))
    assert [*rulebook.invariants(game)] == []

    assert kinds(_after(game))[:2] == ["StepEnded", "TurnEnded"]
    assert game.prompts


@pytest.mark.clause("10.2.5")
def test_a_correction_that_removes_a_garden_lets_the_cult_fear() -> None:
    game = sound()
    rulebook.evolve(game, PiecesRemoved(MARQUISE, (Loss(CULT, 8, 0, ("garden-fox",)),), "ruling", (), ("garden-fox",)))
    assert kinds(_after(game, fear=["anvil#1"])) == ["FaithfulFeared", "CardPiled"]
    assert asked(game) == [(MARQUISE, "actions")]


# --- Standings --------------------------------------------------------------------------------------------------------


def finished(scores: tuple[int, int, int], ranking: tuple[int, ...], dominance: int | None = None) -> Game:
    """A game that is over."""
    game = sound() if dominance == EYRIE else position("actions", STANDING)
    for seat, points in enumerate(scores):
        rulebook.adjust(game, seat, points - game.scores[seat])
    rulebook.evolve(game, GameFinished(scores, ranking))
    return game


STANDINGS = [
    ("core-12", "whoever won stays the winner while it has 30", (31, 20, 5), (1, 2, 3), None, (1, 14), (1, 2, 3)),
    ("core-12", "the others are ranked by their scores", (31, 20, 5), (1, 2, 3), None, (2, 16), (1, 3, 2)),
    ("core-12", "equals together", (31, 20, 5), (1, 2, 3), None, (2, 15), (1, 2, 2)),
    ("core-12", "who has no 30 any more does not win over one who has", (30, 31, 5), (1, 2, 3), None, (0, -1), (2, 1, 3)),
    ("core-12", "with 30 for nobody the scores alone count", (30, 28, 5), (1, 2, 3), None, (0, -3), (2, 1, 3)),
    ("core-12", "and equals are first together", (30, 28, 5), (1, 2, 3), None, (0, -2), (1, 1, 3)),
    ("core-11", "points change nothing for who has won by dominance", (29, 4, 0), (2, 3, 1), EYRIE, (0, 5), (2, 3, 1)),
    ("core-11", "and rank the others", (9, 4, 0), (2, 3, 1), EYRIE, (1, 6), (3, 2, 1)),
]  # fmt: skip


@pytest.mark.parametrize(("scores", "ranking", "dominance", "adjustment", "expected"), rows(STANDINGS))
def test_a_finished_game_is_ranked_anew_when_points_change(
    scores: tuple[int, int, int],
    ranking: tuple[int, ...],
    dominance: int | None,
    adjustment: tuple[int, int],
    expected: tuple[int, ...],
) -> None:
    game = finished(scores, ranking, dominance)
    assert rulebook.standings(game) == ranking

    rulebook.adjust(game, *adjustment)

    assert [*rulebook.invariants(game)] == []
    assert rulebook.standings(game) == expected


@pytest.mark.clause("core-12")
def test_an_adjustment_is_exactly_the_points_given() -> None:
    game = sound()
    for seat, points in ((CULT, 5), (CULT, -8), (MARQUISE, 2)):
        rulebook.adjust(game, seat, points)
    assert game.scores == [0, 6, 0]
    assert [*rulebook.invariants(game)] == []


@pytest.mark.clause("core-11")
def test_a_game_that_dominance_has_ended_stands_as_it_ended() -> None:
    game = position("after_decree", "eyrie 1 warrior \n eyrie 6 warrior \n eyrie 8 warrior",
                    dominance={EYRIE: "dominance-fox#1"}, scores=[3, 4, 0])  # fmt: skip
    rulebook.evolve(game, TurnStarted(EYRIE, 30))
    game.step_prompt, game.prompts = None, ()

    assert kinds(_after(game)) == ["GameFinished"]
    assert rulebook.standings(game) == game.ranking == (3, 2, 1)
