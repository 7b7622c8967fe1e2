"""10.2.1, 10.6: the Cult's Evening: cards are taken back, crafted, drawn and discarded."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.root.commands import Craft, DiscardToLimit, EndStep, UseCobbler
from domain.root.cult.commands import RitualBuild, RitualRecruit, RitualSacrifice, RitualScore
from domain.root.cult.events import RevealedCardsReturned
from domain.root.cult.turn import cards_to_draw
from domain.root.events import CardCrafted, CardPiled, CardsDrawn, TurnEnded
from domain.root.state import Game
from tests.rules.root.positions import (
    CULT,
    EYRIE,
    MARQUISE,
    asked,
    done,
    go_on,
    hand_of,
    kinds,
    of,
    offers,
    play,
    position,
    refused,
    rows,
    scored,
)

VECTORS = json.loads((Path(__file__).parent / "data" / "cult-vectors.json").read_bytes())

# Two fox gardens and one of each other suit.
WOODS = "cult 8 garden-fox*2\ncult 5 garden-rabbit\ncult 2 garden-mouse\ncult 8 warrior"
ANVIL, STEEL, TRADER, SWORDS = "anvil#1", "foxfolk-steel#1", "arms-trader#1", "sword#1"


def crafting(hand: list[str], pieces: str = WOODS, **given: Any) -> Game:
    """The Cult's Evening, with cards taken back; the Outcast being fox unless another is given."""
    return position("cult_craft", pieces, hands={CULT: hand}, **given)


# --- 10.2.1 Crafting --------------------------------------------------------------------------------------------------

CRAFTED: list[tuple[Any, ...]] = [
    ("10.2.1", "one icon of the Outcast", "fox", ANVIL, (8,)),
    ("10.2.1", "two icons of it", "fox", STEEL, (8, 8)),
    ("10.2.1", "a rabbit's icon while rabbit is the Outcast", "rabbit", "a-visit-to-friends#1", (5,)),
    ("10.2.1", "a mouse's icon while mouse is the Outcast", "mouse", "root-tea-fox#1", (2,)),
    ("10.2.1", "a card that stays", "fox", "armorers#1", (8,)),
]


@pytest.mark.parametrize(("outcast", "card", "clearings"), rows(CRAFTED))
@pytest.mark.parametrize("hated", [False, True], ids=["outcast", "hated"])
def test_gardens_of_the_outcast_suit_pay(outcast: str, hated: bool, card: str, clearings: tuple[int, ...]) -> None:
    # Whether the marker shows Hated makes no difference.
    game = crafting([card], outcast=outcast, hated=hated)
    (crafted,) = of(done(game, CULT, Craft(card, clearings)), CardCrafted)
    assert (crafted.card, crafted.clearings) == (card, clearings)


NOT_CRAFTED: list[tuple[Any, ...]] = [
    ("10.2.1", "by a garden of another suit", Craft("a-visit-to-friends#1", (5,)), "GARDEN_NOT_OUTCAST_SUIT"),
    ("10.2.1", "by gardens of two suits", Craft(STEEL, (2, 8)), "GARDEN_NOT_OUTCAST_SUIT"),
    ("10.2.1", "a card with three different icons", Craft("tax-collector#1", (2, 5, 8)), "GARDEN_NOT_OUTCAST_SUIT"),
    ("10.2.1", "a card with three different icons by the Outcast's", Craft("tax-collector#1", (8, 8)), "COST_NOT_PAID"),
    ("10.2.1", "for icons of another suit", Craft("root-tea-fox#1", (8,)), "COST_NOT_PAID"),
    ("10.2.1", "for too little", Craft(STEEL, (8,)), "COST_NOT_PAID"),
    ("10.2.1", "for too much", Craft(ANVIL, (8, 8)), "COST_NOT_PAID"),
    ("10.2.1", "by more gardens than there are", Craft("favor-of-the-foxes#1", (8, 8, 8)), "CRAFTING_PIECE_USED"),
    ("10.2.1", "where no garden is", Craft(ANVIL, (12,)), "COST_NOT_PAID"),
    ("10.2.1", "off the map", Craft(ANVIL, (13,)), "UNKNOWN_CLEARING"),
    ("10.2.1", "an ambush card", Craft("ambush-fox#1", ()), "CANNOT_CRAFT_KIND"),
    ("10.2.1", "a dominance card", Craft("dominance-fox#1", (8,)), "CANNOT_CRAFT_KIND"),
    ("10.2.1", "a card of the deck", Craft("codebreakers#1", (2,)), "CARD_NOT_IN_HAND"),
    ("10.2.1", "Royal Claim by less than four gardens of the Outcast", Craft("royal-claim#1", (8, 8)), "COST_NOT_PAID"),
    ("10.2.1", "Royal Claim by gardens of several suits", Craft("royal-claim#1", (2, 5, 8, 8)), "GARDEN_NOT_OUTCAST_SUIT"),
]  # fmt: skip
ANY = [
    "a-visit-to-friends#1", STEEL, "tax-collector#1", "root-tea-fox#1", ANVIL, "favor-of-the-foxes#1", "ambush-fox#1",
    "dominance-fox#1", "royal-claim#1",
]  # fmt: skip


