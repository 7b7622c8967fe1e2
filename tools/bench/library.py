"""The same flick by a library of 2D physics (pymunk, the extra `bench`): discs on a table seen from above, in steps of 1 ms.

The library has no friction with the ground: after each step every moving disc loses speed at the constant rate. Discs do not
spin and their rims are smooth; elasticities multiply to the restitutions of the game. Only discs that were flicked or touched
are looked at between steps, which is most of the time that it takes otherwise.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from math import sqrt
from typing import Any

from domain.flick_of_faith.physics.board import Board, Launch

MISSING = "" if find_spec("pymunk") else "not installed: pip install 'lost-souls[bench]'"
STEP = 0.001
MOVABLE, FIXED = sqrt(0.75), 0.5 / sqrt(0.75)


class Slide:
    """A board in millimetres, its flicked discs set in motion."""

    def __init__(self, board: Board, launches: Sequence[Launch], decel: int) -> None:
        import pymunk

        self._space = pymunk.Space()
        self._width, self._height, self._lost = board.width / 1000, board.height / 1000, decel / 1000 * STEP
        self._moving: set[Any] = set()
        flicked = {launch.id: launch for launch in launches}
        for disc in board.discs:
            mass = 4 / disc.inv_mass_quarters if disc.inv_mass_quarters else 0.0
            body = pymunk.Body(mass, float("inf")) if mass else pymunk.Body(body_type=pymunk.Body.STATIC)
            body.position = disc.x / 1000, disc.y / 1000
            shape = pymunk.Circle(body, disc.radius / 1000)
            shape.elasticity, shape.friction = MOVABLE if mass else FIXED, 0.0
            self._space.add(body, shape)
            if disc.id in flicked:
                self._set_in_motion(body, flicked[disc.id])
        self._space.on_collision(begin=self._touched)

    def _set_in_motion(self, body: Any, launch: Launch) -> None:
        pace = launch.speed / 1000 / sqrt(launch.dx**2 + launch.dy**2)
        body.velocity = launch.dx * pace, launch.dy * pace
        self._moving.add(body)

    def _touched(self, arbiter: Any, space: Any, data: Any) -> None:
        self._moving.update(shape.body for shape in arbiter.shapes)

    def run(self) -> int:
        """Until all discs are at rest or off the mat; returns how many steps it took."""
        steps, lost, width, height = 0, self._lost, self._width, self._height
        while self._moving:
            self._space.step(STEP)
            steps += 1
            for body in list(self._moving):
                vx, vy = body.velocity
                x, y = body.position
                speed = sqrt(vx * vx + vy * vy)
                if speed <= lost or not (0 <= x <= width and 0 <= y <= height):
                    body.velocity = 0, 0
                    self._moving.remove(body)
                else:
                    left = (speed - lost) / speed
                    body.velocity = vx * left, vy * left
        return steps
