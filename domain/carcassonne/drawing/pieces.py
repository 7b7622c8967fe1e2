"""Pieces on the board: standing, or lying down as farmers do, in the seat's colour and with its letter."""

from domain.carcassonne.drawing.geometry import Point
from domain.carcassonne.drawing.ground import ENOUGH
from domain.carcassonne.drawing.layout import layout, stand
from domain.carcassonne.drawing.palette import seat_colour, seat_letter, seat_number
from domain.carcassonne.drawing.symbols import PIECE_SCALES, PIECE_SYMBOLS
from domain.carcassonne.drawing.walls import city_edges
from domain.carcassonne.tiles import BUILDING, TileType
from domain.carcassonne.view import SeenPiece
from domain.table.scene import Group, Shape, Text, Use

BESIDE_ABBEY = (-34, 24)
"""A monk stands at the door, so that one still sees whose house it is."""
BESIDE_SHRINE = (42, 24)
"""A heretic stands at the circle's other side."""
OUTWARD = 9
"""How far a big follower in a city of one edge steps towards the neighbour, where the city goes on."""
CROWD = 30
LYING = -90
NARROW = {1: 72, 2: 82, 3: 98}
"""The largest that a lying piece is drawn with so many steps of room, in percent."""
LETTERS = {"follower": (0, 12), "big": (0, 12), "builder": (0, 12), "pig": (-2, 6)}


def piece_shape(piece: SeenPiece, tile: TileType, rotation: int, before: int) -> Group:
    """A piece on its tile, in the tile's units; `before` counts those already drawn on the same segment."""
    x, y = standing_point(piece, tile, rotation)
    name = f"{seat_colour(piece.seat)} {called(piece)}"
    return Group(
        figure(piece.seat, piece.piece, lying(piece), "halo-heretic" if piece.role == "heretic" else "halo"),
        x=x + CROWD * before,
        y=y,
        scale=size(piece, tile),
        name=f"piece {piece.seat} {piece.piece} {piece.x},{piece.y} {piece.segment}",
        title=f"{name} on {piece.segment} of {tile.id} {cell_name((piece.x, piece.y))}",
    )


def standing_point(piece: SeenPiece, tile: TileType, rotation: int) -> Point:
    """Where the middle of a piece is."""
    x, y = stand(tile, rotation, piece.segment)
    if piece.segment == BUILDING:
        dx, dy = BESIDE_SHRINE if tile.shrine else BESIDE_ABBEY
        return x + dx, y + dy
    kind, _, number = piece.segment.partition(":")
    if piece.piece == "big" and kind == "city" and int(number) < len(tile.cities):
        edges = city_edges(tile.cities[int(number)])
        if len(edges) == 1:
            dx, dy = ((0, -OUTWARD), (OUTWARD, 0), (0, OUTWARD), (-OUTWARD, 0))[(edges[0] + rotation) % 4]
            return x + dx, y + dy
    return x, y


def size(piece: SeenPiece, tile: TileType) -> int:
    """How large a piece is drawn, in percent: farmers are smaller where their field is."""
    scale = PIECE_SCALES.get(piece.piece, 100)
    room = layout(tile).rooms.get(piece.segment, ENOUGH)
    return scale * NARROW.get(room, 116) // 116


def figure(seat: int, piece: str, flat: bool, rim: str = "halo") -> tuple[Shape, ...]:
    """The figure about the origin, as large as its symbol: a rim, the silhouette, the letter."""
    symbol, turn = PIECE_SYMBOLS.get(piece, "meeple"), LYING if flat else 0
    letter = (6, 7) if flat else LETTERS.get(piece, (0, 12))
    return (
        Use(symbol, 0, 0, rim, turn=turn),
        Use(symbol, 0, 0, f"seat-{seat_number(seat)}", turn=turn),
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
