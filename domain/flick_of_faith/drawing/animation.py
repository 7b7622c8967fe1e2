"""A recorded flick in motion: the mat as it was, and the discs on their ways, slower than they were, over and over."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from domain.flick_of_faith.drawing.chart import Chart, chart_of
from domain.flick_of_faith.drawing.discs import disc_parts, disc_title
from domain.flick_of_faith.drawing.mat import FRAME, hazard, printed
from domain.flick_of_faith.drawing.motion import Way, Waypoint, first_ways, flick_ways
from domain.flick_of_faith.drawing.palette import STYLES, owner_name
from domain.flick_of_faith.drawing.placing import Placed
from domain.flick_of_faith.drawing.symbols import SYMBOLS
from domain.flick_of_faith.drawing.telling import disc_name, seat_name
from domain.flick_of_faith.drawing.widgets import seat_mark, told
from domain.flick_of_faith.events import FirstFlicksRevealed, FlickResolved
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.view import GameView, SeenDisc
from domain.flick_of_faith.viewing import view_of
from domain.table.layout import NOTHING, Part, column, row
from domain.table.scene import Circle, Group, Key, Moving, Path, Rect, Scene, Shape, Use

MOVING = (FlickResolved, FirstFlicksRevealed)
"""The events that can be shown in motion."""

SLOWER = 4
LEAD, TAIL, FADE, FLASH = 800, 1600, 600, 500
"""Milliseconds before the flick, after it, of what leaves the map, and of a hit."""
MARGIN = 40


def animated(game: Game, event: Any) -> Scene:
    """The event in motion, by the state before it, as everybody may see it."""
    view = msgspec.structs.replace(view_of(game, None), awaiting="", trails=())
    if isinstance(event, FirstFlicksRevealed):
        return drawn(view, first_ways(game, event), (), seats=event.seats)
    walls = tuple(((wall.x1, wall.y1), (wall.x2, wall.y2)) for wall in event.walls)
    return drawn(view, flick_ways(game, event), walls, seats=(event.seat,))


def drawn(
    view: GameView,
    ways: tuple[Way, ...],
    walls: tuple[tuple[tuple[int, int], tuple[int, int]], ...],
    *,
    seats: tuple[int, ...],
) -> Scene:
    """The mat with discs on their ways, below a heading."""
    chart = chart_of(view.map.mat)
    shapes: tuple[Shape, ...] = (
        Rect(-FRAME, -FRAME, chart.w + 2 * FRAME, chart.h + 2 * FRAME, "table", 30),
        printed(view, chart),
        Group(tuple(hazard(view, chart)), layer="hazard"),
        *(hand(chart, *wall) for wall in walls),
        Group(tuple(tracks(view, chart, ways)), layer="trails"),
        Group(tuple(discs(view, chart, ways)), layer="discs"),
    )
    wide = chart.w + 2 * FRAME
    mat = Part((Group(shapes, FRAME, FRAME),), wide, chart.h + 2 * FRAME)
    whole = column((heading(view, ways, seats, wide), mat), 26)
    box = (-MARGIN, -MARGIN, max(whole.w, wide) + 2 * MARGIN, whole.h + 2 * MARGIN)
    return Scene(said(view, ways, seats), box, (Rect(*box, "page"), *whole.shapes), STYLES, SYMBOLS)


# --- Words ------------------------------------------------------------------------------------------------------------


def said(view: GameView, ways: tuple[Way, ...], seats: tuple[int, ...]) -> str:
    """The flick in a sentence."""
    if len(seats) > 1:
        return f"The flicks for the first turn: {', '.join(map(seat_name, seats))}"
    flicked = " and ".join(disc_name(view, way.disc.id) for way in ways if way.flicked)
    return f"{flicked} {'are' if ' and ' in flicked else 'is'} flicked"


def heading(view: GameView, ways: tuple[Way, ...], seats: tuple[int, ...], width: int) -> Part:
    """Whose flick it is, and what it sends off the map."""
    off = [disc_name(view, way.disc.id) for way in ways if way.off]
    mark = seat_mark(seats[0], 50) if len(seats) == 1 else NOTHING
    lines = [told(said(view, ways, seats), width - 140, "headline")]
    lines += [told(f"Off the map: {', '.join(off)}", width - 140, "value")] if off else []
    return row((mark, column(lines, 8)), 20)


# --- Time -------------------------------------------------------------------------------------------------------------


def shown_at(microseconds: int) -> int:
    """The millisecond of the animation at which something is seen."""
    return LEAD + microseconds * SLOWER // 1000


def length_of(ways: Iterable[Way]) -> int:
    """How long an animation of these ways is."""
    return shown_at(max((way.points[-1].at for way in ways), default=0)) + TAIL


def keys_of(chart: Chart, way: Way) -> tuple[Key, ...]:
    """The keys of a disc: at rest until it moves, then its waypoints; one that leaves the map fades."""
    first = way.points[0]
    keys = [Key(0, chart.x(first.x), chart.y(first.y))]
    keys += [Key(shown_at(at.at), chart.x(at.x), chart.y(at.y), 100, at.pace) for at in way.points]
    if way.off:
        keys.append(Key(keys[-1].at + FADE, keys[-1].x, keys[-1].y, 0))
    return tuple(keys)


# --- Shapes -----------------------------------------------------------------------------------------------------------


def hand(chart: Chart, start: tuple[int, int], end: tuple[int, int]) -> Path:
    """Dagda's Hand."""
    (x1, y1), (x2, y2) = start, end
    return Path(f"M{chart.x(x1)} {chart.y(y1)}L{chart.x(x2)} {chart.y(y2)}", "hand-wall", "the Hand of Dagda")


