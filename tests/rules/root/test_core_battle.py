"""Battle, step by step (core-8), and the cards that are used in it."""

from typing import Any

import msgspec
import pytest

from domain.root.commands import (
    ChooseHits,
    DeclineAmbush,
    DeclineFoil,
    FoilAmbush,
    OrderEffects,
    PlayAmbush,
    UseBattleEffects,
)
from domain.root.cult.commands import CrusadeBattle, RitualRecruit, RitualSacrifice
from domain.root.cult.events import AcolytesGained, FaithfulFeared
from domain.root.events import (
    AmbushFoiled,
    BattleEffectsUsed,
    BattleEnded,
    BattleStarted,
    CardPiled,
    DecisionRequested,
    DiceRolled,
    HitsChosen,
    HitsCounted,
    PiecesRemoved,
    PointsForfeited,
    PointsScored,
)
from domain.root.eyrie.commands import DecreeBattle
from domain.root.marquise.commands import Battle, DeclineFieldHospitals, UseFieldHospitals
from domain.root.marquise.events import FieldHospitalsUsed
from domain.root.piles import may_hold
from domain.root.rule import ruler
from domain.root.rulebook import rulebook
from domain.root.state import Game
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
    play,
    position,
    refused,
    scored,
)

SIDES = "marquise 8 warrior*3 \n eyrie 8 warrior*2"
AMBUSH = {EYRIE: ["ambush-bird#1"]}


def before_battle(pieces: str = SIDES, **more: Any) -> Game:
    """The Marquise is about to attack; the Eyrie's leader has no part in battles."""
    return position("actions", pieces, **{"leader": "builder", **more})


def attack(game: Game, defender: int = EYRIE, clearing: int = 8, **chance: Any) -> list[Any]:
    return done(game, MARQUISE, Battle(clearing, defender), **chance)


def standing(game: Game, clearing: int = 8) -> list[int]:
    """The warriors in a clearing, by seat."""
    return [counts[clearing] for counts in game.warriors]


# --- core-8, core-8.0 Declaring ---------------------------------------------------------------------------------------


@pytest.mark.clause("core-8", "core-8.0", "core-8.2")
def test_a_battle_goes_through_its_steps_without_asking_where_nobody_can_decide_anything() -> None:
    game = before_battle()
    events = attack(game, dice=[1, 2])
    assert kinds(events) == [
        "ActionTaken",
        "BattleStarted",
        "DiceRolled",
        "HitsCounted",
        "PiecesRemoved",
        "BattleEnded",
    ]
    assert of(events, BattleStarted) == [BattleStarted(MARQUISE, EYRIE, 8)]
    assert game.battle is None
    assert asked(game) == [(MARQUISE, "actions")]


@pytest.mark.clause("core-8", "core-8.0", "core-3", "core-1.2")
@pytest.mark.parametrize(
    ("clearing", "defender", "code"),
    [
        (6, EYRIE, "NO_ATTACKING_PIECE"),
        (8, CULT, "NO_SUCH_ENEMY_HERE"),
        (8, MARQUISE, "TARGET_NOT_ENEMY"),
        (8, 3, "TARGET_NOT_ENEMY"),
        (13, EYRIE, "UNKNOWN_CLEARING"),
    ],
)
def test_battles_that_are_refused(clearing: int, defender: int, code: str) -> None:
    game = before_battle(SIDES + "\n eyrie 6 roost \n marquise 6 wood")
    assert refused(game, MARQUISE, Battle(clearing, defender)) == code


@pytest.mark.clause("core-8", "core-8.0")
def test_rule_does_not_matter_and_tokens_and_buildings_alone_can_be_attacked() -> None:
    pieces = "cult 12 warrior \n marquise 12 wood \n eyrie 12 roost warrior*4"
    game = position("conspiracies", pieces, acolytes=2)
    assert ruler(game, 12) == EYRIE
    battles = offers(game, CULT, CrusadeBattle)
    assert battles == [CrusadeBattle(12, MARQUISE), CrusadeBattle(12, EYRIE)]


# --- core-8.1 Ambush --------------------------------------------------------------------------------------------------


@pytest.mark.clause("core-8.1", "core-5.5", "core-14")
def test_an_ambush_deals_two_hits_before_the_roll_and_its_card_is_discarded() -> None:
    game = before_battle(hands=AMBUSH)
    events = attack(game)
    assert of(events, DecisionRequested) == [DecisionRequested(EYRIE, "ambush")]
    assert asked(game) == [(EYRIE, "ambush")]

    events = done(game, EYRIE, PlayAmbush("ambush-bird#1"), dice=[3, 0])

    assert kinds(events)[:5] == ["AmbushPlayed", "FoilDeclined", "PiecesRemoved", "CardPiled", "DiceRolled"]
    removed, _ = of(events, PiecesRemoved)
    assert (removed.by, removed.cause, removed.losses[0].warriors) == (EYRIE, "ambush", 2)
    # One warrior is left, and limits the three that were rolled.
    assert of(events, HitsCounted) == [HitsCounted(0, 1)]
    assert game.lost_souls == ["ambush-bird#1"]
    assert standing(game) == [0, 1, 1]


