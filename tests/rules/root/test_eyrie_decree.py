"""7.5.2 the Decree, and 7.6 the Evening."""

from typing import Any

import pytest

from domain.root.commands import DeclineAmbush, DeclineFoil, EndStep, PlayAmbush, UseTaxCollector
from domain.root.cult.commands import Sanctify
from domain.root.events import (
    BattleStarted,
    CardsDrawn,
    PhaseStarted,
    PiecesPlaced,
    Placed,
    PointsScored,
    WarriorsMoved,
)
from domain.root.eyrie.commands import DeclareTurmoil, DecreeBattle, DecreeBuild, DecreeMove, DecreeRecruit
from domain.root.eyrie.events import DecreeCardResolved, TurmoilStarted
from domain.root.factions import ROOST_POINTS, ROOSTS_FOR_CARD
from domain.root.state import Game
from domain.table.messages import Command
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
    scored,
)

FOX, FOX2 = hand_of("fox", "fox")
RABBIT, MOUSE = (hand_of(suit)[0] for suit in ("rabbit", "mouse"))
BIRD, BIRD2 = hand_of("bird", "bird")
ONE, TWO = "vizier#1", "vizier#2"


def at(step: str, pieces: str, *cards: str, leader: str = "builder", **more: Any) -> Game:
    """The Eyrie at a column of its Decree that holds these cards, besides what its leader's viziers add."""
    return position(step, pieces, decree={step: cards}, leader=leader, **more)


# --- 7.5.2 Columns ----------------------------------------------------------------------------------------------------

FULL = {"recruit": [FOX], "move": [RABBIT], "battle": [BIRD], "build": [BIRD2]}
EVERYWHERE = "eyrie 8 roost warrior*3\neyrie 5 warrior*3\nmarquise 8 warrior"


@pytest.mark.clause("7.5.2", "7.5.1")
def test_columns_are_resolved_from_left_to_right_and_then_daylight_ends() -> None:
    game = position("eyrie_craft", EVERYWHERE, decree=FULL, leader="builder", hands={EYRIE: [MOUSE]})
    steps = []
    events: list[Any] = []
    commands: list[Command] = [
        EndStep(), DecreeRecruit(ONE, 8), DecreeRecruit(FOX, 8), DecreeMove(RABBIT, 5, 2, 1), DecreeMove(TWO, 8, 7, 1),
        DecreeBattle(BIRD, 8, MARQUISE), DecreeBuild(BIRD2, 5),
    ]  # fmt: skip
    for command in commands:
        steps += [kind for _, kind in asked(game)]
        events += done(game, EYRIE, command, dice=[0, 0])
    assert steps == ["eyrie_craft", "recruit", "recruit", "move", "move", "battle", "build"]
    assert [(event.column, event.card) for event in of(events, DecreeCardResolved)] == [
        ("recruit", ONE), ("recruit", FOX), ("move", RABBIT), ("move", TWO), ("battle", BIRD), ("build", BIRD2),
    ]  # fmt: skip
    assert PhaseStarted(EYRIE, "evening") in events
    assert not of(events, TurmoilStarted)
    assert game.eyrie is not None
    # Resolved cards stay in the Decree.
    assert game.eyrie.decree == {
        "recruit": [ONE, FOX], "move": [TWO, RABBIT], "battle": [BIRD], "build": [BIRD2],
    }  # fmt: skip


@pytest.mark.clause("7.5.2")
def test_empty_columns_are_skipped() -> None:
    game = position("eyrie_craft", "eyrie 8 roost warrior*3", leader="despot", hands={EYRIE: [FOX]})
    events = done(game, EYRIE, EndStep())
    assert asked(game) == [(EYRIE, "move")]
    events = done(game, EYRIE, DecreeMove(ONE, 8, 4, 3))
    assert asked(game) == [(EYRIE, "build")]
    events = done(game, EYRIE, DecreeBuild(TWO, 4))
    assert PhaseStarted(EYRIE, "evening") in events


@pytest.mark.clause("7.5.2")
@pytest.mark.parametrize("order", [(FOX, BIRD), (BIRD, FOX)])
def test_within_a_column_cards_come_in_any_order_and_the_command_says_which(order: tuple[str, str]) -> None:
    game = at("battle", "eyrie 8 warrior*3\nmarquise 8 warrior*2", FOX, BIRD)
    for card in order:
        assert asked(game) == [(EYRIE, "battle")]
        done(game, EYRIE, DecreeBattle(card, 8, MARQUISE), dice=[0, 0])
    assert asked(game) != [(EYRIE, "battle")]


