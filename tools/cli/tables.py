"""`souls tables`, `show`, `log` and `scores`: looking at tables."""

from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import zip_longest
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table as Grid

from domain.table.messages import Term
from domain.table.table import Table
from infra.projector import Spoiled
from infra.wiring import Souls
from projections.boards import board_of
from projections.logs import log_lines
from projections.pictures.boards import animation_svg, board_svg
from projections.scores import Score, ScoreSheet, score_sheet
from projections.turns import Turn, turn_of
from tools.cli.clock import until_text
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
    seat_names,
    show_raw,
    viewer_of,
    write_file,
)
from tools.cli.writing import board_text, scores_said, standing_line, time_text

AtOption = Annotated[int | None, typer.Option("--at", metavar="VERSION", help="As it was at this version.")]


def tables(data: DataOption = None, rulebook: RulebookOption = None, as_json: JsonOption = False) -> None:
    """List all tables: where each stands, and who is awaited since when."""
    with installation(data, rulebook) as souls:
        souls.catch_up()
        turns = souls.turns()
        spoiled = [
            *(s for projector in souls.projectors for s in projector.spoiled.values()),
            *_without_views(souls, turns),
        ]
        if as_json:
            say_json({"tables": turns, "spoiled": spoiled})
            return
        if not turns and not spoiled:
            say("There is no table yet. 'souls demo' plays a game; 'souls play carcassonne' lets you play one.")
            return
        sandboxes = [turn for turn in turns if turn.forked]
        games = [turn for turn in turns if not turn.forked]
        for rows in filter(None, (games, sandboxes)):
            if rows is sandboxes and games:
                say()
            Colours.out.print(_grid(souls, rows), crop=False)
        for one in spoiled:
            say(f"{one.table}: cannot be shown: {one.why}", "yellow")


def _without_views(souls: Souls, turns: list[Turn]) -> list[Spoiled]:
    """The tables that the views leave out, though the log is projected to its end."""
    known = {turn.table for turn in turns}
    known.update(table for projector in souls.projectors for table in projector.spoiled)
    missing = sorted(set(souls.ledger.table_ids()) - known)
    return [Spoiled(table, "it has no views. 'souls rebuild' makes them, or says why not.") for table in missing]


def _grid(souls: Souls, turns: list[Turn]) -> Grid:
    """Tables in rows: either none of them is a sandbox, or all are."""
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    sandboxes = turns[0].forked is not None
    when = () if sandboxes else ("last (UTC)",)
    for column in ("table", "sandbox of" if sandboxes else "game", "phase", "version", "scores", *when, "awaited"):
        grid.add_column(
            column,
            no_wrap=column not in ("awaited", "scores"),
            min_width=10 if column == "awaited" else None,
            justify="right" if column == "version" else "left",
        )
    for turn in turns:
        what = f"{turn.forked.table} at {turn.forked.version}" if turn.forked else turn.game
        at = () if sandboxes else (time_text(turn.at)[:16],)
        scores = scores_text(souls.scores(turn.table))
        grid.add_row(turn.table, what, turn.phase, str(turn.version), scores, *at, awaited_text(turn))
    return grid


def scores_text(sheet: ScoreSheet | None) -> str:
    """The totals of a table; a star for whoever does not play for points."""
    return "-" if sheet is None else " ".join(_scores(sheet))


def _scores(sheet: ScoreSheet) -> Iterator[str]:
    for total, aim in zip_longest(sheet.totals, sheet.aims[: len(sheet.totals)]):
        yield "*" if aim else str(total)


def awaited_text(turn: Turn) -> str:
    """Who is awaited at a table, and until when, or since when if not since its last record; and how many contests are open."""
    disputes = f"; {len(turn.contests)} open contest{'s' * (len(turn.contests) > 1)}" if turn.contests else ""
    return f"{_seats_awaited(turn)}{disputes}"


def _seats_awaited(turn: Turn) -> str:
    names = turn.names or [f"seat {seat}" for seat in range(len(turn.seats))]
    if turn.asked:
        return f"consent of {', '.join(names[seat] for seat in turn.asked)}"
    if not turn.awaited:
        return "-"
    since = time_text(min(awaited.since for awaited in turn.awaited))[:16]
    seats = ", ".join(names[awaited.seat] for awaited in turn.awaited)
    if times := times_text(turn, names):
        return times
    return seats if since == time_text(turn.at)[:16] else f"{seats} since {since}"


def times_text(turn: Turn, names: Sequence[str]) -> str:
    """Until when each seat that is awaited has time; nothing where nobody's ends."""
    ends = ((names[time.seat], until_text(time)) for time in turn.times if time.awaited)
    return ", ".join(f"{name} {text}" for name, text in ends if text)


