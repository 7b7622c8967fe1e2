"""Decisions in words: what was decided once and what would be decided, as people and scripts read it."""

from typing import Any

import msgspec

from domain.table.catalogue import Catalogue
from domain.table.refusals import Refusal
from domain.table.wire import fields_by_name
from infra.readjudication import Decision, Finding, Happens, TurnedDown, Unknown

HIDDEN = "hidden while the table is not finished"


class Said(msgspec.Struct, frozen=True):
    """A decision in words: the event or the code of the refusal that it is, None where it is neither or hidden, with its
    fields or arguments."""

    what: str | None
    clause: str | None
    sentence: str
    fields: dict[str, Any] | None


class Row(msgspec.Struct, frozen=True):
    """A finding as people and scripts read it."""

    table: str
    version: int
    record: int | None
    refusal: str | None
    kind: str
    by: int
    seat: int
    speaker: str
    command: str
    words: str
    fields: dict[str, Any] | None
    was: Said
    would_be: Said
    undone: bool
    hides: bool


def row_of(finding: Finding, catalogue: Catalogue) -> Row:
    """A finding in words; `catalogue` has the names of the seats at its table."""
    command = finding.command
    speaker = catalogue.seat(finding.by)
    if finding.seat not in (-1, finding.by):
        speaker += f" for {catalogue.seat(finding.seat)}"
    return Row(
        finding.table,
        finding.version,
        finding.record,
        finding.refusal,
        finding.kind.value,
        finding.by,
        finding.seat,
        speaker,
        finding.name,
        _command_words(finding, catalogue),
        None if command is None else _fields(command),
        _said(finding, finding.was, catalogue),
        _said(finding, finding.would_be, catalogue),
        finding.is_undone,
        finding.hides,
    )


def _command_words(finding: Finding, catalogue: Catalogue) -> str:
    """What was asked, in the game's words where it has some."""
    if finding.command is None:
        return f"{finding.name} ({HIDDEN})" if finding.hides else finding.name
    phrase = catalogue.command(finding.command)
    if phrase is not None:
        return phrase
    values = (f"{name.rstrip('_')} {value}" for name, value in _fields(finding.command).items() if value is not None)
    return " ".join((finding.name, *values))


def _said(finding: Finding, decision: Decision, catalogue: Catalogue) -> Said:
    match decision:
        case Happens(clause, None):
            return Said(None, clause, HIDDEN if finding.hides else "accepted; what happens is for chance to say", None)
        case Happens(clause, event) if event is not None:
            return Said(type(event).__name__, clause, catalogue.event(event), _fields(event))
        case TurnedDown(clause, code, None):
            return Said(code, clause, f"refused: {code} ({HIDDEN})", None)
        case TurnedDown(clause, code, arguments):
            sentence = catalogue.refusal(Refusal(code, clause, **(arguments or {})))
            return Said(code, clause, f"refused: {sentence}", arguments)
        case Unknown(why):
            return Said(None, None, f"it cannot be decided: {why or HIDDEN}", None)
    return Said(None, None, "nothing more", None)


def _fields(struct: msgspec.Struct) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(fields_by_name(struct))
    return fields
