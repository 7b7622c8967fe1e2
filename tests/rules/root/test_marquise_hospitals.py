"""6.2.3 Field Hospitals, and 6.2.2 the keep that they need."""

import pytest

from domain.root.commands import (
    Craft,
    DeclineAmbush,
    DeclineFoil,
    PlayAmbush,
    UseTaxCollector,
)
from domain.root.cult.commands import Convert, RitualBuild, RitualRecruit, Sanctify
from domain.root.events import CardPiled, CardsDrawn, DiceRolled, PieceReplaced, PiecesRemoved, WarriorsMoved
from domain.root.eyrie.commands import DecreeBattle, DecreeBuild, DecreeMove, DecreeRecruit, PlaceRoost
from domain.root.factions import COLUMNS
from domain.root.marquise.commands import Battle, Build, DeclineFieldHospitals, March, Recruit, UseFieldHospitals
from domain.root.marquise.events import FieldHospitalsDeclined, FieldHospitalsUsed
from domain.root.state import Game
from domain.table.messages import Command
from tests.rules.root.positions import (
    CULT,
    EYRIE,
    MARQUISE,
    asked,
    done,
    hand_of,
    kinds,
    of,
    offers,
    position,
    refused,
    scored,
)

FOX, RABBIT, MOUSE, BIRD = (hand_of(suit)[0] for suit in ("fox", "rabbit", "mouse", "bird"))
HOSPITALS = [(MARQUISE, "hospitals")]


def attacked(
    hand: list[str], pieces: str = "marquise 1 keep\nmarquise 8 warrior*2 sawmill\neyrie 8 warrior*3", clearing: int = 8
) -> Game:
    """The Eyrie, under its Builder, has attacked the Marquise and dealt two hits."""
    game = position(
        "battle", pieces, hands={MARQUISE: hand}, leader="builder", decree={"battle": ["armorers#1"]},
    )  # fmt: skip
    done(game, EYRIE, DecreeBattle("armorers#1", clearing, MARQUISE), dice=[2, 0])
    if asked(game) == [(MARQUISE, "ambush")]:
        done(game, MARQUISE, DeclineAmbush(), dice=[2, 0])
    return game


# --- 6.2.3 ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("6.2.3", "core-5.2")
@pytest.mark.parametrize("card", [FOX, BIRD, "ambush-fox#1", "ambush-bird#1", "dominance-fox#1"])
def test_one_card_that_matches_the_clearing_brings_all_warriors_to_the_keep(card: str) -> None:
    game = attacked([card])
    assert asked(game) == HOSPITALS
    assert (game.warriors[MARQUISE][8], game.supply[MARQUISE]) == (0, 25)
    events = done(game, MARQUISE, UseFieldHospitals(8, card))
    assert kinds(events)[:2] == ["CardPiled", "FieldHospitalsUsed"]
    assert of(events, CardPiled)[0] == CardPiled(MARQUISE, card, "spent", "lost_souls", "6.2.3")
    assert of(events, FieldHospitalsUsed) == [FieldHospitalsUsed(MARQUISE, 8, 2, 1)]
    assert (game.warriors[MARQUISE][1], game.supply[MARQUISE]) == (2, 23)
    assert asked(game) != HOSPITALS


@pytest.mark.clause("6.2.3")
def test_she_need_not_and_the_warriors_stay_in_her_supply() -> None:
    game = attacked([FOX])
    events = done(game, MARQUISE, DeclineFieldHospitals())
    assert of(events, FieldHospitalsDeclined) == [FieldHospitalsDeclined(MARQUISE)]
    assert (game.supply[MARQUISE], game.hands[MARQUISE], game.wounded) == (25, [FOX], {})


@pytest.mark.clause("6.2.3", "core-1.4")
def test_she_is_asked_whenever_she_holds_a_card_whether_or_not_it_matches() -> None:
    game = attacked([MOUSE])
    assert asked(game) == HOSPITALS
    assert offers(game, MARQUISE, UseFieldHospitals) == []
    assert refused(game, MARQUISE, UseFieldHospitals(8, MOUSE)) == "CARD_SUIT_MISMATCH"
    done(game, MARQUISE, DeclineFieldHospitals())
    assert asked(game) != HOSPITALS