def show(
    table: TableArgument,
    at: AtOption = None,
    seat: SeatOption = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write the picture as SVG to a file.")
    ] = None,
    animate: Annotated[
        Path | None,
        typer.Option(
            "--animate", metavar="FILE", help="Write the latest move in motion as SVG to a file, if the game has that."
        ),
    ] = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a table's board, now or at a version, as a seat or a spectator sees it."""
    with installation(data, rulebook) as souls:
        found = souls.ledger.table(table, at)
        viewer = viewer_of(found, seat)
        unmoving = ""
        if svg is not None:
            if found.game is None:
                raise CommandError("There is no board yet: the game has not begun.")
            write_file(svg, board_svg(found, viewer).encode())
        if animate is not None:
            unmoving = _animated(found, animate)
        if as_json:
            board = board_of(found, viewer)
            moving = None if unmoving else _written(animate)
            say_json({"board": board, "turn": turn_of(found), "picture": _written(svg), "animation": moving})
            return
        show_raw(board_text(found, viewer))
        say(f"{found.id}, version {found.version}. {standing_line(found)}")
        if times := times_text(turn_of(found), seat_names(found)):
            say(f"Time: {times}.")
        if svg is not None:
            say(f"Picture: {svg}")
        if animate is not None:
            say(unmoving or f"Animation: {animate}")


def _animated(table: Table, path: Path) -> str:
    """Write the latest move in motion; why not, at a table that never has one."""
    moving = animation_svg(table)
    if moving is not None:
        write_file(path, moving.encode())
        return ""
    unmoving = table.rulebook.unmoving(table.game) if table.game is not None else ""
    if not unmoving:
        raise CommandError("There is no move yet that can be shown in motion.")
    return unmoving


def _written(path: Path | None) -> str | None:
    return str(path) if path else None


def log(
    table: TableArgument,
    seat: SeatOption = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell what happened at a table, record by record, each with its clause.

    Rights that nobody waits for are told in JSON only.

    While a game is not finished its log is shown as a spectator may see it, or as a seat may see it with --seat.
    """
    with installation(data, rulebook) as souls:
        found = souls.ledger.table(table)
        viewer = viewer_of(found, seat)
        lines = list(log_lines(found, viewer, everything=found.finished is not None and seat is None))
        if as_json:
            say_json({"table": found.id, "game": found.rulebook.game, "records": lines})
            return
        speakers = found.catalogue
        wide = max(12, *map(len, seat_names(found)))
        for line in lines:
            if line.aside:
                continue
            undone = "" if line.counts else f"  (taken back at {line.taken_back_at} by {line.why})"
            text = f"{line.version:>5}  {time_text(line.at)}  {speakers.seat(line.by):<{wide}}  {line.sentence} [{line.clause}]"
            say(text + undone, None if line.counts else "dim")


def scores(
    table: TableArgument, data: DataOption = None, rulebook: RulebookOption = None, as_json: JsonOption = False
) -> None:
    """Tell who scored what, when, and by which clause."""
    with installation(data, rulebook) as souls:
        found = souls.ledger.table(table)
        sheet = score_sheet(found)
        if as_json:
            rows = {"scores": list(map(_row, sheet.scores)), "forfeited": list(map(_row, sheet.forfeited))}
            say_json({**msgspec.structs.asdict(sheet), **rows})
            return
        if found.game is None:
            say("Nothing has been scored: the game has not begun.")
            return
        names, catalogue = seat_names(found), found.catalogue
        wide = max(8, *map(len, names))
        for score, counts in _in_order(sheet):
            what = catalogue.event(found.records[score.version - 1].event)
            points = f"{score.points:>+4}, now {score.total:>3}" if counts else f"{f'({score.points:+})':>5}{'':8}"
            say(f"{score.version:>5}  {names[score.seat]:<{wide}} {points}  {what} [{score.clause}]")
        say("Totals: " + scores_said(found, sheet.totals, sheet.aims))


def _in_order(sheet: ScoreSheet) -> Iterator[tuple[Score, bool]]:
    """Scores, and those that were forfeited, in the order in which they came; and whether they count."""
    counting = ((score, True) for score in sheet.scores)
    forfeited = ((score, False) for score in sheet.forfeited)
    return merge(counting, forfeited, key=lambda pair: pair[0].version)


def _row(score: Score) -> dict[str, object]:
    return {**msgspec.structs.asdict(score), "terms": list(map(_term, score.terms))}


def _term(term: Term) -> dict[str, object]:
    return {name: getattr(term, name) for name in term.__struct_fields__}
