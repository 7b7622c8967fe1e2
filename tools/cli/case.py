"""`souls case`: the case file of a contest, as whoever reads it may see it."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from domain.table.table import Table
from infra.cases import case_of, earlier_rulings
from projections.disputes import NEUTRAL, Reader, may_read_whole
from projections.disputes.case import case_json, case_scenes
from projections.disputes.case_html import case_html
from projections.disputes.case_text import case_text
from tools.cli.common import (
    CommandError,
    DataOption,
    JsonOption,
    RulebookOption,
    SeatOption,
    TableArgument,
    installation,
    say,
    show_raw,
    viewer_of,
    width,
    write_private,
)


def case(
    table: TableArgument,
    contest: Annotated[int, typer.Argument(metavar="CONTEST", min=1, help="The contest's number at the table.")],
    seat: SeatOption = None,
    arbiter: Annotated[
        bool,
        typer.Option("--arbiter", help="As a neutral arbiter: with everything that is hidden, where that may be read."),
    ] = False,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write it as one page to a file.")] = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell the case of a contest: what was decided by which law, what could be seen, done and known, and how it was ruled.

    It is told as a spectator may see it, as a seat may with --seat, or whole with --arbiter: for a table that is not finished
    only where its arbiter holds no seat.
    """
    with installation(data, rulebook) as souls:
        found = souls.ledger.table(table)
        reader = _reader(found, seat, arbiter)
        souls.catch_up()
        earlier = earlier_rulings(souls.precedents, found.rulebook.game)
        made = case_of(souls.writings, found, contest, reader, earlier)
        if html is not None:
            write_private(html, case_html(made, case_scenes(found, contest, reader)).encode())
        if as_json:
            sys.stdout.write(case_json(made).decode() + "\n")
        elif html is not None:
            say(f"Page: {html}")
        else:
            show_raw(case_text(made, width()))


def _reader(table: Table, seat: str | None, arbiter: bool) -> Reader:
    if not arbiter:
        return viewer_of(table, seat)
    if seat is not None:
        raise CommandError("A case is read for a seat or for an arbiter, not for both.")
    if not may_read_whole(table):
        raise CommandError(
            "A case is read whole when the game is over, or where the table has an arbiter without a seat."
        )
    return NEUTRAL
