"""The board in characters, for terminals: three sizes of tile, then the scores and who stands where.

A tile is sampled from its drawing, so that both always agree; roads and rivers are drawn with lines.
"""

from collections.abc import Iterator

from domain.carcassonne.drawing.board import Extent, Kinds, extent, frontier, placed_tile
from domain.carcassonne.drawing.geometry import Point
from domain.carcassonne.drawing.glyphs import HEIGHT, Cell, Place, piece_place, tile_cells
from domain.carcassonne.drawing.palette import seat_colour, seat_letter, seat_number
from domain.carcassonne.drawing.panel import PLACES, headline, home_line, seats_in_order, stack_line
from domain.carcassonne.drawing.pieces import called, lying
from domain.carcassonne.tiles import EDGE_NAMES, City, Road, TileType, turned_edge
from domain.carcassonne.view import GameView, SeenPiece, SeenTile
from domain.table.scene import Block, Line, Span, TextDrawing

WIDTHS = (7, 5, 3)
GUTTER = 5
CORNER_MARKS = "┏┓┗┛"
KEEP = "\u00a0"
"""A space at which no line breaks."""
EMPTY: Cell = (" ", "")


def written_drawings(view: GameView, kinds: Kinds) -> tuple[TextDrawing, ...]:
    """The drawings, the widest first."""
    below = (Block(tuple(summary(view, kinds))), Block(tuple(legend(view, kinds))))
    return tuple((Block(tuple(grid(view, kinds, width)), GUTTER, width), *below) for width in WIDTHS)


def grid(view: GameView, kinds: Kinds, width: int) -> Iterator[Line]:
    """The board with its coordinates, each tile `width` columns wide."""
    seen, last = extent(view), placed_tile(view)
    cells = painted(view, kinds, width)
    header = column_header(seen, last, width)
    yield header
    for y in seen.rows:
        for row in range(HEIGHT):
            label = f"{y:>{GUTTER - 1}} " if row == HEIGHT // 2 else " " * GUTTER
            ink = "axis-last" if last and last.y == y else "axis"
            characters = [cell for x in seen.columns for cell in cells.get((x, y), blank_cells(width))[row]]
            yield (Span(label, ink), *joined(characters))
    yield header


def column_header(seen: Extent, last: SeenTile | None, width: int) -> Line:
    """The numbers of the columns."""
    numbers = (Span(f"{x:^{width}}", "axis-last" if last and last.x == x else "axis") for x in seen.columns)
    return (Span(" " * GUTTER), *numbers)


def blank_cells(width: int) -> list[list[Cell]]:
    """A cell without a tile."""
    return [[EMPTY] * width for _ in range(HEIGHT)]


