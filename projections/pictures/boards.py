"""Pictures of a table as SVG documents: its board as a viewer sees it, its latest move in motion, the past of its piles."""

from domain.table.seeing import view_of
from domain.table.table import Table, fold
from projections import Piles
from projections.pictures.svg import render_svg


def board_svg(table: Table, viewer: int | None) -> str:
    """The board as an SVG document."""
    return render_svg(table.rulebook.scene(view_of(table, viewer)))


def animation_svg(table: Table) -> str | None:
    """The latest event that counts and can be shown in motion, as an SVG document that moves by itself; None without one."""
    kinds = table.rulebook.moving
    counting = [version for version in table.history.line() if isinstance(table.records[version - 1].event, kinds)]
    if not counting:
        return None
    before = fold(table.id, table.rulebook, table.records[: counting[-1] - 1])
    event = table.rulebook.redact(table.records[counting[-1] - 1].event, None)
    scene = table.rulebook.animation(before.game, event)
    return None if scene is None else render_svg(scene)


def timeline_svg(piles: Piles, table: Table) -> str:
    """The past of a game's piles as an SVG document."""
    return render_svg(piles.timeline(table))
