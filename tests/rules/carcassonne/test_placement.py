"""B-4: where a tile may be laid."""

import random

import pytest

from domain.carcassonne.faces import face
from domain.carcassonne.messages import PlaceTile, TilePlaced
from tests.rules.carcassonne.tables import TYPES, Cell, Match, code, drawn_board, edges_of
from tests.rules.carcassonne.test_farm_geometry import random_board

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
# Two tiles touch the cell (1, 1) only at its corner; (1, 0) has a tile on two sides.
BENT = """
D0* .
B0  .
"""

# What is asked, and the first check that turns it down, in their documented order.
REFUSED = [
    ("TILE_NOT_DRAWN", PlaceTile("BA-U", 0, -1, 2)),
    ("TILE_NOT_DRAWN", PlaceTile("BA-U", 0, 0, 9)),
    ("TILE_NOT_DRAWN", PlaceTile("no such tile", 0, -1, 2)),
    ("TILE_NOT_DRAWN", PlaceTile("BA-e", 0, -1, 2)),
    ("BAD_ROTATION", PlaceTile("BA-E", 0, -1, 4)),
    ("BAD_ROTATION", PlaceTile("BA-E", 0, -1, -2)),
    ("BAD_ROTATION", PlaceTile("BA-E", 0, 0, 4)),
    ("BAD_ROTATION", PlaceTile("BA-E", 900, 900, -1)),
    ("CELL_OCCUPIED", PlaceTile("BA-E", 0, 0, 0)),
    ("CELL_OCCUPIED", PlaceTile("BA-E", 0, 1, 2)),
    ("NOT_ADJACENT", PlaceTile("BA-E", 1, -1, 0)),
    ("NOT_ADJACENT", PlaceTile("BA-E", 1, 2, 1)),
    ("NOT_ADJACENT", PlaceTile("BA-E", 1000, -1000, 1)),
    ("NOT_ADJACENT", PlaceTile("BA-E", 2, 0, 1)),
    ("NOT_ADJACENT", PlaceTile("BA-E", 0, -2, 1)),
    ("EDGE_MISMATCH", PlaceTile("BA-E", 0, -1, 0)),
    ("EDGE_MISMATCH", PlaceTile("BA-E", 1, 0, 0)),
    ("EDGE_MISMATCH", PlaceTile("BA-E", 1, 1, 3)),
    ("accepted", PlaceTile("BA-E", 1, 1, 0)),
    ("accepted", PlaceTile("BA-E", 0, -1, 2)),
]


@pytest.mark.clause("B-4")
@pytest.mark.parametrize(
    ("expected", "command"), REFUSED, ids=[f"{c}: {p.tile} {p.x},{p.y} {p.rot}" for c, p in REFUSED]
)
def test_the_first_check_that_fails_is_the_answer(expected: str, command: PlaceTile) -> None:
    match = Match(BENT, tiles="E U")
    before = match.table.version
    answer = match.give(command)
    assert code(answer) == expected
    assert (match.table.version == before) == (expected != "accepted")


@pytest.mark.clause("B-4")
@pytest.mark.parametrize(("x", "y"), [(4096, -2), (-4096, 0), (0, 4096), (4096 * 3, -4)])
def test_a_cell_beyond_the_grid_is_no_other_cell_in_disguise(x: int, y: int) -> None:
    match = Match(BENT, tiles="E U")
    assert code(match.give(PlaceTile("BA-E", x, y, 2))) == "NOT_ADJACENT"


@pytest.mark.clause("B-4")
def test_a_mismatch_says_which_turns_would_fit() -> None:
    match = Match(BENT, tiles="E U")
    refusal = match.give(PlaceTile("BA-E", 0, -1, 0))
    assert not isinstance(refusal, list)
    assert refusal.arguments["fitting"] == (2,)
    assert refusal.clause == "B-4"


