"""The course of a contest: evidence, settlements, votes, rulings, appeal, and how it stands (T-50 to T-63)."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.table.disputes.judging import judge_of, not_accepting
from domain.table.disputes.messages import EvidenceAdded, Remedy, Ruled, Settled
from domain.table.disputes.state import Contest
from domain.table.messages import TableEvent
from domain.table.records import Record
from domain.table.table import Table, fold
from domain.table.timing import deadline
from domain.table.wire import read_events
from projections.disputes.parts import Changes, NoText, Quoted, RemedyTold, RulingTold, Standing, Step
from projections.disputes.readers import Reading
from projections.disputes.sights import changes_between

# What each kind of event calls the hash of the text that it brings.
_TEXTS = ("argument", "text", "reasons")

Texts = Mapping[str, str | NoText]


def quoted(texts: Texts, text_hash: str | None) -> Quoted | None:
    """The text that the log means by a hash, None where it means none."""
    if text_hash is None:
        return None
    text = texts.get(text_hash, NoText())
    return Quoted(text_hash, None, text.reason) if isinstance(text, NoText) else Quoted(text_hash, text)


def course_of(reading: Reading, contest: Contest, texts: Texts) -> Iterator[Step]:
    """Every record about the contest since it was opened, in their order."""
    for version, record in _about(reading.table, contest):
        told = reading.told(version)
        assert told is not None
        event = record.event
        text = next((text for name in _TEXTS if (text := getattr(event, name, None)) is not None), None)
        named = event.versions if isinstance(event, EvidenceAdded) else ()
        yield Step(told, quoted(texts, text), tuple(reading.all_told(named)))


def rulings_on(reading: Reading, contest: Contest, texts: Texts) -> Iterator[RulingTold]:
    """The rulings on a contest, and the settlement, with what each did."""
    for version, _ in _about(reading.table, contest):
        record = reading.record(version)
        assert record is not None
        if isinstance(record.event, Ruled | Settled):
            yield _ruling(reading, version, record, texts)


def standing_of(table: Table, contest: Contest) -> Standing:
    """How the contest stands, and for whom it waits."""
    settlement, ballot = contest.settlement, contest.ballot
    return Standing(
        contest.status,
        judge_of(table, contest) if contest.is_open else None,
        not_accepting(table, contest) if contest.is_open else (),
        tuple(sorted(settlement.asked - settlement.agreed)) if settlement else (),
        deadline(table, settlement.since) if settlement else None,
        tuple(sorted(ballot.missing)) if ballot else (),
        deadline(table, ballot.since) if ballot else None,
    )


def _about(table: Table, contest: Contest) -> Iterator[tuple[int, Record[Any]]]:
    for version in range(contest.opened, table.version + 1):
        record = table.records[version - 1]
        if isinstance(record.event, TableEvent) and getattr(record.event, "contest", None) == contest.number:
            yield version, record


def _ruling(reading: Reading, version: int, record: Record[Any], texts: Texts) -> RulingTold:
    event = record.event
    ruled = event if isinstance(event, Ruled) else None
    start, end = reading.table.command_span(version)
    return RulingTold(
        version,
        record.at,
        record.by,
        ruled.judge if ruled else "parties",
        ruled.outcome if ruled else "settled",
        ruled is None or ruled.final,
        _remedy(reading, event.remedy),
        quoted(texts, ruled.reasons) if ruled else None,
        tuple(reading.all_told(range(version + 1, end + 1))),
        _changes(reading, start - 1, end),
    )


def _remedy(reading: Reading, remedy: Remedy) -> RemedyTold:
    # The record that it is from was redacted for the reader.
    sentences = map(reading.catalogue.event, read_events(reading.table.rulebook, remedy.events))
    return RemedyTold(reading.catalogue.part(remedy), remedy.rewind, tuple(sentences), remedy.points, remedy.reapply)


def _changes(reading: Reading, before: int, after: int) -> tuple[Changes, ...]:
    table = reading.table
    return changes_between(reading, *(fold(table.id, table.rulebook, table.records[:at]) for at in (before, after)))