@pytest.mark.clause("6.2.3", "core-1.4")
def test_with_an_empty_hand_she_is_not_asked() -> None:
    game = attacked([])
    assert asked(game) != HOSPITALS
    assert game.supply[MARQUISE] == 25


@pytest.mark.clause("6.2.3")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        (UseFieldHospitals(8, RABBIT), "CARD_SUIT_MISMATCH"), (UseFieldHospitals(1, FOX), "NO_WOUNDED_HERE"),
        (UseFieldHospitals(8, BIRD), "CARD_NOT_IN_HAND"), (UseFieldHospitals(8, "x"), "UNKNOWN_CARD"),
        (UseFieldHospitals(13, FOX), "UNKNOWN_CLEARING"), (March(1, 5, 1), "DECISION_PENDING"),
    ],
)  # fmt: skip
def test_hospitals_are_refused(command: Command, code: str) -> None:
    assert refused(attacked([FOX, RABBIT]), MARQUISE, command) == code


@pytest.mark.clause("6.2.3", "core-1.1")
def test_the_eyrie_waits_for_her_and_cannot_answer_for_her() -> None:
    game = attacked([FOX])
    assert game.battle is not None
    assert refused(game, EYRIE, DecreeBattle("armorers#1", 8, MARQUISE)) == "DECISION_PENDING"
    assert refused(game, EYRIE, DeclineFieldHospitals()) == "NOT_YOUR_FACTION"


@pytest.mark.clause("6.2.3", "6.2.2")
def test_without_the_keep_nothing_is_offered() -> None:
    game = attacked([FOX], "marquise 8 warrior*2 sawmill\neyrie 8 warrior*3")
    assert asked(game) != HOSPITALS
    assert game.supply[MARQUISE] == 25


@pytest.mark.clause("6.2.3", "core-9.2")
def test_a_keep_that_is_removed_along_with_warriors_saves_nobody() -> None:
    game = attacked([FOX], "marquise 1 keep warrior\neyrie 1 warrior*3", clearing=1)
    assert asked(game) != HOSPITALS
    assert game.marquise is not None
    assert (game.marquise.keep, game.tokens[1]) == (None, [])
    assert game.scores[EYRIE] == 1
    assert game.supply[MARQUISE] == 25


@pytest.mark.clause("6.2.3")
def test_warriors_that_fall_at_the_keep_come_back_to_it_but_not_to_the_hits_of_that_battle() -> None:
    game = attacked([FOX], "marquise 1 keep warrior*2\neyrie 1 warrior*3", clearing=1)
    assert asked(game) == HOSPITALS
    events = done(game, MARQUISE, UseFieldHospitals(1, FOX))
    assert "BattleEnded" in kinds(events)
    assert not of(events, PiecesRemoved)
    assert (game.warriors[MARQUISE][1], game.marquise and game.marquise.keep) == (2, 1)


@pytest.mark.clause("6.2.3")
def test_her_own_attack_and_her_own_turn_count_too() -> None:
    game = position(
        "actions", "marquise 1 keep\nmarquise 8 warrior*2\neyrie 8 warrior*3", hands={MARQUISE: [BIRD]}, leader="builder",
    )  # fmt: skip
    done(game, MARQUISE, Battle(8, EYRIE), dice=[2, 1])
    assert asked(game) == HOSPITALS
    done(game, MARQUISE, UseFieldHospitals(8, BIRD))
    assert (game.warriors[MARQUISE][1], game.warriors[MARQUISE][8]) == (1, 1)
    assert asked(game) == [(MARQUISE, "actions")]


# --- Batches ----------------------------------------------------------------------------------------------------------


