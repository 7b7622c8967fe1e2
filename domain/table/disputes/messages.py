"""What is asked and what happens in disputes: contests, evidence, settlements, votes, rulings, appeals (T-50 to T-63).

Free texts (arguments, evidence, reasons) are not here: people's words are kept beside the log, and the log holds their salted
hashes (T-60, `domain.table.writings`).
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.table.messages import (
    MAX_SEATS,
    Command,
    Event,
    GameEvent,
    Hex32,
    ScoringEvent,
    SeatNumber,
    TableEvent,
    Version,
)

ContestNumber = Annotated[int, Meta(ge=1, le=10_000)]
# In Python `$` also matches before a newline at the end, hence `(?!\n)`.
ClauseId = Annotated[str, Meta(min_length=1, max_length=32, pattern=r"^[A-Za-z0-9][A-Za-z0-9.-]*$(?!\n)")]
ActingSeat = Annotated[int, Meta(ge=-1, lt=MAX_SEATS)]
JsonText = Annotated[str, Meta(max_length=20_000)]
Adjustment = Annotated[int, Meta(ge=-10_000, le=10_000)]
Hours = Annotated[int, Meta(ge=0, le=8_760)]
Judge = Literal["arbiter", "vote"]
Silence = Literal["declines", "agrees"]
Outcome = Literal["upheld", "overturned"]
Choice = Literal["yes", "no", "abstain"]


class Remedy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What puts right what was wrong, in this order (T-55):

    `rewind`: the history becomes what it was at that version; `events`: a correction, as JSON text of a list of the game's
    events, each as it is stored; `points`: what each seat is given, or loses; `reapply`: the moves that the rewinding took
    back, but for the one that is contested, are made again where they are legal and mean the same.
    """

    rewind: Version | None = None
    events: JsonText = ""
    points: Annotated[tuple[Adjustment, ...], Meta(max_length=MAX_SEATS)] = ()
    reapply: bool = False

    @property
    def is_nothing(self) -> bool:
        """Whether everything stays as it is."""
        return self.rewind is None and self.only_rewinds

    @property
    def only_rewinds(self) -> bool:
        """Whether nothing is corrected, and no points are given."""
        return not self.events and not any(self.points)


NOTHING = Remedy()

# --- Commands ---------------------------------------------------------------------------------------------------------


class ArrangeDisputes(Command, frozen=True):
    """Say, before the game begins, how this table settles disputes.

    `pauses`: nobody plays while a contest is open; `judge`: who rules first; `sealed`: others see how many voted so, not who;
    `quorum`: how many seats must say yes or no, 0 for more than half of those who hold seats; `hours`: the time to answer
    what is asked, 0 for ever; `silence`: what it means when somebody does not answer a request to undo in that time.
    """

    clause = "T-50"
    pauses: bool = False
    judge: Judge = "arbiter"
    sealed: bool = False
    quorum: Annotated[int, Meta(ge=0, le=MAX_SEATS)] = 0
    hours: Hours = 0
    silence: Silence = "declines"


class ContestRecord(Command, frozen=True):
    """Contest what a record says, citing a clause; `argument` is the hash of a text."""

    clause = "T-51"
    version: Version
    cited: ClauseId
    argument: Hex32 | None = None


class ContestRefusal(Command, frozen=True):
    """Contest that a command was turned down: at which version of the table, which version it expected, for which seat
    (-1: none), and the command itself as JSON text. That it is turned down so is decided again."""

    clause = "T-52"
    version: Version
    expected: Version
    seat: ActingSeat
    refused: JsonText
    cited: ClauseId
    argument: Hex32 | None = None


class AddEvidence(Command, frozen=True):
    """Add to an open contest: a text, by its hash, and records that bear on it."""

    clause = "T-53"
    contest: ContestNumber
    text: Hex32 | None = None
    versions: Annotated[tuple[Version, ...], Meta(max_length=32)] = ()


class WithdrawContest(Command, frozen=True):
    """Take back a contest of one's own that is not ruled on."""

    clause = "T-63"
    contest: ContestNumber


class ProposeSettlement(Command, frozen=True):
    """Ask the parties, and whom the remedy concerns, to settle a contest among themselves."""

    clause = "T-54"
    contest: ContestNumber
    remedy: Remedy = NOTHING


class AnswerSettlement(Command, frozen=True):
    """Agree to a proposed settlement, or decline it."""

    clause = "T-54"
    contest: ContestNumber
    agrees: bool


class AcceptArbiter(Command, frozen=True):
    """Agree that an arbiter who is a party rules all the same."""

    clause = "T-62"
    contest: ContestNumber


class GiveRuling(Command, frozen=True):
    """Rule on a contest: what was decided is upheld, or overturned with a remedy. `reasons` is the hash of a text."""

    clause = "T-55"
    contest: ContestNumber
    outcome: Outcome
    remedy: Remedy = NOTHING
    reasons: Hex32 | None = None


class PutToVote(Command, frozen=True):
    """Put a ruling to the vote of the seats."""

    clause = "T-58"
    contest: ContestNumber
    outcome: Outcome
    remedy: Remedy = NOTHING
    reasons: Hex32 | None = None


class VoteOnRuling(Command, frozen=True):
    """Vote on a ruling, once."""

    clause = "T-58"
    contest: ContestNumber
    choice: Choice


