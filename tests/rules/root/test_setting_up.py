"""core-13, 6.3, 7.3: setting up, in every combination of factions and order of seats."""

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from domain.root.cards import CARDS
from domain.root.commands import ChooseStart
from domain.root.cult.commands import ChooseOutcast
from domain.root.events import CardsDrawn, DeckShuffled, FactionSetUp, PiecesPlaced, TurnStarted, WoodlandSetUp
from domain.root.eyrie.commands import ChooseLeader
from domain.root.eyrie.events import LeaderChosen
from domain.root.factions import LEADERS, VIZIERS
from domain.root.marquise.commands import PlaceKeep, PlaceStartingBuildings
from domain.root.options import GameOptions
from domain.root.roster import ROSTER
from domain.root.rulebook import rulebook
from domain.root.setting_up import starts
from domain.root.state import Game
from domain.table.messages import Command
from domain.table.refusals import Refusal
from tests.rules.root.positions import asked, begun, done, kinds, of, offers, refused

ALL = ("cult", "eyrie", "marquise")
SEATINGS = [seats for count in (2, 3) for seats in permutations(ALL, count)]
LETTERS = ("marquise", "eyrie", "cult")
CORNERS = {1: 3, 2: 4, 3: 1, 4: 2}
NEIGHBOURS = {1: (5, 9, 10), 2: (5, 6, 10), 3: (6, 7, 11), 4: (8, 9, 12)}


def answer(game: Game, seat: int, kind: str) -> Command:
    """The first of what is offered."""
    match kind:
        case "keep":
            return offers(game, seat, PlaceKeep)[0]
        case "starting_buildings":
            return offers(game, seat, PlaceStartingBuildings)[0]
        case "first_leader":
            return ChooseLeader("despot")
        case "first_outcast":
            return ChooseOutcast("fox")
        case _:
            return offers(game, seat, ChooseStart)[0]


def set_up(seats: tuple[str, ...], first: int = 0) -> tuple[Game, list[Any]]:
    """A game up to its first turn."""
    game, events = begun(seats, first)
    while game.phase == "setup":
        ((seat, kind),) = asked(game)
        events += done(game, seat, answer(game, seat, kind))
    return game, events


def placed(events: list[Any], seat: int) -> dict[int, Counter[str]]:
    """What a seat has placed, by clearing."""
    pieces: dict[int, Counter[str]] = {}
    for event in of(events, PiecesPlaced):
        for piece in event.pieces if event.seat == seat else ():
            pieces.setdefault(piece.clearing, Counter())[piece.kind] += piece.count
    return pieces


# --- core-13 All seats ------------------------------------------------------------------------------------------------


@pytest.mark.clause("core-13")
@pytest.mark.parametrize("seats", SEATINGS, ids="-".join)
def test_factions_set_up_in_the_order_of_their_letters_wherever_they_sit(seats: tuple[str, ...]) -> None:
    _, events = set_up(seats)
    expected = [(seats.index(faction), faction) for faction in LETTERS if faction in seats]
    assert [(event.seat, event.faction) for event in of(events, FactionSetUp)] == expected


@pytest.mark.clause("core-13")
@pytest.mark.parametrize("seats", SEATINGS, ids="-".join)
@pytest.mark.parametrize("first", [0, 1])
def test_whoever_was_drawn_begins_after_the_set_up_with_all_scores_at_0(seats: tuple[str, ...], first: int) -> None:
    game, events = set_up(seats, first)
    assert of(events, TurnStarted) == [TurnStarted(first, 1)]
    assert kinds(events).index("TurnStarted") > kinds(events).index("FactionSetUp")
    assert (game.first, game.active, game.turn) == (first, first, 1)
    assert game.scores == [0] * len(seats)


@pytest.mark.clause("core-13", "core-11")
@pytest.mark.parametrize(("seats", "size"), [(ALL, 54), (ALL[:2], 50)], ids=["three seats", "two: no dominance cards"])
def test_everybody_gets_three_cards_of_the_shuffled_deck(seats: tuple[str, ...], size: int) -> None:
    game, events = begun(seats)
    assert of(events, DeckShuffled) == [DeckShuffled(size)]
    assert [(event.seat, event.count) for event in of(events, CardsDrawn)] == [(seat, 3) for seat in range(len(seats))]
    assert kinds(events).index("DeckShuffled") < kinds(events).index("CardsDrawn")
    everywhere = [card for zone in (game.deck, *game.hands) for card in zone]
    assert sum(CARDS[card].kind == "dominance" for card in everywhere) == (4 if size == 54 else 0)


