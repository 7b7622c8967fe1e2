"""Reapplying: after an undo or a remedy, later moves are made again where they are legal and mean the same (T-28).

A move means the same where it gives events of the same meaning (`Rulebook.meaning`) under the same clauses. What chance has
given it, it gives it again where it is as many draws into the history as it was; a move for which chance would be drawn anew
is not made again. So the log alone tells which moves are.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from domain.table.chance import Chance, ChanceExhausted, Recorded
from domain.table.disputes.messages import Reapplied
from domain.table.following import follow
from domain.table.lifecycle import ChanceRenewed, Undone
from domain.table.messages import ARBITER, Command, Event
from domain.table.permissions import PERMISSIONS
from domain.table.prompts import Prompt
from domain.table.records import Draw, Record
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under
from domain.table.table import Table
from domain.table.wire import stored_command


class Move(NamedTuple):
    """A command of the game that counted: where its records first begin, for which seat it was given, what it said, and what
    happened, each event with its clause."""

    version: int
    seat: int
    command: Command
    happened: tuple[tuple[str, Event], ...]
    records: tuple[int, ...]


def moves_in(table: Table, versions: Sequence[int]) -> list[Move]:
    """The moves that these records of the game are of, in their order. What no command of the game did is in none."""
    moves: list[Move] = []
    group: list[int] = []
    for version in versions:
        if group and _begins(table, version, group[-1]):
            moves += _move(table, group)
            group = []
        group.append(version)
    return moves + list(_move(table, group))


def kept(was: Table, table: Table, moves: Sequence[Move]) -> list[Move]:
    """Those of the moves, which counted at the table as it `was`, that can be made again at the one that has gone back, one
    after the other; neither is changed.

    A move that nobody asks for any more falls away. But where a seat is asked for such a decision, and its move is not possible
    or means something else, then what it decided later it decided for another game: none of that is made again.
    """
    found: list[Move] = []
    lost: set[int] = set()
    known = Recorded(draws_of_this_epoch(table))
    for move, kinds in zip(moves, kinds_of(was, moves), strict=True):
        if move.seat in lost:
            continue
        trial = table.copy()
        if _means_the_same(trial, move, Chance(known, trial.draws)):
            found.append(move)
            table = trial
        elif not kinds or not kinds.isdisjoint(kinds_now(table, move)):
            lost.add(move.seat)
    return found


def kinds_of(was: Table, moves: Sequence[Move]) -> list[frozenset[str]]:
    """For which kinds of decision each move was given, in their order; none where it was given unasked."""
    befores = islice(walked(was, moves), 0, None, 2)
    return [kinds_now(then, move) for then, move in zip(befores, moves, strict=True)]


def walked(was: Table, moves: Sequence[Move]) -> Iterator[Table]:
    """The table as it stood before and then after each of the moves, which counted in this order: one copy that goes on."""
    if not moves:
        return
    first, line = moves[0].records[0], was.history.line()
    then = back_at(was, max((version for version in line if version < first), default=was.setup_end))
    later = iter([version for version in line if version >= first])
    at = 0
    for move in moves:
        while at < move.records[-1]:
            at = next(later)
            if at == move.records[0]:
                yield then
            then.apply(alone(was.records[at - 1]))
        yield then


def kinds_now(table: Table, move: Move) -> frozenset[str]:
    """The kinds of decision for which a move's seat is asked for such a command."""
    name = type(move.command).__name__
    prompts: Sequence[Prompt] = table.game.prompts
    return frozenset(prompt.kind for prompt in prompts if prompt.seat == move.seat and name in prompt.commands)


def back_at(table: Table, version: int) -> Table:
    """A copy of the table that goes on with the history that it had at a version."""
    other = table.copy()
    other.paused = other.abandoned = False
    other.closed = None
    other.apply(Record(other.records[-1].at, ARBITER, Undone(version)))
    return other


def alone(record: Record[Any]) -> Record[Any]:
    """A record without the command that it is of, which counts at its own place only."""
    return Record(record.at, record.by, record.event, record.draws, record.clause)


def made_again(table: Table, move: Move, chance: Chance) -> Iterator[Happening]:
    """T-28: what the seat did happens again."""
    yield Reapplied(move.seat, move.version)
    yield from table.rulebook.decide(table.game, move.seat, move.command, chance)
    yield from follow(table, chance)


def _means_the_same(table: Table, move: Move, chance: Chance) -> bool:
    name = type(move.command).__name__
    if not any(prompt.seat == move.seat and name in prompt.commands for prompt in table.game.prompts):
        return False
    meaning = table.rulebook.meaning
    expected: Iterator[Any] = iter(meant(table, move.happened))
    try:
        for happening in made_again(table, move, chance):
            clause, event = happening if isinstance(happening, Under) else (None, happening)
            record = Record(table.records[-1].at, move.seat, event, chance.take(), clause)
            if not isinstance(event, Reapplied) and next(expected, None) != (record.law, meaning(event)):
                return False
            table.apply(record)
    except (Refusal, ChanceExhausted):
        return False
    return next(expected, None) is None


def meant(table: Table, happened: Sequence[tuple[str, Event]]) -> list[tuple[str, Any]]:
    """What events, each with its clause, mean at a table."""
    return [(clause, table.rulebook.meaning(event)) for clause, event in happened]


def draws_of_this_epoch(table: Table) -> Iterator[Draw]:
    """The draws that would have the same values again: under another commitment they would have others."""
    for record in reversed(table.records):
        if isinstance(record.event, ChanceRenewed):
            return
        yield from record.draws


def _begins(table: Table, version: int, before: int) -> bool:
    record = table.records[version - 1]
    return isinstance(record.event, Reapplied) or table.command_span(version) != table.command_span(before)


def _move(table: Table, group: Sequence[int]) -> Iterator[Move]:
    if not group:
        return
    records = [table.records[version - 1] for version in group]
    first = records[0].event
    start = first.version if isinstance(first, Reapplied) else table.command_span(group[0])[0]
    cause = table.records[start - 1].cause
    assert cause is not None
    command = stored_command(table.rulebook, cause.command)
    if type(command) in PERMISSIONS:
        return
    happened = tuple((record.law, record.event) for record in records if not isinstance(record.event, Reapplied))
    yield Move(start, cause.seat, command, happened, tuple(group))
