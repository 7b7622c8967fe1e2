"""7.7 turmoil, and 7.8 the leaders."""

from typing import Any

import pytest

from domain.root.commands import (
    ChooseHits,
    Craft,
    DeclineFoil,
    PlayAmbush,
    UseBattleEffects,
    UseCommandWarren,
    UseTaxCollector,
)
from domain.root.events import (
    CardPiled,
    CardsDrawn,
    HitsCounted,
    PhaseStarted,
    PiecesPlaced,
    Placed,
    PointsForfeited,
    PointsLost,
    PointsScored,
)
from domain.root.eyrie.commands import ChooseLeader, DeclareTurmoil, DecreeBattle, DecreeRecruit
from domain.root.eyrie.events import LeaderChosen, LeaderDeposed, TurmoilStarted
from domain.root.factions import LEADERS
from domain.root.marquise.commands import Battle, UseFieldHospitals
from domain.root.state import Game
from domain.table.messages import Term
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
    position,
    refused,
    scored,
)

FOX, FOX2 = hand_of("fox", "fox")
RABBIT, MOUSE = (hand_of(suit)[0] for suit in ("rabbit", "mouse"))
BIRD, BIRD2 = hand_of("bird", "bird")
ONE, TWO = "vizier#1", "vizier#2"


def fallen(leader: str = "despot", decree: dict[str, list[str]] | None = None, **more: Any) -> tuple[Game, list[Any]]:
    """The Eyrie's Build column has failed: there is nobody on the map."""
    game = position("build", "", leader=leader, decree=decree or {"build": [FOX]}, **more)
    return game, go_on(game)


# --- 7.7.1 Humiliate --------------------------------------------------------------------------------------------------

BIRDS = [
    ("the viziers alone", {"build": [FOX]}, 2),
    ("a bird in any column", {"recruit": [BIRD], "build": [FOX]}, 3),
    ("birds in several, resolved or not", {"recruit": [BIRD], "build": [BIRD2, FOX]}, 4),
    ("ambush and dominance cards that are birds", {"move": ["ambush-bird#1", "dominance-bird#1"], "build": [FOX]}, 4),
    ("other suits count nothing", {"move": [FOX2, RABBIT, MOUSE, "dominance-fox#1"], "build": [FOX]}, 2),
]


@pytest.mark.clause("7.7.1")
@pytest.mark.parametrize(("sentence", "decree", "birds"), BIRDS, ids=[row[0] for row in BIRDS])
def test_a_point_is_lost_for_each_bird_in_the_decree(sentence: str, decree: dict[str, list[str]], birds: int) -> None:
    game, events = fallen(decree=decree, scores=[0, 0, 20])
    assert of(events, PointsLost) == [PointsLost((EYRIE,), (Term("decree_bird", birds, -1, "7.7.1"),))]
    assert game.scores[EYRIE] == 20 - birds


