"""The picture of a game of Root: the map, the score track, the boards, what lies beside, and all of it in characters."""

from domain.root.drawing.boards import boards
from domain.root.drawing.commons import commons
from domain.root.drawing.palette import INKS, STYLES
from domain.root.drawing.scoretrack import score_track
from domain.root.drawing.symbols import SYMBOLS
from domain.root.drawing.telling import headline, news, seat_at, title, turn_line
from domain.root.drawing.widgets import label, symbol
from domain.root.drawing.woods import woods
from domain.root.drawing.written import written_drawings
from domain.root.view import GameView
from domain.table.layout import Part, column, padded, prose, row
from domain.table.scene import Rect, Scene

MARGIN = 40
GAP = 26


def scene(view: GameView) -> Scene:
    """The picture of what a seat sees: one column, as wide as the map, so that a phone shows it too."""
    whole = column(
        (head(view), woods(view), padded(score_track(view), 25, 0, 25, 0), *boards(view), *commons(view)), GAP
    )
    box = (-MARGIN, -MARGIN, whole.w + 2 * MARGIN, whole.h + 2 * MARGIN)
    return Scene(
        title=title(view),
        box=box,
        shapes=(Rect(*box, "page"), *whole.shapes),
        styles=STYLES,
        symbols=SYMBOLS,
        texts=written_drawings(view),
        inks=INKS,
    )


def head(view: GameView) -> Part:
    """Whose turn it is, and what goes on in it."""
    shown = view.awaited[0] if view.phase == "setup" and view.awaited else view.active
    faction = seat_at(view, shown).faction
    if view.phase == "over":
        faction = next((one.faction for one, rank in zip(view.seats, view.ranking, strict=False) if rank == 1), faction)
    said = column((prose(headline(view), "headline", 52, 1480), label(turn_line(view))), 4)
    lines = [prose(line, "alarm" if line.startswith("Battle") else "value", 34, 1600) for line in news(view)]
    return column((row((symbol(faction, 100, f"of-{faction}", 104), said), 20), *lines), 10)
