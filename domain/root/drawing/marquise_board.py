"""The Marquise's board: building tracks, wood, actions (6.3)."""

from domain.root.drawing.layout import NOTHING, Part, column, hung, row
from domain.root.drawing.names import counted, piece_name
from domain.root.drawing.telling import on_map
from domain.root.drawing.widgets import CELL, label, symbol, times, track_cell, value
from domain.root.factions import BUILD_COST, BUILD_POINTS, RECRUITERS_FOR_CARD, WORKS
from domain.root.view import GameView, SeenMarquise
from domain.table.scene import Rect, Text, Use

COST_HIGH = 60


def marquise_board(view: GameView, seat: int) -> Part:
    """What only the Marquise has."""
    board = view.marquise
    if board is None:
        return NOTHING
    tracks = [work_track(kind, on_map(view, seat, kind)) for kind in WORKS]
    return hung((column((costs(), *tracks), 6), state(view, seat, board)), 70)


def costs() -> Part:
    """What a building costs, by column."""
    return row((Part((), 84, COST_HIGH), *(cost(wood) for wood in BUILD_COST)), 6)


def cost(wood: int) -> Part:
    """The cost of a column."""
    shapes = (
        Rect(2, 2, CELL - 4, COST_HIGH - 4, "cell-mile", 10),
        Use("wood", 30, COST_HIGH // 2, scale=70, title=f"costs {wood} wood"),
        Text(66, 43, str(wood), "printed"),
    )
    return Part(shapes, CELL, COST_HIGH)


def work_track(kind: str, built: int) -> Part:
    """The row of a kind of building: spaces empty from the left, the next one to build is the first that is covered."""
    points = BUILD_POINTS[kind]
    cells = [
        track_cell(
            str(points[n]),
            now=n == built,
            cover=kind if n >= built else "",
            bonus=kind == "recruiter" and n + 1 in RECRUITERS_FOR_CARD,
            title=f"{piece_name(kind)} {n + 1}: costs {BUILD_COST[n]} wood, scores {points[n]}",
        )
        for n in range(len(points))
    ]
    return row((symbol(kind, 84, scale=100, title=f"{counted(built, kind)} on the map"), *cells), 6)


def state(view: GameView, seat: int, board: SeenMarquise) -> Part:
    """Actions, the keep, wood and warriors at home."""
    stock = view.seats[seat].stock
    home = stock.get("warrior", 0)
    keep = f"in clearing {board.keep}" if board.keep else "not on the map"
    return column(
        (
            row((label("Actions left"), value(str(board.actions_left))), 16),
            label("has recruited this turn") if board.recruited else NOTHING,
            label("marching: one more move") if board.marching else NOTHING,
            row((label("Keep"), symbol("keep", 60, scale=96), value(keep)), 12),
            row((label("Supply"), times("wood", stock.get("wood", 0), scale=96, title="wood in the supply")), 16),
            row((label("Supply"), times("marquise", home, "of-marquise", 56, counted(home, "warrior"))), 16),
        ),
        10,
    )
