"""The board in characters, for terminals: three sizes of tile, then the scores and who stands where.

A tile is sampled from its drawing, so that both always agree; roads and rivers are drawn with lines.
"""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from domain.carcassonne.drawing.board import Extent, Kinds, extent, face, frontier, placed_tile
from domain.carcassonne.drawing.geometry import Point
from domain.carcassonne.drawing.glyphs import (
    BESIEGED,
    CITY,
    FIELD,
    HEIGHT,
    NARROW,
    Cell,
    Place,
    beside_building,
    piece_place,
    tile_cells,
)
from domain.carcassonne.drawing.layout import layout
from domain.carcassonne.drawing.palette import seat_colour, seat_letter, seat_number
from domain.carcassonne.drawing.panel import shown_tile
from domain.carcassonne.drawing.pieces import called, lying
from domain.carcassonne.drawing.telling import (
    PLACES,
    goods_line,
    headline,
    home_line,
    news,
    own_tile_line,
    seats_in_order,
    stack_line,
)
from domain.carcassonne.tiles import EDGE_NAMES, City, Road, TileType, turned_edge
from domain.carcassonne.view import GameView, SeenPiece, SeenTile
from domain.table.scene import Block, Line, Span, TextDrawing

WIDTHS = (7, 5, 3)
GUTTER = 5
CORNER_MARKS = "┏┓┗┛"
KEEP = "\u00a0"
"""A space at which no line breaks."""
KINDS = {"big": "²", "builder": "^", "pig": "&"}
"""What follows the letter of a piece that is not a common follower, where a tile is wide enough."""
PLAIN = (FIELD, CITY, BESIEGED)
EMPTY: Cell = (" ", "")


def written_drawings(view: GameView, kinds: Kinds) -> tuple[TextDrawing, ...]:
    """The drawings, the widest first."""
    below = (Block(tuple(summary(view, kinds))), Block(tuple(legend(view, kinds))))
    return tuple((Block(tuple(grid(view, kinds, width)), GUTTER, width), *below) for width in WIDTHS)


