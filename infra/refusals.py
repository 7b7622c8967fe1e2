"""What is kept of commands that were turned down: beside their table, for whom they turned down (T-52)."""

from collections.abc import Iterable
from typing import Any

import msgspec
from eventsourcing.persistence import DatabaseError

from domain.table.disputes.messages import ContestRefusal
from domain.table.lifecycle import CloseTable, SetOrder
from domain.table.records import Submission
from domain.table.refusals import Refusal, as_given
from domain.table.table import Table
from infra.streams import LoggedRefusal

LONGEST_ID = 80


class DamagedRefusalError(DatabaseError):
    """What is kept under an id is no refusal."""


class KeptRefusal(msgspec.Struct, frozen=True):
    """A refusal: its id at the table, when it was (microseconds), who spoke and for which seat (-1: for none), at which version
    of the table and which one was expected, the command as JSON text, and why it was turned down."""

    id: str
    at: int
    by: int
    seat: int
    version: int
    expected: int
    command: str
    code: str
    clause: str
    arguments: dict[str, Any]

    @property
    def refusal(self) -> Refusal:
        """What was answered."""
        return Refusal(self.code, self.clause, **self.arguments)


class _Told(msgspec.Struct, frozen=True):
    code: str
    clause: str
    arguments: dict[str, Any]


class _Stored(msgspec.Struct, frozen=True):
    # The two at the end have not always been kept.
    at: int
    by: int
    expected: int
    command: msgspec.Raw
    refusal: _Told
    version: int | None = None
    seat: int | None = None


def kept_bytes(submission: Submission, refusal: Refusal, version: int, at: int) -> bytes:
    """What is kept of a command that was refused at a version of its table, as JSON."""
    ordered = isinstance(submission.command, SetOrder)
    return msgspec.json.encode(
        {
            "at": at,
            "id": submission.id[:LONGEST_ID],
            "by": submission.by,
            "expected": submission.expected,
            "command": _without_secrets(submission.command),
            "refusal": _without_arguments(refusal) if ordered else refusal.to_builtins(),
            "version": version,
            "seat": submission.acting_seat,
        }
    )


def read_refusal(table_id: str, logged: LoggedRefusal) -> KeptRefusal:
    """A refusal as it was kept; `DamagedRefusalError` names one that cannot be read.

    Where its version was not kept it is the expected one, and the seat is the speaker's.
    """
    try:
        stored = msgspec.json.decode(logged.payload, type=_Stored)
        command = bytes(stored.command).decode()
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise DamagedRefusalError(f"Refusal {logged.id} at table {table_id} cannot be read: {error}.") from error
    told = stored.refusal
    arguments = as_given(told.arguments)
    version = stored.expected if stored.version is None else stored.version
    seat = max(stored.by, -1) if stored.seat is None else stored.seat
    return KeptRefusal(
        logged.id, stored.at, stored.by, seat, version, stored.expected, command, told.code, told.clause, arguments
    )


def own_refusals(kept: Iterable[KeptRefusal], table: Table, who: int) -> list[KeptRefusal]:
    """Of what is kept of a table's refusals, what the person was turned down for who holds a seat now, or the host or the
    arbiter."""
    since = table.seats[who].since if who >= 0 else 0
    return [one for one in kept if one.by == who and one.version >= since]


def refusal_said(table: Table, refused: KeptRefusal) -> str:
    """A refusal in words. Of a standing order it is not kept what was wrong with it."""
    if _command_name(refused) == SetOrder.__name__:
        return f"A standing order was turned down ({refused.code})."
    return table.catalogue.refusal(refused.refusal)


class NotKeptError(Exception):
    """Of a refused command it is not kept what it said; the message is one sentence."""


def contest_of(refused: KeptRefusal, clause: str, argument: str | None) -> ContestRefusal:
    """The command that contests a refusal; `NotKeptError` where what was refused is not kept whole."""
    if _command_name(refused) in (SetOrder.__name__, CloseTable.__name__):
        raise NotKeptError("What this command said is not kept, so that its refusal cannot be contested.")
    return ContestRefusal(refused.version, refused.expected, refused.seat, refused.command, clause, argument)


def _command_name(refused: KeptRefusal) -> str:
    """The name of the command that was refused; nothing where it was none."""
    command = msgspec.json.decode(refused.command)
    return str(command.get("command", "")) if isinstance(command, dict) else ""


def _without_secrets(command: object) -> object:
    """What is kept of a refused command: the seed is still a secret then, and a standing order is the seat's own (T-25)."""
    match command:
        case CloseTable():
            return msgspec.structs.replace(command, seed=None)
        case SetOrder():
            return msgspec.structs.replace(command, prompt="", order=None)
    return command


def _without_arguments(refusal: Refusal) -> dict[str, object]:
    # What was wrong with an order tells what it says.
    return {**refusal.to_builtins(), "arguments": {}}
