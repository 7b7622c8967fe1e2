"""Where a flick may start, for who draws one at random: anywhere in the corner, or in what is left of a full one."""

from domain.flick_of_faith.discs import ground
from domain.flick_of_faith.flicking import without
from domain.flick_of_faith.room import Room, spots_of_two
from domain.flick_of_faith.shapes import Point, square_distance
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.where import corner_of
from domain.table.offers import Random

TRIES = 40


def room_for(game: Game, seat: int, disc: str) -> Room:
    """D-1: where in the seat's corner a disc may start."""
    mat, radius = game.map.mat, game.radius(disc)
    x, y, reach = corner_of(game, seat).circle
    taken = (
        (other.x, other.y, other.radius + radius)
        for other in ground(without(game, disc))
        if square_distance((other.x, other.y), (x, y)) < (other.radius + reach) ** 2
    )
    low, high = (radius, radius), (mat.width - radius, mat.height - radius)
    return Room((x, y, reach - radius), low, high, tuple(taken))


def with_room(game: Game, seat: int, discs: list[str]) -> list[str]:
    """D-1: those of the discs for which there is a start in the seat's corner."""
    sizes = {game.radius(disc): disc for disc in discs}
    room = {radius: next(room_for(game, seat, disc).spots(), None) for radius, disc in sizes.items()}
    return [disc for disc in discs if room[game.radius(disc)] is not None]


def drawn_start(game: Game, seat: int, disc: str, rng: Random) -> Point | None:
    """D-1: any legal start, None where there is none."""
    return drawn_spot(room_for(game, seat, disc), rng)


def drawn_spot(room: Room, rng: Random) -> Point | None:
    """A point of a room: any, or where that is not soon found one of those that are easily named."""
    x, y, reach = room.circle
    for _ in range(TRIES):
        at = x + rng.randrange(2 * max(reach, 0) + 1) - reach, y + rng.randrange(2 * max(reach, 0) + 1) - reach
        if room.holds(*at):
            return at
    spots = list(room.spots())
    return spots[rng.randrange(len(spots))] if spots else None


def starts_of_two(game: Game, seat: int, one: str, other: str) -> tuple[Point, Point] | None:
    """law-both-hands: starts for both that do not overlap, if there are any."""
    apart = game.radius(one) + game.radius(other)
    return spots_of_two(room_for(game, seat, one), room_for(game, seat, other), apart)


def drawn_starts_of_two(game: Game, seat: int, one: str, other: str, rng: Random) -> tuple[Point, Point] | None:
    """law-both-hands: any starts for both that do not overlap, None where there are none."""
    rooms, apart = (room_for(game, seat, one), room_for(game, seat, other)), game.radius(one) + game.radius(other)
    first = drawn_spot(rooms[0], rng)
    second = None if first is None else drawn_spot(rooms[1].without((*first, apart)), rng)
    return spots_of_two(*rooms, apart) if first is None or second is None else (first, second)
