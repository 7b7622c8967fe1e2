"""10.2.3, 10.2.4, 10.2.5: Revenge, Pilgrims, and Fear of the Faithful."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.root.commands import (
    Craft,
    DeclineAmbush,
    PlayAmbush,
    UseBattleEffects,
    UseCommandWarren,
    UseRoyalClaim,
    UseTaxCollector,
)
from domain.root.cult.commands import RitualSacrifice
from domain.root.cult.events import AcolytesGained, FaithfulFeared
from domain.root.events import CardPiled, Loss, PiecesRemoved
from domain.root.eyrie.commands import DecreeBattle, DecreeBuild, DecreeMove
from domain.root.marquise.commands import Battle, Build, March
from domain.root.rule import ruled_by, ruler
from domain.root.state import Game
from domain.table.chance import ChanceExhausted
from domain.table.lifecycle import GameFinished
from tests.rules.root.positions import (
    CULT,
    EYRIE,
    MARQUISE,
    asked,
    done,
    give,
    go_on,
    hand_of,
    happen,
    kinds,
    of,
    position,
    refused,
    rows,
    scored,
)

VECTORS = json.loads((Path(__file__).parent / "data" / "cult-vectors.json").read_bytes())


def counts(game: Game) -> dict[str, int]:
    """What the Cult has off the map."""
    assert game.cult is not None
    return {"supply": game.supply[CULT], "acolytes": game.cult.acolytes}


# --- 10.2.3 Revenge ---------------------------------------------------------------------------------------------------


def attacked(pieces: str, **given: Any) -> Game:
    """The Marquise's Daylight."""
    return position("actions", pieces, **given)


def with_supply(pieces: str, supply: int, acolytes: int, here: int) -> str:
    """The pieces, with all of the Cult's other warriors in clearing 4."""
    left = 25 - supply - acolytes - here
    return pieces + (f"\ncult 4 warrior*{left}" if left else "")


def defends_and_loses_two(before: dict[str, int]) -> Game:
    game = attacked(
        with_supply("cult 8 warrior*3\nmarquise 8 warrior*3", here=3, **before), acolytes=before["acolytes"]
    )
    assert counts(game) == before
    done(game, MARQUISE, Battle(8, CULT), dice=[2, 0])
    return game


def defends_with_an_empty_supply(before: dict[str, int]) -> Game:
    game = attacked(with_supply("cult 8 warrior\nmarquise 8 warrior*3", here=1, **before), acolytes=before["acolytes"])
    assert counts(game) == before
    done(game, MARQUISE, Battle(8, CULT), dice=[1, 0])
    return game


def warren(before: dict[str, int], **given: Any) -> Game:
    """The Cult attacks without spending an acolyte."""
    game = position(
        "warren",
        with_supply("cult 8 warrior*2\nmarquise 8 warrior*3", here=2, **before),
        active=CULT,
        play={CULT: ["command-warren#1"]},
        acolytes=before["acolytes"],
        **given,
    )
    assert counts(game) == before
    return game


def attacks_and_is_ambushed(before: dict[str, int]) -> Game:
    game = warren(before, hands={MARQUISE: ["ambush-bird#1"]})
    done(game, CULT, UseCommandWarren(8, MARQUISE))
    done(game, MARQUISE, PlayAmbush("ambush-bird#1"))
    return game


def loses_three_to_a_favor(before: dict[str, int]) -> Game:
    favor = with_supply("cult 8 warrior*3\nmarquise 1 workshop\nmarquise 8 workshop*2", here=3, **before)
    game = attacked(favor, acolytes=before["acolytes"], hands={MARQUISE: ["favor-of-the-foxes#1"]})
    assert counts(game) == before
    done(game, MARQUISE, Craft("favor-of-the-foxes#1", (1, 8, 8)))
    return game


def attacks_and_loses_one(before: dict[str, int]) -> Game:
    # These factions force nobody; a battle that costs no conspiracy comes nearest.
    game = warren(before)
    done(game, CULT, UseCommandWarren(8, MARQUISE), dice=[1, 1])
    return game


