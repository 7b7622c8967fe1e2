"""Where discs are drawn of which a group only says what they touch: at a place of the map with just these answers.

Such a place is an invention of the picture, and marked as one.
"""

import msgspec

from domain.flick_of_faith.drawing.sheet import Sheet, grid
from domain.flick_of_faith.geometry import Presence, is_out_of_corner
from domain.flick_of_faith.map import Corner
from domain.flick_of_faith.shapes import Point, square_distance
from domain.flick_of_faith.view import GameView, SeenDisc

STEPS = 48
"""So many places are looked at from west to east, and as many from south to north."""
AIR = 115
"""How far from each other discs are put, in percent of their radii."""


class Placed(msgspec.Struct, frozen=True):
    """A disc of the map at a place in micrometres; `about` says that the place is only such as the group has told."""

    disc: SeenDisc
    x: int
    y: int
    about: bool = False

    @property
    def at(self) -> Point:
        return self.x, self.y


def placed_discs(view: GameView) -> list[Placed]:
    """All discs on the map, with places for those that have none; what lies on another follows it."""
    here = [disc for disc in view.discs if disc.zone == "map"]
    ids = {disc.id for disc in here}
    placed = {disc.id: Placed(disc, disc.x, disc.y) for disc in here if disc.x is not None and disc.y is not None}
    rest = [disc for disc in here if disc.id not in placed]
    sheet = Sheet(view.map)
    for disc in sorted(rest, key=lambda one: (one.on in ids, -one.radius, one.id)):
        placed[disc.id] = rider(disc, placed) or free(
            view, disc, list(placed.values()), grid(sheet, disc.radius, STEPS)
        )
    return [placed[disc.id] for disc in here]


def rider(disc: SeenDisc, placed: dict[str, Placed]) -> Placed | None:
    """A disc on another one, a little aside."""
    if disc.on is None or disc.on not in placed:
        return None
    base = placed[disc.on]
    aside = base.disc.radius // 3
    return Placed(disc, base.x + aside, base.y + aside, about=True)


def free(view: GameView, disc: SeenDisc, others: list[Placed], places: tuple[tuple[Point, Presence], ...]) -> Placed:
    """The best free one of these places with the answers that the disc has, else the best one, else amidst its regions."""
    wanted = Presence(disc.islands, disc.cities, disc.navel)
    goal = aim(view, disc)
    fitting = [at for at, there in places if there == wanted and corner_fits(view, disc, at)]
    best = sorted(fitting, key=lambda at: (square_distance(at, goal), at))
    apart = (at for at in best if all(is_apart(at, disc.radius, other) for other in others))
    x, y = next(apart, best[0] if best else goal)
    return Placed(disc, x, y, about=True)


def is_apart(at: Point, radius: int, other: Placed) -> bool:
    """Whether a disc there would leave some room to another."""
    reach = (radius + other.disc.radius) * AIR // 100
    return square_distance(at, other.at) >= reach * reach


def corner_fits(view: GameView, disc: SeenDisc, at: Point) -> bool:
    """Whether a place is in the owner's corner just if the disc still lies there."""
    corner = home(view, disc)
    return corner is None or is_out_of_corner(*at, disc.radius, corner) == (disc.id != view.awaiting)


def home(view: GameView, disc: SeenDisc) -> Corner | None:
    """The corner of a disc's owner."""
    return view.map.corner(view.corners[disc.owner]) if 0 <= disc.owner < len(view.corners) else None


def aim(view: GameView, disc: SeenDisc) -> Point:
    """Where a disc would best be drawn: in the middle of all that it touches, else near its owner's corner."""
    centres: list[Point] = [view.map.city(city).circle[:2] for city in disc.cities]
    if disc.navel:
        centres.append(view.map.navel.circle[:2])
    for name in disc.islands:
        (west, south), (east, north) = view.map.island(name).box
        centres.append(((west + east) // 2, (south + north) // 2))
    corner = home(view, disc)
    if not centres and corner is not None:
        centres.append(corner.circle[:2])
    if not centres:
        centres.append((view.map.mat.width // 2, view.map.mat.height // 2))
    return sum(x for x, _ in centres) // len(centres), sum(y for _, y in centres) // len(centres)
