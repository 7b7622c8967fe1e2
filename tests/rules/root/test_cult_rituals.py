"""10.5: rituals, and 10.2.2: what birds are worth in them."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.root.commands import ActivateDominance, EndStep, TakeDominance, UseCodebreakers, UseTaxCollector
from domain.root.cult.commands import RitualBuild, RitualRecruit, RitualSacrifice, RitualScore
from domain.root.cult.events import AcolytesGained, CardRevealed, RitualPerformed
from domain.root.events import CardPiled, PiecesPlaced, Placed, PointsForfeited, PointsScored
from domain.root.factions import GARDEN_POINTS
from domain.root.rule import ruler
from domain.root.state import Game
from domain.table.lifecycle import GameFinished
from tests.rules.root.positions import (
    CULT,
    EYRIE,
    MARQUISE,
    asked,
    done,
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

# Clearing 1 holds the keep and the Cult's warriors, 6 and 8 gardens; 12 is the Eyrie's.
WOODS = """
cult      6 garden-fox
cult      8 warrior garden-fox
cult      1 warrior*5
cult      7 warrior*2
marquise  1 keep
marquise  8 warrior*4
eyrie     12 warrior*3 roost
"""
FOX, FOX2, RABBIT, MOUSE, BIRD, BIRD2 = (
    "anvil#1", "foxfolk-steel#1", "bake-sale#1", "sword#1", "armorers#1", "sappers#1",
)  # fmt: skip
HAND = [FOX, FOX2, RABBIT, MOUSE, BIRD, BIRD2]


def praying(pieces: str = WOODS, hand: list[str] = HAND, **given: Any) -> Game:
    """The Cult's Daylight."""
    return position("rituals", pieces, hands={CULT: hand}, **given)


def gardens(**counts: int) -> str:
    """So many gardens of each suit, in clearings of theirs with room for them."""
    room = {"fox": (8, 8, 1, 6, 12), "rabbit": (5, 5, 3, 4, 10), "mouse": (2, 2, 7, 7, 9)}
    return "\n".join(f"cult {n} garden-{suit}" for suit, count in counts.items() for n in room[suit][:count])


# --- 10.5 Cards are revealed ------------------------------------------------------------------------------------------


@pytest.mark.clause("10.5")
def test_any_number_of_cards_is_revealed_in_any_order_for_a_ritual_each() -> None:
    game = praying(hand=[FOX, FOX2, MOUSE, BIRD, BIRD2, "gently-used-knapsack#1"])
    events = play(
        game,
        CULT,
        RitualSacrifice(BIRD),
        RitualRecruit(FOX, 12),
        RitualBuild(MOUSE, 7),
        RitualRecruit(FOX2, 12),
        RitualScore("gently-used-knapsack#1"),
    )
    assert [(event.card, event.ritual) for event in of(events, CardRevealed)] == [
        (BIRD, "sacrifice"),
        (FOX, "recruit"),
        (MOUSE, "build"),
        (FOX2, "recruit"),
        ("gently-used-knapsack#1", "score"),
    ]
    assert [event.card for event in of(events, RitualPerformed)] == [event.card for event in of(events, CardRevealed)]
    assert game.cult is not None
    assert game.cult.revealed == [(BIRD, "sacrifice"), (FOX, "recruit"), (MOUSE, "build"), (FOX2, "recruit")]
    assert game.hands[CULT] == [BIRD2]


PATTERNS: list[tuple[Any, ...]] = [
    ("10.5.1", "build", RitualBuild(FOX, 8), ["CardRevealed", "PiecesPlaced", "RitualPerformed"]),
    ("10.5.2", "recruit", RitualRecruit(FOX, 8), ["CardRevealed", "PiecesPlaced", "RitualPerformed"]),
    ("10.5.3", "score", RitualScore(FOX), ["CardRevealed", "CardPiled", "PointsScored", "RitualPerformed"]),
    ("10.5.4", "sacrifice", RitualSacrifice(BIRD), ["CardRevealed", "AcolytesGained", "RitualPerformed"]),
]