SCENES = {
    "Cult defends, three warriors, two hits": defends_and_loses_two,
    "Cult defends, supply empty, one hit on a warrior": defends_with_an_empty_supply,
    "Cult attacks and loses two warriors to an ambush": attacks_and_is_ambushed,
    "Favor card removes three Cult warriors": loses_three_to_a_favor,
    "forced to attack, loses one warrior": attacks_and_loses_one,
}


@pytest.mark.clause("10.2.3")
@pytest.mark.parametrize("vector", VECTORS["revenge"], ids=lambda vector: vector["case"])
def test_where_warriors_of_the_cult_go(vector: dict[str, Any]) -> None:
    game = SCENES[vector["case"]](vector["before"])
    assert counts(game) == vector["after"]


@pytest.mark.clause("10.2.3")
def test_revenge_is_where_they_go_and_no_trigger_nor_choice() -> None:
    game = attacked("cult 8 warrior*3\nmarquise 8 warrior*3")
    events = done(game, MARQUISE, Battle(8, CULT), dice=[2, 0])
    assert of(events, PiecesRemoved)[0].losses == (Loss(CULT, 8, 2, to_acolytes=True),)
    assert of(events, AcolytesGained) == [AcolytesGained(CULT, 2, "revenge")]
    assert asked(game) == [(MARQUISE, "actions")]


@pytest.mark.clause("10.2.3")
def test_extra_hits_count_brutal_tactics() -> None:
    game = attacked("cult 8 warrior*3\nmarquise 8 warrior*3", play={MARQUISE: ["brutal-tactics#1"]})
    done(game, MARQUISE, Battle(8, CULT), dice=[1, 0])
    events = done(game, MARQUISE, UseBattleEffects(("brutal-tactics#1",)))
    assert of(events, AcolytesGained) == [AcolytesGained(CULT, 2, "revenge")]
    assert scored(events, CULT) == 1


@pytest.mark.clause("10.2.3")
def test_extra_hits_count_the_commanders() -> None:
    game = position(
        "battle",
        "cult 8 warrior*3\neyrie 8 warrior*3",
        active=EYRIE,
        leader="commander",
        decree={"battle": ["anvil#1"]},
    )
    events = done(game, EYRIE, DecreeBattle("anvil#1", 8, CULT), dice=[1, 0])
    assert of(events, AcolytesGained) == [AcolytesGained(CULT, 2, "revenge")]


@pytest.mark.clause("10.2.3")
def test_losses_to_the_cults_own_tax_collector_are_no_acolytes() -> None:
    game = position("rituals", "cult 8 warrior", play={CULT: ["tax-collector#1"]}, hands={CULT: ["anvil#1"]})
    done(game, CULT, UseTaxCollector(8))
    assert counts(game) == {"supply": 25, "acolytes": 0}


@pytest.mark.clause("10.2.3")
def test_hits_beyond_the_warriors_are_no_acolytes() -> None:
    game = attacked("cult 8 warrior garden-fox\nmarquise 8 warrior*3")
    events = done(game, MARQUISE, Battle(8, CULT), dice=[3, 0])
    assert of(events, AcolytesGained) == [AcolytesGained(CULT, 1, "revenge")]


@pytest.mark.clause("10.2.3")
def test_there_is_no_limit_of_acolytes() -> None:
    game = attacked("cult 8 warrior*3\nmarquise 8 warrior*3", acolytes=22)
    done(game, MARQUISE, Battle(8, CULT), dice=[3, 0])
    assert counts(game) == {"supply": 0, "acolytes": 25}


@pytest.mark.clause("10.2.3")
def test_losses_to_sappers_as_attacker_go_to_the_supply() -> None:
    game = position(
        "warren", "cult 8 warrior*3\nmarquise 8 warrior", active=CULT,
        play={CULT: ["command-warren#1"], MARQUISE: ["sappers#1"]},
    )  # fmt: skip
    done(game, CULT, UseCommandWarren(8, MARQUISE), dice=[1, 1])
    events = done(game, MARQUISE, UseBattleEffects(("sappers#1",)))
    assert counts(game) == {"supply": 24, "acolytes": 0}
    assert not of(events, AcolytesGained)


# --- 10.2.4 Pilgrims --------------------------------------------------------------------------------------------------

