"""What is kept of commands that were turned down: beside their table, for whom they turned down (T-52)."""

from collections.abc import Mapping
from typing import Any

import msgspec
from eventsourcing.persistence import DatabaseError

from domain.table.lifecycle import CloseTable, SetOrder
from domain.table.records import Submission
from domain.table.refusals import Refusal
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


def as_given(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """A refusal's arguments as rules give them, with tuples, from JSON."""
    return {name: tuple(one) if isinstance(one, list) else one for name, one in arguments.items()}


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