@pytest.mark.parametrize(("command", "pattern"), rows(PATTERNS))
def test_the_card_is_revealed_then_the_ritual_happens(command: Any, pattern: list[str]) -> None:
    assert kinds(done(praying(), CULT, command)) == pattern


ONCE_REVEALED: list[tuple[Any, ...]] = [
    ("10.5", "not built with again", RitualBuild(FOX, 8), "CARD_IS_REVEALED"),
    ("10.5", "not recruited with", RitualRecruit(FOX, 8), "CARD_IS_REVEALED"),
    ("10.5", "not scored", RitualScore(FOX), "CARD_IS_REVEALED"),
    ("10.5", "not sacrificed with", RitualSacrifice(BIRD), "CARD_IS_REVEALED"),
    ("10.5", "no payment for a dominance card", TakeDominance("dominance-mouse#1", BIRD), "CARD_IS_REVEALED"),
    ("10.5", "not activated as dominance", ActivateDominance("dominance-fox#1"), "CARD_IS_REVEALED"),
]  # fmt: skip


@pytest.mark.parametrize(("command", "code"), rows(ONCE_REVEALED))
def test_a_revealed_card_is(command: Any, code: str) -> None:
    hand = [*HAND, "dominance-fox#1"]
    game = praying(hand=hand, available=["dominance-mouse#1"], scores=[10, 0, 0])
    play(game, CULT, RitualRecruit(FOX, 12), RitualSacrifice(BIRD), RitualRecruit("dominance-fox#1", 12))
    assert refused(game, CULT, command) == code


@pytest.mark.clause("10.5")
def test_a_ritual_that_is_refused_reveals_nothing() -> None:
    # `refused` compares the whole game; the hand is what matters here.
    game = praying()
    refused(game, CULT, RitualBuild(FOX, 12))
    assert game.cult is not None
    assert (game.cult.revealed, game.hands[CULT]) == ([], sorted(HAND))


UNKNOWN: list[tuple[Any, ...]] = [
    ("10.5", "build with a card that does not exist", RitualBuild("anvil#2", 8), "UNKNOWN_CARD"),
    ("10.5", "build with a card of the deck", RitualBuild("gently-used-knapsack#1", 8), "CARD_NOT_IN_HAND"),
    ("10.5", "recruit with a card of the deck", RitualRecruit("gently-used-knapsack#1", 8), "CARD_NOT_IN_HAND"),
    ("10.5", "score a card of the deck", RitualScore("gently-used-knapsack#1"), "CARD_NOT_IN_HAND"),
    ("10.5", "sacrifice with a card of the deck", RitualSacrifice("brutal-tactics#1"), "CARD_NOT_IN_HAND"),
    ("10.5", "a vizier is no card of the deck", RitualSacrifice("vizier#1"), "UNKNOWN_CARD"),
    ("10.5", "build off the map", RitualBuild(FOX, 0), "UNKNOWN_CLEARING"),
    ("10.5", "recruit off the map", RitualRecruit(FOX, 13), "UNKNOWN_CLEARING"),
]


@pytest.mark.parametrize(("command", "code"), rows(UNKNOWN))
def test_nobody_can(command: Any, code: str) -> None:
    assert refused(praying(), CULT, command) == code


@pytest.mark.clause("10.5")
def test_effects_and_dominance_cards_are_used_between_rituals() -> None:
    game = position(
        "rituals",
        WOODS,
        hands={CULT: [*HAND, "dominance-fox#1"], MARQUISE: ["investments#1"]},
        play={CULT: ["codebreakers#1", "tax-collector#1"]},
        available=["dominance-mouse#1"],
        scores=[10, 0, 0],
    )
    before = game.supply[CULT]
    play(
        game,
        CULT,
        RitualRecruit(FOX, 12),
        UseCodebreakers(MARQUISE),
        RitualSacrifice(BIRD),
        UseTaxCollector(1),
        TakeDominance("dominance-mouse#1", MOUSE),
        RitualScore(FOX2),
        ActivateDominance("dominance-fox#1"),
    )
    assert asked(game) == [(CULT, "rituals")]
    # A warrior taxed is no acolyte.
    assert game.supply[CULT] == before - 1 - 1 + 1