@pytest.mark.clause("B-4")
@pytest.mark.parametrize(
    ("tile", "expected"),
    [
        ("C", {"0,-1": "0123"}),
        ("X", {"1,0": "0123", "-1,0": "0123"}),
        ("B", {"0,1": "0123"}),
        ("E", {"0,-1": "2", "0,1": "123"}),
        ("U", {"1,0": "02", "-1,0": "02", "0,1": "02"}),
        ("V", {"1,0": "01", "-1,0": "23", "0,1": "03"}),
        ("D", {"0,-1": "2", "1,0": "02", "-1,0": "02", "0,1": "2"}),
        ("H", {"0,-1": "02", "0,1": "13"}),
        ("Q", {"0,-1": "123", "0,1": "2"}),
        ("A", {"1,0": "1", "-1,0": "3", "0,1": "013"}),
    ],
)
def test_around_the_start_tile_a_tile_fits_in_these_cells_and_turns(tile: str, expected: dict[str, str]) -> None:
    match = Match(tiles=f"{tile} U")
    found: dict[str, str] = {}
    for offer in match.table.rulebook.legal(match.game, 0):
        for _, x, y, rot in offer.rows:
            found[f"{x},{y}"] = found.get(f"{x},{y}", "") + str(rot)
    assert found == expected


def fits(laid: dict[Cell, tuple[str, int]], tile: str, x: int, y: int, rot: int) -> bool:
    """B-4 word by word."""
    if (x, y) in laid:
        return False
    touching = [(edge, (x + dx, y + dy)) for edge, (dx, dy) in enumerate(STEPS) if (x + dx, y + dy) in laid]
    return bool(touching) and all(
        edges_of(TYPES[tile])[(edge - rot) % 4] == edges_of(TYPES[laid[cell][0]])[(edge + 2 - laid[cell][1]) % 4]
        for edge, cell in touching
    )


@pytest.mark.clause("B-4")
@pytest.mark.parametrize("seed", range(6))
def test_on_any_board_exactly_the_legal_placements_are_listed(seed: int) -> None:
    board, types = random_board(seed, 8 + 10 * seed)
    laid = {cell: (tile.id, rot) for cell, (tile, rot) in types.items()}
    columns, rows = [x for x, _ in laid], [y for _, y in laid]
    for tile in TYPES:
        expected = [
            (x, y, rot)
            for y in range(min(rows) - 2, max(rows) + 3)
            for x in range(min(columns) - 2, max(columns) + 3)
            for rot in range(4)
            if fits(laid, tile, x, y, rot)
        ]
        listed = [row[1:] for row in board.placements(tile, face(("base",), tile))]
        assert sorted(listed) == sorted(expected)
        assert len(set(listed)) == len(listed)
        assert board.has_placement(face(("base",), tile)) == bool(expected)


@pytest.mark.clause("B-4")
def test_a_hole_asks_for_all_four_of_its_edges() -> None:
    board = """
    D2 D0* D2
    M0 .   N1
    F0 E3  E2
    """
    fitting = {tile for tile in TYPES if any(fits(drawn_board(board), tile, 0, 1, rot) for rot in range(4))}
    assert fitting == {"BA-B"}
    match = Match(board, tiles="B U")
    assert code(match.place("B 0,1 3")) == "accepted"


@pytest.mark.clause("B-4")
def test_a_placement_is_recorded_with_cell_and_turns_and_shown_as_the_latest_tile() -> None:
    match = Match(tiles="E U")
    events = match.place("E 0,-1 2")
    assert events == [TilePlaced(0, "BA-E", 0, -1, 2)]
    view = match.table.rulebook.view(match.game, None)
    assert (view.tiles[view.placed].tile, view.tiles[view.placed].seat) == ("BA-E", 0)
    assert view.tiles[0].seat == -1
    assert view.phase == "deploy"


@pytest.mark.clause("B-4")
def test_random_commands_are_accepted_exactly_where_the_words_of_the_clause_allow() -> None:
    rng = random.Random(7)
    match = Match("W0 D0* W0\n.  B0 .", tiles="R U")
    laid = drawn_board("W0 D0* W0\n.  B0 .")
    for _ in range(400):
        x, y, rot = rng.randint(-3, 3), rng.randint(-3, 3), rng.randint(0, 3)
        accepted = code(match.twin().give(PlaceTile("BA-R", x, y, rot))) == "accepted"
        assert accepted == fits(laid, "BA-R", x, y, rot), (x, y, rot)
