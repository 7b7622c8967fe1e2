"""10.4.3: conspiracies, and what acolytes are spent on."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.root.commands import ChooseHits, Craft, DeclineAmbush, DeclineFoil, EndStep, PlayAmbush, UseRoyalClaim
from domain.root.cult.commands import (
    Convert,
    CrusadeBattle,
    CrusadeFollowUp,
    CrusadeMove,
    RitualBuild,
    RitualScore,
    Sanctify,
)
from domain.root.cult.conspiracies import cost_of, outcast_clearings
from domain.root.cult.events import AcolytesSpent, ConspiracyPerformed, FaithfulFeared
from domain.root.events import BattleStarted, Loss, PieceReplaced, PiecesRemoved, WarriorsMoved
from domain.root.marquise.commands import DeclineFieldHospitals, UseFieldHospitals
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
    position,
    refused,
    rows,
    scored,
)

VECTORS = json.loads((Path(__file__).parent / "data" / "cult-vectors.json").read_bytes())

# The keep and a workshop in 1; a garden beside a sawmill in 8; a roost fills 12.
WOODS = """
cult      8 warrior*2 garden-fox
cult      12 warrior
marquise  8 warrior sawmill
marquise  6 workshop
marquise  1 keep warrior recruiter
marquise  7 warrior
eyrie     12 warrior*3 roost
eyrie     7 warrior
"""


def conspiring(pieces: str = WOODS, acolytes: int = 3, **given: Any) -> Game:
    """The Cult's conspiracies, the Outcast being fox unless another is given."""
    return position("conspiracies", pieces, acolytes=acolytes, **given)


# --- 10.4.3 The price -------------------------------------------------------------------------------------------------


@pytest.mark.clause("10.4.3", "10.4.3-I", "10.4.3-II", "10.4.3-III")
@pytest.mark.parametrize("vector", VECTORS["conspiracyCost"], ids=lambda v: f"{v['kind']}-{v['hated']}")
def test_what_a_conspiracy_costs(vector: dict[str, Any]) -> None:
    assert cost_of(vector["kind"], vector["hated"]) == vector["cost"]
    command = {
        "crusade": CrusadeBattle(8, MARQUISE),
        "convert": Convert(8, MARQUISE),
        "sanctify": Sanctify(8, MARQUISE, "sawmill"),
    }[vector["kind"]]
    cost, hated = vector["cost"], vector["hated"]
    assert refused(conspiring(acolytes=cost - 1, hated=hated), CULT, command) == "NOT_ENOUGH_ACOLYTES"
    game = conspiring(acolytes=cost, hated=hated)
    events = done(game, CULT, command, dice=[0, 0])
    assert events[:2] == [
        AcolytesSpent(CULT, cost, 0, vector["kind"]),
        ConspiracyPerformed(CULT, vector["kind"], 8, cost, hated),
    ]
    assert game.cult is not None
    assert game.cult.acolytes == 0


@pytest.mark.clause("10.4.3")
def test_spent_acolytes_are_in_the_supply_before_the_effect() -> None:
    game = conspiring(acolytes=3)
    before = game.supply[CULT]
    done(game, CULT, Convert(12, EYRIE))
    assert game.cult is not None
    assert (game.cult.acolytes, game.supply[CULT], game.warriors[CULT][12]) == (1, before + 2 - 1, 2)


@pytest.mark.clause("10.4.3")
def test_conspiracies_are_performed_as_often_and_in_whatever_order_is_wanted() -> None:
    game = conspiring(acolytes=6, hated=True, hands={CULT: ["anvil#1"]})
    done(game, CULT, Convert(12, EYRIE))
    done(game, CULT, Sanctify(12, EYRIE, "roost"))
    done(game, CULT, Convert(12, EYRIE))
    done(game, CULT, CrusadeMove(12, 4, 1))
    assert asked(game) == [(CULT, "conspiracies")]
    assert game.cult is not None
    assert game.cult.acolytes == 1
    done(game, CULT, Convert(12, EYRIE))
    # With the last acolyte, conspiracies end by themselves.
    assert asked(game) == [(CULT, "rituals")]


