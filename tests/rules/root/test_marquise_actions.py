"""6.2.1, 6.4 to 6.6: the Marquise's turn: wood, crafting, actions and cards."""

from typing import Any

import pytest

from domain.root.commands import Craft, DeclineAmbush, EndStep, UseRoyalClaim
from domain.root.events import (
    BattleStarted,
    CardPiled,
    CardsDrawn,
    DecisionRequested,
    PhaseStarted,
    PiecesPlaced,
    Placed,
    PointsScored,
    WarriorsMoved,
)
from domain.root.factions import RECRUITERS_FOR_CARD
from domain.root.marquise.commands import (
    Battle,
    Build,
    EndMarch,
    March,
    Overwork,
    PlaceWood,
    Recruit,
    SpendBird,
)
from domain.root.marquise.events import ActionGained, ActionTaken, MarchEnded
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

FOX, BIRD, RABBIT, MOUSE = (hand_of(suit)[0] for suit in ("fox", "bird", "rabbit", "mouse"))
BIRDS = hand_of("bird", "bird", "bird")
KEEP = "marquise 1 keep warrior\n"


def daylight(pieces: str = KEEP, hand: list[str] | None = None, **more: Any) -> Game:
    """A table in the Marquise's Daylight, before her first action."""
    return position("actions", pieces, hands={MARQUISE: hand or []}, **more)


def left(game: Game) -> int:
    """The actions that are left."""
    assert game.marquise is not None
    return game.marquise.actions_left


def without(game: Game, warriors: int, clearing: int = 8) -> Game:
    """The same with no more than so many warriors in the supply: the others stand in a clearing."""
    moved = game.supply[MARQUISE] - warriors
    game.supply[MARQUISE] -= moved
    game.warriors[MARQUISE][clearing] += moved
    return game


# --- 6.4 Birdsong -----------------------------------------------------------------------------------------------------

WOOD = [
    ("one wood at each sawmill", "marquise 5 sawmill\nmarquise 9 sawmill", [(5, 1), (9, 1)]),
    ("two sawmills in a clearing give it two", "marquise 5 sawmill*2\nmarquise 9 sawmill", [(5, 2), (9, 1)]),
    ("six sawmills give six", "marquise 5 sawmill*2\nmarquise 9 sawmill*2\nmarquise 7 sawmill*2", [(5, 2), (7, 2), (9, 2)]),
    ("whether she rules does not matter", "marquise 5 sawmill\neyrie 5 warrior*4", [(5, 1)]),
    ("without sawmills there is none", "marquise 5 workshop", []),
    ("with no wood in the supply there is none", "marquise 5 sawmill\nmarquise 9 sawmill wood*8", []),
    ("short of wood in a single clearing there is nothing to choose", "marquise 5 sawmill*2 wood*7", [(5, 1)]),
]  # fmt: skip


@pytest.mark.clause("6.4")
@pytest.mark.parametrize(("sentence", "pieces", "wood"), WOOD, ids=[row[0] for row in WOOD])
def test_sawmills_produce_by_themselves(sentence: str, pieces: str, wood: list[tuple[int, int]]) -> None:
    game = position("", pieces, active=MARQUISE)
    events = go_on(game)
    placed = tuple(Placed("wood", clearing, count) for clearing, count in wood)
    assert of(events, PiecesPlaced) == ([PiecesPlaced(MARQUISE, placed)] if wood else [])
    assert asked(game) == [(MARQUISE, "actions")]


@pytest.mark.clause("6.4")
@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ((5, 5), None), ((5, 9), None), ((7, 9), None),
        ((9, 9), "ILLEGAL_CHOICE"),      # one sawmill makes one wood
        ((5,), "ILLEGAL_CHOICE"),        # as much as there is
        ((), "ILLEGAL_CHOICE"),
        ((5, 7, 9), "ILLEGAL_CHOICE"),
        ((1, 5), "ILLEGAL_CHOICE"),
        ((9, 5), "NOT_IN_ORDER"),
    ],
)  # fmt: skip
def test_where_wood_is_short_she_chooses_the_sawmills(chosen: tuple[int, ...], code: str | None) -> None:
    game = position("", "marquise 5 sawmill*2\nmarquise 9 sawmill\nmarquise 7 sawmill wood*6", active=MARQUISE)
    go_on(game)
    assert asked(game) == [(MARQUISE, "wood")]
    if code is not None:
        assert refused(game, MARQUISE, PlaceWood(chosen)) == code
        return
    done(game, MARQUISE, PlaceWood(chosen))
    for clearing in (5, 7, 9):
        already = 6 if clearing == 7 else 0
        assert game.tokens[clearing].count((MARQUISE, "wood")) == already + chosen.count(clearing)
    assert game.stock[MARQUISE]["wood"] == 0
    assert asked(game) == [(MARQUISE, "actions")]


