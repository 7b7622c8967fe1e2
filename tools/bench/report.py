"""The report: tables for people, JSON for programs.

The JSON holds `machine` (see `Machine`), `quick`, `seconds` that the run took, and `groups`: by name of the group a list of
figures (see `Figure`), each with `key`, `what`, `unit`, `value`, `low`, `high`, `rounds`, `target` (`bound`, `value`) and
`holds` (both null where there is none), `elsewhere` (`name`, `value`, `times`), `sides` and `note`. A figure with no `rounds`
could not be measured.
"""

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tools.bench.figures import Figure
from tools.bench.machine import Machine


class Report(msgspec.Struct, frozen=True):
    """What one run found."""

    machine: Machine
    quick: bool
    seconds: float
    groups: dict[str, list[Figure]]


def json_of(report: Report) -> bytes:
    """The report as indented JSON with a line's end."""
    return msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n"


def show(report: Report, console: Console) -> None:
    """Print a table for each group, and the machine they were taken on."""
    for name, figures in report.groups.items():
        console.print(_table(name, figures))
    machine = report.machine
    console.print(
        f"{machine.python}, {machine.cpus} CPUs, {machine.server} with appendfsync {machine.appendfsync}; a sync takes "
        f"{machine.sync_us:.0f} µs. {'A quick run' if report.quick else 'A full run'} of {report.seconds:.0f} s.",
        highlight=False,
    )
    if machine.is_busy:
        console.print(
            f"Others were at work too: the load was {machine.load:.1f}. A quiet machine is faster.", style="yellow"
        )
    console.print(
        "Medians, with the quartiles of the rounds. Ratios are speeds next to the raw command, or the library, in the same "
        "rounds; those of appends come nearer to 1 the slower a sync is. What other programs take was measured earlier on one "
        "core of a machine of this class.",
        style="dim",
        highlight=False,
    )


def _table(name: str, figures: list[Figure]) -> Table:
    table = Table(title=name, title_justify="left", title_style="bold", expand=False)
    table.add_column("what")
    table.add_column("measured", justify="right")
    table.add_column("quartiles", justify="right", style="dim")
    table.add_column("target", justify="right")
    table.add_column("")
    table.add_column("beside")
    for figure in figures:
        table.add_row(
            figure.what,
            f"{number(figure.value)} {unit(figure)}".strip() if figure.rounds else "–",
            f"{number(figure.low)} – {number(figure.high)}" if figure.rounds else "",
            target(figure),
            _mark(figure),
            beside(figure),
        )
    return table


def beside(figure: Figure) -> str:
    """What stands beside a figure: its sides, what others take, its note."""
    sides = [f"{each:.1f} µs {name}" if each < 100 else f"{each:.0f} µs {name}" for name, each in figure.sides.items()]
    others = [f"{number(other.value)} {other.name} (×{number(other.times)})" for other in figure.elsewhere]
    return "; ".join([*sides, *others, *([figure.note] if figure.note else [])])


def target(figure: Figure) -> str:
    """What a figure is held to, as written."""
    if figure.target is None:
        return ""
    return f"{'≥' if figure.target.bound == 'at least' else '≤'} {number(figure.target.value)}"


def unit(figure: Figure) -> str:
    """The figure's unit as written behind it."""
    return "" if figure.unit == "ratio" else figure.unit


def number(value: float) -> str:
    """Three digits that count, all of them before the point."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def _mark(figure: Figure) -> Text:
    if figure.holds is None:
        return Text("")
    return Text("holds", style="green") if figure.holds else Text("missed", style="bold red")