@pytest.mark.clause("core-8.1", "core-5.4")
def test_without_the_cult_ambush_cards_go_to_the_discard_pile() -> None:
    hands = {0: ["ambush-bird#1"], 1: ["ambush-fox#1"]}
    pieces = "marquise 8 warrior*3 \n eyrie 8 warrior*2"
    game = position("actions", pieces, factions=("marquise", "eyrie"), hands=hands, leader="builder")
    done(game, 0, Battle(8, 1))
    done(game, 1, PlayAmbush("ambush-fox#1"))
    events = done(game, 0, FoilAmbush("ambush-bird#1"), dice=[0, 0])
    assert sorted(game.discard) == ["ambush-bird#1", "ambush-fox#1"]
    assert {piled.cause for piled in of(events, CardPiled)} == {"played"}


@pytest.mark.clause("core-8.1", "core-14")
def test_an_ambush_that_is_foiled_does_nothing_and_both_cards_go() -> None:
    game = before_battle(hands={EYRIE: ["ambush-fox#1"], MARQUISE: ["ambush-bird#1"]})
    attack(game)
    done(game, EYRIE, PlayAmbush("ambush-fox#1"))
    assert asked(game) == [(MARQUISE, "foil")]

    events = done(game, MARQUISE, FoilAmbush("ambush-bird#1"), dice=[0, 0])

    assert kinds(events) == ["AmbushFoiled", "CardPiled", "CardPiled", "DiceRolled", "HitsCounted", "BattleEnded"]
    assert of(events, AmbushFoiled)[0].seat == MARQUISE
    assert standing(game) == [0, 3, 2]
    assert sorted(game.lost_souls) == ["ambush-bird#1", "ambush-fox#1"]


@pytest.mark.clause("core-8.1")
def test_the_attacker_may_let_an_ambush_happen() -> None:
    game = before_battle(hands={EYRIE: ["ambush-fox#1"], MARQUISE: ["ambush-bird#1"]})
    attack(game)
    done(game, EYRIE, PlayAmbush("ambush-fox#1"))
    done(game, MARQUISE, DeclineFoil(), dice=[0, 0])
    assert standing(game) == [0, 1, 2]
    assert game.hands[MARQUISE] == ["ambush-bird#1"]


@pytest.mark.clause("core-8.1")
def test_the_defender_need_not_ambush() -> None:
    game = before_battle(hands=AMBUSH)
    attack(game)
    done(game, EYRIE, DeclineAmbush(), dice=[0, 0])
    assert standing(game) == [0, 3, 2]
    assert game.hands[EYRIE] == ["ambush-bird#1"]


@pytest.mark.clause("core-8.1")
def test_a_battle_ends_at_once_when_no_attacker_is_left() -> None:
    game = before_battle("marquise 8 warrior*2 \n eyrie 8 warrior*2", hands=AMBUSH)
    attack(game)
    events = done(game, EYRIE, PlayAmbush("ambush-bird#1"))
    assert kinds(events) == ["AmbushPlayed", "FoilDeclined", "PiecesRemoved", "CardPiled", "BattleEnded"]
    assert game.battle is None
    assert standing(game) == [0, 0, 2]


@pytest.mark.clause("core-8.1", "core-8.6")
def test_an_ambush_goes_on_to_buildings_when_warriors_are_out_and_scores_for_the_defender() -> None:
    game = before_battle("marquise 8 warrior sawmill workshop \n eyrie 8 warrior*2", hands=AMBUSH)
    attack(game)
    events = done(game, EYRIE, PlayAmbush("ambush-bird#1"))
    assert asked(game) == [(MARQUISE, "hits")]
    assert refused(game, MARQUISE, ChooseHits(("sawmill", "workshop"))) == "ILLEGAL_CHOICE"

    events = done(game, MARQUISE, ChooseHits(("workshop",)))

    assert scored(events, EYRIE) == 1
    assert game.buildings[8] == [(MARQUISE, "sawmill")]
    assert kinds(events)[-1] == "BattleEnded"


@pytest.mark.clause("core-8.1")
def test_the_hits_of_an_ambush_are_not_limited_by_the_defenders_warriors() -> None:
    game = before_battle("marquise 8 warrior*4 \n eyrie 8 roost", hands=AMBUSH)
    attack(game)
    events = done(game, EYRIE, PlayAmbush("ambush-bird#1"), dice=[0, 0])
    assert standing(game) == [0, 2, 0]
    # Defenceless: the roost goes by the extra hit.
    assert of(events, HitsCounted) == [HitsCounted(0, 1)]


