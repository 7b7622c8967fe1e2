"""The ground of a tile as a raster: which farm every spot of a drawn tile belongs to, and where there is room on it.

Farms are found by flooding what the drawing leaves between walls and ways, from the half edges that the data gives them.
So a farmer always lies on its own field, and a test can ask whether a drawing parts the fields exactly as the data does.
"""

from collections import deque
from itertools import pairwise
from typing import TypeAlias

from domain.carcassonne.drawing.geometry import CENTRE, TILE, Outline, Point, crossings

PITCH = 8
SPOTS = TILE // PITCH
ENOUGH = 4
"""Steps of room that a lying piece needs."""
ROAD_SIDE = 9
RIVER_SIDE = 13

Spot: TypeAlias = tuple[int, int]
"""Column and row of the raster."""


def spot_at(point: Point) -> Spot:
    """The spot that holds a point."""
    return min(max(point[0] // PITCH, 0), SPOTS - 1), min(max(point[1] // PITCH, 0), SPOTS - 1)


def point_of(spot: Spot) -> Point:
    """The middle of a spot."""
    return spot[0] * PITCH + PITCH // 2, spot[1] * PITCH + PITCH // 2


ALL_SPOTS = frozenset((column, row) for column in range(SPOTS) for row in range(SPOTS))


def area(outline: Outline) -> set[Spot]:
    """The spots in a closed outline."""
    corners, spots = outline.corners(), set()
    for row in range(SPOTS):
        y = row * PITCH + PITCH // 2
        ends = crossings(corners, y)
        for enter, leave in zip(ends[::2], ends[1::2], strict=False):
            spots |= {(c, row) for c in range(SPOTS) if enter <= c * PITCH + PITCH // 2 <= leave}
    return spots


def track(outline: Outline, side: int) -> set[Spot]:
    """The spots within `side` units of a line, measured along the axes."""
    spots: set[Spot] = set()
    corners = outline.corners()
    for start, stop in pairwise(corners):
        length = max(abs(stop[0] - start[0]), abs(stop[1] - start[1]))
        for at in range(0, length + 1, 3):
            x = start[0] + (stop[0] - start[0]) * at // max(length, 1)
            y = start[1] + (stop[1] - start[1]) * at // max(length, 1)
            spots |= disc((x, y), side)
    return spots


def disc(point: Point, side: int) -> set[Spot]:
    """The spots of a small square about a point, inside the tile."""
    (left, top), (right, bottom) = (
        spot_at((point[0] - side, point[1] - side)),
        spot_at((point[0] + side, point[1] + side)),
    )
    square = ((c, r) for c in range(left, right + 1) for r in range(top, bottom + 1))
    return {spot for spot in square if all(abs(a - b) <= side for a, b in zip(point_of(spot), point, strict=True))}


def half_spots(half: int) -> set[Spot]:
    """The spots along a half edge."""
    first = SPOTS - SPOTS // 2 if half % 2 else 0
    return {quarter_turned((first + i, 0), half // 2) for i in range(SPOTS // 2)}


def quarter_turned(spot: Spot, quarters: int) -> Spot:
    """The spot after quarter turns clockwise."""
    column, row = spot
    for _ in range(quarters):
        column, row = SPOTS - 1 - row, column
    return column, row


def flood(open_spots: set[Spot], seeds: set[Spot]) -> set[Spot]:
    """The open spots that hang together with the open ones among the seeds."""
    found = seeds & open_spots
    queue = deque(found)
    while queue:
        for near in neighbours(queue.popleft()):
            if near in open_spots and near not in found:
                found.add(near)
                queue.append(near)
    return found


def neighbours(spot: Spot) -> tuple[Spot, ...]:
    """The four spots beside a spot."""
    column, row = spot
    return ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))


def fields(open_spots: set[Spot], farms: tuple[tuple[int, ...], ...]) -> tuple[set[Spot], ...]:
    """The spots of every farm, given its halves; farms without halves share out what no other reaches, largest first."""
    reached = [flood(open_spots, {s for half in halves for s in half_spots(half)}) for halves in farms]
    rest = islands(open_spots - set().union(*reached))
    return tuple(found if halves or not rest else rest.pop(0) for halves, found in zip(farms, reached, strict=True))


def islands(spots: set[Spot]) -> list[set[Spot]]:
    """The parts that hang together, the largest first."""
    parts, rest = [], set(spots)
    while rest:
        part = flood(rest, {min(rest)})
        parts.append(part)
        rest -= part
    return sorted(parts, key=lambda part: (-len(part), min(part)))


def clearances(spots: set[Spot]) -> dict[Spot, int]:
    """How many steps, diagonal ones included, every spot is away from the outside."""
    result: dict[Spot, int] = {}
    layer, steps = set(spots), 0
    while layer:
        steps += 1
        result.update(dict.fromkeys(layer, steps))
        layer = {s for s in layer if all((s[0] + i, s[1] + j) in layer for i in (-1, 0, 1) for j in (-1, 0, 1))}
    return result


def roomiest(spots: set[Spot]) -> Point:
    """The point of an area with enough room about it, or the most there is, nearest to the area's middle."""
    if not spots:
        return CENTRE
    rooms, count = clearances(spots), len(spots)
    mean = sum(s[0] for s in spots), sum(s[1] for s in spots)

    def rank(spot: Spot) -> tuple[int, int, Spot]:
        away = (spot[0] * count - mean[0]) ** 2 + (spot[1] * count - mean[1]) ** 2
        return -min(rooms[spot], ENOUGH), away, spot

    return point_of(min(spots, key=rank))


def scattered(spots: set[Spot], wished: tuple[Point, ...], room: int) -> tuple[Point, ...]:
    """Those of the wished points that have `room` steps of open ground about them."""
    rooms = clearances(spots)
    return tuple(point for point in wished if rooms.get(spot_at(point), 0) >= room)