@pytest.mark.clause("7.5.2")
def test_each_card_is_resolved_once() -> None:
    game = at("battle", "eyrie 8 warrior*3\nmarquise 8 warrior*2", FOX, BIRD)
    done(game, EYRIE, DecreeBattle(BIRD, 8, MARQUISE), dice=[0, 0])
    assert refused(game, EYRIE, DecreeBattle(BIRD, 8, MARQUISE)) == "ALREADY_USED_THIS_TURN"
    assert refused(game, EYRIE, DecreeBattle(FOX2, 8, MARQUISE)) == "CARD_NOT_IN_COLUMN"


@pytest.mark.clause("7.5.2")
@pytest.mark.parametrize("command", [EndStep(), DecreeBuild(TWO, 8), DecreeRecruit(ONE, 8)])
def test_there_is_no_passing_and_no_other_column_while_cards_are_left(command: Command) -> None:
    game = at("move", EVERYWHERE, FOX, leader="despot")
    assert refused(game, EYRIE, command) in ("WRONG_STEP", "WRONG_PHASE")


@pytest.mark.clause("7.5.2")
def test_cards_of_other_columns_are_not_resolved_here() -> None:
    game = position("move", EVERYWHERE, decree={"move": [FOX], "build": [BIRD]}, leader="builder")
    assert refused(game, EYRIE, DecreeMove(BIRD, 8, 7, 1)) == "CARD_NOT_IN_COLUMN"
    assert refused(game, EYRIE, DecreeMove("nonsense", 8, 7, 1)) == "CARD_NOT_IN_COLUMN"
    assert refused(game, EYRIE, DecreeMove(ONE, 8, 7, 1)) == "CARD_NOT_IN_COLUMN"


@pytest.mark.clause("7.5.2")
def test_the_decree_is_resolved_anew_every_turn() -> None:
    game = at("move", "eyrie 8 roost warrior*3", FOX)
    assert game.eyrie is not None
    play(game, EYRIE, DecreeMove(FOX, 8, 7, 1), DecreeMove(TWO, 8, 4, 1))
    assert game.active != EYRIE
    assert game.eyrie.resolved == []
    assert game.eyrie.decree["move"] == [TWO, FOX]


# --- Recruit ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("7.5.2")
@pytest.mark.parametrize(
    ("card", "clearing", "code"),
    [
        (FOX, 8, None), (BIRD, 8, None), (BIRD, 3, None), (ONE, 3, None), (RABBIT, 3, None),
        (FOX, 3, "CARD_SUIT_MISMATCH"), (RABBIT, 8, "CARD_SUIT_MISMATCH"),
        (FOX, 12, "NO_ROOST_HERE"), (BIRD, 5, "NO_ROOST_HERE"),
        (FOX, 13, "UNKNOWN_CLEARING"), (BIRD, 0, "UNKNOWN_CLEARING"), (FOX, 1, "CANNOT_PLACE_HERE"),
    ],
)  # fmt: skip
def test_a_recruit_needs_a_roost_in_a_clearing_that_the_card_matches(
    card: str, clearing: int, code: str | None
) -> None:
    # The Eyrie rules nowhere: it need not.
    pieces = "eyrie 8 roost\neyrie 3 roost\nmarquise 8 warrior*3\neyrie 12 warrior\neyrie 5 warrior\n"
    game = at("recruit", pieces + "eyrie 1 roost\nmarquise 1 keep", FOX, RABBIT, BIRD)
    if code is not None:
        assert refused(game, EYRIE, DecreeRecruit(card, clearing)) == code
        return
    events = done(game, EYRIE, DecreeRecruit(card, clearing))
    assert of(events, PiecesPlaced) == [PiecesPlaced(EYRIE, (Placed("warrior", clearing, 1),))]
    assert game.supply[EYRIE] == 17


