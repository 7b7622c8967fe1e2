"""Undo and redo, and what seats are asked to agree to: an undo, another edition (T-20 to T-24, T-27, T-29)."""

from collections.abc import Iterator, Sequence

from domain.table.chance import Chance
from domain.table.clocks.calling import check_time, run_out
from domain.table.clocks.due import due_now
from domain.table.clocks.messages import ProposeTime, TimeArranged, TimeProposed
from domain.table.consent import consents
from domain.table.disputes.judging import closed
from domain.table.disputes.messages import CallTime, RequestLapsed, SettlementLapsed
from domain.table.disputes.settling import overdue
from domain.table.lifecycle import (
    ConsentGiven,
    ConsentRefused,
    EditionAdopted,
    EditionProposed,
    GiveConsent,
    ProposeEdition,
    Redo,
    RefuseConsent,
    RequestUndo,
    RequestWithdrawn,
    Undo,
    Undone,
    UndoRequested,
    WithdrawRequest,
)
from domain.table.messages import ARBITER, TableEvent
from domain.table.reapplying import Move, kept, made_again, moves_in
from domain.table.records import Record
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under
from domain.table.seating import Request
from domain.table.table import Table
from domain.table.timing import is_counted, is_over
from domain.table.undoing import (
    check_behind_ruling,
    concerned,
    goes_behind_resigning,
    is_free,
    not_free,
    redo_is_free,
    redo_version,
    undone_by,
)

Happenings = Iterator[Happening | TableEvent]


def undo(table: Table, by: int, command: Undo, chance: Chance, at: int) -> Happenings:
    """T-20: one's own last command, if it showed nothing. The arbiter may undo anything (T-23)."""
    to_version = _earlier(table, command.to_version)
    if by == ARBITER:
        yield _undone("T-23", to_version)
        return
    check_behind_ruling(table, to_version)
    if goes_behind_resigning(table, to_version):
        raise Refusal("RESIGNED_SINCE", "T-6")
    free = is_free(table, by, to_version)
    if not free and (asked := concerned(table, by, undone_by(table, to_version))):
        raise not_free(table, by, to_version, asked)
    yield _undone("T-20" if free else "T-21", to_version)


def redo(table: Table, by: int, command: Redo, chance: Chance, at: int) -> Happenings:
    """T-22: the next command that was undone comes back, for who undid it last, or for the arbiter."""
    to_version = redo_version(table)
    if to_version is None:
        raise Refusal("NOTHING_TO_REDO", "T-22")
    if by != ARBITER:
        if not redo_is_free(table, by):
            raise Refusal("NOT_YOUR_UNDO", "T-22")
        check_behind_ruling(table, to_version)
    yield _undone("T-23" if by == ARBITER else "T-22", to_version)


def request_undo(table: Table, by: int, command: RequestUndo, chance: Chance, at: int) -> Happenings:
    """T-21: those whose knowledge or decisions depend on it are asked; where there is nobody to ask, it is done.

    T-28: with `reapply` only the command behind the version is taken back, and what cannot be made again after it. T-27: who
    has ordered in advance what to answer is not waited for.
    """
    if table.request is not None and table.request.to_version is not None:
        raise _still_open(table.request)
    to_version = _known(table, command.to_version)
    check_behind_ruling(table, to_version)
    lost: Sequence[int] = ()
    if table.history.is_ahead(to_version):
        asked = tuple(n for n, seat in enumerate(table.seats) if n != by and not seat.vacant)
    else:
        lost = _lost(table, _earlier(table, to_version), command.reapply)
        asked = concerned(table, by, lost)
        if goes_behind_resigning(table, to_version):
            raise Refusal("RESIGNED_SINCE", "T-6")
    yield UndoRequested(to_version, asked, command.reapply)
    for seat in asked:
        answer = consents(table, seat, lost) if lost else None
        if answer is not None:
            yield Under("T-27", ConsentGiven(seat) if answer else ConsentRefused(seat))
        if answer is False:
            return
    if table.request is not None and table.request.agreed >= table.request.asked:
        yield from _granted(table, table.request, chance)


def call_time(table: Table, by: int, command: CallTime, chance: Chance, at: int) -> Happenings:
    """T-29: what was asked and is not answered in time is over, one thing after the other: a request lapses, or the silence of
    those asked agrees, as the table has arranged; a settlement lapses; a vote is counted. T-71: then the seats' own time, one
    seat after the other."""
    request = table.request
    if request is not None and is_over(table, request.since, at):
        agreed = table.disputes.arranged.silence == "agrees" and request.to_version is not None
        yield RequestLapsed(tuple(sorted(request.asked - request.agreed)), agreed)
        if agreed:
            yield from _granted(table, request, chance)
        return
    for contest in table.disputes.open():
        if overdue(table, contest.settlement, at):
            yield SettlementLapsed(contest.number)
            return
        if contest.ballot is not None and is_counted(table, contest.ballot, at):
            yield from closed(table, contest, chance)
            return
    due = due_now(table, at)
    if due is None:
        raise Refusal("NOTHING_IS_DUE", "T-29")
    yield from run_out(table, due, chance)


