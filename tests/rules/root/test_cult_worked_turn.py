"""A whole turn of the Cult, event by event, and what holds all along it."""

from typing import Any

import pytest

from domain.root.commands import Craft, EndStep
from domain.root.cult.commands import (
    CrusadeFollowUp,
    CrusadeMove,
    RitualRecruit,
    RitualSacrifice,
    RitualScore,
    Sanctify,
)
from domain.root.cult.events import (
    AcolytesGained,
    AcolytesSpent,
    CardRevealed,
    ConspiracyPerformed,
    CrusadeEnded,
    LostSoulsEmptied,
    OutcastAdjusted,
    RevealedCardsReturned,
    RitualPerformed,
)
from domain.root.events import (
    CardCrafted,
    CardPiled,
    CardsDrawn,
    DecisionRequested,
    ItemGained,
    PhaseStarted,
    PieceReplaced,
    PiecesPlaced,
    Placed,
    PointsScored,
    StepEnded,
    StepStarted,
    TurnEnded,
    WarriorsMoved,
)
from domain.root.rulebook import rulebook
from domain.root.state import Game
from domain.table.messages import Term
from tests.rules.root.positions import CULT, MARQUISE, asked, done, go_on, of, position

# Two fox gardens and one of rabbit; two warriors in 8 beside a sawmill, and ten elsewhere: ten are in the supply.
WOODS = """
cult      6 garden-fox warrior*5
cult      12 garden-fox warrior*5
cult      5 garden-rabbit
cult      8 warrior*2
marquise  8 sawmill
marquise  7 warrior
"""
FOX_A, FOX_B, RABBIT, BIRD = "gently-used-knapsack#1", "anvil#1", "bake-sale#1", "sappers#1"
PILE = ["foxfolk-steel#1", "travel-gear-fox#1", "a-visit-to-friends#1", "ambush-bird#1", "dominance-fox#1"]
DRAWN = ["ambush-bird#2", "ambush-fox#1"]
TURN: list[Any] = [
    Sanctify(8, MARQUISE, "sawmill"),
    CrusadeMove(8, 7, 2),
    CrusadeFollowUp(),
    RitualScore(FOX_A),
    RitualRecruit(RABBIT, 4),
    RitualSacrifice(BIRD),
    EndStep(),
    Craft(FOX_B, (8,)),
    EndStep(),
]


def before() -> Game:
    """The Cult's turn is about to begin."""
    return position(
        "", WOODS, active=CULT, acolytes=3, outcast="fox", lost_souls=PILE, hands={CULT: [BIRD, FOX_A, FOX_B, RABBIT]}
    )


def whole_turn(game: Game) -> list[Any]:
    """All events of the turn."""
    events = go_on(game)
    for command in TURN:
        events += done(game, CULT, command, deck=DRAWN)
    return events[: events.index(TurnEnded(CULT)) + 1]


EXPECTED: list[Any] = [
    PhaseStarted(CULT, "birdsong"),
    OutcastAdjusted(CULT, 3, 1, 0, 1, "fox", "fox", "fox", False, True),
    LostSoulsEmptied(CULT, tuple(PILE[:4]), ("dominance-fox#1",)),
    StepStarted(CULT, "conspiracies"),
    # Sanctify: two of three acolytes.
    AcolytesSpent(CULT, 2, 1, "sanctify"),
    ConspiracyPerformed(CULT, "sanctify", 8, 2, True),
    PieceReplaced(CULT, MARQUISE, 8, "sawmill", "garden-fox"),
    PointsScored((CULT,), (Term("building_removed", 1, 1, "10.4.3-III"),)),
    # A crusade by moving, without a battle: the last one.
    AcolytesSpent(CULT, 1, 0, "crusade"),
    ConspiracyPerformed(CULT, "crusade", 8, 1, True),
    WarriorsMoved(CULT, 8, 7, 2),
    DecisionRequested(CULT, "follow_up"),
    CrusadeEnded(CULT),
    # Without an acolyte Birdsong is over.
    StepEnded(CULT, "conspiracies"),
    PhaseStarted(CULT, "daylight"),
    StepStarted(CULT, "rituals"),
    # Three fox gardens score 2.
    CardRevealed(CULT, FOX_A, "score"),
    CardPiled(CULT, FOX_A, "spent", "lost_souls", "10.5.3"),
    PointsScored((CULT,), (Term("gardens_fox", 1, 2, "10.5.3"),)),
    RitualPerformed(CULT, "score", FOX_A),
    CardRevealed(CULT, RABBIT, "recruit"),
    PiecesPlaced(CULT, (Placed("warrior", 4, 1),)),
    RitualPerformed(CULT, "recruit", RABBIT),
    CardRevealed(CULT, BIRD, "sacrifice"),
    AcolytesGained(CULT, 1, "sacrifice"),
    RitualPerformed(CULT, "sacrifice", BIRD),
    StepEnded(CULT, "rituals"),
    PhaseStarted(CULT, "evening"),
    RevealedCardsReturned(CULT, (RABBIT, BIRD)),
    StepStarted(CULT, "cult_craft"),
    CardCrafted(CULT, FOX_B, (8,), False),
    ItemGained(CULT, "hammer"),
    PointsScored((CULT,), (Term("item", 1, 2, "core-10"),)),
    CardPiled(CULT, FOX_B, "crafted", "lost_souls", "core-10"),
    StepEnded(CULT, "cult_craft"),
    # One, and one for fox.
    CardsDrawn(CULT, 2, tuple(DRAWN)),
    TurnEnded(CULT),
]


