"""FF-2, G-2: where a disc is, in exact integers; corners (FF-1.2, D-1) and the Hand's place."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.flick_of_faith.geometry import (
    Presence,
    is_clear_of,
    is_hand_length,
    is_on_mat,
    is_out_of_corner,
    is_wholly_in_corner,
    presence_at,
    presence_of,
    touches_island,
)
from domain.flick_of_faith.map import Island, house_map
from domain.flick_of_faith.shapes import Point, Polygon, crosses_itself, doubled_area, edges, holds, touches_polygon
from tests.rules.flick_of_faith.boards import disc

MAP = house_map()
EXAMPLES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "examples.json").read_bytes())["examples"]


def of_type(kind: str) -> list[Any]:
    return [pytest.param(example, id=example["id"]) for example in EXAMPLES if example["type"] == kind]


@pytest.mark.clause("FF-2.1", "G-2")
@pytest.mark.parametrize("example", of_type("presence"))
def test_presence_worked_out_by_hand(example: dict[str, Any]) -> None:
    radius = MAP.pieces.of(example["piece"]).radius
    expected = example["expect"]
    found = presence_at(MAP, example["x"], example["y"], radius)
    assert found == Presence(tuple(expected["islands"]), tuple(expected["cities"]), expected["navel"])
    assert found.at_sea == (not (expected["islands"] or expected["cities"] or expected["navel"]))


@pytest.mark.clause("FF-2.2")
def test_a_rider_has_its_bases_answers_and_none_of_its_own() -> None:
    prophet, temple = disc("b1", 240_000, 40_000), disc("t1", 240_000, 15_000, "temple", on="b1")
    lying = {one.id: one for one in (prophet, temple)}
    assert presence_of(MAP, temple, lying) == presence_of(MAP, prophet, lying) == Presence(("south",), (), False)
    assert presence_at(MAP, temple.x, temple.y, temple.radius).at_sea

    at_sea = disc("b2", 240_000, 39_999)
    rider = disc("t2", 240_000, 60_000, "temple", on="b2")
    assert presence_of(MAP, rider, {"b2": at_sea, "t2": rider}).at_sea


@pytest.mark.clause("FF-2.1", "FF-2.3")
def test_a_disc_that_touches_two_islands_is_present_on_both() -> None:
    near = Island("near", "c", ((0, 0), (100, 0), (100, 100), (0, 100)))
    far = Island("far", "d", ((120, 0), (220, 0), (220, 100), (120, 100)))
    assert [touches_island(110, 50, 10, island) for island in (near, far)] == [True, True]
    assert [touches_island(110, 50, 9, island) for island in (near, far)] == [False, False]


# --- Polygons ---------------------------------------------------------------------------------------------------------

points = st.tuples(st.integers(-30, 30), st.integers(-30, 30))
CONCAVE: Polygon = ((0, 0), (20, 0), (20, 20), (10, 6), (0, 20))


def square_distance_to(polygon: Polygon, point: Point) -> Fraction:
    """The square of the distance to a polygon's border, by division."""
    best = []
    for (ax, ay), (bx, by) in edges(polygon):
        wx, wy = bx - ax, by - ay
        k = Fraction((point[0] - ax) * wx + (point[1] - ay) * wy, wx * wx + wy * wy)
        k = min(max(k, Fraction(0)), Fraction(1))
        best.append((ax + k * wx - point[0]) ** 2 + (ay + k * wy - point[1]) ** 2)
    return min(best)


@pytest.mark.clause("G-2")
@given(points, st.integers(1, 20))
def test_touching_a_polygon_is_being_inside_or_near_enough(point: Point, radius: int) -> None:
    near = square_distance_to(CONCAVE, point) <= radius * radius
    assert touches_polygon(*point, radius, CONCAVE) == (holds(CONCAVE, point) or near)
    assert touches_island(*point, radius, Island("i", "c", CONCAVE)) == touches_polygon(*point, radius, CONCAVE)


