"""10.3: how the Cult is set up."""

from typing import Any

import pytest

from domain.root.cards import SUITS
from domain.root.commands import ChooseStart
from domain.root.cult.commands import ChooseOutcast
from domain.root.cult.events import OutcastChosen
from domain.root.cult.turn import legal_corners
from domain.root.events import FactionSetUp, PiecesPlaced, Placed, StepStarted
from domain.root.eyrie.commands import ChooseLeader
from domain.root.factions import GARDENS
from domain.root.marquise.commands import PlaceKeep, PlaceStartingBuildings
from domain.root.options import GameOptions
from domain.root.rulebook import rulebook
from domain.root.state import Game
from tests.rules.root.positions import (
    CULT,
    EYRIE,
    MARQUISE,
    asked,
    begun,
    done,
    happen,
    kinds,
    of,
    offers,
    play,
    refused,
    rows,
)

TRIO, WITH_MARQUISE, WITH_EYRIE = ("cult", "marquise", "eyrie"), ("cult", "marquise"), ("cult", "eyrie")
BEFORE = [PlaceKeep(1), PlaceStartingBuildings(1, 5, 9)]


def at_the_corner() -> Game:
    """Three factions: the keep in clearing 1, the Eyrie opposite in 3, and the Cult is asked."""
    game, _ = begun(TRIO)
    play(game, MARQUISE, *BEFORE)
    done(game, EYRIE, ChooseLeader("despot"))
    return game


def choosing(pieces: dict[int, tuple[Placed, ...]], factions: tuple[str, ...]) -> Game:
    """The Cult is asked for its corner, with whatever stands on the map."""
    game: Game = rulebook.start(GameOptions(factions=factions), len(factions), rulebook.editions[0])
    for seat, placed in pieces.items():
        happen(game, PiecesPlaced(seat, placed), FactionSetUp(seat, factions[seat]))
    return happen(game, StepStarted(factions.index("cult"), "cult_corner"))


# --- 10.3.1 Warriors --------------------------------------------------------------------------------------------------


@pytest.mark.clause("10.3.1")
def test_the_cult_has_twenty_five_warriors_seven_of_which_begin_on_the_map() -> None:
    game = at_the_corner()
    assert game.supply[CULT] == 25
    done(game, CULT, ChooseStart(2))
    assert (sum(game.warriors[CULT]), game.supply[CULT]) == (7, 18)
    assert game.cult is not None
    assert game.cult.acolytes == 0


# --- 10.3.2 Garden and warriors ---------------------------------------------------------------------------------------


@pytest.mark.clause("10.3.2")
def test_the_cult_is_set_up_after_the_marquise_and_the_eyrie() -> None:
    game, _ = begun(("eyrie", "cult", "marquise"))
    assert asked(game) == [(2, "keep")]
    play(game, 2, *BEFORE)
    assert asked(game) == [(0, "first_leader")]
    done(game, 0, ChooseLeader("builder"))
    assert asked(game) == [(1, "cult_corner")]


@pytest.mark.clause("10.3.2")
@pytest.mark.parametrize(
    ("corner", "suit", "beside"),
    [
        pytest.param(2, "mouse", (5, 6, 10), id="north-east"),
        pytest.param(4, "rabbit", (8, 9, 12), id="south-west"),
    ],
)
def test_four_warriors_and_a_garden_stand_in_the_corner_and_a_warrior_beside_it(
    corner: int, suit: str, beside: tuple[int, ...]
) -> None:
    game = at_the_corner()
    (placed,) = of(done(game, CULT, ChooseStart(corner)), PiecesPlaced)
    assert Placed(f"garden-{suit}", corner, 1) in placed.pieces
    assert {n: count for n, count in enumerate(game.warriors[CULT]) if count} == {corner: 4} | dict.fromkeys(beside, 1)
    assert [game.buildings[n] for n in (corner, *beside) if (CULT, f"garden-{suit}") in game.buildings[n]] == [
        [(CULT, f"garden-{suit}")]
    ]


KEEP, ROOST = (Placed("keep", 1, 1),), (Placed("roost", 3, 1),)

CORNERS: list[tuple[Any, ...]] = [
    ("10.3.2", "with Marquise and Eyrie, the two corners neither of them uses", TRIO, [1, 3], [2, 4]),
    ("10.3.2", "and so if they sit in the other pair", TRIO, [4, 2], [1, 3]),
    ("10.3.2", "with the Marquise alone, only the one opposite the keep", WITH_MARQUISE, [1], [3]),
    ("10.3.2", "with the Eyrie alone, only the one opposite the roost", WITH_EYRIE, [4], [2]),
    ("10.3.2", "with neither of them anywhere, all four", WITH_EYRIE, [], [1, 2, 3, 4]),
    ("10.3.2", "where no corner opposite a start is free, any free one", WITH_EYRIE, [1, 3], [2, 4]),
]


