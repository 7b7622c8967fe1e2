"""Looking ahead: what a ruling, a settlement, a vote or an undo would do, tried at a copy; nothing of it is done."""

from collections.abc import Sequence

import msgspec

from domain.table.consent import CONSENT
from domain.table.disputes.messages import NOTHING, AnswerSettlement, PutToVote, VoteOnRuling
from domain.table.disputes.remedies import hides_something
from domain.table.frontier import lessons
from domain.table.kernel import Accepted
from domain.table.lifecycle import GiveConsent, RequestUndo, Undo, UndoRequested
from domain.table.messages import ARBITER, Command
from domain.table.reapplying import moves_in
from domain.table.refusals import Refusal
from domain.table.seeing import seen_record
from domain.table.table import Table
from domain.table.undoing import actor, undone_by
from infra.trials import Trial, is_knowable
from projections.disputes import may_read_whole
from projections.disputes.outlook import Outlook, seen_ahead


class UnknowableError(Exception):
    """What would happen depends on what is hidden from who asks; the message is one sentence."""


class Saw(msgspec.Struct, frozen=True):
    """By a record a seat was shown what was hidden before: the names of the event's fields, or chance."""

    version: int
    what: tuple[str, ...]


class AskedToUndo(msgspec.Struct, frozen=True):
    """A seat that would be asked: where it acted itself, and what it was shown. Neither: no other seat is concerned, or that
    is hidden."""

    seat: int
    acted: tuple[int, ...]
    saw: tuple[Saw, ...]


class UndoAhead(msgspec.Struct, frozen=True):
    """What an undo would need and do at a version of its table: who would be asked, and why."""

    table: str
    version: int
    asked: tuple[AskedToUndo, ...]
    outlook: Outlook


def look_ahead(trial: Trial, by: int, command: Command) -> Outlook:
    """What a ruling would do, or a settlement or a vote if all agree to it.

    `Refusal` where it cannot be so; `UnknowableError` where who asks may not know whether it can.
    """
    before = trial.table.copy()
    neutral = by == ARBITER and may_read_whole(before)
    if not neutral and not is_knowable(before, by if by >= 0 else None, getattr(command, "remedy", NOTHING)):
        name = before.catalogue.seat(by)
        raise UnknowableError(
            f"Whether this can be done depends on what is hidden from {name}: it is tried when it is ruled."
        )
    _tried(trial, by, command)
    if isinstance(command, PutToVote):
        for voter, held in enumerate(before.seats):
            if not held.vacant:
                _tried(trial, voter, VoteOnRuling(command.contest, "yes"))
    contest = trial.table.disputes.contests[getattr(command, "contest", 1) - 1]
    if contest.settlement is not None:
        for seat in sorted(contest.settlement.asked):
            _tried(trial, seat, AnswerSettlement(contest.number, True))
    return seen_ahead(before, trial.table)


def check_foreseeable(table: Table, by: int, command: Undo | RequestUndo) -> None:
    """`UnknowableError` where what an undo would do depends on what others hold: which moves mean the same without it."""
    if isinstance(command, RequestUndo) and command.reapply and hides_something(table):
        name = table.catalogue.seat(by)
        raise UnknowableError(f"Which moves would be made again depends on what is hidden from {name}.")


def undo_ahead(trial: Trial, by: int, command: Undo | RequestUndo) -> UndoAhead:
    """What an undo would need and do; one that is not free is looked at as if it were asked for. What seats have ordered in
    advance to answer is not told. `Refusal` where it cannot be."""
    for seat in trial.table.seats:
        seat.orders.pop(CONSENT, None)
    before = trial.table.copy()
    asked = _happened(trial, by, command)
    outlook = seen_ahead(before, trial.table)
    reasons = _reasons(before, by if by >= 0 else None, command.to_version, asked, outlook)
    return UndoAhead(before.id, before.version, reasons, outlook)


def _tried(trial: Trial, by: int, command: Command) -> Accepted:
    outcome = trial.submit(by, command)
    if isinstance(outcome, Refusal):
        raise outcome
    return outcome


def _happened(trial: Trial, by: int, command: Undo | RequestUndo) -> tuple[int, ...]:
    outcome = trial.submit(by, command)
    if isinstance(command, Undo) and isinstance(outcome, Refusal) and outcome.code == "UNDO_NOT_FREE":
        outcome = trial.submit(by, RequestUndo(command.to_version))
    if isinstance(outcome, Refusal):
        raise outcome
    asked = _asked(outcome)
    for seat in asked:
        _tried(trial, seat, GiveConsent())
    return asked


def _asked(accepted: Accepted) -> tuple[int, ...]:
    return next((one.event.asked for one in accepted.records if isinstance(one.event, UndoRequested)), ())


def _reasons(
    table: Table, viewer: int | None, to_version: int, asked: Sequence[int], outlook: Outlook
) -> tuple[AskedToUndo, ...]:
    """Why seats are asked, by the records that the viewer may know of."""
    versions = undone_by(table, to_version)
    again = {move.version for move in outlook.moves if move.again}
    kept = (
        {version for move in moves_in(table, versions) if move.version in again for version in move.records}
        if versions
        else set()
    )
    lost = [version for version in versions if version not in kept and _is_seen(table, version, viewer)]
    return tuple(
        AskedToUndo(
            seat,
            tuple(version for version in lost if actor(table, version) == seat),
            tuple(Saw(one.version, one.what) for one in lessons(table, lost, (seat,))),
        )
        for seat in asked
    )


def _is_seen(table: Table, version: int, viewer: int | None) -> bool:
    return seen_record(table, table.records[version - 1], viewer) is not None
