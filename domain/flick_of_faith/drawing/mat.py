"""The mat: what is printed on it, what lies on it, and the ways of the latest flick."""

from collections.abc import Iterator

from domain.flick_of_faith.cards import LAWS
from domain.flick_of_faith.drawing.badges import badges
from domain.flick_of_faith.drawing.chart import Chart, chart_of, outline
from domain.flick_of_faith.drawing.claims import claims
from domain.flick_of_faith.drawing.discs import disc_shapes
from domain.flick_of_faith.drawing.palette import owner_name
from domain.flick_of_faith.drawing.placing import placed_discs
from domain.flick_of_faith.drawing.sheet import Sheet, grid
from domain.flick_of_faith.drawing.telling import dominator, island_said, law_title, laws_of, seat_name, spoken
from domain.flick_of_faith.drawing.trails import trail_shapes
from domain.flick_of_faith.map import Corner
from domain.flick_of_faith.view import GameView
from domain.table.layout import Part
from domain.table.scene import Circle, Group, Rect, Shape, Use

FRAME = 60
"""The table around the mat, onto which discs at its edge reach."""
WAVES = 15
ROUND = (
    (0, 1000), (259, 966), (500, 866), (707, 707), (866, 500), (966, 259), (1000, 0), (966, -259), (866, -500), (707, -707),
    (500, -866), (259, -966), (0, -1000), (-259, -966), (-500, -866), (-707, -707), (-866, -500), (-966, -259), (-1000, 0),
    (-966, 259), (-866, 500), (-707, 707), (-500, 866), (-259, 966),
)  # fmt: skip
"""Directions all around, in thousandths."""


def mat(view: GameView) -> Part:
    """The whole mat, with the table around it, in the middle of the picture's width."""
    chart = chart_of(view.map.mat)
    discs = placed_discs(view)
    shapes = (
        Rect(-FRAME, -FRAME, chart.w + 2 * FRAME, chart.h + 2 * FRAME, "table", 30),
        printed(view, chart),
        Group(tuple(badges(view, chart, discs)), layer="presence"),
        Group(tuple(hazard(view, chart)), layer="hazard"),
        Group(tuple(trail_shapes(view, chart)), layer="trails"),
        Group(tuple(disc_shapes(view, chart, discs)), layer="discs"),
        Group(tuple(claims(view, chart)), layer="claims"),
    )
    return Part((Group(shapes, FRAME, FRAME),), chart.w + 2 * FRAME, chart.h + 2 * FRAME)


def printed(view: GameView, chart: Chart) -> Group:
    """What is printed: the Sea, the corners, the Islands with their Cities, the Navel."""
    box = (0, 0, chart.w, chart.h)
    shapes: tuple[Shape, ...] = (
        Rect(*box, "sea"),
        *waves(view, chart),
        *(shape for corner in view.map.corners for shape in cloud(view, chart, corner)),
        *islands(view, chart),
        *(circle(chart, city.circle, "city", spoken(city.id)) for city in view.map.cities),
        circle(chart, view.map.navel.circle, "navel", "the Navel"),
        Rect(*box, "mat-edge"),
    )
    return Group(shapes, clip=box, layer="mat")


def waves(view: GameView, chart: Chart) -> Iterator[Shape]:
    """Waves where there is nothing but Sea, every other row aside."""
    for (x, y), there in grid(Sheet(view.map), view.map.mat.width // 30, WAVES):
        column, row = -(-x * WAVES // view.map.mat.width), -(-y * WAVES // view.map.mat.height)
        if there.at_sea and (column + row) % 2:
            yield Use("wave", chart.x(x), chart.y(y))


def islands(view: GameView, chart: Chart) -> Iterator[Shape]:
    """The Islands, tinted by who dominates them."""
    for style in ("shoal", "beach"):
        yield from (outline(chart, island.polygon, style) for island in view.map.islands)
    for island in view.map.islands:
        owner = owner_name(dominator(view, island.id))
        yield Group(
            (
                outline(chart, island.polygon, f"land-{owner}", island_said(view, island.id)),
                outline(chart, island.polygon, f"line-{owner}" if owner != "neutral" else f"thin-{owner}"),
            ),
            name=f"island {island.id} {owner}",
        )


def circle(chart: Chart, place: tuple[int, int, int], symbol: str, title: str) -> Use:
    """A round thing of the print."""
    x, y, radius = place
    return Use(symbol, chart.x(x), chart.y(y), scale=chart.radius(radius), title=title)


def cloud(view: GameView, chart: Chart, corner: Corner) -> Iterator[Shape]:
    """A corner of clouds: the circle that counts as a line, clouds inside of it, in the colour of whose it is."""
    x, y, radius = chart.x(corner.circle[0]), chart.y(corner.circle[1]), chart.radius(corner.circle[2])
    seat = view.corners.index(corner.id) if corner.id in view.corners else -1
    name = owner_name(seat)
    puff = max(radius // 6, 2)
    title = f"{seat_name(seat)}’s corner" if seat >= 0 else "a corner that nobody has"
    yield Circle(x, y, radius, f"haze-{name}", title)
    yield from (
        Circle(x + dx * (radius - puff) // 1000, y + dy * (radius - puff) // 1000, puff, "cloud") for dx, dy in ROUND
    )
    yield Circle(x, y, max(radius - puff, 1), "cloud")
    yield Circle(x, y, max(radius - 2 * puff, 1), f"haze-{name}")
    yield Circle(x, y, radius, f"thin-{name}")


def hazard(view: GameView, chart: Chart) -> Iterator[Shape]:
    """The Tornado, as far as it reaches."""
    laws = laws_of(view, "hazard_circle")
    if view.hazard is None or not laws:
        return
    x, y, _ = view.map.city(view.hazard).circle
    radius = chart.radius(LAWS[laws[-1]].number("radius"))
    yield Group(
        (
            Circle(0, 0, radius, "storm"),
            Circle(0, 0, radius, "storm-line"),
            Use("tornado", 0, 0, scale=radius),
        ),
        chart.x(x),
        chart.y(y),
        name=f"tornado {view.hazard}",
        title=f"{law_title(laws[-1])} on {spoken(view.hazard)}: takes every Prophet that touches it after a flick",
    )
