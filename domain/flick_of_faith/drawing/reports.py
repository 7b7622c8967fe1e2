"""The report of a flick on a real board that waits to be accepted: who confirms it, and what others say instead."""

from domain.flick_of_faith.drawing.telling import sayings, seats_said, spot_said
from domain.flick_of_faith.drawing.widgets import INNER, heading, panel, seat_mark, told
from domain.flick_of_faith.view import GameView
from domain.table.layout import NOTHING, Part, column, hung

ROOM = INNER - 90


def report(view: GameView) -> Part:
    """The open report."""
    open_report = view.report
    if open_report is None:
        return NOTHING
    first, *others = (said(seat, text) for seat, text in sayings(view, open_report))
    confirmed = told(f"Confirmed by: {seats_said(open_report.confirmed)}", INNER)
    lines = [heading("Reported, not yet accepted"), first, confirmed, *others]
    if open_report.voted or open_report.counters:
        lines.append(told(f"Have voted on it: {seats_said(open_report.voted)}", INNER))
    return panel("report", column(lines, 14))


def correction(view: GameView) -> Part:
    """What is proposed as the real places of discs."""
    if not view.correction:
        return NOTHING
    spots = [told(spot_said(view, spot), INNER) for spot in view.correction]
    return panel("correction", column((heading("A correction is proposed"), *spots), 14))


def said(seat: int, text: str) -> Part:
    """What a seat says."""
    return hung((seat_mark(seat), told(text, ROOM)), 20)