@pytest.mark.clause("core-13", "core-4")
def test_ruins_fill_their_slots_and_twelve_items_lie_beside_the_map() -> None:
    game, _ = begun(ALL)
    assert game.paths.slots[1:] == (1, 2, 1, 1, 2, 1, 2, 2, 2, 1, 2, 1)
    assert game.items == {"bag": 2, "boot": 2, "crossbow": 1, "hammer": 1, "sword": 2, "tea": 2, "coin": 2}


@pytest.mark.clause("core-13")
@pytest.mark.parametrize(
    ("seats", "reach", "advised"),
    [
        (("cult", "marquise"), 12, 17), (("cult", "eyrie"), 9, 17), (("marquise", "eyrie"), 17, 17), (ALL, 19, 18),
    ],
)  # fmt: skip
def test_too_little_reach_is_advised_against_and_not_forbidden(seats: Any, reach: int, advised: int) -> None:
    game, events = begun(seats)
    assert of(events, WoodlandSetUp) == [WoodlandSetUp("autumn", seats, reach, advised)]
    assert game.prompts


@pytest.mark.clause("core-13")
@pytest.mark.parametrize(
    ("factions", "seats", "fits"),
    [
        ((), 2, True), ((), 3, True), (("eyrie", "cult"), 2, True), (("eyrie", "cult"), 3, False),
        (("eyrie", "eyrie"), 2, False), (("cult", "marquise", "eyrie"), 2, False),
    ],
)  # fmt: skip
def test_each_seat_plays_another_faction(factions: Any, seats: int, fits: bool) -> None:
    options = GameOptions(factions=factions)
    if fits:
        rulebook.check_options(options, seats)
        return
    with pytest.raises(Refusal) as refusal:
        rulebook.check_options(options, seats)
    assert refusal.value.code == "FACTIONS_DO_NOT_FIT"


@pytest.mark.clause("core-13")
def test_unnamed_factions_are_the_cult_the_marquise_and_the_eyrie_in_this_order() -> None:
    assert GameOptions().factions_of(2) == ("cult", "marquise")
    assert GameOptions().factions_of(3) == ("cult", "marquise", "eyrie")


# --- 6.3 The Marquise -------------------------------------------------------------------------------------------------


def keep_placed(corner: int, seats: tuple[str, ...] = ("marquise", "eyrie")) -> Game:
    """A game with the keep in a corner."""
    game, _ = begun(seats)
    done(game, seats.index("marquise"), PlaceKeep(corner))
    return game


@pytest.mark.clause("6.3")
def test_the_keep_may_stand_in_any_corner_and_nowhere_else() -> None:
    game, _ = begun(("eyrie", "marquise"))
    assert asked(game) == [(1, "keep")]
    assert [command.corner for command in offers(game, 1, PlaceKeep)] == [1, 2, 3, 4]
    assert [refused(game, 1, PlaceKeep(n)) for n in (0, 5, 12, 13)] == [
        "UNKNOWN_CLEARING", "NOT_A_CORNER", "NOT_A_CORNER", "UNKNOWN_CLEARING",
    ]  # fmt: skip


@pytest.mark.clause("6.3")
@pytest.mark.parametrize("corner", CORNERS)
def test_eleven_warriors_garrison_every_clearing_but_the_corner_opposite_the_keep(corner: int) -> None:
    game = keep_placed(corner)
    assert game.marquise is not None
    assert game.marquise.keep == corner
    assert game.tokens[corner] == [(0, "keep")]
    assert game.warriors[0] == [0, *(int(n != CORNERS[corner]) for n in range(1, 13))]
    assert game.supply[0] == 14
    assert game.stock[0]["wood"] == 8
    assert asked(game) == [(0, "starting_buildings")]


