"""A table's disputes as they stand: how it settles them, and every contest (T-50 to T-63). Written only by records."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from domain.table.clauses import Citation
from domain.table.disputes.messages import (
    Appealed,
    ArbiterAccepted,
    ContestWithdrawn,
    DisputesArranged,
    EvidenceAdded,
    RecordContested,
    RefusalContested,
    Remedy,
    Ruled,
    Settled,
    SettlementAnswered,
    SettlementLapsed,
    SettlementProposed,
    VoteClosed,
    VoteGiven,
    VoteOpened,
)
from domain.table.records import Record


@dataclass(slots=True, frozen=True)
class Evidence:
    """What somebody added to a contest: at which version, whose word, the hash of a text, and the records it names."""

    version: int
    by: int
    text: str | None
    versions: tuple[int, ...]


@dataclass(slots=True, frozen=True)
class Settlement:
    """What somebody proposes to settle a contest with, since when (microseconds), and who has agreed of those asked."""

    by: int
    remedy: Remedy
    asked: frozenset[int]
    since: int
    agreed: frozenset[int] = frozenset()


@dataclass(slots=True, frozen=True)
class Ballot:
    """A vote on a ruling: what is voted on, who may vote, since when (microseconds), and the votes by seat. `gone`: the seats
    that voters have left, each with the voter; nobody else votes from there, and nobody is waited for."""

    by: int
    opened: VoteOpened
    since: int
    votes: tuple[tuple[int, str | None], ...] = ()
    gone: tuple[tuple[int, str], ...] = ()

    @property
    def voted(self) -> frozenset[int]:
        return frozenset(seat for seat, _ in self.votes)

    @property
    def absent(self) -> frozenset[int]:
        """The seats from which nobody can vote now, because their voters have left them."""
        return frozenset(seat for seat, _ in self.gone)

    @property
    def missing(self) -> frozenset[int]:
        """The seats whose votes are waited for."""
        return frozenset(self.opened.voters) - self.voted - self.absent

    def left(self, seat: int, person: str) -> "Ballot":
        """T-58: the ballot once a person has left a seat."""
        return self if seat in self.absent else replace(self, gone=(*self.gone, (seat, person)))

    def sat(self, seat: int, person: str) -> "Ballot":
        """T-58: the ballot once a person sits at a seat: who was its voter is that again."""
        return replace(self, gone=tuple(one for one in self.gone if one != (seat, person)))

    def count(self, choice: str) -> int:
        """How many voted so."""
        return sum(one == choice for _, one in self.votes)


@dataclass(slots=True, frozen=True)
class Ruling:
    """A ruling with the version and the time of its record. `start` is where its command begins; the history before it is
    that at the version before."""

    version: int
    start: int
    at: int
    by: int
    event: Ruled

    @property
    def contest(self) -> int:
        return self.event.contest


@dataclass(slots=True)
class Contest:
    """One contest: `opened` is its record's version, `disputed` the contested record, or the version at which a command was
    refused (then `refused` is that); `respondent` the seat whose decision it was, -1 for nobody's; `people` are the persons
    whose own case it is (T-62)."""

    number: int
    opened: int
    at: int
    by: int
    disputed: int
    respondent: int
    cited: Citation
    argument: str | None
    refused: RefusalContested | None = None
    evidence: tuple[Evidence, ...] = ()
    people: frozenset[str] = frozenset()
    accepted: frozenset[int] = frozenset()
    settlement: Settlement | None = None
    ballot: Ballot | None = None
    rulings: tuple[Ruling, ...] = ()
    appeal: Appealed | None = None
    settled: Settled | None = None
    withdrawn: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it waits for a settlement or a ruling."""
        waits = not self.rulings or (self.appeal is not None and len(self.rulings) == 1)
        return waits and self.settled is None and not self.withdrawn

    @property
    def contested(self) -> int:
        """The version of the record that is contested, 0 where a refusal is."""
        return self.disputed if self.refused is None else 0

    @property
    def status(self) -> str:
        """A word for how it stands."""
        if self.withdrawn:
            return "withdrawn"
        if self.settled is not None:
            return "settled"
        if self.is_open:
            return "appealed" if self.appeal is not None else "open"
        return self.rulings[-1].event.outcome

    @property
    def parties(self) -> frozenset[int]:
        """The seats whose own case it is: who contests, and whose decision is contested."""
        return frozenset(seat for seat in (self.by, self.respondent) if seat >= 0)


