"""The loop of `edd-1` (D-3; physics 5 to 8): find the next event, let time pass until then, apply it, until all is at rest."""
# ruff: noqa: N806 - the names are those of the specification's formulas

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain
from math import floor, inf, sqrt
from struct import Struct, pack

from domain.flick_of_faith.physics.board import Board, Flight, Launch, Wall, check_flick
from domain.flick_of_faith.physics.constants import PHYSICS, V_EPS
from domain.flick_of_faith.physics.contact import first_contact
from domain.flick_of_faith.physics.impact import hit
from domain.flick_of_faith.physics.motion import Motion
from domain.flick_of_faith.physics.walls import Standing, bounce, distance_to_wall

HIT, WALL, EDGE, STOP = range(4)
MARGIN = 1.0
MAX, JAM, JAM_TIME = PHYSICS.max_events, PHYSICS.jam.run, PHYSICS.jam.dt_seconds

Event = tuple[float, int, int, int]
"""Seconds since the event before, kind, index of the disc, index of the other disc or of the wall, or -1."""

_EVENT = Struct(">Bhhd").pack


def simulate(board: Board, launches: Sequence[Launch], walls: Sequence[Wall], decel: int) -> Flight:
    """physics 4 to 8: where a flick leaves every disc. UnsoundFlick for what cannot be simulated."""
    check_flick(board, launches, walls, decel)
    motion = Motion(board, launches, decel)
    log = [_EVENT(kind, i, j, t) for t, kind, i, j in events_of(motion, [Standing(wall) for wall in walls])]
    final = [(disc.x, disc.y) for disc in board.discs]
    for i in motion.moved:
        final[i] = floor(motion.x[i] + 0.5), floor(motion.y[i] + 0.5)
    places = pack(f">{2 * len(final)}d", *chain.from_iterable(zip(motion.x, motion.y, strict=True)))
    off = tuple([board.discs[i].id for i in motion.off])
    return Flight(tuple(final), off, len(log), sha256(b"".join([*log, places])).hexdigest())


def events_of(motion: Motion, walls: Sequence[Standing]) -> Iterator[Event]:
    """physics 5: the events of a motion, each as soon as it has been applied, until everything is at rest."""
    run = 0
    for _ in range(MAX):
        if not motion.moving:
            return
        event = t, kind, i, j = next_event(motion, walls)
        motion.advance(t)
        _apply(motion, walls, event)
        run = run + 1 if t < JAM_TIME else 0
        if run >= JAM and kind <= WALL:
            run = 0
            _stop(motion, (i, j) if kind == HIT else (i,))
        motion.note_moving((i, j) if kind == HIT else ())
        yield event


def _apply(motion: Motion, walls: Sequence[Standing], event: Event) -> None:
    """physics 6."""
    _, kind, i, j = event
    if kind == HIT:
        hit(motion, i, j)
    elif kind == WALL:
        bounce(motion, i, walls[j])
    elif kind == EDGE:
        motion.leave(i)
    else:
        motion.s[i] = 0.0


def _stop(motion: Motion, jammed: Sequence[int]) -> None:
    """physics 5: the jam rule."""
    for i in jammed:
        motion.s[i] = 0.0


def next_event(motion: Motion, walls: Sequence[Standing]) -> Event:
    """physics 5: the smallest of all candidates, compared field by field.

    What is so far away that it is met later than the best candidate found so far is not computed: by `MARGIN` further than
    a disc slides until then. Rounding moves a time by less than 2e-7 um of way on the largest mat, so no bit depends on it.
    """
    a, half, twice = motion.decel, 0.5 * motion.decel, motion.twice_decel
    moving, resting, beyond = motion.moving, motion.resting.values(), motion.largest + MARGIN
    xs, ys, radii, uxs, uys, speeds = motion.x, motion.y, motion.r, motion.ux, motion.uy, motion.s
    best: Event = (inf, STOP, -1, -1)
    for n, i in enumerate(moving):
        x, y, r, ux, uy, s = xs[i], ys[i], radii[i], uxs[i], uys[i], speeds[i]
        reach = (s * s) / twice
        stop = (s / a, STOP, i, -1)
        if stop < best:
            best = stop
        d = distance_to_edge(motion, i)
        if d < reach:
            best = min(best, (time_for(d, s, twice), EDGE, i, -1))
        for w, wall in enumerate(walls):
            to_wall = distance_to_wall(motion, i, wall)
            if to_wall is not None and to_wall <= reach:
                best = min(best, (time_for(to_wall, s, twice), WALL, i, w))
        t = best[0]
        far = t * (s - half * t) + r + beyond
        # `hit_rest`, written out: most of the time of a simulation is spent in this loop.
        for j, xj, yj, rj in resting:
            Dx = xj - x
            Dy = yj - y
            b = Dx * ux + Dy * uy
            if b <= 0.0 or b >= far:
                continue
            R = r + rj
            D2 = Dx * Dx + Dy * Dy
            c = D2 - R * R
            if c > 0.0:
                q = b * b - c
                if q <= 0.0:
                    continue
                d = c / (b + sqrt(q))
                if d > reach:
                    continue
                t = time_for(d, s, twice)
            elif s * b < V_EPS * sqrt(D2):
                continue
            else:
                d = t = 0.0
            candidate = (t, HIT, i, j) if i < j else (t, HIT, j, i)
            if candidate < best:
                best = candidate
                far = d + r + beyond
        for j in moving[n + 1 :]:
            contact = first_contact(motion, i, j, best[0])
            if contact is not None:
                best = min(best, (contact, HIT, i, j))
    return best


def time_for(d: float, s: float, twice_decel: float) -> float:
    """physics 5, `t(d)`: the time in which a disc of speed `s` slides that far."""
    q = s * s - twice_decel * d
    return (2.0 * d) / (s + sqrt(q)) if q > 0.0 else (2.0 * d) / (s + 0.0)


def distance_to_edge(motion: Motion, i: int) -> float:
    """physics 5, `edge`: how far a moving disc's centre is from the mat's edge, along its way."""
    ux, uy = motion.ux[i], motion.uy[i]
    d = inf
    if ux > 0.0:
        d = (motion.width - motion.x[i]) / ux
    elif ux < 0.0:
        d = (0.0 - motion.x[i]) / ux
    along_y = inf
    if uy > 0.0:
        along_y = (motion.height - motion.y[i]) / uy
    elif uy < 0.0:
        along_y = (0.0 - motion.y[i]) / uy
    return along_y if along_y < d else d
