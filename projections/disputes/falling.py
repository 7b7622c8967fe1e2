"""Moves that fall away under another reading: nobody asks for them any more, and the game waits for the next one.

Where a conversion spends the last acolytes, nobody is asked any more whether to go on conspiring, and where a Prophet does not
touch a City, nobody builds for it: such moves do not keep the rest of a game from being played as it was.
"""

from collections.abc import Sequence
from typing import NamedTuple

from domain.table.reapplying import Move, kinds_now, walked
from domain.table.table import Table


class Then(NamedTuple):
    """How it was with a move: for which kinds of decision it was given (none: unasked), the scores before and after it."""

    kinds: frozenset[str]
    before: tuple[int, ...]
    after: tuple[int, ...]


def course_of(table: Table, moves: Sequence[Move]) -> list[Then]:
    """How it was with each of the moves, which have counted in this order."""
    scores, walk, course = table.rulebook.scores, walked(table, moves), []
    for move in moves:
        was = next(walk)
        kinds, before = kinds_now(was, move), tuple(scores(was.game))
        course.append(Then(kinds, before, tuple(scores(next(walk).game))))
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