@pytest.mark.clause("core-5.5", "core-8.1", "core-5.2", "core-1.2")
@pytest.mark.parametrize(
    ("card", "code"),
    [
        ("ambush-mouse#1", "NO_FITTING_AMBUSH"),
        ("armorers#1", "NO_FITTING_AMBUSH"),
        ("anvil#1", "NO_FITTING_AMBUSH"),
        ("ambush-fox#1", "CARD_NOT_IN_HAND"),
        ("ambush-wolf#1", "UNKNOWN_CARD"),
    ],
)
def test_only_an_ambush_of_the_clearings_suit_or_a_bird_ambush_fits(card: str, code: str) -> None:
    hand = ["ambush-mouse#1", "ambush-bird#1", "armorers#1", "anvil#1"]
    game = before_battle(hands={EYRIE: hand})
    attack(game)
    assert offers(game, EYRIE, PlayAmbush) == [PlayAmbush("ambush-bird#1")]
    assert refused(game, EYRIE, PlayAmbush(card)) == code


@pytest.mark.clause("card-scouting-party", "core-8.1")
def test_an_attacker_with_a_scouting_party_is_not_ambushed_and_nobody_is_asked() -> None:
    game = before_battle(hands=AMBUSH, play={MARQUISE: ["scouting-party#1"]})
    events = attack(game, dice=[0, 0])
    assert of(events, DecisionRequested) == []
    assert standing(game) == [0, 3, 2]
    assert game.play[MARQUISE] == ["scouting-party#1"]


@pytest.mark.clause("card-scouting-party")
def test_a_scouting_party_does_not_help_who_defends() -> None:
    game = before_battle(hands=AMBUSH, play={EYRIE: ["scouting-party#1"]})
    attack(game)
    assert asked(game) == [(EYRIE, "ambush")]


@pytest.mark.clause("core-8.1", "6.2.3", "core-9.2", "core-14")
def test_warriors_that_come_back_to_the_keep_during_an_ambush_fight_on() -> None:
    pieces = "marquise 1 keep warrior*2 \n eyrie 1 warrior*2"
    game = before_battle(pieces, hands={**AMBUSH, MARQUISE: ["anvil#1"]})
    attack(game, clearing=1)
    done(game, EYRIE, PlayAmbush("ambush-bird#1"))
    done(game, MARQUISE, DeclineFoil())
    assert asked(game) == [(MARQUISE, "hospitals")]

    events = done(game, MARQUISE, UseFieldHospitals(1, "anvil#1"), dice=[3, 3])

    assert of(events, FieldHospitalsUsed) == [FieldHospitalsUsed(MARQUISE, 1, 2, 1)]
    assert kinds(events).index("FieldHospitalsUsed") < kinds(events).index("DiceRolled")
    assert of(events, HitsCounted) == [HitsCounted(2, 2)]
    # The second batch is offered apart, but her hand is empty now.
    assert standing(game, 1) == [0, 0, 0]


@pytest.mark.clause("core-8.1", "6.2.3")
def test_hospitals_elsewhere_or_declined_do_not_keep_a_battle_going() -> None:
    pieces = "marquise 1 keep \n marquise 8 warrior*2 \n eyrie 8 warrior*2"
    for answer, saved in ((UseFieldHospitals(8, "anvil#1"), 2), (DeclineFieldHospitals(), 0)):
        game = before_battle(pieces, hands={**AMBUSH, MARQUISE: ["anvil#1"]})
        attack(game)
        done(game, EYRIE, PlayAmbush("ambush-bird#1"))
        done(game, MARQUISE, DeclineFoil())
        events = done(game, MARQUISE, answer)
        assert "DiceRolled" not in kinds(events)
        assert isinstance(events[-1], BattleEnded)
        assert game.warriors[MARQUISE][1] == saved


@pytest.mark.clause("core-8.1", "10.2.3")
def test_a_cult_that_is_ambushed_as_attacker_loses_its_warriors_to_the_supply() -> None:
    pieces = "cult 8 warrior*3 \n eyrie 8 warrior*2"
    game = position("conspiracies", pieces, acolytes=2, hands=AMBUSH, leader="builder")
    done(game, CULT, CrusadeBattle(8, EYRIE))
    events = done(game, EYRIE, PlayAmbush("ambush-bird#1"), dice=[0, 0])
    assert of(events, AcolytesGained) == []
    assert game.cult is not None
    assert game.cult.acolytes == 0
    assert standing(game) == [1, 0, 2]


# --- core-1.4 Who is asked about an ambush ----------------------------------------------------------------------------

