"""The one place where secrets are held back: what a viewer may see of a table's records (T-16).

Law of non-interference: change what is hidden from a viewer, and every byte that the viewer gets stays the same.
"""

from typing import Any

import msgspec

from domain.table.disputes.messages import (
    ContestRefusal,
    GiveRuling,
    ProposeSettlement,
    PutToVote,
    Reapplied,
    RefusalContested,
    Remedy,
    VoteGiven,
    VoteOnRuling,
    remedy_of,
)
from domain.table.evolving import KERNEL_OWN
from domain.table.lifecycle import OrderSet, SetOrder
from domain.table.messages import ARBITER, HOST, ORIGIN, WHOLE, Command, Event, TableEvent
from domain.table.records import Cause, Record
from domain.table.refusals import Refusal
from domain.table.rulebook import Rulebook
from domain.table.table import Table
from domain.table.wire import events_text, read_command, read_events


def view_of(table: Table, viewer: int | None) -> Any:
    """The game as a seat, or a spectator (None), may see it; None before it begins."""
    if table.game is None:
        return None
    return table.rulebook.view(table.game, reader_of(table, viewer) if table.is_copying else viewer)


def reader_of(table: Table, viewer: int | None) -> int | None:
    """T-64: who a viewer counts as where a fork shows what it has copied: a spectator, but for the one who may read it."""
    return viewer if table.forked is not None and table.forked.reader in (WHOLE, viewer) else None


def is_withheld(table: Table, record: Record[Any]) -> bool:
    """T-64: whether a record was copied from a table that may still hold secrets, so that it is never shown whole to all."""
    copied_whole = table.forked is not None and table.forked.reader == WHOLE
    return record.by == ORIGIN and not copied_whole and not hides_nothing(table.rulebook)


def hides_nothing(rulebook: Rulebook) -> bool:
    """Whether everybody sees every event of the game whole."""
    return type(rulebook).redact is Rulebook.redact


def host_would_see(table: Table) -> bool:
    """T-72: whether acting for a seat would show the host, who plays itself, what is hidden from it: whoever acts for a seat
    sees what that holds."""
    host = table.person_of(HOST)
    return not hides_nothing(table.rulebook) and any(seat.person == host for seat in table.seats)


def looks_by_office(table: Table, person: str) -> bool:
    """T-2: whether somebody may have seen, as the host or the arbiter of a game that has begun, what is hidden from seats."""
    hides = table.begun_at and not hides_nothing(table.rulebook)
    return bool(hides) and person in (table.person_of(HOST), table.person_of(ARBITER))


def seen_record(table: Table, record: Record[Any], viewer: int | None, command: Any = None) -> Record[Any] | None:
    """The record as a viewer may see it: its event redacted, its chance and command only where nothing is hidden.

    `command` is the record's command, decoded. None where the viewer may not even know that something happened.
    """
    event = record.event
    if isinstance(event, TableEvent) or type(event) in KERNEL_OWN:
        if isinstance(event, Reapplied) and _is_hidden(table, event.version, viewer):
            return None
        shown = _seen_of_table(table, event, viewer)
        return record if shown == event else Record(record.at, record.by, shown, clause=record.clause)
    seen = table.rulebook.redact(event, reader_of(table, viewer) if record.by == ORIGIN else viewer)
    if seen is None:
        return None
    draws_shown = seen == event and chance_is_public(table) and not is_withheld(table, record)
    return Record(
        record.at,
        record.by,
        seen,
        record.draws if draws_shown else (),
        record.clause,
        _seen_cause(table, record, viewer, command),
    )


def _is_hidden(table: Table, version: int, viewer: int | None) -> bool:
    """Whether a viewer may not even know of what the command at the version did."""
    first, last = table.command_span(version)
    return all(seen_record(table, record, viewer) is None for record in table.records[first - 1 : last])


def _seen_of_table(table: Table, event: Event, viewer: int | None) -> Event:
    if isinstance(event, OrderSet) and event.seat != viewer:
        # T-25: not even what it is about.
        return OrderSet(event.seat, "", None)
    if isinstance(event, VoteGiven) and event.seat != viewer and table.disputes.arranged.sealed:
        return msgspec.structs.replace(event, choice=None)
    if isinstance(event, RefusalContested):
        return _seen_refusal(table, event, viewer)
    remedy = remedy_of(event)
    if remedy is not None and remedy.events:
        return msgspec.structs.replace(event, remedy=seen_remedy(table.rulebook, remedy, viewer))
    return event


def _seen_refusal(table: Table, event: RefusalContested, viewer: int | None) -> RefusalContested:
    # T-52: what was wrong with a command tells what it says.
    if _shows_text(table, event.refused, viewer, event.seat):
        return event
    return msgspec.structs.replace(event, refused="", code="", of="", arguments="{}")


def _shows_text(table: Table, text: str, viewer: int | None, seat: int) -> bool:
    try:
        command = read_command(table.rulebook, text)
    except Refusal:
        # Rules that do not know the command any more cannot say what it hides.
        return False
    return _shows_whole(table, command, viewer, seat)


def _shows_whole(table: Table, command: Command, viewer: int | None, seat: int) -> bool:
    """Whether a command of a seat hides nothing from a viewer, nor one that it speaks of."""
    rulebook = table.rulebook
    match command:
        case SetOrder():
            return seat == viewer
        case VoteOnRuling():
            return seat == viewer or not table.disputes.arranged.sealed
        case ContestRefusal():
            return _shows_text(table, command.refused, viewer, command.seat)
        case GiveRuling() | PutToVote() | ProposeSettlement():
            return seen_remedy(rulebook, command.remedy, viewer) == command.remedy
    return bool(rulebook.redact_command(command, viewer, seat) == command)


def seen_remedy(rulebook: Rulebook, remedy: Remedy, viewer: int | None) -> Remedy:
    """A remedy as a viewer may see it: the events of its correction redacted, and left out where they may not be known of."""
    try:
        events = read_events(rulebook, remedy.events)
    except Refusal:
        # Rules that do not know the events any more cannot say what they hide.
        return msgspec.structs.replace(remedy, events="")
    seen = [rulebook.redact(event, viewer) for event in events]
    text = events_text([event for event in seen if event is not None])
    return msgspec.structs.replace(remedy, events=text)


def chance_is_public(table: Table) -> bool:
    # Which of the remaining things was picked says how many lower ones remain, and so what others hold. That tells nothing
    # in a game without secrets, and nothing new once the seed is published.
    return hides_nothing(table.rulebook) or (table.closed is not None and table.closed.seed is not None)


def _seen_cause(table: Table, record: Record[Any], viewer: int | None, command: Any) -> Cause | None:
    if record.cause is None or command is None:
        return None
    seen = table.rulebook.redact_command(command, viewer, record.cause.seat)
    return record.cause if seen == command else None
