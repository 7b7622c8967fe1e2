"""One example of everything that the kernel stores, by a name; the golden bytes and the sentences are made of these."""

from typing import Any

import msgspec

from domain.table.lifecycle import (
    AbandonTable,
    AddEntropy,
    BeginGame,
    ChanceRenewed,
    CloseTable,
    ConsentGiven,
    ConsentRefused,
    EditionAdopted,
    EditionProposed,
    EntropyAdded,
    GameBegun,
    GameFinished,
    GiveConsent,
    LeaveSeat,
    OpenTable,
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
from domain.table.messages import ARBITER, HOST, Command, Event, Term
from domain.table.records import Cause, Draw, Record

EVENTS: dict[str, Event] = {
    "TableOpened": TableOpened("trumps", "1", 2, "hanna", "ab" * 32, '{"cards":12}', "provable", "arno"),
    "TableOpened without an arbiter": TableOpened("trumps", "1", 12, "hanna", "ab" * 32, "{}", "dictated"),
    "SeatTaken": SeatTaken(0, "ada"),
    "SeatLeft": SeatLeft(11),
    "EntropyAdded": EntropyAdded(1, "cd" * 32),
    "GameBegun": GameBegun(),
    "TablePaused": TablePaused(),
    "TableResumed": TableResumed(),
    "SeatResigned": SeatResigned(1),
    "TableAbandoned": TableAbandoned(),
    "GameFinished": GameFinished((12, -3, 1_000_000), (2, 3, 1)),
    "TableClosed": TableClosed("ef" * 32),
    "TableClosed without a seed": TableClosed(),
    "Undone": Undone(2**40),
    "UndoRequested": UndoRequested(300, (0, 2)),
    "EditionProposed": EditionProposed("2", (0, 1)),
    "ConsentGiven": ConsentGiven(0),
    "ConsentRefused": ConsentRefused(1),
    "RequestWithdrawn": RequestWithdrawn(),
    "EditionAdopted": EditionAdopted("2"),
    "ChanceRenewed": ChanceRenewed(1000, "01" * 32),
}
COMMANDS: dict[str, Command] = {
    "OpenTable": OpenTable("trumps", "1", 2, "hanna", "ab" * 32, '{"cards":12}', "seeded", "arno"),
    "TakeSeat": TakeSeat(0, "ada"),
    "LeaveSeat": LeaveSeat(0),
    "AddEntropy": AddEntropy("cd" * 32),
    "BeginGame": BeginGame(),
    "PauseTable": PauseTable(),
    "ResumeTable": ResumeTable(),
    "Resign": Resign(),
    "AbandonTable": AbandonTable(),
    "CloseTable": CloseTable("ef" * 32),
    "Undo": Undo(7),
    "Redo": Redo(),
    "RequestUndo": RequestUndo(7),
    "ProposeEdition": ProposeEdition("2"),
    "GiveConsent": GiveConsent(),
    "RefuseConsent": RefuseConsent(),
    "WithdrawRequest": WithdrawRequest(),
    "RenewChance": RenewChance("01" * 32),
}
DRAWS = (Draw("deck", 0, 72, 71), Draw("die", 3, 6, 0))
CAUSE = Cause("c-1", -1, msgspec.Raw(msgspec.msgpack.encode(Undo(7))), bytes(range(32)))
AT = 1_700_000_000_000_000
OTHERS: dict[str, Any] = {
    "Draw": DRAWS[0],
    "Cause": CAUSE,
    "Term": Term("tile", 3, -2, "B-9"),
    "Record of an event alone": Record(AT, HOST, GameBegun()),
    "Record with draws": Record(AT, 0, GameFinished((1,), (1,)), DRAWS),
    "Record under another clause": Record(AT, ARBITER, Undone(7), (), "T-23"),
    "Record with its cause": Record(0, 11, SeatTaken(11, "ada"), (), None, CAUSE),
    "Record with everything": Record(2**53 - 1, -3, GameFinished((1,), (1,)), DRAWS, "B-15", CAUSE),
}