FITTING_FOX = ["ambush-fox#1", "ambush-bird#1", "ambush-bird#2"]
ASKED = [
    pytest.param({"hands": {EYRIE: ["ambush-fox#1"]}}, True, id="the hand holds one"),
    pytest.param({"hands": {EYRIE: ["anvil#1"]}}, True, id="the hand holds none, which nobody knows"),
    pytest.param({}, False, id="an empty hand"),
    pytest.param({"hands": {EYRIE: ["anvil#1"]}, "lost_souls": FITTING_FOX}, False, id="all that fit in Lost Souls"),
    pytest.param({"hands": {EYRIE: ["anvil#1"]}, "discard": FITTING_FOX}, False, id="all that fit discarded"),
    pytest.param({"hands": {EYRIE: ["anvil#1"]}, "discard": FITTING_FOX[:2]}, True, id="one that fits is not seen"),
    pytest.param(
        {"hands": {EYRIE: ["anvil#1"]}, "discard": FITTING_FOX[:2], "decree": {"move": FITTING_FOX[2:]}},
        False,
        id="the last in the Decree",
    ),
    pytest.param(
        {"hands": {EYRIE: ["anvil#1"], MARQUISE: FITTING_FOX[2:]}, "discard": FITTING_FOX[:2]},
        True,
        id="the last in the attacker's hand, which only the attacker knows",
    ),
]


@pytest.mark.clause("core-1.4", "core-8.1", "core-14")
@pytest.mark.parametrize(("cards", "expected"), ASKED)
def test_the_defender_is_asked_unless_everybody_knows_that_there_is_no_ambush(cards: Any, expected: bool) -> None:
    game = before_battle(**cards)
    attack(game, dice=[0, 0])
    assert asked(game) == ([(EYRIE, "ambush")] if expected else [(MARQUISE, "actions")])


@pytest.mark.clause("core-1.4")
def test_what_everybody_saw_going_to_a_hand_is_known_to_be_there() -> None:
    # The Cult takes back what it revealed: all ambush cards for a fox clearing are known to be in its hand.
    game = position("take_back", SIDES, hands={CULT: FITTING_FOX, EYRIE: ["anvil#1"]})
    game.known[CULT] = sorted(FITTING_FOX)
    assert may_hold(game, CULT, FITTING_FOX)
    assert not may_hold(game, EYRIE, FITTING_FOX)
    # A hand of nothing but known cards holds nothing else.
    game.known[EYRIE] = ["anvil#1"]
    assert not may_hold(game, EYRIE, ["ambush-mouse#1"])


@pytest.mark.clause("core-1.4", "10.5")
def test_a_revealed_ambush_card_is_known_to_be_in_nobodys_hand() -> None:
    game = position("rituals", SIDES, hands={CULT: [*FITTING_FOX, "sword#1"], EYRIE: ["anvil#1"]})
    assert may_hold(game, EYRIE, FITTING_FOX)
    play(
        game, CULT, RitualRecruit("ambush-fox#1", 8), RitualSacrifice("ambush-bird#1"), RitualSacrifice("ambush-bird#2")
    )
    assert not may_hold(game, EYRIE, FITTING_FOX)
    assert not may_hold(game, CULT, FITTING_FOX)


@pytest.mark.clause("core-1.4")
def test_a_known_card_that_leaves_the_hand_is_not_known_to_be_there_any_more() -> None:
    game = before_battle(hands={EYRIE: ["ambush-fox#1", "anvil#1"]})
    game.known[EYRIE] = ["ambush-fox#1"]
    attack(game)
    done(game, EYRIE, PlayAmbush("ambush-fox#1"), dice=[0, 0])
    assert game.known[EYRIE] == []


@pytest.mark.clause("core-1.4", "core-8.1")
def test_the_attacker_is_asked_about_foiling_by_what_everybody_knows() -> None:
    for hand, lost_souls, expected in (
        (["anvil#1"], [], True),
        ([], [], False),
        (["anvil#1"], FITTING_FOX[1:], False),
    ):
        game = before_battle("marquise 8 warrior*3 \n eyrie 8 warrior", hands={EYRIE: ["ambush-fox#1"], MARQUISE: hand},
                             lost_souls=lost_souls)  # fmt: skip
        attack(game)
        done(game, EYRIE, PlayAmbush("ambush-fox#1"), dice=[0, 0])
        assert ((MARQUISE, "foil") in asked(game)) == expected


# --- core-8.3 The roll ------------------------------------------------------------------------------------------------

ROLLS = [
    pytest.param(3, 3, [0, 3], HitsCounted(0, 3), id="the attacker has the higher"),
    pytest.param(3, 3, [3, 1], HitsCounted(1, 3), id="whichever die shows it"),
    pytest.param(3, 3, [2, 2], HitsCounted(2, 2), id="equal"),
    pytest.param(1, 3, [3, 2], HitsCounted(2, 1), id="limited by the attacker's warriors"),
    pytest.param(3, 1, [3, 2], HitsCounted(1, 3), id="limited by the defender's warriors"),
    pytest.param(3, 3, [0, 0], HitsCounted(0, 0), id="nothing"),
]


