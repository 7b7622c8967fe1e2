"""When two moving discs meet (physics 5, `pair`): the first time at which their distance, a polynomial of time, is small
enough. Names follow the specification's formulas; so does the order of every sum."""
# ruff: noqa: N803, N806, SIM300 - the names are those of the specification's formulas

from collections.abc import Callable
from math import sqrt

from domain.flick_of_faith.physics.constants import PHYSICS, V_EPS
from domain.flick_of_faith.physics.motion import Motion

STEPS = PHYSICS.bisection_steps
MARGIN = 1.0

Function = Callable[[float], float]


def first_contact(motion: Motion, i: int, j: int, soon: float) -> float | None:
    """physics 5: the time until moving discs i < j meet, before either stops, or None. Where it is certain to be later than
    `soon`, None as well: by more than rounding can do, they are too far apart to meet until then."""
    a = motion.decel
    si, sj = motion.s[i], motion.s[j]
    Dx, Dy = motion.x[j] - motion.x[i], motion.y[j] - motion.y[i]
    D2 = Dx * Dx + Dy * Dy
    R = motion.r[i] + motion.r[j]
    lim = R + (si * si) / (2.0 * a) + (sj * sj) / (2.0 * a)
    near = R + (si + sj) * soon + MARGIN
    if D2 > lim * lim or D2 > near * near:
        return None
    uxi, uyi, uxj, uyj = motion.ux[i], motion.uy[i], motion.ux[j], motion.uy[j]
    Vx, Vy = uxj * sj - uxi * si, uyj * sj - uyi * si
    h = 0.5 * a
    Bx, By = h * (uxi - uxj), h * (uyi - uyj)
    c4 = Bx * Bx + By * By
    c3 = 2.0 * (Vx * Bx + Vy * By)
    c2 = (Vx * Vx + Vy * Vy) + 2.0 * (Dx * Bx + Dy * By)
    c1 = 2.0 * (Dx * Vx + Dy * Vy)
    c0 = D2 - R * R
    d4, d3, d2 = 4.0 * c4, 3.0 * c3, 2.0 * c2

    def f(t: float) -> float:
        return (((c4 * t + c3) * t + c2) * t + c1) * t + c0

    def g(t: float) -> float:
        return ((d4 * t + d3) * t + d2) * t + c1

    T = (si if si < sj else sj) / a
    return _first_approach(f, g, _turning_points(6.0 * c4, 3.0 * c3, c2, T), -2.0 * R * V_EPS)


def _turning_points(P: float, Q: float, S: float, T: float) -> list[float]:
    """The times between 0 and T at which the derivative has no slope, where P*t*t + Q*t + S is 0, and T."""
    if P == 0.0 or (disc := Q * Q - 4.0 * P * S) <= 0.0:
        return [T]
    root = sqrt(disc)
    w = -0.5 * (Q + root) if Q >= 0.0 else -0.5 * (Q - root)
    times = {w / P, S / w} if w != 0.0 else {w / P}
    return [*sorted(t for t in times if 0.0 < t < T), T]


def _first_approach(f: Function, g: Function, points: list[float], k: float) -> float | None:
    """The first time at which `f` falls to 0; where it is below already, at which it falls faster than `k`.

    Between two points `f` turns at most once, and is cut there; in each piece from p to q it then rises or falls throughout.
    """
    p, fp, gp = 0.0, f(0.0), g(0.0)
    for end in points:
        f_end, g_end = f(end), g(end)
        pieces = [(end, f_end, g_end)]
        if gp < 0.0 < g_end or g_end < 0.0 < gp:
            z = bisect(g, p, end, gp < 0.0)
            pieces = [(z, f(z), g(z)), *pieces]
        for q, fq, gq in pieces:
            if fq < fp:
                if fp <= 0.0:
                    if gp < k:
                        return p
                    if gq < k:
                        return bisect(lambda t: g(t) - k, p, q, False)
                elif fq <= 0.0:
                    return bisect(f, p, q, False)
            p, fp, gp = q, fq, gq
    return None


def bisect(function: Function, lo: float, hi: float, negative: bool) -> float:
    """physics 5: where `function` changes its sign between lo and hi; `negative` tells that it is below 0 at lo."""
    for _ in range(STEPS):
        mid = 0.5 * (lo + hi)
        if mid <= lo or mid >= hi:
            break
        if (function(mid) < 0.0) == negative:
            lo = mid
        else:
            hi = mid
    return hi
