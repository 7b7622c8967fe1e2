"""Discs on their way (physics 4, 5): the working values, and how time passes for them."""

from collections.abc import Iterable, Sequence
from math import sqrt

from domain.flick_of_faith.physics.board import Board, Launch

Rest = tuple[int, float, float, float]


class Motion:
    """The working values by a disc's index on the board: place, radius, inverse mass, direction, and speed, 0 at rest.

    `moving` has the indexes with a speed, ascending; `resting` index, x, y and radius of each other disc on the mat;
    `moved` the indexes that ever had a speed, and `off` those that left the mat, in that order. `largest` is a radius.
    """

    __slots__ = (
        *("decel", "height", "im", "largest", "moved", "moving", "off", "r", "resting", "s", "twice_decel"),
        *("ux", "uy", "width", "x", "y"),
    )

    def __init__(self, board: Board, launches: Sequence[Launch], decel: int) -> None:
        discs, everyone = board.discs, range(len(board.discs))
        self.width, self.height = float(board.width), float(board.height)
        self.decel = float(decel)
        self.twice_decel = 2.0 * self.decel
        self.x = [float(disc.x) for disc in discs]
        self.y = [float(disc.y) for disc in discs]
        self.r = [float(disc.radius) for disc in discs]
        self.im = [disc.inv_mass_quarters / 4.0 for disc in discs]
        self.largest = max(self.r, default=0.0)
        still = [0.0] * len(discs)
        self.ux, self.uy, self.s = still, still.copy(), still.copy()
        self.off: list[int] = []
        ids = [disc.id for disc in discs]
        self.moving = sorted([ids.index(launch.id) for launch in launches])
        for launch in launches:
            self._launch(ids.index(launch.id), launch)
        self.moved = set(self.moving)
        self.resting: dict[int, Rest] = dict(enumerate(zip(everyone, self.x, self.y, self.r, strict=True)))
        for i in self.moving:
            del self.resting[i]

    def _launch(self, i: int, launch: Launch) -> None:
        """physics 4."""
        length = sqrt(float(launch.dx * launch.dx + launch.dy * launch.dy))
        self.ux[i], self.uy[i], self.s[i] = launch.dx / length, launch.dy / length, float(launch.speed)

    def advance(self, t: float) -> None:
        """physics 5: let a time pass in which nothing happens."""
        a = self.decel
        half, lost = 0.5 * a, a * t
        xs, ys, speeds = self.x, self.y, self.s
        for k in self.moving:
            s = speeds[k]
            d = t * (s - half * t)
            xs[k] = xs[k] + self.ux[k] * d
            ys[k] = ys[k] + self.uy[k] * d
            s = s - lost
            speeds[k] = s if s > 0.0 else 0.0

    def set_velocity(self, i: int, vx: float, vy: float, least: float) -> None:
        """physics 6, `set`: what is slower than `least` is at rest."""
        v = sqrt(vx * vx + vy * vy)
        if v < least:
            self.s[i] = 0.0
        else:
            self.ux[i], self.uy[i], self.s[i] = vx / v, vy / v, v

    def leave(self, i: int) -> None:
        """physics 6, EDGE: a disc is off the mat."""
        self.s[i] = 0.0
        self.off.append(i)

    def note_moving(self, hit: Iterable[int]) -> None:
        """Bring `moving` and `resting` in line with the speeds, after an event in which the discs of `hit` may have begun
        to move and any may have stopped."""
        speeds, resting = self.s, self.resting
        started = [i for i in hit if speeds[i] > 0.0 and i in resting]
        stopped = [i for i in self.moving if not speeds[i] > 0.0]
        if not (started or stopped):
            return
        for i in stopped:
            if i not in self.off:
                resting[i] = (i, self.x[i], self.y[i], self.r[i])
        for i in started:
            del resting[i]
        self.moved.update(started)
        self.moving = sorted([i for i in self.moving if speeds[i] > 0.0] + started)
