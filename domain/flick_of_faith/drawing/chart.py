"""From the map's micrometres, y to the north, to the picture's units, y downwards. Whole numbers only."""

from math import isqrt

import msgspec

from domain.flick_of_faith.map import Mat
from domain.flick_of_faith.shapes import Polygon
from domain.table.scene import Path

WIDTH, TALLEST = 1600, 2000
"""The room that a mat may take; one that is long from north to south is drawn narrower."""


class Chart(msgspec.Struct, frozen=True):
    """A mat of so many micrometres in `w` times `h` units."""

    mat: Mat
    w: int
    h: int

    def x(self, um: int) -> int:
        """A place from west to east."""
        return self.length(um)

    def y(self, um: int) -> int:
        """A place from north to south."""
        return self.h - self.length(um)

    def length(self, um: int) -> int:
        """A length, to the nearest unit."""
        return (2 * um * self.w + self.mat.width) // (2 * self.mat.width)

    def radius(self, um: int) -> int:
        """The radius of a circle, which never vanishes."""
        return max(self.length(um), 3)


def chart_of(mat: Mat) -> Chart:
    """The largest chart of a mat that has room."""
    width = min(WIDTH, max(TALLEST * mat.width // mat.height, 1))
    return Chart(mat, width, max(mat.height * width // mat.width, 1))


def outline(chart: Chart, polygon: Polygon, style: str, title: str = "") -> Path:
    """A polygon as a path."""
    points = "L".join(f"{chart.x(x)} {chart.y(y)}" for x, y in polygon)
    return Path(f"M{points}Z", style, title)


def band(start: tuple[int, int], end: tuple[int, int], thin: int, thick: int) -> tuple[tuple[int, int], ...]:
    """The corners of a straight band that is `thin` to each side at its start, `thick` at its end."""
    (x1, y1), (x2, y2) = start, end
    length = isqrt((x2 - x1) ** 2 + (y2 - y1) ** 2) or 1
    nx, ny = y1 - y2, x2 - x1
    a, b = (nx * thin // length, ny * thin // length), (nx * thick // length, ny * thick // length)
    return (x1 + a[0], y1 + a[1]), (x2 + b[0], y2 + b[1]), (x2 - b[0], y2 - b[1]), (x1 - a[0], y1 - a[1])
