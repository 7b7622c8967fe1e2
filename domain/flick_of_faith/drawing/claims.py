"""What is said of discs and not agreed on yet: rings on the mat, each with the mark of who says so."""

from collections.abc import Iterator

from domain.flick_of_faith.commands import Spot
from domain.flick_of_faith.drawing.chart import Chart
from domain.flick_of_faith.drawing.palette import owner_name
from domain.flick_of_faith.drawing.telling import disc_at, seat_name, spot_said
from domain.flick_of_faith.view import GameView
from domain.table.scene import Circle, Group, Shape, Use


def claims(view: GameView, chart: Chart) -> Iterator[Shape]:
    """The places in the open report, in what others say instead, and in a proposed correction."""
    told: list[tuple[int, Spot]] = [(-1, spot) for spot in view.correction]
    if view.report is not None:
        told += [(view.report.seat, spot) for spot in view.report.report.moved]
        told += [(seat, spot) for seat, counter in view.report.counters for spot in counter.moved]
    for seat, spot in told:
        disc = disc_at(view, spot.disc)
        if disc is not None and spot.x is not None and spot.y is not None:
            radius, owner = chart.radius(disc.radius), owner_name(disc.owner)
            shapes: tuple[Shape, ...] = (
                Circle(0, 0, radius, f"claim-{owner}"),
                Circle(radius, -radius, 24, f"of-{owner_name(seat)}"),
                Use(f"mark-{owner_name(seat)}", radius, -radius, scale=36),
            )
            who = f"{seat_name(seat)} says" if seat >= 0 else "proposed"
            title = f"{who}: {spot_said(view, spot)}"
            yield Group(shapes, chart.x(spot.x), chart.y(spot.y), name=f"claim {seat} {spot.disc}", title=title)
