"""State, scores and decisions: whether replaying gives what was exported, and what today's rules would decide."""

from collections.abc import Sequence
from typing import Any

from domain.table.again import Other, Refused, Repeated, Undecidable, decide_again
from domain.table.digest import digest, form
from domain.table.history import History
from domain.table.lifecycle import GameFinished, TableOpened, Undone
from domain.table.messages import Event, GameEvent, ScoringEvent, TableEvent
from domain.table.records import Record
from domain.table.refusals import UNFOLDABLE
from domain.table.rulebook import Rulebook
from domain.table.table import Table, fold
from infra.codec import Codec
from infra.exports import Export
from infra.verification.report import Finding, Report


def refold(export: Export, rulebook: Rulebook, records: Sequence[Record[Any] | None], report: Report) -> Table | None:
    whole = [record for record in records if record is not None]
    try:
        table = fold(export.table, rulebook, whole)
        state, shape = digest(table), form(table)
    except UNFOLDABLE as error:
        report.fault(0, f"The records cannot be replayed: {str(error) or type(error).__name__}.")
        return None
    if shape != export.form:
        report.unproved.append(
            "The state is not compared: the views of this game were different where it was exported."
        )
    elif state != export.digest:
        report.fault(0, "Replaying the records gives another state than the one that was exported.")
    else:
        report.proved.append("Replaying the records gives the exported state.")
    return table


def check_scores(records: Sequence[Record[Any] | None], report: Report) -> None:
    """T-8: the final scores are the sum of what was scored in the history. Nothing is said where a record is hidden: it may
    have been scored by."""
    events = [record.event for record in records if record is not None]
    if len(events) != len(records) or not isinstance(events[0], TableOpened):
        return
    try:
        counting = [events[version - 1] for version in history_of(events).line()]
    except UNFOLDABLE as error:
        report.fault(0, f"The history cannot be followed: {str(error) or type(error).__name__}.")
        return
    final = next((event.scores for event in reversed(counting) if isinstance(event, GameFinished)), None)
    if final is None:
        return
    sums = dict.fromkeys(range(events[0].seats), 0)
    for event in counting:
        if isinstance(event, ScoringEvent):
            for seat in event.seats:
                sums[seat] = sums.get(seat, 0) + event.points
    if tuple(sums.values()) != final:
        report.fault(0, f"The final scores are {final}, and what was scored adds up to {tuple(sums.values())}.")
    else:
        report.proved.append("The final scores are the sum of what was scored.")


def history_of(events: Sequence[Event]) -> History:
    """Which of a table's events count."""
    history = History()
    for event in events:
        if isinstance(event, Undone):
            history.jumped(event.to_version)
        elif isinstance(event, TableEvent):
            history.passed()
        else:
            history.played()
    return history


def check_decisions(table: Table, codec: Codec, report: Report) -> set[int]:
    """Give every command to today's rules, with the chance it had, and compare what happens with what happened.

    Returns the versions of the records whose commands would be decided differently.
    """
    again, records = Table(table.id, table.rulebook), table.records
    agreed = 0
    parted: set[int] = set()
    if table.forked is not None:
        # What it copied is not in it to be decided again (T-64).
        again = fold(table.id, table.rulebook, records[: table.starts[1] - 1 if table.starts[1:] else table.version])
    starts = table.starts[again.version > 0 :]
    for index, first in enumerate(starts):
        last = starts[index + 1] - 1 if index + 1 < len(starts) else table.version
        recorded = records[first - 1 : last]
        difference = _difference(again, codec, recorded)
        if difference is None:
            agreed += 1
            continue
        report.differences.append(Finding(first, difference, last))
        parted.update(range(first, last + 1))
        try:
            again = fold(table.id, table.rulebook, records[:last])
        except UNFOLDABLE as error:
            report.fault(
                first, f"up to here the records cannot be replayed: {str(error) or type(error).__name__}", last
            )
            return parted
    report.proved.append(f"Today's rules decide {agreed} of {len(starts)} commands as they were decided.")
    return parted


def _difference(table: Table, codec: Codec, recorded: Sequence[Record[Any]]) -> str | None:
    """What would be otherwise, in words; None where nothing would. The table is used up where something would."""
    cause = recorded[0].cause
    assert cause is not None
    command, before = codec.command(cause.command), table.version
    name = type(command).__name__
    match decide_again(table, recorded, command):
        case Undecidable(why):
            return f"{name} can no longer be decided: {why}"
        case Refused(refusal):
            return f"{name} would be refused now: {refusal.code} ({refusal.clause})"
        case Repeated():
            return f"{name} has the id of an earlier command, so that nothing would happen now"
        case Other() as other:
            return f"{name}{_otherwise(other, before)}"
    return None


def _otherwise(other: Other, before: int) -> str:
    now, then = other.would_be, other.was
    if now is None or then is None:
        return f" would cause {len(other.now)} records now, and it caused {len(other.then)}"
    version = before + other.first + 1
    if now.event != then.event:
        return f": record {version} would be {_brief(now.event)}, and it is {_brief(then.event)}"
    return f": record {version} would have another time, speaker, clause or chance"


def _brief(event: GameEvent) -> str:
    return f"{type(event).__name__}{tuple(getattr(event, field) for field in event.__struct_fields__)}"
