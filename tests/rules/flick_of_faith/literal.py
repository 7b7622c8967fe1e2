"""The simulation once more, word for word as the specification has it (physics 4 to 8), with nothing left out for speed.

It shares no code with the product, so that where both agree on every bit, neither has lost a candidate or turned a sum round.
"""
# ruff: noqa: N806, SIM300 - the names are those of the specification's formulas

import hashlib
import itertools
import math
import struct
from collections.abc import Callable, Sequence

HIT, WALL, EDGE, STOP = range(4)
V_EPS = S_MIN = 1000.0
Answer = tuple[list[tuple[int, int]], list[int], int, str]


class Literal:
    """One flick. Discs are (x, y, radius, inverse mass in quarters), launches (index, dx, dy, speed)."""

    def __init__(self, width: int, height: int, a: int, discs: Sequence[Sequence[int]]) -> None:
        self.W, self.H, self.a = float(width), float(height), float(a)
        self.x, self.y, self.r = ([float(disc[n]) for disc in discs] for n in range(3))
        self.im = [disc[3] / 4 for disc in discs]
        self.ux, self.uy, self.s = ([0.0 for _ in discs] for _ in range(3))
        self.off: list[int] = []
        self.walls: list[tuple[float, ...]] = []

    def fly(self, launches: Sequence[Sequence[int]], walls: Sequence[Sequence[int]]) -> Answer:
        self.walls = [tuple(float(v) for v in wall) for wall in walls]
        for i, dx, dy, speed in launches:
            L = math.sqrt(float(dx * dx + dy * dy))
            self.ux[i], self.uy[i], self.s[i] = dx / L, dy / L, float(speed)
        log, events, run = b"", 0, 0
        while True:
            moving = [i for i in range(len(self.x)) if self.s[i] > 0]
            if not moving or events == 10000:
                break
            t, kind, i, j = min(self.candidates(moving))
            for k in moving:
                d = t * (self.s[k] - (0.5 * self.a) * t)
                self.x[k] = self.x[k] + self.ux[k] * d
                self.y[k] = self.y[k] + self.uy[k] * d
                self.s[k] = max(self.s[k] - self.a * t, 0)
            self.apply(kind, i, j)
            run = run + 1 if t < 1e-9 else 0
            if run >= 1000 and kind in (HIT, WALL):
                run = 0
                self.s[i] = 0
                if kind == HIT:
                    self.s[j] = 0
            log += struct.pack(">B", kind) + struct.pack(">h", i) + struct.pack(">h", j) + struct.pack(">d", t)
            events += 1
        final = [(math.floor(x + 0.5), math.floor(y + 0.5)) for x, y in zip(self.x, self.y, strict=True)]
        for x, y in zip(self.x, self.y, strict=True):
            log += struct.pack(">d", x) + struct.pack(">d", y)
        return final, self.off, events, hashlib.sha256(log).hexdigest()

    def candidates(self, moving: list[int]) -> list[tuple[float, int, int, int]]:
        found = []
        for i in moving:
            reach = (self.s[i] * self.s[i]) / (2 * self.a)
            found.append((self.s[i] / self.a, STOP, i, -1))
            d = self.edge(i)
            if d is not None and d < reach:
                found.append((self.time(i, d), EDGE, i, -1))
            for w in range(len(self.walls)):
                d = self.wall(i, w)
                if d is not None and d <= reach:
                    found.append((self.time(i, d), WALL, i, w))
            for j in range(len(self.x)):
                if j == i or j in self.off:
                    continue
                if self.s[j] > 0:
                    t = self.pair(i, j) if j > i else None
                    if t is not None:
                        found.append((t, HIT, i, j))
                else:
                    t = self.hit_rest(i, j, reach)
                    if t is not None:
                        found.append((t, HIT, min(i, j), max(i, j)))
        return found

    def time(self, i: int, d: float) -> float:
        q = self.s[i] * self.s[i] - (2 * self.a) * d
        if q < 0:
            q = 0.0
        return (2 * d) / (self.s[i] + math.sqrt(q))

    def edge(self, i: int) -> float | None:
        values = []
        for u, at, far in ((self.ux[i], self.x[i], self.W), (self.uy[i], self.y[i], self.H)):
            if u > 0:
                values.append((far - at) / u)
            elif u < 0:
                values.append((0 - at) / u)
        return min(values) if values else None

    def hit_rest(self, i: int, j: int, reach: float) -> float | None:
        Dx, Dy = self.x[j] - self.x[i], self.y[j] - self.y[i]
        b = Dx * self.ux[i] + Dy * self.uy[i]
        if b <= 0:
            return None
        R = self.r[i] + self.r[j]
        D2 = Dx * Dx + Dy * Dy
        c = D2 - R * R
        if c <= 0:
            return None if self.s[i] * b < V_EPS * math.sqrt(D2) else 0.0
        q = b * b - c
        if q <= 0:
            return None
        d = c / (b + math.sqrt(q))
        return None if d > reach else self.time(i, d)

    def pair(self, i: int, j: int) -> float | None:
        a, si, sj, uxi, uyi, uxj, uyj = self.a, self.s[i], self.s[j], self.ux[i], self.uy[i], self.ux[j], self.uy[j]
        T = min(si, sj) / a
        Dx, Dy = self.x[j] - self.x[i], self.y[j] - self.y[i]
        D2 = Dx * Dx + Dy * Dy
        R = self.r[i] + self.r[j]
        lim = R + (si * si) / (2.0 * a) + (sj * sj) / (2.0 * a)
        if D2 > lim * lim:
            return None
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

        points = [0.0]
        P, Q, S = 6.0 * c4, 3.0 * c3, c2
        disc = Q * Q - 4.0 * P * S
        if P != 0 and disc > 0:
            sq = math.sqrt(disc)
            w = -0.5 * (Q + sq) if Q >= 0 else -0.5 * (Q - sq)
            times = [w / P]
            if w != 0:
                times.append(S / w)
            for t in sorted(t for t in times if 0 < t < T):
                if t > points[-1]:
                    points.append(t)
        points.append(T)
        k = -2.0 * R * V_EPS
        for lo, hi in itertools.pairwise(points):
            pieces = [(lo, hi)]
            if (g(lo) < 0 and g(hi) > 0) or (g(lo) > 0 and g(hi) < 0):
                z = bisect(g, lo, hi, g(lo) < 0)
                pieces = [(lo, z), (z, hi)]
            for p, q in pieces:
                if f(q) < f(p):
                    if f(p) <= 0:
                        if g(p) < k:
                            return p
                        if g(q) < k:
                            return bisect(lambda t: g(t) - k, p, q, False)
                    elif f(q) <= 0:
                        return bisect(f, p, q, False)
        return None

    def wall(self, i: int, w: int) -> float | None:
        x1, y1, x2, y2 = self.walls[w]
        wx, wy = x2 - x1, y2 - y1
        L2 = wx * wx + wy * wy
        L = math.sqrt(L2)
        px, py = self.x[i] - x1, self.y[i] - y1
        h = (wx * py - wy * px) / L
        un = (wx * self.uy[i] - wy * self.ux[i]) / L
        if h < 0:
            h, un = -h, -un
        best = None
        if un < 0:
            gap = h - self.r[i]
            d = gap / (-un) if gap > 0 else 0.0
            k = (px + self.ux[i] * d) * wx + (py + self.uy[i] * d) * wy
            if 0 <= k <= L2 and (gap > 0 or self.s[i] * (-un) >= V_EPS):
                best = d
        for ex, ey in ((x1, y1), (x2, y2)):
            Dx, Dy = ex - self.x[i], ey - self.y[i]
            b = Dx * self.ux[i] + Dy * self.uy[i]
            if b <= 0:
                continue
            D2 = Dx * Dx + Dy * Dy
            c = D2 - self.r[i] * self.r[i]
            if c <= 0:
                if self.s[i] * b < V_EPS * math.sqrt(D2):
                    continue
                d = 0.0
            else:
                q = b * b - c
                if q <= 0:
                    continue
                d = c / (b + math.sqrt(q))
            if best is None or d < best:
                best = d
        return best

    def apply(self, kind: int, i: int, j: int) -> None:
        if kind == STOP:
            self.s[i] = 0
        elif kind == EDGE:
            self.s[i] = 0
            self.off.append(i)
        elif kind == HIT:
            self.hit(i, j)
        else:
            self.bounce(i, j)

    def hit(self, i: int, j: int) -> None:
        Dx, Dy = self.x[j] - self.x[i], self.y[j] - self.y[i]
        D = math.sqrt(Dx * Dx + Dy * Dy)
        nx, ny = Dx / D, Dy / D
        vix, viy = self.ux[i] * self.s[i], self.uy[i] * self.s[i]
        vjx, vjy = self.ux[j] * self.s[j], self.uy[j] * self.s[j]
        vn = (vix - vjx) * nx + (viy - vjy) * ny
        if vn < V_EPS:
            vn = V_EPS
        e = 2 / 4 if self.im[i] == 0 or self.im[j] == 0 else 3 / 4
        J = ((1.0 + e) * vn) / (self.im[i] + self.im[j])
        if self.im[i] > 0:
            k = J * self.im[i]
            self.set(i, vix - k * nx, viy - k * ny)
        if self.im[j] > 0:
            k = J * self.im[j]
            self.set(j, vjx + k * nx, vjy + k * ny)

    def bounce(self, i: int, w: int) -> None:
        x1, y1, x2, y2 = self.walls[w]
        wx, wy = x2 - x1, y2 - y1
        k = ((self.x[i] - x1) * wx + (self.y[i] - y1) * wy) / (wx * wx + wy * wy)
        k = 0.0 if k < 0 else 1.0 if k > 1 else k
        nx, ny = self.x[i] - (x1 + wx * k), self.y[i] - (y1 + wy * k)
        D = math.sqrt(nx * nx + ny * ny)
        nx, ny = nx / D, ny / D
        vix, viy = self.ux[i] * self.s[i], self.uy[i] * self.s[i]
        vn = -(vix * nx + viy * ny)
        if vn < V_EPS:
            vn = V_EPS
        m = (1.0 + 2 / 4) * vn
        self.set(i, vix + m * nx, viy + m * ny)

    def set(self, i: int, vx: float, vy: float) -> None:
        v = math.sqrt(vx * vx + vy * vy)
        if v < S_MIN:
            self.s[i] = 0
        else:
            self.ux[i], self.uy[i], self.s[i] = vx / v, vy / v, v


def bisect(fn: Callable[[float], float], lo: float, hi: float, neg: bool) -> float:
    for _ in range(80):
        mid = 0.5 * (lo + hi)
        if mid <= lo or mid >= hi:
            break
        if (fn(mid) < 0) == neg:
            lo = mid
        else:
            hi = mid
    return hi
