"""Precedents: the contests of a table that were ruled on, for whoever meets the same clause later (T-55, T-59).

Settled and withdrawn contests are none, and nothing of a sandbox is. Nothing is in them that a spectator may not see; texts
of people are beside the log, and only their hashes are here.
"""

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from domain.table.canonical import encode
from domain.table.disputes.messages import ContestNumber, Judge, Outcome, RefusalContested, Remedy, Ruled, VoteClosed
from domain.table.disputes.state import Contest, Ruling
from domain.table.messages import Microseconds, Name, Version
from domain.table.records import Record
from domain.table.refusals import Refusal
from domain.table.seeing import seen_record
from domain.table.table import Table

RemedyKind = Literal["rewind", "correction", "points", "reapply"]
Standing = Literal["ruled", "appealed", "confirmed", "changed", "reversed", "settled"]
STANDINGS: tuple[Standing, ...] = ("ruled", "appealed", "confirmed", "changed", "reversed", "settled")


class Contested(msgspec.Struct, frozen=True):
    """What was contested: the record at `version`, by the name of its event's type, or what was refused there, by the refusal's
    code; and the clause of it. Both are empty where spectators do not see the record."""

    kind: Literal["record", "refusal"]
    version: Version
    what: str
    clause: str


class Judgement(msgspec.Struct, frozen=True):
    """One ruling: when (microseconds), by whom, with how many votes for and against it, and what it did to the game.
    `reasons` is the hash of a text."""

    version: Version
    at: Microseconds
    judge: Judge
    outcome: Outcome
    remedies: tuple[RemedyKind, ...]
    reasons: str | None
    votes: tuple[int, int] | None = None


class Precedent(msgspec.Struct, frozen=True):
    """A contest with its rulings: the last one counts, and one before it is its history.

    `edition`, `clause` and `hash` are the citation. `standing`: ruled on; under appeal; on appeal confirmed, changed in its
    remedy, reversed, or settled, and then it is a precedent no more. `final`: nobody can appeal. `argument` and `appeal` are
    hashes of texts.
    """

    game: Name
    table: Name
    contest: ContestNumber
    edition: str
    clause: str
    hash: str
    contested: Contested
    judgements: tuple[Judgement, ...]
    standing: Standing
    final: bool
    argument: str | None = None
    appeal: str | None = None

    def __post_init__(self) -> None:
        if not 1 <= len(self.judgements) <= 2:
            raise ValueError(f"a precedent has one ruling or two, not {len(self.judgements)}")

    @property
    def ruling(self) -> Judgement:
        """The ruling that counts."""
        return self.judgements[-1]

    @property
    def outcome(self) -> Outcome:
        """What was ruled in the end."""
        return self.ruling.outcome

    @property
    def remedies(self) -> tuple[RemedyKind, ...]:
        """What was done to the game; where it was only confirmed, by the first ruling."""
        return self.judgements[0 if self.standing == "confirmed" else -1].remedies

    @property
    def texts(self) -> tuple[str, ...]:
        """The hashes of all that people wrote to argue and to give reasons, each once, in a fixed order."""
        said = (self.argument, self.appeal, *(one.reasons for one in self.judgements))
        return tuple(dict.fromkeys(each for each in said if each is not None))

    def is_about(self, clause: str) -> bool:
        """Whether it cites the clause, or what was contested followed from it."""
        return clause in (self.clause, self.contested.clause)


class Precedents:
    """A row for each contest that was ruled on: a ruling counts for ever, whatever happens to the game."""

    name = "precedents"
    games = None

    def rows(self, table: Table) -> Iterator[tuple[str, bytes]]:
        for precedent in precedents_of(table):
            yield field_of(precedent), encode(precedent)


def field_of(precedent: Precedent) -> str:
    """The field of a precedent's row."""
    return f"{precedent.table}/{precedent.contest}"


def read_precedent(row: bytes) -> Precedent:
    """A precedent from its row; msgspec's `MsgspecError` where it is none."""
    return msgspec.msgpack.decode(row, type=Precedent)


def precedents_of(table: Table) -> Iterator[Precedent]:
    """The precedents that a table has made, in the order of its contests; also what was settled on appeal since."""
    if table.is_sandbox:
        return
    for contest in table.disputes.contests:
        if contest.rulings:
            yield _precedent(table, contest)


def _precedent(table: Table, contest: Contest) -> Precedent:
    cited = contest.cited
    last = contest.rulings[-1].event
    return Precedent(
        table.rulebook.game,
        table.id,
        contest.number,
        cited.edition,
        cited.clause,
        cited.hash,
        _contested(table, contest),
        tuple(_judgement(table, ruling) for ruling in contest.rulings),
        _standing(contest),
        last.final or table.closed is not None,
        contest.argument,
        contest.appeal.argument if contest.appeal else None,
    )


def _contested(table: Table, contest: Contest) -> Contested:
    if contest.refused is not None:
        opened = _seen(table, contest.opened)
        refused = opened.event if opened and isinstance(opened.event, RefusalContested) else None
        return Contested("refusal", contest.disputed, refused.code if refused else "", refused.of if refused else "")
    seen = _seen(table, contest.disputed)
    what, clause = (type(seen.event).__name__, seen.law) if seen else ("", "")
    return Contested("record", contest.disputed, what, clause)


def _judgement(table: Table, ruling: Ruling) -> Judgement:
    event = ruling.event
    seen = _seen(table, ruling.version)
    shown = seen.event.remedy if seen and isinstance(seen.event, Ruled) else None
    # A correction that cannot be read any more is told as little as one that is hidden.
    remedy = shown or msgspec.structs.replace(event.remedy, events="")
    counted = table.records[ruling.version - 2].event
    votes = (counted.yes, counted.no) if event.judge == "vote" and isinstance(counted, VoteClosed) else None
    kinds = tuple(remedy_kinds(remedy))
    return Judgement(ruling.version, ruling.at, event.judge, event.outcome, kinds, event.reasons, votes)


def remedy_kinds(remedy: Remedy) -> Iterator[RemedyKind]:
    """What a remedy consists of, in the order in which it is done (T-55)."""
    if remedy.rewind is not None:
        yield "rewind"
    if remedy.events:
        yield "correction"
    if any(remedy.points):
        yield "points"
    if remedy.reapply:
        yield "reapply"


def _standing(contest: Contest) -> Standing:
    if contest.settled is not None:
        return "settled"
    first, last = contest.rulings[0].event, contest.rulings[-1].event
    if len(contest.rulings) == 1:
        return "ruled" if contest.appeal is None else "appealed"
    if first.outcome != last.outcome:
        return "reversed"
    return "confirmed" if last.remedy.is_nothing else "changed"


def _seen(table: Table, version: int) -> Record[Any] | None:
    """A record as spectators see it; None also where it speaks of what the rulebook does not know any more."""
    try:
        return seen_record(table, table.records[version - 1], None)
    except Refusal:
        return None
