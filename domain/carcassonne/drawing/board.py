"""The board: tiles in their cells, pieces on them, empty cells where play may go on, and coordinates around."""

from collections.abc import Iterator, Mapping

import msgspec

from domain.carcassonne.drawing.geometry import MID, TILE, Point, turned
from domain.carcassonne.drawing.layout import layout
from domain.carcassonne.drawing.palette import seat_colour
from domain.carcassonne.drawing.pieces import cell_name, piece_shape
from domain.carcassonne.drawing.tile import joker_frame, tile_shapes
from domain.carcassonne.tiles import TileType, tile_types
from domain.carcassonne.view import GameView, SeenChallenge, SeenTile
from domain.table.scene import Group, Path, Rect, Shape, Text, Use

Kinds = Mapping[str, TileType]
BORDER = 84
BASELINE = 14
REACH = 26
"""Where the line of a challenge begins and ends, in percent of the way between the two buildings."""


def kinds_of(view: GameView) -> Kinds:
    """All kinds of tile that the view may name: those of the sets, and the group's own."""
    return {**tile_types(view.sets), **{own.tile: own.shape for own in view.own_tiles}}


def face(tile: SeenTile, kinds: Kinds) -> TileType:
    """What a tile shows: itself, or what a blank one stands for."""
    return kinds[tile.face or tile.tile]


class Extent(msgspec.Struct, frozen=True):
    """The columns and rows that a picture shows, both ends included."""

    west: int
    north: int
    east: int
    south: int

    @property
    def columns(self) -> range:
        """The columns from west to east."""
        return range(self.west, self.east + 1)

    @property
    def rows(self) -> range:
        """The rows from north to south."""
        return range(self.north, self.south + 1)


def extent(view: GameView) -> Extent:
    """The cells with tiles, and the ring of empty ones around them while the game lasts."""
    cells = [(tile.x, tile.y) for tile in view.tiles] + frontier(view) or [(0, 0)]
    return Extent(
        min(c[0] for c in cells), min(c[1] for c in cells), max(c[0] for c in cells), max(c[1] for c in cells)
    )


def frontier(view: GameView) -> list[Point]:
    """The empty cells beside a tile, sorted; none once the game is over."""
    if view.phase == "over":
        return []
    full = {(tile.x, tile.y) for tile in view.tiles}
    beside = {(x + i, y + j) for x, y in full for i, j in ((0, -1), (1, 0), (0, 1), (-1, 0))}
    return sorted(beside - full) if full else [(0, 0)]


def board_shapes(view: GameView, kinds: Kinds) -> tuple[Shape, ...]:
    """All of the board, in units of 200 a cell, the cell (0, 0) with its corner at the origin."""
    return (
        Group(tuple(empty_cell(cell) for cell in frontier(view)), layer="frontier"),
        Group(tuple(laid_tile(tile, kinds) for tile in in_reading_order(view)), layer="tiles"),
        Group(tuple(last_move(view)), layer="last"),
        Group(tuple(challenge_line(view, one, kinds) for one in view.challenges), layer="challenges"),
        Group(tuple(standing_pieces(view, kinds)), layer="pieces"),
        Group(tuple(axes(extent(view))), layer="axes"),
    )


def in_reading_order(view: GameView) -> list[SeenTile]:
    """The tiles row by row, so that equal boards give equal pictures."""
    return sorted(view.tiles, key=lambda tile: (tile.y, tile.x))


def empty_cell(cell: Point) -> Rect:
    """An empty cell where a tile might go."""
    return Rect(cell[0] * TILE + 6, cell[1] * TILE + 6, TILE - 12, TILE - 12, "cell", 10, f"empty {cell_name(cell)}")


def laid_tile(tile: SeenTile, kinds: Kinds) -> Group:
    """A tile in its cell."""
    shapes = tile_shapes(face(tile, kinds), tile.rot) + (joker_frame(face(tile, kinds), tile.rot) if tile.face else ())
    x, y = tile.x * TILE, tile.y * TILE
    return Group(shapes, x, y, name=f"tile {tile.x},{tile.y}", title=tile_title(tile, kinds), clip=(0, 0, TILE, TILE))


def tile_title(tile: SeenTile, kinds: Kinds) -> str:
    """What a tile is, where and how it lies, and who laid it when."""
    kind = face(tile, kinds)
    laid = f", laid by {seat_colour(tile.seat)} in turn {tile.turn}" if tile.seat >= 0 else ""
    blank = f"{tile.tile} {kinds[tile.tile].name} as " if tile.face else ""
    return f"{blank}{kind.id} {kind.name} {cell_name((tile.x, tile.y))} turned {tile.rot}{laid}"


def placed_tile(view: GameView) -> SeenTile | None:
    """The tile of the latest placement, if there was one."""
    return view.tiles[view.placed] if 0 <= view.placed < len(view.tiles) else None


def last_move(view: GameView) -> Iterator[Shape]:
    """The frame around the tile of the latest placement."""
    tile = placed_tile(view)
    if tile:
        for style in ("last", "last-line"):
            yield Rect(tile.x * TILE - 1, tile.y * TILE - 1, TILE + 2, TILE + 2, style, 6)


def challenge_line(view: GameView, one: SeenChallenge, kinds: Kinds) -> Group:
    """A line between the abbey and the shrine of a challenge, with crossed blades on it."""
    (ax, ay), (bx, by) = building_at(view, one.x, one.y, kinds), building_at(view, one.shrine_x, one.shrine_y, kinds)
    dx, dy = (bx - ax) * REACH // 100, (by - ay) * REACH // 100
    line = f"M{ax + dx} {ay + dy}L{bx - dx} {by - dy}"
    return Group(
        (
            Path(line, "challenge"),
            Path(line, "challenge-line"),
            Use("duel", (ax + bx) // 2, (ay + by) // 2),
        ),
        name=f"challenge {one.x},{one.y} {one.shrine_x},{one.shrine_y}",
        title=f"challenge between the abbey {cell_name((one.x, one.y))} "
        f"and the shrine {cell_name((one.shrine_x, one.shrine_y))}",
    )


def building_at(view: GameView, x: int, y: int, kinds: Kinds) -> Point:
    """Where the building in a cell is drawn."""
    tile = next(tile for tile in view.tiles if (tile.x, tile.y) == (x, y))
    dx, dy = turned(layout(face(tile, kinds)).building, tile.rot)
    return x * TILE + dx, y * TILE + dy


def standing_pieces(view: GameView, kinds: Kinds) -> Iterator[Shape]:
    """Every piece on the board."""
    tiles = {(tile.x, tile.y): tile for tile in view.tiles}
    crowd: dict[tuple[int, int, str], int] = {}
    for piece in view.pieces:
        tile, spot = tiles[piece.x, piece.y], (piece.x, piece.y, piece.segment)
        shape = piece_shape(piece, face(tile, kinds), tile.rot, crowd.get(spot, 0))
        crowd[spot] = crowd.get(spot, 0) + 1
        yield msgspec.structs.replace(shape, x=shape.x + tile.x * TILE, y=shape.y + tile.y * TILE)


def axes(seen: Extent) -> Iterator[Shape]:
    """The coordinates as players type them, on all four sides."""
    for x in seen.columns:
        for y in (seen.north * TILE - BORDER // 2, (seen.south + 1) * TILE + BORDER // 2):
            yield Text(x * TILE + MID, y + BASELINE, str(x), "axis")
    for y in seen.rows:
        for x in (seen.west * TILE - BORDER // 2, (seen.east + 1) * TILE + BORDER // 2):
            yield Text(x, y * TILE + MID + BASELINE, str(y), "axis")
