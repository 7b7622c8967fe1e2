"""Who is present on each Island: its name and a count for every seat, beside it where there is most room."""

from collections.abc import Iterator

from domain.flick_of_faith.drawing.chart import Chart
from domain.flick_of_faith.drawing.palette import owner_name
from domain.flick_of_faith.drawing.placing import Placed
from domain.flick_of_faith.drawing.telling import blocked_islands, dominator, island_said, seat_name, spoken
from domain.flick_of_faith.map import Island
from domain.flick_of_faith.view import GameView
from domain.table.layout import breadth
from domain.table.scene import Box, Circle, Group, Rect, Shape, Text, Use

HIGH, STEP, PAD = 66, 96, 20
SIZE = 34
GAP = 20


def badges(view: GameView, chart: Chart, discs: list[Placed]) -> Iterator[Shape]:
    """A badge for every Island."""
    taken = [box_of(chart, *island.box) for island in view.map.islands]
    taken += [around(chart, *circle) for circle in (view.map.navel.circle, *(c.circle for c in view.map.corners))]
    taken += [around(chart, one.x, one.y, one.disc.radius) for one in discs]
    for island in view.map.islands:
        content = tuple(badge(view, island))
        wide = max(shape.w for shape in content if isinstance(shape, Rect))
        box = best_place(chart, island, wide, taken)
        taken.append(box)
        yield Group(content, box[0], box[1], name=f"presence {island.id}", title=island_said(view, island.id))


def badge(view: GameView, island: Island) -> Iterator[Shape]:
    """The name of an Island, who is there with how many, and a crown for who dominates it."""
    name = spoken(island.id)
    x = PAD + breadth(name) * SIZE * 112 // 10_000
    first, ruler = x, dominator(view, island.id)
    parts: list[Shape] = [Text((PAD + x) // 2, 45, name, "place")]
    x += 14
    for seat, count in enumerate(view.presence[island.id]):
        if count:
            owner = owner_name(seat)
            parts.append(Circle(x + 26, HIGH // 2, 25, f"of-{owner}"))
            parts.append(Use(f"mark-{owner}", x + 26, HIGH // 2, scale=36, title=seat_name(seat)))
            parts.append(Text(x + 70, 47, str(count), "tally"))
            x += STEP + (20 if count > 9 else 0)
            if seat == ruler:
                parts.append(Use("crown", x + 30, HIGH // 2, title=f"dominated by {seat_name(seat)}"))
                x += 74
    if island.id in blocked_islands(view):
        parts.append(Use("king_ape-neutral", x + 26, HIGH // 2, "of-neutral", 26, title="King Ape: no points here"))
        x += 56
    wide = x + PAD - (14 if x == first + 14 else 8)
    yield Rect(0, 0, wide, HIGH, "pill", HIGH // 2)
    yield from parts


def box_of(chart: Chart, low: tuple[int, int], high: tuple[int, int]) -> Box:
    """The rectangle between a south-western and a north-eastern corner."""
    left, top = chart.x(low[0]), chart.y(high[1])
    return left, top, chart.x(high[0]) - left, chart.y(low[1]) - top


def around(chart: Chart, x: int, y: int, radius: int) -> Box:
    """The rectangle around a circle."""
    return box_of(chart, (x - radius, y - radius), (x + radius, y + radius))


def best_place(chart: Chart, island: Island, wide: int, taken: list[Box]) -> Box:
    """Beside the Island, towards the mat's edge if nothing is in the way; always on the mat."""
    left, top, w, h = box_of(chart, *island.box)
    across, down = left + (w - wide) // 2, top + (h - HIGH) // 2
    beyond = [(across, top - HIGH - GAP), (across, top + h + GAP), (left - wide - GAP, down), (left + w + GAP, down)]
    inside = [(across, top + GAP), (across, top + h - HIGH - GAP)]
    places = [(fit(x, wide, chart.w), fit(y, HIGH, chart.h), wide, HIGH) for x, y in (*beyond, *inside)]
    return min(places, key=lambda place: (sum(shared(place, box) for box in taken), -from_middle(chart, place)))


def fit(at: int, size: int, room: int) -> int:
    """A place moved so far that all of it is in the room."""
    return max(min(at, room - size - GAP), GAP)


def shared(one: Box, other: Box) -> int:
    """The area that two boxes share."""
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(wide, 0) * max(high, 0)


def from_middle(chart: Chart, box: Box) -> int:
    """How far a box is from the middle of the mat, squared."""
    return (2 * box[0] + box[2] - chart.w) ** 2 + (2 * box[1] + box[3] - chart.h) ** 2
