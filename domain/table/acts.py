"""The table's own commands: each is checked, then yields what happens (T-1 to T-25, T-32, T-35).

What seats are asked to agree to is in `requests`, what they dispute in `disputes`, forks in `forking`.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from domain.table.chance import Chance, commitment_to
from domain.table.clocks.calling import answer_for_seat, arrange_time, end_vacation, grant_time, take_vacation
from domain.table.clocks.messages import (
    NO_TIME,
    AnswerForSeat,
    ArrangeTime,
    EndVacation,
    GrantTime,
    ProposeTime,
    TakeVacation,
)
from domain.table.consent import CONSENT, orders_of
from domain.table.disputes.contesting import (
    accept_arbiter,
    add_evidence,
    appeal,
    arrange_disputes,
    contest_record,
    contest_refusal,
    withdraw_contest,
)
from domain.table.disputes.judging import give_ruling, put_to_vote, vote_on_ruling
from domain.table.disputes.messages import (
    AcceptArbiter,
    AddEvidence,
    AnswerSettlement,
    Appeal,
    ArrangeDisputes,
    CallTime,
    ContestRecord,
    ContestRefusal,
    GiveRuling,
    ProposeSettlement,
    PutToVote,
    VoteOnRuling,
    WithdrawContest,
)
from domain.table.disputes.settling import answer_settlement, propose_settlement
from domain.table.forking import Copied, fork_alone
from domain.table.freeing import DAYS_IN_VAIN, days_in_vain
from domain.table.lifecycle import (
    AbandonTable,
    AddEntropy,
    BeginGame,
    ChanceRenewed,
    CloseTable,
    DiscloseLog,
    EntropyAdded,
    ForkTable,
    FreeSeat,
    GameBegun,
    GiveConsent,
    LeaveSeat,
    LogDisclosed,
    OpenTable,
    OrderSet,
    PauseTable,
    ProposeEdition,
    Redo,
    RefuseConsent,
    RenewChance,
    RequestUndo,
    Resign,
    ResumeTable,
    SeatFreed,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    SetOrder,
    TableAbandoned,
    TableClosed,
    TableOpened,
    TablePaused,
    TableResumed,
    TakeSeat,
    Undo,
    WithdrawRequest,
)
from domain.table.messages import HOST, MAX_SEATS, Command, TableEvent
from domain.table.reading import told, why_unreadable
from domain.table.refusals import Refusal
from domain.table.requests import (
    call_time,
    give_consent,
    propose_edition,
    propose_time,
    redo,
    refuse_consent,
    request_undo,
    undo,
    withdraw_request,
)
from domain.table.rulebook import Happening, Under
from domain.table.seeing import looks_by_office
from domain.table.table import Table
from domain.table.wire import UNREADABLE

Happenings = Iterator[Happening | TableEvent | Copied]


def open_table(table: Table, by: int, command: OpenTable, chance: Chance, at: int) -> Happenings:
    """T-1: a table is opened for one game, in one edition, with its options and a commitment to its chance."""
    book = table.rulebook
    if command.game != book.game:
        raise Refusal("UNKNOWN_GAME", "T-1", game=command.game)
    if book.edition(command.edition) is None:
        raise Refusal("UNKNOWN_EDITION", "T-1", edition=command.edition)
    if command.seats not in book.seats:
        raise Refusal("WRONG_SEAT_COUNT", "T-1", seats=command.seats, least=book.seats[0], most=book.seats[-1])
    try:
        options = msgspec.json.decode(command.options, type=book.options)
    except UNREADABLE as error:
        raise book.unreadable(*told(error)) or Refusal("BAD_OPTIONS", "T-1", reason=why_unreadable(error)) from None
    book.check_options(options, command.seats)
    yield TableOpened(
        command.game, command.edition, command.seats, command.host, command.commitment, _canonical(options),
        command.chance, command.arbiter,
    )  # fmt: skip


def take_seat(table: Table, by: int, command: TakeSeat, chance: Chance, at: int) -> Happenings:
    """T-2: a seat that nobody holds can be taken, by a person who holds no other, and who does not see by an office what
    others hold."""
    seat = _own_seat(table, by, command.seat)
    if not table.seats[seat].vacant:
        raise Refusal("SEAT_TAKEN", "T-2", seat=seat)
    if any(other.person == command.person for other in table.seats):
        raise Refusal("ALREADY_SEATED", "T-2", person=command.person)
    if looks_by_office(table, command.person):
        raise Refusal("OFFICE_LOOKS", "T-2", seat=seat)
    yield SeatTaken(seat, command.person)


def leave_seat(table: Table, by: int, command: LeaveSeat, chance: Chance, at: int) -> Happenings:
    """T-3: before the game begins a seat can be left."""
    seat = _own_seat(table, by, command.seat)
    if table.seats[seat].vacant:
        raise Refusal("SEAT_VACANT", "T-3", seat=seat)
    yield SeatLeft(seat)


def free_seat(table: Table, by: int, command: FreeSeat, chance: Chance, at: int) -> Happenings:
    """T-3: the host frees a seat for which the game has waited in vain: it has resigned by that."""
    seat = _own_seat(table, by, command.seat)
    if table.seats[seat].vacant:
        raise Refusal("SEAT_VACANT", "T-3", seat=seat)
    if table.clocks.control != NO_TIME:
        raise Refusal("CLOCK_RUNS", "T-3")
    days = days_in_vain(table, seat, at)
    if days < DAYS_IN_VAIN:
        raise Refusal("AWAITED_TOO_SHORTLY", "T-3", seat=seat, days=DAYS_IN_VAIN - days, needed=DAYS_IN_VAIN)
    yield SeatFreed(seat, days)
    yield Under("T-3", SeatResigned(seat))
    yield from table.rulebook.retire(table.game, seat, chance)


def add_entropy(table: Table, by: int, command: AddEntropy, chance: Chance, at: int) -> Happenings:
    """T-32: each seat may add to the chance once."""
    if by in table.entropy:
        raise Refusal("ENTROPY_ADDED_ALREADY", "T-32", seat=by)
    yield EntropyAdded(by, command.entropy)


def begin_game(table: Table, by: int, command: BeginGame, chance: Chance, at: int) -> Happenings:
    """T-4: the game begins when all seats are taken; its rulebook sets it up."""
    yield GameBegun()
    yield from table.rulebook.setup(table.game, chance)


def pause_table(table: Table, by: int, command: PauseTable, chance: Chance, at: int) -> Happenings:
    """T-5."""
    yield TablePaused()


def resume_table(table: Table, by: int, command: ResumeTable, chance: Chance, at: int) -> Happenings:
    """T-5."""
    yield TableResumed()


def resign(table: Table, by: int, command: Resign, chance: Chance, at: int) -> Happenings:
    """T-6: a seat is left in a begun game; it becomes vacant and the rulebook says what becomes of its pieces."""
    yield SeatResigned(by)
    yield from table.rulebook.retire(table.game, by, chance)


def abandon_table(table: Table, by: int, command: AbandonTable, chance: Chance, at: int) -> Happenings:
    """T-7."""
    yield TableAbandoned()


def close_table(table: Table, by: int, command: CloseTable, chance: Chance, at: int) -> Happenings:
    """T-9: at the end the seed is published; it must be the one that was committed to."""
    open_contests = tuple(contest.number for contest in table.disputes.open())
    if open_contests and not table.abandoned:
        raise Refusal("CONTESTS_OPEN", "T-9", contests=open_contests)
    if command.seed is None and chance.lasting:
        raise Refusal("SEED_REQUIRED", "T-9")
    if command.seed is not None and commitment_to(bytes.fromhex(command.seed)) != table.commitment:
        raise Refusal("WRONG_SEED", "T-9")
    yield TableClosed(command.seed)


def disclose_log(table: Table, by: int, command: DiscloseLog, chance: Chance, at: int) -> Happenings:
    """T-17: that somebody reads all of an unfinished table's log is a record that its players see."""
    yield LogDisclosed()