@pytest.mark.clause("10.4.3")
@pytest.mark.parametrize("suit", ["fox", "rabbit", "mouse"])
def test_only_clearings_of_the_outcast_suit_are_offered(suit: str) -> None:
    everywhere = "\n".join(f"cult {n} warrior\nmarquise {n} warrior sawmill" for n in (3, 5, 6, 7, 8, 9))
    game = conspiring(everywhere, acolytes=9, outcast=suit)
    clearings = set(outcast_clearings(game))
    for kind in (CrusadeBattle, Convert, Sanctify):
        assert {command.clearing for command in offers(game, CULT, kind)} == clearings & {3, 5, 6, 7, 8, 9}
    assert {command.origin for command in offers(game, CULT, CrusadeMove)} <= clearings


@pytest.mark.clause("10.4.3", "10.4")
def test_effects_can_be_used_between_conspiracies() -> None:
    game = conspiring(acolytes=4, play={CULT: ["royal-claim#1"]}, hands={CULT: ["anvil#1"]})
    done(game, CULT, Convert(12, EYRIE))
    done(game, CULT, UseRoyalClaim())
    done(game, CULT, Convert(12, EYRIE))
    # The acolytes are spent and the card is used.
    assert asked(game) == [(CULT, "rituals")]


# --- Refusals, in the order of their checks ---------------------------------------------------------------------------

REFUSED: list[tuple[Any, ...]] = [
    ("10.4.3-I", "a battle elsewhere, whatever acolytes there are", 0, CrusadeBattle(7, EYRIE), "NOT_OUTCAST_CLEARING"),
    ("10.4.3-I", "a battle without the price, whoever is there", 1, CrusadeBattle(6, MARQUISE), "NOT_ENOUGH_ACOLYTES"),
    ("10.4.3-I", "a battle off the map", 3, CrusadeBattle(13, EYRIE), "UNKNOWN_CLEARING"),
    ("10.4.3-I", "a battle without a warrior of the Cult there", 3, CrusadeBattle(6, MARQUISE), "NO_ATTACKING_PIECE"),
    ("10.4.3-I", "a battle without that enemy there", 3, CrusadeBattle(8, EYRIE), "NO_SUCH_ENEMY_HERE"),
    ("10.4.3-I", "a battle with oneself", 3, CrusadeBattle(8, CULT), "TARGET_NOT_ENEMY"),
    ("10.4.3-I", "a battle with nobody", 3, CrusadeBattle(8, 3), "TARGET_NOT_ENEMY"),
    ("10.4.3-I", "a move from elsewhere", 0, CrusadeMove(7, 8, 1), "NOT_OUTCAST_CLEARING"),
    ("10.4.3-I", "a move without the price", 1, CrusadeMove(8, 3, 9), "NOT_ENOUGH_ACOLYTES"),
    ("10.4.3-I", "a move past a clearing", 3, CrusadeMove(8, 12, 1), "NOT_ADJACENT"),
    ("10.4.3-I", "a move of nobody", 3, CrusadeMove(8, 7, 0), "MOVE_ZERO"),
    ("10.4.3-I", "a move of more than are there", 3, CrusadeMove(8, 7, 3), "NOT_ENOUGH_WARRIORS"),
    ("10.4.3-I", "a move without rule at either end", 3, CrusadeMove(12, 11, 1), "NO_RULE"),
    ("10.4.3-I", "a move off the map", 3, CrusadeMove(8, 0, 1), "UNKNOWN_CLEARING"),
    ("10.4.3-I", "a battle after no move", 3, CrusadeFollowUp(MARQUISE), "WRONG_PHASE"),
    ("10.4.3-II", "a conversion elsewhere", 0, Convert(7, EYRIE), "NOT_OUTCAST_CLEARING"),
    ("10.4.3-II", "a conversion without the price", 1, Convert(8, EYRIE), "NOT_ENOUGH_ACOLYTES"),
    ("10.4.3-II", "a conversion of nobody", 3, Convert(8, EYRIE), "NOT_A_WARRIOR"),
    ("10.4.3-II", "a conversion of a building", 3, Convert(6, MARQUISE), "NOT_A_WARRIOR"),
    ("10.4.3-II", "a conversion of an own warrior", 3, Convert(8, CULT), "TARGET_NOT_ENEMY"),
    ("10.4.3-II", "nobody at the keep is said before the keep", 3, Convert(1, EYRIE), "NOT_A_WARRIOR"),
    ("10.4.3-II", "a conversion at the keep", 3, Convert(1, MARQUISE), "CANNOT_PLACE_HERE"),
    ("10.4.3-III", "sanctifying elsewhere", 0, Sanctify(7, MARQUISE, "sawmill"), "NOT_OUTCAST_CLEARING"),
    ("10.4.3-III", "sanctifying without the price", 2, Sanctify(8, EYRIE, "roost"), "NOT_ENOUGH_ACOLYTES"),
    ("10.4.3-III", "sanctifying the keep, which is a token", 3, Sanctify(1, MARQUISE, "keep"), "NOT_A_BUILDING"),
    ("10.4.3-III", "sanctifying a warrior", 3, Sanctify(8, MARQUISE, "warrior"), "NOT_A_BUILDING"),
    ("10.4.3-III", "sanctifying a ruin, which is nobody's", 3, Sanctify(6, MARQUISE, "ruin"), "NOT_A_BUILDING"),
    ("10.4.3-III", "sanctifying what is not there", 3, Sanctify(8, MARQUISE, "workshop"), "NOT_A_BUILDING"),
    ("10.4.3-III", "sanctifying what is another's", 3, Sanctify(8, EYRIE, "sawmill"), "NOT_A_BUILDING"),
    ("10.4.3-III", "sanctifying an own garden", 3, Sanctify(8, CULT, "garden-fox"), "TARGET_NOT_ENEMY"),
    ("10.4.3-III", "sanctifying at the keep, though a recruiter is there", 3, Sanctify(1, MARQUISE, "recruiter"),
        "CANNOT_PLACE_HERE"),
]  # fmt: skip