@pytest.mark.clause("G-2")
@given(st.lists(points, min_size=3, max_size=7, unique=True), points)
def test_a_polygon_holds_the_same_points_however_it_is_written_down(corners: list[Point], point: Point) -> None:
    polygon = tuple(corners)
    if crosses_itself(polygon) or doubled_area(polygon) == 0:
        return
    inside = holds(polygon, point)
    assert holds(polygon[::-1], point) == inside
    assert holds((*polygon[1:], polygon[0]), point) == inside
    assert holds(tuple((-y, x) for x, y in polygon), (-point[1], point[0])) == inside
    assert all(holds(polygon, corner) for corner in polygon)


@pytest.mark.clause("G-2")
def test_all_points_of_a_concave_polygon_by_pick() -> None:
    """Pick's theorem: twice the area is twice the points inside, plus those on the border, less two."""
    held = [(x, y) for x in range(-1, 22) for y in range(-1, 22) if holds(CONCAVE, (x, y))]
    border = sum(square_distance_to(CONCAVE, point) == 0 for point in held)
    assert doubled_area(CONCAVE) == 2 * (len(held) - border) + border - 2


# --- Corners ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("D-1")
@pytest.mark.parametrize("example", of_type("start"))
def test_a_start_worked_out_by_hand(example: dict[str, Any]) -> None:
    radius, corner = MAP.pieces.of(example["piece"]).radius, MAP.corner(example["corner"])
    legal = is_wholly_in_corner(example["x"], example["y"], radius, corner, MAP.mat)
    assert legal == (example["expect"] == "legal")


@pytest.mark.clause("D-1")
@pytest.mark.parametrize("name", ["SW", "NW", "NE", "SE"])
def test_starts_are_the_same_in_every_corner(name: str) -> None:
    corner = MAP.corner(name)
    x, y, _ = corner.circle
    to_x, to_y = (1 if x == 0 else -1), (1 if y == 0 else -1)

    def legal(dx: int, dy: int) -> bool:
        return is_wholly_in_corner(x + to_x * dx, y + to_y * dy, 10_000, corner, MAP.mat)

    assert [legal(48_000, 64_000), legal(48_000, 64_001), legal(10_000, 10_000), legal(9_999, 10_000)] == [
        True, False, True, False,
    ]  # fmt: skip
    assert not is_wholly_in_corner(x, y, 90_001, corner, MAP.mat)


@pytest.mark.clause("FF-1.2")
@pytest.mark.parametrize("example", [param for param in of_type("flick") if "a1" in param.values[0]["expect"]["final"]])
def test_whether_a_prophet_is_out_of_its_corner_worked_out_by_hand(example: dict[str, Any]) -> None:
    x, y = example["expect"]["final"]["a1"]
    out = is_out_of_corner(x, y, 10_000, MAP.corner(example["corner"]))
    assert out is not example["expect"]["reflick_offered"]


# --- The Hand ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("deity-dagda")
@pytest.mark.parametrize(
    ("end", "fits"),
    [((60_000, 0), True), ((36_000, 48_000), True), ((59_999, 0), True), ((0, 60_001), True),
     ((59_998, 0), False), ((0, -60_002), False), ((42_425, 42_427), True), ((42_424, 42_427), False),
     ((42_428, 42_428), False)],
)  # fmt: skip
def test_the_hand_has_its_length_to_a_micrometre(end: Point, fits: bool) -> None:
    assert is_hand_length(((0, 0), end), 60_000) is fits


@pytest.mark.clause("deity-dagda")
def test_the_hand_touches_discs_at_the_most_and_stays_on_the_mat() -> None:
    wall = ((100_000, 100_000), (160_000, 100_000))
    assert is_clear_of(wall, disc("a", 130_000, 110_000))
    assert not is_clear_of(wall, disc("a", 130_000, 109_999))
    assert is_clear_of(wall, disc("a", 166_000, 108_000))
    assert not is_clear_of(wall, disc("a", 166_000, 107_999))
    assert is_on_mat(((0, 0), (60_000, 0)), MAP.mat)
    assert not is_on_mat(((-1, 0), (59_999, 0)), MAP.mat)
