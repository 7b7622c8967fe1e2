"""One run of the benchmark."""

from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

from rich.console import Console

from tools.bench import appending, commands, flicking, projecting, replaying, ruling, serving, together, viewing
from tools.bench.effort import FULL, QUICK, Effort
from tools.bench.figures import Figure
from tools.bench.machine import machine
from tools.bench.report import Report, json_of, show

GROUPS: dict[str, Callable[[Effort], Iterator[Figure]]] = {
    "append": appending.figures,
    "together": together.figures,
    "service": serving.figures,
    "commands": commands.figures,
    "replay": replaying.figures,
    "projections": projecting.figures,
    "rules": ruling.figures,
    "views": viewing.figures,
    "flicks": flicking.figures,
}

BAD_USAGE = 2


def run_bench(output: Path | None, quick: bool, only: list[str] | None, as_json: bool) -> int:
    """Measure the groups named in `only` (none: all) and print a report, tables or with `as_json` the JSON alone.

    `output` is a file that gets the JSON besides. Returns the exit status: 0, also where a target is missed, since times
    depend on what else the machine does; 2 for a group that there is none of.
    """
    progress = Console(stderr=True)
    names = list(dict.fromkeys(only or GROUPS))
    if unknown := [name for name in names if name not in GROUPS]:
        progress.print(f"There is no group {', '.join(unknown)}; there are {', '.join(GROUPS)}.", highlight=False)
        return BAD_USAGE
    report = measured(names, QUICK if quick else FULL, progress)
    if output is not None:
        output.write_bytes(json_of(report))
    if as_json:
        print(json_of(report).decode(), end="")
    else:
        show(report, Console())
    return 0


def measured(names: list[str], effort: Effort, progress: Console) -> Report:
    """The report on these groups; says on `progress` which one is being measured."""
    start, facts = perf_counter(), machine()
    groups = {}
    for name in names:
        with progress.status(f"Measuring: {name} …"):
            groups[name] = list(GROUPS[name](effort))
    return Report(facts, effort is QUICK, perf_counter() - start, groups)
