"""All of a table's own commands and events, and who may ask what when (T-10)."""

from domain.table.clocks.messages import (
    AnswerForSeat,
    ArrangeTime,
    EndVacation,
    GrantTime,
    ProposeTime,
    SeatAnsweredFor,
    SeatReminded,
    TakeVacation,
    TimeArranged,
    TimeGranted,
    TimeProposed,
    TimeRanOut,
    VacationEnded,
    VacationTaken,
)
from domain.table.disputes.messages import (
    AcceptArbiter,
    AddEvidence,
    AnswerSettlement,
    Appeal,
    Appealed,
    ArbiterAccepted,
    ArrangeDisputes,
    CallTime,
    ContestRecord,
    ContestRefusal,
    ContestWithdrawn,
    DisputesArranged,
    EvidenceAdded,
    GiveRuling,
    ProposeSettlement,
    PutToVote,
    Reapplied,
    RecordContested,
    RefusalContested,
    RequestLapsed,
    Ruled,
    ScoreAdjusted,
    Settled,
    SettlementAnswered,
    SettlementLapsed,
    SettlementProposed,
    VoteClosed,
    VoteGiven,
    VoteOnRuling,
    VoteOpened,
    WithdrawContest,
)
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
    ForkTable,
    FreeSeat,
    GameBegun,
    GameFinished,
    GiveConsent,
    LeaveSeat,
    LogDisclosed,
    OpenTable,
    OrderFollowed,
    OrderSet,
    PauseTable,
    Phase,
    ProposeEdition,
    Redealt,
    Redo,
    RefuseConsent,
    RenewChance,
    RequestUndo,
    RequestWithdrawn,
    Resign,
    ResumeTable,
    SeatFreed,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    SetOrder,
    TableAbandoned,
    TableClosed,
    TableForked,
    TableOpened,
    TablePaused,
    TableResumed,
    TakeSeat,
    Undo,
    Undone,
    UndoRequested,
    WithdrawRequest,
)
from domain.table.messages import ARBITER, HOST, SERVER, Command, GameEvent, TableEvent
from domain.table.refusals import Refusal

TABLE_COMMANDS: tuple[type[Command], ...] = (
    OpenTable, TakeSeat, LeaveSeat, AddEntropy, BeginGame, PauseTable, ResumeTable, Resign, AbandonTable, CloseTable,
    Undo, Redo, RequestUndo, ProposeEdition, GiveConsent, RefuseConsent, WithdrawRequest, RenewChance, DiscloseLog,
    SetOrder, CallTime, ArrangeDisputes, ContestRecord, ContestRefusal, AddEvidence, WithdrawContest, ProposeSettlement,
    AnswerSettlement, AcceptArbiter, GiveRuling, PutToVote, VoteOnRuling, Appeal, ForkTable, ArrangeTime, ProposeTime,
    TakeVacation, EndVacation, GrantTime, AnswerForSeat, FreeSeat,
)  # fmt: skip

TABLE_EVENTS: tuple[type[TableEvent] | type[GameEvent], ...] = (
    TableOpened, SeatTaken, SeatLeft, EntropyAdded, GameBegun, TablePaused, TableResumed, SeatResigned, TableAbandoned,
    GameFinished, TableClosed, Undone, UndoRequested, EditionProposed, ConsentGiven, ConsentRefused, RequestWithdrawn,
    EditionAdopted, ChanceRenewed, LogDisclosed, OrderSet, OrderFollowed, DisputesArranged, RecordContested,
    RefusalContested, EvidenceAdded, ContestWithdrawn, SettlementProposed, SettlementAnswered, SettlementLapsed, Settled,
    ArbiterAccepted, VoteOpened, VoteGiven, VoteClosed, Ruled, Appealed, ScoreAdjusted, Reapplied, RequestLapsed,
    TableForked, Redealt, TimeArranged, TimeProposed, VacationTaken, VacationEnded, SeatReminded, TimeRanOut, TimeGranted,
    SeatAnsweredFor, SeatFreed,
)  # fmt: skip

# --- Who may ask what, when -------------------------------------------------------------------------------------------

SEAT = "seat"
_PLAYING = (Phase.BEGUN, Phase.PAUSED, Phase.FINISHED)

