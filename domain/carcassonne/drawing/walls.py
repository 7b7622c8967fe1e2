"""The outline of a city segment: along its own edges, and a wall across the rest of the tile.

A wall runs from the corner where a run of city edges stops to the corner where the next begins. Where the farms on the
two sides of a corner in between are different ones, and both touch the city, the wall reaches that corner.
"""

from itertools import pairwise

from domain.carcassonne.drawing.geometry import CORNERS, Outline, Step, turned
from domain.carcassonne.tiles import EDGE_NAMES, City, Farm, TileType

# Walls for a gap of one, two or three edges clockwise from the north-west corner, the city below or to the left.
SHALLOW: Step = ((68, 58), (132, 58), (200, 0))
DEEP: Step = ((50, 84), (150, 84), (200, 0))
DEEPER: Step = ((44, 108), (156, 108), (200, 0))
CORNER: Step = ((52, 88), (112, 148), (200, 200))
WEDGE: Step = ((84, 56), (144, 116), (200, 200))
CAP: Step = ((74, 76), (74, 124), (0, 200))
LOW_CAP: Step = ((58, 64), (58, 136), (0, 200))
TALL_CAP: Step = ((128, 56), (128, 144), (0, 200))
BRIDGE: tuple[Step, ...] = (((20, 44), (46, 82), (64, 82)), ((136, 82),), ((154, 82), (180, 44), (200, 0)))
NOTHING = Outline((MIDDLE := 100, 80), (((120, MIDDLE),), ((MIDDLE, 120),), ((80, MIDDLE),)), closed=True)


def city_edges(city: City) -> tuple[int, ...]:
    """The edges of a city by number."""
    return tuple(sorted(EDGE_NAMES.index(edge) for edge in city.edges))


def outline(tile: TileType, index: int) -> Outline:
    """The area of city `index` of the tile."""
    own = city_edges(tile.cities[index])
    if not own:
        return NOTHING
    first = next((edge for edge in own if (edge - 1) % 4 not in own), own[0])
    steps: list[Step] = []
    edge = first
    while edge < first + 4:
        if edge % 4 in own:
            steps.append((CORNERS[(edge + 1) % 4],))
            edge += 1
        else:
            length = gap(own, edge)
            steps += wall(tile, index, edge, length)
            edge += length
    return Outline(CORNERS[first], tuple(steps), closed=True)


def gap(own: tuple[int, ...], edge: int) -> int:
    """How many edges in a row, clockwise from `edge`, are not the city's."""
    return next(n for n in range(1, 5) if (edge + n) % 4 in own)


def wall(tile: TileType, index: int, edge: int, length: int) -> list[Step]:
    """The wall along `length` edges from `edge` on, which are not the city's."""
    stops = [0, *(n for n in range(1, length) if reaches(tile, index, (edge + n) % 4)), length]
    steps: list[Step] = []
    for start, stop in pairwise(stops):
        span = span_of_wall(tile, index, (edge + start) % 4, stop - start, len(stops) > 2)
        steps += [tuple(turned(point, edge + start) for point in step) for step in span]
    return steps


def span_of_wall(tile: TileType, index: int, edge: int, length: int, pinched: bool) -> tuple[Step, ...]:
    """The wall between two corners that it touches, as if the gap began at the north-west corner."""
    if length == 3:
        return (cap(tile, index),)
    if length == 2:
        return (WEDGE if pinched else CORNER,)
    if pinched:
        return (SHALLOW,)
    if bridges(tile, edge):
        return BRIDGE
    return (DEEPER if tile.edges and tile.edges[edge] == "city" else DEEP,)


def cap(tile: TileType, index: int) -> Step:
    """The wall of a city with one edge: low before a bigger city, tall where it must part two farms."""
    others = [city for n, city in enumerate(tile.cities) if n != index]
    if index in meeting_cities(tile):
        return TALL_CAP
    return LOW_CAP if any(len(city.edges) > 1 for city in others) else CAP


def farm_at(tile: TileType, half: int) -> Farm | None:
    """The farm that has the half edge, if any."""
    return next((farm for farm in tile.farms if half % 8 in farm.halves), None)


def reaches(tile: TileType, index: int, corner: int) -> bool:
    """Whether the city comes out at a corner between two edges that are not its own."""
    before, after = farm_at(tile, 2 * corner - 1), farm_at(tile, 2 * corner)
    if before is None or after is None or before == after:
        return False
    return index in before.cities and index in after.cities


def bridges(tile: TileType, edge: int) -> bool:
    """Whether the farm beside an edge goes on below the city to the opposite side, as along a river."""
    near, far = farm_at(tile, 2 * edge), farm_at(tile, 2 * edge + 5)
    return near is not None and near == far


def meeting_cities(tile: TileType) -> tuple[int, ...]:
    """The cities that meet at a gate in the middle: a road ends there with another city on either hand."""
    for road in tile.roads:
        if len(road.edges) == 1:
            edge = EDGE_NAMES.index(road.edges[0])
            left, right = farm_at(tile, 2 * edge), farm_at(tile, 2 * edge + 1)
            if left and right and left.cities and right.cities and not set(left.cities) & set(right.cities):
                return tuple(sorted({*left.cities, *right.cities}))
    return ()
