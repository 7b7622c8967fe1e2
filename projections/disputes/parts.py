"""What a case file is made of: frozen, plain data that JSON can hold.

Times are microseconds since 1970. Whoever did something is a number: a seat, or -1 the host, -2 the arbiter, -3 the server;
`CaseFile.names` has the seats' names. A `viewer` is a seat, or None for a spectator.
"""

from typing import Any, Literal

import msgspec

from domain.table.clauses import Ambiguity
from domain.table.records import Draw

Why = Literal["cited", "record", "score", "refusal", "command"]
Proof = Literal["confirmed", "wrong", "unproved", "unclaimed"]
SeedState = Literal["published", "given", "foreign", "secret", "unpublished", "unclaimed"]
ChangeKind = Literal["changed", "added", "removed"]


class NoText(msgspec.Struct, frozen=True):
    """Why there is no text for a hash: `reason` is "not here", "forgotten" or "unreadable"."""

    reason: str = "not here"


class Quoted(msgspec.Struct, frozen=True):
    """A text that the log means by a hash: the text, or why it is not there."""

    hash: str
    text: str | None
    missing: str = ""


class Told(msgspec.Struct, frozen=True):
    """A record as the reader may see it. `counts`: it is in the history now; `contested`: it is what the contest is about."""

    version: int
    at: int
    by: int
    event: str
    clause: str
    sentence: str
    fields: dict[str, Any]
    counts: bool
    contested: bool = False


class CommandTold(msgspec.Struct, frozen=True):
    """A command in words, with its name, the clause that gives the right to it, and its fields."""

    name: str
    words: str
    clause: str
    fields: dict[str, Any]


class RefusalTold(msgspec.Struct, frozen=True):
    """A refusal; the sentence is None where the reader may not know what was wrong."""

    code: str
    clause: str
    sentence: str | None


class Decision(msgspec.Struct, frozen=True):
    """What is contested: the command, given at version `before` for `seat` (-1: none), and what happened by it.

    `command` is None where it is `missing`: "hidden" from this reader, or "unreadable". `at` is None where the reader may
    not know of any of its records. `events` are its records, none for a refusal; `afterwards` are, for a refusal, the records
    of the next command of the game.
    """

    kind: Literal["record", "refusal"]
    version: int
    before: int
    after: int
    at: int | None
    by: int
    seat: int
    edition: str
    phase: str
    command: CommandTold | None
    missing: str
    refusal: RefusalTold | None
    events: tuple[Told, ...]
    afterwards: tuple[Told, ...]


class ClauseTold(msgspec.Struct, frozen=True):
    """A clause that is involved, as it reads now, and why; `law` is the game's name or "table".

    `text` is None where the clause stands in no law any more. `changed`: it does not read as it was cited (`cited_hash`).
    """

    id: str
    law: str
    why: tuple[Why, ...]
    title: str
    text: str | None
    note: str
    source: str
    hash: str
    cited_hash: str | None
    changed: bool
    register: tuple[Ambiguity, ...]


class Change(msgspec.Struct, frozen=True):
    """One difference of two views, in words: where, what was there, and what is there."""

    where: str
    kind: ChangeKind
    before: str | None
    after: str | None


class Changes(msgspec.Struct, frozen=True):
    """What changed for a viewer; for a seat only what a spectator does not see as well."""

    viewer: int | None
    changes: tuple[Change, ...]


class Sight(msgspec.Struct, frozen=True):
    """What a viewer could see before the decision: the whole view (None before the game begins), and what of it a spectator
    did not see."""

    viewer: int | None
    view: Any
    beyond: tuple[Change, ...]


class Awaited(msgspec.Struct, frozen=True):
    """What the game awaited of the seat: everybody knows that."""

    kind: str
    sentence: str
    clause: str
    commands: tuple[str, ...]
    optional: bool