@pytest.mark.clause("10.4", "10.4.1", "10.4.2", "10.4.3", "10.5", "10.6", "10.6.1", "10.6.2", "10.6.3")
def test_the_worked_turn_is_told_event_by_event() -> None:
    game = before()
    assert whole_turn(game) == EXPECTED
    assert game.scores == [1 + 2 + 2, 0, 0]
    assert game.lost_souls == [FOX_A, FOX_B]


@pytest.mark.clause("10.4.3", "10.5.2", "10.5.4")
def test_its_supply_counts_as_it_says() -> None:
    game = before()
    assert game.supply[CULT] == 10
    go_on(game)
    counted = [done(game, CULT, command, deck=DRAWN) and game.supply[CULT] for command in TURN]
    assert counted == [12, 13, 13, 13, 12, 11, 11, 11, 11]


@pytest.mark.clause("10.4.1")
def test_if_nothing_else_is_discarded_fox_wins_again_and_stays_hated() -> None:
    game = before()
    whole_turn(game)
    view: Any = rulebook.view(game, None)
    assert (view.cult.next_outcast, view.cult.next_hated) == ("fox", True)


# --- What holds after every event (each event's counts are checked by the helper) -------------------------------------


@pytest.mark.clause("10.2.6", "10.4.2")
def test_only_the_emptying_of_lost_souls_adds_to_the_discard_pile() -> None:
    game, told = before(), whole_turn(before())
    for event in told:
        had = len(game.discard)
        rulebook.evolve(game, event)
        assert len(game.discard) <= had or isinstance(event, LostSoulsEmptied)


@pytest.mark.clause("10.4.3", "10.2.3", "10.5.4")
def test_acolytes_rise_by_revenge_and_sacrifice_only_and_fall_only_by_being_spent() -> None:
    game, told = before(), whole_turn(before())
    assert game.cult is not None
    for event in told:
        had = game.cult.acolytes
        rulebook.evolve(game, event)
        change = game.cult.acolytes - had
        assert change == 0 or isinstance(event, AcolytesSpent if change < 0 else AcolytesGained)


@pytest.mark.clause("10.2.4")
def test_the_cult_rules_wherever_a_garden_stands_after_every_event() -> None:
    game, told = before(), whole_turn(before())
    for event in told:
        rulebook.evolve(game, event)
        view: Any = rulebook.view(game, None)
        for clearing in view.clearings:
            if any(piece.kind.startswith("garden-") for piece in clearing.buildings):
                assert clearing.ruler == CULT


@pytest.mark.clause("10.2.6", "10.2.5")
def test_replaying_the_events_gives_the_same_game() -> None:
    played, replayed = before(), before()
    for event in whole_turn(played):
        rulebook.evolve(replayed, event)
    assert replayed.lost_souls == played.lost_souls
    assert replayed.cult == played.cult
    assert replayed.hands == played.hands


@pytest.mark.clause("10.6.1", "10.6.3")
def test_after_the_last_step_nothing_is_revealed_and_the_hand_is_within_the_limit() -> None:
    game = before()
    whole_turn(game)
    assert game.cult is not None
    assert (game.cult.revealed, len(game.hands[CULT]) <= 5) == ([], True)
    assert [seat for seat, _ in asked(game)] == [MARQUISE]


@pytest.mark.clause("10.5.3")
def test_no_suit_is_scored_twice_in_it() -> None:
    performed = of(whole_turn(before()), RitualPerformed)
    assert len([event for event in performed if event.ritual == "score"]) == 1