@pytest.mark.clause("core-8.3", "core-8.5")
@pytest.mark.parametrize(("attackers", "defenders", "dice", "counted"), ROLLS)
def test_rolls(attackers: int, defenders: int, dice: list[int], counted: HitsCounted) -> None:
    game = before_battle(f"marquise 8 warrior*{attackers} \n eyrie 8 warrior*{defenders}")
    events = attack(game, dice=dice)
    (rolled,) = of(events, DiceRolled)
    assert rolled == DiceRolled((dice[0], dice[1]), max(dice), min(dice), attackers, defenders)
    assert of(events, HitsCounted) == [counted]


@pytest.mark.clause("core-8.3", "core-8.1")
def test_the_limit_counts_after_an_ambush() -> None:
    game = before_battle(hands=AMBUSH)
    attack(game)
    (rolled,) = of(done(game, EYRIE, PlayAmbush("ambush-bird#1"), dice=[3, 3]), DiceRolled)
    assert (rolled.attacker_cap, rolled.defender_cap) == (1, 2)


# --- core-8.4 After the roll ------------------------------------------------------------------------------------------


@pytest.mark.clause("core-8.4", "card-armorers", "core-14")
@pytest.mark.parametrize("used", [True, False])
def test_armorers_ignores_all_rolled_hits_and_is_discarded(used: bool) -> None:
    game = before_battle(play={EYRIE: ["armorers#1"]})
    attack(game, dice=[3, 1])
    assert asked(game) == [(EYRIE, "effects")]

    events = done(game, EYRIE, UseBattleEffects(("armorers#1",) if used else ()))

    assert of(events, HitsCounted) == [HitsCounted(1, 0 if used else 3)]
    assert standing(game) == [0, 2, 2 if used else 0]
    assert game.lost_souls == (["armorers#1"] if used else [])
    assert game.play[EYRIE] == ([] if used else ["armorers#1"])


@pytest.mark.clause("card-armorers")
def test_armorers_is_for_the_attacker_too_and_extra_hits_still_land() -> None:
    game = before_battle(play={MARQUISE: ["armorers#1"], EYRIE: ["sappers#1"]})
    attack(game, dice=[3, 3])
    play(game, MARQUISE, OrderEffects(MARQUISE), UseBattleEffects(("armorers#1",)))
    events = done(game, EYRIE, UseBattleEffects(("sappers#1",)))
    # Two rolled hits are ignored, the sappers' is not.
    assert of(events, HitsCounted) == [HitsCounted(1, 3)]


@pytest.mark.clause("card-armorers", "10.2.3")
def test_a_cult_that_ignores_hits_gains_no_acolytes_for_them() -> None:
    game = before_battle("marquise 8 warrior*3 \n cult 8 warrior*3", play={CULT: ["armorers#1"]})
    attack(game, CULT, dice=[3, 0])
    events = done(game, CULT, UseBattleEffects(("armorers#1",)))
    assert of(events, AcolytesGained) == []
    assert standing(game) == [3, 3, 0]


@pytest.mark.clause("card-sappers", "core-8.5")
def test_sappers_deals_an_extra_hit_that_no_warriors_limit_and_is_discarded() -> None:
    game = before_battle("marquise 8 warrior*3 \n eyrie 8 roost", play={EYRIE: ["sappers#1"]})
    attack(game, dice=[3, 3])
    events = done(game, EYRIE, UseBattleEffects(("sappers#1",)))
    # A defender without warriors rolls no hits, but deals this one.
    assert of(events, HitsCounted) == [HitsCounted(1, 4)]
    assert game.lost_souls == ["sappers#1"]


@pytest.mark.clause("card-sappers", "card-brutal-tactics", "core-8.4")
def test_sappers_is_only_for_the_defender_and_brutal_tactics_only_for_the_attacker() -> None:
    game = before_battle(play={MARQUISE: ["sappers#1"], EYRIE: ["brutal-tactics#1"]})
    events = attack(game, dice=[0, 0])
    assert of(events, DecisionRequested, BattleEffectsUsed) == []


@pytest.mark.clause("card-brutal-tactics", "core-8.5")
def test_brutal_tactics_deals_an_extra_hit_stays_and_gives_the_defender_a_point() -> None:
    game = before_battle("marquise 8 warrior \n eyrie 8 warrior*3", play={MARQUISE: ["brutal-tactics#1"]})
    for _ in range(2):
        attack(game, dice=[0, 0])
        assert asked(game) == [(MARQUISE, "effects")]
        events = done(game, MARQUISE, UseBattleEffects(("brutal-tactics#1",)))
        assert scored(events, EYRIE) == 1
        assert of(events, HitsCounted) == [HitsCounted(0, 1)]
    # In every battle; it stays.
    assert game.play[MARQUISE] == ["brutal-tactics#1"]
    assert game.scores[EYRIE] == 2


