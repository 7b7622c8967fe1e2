"""What followed a ruling, a settlement or an undo in its command: its remedy, and moves that are made again (T-28, T-55).

All of it is read from the log alone. What follows from a remedy by the game's own rules, and which moves can be made again,
only deciding again can tell.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from domain.table.disputes.messages import Reapplied, Remedy, RequestLapsed, Ruled, ScoreAdjusted, Settled
from domain.table.lifecycle import TablePaused, TableResumed, Undone, UndoRequested
from domain.table.messages import Event, GameEvent, Term
from domain.table.reapplying import Move, meant, moves_in
from domain.table.records import Record
from domain.table.rulebook import Rulebook
from domain.table.table import Table
from domain.table.undoing import undone_by
from domain.table.wire import read_events

LONGEST = 200

# An event under its clause.
Happened = tuple[str, Event]


class Wrong(Exception):  # noqa: N818 - it says what is wrong with a record of a log
    """What a record says cannot be so after those before it; the sentence goes on behind its version."""

    def __init__(self, version: int, what: str) -> None:
        super().__init__(what)
        self.version = version


class Rest(NamedTuple):
    """The records of a command behind one of them, and the version of the first."""

    start: int
    records: Sequence[Record[Any]]

    def after(self, count: int) -> "Rest":
        """Without so many at the beginning."""
        return Rest(self.start + count, self.records[count:])


def check_remedied(before: Table, ruled: Ruled | Settled, rest: Rest) -> int:
    """T-55: the records behind a ruling or a settlement are its remedy, in its order, and nothing else but what follows from
    it. `before` is the table before the ruling; returns how many moves were made again.

    `Wrong` where it is not so; a Refusal where today's rulebook cannot read the remedy's correction.
    """
    remedy, contest = ruled.remedy, before.disputes.contests[ruled.contest - 1]
    says = list(remedy_happens(before.rulebook, remedy))
    rest = _unpaused(before, ruled, _resumed(before, ruled, rest))
    for n, happened in enumerate(says):
        if n >= len(rest.records):
            raise Wrong(rest.start - 1, f"behind it {_named(happened)} is missing, which its remedy says")
        if _happened(rest.records[n]) != happened:
            found = _named(_happened(rest.records[n]))
            raise Wrong(rest.start + n, f"it is {found}, and the remedy says {_named(happened)}")
    rest = rest.after(len(says))
    following = _before_moves(rest)
    silent = not remedy.events and not any(remedy.points)
    for n, record in enumerate(rest.records[:following]):
        if silent or not isinstance(record.event, GameEvent) or isinstance(record.event, ScoreAdjusted):
            raise Wrong(rest.start + n, f"it is {_named(_happened(record))}, which does not follow from the remedy")
    again = rest.after(following)
    if again.records and not (remedy.reapply and remedy.rewind is not None):
        raise Wrong(again.start, "a move is made again, which the remedy does not say")
    barred = before.move_span(contest.disputed) if contest.refused is None else (0, 0)
    return check_made_again(before, remedy.rewind, again, barred)


def check_undone(before: Table, undone: Undone, rest: Rest) -> int:
    """T-28: behind an undo nothing follows but moves that are made again, where the request for it said so. Returns how many
    were; `before` is the table before the undo."""
    if not rest.records:
        return 0
    if _before_moves(rest):
        raise Wrong(rest.start, f"it is {_named(_happened(rest.records[0]))}, which does not follow from an undo")
    if not _asked_so(before, undone):
        raise Wrong(rest.start, "a move is made again, which nobody asked for")
    gone = undone_by(before, undone.to_version)
    barred = before.move_span(gone[0]) if gone else (0, 0)
    return check_made_again(before, undone.to_version, rest, barred)


def _asked_so(before: Table, undone: Undone) -> bool:
    """T-28: whether the request that has just been agreed to, or that silence agreed to (T-29), wanted later moves kept."""
    request = before.request
    if request is not None:
        return request.reapply and request.to_version == undone.to_version
    if not isinstance(before.records[-1].event, RequestLapsed):
        return False
    asked = next((r.event for r in reversed(before.records) if isinstance(r.event, UndoRequested)), None)
    return asked is not None and asked.reapply and asked.to_version == undone.to_version


def check_made_again(before: Table, to_version: int | None, rest: Rest, barred: tuple[int, int]) -> int:
    """T-28: each move that is made again had been taken back, and happens as it had happened, in the order in which they were
    played. The command whose versions are `barred` is not made again. Returns how many moves there are."""
    if not rest.records:
        return 0
    assert to_version is not None
    first, last = barred
    taken_back = iter(moves_in(before, undone_by(before, to_version)))
    moves = list(_moves(rest))
    for version, again, happened in moves:
        move: Move | None = next((move for move in taken_back if move.version == again.version), None)
        if move is None:
            raise Wrong(version, f"the command of record {again.version} was not taken back, or comes out of turn")
        if move.seat != again.seat:
            raise Wrong(version, f"the command of record {again.version} was not of the seat that it is made again for")
        if move.version == first or first <= move.records[0] <= last:
            raise Wrong(version, "the very command that is taken back is made again")
        if meant(before, move.happened) != meant(before, happened):
            raise Wrong(version, f"the command of record {again.version} does not happen as it had happened")
    return len(moves)


def remedy_happens(rulebook: Rulebook, remedy: Remedy) -> Iterator[Happened]:
    """What a remedy says that happens, each event under its clause."""
    if remedy.rewind is not None:
        yield "T-55", Undone(remedy.rewind)
    for event in read_events(rulebook, remedy.events):
        yield event.clause, event
    for seat, points in enumerate(remedy.points):
        if points:
            yield "T-57", ScoreAdjusted((seat,), (Term("ruling", points, 1, "T-57"),))


def _unpaused(before: Table, ruled: Ruled | Settled, rest: Rest) -> Rest:
    """T-50: without the pause at the end, where a remedy has opened the game again and other contests pause it."""
    others = any(contest.number != ruled.contest for contest in before.disputes.open())
    pauses = bool(rest.records) and _happened(rest.records[-1]) == ("T-50", TablePaused())
    return Rest(rest.start, rest.records[:-1]) if pauses and others and before.disputes.arranged.pauses else rest


def _resumed(before: Table, ruled: Ruled | Settled, rest: Rest) -> Rest:
    """T-50: where contests paused the table, it goes on with the last of them; a finished one, too, but by settlement."""
    others = any(contest.number != ruled.contest for contest in before.disputes.open())
    may, must = before.disputes.paused and not others, isinstance(ruled, Ruled)
    goes_on = bool(rest.records) and _happened(rest.records[0]) == ("T-50", TableResumed())
    if goes_on and not may:
        raise Wrong(rest.start, "the table goes on, which no contest had paused, or another one does")
    if may and must and not goes_on:
        raise Wrong(rest.start - 1, "behind it the table does not go on, which contests had paused")
    return rest.after(1) if goes_on else rest


def _before_moves(rest: Rest) -> int:
    """How many records come before the first move that is made again."""
    at = (n for n, record in enumerate(rest.records) if isinstance(record.event, Reapplied))
    return next(at, len(rest.records))


def _moves(rest: Rest) -> Iterator[tuple[int, Reapplied, tuple[Happened, ...]]]:
    """The moves that are made again: the version where each begins, what it repeats, and what happened."""
    starts = [n for n, record in enumerate(rest.records) if isinstance(record.event, Reapplied)]
    for start, end in zip(starts, [*starts[1:], len(rest.records)], strict=True):
        happened = tuple(_happened(record) for record in rest.records[start + 1 : end])
        yield rest.start + start, rest.records[start].event, happened


def _happened(record: Record[Any]) -> Happened:
    return record.law, record.event


def _named(happened: Happened) -> str:
    clause, event = happened
    text = f"{type(event).__name__}{tuple(getattr(event, field) for field in event.__struct_fields__)}"
    return f"{text if len(text) <= LONGEST else f'{text[:LONGEST]}…'} by {clause}"