@pytest.mark.clause("6.4", "core-6")
def test_effects_in_birdsong_come_before_the_wood() -> None:
    game = position("", KEEP + "marquise 5 sawmill", active=MARQUISE, play={MARQUISE: ["royal-claim#1"]})
    go_on(game)
    assert asked(game) == [(MARQUISE, "birdsong")]
    assert "PiecesPlaced" in kinds(done(game, MARQUISE, UseRoyalClaim()))


# --- 6.2.1 Crafting ---------------------------------------------------------------------------------------------------

WORKSHOPS = KEEP + "marquise 5 workshop*2\n"


@pytest.mark.clause("6.2.1")
@pytest.mark.parametrize(
    ("pieces", "code"),
    [
        ("marquise 8 workshop", None),                   # Anvil costs a fox
        ("marquise 8 sawmill recruiter", "COST_NOT_PAID"),
        ("eyrie 8 roost", "COST_NOT_PAID"),
    ],
)  # fmt: skip
def test_she_crafts_with_workshops_and_nothing_else(pieces: str, code: str | None) -> None:
    game = daylight(KEEP + pieces, ["anvil#1"])
    if code is None:
        assert scored(done(game, MARQUISE, Craft("anvil#1", (8,))), MARQUISE) == 2
        assert game.crafted[MARQUISE] == ["hammer"]
    else:
        assert refused(game, MARQUISE, Craft("anvil#1", (8,))) == code


@pytest.mark.clause("6.2.1", "6.5")
@pytest.mark.parametrize(
    ("before", "code"),
    [
        ([], None),
        ([March(1, 5, 1), EndMarch()], "WRONG_STEP"),
        ([Recruit()], "WRONG_STEP"),
        ([SpendBird(BIRDS[0])], None),
        ([Build("sawmill", 1)], "WRONG_STEP"),
    ],
    ids=["first", "after an action", "after recruiting", "after a bird was spent", "after building"],
)
def test_crafting_comes_before_actions_and_is_over_with_the_first_of_them(
    before: list[Command], code: str | None
) -> None:
    game = daylight(KEEP + "marquise 8 workshop\nmarquise 9 recruiter", [*BIRDS, "anvil#1"])
    play(game, MARQUISE, *before)
    assert bool(offers(game, MARQUISE, Craft)) == (code is None)
    if code is None:
        actions = left(game)
        done(game, MARQUISE, Craft("anvil#1", (8,)))
        assert left(game) == actions == 3 + len(before)
    else:
        assert refused(game, MARQUISE, Craft("anvil#1", (8,))) == code


@pytest.mark.clause("6.2.1", "6.5")
def test_she_may_craft_several_cards_and_then_act() -> None:
    game = daylight(KEEP + "marquise 8 workshop*2", ["anvil#1", "foxfolk-steel#1"])
    done(game, MARQUISE, Craft("anvil#1", (8,)))
    assert refused(game, MARQUISE, Craft("foxfolk-steel#1", (8, 8))) == "CRAFTING_PIECE_USED"
    done(game, MARQUISE, March(1, 5, 1))
    assert left(game) == 2


# --- 6.5 Actions ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("6.5")
def test_there_are_three_actions_and_no_fourth() -> None:
    game = daylight(KEEP + "marquise 8 sawmill", hand_of("fox", "fox", "fox", "fox"))
    cards = hand_of("fox", "fox", "fox", "fox")
    for n, card in enumerate(cards[:3]):
        done(game, MARQUISE, Overwork(8, card))
        assert left(game) == 2 - n
    refusals = [
        refused(game, MARQUISE, command)
        for command in (Overwork(8, cards[3]), March(1, 5, 1), Recruit(), Build("sawmill", 1), Battle(1, EYRIE))
    ]
    assert set(refusals) == {"NO_ACTION_LEFT"}
    assert asked(game) == [(MARQUISE, "actions")]


