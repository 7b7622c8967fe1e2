"""How tables, records and boards are written for people."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from domain.table.lifecycle import Phase
from domain.table.seeing import view_of
from domain.table.table import Table
from projections import Piles
from projections.pictures.text import render_text
from tools.cli.common import CommandError, seat_names, wants_colour, width


def board_text(table: Table, viewer: int | None) -> str:
    """The board for a terminal."""
    if table.game is None:
        return f"The table is {table.phase.value}; the game has not begun."
    scene = table.rulebook.scene(view_of(table, viewer))
    return render_text(scene, width(), wants_colour())


def timeline_text(piles: Piles, table: Table) -> str:
    """The past of a game's piles for a terminal."""
    return render_text(piles.timeline(table), width(), wants_colour())


def picture_path(data: Path, name: str) -> Path:
    """Where a picture of that name goes by default; the folder is made."""
    folder = data / "pictures"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"Cannot make the folder {folder}: {error.strerror}.") from error
    return folder / f"{name}.svg"


def time_text(at: int) -> str:
    """A time of the log for people, in UTC."""
    return datetime.fromtimestamp(at / 1_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def score_line(table: Table) -> str:
    """The scores of all seats in one line, or what a seat plays for instead."""
    if table.game is None:
        return ""
    return scores_said(table, table.rulebook.scores(table.game), table.rulebook.aims(table.game))


def scores_said(table: Table, scores: Sequence[int], aims: Sequence[str | None]) -> str:
    """Scores by seat; of a seat that does not play for points what it plays for."""
    word = table.catalogue.word
    return ", ".join(
        f"{name} {score}" if aim is None else f"{name} for {word(aim)}"
        for name, score, aim in zip(seat_names(table), scores, aims, strict=True)
    )


def standing_line(table: Table) -> str:
    """Where the table stands, in a sentence."""
    catalogue = table.catalogue
    if table.finished:
        winners = [catalogue.seat(seat) for seat, rank in enumerate(table.finished.ranking) if rank == 1]
        return f"Finished. {score_line(table)}. {' and '.join(winners)} won."
    if table.prompts:
        return "; ".join(catalogue.prompt(prompt) for prompt in table.prompts if not prompt.optional) + "."
    if table.phase is Phase.BEGUN:
        return "A command is only half through at this version."
    return f"The table is {table.phase.value}."