class Appeal(Command, frozen=True):
    """Ask, once, that another judges what was ruled."""

    clause = "T-59"
    contest: ContestNumber
    argument: Hex32 | None = None


class CallTime(Command, frozen=True):
    """Say that the time to answer what is asked is over."""

    clause = "T-29"


# --- Events -----------------------------------------------------------------------------------------------------------


class DisputesArranged(TableEvent, frozen=True, tag="T.rules"):
    """How this table settles disputes; fields as in `ArrangeDisputes`."""

    clause = "T-50"
    pauses: bool = False
    judge: Judge = "arbiter"
    sealed: bool = False
    quorum: int = 0
    hours: Hours = 0
    silence: Silence = "declines"


class RecordContested(TableEvent, frozen=True, tag="T.contest"):
    """`seat` is whose decision it was, -1 for nobody's. `edition` and `hash` complete the citation: so it is noticed when the
    clause's text changes."""

    clause = "T-51"
    contest: ContestNumber
    version: Version
    seat: ActingSeat
    cited: str
    edition: str
    hash: str
    argument: str | None = None


class RefusalContested(TableEvent, frozen=True, tag="T.refused"):
    """A refusal comes into the log: `code`, `of` (its clause) and `arguments` (JSON text) are what the refused command gives.

    Where others may not see the command, they see neither it nor what was wrong with it (`seeing`).
    """

    clause = "T-52"
    contest: ContestNumber
    version: Version
    expected: Version
    seat: ActingSeat
    refused: str
    code: str
    of: str
    arguments: str
    cited: str
    edition: str
    hash: str
    argument: str | None = None


class EvidenceAdded(TableEvent, frozen=True, tag="T.evidence"):
    clause = "T-53"
    contest: ContestNumber
    text: str | None
    versions: tuple[Version, ...]


class ContestWithdrawn(TableEvent, frozen=True, tag="T.drop"):
    clause = "T-63"
    contest: ContestNumber


class SettlementProposed(TableEvent, frozen=True, tag="T.offer"):
    clause = "T-54"
    contest: ContestNumber
    remedy: Remedy
    asked: tuple[SeatNumber, ...]


class SettlementAnswered(TableEvent, frozen=True, tag="T.answer"):
    clause = "T-54"
    contest: ContestNumber
    seat: SeatNumber
    agrees: bool


class SettlementLapsed(TableEvent, frozen=True, tag="T.stale"):
    """Nobody answered in time (T-29)."""

    clause = "T-29"
    contest: ContestNumber


class Settled(TableEvent, frozen=True, tag="T.settled"):
    """The parties have agreed. The remedy follows in the records after this one; it is no precedent."""

    clause = "T-54"
    contest: ContestNumber
    remedy: Remedy


class ArbiterAccepted(TableEvent, frozen=True, tag="T.accept"):
    clause = "T-62"
    contest: ContestNumber
    seat: SeatNumber


class VoteOpened(TableEvent, frozen=True, tag="T.poll"):
    clause = "T-58"
    contest: ContestNumber
    outcome: Outcome
    remedy: Remedy
    reasons: str | None
    voters: tuple[SeatNumber, ...]


class VoteGiven(TableEvent, frozen=True, tag="T.vote"):
    """Where votes are sealed, only its own seat sees the choice; for others it is None (`seeing`)."""

    clause = "T-58"
    contest: ContestNumber
    seat: SeatNumber
    choice: Choice | None


class VoteClosed(TableEvent, frozen=True, tag="T.count"):
    """`possible`: whether what was voted on can still be done."""

    clause = "T-58"
    contest: ContestNumber
    yes: int
    no: int
    abstained: int
    passed: bool
    possible: bool = True


class Ruled(TableEvent, frozen=True, tag="T.ruled"):
    """A ruling. Its remedy follows in the records after this one, which belong to the same command.

    `judge`: who ruled; `final`: it was an appeal, so nobody can appeal any more. On appeal the effects of the first ruling are
    taken back before, unless it is only confirmed.
    """

    clause = "T-55"
    contest: ContestNumber
    outcome: Outcome
    remedy: Remedy
    reasons: str | None
    judge: Judge
    final: bool = False


class Appealed(TableEvent, frozen=True, tag="T.appeal"):
    clause = "T-59"
    contest: ContestNumber
    argument: str | None = None


class ScoreAdjusted(ScoringEvent, frozen=True, tag="T.adjust"):
    """A ruling or a settlement gives a seat points, or takes them: one term that cites its clause."""

    clause = "T-57"


class Reapplied(GameEvent, frozen=True, tag="T.again"):
    """What a seat did by the command at `version` happens again: in the records after this one."""

    clause = "T-28"
    seat: SeatNumber
    version: Version


class RequestLapsed(TableEvent, frozen=True, tag="T.lapse"):
    """The time to answer a request is over; `agreed` is what the silence of `silent` means."""

    clause = "T-29"
    silent: tuple[SeatNumber, ...]
    agreed: bool


def remedy_of(event: Event) -> Remedy | None:
    """The remedy that an event tells of, if it is of a kind that does."""
    return event.remedy if isinstance(event, SettlementProposed | Settled | VoteOpened | Ruled) else None
