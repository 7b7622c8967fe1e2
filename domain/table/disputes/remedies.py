"""Remedies: what a ruling or a settlement does to the game (T-55 to T-57, T-28).

Everything is tried on a copy first, so that what is refused is refused before anything happens.
"""

from collections.abc import Iterator, Sequence

from domain.table.chance import Chance, ChanceExhausted, Recorded
from domain.table.disputes.messages import Reapplied, Remedy, ScoreAdjusted
from domain.table.lifecycle import Undone
from domain.table.messages import ARBITER, Event, TableEvent, Term
from domain.table.reapplying import Move, draws_of_this_epoch, kept, made_again, moves_in
from domain.table.records import Record
from domain.table.refusals import UNFOLDABLE, Refusal
from domain.table.rulebook import Happening, Under
from domain.table.seeing import hides_nothing
from domain.table.table import Table
from domain.table.undoing import undone_by
from domain.table.wire import read_events

Happenings = Iterator[Happening | TableEvent]


def check_points(table: Table, remedy: Remedy) -> None:
    """T-57: points are given to each seat of the table, or to none."""
    if remedy.points and len(remedy.points) != len(table.seats):
        raise Refusal("WRONG_POINTS", "T-57", points=len(remedy.points), seats=len(table.seats))


def check_rewind(table: Table, remedy: Remedy) -> None:
    """T-55: a remedy goes back to the end of a command, or of a move made again, and never behind the set-up."""
    version = remedy.rewind
    if version is None:
        return
    if not table.setup_end <= version < table.version or not table.is_boundary(version):
        raise Refusal("NO_SUCH_POINT", "T-20", version=version, first=table.setup_end, last=table.version - 1)


def check_back(table: Table, remedy: Remedy) -> None:
    """T-55: going back is going back in the history that counts; what was undone is not brought back by the way."""
    check_rewind(table, remedy)
    version = remedy.rewind
    if version is not None and not set(table.history.line(version)) <= set(table.history.line()):
        raise Refusal("NOT_IN_HISTORY", "T-20", version=version)


def hides_something(table: Table) -> bool:
    """Whether the table holds what somebody may not know: then what a correction meets in its state tells it (T-56)."""
    return table.finished is None and not hides_nothing(table.rulebook)


def check_form(table: Table, remedy: Remedy) -> None:
    """T-55 to T-57: what of a remedy can be checked by what everybody knows."""
    check_points(table, remedy)
    check_back(table, remedy)
    read_events(table.rulebook, remedy.events)


def prepared(table: Table, remedy: Remedy, contested: int) -> tuple[Move, ...]:
    """Try a remedy; returns the moves that it makes again. `contested` is the version of the record that is contested, 0 where
    a refusal is: its command is not made again.

    Raises a Refusal where the remedy cannot be done: WRONG_POINTS, NO_SUCH_POINT, BAD_CORRECTION, IMPOSSIBLE_CORRECTION, or
    what is broken of the game's own invariants (T-56).
    """
    check_points(table, remedy)
    check_rewind(table, remedy)
    undone = [] if remedy.rewind is None else later_moves(table, remedy.rewind, contested)
    twin = table.copy()
    known = Chance(Recorded(draws_of_this_epoch(table)), twin.draws)
    _try(twin, changes(twin, remedy), known)
    broken = None if remedy.only_rewinds else next(twin.rulebook.invariants(twin.game), None)
    if broken is not None:
        raise broken
    try:
        _try(twin, follows(twin, remedy, known), known)
    except ChanceExhausted:
        # What follows draws what nobody has drawn yet: no later move rests on that.
        return ()
    return tuple(kept(table, twin, undone)) if remedy.reapply else ()


def remedied(table: Table, remedy: Remedy, moves: Sequence[Move], chance: Chance) -> Happenings:
    """T-55: the remedy, what follows from it at once, and the moves that are made again after it."""
    yield from changes(table, remedy)
    yield from follows(table, remedy, chance)
    for move in moves:
        yield from made_again(table, move, chance)


def changes(table: Table, remedy: Remedy) -> Happenings:
    """T-55 to T-57: the rewinding, the correction, the points."""
    if remedy.rewind is not None:
        yield Under("T-55", Undone(remedy.rewind))
    yield from read_events(table.rulebook, remedy.events)
    for seat, points in enumerate(remedy.points):
        if points:
            yield ScoreAdjusted((seat,), (Term("ruling", points, 1, "T-57"),))


def follows(table: Table, remedy: Remedy, chance: Chance) -> Happenings:
    """T-55: what follows at once from a correction or from points; where the game is over, its result."""
    if remedy.only_rewinds:
        return
    if table.finished is not None:
        yield Under("T-55", table.rulebook.result(table.game))
    else:
        yield from table.rulebook.after_remedy(table.game, chance)


def later_moves(table: Table, base: int, contested: int) -> list[Move]:
    """The moves that no longer count where the history goes back to a version, but for the one that is contested: in whatever
    place it was made, first or again. `contested` is the version of its record, 0 where it is none.

    What an earlier remedy made again, and counts at its first place once that remedy is taken back, is none of them either.
    """
    first, last = table.move_span(contested) if contested else (0, 0)
    original = _original(table, contested) if contested else 0
    there = {_original(table, version) for version in table.history.line(base)}
    return [
        move
        for move in moves_in(table, undone_by(table, base))
        if move.version not in there and move.version != original and not first <= move.records[0] <= last
    ]


def _original(table: Table, version: int) -> int:
    """Where a record's move was made first."""
    first, _ = table.move_span(version)
    event = table.records[first - 1].event
    return event.version if isinstance(event, Reapplied) else first


def _try(twin: Table, happenings: Happenings, chance: Chance) -> None:
    try:
        for happening in happenings:
            event: Event = happening.event if isinstance(happening, Under) else happening
            twin.apply(Record(twin.records[-1].at, ARBITER, event, chance.take()))
        twin.rulebook.view(twin.game, None)
    except UNFOLDABLE as error:
        # Events from outside meet a state that they do not fit: what that raises is theirs, and not the rules' fault.
        raise Refusal("IMPOSSIBLE_CORRECTION", "T-56", reason=type(error).__name__) from error
