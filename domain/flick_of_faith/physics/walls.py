"""Walls, such as Dagda's Hand (physics 5, `wall`; physics 6, WALL): segments of no thickness that nothing moves."""
# ruff: noqa: N803, N806 - the names are those of the specification's formulas

from math import sqrt

from domain.flick_of_faith.physics.board import Wall
from domain.flick_of_faith.physics.constants import E_FIXED, S_MIN, V_EPS
from domain.flick_of_faith.physics.motion import Motion


class Standing:
    """A wall made ready: its first end, its vector, and the square of its length and the length."""

    __slots__ = ("L", "L2", "ends", "wx", "wy", "x1", "y1")

    def __init__(self, wall: Wall) -> None:
        self.x1, self.y1, x2, y2 = (float(value) for value in wall)
        self.wx, self.wy = x2 - self.x1, y2 - self.y1
        self.L2 = self.wx * self.wx + self.wy * self.wy
        self.L = sqrt(self.L2)
        self.ends = ((self.x1, self.y1), (x2, y2))


def distance_to_wall(motion: Motion, i: int, wall: Standing) -> float | None:
    """physics 5: how far a moving disc slides until it meets a wall's side or one of its ends; None if never."""
    x, y, r, ux, uy, s = motion.x[i], motion.y[i], motion.r[i], motion.ux[i], motion.uy[i], motion.s[i]
    wx, wy, L2, L = wall.wx, wall.wy, wall.L2, wall.L
    px, py = x - wall.x1, y - wall.y1
    h = (wx * py - wy * px) / L
    un = (wx * uy - wy * ux) / L
    if h < 0.0:
        h, un = -h, -un
    best = None
    if un < 0.0:
        gap = h - r
        d = gap / (-un) if gap > 0.0 else 0.0
        k = (px + ux * d) * wx + (py + uy * d) * wy
        if 0.0 <= k <= L2 and (gap > 0.0 or s * (-un) >= V_EPS):
            best = d
    for ex, ey in wall.ends:
        to_end = _distance_to_point(ex - x, ey - y, r, ux, uy, s)
        if to_end is not None and (best is None or to_end < best):
            best = to_end
    return best


def _distance_to_point(Dx: float, Dy: float, r: float, ux: float, uy: float, s: float) -> float | None:
    """physics 5: as `hit_rest` against a point, without the test of reach."""
    b = Dx * ux + Dy * uy
    if b <= 0.0:
        return None
    D2 = Dx * Dx + Dy * Dy
    c = D2 - r * r
    if c <= 0.0:
        return None if s * b < V_EPS * sqrt(D2) else 0.0
    q = b * b - c
    return None if q <= 0.0 else c / (b + sqrt(q))


def bounce(motion: Motion, i: int, wall: Standing) -> None:
    """physics 6, WALL: the disc is thrown back from the nearest point of the wall."""
    x, y, s = motion.x[i], motion.y[i], motion.s[i]
    k = ((x - wall.x1) * wall.wx + (y - wall.y1) * wall.wy) / wall.L2
    k = min(max(k, 0.0), 1.0)
    nx, ny = x - (wall.x1 + wall.wx * k), y - (wall.y1 + wall.wy * k)
    D = sqrt(nx * nx + ny * ny)
    nx, ny = nx / D, ny / D
    vx, vy = motion.ux[i] * s, motion.uy[i] * s
    vn = -(vx * nx + vy * ny)
    m = (1.0 + E_FIXED) * (vn if vn >= V_EPS else V_EPS)
    motion.set_velocity(i, vx + m * nx, vy + m * ny, S_MIN)
