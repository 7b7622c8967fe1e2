"""`souls tables`, `show`, `log` and `scores`: looking at tables."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table as Grid

from infra.codec import game_of
from projections.boards import board_of
from projections.scores import score_sheet
from projections.turns import turn_of
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
    seat_number,
    show_raw,
    write_file,
)
from tools.cli.writing import board_svg, board_text, log_lines, standing_line, time_text

AtOption = Annotated[int | None, typer.Option("--at", metavar="VERSION", help="As it was at this version.")]


def tables(data: DataOption = None, rulebook: RulebookOption = None, as_json: JsonOption = False) -> None:
    """List all tables: where each stands, and who is awaited since when."""
    with installation(data, rulebook) as souls:
        souls.catch_up()
        turns = souls.turns()
        spoiled = [s for projector in souls.projectors for s in projector.spoiled.values()]
        if as_json:
            say_json({"tables": turns, "spoiled": spoiled})
            return
        if not turns and not spoiled:
            say("There is no table yet. 'souls demo' plays a game; 'souls play carcassonne' lets you play one.")
            return
        grid = Grid(box=None, pad_edge=False, header_style="bold")
        for column in ("table", "game", "phase", "version", "awaited", "since", "scores", "last record"):
            grid.add_column(column, no_wrap=column == "table")
        for turn in turns:
            book = souls.ledger.rulebooks[turn.game]
            sheet = souls.scores(turn.table)
            grid.add_row(
                turn.table,
                turn.game,
                turn.phase,
                str(turn.version),
                ", ".join(f"{book.seat_names[a.seat]} ({a.kind})" for a in turn.awaited) or "-",
                time_text(min(a.since for a in turn.awaited)) if turn.awaited else "-",
                " ".join(map(str, sheet.totals)) if sheet else "-",
                time_text(turn.at),
            )
        Colours.out.print(grid)
        for one in spoiled:
            say(f"{one.table}: cannot be shown: {one.why}", "yellow")


def show(
    table: TableArgument,
    at: AtOption = None,
    seat: SeatOption = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write the picture as SVG to a file.")
    ] = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a table's board, now or at a version, as a seat or a spectator sees it."""
    with installation(data, rulebook) as souls:
        found = souls.ledger.table(table, at)
        viewer = None if seat is None else seat_number(found.rulebook, len(found.seats), seat)
        if svg is not None:
            if found.game is None:
                raise CommandError("There is no board yet: the game has not begun.")
            write_file(svg, board_svg(found, viewer).encode())
        if as_json:
            board = board_of(found, viewer)
            say_json({"board": board, "turn": turn_of(found), "picture": str(svg) if svg else None})
            return
        show_raw(board_text(found, viewer))
        say(f"{found.id}, version {found.version}. {standing_line(found)}")
        if svg is not None:
            say(f"Picture: {svg}")


def log(
    table: TableArgument,
    seat: SeatOption = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell what happened at a table, record by record, each with its clause.

    While a game is not finished its log is shown as a spectator may see it, or as a seat may see it with --seat.
    """
    with installation(data, rulebook) as souls:
        found = souls.ledger.table(table)
        codec = souls.ledger.partition(table).application.mapper.codec(game_of(f"{found.rulebook.game}:"))
        viewer = None if seat is None else seat_number(found.rulebook, len(found.seats), seat)
        lines = list(log_lines(found, codec, viewer, everything=found.finished is not None and seat is None))
        if as_json:
            say_json({"table": found.id, "game": found.rulebook.game, "records": lines})
            return
        speakers = found.rulebook.catalogue
        for line in lines:
            undone = "" if line.counts else "  (undone)"
            text = (
                f"{line.version:>5}  {time_text(line.at)}  {speakers.seat(line.by):<12} {line.sentence} [{line.clause}]"
            )
            say(text + undone, None if line.counts else "dim")


def scores(
    table: TableArgument, data: DataOption = None, rulebook: RulebookOption = None, as_json: JsonOption = False
) -> None:
    """Tell who scored what, when, and by which clause."""
    with installation(data, rulebook) as souls:
        found = souls.ledger.table(table)
        sheet = score_sheet(found)
        if as_json:
            say_json(sheet)
            return
        names = found.rulebook.seat_names
        word = found.rulebook.catalogue.word
        for score in sheet.scores:
            terms = " + ".join(f"{term.count} {word(term.label)} × {term.factor}" for term in score.terms)
            say(
                f"{score.version:>5}  {names[score.seat]:<8} {score.points:>+4} = {terms} [{score.clause}], now {score.total}"
            )
        say("Totals: " + ", ".join(f"{names[seat]} {total}" for seat, total in enumerate(sheet.totals)))
