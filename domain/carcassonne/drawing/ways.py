"""The lines of roads and rivers, and where those end that have one edge only.

They may end beneath a city, which is painted over them: so a road ends at the wall without anyone computing where.
"""

import msgspec

from domain.carcassonne.drawing.geometry import MID, Outline, Point, inward, midpoint, turned
from domain.carcassonne.drawing.walls import city_edges, farm_at
from domain.carcassonne.tiles import EDGE_NAMES, Farm, River, Road, TileType

BEND = Outline((100, 0), (((100, 55), (145, 100), (200, 100)),))
"""From the north edge to the east edge."""
DODGE = 16
"""How far the middle of a tile gives way to a city edge."""
BOW = 32
"""How far a river gives way to a building on its bank."""
NEAR_EDGE = 38
INN = (64, 44)
INN_IN_BEND = (154, 46)


class Way(msgspec.Struct, frozen=True):
    """A road or river as drawn. `stand` is where a piece stands on it, `inn` where an inn would."""

    lines: tuple[Outline, ...]
    stand: Point
    inn: Point


def edge_numbers(way: Road | River) -> tuple[int, ...]:
    """The edges of a road or river by number."""
    return tuple(sorted(EDGE_NAMES.index(edge) for edge in way.edges))


def roads(tile: TileType) -> tuple[Way, ...]:
    """The tile's roads, in the order of its data."""
    return tuple(way(tile, edge_numbers(road), middle(tile)) for road in tile.roads)


def rivers(tile: TileType) -> tuple[Way, ...]:
    """The tile's rivers, in the order of its data."""
    bed = middle(tile)
    if tile.abbey or tile.shrine:
        bed = (2 * MID - building(tile)[0], 2 * MID - building(tile)[1])
    return tuple(way(tile, edge_numbers(river), bed) for river in tile.rivers)


def way(tile: TileType, edges: tuple[int, ...], bed: Point) -> Way:
    """One way through the tile; a straight one passes near `bed`."""
    if len(edges) == 1:
        return Way((ending(tile, edges[0]),), inward(edges[0], NEAR_EDGE), turned(INN, edges[0]))
    if len(edges) != 2:
        lines = tuple(Outline(midpoint(edge), ((bed,),)) for edge in edges)
        return Way(lines, bed, turned(INN, edges[0] if edges else 0))
    if edges[1] - edges[0] == 2:
        line = straight(edges[0], bed)
        crossed = sum(len(road.edges) == 2 for road in tile.roads) > 1
        return Way((line,), line.corners()[5 if crossed else 8], turned(INN, edges[0]))
    corner = edges[0] if edges[1] - edges[0] == 1 else 3
    line = BEND.turned(corner)
    return Way((line,), line.corners()[4], turned(INN_IN_BEND, corner))


def straight(edge: int, bed: Point) -> Outline:
    """The line from an edge to the opposite one through `bed`, square to the edges where it leaves the tile."""
    start, stop = midpoint(edge), midpoint(edge + 2)
    if start[0] == stop[0]:
        first, last = (2 * start[1] + 3 * bed[1]) // 5, (2 * stop[1] + 3 * bed[1]) // 5
        return Outline(start, (((MID, first), (bed[0], first), bed), ((bed[0], last), (MID, last), stop)))
    first, last = (2 * start[0] + 3 * bed[0]) // 5, (2 * stop[0] + 3 * bed[0]) // 5
    return Outline(start, (((first, MID), (first, bed[1]), bed), ((last, bed[1]), (last, MID), stop)))


def ending(tile: TileType, edge: int) -> Outline:
    """The line of a way with one edge, up to where it ends: at the building, in a city, or in the middle."""
    city = city_before(tile, edge)
    goal = heart(tile, city) if city is not None else building(tile)
    if goal[0] == midpoint(edge)[0] or goal[1] == midpoint(edge)[1]:
        return Outline(midpoint(edge), ((goal,),))
    return Outline(midpoint(edge), (((MID, MID), goal),))


def city_before(tile: TileType, edge: int) -> int | None:
    """The city that a way with one edge runs up to, if any: one that the fields on its two sides both touch."""
    left, right = around(tile, edge)
    if tile.abbey or tile.shrine or left == right:
        return None
    shared = sorted(set(left.cities if left else ()) & set(right.cities if right else ()))
    if shared:
        return shared[0]
    over_river = tile.rivers and tile.cities and not (left and left.cities) and not (right and right.cities)
    return 0 if over_river else None


def around(tile: TileType, edge: int) -> tuple[Farm | None, Farm | None]:
    """The farms beyond the whole group of roads that meet where the road of this edge ends.

    Roads with a city-less farm between them meet; the group's outer sides tell whether it stands before a city.
    """
    ends = {edge_numbers(road)[0] for road in tile.roads if len(road.edges) == 1}
    first = last = edge
    for _ in range(3):
        first = neighbour(tile, ends, first, -1)
        last = neighbour(tile, ends, last, 1)
    return farm_at(tile, 2 * first), farm_at(tile, 2 * last + 1)


def neighbour(tile: TileType, ends: set[int], edge: int, side: int) -> int:
    """The next edge clockwise (1) or counter-clockwise (-1) whose road meets this one's, else the edge itself."""
    mine = farm_at(tile, 2 * edge + (1 if side > 0 else 0))
    for distance in (1, 2, 3):
        other = (edge + side * distance) % 4
        if other in ends:
            theirs = farm_at(tile, 2 * other + (0 if side > 0 else 1))
            return other if mine is not None and mine == theirs and not mine.cities else edge
    return edge


def heart(tile: TileType, index: int) -> Point:
    """A point well inside a city, for a way to run to."""
    own = city_edges(tile.cities[index])
    if len(own) == 1:
        return inward(own[0], 30)
    if len(own) == 2 and own[1] - own[0] != 2:
        return turned((60, 60), own[1] if own == (0, 1) or own == (1, 2) or own == (2, 3) else 0)
    return (MID, MID)


def middle(tile: TileType) -> Point:
    """The middle of the tile, pushed a little away from cities of one edge."""
    x = y = MID
    for city in tile.cities:
        if len(city.edges) == 1:
            edge = city_edges(city)[0]
            x += (0, -DODGE, 0, DODGE)[edge]
            y += (DODGE, 0, -DODGE, 0)[edge]
    return x, y


def building(tile: TileType) -> Point:
    """Where the abbey or shrine stands: in the middle, or on the bank of a river with the wider field."""
    if not tile.rivers or len(tile.rivers[0].edges) != 2:
        return middle(tile)
    wet = edge_numbers(tile.rivers[0])
    banks = sorted((edge for edge in range(4) if edge not in wet), key=lambda edge: (edge in paved(tile), edge))
    return turned((MID, MID - BOW), banks[0]) if banks else middle(tile)


def paved(tile: TileType) -> set[int]:
    """The edges with a road."""
    return {edge for road in tile.roads for edge in edge_numbers(road)}