@pytest.mark.parametrize(("factions", "taken", "legal"), rows(CORNERS))
def test_where_the_cult_may_begin(factions: tuple[str, ...], taken: list[int], legal: list[int]) -> None:
    game = choosing({}, factions)
    assert legal_corners(game, taken) == legal


REFUSED: list[tuple[Any, ...]] = [
    ("10.3.2", "not where the keep is", TRIO, {1: KEEP, 2: ROOST}, 1, "START_CORNER_TAKEN"),
    ("10.3.2", "not where the first roost is", TRIO, {1: KEEP, 2: ROOST}, 3, "START_CORNER_TAKEN"),
    (
        "10.3.2",
        "not beside the Marquise, if the opposite corner is free",
        WITH_MARQUISE,
        {1: KEEP},
        2,
        "START_NOT_OPPOSITE",
    ),
    ("10.3.2", "nor beside the Eyrie", WITH_EYRIE, {1: ROOST}, 4, "START_NOT_OPPOSITE"),
    ("10.3.2", "taken is said before not opposite", WITH_EYRIE, {1: ROOST}, 3, "START_CORNER_TAKEN"),
    ("10.3.2", "not away from the corners", TRIO, {1: KEEP, 2: ROOST}, 5, "NOT_A_CORNER"),
    ("10.3.2", "not off the map", TRIO, {1: KEEP, 2: ROOST}, 13, "UNKNOWN_CLEARING"),
]


@pytest.mark.parametrize(("factions", "pieces", "corner", "code"), rows(REFUSED))
def test_where_it_may_not(factions: tuple[str, ...], pieces: Any, corner: int, code: str) -> None:
    assert refused(choosing(pieces, factions), CULT, ChooseStart(corner)) == code


@pytest.mark.clause("10.3.2")
@pytest.mark.parametrize("corner", [2, 4])
def test_both_free_corners_are_accepted_with_marquise_and_eyrie(corner: int) -> None:
    game = at_the_corner()
    assert offers(game, CULT, ChooseStart) == [ChooseStart(2), ChooseStart(4)]
    done(game, CULT, ChooseStart(corner))
    assert asked(game) == [(CULT, "first_outcast")]


@pytest.mark.clause("10.3.2")
def test_a_single_legal_corner_is_not_asked_for() -> None:
    game, _ = begun(WITH_MARQUISE)
    play(game, 1, PlaceKeep(2))
    events = done(game, 1, PlaceStartingBuildings(2, 5, 6))
    assert game.buildings[4] == [(CULT, "garden-rabbit")]
    assert kinds(events)[-2:] == ["PiecesPlaced", "StepStarted"]
    assert asked(game) == [(CULT, "first_outcast")]


@pytest.mark.clause("10.3.2")
def test_a_clearing_where_the_cult_cannot_place_is_skipped() -> None:
    # No keep can stand there; this only shows the rule.
    game = choosing({1: (Placed("keep", 6, 1),), 2: ROOST}, TRIO)
    done(game, CULT, ChooseStart(2))
    assert [game.warriors[CULT][n] for n in (2, 5, 6, 10)] == [4, 1, 0, 1]
    assert game.supply[CULT] == 19


# --- 10.3.3 Outcast ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("10.3.3")
@pytest.mark.parametrize("suit", SUITS)
def test_any_suit_can_be_the_first_outcast_and_it_is_not_hated(suit: str) -> None:
    game = at_the_corner()
    done(game, CULT, ChooseStart(4))
    assert [command.suit for command in offers(game, CULT, ChooseOutcast)] == list(SUITS)
    events = done(game, CULT, ChooseOutcast(suit))  # type: ignore[arg-type]
    assert of(events, OutcastChosen, FactionSetUp) == [OutcastChosen(CULT, suit), FactionSetUp(CULT, "cult")]
    assert game.cult is not None
    if game.active != CULT:
        assert (game.cult.outcast, game.cult.hated) == (suit, False)


@pytest.mark.clause("10.3.3")
def test_the_marker_lies_on_its_outcast_side_until_the_first_birdsong() -> None:
    game, _ = begun(TRIO, MARQUISE)
    play(game, MARQUISE, *BEFORE)
    done(game, EYRIE, ChooseLeader("despot"))
    play(game, CULT, ChooseStart(2), ChooseOutcast("rabbit"))
    assert game.cult is not None
    assert (game.cult.outcast, game.cult.hated, game.cult.adjusted) == ("rabbit", False, False)
    assert game.lost_souls == []


# --- 10.3.4 Tracks ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("10.3.4")
def test_fourteen_gardens_fill_the_tracks_and_the_starting_suit_has_one_space_empty() -> None:
    game = at_the_corner()
    done(game, CULT, ChooseStart(4))
    assert {suit: game.stock[CULT][garden] for suit, garden in GARDENS.items()} == {"fox": 5, "rabbit": 4, "mouse": 5}
    assert {suit: game.on_map(CULT, garden) for suit, garden in GARDENS.items()} == {"fox": 0, "rabbit": 1, "mouse": 0}
