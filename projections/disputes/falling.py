"""Moves that fall away under another reading: nobody asks for them any more, and the game waits for the next one.

Where a conversion spends the last acolytes, nobody is asked any more whether to go on conspiring, and where a Prophet does not
touch a City, nobody builds for it: such moves do not keep the rest of a game from being played as it was.
"""

from collections.abc import Sequence
from typing import NamedTuple

from domain.table.reapplying import Move, alone, back_at, kinds_now
from domain.table.table import Table


class Then(NamedTuple):
    """How it was with a move: for which kinds of decision it was given (none: unasked), the scores before and after it."""

    kinds: frozenset[str]
    before: tuple[int, ...]
    after: tuple[int, ...]


def course_of(table: Table, base: int, moves: Sequence[Move]) -> list[Then]:
    """How it was with each of the moves, which have come after a version of the history, in their order."""
    shared, line, scores = set(table.history.line(base)), table.history.line(), table.rulebook.scores
    # Where a ruling has gone back, what is now has left that history before its end.
    was = back_at(table, max(version for version in line if version in shared))
    later = iter([version for version in line if version not in shared])
    at, course = 0, []
    for move in moves:
        kinds: frozenset[str] = frozenset()
        before: tuple[int, ...] = ()
        while at < move.records[-1]:
            at = next(later)
            if at == move.records[0]:
                kinds, before = kinds_now(was, move), tuple(scores(was.game))
            was.apply(alone(table.records[at - 1]))
        course.append(Then(kinds, before, tuple(scores(was.game))))
    return course


def fallen_until(other: Table, moves: Sequence[Move], course: Sequence[Then], at: int) -> int:
    """Where those moves end, from a place on, that fall away at another table; that place itself where none does.

    They are of one seat. What another seat did in between can only have been given when it was asked for.
    """
    end = at
    while end < len(moves) and moves[end].seat == moves[at].seat and not _is_asked(other, moves[end], course[end]):
        end += 1
    return end if end < len(moves) and _is_asked(other, moves[end], course[end]) else at


def _is_asked(other: Table, move: Move, then: Then) -> bool:
    return not then.kinds or not then.kinds.isdisjoint(kinds_now(other, move))
