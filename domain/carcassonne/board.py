"""The board: tiles in cells, the demands on empty cells around them, and the features they form.

Cells are (x, y) with x to the east and y to the south. Inside, a cell is one integer, so that a neighbour is an addition.
"""

from collections.abc import Iterable, Iterator

import msgspec

from domain.carcassonne.faces import ROAD, Face
from domain.carcassonne.features import Features

ROW = 4096
# From a cell to its neighbours: by edge N, E, S, W, and all round.
STEPS = (-ROW, 1, ROW, -1)
AROUND = (-ROW - 1, -ROW, -ROW + 1, -1, 1, ROW - 1, ROW, ROW + 1)
NEAR = tuple(sorted((0, *AROUND)))

Placement = tuple[str, int, int, int]


def cell_at(x: int, y: int) -> int:
    """The cell with these coordinates."""
    return y * ROW + x


def coordinates(cell: int) -> tuple[int, int]:
    """x and y of a cell."""
    y = (cell + ROW // 2) // ROW
    return cell - y * ROW, y


class Laid(msgspec.Struct, frozen=True, gc=False):
    """A tile on the board. `tile` is its id, `face` what it shows, which differ for a blank. `base` is the node of its first
    segment; `seat` is -1 for the start tile."""

    tile: str
    face: Face
    rot: int
    seat: int
    turn: int
    base: int


class Board:
    """All that lies on the table. `abbeys`, `shrines` and `sieges` count the tiles with one: where there is none yet, what
    is about them need not be looked at."""

    __slots__ = ("abbeys", "demands", "features", "shrines", "sieges", "tiles")

    def __init__(self) -> None:
        self.tiles: dict[int, Laid] = {}
        self.demands: dict[int, int] = {}
        self.features = Features()
        self.abbeys = self.shrines = self.sieges = 0

    def lay(self, tile: str, face: Face, x: int, y: int, rot: int, seat: int, turn: int, counts: bool = True) -> int:
        """Lay a tile, and join its segments with those of its neighbours (B-5); returns its first segment's node."""
        cell, facing, features = cell_at(x, y), face.facings[rot], self.features
        tiles, demands = self.tiles, self.demands
        base = features.add(face, len(tiles), x, y, counts)
        tiles[cell] = Laid(tile, face, rot, seat, turn, base)
        demands.pop(cell, None)
        if face.building >= 0:
            self.abbeys += face.tile.abbey
            self.shrines += face.tile.shrine
        self.sieges += face.tile.siege
        for edge, step in enumerate(STEPS):
            beyond = cell + step
            beside = tiles.get(beyond)
            if beside is None:
                demands[beyond] = demands.get(beyond, 0) | facing.asks[edge]
                continue
            theirs = beside.face.facings[beside.rot]
            segment = facing.edge_segment[edge]
            if segment >= 0:
                features.join(base + segment, beside.base + theirs.edge_segment[(edge + 2) % 4], closed=2)
            for farm, half in facing.farms[edge]:
                features.join(base + farm, beside.base + theirs.half_segment[half], closed=0)
        return base

    def placements(self, tile: str, face: Face) -> list[Placement]:
        """Tile, x, y and rotation of every placement in which the face fits (B-4), in the order in which cells came up."""
        # `coordinates`, written out: this is what every turn of every game waits for most.
        fits, known = face.fits, face._fits
        return [
            (tile, cell - (y := (cell + ROW // 2) // ROW) * ROW, y, rotation)
            for cell, demand in self.demands.items()
            for rotation in (known[demand] if demand in known else fits(demand))
        ]

    def has_placement(self, face: Face) -> bool:
        """Whether the tile fits anywhere."""
        return any(face.fits(demand) for demand in self.demands.values())

    def laid(self, x: int, y: int) -> Laid:
        """The tile on a cell; KeyError where there is none."""
        return self.tiles[cell_at(x, y)]

    def node(self, x: int, y: int, segment: str) -> int:
        """The node of a named segment; KeyError where no tile lies, ValueError where it has no such segment."""
        laid = self.tiles[cell_at(x, y)]
        return laid.base + laid.face.segments.index(segment)

    def neighbours(self, x: int, y: int) -> int:
        """How many of the 8 cells all round hold tiles (B-11)."""
        cell = cell_at(x, y)
        return sum(cell + step in self.tiles for step in AROUND)

    def buildings_around(self, cell: int, shrine: bool) -> list[int]:
        """The nodes of the abbeys, or of the shrines, on the 8 cells all round, by y, then x."""
        beside = (self.tiles.get(cell + step) for step in AROUND)
        return [
            laid.base + laid.face.building
            for laid in beside
            if laid is not None and laid.face.building >= 0 and laid.face.tile.shrine == shrine
        ]

    def cells_of(self, root: int) -> list[int]:
        """The cells that a feature covers."""
        cells = list(self.tiles)
        return [cells[ordinal] for ordinal in self.features.covered(root)]

    def building_nodes_near(self, x: int, y: int) -> Iterator[int]:
        """The buildings on this cell and all round it, by y, then x."""
        cell = cell_at(x, y)
        for step in NEAR:
            laid = self.tiles.get(cell + step)
            if laid is not None and laid.face.building >= 0:
                yield laid.base + laid.face.building

    def cities_and_roads(self, x: int, y: int) -> Iterable[int]:
        """The different cities, then roads, on the tile at a cell, in the order of their segments."""
        laid, root = self.tiles[cell_at(x, y)], self.features.root
        return dict.fromkeys([root(laid.base + index) for index, kind in enumerate(laid.face.kinds) if kind <= ROAD])

    def copy(self) -> "Board":
        """A board that shares nothing mutable with this one."""
        twin = Board.__new__(Board)
        twin.tiles, twin.demands, twin.features = self.tiles.copy(), self.demands.copy(), self.features.copy()
        twin.abbeys, twin.shrines, twin.sieges = self.abbeys, self.shrines, self.sieges
        return twin
