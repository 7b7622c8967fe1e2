"""Tiles made ready for the board: what each kind shows on every edge in every rotation, worked out once.

A *demand* is what the neighbours of an empty cell ask of a tile: three bits of terrain an edge, zero where nobody asks.
"""

from functools import cache

import msgspec

from domain.carcassonne.tiles import City, TileType, tile_types, turned_edge, turned_half

TERRAINS = {"city": 1, "road": 2, "field": 3, "river": 4}
BITS = 3
# How many kinds of segment there are, by the number that stands for them.
CITY, ROAD, FARM, BUILDING = range(4)
KIND_NAMES = ("city", "road", "farm", "building")
# What may be printed on a segment and then holds for its whole feature.
INN, CATHEDRAL, BESIEGED, PIG_HERD = 1, 2, 4, 8
# A city's worth counts its shields and each of its goods in one number, so many bits each.
GOODS = ("wine", "grain", "cloth")
GOODS_BITS = 8
RIVER = TERRAINS["river"]


class Facing(msgspec.Struct, frozen=True):
    """A tile in one rotation.

    `terrain[e]` is the terrain number of edge e, `edge_segment[e]` the index of the city or road segment there (-1: none),
    `half_segment[h]` that of the farm (-1: none); `edges` is what it shows on all edges, packed like a demand, and
    `asks[e]` its part of the demand on the cell beyond edge e. `farms[e]` pairs each farm that reaches edge e with the half
    of the tile there that it joins.
    """

    terrain: tuple[int, ...]
    edge_segment: tuple[int, ...]
    half_segment: tuple[int, ...]
    edges: int
    asks: tuple[int, ...]
    farms: tuple[tuple[tuple[int, int], ...], ...]


class Face(msgspec.Struct, frozen=True):
    """A kind of tile, ready for the board. Segments are indexed in the order of `TileType.segments`.

    `open_edges[s]` counts the edges that segment s opens to, `touches[s]` are the city segments that a farm touches, as bits;
    `marks[s]` is what is printed on it, `worth[s]` a city's shields and goods. `building` is the segment of the building, -1
    without one.
    """

    tile: TileType
    segments: tuple[str, ...]
    kinds: tuple[int, ...]
    open_edges: tuple[int, ...]
    worth: tuple[int, ...]
    touches: tuple[int, ...]
    marks: tuple[int, ...]
    building: int
    facings: tuple[Facing, ...]
    _fits: dict[int, tuple[int, ...]]

    def fits(self, demand: int) -> tuple[int, ...]:
        """The rotations in which the tile meets a demand (B-4)."""
        rotations = self._fits.get(demand)
        if rotations is None:
            rotations = self._fits[demand] = tuple(
                rotation for rotation, facing in enumerate(self.facings) if meets(facing.edges, demand)
            )
        return rotations


def meets(edges: int, demand: int) -> bool:
    """Whether packed edges have the demanded terrain wherever one is demanded (B-4)."""
    for shift in range(0, 4 * BITS, BITS):
        wanted = demand >> shift & 7
        if wanted and edges >> shift & 7 != wanted:
            return False
    return True


@cache
def face(sets: tuple[str, ...], tile_id: str) -> Face:
    """The ready tile of that id; KeyError if the sets do not hold it."""
    return face_of(tile_types(sets)[tile_id])


def face_of(tile: TileType) -> Face:
    """A tile made ready."""
    kinds = [CITY] * len(tile.cities) + [ROAD] * len(tile.roads) + [FARM] * len(tile.farms)
    first_farm = len(tile.cities) + len(tile.roads)
    has_building = tile.abbey or tile.shrine
    rest = [0] * (len(tile.segments) - len(tile.cities))
    return Face(
        tile,
        tile.segments,
        tuple(kinds + [BUILDING] * has_building),
        tuple([len(edges) for edges in _opening(tile)] + [0] * (len(tile.farms) + has_building)),
        tuple([_worth(city) for city in tile.cities] + rest),
        tuple([0] * first_farm + [sum(1 << city for city in farm.cities) for farm in tile.farms] + [0] * has_building),
        tuple(_marks(tile) + [0] * has_building),
        len(tile.segments) - 1 if has_building else -1,
        tuple(_facing(tile, first_farm, rotation) for rotation in range(4)),
        {},
    )


def shields_in(worth: int) -> int:
    """How many shields there are in a worth."""
    return worth & (1 << GOODS_BITS) - 1


def goods_in(worth: int) -> tuple[int, ...]:
    """How many of each of GOODS there are in a worth."""
    return tuple(worth >> GOODS_BITS * index & (1 << GOODS_BITS) - 1 for index in range(1, 1 + len(GOODS)))


def _worth(city: City) -> int:
    goods = 1 << GOODS_BITS * (1 + GOODS.index(city.goods)) if city.goods else 0
    return city.shields + goods


def _marks(tile: TileType) -> list[int]:
    return [
        *(CATHEDRAL * city.cathedral | BESIEGED * city.besieged for city in tile.cities),
        *(INN * road.inn for road in tile.roads),
        *(PIG_HERD * farm.pig_herd for farm in tile.farms),
    ]


def _facing(tile: TileType, first_farm: int, rotation: int) -> Facing:
    terrain, edge_segment, half_segment = [0] * 4, [-1] * 4, [-1] * 8
    for edge, name in enumerate(tile.edges or ()):
        terrain[turned_edge(edge, rotation)] = TERRAINS[name]
    for index, edges in enumerate(_opening(tile)):
        for letter in edges:
            edge_segment[turned_edge("NESW".index(letter), rotation)] = index
    for index, farm in enumerate(tile.farms, first_farm):
        for half in farm.halves:
            half_segment[turned_half(half, rotation)] = index
    packed = sum(t << BITS * edge for edge, t in enumerate(terrain))
    asks = tuple(t << BITS * ((edge + 2) % 4) for edge, t in enumerate(terrain))
    farms = tuple(_meeting(half_segment, edge) for edge in range(4))
    return Facing(tuple(terrain), tuple(edge_segment), tuple(half_segment), packed, asks, farms)


def _meeting(half_segment: list[int], edge: int) -> tuple[tuple[int, int], ...]:
    beyond = ((2 * edge, (2 * edge + 5) % 8), (2 * edge + 1, (2 * edge + 4) % 8))
    return tuple((half_segment[ours], theirs) for ours, theirs in beyond if half_segment[ours] >= 0)


def _opening(tile: TileType) -> list[tuple[str, ...]]:
    return [city.edges for city in tile.cities] + [road.edges for road in tile.roads]
