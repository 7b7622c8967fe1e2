"""The table's own commands: each is checked, then yields what happens (T-1 to T-25, T-32, T-35)."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from domain.table.chance import Chance, commitment_to
from domain.table.lifecycle import (
    AbandonTable,
    AddEntropy,
    BeginGame,
    ChanceRenewed,
    CloseTable,
    ConsentGiven,
    ConsentRefused,
    DiscloseLog,
    EditionAdopted,
    EditionProposed,
    EntropyAdded,
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
    RequestWithdrawn,
    Resign,
    ResumeTable,
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
    Undone,
    UndoRequested,
    WithdrawRequest,
)
from domain.table.messages import ARBITER, HOST, MAX_SEATS, Command, TableEvent
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under
from domain.table.table import Request, Table
from domain.table.undoing import concerned, goes_behind_resigning, is_free, redo_is_free, redo_version

Happenings = Iterator[Happening | TableEvent]

# What reading a text as JSON may end in.
_UNREADABLE = (msgspec.MsgspecError, UnicodeEncodeError, RecursionError)


def open_table(table: Table, by: int, command: OpenTable, chance: Chance) -> Happenings:
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
    except _UNREADABLE as error:
        raise book.unreadable(error) or Refusal("BAD_OPTIONS", "T-1", reason=str(error)) from None
    book.check_options(options, command.seats)
    yield TableOpened(
        command.game, command.edition, command.seats, command.host, command.commitment, _canonical(options),
        command.chance, command.arbiter,
    )  # fmt: skip


def take_seat(table: Table, by: int, command: TakeSeat, chance: Chance) -> Happenings:
    """T-2: a seat that nobody holds can be taken, by a person who holds no other."""
    seat = _own_seat(table, by, command.seat)
    if not table.seats[seat].vacant:
        raise Refusal("SEAT_TAKEN", "T-2", seat=seat)
    if any(other.person == command.person for other in table.seats):
        raise Refusal("ALREADY_SEATED", "T-2", person=command.person)
    yield SeatTaken(seat, command.person)


def leave_seat(table: Table, by: int, command: LeaveSeat, chance: Chance) -> Happenings:
    """T-3: before the game begins a seat can be left."""
    seat = _own_seat(table, by, command.seat)
    if table.seats[seat].vacant:
        raise Refusal("SEAT_VACANT", "T-3", seat=seat)
    yield SeatLeft(seat)


def add_entropy(table: Table, by: int, command: AddEntropy, chance: Chance) -> Happenings:
    """T-32: each seat may add to the chance once."""
    if by in table.entropy:
        raise Refusal("ENTROPY_ADDED_ALREADY", "T-32", seat=by)
    yield EntropyAdded(by, command.entropy)


def begin_game(table: Table, by: int, command: BeginGame, chance: Chance) -> Happenings:
    """T-4: the game begins when all seats are taken; its rulebook sets it up."""
    yield GameBegun()
    yield from table.rulebook.setup(table.game, chance)


def pause_table(table: Table, by: int, command: PauseTable, chance: Chance) -> Happenings:
    """T-5."""
    yield TablePaused()


def resume_table(table: Table, by: int, command: ResumeTable, chance: Chance) -> Happenings:
    """T-5."""
    yield TableResumed()


def resign(table: Table, by: int, command: Resign, chance: Chance) -> Happenings:
    """T-6: a seat is left in a begun game; it becomes vacant and the rulebook says what becomes of its pieces."""
    yield SeatResigned(by)
    yield from table.rulebook.retire(table.game, by, chance)


def abandon_table(table: Table, by: int, command: AbandonTable, chance: Chance) -> Happenings:
    """T-7."""
    yield TableAbandoned()


def close_table(table: Table, by: int, command: CloseTable, chance: Chance) -> Happenings:
    """T-9: at the end the seed is published; it must be the one that was committed to."""
    if command.seed is None and chance.lasting:
        raise Refusal("SEED_REQUIRED", "T-9")
    if command.seed is not None and commitment_to(bytes.fromhex(command.seed)) != table.commitment:
        raise Refusal("WRONG_SEED", "T-9")
    yield TableClosed(command.seed)


def undo(table: Table, by: int, command: Undo, chance: Chance) -> Happenings:
    """T-20: one's own last command, if it showed nothing. The arbiter may undo anything (T-23)."""
    to_version = _earlier(table, command.to_version)
    if by == ARBITER:
        yield _undone("T-23", to_version)
        return
    if goes_behind_resigning(table, to_version):
        raise Refusal("RESIGNED_SINCE", "T-6")
    free = is_free(table, by, to_version)
    if not free and (asked := concerned(table, by, to_version)):
        raise Refusal("UNDO_NOT_FREE", "T-20", asked=asked)
    yield _undone("T-20" if free else "T-21", to_version)


def redo(table: Table, by: int, command: Redo, chance: Chance) -> Happenings:
    """T-22: the next command that was undone comes back, for who undid it last, or for the arbiter."""
    to_version = redo_version(table)
    if to_version is None:
        raise Refusal("NOTHING_TO_REDO", "T-22")
    if by != ARBITER and not redo_is_free(table, by):
        raise Refusal("NOT_YOUR_UNDO", "T-22")
    yield _undone("T-23" if by == ARBITER else "T-22", to_version)


