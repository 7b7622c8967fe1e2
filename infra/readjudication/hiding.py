"""What a finding may tell of a table that is not finished: as much as a spectator may see (T-16)."""

from typing import Any

import msgspec

from domain.table.lifecycle import SetOrder
from domain.table.messages import Command
from domain.table.records import Record
from domain.table.seeing import hides_nothing, seen_record
from domain.table.table import Table
from infra.exports import is_secret
from infra.readjudication.findings import Decision, Finding, Happens, Nothing, TurnedDown, Unknown


def as_everybody_may_see(table: Table, finding: Finding) -> Finding:
    """The finding at a table without what its spectators may not see; of a finished table all of it.

    Where anything at all is hidden in a game, the arguments of a refusal may tell a hand, and so may the reason why
    something cannot be decided.
    """
    if not is_secret(table):
        return finding
    command = _seen_command(table, finding)
    was, would_be = _seen(table, finding.was), _seen(table, finding.would_be)
    hides = (command, was, would_be) != (finding.command, finding.was, finding.would_be)
    return msgspec.structs.replace(finding, command=command, was=was, would_be=would_be, hides=hides)


def _seen_command(table: Table, finding: Finding) -> Command | None:
    if finding.command is None or isinstance(finding.command, SetOrder):
        return None
    seen: Command | None = table.rulebook.redact_command(finding.command, None, finding.seat)
    return seen


def _seen(table: Table, decision: Decision) -> Decision:
    match decision:
        case Nothing():
            return decision
        case Happens(clause, event):
            seen: Record[Any] | None = None if event is None else seen_record(table, Record(0, 0, event), None)
            return Happens(clause, None if seen is None else seen.event)
        case TurnedDown(clause, code, arguments) if arguments and not hides_nothing(table.rulebook):
            return TurnedDown(clause, code, None)
        case Unknown() if not hides_nothing(table.rulebook):
            return Unknown(None)
    return decision
