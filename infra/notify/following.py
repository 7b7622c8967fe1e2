"""Following a partition's log: what is new at its tables goes into the outbox, in one step with the position in the log.

What has been told of a table is kept beside it, so a log that is followed again tells nothing twice.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from typing import Any

from eventsourcing.persistence import IntegrityError, OperationalError, Tracking
from msgspec.structs import replace

from domain.table.clocks.messages import SeatReminded
from domain.table.lifecycle import Undone
from domain.table.records import Record
from domain.table.table import Table
from infra.bots import bot_of
from infra.clock import Clock
from infra.ledger import Ledger, Partition
from infra.notify.awaiting import Decision, decisions_of
from infra.notify.news import DAY, News, news_of
from infra.notify.outbox import Change, Outbox, changed, put, removed, told_changed
from infra.notify.rows import Kind, Open, Row, Told
from infra.people.profile import Profile
from infra.projector import SPOILED

BATCH = 100
"""Pointers looked at in one step."""

AT_THE_TABLE = 30 * 60 * 1_000_000
"""Microseconds that somebody who has just acted is left alone with what follows from it: they see it themselves."""

ASKED = frozenset({"consent", "settlement", "vote", "accept", "ruling"})
"""Kinds of decisions that go away without any undo: others have answered, or who asked has taken it back."""

Profiles = Callable[[str], Profile | None]


class Follower:
    """Puts into a partition's outbox what is to be told. Several processes may do so at once."""

    def __init__(self, ledger: Ledger, partition: Partition, profiles: Profiles, clock: Clock) -> None:
        recorder = partition.recorder
        self.outbox = Outbox(recorder.connections, recorder.keys)
        self.partition = partition
        self.spoiled: dict[str, str] = {}
        self._ledger = ledger
        self._profiles = profiles
        self._clock = clock
        self._name = f"notices of {partition.application.name}"

    def catch_up(self) -> int:
        """Follow the log to its present end; returns how many messages were put, withdrawn or followed up."""
        done = 0
        while True:
            position = self.outbox.position(self._name)
            pointers = self.partition.recorder.read_pointers(position, BATCH)
            if not pointers:
                return done
            changes = [
                change for table in dict.fromkeys(name for _, name in pointers) for change in self._changes(table)
            ]
            # Where a row has changed meanwhile, or another process was faster, all of it is worked out anew.
            with suppress(IntegrityError):
                self.outbox.write(changes, Tracking(self._name, pointers[-1][0]), after=position)
                done += sum(change.room == "o" for change in changes)

    def _changes(self, table_id: str) -> list[Change]:
        try:
            table = self._ledger.current(table_id)
            self.spoiled.pop(table_id, None)
            return [] if table.is_sandbox else list(self._told(table))
        except OperationalError:
            raise
        except SPOILED as error:
            # A table that cannot be read holds up no other.
            self.spoiled[table_id] = str(error) or type(error).__name__
            return []

    def _told(self, table: Table) -> Iterator[Change]:
        """What is to change since the table was last looked at, and that it was looked at."""
        stored, told = self.outbox.told(table.id)
        if told is not None and told.version >= table.version:
            return
        after, asked_before = (told.version, told.open) if told else (0, ())
        before = {one.identity: one for one in asked_before}
        now = self._clock()
        still: list[Open] = []
        rows: list[Row] = []
        for decision in decisions_of(table):
            known = before.pop(decision.identity, None)
            if known is None:
                known = self._opened(table.id, decision)
                due = now + AT_THE_TABLE if is_own_doing(table, decision) else now
                rows += self._rows(table.id, known, now, due)
            still.append(known)
        for over in before.values():
            yield from self._over(table, over, now)
        asked = {(one.person, one.contest) for one in still if one not in asked_before}
        rows += self._news(table, after, now, asked)
        rows += _reminders(table, after, [one for one in asked_before if one in still], now)
        there = self.outbox.rows([row.field for row in rows])
        yield from (put(row) for row in rows if row.field not in there)
        yield told_changed(table.id, stored, Told(table.version, tuple(still)))

    def _addresses(self, person: str) -> tuple[str, ...]:
        if bot_of(person) is not None:
            return ()
        profile = self._profiles(person)
        return tuple(address.id for address in profile.addresses if address.is_usable) if profile else ()

    def _opened(self, table_id: str, decision: Decision) -> Open:
        return Open(
            decision.key(table_id), self._addresses(decision.person), decision.person, decision.seat,
            decision.kind, decision.contest, decision.version, decision.since,
        )  # fmt: skip

    @staticmethod
    def _rows(table_id: str, one: Open, now: int, due: int) -> Iterator[Row]:
        for address in one.addresses:
            yield _row(one.key, "decision", table_id, one, address, now, due)

    def _news(self, table: Table, after: int, now: int, asked: Collection[tuple[str, int]]) -> Iterator[Row]:
        for one in news_of(table, after, now - DAY):
            if _tells_it(table, one, asked):
                continue
            seat = -1 if one.viewer is None else one.viewer
            for address in self._addresses(one.person):
                yield Row(
                    one.key(table.id), "news", table.id, one.person, address, seat, one.kind, one.version, now, now
                )

    def _over(self, table: Table, one: Open, now: int) -> Iterator[Change]:
        """A decision is awaited no more: what was not sent is withdrawn, and who was told learns of it."""
        reason = reason_of(table, one)
        for kept in self.outbox.rows(one.fields).values():
            row = kept.row
            if row.state == "sent":
                yield removed(kept)
                follow_up = following_up(row, reason, now)
                if follow_up.field not in self.outbox.rows([follow_up.field]):
                    yield put(follow_up)
            elif row.state == "waiting" and row.lease > now:
                yield changed(kept, replace(row, withdrawn=reason))
            elif row.state == "waiting":
                yield removed(kept)