@pytest.mark.clause("6.5")
@pytest.mark.parametrize("birds", [1, 2, 3])
def test_each_bird_spent_is_one_action_more_also_after_the_third(birds: int) -> None:
    game = daylight(KEEP + "marquise 8 sawmill", [*hand_of("fox"), *BIRDS])
    play(game, MARQUISE, *(command for n in (5, 1, 5) for command in (March(6 - n, n, 1), EndMarch())))
    assert left(game) == 0
    for card in BIRDS[:birds]:
        events = done(game, MARQUISE, SpendBird(card))
        assert of(events, CardPiled) == [CardPiled(MARQUISE, card, "spent", "lost_souls", "6.5")]
        assert of(events, ActionGained) == [ActionGained(MARQUISE)]
    assert left(game) == birds


@pytest.mark.clause("6.5")
def test_actions_left_are_three_and_the_birds_spent_less_those_taken() -> None:
    game = daylight(KEEP + "marquise 8 sawmill\nmarquise 9 recruiter", [*BIRDS, FOX])
    expected = [
        (SpendBird(BIRDS[0]), 4), (Recruit(), 3), (Overwork(8, FOX), 2), (SpendBird(BIRDS[1]), 3),
        (Build("sawmill", 8, (8,)), 2), (SpendBird(BIRDS[2]), 3),
    ]  # fmt: skip
    for command, actions in expected:
        done(game, MARQUISE, command)
        assert left(game) == actions


@pytest.mark.clause("6.5", "core-5.2")
@pytest.mark.parametrize(
    ("card", "code"), [(FOX, "BIRD_REQUIRED"), (BIRD, "CARD_NOT_IN_HAND"), ("no-such-card", "UNKNOWN_CARD")]
)
def test_only_a_bird_in_hand_buys_an_action(card: str, code: str) -> None:
    assert refused(daylight(hand=[FOX]), MARQUISE, SpendBird(card)) == code


@pytest.mark.clause("6.5")
@pytest.mark.parametrize("card", ["ambush-bird#1", "dominance-bird#1", "royal-claim#1"])
def test_any_bird_will_do_ambush_and_dominance_cards_too(card: str) -> None:
    game = daylight(hand=[card])
    done(game, MARQUISE, SpendBird(card))
    assert left(game) == 4
    assert game.lost_souls == [card]


@pytest.mark.clause("6.5", "core-5.4")
def test_without_the_cult_a_spent_bird_is_discarded() -> None:
    game = position("actions", KEEP, factions=("marquise", "eyrie"), hands={0: [BIRD]})
    done(game, 0, SpendBird(BIRD))
    assert game.discard == [BIRD]


@pytest.mark.clause("6.5", "6.5.2")
def test_no_bird_is_spent_within_an_action() -> None:
    game = daylight(hand=[BIRD])
    done(game, MARQUISE, March(1, 5, 1))
    assert refused(game, MARQUISE, SpendBird(BIRD)) == "DECISION_PENDING"
    done(game, MARQUISE, EndMarch())
    done(game, MARQUISE, SpendBird(BIRD))


@pytest.mark.clause("6.5")
def test_daylight_ends_when_she_says_so_whatever_is_left() -> None:
    game = daylight(hand=[FOX])
    events = done(game, MARQUISE, EndStep())
    assert of(events, PhaseStarted)[0] == PhaseStarted(MARQUISE, "evening")


@pytest.mark.clause("6.5", "core-6", "core-1.4")
@pytest.mark.parametrize("hand", [[], [FOX], [BIRD]], ids=["no card", "no bird", "a bird"])
def test_daylight_never_ends_by_itself_so_that_her_last_action_can_be_taken_back(hand: list[str]) -> None:
    game = daylight(KEEP, hand)
    for n in (5, 1, 5):
        play(game, MARQUISE, March(6 - n, n, 1), EndMarch())
    assert (left(game), asked(game)) == (0, [(MARQUISE, "actions")])


@pytest.mark.clause("6.5", "core-6")
def test_actions_are_anew_in_each_turn() -> None:
    game = daylight(KEEP + "marquise 8 recruiter", [BIRD])
    play(game, MARQUISE, Recruit(), SpendBird(BIRD), EndStep())
    game = position("", KEEP + "marquise 8 recruiter", active=MARQUISE)
    assert game.marquise is not None
    game.marquise.actions_left, game.marquise.recruited, game.marquise.acting = 1, True, True
    go_on(game)
    assert (left(game), game.marquise.recruited, game.marquise.acting) == (3, False, False)


