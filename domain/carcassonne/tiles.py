"""The tile catalogue: what is printed on every tile, and how a quarter turn moves it.

Edges are numbered clockwise N = 0, E = 1, S = 2, W = 3. Every edge has two *halves*, numbered clockwise from the
north-west corner: edge ``e`` has the halves ``2e`` and ``2e + 1``. A tile's *segments* are its cities, roads, farms and
its building, in this order; a segment is named ``city:0``, ``road:1``, ``farm:2`` or ``building``.
"""

from functools import cache
from importlib import resources

import msgspec

EDGE_NAMES = "NESW"
BUILDING = "building"


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of everything in the catalogue: frozen, and strict about what a data file may hold."""


class City(Printed, frozen=True):
    """A city segment: the edges it opens to, and what is printed on it."""

    edges: tuple[str, ...]
    shields: int = 0
    cathedral: bool = False
    besieged: bool = False
    goods: str | None = None


class Road(Printed, frozen=True):
    """A road segment; one with a single edge ends on the tile."""

    edges: tuple[str, ...]
    inn: bool = False


class River(Printed, frozen=True):
    """A river segment; nothing ever stands on it."""

    edges: tuple[str, ...]


class Farm(Printed, frozen=True):
    """A farm segment: the half edges it occupies, none if it is enclosed (IC-6), and the cities of the tile that it touches."""

    halves: tuple[int, ...]
    cities: tuple[int, ...]
    pig_herd: bool = False


class TileType(Printed, frozen=True):
    """One kind of tile, unrotated. `count` copies of it are in its set."""

    id: str
    set: str
    count: int
    name: str
    edges: tuple[str, str, str, str] | None
    cities: tuple[City, ...] = ()
    roads: tuple[Road, ...] = ()
    farms: tuple[Farm, ...] = ()
    rivers: tuple[River, ...] = ()
    abbey: bool = False
    shrine: bool = False
    siege: bool = False
    blank: bool = False
    start_copies: int = 0
    river_role: str | None = None
    volcano: bool = False

    @property
    def segments(self) -> tuple[str, ...]:
        """The names of the tile's segments, in their fixed order."""
        return (
            *(f"city:{i}" for i in range(len(self.cities))),
            *(f"road:{i}" for i in range(len(self.roads))),
            *(f"farm:{i}" for i in range(len(self.farms))),
            *((BUILDING,) if self.abbey or self.shrine else ()),
        )


class TileSet(Printed, frozen=True):
    """A data file of the catalogue."""

    schema: int
    set: str
    total: int
    tiles: tuple[TileType, ...]


@cache
def tile_set(name: str) -> TileSet:
    """The tiles of one set of the catalogue, such as ``base``."""
    file = resources.files("domain.carcassonne.data") / f"tiles-{name.replace('_', '-')}.json"
    return msgspec.json.decode(file.read_bytes(), type=TileSet)


@cache
def tile_types(sets: tuple[str, ...]) -> dict[str, TileType]:
    """All kinds of tile in `sets`, by id, sorted by id."""
    return {tile.id: tile for tile in sorted((t for s in sets for t in tile_set(s).tiles), key=lambda t: t.id)}


def turned_edge(edge: int, rotation: int) -> int:
    """Where a printed edge lies after `rotation` quarter turns clockwise."""
    return (edge + rotation) % 4


def turned_half(half: int, rotation: int) -> int:
    """Where a printed half edge lies after `rotation` quarter turns clockwise."""
    return (half + 2 * rotation) % 8
