"""Settlements: the parties agree on an outcome themselves; it is recorded as such and is no precedent (T-54)."""

from collections.abc import Iterator

from domain.table.chance import Chance
from domain.table.disputes.contesting import open_contest, paused_again, resumed
from domain.table.disputes.messages import (
    AnswerSettlement,
    ProposeSettlement,
    Remedy,
    Settled,
    SettlementAnswered,
    SettlementProposed,
)
from domain.table.disputes.remedies import check_form, prepared, remedied
from domain.table.disputes.state import Contest, Settlement
from domain.table.messages import TableEvent
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening
from domain.table.table import Table
from domain.table.timing import is_over
from domain.table.undoing import check_behind_ruling, concerned, goes_behind_resigning, undone_by

Happenings = Iterator[Happening | TableEvent]


def propose_settlement(table: Table, by: int, command: ProposeSettlement, chance: Chance, at: int) -> Happenings:
    """T-54: a party proposes; all who are parties, and all whom the remedy concerns, are asked."""
    contest, remedy = open_contest(table, command.contest), command.remedy
    if by != contest.by and (contest.by < 0 or by not in contest.parties):
        # A host who contests is no seat that could be asked: so it is the host who proposes.
        raise Refusal("NOT_A_PARTY", "T-54", by=by)
    gone = tuple(sorted(seat for seat in contest.parties if table.seats[seat].vacant))
    if gone:
        raise Refusal("PARTY_GONE", "T-54", seats=gone)
    if contest.settlement is not None:
        raise Refusal("SETTLEMENT_OPEN", "T-54", by=contest.settlement.by)
    if remedy.events:
        raise Refusal("NO_CORRECTION_HERE", "T-54")
    check_form(table, remedy)
    if remedy.rewind is not None:
        check_behind_ruling(table, remedy.rewind)
    prepared(table, remedy, contest.contested)
    if remedy.rewind is not None and goes_behind_resigning(table, remedy.rewind):
        raise Refusal("RESIGNED_SINCE", "T-6")
    asked = _asked(table, by, contest, remedy)
    yield SettlementProposed(contest.number, remedy, asked)
    if not asked:
        yield from _settled(table, contest, remedy, chance)


def answer_settlement(table: Table, by: int, command: AnswerSettlement, chance: Chance, at: int) -> Happenings:
    """T-54: what all who were asked agree to happens; one who declines ends the proposal."""
    contest = open_contest(table, command.contest)
    settlement = contest.settlement
    if settlement is None:
        raise Refusal("NOTHING_PROPOSED", "T-54", contest=contest.number)
    if by not in settlement.asked:
        raise Refusal("NOT_ASKED", "T-54", seat=by)
    if is_over(table, settlement.since, at):
        raise Refusal("TIME_IS_OVER", "T-29")
    if by in settlement.agreed and command.agrees:
        raise Refusal("CONSENT_GIVEN_ALREADY", "T-54", seat=by)
    if command.agrees and settlement.asked <= settlement.agreed | {by}:
        prepared(table, settlement.remedy, contest.contested)
    yield SettlementAnswered(contest.number, by, command.agrees)
    if command.agrees and settlement.asked <= settlement.agreed | {by}:
        yield from _settled(table, contest, settlement.remedy, chance)


def _settled(table: Table, contest: Contest, remedy: Remedy, chance: Chance) -> Happenings:
    moves = prepared(table, remedy, contest.contested)
    yield Settled(contest.number, remedy)
    yield from resumed(table)
    yield from remedied(table, remedy, moves, chance)
    yield from paused_again(table)


def _asked(table: Table, by: int, contest: Contest, remedy: Remedy) -> tuple[int, ...]:
    # Points change the standing of everybody; what is taken back concerns whom an undo would be asked of.
    asked = set(contest.parties)
    if any(remedy.points):
        asked |= set(range(len(table.seats)))
    if remedy.rewind is not None:
        asked |= set(concerned(table, by, undone_by(table, remedy.rewind)))
    return tuple(sorted(seat for seat in asked if seat != by and not table.seats[seat].vacant))


def overdue(table: Table, settlement: Settlement | None, at: int) -> bool:
    """Whether the time to answer a settlement is over (T-29)."""
    return settlement is not None and is_over(table, settlement.since, at)
