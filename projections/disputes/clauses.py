"""The clauses that a contest is about: the one that is cited first, then those that what happened stands under."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from domain.table.clauses import Citation
from domain.table.disputes.contesting import law_of
from domain.table.messages import Command, ForfeitingEvent, ScoringEvent
from domain.table.records import Record
from domain.table.table import Table
from projections.disputes.parts import ClauseTold, RefusalTold, Why


def clauses_involved(
    table: Table,
    cited: Citation,
    records: Sequence[Record[Any]],
    refusal: RefusalTold | None,
    command: Command | None,
) -> tuple[ClauseTold, ...]:
    """The clauses, each once, with all the reasons why it is involved. Records and command are as their reader sees them."""
    reasons: dict[str, dict[Why, None]] = {}
    for clause, why in _named(cited, records, refusal, command):
        reasons.setdefault(clause, {})[why] = None
    return tuple(_told(table, clause, tuple(why), cited) for clause, why in reasons.items())


def text_of(table: Table, clause: str) -> str:
    """How a clause reads now; nothing where there is none of that number any more."""
    law = law_of(table, clause)
    return "" if law is None else law[clause].text


def _named(
    cited: Citation, records: Iterable[Record[Any]], refusal: RefusalTold | None, command: Command | None
) -> Iterator[tuple[str, Why]]:
    yield cited.clause, "cited"
    for record in records:
        yield record.law, "record"
    for record in records:
        if isinstance(record.event, ScoringEvent | ForfeitingEvent):
            for term in record.event.terms:
                yield term.clause, "score"
    if refusal is not None:
        yield refusal.clause, "refusal"
    if command is not None:
        yield command.clause, "command"


def _told(table: Table, clause: str, why: tuple[Why, ...], cited: Citation) -> ClauseTold:
    cited_hash = cited.hash if clause == cited.clause else None
    register = tuple(point for point in table.rulebook.register if clause in point.clauses)
    law = law_of(table, clause)
    if law is None:
        return ClauseTold(clause, "", why, "", None, "", "", "", cited_hash, cited_hash is not None, register)
    text = law[clause]
    name = table.rulebook.game if clause in table.rulebook.law else "table"
    changed = cited_hash is not None and cited_hash != text.hash
    return ClauseTold(
        clause, name, why, text.title, text.text, text.note, text.source, text.hash, cited_hash, changed, register
    )