def tracks(view: GameView, chart: Chart, ways: tuple[Way, ...]) -> Iterator[Shape]:
    """The whole way of every disc that moves, with a ring where it lay and a cross where it left the map."""
    length = length_of(ways)
    for way in ways:
        if len(way.points) > 1:
            places = [(chart.x(at.x), chart.y(at.y)) for at in way.points]
            owner = owner_name(seen(view, way).owner)
            yield Path("M" + "L".join(f"{x} {y}" for x, y in places), f"way-{owner}")
            yield Circle(*places[0], chart.radius(way.disc.radius), f"thin-{owner}")
            if way.off:
                yield appearing(way.points[-1], chart, length)


def appearing(at: Waypoint, chart: Chart, length: int) -> Moving:
    """The cross of a disc that leaves the map."""
    x, y, then = chart.x(at.x), chart.y(at.y), shown_at(at.at)
    return Moving(
        (Use("gone", 0, 0, scale=150),), (Key(0, x, y, 0), Key(then, x, y, 0), Key(then + FADE, x, y)), length
    )


def discs(view: GameView, chart: Chart, ways: tuple[Way, ...]) -> Iterator[Shape]:
    """All discs, those that lie on others last; what moves moves."""
    length = length_of(ways)
    for way in sorted(ways, key=lambda way: (way.disc.on is not None, len(way.points) > 1, way.disc.id)):
        at = Placed(seen(view, way), way.disc.x, way.disc.y)
        parts, name, title = tuple(disc_parts(view, chart, at)), f"disc {way.disc.id}", disc_name(view, way.disc.id)
        if len(way.points) == 1:
            yield Group(parts, chart.x(at.x), chart.y(at.y), name=name, title=disc_title(view, at))
            continue
        yield Moving(parts, keys_of(chart, way), length, name, title)
        if not way.flicked:
            yield flash(chart, way, length)


def flash(chart: Chart, way: Way, length: int) -> Moving:
    """A ring that flashes where a disc is hit."""
    first, radius = way.points[0], chart.radius(way.disc.radius)
    x, y, then = chart.x(first.x), chart.y(first.y), shown_at(first.at)
    keys = (Key(0, x, y, 0), Key(then, x, y, 0), Key(then, x, y, 100), Key(then + FLASH, x, y, 0))
    return Moving((Circle(0, 0, radius + 10, "flash"),), keys, length)


def seen(view: GameView, way: Way) -> SeenDisc:
    """A disc of the view as it lies when the flick begins."""
    disc = next(one for one in view.discs if one.id == way.disc.id)
    return msgspec.structs.replace(disc, x=way.disc.x, y=way.disc.y, on=way.disc.on)