@pytest.mark.clause("7.5.2", "7.7")
def test_a_recruit_without_a_warrior_in_the_supply_is_turmoil() -> None:
    game = at("recruit", "eyrie 8 roost warrior*19", FOX)
    events = done(game, EYRIE, DecreeRecruit(FOX, 8))
    assert of(events, TurmoilStarted) == [TurmoilStarted(EYRIE, "recruit")]  # over the Builder's vizier
    game = at("recruit", "eyrie 8 roost warrior*20", FOX)
    assert of(go_on(game), TurmoilStarted) == [TurmoilStarted(EYRIE, "recruit")]


# --- Move -------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("7.5.2", "core-7.2")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        (DecreeMove(FOX, 8, 7, 1), None),          # the origin matches, the destination need not
        (DecreeMove(FOX, 8, 4, 3), None),
        (DecreeMove(BIRD, 5, 2, 1), None),
        (DecreeMove(TWO, 5, 1, 1), None),
        (DecreeMove(FOX, 5, 1, 1), "CARD_SUIT_MISMATCH"),   # the destination alone does not do
        (DecreeMove(MOUSE, 8, 7, 1), "CARD_SUIT_MISMATCH"),
        (DecreeMove(FOX, 8, 9, 1), "NOT_ADJACENT"),
        (DecreeMove(FOX, 8, 7, 0), "MOVE_ZERO"),
        (DecreeMove(FOX, 8, 7, 4), "NOT_ENOUGH_WARRIORS"),
        (DecreeMove(FOX, 6, 3, 1), "NO_RULE"),
        (DecreeMove(FOX, 12, 4, 1), "NOT_ENOUGH_WARRIORS"),
        (DecreeMove(FOX, 8, 13, 1), "UNKNOWN_CLEARING"),
        (DecreeMove(FOX, 13, 8, 1), "UNKNOWN_CLEARING"),
    ],
)  # fmt: skip
def test_a_move_is_out_of_a_clearing_that_the_card_matches(command: DecreeMove, code: str | None) -> None:
    pieces = "eyrie 8 warrior*3\neyrie 5 warrior\neyrie 6 warrior\nmarquise 6 warrior*2\nmarquise 3 warrior"
    game = at("move", pieces, FOX, MOUSE, BIRD)
    if code is not None:
        assert refused(game, EYRIE, command) == code
        return
    events = done(game, EYRIE, command)
    moved = WarriorsMoved(EYRIE, command.origin, command.destination, command.warriors)
    assert of(events, WarriorsMoved) == [moved]


@pytest.mark.clause("7.5.2", "core-7.2")
def test_the_same_warriors_can_be_moved_several_times() -> None:
    game = at("move", "eyrie 8 warrior", FOX, MOUSE, RABBIT)
    play(game, EYRIE, DecreeMove(FOX, 8, 7, 1), DecreeMove(MOUSE, 7, 3, 1), DecreeMove(RABBIT, 3, 11, 1))
    assert game.warriors[EYRIE][11] == 1


@pytest.mark.clause("7.5.2", "7.2.2", "core-7.2")
def test_a_tie_rules_for_moves() -> None:
    game = at("move", "eyrie 8 warrior\nmarquise 8 warrior\nmarquise 7 warrior*3", FOX)
    done(game, EYRIE, DecreeMove(FOX, 8, 7, 1))


# --- Battle -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("7.5.2", "core-8")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        (DecreeBattle(FOX, 8, MARQUISE), None), (DecreeBattle(BIRD, 7, CULT), None), (DecreeBattle(FOX, 8, CULT), None),
        (DecreeBattle(FOX, 7, CULT), "CARD_SUIT_MISMATCH"),
        (DecreeBattle(FOX, 12, MARQUISE), "NO_ATTACKING_PIECE"),
        (DecreeBattle(BIRD, 7, MARQUISE), "NO_SUCH_ENEMY_HERE"),
        (DecreeBattle(FOX, 8, EYRIE), "TARGET_NOT_ENEMY"),
        (DecreeBattle(FOX, 8, 9), "TARGET_NOT_ENEMY"),
        (DecreeBattle(FOX, 13, MARQUISE), "UNKNOWN_CLEARING"),
    ],
)  # fmt: skip
def test_a_battle_is_in_a_clearing_that_the_card_matches(command: DecreeBattle, code: str | None) -> None:
    pieces = (
        "eyrie 8 warrior*2\nmarquise 8 wood\ncult 8 garden-fox\neyrie 7 warrior\ncult 7 warrior\nmarquise 12 warrior"
    )
    game = at("battle", pieces, FOX, BIRD)
    if code is not None:
        assert refused(game, EYRIE, command) == code
        return
    events = done(game, EYRIE, command, dice=[0, 0])
    assert of(events, BattleStarted) == [BattleStarted(EYRIE, command.defender, command.clearing)]


