"""FF-2.2, D-3 to D-6: what lies on what, and what becomes of it when a flick moves the base or takes it away."""

from collections.abc import Iterable

import pytest

from domain.flick_of_faith.discs import (
    Disc,
    base_of,
    base_under,
    free_to_the_east,
    ground,
    overlaps,
    riders_of,
    settle,
)
from domain.flick_of_faith.physics.board import Board, Launch
from domain.flick_of_faith.physics.outcome import after_flight
from domain.flick_of_faith.physics.simulator import simulate
from tests.rules.flick_of_faith.boards import DECEL, SIDE, disc


def laid(*discs: Disc) -> dict[str, Disc]:
    return {one.id: one for one in discs}


def flicked(lying: dict[str, Disc], speed: int) -> dict[str, Disc]:
    """All discs after disc a is flicked to the east."""
    flight = simulate(Board(SIDE, SIDE, ground(lying)), [Launch("a", 1000, 0, speed * 1000)], [], DECEL)
    return after_flight(lying, flight)


def places(discs: Iterable[Disc]) -> dict[str, tuple[int, int, str | None]]:
    return {one.id: (one.x, one.y, one.on) for one in discs}


@pytest.mark.clause("D-1")
@pytest.mark.parametrize(
    ("x", "y", "overlap"), [(52_000, 56_000, False), (52_000, 55_000, True), (40_000, 40_000, True)]
)
def test_discs_overlap_when_they_do_more_than_touch(x: int, y: int, overlap: bool) -> None:
    assert overlaps(disc("a", 40_000, 40_000), disc("b", x, y)) is overlap


@pytest.mark.clause("D-6")
def test_a_ground_disc_that_carries_a_temple_is_fixed() -> None:
    lying = laid(
        disc("c", 0, 0), disc("b", 100_000, 0), disc("t", 100_000, 9, "temple", on="b"), disc("r", 0, 5, on="c")
    )
    assert [(one.id, one.inv_mass_quarters) for one in ground(lying)] == [("b", 0), ("c", 4)]
    assert [one.id for one in riders_of("b", lying)] == ["t"]
    assert base_of(lying["t"], lying) == lying["b"]
    assert base_of(lying["c"], lying) == lying["c"]


@pytest.mark.clause("D-5")
def test_a_disc_lies_on_the_nearest_ground_disc_that_it_overlaps_and_of_those_on_the_lowest_id() -> None:
    b, c, rider = disc("b", 0, 0), disc("c", 30_000, 0), disc("a", 15_000, 0, on="b")
    assert base_under(disc("t", 14_999, 0), (c, b, rider)) == "b"
    assert base_under(disc("t", 15_001, 0), (c, b, rider)) == "c"
    assert base_under(disc("t", 15_000, 0), (c, b, rider)) == "b"
    assert base_under(disc("t", 15_000, 20_000), (c, b, rider)) is None


@pytest.mark.clause("D-3")
def test_riders_of_a_base_that_is_gone_settle_one_after_the_other() -> None:
    lying = laid(
        disc("n", 50_000, 0),
        disc("r3", 33_000, 0, on="gone"),
        disc("r1", 0, 0, on="gone"),
        disc("r2", 15_000, 0, on="gone"),
        disc("s", 50_000, 1, on="n"),
    )
    assert settle(lying) == {"r1": None, "r2": "r1", "r3": "n"}


@pytest.mark.clause("D-3", "FF-2.2")
def test_a_rider_moves_as_far_as_its_base() -> None:
    lying = laid(disc("a", 60_000, 50_000), disc("b", 160_000, 50_000), disc("r", 155_000, 63_000, on="b"))
    after = flicked(lying, 1000)
    assert places(after.values()) == {
        "a": (141_875, 50_000, None), "b": (251_875, 50_000, None), "r": (246_875, 63_000, "b"),
    }  # fmt: skip


@pytest.mark.clause("D-3")
def test_when_the_base_leaves_the_map_its_riders_drop_where_they_lay() -> None:
    lying = laid(
        disc("a", 60_000, 50_000),
        disc("b", 455_000, 50_000),
        disc("r2", 457_000, 60_000, on="b"),
        disc("r1", 450_000, 45_000, on="b"),
        disc("r3", 455_000, 100_000, on="b"),
    )
    after = flicked(lying, 2000)
    assert places(after.values()) == {
        "a": (441_641, 50_000, None),
        "b": (480_000, 50_000, None),
        "r1": (450_000, 45_000, "a"),
        "r2": (457_000, 60_000, "a"),
        "r3": (455_000, 100_000, None),
    }


@pytest.mark.clause("D-6", "FF-6.4")
def test_a_prophet_under_a_temple_is_bounced_off() -> None:
    lying = laid(disc("a", 60_000, 50_000), disc("b", 160_000, 50_000), disc("t", 165_000, 50_000, "temple", on="b"))
    after = flicked(lying, 1000)
    assert (after["b"], after["t"]) == (lying["b"], lying["t"])
    assert after["a"].x == 140_000 - 600_000 // 20


@pytest.mark.clause("law-king-ape")
def test_a_taken_spot_is_left_for_the_nearest_free_one_to_the_east() -> None:
    ape = disc("k", 240_000, 240_000, "sphinx")
    assert free_to_the_east(ape, [], SIDE) == (240_000, 240_000)
    assert free_to_the_east(ape, [ape, disc("b", 268_000, 240_000)], SIDE) == (240_000, 240_000)
    assert free_to_the_east(ape, [disc("b", 267_999, 240_000)], SIDE) == (296_000, 240_000)
    assert free_to_the_east(ape, [disc("b", 267_000, 240_000)], SIDE) == (295_000, 240_000)
    assert free_to_the_east(ape, [disc("b", 240_000, 240_000, on="x")], SIDE) == (240_000, 240_000)
    assert free_to_the_east(ape, [disc("b", 240_000, 240_000)], 267_999) is None