@pytest.mark.clause("card-brutal-tactics", "core-12")
def test_the_point_of_brutal_tactics_may_win_the_game_at_once() -> None:
    game = before_battle(play={MARQUISE: ["armorers#1", "brutal-tactics#1"]}, scores=[0, 0, 29])
    attack(game, dice=[3, 0])
    events = done(game, MARQUISE, UseBattleEffects(("armorers#1", "brutal-tactics#1")))
    assert kinds(events)[-2:] == ["PointsScored", "GameFinished"]
    assert game.over
    assert standing(game) == [0, 3, 2]


@pytest.mark.clause("card-brutal-tactics", "core-11")
def test_a_defender_that_plays_for_dominance_forfeits_the_point_of_brutal_tactics() -> None:
    game = before_battle(play={MARQUISE: ["brutal-tactics#1"]}, dominance={EYRIE: "dominance-fox#1"})
    attack(game, dice=[0, 0])
    events = done(game, MARQUISE, UseBattleEffects(("brutal-tactics#1",)))
    assert [event.seat for event in of(events, PointsForfeited)] == [EYRIE]
    assert game.scores == [0, 0, 0]


@pytest.mark.clause("core-8.4", "core-14")
@pytest.mark.parametrize("first", [MARQUISE, EYRIE])
def test_the_attacker_says_whose_effects_come_first_if_both_have_some(first: int) -> None:
    game = before_battle(play={MARQUISE: ["brutal-tactics#1"], EYRIE: ["sappers#1"]})
    attack(game, dice=[0, 0])
    assert asked(game) == [(MARQUISE, "effects_order")]
    assert refused(game, MARQUISE, OrderEffects(CULT)) == "NOT_IN_BATTLE"

    done(game, MARQUISE, OrderEffects(first))
    second = EYRIE if first == MARQUISE else MARQUISE

    assert asked(game) == [(first, "effects")]
    done(game, first, UseBattleEffects(()))
    assert asked(game) == [(second, "effects")]
    events = done(game, second, UseBattleEffects(()))
    assert of(events, HitsCounted) == [HitsCounted(0, 0)]


@pytest.mark.clause("core-8.4", "core-1.2")
@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (("armorers#1", "armorers#1"), "EFFECT_NOT_USABLE"),
        (("codebreakers#1",), "EFFECT_NOT_USABLE"),
        (("brutal-tactics#1",), "EFFECT_NOT_USABLE"),
        (("armorers#2",), "EFFECT_NOT_USABLE"),
        (("sappers#1", "armorers#1"), "NOT_IN_ORDER"),
    ],
)
def test_only_ones_own_battle_effects_are_used_and_each_once(cards: tuple[str, ...], code: str) -> None:
    game = before_battle(play={EYRIE: ["armorers#1", "brutal-tactics#1", "codebreakers#1", "sappers#1"]})
    attack(game, dice=[1, 0])
    assert refused(game, EYRIE, UseBattleEffects(cards)) == code


# --- core-8.5 Counting hits -------------------------------------------------------------------------------------------


@pytest.mark.clause("core-8.5")
def test_a_defender_without_warriors_is_defenceless() -> None:
    game = before_battle("marquise 8 warrior \n eyrie 8 roost")
    events = attack(game, dice=[0, 0])
    assert of(events, HitsCounted) == [HitsCounted(0, 1)]
    assert scored(events, MARQUISE) == 1


@pytest.mark.clause("core-8.5", "card-armorers")
def test_armorers_does_not_ignore_the_extra_hit_on_the_defenceless() -> None:
    game = before_battle("marquise 8 warrior*3 \n eyrie 8 roost", play={EYRIE: ["armorers#1"]})
    attack(game, dice=[3, 3])
    events = done(game, EYRIE, UseBattleEffects(("armorers#1",)))
    assert of(events, HitsCounted) == [HitsCounted(0, 1)]
    assert game.buildings[8] == []


@pytest.mark.clause("core-8.5", "7.8.3", "card-brutal-tactics")
def test_all_extra_hits_add_up() -> None:
    pieces = "eyrie 8 warrior \n cult 8 garden-fox*2 \n cult 5 warrior"
    game = position("battle", pieces, leader="commander", decree={"battle": ["anvil#1"]},
                    play={EYRIE: ["brutal-tactics#1"]})  # fmt: skip
    done(game, EYRIE, DecreeBattle("anvil#1", 8, CULT), dice=[3, 3])
    events = done(game, EYRIE, UseBattleEffects(("brutal-tactics#1",)))
    # One rolled (one warrior), one for the defenceless, the Commander's, and that of the tactics.
    assert of(events, HitsCounted) == [HitsCounted(0, 4)]