@pytest.mark.clause("7.5.2", "core-8.1")
def test_a_battle_that_an_ambush_ends_counts() -> None:
    game = at("battle", "eyrie 8 warrior\nmarquise 8 warrior", FOX, hands={MARQUISE: ["ambush-fox#1"], EYRIE: [MOUSE]})
    done(game, EYRIE, DecreeBattle(FOX, 8, MARQUISE))
    done(game, MARQUISE, PlayAmbush("ambush-fox#1"))
    events = done(game, EYRIE, DeclineFoil())
    assert "DiceRolled" not in kinds(events)
    assert not of(events, TurmoilStarted)
    assert PhaseStarted(EYRIE, "evening") in events


# --- Build ------------------------------------------------------------------------------------------------------------

SITES = [
    ("a clearing that it rules, with an open slot and no roost", "eyrie 8 warrior", FOX, 8, None),
    ("a bird fits any clearing", "eyrie 8 warrior", BIRD, 8, None),
    ("ruled by a tie", "eyrie 8 warrior\nmarquise 8 warrior", FOX, 8, None),
    ("beside another's building", "eyrie 8 warrior*2\nmarquise 8 sawmill", FOX, 8, None),
    ("the card does not match", "eyrie 8 warrior", RABBIT, 8, "CARD_SUIT_MISMATCH"),
    ("nobody is there", "eyrie 12 warrior", FOX, 8, "NO_RULE"),
    ("others are more", "eyrie 8 warrior\nmarquise 8 warrior*2", FOX, 8, "NO_RULE"),
    ("a garden is there", "eyrie 8 warrior*5\ncult 8 garden-fox", FOX, 8, "NO_RULE"),
    ("a roost is there", "eyrie 8 roost", FOX, 8, "ROOST_HERE"),
    ("a roost is there and no slot either", "eyrie 8 roost warrior\nmarquise 8 sawmill", FOX, 8, "ROOST_HERE"),
    ("no slot is open", "eyrie 8 warrior*3\nmarquise 8 sawmill*2", FOX, 8, "NO_OPEN_SLOT"),
    ("a ruin and a building fill it", "eyrie 12 warrior*3\nmarquise 12 sawmill", FOX, 12, "NO_OPEN_SLOT"),
    ("the keep is there", "eyrie 1 warrior\nmarquise 1 keep", FOX, 1, "CANNOT_PLACE_HERE"),
    ("no such clearing", "eyrie 8 warrior", FOX, 13, "UNKNOWN_CLEARING"),
]


@pytest.mark.clause("7.5.2", "10.2.4", "6.2.2", "core-4")
@pytest.mark.parametrize(("sentence", "pieces", "card", "clearing", "code"), SITES, ids=[row[0] for row in SITES])
def test_where_a_roost_can_be_built(sentence: str, pieces: str, card: str, clearing: int, code: str | None) -> None:
    # Clearing 7 is for the cards that are not asked about, so that none is stranded.
    game = at("build", pieces + "\neyrie 5 warrior\neyrie 7 warrior\neyrie 6 warrior", FOX, RABBIT, BIRD)
    if code is not None:
        assert refused(game, EYRIE, DecreeBuild(card, clearing)) == code
        return
    events = done(game, EYRIE, DecreeBuild(card, clearing))
    assert of(events, PiecesPlaced) == [PiecesPlaced(EYRIE, (Placed("roost", clearing, 1),))]
    assert not of(events, PointsScored)


ROOSTS = "".join(f"eyrie {n} roost\n" for n in (1, 2, 3, 4, 5, 6, 7))


@pytest.mark.clause("7.5.2", "7.7")
def test_with_no_roost_left_a_build_card_is_turmoil() -> None:
    game = at("build", ROOSTS + "eyrie 8 warrior", FOX)
    assert of(go_on(game), TurmoilStarted) == [TurmoilStarted(EYRIE, "build")]


