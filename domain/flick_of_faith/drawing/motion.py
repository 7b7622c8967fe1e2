"""The ways of all discs in a recorded flick: from where they lay, over every hit, to where the event says that they lie.

What lies between comes from simulating the flick again; where that is not possible any more, discs go straight.
"""

from math import isqrt

import msgspec

from domain.flick_of_faith.discs import Disc, Lying, ground
from domain.flick_of_faith.events import FirstFlicksRevealed, FlickResolved
from domain.flick_of_faith.flicking import as_it_lies, friction, launched_of
from domain.flick_of_faith.parts import Launched
from domain.flick_of_faith.physics.board import Board, Launch, UnsoundFlick
from domain.flick_of_faith.physics.board import Wall as Segment
from domain.flick_of_faith.physics.constants import PHYSICS
from domain.flick_of_faith.physics.trails import trails_of
from domain.flick_of_faith.shapes import Point
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.where import lying_disc

STRAIGHT = 500_000
"""The microseconds of a way of which nothing is known but its ends."""


class Waypoint(msgspec.Struct, frozen=True):
    """Where a disc is so many microseconds after the flick; `pace` is the speed with which it set out for there from the
    waypoint before, in thousandths of its mean speed."""

    at: int
    x: int
    y: int
    pace: int = 1000


class Way(msgspec.Struct, frozen=True):
    """A disc's way; whether it left the map at its end, and whether it was flicked, and not only hit."""

    disc: Disc
    points: tuple[Waypoint, ...]
    off: bool = False
    flicked: bool = False


def flick_ways(game: Game, event: FlickResolved) -> tuple[Way, ...]:
    """The ways of a flick, by the state before it; discs that stay where they are have one waypoint."""
    lying = as_it_lies(game, event.launches)
    walls = [(wall.x1, wall.y1, wall.x2, wall.y2) for wall in event.walls]
    trails = simulated(game, lying, event.launches, walls, event.physics)
    ends = {moved.disc: (moved.x, moved.y) for moved in event.moved}
    flicked = {one.shot.prophet for one in event.launches}
    ways = []
    for disc in lying.values():
        start, end = (disc.x, disc.y), ends.get(disc.id, (disc.x, disc.y))
        base = lying[disc.on] if disc.on is not None and disc.on not in event.off else disc
        seen = [(t, x + disc.x - base.x, y + disc.y - base.y) for t, x, y in trails.get(base.id, ())]
        points = timed(start, end, seen, friction(game))
        ways.append(Way(disc, points, disc.id in event.off, disc.id in flicked))
    return tuple(ways)


def first_ways(game: Game, event: FirstFlicksRevealed) -> tuple[Way, ...]:
    """The first flicks, each by itself on an empty mat, all at the same time."""
    ways = []
    for seat, shot, end, square in zip(event.seats, event.shots, event.rest, event.squares, strict=True):
        drawn = game.shots[seat][1] if seat in game.shots else ()
        half = len(drawn) // 2
        launched = launched_of(game, shot, tuple(drawn[:half]), tuple(drawn[half:]))
        disc = lying_disc(game, shot.prophet, shot.x, shot.y)
        trails = simulated(game, {disc.id: disc}, (launched,), [], PHYSICS.version)
        points = timed((shot.x, shot.y), end, trails.get(disc.id, []), friction(game))
        ways.append(Way(disc, points, square is None, flicked=True))
    return tuple(ways)


def simulated(
    game: Game, lying: Lying, launched: tuple[Launched, ...], walls: list[Segment], version: str
) -> dict[str, list[tuple[int, int, int]]]:
    """The simulation's waypoints by disc; none where the flick was made by other physics, or cannot be made."""
    if version != PHYSICS.version:
        return {}
    board = Board(game.map.mat.width, game.map.mat.height, ground(lying))
    launches = [Launch(one.shot.prophet, one.dx, one.dy, one.speed) for one in launched]
    try:
        return {trail.id: list(trail.points) for trail in trails_of(board, launches, walls, friction(game))}
    except UnsoundFlick:
        return {}


def timed(start: Point, end: Point, seen: list[tuple[int, int, int]], decel: int) -> tuple[Waypoint, ...]:
    """Waypoints with the pace of each way; the first and the last are where the disc really lay and lies."""
    if not seen:
        return (Waypoint(0, *start),) if start == end else (Waypoint(0, *start), Waypoint(STRAIGHT, *end, pace=2000))
    places = [(seen[0][0], *start), *seen[1:]]
    if len(places) > 1 or start != end:
        places[-1 if len(places) > 1 else len(places) :] = [(seen[-1][0] + (STRAIGHT if len(seen) == 1 else 0), *end)]
    points = [Waypoint(*places[0])]
    for at, x, y in places[1:]:
        points.append(Waypoint(at, x, y, pace(at - points[-1].at, (points[-1].x, points[-1].y), (x, y), decel)))
    return tuple(points)


def pace(time: int, start: Point, end: Point, decel: int) -> int:
    """physics 2: the speed at the beginning of a slide, in thousandths of its mean speed: 1 + a t² / 2d, at most 2."""
    length = isqrt((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2)
    if not length:
        return 1000
    return min(1000 + decel * time * time // (2 * length * 1_000_000_000), 2000)
