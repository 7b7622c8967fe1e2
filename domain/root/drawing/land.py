"""Where the autumn map's clearings lie, and the lines between them, in whole numbers: 1600 by 1500 units.

Positions follow the printed map's: the corners 1 to 4 clockwise from the north-west, 5 to 9 along the edges, 10 to 12
inside. Who may go where is the woodland's business (`domain.root.woodland`); here is only how it looks.
"""

from functools import cache
from typing import TypeAlias

from domain.root.woodland import woodland

Point: TypeAlias = tuple[int, int]
Curve: TypeAlias = tuple[Point, Point, Point]
"""A quadratic curve: start, control point, end."""

WIDTH, HEIGHT = 1600, 1500
MAP = "autumn"
HALF_WIDE, HALF_HIGH = 148, 136
"""Half the room of a clearing."""
PLACES: dict[int, Point] = {
    1: (205, 270),
    2: (1395, 270),
    3: (1395, 1260),
    4: (205, 1265),
    5: (926, 266),
    6: (1405, 735),
    7: (1020, 1240),
    8: (625, 1334),
    9: (195, 755),
    10: (572, 538),
    11: (1010, 750),
    12: (600, 936),
}
BENDS: dict[tuple[int, int], int] = {
    (1, 5): -14, (1, 9): 12, (1, 10): 8, (2, 5): 12, (2, 6): -10, (2, 10): -10, (3, 6): 8, (3, 7): 8, (3, 11): -3,
    (4, 8): 14, (4, 9): 12, (4, 12): -10, (6, 11): 10, (7, 8): -8, (7, 12): 7, (9, 12): -12, (10, 12): 10, (11, 12): -8,
    (4, 7): -13, (7, 11): 14, (10, 11): -10, (5, 10): 12,
}  # fmt: skip
"""How far the middle of a path or river is pushed aside, in percent of its length: to the right of the way, seen downwards."""
MOUTHS: dict[int, Curve] = {
    5: ((926, 266), (880, 120), (940, -20)),
    4: ((205, 1265), (150, 1400), (165, 1520)),
}
"""Where the river comes from and where it goes."""
SAMPLES = 40
STRIDE_X, STRIDE_Y = 58, 52
"""The room of a tree."""
KINDS_OF_TREES = 5


def links() -> tuple[tuple[int, int], ...]:
    """The paths, each once, by number."""
    return pairs("adjacent")


def river_links() -> tuple[tuple[int, int], ...]:
    """The stretches of the river between clearings, each once."""
    return pairs("river_to")


@cache
def pairs(field: str) -> tuple[tuple[int, int], ...]:
    """Clearings with those that a field of theirs names, the smaller number first."""
    clearings = woodland(MAP).clearings
    number = {clearing.id: clearing.number for clearing in clearings}
    both = {(clearing.number, number[other]) for clearing in clearings for other in getattr(clearing, field)}
    return tuple(sorted((one, other) for one, other in both if one < other))


def curve(one: int, other: int) -> Curve:
    """The line between two clearings."""
    (ax, ay), (bx, by) = PLACES[one], PLACES[other]
    bend = BENDS.get((one, other), 0)
    control = ((ax + bx) // 2 - (by - ay) * bend // 50, (ay + by) // 2 + (bx - ax) * bend // 50)
    return (ax, ay), control, (bx, by)


def outline(line: Curve) -> str:
    """A curve as path data."""
    (ax, ay), (cx, cy), (bx, by) = line
    return f"M{ax} {ay}Q{cx} {cy} {bx} {by}"


def sampled(line: Curve, steps: int = SAMPLES) -> list[Point]:
    """Points along a curve, both ends included."""
    (ax, ay), (cx, cy), (bx, by) = line
    whole = steps * steps
    return [
        (
            (ax * (steps - t) ** 2 + 2 * cx * t * (steps - t) + bx * t * t) // whole,
            (ay * (steps - t) ** 2 + 2 * cy * t * (steps - t) + by * t * t) // whole,
        )
        for t in range(steps + 1)
    ]


def river_curves() -> tuple[Curve, ...]:
    """All of the river."""
    return (*(curve(*link) for link in river_links()), *MOUTHS.values())


@cache
def trees() -> tuple[tuple[Point, int], ...]:
    """Where trees stand, and of which kind, from north to south: wherever there is room for one."""
    spots = {(i, j): spot(i, j) for j in range(HEIGHT // STRIDE_Y + 1) for i in range(WIDTH // STRIDE_X + 1)}
    for x, y in (point for link in links() for point in sampled(curve(*link))):
        clear(spots, x, y, 42)
    for x, y in (point for line in river_curves() for point in sampled(line)):
        clear(spots, x, y, 58)
    for x, y in PLACES.values():
        for dx in (-90, 0, 90):
            clear(spots, x + dx, y, 178)
    standing = sorted(((y, x), (i * 7 + j * 11 + i * j) % KINDS_OF_TREES) for (i, j), (x, y) in spots.items())
    return tuple(((x, y), kind) for (y, x), kind in standing)


def spot(i: int, j: int) -> Point:
    """A place for a tree, a little off its line."""
    return (
        i * STRIDE_X + 18 + (i * 31 + j * 47) % 23 + (STRIDE_X // 2) * (j % 2) - 14,
        j * STRIDE_Y + 26 + (i * 53 + j * 29) % 17,
    )


def clear(spots: dict[Point, Point], x: int, y: int, radius: int) -> None:
    """Fell what stands within a radius."""
    reach_i, reach_j = radius // STRIDE_X + 2, radius // STRIDE_Y + 2
    for i in range(x // STRIDE_X - reach_i, x // STRIDE_X + reach_i + 1):
        for j in range(y // STRIDE_Y - reach_j, y // STRIDE_Y + reach_j + 1):
            tree = spots.get((i, j))
            if tree and (tree[0] - x) ** 2 + (tree[1] - y) ** 2 < radius * radius:
                del spots[i, j]
