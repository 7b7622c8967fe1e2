"""D-1, D-2, physics 3: from a command to a launch, in exact integers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.flick_of_faith.physics.board import LARGEST_DIRECTION, LARGEST_SPEED, Launch
from domain.flick_of_faith.physics.constants import PHYSICS
from domain.flick_of_faith.physics.launching import (
    STILL,
    Scatter,
    deceleration,
    is_direction,
    is_speed,
    launch,
    scatter,
)

directions = st.tuples(st.integers(-30_000, 30_000), st.integers(-30_000, 30_000)).filter(lambda way: way != (0, 0))
scatters = st.builds(Scatter, st.integers(-1000, 1000), st.integers(-900, 900))


@pytest.mark.clause("D-1")
@pytest.mark.parametrize(
    ("way", "allowed"),
    [
        ((1, 0), True), ((0, -1), True), ((30_000, -30_000), True),
        ((0, 0), False), ((30_001, 0), False), ((5, -30_001), False),
    ],
)  # fmt: skip
def test_a_direction_has_some_length_and_not_too_much(way: tuple[int, int], allowed: bool) -> None:
    assert is_direction(*way) is allowed


@pytest.mark.clause("D-1")
@pytest.mark.parametrize(("speed", "allowed"), [(0, False), (1, True), (3000, True), (3001, False), (-5, False)])
def test_a_speed_is_1_to_3000_mm_a_second(speed: int, allowed: bool) -> None:
    assert is_speed(speed) is allowed


@pytest.mark.clause("D-2")
def test_without_scatter_direction_and_speed_are_only_multiplied() -> None:
    assert launch("a", (3, -7), 974) == launch("a", (3, -7), 974, STILL) == Launch("a", 3000, -7000, 974_000)


@pytest.mark.clause("D-2")
def test_scatter_turns_the_direction_to_the_left_and_changes_the_speed() -> None:
    assert launch("a", (1, 0), 1000, Scatter(30, -40)) == Launch("a", 1000, 30, 960_000)
    assert launch("a", (0, 1), 1000, Scatter(30, 40)) == Launch("a", -30, 1000, 1_040_000)


# Draws of angle and speed, factors, and the scatter that they make.
DRAWN = [
    ((), (), (), (0, 0)),
    ((30, -12), (-40, -40), (), (18, -80)),
    ((30, 30), (40, 40), (4,), (240, 320)),
    ((30, 30), (40, 40), (4, 2, 2), (960, 900)),
    ((-30, -30), (-40, -40), (4, 2, 2, 2), (-1000, -900)),
    ((1, -1), (0, 0), (2,), (0, 0)),
]


@pytest.mark.clause("D-2")
@pytest.mark.parametrize(("angles", "speeds", "factors", "expected"), DRAWN)
def test_scatter_is_the_sum_of_the_draws_times_all_factors_within_limits(
    angles: tuple[int, ...], speeds: tuple[int, ...], factors: tuple[int, ...], expected: tuple[int, int]
) -> None:
    assert scatter(angles, speeds, factors) == Scatter(*expected)


@pytest.mark.clause("D-2")
@given(directions, st.integers(1, 3000), scatters)
def test_every_launch_is_exact_in_binary64_and_one_that_can_be_simulated(
    way: tuple[int, int], speed: int, scattered: Scatter
) -> None:
    made = launch("a", way, speed, scattered)
    square = made.dx * made.dx + made.dy * made.dy
    assert 0 < square < 2**53
    assert int(float(square)) == square
    assert max(abs(made.dx), abs(made.dy)) <= LARGEST_DIRECTION
    assert 0 < made.speed <= LARGEST_SPEED


@pytest.mark.clause("D-3")
def test_laws_change_the_deceleration_by_whole_numbers_only() -> None:
    assert deceleration() == PHYSICS.decel_um_per_s2 == 2_500_000
    assert deceleration([(1, 2)]) == 1_250_000
    assert deceleration([(1, 2), (3, 1)]) == 3_750_000
    for factor in ((1, 3), (0, 1), (-1, 1)):
        with pytest.raises(ValueError, match="whole"):
            deceleration([factor])
