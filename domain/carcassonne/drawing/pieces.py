"""Pieces on the board: standing, or lying down as farmers do, in the seat's colour and with its letter."""

from domain.carcassonne.drawing.geometry import Point
from domain.carcassonne.drawing.layout import stand
from domain.carcassonne.drawing.palette import seat_colour, seat_letter, seat_number
from domain.carcassonne.drawing.symbols import PIECE_SCALES, PIECE_SYMBOLS
from domain.carcassonne.tiles import BUILDING, TileType
from domain.carcassonne.view import SeenPiece
from domain.table.scene import Group, Shape, Text, Use

BESIDE_BUILDING = (-34, 24)
"""A monk stands at the door, so that one still sees whose house it is."""
CROWD = 30
LYING = -90


def piece_shape(piece: SeenPiece, tile: TileType, rotation: int, before: int) -> Group:
    """A piece on its tile, in the tile's units; `before` counts those already drawn on the same segment."""
    x, y = stand(tile, rotation, piece.segment)
    if piece.segment == BUILDING:
        x, y = x + BESIDE_BUILDING[0], y + BESIDE_BUILDING[1]
    name = f"{seat_colour(piece.seat)} {called(piece)}"
    return Group(
        figure(piece.seat, piece.piece, lying(piece)),
        x=x + CROWD * before,
        y=y,
        name=f"piece {piece.seat} {piece.piece} {piece.x},{piece.y} {piece.segment}",
        title=f"{name} on {piece.segment} of {tile.id} {cell_name((piece.x, piece.y))}",
    )


def figure(seat: int, piece: str, flat: bool) -> tuple[Shape, ...]:
    """The figure about the origin: a white rim, the silhouette, the letter."""
    symbol, scale = PIECE_SYMBOLS.get(piece, "meeple"), PIECE_SCALES.get(piece, 100)
    turn = LYING if flat else 0
    letter = (7, 6) if flat else (0, 13 * scale // 100)
    return (
        Use(symbol, 0, 0, "halo", scale, turn),
        Use(symbol, 0, 0, f"seat-{seat_number(seat)}", scale, turn),
        Text(letter[0], letter[1], seat_letter(seat), f"mark-{seat_number(seat)}"),
    )


def lying(piece: SeenPiece) -> bool:
    """Whether the piece lies on its back: followers on a farm do, pigs stay on their feet."""
    return piece.segment.startswith("farm") and piece.piece in ("follower", "big")


def called(piece: SeenPiece) -> str:
    """What people call the piece where it stands."""
    if piece.piece == "big":
        return f"big {piece.role or 'follower'}"
    return piece.role or piece.piece


def cell_name(cell: Point) -> str:
    """A cell as people write it."""
    return f"({cell[0]}, {cell[1]})".replace("-", "−")
