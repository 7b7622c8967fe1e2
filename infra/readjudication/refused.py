"""Kept refusals: what was turned down once is decided again where it was."""

from collections.abc import Sequence
from typing import Any

import msgspec
from eventsourcing.persistence import DatabaseError

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


class Kept(msgspec.Struct, frozen=True):
    """A refusal as it is kept beside its table. Older ones have no `version` and no `seat`."""

    at: int
    id: str
    by: int
    expected: int
    command: msgspec.Raw
    refusal: TurnedDown
    version: int | None = None
    seat: int | None = None

    @property
    def stood_at(self) -> int:
        """The version that the table was at: whoever is refused by the rules has seen the latest one (T-13)."""
        return self.expected if self.version is None else self.version

    @property
    def acting_seat(self) -> int:
        """The seat acted for, or -1."""
        seat = self.seat if self.seat is not None else self.by
        return max(seat, -1)

    @property
    def name(self) -> str:
        """The name of the command, empty where none is given."""
        return _NAME.decode(self.command).command

    @property
    def is_for_the_rules(self) -> bool:
        """Whether it is of a command of the game. The table's own say nothing about an edition: of standing orders, the
        only ones that the game has a say in, nothing is kept (T-25)."""
        return self.name not in _TABLES_OWN


class _Named(msgspec.Struct):
    command: str = ""


_NAME = msgspec.json.Decoder(_Named)
_KEPT = msgspec.json.Decoder(Kept)


def read_kept(table: str, logged: Sequence[tuple[str, bytes]]) -> list[tuple[str, Kept]]:
    """The refusals at a table that are for the rules, each with its id; `DatabaseError` for one that cannot be read."""
    kept = []
    for entry, payload in logged:
        try:
            one = _KEPT.decode(payload)
            if one.is_for_the_rules:
                kept.append((entry, one))
        except msgspec.MsgspecError as error:
            raise DatabaseError(f"Refusal {entry} at table {table} cannot be read: {error}.") from error
    return kept


class Lowest:
    """Chance for a command that never had any: always the lowest value. What it decides is told to nobody."""

    lasting = True

    def value(self, label: str, number: int, bound: int, items: Sequence[object] | None) -> int:
        return 0


def refused_again(
    table: Table, kept: Kept, codec: Codec, edition: Edition
) -> tuple[Command | None, Kind, Decision] | None:
    """What an edition would say to a command that was refused at this table, which is used up; None for the same."""
    said = (kept.refusal.code, kept.refusal.clause)
    if said in BEFORE_THE_RULES:
        return None
    try:
        command = codec.read_command(bytes(kept.command))
    except msgspec.MsgspecError as error:
        return None, Kind.UNDECIDED, Unknown(str(error))
    seat = None if kept.acting_seat in (-1, kept.by) else kept.acting_seat
    chance: Source = Dictated({}) if said == _NO_CHANCE else Lowest()
    submission = Submission(kept.id, kept.by, kept.stood_at, command, seat)
    match decide_under(table, submission, Moment(kept.at, chance, b""), edition):
        case Refused(refusal):
            now = TurnedDown(refusal.clause, refusal.code, _as_kept(refusal.arguments))
            return None if now == kept.refusal else (command, Kind.REFUSED_OTHERWISE, now)
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
