"""What is printed where on a mat: looked up once for a map, as all its tables' pictures need it over and over."""

from functools import lru_cache
from itertools import product

from domain.flick_of_faith.geometry import Presence, presence_at
from domain.flick_of_faith.map import Map
from domain.flick_of_faith.shapes import Point, holds, touches_circle

CITY, NAVEL, CLOUD, SEA = "#", "@", ":", " "
"""What a place is, where it is not the id of an Island."""


class Sheet:
    """A map by what is printed on it; sheets with the same print are equal."""

    __slots__ = ("map", "print")

    def __init__(self, printed: Map) -> None:
        self.map = printed
        self.print = (printed.mat, printed.islands, printed.cities, printed.navel, printed.corners)

    def __hash__(self) -> int:
        return hash(self.print)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sheet) and self.print == other.print


@lru_cache(maxsize=64)
def grid(sheet: Sheet, radius: int, steps: int) -> tuple[tuple[Point, Presence], ...]:
    """Places all over the mat, with what a disc there would touch."""
    width, height = sheet.map.mat.width, sheet.map.mat.height
    places = [(x * width // steps, y * height // steps) for y, x in product(range(1, steps), repeat=2)]
    return tuple((at, presence_at(sheet.map, *at, radius)) for at in places)


@lru_cache(maxsize=64)
def raster(sheet: Sheet, columns: int, rows: int) -> tuple[tuple[str, ...], ...]:
    """What is printed in the middle of each of so many cells, the northernmost row first."""
    mat = sheet.map.mat
    xs = [(2 * column + 1) * mat.width // (2 * columns) for column in range(columns)]
    ys = [mat.height - (2 * row + 1) * mat.height // (2 * rows) for row in range(rows)]
    return tuple(tuple(printed_at(sheet.map, x, y) for x in xs) for y in ys)


def printed_at(chart: Map, x: int, y: int) -> str:
    """What is printed at a place: a sign, or an Island's id."""
    if any(touches_circle(x, y, 0, city.circle) for city in chart.cities):
        return CITY
    if touches_circle(x, y, 0, chart.navel.circle):
        return NAVEL
    for island in chart.islands:
        (west, south), (east, north) = island.box
        if west <= x <= east and south <= y <= north and holds(island.polygon, (x, y)):
            return island.id
    return CLOUD if any(touches_circle(x, y, 0, corner.circle) for corner in chart.corners) else SEA
