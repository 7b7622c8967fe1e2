"""Flicks in words: `flick p2 from 40,40 a=137 s=620`, `flick to navel`, and what two Prophets or the Hand need."""

import re
from collections.abc import Iterator, Sequence
from math import isqrt

from domain.flick_of_faith.commands import FirstFlick, Flick, SecondTry, Shot, Wall
from domain.flick_of_faith.discs import Disc, ground, overlaps
from domain.flick_of_faith.flicking import friction, speeds
from domain.flick_of_faith.geometry import is_wholly_in_corner
from domain.flick_of_faith.mission import flickable, mode_of_two, sunk
from domain.flick_of_faith.physics.constants import PHYSICS
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.where import corner_of, lying, lying_disc
from domain.table.messages import Command
from infra.notation.exact import degrees, is_place, place, scaled, vector, whole
from infra.notation.flick_of_faith.names import centre, disc, is_disc, place_names, places
from infra.notation.spoken import NotationError, near, quoted

MOST = PHYSICS.command_limits.direction_abs_max
RASTER = 5_000
USAGE = "flick p1 from 40,40 a=45 s=700   or   flick p1 to navel"
_KNOWN = ("from", "to", "dir", "angle", "speed", "and", "hand", "wall")
_GIVEN = re.compile(r"(a|s|angle|speed)=(.*)")
_BARE = re.compile(r"(-?\d{1,7}),(-?\d{1,7})")
# A bare place without a smaller number than this in it is in micrometres, as a command has it.
MICROMETRES = 1_000


class _Words:
    """What is said of one flick."""

    def __init__(self) -> None:
        self.disc: str | None = None
        self.start: tuple[int, int] | None = None
        self.angle: str | None = None
        self.way: tuple[int, int] | None = None
        self.speed: int | None = None
        self.target: tuple[int, int] | None = None

    @property
    def says_nothing_but_whose(self) -> bool:
        return self.start is None and self.speed is None and self.aims == 0

    @property
    def aims(self) -> int:
        """In how many ways it is said where to."""
        return sum(one is not None for one in (self.angle, self.way, self.target))


def flick(game: Game, seat: int, kind: str, words: Sequence[str]) -> Command:
    """The command of that kind that the words behind `flick` mean."""
    parts: list[list[str]] = [[]]
    hand: Wall | None = None
    left = iter(words)
    for word in left:
        if word == "and":
            parts.append([])
        elif word == "hand":
            hand = _hand(game, seat, next(left, ""))
        elif word == "wall":
            hand = Wall(*place(next(left, "")), *_behind_to(left))
        else:
            parts[-1].append(word)
    shots = list(_shots(game, seat, kind, [_read(game, seat, part) for part in parts]))
    if kind == "Flick":
        return Flick(shots[0], shots[1] if len(shots) > 1 else None, hand)
    if len(shots) > 1:
        raise NotationError("One Prophet is flicked now, not two.")
    if kind == "SecondTry":
        return SecondTry(shots[0], hand)
    if hand is not None:
        raise NotationError("There is no Hand on the mat when all flick for the first turn.")
    return FirstFlick(shots[0])


def _read(game: Game, seat: int, words: Sequence[str]) -> _Words:
    said, left = _Words(), iter(words)
    for word in left:
        given = _GIVEN.fullmatch(word)
        if word == "from":
            said.start = place(next(left, ""))
        elif word in ("dir", "direction"):
            said.way = _way(next(left, ""))
        elif word in ("angle", "a"):
            said.angle = next(left, "")
        elif word in ("speed", "s"):
            said.speed = _speed(next(left, ""))
        elif word == "to":
            said.target = _target(game, seat, next(left, ""))
        elif given and given[1] in ("a", "angle"):
            said.angle = given[2]
        elif given:
            said.speed = _speed(given[2])
        elif is_disc(game, seat, word):
            said.disc = disc(game, seat, word)
        elif is_place(word):
            said.start = _bare(word)
        else:
            hint = near(word, _KNOWN) or f"; a flick is typed so: {USAGE}."
            raise NotationError(f"{quoted(word)} is not understood{hint}")
    return said


def _bare(word: str) -> tuple[int, int]:
    """A place without a word before it: in millimetres as everywhere, or as a command has it."""
    found = _BARE.fullmatch(word)
    if found is not None and max(abs(int(found[1])), abs(int(found[2]))) >= MICROMETRES:
        return int(found[1]), int(found[2])
    return place(word)


def _way(word: str) -> tuple[int, int]:
    found = _BARE.fullmatch(word)
    if found is None:
        raise NotationError("A direction is two whole numbers, to the east and to the north: dir 3,-4.")
    return int(found[1]), int(found[2])


def _speed(word: str) -> int:
    return whole(word, "A speed in mm/s")


def _behind_to(left: Iterator[str]) -> tuple[int, int]:
    if next(left, "") != "to":
        raise NotationError("A wall goes from one place to another: wall 10,20 to 30,20.")
    return place(next(left, ""))


