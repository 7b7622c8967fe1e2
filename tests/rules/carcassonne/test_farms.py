"""B-13: farms."""

import pytest

from tests.rules.carcassonne.cases import Case, check, rows
from tests.rules.carcassonne.tables import Match, code
from tests.rules.carcassonne.test_cities import BENT, WALL

BETWEEN_JUNCTIONS = "W0 D0* W0"
BETWEEN_ABBEYS = "A3 D0* A1"

CASES = [
    Case(
        "B-13", "a road between two junctions parts two farms, and only one touches the city", BETWEEN_JUNCTIONS,
        "0 farm:0 @-1,0\n1 farm:1 @-1,0", "E 0,-1 2",
        ["farm 0 3 unfinished", "farm 1 0 unfinished"], [3, 0], ends=True, home=[6, 6],
    ),
    Case(
        "B-13", "round the ends of a road its two sides are one farm", BETWEEN_ABBEYS,
        "0 farm:0 @-1,0\n1 farm:0 @1,0", "E 0,-1 2", ["farm 0+1 3 unfinished"], [3, 3], ends=True,
    ),
    Case(
        "B-13", "an unfinished city feeds nobody", "G1\nD0*", "0 farm:0 @0,-1\n1 farm:1 @0,-1",
        "U -1,0 0", ["farm 0 0 unfinished", "farm 1 0 unfinished"], [0, 0], ends=True,
    ),
    Case(
        "B-13", "one city feeds the farms on both its sides", "G1\nD0*", "0 farm:0 @0,-1\n1 farm:1 @0,-1",
        "E 0,-2 2", ["farm 0 3 unfinished", "farm 1 3 unfinished"], [3, 3], ends=True,
    ),
    Case(
        "B-13", "a seat with both these farms is paid for the city twice", "G1\nD0*",
        "0 farm:0 @0,-1\n0 farm:1 @0,-1", "E 0,-2 2",
        ["farm 0 3 unfinished", "farm 0 3 unfinished"], [6, 0], ends=True,
    ),
    Case(
        "B-13", "a city feeds a farm once, though it touches it with two segments of one tile", BENT,
        "0 farm:0 @0,1", "N 1,2 0", ["farm 0 3 unfinished"], [3, 0], ends=True,
    ),
    Case(
        "B-13", "two cities of one tile feed the farm between them twice", "H0\nD0*", "0 farm:0 @0,-1",
        "E 0,-2 2", ["farm 0 6 unfinished"], [6, 0], ends=True,
    ),
    Case(
        "B-13", "only the finished one of two cities counts", "H0\nD0*", "0 farm:0 @0,-1",
        "U -1,0 0", ["farm 0 3 unfinished"], [3, 0], ends=True,
    ),
    Case(
        "B-13", "a meadow inside a city is a farm, fed by the city around it once", WALL,
        "0 farm:0 @0,-2\n1 farm:1 @-1,-2", "G 0,-3 0",
        ["farm 0 3 unfinished", "farm 1 3 unfinished"], [3, 3], ends=True,
    ),
    Case(
        "B-13", "the half edges beside a city's edge join along it", "D0* D0", "0 farm:0 @1,0",
        "E 0,-1 2\nE 1,-1 2", ["farm 0 6 unfinished"], [6, 0], ends=True,
    ),
    Case(
        "B-13", "below the road of the same tiles nothing is fed", "D0* D0", "0 farm:1 @1,0",
        "E 0,-1 2\nE 1,-1 2", ["farm 0 0 unfinished"], [0, 0], ends=True,
    ),
    Case(
        "B-13", "a road to a city parts the narrow farms on both its sides", "S3 D0*",
        "0 farm:0 @-1,0\n1 farm:1 @-1,0", "E 0,-1 2",
        ["farm 0 3 unfinished", "farm 1 0 unfinished"], [3, 0], ends=True,
    ),
    Case(
        "B-13", "unless they meet round its other end", "S3 D0* A1",
        "0 farm:0 @-1,0\n1 farm:1 @-1,0", "E 0,-1 2", ["farm 0+1 3 unfinished"], [3, 3], ends=True,
    ),
    Case(
        "B-13", "two farmers outvote one", "W0 D0* W0 U0", "0 farm:0 @-1,0\n0 farm:0 @2,0\n1 farm:0 @1,0",
        "E 0,-1 2", ["farm 0 3 unfinished"], [3, 0], ends=True,
    ),
    Case(
        "B-13", "a farmer stays when the city is completed, and is paid only at the end", "W0 D0*", "0 farm:0 @-1,0",
        "E 0,-1 2 city:0\nU 1,0 0", ["city 0 4 complete", "farm 0 3 unfinished"], [7, 0], ends=True, home=[6, 7],
    ),
    Case("B-13", "nothing is paid before the end", "W0 D0*", "0 farm:0 @-1,0", "E 0,-1 2", [], [0, 0], home=[6, 7]),
    Case(
        "B-13", "a city that nobody owned feeds the farm as well as any", BETWEEN_JUNCTIONS, "1 farm:2 @1,0\n1 farm:0 @1,0",
        "E 0,-1 2", ["farm 1 3 unfinished", "farm 1 0 unfinished"], [0, 3], ends=True,
    ),
    Case(
        "B-13", "a ring of road encloses a farm of its own",
        """
        D0* .
        V3  V0
        V2  .
        """,
        "0 farm:1 @0,1\n1 farm:0 @0,1", "V 1,2 1",
        ["farm 1 0 unfinished", "farm 0 0 unfinished"], [0, 0], ends=True,
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", rows(CASES))
def test_farms(case: Case) -> None:
    check(case)


@pytest.mark.clause("B-5", "B-6", "B-13")
def test_a_farm_that_runs_round_the_end_of_a_road_is_occupied_on_both_sides() -> None:
    match = Match("A3 D0*", "0 farm:0 @-1,0", "A U")
    match.place("A 1,0 1")
    assert code(match.give_deploy("farm:0")) == "FEATURE_OCCUPIED"


@pytest.mark.clause("B-5", "B-13")
def test_farms_on_two_sides_of_a_road_are_entered_by_two_farmers() -> None:
    match = Match("W0 D0*", "0 farm:0 @-1,0", "W U")
    match.place("W 1,0 0")
    assert code(match.give_deploy("farm:0")) == "FEATURE_OCCUPIED"
    assert code(match.give_deploy("farm:2")) == "accepted"
