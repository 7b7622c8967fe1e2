"""The ways that discs take, for pictures and animation. They are seen along the way and change nothing of it."""

from collections.abc import Sequence
from math import floor

import msgspec

from domain.flick_of_faith.physics.board import Board, Launch, Wall, check_flick
from domain.flick_of_faith.physics.motion import Motion
from domain.flick_of_faith.physics.simulator import HIT, events_of
from domain.flick_of_faith.physics.walls import Standing

Waypoint = tuple[int, int, int]
"""Microseconds since the flick, x, y."""


class Trail(msgspec.Struct, frozen=True):
    """Where a disc was at its start, at every event while it moved, and at its end. In between it slides straight on, and
    slows down at the constant rate of the flick (physics 2)."""

    id: str
    points: tuple[Waypoint, ...]


def trails_of(board: Board, launches: Sequence[Launch], walls: Sequence[Wall], decel: int) -> tuple[Trail, ...]:
    """The ways of all discs that a flick moves, by id. UnsoundFlick for what cannot be simulated."""
    check_flick(board, launches, walls, decel)
    motion = Motion(board, launches, decel)
    points = {i: [_waypoint(motion, i, 0.0)] for i in motion.moving}
    clock, before = 0.0, motion.moving
    for t, kind, i, j in events_of(motion, [Standing(wall) for wall in walls]):
        clock += t
        for k in {*before, i, j} if kind == HIT else before:
            waypoint = _waypoint(motion, k, clock)
            trail = points.setdefault(k, [])
            if (k in before or k in motion.moving) and waypoint not in trail[-1:]:
                trail.append(waypoint)
        before = motion.moving
    return tuple(Trail(board.discs[k].id, tuple(trail)) for k, trail in sorted(points.items()) if trail)


def _waypoint(motion: Motion, k: int, clock: float) -> Waypoint:
    return floor(clock * 1e6 + 0.5), floor(motion.x[k] + 0.5), floor(motion.y[k] + 0.5)
