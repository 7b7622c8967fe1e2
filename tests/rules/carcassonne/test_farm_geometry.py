"""B-5, B-13: farms against an oracle that paints tiles in pixels and floods the meadows.

The oracle knows the edges of a tile, which edges each city and road opens to, and nothing of the catalogue's farms. A tile
has 13 by 13 pixels; a step from tile to tile is possible over the 11 pixels of an edge that are not corners.
"""

import random
from collections import deque
from functools import cache

import pytest

from domain.carcassonne.board import Board
from domain.carcassonne.faces import face
from domain.carcassonne.tiles import TileType
from tests.rules.carcassonne.tables import TYPES, Cell

SIZE, LAST, MID = 13, 12, 6
Pixel = tuple[int, int]
# In a painting: meadow, ("city", index), or "way" for roads and villages.
Painting = dict[Pixel, object]
MEADOW, WAY = "meadow", "way"
LETTERS = "NESW"
# One pixel for each half edge of an unturned tile, (row, column).
HALVES = {0: (0, 3), 1: (0, 9), 2: (3, LAST), 3: (9, LAST), 4: (LAST, 9), 5: (LAST, 3), 6: (9, 0), 7: (3, 0)}


def turned(pixel: Pixel, times: int) -> Pixel:
    row, column = pixel
    for _ in range(times % 4):
        row, column = column, LAST - row
    return row, column


def city_pixels(edges: str) -> set[Pixel]:
    """A city that opens to edges, painted for one of five shapes and turned into place."""
    everything = {(r, c) for r in range(SIZE) for c in range(SIZE)}
    shapes = {
        "N": {(r, c) for r, c in everything if r <= 2 and r < c < LAST - r},
        "NW": {(r, c) for r, c in everything if r + c < LAST},
        "EW": {(r, c) for r, c in everything if min(c, LAST - c, 3) <= r <= LAST - min(c, LAST - c, 3)},
        "NEW": everything - {(r, c) for r, c in everything if r >= 10 and LAST - r < c < r},
        "NESW": everything,
    }
    for shape, pixels in shapes.items():
        for times in range(4):
            if {(LETTERS.index(letter) + times) % 4 for letter in shape} == {LETTERS.index(letter) for letter in edges}:
                return {turned(pixel, times) for pixel in pixels}
    raise AssertionError(edges)


def road_pixels(edges: str) -> set[Pixel]:
    """A road from edge to edge, in a bend that leaves room on its inside, or from an edge to the middle."""
    if len(edges) == 1:
        return {turned((row, MID), LETTERS.index(edges)) for row in range(MID + 1)}
    if edges in ("EW", "NS"):
        return {(MID, n) if edges == "EW" else (n, MID) for n in range(SIZE)}
    bend = {(MID, 12), (MID, 11), (12, MID), (11, MID)}
    bend |= {(n, 10) for n in range(MID, 11)} | {(10, n) for n in range(MID, 11)}
    times = next(t for t in range(4) if {(1 + t) % 4, (2 + t) % 4} == {LETTERS.index(letter) for letter in edges})
    return {turned(pixel, times) for pixel in bend}


@cache
def painted(tile: TileType) -> Painting:
    painting: Painting = {(r, c): MEADOW for r in range(SIZE) for c in range(SIZE)}
    for road in tile.roads:
        painting.update(dict.fromkeys(road_pixels("".join(sorted(road.edges, key="EWNS".index))), WAY))
    if len(tile.roads) > 1:
        painting[MID, MID] = WAY
    for index, city in enumerate(tile.cities):
        pixels = city_pixels("".join(city.edges))
        # A road to a city ends at its wall: the last pixels of its painting lie under the city.
        painting.update(dict.fromkeys(pixels, ("city", index)))
    return painting