@pytest.mark.parametrize(("acolytes", "command", "code"), rows(REFUSED))
def test_what_cannot_be_conspired(acolytes: int, command: Any, code: str) -> None:
    assert refused(conspiring(acolytes=acolytes), CULT, command) == code


@pytest.mark.clause("10.4.3-III")
def test_wood_is_a_token_and_not_sanctified() -> None:
    game = conspiring(WOODS + "marquise 8 wood")
    assert refused(game, CULT, Sanctify(8, MARQUISE, "wood")) == "NOT_A_BUILDING"


@pytest.mark.clause("10.4.3-III", "10.4.3")
def test_without_a_garden_of_the_suit_left_nothing_is_sanctified() -> None:
    # Fox and rabbit clearings have as many slots as there are gardens, so only mouse can run out beside an enemy building.
    woods = "cult 2 garden-mouse*2\ncult 7 garden-mouse*2\ncult 9 garden-mouse\nmarquise 11 sawmill"
    game = conspiring(woods, outcast="mouse", hated=True, hands={CULT: ["anvil#1"]})
    assert refused(game, CULT, Sanctify(11, MARQUISE, "sawmill")) == "NO_GARDEN_OF_SUIT"
    game = conspiring(woods + "\nmarquise 2 keep", outcast="mouse")
    assert refused(game, CULT, Sanctify(11, MARQUISE, "sawmill")) == "NO_GARDEN_OF_SUIT"


# --- 10.4.3-I Crusade -------------------------------------------------------------------------------------------------