@pytest.mark.clause("10.5")
def test_daylight_ends_when_the_cult_says_so_or_with_its_last_card() -> None:
    game = praying()
    done(game, CULT, EndStep())
    assert game.phase == "evening"
    game = praying(hand=[BIRD])
    done(game, CULT, RitualSacrifice(BIRD))
    assert game.phase == "evening"


@pytest.mark.clause("10.5")
def test_daylight_stays_open_without_a_card_while_an_effect_can_be_used() -> None:
    game = position("rituals", WOODS, hands={CULT: [BIRD]}, play={CULT: ["tax-collector#1"]})
    done(game, CULT, RitualSacrifice(BIRD))
    assert asked(game) == [(CULT, "rituals")]
    # The card that it brings is one more to reveal.
    done(game, CULT, UseTaxCollector(8), deck=[FOX])
    assert asked(game) == [(CULT, "rituals")]
    done(game, CULT, RitualRecruit(FOX, 12))
    assert asked(game) == [(CULT, "cult_craft")]


# --- 10.2.2 Hatred of Birds -------------------------------------------------------------------------------------------

BIRDS: list[tuple[Any, ...]] = [
    ("10.2.2", "build", RitualBuild(BIRD, 8), "BIRD_NOT_WILD"),
    ("10.2.2", "recruit", RitualRecruit(BIRD, 8), "BIRD_NOT_WILD"),
    ("10.2.2", "score", RitualScore(BIRD), "BIRD_NOT_WILD"),
    ("10.2.2", "build with a bird ambush", RitualBuild("ambush-bird#1", 8), "BIRD_NOT_WILD"),
    ("10.2.2", "score the bird dominance", RitualScore("dominance-bird#1"), "BIRD_NOT_WILD"),
    ("10.2.2", "build with a bird is refused before the clearing is looked at", RitualBuild(BIRD, 13), "BIRD_NOT_WILD"),
]


@pytest.mark.parametrize(("command", "code"), rows(BIRDS))
def test_a_bird_is_only_a_bird_for(command: Any, code: str) -> None:
    assert refused(praying(hand=[*HAND, "ambush-bird#1", "dominance-bird#1"]), CULT, command) == code


@pytest.mark.clause("10.2.2", "10.5.4")
@pytest.mark.parametrize("card", ["ambush-bird#1", "dominance-bird#1", BIRD])
def test_any_bird_will_do_for_sacrifice(card: str) -> None:
    game = praying(hand=["ambush-bird#1", "dominance-bird#1", BIRD])
    done(game, CULT, RitualSacrifice(card))
    assert game.cult is not None
    assert game.cult.acolytes == 1


@pytest.mark.clause("10.2.2")
@pytest.mark.parametrize("card", ["ambush-fox#1", "dominance-fox#1"])
def test_ambush_and_dominance_cards_are_cards_of_their_suit_for_rituals(card: str) -> None:
    for command in (RitualBuild(card, 8), RitualRecruit(card, 8), RitualScore(card)):
        done(praying(hand=[card, MOUSE]), CULT, command)
    assert refused(praying(hand=[card]), CULT, RitualSacrifice(card)) == "BIRD_REQUIRED"


@pytest.mark.clause("10.2.2")
def test_outside_rituals_birds_stay_wild_for_the_cult() -> None:
    game = praying(available=["dominance-mouse#1", "dominance-bird#1"])
    done(game, CULT, TakeDominance("dominance-mouse#1", BIRD))
    assert refused(game, CULT, TakeDominance("dominance-bird#1", FOX)) == "CARD_SUIT_MISMATCH"
    done(game, CULT, TakeDominance("dominance-bird#1", BIRD2))


# --- 10.5.1 Build -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("10.5.1")
@pytest.mark.parametrize(("card", "clearing", "suit"), [(FOX, 8, "fox"), (RABBIT, 5, "rabbit"), (MOUSE, 7, "mouse")])
def test_a_garden_of_the_cards_suit_is_placed_in_a_clearing_of_that_suit(card: str, clearing: int, suit: str) -> None:
    game = praying(WOODS + "cult 5 warrior")
    events = done(game, CULT, RitualBuild(card, clearing))
    assert of(events, PiecesPlaced) == [PiecesPlaced(CULT, (Placed(f"garden-{suit}", clearing, 1),))]
    assert (CULT, f"garden-{suit}") in game.buildings[clearing]
    assert game.scores == [0, 0, 0]
    assert ruler(game, clearing) == CULT


