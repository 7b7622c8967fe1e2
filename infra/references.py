"""What a table's records refer to besides each other: clauses, editions, texts, and the boards that contests are about.

Records may be left out (None) or shown in part: then nothing is found by what they hide.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from domain.table.disputes.messages import (
    Appealed,
    EvidenceAdded,
    RecordContested,
    RefusalContested,
    Ruled,
    Settled,
    VoteOpened,
)
from domain.table.lifecycle import EditionAdopted, EditionProposed, TableOpened
from domain.table.messages import Event, ForfeitingEvent, ScoringEvent
from domain.table.records import Record
from domain.table.table import Table

Records = Sequence[Record[Any] | None]


def clauses_named(records: Records) -> tuple[str, ...]:
    """The ids of all clauses that records, terms of scores, refusals and citations name, sorted."""
    return tuple(sorted({clause for record in records if record is not None for clause in _clauses(record)}))


def editions_named(records: Records) -> tuple[str, ...]:
    """The names of all editions of the rules that the table had, was asked to adopt, or that are cited, sorted."""
    events = [record.event for record in records if record is not None]
    kinds = TableOpened | EditionProposed | EditionAdopted | RecordContested | RefusalContested
    return tuple(sorted({event.edition for event in events if isinstance(event, kinds)}))


def texts_named(records: Records) -> tuple[str, ...]:
    """The hashes of all texts, in the order in which they are first named (T-60)."""
    texts = (text_of(record.event) for record in records if record is not None)
    return tuple(dict.fromkeys(text for text in texts if text is not None))


def text_of(event: Event) -> str | None:
    """The hash of the text that an event names, if it names one (T-60)."""
    match event:
        case RecordContested() | RefusalContested() | Appealed():
            return event.argument
        case EvidenceAdded():
            return event.text
        case VoteOpened() | Ruled():
            return event.reasons
    return None


def boards_named(table: Table) -> tuple[int, ...]:
    """The versions whose boards contests are about: before and after the command that is contested, and after each outcome;
    and the present version. None from before the game began."""
    wanted = {table.version}
    for contest in table.disputes.contests:
        first, last = table.command_span(contest.disputed)
        wanted |= {last} if contest.refused is not None else {first - 1, last}
    for version, record in enumerate(table.records, 1):
        if isinstance(record.event, Ruled | Settled):
            wanted.add(table.command_span(version)[1])
    return tuple(sorted(version for version in wanted if table.begun_at and version >= table.setup_end))


def _clauses(record: Record[Any]) -> Iterator[str]:
    yield record.law
    event = record.event
    if isinstance(event, ScoringEvent | ForfeitingEvent):
        yield from (term.clause for term in event.terms)
    if isinstance(event, RecordContested | RefusalContested):
        yield event.cited
    if isinstance(event, RefusalContested):
        yield event.of
