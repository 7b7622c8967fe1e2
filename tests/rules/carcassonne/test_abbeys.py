"""B-11: abbeys."""

import pytest

from tests.rules.carcassonne.cases import Case, check, rows

# An abbey at (0, 1) with eight neighbours.
CLOISTER = """
D2 D0* D2
M0 B0  N1
F0 E3  E2
"""
# Abbeys at (0, 1) and (1, 1); every cell of the rows above and below touches both or one.
TWINS = """
D0 D0* K1 R3
V0 B0  B0 G3
D3 I2  M3 N1
"""
CORNER = CLOISTER.replace("E3  E2", "E3  .")
HOLE = CLOISTER.replace("B0", ". ")
TWINS_OPEN = TWINS.replace("M3", ". ")

CASES = [
    Case(
        "B-11", "a tile at its corner completes an abbey", CORNER, "0 building @0,1",
        "E 1,2 2", ["building 0 9 complete"], [9, 0], home=[7, 7],
    ),
    Case(
        "B-11", "whoever lays that tile, the monk's seat is paid", CORNER, "1 building @0,1",
        "E 1,2 2", ["building 1 9 complete"], [0, 9], home=[7, 7],
    ),
    Case(
        "B-11", "an abbey laid between eight tiles pays its monk at once", HOLE, "",
        "B 0,1 0 building", ["building 0 9 complete"], [9, 0], home=[7, 7],
    ),
    Case("B-11", "without a monk it pays nobody", CORNER, "", "E 1,2 2", [], [0, 0]),
    Case(
        "B-11", "a farmer on the abbey's tile is no monk", CORNER, "0 farm:0 @0,1",
        "E 1,2 2", [], [0, 0], home=[6, 7],
    ),
    Case(
        "B-11", "one tile completes two abbeys side by side, by y, then x", TWINS_OPEN,
        "1 building @0,1\n0 building @1,1", "M 1,2 3",
        ["building 1 9 complete", "building 0 9 complete"], [9, 9], home=[7, 7],
    ),
    Case(
        "B-11", "an abbey completes itself and its neighbour abbey", TWINS.replace("V0 B0 ", "V0 . "),
        "1 building @1,1", "B 0,1 0 building",
        ["building 0 9 complete", "building 1 9 complete"], [9, 9], home=[7, 7],
    ),
    Case(
        "B-11", "an abbey that is an eighth neighbour completes only the other, if its own is open",
        TWINS.replace("V0 B0 ", "V0 . ").replace("D3 I2", ".  I2"),
        "1 building @1,1", "B 0,1 0 building", ["building 1 9 complete"], [0, 9], home=[6, 7],
    ),
    Case(
        "B-11", "seven neighbours are not enough", CORNER.replace("D2 D0*", ".  D0*"), "0 building @0,1",
        "E 1,2 2", [], [0, 0], home=[6, 7],
    ),
    Case(
        "B-15", "at the end an abbey pays 1, and 1 for each tile all round", "D0*\nB0", "0 building @0,1",
        "U -1,0 0", ["building 0 3 unfinished"], [3, 0], ends=True,
    ),
    Case(
        "B-15", "an abbey with seven neighbours pays 8 at the end", CORNER.replace("D2 D0*", ".  D0*"),
        "0 building @0,1", "E 1,2 2", ["building 0 8 unfinished"], [8, 0], ends=True,
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", rows(CASES))
def test_abbeys(case: Case) -> None:
    check(case)