# Gardens of mouse are all on the map, with slots left; 2 is full, 9 has a slot and no garden.
LATE = gardens(mouse=4) + """
cult      11 garden-mouse
cult      9 warrior
cult      10 warrior*2 garden-rabbit
cult      4 warrior*2
marquise  11 keep
marquise  4 warrior sawmill
eyrie     5 warrior*2
"""  # fmt: skip
BUILDING: list[tuple[Any, ...]] = [
    ("10.5.1", "not with a bird", WOODS, RitualBuild(BIRD, 12), "BIRD_NOT_WILD"),
    ("10.5.1", "not in a clearing of another suit, ruled or not", WOODS, RitualBuild(RABBIT, 12), "CARD_SUIT_MISMATCH"),
    ("10.5.1", "not where the Cult does not rule, with the slot filled too", WOODS, RitualBuild(FOX, 12), "NO_RULE"),
    ("10.5.1", "not where nobody is", WOODS, RitualBuild(RABBIT, 5), "NO_RULE"),
    ("10.5.1", "not at the keep, though the Cult rules there", WOODS, RitualBuild(FOX, 1), "CANNOT_PLACE_HERE"),
    ("10.5.1", "the keep is said before the missing garden", LATE, RitualBuild(MOUSE, 11), "CANNOT_PLACE_HERE"),
    ("10.5.1", "not in a full clearing", WOODS, RitualBuild(FOX, 6), "NO_OPEN_SLOT"),
    ("10.5.1", "a ruin keeps its slot", LATE, RitualBuild(RABBIT, 10), "NO_OPEN_SLOT"),
    ("10.5.1", "a tie without garden is no rule", LATE, RitualBuild(RABBIT, 4), "NO_RULE"),
    ("10.5.1", "a full clearing is said before the missing garden", LATE, RitualBuild(MOUSE, 2), "NO_OPEN_SLOT"),
    ("10.5.1", "not without a garden of the suit", LATE, RitualBuild(MOUSE, 9), "NO_GARDEN_OF_SUIT"),
]


@pytest.mark.parametrize(("pieces", "command", "code"), rows(BUILDING))
def test_where_no_garden_is_built(pieces: str, command: Any, code: str) -> None:
    assert refused(praying(pieces), CULT, command) == code


RULED: list[tuple[Any, ...]] = [
    ("10.5.1", "rule by a garden is enough", "cult 8 garden-fox\nmarquise 8 warrior*6"),
    ("10.5.1", "rule by warriors is enough", "cult 8 warrior*2\nmarquise 8 warrior"),
]


@pytest.mark.parametrize("pieces", rows(RULED))
def test_for_building(pieces: str) -> None:
    done(praying(pieces), CULT, RitualBuild(FOX, 8))


@pytest.mark.clause("10.5.1")
def test_slots_are_the_only_limit_of_gardens_in_a_clearing() -> None:
    game = praying("cult 8 warrior")
    play(game, CULT, RitualBuild(FOX, 8), RitualBuild(FOX2, 8))
    assert game.buildings[8] == [(CULT, "garden-fox")] * 2


# --- 10.5.2 Recruit ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("10.5.2")
@pytest.mark.parametrize(("card", "clearing"), [(FOX, 12), (RABBIT, 4), (MOUSE, 11)])
def test_a_warrior_is_placed_in_any_clearing_of_the_suit_without_rule_or_presence(card: str, clearing: int) -> None:
    game = praying()
    before = game.supply[CULT]
    events = done(game, CULT, RitualRecruit(card, clearing))
    assert of(events, PiecesPlaced) == [PiecesPlaced(CULT, (Placed("warrior", clearing, 1),))]
    assert (game.warriors[CULT][clearing], game.supply[CULT]) == (1, before - 1)