def renew_chance(table: Table, by: int, command: RenewChance, chance: Chance, at: int) -> Happenings:
    """T-35: where there is no seed to draw from any more, a new epoch begins under a new commitment."""
    if chance.lasting:
        raise Refusal("CHANCE_NOT_LOST", "T-35")
    yield ChanceRenewed(table.epoch + 1, command.commitment)


def set_order(table: Table, by: int, command: SetOrder, chance: Chance, at: int) -> Happenings:
    """T-25: a seat orders in advance what a kind of prompt is answered, or takes its order back."""
    if command.order is None:
        if command.prompt not in table.seats[by].orders:
            raise Refusal("NO_SUCH_ORDER", "T-25", prompt=command.prompt)
        yield OrderSet(by, command.prompt, None)
        return
    state = table.state
    kinds = orders_of(table, by)
    if command.prompt not in (*table.rulebook.orders, CONSENT):
        raise Refusal("UNKNOWN_ORDER", "T-25", prompt=command.prompt, known=tuple(kinds))
    if command.prompt not in kinds:
        raise Refusal("NEVER_ASKED", "T-25", seat=by, prompt=command.prompt, known=tuple(kinds))
    try:
        order = msgspec.json.decode(command.order, type=kinds[command.prompt])
    except UNREADABLE as error:
        raise Refusal("BAD_ORDER", "T-25", prompt=command.prompt, reason=why_unreadable(error)) from None
    if command.prompt != CONSENT:
        table.rulebook.check_order(state, by, command.prompt, order)
    yield OrderSet(by, command.prompt, _canonical(order))