RULE: list[tuple[Any, ...]] = [
    ("10.2.4", "a garden beats any number of warriors", "cult 8 garden-fox\nmarquise 8 warrior*9", CULT),
    ("10.2.4", "and warriors with buildings", "cult 8 garden-fox\nmarquise 8 warrior*9 sawmill", CULT),
    ("10.2.4", "and the Eyrie's tie", "cult 8 garden-fox\neyrie 8 warrior", CULT),
    ("10.2.4", "no warrior of the Cult is needed", "cult 8 garden-fox", CULT),
    ("10.2.4", "without a garden the usual count holds", "cult 8 warrior\nmarquise 8 warrior*2", MARQUISE),
    ("10.2.4", "and the Cult rules by its warriors", "cult 8 warrior*2\nmarquise 8 warrior", CULT),
    ("10.2.4", "a tie with the Eyrie there goes to the Eyrie", "cult 8 warrior*2\neyrie 8 warrior*2", EYRIE),
    ("10.2.4", "a tie with the Marquise there to nobody", "cult 8 warrior\nmarquise 8 warrior", None),
]


@pytest.mark.parametrize(("pieces", "rules"), rows(RULE))
def test_who_rules(pieces: str, rules: int | None) -> None:
    assert ruler(position("rituals", pieces), 8) == rules


@pytest.mark.clause("10.2.4")
def test_it_ends_the_instant_the_last_garden_leaves() -> None:
    game = position("rituals", "cult 8 garden-fox*2\nmarquise 8 warrior*2")
    happen(game, PiecesRemoved(MARQUISE, (Loss(CULT, 8, 0, ("garden-fox",)),), "battle"))
    assert ruler(game, 8) == CULT
    happen(game, PiecesRemoved(MARQUISE, (Loss(CULT, 8, 0, ("garden-fox",)),), "battle"))
    assert ruler(game, 8) == MARQUISE


@pytest.mark.clause("10.2.4")
def test_the_marquise_neither_builds_nor_moves_by_rule_where_a_garden_is() -> None:
    woods = "cult 8 garden-fox\ncult 7 garden-mouse\nmarquise 8 warrior*9 wood sawmill"
    game = attacked(woods)
    assert refused(game, MARQUISE, Build("workshop", 8, (8,))) == "NO_RULE"
    assert refused(game, MARQUISE, March(8, 7, 2)) == "NO_RULE"
    # She can still move to where she rules.
    done(attacked(woods + "\nmarquise 4 warrior"), MARQUISE, March(8, 4, 2))


@pytest.mark.clause("10.2.4")
def test_wood_does_not_travel_through_a_garden_clearing() -> None:
    # From 8 by 7 to 3; the workshop costs one wood, for there is one already.
    woods = "marquise 8 warrior sawmill wood\nmarquise 7 warrior*3\nmarquise 3 warrior\nmarquise 12 workshop"
    command = Build("workshop", 3, (8,))
    done(attacked(woods), MARQUISE, command)
    assert refused(attacked(woods + "\ncult 7 garden-mouse"), MARQUISE, command) == "WOOD_NOT_CONNECTED"
    assert refused(attacked(woods + "\ncult 8 garden-fox"), MARQUISE, command) == "WOOD_NOT_CONNECTED"


@pytest.mark.clause("10.2.4")
def test_the_eyrie_neither_builds_nor_moves_by_rule_where_a_garden_is() -> None:
    woods = "cult 8 garden-fox\ncult 7 garden-mouse\neyrie 8 warrior*9\neyrie 1 warrior\neyrie 6 warrior roost"
    game = position("build", woods, active=EYRIE, decree={"build": ["anvil#1"]})
    assert refused(game, EYRIE, DecreeBuild("anvil#1", 8)) == "NO_RULE"
    game = position("move", woods, active=EYRIE, decree={"move": ["anvil#1"]})
    assert refused(game, EYRIE, DecreeMove("anvil#1", 8, 7, 2)) == "NO_RULE"


