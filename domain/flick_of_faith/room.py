"""The room for a disc in a corner (D-1): where its centre may be. All in whole micrometres.

What room there is has a border of circles and straight lines, so where there is any, some lies where two of these cross, or
at the utmost point of one. Looking there finds it however little it is, but for what rounding takes.
"""

from collections.abc import Iterator
from math import isqrt
from typing import NamedTuple

from domain.flick_of_faith.shapes import Circle, Point, square_distance

PROBES = 8_000
# A crossing is rounded to a point next to it: so far from it one is looked for that is in the room.
NEAR = 2
AROUND = sorted(
    ((dx, dy) for dx in range(-NEAR, NEAR + 1) for dy in range(-NEAR, NEAR + 1)),
    key=lambda by: (by[0] * by[0] + by[1] * by[1], by),
)


class Room(NamedTuple):
    """Inside a circle (of no radius or less: nowhere) and the rectangle from `low` to `high`, and in none of the circles that
    are taken. Borders belong to it."""

    circle: Circle
    low: Point
    high: Point
    taken: tuple[Circle, ...] = ()

    def holds(self, x: int, y: int, slack: int = 0) -> bool:
        """Whether a point is in the room, or no farther than `slack` from it where one border is all that is near."""
        cx, cy, reach = self.circle
        if reach < 0 or not (
            self.low[0] - slack <= x <= self.high[0] + slack and self.low[1] - slack <= y <= self.high[1] + slack
        ):
            return False
        return square_distance((x, y), (cx, cy)) <= (reach + slack) ** 2 and all(
            (x - ox) ** 2 + (y - oy) ** 2 >= max(far - slack, 0) ** 2 for ox, oy, far in self.taken
        )

    def without(self, circle: Circle) -> "Room":
        """The room that is left when a circle more is taken."""
        return self._replace(taken=(*self.taken, circle))

    def spots(self) -> Iterator[Point]:
        """Points in the room: at least one where there is any room, the ones found fast first."""
        yield from self._probes()
        yield from self._kept((x, y) for x in (self.low[0], self.high[0]) for y in (self.low[1], self.high[1]))
        circles = (self.circle, *self.taken)
        for n, circle in enumerate(circles):
            yield from self._kept(_utmost(circle))
            yield from self.at_border(circle, circles[n + 1 :])

    def at_border(self, circle: Circle, others: tuple[Circle, ...]) -> Iterator[Point]:
        """Points in the room where a circle crosses the rectangle or other circles."""
        yield from self._kept(self._at_lines(circle))
        for other in others:
            yield from self._kept(_crossings(circle, other))

    def spot_clear_of(self, circle: Circle) -> Point | None:
        """A point in the room that is not in a circle either, which lies about a point of the room."""
        left = self.without(circle)
        return next(left._kept(_utmost(circle)), None) or next(left.at_border(circle, (self.circle, *self.taken)), None)

    def _probes(self) -> Iterator[Point]:
        x, y, reach = self.circle
        for east in range(max(x - reach, self.low[0]), min(x + reach, self.high[0]) + 1, PROBES):
            for north in range(max(y - reach, self.low[1]), min(y + reach, self.high[1]) + 1, PROBES):
                if self.holds(east, north):
                    yield east, north

    def _at_lines(self, circle: Circle) -> Iterator[Point]:
        x, y, reach = circle
        for edge in (self.low[0], self.high[0]):
            if abs(edge - x) <= reach:
                half = isqrt(reach * reach - (edge - x) ** 2)
                yield from ((edge, y - half), (edge, y + half))
        for edge in (self.low[1], self.high[1]):
            if abs(edge - y) <= reach:
                half = isqrt(reach * reach - (edge - y) ** 2)
                yield from ((x - half, edge), (x + half, edge))

    def _kept(self, points: Iterator[Point]) -> Iterator[Point]:
        """For each point that is in the room or next to it, a point in the room."""
        for x, y in points:
            if self.holds(x, y, 2 * NEAR):
                near = ((x + dx, y + dy) for dx, dy in AROUND)
                yield from (at for at in [next((at for at in near if self.holds(*at)), None)] if at is not None)


def spots_of_two(one: Room, other: Room, apart: int) -> tuple[Point, Point] | None:
    """A point in each room, at least so far apart from each other, if two can be found."""
    spots = list(other.spots())
    for first in one.spots():
        far = (at for at in spots if square_distance(first, at) >= apart * apart)
        second = next(far, None) or other.spot_clear_of((*first, apart))
        if second is not None:
            return first, second
    return None


def _utmost(circle: Circle) -> Iterator[Point]:
    x, y, reach = circle
    yield from ((x, y - reach), (x, y + reach), (x - reach, y), (x + reach, y))


def _crossings(one: Circle, other: Circle) -> Iterator[Point]:
    """Where two circles cross: at the foot of the chord between them, and half the chord to either side."""
    (x, y, near), dx, dy = one, other[0] - one[0], other[1] - one[1]
    square = dx * dx + dy * dy
    along = near * near - other[2] * other[2] + square
    chord = 4 * square * near * near - along * along
    if square and chord >= 0:
        half = isqrt(chord)
        yield x + (dx * along - dy * half) // (2 * square), y + (dy * along + dx * half) // (2 * square)
        yield x + (dx * along + dy * half) // (2 * square), y + (dy * along - dx * half) // (2 * square)