@pytest.mark.clause("6.3")
@pytest.mark.parametrize("corner", CORNERS)
def test_starting_buildings_stand_at_the_keep_or_beside_it_in_any_split(corner: int) -> None:
    game = keep_placed(corner)
    near = (corner, *NEIGHBOURS[corner])
    possible = {
        (a, b, c)
        for a in near for b in near for c in near
        if all((a, b, c).count(n) <= game.paths.slots[n] for n in near)
    }  # fmt: skip
    rows = {(one.sawmill, one.workshop, one.recruiter) for one in offers(game, 0, PlaceStartingBuildings)}
    assert rows == possible


@pytest.mark.clause("6.3", "core-4")
@pytest.mark.parametrize(
    ("corner", "buildings", "code"),
    [
        (1, (1, 5, 9), None), (1, (5, 5, 9), None), (1, (9, 5, 9), None), (3, (11, 11, 7), None),
        (1, (1, 1, 5), "NO_OPEN_SLOT"),          # a corner has one slot
        (1, (5, 5, 5), "NO_OPEN_SLOT"),
        (1, (10, 10, 5), "NO_OPEN_SLOT"),        # one of two slots is a ruin's
        (3, (6, 3, 6), "NO_OPEN_SLOT"),
        (3, (11, 11, 11), "NO_OPEN_SLOT"),       # one of three is
        (1, (1, 5, 2), "NOT_NEAR_KEEP"),         # beside a neighbour is not beside the keep
        (1, (3, 5, 9), "NOT_NEAR_KEEP"),
        (1, (12, 5, 5), "NOT_NEAR_KEEP"),
        (1, (13, 5, 9), "UNKNOWN_CLEARING"),
        (1, (0, 5, 9), "UNKNOWN_CLEARING"),
    ],
)  # fmt: skip
def test_starting_buildings_need_open_slots_near_the_keep(corner: int, buildings: Any, code: str | None) -> None:
    game = keep_placed(corner)
    if code is not None:
        assert refused(game, 0, PlaceStartingBuildings(*buildings)) == code
        return
    done(game, 0, PlaceStartingBuildings(*buildings))
    for kind, clearing in zip(("sawmill", "workshop", "recruiter"), buildings, strict=True):
        assert (0, kind) in game.buildings[clearing]
        assert game.stock[0][kind] == 5
        assert game.on_map(0, kind) == 1


# --- 7.3 The Eyrie ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("7.3")
@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize("seats", [seats for seats in SEATINGS if {"marquise", "eyrie"} <= set(seats)], ids="-".join)
def test_with_the_marquise_the_eyrie_begins_opposite_the_keep_without_being_asked(
    corner: int, seats: tuple[str, ...]
) -> None:
    game = keep_placed(corner, seats)
    marquise, eyrie = seats.index("marquise"), seats.index("eyrie")
    events = done(game, marquise, offers(game, marquise, PlaceStartingBuildings)[0])
    assert placed(events, eyrie) == {CORNERS[corner]: Counter(warrior=6, roost=1)}
    assert asked(game) == [(eyrie, "first_leader")]


@pytest.mark.clause("7.3")
def test_without_the_marquise_the_eyrie_begins_in_any_corner() -> None:
    game, _ = begun(("cult", "eyrie"))
    assert asked(game) == [(1, "roost_corner")]
    assert [command.corner for command in offers(game, 1, ChooseStart)] == [1, 2, 3, 4]
    assert [refused(game, 1, ChooseStart(n)) for n in (5, 13)] == ["NOT_A_CORNER", "UNKNOWN_CLEARING"]
    events = done(game, 1, ChooseStart(2))
    assert placed(events, 1) == {2: Counter(warrior=6, roost=1)}
    assert (game.supply[1], game.stock[1]["roost"]) == (14, 6)


@pytest.mark.clause("7.3", "7.8.1", "7.8.2", "7.8.3", "7.8.4")
@pytest.mark.parametrize(
    ("leader", "columns"),
    [
        ("builder", ("recruit", "move")), ("charismatic", ("recruit", "battle")),
        ("commander", ("move", "battle")), ("despot", ("move", "build")),
    ],
)  # fmt: skip
def test_a_leader_names_the_columns_of_the_viziers_and_the_others_lie_face_up(leader: Any, columns: Any) -> None:
    game, _ = begun(("cult", "eyrie"))
    done(game, 1, ChooseStart(1))
    assert [command.leader for command in offers(game, 1, ChooseLeader)] == list(LEADERS)
    events = done(game, 1, ChooseLeader(leader))
    assert of(events, LeaderChosen) == [LeaderChosen(1, leader, columns)]
    assert game.eyrie is not None
    assert game.eyrie.leader == leader
    assert game.eyrie.leaders == [one for one in LEADERS if one != leader]
    assert {column: cards for column, cards in game.eyrie.decree.items() if cards} == dict(
        zip(columns, ([vizier] for vizier in VIZIERS), strict=True)
    )


