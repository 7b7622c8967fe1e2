"""7.2 and 7.4: the Eyrie's rule and trade, and its Birdsong."""

from typing import Any

import pytest

from domain.root.cards import CARDS
from domain.root.commands import Craft, EndStep, UseCodebreakers, UseRoyalClaim, UseStandAndDeliver, UseTaxCollector
from domain.root.events import CardsDrawn, PiecesPlaced, Placed, PointsScored
from domain.root.eyrie.commands import Addition, AddToDecree, DecreeMove, DecreeRecruit, PlaceRoost
from domain.root.eyrie.events import DecreeExtended, TurmoilStarted
from domain.root.rule import ruler
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
BIRD, BIRD2, BIRD3 = hand_of("bird", "bird", "bird")
ROOST = "eyrie 1 roost warrior*3\n"


def decree(game: Game) -> dict[str, list[str]]:
    """The Eyrie's Decree."""
    assert game.eyrie is not None
    return game.eyrie.decree


# --- 7.2.2 Lords of the Forest ----------------------------------------------------------------------------------------

RULES = [
    ("a tie of warriors", "marquise 8 warrior*2\neyrie 8 warrior*2", EYRIE),
    ("a tie of warriors with a building", "marquise 8 sawmill\neyrie 8 warrior", EYRIE),
    ("a tie of buildings", "marquise 8 sawmill\neyrie 8 roost", EYRIE),
    ("a tie of all three", "marquise 9 warrior\neyrie 9 warrior\ncult 9 warrior", EYRIE),
    ("the most of anybody", "eyrie 8 warrior*3\nmarquise 8 warrior sawmill", EYRIE),
    ("alone", "eyrie 8 warrior", EYRIE),
    ("fewer than another", "marquise 8 warrior*3\neyrie 8 warrior*2", MARQUISE),
    ("fewer than two who tie", "marquise 8 warrior*3\ncult 8 warrior*3\neyrie 8 warrior*2", None),
    ("a tie of others without the Eyrie", "marquise 8 warrior\ncult 8 warrior", None),
    ("an empty clearing", "", None),
    ("tokens count for nothing", "marquise 8 wood*3\neyrie 8 warrior", EYRIE),
    ("tokens alone rule nothing", "marquise 8 wood*3", None),
    ("a garden goes before a tie", "cult 8 garden-fox\neyrie 8 roost", CULT),
    ("a garden goes before the most", "cult 8 garden-fox\neyrie 8 warrior*9", CULT),
]


@pytest.mark.clause("7.2.2", "core-7.1", "10.2.4")
@pytest.mark.parametrize(("sentence", "pieces", "seat"), RULES, ids=[row[0] for row in RULES])
def test_the_eyrie_rules_where_it_is_tied_for_the_most(sentence: str, pieces: str, seat: int | None) -> None:
    clearing = 9 if " 9 " in pieces else 8
    assert ruler(position("", pieces, active=EYRIE), clearing) == seat


# --- 7.2.1, 7.5.1 Crafting, 7.2.3 Disdain for Trade, 7.8.1 Builder ----------------------------------------------------

ITEMS = [("anvil#1", 2, (8,)), ("bake-sale#1", 3, (3, 4)), ("travel-gear-fox#1", 1, (3,))]
LEADERS = ["builder", "charismatic", "commander", "despot"]


@pytest.mark.clause("7.2.3", "7.8.1", "core-10")
@pytest.mark.parametrize("leader", LEADERS)
@pytest.mark.parametrize(("card", "printed", "roosts"), ITEMS)
def test_an_item_scores_one_point_but_the_printed_ones_under_the_builder(
    leader: str, card: str, printed: int, roosts: tuple[int, ...]
) -> None:
    game = position("eyrie_craft", "eyrie 3 roost\neyrie 4 roost\neyrie 8 roost", hands={EYRIE: [card]}, leader=leader)
    events = done(game, EYRIE, Craft(card, roosts))
    disdain = (Term("disdain", 1, 1 - printed, "7.2.3"),) if leader != "builder" and printed > 1 else ()
    assert of(events, PointsScored)[0] == PointsScored((EYRIE,), (Term("item", 1, printed, "core-10"), *disdain))
    assert scored(events, EYRIE) == (printed if leader == "builder" else 1)