PERMISSIONS: dict[type[Command], tuple[tuple[object, ...], tuple[Phase, ...]]] = {
    OpenTable: ((HOST,), (Phase.UNOPENED,)),
    TakeSeat: ((HOST, SEAT), (Phase.OPEN, Phase.SEATED, Phase.BEGUN, Phase.PAUSED)),
    LeaveSeat: ((HOST, SEAT), (Phase.OPEN, Phase.SEATED)),
    AddEntropy: ((SEAT,), (Phase.OPEN, Phase.SEATED)),
    BeginGame: ((HOST,), (Phase.SEATED,)),
    PauseTable: ((HOST, ARBITER), (Phase.BEGUN,)),
    ResumeTable: ((HOST, ARBITER), (Phase.PAUSED,)),
    Resign: ((SEAT,), (Phase.BEGUN, Phase.PAUSED)),
    AbandonTable: ((HOST,), (Phase.OPEN, Phase.SEATED, Phase.BEGUN, Phase.PAUSED)),
    CloseTable: ((HOST, ARBITER, SERVER), (Phase.FINISHED, Phase.ABANDONED)),
    Undo: ((SEAT, HOST, ARBITER), _PLAYING),
    Redo: ((SEAT, HOST, ARBITER), _PLAYING),
    RequestUndo: ((SEAT, HOST), _PLAYING),
    ProposeEdition: ((HOST,), (Phase.BEGUN, Phase.PAUSED)),
    GiveConsent: ((SEAT,), _PLAYING),
    RefuseConsent: ((SEAT,), _PLAYING),
    WithdrawRequest: ((SEAT, HOST), _PLAYING),
    RenewChance: ((SERVER,), (Phase.BEGUN, Phase.PAUSED)),
    DiscloseLog: ((SERVER,), (Phase.OPEN, Phase.SEATED, Phase.BEGUN, Phase.PAUSED)),
    SetOrder: ((SEAT,), (Phase.OPEN, Phase.SEATED, Phase.BEGUN, Phase.PAUSED)),
    CallTime: ((SEAT, HOST, ARBITER, SERVER), _PLAYING),
    ArrangeDisputes: ((HOST,), (Phase.OPEN, Phase.SEATED)),
    ContestRecord: ((SEAT, HOST), _PLAYING),
    ContestRefusal: ((SEAT, HOST), _PLAYING),
    AddEvidence: ((SEAT, HOST, ARBITER), _PLAYING),
    WithdrawContest: ((SEAT, HOST), _PLAYING),
    ProposeSettlement: ((SEAT, HOST), _PLAYING),
    AnswerSettlement: ((SEAT,), _PLAYING),
    AcceptArbiter: ((SEAT,), _PLAYING),
    GiveRuling: ((ARBITER,), _PLAYING),
    PutToVote: ((SEAT, HOST), _PLAYING),
    VoteOnRuling: ((SEAT,), _PLAYING),
    Appeal: ((SEAT, HOST), _PLAYING),
    ForkTable: ((HOST,), (Phase.UNOPENED,)),
    ArrangeTime: ((HOST,), (Phase.OPEN, Phase.SEATED)),
    ProposeTime: ((HOST,), (Phase.BEGUN, Phase.PAUSED)),
    TakeVacation: ((SEAT,), (Phase.BEGUN, Phase.PAUSED)),
    EndVacation: ((SEAT,), (Phase.BEGUN, Phase.PAUSED)),
    GrantTime: ((HOST,), (Phase.BEGUN, Phase.PAUSED)),
    AnswerForSeat: ((HOST,), (Phase.BEGUN,)),
    FreeSeat: ((HOST,), (Phase.BEGUN,)),
}


def check_permitted(command: Command, by: int, phase: Phase, has_arbiter: bool) -> None:
    """Raise NOT_PERMITTED (T-10) or WRONG_LIFE_PHASE (T-10) where the table above does not allow the command, and
    NO_ARBITER (T-23) where nobody is the table's arbiter."""
    who, when = PERMISSIONS[type(command)]
    if by not in who and not (by >= 0 and SEAT in who):
        raise Refusal("NOT_PERMITTED", "T-10", by=by, command=type(command).__name__)
    if by == ARBITER and not has_arbiter:
        raise Refusal("NO_ARBITER", "T-23")
    if phase not in when:
        raise Refusal("WRONG_LIFE_PHASE", "T-10", command=type(command).__name__, phase=phase.value)