def ambushed(hand: list[str], warriors: int, clearing: int = 1) -> Game:
    """The Marquise attacks at or off her keep in 1, and the Eyrie ambushes."""
    pieces = f"marquise 1 keep\nmarquise {clearing} warrior*{warriors}\neyrie {clearing} warrior*3"
    game = position(
        "actions", pieces, hands={MARQUISE: hand, EYRIE: ["ambush-bird#1"]}, leader="builder",
    )  # fmt: skip
    done(game, MARQUISE, Battle(clearing, EYRIE))
    done(game, EYRIE, PlayAmbush("ambush-bird#1"), dice=[3, 3])
    if asked(game) == [(MARQUISE, "foil")]:
        done(game, MARQUISE, DeclineFoil(), dice=[3, 3])
    return game


@pytest.mark.clause("6.2.3", "core-8.1")
def test_warriors_that_an_ambush_removes_are_offered_at_once_and_fight_on_at_the_keep() -> None:
    game = ambushed([FOX], 2)
    assert asked(game) == HOSPITALS
    events = done(game, MARQUISE, UseFieldHospitals(1, FOX), dice=[3, 1])
    assert of(events, DiceRolled) == [DiceRolled((3, 1), 3, 1, 2, 3)]
    assert game.warriors[EYRIE][1] == 1
    assert game.warriors[MARQUISE][1] == 1


@pytest.mark.clause("6.2.3", "core-8.1")
@pytest.mark.parametrize("clearing", [1, 8])
def test_else_the_battle_ends_there(clearing: int) -> None:
    game = ambushed([FOX], 2, clearing)
    command = UseFieldHospitals(8, FOX) if clearing == 8 else DeclineFieldHospitals()
    events = done(game, MARQUISE, command)
    assert not of(events, DiceRolled)
    assert "BattleEnded" in kinds(events)


@pytest.mark.clause("6.2.3", "core-8.6")
def test_the_ambush_is_one_batch_and_the_other_hits_are_another() -> None:
    game = ambushed([FOX, BIRD], 3, 8)
    assert (asked(game), game.wounded) == (HOSPITALS, {8: 2})
    done(game, MARQUISE, UseFieldHospitals(8, FOX), dice=[1, 1])
    assert (asked(game), game.wounded) == (HOSPITALS, {8: 1})
    events = done(game, MARQUISE, UseFieldHospitals(8, BIRD))
    assert of(events, FieldHospitalsUsed) == [FieldHospitalsUsed(MARQUISE, 8, 1, 1)]
    assert game.warriors[MARQUISE][1] == 3


def favored(hand: list[str], pieces: str = "marquise 1 keep\n") -> Game:
    """The Eyrie has crafted the favor of the foxes, and warriors of hers stood in 6, 8 and 12."""
    roosts = "eyrie 6 roost\neyrie 8 roost\neyrie 12 roost\neyrie 4 warrior\nmarquise 5 warrior\n"
    game = position(
        "eyrie_craft", roosts + "marquise 6 warrior\nmarquise 8 warrior*3\nmarquise 12 warrior*2\n" + pieces,
        hands={EYRIE: ["favor-of-the-foxes#1", MOUSE], MARQUISE: hand}, decree={"move": ["armorers#1"]},
    )  # fmt: skip
    done(game, EYRIE, Craft("favor-of-the-foxes#1", (6, 8, 12)))
    return game


FOXES = hand_of("fox", "fox", "fox")


@pytest.mark.clause("6.2.3", "core-9.3")
def test_a_favor_is_offered_for_each_clearing_in_the_order_that_she_chooses() -> None:
    game = favored(FOXES, "marquise 5 keep")
    assert game.wounded == {6: 1, 8: 3, 12: 2}
    for clearing, card in zip((12, 6, 8), FOXES, strict=True):
        assert asked(game) == HOSPITALS
        assert {one.clearing for one in offers(game, MARQUISE, UseFieldHospitals)} == set(game.wounded)
        done(game, MARQUISE, UseFieldHospitals(clearing, card))
    assert game.warriors[MARQUISE][5] == 1 + 6
    assert asked(game) == [(EYRIE, "move")]


