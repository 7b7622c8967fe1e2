"""`souls readjudicate`: what another edition of the rules would have decided."""

import os
from concurrent.futures.process import BrokenProcessPool
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from domain.table.clauses import load_law
from domain.table.rulebook import Rulebook
from infra.readjudication import (
    Group,
    Kind,
    Readjudication,
    UnknownEditionError,
    chosen,
    readjudicate,
)
from infra.wiring import Souls
from tools.cli.common import (
    Colours,
    CommandError,
    DataOption,
    JsonOption,
    RulebookOption,
    installation,
    printable,
    say,
    say_json,
)
from tools.cli.decisions import HIDDEN, Row, Said, row_of

MOST_JOBS = 256

OF_COMMANDS = (Kind.OTHER, Kind.REFUSED, Kind.UNDECIDED)
OF_REFUSALS = (Kind.ACCEPTED, Kind.REFUSED_OTHERWISE, Kind.UNDECIDED)


def readjudicate_tables(
    edition: Annotated[str, typer.Option("--edition", metavar="NEW", help="The edition that decides again.")],
    tables: Annotated[
        list[str] | None,
        typer.Argument(metavar="TABLE", help="Tables' ids; else all tables of the games that know the edition."),
    ] = None,
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="Only tables of this game.")] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", metavar="N", min=1, max=MOST_JOBS, help="In how many processes; else one for each processor."
        ),
    ] = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> int:
    """Tell which past decisions another edition would make differently, by clause. Nothing is changed.

    All commands are decided again where they were given, with the chance that they had, also those that were undone, and
    kept refusals too. Tables that cannot be read are named, and the exit code is then 1.
    """
    with installation(data, rulebook) as souls:
        report = _decided(souls, edition, game, tables or [], jobs or os.cpu_count() or 1, as_json)
        groups = [(group, _rows(group, souls, report)) for group in report.groups]
        if as_json:
            say_json(_as_json(report, groups))
        else:
            _tell(souls, report, groups)
    return 1 if report.spoiled else 0


def _decided(souls: Souls, edition: str, game: str | None, named: list[str], jobs: int, quiet: bool) -> Readjudication:
    try:
        asked = chosen(souls.ledger, edition, game, named)
    except UnknownEditionError as error:
        raise CommandError(str(error)) from error
    columns = (
        TextColumn("deciding again"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("tables"),
        TimeRemainingColumn(),
    )
    quiet = quiet or not Colours.err.is_terminal
    with Progress(*columns, console=Colours.err, transient=True, disable=quiet) as progress:
        task = progress.add_task("readjudicate", total=len(asked))
        try:
            return readjudicate(
                souls.ledger, edition, asked, rulebooks=souls.settings.rulebooks, jobs=jobs,
                progress=lambda tables: progress.advance(task, tables),
            )  # fmt: skip
        except BrokenProcessPool as error:
            raise CommandError(
                "A process died before its tables were done; nothing was changed. With '--jobs 1' there are no others."
            ) from error


def _rows(group: Group, souls: Souls, report: Readjudication) -> list[Row]:
    catalogue = souls.ledger.rulebooks[group.game].catalogue
    return [row_of(finding, catalogue.named(report.names[finding.table])) for finding in group.findings]


# --- Telling ----------------------------------------------------------------------------------------------------------


def _counts(report: Readjudication) -> dict[str, dict[str, int]]:
    """How many commands and refusals were decided again, with which result."""
    counts = {}
    for what, total, kinds in (("commands", report.commands, OF_COMMANDS), ("refusals", report.refusals, OF_REFUSALS)):
        found = report.count(refusals=what == "refusals")
        counts[what] = {"decided again": total, "same": total - found.total()} | {
            kind.value: found[kind] for kind in kinds
        }
    return counts


def _as_json(report: Readjudication, groups: list[tuple[Group, list[Row]]]) -> dict[str, object]:
    told = [
        {"game": group.game, "was": group.was, "would_be": group.would_be, "findings": rows} for group, rows in groups
    ]
    return {
        "edition": report.edition,
        "tables": report.tables,
        **_counts(report),
        "groups": told,
        "spoiled": report.spoiled,
    }


def _tell(souls: Souls, report: Readjudication, groups: list[tuple[Group, list[Row]]]) -> None:
    for group, rows in groups:
        rulebook = souls.ledger.rulebooks[group.game]
        was, would_be = (_clause(rulebook, clause) for clause in (group.was, group.would_be))
        say(f"{rulebook.title}: {was} → {would_be}: {len(rows)}", "bold")
        for row in rows:
            _tell_row(row)
        say()
    if not report.tables and not report.spoiled:
        say(f"There is no table of a game that knows edition {report.edition}.")
        return
    tables = "1 table" if report.tables == 1 else f"{report.tables} tables"
    say(f"Edition {report.edition} has decided {tables} again; nothing was changed.")
    for what, counts in _counts(report).items():
        say(f"{what.capitalize()}: " + ", ".join(f"{number} {word}" for word, number in counts.items()))
    for one in report.spoiled:
        say(f"{one.table}: left out: {one.why}", "yellow")


def _tell_row(row: Row) -> None:
    place = f"refusal {row.refusal} at version {row.version}" if row.refusal else f"version {row.version}"
    undone = "  (undone)" if row.undone else ""
    say(
        f"  {row.table}  {place}  {row.speaker}: {printable(row.words)}  {row.kind}{undone}",
        "dim" if row.undone else None,
    )
    record = f"  (record {row.record})" if row.record not in (None, row.version) else ""
    say(f"      was       {_sentence(row.was)}{record}")
    alike = row.was == row.would_be
    say(
        f"      would be  {(HIDDEN if row.hides else 'the same, by other chance') if alike else _sentence(row.would_be)}"
    )


def _sentence(said: Said) -> str:
    sentence = printable(said.sentence)
    return sentence if said.clause is None else f"{sentence} [{said.clause}]"


def _clause(rulebook: Rulebook, clause: str | None) -> str:
    """A clause with its title."""
    if clause is None:
        return "nothing"
    law = rulebook.law if clause in rulebook.law else load_law("domain.table.data")
    return f"{clause} {law[clause].title}" if clause in law else clause