@pytest.mark.clause("7.3", "10.3.2", "6.3")
@pytest.mark.parametrize(
    ("faction", "taken", "corners"),
    [
        ("eyrie", [], [1, 2, 3, 4]), ("eyrie", [1], [3]), ("eyrie", [2], [4]), ("eyrie", [1, 2], [3, 4]),
        ("eyrie", [1, 3], [2, 4]),       # where it is not possible, any free corner
        ("marquise", [], [1, 2, 3, 4]), ("marquise", [2], [1, 3, 4]), ("cult", [4], [2]), ("cult", [2, 4], [1, 3]),
    ],
)  # fmt: skip
def test_opposite_a_start_where_that_is_possible(faction: str, taken: list[int], corners: list[int]) -> None:
    game, _ = begun(("cult", "eyrie"))
    assert ROSTER[faction].corners(game, taken) == corners


# --- 10.3.2 Corners that are left for the Cult ------------------------------------------------------------------------


@pytest.mark.clause("10.3.2", "core-13")
@pytest.mark.parametrize("seats", [("cult", "eyrie"), ("eyrie", "cult"), ("cult", "marquise"), ("marquise", "cult")])
@pytest.mark.parametrize("corner", CORNERS)
def test_between_two_the_cult_begins_opposite_the_other_without_being_asked(seats: Any, corner: int) -> None:
    game, _ = begun(seats)
    ((seat, kind),) = asked(game)
    done(game, seat, PlaceKeep(corner) if kind == "keep" else ChooseStart(corner))
    ((seat, kind),) = asked(game)
    events = done(game, seat, answer(game, seat, kind))
    cult = placed(events, seats.index("cult"))
    assert cult.pop(CORNERS[corner]).total() == 5
    assert cult == {clearing: Counter(warrior=1) for clearing in NEIGHBOURS[CORNERS[corner]]}
    assert asked(game) == [(seats.index("cult"), "first_outcast")]


@pytest.mark.clause("10.3.2", "core-13")
@pytest.mark.parametrize("seats", list(permutations(ALL)), ids="-".join)
@pytest.mark.parametrize("corner", CORNERS)
def test_between_three_the_cult_begins_in_either_corner_that_is_left(seats: Any, corner: int) -> None:
    game, _ = begun(seats)
    cult, eyrie, marquise = (seats.index(faction) for faction in ALL)
    done(game, marquise, PlaceKeep(corner))
    done(game, marquise, offers(game, marquise, PlaceStartingBuildings)[0])
    done(game, eyrie, ChooseLeader("builder"))
    assert starts(game) == sorted((corner, CORNERS[corner]))
    assert asked(game) == [(cult, "cult_corner")]
    left = [n for n in CORNERS if n not in (corner, CORNERS[corner])]
    assert [command.corner for command in offers(game, cult, ChooseStart)] == left
    assert {refused(game, cult, ChooseStart(n)) for n in (corner, CORNERS[corner])} == {"START_CORNER_TAKEN"}


@pytest.mark.clause("core-13", "10.3.1", "10.3.3")
@pytest.mark.parametrize("seats", SEATINGS, ids="-".join)
def test_after_the_set_up_each_faction_has_what_its_board_says(seats: tuple[str, ...]) -> None:
    # Somebody else than the Cult begins, whose turn would begin with adjusting the Outcast.
    game, events = set_up(seats, int(seats[0] == "cult"))
    supply = {"marquise": 14, "eyrie": 14, "cult": 18}
    for seat, faction in enumerate(seats):
        assert game.supply[seat] == supply[faction]
        assert len(game.hands[seat]) >= 3
    started = len(starts(game))
    assert started == len(seats)
    if game.cult is not None:
        assert (game.cult.outcast, game.cult.hated, game.cult.acolytes) == ("fox", False, 0)
    assert kinds(events).count("FactionSetUp") == len(seats)
