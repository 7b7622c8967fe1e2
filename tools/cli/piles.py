"""`souls piles`: the piles that everybody may look through, and their past."""

from pathlib import Path
from typing import Annotated

import typer

from projections import piles_of
from projections.pictures.boards import timeline_svg
from tools.cli.common import (
    CommandError,
    DataOption,
    JsonOption,
    RulebookOption,
    TableArgument,
    installation,
    say,
    say_json,
    show_raw,
    write_file,
)
from tools.cli.tables import AtOption
from tools.cli.writing import timeline_text


def piles(
    table: TableArgument,
    at: AtOption = None,
    timeline: Annotated[
        bool, typer.Option("--timeline", help="Their past: a chart, and every card that came.")
    ] = False,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write the timeline as a picture to a file.")
    ] = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Look through the open piles of a table: every card with whose it was, why it is there, and since when.

    They are for everybody to see, so no seat is named. With --timeline what the piles were over the game.
    """
    with installation(data, rulebook) as souls:
        found = souls.ledger.table(table, at)
        model = piles_of(found.rulebook.game)
        if model is None:
            raise CommandError(f"{found.rulebook.title} has no piles to look through; 'souls show' shows the board.")
        if svg is not None:
            write_file(svg, timeline_svg(model, found).encode())
        if as_json:
            say_json({"piles": model.sheet(found), "picture": str(svg) if svg else None})
            return
        if timeline:
            show_raw(timeline_text(model, found))
        for line in model.past_told(found) if timeline else model.told(found):
            say(line)
        if svg is not None:
            say(f"Picture: {svg}")