@pytest.mark.clause("10.2.4")
def test_royal_claim_counts_garden_clearings() -> None:
    woods = "cult 8 garden-fox\ncult 6 garden-fox\ncult 3 warrior\nmarquise 8 warrior*4\nmarquise 6 warrior*4"
    game = position("conspiracies", woods, play={CULT: ["royal-claim#1"]}, hands={CULT: ["anvil#1"]})
    assert ruled_by(game, CULT) == [3, 6, 8]
    events = done(game, CULT, UseRoyalClaim())
    assert scored(events, CULT) == 3
    assert game.lost_souls == ["royal-claim#1"]


@pytest.mark.clause("10.2.4")
@pytest.mark.parametrize(("gardens", "won"), [((1, 3), True), ((2, 4), True), ((1, 2), False), ((1,), False)])
def test_garden_corners_win_by_the_bird_dominance(gardens: tuple[int, ...], won: bool) -> None:
    suits = {1: "fox", 2: "mouse", 3: "rabbit", 4: "rabbit"}
    woods = "\n".join(f"cult {n} garden-{suits[n]}\nmarquise {n} warrior*3" for n in gardens)
    game = position("", woods, active=CULT, dominance={CULT: "dominance-bird#1"})
    assert bool(of(go_on(game), GameFinished)) is won


# --- 10.2.5 Fear of the Faithful --------------------------------------------------------------------------------------

# Three workshops craft the favor of the mice; gardens stand where a vector wants them.
WORKSHOPS = "marquise 7 workshop*2\nmarquise 11 workshop"
PLACES = ("cult 2 garden-mouse", "cult 2 garden-mouse", "cult 9 garden-mouse")
FAVOR = Craft("favor-of-the-mice#1", (7, 7, 11))


def favored(gardens: int, hand: list[str], **given: Any) -> Game:
    """The Marquise is about to remove so many gardens."""
    woods = "\n".join((WORKSHOPS, *PLACES[:gardens]))
    return attacked(woods, hands={CULT: hand, MARQUISE: ["favor-of-the-mice#1"]}, **given)


@pytest.mark.clause("10.2.5")
@pytest.mark.parametrize("vector", VECTORS["fear"], ids=lambda vector: vector["case"])
def test_how_many_cards_are_lost_with_gardens(vector: dict[str, Any]) -> None:
    hand, birds = hand_of(*["fox"] * vector["hand"]), hand_of(*["bird"] * vector["revealed"])
    game = favored(vector["gardensRemoved"], hand + birds)
    if birds:
        # Nothing of these factions removes a garden while cards are revealed; events alone can.
        shown = position("rituals", hands={CULT: birds})
        revealing = [event for bird in birds for event in done(shown, CULT, RitualSacrifice(bird))]
        happen(game, *(event for event in revealing if kinds([event]) == ["CardRevealed"]))
    before = len(game.hands[CULT])
    events = done(game, MARQUISE, FAVOR, fear=hand)
    feared = of(events, FaithfulFeared)
    assert len(feared) == vector["gardensRemoved"]
    assert sum(event.card is not None for event in feared) == vector["randomDiscards"]
    assert before - len(game.hands[CULT]) == vector["randomDiscards"] == min(vector["gardensRemoved"], before)
    assert game.cult is not None
    assert [card for card, _ in game.cult.revealed] == birds


@pytest.mark.clause("10.2.5")
def test_all_pieces_go_then_points_then_one_random_card_for_each_garden_one_after_another() -> None:
    game = favored(3, ["anvil#1", "sword#1", "armorers#1", "bake-sale#1"])
    events = done(game, MARQUISE, FAVOR, fear=["bake-sale#1", "anvil#1", "sword#1"])
    shown = [event for event in events if kinds([event])[0] not in ("CardCrafted", "StepEnded")]
    assert kinds(shown)[:9] == [
        "PiecesRemoved", "PointsScored", "CardPiled",
        "FaithfulFeared", "CardPiled", "FaithfulFeared", "CardPiled", "FaithfulFeared", "CardPiled",
    ]  # fmt: skip
    assert scored(events, MARQUISE) == 3
    assert [event.card for event in of(events, FaithfulFeared)] == ["bake-sale#1", "anvil#1", "sword#1"]
    assert game.lost_souls == ["favor-of-the-mice#1", "bake-sale#1", "anvil#1", "sword#1"]