@pytest.mark.clause("6.2.3")
def test_one_card_saves_one_clearing_and_with_the_last_card_the_question_ends() -> None:
    game = favored([FOX], "marquise 5 keep")
    events = done(game, MARQUISE, UseFieldHospitals(8, FOX))
    assert of(events, FieldHospitalsDeclined) == [FieldHospitalsDeclined(MARQUISE)]
    assert (game.warriors[MARQUISE][5], game.wounded) == (4, {})
    assert asked(game) == [(EYRIE, "move")]


@pytest.mark.clause("6.2.3")
def test_she_may_save_some_clearings_and_not_the_others() -> None:
    game = favored([*FOXES], "marquise 5 keep")
    done(game, MARQUISE, UseFieldHospitals(12, FOXES[0]))
    done(game, MARQUISE, DeclineFieldHospitals())
    assert (game.warriors[MARQUISE][5], game.hands[MARQUISE]) == (3, FOXES[1:])


@pytest.mark.clause("6.2.3", "core-9.2")
def test_a_favor_over_the_keep_saves_nobody_in_any_clearing() -> None:
    game = favored(FOXES, "marquise 1 keep")
    assert asked(game) == [(EYRIE, "move")]
    assert game.scores[EYRIE] == 1
    assert game.marquise is not None
    assert game.marquise.keep is None


# --- Any cause --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("6.2.3", "10.4.3-II")
def test_a_warrior_that_is_converted_comes_back_to_the_keep() -> None:
    game = position(
        "conspiracies", "cult 3 garden-rabbit\nmarquise 1 keep\nmarquise 8 warrior*2",
        outcast="fox", acolytes=2, hands={MARQUISE: [FOX]},
    )  # fmt: skip
    events = done(game, CULT, Convert(8, MARQUISE))
    assert of(events, PieceReplaced)[0].wounded == 1
    assert asked(game) == HOSPITALS
    done(game, MARQUISE, UseFieldHospitals(8, FOX))
    assert (game.warriors[MARQUISE][1], game.warriors[MARQUISE][8], game.warriors[CULT][8]) == (1, 1, 1)


@pytest.mark.clause("6.2.3", "card-tax-collector", "core-2")
def test_her_own_tax_collector_offers_hospitals_before_its_card_is_drawn() -> None:
    game = position(
        "actions", "marquise 1 keep\nmarquise 8 warrior", hands={MARQUISE: [FOX]}, play={MARQUISE: ["tax-collector#1"]},
    )  # fmt: skip
    events = done(game, MARQUISE, UseTaxCollector(8))
    assert (asked(game), of(events, CardsDrawn)) == (HOSPITALS, [])
    events = done(game, MARQUISE, UseFieldHospitals(8, FOX), deck=[BIRD])
    assert of(events, CardsDrawn) == [CardsDrawn(MARQUISE, 1, (BIRD,))]
    assert game.warriors[MARQUISE][1] == 1
    assert refused(game, MARQUISE, UseTaxCollector(1)) == "ALREADY_USED_THIS_TURN"
    assert asked(game) == [(MARQUISE, "actions")]


@pytest.mark.clause("6.2.3", "card-tax-collector")
def test_the_card_of_a_tax_collector_cannot_pay_for_its_own_warrior() -> None:
    game = position("actions", "marquise 1 keep\nmarquise 8 warrior", play={MARQUISE: ["tax-collector#1"]})
    done(game, MARQUISE, UseTaxCollector(8), deck=[FOX])
    assert (asked(game), game.hands[MARQUISE]) == ([(MARQUISE, "actions")], [FOX])


@pytest.mark.clause("6.2.3", "core-1.4")
def test_buildings_and_tokens_alone_are_no_reason_to_ask() -> None:
    game = attacked([FOX], "marquise 1 keep\nmarquise 8 sawmill wood\neyrie 8 warrior*3")
    assert (MARQUISE, "hospitals") not in asked(game)