@pytest.mark.clause("7.2.3", "core-10")
def test_disdain_is_the_eyries_alone_and_for_items_alone() -> None:
    game = position("actions", "marquise 8 workshop", hands={MARQUISE: ["anvil#1"]})
    assert scored(done(game, MARQUISE, Craft("anvil#1", (8,))), MARQUISE) == 2
    pieces = "eyrie 6 roost\neyrie 8 roost\neyrie 12 roost\nmarquise 8 sawmill\nmarquise 1 keep"
    game = position("eyrie_craft", pieces, hands={EYRIE: ["favor-of-the-foxes#1"]})
    assert scored(done(game, EYRIE, Craft("favor-of-the-foxes#1", (6, 8, 12))), EYRIE) == 2


@pytest.mark.clause("7.2.1", "7.5.1", "core-10")
def test_the_eyrie_crafts_any_number_of_cards_with_roosts_before_its_decree() -> None:
    pieces = "eyrie 8 roost warrior\neyrie 3 roost\neyrie 4 roost\nmarquise 12 workshop"
    game = position("eyrie_craft", pieces, hands={EYRIE: ["anvil#1", "sappers#1", "travel-gear-fox#1", "bake-sale#1"]})
    assert refused(game, EYRIE, Craft("anvil#1", (12,))) == "COST_NOT_PAID"
    done(game, EYRIE, Craft("anvil#1", (8,)))
    done(game, EYRIE, Craft("travel-gear-fox#1", (3,)))
    assert refused(game, EYRIE, Craft("bake-sale#1", (3, 4))) == "CRAFTING_PIECE_USED"
    assert refused(game, EYRIE, Craft("sappers#1", (4,))) == "COST_NOT_PAID"
    done(game, EYRIE, EndStep())
    assert asked(game) == [(EYRIE, "move")]
    assert refused(game, EYRIE, Craft("sappers#1", (4,))) == "WRONG_STEP"


@pytest.mark.clause("7.5.1", "core-6")
@pytest.mark.parametrize(
    ("hand", "pieces", "asks"),
    [([], ROOST, False), ([FOX], "eyrie 1 warrior", False), ([FOX], ROOST, True)],
    ids=["no card", "no roost", "a card and a roost"],
)
def test_crafting_is_passed_where_everybody_sees_that_there_is_none(hand: list[str], pieces: str, asks: bool) -> None:
    game = position("eyrie_craft", pieces, hands={EYRIE: hand}, leader="despot")
    go_on(game)
    assert (asked(game) == [(EYRIE, "eyrie_craft")]) == asks


@pytest.mark.clause("7.5.1", "core-6", "7.7")
@pytest.mark.parametrize(
    ("play", "command"),
    [("tax-collector#1", UseTaxCollector(5)), ("codebreakers#1", UseCodebreakers(MARQUISE))],
)
def test_effects_can_be_used_before_a_decree_that_must_fail(play: str, command: Any) -> None:
    # No warrior is left to recruit, and no card to craft.
    game = position(
        "eyrie_craft", "eyrie 1 roost\neyrie 5 warrior*20", leader="charismatic", play={EYRIE: [play]},
        hands={MARQUISE: [FOX]},
    )  # fmt: skip
    go_on(game)
    assert asked(game) == [(EYRIE, "eyrie_craft")]
    events = done(game, EYRIE, command)
    if play == "codebreakers#1":
        assert of(events, TurmoilStarted) == [TurmoilStarted(EYRIE, "recruit")]
        return
    # The card that it draws may be crafted with the roost.
    done(game, EYRIE, EndStep())
    assert asked(game) == [(EYRIE, "recruit")]
    done(game, EYRIE, DecreeRecruit("vizier#1", 1))