ACTS: dict[type[Command], Callable[[Table, int, Any, Chance, int], Happenings]] = {
    OpenTable: open_table,
    TakeSeat: take_seat,
    LeaveSeat: leave_seat,
    FreeSeat: free_seat,
    AddEntropy: add_entropy,
    BeginGame: begin_game,
    PauseTable: pause_table,
    ResumeTable: resume_table,
    Resign: resign,
    AbandonTable: abandon_table,
    CloseTable: close_table,
    Undo: undo,
    Redo: redo,
    RequestUndo: request_undo,
    ProposeEdition: propose_edition,
    GiveConsent: give_consent,
    RefuseConsent: refuse_consent,
    WithdrawRequest: withdraw_request,
    RenewChance: renew_chance,
    DiscloseLog: disclose_log,
    SetOrder: set_order,
    CallTime: call_time,
    ArrangeDisputes: arrange_disputes,
    ContestRecord: contest_record,
    ContestRefusal: contest_refusal,
    AddEvidence: add_evidence,
    WithdrawContest: withdraw_contest,
    ProposeSettlement: propose_settlement,
    AnswerSettlement: answer_settlement,
    AcceptArbiter: accept_arbiter,
    GiveRuling: give_ruling,
    PutToVote: put_to_vote,
    VoteOnRuling: vote_on_ruling,
    Appeal: appeal,
    ForkTable: fork_alone,
    ArrangeTime: arrange_time,
    ProposeTime: propose_time,
    TakeVacation: take_vacation,
    EndVacation: end_vacation,
    GrantTime: grant_time,
    AnswerForSeat: answer_for_seat,
}


def _canonical(value: msgspec.Struct) -> str:
    """The one JSON text that equal values have."""
    return msgspec.json.encode(value, order="deterministic").decode()


def _own_seat(table: Table, by: int, seat: int) -> int:
    if not 0 <= seat < min(len(table.seats), MAX_SEATS):
        raise Refusal("NO_SUCH_SEAT", "T-2", seat=seat)
    if by not in (HOST, seat):
        raise Refusal("NOT_YOUR_SEAT", "T-2", seat=seat)
    return seat
