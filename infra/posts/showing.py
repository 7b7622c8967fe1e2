"""What somebody who posts sees of a table, drawn in characters: for whoever has no pictures."""

from domain.table.seeing import view_of
from domain.table.table import Table
from projections.pictures.text import render_text

WIDTH = 76
"""Columns, so that no mail program breaks a line."""

MOST_LINES = 200


def drawn_for(table: Table, viewer: int | None) -> tuple[str, ...]:
    """The table as a viewer sees it, in lines of one width of characters; none before the game begins."""
    if table.game is None:
        return ()
    lines = render_text(table.rulebook.scene(view_of(table, viewer)), WIDTH, False).splitlines()
    more = (f"… and {len(lines) - MOST_LINES} more lines.",) if len(lines) > MOST_LINES else ()
    return (*lines[:MOST_LINES], *more)
