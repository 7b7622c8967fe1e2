"""The drawn map is the printed one: every path and river, nothing crosses, nothing lies on anything else."""

from itertools import combinations

import pytest

from domain.root.drawing.clearing import PLATE_Y
from domain.root.drawing.land import (
    HALF_HIGH,
    HALF_WIDE,
    HEIGHT,
    MAP,
    MOUTHS,
    PLACES,
    WIDTH,
    Curve,
    Point,
    curve,
    links,
    river_curves,
    river_links,
    sampled,
    trees,
)
from domain.root.woodland import paths, woodland

SIGNS = 22
"""How far the number and the banner stand out of a clearing."""
PLATE = (142, 38)
NEAR = 20


def room(number: int) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of a clearing with its signs."""
    x, y = PLACES[number]
    return x - HALF_WIDE - SIGNS - 10, y - HALF_HIGH - SIGNS - 10, x + HALF_WIDE + SIGNS, y + HALF_HIGH + 9


def plate(number: int) -> tuple[int, int, int, int]:
    """The room of the plate of a battle."""
    x, y = PLACES[number][0], PLACES[number][1] + PLATE_Y
    return x - PLATE[0], y - PLATE[1], x + PLATE[0], y + PLATE[1]


def apart(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def inside(point: Point, number: int) -> bool:
    x, y = PLACES[number]
    return abs(point[0] - x) < HALF_WIDE and abs(point[1] - y) < HALF_HIGH


def lines() -> list[tuple[str, Curve, set[int]]]:
    """All paths and stretches of the river, with the clearings at their ends."""
    ways = [(f"path {a}-{b}", curve(a, b), {a, b}) for a, b in links()]
    stretches = [*river_links(), *((n,) for n in MOUTHS)]
    rivers = zip(stretches, river_curves(), strict=True)
    return [*ways, *((f"river {ends}", line, set(ends)) for ends, line in rivers)]


def test_the_lines_are_those_of_the_map() -> None:
    adjacent = paths(MAP).adjacent
    both = {(a, b) for a, b in links()} | {(b, a) for a, b in links()}
    assert both == {(a, b) for a in range(1, 13) for b in adjacent[a]}
    rivers = {frozenset((one.number, int(other[1:]))) for one in woodland(MAP).clearings for other in one.river_to}
    assert {frozenset(link) for link in river_links()} == rivers


def test_clearings_lie_where_the_map_says() -> None:
    for one in woodland(MAP).clearings:
        x, y = PLACES[one.number]
        words = one.position.replace("-", " ").split()
        assert "north" not in words or y < HEIGHT // 3
        assert "south" not in words or y > 2 * HEIGHT // 3
        assert not {"west", "left"} & set(words) or x < WIDTH // 2
        assert not {"east", "right"} & set(words) or x > WIDTH // 2
        assert "corner" not in words or min(x, WIDTH - x) < WIDTH // 6


def test_no_clearing_lies_on_another_or_leaves_the_map() -> None:
    assert PLACES.keys() == set(woodland(MAP).numbers)
    for one, other in combinations(sorted(PLACES), 2):
        assert apart(room(one), room(other)), (one, other)
    for number in PLACES:
        left, top, right, bottom = room(number)
        assert min(left, top) >= 0
        assert right <= WIDTH
        assert bottom <= HEIGHT


@pytest.mark.parametrize("number", sorted(PLACES))
def test_the_plate_of_a_battle_hides_no_other_clearing(number: int) -> None:
    assert plate(number)[1] >= 0
    assert plate(number)[3] <= PLACES[number][1] - HALF_HIGH - SIGNS - 8
    assert all(apart(plate(number), room(other)) for other in PLACES if other != number)


@pytest.mark.parametrize(("name", "line", "ends"), lines(), ids=lambda value: value if isinstance(value, str) else "")
def test_no_line_passes_under_a_clearing_that_it_does_not_join(name: str, line: Curve, ends: set[int]) -> None:
    for point in sampled(line, 100):
        assert not [number for number in PLACES if number not in ends and inside(point, number)]


def test_no_line_crosses_or_touches_another_outside_a_clearing() -> None:
    for (name, one, ends), (other_name, other, other_ends) in combinations(lines(), 2):
        open_one = [point for point in sampled(one, 120) if not any(inside(point, number) for number in ends)]
        open_other = [point for point in sampled(other, 120) if not any(inside(point, number) for number in other_ends)]
        gaps = [(a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a in open_one for b in open_other]
        assert min(gaps) > NEAR**2, (name, other_name)


def test_trees_stand_clear_of_ways_and_clearings() -> None:
    assert len(trees()) > 150
    for tree, _ in trees():
        assert not any(inside(tree, number) for number in PLACES)
        for _, line, _ in lines():
            assert all((tree[0] - x) ** 2 + (tree[1] - y) ** 2 > 35**2 for x, y in sampled(line))