ALL_OUT = WOODS + "cult 11 warrior*17"
RECRUITING: list[tuple[Any, ...]] = [
    ("10.5.2", "not with a bird", ALL_OUT, RitualRecruit(BIRD, 1), "BIRD_NOT_WILD"),
    ("10.5.2", "not in a clearing of another suit", ALL_OUT, RitualRecruit(RABBIT, 1), "CARD_SUIT_MISMATCH"),
    ("10.5.2", "not at the keep, with the supply empty too", ALL_OUT, RitualRecruit(FOX, 1), "CANNOT_PLACE_HERE"),
    ("10.5.2", "not from an empty supply", ALL_OUT, RitualRecruit(FOX, 12), "NO_WARRIOR_IN_SUPPLY"),
]


@pytest.mark.parametrize(("pieces", "command", "code"), rows(RECRUITING))
def test_where_nobody_is_recruited(pieces: str, command: Any, code: str) -> None:
    assert refused(praying(pieces), CULT, command) == code


# --- 10.5.3 Score -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("10.5.3")
@pytest.mark.parametrize(("count", "value"), [row for row in enumerate(VECTORS["scoreValue"]) if row[0]])
@pytest.mark.parametrize(("card", "suit"), [(FOX, "fox"), (RABBIT, "rabbit"), (MOUSE, "mouse")])
def test_what_gardens_score(card: str, suit: str, count: int, value: int) -> None:
    game = praying(gardens(**{suit: count}))
    events = done(game, CULT, RitualScore(card))
    assert game.scores == [value, 0, 0]
    assert of(events, CardPiled) == [CardPiled(CULT, card, "spent", "lost_souls", "10.5.3")]
    assert [event.points for event in of(events, PointsScored)] == ([value] if value else [])
    assert game.lost_souls == [card]


@pytest.mark.clause("10.5.3")
def test_the_printed_track_is_the_one_of_the_vectors() -> None:
    assert list(GARDEN_POINTS) == VECTORS["scoreValue"]


@pytest.mark.clause("10.5.3")
def test_gardens_count_at_the_moment_of_the_ritual() -> None:
    game = praying(gardens(fox=3) + "\ncult 6 warrior")
    done(game, CULT, RitualBuild(FOX, 6))
    assert scored(done(game, CULT, RitualScore(FOX2)), CULT) == 3


SCORING: list[tuple[Any, ...]] = [
    ("10.5.3", "D2: not without a garden of the suit", "", {}, MOUSE, "NO_GARDEN_ON_MAP"),
    ("10.5.3", "D3: by option not with a single one", "cult 2 garden-mouse", {"score_single_garden": False}, MOUSE,
        "SCORES_NOTHING"),
    ("10.5.3", "D2 and D3 are options of their own", "", {"score_single_garden": False}, MOUSE, "NO_GARDEN_ON_MAP"),
    ("10.5.3", "not a bird", "cult 2 garden-mouse", {}, BIRD, "BIRD_NOT_WILD"),
]  # fmt: skip


@pytest.mark.parametrize(("pieces", "options", "card", "code"), rows(SCORING))
def test_what_is_not_scored(pieces: str, options: dict[str, bool], card: str, code: str) -> None:
    assert refused(praying(pieces, **options), CULT, RitualScore(card)) == code


FOR_NOTHING: list[tuple[Any, ...]] = [
    ("10.5.3", "D3: a single garden scores nothing", "cult 2 garden-mouse", {}),
    ("10.5.3", "D2: by option no garden scores nothing", "", {"score_without_garden": True}),
]


@pytest.mark.parametrize(("pieces", "options"), rows(FOR_NOTHING))
def test_a_card_is_put_into_lost_souls_for_no_points(pieces: str, options: dict[str, bool]) -> None:
    game = praying(pieces, **options)
    assert kinds(done(game, CULT, RitualScore(MOUSE))) == ["CardRevealed", "CardPiled", "RitualPerformed"]
    assert (game.lost_souls, game.scores) == ([MOUSE], [0, 0, 0])


