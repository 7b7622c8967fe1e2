"""Disputes: whether what was ruled, settled and voted is what the log says that it is, and was done (T-50 to T-63).

It is a fault where the log contradicts itself. What the game's own rules make of it is decided again with all other commands.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from domain.table.disputes.messages import (
    Reapplied,
    RecordContested,
    RefusalContested,
    Ruled,
    Settled,
    VoteClosed,
    VoteGiven,
    VoteOpened,
)
from domain.table.lifecycle import Undone
from domain.table.messages import Command
from domain.table.records import Record
from domain.table.refusals import UNFOLDABLE, Refusal
from domain.table.table import Table
from domain.table.wire import stored_command
from infra.references import Records
from infra.verification.followed import Rest, Wrong, check_remedied, check_undone
from infra.verification.judged import check_closed, check_given, check_opened, check_ruled, check_settled
from infra.verification.report import Report

_DISPUTED = (RecordContested, RefusalContested, Ruled, Settled, VoteOpened, Reapplied)


def has_disputes(records: Records) -> bool:
    """Whether there is anything to check."""
    return any(record is not None and isinstance(record.event, _DISPUTED) for record in records)


def check_disputes(table: Table, parted: set[int] | None, report: Report) -> None:
    """Check all disputes of a table, and all moves that were made again. `parted`: the versions of the records that today's
    rules would decide differently; None where they were not asked."""
    if not has_disputes(table.records):
        return
    found, faults = Counter[str](), len(report.faults)
    before = Table(table.id, table.rulebook)
    for first in table.starts:
        _, last = table.command_span(first)
        try:
            _check_command(before, table.records[first - 1 : last], parted, found)
        except Wrong as wrong:
            report.fault(wrong.version, str(wrong))
        except UNFOLDABLE as error:
            report.fault(first, f"its disputes cannot be followed: {str(error) or type(error).__name__}", last)
            return
        for record in table.records[before.version : last]:
            before.enter(record)
    if len(report.faults) == faults:
        _tell(found, parted is None, report)


def _check_command(
    before: Table, recorded: Sequence[Record[Any]], parted: set[int] | None, found: "Counter[str]"
) -> None:
    """Check one command's records; those that were checked are entered into `before`."""
    command, voted, remedied = _command(before, recorded), None, False
    first = before.version + 1
    for n, record in enumerate(recorded):
        rest = Rest(before.version + 2, recorded[n + 1 :])
        passed, voted = voted, None
        match record.event:
            case VoteOpened():
                check_opened(before, record)
            case VoteGiven():
                check_given(before, record)
            case VoteClosed() as closed:
                ballot = check_closed(before, record, command)
                found["vote"] += 1
                if closed.passed and closed.possible:
                    voted = ballot
                    if not rest.records or not isinstance(rest.records[0].event, Ruled):
                        raise Wrong(before.version + 1, "a vote has passed, and nothing is ruled")
            case Ruled() | Settled() as ruled:
                if isinstance(ruled, Ruled):
                    check_ruled(before, record, command, passed)
                else:
                    check_settled(before, record)
                remedied = True
                _count_remedied(before, ruled, rest, found, doubtful=parted is None or first in parted)
            case RefusalContested():
                found["refusal"] += 1
                found["refusal in doubt"] += parted is None or first in parted
            case Undone() as undone if not remedied:
                remedied = True
                found["move"] += check_undone(before, undone, rest)
            case Reapplied() if not remedied:
                raise Wrong(before.version + 1, "a move is made again, and nothing was taken back")
        before.enter(record)


def _count_remedied(
    before: Table, ruled: Ruled | Settled, rest: Rest, found: "Counter[str]", *, doubtful: bool
) -> None:
    kind = "ruling" if isinstance(ruled, Ruled) else "settlement"
    try:
        found["move"] += check_remedied(before, ruled, rest)
    except Refusal:
        found["unread"] += 1
        return
    found[kind] += 1
    found["followed otherwise"] += doubtful


def _command(before: Table, recorded: Sequence[Record[Any]]) -> Command:
    cause = recorded[0].cause
    if cause is None:
        raise Wrong(before.version + 1, "no command caused it")
    try:
        return stored_command(before.rulebook, cause.command)
    except msgspec.MsgspecError as error:
        raise Wrong(before.version + 1, f"its command cannot be read: {error}") from error


def _tell(found: "Counter[str]", undecided: bool, report: Report) -> None:
    ruled = [counted(found[kind], kind) for kind in ("ruling", "settlement") if found[kind]]
    several = found["ruling"] + found["settlement"] > 1
    if ruled:
        said = "were made by those entitled to, and what followed is exactly what they say" if several else (
            "was made by those entitled to, and what followed is exactly what it says"
        )  # fmt: skip
        report.proved.append(f"{' and '.join(ruled)} {said}.")
    if number := found["vote"]:
        report.proved.append(f"{counted(number, 'vote')} {'was' if number == 1 else 'were'} counted right.")
    if number := found["move"]:
        made = "move that was made again" if number == 1 else "moves that were made again"
        report.proved.append(f"{number} {made} happened as before.")
    if sure := found["refusal"] - found["refusal in doubt"]:
        report.proved.append(f"{counted(sure, 'contested refusal')} {'is' if sure == 1 else 'are'} refused so again.")
    _tell_unproved(found, undecided, report)


def _tell_unproved(found: "Counter[str]", undecided: bool, report: Report) -> None:
    why = "decisions are not made again here" if undecided else "their commands are decided otherwise today"
    if number := found["followed otherwise"]:
        report.unproved.append(
            f"What followed {counted(number, 'remedy')} by the game's own rules is not proved: {why}."
        )
    if number := found["refusal in doubt"]:
        report.unproved.append(f"That {counted(number, 'contested refusal')} would be refused so is not proved: {why}.")
    if number := found["unread"]:
        report.unproved.append(
            f"What followed {counted(number, 'correction')} is not checked: today's rulebook cannot read what was given."
        )


def counted(number: int, noun: str) -> str:
    """A number of things, by an English noun."""
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun.removesuffix('y')}ies" if noun.endswith("y") else f"{number} {noun}s"