@pytest.mark.clause("10.4.3-I")
def test_a_crusade_can_be_a_battle() -> None:
    game = conspiring()
    events = done(game, CULT, CrusadeBattle(8, MARQUISE), dice=[1, 0])
    assert kinds(events)[:3] == ["AcolytesSpent", "ConspiracyPerformed", "BattleStarted"]
    assert of(events, BattleStarted) == [BattleStarted(CULT, MARQUISE, 8)]
    assert (game.warriors[MARQUISE][8], game.warriors[CULT][8]) == (0, 2)
    # Battle comes instead of a move: none follows.
    assert asked(game)[0][1] != "follow_up"


@pytest.mark.clause("10.4.3-I")
def test_a_crusade_can_be_a_move_out_of_an_outcast_clearing_to_any_other() -> None:
    game = conspiring(WOODS.replace("marquise  7 warrior", "").replace("eyrie     7 warrior", ""))
    events = done(game, CULT, CrusadeMove(8, 7, 2))
    assert kinds(events)[:3] == ["AcolytesSpent", "ConspiracyPerformed", "WarriorsMoved"]
    assert of(events, WarriorsMoved) == [WarriorsMoved(CULT, 8, 7, 2)]
    # Nobody is there to be battled, so nothing is asked.
    assert "DecisionRequested" not in kinds(events)


@pytest.mark.clause("10.4.3-I")
def test_after_a_move_the_cult_says_whom_it_battles_if_anybody() -> None:
    game = conspiring()
    events = done(game, CULT, CrusadeMove(8, 7, 1))
    assert kinds(events) == ["AcolytesSpent", "ConspiracyPerformed", "WarriorsMoved", "DecisionRequested"]
    assert asked(game) == [(CULT, "follow_up")]
    assert [command.defender for command in offers(game, CULT, CrusadeFollowUp)] == [None, MARQUISE, EYRIE]
    events = done(game, CULT, CrusadeFollowUp(EYRIE), dice=[1, 0])
    assert of(events, BattleStarted) == [BattleStarted(CULT, EYRIE, 7)]
    assert (game.warriors[EYRIE][7], game.warriors[MARQUISE][7]) == (0, 1)


@pytest.mark.clause("10.4.3-I")
def test_the_battle_after_a_move_can_always_be_declined() -> None:
    game = conspiring(acolytes=4)
    done(game, CULT, CrusadeMove(8, 7, 1))
    assert kinds(done(game, CULT, CrusadeFollowUp())) == ["CrusadeEnded"]
    assert (asked(game), game.battle) == ([(CULT, "conspiracies")], None)


PENDING = [CrusadeBattle(8, MARQUISE), CrusadeMove(8, 7, 1), Convert(8, MARQUISE), EndStep(), UseRoyalClaim()]


@pytest.mark.clause("10.4.3-I")
@pytest.mark.parametrize("command", PENDING, ids=lambda command: type(command).__name__)
def test_nothing_else_is_done_before_the_cult_has_answered(command: Any) -> None:
    game = conspiring(acolytes=9)
    done(game, CULT, CrusadeMove(8, 7, 1))
    assert refused(game, CULT, command) == "FOLLOW_UP_PENDING"


WRONG_FOLLOW_UPS: list[tuple[Any, ...]] = [
    ("10.4.3-I", "the follow-up is not against oneself", CULT, "TARGET_NOT_ENEMY"),
    ("10.4.3-I", "nor against who is elsewhere", EYRIE, "NO_SUCH_ENEMY_HERE"),
]


@pytest.mark.parametrize(("defender", "code"), rows(WRONG_FOLLOW_UPS))
def test_whom_the_follow_up_cannot_be_against(defender: int, code: str) -> None:
    game = conspiring(WOODS.replace("eyrie     7 warrior", ""))
    done(game, CULT, CrusadeMove(8, 7, 1))
    assert refused(game, CULT, CrusadeFollowUp(defender)) == code


@pytest.mark.clause("10.4.3-I", "10.2.4")
def test_rule_for_the_move_can_come_from_a_garden_at_either_end() -> None:
    # 8 is ruled by its garden against five cats; 12 is the Eyrie's, and 7 is ruled by a garden.
    game = conspiring(WOODS + "marquise 8 warrior*4", acolytes=4)
    done(game, CULT, CrusadeMove(8, 4, 2))
    woods = "cult 12 warrior\neyrie 12 warrior*3\ncult 7 garden-mouse"
    done(conspiring(woods), CULT, CrusadeMove(12, 7, 1))