# --- core-8.6 Dealing hits --------------------------------------------------------------------------------------------


@pytest.mark.clause("core-8.6", "core-9.2")
def test_warriors_go_first_and_hits_beyond_the_pieces_are_lost() -> None:
    game = before_battle("marquise 8 warrior*3 \n eyrie 8 warrior roost")
    events = attack(game, dice=[3, 0])
    (removed,) = of(events, PiecesRemoved)
    assert [(loss.warriors, loss.buildings) for loss in removed.losses] == [(1, ("roost",))]
    assert scored(events, MARQUISE) == 1
    assert of(events, DecisionRequested) == []


@pytest.mark.clause("core-8.6")
def test_both_sides_deal_at_the_same_time() -> None:
    game = before_battle("marquise 8 warrior*2 \n eyrie 8 warrior*2")
    events = attack(game, dice=[2, 2])
    (removed,) = of(events, PiecesRemoved)
    assert [(loss.seat, loss.warriors) for loss in removed.losses] == [(MARQUISE, 2), (EYRIE, 2)]
    assert standing(game) == [0, 0, 0]


@pytest.mark.clause("core-8.6")
def test_no_side_is_asked_where_its_pieces_are_alike_or_all_go() -> None:
    for pieces in ("cult 8 garden-fox*2", "cult 8 garden-fox"):
        game = before_battle(f"marquise 8 warrior \n {pieces}")
        assert of(attack(game, CULT, dice=[0, 0]), DecisionRequested) == []


@pytest.mark.clause("core-8.6", "core-14")
def test_the_side_that_takes_hits_chooses_between_different_buildings_and_tokens() -> None:
    game = position("conspiracies", "cult 8 warrior*2 \n marquise 8 sawmill workshop wood*2", acolytes=2)
    done(game, CULT, CrusadeBattle(8, MARQUISE), dice=[1, 1])
    assert asked(game) == [(MARQUISE, "hits")]
    for wrong in (("sawmill",), ("sawmill", "sawmill"), ("keep", "wood"), ("sawmill", "wood", "wood")):
        assert refused(game, MARQUISE, ChooseHits(wrong)) == "ILLEGAL_CHOICE"
    assert refused(game, MARQUISE, ChooseHits(("wood", "sawmill"))) == "NOT_IN_ORDER"
    assert offers(game, MARQUISE, ChooseHits) == [
        ChooseHits(("sawmill", "wood")),
        ChooseHits(("sawmill", "workshop")),
        ChooseHits(("wood", "wood")),
        ChooseHits(("wood", "workshop")),
    ]

    events = done(game, MARQUISE, ChooseHits(("sawmill", "wood")))

    assert scored(events, CULT) == 2
    assert game.buildings[8] == [(MARQUISE, "workshop")]
    assert game.tokens[8] == [(MARQUISE, "wood")]


def both_choose() -> Game:
    """A battle in which both sides lose one of two different pieces.

    Only the Marquise can have such a choice on this map: the garden of another suit is for the test.
    """
    pieces = "marquise 11 warrior keep wood \n cult 11 warrior garden-fox garden-mouse"
    game = before_battle(pieces, play={CULT: ["sappers#1"], MARQUISE: ["brutal-tactics#1"]}, hands={CULT: ["anvil#1"]})
    attack(game, CULT, 11)
    done(game, CULT, DeclineAmbush(), dice=[1, 1])
    play(game, MARQUISE, OrderEffects(CULT))
    play(game, CULT, UseBattleEffects(("sappers#1",)))
    play(game, MARQUISE, UseBattleEffects(("brutal-tactics#1",)))
    assert asked(game) == [(MARQUISE, "hits"), (CULT, "hits")]
    return game


@pytest.mark.clause("core-8.6", "core-14", "core-1.1")
@pytest.mark.parametrize("first", [MARQUISE, CULT])
def test_both_sides_choose_together_in_any_order_and_then_everything_is_removed_at_once(first: int) -> None:
    game = both_choose()
    choices = {MARQUISE: ChooseHits(("wood",)), CULT: ChooseHits(("garden-mouse",))}
    second = CULT if first == MARQUISE else MARQUISE

    events = done(game, first, choices[first])
    assert kinds(events) == ["HitsChosen"]
    assert asked(game) == [(second, "hits")]
    assert standing(game, 11) == [1, 1, 0]

    events = done(game, second, choices[second], fear=["anvil#1"])
    assert kinds(events) == [
        "HitsChosen", "PiecesRemoved", "AcolytesGained", "PointsScored", "PointsScored",
        "FaithfulFeared", "CardPiled", "BattleEnded",
    ]  # fmt: skip
    assert (scored(events, MARQUISE), scored(events, CULT)) == (1, 1)
    assert game.tokens[11] == [(MARQUISE, "keep")]
    assert game.buildings[11] == [(CULT, "garden-fox")]