@pytest.mark.clause("10.2.5")
def test_with_an_empty_hand_nothing_is_lost_and_that_is_told() -> None:
    game = favored(2, ["anvil#1"])
    events = done(game, MARQUISE, FAVOR, fear=["anvil#1"])
    assert of(events, FaithfulFeared) == [FaithfulFeared(CULT, "anvil#1"), FaithfulFeared(CULT, None)]


@pytest.mark.clause("10.2.5")
def test_by_option_all_that_are_removed_together_cost_one_card() -> None:
    game = favored(3, ["anvil#1", "sword#1", "armorers#1"], fear="each_batch")
    events = done(game, MARQUISE, FAVOR, fear=["sword#1"])
    assert of(events, FaithfulFeared) == [FaithfulFeared(CULT, "sword#1")]
    assert game.hands[CULT] == ["anvil#1", "armorers#1"]


@pytest.mark.clause("10.2.5")
def test_by_option_two_removals_still_cost_two_cards() -> None:
    woods = "cult 8 garden-fox*2\nmarquise 8 warrior*3"
    game = attacked(woods, hands={CULT: ["anvil#1", "sword#1", "armorers#1"]}, fear="each_batch")
    for lost in ("anvil#1", "sword#1"):
        done(game, MARQUISE, Battle(8, CULT))
        events = done(game, CULT, DeclineAmbush(), dice=[0, 0], fear=[lost])
        assert of(events, FaithfulFeared) == [FaithfulFeared(CULT, lost)]


@pytest.mark.clause("10.2.5")
def test_if_somebody_reaches_thirty_the_game_is_over_before_any_discard() -> None:
    game = favored(3, ["anvil#1", "sword#1"], scores=[0, 27, 0])
    events = done(game, MARQUISE, FAVOR)
    assert kinds(events)[-2:] == ["PointsScored", "GameFinished"]
    assert game.hands[CULT] == ["anvil#1", "sword#1"]


@pytest.mark.clause("10.2.5")
def test_a_garden_returns_to_the_track_of_its_suit() -> None:
    game = favored(3, [])
    done(game, MARQUISE, FAVOR)
    assert [game.stock[CULT][f"garden-{suit}"] for suit in ("fox", "rabbit", "mouse")] == [5, 5, 5]


@pytest.mark.clause("10.2.5", "10.2.6")
def test_the_random_card_goes_to_lost_souls() -> None:
    game = favored(1, ["dominance-fox#1"])
    events = done(game, MARQUISE, FAVOR, fear=["dominance-fox#1"])
    assert of(events, CardPiled)[-1] == CardPiled(CULT, "dominance-fox#1", "random", "lost_souls", "10.2.5")
    assert game.available == []


@pytest.mark.clause("10.2.5")
@pytest.mark.parametrize("card", ["anvil#1", "armorers#1", "sword#1"])
def test_any_card_in_hand_may_be_the_one_and_no_other(card: str) -> None:
    game = favored(1, ["anvil#1", "armorers#1", "sword#1"])
    assert card not in (done(game, MARQUISE, FAVOR, fear=[card]) and game.hands[CULT])
    with pytest.raises(ChanceExhausted):
        give(favored(1, ["anvil#1"]), MARQUISE, FAVOR, fear=["bake-sale#1"])


@pytest.mark.clause("10.2.5", "6.2.3")
def test_fear_comes_before_field_hospitals_for_nobody_decides_it() -> None:
    woods = "cult 8 warrior garden-fox\nmarquise 8 warrior*3\nmarquise 1 keep"
    hands = {CULT: ["anvil#1", "sword#1"], MARQUISE: ["foxfolk-steel#1"]}
    game = position("warren", woods, active=CULT, play={CULT: ["command-warren#1"]}, hands=hands)
    done(game, CULT, UseCommandWarren(8, MARQUISE))
    events = done(game, MARQUISE, DeclineAmbush(), dice=[3, 2], fear=["sword#1"])
    assert kinds(events)[-3:] == ["FaithfulFeared", "CardPiled", "DecisionRequested"]
    assert asked(game) == [(MARQUISE, "hospitals")]