# --- 7.4.1 Emergency Orders -------------------------------------------------------------------------------------------


@pytest.mark.clause("7.4.1")
def test_with_an_empty_hand_a_card_is_drawn_by_itself_and_is_the_one_to_be_added() -> None:
    game = position("", ROOST, active=EYRIE)
    events = go_on(game, deck=[FOX])
    assert of(events, CardsDrawn) == [CardsDrawn(EYRIE, 1, (FOX,))]
    assert asked(game) == [(EYRIE, "decree")]
    done(game, EYRIE, AddToDecree((Addition(FOX, "move"),)))
    assert game.hands[EYRIE] == []


@pytest.mark.clause("7.4.1")
def test_with_any_card_in_hand_none_is_drawn() -> None:
    game = position("", ROOST, active=EYRIE, hands={EYRIE: [FOX]})
    assert not of(go_on(game), CardsDrawn)
    assert asked(game) == [(EYRIE, "decree")]


@pytest.mark.clause("7.4.1", "core-6", "card-stand-and-deliver")
def test_a_card_that_is_taken_before_spares_emergency_orders() -> None:
    game = position("", ROOST, active=EYRIE, play={EYRIE: ["stand-and-deliver#1"]}, hands={MARQUISE: [FOX]})
    go_on(game)
    assert asked(game) == [(EYRIE, "birdsong")]
    events = done(game, EYRIE, UseStandAndDeliver(MARQUISE), take=[FOX])
    assert not of(events, CardsDrawn)
    assert (game.hands[EYRIE], asked(game)) == ([FOX], [(EYRIE, "decree")])


@pytest.mark.clause("7.4.1", "7.4.2", "core-5.3")
def test_without_any_card_to_draw_nothing_is_added() -> None:
    game = position("", ROOST, active=EYRIE, hands={CULT: list(CARDS)})
    events = go_on(game)
    assert not of(events, CardsDrawn, DecreeExtended)
    assert asked(game) == [(EYRIE, "move")]


# --- 7.4.2 Add to the Decree ------------------------------------------------------------------------------------------


def adding(*hand: str, **more: Any) -> Game:
    """The Eyrie is to add to its Decree, under the Despot."""
    return position("decree", ROOST, hands={EYRIE: hand}, **more)


def additions(*pairs: tuple[str, Any]) -> AddToDecree:
    return AddToDecree(tuple(Addition(card, column) for card, column in pairs))


@pytest.mark.clause("7.4.2")
@pytest.mark.parametrize(
    "pairs",
    [
        [(FOX, "recruit")], [(FOX, "move")], [(FOX, "battle")], [(FOX, "build")], [(BIRD, "build")],
        [(FOX, "move"), (FOX2, "move")], [(FOX, "recruit"), (FOX2, "build")], [(BIRD, "battle"), (FOX, "battle")],
        [("ambush-fox#1", "move")], [("dominance-fox#1", "move")],
        [("ambush-bird#1", "move"), ("dominance-fox#1", "move")],
    ],
)  # fmt: skip
def test_one_or_two_cards_of_any_kind_go_to_any_columns(pairs: list[tuple[str, str]]) -> None:
    game = adding(*(card for card, _ in pairs), RABBIT)
    pairs = sorted(pairs)
    viziers = {column: len(cards) for column, cards in decree(game).items()}
    events = done(game, EYRIE, additions(*pairs))
    assert of(events, DecreeExtended) == [DecreeExtended(EYRIE, additions(*pairs).additions)]
    for column, cards in decree(game).items():
        assert cards[viziers[column] :] == [card for card, there in pairs if there == column]
    assert game.hands[EYRIE] == [RABBIT]


