"""What is told to people although nothing is awaited of them: a game begins or ends, a contest is opened, settled or ruled on,
time has run out. One record, told once to whom it concerns."""

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.table.clocks.messages import TimeRanOut
from domain.table.disputes.messages import (
    Appealed,
    ContestWithdrawn,
    RecordContested,
    RefusalContested,
    Ruled,
    Settled,
    VoteClosed,
)
from domain.table.disputes.state import Contest
from domain.table.lifecycle import GameBegun, GameFinished, TableAbandoned
from domain.table.messages import ARBITER, HOST, TableEvent
from domain.table.records import Record
from domain.table.table import Table
from infra.notify.awaiting import seat_of

DAY = 24 * 3_600_000_000
"""Microseconds that news stays news: what is older when it is first looked at is told by no message."""

_CONTESTED = (RecordContested, RefusalContested)
_JUDGED = (Appealed, ContestWithdrawn, Ruled, Settled, VoteClosed)


class News(msgspec.Struct, frozen=True):
    """A record that concerns a person: its version, and which kind of news it is. `viewer` is the seat that they look as, None
    for a spectator."""

    person: str
    version: int
    kind: str
    viewer: int | None

    def key(self, table_id: str) -> str:
        """The name of the message that tells of it."""
        return f"{table_id}/news/{self.kind}/{self.version}/{self.person}"


def news_of(table: Table, after: int, since: int) -> Iterator[News]:
    """The news in the records behind a version, as far as they are no older than `since` (microseconds) and still count."""
    counts: set[int] | None = None
    for version in range(after + 1, table.version + 1):
        record = table.records[version - 1]
        kind = kind_of(record)
        if kind is None or record.at < since:
            continue
        if not isinstance(record.event, TableEvent):
            counts = set(table.history.line()) if counts is None else counts
            if version not in counts:
                continue
        speaker = table.person_of(record.by)
        for person in dict.fromkeys(_concerned(table, record)):
            if person != speaker:
                yield News(person, version, kind, seat_of(table, person))


def kind_of(record: Record[Any]) -> str | None:
    """Which kind of news a record is, None where it is none."""
    match record.event:
        case GameBegun():
            return "begun"
        case GameFinished():
            return "finished"
        case TableAbandoned():
            return "abandoned"
        case RecordContested() | RefusalContested():
            return "contested"
        case TimeRanOut():
            return "time"
        case Appealed() | ContestWithdrawn() | Ruled() | Settled() | VoteClosed():
            return "judged"
    return None


def _concerned(table: Table, record: Record[Any]) -> Iterator[str]:
    event = record.event
    if isinstance(event, _JUDGED):
        yield from _parties(table, table.disputes.contests[event.contest - 1])
        return
    assert table.opened is not None
    if isinstance(event, TimeRanOut):
        person = table.seats[event.seat].person
        yield from (one for one in (person, table.opened.host) if one is not None)
        return
    yield from (seat.person for seat in table.seats if seat.person is not None)
    yield table.opened.host
    if table.opened.arbiter is not None and not isinstance(event, _CONTESTED):
        # A contest comes to the arbiter as a decision, where it is for the arbiter to rule.
        yield table.opened.arbiter


def _parties(table: Table, contest: Contest) -> Iterator[str]:
    """Who is told how a contest goes: whose own case it is, who added to it, and whoever may have to judge it."""
    yield from sorted(contest.people)
    spoken = (table.person_of(by) for by in (contest.by, *(one.by for one in contest.evidence), HOST, ARBITER))
    yield from (person for person in spoken if person is not None)
