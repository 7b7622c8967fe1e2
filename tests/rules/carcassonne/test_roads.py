"""B-7, B-8: roads, and segments that lie on one tile."""

import pytest

from tests.rules.carcassonne.cases import Case, check, rows

LOOP = """
D0* .
W0  V0
V2  .
"""
RING = LOOP.replace("W0", "V3")

CASES = [
    Case(
        "B-7", "a road between two junctions pays 1 a tile", "D0*", "",
        "W -1,0 0 road:0\nW 1,0 0", ["road 0 3 complete"], [3, 0], home=[7, 7],
    ),
    Case(
        "B-7", "a road ends at an abbey on either side", "D0*", "",
        "A -1,0 3 road:0\nA 1,0 1", ["road 0 3 complete"], [3, 0],
    ),
    Case(
        "B-7", "a road ends at a city, and at a village under a city", "D0*", "",
        "S -1,0 3 road:0\nL 1,0 0", ["road 0 3 complete"], [3, 0],
    ),
    Case(
        "B-7", "a road ends at a crossroads", "D0*", "",
        "X -1,0 0 road:1\nW 1,0 0", ["road 0 3 complete"], [3, 0],
    ),
    Case(
        "B-7", "a road with one open edge pays nothing yet", "D0*", "",
        "U -1,0 0 road:0\nW 1,0 0", [], [0, 0], home=[6, 7],
    ),
    Case(
        "B-7", "a ring of four bends ends at its own beginning", RING,
        "0 road:0 @0,1", "V 1,2 1", ["road 0 4 complete"], [4, 0],
    ),
    Case(
        "B-7", "a thief may enter a ring with the tile that closes it", RING,
        "", "V 1,2 1 road:0", ["road 0 4 complete"], [4, 0], home=[7, 7],
    ),
    Case(
        "B-7", "a road that begins and ends at one junction counts its tile once", LOOP,
        "0 road:0 @0,1", "V 1,2 1", ["road 0 4 complete"], [4, 0],
    ),
    Case(
        "B-7", "two thieves who meet on a road that crosses a tile twice have 4 each", LOOP,
        "0 road:0 @0,1\n1 road:1 @0,1", "V 1,2 1", ["road 0+1 4 complete"], [4, 4], home=[7, 7],
    ),
    Case(
        "B-7", "a loop from a crossroads back to it leaves its other roads out",
        """
        D0* X0 V0
        .   V2 .
        """,
        "0 road:1 @1,0\n1 road:3 @1,0", "V 2,1 1", ["road 0 4 complete"], [4, 0], home=[7, 6],
    ),
    Case(
        "B-7", "one tile completes two roads, and each pays its own thief",
        """
        W0 D0* .
        .  B0  A2
        """,
        "0 road:0 @-1,0\n1 road:0 @1,1", "W 1,0 0", ["road 1 2 complete", "road 0 3 complete"], [3, 2], home=[7, 7],
    ),
    Case(
        "B-7", "one tile completes three roads by a junction, in the order of its segments",
        """
        W0 D0* .  A1
        .  B0  A2 B0
        """,
        "0 road:0 @-1,0\n1 road:0 @1,1\n1 road:0 @2,0", "W 1,0 0",
        ["road 1 2 complete", "road 1 2 complete", "road 0 3 complete"], [3, 4],
    ),
    Case(
        "B-7", "a road of two tiles pays 2", "D0* W0",
        "1 road:0 @1,0", "A 2,0 1", ["road 1 2 complete"], [0, 2], home=[7, 7],
    ),
    Case(
        "B-8", "the roads of a junction are different roads until they are joined elsewhere", LOOP,
        "0 road:0 @0,1\n0 road:1 @0,1\n1 road:2 @0,1", "W -1,1 0",
        ["road 1 2 complete", "road 0 2 unfinished", "road 0 2 unfinished"], [4, 2], ends=True,
    ),
    Case(
        "B-8", "a follower on one road of a junction leaves the others free", "D0*", "",
        "W -1,0 0 road:0\nW -2,0 0 road:0\nU -3,0 0 road:0",
        ["road 1 2 complete"], [0, 2], home=[5, 7],
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", rows(CASES))
def test_roads(case: Case) -> None:
    check(case)
