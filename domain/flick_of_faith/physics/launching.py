"""From a flick's command to a launch (D-1, D-2; physics 3): exact integers all the way."""

from collections.abc import Iterable
from math import prod

import msgspec

from domain.flick_of_faith.physics.board import Launch
from domain.flick_of_faith.physics.constants import PHYSICS

Direction = tuple[int, int]


class Scatter(msgspec.Struct, frozen=True):
    """What chance does to a flick: `angle` in thousandths of a tangent, `speed` in thousandths of the speed."""

    angle: int = 0
    speed: int = 0


STILL = Scatter()
"""No scatter: what the profile `none` gives, and what a preview shows."""


def is_direction(dx: int, dy: int) -> bool:
    """D-1, BAD_DIRECTION: whether a flick may go that way."""
    return 0 < max(abs(dx), abs(dy)) <= PHYSICS.command_limits.direction_abs_max


def is_speed(speed: int) -> bool:
    """D-1, BAD_SPEED: whether a flick may have that many mm/s."""
    slowest, fastest = PHYSICS.command_limits.speed_mm_per_s
    return slowest <= speed <= fastest


def scatter(angle_draws: Iterable[int], speed_draws: Iterable[int], factors: Iterable[int] = ()) -> Scatter:
    """physics 3: the scatter that these drawn integers make, times the factors of all Laws in force, within its limits."""
    factor, clamp = prod(factors), PHYSICS.scatter_clamp
    return Scatter(_clamped(sum(angle_draws) * factor, clamp.angle), _clamped(sum(speed_draws) * factor, clamp.speed))


def launch(disc: str, direction: Direction, speed: int, scattered: Scatter = STILL) -> Launch:
    """physics 3: the launch that a command's direction and speed (mm/s) become.

    dx'*dx' + dy'*dy' is (dx*dx + dy*dy) * (1000*1000 + n*n), at most 3.6e15, so it is exact in binary64.
    """
    (dx, dy), n = direction, scattered.angle
    return Launch(disc, dx * 1000 - dy * n, dx * n + dy * 1000, speed * (1000 + scattered.speed))


def deceleration(factors: Iterable[tuple[int, int]] = ()) -> int:
    """physics 4, rules 9 `friction_factor`: `a` in um/s2 after the Laws' factors, each as numerator and denominator.

    ValueError where it does not come out whole and positive.
    """
    decel = PHYSICS.decel_um_per_s2
    for numerator, denominator in factors:
        decel, rest = divmod(decel * numerator, denominator)
        if rest or decel <= 0:
            raise ValueError(f"friction times {numerator}/{denominator} is no whole deceleration")
    return decel


def _clamped(value: int, most: int) -> int:
    return max(-most, min(most, value))
