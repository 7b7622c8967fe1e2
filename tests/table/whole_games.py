"""What holds of whole games at a table, of whatever game: replay, undo and redo, and deciding again.

Each game brings its own `Step`: what a seat that is awaited does, at random, among what it is offered.
"""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import msgspec

from domain.table.chance import Recorded
from domain.table.kernel import Accepted, Moment, handle
from domain.table.lifecycle import Redo, Undo
from domain.table.messages import ARBITER
from domain.table.records import Record, Submission
from domain.table.rulebook import Rulebook
from domain.table.table import Table, fold
from tests.table.play import ENCODE, Play, command_types, event_types, views_of

Step = Callable[[Play, Random], object]


@cache
def _records(rulebook: type[Rulebook]) -> Any:
    return msgspec.msgpack.Decoder(Record[event_types(rulebook)])


@cache
def _commands(rulebook: type[Rulebook]) -> Any:
    return msgspec.msgpack.Decoder(command_types(rulebook))


def played_out(play: Play, step: Step, rng: Random) -> Table:
    """The table when its game is finished."""
    while play.table.prompts:
        step(play, rng)
    assert play.table.finished is not None
    return play.table


def decoded(table: Table) -> list[Any]:
    """The table's records, read from their bytes."""
    return [_records(type(table.rulebook)).decode(ENCODE(record)) for record in table.records]


def replayed(table: Table) -> Table:
    """The table made of its records' bytes."""
    return fold(table.id, table.rulebook, decoded(table))


def undo_and_redo_now_and_then(play: Play, step: Step, rng: Random) -> int:
    """Play on to the end. Whatever the arbiter undoes comes back by a redo; how often that was tried."""
    undone = 0
    while play.table.prompts:
        before, views = play.version, views_of(play.table)
        step(play, rng)
        if rng.random() < 0.2 and play.table.prompts:
            after = views_of(play.table)
            play.do(ARBITER, Undo(before))
            assert views_of(play.table) == views
            play.do(ARBITER, Redo())
            assert views_of(play.table) == after
            undone += 1
    return undone


def play_again_after_an_undo(play: Play, step: Step, rng: Random) -> None:
    """Ten commands that are undone and given again lead to the same views: nothing is rolled or drawn anew."""
    start, given = play.version, []
    for _ in range(10):
        first = play.version
        step(play, rng)
        given.append(_command(play.table, first + 1))
    there = views_of(play.table)
    play.do(ARBITER, Undo(start))
    for seat, command in given:
        play.do(seat, command)
    assert views_of(play.table) == there


def decided_again(table: Table) -> Table:
    """The table that today's rules make of its commands with the chance they had, every event as it was recorded."""
    again = Table(table.id, table.rulebook)
    for first in table.starts:
        records = table.records[first - 1 : table.command_span(first)[1]]
        cause, by = records[0].cause, records[0].by
        assert cause is not None
        acting, command = _command(table, first)
        submission = Submission(cause.id, by, again.version, command, None if acting in (-1, by) else acting)
        chance = Recorded([draw for record in records for draw in record.draws])
        outcome = handle(again, submission, Moment(records[0].at, chance, cause.head))
        assert isinstance(outcome, Accepted)
        assert [record.event for record in outcome.records] == [record.event for record in records]
    return again


def _command(table: Table, first: int) -> tuple[int, Any]:
    """The command of the record at a version, and the seat that it was given for."""
    cause = table.records[first - 1].cause
    assert cause is not None
    return cause.seat, _commands(type(table.rulebook)).decode(cause.command)
