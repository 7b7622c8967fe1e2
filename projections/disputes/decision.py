"""What is contested: the command, who gave it when, and what happened by it; or the command that was refused (T-51, T-52)."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from domain.table.disputes.messages import Reapplied, RefusalContested
from domain.table.disputes.state import Contest
from domain.table.messages import Command, GameEvent
from domain.table.records import Record
from domain.table.refusals import Refusal
from domain.table.table import Table, fold
from domain.table.wire import read_command
from projections.disputes.legal import command_words
from projections.disputes.parts import CommandTold, Decision, RefusalTold, Told
from projections.disputes.plain import fields_of
from projections.disputes.readers import Reading
from projections.disputes.saying import Saying


class Decided(NamedTuple):
    """A decision, with the command and the records as the reader may see them, and the records' versions, hidden ones too."""

    decision: Decision
    command: Command | None
    records: tuple[Record[Any], ...]
    versions: range


class Span(NamedTuple):
    """The records of one decision, and where the command that they follow from is."""

    first: int
    last: int
    command: int


def decided(reading: Reading, contest: Contest) -> Decided:
    """What a contest is about, as the reader may see it."""
    return _refused(reading, contest) if contest.refused is not None else _happened(reading, contest)


def span_of(table: Table, version: int) -> Span:
    """The records of the decision that a record belongs to: its command's, but of a move that was made again only its own."""
    first, last = table.command_span(version)
    again = [at for at in range(first, last + 1) if isinstance(table.records[at - 1].event, Reapplied)]
    mine = max((at for at in again if at <= version), default=None)
    if mine is None:
        # What a remedy did stands before the moves that it makes again.
        return Span(first, min(again) - 1 if again else last, first)
    event = table.records[mine - 1].event
    assert isinstance(event, Reapplied)
    return Span(mine, min((at for at in again if at > mine), default=last + 1) - 1, event.version)


def _happened(reading: Reading, contest: Contest) -> Decided:
    table = reading.table
    first, last, given = span_of(table, contest.disputed)
    command, missing = reading.command(given)
    versions = range(first, last + 1)
    records = tuple(record for at in versions if (record := reading.record(at)) is not None)
    events = tuple(reading.all_told(versions, contest.disputed))
    decision = Decision(
        "record",
        contest.disputed,
        first - 1,
        last,
        records[0].at if records else None,
        records[0].by if records else contest.respondent,
        contest.respondent,
        *_where(table, first - 1),
        _command(reading, command),
        missing,
        None,
        events,
        (),
    )
    return Decided(decision, command, records, versions)


def _refused(reading: Reading, contest: Contest) -> Decided:
    table, version = reading.table, contest.disputed
    record = reading.record(contest.opened)
    assert record is not None
    assert isinstance(record.event, RefusalContested)
    seen: RefusalContested = record.event
    command = read_command(table.rulebook, seen.refused) if seen.refused else None
    decision = Decision(
        "refusal",
        version,
        version,
        _after_refusal(table, contest),
        None,
        contest.by,
        seen.seat,
        *_where(table, version),
        _command(reading, command),
        "" if command is not None else "hidden",
        _refusal(reading, seen, command),
        (),
        tuple(_next_move(reading, version)),
    )
    return Decided(decision, command, (), range(0))


def _refusal(reading: Reading, seen: RefusalContested, command: Command | None) -> RefusalTold:
    if command is None:
        return RefusalTold(seen.code, seen.of, None)
    given = msgspec.json.decode(seen.arguments, type=dict[str, Any])
    arguments = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    return RefusalTold(seen.code, seen.of, reading.catalogue.refusal(Refusal(seen.code, seen.of, **arguments)))


def _after_refusal(table: Table, contest: Contest) -> int:
    """Where a ruling has overturned the refusal, the end of what that did; else now."""
    overturned = [ruling for ruling in contest.rulings if ruling.event.outcome == "overturned"]
    return table.command_span(overturned[-1].version)[1] if overturned else table.version


def _next_move(reading: Reading, version: int) -> Iterator[Told]:
    """What happened next in the game: the records of the first command after the version that plays on."""
    table = reading.table
    played = (at for at in range(version + 1, table.version + 1) if isinstance(table.records[at - 1].event, GameEvent))
    first = next(played, None)
    if first is not None:
        start, end = table.command_span(first)
        yield from reading.all_told(range(start, end + 1))


def _command(reading: Reading, command: Command | None) -> CommandTold | None:
    if command is None:
        return None
    saying = Saying(reading.catalogue, len(reading.table.seats))
    words = command_words(reading.catalogue, saying, command)
    return CommandTold(type(command).__name__, words, command.clause, fields_of(command))


def _where(table: Table, version: int) -> tuple[str, str]:
    """The edition, and the table's phase, at a version."""
    then = fold(table.id, table.rulebook, table.records[:version])
    return then.edition.name if then.edition else "", then.phase.value
