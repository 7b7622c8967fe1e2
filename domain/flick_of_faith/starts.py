"""Where a flick may start, for who draws one at random: anywhere in a corner, or what is left of a full one."""

from domain.flick_of_faith.discs import Disc, ground, overlaps
from domain.flick_of_faith.flicking import without
from domain.flick_of_faith.geometry import is_wholly_in_corner
from domain.flick_of_faith.shapes import Point, touches_circle
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.where import corner_of, lying_disc
from domain.table.offers import Random

GRID = 2_000
# So many discs leave little room in a corner, or none.
CROWD = 3


def with_room(game: Game, seat: int, discs: list[str]) -> list[str]:
    """D-1: those of the discs for which a start in the seat's corner can be found."""
    sizes = {game.radius(disc): disc for disc in discs}
    room = {
        radius: not is_crowded(game, seat, disc) or bool(free_starts(game, seat, disc))
        for radius, disc in sizes.items()
    }
    return [disc for disc in discs if room[game.radius(disc)]]


def has_room_for_two(game: Game, seat: int, one: str, other: str) -> bool:
    """law-both-hands: whether starts for both can be found that do not overlap."""
    free, others = free_starts(game, seat, one), free_starts(game, seat, other)
    ends = [lying_disc(game, one, *at) for at in (*free[:1], *free[-1:])]
    return any(not overlaps(end, lying_disc(game, other, *at)) for end in ends for at in others)


def drawn_starts_of_two(game: Game, seat: int, one: str, other: str, rng: Random) -> tuple[Point, Point] | None:
    """law-both-hands: starts for both that do not overlap; None where the first one drawn leaves no room for the other."""
    free = free_starts(game, seat, one)
    first = free[rng.randrange(len(free))]
    there = lying_disc(game, one, *first)
    others = [at for at in free_starts(game, seat, other) if not overlaps(there, lying_disc(game, other, *at))]
    return (first, others[rng.randrange(len(others))]) if others else None


def drawn_start(game: Game, seat: int, disc: str, rng: Random) -> Point:
    """D-1: any place in the corner, which may be illegal; in a full corner one that is legal, if one can be found."""
    free = free_starts(game, seat, disc) if is_crowded(game, seat, disc) else []
    if free:
        return free[rng.randrange(len(free))]
    x, y, reach = corner_of(game, seat).circle
    room = max(reach - game.radius(disc), 1)
    return x + rng.randrange(2 * room + 1) - room, y + rng.randrange(2 * room + 1) - room


def is_crowded(game: Game, seat: int, disc: str) -> bool:
    """Whether a legal start in the corner may hardly be found by chance."""
    return len(_others_in_corner(game, seat, disc)) >= CROWD


def free_starts(game: Game, seat: int, disc: str) -> list[Point]:
    """D-1: the legal starts on a grid of 2 mm."""
    corner, radius, mat = corner_of(game, seat), game.radius(disc), game.map.mat
    others = _others_in_corner(game, seat, disc)
    x, y, reach = corner.circle
    columns = range(max(x - reach, 0), min(x + reach, mat.width) + 1, GRID)
    grid = [(at, up) for at in columns for up in range(max(y - reach, 0), min(y + reach, mat.height) + 1, GRID)]
    inside = [at for at in grid if is_wholly_in_corner(*at, radius, corner, mat)]
    return [at for at in inside if not any(overlaps(lying_disc(game, disc, *at), other) for other in others)]


def _others_in_corner(game: Game, seat: int, disc: str) -> list[Disc]:
    circle = corner_of(game, seat).circle
    return [other for other in ground(without(game, disc)) if touches_circle(other.x, other.y, other.radius, circle)]
