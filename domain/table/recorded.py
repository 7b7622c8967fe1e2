"""Recorded games: what was played elsewhere is played again here, and the first difference is said.

A rulebook turns a file into a `RecordedPlay`; `play_recorded` gives its commands one by one to whoever runs the table, and
looks between them whether the game is where the record says.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.table.chance import ChanceExhausted, Dictated
from domain.table.kernel import Moment, handle
from domain.table.lifecycle import BeginGame, OpenTable, TakeSeat
from domain.table.messages import HOST, Command, Event, SeatNumber
from domain.table.records import Submission
from domain.table.refusals import Refusal
from domain.table.table import Table

NO_COMMITMENT = "0" * 64
HOST_NAME = "recorded"


class RecordedGameError(ValueError):
    """A file is not a recorded game that these rules can play; the message is one sentence."""


class Step(msgspec.Struct, frozen=True):
    """One command of a recorded game, and what the record says of the game around it; None where it says nothing.

    `turn` is what a reader of the record calls this point. `offered` is how many rows the offer of this type of command has
    before it, `discarded` what left the game since the last step that says so, `scores` the scores after it. A step that is
    asked only `if_awaited` is left out where the game does not wait for it.
    """

    turn: int
    seat: SeatNumber
    command: Command
    offered: int | None = None
    discarded: tuple[str, ...] | None = None
    scores: tuple[int, ...] | None = None
    if_awaited: bool = False


class RecordedPlay(msgspec.Struct, frozen=True):
    """A recorded game, ready to be played. A game whose record tells of discards or totals overrides the methods."""

    seats: int
    options: str
    chance: Mapping[str, tuple[object, ...]]
    steps: tuple[Step, ...]
    discarded_at_end: tuple[str, ...] | None = None
    totals: Mapping[str, int] | None = None
    final_scores: tuple[int, ...] | None = None

    def discards_in(self, events: Sequence[Event]) -> tuple[str, ...]:
        """What left the game in these events. By default nothing."""
        return ()

    def scores_at(self, table: Table) -> tuple[int, ...]:
        """The scores after a step, as the record counts them. By default those of the game as it is now."""
        return table.rulebook.scores(table.game)

    def totals_of(self, events: Sequence[Event]) -> Mapping[str, int]:
        """The named totals of all the game's events, as the record counts them. By default none."""
        return {}


class Difference(msgspec.Struct, frozen=True):
    """Where a game first parts from its record: `what` was `expected` by the record, and `found` here.

    `turn` is the record's own number, 0 before the first turn and one more than the last after the end.
    """

    turn: int
    what: str
    expected: object
    found: object

    def __str__(self) -> str:
        return f"turn {self.turn}: {self.what}: recorded {_shown(self.expected)}, here {_shown(self.found)}"


# Lets a command happen, wherever the table is kept, and gives the table after it.
Submit = Callable[[Submission], Table | Refusal]


def submit_to(table: Table, play: RecordedPlay, at: int) -> Submit:
    """A `Submit` for a table in memory, with the record's chance; all its commands happen at the time `at`."""
    moment = Moment(at, Dictated(play.chance), b"")

    def submit(submission: Submission) -> Table | Refusal:
        result = handle(table, submission, moment)
        return result if isinstance(result, Refusal) else table

    return submit


def play_recorded(play: RecordedPlay, table: Table, submit: Submit) -> Difference | None:
    """Open a table and play the record on it; the first difference, or None where all is as recorded.

    The table is unopened, and has the dictated chance of `play.chance`. After a difference of chance it is to be dropped.
    """
    turn = seen = 0
    try:
        for by, command in _opening(play, table):
            result = submit(_submission(table, by, command))
            if isinstance(result, Refusal):
                return _refused(turn, result)
            table = result
        for step in play.steps:
            turn = step.turn
            if difference := _difference_before(play, table, step, seen):
                return difference
            if step.discarded is not None:
                seen = table.version
            if not step.if_awaited or _is_awaited(table, step):
                result = submit(_submission(table, step.seat, step.command))
                if isinstance(result, Refusal):
                    return _refused(turn, result)
                table = result
            if step.scores is not None and play.scores_at(table) != step.scores:
                return Difference(turn, "scores", step.scores, play.scores_at(table))
    except ChanceExhausted as exhausted:
        return Difference(turn, "chance", "a value", str(exhausted))
    return _difference_at_end(play, table, turn + 1, seen)


def _opening(play: RecordedPlay, table: Table) -> Iterator[tuple[int, Command]]:
    book = table.rulebook
    edition = book.editions[-1].name
    yield HOST, OpenTable(book.game, edition, play.seats, HOST_NAME, NO_COMMITMENT, play.options, "dictated")
    for seat in range(play.seats):
        yield HOST, TakeSeat(seat, f"{HOST_NAME}-{seat}")
    yield HOST, BeginGame()


def _submission(table: Table, by: int, command: Command) -> Submission:
    return Submission(f"{HOST_NAME}-{table.version}", by, table.version, command)


def _refused(turn: int, refusal: Refusal) -> Difference:
    return Difference(turn, "answer", "accepted", f"{refusal.code} [{refusal.clause}]")


def _difference_before(play: RecordedPlay, table: Table, step: Step, seen: int) -> Difference | None:
    if step.discarded is not None:
        discarded = play.discards_in(_events(table, seen))
        if discarded != step.discarded:
            return Difference(step.turn, "discarded", step.discarded, discarded)
    # Where the seat is not awaited, the refusal that follows says more than a count of nothing.
    if step.offered is not None and _is_awaited(table, step):
        offered = _offered(table, step)
        if offered != step.offered:
            return Difference(step.turn, "offered", step.offered, offered)
    return None


def _offered(table: Table, step: Step) -> int:
    offers = table.rulebook.legal(table.game, step.seat)
    return sum(len(offer.rows) for offer in offers if offer.command is type(step.command))


def _is_awaited(table: Table, step: Step) -> bool:
    name = type(step.command).__name__
    return any(prompt.seat == step.seat and name in prompt.commands for prompt in table.prompts)


def _events(table: Table, after: int) -> list[Any]:
    return [record.event for record in table.records[after:]]


def _difference_at_end(play: RecordedPlay, table: Table, turn: int, seen: int) -> Difference | None:
    if play.discarded_at_end is not None:
        discarded = play.discards_in(_events(table, seen))
        if discarded != play.discarded_at_end:
            return Difference(turn, "discarded at the end", play.discarded_at_end, discarded)
    if play.totals is not None:
        totals = play.totals_of(_events(table, 0))
        for name in sorted(play.totals.keys() | totals.keys()):
            if play.totals.get(name) != totals.get(name):
                return Difference(turn, name, play.totals.get(name), totals.get(name))
    if play.final_scores is not None:
        found = table.finished.scores if table.finished else None
        if found != play.final_scores:
            return Difference(turn, "final scores", play.final_scores, found)
    return None


def _shown(value: object) -> str:
    if value is None:
        return "nothing"
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