@pytest.mark.clause("10.4.3-I")
def test_warriors_that_were_there_before_take_part_in_the_follow_up() -> None:
    game = conspiring(WOODS + "cult 7 warrior*2\nmarquise 7 warrior*3")
    done(game, CULT, CrusadeMove(8, 7, 1))
    done(game, CULT, CrusadeFollowUp(MARQUISE), dice=[3, 0])
    assert (game.warriors[CULT][7], game.warriors[MARQUISE][7]) == (3, 1)


@pytest.mark.clause("10.4.3-I", "10.2.3")
def test_the_cult_attacks_so_its_losses_go_to_the_supply() -> None:
    game = conspiring(WOODS + "marquise 8 warrior*3")
    before = game.supply[CULT]
    events = done(game, CULT, CrusadeBattle(8, MARQUISE), dice=[2, 2])
    assert game.cult is not None
    assert (game.cult.acolytes, game.supply[CULT], game.warriors[CULT][8]) == (1, before + 2 + 2, 0)
    assert "AcolytesGained" not in kinds(events)


@pytest.mark.clause("10.4.3-I", "10.2.5", "10.2.6")
def test_own_gardens_can_be_hit_each_for_a_random_card_and_a_point_to_the_defender() -> None:
    woods = "cult 8 warrior garden-fox*2\nmarquise 8 warrior*3"
    game = conspiring(woods, hands={CULT: ["anvil#1", "sword#1", "armorers#1"]})
    events = done(game, CULT, CrusadeBattle(8, MARQUISE), dice=[3, 3], fear=["sword#1", "anvil#1"])
    assert of(events, FaithfulFeared) == [FaithfulFeared(CULT, "sword#1"), FaithfulFeared(CULT, "anvil#1")]
    assert (scored(events, MARQUISE), scored(events, CULT)) == (2, 0)
    assert (game.buildings[8], game.hands[CULT]) == ([], ["armorers#1"])
    assert game.lost_souls == ["sword#1", "anvil#1"]
    assert game.stock[CULT]["garden-fox"] == 5


@pytest.mark.clause("10.4.3-I")
def test_the_price_is_gone_whatever_an_ambush_does_and_warriors_it_frees_are_not_on_the_map() -> None:
    game = conspiring(WOODS + "marquise 8 warrior*2", hands={MARQUISE: ["ambush-fox#1"], CULT: ["anvil#1"]})
    before = game.supply[CULT]
    done(game, CULT, CrusadeBattle(8, MARQUISE))
    done(game, MARQUISE, PlayAmbush("ambush-fox#1"))
    events = done(game, CULT, DeclineFoil())
    assert game.cult is not None
    assert (game.cult.acolytes, game.supply[CULT], game.warriors[CULT][8]) == (1, before + 2 + 2, 0)
    assert "DiceRolled" not in kinds(events)
    assert (game.battle, game.lost_souls) == (None, ["ambush-fox#1"])


@pytest.mark.clause("10.4.3-I")
def test_a_clearing_with_enemy_buildings_alone_can_be_battled() -> None:
    game = conspiring("cult 6 warrior\nmarquise 6 workshop")
    events = done(game, CULT, CrusadeBattle(6, MARQUISE), dice=[0, 0])
    assert (scored(events, CULT), game.buildings[6]) == (1, [])


# --- 10.4.3-II Convert ------------------------------------------------------------------------------------------------