def _target(game: Game, seat: int, word: str) -> tuple[int, int]:
    named = centre(game.map, word)
    if named is not None:
        return named
    if is_place(word):
        return place(word)
    if is_disc(game, seat, word):
        at = game.discs[disc(game, seat, word)]
        if at.on_map and at.spot is None:
            return at.x, at.y
        raise NotationError(f"'{word}' is not on the map.")
    hint = near(word, place_names(game.map)) or f"; there is {places(game.map)}, a disc, or a place like 240,100."
    raise NotationError(f"{quoted(word)} is nothing to aim at{hint}")


def _shots(game: Game, seat: int, kind: str, said: list[_Words]) -> Iterator[Shot]:
    """Shots of what is said; where a Law has two Prophets flicked from one start, the second is as the first."""
    allowed = _allowed(game, seat, kind)
    mode = mode_of_two(game) if kind == "Flick" and not game.awaiting and len(allowed) > 1 else None
    if mode == "stacked" and len(said) == 1:
        said = [*said, _Words()]
    done: list[Shot] = []
    for words in said:
        free = [one for one in allowed if one not in (shot.prophet for shot in done)]
        if words.disc is None and not free:
            raise NotationError("You have no Prophet that can be flicked now.")
        prophet = words.disc or free[0]
        if done and words.says_nothing_but_whose and mode == "stacked":
            first = done[0]
            done.append(Shot(prophet, first.x, first.y, first.dx, first.dy, first.speed))
        else:
            there = [lying_disc(game, shot.prophet, shot.x, shot.y) for shot in done if mode != "stacked"]
            done.append(_shot(game, seat, prophet, words, there))
        yield done[-1]


def _allowed(game: Game, seat: int, kind: str) -> list[str]:
    if kind == "SecondTry":
        return sunk(game, seat)
    return flickable(game, seat) if kind == "Flick" else game.owned(seat, "ready")[:1]


def _shot(game: Game, seat: int, prophet: str, said: _Words, others: Sequence[Disc]) -> Shot:
    x, y = said.start or free_start(game, seat, prophet, others)
    if said.aims > 1:
        raise NotationError(
            "A flick goes by an angle (a=…), a direction (dir …) or to a place (to …), not by two of them."
        )
    if said.target is not None:
        way = said.target[0] - x, said.target[1] - y
        if way == (0, 0):
            raise NotationError("The flick would start where it is to go.")
        speed = _speed_for(game, way) if said.speed is None else said.speed
        return Shot(prophet, x, y, *scaled(*way, MOST), speed)
    if said.angle is None and said.way is None:
        raise NotationError(f"Where to? By an angle (a=45; 0 is east, 90 north), or to a place: {USAGE}.")
    if said.speed is None:
        least, most = speeds(game)
        raise NotationError(f"How fast? s=700 is 700 mm/s; {least} to {most} are possible, and 1000 slide 200 mm.")
    way = said.way or vector(degrees(said.angle or ""), MOST)
    return Shot(prophet, x, y, *way, said.speed)


def _speed_for(game: Game, way: tuple[int, int]) -> int:
    """The speed with which a disc that meets nothing slides so far, as near as there is one."""
    least, most = speeds(game)
    slide = isqrt(way[0] * way[0] + way[1] * way[1])
    return min(max((isqrt(2 * friction(game) * slide) + 500) // 1000, least), most)


def free_start(game: Game, seat: int, prophet: str, others: Sequence[Disc] = ()) -> tuple[int, int]:
    """A place in the seat's corner where the Prophet may start: of a raster the free one nearest to the corner's middle."""
    (x, y, reach), mat, radius = corner_of(game, seat).circle, game.map.mat, game.radius(prophet)
    there = [*ground({one: at for one, at in lying(game).items() if one != prophet}), *others]
    middle = [at + (reach // 2 if 2 * at < side else -reach // 2) for at, side in ((x, mat.width), (y, mat.height))]

    def is_free(at: tuple[int, int]) -> bool:
        start = lying_disc(game, prophet, *at)
        return is_wholly_in_corner(*at, radius, corner_of(game, seat), mat) and not any(
            overlaps(start, other) for other in there
        )

    steps = range(-reach // RASTER - 1, reach // RASTER + 2)
    raster = [(x + RASTER * n, y + RASTER * m) for n in steps for m in steps]
    near = sorted(raster, key=lambda at: ((at[0] - middle[0]) ** 2 + (at[1] - middle[1]) ** 2, at))
    found = next((at for at in near if is_free(at)), None)
    if found is None:
        raise NotationError("No place of your corner is free on a raster of 5 mm; say one: from 40,40.")
    return found


def _hand(game: Game, seat: int, word: str) -> Wall:
    """deity-dagda: the wall from its middle and angle; its length is the card's."""
    power = game.power(seat, "hand")
    if power is None:
        raise NotationError("You have no Hand to put on the mat: that is Dagda's.")
    at, comma, angle = word.rpartition(",")
    if not comma or not is_place(at):
        raise NotationError("The Hand is put down by its middle and its angle: hand 240,200,45.")
    x, y = place(at)
    dx, dy = vector(degrees(angle), power.number("length"))
    return Wall(x - dx // 2, y - dy // 2, x - dx // 2 + dx, y - dy // 2 + dy)
