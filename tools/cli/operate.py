"""`souls close`, `souls rebuild` and `souls bench`."""

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from domain.table.refusals import Refusal
from tools.bench import GROUPS, run_bench
from tools.cli.common import (
    Colours,
    CommandError,
    DataOption,
    JsonOption,
    RefusedError,
    RulebookOption,
    TableArgument,
    installation,
    say,
    say_json,
)


def close(
    table: TableArgument, data: DataOption = None, rulebook: RulebookOption = None, as_json: JsonOption = False
) -> None:
    """Close a finished or abandoned table: nothing changes any more, and the seed of its chance is published."""
    with installation(data, rulebook) as souls:
        found = souls.ledger.table(table)
        outcome = souls.ledger.close_table(table)
        if isinstance(outcome, Refusal):
            raise RefusedError(found.catalogue, outcome, game=found.rulebook.game)
        closed = souls.ledger.table(table).closed
    seed = closed.seed if closed else None
    if as_json:
        say_json({"table": table, "seed": seed})
    else:
        say(f"Table {table} is closed. " + (f"The seed of its chance was {seed}." if seed else "It had no seed here."))


def rebuild(data: DataOption = None, rulebook: RulebookOption = None, as_json: JsonOption = False) -> int:
    """Make all views anew from the log. What cannot be read is named, and the exit code is then 1."""
    with installation(data, rulebook) as souls:
        total = sum(projector.partition.recorder.max_notification_id() or 0 for projector in souls.projectors)
        columns = (
            TextColumn("rebuilding"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("records"),
            TimeRemainingColumn(),
        )
        quiet = as_json or not Colours.err.is_terminal
        with Progress(*columns, console=Colours.err, transient=True, disable=quiet) as progress:
            task = progress.add_task("rebuild", total=total)
            done = sum(projector.rebuild(lambda n: progress.advance(task, n)) for projector in souls.projectors)
        spoiled = [s for projector in souls.projectors for s in projector.spoiled.values()]
        if as_json:
            say_json({"records": done, "spoiled": spoiled})
        else:
            say(f"Made all views anew from {done} records.")
            for one in spoiled:
                say(f"{one.table}: left out: {one.why}", "yellow")
        return 1 if spoiled else 0


def bench(
    quick: Annotated[bool, typer.Option("--quick", help="Fewer rounds: figures in seconds, and rougher.")] = False,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="PART", help=f"Of {', '.join(GROUPS)}; may be repeated.")
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", metavar="FILE", help="Write the figures as JSON.")] = None,
    as_json: JsonOption = False,
) -> int:
    """Measure this machine: the store, the projections and the rules, as ratios in one run."""
    for part in only or ():
        if part not in GROUPS:
            raise CommandError(f"There is no part '{part}' to measure; there is {', '.join(GROUPS)}.")
    if output is not None and (output.is_dir() or not output.absolute().parent.is_dir()):
        raise CommandError(f"Cannot write {output}: its folder is not there, or it is one itself.")
    return run_bench(output=output, quick=quick, only=only, as_json=as_json)