@pytest.mark.clause("10.4.3-II")
def test_an_enemy_warrior_is_replaced_by_one_of_the_cults() -> None:
    game = conspiring()
    before = game.supply[EYRIE]
    events = done(game, CULT, Convert(12, EYRIE))
    assert kinds(events)[:3] == ["AcolytesSpent", "ConspiracyPerformed", "PieceReplaced"]
    assert of(events, PieceReplaced) == [PieceReplaced(CULT, EYRIE, 12, "warrior", "warrior")]
    assert (game.warriors[EYRIE][12], game.warriors[CULT][12], game.supply[EYRIE]) == (2, 2, before + 1)
    # No points, no battle and no ambush.
    assert game.scores == [0, 0, 0]
    assert not of(events, BattleStarted, PiecesRemoved)


@pytest.mark.clause("10.4.3-II")
def test_neither_a_piece_nor_rule_of_the_cult_is_needed_to_convert() -> None:
    game = conspiring("eyrie 6 warrior*4")
    done(game, CULT, Convert(6, EYRIE))
    assert (game.warriors[CULT][6], ruler(game, 6)) == (1, EYRIE)


@pytest.mark.clause("10.4.3-II", "10.4.3")
def test_the_converting_warrior_can_be_one_that_was_spent() -> None:
    vector = VECTORS["convertWithEmptySupply"]
    before, after = vector["before"], vector["after"]
    game = conspiring("cult 11 warrior*23\neyrie 12 warrior", acolytes=before["acolytes"], hated=before["hated"])
    assert game.supply[CULT] == before["supply"]
    done(game, CULT, Convert(12, EYRIE))
    assert game.cult is not None
    assert game.supply[CULT] == after["supply"]
    assert game.cult.acolytes == after["acolytes"]
    assert game.warriors[CULT][12] == after["cultWarriorsInClearing"]


@pytest.mark.clause("10.4.3-II")
def test_the_marquise_may_answer_a_conversion_with_field_hospitals() -> None:
    game = conspiring(hands={MARQUISE: ["anvil#1"]}, acolytes=4)
    events = done(game, CULT, Convert(8, MARQUISE))
    assert kinds(events)[-2:] == ["PieceReplaced", "DecisionRequested"]
    assert asked(game) == [(MARQUISE, "hospitals")]
    assert refused(game, CULT, Convert(12, EYRIE)) == "DECISION_PENDING"
    at_keep = game.warriors[MARQUISE][1]
    done(game, MARQUISE, UseFieldHospitals(8, "anvil#1"))
    assert game.warriors[MARQUISE][1] == at_keep + 1
    assert game.warriors[CULT][8] == 3
    assert (game.lost_souls, asked(game)) == (["anvil#1"], [(CULT, "conspiracies")])


@pytest.mark.clause("10.4.3-II")
def test_or_let_it_go() -> None:
    game = conspiring(hands={MARQUISE: ["anvil#1"]}, acolytes=4)
    done(game, CULT, Convert(8, MARQUISE))
    done(game, MARQUISE, DeclineFieldHospitals())
    assert (game.hands[MARQUISE], asked(game)) == (["anvil#1"], [(CULT, "conspiracies")])


# --- 10.4.3-III Sanctify ----------------------------------------------------------------------------------------------


@pytest.mark.clause("10.4.3-III")
@pytest.mark.parametrize(("outcast", "clearing"), [("fox", 6), ("rabbit", 4), ("mouse", 2)])
def test_an_enemy_building_is_replaced_by_a_garden_of_the_clearings_suit_for_a_point(
    outcast: str, clearing: int
) -> None:
    game = conspiring(f"marquise {clearing} warrior*5 workshop", outcast=outcast)
    events = done(game, CULT, Sanctify(clearing, MARQUISE, "workshop"))
    assert kinds(events)[:4] == ["AcolytesSpent", "ConspiracyPerformed", "PieceReplaced", "PointsScored"]
    assert game.buildings[clearing] == [(CULT, f"garden-{outcast}")]
    assert (game.scores, game.stock[MARQUISE]["workshop"]) == ([1, 0, 0], 6)
    # Warriors do not matter and stay; the Cult rules at once.
    assert (game.warriors[MARQUISE][clearing], ruler(game, clearing)) == (5, CULT)


