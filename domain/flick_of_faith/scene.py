"""The picture of a game of Flick of Faith: the mat, the boards, the Laws, reports, and all of it in characters."""

from domain.flick_of_faith.drawing.boards import boards
from domain.flick_of_faith.drawing.laws import council, laws
from domain.flick_of_faith.drawing.mat import mat
from domain.flick_of_faith.drawing.palette import INKS, STYLES
from domain.flick_of_faith.drawing.reports import correction, report
from domain.flick_of_faith.drawing.symbols import SYMBOLS
from domain.flick_of_faith.drawing.telling import active_seat, alarms, headline, news, title, turn_line
from domain.flick_of_faith.drawing.widgets import WIDTH, label, seat_mark, told
from domain.flick_of_faith.drawing.written import written_drawings
from domain.flick_of_faith.view import GameView
from domain.table.layout import NOTHING, Part, column, padded, row, words
from domain.table.scene import Rect, Scene

MARGIN = 40
GAP = 30


def scene(view: GameView) -> Scene:
    """The picture of what a seat sees: one column, as wide as the mat, so that a phone shows it too."""
    drawn = mat(view)
    centred = padded(drawn, (WIDTH - drawn.w) // 2, 0, 0, 0)
    parts = (head(view), report(view), correction(view), centred, council(view), boards(view), laws(view))
    whole = column(parts, GAP)
    box = (-MARGIN, -MARGIN, WIDTH + 2 * MARGIN, whole.h + 2 * MARGIN)
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
    seat = active_seat(view)
    if view.phase == "over":
        seat = next((seat for seat, rank in enumerate(view.ranking) if rank == 1), -1)
    mark = seat_mark(seat, 50) if seat >= 0 else NOTHING
    said = column((words(headline(view), "headline", 54), label(turn_line(view))), 4)
    lines = [told(line, WIDTH - 40, "alarm" if alarms(line) else "value") for line in news(view)]
    return column((row((mark, said), 20), *lines), 10)
