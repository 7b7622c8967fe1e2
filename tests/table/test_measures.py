"""Lengths and angles as people read them."""

from math import atan2
from math import degrees as in_degrees

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.table.measures import degrees, millimetres, root

component = st.integers(-1_000_000, 1_000_000)


@given(component, component)
def test_a_direction_is_told_to_a_tenth_of_a_degree(dx: int, dy: int) -> None:
    apart = abs(float(degrees(dx, dy)) - in_degrees(atan2(dy, dx)) % 360)
    assert min(apart, 360 - apart) < 0.0501


@pytest.mark.parametrize(
    ("dx", "dy", "said"),
    [
        (1, 0, "0"),
        (7, 7, "45"),
        (0, 3, "90"),
        (-2, 0, "180"),
        (0, -1, "270"),
        (10_000, -1, "0"),
        (3, 1, "18.4"),
        (0, 0, "0"),
    ],
)
def test_directions_go_round_from_east_by_north(dx: int, dy: int, said: str) -> None:
    assert degrees(dx, dy) == said


@pytest.mark.parametrize(
    ("length", "said"), [(0, "0"), (49, "0"), (-49, "0"), (50, "0.1"), (141_949, "141.9"), (-9_960, "-10")]
)
def test_lengths_are_told_to_a_tenth_of_a_millimetre(length: int, said: str) -> None:
    assert millimetres(length) == said


@given(st.integers(0, 10**30))
def test_a_root_is_the_nearest_whole_number(square: int) -> None:
    found = root(square)
    assert (2 * found - 1) ** 2 <= 4 * square <= (2 * found + 1) ** 2 or found == 0
