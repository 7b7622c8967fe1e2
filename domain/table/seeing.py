"""The one place where secrets are held back: what a viewer may see of a table's records (T-16).

Law of non-interference: change what is hidden from a viewer, and every byte that the viewer gets stays the same.
"""

from typing import Any

from domain.table.lifecycle import OrderFollowed, OrderSet
from domain.table.messages import TableEvent
from domain.table.records import Cause, Record
from domain.table.rulebook import Rulebook
from domain.table.table import Table


def view_of(table: Table, viewer: int | None) -> Any:
    """The game as a seat, or a spectator (None), may see it; None before it begins."""
    return None if table.game is None else table.rulebook.view(table.game, viewer)


def hides_nothing(rulebook: Rulebook) -> bool:
    """Whether everybody sees every event of the game whole."""
    return type(rulebook).redact is Rulebook.redact


def seen_record(table: Table, record: Record[Any], viewer: int | None, command: Any = None) -> Record[Any] | None:
    """The record as a viewer may see it: its event redacted, its chance and command only where nothing is hidden.

    `command` is the record's command, decoded. None where the viewer may not even know that something happened.
    """
    event = record.event
    if isinstance(event, OrderSet) and event.seat != viewer:
        # T-25: not even what it is about.
        return Record(record.at, record.by, OrderSet(event.seat, "", None), clause=record.clause)
    if isinstance(event, TableEvent | OrderFollowed):
        return record
    seen = table.rulebook.redact(event, viewer)
    if seen is None:
        return None
    return Record(
        record.at,
        record.by,
        seen,
        record.draws if seen == event and _chance_is_public(table) else (),
        record.clause,
        _seen_cause(table, record, viewer, command),
    )


def _chance_is_public(table: Table) -> bool:
    # Which of the remaining cards was picked says how many lower ones remain, and so what others hold. That tells nothing
    # in a game without secrets, and nothing new once the seed is published.
    return hides_nothing(table.rulebook) or (table.closed is not None and table.closed.seed is not None)


def _seen_cause(table: Table, record: Record[Any], viewer: int | None, command: Any) -> Cause | None:
    if record.cause is None or command is None:
        return None
    seen = table.rulebook.redact_command(command, viewer, record.cause.seat)
    return record.cause if seen == command else None