# --- 6.5.1 Battle -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("6.5.1")
@pytest.mark.parametrize(
    ("clearing", "defender", "code"),
    [
        (8, EYRIE, None), (8, CULT, None),
        (9, EYRIE, "NO_ATTACKING_PIECE"), (1, EYRIE, "NO_SUCH_ENEMY_HERE"), (8, MARQUISE, "TARGET_NOT_ENEMY"),
        (8, 7, "TARGET_NOT_ENEMY"), (13, EYRIE, "UNKNOWN_CLEARING"),
    ],
)  # fmt: skip
def test_one_battle_is_one_action_anywhere(clearing: int, defender: int, code: str | None) -> None:
    game = daylight(KEEP + "marquise 8 warrior\neyrie 8 warrior*2\ncult 8 garden-fox\neyrie 9 roost")
    if code is not None:
        assert refused(game, MARQUISE, Battle(clearing, defender)) == code
        return
    events = done(game, MARQUISE, Battle(clearing, defender), dice=[0, 0])
    assert of(events, ActionTaken, BattleStarted) == [
        ActionTaken(MARQUISE, "battle"), BattleStarted(MARQUISE, defender, clearing),
    ]  # fmt: skip
    assert left(game) == 2


@pytest.mark.clause("6.5.1")
def test_a_battle_that_an_ambush_may_end_is_an_action_all_the_same() -> None:
    game = daylight(KEEP + "marquise 8 warrior\neyrie 8 warrior*2")
    assert left(game) == 3
    game = position(
        "actions", KEEP + "marquise 8 warrior\neyrie 8 warrior*2", hands={EYRIE: [FOX], MARQUISE: []},
    )  # fmt: skip
    done(game, MARQUISE, Battle(8, EYRIE))
    assert asked(game) == [(EYRIE, "ambush")]
    done(game, EYRIE, DeclineAmbush(), dice=[0, 0])
    assert (left(game), asked(game)) == (2, [(MARQUISE, "actions")])


# --- 6.5.2 March ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("6.5.2")
@pytest.mark.parametrize(
    "second",
    [March(5, 2, 2), March(5, 1, 1), March(1, 9, 1), March(1, 5, 1), March(8, 4, 1)],
    ids=["the same on", "the same back", "others", "others the same way", "elsewhere"],
)
def test_a_march_is_up_to_two_moves_for_one_action(second: March) -> None:
    game = daylight("marquise 1 keep warrior*3\nmarquise 8 warrior")
    first = done(game, MARQUISE, March(1, 5, 2))
    assert asked(game) == [(MARQUISE, "march")]
    assert of(first, DecisionRequested) == [DecisionRequested(MARQUISE, "march")]
    events = done(game, MARQUISE, second)
    assert len(of([*first, *events], WarriorsMoved)) == 2
    assert of([*first, *events], ActionTaken) == [ActionTaken(MARQUISE, "march")]
    assert of(events, MarchEnded) == [MarchEnded(MARQUISE)]
    assert (left(game), asked(game)) == (2, [(MARQUISE, "actions")])


@pytest.mark.clause("6.5.2")
def test_the_second_move_may_be_forgone() -> None:
    game = daylight()
    events = play(game, MARQUISE, March(1, 5, 1), EndMarch())
    assert kinds(events)[-1] == "MarchEnded"
    assert (left(game), asked(game)) == (2, [(MARQUISE, "actions")])


@pytest.mark.clause("6.5.2", "core-1.1")
def test_no_second_move_is_asked_for_where_none_is_possible() -> None:
    game = daylight("marquise 8 warrior\neyrie 4 warrior")
    events = done(game, MARQUISE, March(8, 7, 1))
    assert asked(game) == [(MARQUISE, "march")]
    game = daylight("marquise 8 warrior sawmill\neyrie 7 warrior*2")
    events = done(game, MARQUISE, March(8, 7, 1))
    assert asked(game) == [(MARQUISE, "march")]  # back to the clearing that her sawmill rules
    game = daylight("marquise 8 warrior*2\neyrie 8 warrior*1\neyrie 7 warrior*3\nmarquise 7 warrior\neyrie 4 warrior")
    events = done(game, MARQUISE, March(8, 7, 2))
    assert kinds(events)[-1] == "MarchEnded"
    assert (left(game), asked(game)) == (2, [(MARQUISE, "actions")])