@pytest.mark.clause("7.5.2")
def test_the_place_is_checked_before_the_piece() -> None:
    game = at("build", ROOSTS + "eyrie 8 warrior", FOX)
    assert refused(game, EYRIE, DecreeBuild(FOX, 8)) == "NO_PIECE_IN_SUPPLY"
    assert refused(game, EYRIE, DecreeBuild(FOX, 6)) == "ROOST_HERE"
    game = at("recruit", "eyrie 8 roost warrior*20", FOX)
    assert refused(game, EYRIE, DecreeRecruit(FOX, 12)) == "NO_ROOST_HERE"
    assert refused(game, EYRIE, DecreeRecruit(FOX, 8)) == "NO_WARRIOR_IN_SUPPLY"


# --- Turmoil, automatic and declared ----------------------------------------------------------------------------------

STRANDED = [
    ("no roost in a fox clearing", "recruit", "eyrie 3 roost", FOX),
    ("no warrior in a fox clearing", "move", "eyrie 3 warrior", FOX),
    ("warriors that rule neither here nor there", "move", "eyrie 8 warrior\nmarquise 8 warrior*2", FOX),
    ("no enemy beside a warrior", "battle", "eyrie 8 warrior\nmarquise 12 warrior", FOX),
    ("an enemy only in another suit", "battle", "eyrie 7 warrior\nmarquise 7 warrior", FOX),
    ("no fox clearing ruled", "build", "eyrie 7 warrior", FOX),
    ("a fox clearing without a slot", "build", "eyrie 8 roost warrior", FOX),
]


@pytest.mark.clause("7.5.2", "7.7")
@pytest.mark.parametrize(("sentence", "column", "pieces", "card"), STRANDED, ids=[row[0] for row in STRANDED])
def test_where_no_card_left_can_be_resolved_turmoil_comes_by_itself(
    sentence: str, column: str, pieces: str, card: str
) -> None:
    # The leader has no vizier in the column.
    leader = {"recruit": "despot", "move": "charismatic", "battle": "builder", "build": "commander"}[column]
    game = at(column, pieces, card, leader=leader)
    assert of(go_on(game), TurmoilStarted) == [TurmoilStarted(EYRIE, column)]


@pytest.mark.clause("7.5.2", "7.7")
@pytest.mark.parametrize("column", ["recruit", "move", "battle", "build"])
def test_with_one_card_that_can_and_one_that_cannot_it_chooses(column: str) -> None:
    leader = {"recruit": "despot", "move": "charismatic", "battle": "builder", "build": "commander"}[column]
    pieces = {"recruit": "eyrie 8 roost", "battle": "eyrie 8 warrior\nmarquise 8 warrior"}.get(
        column, "eyrie 8 warrior"
    )
    game = at(column, pieces, FOX, RABBIT, leader=leader)
    assert go_on(game) == []
    other = game.copy()
    events = done(other, EYRIE, DeclareTurmoil())
    assert of(events, TurmoilStarted) == [TurmoilStarted(EYRIE, column)]
    command: Any = {
        "recruit": DecreeRecruit(FOX, 8), "move": DecreeMove(FOX, 8, 7, 1),
        "battle": DecreeBattle(FOX, 8, MARQUISE), "build": DecreeBuild(FOX, 8),
    }[column]  # fmt: skip
    events = done(game, EYRIE, command, dice=[0, 0])
    # The rabbit card is left alone.
    assert of(events, TurmoilStarted) == [TurmoilStarted(EYRIE, column)]


@pytest.mark.clause("7.5.2", "7.7")
def test_no_turmoil_is_declared_while_every_card_left_can_be_resolved() -> None:
    game = at("move", "eyrie 8 warrior*2\neyrie 5 warrior", FOX, RABBIT, leader="charismatic")
    assert refused(game, EYRIE, DeclareTurmoil()) == "DECREE_STILL_POSSIBLE"
    done(game, EYRIE, DecreeMove(FOX, 8, 7, 2))
    assert refused(game, EYRIE, DeclareTurmoil()) == "DECREE_STILL_POSSIBLE"


@pytest.mark.clause("7.5.2")
def test_an_order_that_strands_a_later_card_is_legal() -> None:
    game = at("move", "eyrie 8 warrior", FOX, BIRD, leader="charismatic")
    events = done(game, EYRIE, DecreeMove(BIRD, 8, 7, 1))
    assert of(events, TurmoilStarted) == [TurmoilStarted(EYRIE, "move")]