class Offered(msgspec.Struct, frozen=True):
    """A kind of command that was legal, by its clause: how many there were, and, where they were few, each in words.

    `ruled`: no list can hold them, and `count` is rough; `explanation` is then the clause's text.
    """

    command: str
    words: str
    clause: str
    count: int
    ruled: bool
    explanation: str
    listed: tuple[str, ...]


class Legal(msgspec.Struct, frozen=True):
    """What the seat could have done instead; `offers` is None where that is not for the reader to know."""

    seat: int
    awaited: tuple[Awaited, ...]
    offers: tuple[Offered, ...] | None


class Drawn(msgspec.Struct, frozen=True):
    """A value of chance in a record, and whether it follows from the seed."""

    version: int
    draw: Draw
    proof: Proof


class ChanceTold(msgspec.Struct, frozen=True):
    """The chance in the decision: how the table draws, the epoch and its commitment, and the values.

    `withheld`: this reader sees no values before the seed is published, since they would tell what is hidden. `seed` says
    what there is to prove them with.
    """

    kind: str
    epoch: int
    commitment: str
    seed: SeedState
    withheld: bool
    draws: tuple[Drawn, ...]


class Fact(msgspec.Struct, frozen=True):
    """Something that was hidden, and by which record it was shown, to whom. `counts`: the record is in the history now;
    what an undo took back was seen all the same."""

    version: int
    at: int
    sentence: str
    clause: str
    what: tuple[str, ...]
    public: bool
    shown_to: tuple[int, ...]
    counts: bool


class Known(msgspec.Struct, frozen=True):
    """What was shown up to the decision, the newest first, and how many earlier facts are left out."""

    until: int
    facts: tuple[Fact, ...]
    left_out: int


class Step(msgspec.Struct, frozen=True):
    """A step of the contest: a record about it, with the text that it names, and the records that it names."""

    record: Told
    text: Quoted | None
    named: tuple[Told, ...]


class RemedyTold(msgspec.Struct, frozen=True):
    """A remedy in words, and in its parts: back to which version, the correction's events, the points of each seat."""

    words: str
    rewind: int | None
    correction: tuple[str, ...]
    points: tuple[int, ...]
    reapply: bool


class RulingTold(msgspec.Struct, frozen=True):
    """A ruling, or a settlement (`judge` is "parties"), with what its remedy did and changed."""

    version: int
    at: int
    by: int
    judge: str
    outcome: str
    final: bool
    remedy: RemedyTold
    reasons: Quoted | None
    effects: tuple[Told, ...]
    changes: tuple[Changes, ...]


class Standing(msgspec.Struct, frozen=True):
    """How the contest stands: its status, who rules next (None when it is over), and what is waited for, each with the time
    until when it can be answered (None: for ever)."""

    status: str
    judge: str | None
    accepting: tuple[int, ...]
    settling: tuple[int, ...]
    settling_until: int | None
    voting: tuple[int, ...]
    voting_until: int | None


class CitedRuling(msgspec.Struct, frozen=True):
    """An earlier ruling on a clause, at this table or another one; `changed_text`: the clause reads otherwise now."""

    table: str
    contest: int
    game: str
    edition: str
    clause: str
    outcome: str
    remedy: str
    at: int
    reasons_text: str | None
    changed_text: bool


class CaseFile(msgspec.Struct, frozen=True):
    """All that a reader may know of a contest. `reader` is a seat, None for a spectator, or "neutral". `hides_nothing`: in this
    game everybody sees everything."""

    table: str
    game: str
    title: str
    names: tuple[str, ...]
    phase: str
    version: int
    reader: int | str | None
    hides_nothing: bool
    number: int
    opened: int
    at: int
    by: int
    cited: str
    edition: str
    argument: Quoted | None
    standing: Standing
    decision: Decision
    clauses: tuple[ClauseTold, ...]
    sights: tuple[Sight, ...]
    changes: tuple[Changes, ...]
    legal: Legal
    chance: ChanceTold
    known: Known
    course: tuple[Step, ...]
    rulings: tuple[RulingTold, ...]
    earlier: tuple[CitedRuling, ...]