class Oracle:
    """All meadows of a board, by flooding."""

    def __init__(self, laid: dict[Cell, tuple[TileType, int]]) -> None:
        self.pixels = {
            (x, y, *turned(pixel, rot)): what
            for (x, y), (tile, rot) in laid.items()
            for pixel, what in painted(tile).items()
        }
        self.cities = self._cities(laid)
        self.meadow: dict[tuple[int, int, int, int], int] = {}
        self.touching: list[set[frozenset[tuple[int, int, int]]]] = []
        for spot, what in self.pixels.items():
            if what == MEADOW and spot not in self.meadow:
                self._flood(spot)

    def _flood(self, start: tuple[int, int, int, int]) -> None:
        number, touching = len(self.touching), set()
        waiting = deque([start])
        self.meadow[start] = number
        while waiting:
            spot = waiting.popleft()
            for beside in self._beside(spot):
                what = self.pixels.get(beside)
                if what == MEADOW and beside not in self.meadow:
                    self.meadow[beside] = number
                    waiting.append(beside)
                elif isinstance(what, tuple) and beside[:2] == spot[:2]:
                    touching.add(self.cities[beside[0], beside[1], what[1]])
        self.touching.append(touching)

    @staticmethod
    def _beside(spot: tuple[int, int, int, int]) -> list[tuple[int, int, int, int]]:
        x, y, row, column = spot
        found = []
        for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            r, c = row + down, column + right
            if 0 <= r < SIZE and 0 <= c < SIZE:
                found.append((x, y, r, c))
            elif 0 < (column if down else row) < LAST:
                found.append((x + right, y + down, r % SIZE, c % SIZE))
        return found

    @staticmethod
    def _cities(laid: dict[Cell, tuple[TileType, int]]) -> dict[tuple[int, int, int], frozenset[tuple[int, int, int]]]:
        at_edge = {
            (x, y, (LETTERS.index(letter) + rot) % 4): (x, y, index)
            for (x, y), (tile, rot) in laid.items()
            for index, city in enumerate(tile.cities)
            for letter in city.edges
        }
        joined = {segment: {segment} for segment in at_edge.values()}
        for (x, y, edge), segment in at_edge.items():
            step = ((0, -1), (1, 0), (0, 1), (-1, 0))[edge]
            other = at_edge.get((x + step[0], y + step[1], (edge + 2) % 4))
            if other is not None and joined[other] is not joined[segment]:
                joined[segment] |= joined[other]
                for member in joined[other]:
                    joined[member] = joined[segment]
        return {segment: frozenset(members) for segment, members in joined.items()}


def random_board(seed: int, size: int) -> tuple[Board, dict[Cell, tuple[TileType, int]]]:
    """A board of tiles laid at random, wherever they fit."""
    rng = random.Random(seed)
    bag = sorted(tile.id for tile in TYPES.values() for _ in range(tile.count - tile.start_copies))
    rng.shuffle(bag)
    board, laid = Board(), {(0, 0): (TYPES["BA-D"], 0)}
    board.lay("BA-D", face(("base",), "BA-D"), 0, 0, 0, -1, 0)
    for turn, tile in enumerate(bag[:size], 1):
        placements = [row[1:] for row in board.placements(tile, face(("base",), tile))]
        if placements:
            # Crowded cells first, so that features close.
            crowded = [p for p in placements if board.neighbours(p[0], p[1]) >= rng.choice((1, 2, 3, 5))]
            x, y, rot = rng.choice(crowded or placements)
            board.lay(tile, face(("base",), tile), x, y, rot, 0, turn)
            laid[x, y] = TYPES[tile], rot
    return board, laid