@pytest.mark.clause("7.4.2")
@pytest.mark.parametrize(
    ("pairs", "code"),
    [
        ([], "MUST_ADD_ONE"),
        ([(FOX, "move"), (FOX2, "move"), (RABBIT, "move")], "TOO_MANY_CARDS"),
        ([(BIRD, "move"), (BIRD2, "build")], "TOO_MANY_BIRDS"),
        ([("ambush-bird#1", "move"), ("dominance-bird#1", "move")], "TOO_MANY_BIRDS"),
        ([(MOUSE, "move")], "CARD_NOT_IN_HAND"),
        ([("vizier#1", "move")], "UNKNOWN_CARD"),
        ([("nonsense", "move")], "UNKNOWN_CARD"),
        ([(FOX, "build"), (FOX, "move")], "CARD_NOT_IN_HAND"),
    ],
)
def test_additions_are_refused(pairs: list[tuple[str, str]], code: str) -> None:
    game = adding(FOX, FOX2, RABBIT, BIRD, BIRD2, "ambush-bird#1", "dominance-bird#1")
    assert refused(game, EYRIE, additions(*sorted(pairs))) == code


@pytest.mark.clause("7.4.2", "core-1.1")
def test_additions_are_named_in_their_order() -> None:
    game = adding(FOX, FOX2)
    assert refused(game, EYRIE, additions(*sorted([(FOX, "move"), (FOX2, "move")], reverse=True))) == "NOT_IN_ORDER"


@pytest.mark.clause("7.4.2")
def test_a_hand_of_nothing_but_birds_adds_exactly_one() -> None:
    game = adding(BIRD, BIRD2, BIRD3)
    assert {len(one.additions) for one in offers(game, EYRIE, AddToDecree)} == {1}
    assert refused(game, EYRIE, EndStep()) in ("WRONG_STEP", "WRONG_PHASE")
    done(game, EYRIE, additions((BIRD, "move")))


@pytest.mark.clause("7.4.2", "core-6")
def test_effects_in_birdsong_may_come_before_the_addition() -> None:
    game = adding(FOX, play={EYRIE: ["stand-and-deliver#1", "royal-claim#1"]})
    assert scored(done(game, EYRIE, UseRoyalClaim()), EYRIE) == 1
    assert asked(game) == [(EYRIE, "decree")]


# --- 7.4.3 A New Roost ------------------------------------------------------------------------------------------------


def roosting(pieces: str, **more: Any) -> tuple[Game, list[Any]]:
    """The Eyrie has added a card and has, as it may be, no roost on the map."""
    game = position("decree", pieces, hands={EYRIE: [FOX]}, **more)
    return game, done(game, EYRIE, additions((FOX, "move")))


CROWD = "".join(f"marquise {n} warrior*2\n" for n in range(1, 13) if n not in (5, 9))


@pytest.mark.clause("7.4.3")
def test_without_a_roost_one_is_placed_with_three_warriors_where_the_fewest_are() -> None:
    game, events = roosting(CROWD + "marquise 5 warrior\nmarquise 9 warrior*2")
    assert PiecesPlaced(EYRIE, (Placed("roost", 5, 1), Placed("warrior", 5, 3))) in events
    assert (game.warriors[EYRIE][5], game.on_map(EYRIE, "roost")) == (3, 1)
    assert asked(game) != [(EYRIE, "new_roost")]


@pytest.mark.clause("7.4.3")
def test_of_several_with_the_fewest_it_chooses() -> None:
    game, events = roosting(CROWD + "cult 5 warrior\nmarquise 9 warrior")
    assert not of(events, PiecesPlaced)
    assert asked(game) == [(EYRIE, "new_roost")]
    assert [one.clearing for one in offers(game, EYRIE, PlaceRoost)] == [5, 9]
    assert [refused(game, EYRIE, PlaceRoost(n)) for n in (1, 13)] == ["NOT_FEWEST_WARRIORS", "UNKNOWN_CLEARING"]
    events = done(game, EYRIE, PlaceRoost(9))
    assert PiecesPlaced(EYRIE, (Placed("roost", 9, 1), Placed("warrior", 9, 3))) in events


