"""The Marquise's board: building tracks, wood, actions (6.3)."""

from collections.abc import Iterator

from domain.root.drawing.names import counted, piece_name
from domain.root.drawing.telling import on_map
from domain.root.drawing.widgets import CELL, Inside, label, symbol, times, track_cell, value
from domain.root.factions import BUILD_COST, BUILD_POINTS, RECRUITERS_FOR_CARD, WORKS
from domain.root.view import GameView, SeenMarquise
from domain.table.layout import Part, column, row
from domain.table.scene import Rect, Text, Use

COST_HIGH = 60


def marquise_board(view: GameView, seat: int) -> Inside:
    """What only the Marquise has."""
    board = view.marquise
    if board is None:
        return Inside()
    tracks = [work_track(kind, on_map(view, seat, kind)) for kind in WORKS]
    return Inside(left=column((costs(), *tracks), 6), right=tuple(state(view, seat, board)))


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


def state(view: GameView, seat: int, board: SeenMarquise) -> Iterator[Part]:
    """Actions, the keep, wood and warriors at home."""
    stock = view.seats[seat].stock
    home = stock.get("warrior", 0)
    done = ", recruited" * board.recruited + ", one more move" * board.marching
    keep = f"in {board.keep}" if board.keep else "none"
    yield row((label("Actions left"), value(f"{board.actions_left}{done}")), 16)
    yield row(
        (
            row((label("Keep"), symbol("keep", 60, scale=96), value(keep)), 10),
            label("Supply"),
            times("wood", stock.get("wood", 0), scale=96, title="wood in the supply"),
            times("marquise", home, "of-marquise", 56, counted(home, "warrior")),
        ),
        22,
    )