@dataclass(slots=True)
class Disputes:
    """All of a table's disputes. `paused`: a contest has paused the table; `ruled`: the last ruling; `changed`: the version of
    the last record that changed the game otherwise than by a move: an undo, a ruling or a settlement with a remedy."""

    arranged: DisputesArranged = field(default_factory=DisputesArranged)
    contests: list[Contest] = field(default_factory=list)
    paused: bool = False
    ruled: Ruling | None = None
    changed: int = 0

    def open(self) -> Iterator[Contest]:
        """The contests that wait for a settlement or a ruling."""
        return (contest for contest in self.contests if contest.is_open)

    def copy(self) -> "Disputes":
        """Disputes that share nothing mutable with these."""
        return replace(self, contests=[replace(contest) for contest in self.contests])

    def left(self, seat: int, person: str) -> None:
        """T-54, T-58: a person has left a seat. No settlement is asked of the seats any more; a vote goes on without it."""
        for contest in self.contests:
            contest.settlement = None
            contest.ballot = contest.ballot and contest.ballot.left(seat, person)
            contest.accepted -= {seat}

    def sat(self, seat: int, person: str) -> None:
        """T-54, T-58: a person sits down: who was a voter there is that again, others have no part in an open vote."""
        for contest in self.contests:
            contest.settlement = None
            contest.ballot = contest.ballot and contest.ballot.sat(seat, person)
            contest.accepted -= {seat}

    def moved(self) -> None:
        """The game has moved, or something was ruled: a settlement that would change the game was proposed for another state,
        and is off."""
        for contest in self.contests:
            if contest.settlement is not None and not contest.settlement.remedy.is_nothing:
                contest.settlement = None


def set_down(disputes: Disputes, version: int, start: int, record: Record[Any]) -> bool:
    """Let a record change the disputes; False where it is about something else. `start` is where its command begins."""
    event = record.event
    match event:
        case DisputesArranged():
            disputes.arranged = event
        case RecordContested() | RefusalContested():
            disputes.contests.append(_contest(version, record, event))
        case (
            EvidenceAdded() | ContestWithdrawn() | ArbiterAccepted() | SettlementProposed() | SettlementAnswered()
            | SettlementLapsed() | Settled() | VoteOpened() | VoteGiven() | VoteClosed() | Ruled() | Appealed()
        ):  # fmt: skip
            contest = disputes.contests[event.contest - 1]
            _happened(contest, version, start, record)
            if isinstance(event, Ruled):
                disputes.ruled = contest.rulings[-1]
                disputes.moved()
            if isinstance(event, Ruled | Settled) and not event.remedy.is_nothing:
                disputes.changed = version
        case _:
            return False
    return True


def _contest(version: int, record: Record[Any], event: RecordContested | RefusalContested) -> Contest:
    cited = Citation(event.edition, event.cited, event.hash)
    opened = Contest(event.contest, version, record.at, record.by, event.version, -1, cited, event.argument)
    if isinstance(event, RefusalContested):
        opened.refused = event
    else:
        opened.respondent = event.seat
    return opened


def _happened(contest: Contest, version: int, start: int, record: Record[Any]) -> None:
    match record.event:
        case EvidenceAdded() as event:
            contest.evidence += (Evidence(version, record.by, event.text, event.versions),)
        case ContestWithdrawn():
            contest.withdrawn = True
        case ArbiterAccepted() as event:
            contest.accepted |= {event.seat}
        case SettlementProposed() as event:
            contest.settlement = Settlement(record.by, event.remedy, frozenset(event.asked), record.at)
        case SettlementAnswered(agrees=True) as event:
            assert contest.settlement is not None
            contest.settlement = replace(contest.settlement, agreed=contest.settlement.agreed | {event.seat})
        case SettlementAnswered() | SettlementLapsed():
            contest.settlement = None
        case Settled() as event:
            contest.settled, contest.settlement, contest.ballot = event, None, None
        case VoteOpened() as event:
            contest.ballot = Ballot(record.by, event, record.at)
        case VoteGiven() as event:
            assert contest.ballot is not None
            contest.ballot = replace(contest.ballot, votes=(*contest.ballot.votes, (event.seat, event.choice)))
        case VoteClosed():
            contest.ballot = None
        case Ruled() as event:
            contest.rulings += (Ruling(version, start, record.at, record.by, event),)
            contest.settlement, contest.ballot = None, None
        case Appealed() as event:
            contest.appeal = event