@pytest.mark.clause("7.7.1", "core-12")
@pytest.mark.parametrize(("points", "lost"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_the_score_never_falls_below_0(points: int, lost: int) -> None:
    game, events = fallen(scores=[0, 0, points])
    assert sum(event.points for event in of(events, PointsLost)) == -lost
    assert game.scores[EYRIE] == points - lost


@pytest.mark.clause("7.7.1", "core-11")
def test_an_eyrie_that_plays_for_dominance_loses_no_points() -> None:
    _, events = fallen(dominance={EYRIE: "dominance-fox#1"})
    assert not of(events, PointsLost, PointsForfeited)
    assert of(events, TurmoilStarted)


# --- 7.7.2 Purge ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("7.7.2", "10.2.6", "core-5.4")
def test_all_cards_but_the_viziers_go_to_lost_souls_dominance_cards_too() -> None:
    decree = {"recruit": [RABBIT], "move": [BIRD, "ambush-fox#1"], "build": [FOX, "dominance-mouse#1"]}
    game, events = fallen(decree=decree)
    purged = [RABBIT, BIRD, "ambush-fox#1", FOX, "dominance-mouse#1"]
    assert of(events, CardPiled) == [CardPiled(EYRIE, card, "purged", "lost_souls", "7.7.2") for card in purged]
    assert (game.lost_souls, game.discard, game.available) == (purged, [], [])


@pytest.mark.clause("7.7.2", "core-5.4")
def test_without_the_cult_they_are_discarded() -> None:
    game = position(
        "build", "", factions=("eyrie", "marquise"), leader="despot", decree={"build": [FOX], "move": [BIRD]}
    )
    go_on(game)
    assert game.discard == [BIRD, FOX]
    assert game.lost_souls == []


@pytest.mark.clause("7.7.2", "7.7.3")
def test_only_the_viziers_are_left_in_the_columns_of_the_new_leader() -> None:
    game, _ = fallen(decree={"recruit": [BIRD], "build": [FOX]})
    assert game.eyrie is not None
    assert game.eyrie.decree == {"recruit": [], "move": [], "battle": [], "build": []}
    done(game, EYRIE, ChooseLeader("charismatic"))
    assert game.eyrie.decree == {"recruit": [ONE], "move": [], "battle": [TWO], "build": []}


# --- 7.7.3 Depose -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("7.7.3", "7.8.1", "7.8.2", "7.8.3", "7.8.4")
@pytest.mark.parametrize("leader", list(LEADERS))
@pytest.mark.parametrize("following", list(LEADERS))
def test_a_new_leader_is_chosen_of_those_face_up(leader: str, following: Any) -> None:
    game, events = fallen(leader=leader, decree={"build": [FOX], "recruit": [], "move": []})
    face_up = tuple(one for one in LEADERS if one != leader)
    assert of(events, LeaderDeposed) == [LeaderDeposed(EYRIE, leader, face_up)]
    assert asked(game) == [(EYRIE, "leader")]
    if following == leader:
        assert refused(game, EYRIE, ChooseLeader(following)) == "LEADER_NOT_FACE_UP"
        return
    events = done(game, EYRIE, ChooseLeader(following))
    assert of(events, LeaderChosen) == [LeaderChosen(EYRIE, following, LEADERS[following])]
    assert game.eyrie is not None
    assert (game.eyrie.leader, len(game.eyrie.leaders)) == (following, 2)


def deposed_before(*earlier: str) -> Game:
    """The Despot fails, and these were deposed before."""
    game = position("build", "", leader="despot", decree={"build": [FOX]})
    assert game.eyrie is not None
    game.eyrie.leaders = [one for one in game.eyrie.leaders if one not in earlier]
    return game


@pytest.mark.clause("7.7.3")
def test_where_one_is_face_up_there_is_nothing_to_choose() -> None:
    game = deposed_before("builder", "commander")
    events = go_on(game)
    assert of(events, LeaderChosen) == [LeaderChosen(EYRIE, "charismatic", ("recruit", "battle"))]
    assert game.eyrie is not None
    assert game.eyrie.leaders == []


@pytest.mark.clause("7.7.3")
@pytest.mark.parametrize("following", list(LEADERS))
def test_where_none_is_face_up_all_four_are_turned_up_the_one_just_deposed_too(following: Any) -> None:
    game = deposed_before("builder", "commander", "charismatic")
    events = go_on(game)
    assert of(events, LeaderDeposed) == [LeaderDeposed(EYRIE, "despot", tuple(LEADERS))]
    assert [one.leader for one in offers(game, EYRIE, ChooseLeader)] == list(LEADERS)
    done(game, EYRIE, ChooseLeader(following))
    assert game.eyrie is not None
    assert (game.eyrie.leader, game.eyrie.leaders) == (following, [one for one in LEADERS if one != following])


# --- 7.7.4 Rest, and the whole ----------------------------------------------------------------------------------------


@pytest.mark.clause("7.7", "7.7.1", "7.7.2", "7.7.3", "7.7.4", "7.6.1")
@pytest.mark.parametrize("declared", [False, True], ids=["by itself", "declared"])
def test_turmoil_humiliates_purges_deposes_and_rests_in_this_order(declared: bool) -> None:
    pieces = "eyrie 3 roost\neyrie 4 roost\n" + ("eyrie 7 warrior" if declared else "")
    decree = {"build": [FOX, MOUSE] if declared else [FOX]}
    game = position("build", pieces, leader="commander", decree=decree, scores=[0, 0, 9], hands={EYRIE: [RABBIT]})
    events = done(game, EYRIE, DeclareTurmoil()) if declared else go_on(game)
    events += done(game, EYRIE, ChooseLeader("builder"))
    wanted = (
        TurmoilStarted,
        PointsLost,
        CardPiled,
        LeaderDeposed,
        LeaderChosen,
        PhaseStarted,
        PointsScored,
        CardsDrawn,
    )
    order = kinds(of(events, *wanted))
    expected = ["TurmoilStarted", "PointsLost", *["CardPiled"] * (1 + declared), "LeaderDeposed", "LeaderChosen"]
    assert order[: len(expected) + 3] == [*expected, "PhaseStarted", "PointsScored", "CardsDrawn"]
    assert of(events, PhaseStarted)[0] == PhaseStarted(EYRIE, "evening")
    assert game.scores[EYRIE] == 9 - 2 + 1  # its Evening scores as ever


@pytest.mark.clause("7.7.4", "core-6", "card-tax-collector")
def test_what_could_still_be_used_in_daylight_is_lost() -> None:
    game = position(
        "build", "eyrie 7 warrior", leader="commander", decree={"build": [FOX]}, play={EYRIE: ["tax-collector#1"]}
    )
    go_on(game)
    assert refused(game, EYRIE, UseTaxCollector(7)) in ("DECISION_PENDING", "WRONG_PHASE")
    done(game, EYRIE, ChooseLeader("despot"))
    assert game.active != EYRIE


@pytest.mark.clause("7.7", "7.5.2")
def test_later_columns_are_not_resolved_any_more() -> None:
    game = position(
        "recruit", "eyrie 8 warrior*3", leader="builder", decree={"recruit": [FOX], "build": [BIRD]}, hands={EYRIE: [MOUSE]},
    )  # fmt: skip
    events = go_on(game)
    assert of(events, TurmoilStarted) == [TurmoilStarted(EYRIE, "recruit")]
    events = done(game, EYRIE, ChooseLeader("despot"))
    assert of(events, PhaseStarted)[0] == PhaseStarted(EYRIE, "evening")
    assert game.eyrie is not None
    assert not game.eyrie.turmoil


# --- 7.8.2 Charismatic ------------------------------------------------------------------------------------------------


@pytest.mark.clause("7.8.2", "7.5.2", "7.7")
@pytest.mark.parametrize(
    ("supply", "placed", "fails"), [(0, 0, True), (1, 1, True), (2, 2, False), (5, 2, False)],
)  # fmt: skip
def test_the_charismatic_recruits_two_and_fails_with_fewer(supply: int, placed: int, fails: bool) -> None:
    game = position("recruit", f"eyrie 8 roost warrior*{20 - supply}\nmarquise 8 warrior", leader="charismatic")
    events = go_on(game) if not supply else done(game, EYRIE, DecreeRecruit(ONE, 8))
    warriors = [PiecesPlaced(EYRIE, (Placed("warrior", 8, placed),))] if placed else []
    assert of(events, PiecesPlaced) == warriors
    assert of(events, TurmoilStarted) == ([TurmoilStarted(EYRIE, "recruit")] if fails else [])
    assert asked(game) == [(EYRIE, "leader" if fails else "battle")]


@pytest.mark.clause("7.8.2")
def test_both_warriors_go_to_one_clearing_for_each_recruit() -> None:
    game = position(
        "recruit", "eyrie 8 roost\neyrie 12 roost\nmarquise 8 warrior", leader="charismatic", decree={"recruit": [FOX]}
    )
    done(game, EYRIE, DecreeRecruit(ONE, 8))
    done(game, EYRIE, DecreeRecruit(FOX, 12))
    assert (game.warriors[EYRIE][8], game.warriors[EYRIE][12]) == (2, 2)


@pytest.mark.clause("7.8.2", "7.7")
def test_with_the_last_warrior_placed_the_other_cards_of_the_column_fail_with_it() -> None:
    game = position("recruit", "eyrie 8 roost warrior*19", leader="charismatic", decree={"recruit": [FOX, BIRD]})
    events = done(game, EYRIE, DecreeRecruit(FOX, 8))
    assert of(events, TurmoilStarted) == [TurmoilStarted(EYRIE, "recruit")]
    assert game.warriors[EYRIE][8] == 20
    assert game.lost_souls == [FOX, BIRD]


@pytest.mark.clause("7.8.2")
@pytest.mark.parametrize("leader", ["builder", "commander", "despot"])
def test_under_the_others_a_recruit_is_one_warrior(leader: str) -> None:
    game = position("recruit", "eyrie 8 roost", leader=leader, decree={"recruit": [FOX]})
    done(game, EYRIE, DecreeRecruit(FOX, 8))
    assert game.warriors[EYRIE][8] == 1


# --- 7.8.3 Commander --------------------------------------------------------------------------------------------------


def fought(leader: str, pieces: str, dice: list[int], **more: Any) -> tuple[Game, list[Any]]:
    """The Eyrie attacks the Marquise in clearing 8."""
    game = position("battle", pieces, leader=leader, decree={"battle": [FOX]}, **more)
    return game, done(game, EYRIE, DecreeBattle(FOX, 8, MARQUISE), dice=dice)


COUNTS = [
    ("one more than the roll", "eyrie 8 warrior*3\nmarquise 8 warrior*3", [2, 1], 3),
    ("one though it rolled nothing", "eyrie 8 warrior*3\nmarquise 8 warrior*3", [0, 0], 1),
    ("its warriors do not limit it", "eyrie 8 warrior\nmarquise 8 warrior*3", [3, 0], 2),
    ("with the hit for the defenceless", "eyrie 8 warrior\nmarquise 8 sawmill*2", [0, 0], 2),
]


@pytest.mark.clause("7.8.3", "core-8.5")
@pytest.mark.parametrize(("sentence", "pieces", "dice", "hits"), COUNTS, ids=[row[0] for row in COUNTS])
def test_the_commander_deals_one_extra_hit_as_attacker(sentence: str, pieces: str, dice: list[int], hits: int) -> None:
    _, events = fought("commander", pieces, dice)
    assert of(events, HitsCounted)[0].defender_takes == hits
    _, events = fought("builder", pieces, dice)
    assert of(events, HitsCounted)[0].defender_takes == hits - 1


@pytest.mark.clause("7.8.3", "card-armorers")
def test_armorers_do_not_ignore_the_commanders_hit() -> None:
    pieces = "eyrie 8 warrior*3\nmarquise 8 warrior*3"
    game, _ = fought("commander", pieces, [3, 0], play={MARQUISE: ["armorers#2"]})
    events = done(game, MARQUISE, UseBattleEffects(("armorers#2",)))
    assert of(events, HitsCounted)[0].defender_takes == 1


@pytest.mark.clause("7.8.3")
def test_the_commander_deals_no_extra_hit_as_defender() -> None:
    game = position("actions", "marquise 8 warrior*3\neyrie 8 warrior*3", leader="commander")
    events = done(game, MARQUISE, Battle(8, EYRIE), dice=[2, 1])
    assert of(events, HitsCounted) == [HitsCounted(1, 2)]


@pytest.mark.clause("7.8.3", "card-command-warren")
def test_the_commander_leads_every_attack_not_only_those_of_the_decree() -> None:
    pieces, play = "eyrie 8 warrior*3\nmarquise 8 warrior*3", {EYRIE: ["command-warren#1"]}
    game = position("warren", pieces, active=EYRIE, leader="commander", play=play)
    events = done(game, EYRIE, UseCommandWarren(8, MARQUISE), dice=[1, 1])
    assert of(events, HitsCounted) == [HitsCounted(1, 2)]


@pytest.mark.clause("7.8.3", "core-8.1")
def test_a_commander_whose_warriors_fall_in_an_ambush_deals_nothing() -> None:
    pieces = "eyrie 8 warrior*2\nmarquise 8 warrior"
    game, _ = fought("commander", pieces, [], hands={MARQUISE: ["ambush-fox#1"]})
    events = done(game, MARQUISE, PlayAmbush("ambush-fox#1"))
    assert not of(events, HitsCounted)
    assert game.warriors[MARQUISE][8] == 1


# --- 7.8.4 Despot -----------------------------------------------------------------------------------------------------

SPOILS = [
    ("a building", "marquise 8 sawmill", [0, 0], 1, True),
    ("a token", "marquise 8 wood", [0, 0], 1, True),
    ("three pieces at once", "marquise 8 sawmill*2 wood", [2, 0], 3, True),
    ("a building behind warriors", "marquise 8 warrior sawmill", [2, 0], 1, True),
    ("warriors alone", "marquise 8 warrior*3", [3, 0], 0, False),
    ("nothing", "marquise 8 warrior sawmill", [0, 0], 0, False),
    ("a building spared by its warriors", "marquise 8 warrior*3 sawmill", [3, 0], 0, False),
]


@pytest.mark.clause("7.8.4", "core-8.6")
@pytest.mark.parametrize(
    ("sentence", "pieces", "dice", "pieces_lost", "despot"), SPOILS, ids=[row[0] for row in SPOILS]
)
@pytest.mark.parametrize("leader", ["despot", "builder"])
def test_a_despot_that_attacks_scores_one_more_for_a_battle_in_which_it_removes_buildings_or_tokens(
    sentence: str, pieces: str, dice: list[int], pieces_lost: int, despot: bool, leader: str
) -> None:
    _, events = fought(leader, f"eyrie 8 warrior*3\n{pieces}", dice)
    assert scored(events, EYRIE) == pieces_lost + (despot and leader == "despot")
    terms = [term for event in of(events, PointsScored) for term in event.terms if term.label == "despot"]
    assert terms == ([Term("despot", 1, 1, "7.8.4")] if despot and leader == "despot" else [])


@pytest.mark.clause("7.8.4")
def test_a_despot_that_defends_scores_it_too() -> None:
    game = position("actions", "marquise 8 warrior sawmill\neyrie 8 warrior*3", leader="despot")
    events = done(game, MARQUISE, Battle(8, EYRIE), dice=[3, 2])
    assert scored(events, EYRIE) == 2


@pytest.mark.clause("7.8.4", "core-8.1")
def test_a_despot_that_ambushes_scores_it_too() -> None:
    game = position(
        "actions", "marquise 8 warrior sawmill\neyrie 8 warrior*3", leader="despot", hands={EYRIE: ["ambush-fox#1"]},
    )  # fmt: skip
    done(game, MARQUISE, Battle(8, EYRIE))
    events = done(game, EYRIE, PlayAmbush("ambush-fox#1"))
    assert scored(events, EYRIE) == 2
    assert "BattleEnded" in kinds(events)


@pytest.mark.clause("7.8.4", "6.2.3", "core-8.1")
def test_the_despots_point_is_one_a_battle_though_both_the_ambush_and_the_roll_remove_pieces() -> None:
    # At the keep, a warrior that Field Hospitals bring back lets the battle go on after the ambush.
    game = position(
        "actions", "marquise 1 keep warrior wood*3\neyrie 1 warrior*3", leader="despot",
        hands={EYRIE: ["ambush-fox#1"], MARQUISE: [FOX]},
    )  # fmt: skip
    done(game, MARQUISE, Battle(1, EYRIE))
    events = done(game, EYRIE, PlayAmbush("ambush-fox#1"))
    events += done(game, MARQUISE, DeclineFoil())
    assert asked(game) == [(MARQUISE, "hits")]
    events += done(game, MARQUISE, ChooseHits(("wood",)))
    assert scored(events, EYRIE) == 2
    assert asked(game) == [(MARQUISE, "hospitals")]
    done(game, MARQUISE, UseFieldHospitals(1, FOX), dice=[3, 3])
    events = done(game, MARQUISE, ChooseHits(("wood", "wood")))
    assert scored(events, EYRIE) == 2
    assert game.scores[EYRIE] == 4


@pytest.mark.clause("7.8.4")
def test_each_battle_has_a_despots_point_of_its_own() -> None:
    game = position(
        "battle", "eyrie 8 warrior*3\nmarquise 8 sawmill*2", leader="despot", decree={"battle": [FOX, BIRD]},
    )  # fmt: skip
    for card in (FOX, BIRD):
        assert scored(done(game, EYRIE, DecreeBattle(card, 8, MARQUISE), dice=[0, 0]), EYRIE) == 2


@pytest.mark.clause("7.8.4", "core-9.3")
def test_outside_battles_the_despot_scores_nothing_more() -> None:
    pieces = "eyrie 6 roost\neyrie 8 roost warrior\neyrie 12 roost\nmarquise 8 sawmill\nmarquise 1 keep"
    game = position("eyrie_craft", pieces, leader="despot", hands={EYRIE: ["favor-of-the-foxes#1", MOUSE]})
    events = done(game, EYRIE, Craft("favor-of-the-foxes#1", (6, 8, 12)))
    assert scored(events, EYRIE) == 2


@pytest.mark.clause("7.8.4")
def test_what_the_other_side_removes_is_nothing_to_the_despot() -> None:
    game = position("actions", "marquise 8 warrior*3\neyrie 8 roost", leader="despot")
    events = done(game, MARQUISE, Battle(8, EYRIE), dice=[0, 0])
    assert (scored(events, MARQUISE), scored(events, EYRIE)) == (1, 0)


@pytest.mark.clause("7.8.4", "10.2.5")
def test_gardens_are_buildings_to_the_despot() -> None:
    game = position("battle", "eyrie 8 warrior*3\ncult 8 garden-fox", leader="despot", decree={"battle": [FOX]})
    assert scored(done(game, EYRIE, DecreeBattle(FOX, 8, CULT), dice=[0, 0]), EYRIE) == 2


@pytest.mark.clause("7.8.4", "core-11")
def test_a_despot_that_plays_for_dominance_forfeits_it() -> None:
    game, events = fought(
        "despot", "eyrie 8 warrior*3\nmarquise 8 sawmill", [0, 0], dominance={EYRIE: "dominance-fox#1"}
    )
    assert [term.label for event in of(events, PointsForfeited) for term in event.terms] == [
        "building_removed",
        "despot",
    ]
    assert game.scores[EYRIE] == 0