def is_own_doing(table: Table, decision: Decision) -> bool:
    """Whether a decision came about by a command of the very seat that owes it, such as the next step of its turn; or by one
    that its holder gave by an office, such as that a game begins in which they go first."""
    start, _ = table.command_span(decision.version)
    record = table.records[start - 1]
    person = table.person_of(decision.seat)
    by_office = record.by < 0 <= decision.seat and table.person_of(record.by) == person == decision.person
    return by_office or _is_of(record, decision.seat)


def _tells_it(table: Table, news: News, asked: Collection[tuple[str, int]]) -> bool:
    """Whether it tells the news too that a decision is awaited of the same person now: people, each with the contest that it is
    about."""
    if news.kind == "contested":
        return (news.person, table.records[news.version - 1].event.contest) in asked
    return news.kind in ("begun", "time") and any(person == news.person for person, _ in asked)


def _is_of(record: Record[Any], seat: int) -> bool:
    """Whether a record, or the command that begins with it, is of a seat, or of the host or the arbiter."""
    return seat == record.by or (record.cause is not None and 0 <= seat == record.cause.seat)


def reason_of(table: Table, one: Open) -> str:
    """Why a decision is awaited no more: `over` where the table has ended or rests, `undone` where others have since taken
    back what led to it, or what was asked, `made` where it was made."""
    if table.is_over or table.paused:
        return "over"
    for record in reversed(table.records[one.version :]):
        if _is_of(record, one.seat):
            return "made"
        if isinstance(record.event, Undone):
            return "undone"
    return "undone" if one.about in ASKED else "made"


def _reminders(table: Table, after: int, still: Sequence[Open], now: int) -> Iterator[Row]:
    """T-70: the seats that the game has reminded are, of what is still awaited of them: once each, by the last reminder."""
    reminded = {
        record.event.seat: version
        for version, record in enumerate(table.records[after:], after + 1)
        if isinstance(record.event, SeatReminded) and record.at >= now - DAY
    }
    for one in still:
        version = reminded.pop(one.seat, 0)
        for address in one.addresses if version else ():
            yield _row(f"{one.key}/reminder/{version}", "reminder", table.id, one, address, now, now)


def _row(key: str, kind: Kind, table_id: str, one: Open, address: str, now: int, due: int) -> Row:
    return Row(
        key, kind, table_id, one.person, address, one.seat, one.about, one.version, now, due,
        contest=one.contest, since=one.since,
    )  # fmt: skip


def following_up(row: Row, reason: str, now: int) -> Row:
    """The message that a decision which somebody was told of is needed no more."""
    return Row(
        f"{row.key}/withdrawn", "withdrawn", row.table, row.person, row.address, row.seat, reason, row.version, now, now,
        again=row.again,
    )  # fmt: skip
