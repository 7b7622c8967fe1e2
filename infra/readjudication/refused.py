"""Kept refusals: what was turned down once is decided again where it was."""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.table.again import Refused, Repeated, Same, Undecidable, decide_under
from domain.table.chance import Dictated, Source
from domain.table.clauses import Edition
from domain.table.kernel import Moment
from domain.table.messages import Command
from domain.table.permissions import TABLE_COMMANDS
from domain.table.records import Submission
from domain.table.table import Table
from infra.codec import Codec
from infra.readjudication.findings import Decision, Happens, Kind, TurnedDown, Unknown
from infra.refusals import KeptRefusal, read_refusal
from infra.streams import LoggedRefusal

# What the kernel turns down before any edition of the rules is asked (T-11 to T-13, T-15): it would do so again.
BEFORE_THE_RULES = frozenset(
    {
        ("BAD_COMMAND_ID", "T-11"),
        ("COMMAND_ID_REUSED", "T-11"),
        ("GAME_NOT_ACTIVE", "T-12"),
        ("STALE_VERSION", "T-13"),
        ("UNKNOWN_COMMAND", "T-15"),
    }
)
_NO_CHANCE = ("NO_CHANCE", "T-34")
_TABLES_OWN = frozenset(command.__name__ for command in TABLE_COMMANDS)


class _Named(msgspec.Struct):
    command: str = ""


def command_name(kept: KeptRefusal) -> str:
    """The name of the command that was refused, empty where none is given."""
    return msgspec.json.decode(kept.command, type=_Named).command


def read_kept(table: str, logged: Sequence[tuple[str, bytes]]) -> list[KeptRefusal]:
    """The refusals at a table of commands of the game; `DatabaseError` for one that cannot be read.

    The table's own commands say nothing about an edition: of standing orders, the only ones that the game has a say in, nothing
    is kept (T-25).
    """
    kept = (read_refusal(table, LoggedRefusal(entry, payload)) for entry, payload in logged)
    return [one for one in kept if command_name(one) not in _TABLES_OWN]


def turned_down(kept: KeptRefusal) -> TurnedDown:
    """What was said to it then."""
    return TurnedDown(kept.clause, kept.code, _as_kept(kept.arguments))


class Lowest:
    """Chance for a command that never had any: always the lowest value. What it decides is told to nobody."""

    lasting = True

    def value(self, label: str, number: int, bound: int, items: Sequence[object] | None) -> int:
        return 0


def refused_again(
    table: Table, kept: KeptRefusal, codec: Codec, edition: Edition
) -> tuple[Command | None, Kind, Decision] | None:
    """What an edition would say to a command that was refused at this table, which is used up; None for the same."""
    said = (kept.code, kept.clause)
    if said in BEFORE_THE_RULES:
        return None
    try:
        command = codec.read_command(kept.command)
    except msgspec.MsgspecError as error:
        return None, Kind.UNDECIDED, Unknown(str(error))
    seat = None if kept.seat in (-1, kept.by) else kept.seat
    chance: Source = Dictated({}) if said == _NO_CHANCE else Lowest()
    submission = Submission(kept.id, kept.by, kept.version, command, seat)
    match decide_under(table, submission, Moment(kept.at, chance, b""), edition):
        case Refused(refusal):
            now = TurnedDown(refusal.clause, refusal.code, _as_kept(refusal.arguments))
            return None if now == turned_down(kept) else (command, Kind.REFUSED_OTHERWISE, now)
        case Same(records):
            happens = Happens(records[0].law, None if records[0].draws else records[0].event)
            return command, Kind.ACCEPTED, happens
        case Undecidable(why):
            return None if said == _NO_CHANCE else (command, Kind.UNDECIDED, Unknown(why))
        case Repeated():
            return command, Kind.UNDECIDED, Unknown("The table holds a command of this id.")


def _as_kept(arguments: Any) -> dict[str, Any]:
    """Arguments as they are read of a kept refusal, to be compared with those."""
    return msgspec.json.decode(msgspec.json.encode(arguments), type=dict[str, Any])
