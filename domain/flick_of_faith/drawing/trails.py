"""The ways of the latest flick's discs: from faint at the start to strong at the end, with a cross where one left the map."""

from collections.abc import Iterator
from itertools import pairwise

from domain.flick_of_faith.drawing.chart import Chart, band
from domain.flick_of_faith.drawing.palette import TRAIL_STEPS, owner_name
from domain.flick_of_faith.drawing.telling import disc_at, disc_name
from domain.flick_of_faith.shapes import Point
from domain.flick_of_faith.view import GameView, SeenTrail
from domain.table.scene import Circle, Group, Path, Shape, Use

THICKEST = 14


def trail_shapes(view: GameView, chart: Chart) -> Iterator[Shape]:
    """All trails that lead anywhere."""
    for trail in view.trails:
        disc = disc_at(view, trail.disc)
        if disc is not None and len(trail.points) > 1 and trail.points[0] != trail.points[-1]:
            end = f"{' to the edge of the map, and off it' if trail.off else ''}"
            yield Group(
                tuple(trail_parts(trail, chart, owner_name(disc.owner), chart.radius(disc.radius))),
                name=f"trail {trail.disc}{' off' * trail.off}",
                title=f"the latest way of {disc_name(view, trail.disc)}{end}",
            )


def trail_parts(trail: SeenTrail, chart: Chart, owner: str, radius: int) -> Iterator[Shape]:
    """One trail: a ring where the disc lay, the way, a ring where it came to rest, or the cross."""
    points = [(chart.x(x), chart.y(y)) for x, y in trail.points]
    yield Circle(*points[0], radius, f"thin-{owner}")
    places = refined(points)
    thick = max(min(radius // 2, THICKEST), 2)
    for step, (start, end) in enumerate(pairwise(places)):
        level = step * TRAIL_STEPS // (len(places) - 1)
        thin = 2 + (thick - 2) * step // (len(places) - 1)
        corners = band(start, end, thin, 2 + (thick - 2) * (step + 1) // (len(places) - 1))
        yield Path("M" + "L".join(f"{x} {y}" for x, y in corners) + "Z", f"trail-{owner}-{level}")
    yield Use("gone", *points[-1], scale=150) if trail.off else Circle(*points[-1], radius, f"thin-{owner}")


def refined(points: list[Point]) -> list[Point]:
    """The places of a way, each of its legs cut into as many pieces as a trail fades in."""
    places = points[:1]
    for (x1, y1), (x2, y2) in pairwise(points):
        for n in range(1, TRAIL_STEPS + 1):
            places.append((x1 + (x2 - x1) * n // TRAIL_STEPS, y1 + (y2 - y1) * n // TRAIL_STEPS))
    return places
