"""Deciding again: what was decided once is given to the rules once more, and the two are compared.

A verification does it under a table's own edition; a re-adjudication under another edition; a counterfactual in another
state, with other chance. What a comparison finds is data: the edge makes sentences of it.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from domain.table.acts import ACTS
from domain.table.chance import ChanceExhausted, Recorded, Source
from domain.table.clauses import Edition
from domain.table.disputes.messages import RecordContested, RefusalContested
from domain.table.kernel import Accepted, Moment, handle
from domain.table.lifecycle import BeginGame, ForkTable, FreeSeat, Resign, ResumeTable, SetOrder
from domain.table.messages import Command, Event, GameEvent
from domain.table.records import Record, Submission
from domain.table.refusals import UNFOLDABLE, Refusal
from domain.table.table import Table

# The table's own commands in which the game has its say: it is set up, goes on, or accepts what is ordered in advance.
_GAME_SPEAKS = (BeginGame, ResumeTable, Resign, FreeSeat, SetOrder)


class Same(msgspec.Struct, frozen=True):
    """What happens is what happened."""

    records: tuple[Record[Any], ...]


class Other(msgspec.Struct, frozen=True):
    """Something else happens than what happened: `now` instead of `then`, the record at `first` (from 0) the first of them
    to differ; one of the two may have no record there."""

    first: int
    now: tuple[Record[Any], ...]
    then: tuple[Record[Any], ...]

    @property
    def would_be(self) -> Record[Any] | None:
        """The first record that differs, as it would be now."""
        return self.now[self.first] if self.first < len(self.now) else None

    @property
    def was(self) -> Record[Any] | None:
        """The first record that differs, as it is recorded."""
        return self.then[self.first] if self.first < len(self.then) else None


class Refused(msgspec.Struct, frozen=True):
    """The command is turned down."""

    refusal: Refusal


class Repeated(msgspec.Struct, frozen=True):
    """The table holds the command already (T-11): nothing happens."""


class Undecidable(msgspec.Struct, frozen=True):
    """The command cannot be decided, for want of chance or because the rules fail on the state; `why` is for people."""

    why: str


Outcome: TypeAlias = Same | Other | Refused | Repeated | Undecidable


def decide_again(
    table: Table,
    recorded: Sequence[Record[Any]],
    command: Command,
    *,
    edition: Edition | None = None,
    chance: Source | None = None,
) -> Outcome:
    """Decide a command again at `table` and compare it with all the records that it caused, `recorded`.

    The command has its own id, speaker, seat and time, and the version that the table is at. Without an `edition` it is
    decided under the table's; without a source of `chance` with the draws that are recorded.

    The table is used up: where the outcome is `Same` or `Other` it holds the records of now, else it is to be dropped.
    """
    first = recorded[0]
    cause = first.cause
    assert cause is not None
    seat = None if cause.seat in (-1, first.by) else cause.seat
    submission = Submission(cause.id, first.by, table.version, command, seat)
    source = chance or Recorded([draw for record in recorded for draw in record.draws])
    outcome = decide_under(table, submission, Moment(first.at, source, cause.head), edition)
    return _compared(outcome.records, tuple(recorded)) if isinstance(outcome, Same) else outcome


def decide_under(
    table: Table, submission: Submission, moment: Moment, edition: Edition | None = None
) -> Same | Refused | Repeated | Undecidable:
    """Decide a command that may never have been accepted, under the table's edition or another; `Same` is what happens.

    The table is used up, as with `decide_again`.
    """
    if edition is not None:
        table.edition = edition
        if table.game is not None:
            table.game.edition = edition
    try:
        outcome = handle(table, submission, moment)
    except (ChanceExhausted, *UNFOLDABLE) as error:
        return Undecidable(str(error))
    if isinstance(outcome, Refusal):
        return Refused(outcome)
    assert isinstance(outcome, Accepted)
    return Repeated() if outcome.repeated else Same(outcome.records)


def game_speaks(command: Command, recorded: Sequence[Record[Any]]) -> bool:
    """Whether the rules of the game, and not only those of the table, decide what follows from a command: all commands of
    the game, and those of the table that set it up, let it go on or have done something in it. What a fork copies its origin
    has decided (T-64)."""
    if isinstance(command, ForkTable):
        return False
    if type(command) not in ACTS or isinstance(command, _GAME_SPEAKS):
        return True
    return any(isinstance(record.event, GameEvent) for record in recorded)


def _compared(now: tuple[Record[Any], ...], then: tuple[Record[Any], ...]) -> Same | Other:
    for at, (new, old) in enumerate(zip(now, then, strict=False)):
        if _but_for_its_text(new.event) != _but_for_its_text(old.event) or circumstances(new) != circumstances(old):
            return Other(at, now, then)
    return Same(now) if len(now) == len(then) else Other(min(len(now), len(then)), now, then)


def _but_for_its_text(event: Event) -> Event:
    """What is contested, without how the cited clause reads today: that is told where clauses are."""
    return msgspec.structs.replace(event, hash="") if isinstance(event, RecordContested | RefusalContested) else event


def circumstances(record: Record[Any]) -> tuple[object, ...]:
    """What is compared of a record besides its event: time, speaker, clause and chance."""
    return record.at, record.by, record.law, record.draws