def propose_edition(table: Table, by: int, command: ProposeEdition, chance: Chance, at: int) -> Happenings:
    """T-24: a table keeps its edition until all its seats agree to another."""
    _no_request_open(table)
    if table.rulebook.edition(command.edition) is None:
        raise Refusal("UNKNOWN_EDITION", "T-24", edition=command.edition)
    asked = tuple(n for n, seat in enumerate(table.seats) if not seat.vacant)
    yield EditionProposed(command.edition, asked)
    if not asked:
        yield EditionAdopted(command.edition)


def propose_time(table: Table, by: int, command: ProposeTime, chance: Chance, at: int) -> Happenings:
    """T-66: once the game has begun time runs otherwise when all who hold seats agree."""
    _no_request_open(table)
    check_time(command.time)
    asked = tuple(n for n, seat in enumerate(table.seats) if not seat.vacant)
    yield TimeProposed(command.time, asked)
    if not asked:
        yield Under("T-66", TimeArranged(command.time))


def give_consent(table: Table, by: int, command: GiveConsent, chance: Chance, at: int) -> Happenings:
    """T-21: what was asked for happens as soon as all who were asked have agreed."""
    request = _asked(table, by)
    if by in request.agreed:
        raise Refusal("CONSENT_GIVEN_ALREADY", request.clause, seat=by)
    if is_over(table, request.since, at):
        raise Refusal("TIME_IS_OVER", "T-29")
    yield Under(request.clause, ConsentGiven(by))
    if request.agreed >= request.asked:
        yield from _granted(table, request, chance)


def refuse_consent(table: Table, by: int, command: RefuseConsent, chance: Chance, at: int) -> Happenings:
    """T-21: one who declines ends the request, as long as there is time to answer (T-29)."""
    request = _asked(table, by)
    if is_over(table, request.since, at):
        raise Refusal("TIME_IS_OVER", "T-29")
    yield Under(request.clause, ConsentRefused(by))


def withdraw_request(table: Table, by: int, command: WithdrawRequest, chance: Chance, at: int) -> Happenings:
    """T-21: who asked can take it back."""
    if table.request is None:
        raise Refusal("NOTHING_ASKED", "T-21")
    if table.request.by != by:
        raise Refusal("NOT_YOUR_REQUEST", table.request.clause, by=table.request.by)
    yield Under(table.request.clause, RequestWithdrawn())


def _granted(table: Table, request: Request, chance: Chance) -> Happenings:
    """T-21, T-24, T-66: what was asked for happens; T-28: with what can be made again after it."""
    if request.edition is not None:
        yield EditionAdopted(request.edition)
        return
    if request.time is not None:
        yield Under("T-66", TimeArranged(request.time))
        return
    assert request.to_version is not None
    moves = _again(table, request.to_version) if request.reapply else []
    yield _undone("T-21", request.to_version)
    for move in moves:
        yield from made_again(table, move, chance)


def _lost(table: Table, to_version: int, reapply: bool) -> list[int]:
    """The game records that would no longer count, but for those of moves that are made again."""
    versions = undone_by(table, to_version)
    again = _again(table, to_version) if reapply else []
    made = {version for move in again for version in move.records}
    return [version for version in versions if version not in made]


def _again(table: Table, to_version: int) -> list[Move]:
    """T-28: the moves behind the command that is taken back, as far as they can be made again."""
    versions = undone_by(table, to_version)
    if not versions:
        return []
    _, end = table.move_span(versions[0])
    twin = table.copy()
    later = moves_in(table, [version for version in versions if version > end])
    twin.apply(Record(twin.records[-1].at, ARBITER, Undone(to_version)))
    return kept(table, twin, later)


def _undone(clause: str, to_version: int) -> Under:
    return Under(clause, Undone(to_version))


def _known(table: Table, version: int) -> int:
    if table.setup_end == table.version:
        raise Refusal("NOTHING_TO_UNDO", "T-20")
    if not table.setup_end <= version < table.version or not table.is_boundary(version):
        raise Refusal("NO_SUCH_POINT", "T-20", version=version, first=table.setup_end, last=table.version - 1)
    return version


def _earlier(table: Table, version: int) -> int:
    if not table.history.is_behind(_known(table, version)):
        raise Refusal("NOT_IN_HISTORY", "T-20", version=version)
    return version


def _no_request_open(table: Table) -> None:
    if table.request is not None:
        raise _still_open(table.request)


def _still_open(request: Request) -> Refusal:
    return Refusal("REQUEST_OPEN", request.clause, by=request.by)


def _asked(table: Table, by: int) -> Request:
    if table.request is None:
        raise Refusal("NOTHING_ASKED", "T-21")
    if by not in table.request.asked:
        raise Refusal("NOT_ASKED", table.request.clause, seat=by)
    return table.request