@pytest.mark.clause("10.4.3-III")
def test_a_full_clearing_will_do_and_the_other_building_stays() -> None:
    game = conspiring("marquise 8 sawmill*2")
    done(game, CULT, Sanctify(8, MARQUISE, "sawmill"))
    assert sorted(game.buildings[8]) == [(CULT, "garden-fox"), (MARQUISE, "sawmill")]


@pytest.mark.clause("10.4.3-III")
def test_points_that_a_sanctified_building_scored_stay() -> None:
    game = conspiring(scores=[0, 7, 0])
    done(game, CULT, Sanctify(8, MARQUISE, "sawmill"))
    assert game.scores == [1, 7, 0]


@pytest.mark.clause("10.4.3-III", "10.2.4", "10.5.1", "10.5.3", "10.2.1")
def test_a_garden_that_was_just_sanctified_counts_for_rituals_and_crafting() -> None:
    cards = ["anvil#1", "foxfolk-steel#1", "gently-used-knapsack#1"]
    game = conspiring("cult 1 garden-fox\nmarquise 8 warrior*3 sawmill", hands={CULT: cards})
    done(game, CULT, Sanctify(8, MARQUISE, "sawmill"))
    assert asked(game) == [(CULT, "rituals")]
    assert scored(done(game, CULT, RitualScore("gently-used-knapsack#1")), CULT) == 2
    done(game, CULT, RitualBuild("anvil#1", 8))
    assert game.buildings[8] == [(CULT, "garden-fox")] * 2
    done(game, CULT, EndStep())
    done(game, CULT, Craft("foxfolk-steel#1", (8, 8)))


@pytest.mark.clause("10.4.3-III")
def test_thirty_points_by_sanctifying_end_the_game_at_once() -> None:
    game = conspiring(scores=[29, 0, 0])
    events = done(game, CULT, Sanctify(8, MARQUISE, "sawmill"))
    assert kinds(events)[-2:] == ["PointsScored", "GameFinished"]
    assert of(events, GameFinished)[0].ranking == (1, 2, 2)


@pytest.mark.clause("10.4.3-III")
def test_points_for_sanctifying_are_forfeited_after_dominance() -> None:
    game = conspiring(dominance={CULT: "dominance-fox#1"})
    events = done(game, CULT, Sanctify(8, MARQUISE, "sawmill"))
    assert "PointsForfeited" in kinds(events)
    assert "PointsScored" not in kinds(events)


@pytest.mark.clause("10.4.3-III")
def test_the_last_roost_can_be_sanctified() -> None:
    game = conspiring()
    done(game, CULT, Sanctify(12, EYRIE, "roost"))
    assert (game.stock[EYRIE]["roost"], game.warriors[EYRIE][12], ruler(game, 12)) == (7, 3, CULT)


# --- Battles that conspiracies begin ----------------------------------------------------------------------------------


@pytest.mark.clause("10.4.3-I")
def test_the_defender_is_asked_for_an_ambush_and_conspiracies_go_on_afterwards() -> None:
    game = conspiring(acolytes=4, hands={MARQUISE: ["anvil#1"]})
    done(game, CULT, CrusadeBattle(8, MARQUISE))
    assert asked(game) == [(MARQUISE, "ambush")]
    assert refused(game, CULT, Convert(12, EYRIE)) == "DECISION_PENDING"
    done(game, MARQUISE, DeclineAmbush(), dice=[0, 0])
    assert asked(game) == [(CULT, "conspiracies")]


@pytest.mark.clause("10.4.3-I")
def test_the_defender_chooses_among_its_buildings() -> None:
    game = conspiring("cult 8 warrior*2\nmarquise 8 sawmill workshop")
    done(game, CULT, CrusadeBattle(8, MARQUISE), dice=[0, 0])
    assert asked(game) == [(MARQUISE, "hits")]
    events = done(game, MARQUISE, ChooseHits(("workshop",)))
    (removed,) = of(events, PiecesRemoved)
    assert removed.losses[0] == Loss(MARQUISE, 8, 0, ("workshop",))
    assert scored(events, CULT) == 1
