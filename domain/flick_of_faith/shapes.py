"""Plane geometry in exact integers (G-2, 5.7): points, circles and polygons, in micrometres.

A border belongs to what it encloses, so every test is an inclusive one. No division and no root: squares are compared.
"""

from collections.abc import Iterator
from itertools import combinations, pairwise

Point = tuple[int, int]
Circle = tuple[int, int, int]
Polygon = tuple[Point, ...]
Segment = tuple[Point, Point]


def square_distance(a: Point, b: Point) -> int:
    """The square of the distance between two points."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return dx * dx + dy * dy


def turn(a: Point, b: Point, c: Point) -> int:
    """Positive where c lies to the left of the way from a to b, negative to the right, 0 on the line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def edges(polygon: Polygon) -> Iterator[Segment]:
    """The edges of a polygon; the last one leads back to its first point."""
    yield from pairwise((*polygon, polygon[0]))


def doubled_area(polygon: Polygon) -> int:
    """Twice the area: positive where the points run counter-clockwise."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in edges(polygon))


def square_distance_to_segment(point: Point, a: Point, b: Point) -> tuple[int, int]:
    """5.7: the square of the distance from a point to a segment, as numerator and (positive) denominator."""
    wx, wy = b[0] - a[0], b[1] - a[1]
    px, py = point[0] - a[0], point[1] - a[1]
    along, length = px * wx + py * wy, wx * wx + wy * wy
    if along <= 0:
        return px * px + py * py, 1
    if along >= length:
        return square_distance(point, b), 1
    across = wx * py - wy * px
    return across * across, length


def is_near(point: Point, a: Point, b: Point, reach: int) -> bool:
    """Whether a point is at most `reach` away from a segment."""
    numerator, denominator = square_distance_to_segment(point, a, b)
    return numerator <= reach * reach * denominator


def is_clear(point: Point, a: Point, b: Point, reach: int) -> bool:
    """Whether a point is at least `reach` away from a segment."""
    numerator, denominator = square_distance_to_segment(point, a, b)
    return numerator >= reach * reach * denominator


def holds(polygon: Polygon, point: Point) -> bool:
    """Whether a point lies inside a polygon or on its border."""
    y = point[1]
    inside = False
    for a, b in edges(polygon):
        side = turn(a, b, point)
        if side == 0 and _spans(a, b, point):
            return True
        if (a[1] > y) != (b[1] > y) and (side > 0) == (b[1] > a[1]):
            inside = not inside
    return inside


def touches_circle(x: int, y: int, radius: int, circle: Circle) -> bool:
    """5.7, FF-2.1: whether a disc lies inside a circle or touches it."""
    dx, dy, reach = x - circle[0], y - circle[1], circle[2] + radius
    return dx * dx + dy * dy <= reach * reach


def touches_polygon(x: int, y: int, radius: int, polygon: Polygon) -> bool:
    """5.7, FF-2.1: whether a disc lies inside a polygon or touches it."""
    return holds(polygon, (x, y)) or any(is_near((x, y), a, b, radius) for a, b in edges(polygon))


def circle_within(circle: Circle, polygon: Polygon) -> bool:
    """Whether all of a circle lies inside a polygon; their borders may touch."""
    x, y, radius = circle
    return holds(polygon, (x, y)) and all(is_clear((x, y), a, b, radius) for a, b in edges(polygon))


def overlaps_polygon(circle: Circle, polygon: Polygon) -> bool:
    """Whether a circle and a polygon have more in common than a point where they touch."""
    x, y, radius = circle
    return holds(polygon, (x, y)) or not all(is_clear((x, y), a, b, radius) for a, b in edges(polygon))


def overlaps_circle(one: Circle, other: Circle) -> bool:
    """Whether two circles have more in common than a point where they touch."""
    reach = one[2] + other[2]
    return square_distance(one[:2], other[:2]) < reach * reach


def segments_meet(first: Segment, second: Segment) -> bool:
    """Whether two segments have a point in common, ends included."""
    (a, b), (c, d) = first, second
    ends = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    sides = [turn(*triple) for triple in ends]
    if any(side == 0 and _spans(*triple) for side, triple in zip(sides, ends, strict=True)):
        return True
    return _opposite(sides[0], sides[1]) and _opposite(sides[2], sides[3])


def polygons_meet(first: Polygon, second: Polygon) -> bool:
    """Whether two polygons have a point in common, borders included."""
    if holds(first, second[0]) or holds(second, first[0]):
        return True
    return any(segments_meet(one, other) for one in edges(first) for other in edges(second))


def crosses_itself(polygon: Polygon) -> bool:
    """Whether edges of a polygon meet anywhere but at the corner between two that follow each other."""
    sides = list(edges(polygon))
    for (n, one), (m, other) in combinations(enumerate(sides), 2):
        if m - n == 1 or m - n == len(sides) - 1:
            (a, b), (_, c) = (one, other) if m - n == 1 else (other, one)
            if turn(a, b, c) == 0 and (a[0] - b[0]) * (c[0] - b[0]) + (a[1] - b[1]) * (c[1] - b[1]) > 0:
                return True
        elif segments_meet(one, other):
            return True
    return False


def _opposite(one: int, other: int) -> bool:
    return (one > 0 > other) or (one < 0 < other)


def _spans(a: Point, b: Point, point: Point) -> bool:
    """Whether a point of the line through a and b lies between them."""
    return min(a[0], b[0]) <= point[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= point[1] <= max(a[1], b[1])
