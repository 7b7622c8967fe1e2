"""The parts of a bundle beside its export: whether they are what the records refer to.

A clause or a picture that today's program has otherwise is told and is no fault: clauses are mended, and drawing gets better.
"""

from collections.abc import Iterable, Mapping

from domain.table.clauses import Law
from domain.table.disputes.messages import RecordContested, RefusalContested
from domain.table.refusals import UNFOLDABLE
from domain.table.table import Table
from infra.bundles import Bundle, ClauseText, clause_in, editions_of, picture, published_seed
from infra.codec import Codec
from infra.references import Records, clauses_named, editions_named
from infra.verification.disputed import counted
from infra.verification.report import Report
from infra.verification.worded import check_texts

MOST_NAMED = 5


def check_bundled(bundle: Bundle, codec: Codec, records: Records, table: Table | None, report: Report) -> None:
    """Check everything in a bundle but its export. `table`: what the records make, None where some are hidden."""
    check_clauses(bundle, codec.rulebook.law, records, report)
    check_editions(bundle, codec, records, report)
    if bundle.seed != published_seed(records):
        report.fault(0, "The seed in the file is not the one that was published at the table.")
    check_texts(bundle, records, report)
    check_pictures(bundle, len(records), table, report)


def check_clauses(bundle: Bundle, law: Law, records: Records, report: Report) -> None:
    """T-51: what is cited reads in the file as it was cited; all that records name is there, as today's law has it."""
    texts = {clause.id: clause for clause in bundle.clauses}
    if [clause.id for clause in bundle.clauses] != sorted(texts):
        report.fault(0, "The clauses in the file are not each there once, in their order.")
    _check_citations(texts, records, report)
    named = set(clauses_named(records))
    otherwise = [clause for clause, text in texts.items() if clause_in(law, clause) != text]
    if same := len(texts) - len(otherwise):
        report.proved.append(
            f"{counted(same, 'clause')} in the file as today's law has {'it' if same == 1 else 'them'}."
        )
    _tell(otherwise, "Today's law does not have in these words, or not at all", report)
    _tell(named - set(texts), "The file does not have, though its records name them", report)
    _tell(set(texts) - named, "The file has, though no record names them", report)


def _check_citations(texts: Mapping[str, ClauseText], records: Records, report: Report) -> None:
    cited = [
        (version, record.event.cited, record.event.hash)
        for version, record in enumerate(records, 1)
        if record is not None and isinstance(record.event, RecordContested | RefusalContested)
    ]
    right = sum(clause in texts and texts[clause].hash == words for _, clause, words in cited)
    if right:
        read = "clause reads" if right == 1 else "clauses read"
        report.proved.append(f"{right} cited {read} in the file as when cited.")
    for version, clause, words in cited:
        if clause in texts and texts[clause].hash != words:
            report.unproved.append(f"Record {version} cites {clause} in other words than the file has.")


def check_editions(bundle: Bundle, codec: Codec, records: Records, report: Report) -> None:
    """The editions that the records name are there, with the switches that they have today."""
    names = [edition.name for edition in bundle.editions]
    if names != sorted(set(names)):
        report.fault(0, "The editions in the file are not each there once, in their order.")
    today = set(editions_of(codec.rulebook, editions_named(records)))
    otherwise = {edition.name for edition in today ^ set(bundle.editions)}
    _tell(otherwise, "Editions that the file does not have as today's rulebook has them", report)


def check_pictures(bundle: Bundle, last: int, table: Table | None, report: Report) -> None:
    """The pictures are those that this program draws of the boards at their versions; that it draws otherwise is no fault."""
    versions = [one.version for one in bundle.pictures]
    if versions != sorted(set(versions)) or not all(1 <= version <= last for version in versions):
        report.fault(0, "The pictures in the file are not of versions of the table, each there once, in their order.")
        return
    if versions and table is None:
        report.unproved.append(f"{counted(len(versions), 'picture')} not drawn again: some of the records are hidden.")
    elif table is not None:
        _draw_again(bundle, table, report)


def _draw_again(bundle: Bundle, table: Table, report: Report) -> None:
    same, otherwise = 0, []
    for one in bundle.pictures:
        try:
            drawn = picture(table.id, table.rulebook, table.records, one.version, bundle.export.viewer)
        except UNFOLDABLE as error:
            report.fault(one.version, f"there is no board to be drawn here: {str(error) or type(error).__name__}")
            continue
        same += drawn == one
        otherwise += [] if drawn == one else [str(one.version)]
    if same:
        report.proved.append(f"{counted(same, 'picture')} drawn again {'is' if same == 1 else 'are'} the same.")
    _tell(otherwise, "Drawn otherwise today, so that the picture proves nothing, at version", report)


def _tell(things: Iterable[str], what: str, report: Report) -> None:
    """Tell of some things, by their names, the first of them where there are many."""
    found = list(things) if isinstance(things, list) else sorted(things)
    if found:
        more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
        report.unproved.append(f"{what}: {', '.join(found[:MOST_NAMED])}{more}.")
