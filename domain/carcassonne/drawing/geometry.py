"""Points and outlines on a tile of 200 by 200 units, in whole numbers only, so that all machines agree.

A tile is drawn unturned; `turned` moves its points by quarter turns clockwise about the middle.
"""

from typing import TypeAlias

import msgspec

TILE = 200
MID = 100
CENTRE = (MID, MID)
PIECES = 8

Point: TypeAlias = tuple[int, int]
Step: TypeAlias = tuple[Point, ...]
"""To the last point: straight on (one point), with one control point (two), or with two (three)."""

CORNERS: tuple[Point, ...] = ((0, 0), (TILE, 0), (TILE, TILE), (0, TILE))
"""Corner c is where edge c begins, clockwise."""


def turned(point: Point, quarters: int) -> Point:
    """The point after quarter turns clockwise about the middle of the tile."""
    x, y = point
    for _ in range(quarters % 4):
        x, y = TILE - y, x
    return x, y


def midpoint(edge: int) -> Point:
    """The middle of an edge."""
    return turned((MID, 0), edge)


def inward(edge: int, depth: int) -> Point:
    """The point `depth` units inside the middle of an edge."""
    return turned((MID, depth), edge)


class Outline(msgspec.Struct, frozen=True):
    """A line of straight and curved steps; a closed one bounds an area."""

    start: Point
    steps: tuple[Step, ...]
    closed: bool = False

    def turned(self, quarters: int) -> "Outline":
        """The outline after quarter turns clockwise."""
        steps = tuple(tuple(turned(point, quarters) for point in step) for step in self.steps)
        return Outline(turned(self.start, quarters), steps, self.closed)

    def data(self) -> str:
        """The outline as SVG path data."""
        text = f"M{pair(self.start)}"
        for step in self.steps:
            text += " LQC"[len(step)] + " ".join(pair(point) for point in step)
        return text + "Z" * self.closed

    def corners(self) -> tuple[Point, ...]:
        """The outline as a chain of short straight lines."""
        points = [self.start]
        for step in self.steps:
            points += flattened(points[-1], step)
        return tuple(points)


def pair(point: Point) -> str:
    """A point as path data."""
    return f"{point[0]} {point[1]}"


def flattened(start: Point, step: Step) -> list[Point]:
    """The points of one step after its start."""
    if len(step) == 1:
        return [step[0]]
    ends = (start, *step)
    return [(blend([p[0] for p in ends], i), blend([p[1] for p in ends], i)) for i in range(1, PIECES + 1)]


def blend(values: list[int], part: int) -> int:
    """The Bézier blend of three or four values at `part` of `PIECES`, rounded."""
    rest, scale = PIECES - part, PIECES * PIECES
    if len(values) == 3:
        total = values[0] * rest * rest + 2 * values[1] * rest * part + values[2] * part * part
        return (total + scale // 2) // scale
    first, second, third, fourth = values
    total = rest * rest * (first * rest + 3 * second * part) + part * part * (3 * third * rest + fourth * part)
    return (total + scale * PIECES // 2) // (scale * PIECES)


def crossings(corners: tuple[Point, ...], y: int) -> list[int]:
    """Where a horizontal line enters and leaves a closed chain, from west to east."""
    found = []
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (ay > y) != (by > y):
            found.append(ax + (bx - ax) * (y - ay) // (by - ay))
    return sorted(found)


def inside(corners: tuple[Point, ...], point: Point) -> bool:
    """Whether the point lies in the area of a closed chain."""
    return sum(x <= point[0] for x in crossings(corners, point[1])) % 2 == 1


def distance(a: Point, b: Point) -> int:
    """The greater of the horizontal and the vertical distance."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))
