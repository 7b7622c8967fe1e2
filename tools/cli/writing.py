"""How tables, records and boards are written for people."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from domain.table.lifecycle import Phase
from domain.table.messages import TableEvent
from domain.table.records import Record
from domain.table.seeing import is_withheld, seen_record, view_of
from domain.table.table import Table, fold
from infra.codec import Codec
from projections import Piles
from projections.pictures.svg import render_svg
from projections.pictures.text import render_text
from tools.cli.common import CommandError, seat_names, wants_colour, width
from tools.cli.taken_back import taken_back, why_taken_back


class LogLine(msgspec.Struct, frozen=True):
    """A record as people and scripts read it. `counts` is false for what was taken back: by the record at `taken_back_at`, and
    `why`. `aside` is true for rights that nobody waits for, which are left out for people."""

    version: int
    at: int
    by: int
    event: str
    clause: str
    sentence: str
    counts: bool
    aside: bool
    fields: dict[str, Any]
    taken_back_at: int | None
    why: str


def log_lines(table: Table, codec: Codec, viewer: int | None, everything: bool) -> Iterator[LogLine]:
    """The table's records in their order, as a viewer may see them; or those of the game as they are, where the others are as
    a viewer may see them: sealed votes and standing orders are nobody else's."""
    undone = taken_back(table)
    catalogue = table.catalogue
    for version, record in enumerate(table.records, 1):
        whole = everything and not isinstance(record.event, TableEvent) and not is_withheld(table, record)
        seen: Record[Any] | None = record if whole else seen_record(table, record, viewer)
        if seen is None:
            continue
        event = seen.event
        yield LogLine(
            version,
            seen.at,
            seen.by,
            type(event).__name__,
            seen.law,
            catalogue.event(event),
            version not in undone,
            table.rulebook.is_aside(event),
            msgspec.to_builtins({name: getattr(event, name) for name in event.__struct_fields__}),
            undone.get(version),
            why_taken_back(table, undone[version]) if version in undone else "",
        )


def board_text(table: Table, viewer: int | None) -> str:
    """The board for a terminal."""
    if table.game is None:
        return f"The table is {table.phase.value}; the game has not begun."
    scene = table.rulebook.scene(view_of(table, viewer))
    return render_text(scene, width(), wants_colour())


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


def timeline_text(piles: Piles, table: Table) -> str:
    """The past of a game's piles for a terminal."""
    return render_text(piles.timeline(table), width(), wants_colour())


def timeline_svg(piles: Piles, table: Table) -> str:
    """The past of a game's piles as an SVG document."""
    return render_svg(piles.timeline(table))


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
