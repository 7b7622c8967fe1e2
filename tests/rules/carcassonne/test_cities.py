"""B-8, B-9: cities."""

import pytest

from tests.rules.carcassonne.cases import Case, check, rows
from tests.rules.carcassonne.tables import TYPES, Match, options_of, paid

TWO = options_of(small_city_points="two")
BLOCK = """
B0  E2  .
E1  .   E3
U0  D0* U0
"""
# One city on a ring of eight tiles around a meadow with an abbey; only its north side is open.
WALL = """
N2  .   N3
F1  B0  F1
N1  R2  M0
.   D0* .
"""
# The two cities of I2 meet again behind it.
BENT = """
D0* .
I2  N3
N1  .
"""

CASES = [
    Case("B-9", "a city of two tiles pays 4", "D0*", "", "E 0,-1 2 city:0", ["city 0 4 complete"], [4, 0], home=[7, 7]),
    Case(
        "B-9", "with the option a city of two tiles pays 2", "D0*", "",
        "E 0,-1 2 city:0", ["city 0 2 complete"], [2, 0], options=TWO,
    ),
    Case(
        "B-9", "with the option a city of three tiles pays as ever", "G1\nD0*", "0 city:0 @0,-1",
        "E 0,-2 2", ["city 0 6 complete"], [6, 0], options=TWO,
    ),
    Case(
        "B-9", "with the option a city of three tiles pays its shield in full", "F1\nD0*", "0 city:0 @0,-1",
        "E 0,-2 2", ["city 0 8 complete"], [8, 0], options=TWO,
    ),
    Case(
        "B-9", "with the option a city of two tiles that is unfinished pays 1 a tile and a shield", "F1\nD0*",
        "0 city:0 @0,-1", "U -1,0 0", ["city 0 3 unfinished"], [3, 0], options=TWO, ends=True,
    ),
    Case("B-9", "a shield pays 2", "F1\nD0*", "0 city:0 @0,-1", "E 0,-2 2", ["city 0 8 complete"], [8, 0]),
    Case("B-9", "an open city pays nothing yet", "D0*", "", "G 0,-1 1 city:0", [], [0, 0], home=[6, 7]),
    Case(
        "B-9", "one tile closes a city on four sides", BLOCK, "1 city:0 @0,-2",
        "C 0,-1 0", ["city 1 12 complete"], [0, 12],
    ),
    Case(
        "B-9", "a tile whose two segments are in one city counts once", BENT, "0 city:0 @0,1",
        "N 1,2 0", ["city 0 8 complete"], [8, 0],
    ),
    Case(
        "B-9", "and a shield beside it counts, too", BENT, "1 city:1 @0,1",
        "M 1,2 0", ["city 1 10 complete"], [0, 10],
    ),
    Case(
        "B-9", "a city that closes around a meadow counts its nine tiles and three shields, not the meadow", WALL,
        "0 city:0 @0,-1", "G 0,-3 0", ["city 0 24 complete"], [24, 0],
    ),
    Case(
        "B-9", "the tile that closes the wall completes the abbey inside, after the city", WALL,
        "0 city:0 @0,-1\n1 building @0,-2", "G 0,-3 0",
        ["city 0 24 complete", "building 1 9 complete"], [24, 9], home=[7, 7],
    ),
    Case(
        "B-9", "one tile completes two cities, in the order of its segments",
        """
        E2  B0
        .   B0
        D0* U0
        """,
        "1 city:0 @0,-2", "H 0,-1 0 city:1", ["city 1 4 complete", "city 0 4 complete"], [4, 4], home=[7, 7],
    ),
    Case(
        "B-8", "the two cities of a tile are different cities", "H0\nD0*", "0 city:0 @0,-1\n1 city:1 @0,-1",
        "E 0,-2 2", ["city 0 4 complete"], [4, 0], home=[7, 6],
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", rows(CASES))
def test_cities(case: Case) -> None:
    check(case)


@pytest.mark.clause("B-9", "B-10")
def test_a_city_without_knights_is_complete_and_pays_nobody() -> None:
    match = Match("D0*", tiles="E")
    assert paid(match.turn("E 0,-1 2")) == []
    features = match.game.board.features
    assert features.open_edges(features.root(match.game.board.node(0, 0, "city:0"))) == 0


@pytest.mark.clause("B-7", "B-9", "B-11")
def test_a_city_a_road_and_an_abbey_completed_by_one_tile_pay_in_this_order() -> None:
    match = Match(
        """
        D2 D0* D2
        M0 B0  N1
        F0 E3  .
        """,
        "0 building @0,1", tiles="E",
    )  # fmt: skip
    assert paid(match.turn("E 1,2 2")) == ["building 0 9 complete"]


@pytest.mark.clause("B-9")
def test_no_city_of_two_tiles_can_have_a_shield_in_the_base_set() -> None:
    # So the option's point for a shield waits for an expansion: every shield is on a city that opens to two edges or more.
    assert min(len(city.edges) for tile in TYPES.values() for city in tile.cities if city.shields) == 2
