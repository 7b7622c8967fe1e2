"""The mat in characters: a raster of what is printed, and letters for the discs on it."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

import msgspec

from domain.flick_of_faith.cards import LAWS
from domain.flick_of_faith.drawing.palette import owner_name
from domain.flick_of_faith.drawing.placing import Placed, placed_discs
from domain.flick_of_faith.drawing.sheet import CITY, CLOUD, NAVEL, SEA, Sheet
from domain.flick_of_faith.drawing.sheet import raster as printed_raster
from domain.flick_of_faith.drawing.telling import dominator, laws_of, seat_name, spoken
from domain.flick_of_faith.map import Map
from domain.flick_of_faith.shapes import touches_circle
from domain.flick_of_faith.view import GameView
from domain.table.scene import Line, Span

Cell = tuple[str, str]
Cells = dict[tuple[int, int], Cell]
FRAMES: dict[str, tuple[str, str]] = {
    "prophet": ("(", ")"),
    "templar": ("<", ">"),
    "sphinx": ("{", "}"),
    "king_ape": ("{", "}"),
    "temple": ("[", "]"),
}
"""What stands around the letter of a disc's owner, by kind."""
TALLEST = 60


class Raster(msgspec.Struct, frozen=True):
    """A mat in so many columns and rows, each row twice as high as a column is wide."""

    map: Map
    columns: int
    rows: int

    def centre(self, row: int, column: int) -> tuple[int, int]:
        """The place in the middle of a character, in micrometres."""
        mat = self.map.mat
        return (2 * column + 1) * mat.width // (2 * self.columns), mat.height - (2 * row + 1) * mat.height // (
            2 * self.rows
        )

    def cell(self, x: int, y: int) -> tuple[int, int]:
        """The row and column of a place."""
        mat = self.map.mat
        row, column = (mat.height - y) * self.rows // mat.height, x * self.columns // mat.width
        return min(max(row, 0), self.rows - 1), min(max(column, 0), self.columns - 1)


def raster_of(chart: Map, columns: int) -> Raster:
    """The raster of a mat; a long one takes no more than a screen or two."""
    rows = chart.mat.height * columns // (2 * chart.mat.width)
    return Raster(chart, columns, min(max(rows, 1), TALLEST))


def written_map(view: GameView, columns: int) -> list[Line]:
    """The mat in so many columns, its frame included. In a narrow one, discs are single letters."""
    raster = raster_of(view.map, columns - 2)
    cells: Cells = dict(printed(view, raster))
    trails(view, raster, cells)
    names(view, raster, cells)
    wide = columns >= 60
    for pile in piles(raster, placed_discs(view)):
        lay(view, raster, cells, pile, wide=wide)
    edge = Span("+" + "-" * raster.columns + "+", "frame")
    side = Span("|", "frame")
    body = [
        (side, *spans([cells[row, column] for column in range(raster.columns)]), side) for row in range(raster.rows)
    ]
    return [(edge,), *body, (edge,)]


def printed(view: GameView, raster: Raster) -> Iterator[tuple[tuple[int, int], Cell]]:
    """What is printed, character by character, and the Tornado over it."""
    lands = {island.id: owner_name(dominator(view, island.id)) for island in view.map.islands}
    cells: dict[str, Cell] = {
        CITY: (CITY, "city"), NAVEL: (NAVEL, "navel"), CLOUD: (CLOUD, "cloud"), SEA: (SEA, "sea"),
        **{island: (".", "land" if owner == "neutral" else f"land-{owner}") for island, owner in lands.items()},
    }  # fmt: skip
    storm = storm_circle(view)
    for row, line in enumerate(printed_raster(Sheet(view.map), raster.columns, raster.rows)):
        for column, there in enumerate(line):
            stormy = storm is not None and there != CITY and touches_circle(*raster.centre(row, column), 0, storm)
            yield (row, column), ("%", "storm") if stormy else cells[there]


def storm_circle(view: GameView) -> tuple[int, int, int] | None:
    """The circle of the Tornado."""
    laws = laws_of(view, "hazard_circle")
    if view.hazard is None or not laws:
        return None
    x, y, _ = view.map.city(view.hazard).circle
    return x, y, LAWS[laws[-1]].number("radius")


def names(view: GameView, raster: Raster, cells: Cells) -> None:
    """The names of the Islands, beneath their upper shores."""
    for island in view.map.islands:
        (west, _), (east, north) = island.box
        row, left = raster.cell((west + east) // 2, north)
        put(raster, cells, (row, left), spoken(island.id), "note")


def trails(view: GameView, raster: Raster, cells: Cells) -> None:
    """The ways of the latest flick, as dots; a cross where a disc left the map."""
    for trail in view.trails:
        (x1, y1), (x2, y2) = trail.points[0], trail.points[-1]
        if (x1, y1) == (x2, y2):
            continue
        steps = 2 * raster.columns
        for n in range(steps + 1):
            row, column = raster.cell(x1 + (x2 - x1) * n // steps, y1 + (y2 - y1) * n // steps)
            _, ink = cells[row, column]
            cells[row, column] = ("·", ink if ink.startswith(("land", "city", "navel")) else "trail")
        if trail.off:
            cells[raster.cell(x2, y2)] = ("X", "alarm")


def piles(raster: Raster, discs: list[Placed]) -> list[list[Placed]]:
    """Discs that lie on each other, or whose middles share a character, lowest first."""
    found: dict[tuple[int, int], list[Placed]] = {}
    bases = {one.disc.id: one for one in discs}
    for one in sorted(discs, key=lambda one: (one.disc.on is not None, one.disc.id)):
        base = bases.get(one.disc.on or "", one)
        found.setdefault(raster.cell(base.x, base.y), []).append(one)
    return list(found.values())


def lay(view: GameView, raster: Raster, cells: Cells, pile: list[Placed], *, wide: bool) -> None:
    """The topmost disc of a pile, with how many there are if there are more."""
    top = pile[-1]
    text = signs(top, wide=wide)
    if len(pile) > 1:
        text = f"{text}{len(pile)}" if wide else str(min(len(pile), 9))
    ink = "again" if any(one.disc.id == view.awaiting for one in pile) else owner_name(top.disc.owner)
    put(raster, cells, raster.cell(pile[0].x, pile[0].y), text, ink)


def signs(one: Placed, *, wide: bool) -> str:
    """The letter of a disc's owner; in brackets by kind, or a capital for a Temple where there is no room for them."""
    letter = seat_name(one.disc.owner)[0] if one.disc.owner >= 0 else "A"
    if not wide:
        return letter if one.disc.kind == "temple" or one.disc.owner < 0 else letter.lower()
    before, after = FRAMES.get(one.disc.kind, ("(", ")"))
    return f"{before}{letter}{'~' if one.about else after}"


def put(raster: Raster, cells: Cells, middle: tuple[int, int], text: str, ink: str) -> None:
    """Words about a place, moved so that they stay on the mat."""
    row, column = middle
    left = max(min(column - len(text) // 2, raster.columns - len(text)), 0)
    for n, letter in enumerate(text[: raster.columns]):
        below = cells[row, left + n][1]
        cells[row, left + n] = (letter, below if ink == "note" and below.startswith("land") else ink)


def spans(cells: list[Cell]) -> list[Span]:
    """Characters as spans, one for every run of the same ink."""
    return [Span("".join(text for text, _ in run), ink) for ink, run in groupby(cells, key=itemgetter(1))]