def painted(view: GameView, kinds: Kinds, width: int) -> dict[Point, list[list[Cell]]]:
    """The characters of every cell that shows anything."""
    cells = {(tile.x, tile.y): tile_cells(kinds[tile.tile], tile.rot, width) for tile in view.tiles}
    for cell in frontier(view):
        cells[cell] = blank_cells(width)
        cells[cell][HEIGHT // 2][width // 2] = ("·", "axis")
    last = placed_tile(view)
    if last:
        mark(cells[last.x, last.y], width)
    tiles = {(tile.x, tile.y): tile for tile in view.tiles}
    for piece in view.pieces:
        tile = tiles[piece.x, piece.y]
        put(cells[piece.x, piece.y], piece_place(kinds[tile.tile], tile.rot, width, piece.segment), piece)
    return cells


def mark(rows: list[list[Cell]], width: int) -> None:
    """Corners around the tile of the latest placement."""
    places = ((0, 0), (0, width - 1), (HEIGHT - 1, 0), (HEIGHT - 1, width - 1))
    for (row, column), sign in zip(places, CORNER_MARKS, strict=True):
        rows[row][column] = (sign, "last")


def put(rows: list[list[Cell]], place: Place, piece: SeenPiece) -> None:
    """A piece's letter at the character where it stands, or beside it where one stands already."""
    row, column = place
    while column < len(rows[row]) - 1 and rows[row][column][1].startswith("seat-"):
        column += 1
    letter = seat_letter(piece.seat)
    rows[row][column] = (letter.lower() if lying(piece) else letter, f"seat-{seat_number(piece.seat)}")


def joined(cells: list[Cell]) -> list[Span]:
    """Characters as spans, one for every run of the same ink."""
    spans: list[Span] = []
    for text, ink in cells:
        if spans and spans[-1].ink == ink:
            spans[-1] = Span(spans[-1].text + text, ink)
        else:
            spans.append(Span(text, ink))
    return spans


def summary(view: GameView, kinds: Kinds) -> Iterator[Line]:
    """What the table waits for, the tile in question, the last move, the seats."""
    yield ()
    yield (Span(f"{headline(view)}. {stack_line(view)}.", "heading"),)
    last = placed_tile(view)
    if last:
        kind = kinds[last.tile]
        who = seat_colour(last.seat) if last.seat >= 0 else "start"
        yield (Span(f"Last: {who} {kind.id} at ({last.x}, {last.y}) turned {last.rot}, {kind.name}"),)
        if view.phase == "deploy":
            yield (Span("Segments: " + ", ".join(segment_names(kind, last.rot))),)
    if view.phase == "place" and view.drawn:
        yield from drawn_tile(kinds[view.drawn])
    for seat in seats_in_order(view):
        yield from seat_lines(view, seat)


def drawn_tile(tile: TileType) -> Iterator[Line]:
    """The drawn tile, unturned, with its name beside it."""
    captions = (f"  Drawn: {tile.id}", f"  {tile.name}", f"  {', '.join(segment_names(tile, 0))}")
    for row, caption in zip(tile_cells(tile, 0, WIDTHS[0]), captions, strict=True):
        yield (Span("  "), *joined(row), Span(caption))


def segment_names(tile: TileType, rotation: int) -> Iterator[str]:
    """The segments of a tile with the edges they lie at, as it lies."""
    parts: dict[str, tuple[City, ...] | tuple[Road, ...]] = {"city": tile.cities, "road": tile.roads}
    for name in tile.segments:
        kind, _, number = name.partition(":")
        if kind in parts:
            edges = sorted(turned_edge(EDGE_NAMES.index(e), rotation) for e in parts[kind][int(number)].edges)
            yield f"{name} {''.join(EDGE_NAMES[edge] for edge in edges)}"
        else:
            yield name


def seat_lines(view: GameView, seat: int) -> Iterator[Line]:
    """A seat's score and supply, and where its pieces are."""
    active = seat == view.active and view.phase != "over"
    place = f"{PLACES[view.ranking[seat] - 1]} " if view.ranking else ("> " if active else "  ")
    home = home_line(view.supplies[seat])
    yield (
        Span(place),
        Span(f" {seat_letter(seat)} ", f"seat-{seat_number(seat)}"),
        Span(f" {seat_colour(seat):<6} {view.scores[seat]:>4} points, at home: {home}"),
    )
    out = [f"{called(piece)} ({piece.x}, {piece.y}) {piece.segment}" for piece in view.pieces if piece.seat == seat]
    if out:
        yield (Span("       " + "; ".join(text.replace(" ", KEEP) for text in out), "note"),)


def legend(view: GameView, kinds: Kinds) -> Iterator[Line]:
    """What the characters mean, as far as this board has them."""
    types = [kinds[tile.tile] for tile in view.tiles]
    yield (Span("# city, ─│ road, . field, o village, R stands, r lies (a farmer), ┏┓ last tile", "note"),)
    found = [
        text
        for text, there in (
            ("╲╱ wall between cities", any(len(kind.cities) > 1 for kind in types)),
            ("* shield", any(city.shields for kind in types for city in kind.cities)),
            ("† abbey", any(kind.abbey for kind in types)),
            ("π shrine", any(kind.shrine for kind in types)),
            ("‡ cathedral", any(city.cathedral for kind in types for city in kind.cities)),
            ("× besieged", any(city.besieged for kind in types for city in kind.cities)),
            ("w wine, g grain, c cloth", any(city.goods for kind in types for city in kind.cities)),
            ("⌂ inn", any(road.inn for kind in types for road in kind.roads)),
            ("~ river", any(kind.rivers for kind in types)),
            ("& pigs", any(farm.pig_herd for kind in types for farm in kind.farms)),
        )
        if there
    ]
    if found:
        yield (Span(", ".join(found), "note"),)