def request_undo(table: Table, by: int, command: RequestUndo, chance: Chance) -> Happenings:
    """T-21: those whose knowledge or decisions depend on it are asked; where there is nobody to ask, it is done."""
    _no_request_open(table)
    to_version = _known(table, command.to_version)
    if table.history.is_ahead(to_version):
        asked = tuple(n for n, seat in enumerate(table.seats) if n != by and not seat.vacant)
    else:
        asked = concerned(table, by, _earlier(table, to_version))
        if goes_behind_resigning(table, to_version):
            raise Refusal("RESIGNED_SINCE", "T-6")
    yield UndoRequested(to_version, asked)
    if not asked:
        yield _undone("T-21", to_version)


def propose_edition(table: Table, by: int, command: ProposeEdition, chance: Chance) -> Happenings:
    """T-24: a table keeps its edition until all its seats agree to another."""
    _no_request_open(table)
    if table.rulebook.edition(command.edition) is None:
        raise Refusal("UNKNOWN_EDITION", "T-24", edition=command.edition)
    asked = tuple(n for n, seat in enumerate(table.seats) if not seat.vacant)
    yield EditionProposed(command.edition, asked)
    if not asked:
        yield EditionAdopted(command.edition)


def give_consent(table: Table, by: int, command: GiveConsent, chance: Chance) -> Happenings:
    """T-21: what was asked for happens as soon as all who were asked have agreed."""
    request = _asked(table, by)
    if by in request.agreed:
        raise Refusal("CONSENT_GIVEN_ALREADY", request.clause, seat=by)
    yield Under(request.clause, ConsentGiven(by))
    if request.agreed >= request.asked:
        if request.edition is not None:
            yield EditionAdopted(request.edition)
        elif request.to_version is not None:
            yield _undone("T-21", request.to_version)


def refuse_consent(table: Table, by: int, command: RefuseConsent, chance: Chance) -> Happenings:
    """T-21: one who declines ends the request."""
    yield Under(_asked(table, by).clause, ConsentRefused(by))


def withdraw_request(table: Table, by: int, command: WithdrawRequest, chance: Chance) -> Happenings:
    """T-21: who asked can take it back."""
    if table.request is None:
        raise Refusal("NOTHING_ASKED", "T-21")
    if table.request.by != by:
        raise Refusal("NOT_YOUR_REQUEST", table.request.clause, by=table.request.by)
    yield Under(table.request.clause, RequestWithdrawn())


def disclose_log(table: Table, by: int, command: DiscloseLog, chance: Chance) -> Happenings:
    """T-17: that somebody reads all of an unfinished table's log is a record that its players see."""
    yield LogDisclosed()


def renew_chance(table: Table, by: int, command: RenewChance, chance: Chance) -> Happenings:
    """T-35: where there is no seed to draw from any more, a new epoch begins under a new commitment."""
    if chance.lasting:
        raise Refusal("CHANCE_NOT_LOST", "T-35")
    yield ChanceRenewed(table.epoch + 1, command.commitment)


def set_order(table: Table, by: int, command: SetOrder, chance: Chance) -> Happenings:
    """T-25: a seat orders in advance what a kind of prompt is answered, or takes its order back."""
    if command.order is None:
        if command.prompt not in table.seats[by].orders:
            raise Refusal("NO_SUCH_ORDER", "T-25", prompt=command.prompt)
        yield OrderSet(by, command.prompt, None)
        return
    state = table.state
    kinds = table.rulebook.orders_for(state, by)
    if command.prompt not in table.rulebook.orders:
        raise Refusal("UNKNOWN_ORDER", "T-25", prompt=command.prompt, known=tuple(kinds))
    if command.prompt not in kinds:
        raise Refusal("NEVER_ASKED", "T-25", seat=by, prompt=command.prompt, known=tuple(kinds))
    try:
        order = msgspec.json.decode(command.order, type=kinds[command.prompt])
    except _UNREADABLE as error:
        raise Refusal("BAD_ORDER", "T-25", prompt=command.prompt, reason=str(error)) from None
    table.rulebook.check_order(state, by, command.prompt, order)
    yield OrderSet(by, command.prompt, _canonical(order))


ACTS: dict[type[Command], Callable[[Table, int, Any, Chance], Happenings]] = {
    OpenTable: open_table,
    TakeSeat: take_seat,
    LeaveSeat: leave_seat,
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
}


def _canonical(value: msgspec.Struct) -> str:
    """The one JSON text that equal values have."""
    return msgspec.json.encode(value, order="deterministic").decode()


def _undone(clause: str, to_version: int) -> Under:
    return Under(clause, Undone(to_version))


def _own_seat(table: Table, by: int, seat: int) -> int:
    if not 0 <= seat < min(len(table.seats), MAX_SEATS):
        raise Refusal("NO_SUCH_SEAT", "T-2", seat=seat)
    if by not in (HOST, seat):
        raise Refusal("NOT_YOUR_SEAT", "T-2", seat=seat)
    return seat


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
        raise Refusal("REQUEST_OPEN", table.request.clause, by=table.request.by)


def _asked(table: Table, by: int) -> Request:
    if table.request is None:
        raise Refusal("NOTHING_ASKED", "T-21")
    if by not in table.request.asked:
        raise Refusal("NOT_ASKED", table.request.clause, seat=by)
    return table.request