@pytest.mark.clause("7.5.2")
def test_a_stranded_card_may_become_possible_again() -> None:
    game = at("move", "eyrie 8 warrior", MOUSE, BIRD, leader="charismatic")
    assert offers(game, EYRIE, DeclareTurmoil) == [DeclareTurmoil()]
    done(game, EYRIE, DecreeMove(BIRD, 8, 7, 1))
    events = done(game, EYRIE, DecreeMove(MOUSE, 7, 3, 1))
    # The next column fails, for the Charismatic's vizier has nobody to battle.
    assert of(events, TurmoilStarted) == [TurmoilStarted(EYRIE, "battle")]


@pytest.mark.clause("7.5.2", "core-6", "card-tax-collector")
def test_effects_can_be_used_between_the_cards_of_the_decree() -> None:
    game = at("recruit", "eyrie 8 roost warrior*19", FOX, play={EYRIE: ["tax-collector#1"]})
    done(game, EYRIE, UseTaxCollector(8))
    play(game, EYRIE, DecreeRecruit(FOX, 8), DecreeRecruit(ONE, 8))
    assert game.supply[EYRIE] == 0


# --- 7.6 Evening ------------------------------------------------------------------------------------------------------

PLACES = (1, 2, 3, 4, 5, 7, 8)
TRACK = list(enumerate(zip((0, 0, 1, 2, 3, 4, 4, 5), (1, 1, 1, 2, 2, 2, 3, 3), strict=True)))


def evening(roosts: int, **more: Any) -> tuple[Game, list[Any]]:
    """The Eyrie's Evening with so many roosts on the map."""
    game = position("turmoil", "".join(f"eyrie {n} roost\n" for n in PLACES[:roosts]), phase="daylight", **more)
    return game, go_on(game)


@pytest.mark.clause("7.6.1", "7.6.2")
@pytest.mark.parametrize(("roosts", "track"), TRACK, ids=[f"{n} roosts" for n in range(8)])
def test_roosts_on_the_map_score_and_draw(roosts: int, track: tuple[int, int]) -> None:
    assert ROOST_POINTS[roosts] == track[0]
    assert ROOSTS_FOR_CARD == (3, 6)
    _, events = evening(roosts)
    assert scored(events, EYRIE) == track[0]
    assert [event.count for event in of(events, CardsDrawn) if event.seat == EYRIE] == [track[1]]
    if track[0]:
        assert kinds(events).index("PointsScored") < kinds(events).index("CardsDrawn")


@pytest.mark.clause("7.6.2", "core-5.7")
@pytest.mark.parametrize(("hand", "surplus"), [(4, 0), (5, 1), (6, 2)])
def test_then_the_hand_is_discarded_down_to_five(hand: int, surplus: int) -> None:
    game, _ = evening(1, hands={EYRIE: hand_of(*["fox"] * hand)})
    assert (asked(game) == [(EYRIE, "discard")]) == bool(surplus)
    assert len(game.hands[EYRIE]) == 5 + surplus


@pytest.mark.clause("7.6.1", "core-11")
def test_roosts_score_nothing_for_an_eyrie_that_plays_for_dominance() -> None:
    game, events = evening(4, dominance={EYRIE: "dominance-fox#1"})
    assert "PointsForfeited" in kinds(events)
    assert game.scores[EYRIE] == 0


@pytest.mark.clause("7.6.1", "10.4.3-III")
def test_a_roost_that_was_sanctified_counts_no_more() -> None:
    game = position("conspiracies", "eyrie 8 roost\neyrie 1 roost\ncult 3 garden-rabbit", outcast="fox", acolytes=3)
    done(game, CULT, Sanctify(8, EYRIE, "roost"))
    assert (game.on_map(EYRIE, "roost"), game.stock[EYRIE]["roost"]) == (1, 6)


@pytest.mark.clause("7.5.2", "core-8.1")
def test_a_declined_ambush_goes_on_with_the_battle() -> None:
    game = at("battle", "eyrie 8 warrior*2\nmarquise 8 warrior", FOX, hands={MARQUISE: [FOX2]})
    done(game, EYRIE, DecreeBattle(FOX, 8, MARQUISE))
    events = done(game, MARQUISE, DeclineAmbush(), dice=[1, 0])
    assert "DiceRolled" in kinds(events)