@pytest.mark.clause("B-5", "B-8", "B-13")
@pytest.mark.parametrize("seed", range(24))
def test_farms_are_the_meadows_that_flooding_finds(seed: int) -> None:
    board, laid = random_board(seed, 71)
    oracle = Oracle(laid)
    ours: dict[int, set[int]] = {}
    theirs: dict[int, set[int]] = {}
    for (x, y), (tile, rot) in laid.items():
        for index, farm in enumerate(tile.farms):
            root = board.features.root(board.node(x, y, f"farm:{index}"))
            for half in farm.halves:
                meadow = oracle.meadow[x, y, *turned(HALVES[half], rot)]
                ours.setdefault(root, set()).add(meadow)
                theirs.setdefault(meadow, set()).add(root)
    assert all(len(meadows) == 1 for meadows in ours.values()), "a farm of ours is several meadows"
    assert all(len(roots) == 1 for roots in theirs.values()), "one meadow is several farms of ours"
    for root, (meadow,) in ours.items():
        touched = {
            frozenset(
                (*oracle_site[:2], int(oracle_site[2].partition(":")[2]))
                for node, oracle_site in enumerate(board.features.sites)
                if board.features.root(node) == city
            )
            for city in board.features.cities_touched(root)
        }
        assert touched == oracle.touching[meadow]


@pytest.mark.clause("B-5", "B-7", "B-8", "B-9")
@pytest.mark.parametrize("seed", range(24))
def test_cities_and_roads_have_the_tiles_shields_and_open_edges_that_a_walk_finds(seed: int) -> None:
    board, laid = random_board(seed + 1000, 20 + 2 * seed)
    features = board.features
    steps = ((0, -1), (1, 0), (0, 1), (-1, 0))
    for kind, name in (("city", "cities"), ("road", "roads")):
        at_edge = {
            (x, y, (LETTERS.index(letter) + rot) % 4): (x, y, index)
            for (x, y), (tile, rot) in laid.items()
            for index, segment in enumerate(getattr(tile, name))
            for letter in segment.edges
        }
        unseen = set(at_edge.values())
        while unseen:
            members, waiting, open_edges = set(), [min(unseen)], 0
            while waiting:
                member = waiting.pop()
                if member in members:
                    continue
                members.add(member)
                for (x, y, edge), segment in at_edge.items():
                    if segment == member:
                        over = (x + steps[edge][0], y + steps[edge][1], (edge + 2) % 4)
                        open_edges += over[:2] not in laid
                        if over in at_edge:
                            waiting.append(at_edge[over])
            unseen -= members
            shields = sum(laid[x, y][0].cities[i].shields for x, y, i in members) if kind == "city" else 0
            x, y, index = min(members)
            root = features.root(board.node(x, y, f"{kind}:{index}"))
            ours = (features.tiles(root), features.shields(root), features.open_edges(root))
            assert ours == (len({member[:2] for member in members}), shields, open_edges)


@pytest.mark.clause("B-13")
def test_every_kind_of_tile_is_painted_with_the_farms_that_the_catalogue_prints() -> None:
    for tile in TYPES.values():
        oracle = Oracle({(0, 0): (tile, 0)})
        painted_farms = {
            meadow: {half for half, pixel in HALVES.items() if oracle.meadow.get((0, 0, *pixel)) == meadow}
            for meadow in set(oracle.meadow.values())
        }
        printed = {frozenset(farm.halves): {(0, 0, city) for city in farm.cities} for farm in tile.farms}
        assert {
            frozenset(halves): {site for city in oracle.touching[meadow] for site in city}
            for meadow, halves in painted_farms.items()
            if halves
        } == printed, tile.id


@pytest.mark.clause("B-11")
@pytest.mark.parametrize("seed", range(5))
def test_neighbours_all_round_are_counted_as_on_the_grid(seed: int) -> None:
    board, laid = random_board(seed, 60)
    for x, y in laid:
        around = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {(x, y)}
        assert board.neighbours(x, y) == len(around & laid.keys())
        near = [board.features.sites[node] for node in board.building_nodes_near(x, y)]
        abbeys = sorted(
            (cell for cell in (around | {(x, y)}) & laid.keys() if laid[cell][0].abbey), key=lambda c: c[::-1]
        )
        assert near == [(*cell, "building") for cell in abbeys]