@pytest.mark.clause("core-8.6", "core-1.4")
def test_nobody_else_sees_a_choice_of_hits_before_they_are_dealt() -> None:
    game = both_choose()
    before = [rulebook.view(game, viewer) for viewer in (None, CULT, EYRIE)]
    command = ChooseHits(("wood",))
    (chosen,) = done(game, MARQUISE, command)

    assert rulebook.redact(chosen, MARQUISE) == HitsChosen(MARQUISE, ("wood",))
    for viewer in (None, CULT, EYRIE):
        assert rulebook.redact(chosen, viewer) == HitsChosen(MARQUISE)
        assert rulebook.redact_command(command, viewer, MARQUISE) is None
    assert rulebook.redact_command(command, MARQUISE, MARQUISE) == command
    # That she has chosen is all that shows: she is not awaited any more.
    assert sorted(before[0].awaited) == [CULT, MARQUISE]
    assert [rulebook.view(game, viewer) for viewer in (None, CULT, EYRIE)] == [
        msgspec.structs.replace(view, awaited=(CULT,)) for view in before
    ]


@pytest.mark.clause("core-8.6", "core-9.2", "core-12")
@pytest.mark.parametrize("printing", ["P16", "P6"])
def test_where_both_sides_reach_thirty_by_one_battle_the_seat_on_turn_wins(printing: str) -> None:
    pieces = "marquise 11 warrior wood \n cult 11 warrior garden-mouse"
    game = before_battle(pieces, play={CULT: ["sappers#1"], MARQUISE: ["brutal-tactics#1"]},
                         scores=[28, 29, 0], printing=printing)  # fmt: skip
    attack(game, CULT, 11, dice=[1, 1])
    play(game, MARQUISE, OrderEffects(CULT))
    play(game, CULT, UseBattleEffects(("sappers#1",)))
    # The cult scores for the tactics, and then for the wood, the Marquise for the garden.
    events = done(game, MARQUISE, UseBattleEffects(("brutal-tactics#1",)))
    assert game.scores == [30, 30, 0]
    assert kinds(events)[-1] == "GameFinished"
    assert game.ranking[MARQUISE] == 1
    # Nothing further is resolved: no card is feared for.
    assert of(events, FaithfulFeared, BattleEnded) == []


@pytest.mark.clause("core-8.6", "6.2.3", "core-9.2")
def test_warriors_that_come_back_after_the_hits_do_not_fight_on() -> None:
    game = before_battle("marquise 1 keep warrior*2 \n eyrie 1 warrior*3", hands={MARQUISE: ["anvil#1"]})
    attack(game, clearing=1, dice=[2, 2])
    assert asked(game) == [(MARQUISE, "hospitals")]
    events = done(game, MARQUISE, UseFieldHospitals(1, "anvil#1"))
    assert kinds(events) == ["CardPiled", "FieldHospitalsUsed", "BattleEnded"]
    assert standing(game, 1) == [0, 2, 1]


@pytest.mark.clause("10.2.3", "core-8.6")
def test_a_defending_cult_takes_three_hits_on_two_warriors_and_a_garden() -> None:
    game = before_battle("marquise 8 warrior*3 \n cult 8 warrior*2 garden-fox", hands={CULT: hand_of("mouse", "fox")})
    attack(game, CULT)
    (first, second) = hand_of("fox", "mouse")
    events = done(game, CULT, DeclineAmbush(), dice=[3, 0], fear=[first])
    assert of(events, AcolytesGained) == [AcolytesGained(CULT, 2, "revenge")]
    assert scored(events, MARQUISE) == 1
    assert (game.hands[CULT], game.lost_souls) == ([second], [first])
    assert [event.seats for event in of(events, PointsScored)] == [(MARQUISE,)]


@pytest.mark.clause("core-2", "core-8.1", "10.2.5")
def test_an_ambush_card_that_has_been_played_is_not_in_hand_any_more_and_cannot_be_lost_to_fear() -> None:
    game = before_battle("marquise 8 warrior*5 \n cult 8 garden-fox", hands={CULT: ["ambush-fox#1"]})
    attack(game, CULT)
    events = done(game, CULT, PlayAmbush("ambush-fox#1"), dice=[3, 0])
    assert of(events, FaithfulFeared) == [FaithfulFeared(CULT, "garden-fox", None)]
    assert [(piled.card, piled.cause) for piled in of(events, CardPiled)] == [("ambush-fox#1", "played")]