@pytest.mark.clause("10.5.3")
def test_each_suit_is_scored_once_a_turn() -> None:
    hand = [FOX, FOX2, RABBIT, "investments#1", MOUSE, "favor-of-the-rabbits#1"]
    game = praying(gardens(fox=2, rabbit=2, mouse=1), hand=hand)
    done(game, CULT, RitualScore(FOX))
    assert refused(game, CULT, RitualScore(FOX2)) == "SUIT_ALREADY_SCORED"
    play(game, CULT, RitualScore(RABBIT), RitualScore(MOUSE))
    # Also one that scored nothing; and a suit is said to be scored before it is said that nothing stands there.
    assert refused(game, CULT, RitualScore("investments#1")) == "SUIT_ALREADY_SCORED"
    assert refused(game, CULT, RitualScore("favor-of-the-rabbits#1")) == "SUIT_ALREADY_SCORED"
    assert offers(game, CULT, RitualScore) == []
    assert game.scores == [4, 0, 0]


@pytest.mark.clause("10.5.3", "10.6.3")
def test_it_is_scored_again_in_the_next_turn() -> None:
    game = praying(gardens(fox=2), hand=[FOX, FOX2])
    done(game, CULT, RitualScore(FOX))
    play(game, CULT, EndStep(), EndStep())
    assert game.cult is not None
    assert (game.active, game.cult.scored) == (MARQUISE, [])


@pytest.mark.clause("10.5.3")
def test_thirty_points_end_the_game_at_once() -> None:
    game = praying(gardens(fox=2), scores=[28, 0, 0])
    events = done(game, CULT, RitualScore(FOX))
    assert kinds(events) == ["CardRevealed", "CardPiled", "PointsScored", "GameFinished"]
    assert of(events, GameFinished) == [GameFinished((30, 0, 0), (1, 2, 2))]


@pytest.mark.clause("10.5.3")
def test_after_dominance_the_ritual_is_legal_and_its_points_are_forfeited() -> None:
    game = praying(gardens(fox=2), dominance={CULT: "dominance-fox#1"})
    events = done(game, CULT, RitualScore(FOX))
    assert kinds(events) == ["CardRevealed", "CardPiled", "PointsForfeited", "RitualPerformed"]
    (forfeited,) = of(events, PointsForfeited)
    assert sum(term.points for term in forfeited.terms) == 2
    assert game.scores == [0, 0, 0]


# --- 10.5.4 Sacrifice -------------------------------------------------------------------------------------------------


@pytest.mark.clause("10.5.4")
def test_a_warrior_of_the_supply_becomes_an_acolyte_as_often_as_there_are_birds() -> None:
    game = praying(acolytes=2)
    before, on_map = game.supply[CULT], list(game.warriors[CULT])
    events = play(game, CULT, RitualSacrifice(BIRD), RitualSacrifice(BIRD2))
    assert of(events, AcolytesGained) == [AcolytesGained(CULT, 1, "sacrifice")] * 2
    assert game.cult is not None
    assert (game.cult.acolytes, game.supply[CULT], game.warriors[CULT]) == (4, before - 2, on_map)
    # Only revealed: nothing goes to Lost Souls.
    assert (game.lost_souls, len(game.cult.revealed)) == ([], 2)


SACRIFICING: list[tuple[Any, ...]] = [
    ("10.5.4", "not with another card, with the supply empty too", ALL_OUT, FOX, "BIRD_REQUIRED"),
    ("10.5.4", "not from an empty supply, though warriors are on the map", ALL_OUT, BIRD, "NO_WARRIOR_IN_SUPPLY"),
]


@pytest.mark.parametrize(("pieces", "card", "code"), rows(SACRIFICING))
def test_what_is_not_sacrificed(pieces: str, card: str, code: str) -> None:
    assert refused(praying(pieces), CULT, RitualSacrifice(card)) == code


@pytest.mark.clause("10.5")
def test_rituals_are_the_cults_and_for_its_daylight() -> None:
    game = praying()
    assert refused(game, EYRIE, RitualScore(FOX)) == "NOT_YOUR_FACTION"
    game = position("conspiracies", WOODS, hands={CULT: HAND}, acolytes=3)
    assert refused(game, CULT, RitualScore(FOX)) == "WRONG_PHASE"