@pytest.mark.clause("7.4.3")
@pytest.mark.parametrize(
    ("pieces", "clearing"),
    [
        ("marquise 5 warrior\neyrie 9 warrior*2", 5),            # the Eyrie's own count
        ("cult 5 warrior\nmarquise 5 warrior\nmarquise 9 warrior", 9),   # everybody's together
        ("marquise 5 sawmill*2\nmarquise 9 warrior", 9),         # no open slot
        ("cult 5 garden-rabbit\nmarquise 9 warrior", 5),         # buildings are no warriors, and rule does not matter
        ("marquise 5 wood*3\nmarquise 9 warrior", 5),
    ],
)  # fmt: skip
def test_everybodys_warriors_count_where_a_roost_fits(pieces: str, clearing: int) -> None:
    game, _ = roosting(CROWD + pieces)
    assert game.building_count(clearing, EYRIE, "roost") == 1


@pytest.mark.clause("7.4.3", "6.2.2")
def test_the_keep_is_passed_over() -> None:
    pieces = (
        "".join(f"marquise {n} warrior*2\n" for n in range(2, 13) if n != 5) + "marquise 1 keep\nmarquise 5 warrior"
    )
    game, _ = roosting(pieces)
    assert game.building_count(5, EYRIE, "roost") == 1
    game = position("new_roost", pieces)
    assert refused(game, EYRIE, PlaceRoost(1)) == "CANNOT_PLACE_HERE"


@pytest.mark.clause("7.4.3", "core-4")
def test_a_full_clearing_is_refused() -> None:
    game = position("new_roost", "marquise 1 sawmill")
    assert refused(game, EYRIE, PlaceRoost(1)) == "NO_OPEN_SLOT"


@pytest.mark.clause("7.4.3")
@pytest.mark.parametrize("warriors", [0, 1, 2, 3, 4])
def test_as_many_of_the_three_warriors_as_there_are(warriors: int) -> None:
    game, _ = roosting(CROWD + f"eyrie 8 warrior*{20 - warriors}\nmarquise 9 warrior*2\nmarquise 5 warrior")
    assert game.warriors[EYRIE][5] == min(warriors, 3)
    assert game.building_count(5, EYRIE, "roost") == 1


@pytest.mark.clause("7.4.3")
def test_where_no_clearing_has_room_the_step_is_skipped() -> None:
    full = "1 workshop,2 workshop*2,3 workshop,4 workshop,5 workshop,6 sawmill,5 sawmill,7 sawmill*2,8 sawmill*2,"
    full += "9 recruiter*2,10 recruiter,11 recruiter*2,12 recruiter"
    game, events = roosting("\n".join(f"marquise {place}" for place in full.split(",")) + "\neyrie 8 warrior*4")
    assert not of(events, PiecesPlaced)
    assert asked(game) == [(EYRIE, "move")]


@pytest.mark.clause("7.4.3")
def test_with_a_roost_on_the_map_there_is_no_new_one() -> None:
    game, events = roosting(ROOST)
    assert not of(events, PiecesPlaced)
    assert game.on_map(EYRIE, "roost") == 1


@pytest.mark.clause("7.4.2", "7.4.3", "7.4.1")
def test_the_new_roost_comes_after_the_addition_and_orders_come_before_both() -> None:
    game = position("", "marquise 5 warrior", active=EYRIE)
    events = go_on(game, deck=[FOX])
    assert asked(game) == [(EYRIE, "decree")]
    events += done(game, EYRIE, additions((FOX, "build")))
    assert asked(game) == [(EYRIE, "new_roost")]
    events += done(game, EYRIE, PlaceRoost(2))
    order = [kind for kind in kinds(events) if kind in ("CardsDrawn", "DecreeExtended", "PiecesPlaced")]
    assert order == ["CardsDrawn", "DecreeExtended", "PiecesPlaced"]
    done(game, EYRIE, DecreeMove("vizier#1", 2, 5, 1))