@pytest.mark.parametrize(("command", "code"), rows(NOT_CRAFTED))
def test_nothing_is_crafted(command: Craft, code: str) -> None:
    assert refused(crafting(ANY), CULT, command) == code


@pytest.mark.clause("10.2.1")
def test_royal_claim_takes_four_gardens_of_the_outcast() -> None:
    game = crafting(["royal-claim#1"], "cult 8 garden-fox*2\ncult 6 garden-fox\ncult 1 garden-fox")
    done(game, CULT, Craft("royal-claim#1", (1, 6, 8, 8)))
    assert game.play[CULT] == ["royal-claim#1"]


@pytest.mark.clause("10.2.1", "10.6.2")
def test_several_cards_are_crafted_while_gardens_are_left_and_each_garden_pays_once() -> None:
    game = crafting([ANVIL, "armorers#1", "crossbow-mouse#1"])
    done(game, CULT, Craft(ANVIL, (8,)))
    done(game, CULT, Craft("armorers#1", (8,)))
    # No garden is left, so the step is over though a card is in hand.
    assert game.active == MARQUISE
    assert "crossbow-mouse#1" in game.hands[CULT]


@pytest.mark.clause("10.2.1")
def test_a_garden_that_paid_does_not_pay_again() -> None:
    game = crafting([ANVIL, STEEL])
    done(game, CULT, Craft(ANVIL, (8,)))
    assert refused(game, CULT, Craft(STEEL, (8, 8))) == "CRAFTING_PIECE_USED"
    assert offers(game, CULT, Craft) == []


@pytest.mark.clause("10.2.1")
def test_a_garden_built_this_turn_can_be_activated() -> None:
    game = position("rituals", "cult 8 warrior", hands={CULT: ["gently-used-knapsack#1", ANVIL]})
    play(game, CULT, RitualBuild("gently-used-knapsack#1", 8), EndStep())
    done(game, CULT, Craft(ANVIL, (8,)))


@pytest.mark.clause("10.2.1", "10.4.1")
def test_the_outcast_is_the_one_set_in_this_turn() -> None:
    game = position("", WOODS, active=CULT, hands={CULT: [ANVIL, "a-visit-to-friends#1"]}, lost_souls=["bake-sale#1"])
    begin(game)
    play(game, CULT, EndStep())
    assert refused(game, CULT, Craft(ANVIL, (8,))) == "GARDEN_NOT_OUTCAST_SUIT"
    done(game, CULT, Craft("a-visit-to-friends#1", (5,)))


def begin(game: Game) -> None:
    """Let the Cult's turn begin, up to its rituals."""
    go_on(game)
    assert asked(game) == [(CULT, "rituals")]


@pytest.mark.clause("10.2.1")
def test_the_printed_suit_lets_a_garden_be_activated_and_the_clearings_suit_is_what_it_pays() -> None:
    # On this map no garden stands in a clearing of another suit; this only shows the rule.
    game = crafting([ANVIL, "root-tea-fox#1"], "cult 2 garden-fox")
    assert refused(game, CULT, Craft(ANVIL, (2,))) == "COST_NOT_PAID"
    done(game, CULT, Craft("root-tea-fox#1", (2,)))


# --- 10.6.2 Craft -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("10.6.2", "10.2.6")
def test_crafted_items_and_favors_go_to_lost_souls_and_count_there() -> None:
    woods = "cult 8 garden-fox*2\ncult 6 garden-fox\ncult 1 garden-fox\nmarquise 12 warrior"
    game = crafting([ANVIL, "favor-of-the-foxes#1"], woods)
    events = play(game, CULT, Craft(ANVIL, (1,)))
    assert kinds(events)[:4] == ["CardCrafted", "ItemGained", "PointsScored", "CardPiled"]
    assert (scored(events, CULT), game.crafted[CULT], game.items["hammer"]) == (2, ["hammer"], 0)
    done(game, CULT, Craft("favor-of-the-foxes#1", (6, 8, 8)))
    assert game.lost_souls == [ANVIL, "favor-of-the-foxes#1"]


