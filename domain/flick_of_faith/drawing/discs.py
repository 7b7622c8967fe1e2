"""The discs on the mat: by owner and kind, what lies on what, the one that may be flicked again."""

from collections.abc import Iterator

from domain.flick_of_faith.drawing.chart import Chart
from domain.flick_of_faith.drawing.palette import owner_name
from domain.flick_of_faith.drawing.placing import Placed
from domain.flick_of_faith.drawing.telling import disc_name, place_said
from domain.flick_of_faith.view import GameView, SeenDisc
from domain.table.scene import Circle, Group, Rect, Shape, Text, Use

LIFT = 7
"""How far a disc's shadow falls; twice as far where it lies on another."""


def disc_shapes(view: GameView, chart: Chart, discs: list[Placed]) -> Iterator[Shape]:
    """All discs, those that lie on others last, so that they cover them; then rims of what they cover."""
    for one in sorted(discs, key=lambda one: (one.disc.on is not None, -one.disc.radius, one.disc.id)):
        yield Group(
            tuple(disc_parts(view, chart, one)),
            chart.x(one.x),
            chart.y(one.y),
            name=f"disc {one.disc.id}",
            title=disc_title(view, one),
        )
    for one in discs:
        pile = [other for other in discs if other.disc.on == one.disc.id]
        if pile:
            yield from pile_signs(chart, one, len(pile) + 1)


def disc_parts(view: GameView, chart: Chart, one: Placed) -> Iterator[Shape]:
    """A disc about its own centre."""
    radius = chart.radius(one.disc.radius)
    lift = LIFT * (2 if one.disc.on is not None else 1)
    yield Circle(lift, lift, radius, "shade")
    if one.disc.id == view.awaiting:
        yield Circle(0, 0, radius + 12, "again-dark")
        yield Circle(0, 0, radius + 12, "again")
    yield face(one.disc, radius)
    if one.about:
        yield Circle(0, 0, max(radius - 5, 1), "about")


def face(disc: SeenDisc, radius: int) -> Use:
    """A disc's upper side."""
    owner = owner_name(disc.owner)
    return Use(f"{disc.kind}-{owner}", 0, 0, f"of-{owner}", radius)


def pile_signs(chart: Chart, base: Placed, count: int) -> Iterator[Shape]:
    """The rim of a disc beneath others, and how many lie there."""
    x, y, radius = chart.x(base.x), chart.y(base.y), chart.radius(base.disc.radius)
    yield Circle(x, y, radius, "under-dark")
    yield Circle(x, y, radius, "under")
    yield Group(
        (Rect(-24, -22, 48, 44, "count-back", 20), Text(0, 11, f"×{count}", "count")),
        x + radius * 7 // 10,
        y - radius * 7 // 10,
        name=f"pile {base.disc.id} {count}",
        title=f"{count} discs on top of each other",
    )


def disc_title(view: GameView, one: Placed) -> str:
    """A disc in words."""
    disc = one.disc
    on = f", lying on {disc_name(view, disc.on)}" if disc.on else ""
    about = " (its exact place is not known)" if one.about else ""
    again = ", which may be flicked again" if disc.id == view.awaiting else ""
    return f"{disc_name(view, disc.id)}, {place_said(disc)}{on}{about}{again}"