@pytest.mark.clause("6.2.3", "core-12")
def test_a_battle_that_wins_the_game_asks_nobody() -> None:
    game = position(
        "battle", "marquise 1 keep\nmarquise 8 warrior sawmill\neyrie 8 warrior*3", leader="builder",
        decree={"battle": ["armorers#1"]}, hands={MARQUISE: [FOX]}, scores=[0, 0, 29],
    )  # fmt: skip
    done(game, EYRIE, DecreeBattle("armorers#1", 8, MARQUISE))
    done(game, MARQUISE, DeclineAmbush(), dice=[3, 0])
    assert (game.over, asked(game)) == (True, [])


# --- 6.2.2 The keep ---------------------------------------------------------------------------------------------------

KEPT = [
    ("a roost of the Decree", "build", "eyrie 1 warrior*2\neyrie 8 warrior", EYRIE, DecreeBuild("armorers#1", 1)),
    ("a warrior of the Decree", "recruit", "eyrie 1 roost\neyrie 8 roost", EYRIE, DecreeRecruit("armorers#1", 1)),
    ("a new roost", "new_roost", "cult 5 warrior", EYRIE, PlaceRoost(1)),
    ("a garden", "rituals", "cult 1 warrior*3", CULT, RitualBuild(FOX, 1)),
    ("a recruit of the Cult", "rituals", "cult 1 warrior", CULT, RitualRecruit(FOX, 1)),
    ("a conversion", "conspiracies", "marquise 1 warrior\nmarquise 8 warrior", CULT, Convert(1, MARQUISE)),
    ("a garden for a building", "conspiracies", "marquise 1 sawmill", CULT, Sanctify(1, MARQUISE, "sawmill")),
]


@pytest.mark.clause("6.2.2")
@pytest.mark.parametrize("kept", [True, False], ids=["at the keep", "once the keep is gone"])
@pytest.mark.parametrize(("what", "step", "pieces", "seat", "command"), KEPT, ids=[row[0] for row in KEPT])
def test_nobody_else_places_at_the_keep(
    what: str, step: str, pieces: str, seat: int, command: Command, kept: bool
) -> None:
    keep = "marquise 1 keep\n" if kept else ""
    decree = {step: ["armorers#1"]} if step in COLUMNS else {}
    game = position(step, keep + pieces, outcast="fox", acolytes=3, hands={CULT: [FOX]}, decree=decree)
    if kept:
        assert refused(game, seat, command) == "CANNOT_PLACE_HERE"
    else:
        done(game, seat, command)


@pytest.mark.clause("6.2.2")
def test_the_marquise_herself_places_at_the_keep() -> None:
    game = position("actions", "marquise 1 keep recruiter")
    done(game, MARQUISE, Recruit())
    assert game.warriors[MARQUISE][1] == 1
    game = position("actions", "marquise 1 keep warrior")
    done(game, MARQUISE, Build("sawmill", 1))


@pytest.mark.clause("6.2.2", "core-7.2")
def test_pieces_can_be_moved_to_the_keep_and_battle_it_there() -> None:
    game = position(
        "move", "marquise 1 keep\neyrie 5 warrior*2", leader="builder",
        decree={"move": ["armorers#1"], "battle": ["armorers#2"]},
    )  # fmt: skip
    events = done(game, EYRIE, DecreeMove("armorers#1", 5, 1, 2))
    assert of(events, WarriorsMoved) == [WarriorsMoved(EYRIE, 5, 1, 2)]
    # The Builder's own vizier on Move is left.
    done(game, EYRIE, DecreeMove("vizier#2", 1, 9, 1))
    events = done(game, EYRIE, DecreeBattle("armorers#2", 1, MARQUISE), dice=[0, 0])
    assert scored(events, EYRIE) == 1
    assert game.marquise is not None
    assert game.marquise.keep is None
    assert game.tokens[1] == []


@pytest.mark.clause("6.2.2", "core-7.1")
def test_the_keep_needs_no_slot_and_counts_nothing_for_rule() -> None:
    game = position("actions", "marquise 1 keep sawmill\neyrie 1 warrior")
    assert refused(game, MARQUISE, Build("workshop", 1)) == "NO_RULE"
    game = position("actions", "marquise 1 keep\neyrie 1 warrior")
    assert refused(game, MARQUISE, Build("workshop", 1)) == "NO_RULE"
