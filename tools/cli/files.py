"""`souls export`, `import` and `verify`: tables as files."""

from pathlib import Path
from typing import Annotated

import typer

from domain.table.recorded import Difference
from domain.table.refusals import Refusal
from infra.bundles import bundle_table, is_bundle, take_in_texts, unseal_bundle
from infra.exports import WHOLE, check_origins, export_table, import_export, is_secret, unseal
from infra.forks import origin_here
from infra.ledger import TableNotFoundError
from infra.recorded import check_recorded, import_recorded
from infra.rulebooks import installed
from infra.signing import fingerprint
from infra.verification import Finding, Report
from infra.verification import verify as verify_export
from tools.cli.common import (
    CommandError,
    DataOption,
    JsonOption,
    RefusedError,
    RulebookOption,
    TableArgument,
    chosen_settings,
    installation,
    read_file,
    say,
    say_json,
    seat_number,
    write_private,
)

FORMATS = ("export", "recorded-game")


def export(
    table: TableArgument,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where the file goes.")],
    for_seat: Annotated[str | None, typer.Option("--for", metavar="SEAT", help="Only what this seat may see.")] = None,
    raw: Annotated[
        bool, typer.Option("--raw", help="Everything, even of an unfinished game; recorded at the table.")
    ] = False,
    audit: Annotated[
        bool, typer.Option("--audit", help="With all that it takes to judge its disputes: clauses, texts, editions.")
    ] = False,
    pictures: Annotated[
        bool, typer.Option("--pictures", help="With --audit: the boards of its contests, and the last one, as SVG.")
    ] = False,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a table to one signed file that anybody can verify without a server. It is made for its owner alone, since it can
    hold what others may not see."""
    if pictures and not audit:
        raise CommandError("Pictures are a part of an audit bundle: --pictures goes with --audit.")
    with installation(data, rulebook) as souls:
        found = souls.ledger.table(table)
        if raw and for_seat is not None:
            raise CommandError("Choose one of --raw and --for.")
        viewer = WHOLE if for_seat is None else seat_number(found, for_seat)
        if raw:
            check_origins(souls.ledger, found)
        if raw and viewer == WHOLE and is_secret(found):
            disclosed = souls.ledger.disclose_log(table)
            if isinstance(disclosed, Refusal):
                raise RefusedError(found.catalogue, disclosed, game=found.rulebook.game)
        if audit:
            exported = bundle_table(
                souls.ledger, souls.writings, souls.signer, table, viewer=viewer, raw=raw, pictures=pictures
            )
        else:
            exported = export_table(souls.ledger, souls.signer, table, viewer=viewer, raw=raw)
        signer = fingerprint(souls.signer.public)
    replaced = write_private(output, exported)
    if as_json:
        told = {"table": table, "file": str(output), "bytes": len(exported), "signer": signer}
        say_json({**told, "replaced": bool(replaced)})
    else:
        say(f"Wrote table {table} to {output} ({len(exported)} bytes), signed by {signer}. {replaced}".rstrip())


def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An export, an audit bundle, or a recorded game.")],
    file_format: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help=f"{FORMATS[0]}, or {FORMATS[1]}.")
    ] = FORMATS[0],
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="Whose recorded game it is.")] = "carcassonne",
    check: Annotated[bool, typer.Option("--check", help="Only check the file; store nothing.")] = False,
    trust: Annotated[
        str | None, typer.Option("--trust", metavar="FINGERPRINT", help="Who must have signed it.")
    ] = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> int:
    """Take a table in from a file: an export or a bundle as it is, or a recorded game by playing it again.

    With --check nothing is stored: the exit code tells whether the file is right.
    """
    if file_format not in FORMATS:
        raise CommandError(f"There is no format '{file_format}'; there is {' and '.join(FORMATS)}.")
    content = read_file(file)
    rulebooks = installed(chosen_settings(data, rulebook).rulebooks)
    if file_format == "recorded-game":
        if check:
            return _tell_recorded(file, check_recorded(rulebooks[game], content), as_json)
        with installation(data, rulebook) as souls:
            return _tell_recorded(file, import_recorded(souls.ledger, rulebooks[game], content), as_json)
    report = verify_export(content, rulebooks, trust=trust)
    if check or (as_json and not report.good):
        _tell_report(str(file), report, as_json)
        return 0 if report.good else 1
    if not report.good:
        why = str(report.faults[0]) if report.faults else report.unproved[-1]
        raise CommandError(f"Nothing was imported from {file}: {why}{_and_more(report.faults[1:])}")
    with installation(data, rulebook) as souls:
        bundle = unseal_bundle(content).value if is_bundle(content) else None
        new = import_export(souls.ledger, unseal(content).export if bundle is None else bundle.export)
        forgotten = 0 if bundle is None else take_in_texts(souls.writings, bundle)
    if as_json:
        say_json({"table": report.table, "imported": new})
    else:
        if forgotten:
            say(f"{forgotten} of its texts were not taken in: who wrote them has been forgotten here.", "yellow")
        say(
            f"Imported table {report.table}."
            if new
            else f"Table {report.table} was here already, the same: nothing to do."
        )
    return 0


def verify(
    what: Annotated[
        str, typer.Argument(metavar="FILE|TABLE", help="A file of an export or a bundle, or a table's id.")
    ],
    trust: Annotated[
        str | None, typer.Option("--trust", metavar="FINGERPRINT", help="Who must have signed it.")
    ] = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> int:
    """Verify a file, with no server, or a table: chain, signature, state, scores, chance, rulings. Exit code 1 says it is
    wrong."""
    path = Path(what)
    if _is_there(what):
        rulebooks = installed(chosen_settings(data, rulebook).rulebooks)
        report = verify_export(read_file(path), rulebooks, trust=trust)
    else:
        if trust is not None:
            raise CommandError("A table is not signed; --trust is for files.")
        with installation(data, rulebook) as souls:
            try:
                exported = export_table(souls.ledger, souls.signer, what, raw=True)
            except TableNotFoundError as error:
                raise CommandError(f"There is neither a file nor a table '{what}'.") from error
            secret = souls.ledger.secret(what)
            seed, origin = secret.seed if secret else None, origin_here(souls.ledger, souls.ledger.table(what))
            report = verify_export(exported, souls.ledger.rulebooks, seed=seed, signed_here=True, origin=origin)
    _tell_report(what, report, as_json)
    return 0 if report.good else 1


def _is_there(what: str) -> bool:
    try:
        return bool(what) and Path(what).exists()
    except OSError:
        return False


def _and_more(faults: list[Finding]) -> str:
    return f" There are {len(faults)} more faults; 'souls verify' tells them." if faults else ""


def _tell_report(what: str, report: Report, as_json: bool) -> None:
    if as_json:
        say_json({"file": what, "good": report.good, "report": report})
        return
    for sentence in report.proved if report.good else ():
        say(f"✓ {sentence}", "green")
    for sentence in report.unproved:
        say(f"· {sentence}")
    for difference in report.differences:
        say(f"≠ Decided differently today: {difference}", "yellow")
    for fault in report.faults:
        say(f"✗ {fault}", "red")
    verdict = "verified" if report.good else "NOT as it was written" if report.faults else "cannot be checked here"
    say(f"{what}: {f'{report.records} records, ' if report.records else ''}{verdict}.", "bold")


def _tell_recorded(file: Path, found: Difference | str | None, as_json: bool) -> int:
    difference = str(found) if isinstance(found, Difference) else None
    table = found if isinstance(found, str) else None
    if as_json:
        say_json({"file": str(file), "table": table, "difference": difference})
    elif difference:
        say(f"{file}: {difference}")
    else:
        say(f"{file}: as recorded." if table is None else f"Imported {file} as table {table}.")
    return 1 if difference else 0