@pytest.mark.clause("10.6.2")
def test_a_favor_of_the_outcast_suit_removes_enemy_pieces_only() -> None:
    woods = "cult 8 warrior garden-fox\ncult 6 garden-fox\ncult 1 warrior garden-fox\nmarquise 8 warrior*2 sawmill\n"
    game = crafting(["favor-of-the-foxes#1"], woods + "eyrie 12 warrior roost\neyrie 7 warrior")
    events = done(game, CULT, Craft("favor-of-the-foxes#1", (1, 6, 8)))
    assert scored(events, CULT) == 2
    assert (game.warriors[CULT][8], game.warriors[CULT][1], game.on_map(CULT, "garden-fox")) == (1, 1, 3)
    assert (game.warriors[MARQUISE][8], game.warriors[EYRIE][12], game.warriors[EYRIE][7]) == (0, 0, 1)
    assert "AcolytesGained" not in kinds(events)


@pytest.mark.clause("10.6.2")
def test_crafting_ends_when_the_cult_says_so() -> None:
    game = crafting([ANVIL])
    events = done(game, CULT, EndStep())
    assert of(events, CardCrafted) == []
    assert game.active == MARQUISE


@pytest.mark.clause("10.6.2")
def test_without_a_garden_of_the_outcast_or_a_card_there_is_nothing_to_craft() -> None:
    game = position("rituals", "cult 8 garden-fox", hands={CULT: [ANVIL]}, outcast="mouse")
    done(game, CULT, EndStep())
    assert game.active == MARQUISE
    game = position("rituals", "cult 8 garden-fox", hands={CULT: [ANVIL]})
    done(game, CULT, RitualScore(ANVIL))
    assert game.active == MARQUISE


# --- 10.6.1 Take back -------------------------------------------------------------------------------------------------

HAND = [ANVIL, STEEL, SWORDS, "armorers#1", "gently-used-knapsack#1"]
PRAYERS = (
    RitualRecruit(ANVIL, 12),
    RitualScore("gently-used-knapsack#1"),
    RitualRecruit(SWORDS, 9),
    RitualSacrifice("armorers#1"),
)


def prayed(**given: Any) -> tuple[Game, list[Any]]:
    """The Cult has revealed three cards and spent one."""
    game = position("rituals", WOODS, hands={CULT: HAND}, **given)
    play(game, CULT, *PRAYERS)
    return game, done(game, CULT, EndStep())


@pytest.mark.clause("10.6.1")
def test_all_revealed_cards_return_but_the_one_that_was_scored() -> None:
    game, events = prayed()
    assert of(events, RevealedCardsReturned) == [RevealedCardsReturned(CULT, (ANVIL, "armorers#1", SWORDS))]
    assert game.cult is not None
    assert game.cult.revealed == []
    assert game.hands[CULT] == sorted([ANVIL, STEEL, SWORDS, "armorers#1"])
    assert game.lost_souls == ["gently-used-knapsack#1"]


@pytest.mark.clause("10.6.1")
def test_everybody_knows_what_was_taken_back() -> None:
    game, _ = prayed()
    assert game.known[CULT] == sorted([ANVIL, SWORDS, "armorers#1"])


@pytest.mark.clause("10.6.1")
def test_with_nothing_revealed_nothing_returns() -> None:
    game = position("rituals", WOODS, hands={CULT: [ANVIL]})
    assert of(done(game, CULT, EndStep()), RevealedCardsReturned) == []


# --- 10.6 The order (D1) ----------------------------------------------------------------------------------------------


@pytest.mark.clause("10.6", "10.6.1", "10.6.2", "10.6.3")
def test_by_numbers_cards_are_taken_back_then_crafted_then_drawn() -> None:
    game, events = prayed()
    assert kinds(events) == ["StepEnded", "PhaseStarted", "RevealedCardsReturned", "StepStarted"]
    assert asked(game) == [(CULT, "cult_craft")]
    # What was revealed can be crafted.
    done(game, CULT, Craft(ANVIL, (8,)))
    events = done(game, CULT, EndStep())
    assert kinds(events)[:3] == ["StepEnded", "CardsDrawn", "TurnEnded"]


@pytest.mark.clause("10.6", "10.6.1", "10.6.2")
def test_by_the_document_cards_are_crafted_first() -> None:
    game, events = prayed(evening_order="document")
    assert kinds(events) == ["StepEnded", "PhaseStarted", "StepStarted"]
    assert refused(game, CULT, Craft(ANVIL, (8,))) == "CARD_IS_REVEALED"
    done(game, CULT, Craft(STEEL, (8, 8)))
    # With no card left to craft the step is over, and the others come back.
    assert game.active == MARQUISE
    assert {ANVIL, "armorers#1", SWORDS} <= set(game.hands[CULT])


