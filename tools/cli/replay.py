"""`souls replay`: a game again, command by command."""

import sys
import time
from typing import Annotated

import typer

from domain.table.messages import Event, GameEvent
from domain.table.seeing import seen_record
from domain.table.table import Table, fold
from tools.cli.common import (
    Colours,
    CommandError,
    DataOption,
    JsonOption,
    RulebookOption,
    SeatOption,
    TableArgument,
    installation,
    say,
    say_json,
    show_raw,
    viewer_of,
)
from tools.cli.writing import board_text, score_line


def replay(
    table: TableArgument,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every command.")] = False,
    delay: Annotated[float, typer.Option("--delay", metavar="SECONDS", min=0, max=60, help="Between commands.")] = 0.15,
    start: Annotated[int, typer.Option("--from", metavar="VERSION", min=1, help="Begin at this version.")] = 1,
    seat: SeatOption = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Replay a table from its log: the history that counts, step by step or as a time-lapse."""
    with installation(data, rulebook) as souls:
        found = souls.ledger.table(table)
    viewer = viewer_of(found, seat)
    ends = [version for version in _command_ends(found) if version >= start]
    if not ends:
        raise CommandError(f"There is nothing to replay from version {start} on.")
    if as_json:
        say_json({"table": found.id, "steps": [_step(found, version, viewer) for version in ends]})
        return
    live = Colours.out.is_terminal
    for version in ends:
        then = fold(found.id, found.rulebook, found.records[:version])
        if live:
            Colours.out.clear()
            show_raw(board_text(then, viewer))
        say(f"{version:>5}  {_sentences(found, version, viewer)}  ({score_line(then)})")
        if step and not _go_on():
            return
        if live and not step and version != ends[-1]:
            time.sleep(delay)
    if not live:
        show_raw(board_text(found, viewer))


def _command_ends(table: Table) -> list[int]:
    counting = table.history.line()
    return sorted({table.command_span(version)[1] for version in counting})


def _sentences(table: Table, version: int, viewer: int | None) -> str:
    """What a command did, as the viewer may see it; of a finished game a spectator sees all."""
    first, last = table.command_span(version)
    if table.forked is not None and first == 1:
        return table.catalogue.event(table.forked)
    records = table.records[first - 1 : last]
    if table.finished is None or viewer is not None:
        records = [seen for record in records if (seen := seen_record(table, record, viewer))]
    return "; ".join(table.catalogue.event(r.event) for r in records if _is_told(table, r.event))


def _is_told(table: Table, event: Event) -> bool:
    return isinstance(event, GameEvent) and not table.rulebook.is_aside(event)


def _step(table: Table, version: int, viewer: int | None) -> dict[str, object]:
    then = fold(table.id, table.rulebook, table.records[:version])
    scores = table.rulebook.scores(then.game)
    return {"version": version, "what": _sentences(table, version, viewer), "scores": scores, "phase": then.phase.value}


def _go_on() -> bool:
    say("Enter: next, q: stop", "dim")
    line = sys.stdin.readline()
    return bool(line) and line.strip().lower() != "q"