def grid(view: GameView, kinds: Kinds, width: int) -> Iterator[Line]:
    """The board with its coordinates, each tile `width` columns wide."""
    seen, last = extent(view), placed_tile(view)
    cells = painted(view, kinds, width)
    header, nothing = column_header(seen, last, width), blank_cells(width)
    yield header
    for y in seen.rows:
        for row in range(HEIGHT):
            label = f"{y:>{GUTTER - 1}} " if row == HEIGHT // 2 else " " * GUTTER
            ink = "axis-last" if last and last.y == y else "axis"
            characters = [cell for x in seen.columns for cell in cells.get((x, y), nothing)[row]]
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
    cells = {(tile.x, tile.y): tile_cells(face(tile, kinds), tile.rot, width) for tile in view.tiles}
    for cell in frontier(view):
        cells[cell] = blank_cells(width)
        cells[cell][HEIGHT // 2][width // 2] = ("·", "axis")
    last = placed_tile(view)
    if last:
        mark(cells[last.x, last.y], width)
    tiles = {(tile.x, tile.y): tile for tile in view.tiles}
    for tile in view.tiles:
        if tile.face:
            mark_blank(cells[tile.x, tile.y], width)
    for one in view.challenges:
        for cell in ((one.x, one.y), (one.shrine_x, one.shrine_y)):
            row, column = beside_building(face(tiles[cell], kinds), tiles[cell].rot, width, 1)
            cells[cell][row][column] = ("!", "challenge")
    for piece in view.pieces:
        tile = tiles[piece.x, piece.y]
        put(cells[piece.x, piece.y], piece_place(face(tile, kinds), tile.rot, width, piece.segment), piece)
    return cells


def mark(rows: list[list[Cell]], width: int) -> None:
    """Corners around the tile of the latest placement, but where they would hide a sign."""
    for (row, column), sign in zip(corners(width), CORNER_MARKS, strict=True):
        if rows[row][column] in PLAIN:
            rows[row][column] = (sign, "last")


def mark_blank(rows: list[list[Cell]], width: int) -> None:
    """A question mark in the last corner where it hides no sign: a blank tile that stands for what is drawn."""
    for row, column in reversed(corners(width)):
        if rows[row][column] in PLAIN or rows[row][column][1] == "last":
            rows[row][column] = ("?", "joker")
            return


def corners(width: int) -> tuple[Place, ...]:
    """The characters in the corners of a tile."""
    return (0, 0), (0, width - 1), (HEIGHT - 1, 0), (HEIGHT - 1, width - 1)


def put(rows: list[list[Cell]], place: Place, piece: SeenPiece) -> None:
    """A piece's letter at the character where it stands, or beside it where one stands already."""
    row, column = place
    while column < len(rows[row]) - 1 and rows[row][column][1].startswith("seat-"):
        column += 1
    letter = seat_letter(piece.seat)
    ink = f"seat-{seat_number(piece.seat)}"
    rows[row][column] = (letter.lower() if lying(piece) else letter, ink)
    if piece.piece in KINDS and len(rows[row]) > NARROW:
        rows[row][beside(rows[row], column)] = (KINDS[piece.piece], ink)


def beside(row: list[Cell], column: int) -> int:
    """The column next to another where a sign hides least: on open ground, or at any rate on no other piece."""
    near = [at for at in (column + 1, column - 1) if 0 <= at < len(row)]
    return min(near, key=lambda at: (row[at] not in PLAIN, row[at][1].startswith("seat-")))


def joined(cells: list[Cell]) -> list[Span]:
    """Characters as spans, one for every run of the same ink."""
    return [Span("".join(text for text, _ in run), ink) for ink, run in groupby(cells, key=itemgetter(1))]


def summary(view: GameView, kinds: Kinds) -> Iterator[Line]:
    """What the table waits for, the tile in question, the last move, the seats."""
    yield ()
    yield (Span(f"{headline(view)}. {stack_line(view)}.", "heading"),)
    last = placed_tile(view)
    if last:
        kind = face(last, kinds)
        who = seat_colour(last.seat) if last.seat >= 0 else "start"
        blank = f"{last.tile} as " if last.face else ""
        yield (Span(f"Last: {who} {blank}{kind.id} at ({last.x}, {last.y}) turned {90 * last.rot}°, {kind.name}"),)
        if view.phase == "deploy":
            yield (Span("Segments: " + ", ".join(segment_names(kind, last.rot))),)
    if view.phase == "place" and view.drawn:
        yield from drawn_tile(view, kinds)
    yield from ((Span(line, "heading"),) for line in news(view))
    for seat in seats_in_order(view):
        yield from seat_lines(view, seat)
    yield from ((Span(f"  {own_tile_line(own)}"),) for own in view.own_tiles)


def drawn_tile(view: GameView, kinds: Kinds) -> Iterator[Line]:
    """The drawn tile, unturned, with its name beside it; a blank one as what it stands for, if that is known."""
    shown = shown_tile(view)
    if shown is None:
        return
    tile = face(shown, kinds)
    blank = f"{shown.tile} as " if shown.face else ""
    captions = (f"  Drawn: {blank}{tile.id}", f"  {tile.name}", f"  {', '.join(segment_names(tile, 0))}".rstrip())
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
    home, tokens = home_line(view.supplies[seat]), goods_line(view, seat)
    yield (
        Span(place),
        Span(f" {seat_letter(seat)} ", f"seat-{seat_number(seat)}"),
        Span(
            f" {seat_colour(seat):<6} {view.scores[seat]:>4} points, at home: {home}"
            + (f"; goods: {tokens}" if tokens else "")
        ),
    )
    out = [f"{called(piece)} ({piece.x}, {piece.y}) {piece.segment}" for piece in view.pieces if piece.seat == seat]
    if out:
        yield (Span("       " + "; ".join(text.replace(" ", KEEP) for text in out), "note"),)


def legend(view: GameView, kinds: Kinds) -> Iterator[Line]:
    """What the characters mean, as far as this board has them."""
    types = {face(tile, kinds) for tile in view.tiles}
    meanings = [*tile_meanings(types), *piece_meanings(view)]
    if meanings:
        yield (Span(", ".join(meaning.replace(" ", KEEP) for meaning in meanings), "note"),)


def tile_meanings(types: set[TileType]) -> list[str]:
    """The characters of tiles."""
    cities = [city for kind in types for city in kind.cities]
    roads = [road for kind in types for road in kind.roads]
    goods = {city.goods for city in cities}
    table = (
        ("# city", cities),
        ("╲╱ wall between cities", any(len(kind.cities) > 1 for kind in types)),
        ("* shield", any(city.shields for city in cities)),
        ("‡ cathedral", any(city.cathedral for city in cities)),
        ("% besieged city", any(city.besieged for city in cities)),
        ("w wine", "wine" in goods),
        ("g grain", "grain" in goods),
        ("c cloth", "cloth" in goods),
        ("─│ road", roads),
        ("o village", any(layout(kind).junction for kind in types)),
        ("⌂ inn", any(road.inn for road in roads)),
        (". field", any(kind.farms for kind in types)),
        ("& pigs", any(farm.pig_herd for kind in types for farm in kind.farms)),
        ("† abbey", any(kind.abbey for kind in types)),
        ("π shrine", any(kind.shrine for kind in types)),
        ("~ river", any(kind.rivers for kind in types)),
        ("O spring or lake", any(kind.river_role in ("spring", "lake") and not kind.volcano for kind in types)),
        ("▲ volcano", any(kind.volcano for kind in types)),
    )
    return [meaning for meaning, there in table if there]


def piece_meanings(view: GameView) -> list[str]:
    """The characters of pieces, and the marks on tiles."""
    kinds = {piece.piece for piece in view.pieces}
    standing = [piece for piece in view.pieces if not lying(piece)]
    flat = [piece for piece in view.pieces if lying(piece)]
    table = (
        (f"{letter_of(standing)} stands", standing),
        (f"{letter_of(flat).lower()} lies (a farmer)", flat),
        ("² big follower", "big" in kinds),
        ("^ builder", "builder" in kinds),
        ("& beside a letter: pig", "pig" in kinds),
        ("! challenge", view.challenges),
        ("? in a corner: blank tile", any(tile.face for tile in view.tiles)),
        ("┏┓ last tile", placed_tile(view)),
    )
    return [meaning for meaning, there in table if there]


def letter_of(pieces: list[SeenPiece]) -> str:
    """The letter of the first of some pieces."""
    return seat_letter(pieces[0].seat) if pieces else ""
