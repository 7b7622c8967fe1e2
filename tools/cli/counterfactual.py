"""`souls counterfactual`: the rest of a game under the other reading of a contest."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from domain.table.disputes.contesting import known_contest
from domain.table.refusals import Refusal
from domain.table.table import Table
from infra.cases import NoReadingError, other_reading
from projections.disputes import may_read_whole
from projections.disputes.counterfactual import Counterfactual
from projections.disputes.counterfactual_chart import chart, verdict
from projections.pictures.svg import render_svg
from projections.pictures.text import render_text
from tools.cli.common import (
    CommandError,
    DataOption,
    JsonOption,
    RefusedError,
    RulebookOption,
    TableArgument,
    installation,
    say,
    say_json,
    show_raw,
    wants_colour,
    width,
    write_file,
)
from tools.cli.disputes import ContestArgument
from tools.cli.remedies import PointsOption, RewindOption, remedy_typed


def tell_counterfactual(
    table: TableArgument,
    contest: ContestArgument,
    rewind: RewindOption = None,
    correct: Annotated[
        str | None,
        typer.Option("--correct", metavar="JSON", help="Events that correct the game there; @FILE, or -."),
    ] = None,
    points: PointsOption = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write the chart as SVG to a file.")] = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Replay the rest of a game under the other reading: which later moves stay possible, and what would be scored.

    Of a decision that stands the other reading is that it had not been made; or that what the options say had been done then,
    on top of it or, with --rewind before, in its place. Of one that was overturned it is that the ruling had not been
    given. While the game goes on only an arbiter without a seat may look.
    """
    with installation(data, rulebook) as souls:
        found = souls.ledger.table(table)
        if not may_read_whole(found):
            raise CommandError(
                "While the game goes on only an arbiter without a seat may look at another reading of it, and this table"
                " has none."
            )
        known = known_contest(found, contest)
        remedy = remedy_typed(found, known, rewind, False, points, correct)
        try:
            made = other_reading(souls.ledger, found, contest, remedy)
        except NoReadingError as error:
            raise CommandError(str(error)) from error
        except Refusal as refusal:
            raise RefusedError(found.catalogue, refusal) from None
    scene = chart(made, found.catalogue)
    if svg is not None:
        write_file(svg, render_svg(scene).encode())
    if as_json:
        say_json(_as_data(made, found, svg))
        return
    show_raw(render_text(scene, width(), wants_colour()))
    if svg is not None:
        say(f"Picture: {svg}")


def _as_data(made: Counterfactual, table: Table, svg: Path | None) -> dict[str, object]:
    return {
        **msgspec.structs.asdict(made),
        "differences": made.differences,
        "changes_winner": made.changes_winner,
        "verdict": verdict(made, table.catalogue),
        "picture": str(svg) if svg else None,
    }
