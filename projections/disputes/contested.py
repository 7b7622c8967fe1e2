"""Contests as programs read them: what is contested, what was said, proposed and ruled, and what can be done next."""

import msgspec

from projections.disputes.next_steps import NextStep


class Text(msgspec.Struct, frozen=True):
    """A free text: its hash in the log, and itself; or, in `missing`, why it is not there."""

    hash: str
    text: str | None
    missing: str | None


class Contested(msgspec.Struct, frozen=True):
    """What is contested: a record, or a refusal at a version; whose decision it was (-1: nobody's); in words, with its clause.
    `command` is what was refused, as JSON text; None where it is not shown, or nothing was refused."""

    version: int
    refused: bool
    seat: int
    sentence: str
    clause: str
    command: str | None


class Cited(msgspec.Struct, frozen=True):
    """The clause that is cited, with its title. `changed`: it reads otherwise now."""

    clause: str
    title: str
    edition: str
    hash: str
    changed: bool


class Evident(msgspec.Struct, frozen=True):
    """What somebody has added: a text, records, or both."""

    version: int
    by: int
    text: Text | None
    records: tuple[int, ...]


class Remedied(msgspec.Struct, frozen=True):
    """A remedy in words, and by its parts; `events` is its correction in words."""

    sentence: str
    rewind: int | None
    reapply: bool
    points: tuple[int, ...]
    events: tuple[str, ...]


class Proposed(msgspec.Struct, frozen=True):
    """A settlement that is proposed, and until when (microseconds) it can be answered."""

    by: int
    remedy: Remedied
    asked: tuple[int, ...]
    agreed: tuple[int, ...]
    until: int | None


class Voting(msgspec.Struct, frozen=True):
    """An open vote on a ruling: who votes, and the votes by seat, None for one that is sealed."""

    by: int
    outcome: str
    remedy: Remedied
    reasons: Text | None
    voters: tuple[int, ...]
    votes: dict[int, str | None]
    until: int | None


class Judgement(msgspec.Struct, frozen=True):
    """A ruling, by the arbiter or by vote."""

    version: int
    at: int
    by: int
    judge: str
    outcome: str
    remedy: Remedied
    reasons: Text | None
    final: bool


class ContestTold(msgspec.Struct, frozen=True):
    """A contest, with all that was said and done about it, and what can be done next."""

    number: int
    status: str
    by: int
    at: int
    version: int
    contested: Contested
    cited: Cited
    argument: Text | None
    evidence: tuple[Evident, ...]
    accepted: tuple[int, ...]
    settlement: Proposed | None
    vote: Voting | None
    settled: Remedied | None
    rulings: tuple[Judgement, ...]
    appealed: bool
    appeal: Text | None
    next: tuple[NextStep, ...]
