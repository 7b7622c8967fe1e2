"""The picture of a game of Carcassonne: the board, a panel beside it, and both in characters."""

from domain.carcassonne.drawing.board import BORDER, Extent, Kinds, board_shapes, extent, kinds_of
from domain.carcassonne.drawing.geometry import TILE
from domain.carcassonne.drawing.palette import INKS, STYLES
from domain.carcassonne.drawing.panel import WIDTH, panel_height, panel_shapes, to_come_height
from domain.carcassonne.drawing.symbols import SYMBOLS
from domain.carcassonne.drawing.telling import headline, stack_line
from domain.carcassonne.drawing.written import written_drawings
from domain.carcassonne.view import GameView
from domain.table.scene import Box, Group, Rect, Scene

MARGIN = 40
LARGEST = 190
"""How much, in percent, the panel may grow beside a large board."""


def scene(view: GameView) -> Scene:
    """The picture of what a seat sees; all seats see the same table."""
    return picture(view, kinds_of(view))


def picture(view: GameView, kinds: Kinds) -> Scene:
    """The picture of a view whose tiles are of the given kinds."""
    seen = extent(view)
    board = board_box(seen)
    to_come = shows_tiles_to_come(view, board)
    tall = panel_height(view) + (to_come_height(view) if to_come else 0)
    scale = panel_scale(tall, board)
    right = board[0] + board[2]
    height = max(board[3], tall * scale // 100)
    box = (
        board[0] - MARGIN,
        board[1] - MARGIN,
        board[2] + WIDTH * scale // 100 + 3 * MARGIN,
        height + 2 * MARGIN,
    )
    return Scene(
        title=f"Carcassonne. {headline(view)}. {stack_line(view)}.",
        box=box,
        shapes=(
            Rect(*box, "page"),
            Group(board_shapes(view, kinds), y=(height - board[3]) // 2, layer="board"),
            Group(panel_shapes(view, kinds, to_come), right + MARGIN, board[1], scale, layer="panel"),
        ),
        styles=STYLES,
        symbols=SYMBOLS,
        texts=written_drawings(view, kinds),
        inks=INKS,
    )


def board_box(seen: Extent) -> Box:
    """The board with its coordinates."""
    columns, rows = len(seen.columns), len(seen.rows)
    return (
        seen.west * TILE - BORDER,
        seen.north * TILE - BORDER,
        columns * TILE + 2 * BORDER,
        rows * TILE + 2 * BORDER,
    )


def shows_tiles_to_come(view: GameView, board: Box) -> bool:
    """Whether the panel has room for the tiles to come: beside a board that is taller than the rest of it."""
    return view.phase != "over" and panel_height(view) + to_come_height(view) <= board[3]


def panel_scale(tall: int, board: Box) -> int:
    """The size of the panel in percent: as tall as the board, within reason, so that it stays readable beside it."""
    return min(max(board[3] * 100 // tall, 100), LARGEST)
