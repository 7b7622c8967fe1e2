"""The picture of a game of Carcassonne: the board, a panel beside it, and both in characters."""

from domain.carcassonne.drawing.board import BORDER, Extent, Kinds, board_shapes, extent
from domain.carcassonne.drawing.geometry import TILE
from domain.carcassonne.drawing.palette import INKS, STYLES
from domain.carcassonne.drawing.panel import WIDTH, headline, panel_height, panel_shapes, stack_line
from domain.carcassonne.drawing.symbols import SYMBOLS
from domain.carcassonne.drawing.written import written_drawings
from domain.carcassonne.tiles import tile_types
from domain.carcassonne.view import GameView
from domain.table.scene import Box, Group, Rect, Scene

MARGIN = 40
LARGEST = 190
"""How much, in percent, the panel may grow beside a large board."""


def scene(view: GameView) -> Scene:
    """The picture of what a seat sees; all seats see the same table."""
    return picture(view, tile_types(view.sets))


def picture(view: GameView, kinds: Kinds) -> Scene:
    """The picture of a view whose tiles are of the given kinds."""
    seen = extent(view)
    board = board_box(seen)
    scale = panel_scale(view, board)
    right = board[0] + board[2]
    height = max(board[3], panel_height(view) * scale // 100)
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
            Group(panel_shapes(view, kinds), right + MARGIN, board[1], scale, layer="panel"),
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


def panel_scale(view: GameView, board: Box) -> int:
    """The size of the panel in percent: as tall as the board, within reason, so that it stays readable beside it."""
    return min(max(board[3] * 100 // panel_height(view), 100), LARGEST)