@pytest.mark.clause("10.6", "10.6.1", "10.6.2")
def test_by_the_document_too_cards_are_taken_back_before_the_draw() -> None:
    game, _ = prayed(evening_order="document")
    events = done(game, CULT, EndStep())
    assert kinds(events) == ["StepEnded", "RevealedCardsReturned", "CardsDrawn", "StepStarted"]
    # Six cards are in hand then.
    assert asked(game) == [(CULT, "discard")]


@pytest.mark.clause("10.6")
def test_effects_at_the_start_of_evening_come_before_all_three() -> None:
    game = position("rituals", WOODS, hands={CULT: [ANVIL, STEEL]}, play={CULT: ["cobbler#1"]})
    play(game, CULT, RitualRecruit(ANVIL, 12), EndStep())
    assert asked(game) == [(CULT, "cobbler")]
    assert game.cult is not None
    assert game.cult.revealed == [(ANVIL, "recruit")]
    events = done(game, CULT, UseCobbler(8, 7, 1))
    assert kinds(events)[-2:] == ["RevealedCardsReturned", "StepStarted"]


# --- 10.6.3 Draw and discard ------------------------------------------------------------------------------------------

ROOM = {"fox": (8, 8, 1, 6, 12), "rabbit": (5, 5, 3, 4, 10), "mouse": (2, 2, 7, 7, 9)}


@pytest.mark.clause("10.6.3")
@pytest.mark.parametrize("vector", VECTORS["eveningDraw"], ids=lambda v: "-".join(map(str, v["gardens"].values())))
def test_how_many_cards_are_drawn(vector: dict[str, Any]) -> None:
    pieces = "\n".join(
        f"cult {n} garden-{suit}" for suit, count in vector["gardens"].items() for n in ROOM[suit][:count]
    )
    game = position("rituals", pieces, hands={CULT: ["armorers#1"]})
    assert cards_to_draw(game, CULT) == vector["draw"]
    events = done(game, CULT, EndStep())
    if asked(game) == [(CULT, "cult_craft")]:
        events = done(game, CULT, EndStep())
    assert of(events, CardsDrawn)[0].count == vector["draw"]


@pytest.mark.clause("10.6.3")
def test_gardens_built_this_turn_help() -> None:
    game = position("rituals", "cult 8 garden-fox", hands={CULT: [ANVIL]}, outcast="mouse")
    events = done(game, CULT, RitualBuild(ANVIL, 8))
    assert of(events, CardsDrawn)[0].count == 2


@pytest.mark.clause("10.6.3", "10.6.1")
def test_above_five_cards_the_cult_discards_down_to_five_of_its_choice() -> None:
    hand = hand_of("fox", "fox", "fox", "mouse", "bird")
    game = position("rituals", WOODS, hands={CULT: hand}, outcast="mouse")
    # Cards that come back count too.
    play(game, CULT, RitualSacrifice(hand[-1]), EndStep(), EndStep())
    assert asked(game) == [(CULT, "discard")]
    assert len(game.hands[CULT]) == 7
    first, second = sorted(hand)[:2]
    assert refused(game, CULT, DiscardToLimit((first,))) == "WRONG_NUMBER_OF_CARDS"
    assert refused(game, CULT, DiscardToLimit((first, first))) == "WRONG_NUMBER_OF_CARDS"
    assert refused(game, CULT, DiscardToLimit((second, first))) == "NOT_IN_ORDER"
    assert refused(game, CULT, EndStep()) == "WRONG_STEP"
    events = done(game, CULT, DiscardToLimit((first, second)))
    assert [(event.card, event.cause, event.to) for event in of(events, CardPiled)] == [
        (first, "hand_limit", "lost_souls"),
        (second, "hand_limit", "lost_souls"),
    ]
    assert (len(game.hands[CULT]), game.active) == (5, MARQUISE)


@pytest.mark.clause("10.6.3")
def test_with_five_cards_or_less_nothing_is_asked() -> None:
    hand = hand_of("fox", "fox", "bird")
    game = crafting(hand)
    events = done(game, CULT, EndStep())
    assert kinds(events)[:3] == ["StepEnded", "CardsDrawn", "TurnEnded"]
    assert len(game.hands[CULT]) == 5


@pytest.mark.clause("10.6.3", "10.6.1")
def test_at_the_end_of_the_turn_what_was_scored_activated_and_revealed_is_forgotten() -> None:
    game, _ = prayed()
    done(game, CULT, Craft(ANVIL, (8,)))
    assert game.cult is not None
    assert (game.cult.scored, game.activated) == (["gently-used-knapsack#1"], [8])
    events = done(game, CULT, EndStep())
    assert TurnEnded(CULT) in events
    assert (game.cult.scored, game.cult.revealed, game.activated) == ([], [], [])