@pytest.mark.clause("6.5.2", "core-7.2")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        (March(8, 9, 1), "NOT_ADJACENT"), (March(4, 9, 1), "NO_RULE"), (March(8, 4, 3), "NOT_ENOUGH_WARRIORS"),
        (March(8, 4, 0), "MOVE_ZERO"), (March(8, 13, 1), "UNKNOWN_CLEARING"), (March(0, 8, 1), "UNKNOWN_CLEARING"),
        (March(9, 12, 1), "NOT_ENOUGH_WARRIORS"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("second", [False, True], ids=["first move", "second move"])
def test_both_moves_follow_the_rules_of_moving(command: March, code: str, second: bool) -> None:
    game = daylight("marquise 8 warrior*2\nmarquise 4 warrior\neyrie 4 warrior*2\neyrie 9 warrior\nmarquise 2 warrior")
    if second:
        done(game, MARQUISE, March(2, 5, 1))
    assert refused(game, MARQUISE, command) == code


@pytest.mark.clause("6.5.2", "6.5")
@pytest.mark.parametrize("command", [Recruit(), Build("sawmill", 1), Battle(1, EYRIE), EndStep(), Overwork(8, FOX)])
def test_between_the_two_moves_nothing_else_can_be_done(command: Command) -> None:
    game = daylight("marquise 1 keep warrior*2\nmarquise 8 sawmill recruiter\neyrie 1 warrior", [FOX])
    done(game, MARQUISE, March(1, 5, 1))
    assert refused(game, MARQUISE, command) == "DECISION_PENDING"


@pytest.mark.clause("6.5.2")
def test_a_march_is_ended_only_within_one() -> None:
    game = daylight()
    assert refused(game, MARQUISE, EndMarch()) == "WRONG_PHASE"


@pytest.mark.clause("6.5.2", "6.5")
def test_after_the_last_action_a_march_still_has_its_second_move() -> None:
    game = daylight("marquise 1 keep warrior*2\nmarquise 8 sawmill", hand_of("fox", "fox"))
    play(game, MARQUISE, *(Overwork(8, card) for card in hand_of("fox", "fox")), March(1, 5, 1))
    assert (left(game), asked(game)) == (0, [(MARQUISE, "march")])
    done(game, MARQUISE, March(1, 9, 1))


# --- 6.5.3 Recruit ----------------------------------------------------------------------------------------------------

RECRUITERS = KEEP + "marquise 5 recruiter*2\nmarquise 9 recruiter\n"


@pytest.mark.clause("6.5.3")
def test_recruiting_places_one_warrior_at_each_recruiter_once_a_turn() -> None:
    game = daylight(RECRUITERS)
    events = done(game, MARQUISE, Recruit())
    assert of(events, PiecesPlaced) == [
        PiecesPlaced(MARQUISE, (Placed("warrior", 5, 2), Placed("warrior", 9, 1)))
    ]  # fmt: skip
    assert (game.supply[MARQUISE], left(game)) == (21, 2)
    assert refused(game, MARQUISE, Recruit()) == "ALREADY_USED_THIS_TURN"


@pytest.mark.clause("6.5.3", "6.5")
def test_a_bird_spent_does_not_allow_to_recruit_again() -> None:
    game = daylight(RECRUITERS, [BIRD])
    play(game, MARQUISE, Recruit(), SpendBird(BIRD))
    assert refused(game, MARQUISE, Recruit()) == "ALREADY_USED_THIS_TURN"


@pytest.mark.clause("6.5.3")
@pytest.mark.parametrize("enemy", ["eyrie 5 warrior*4", "eyrie 5 warrior*4\ncult 9 garden-mouse warrior"])
def test_she_recruits_where_others_rule(enemy: str) -> None:
    game = daylight(RECRUITERS + enemy)
    done(game, MARQUISE, Recruit())
    assert (game.warriors[MARQUISE][5], game.warriors[MARQUISE][9]) == (2, 1)


@pytest.mark.clause("6.5.3")
@pytest.mark.parametrize(
    ("supply", "chosen", "code"),
    [
        (2, (5, 5), None), (2, (5, 9), None), (1, (9,), None), (1, (5,), None),
        (2, (9, 9), "ILLEGAL_CHOICE"),   # there is one recruiter
        (2, (), "ILLEGAL_CHOICE"),       # she chooses
        (2, (5,), "ILLEGAL_CHOICE"),     # all of them
        (2, (5, 5, 9), "ILLEGAL_CHOICE"),
        (2, (1, 5), "ILLEGAL_CHOICE"),
        (2, (9, 5), "NOT_IN_ORDER"),
        (3, (), None),
        (3, (5, 5, 9), "ILLEGAL_CHOICE"),  # nothing to choose
        (0, (), "NO_WARRIOR_IN_SUPPLY"),
    ],
)  # fmt: skip
def test_short_of_warriors_she_places_all_of_them_and_chooses_where(
    supply: int, chosen: tuple[int, ...], code: str | None
) -> None:
    game = without(daylight(RECRUITERS), supply)
    if code is not None:
        assert refused(game, MARQUISE, Recruit(chosen)) == code
        return
    done(game, MARQUISE, Recruit(chosen))
    assert [game.warriors[MARQUISE][n] for n in (5, 9)] == [(chosen or (5, 5, 9)).count(n) for n in (5, 9)]
    assert game.supply[MARQUISE] == 0


@pytest.mark.clause("6.5.3")
def test_a_refused_recruit_costs_no_action() -> None:
    game = daylight(KEEP + "marquise 5 sawmill")
    assert refused(game, MARQUISE, Recruit()) == "NO_RECRUITER"
    assert left(game) == 3


# --- 6.5.5 Overwork ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("6.5.5", "core-5.2")
@pytest.mark.parametrize("card", [FOX, BIRD, "ambush-fox#1", "dominance-fox#1"])
def test_a_card_that_matches_a_sawmill_makes_one_wood_there(card: str) -> None:
    game = daylight(KEEP + "marquise 8 sawmill*2", [card])
    events = done(game, MARQUISE, Overwork(8, card))
    assert kinds(events)[:3] == ["ActionTaken", "CardPiled", "PiecesPlaced"]
    assert of(events, CardPiled) == [CardPiled(MARQUISE, card, "spent", "lost_souls", "6.5.5")]
    assert of(events, PiecesPlaced) == [PiecesPlaced(MARQUISE, (Placed("wood", 8, 1),))]
    assert left(game) == 2  # a bird that pays for it is no action


@pytest.mark.clause("6.5.5")
def test_overwork_can_be_repeated() -> None:
    game = daylight(KEEP + "marquise 8 sawmill", hand_of("fox", "fox", "fox"))
    play(game, MARQUISE, *(Overwork(8, card) for card in hand_of("fox", "fox", "fox")))
    assert game.tokens[8].count((MARQUISE, "wood")) == 3


@pytest.mark.clause("6.5.5")
@pytest.mark.parametrize(
    ("clearing", "card", "code"),
    [
        (8, RABBIT, "CARD_SUIT_MISMATCH"), (9, FOX, "NO_SAWMILL_HERE"), (1, FOX, "NO_SAWMILL_HERE"),
        (8, MOUSE, "CARD_NOT_IN_HAND"), (8, "nonsense", "UNKNOWN_CARD"), (13, FOX, "UNKNOWN_CLEARING"),
    ],
)  # fmt: skip
def test_overwork_is_refused(clearing: int, card: str, code: str) -> None:
    game = daylight(KEEP + "marquise 8 sawmill\nmarquise 9 workshop\neyrie 8 warrior*3", [FOX, RABBIT])
    assert refused(game, MARQUISE, Overwork(clearing, card)) == code
    assert left(game) == 3


@pytest.mark.clause("6.5.5")
def test_without_wood_in_the_supply_nothing_is_spent() -> None:
    game = daylight(KEEP + "marquise 8 sawmill wood*8", [FOX])
    assert refused(game, MARQUISE, Overwork(8, FOX)) == "NO_WOOD_IN_SUPPLY"
    assert game.hands[MARQUISE] == [FOX]


# --- 6.6 Evening ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("6.6")
@pytest.mark.parametrize(("recruiters", "cards"), [(0, 1), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_she_draws_one_more_from_three_recruiters_on_the_map_and_from_five(recruiters: int, cards: int) -> None:
    assert RECRUITERS_FOR_CARD == (3, 5)
    places = [5, 5, 9, 9, 7, 7][:recruiters]
    game = daylight(KEEP + "\n".join(f"marquise {n} recruiter" for n in places), [FOX])
    events = done(game, MARQUISE, EndStep())
    assert [event.count for event in of(events, CardsDrawn) if event.seat == MARQUISE] == [cards]
    assert not of(events, PointsScored)


@pytest.mark.clause("6.6", "core-5.7")
@pytest.mark.parametrize(("hand", "surplus"), [(4, 0), (5, 1), (6, 2)])
def test_she_discards_down_to_five(hand: int, surplus: int) -> None:
    game = daylight(KEEP, hand_of(*["fox"] * hand))
    done(game, MARQUISE, EndStep())
    assert (asked(game) == [(MARQUISE, "discard")]) == bool(surplus)
    assert len(game.hands[MARQUISE]) == 5 + surplus
