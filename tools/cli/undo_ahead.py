"""`souls undo --dry-run`: who would be asked, and why; what would be taken back, and what would stay."""

from collections.abc import Sequence

import msgspec

from domain.table.consent import CONSENT
from domain.table.frontier import lessons
from domain.table.kernel import Accepted
from domain.table.lifecycle import GiveConsent, RequestUndo, Undo, UndoRequested
from domain.table.phrases import joined
from domain.table.reapplying import moves_in
from domain.table.refusals import Refusal
from domain.table.table import Table
from domain.table.undoing import actor, undone_by
from infra.trials import Trial
from infra.wiring import Souls
from tools.cli.common import RefusedError, say, say_json
from tools.cli.outlook import Outlook, seen_ahead, tell_outlook, tried


class Saw(msgspec.Struct, frozen=True):
    """By a record a seat was shown what was hidden before: the names of the event's fields, or chance."""

    version: int
    what: tuple[str, ...]


class Asked(msgspec.Struct, frozen=True):
    """A seat that would be asked: where it acted itself, and what it was shown. Neither: no other seat is concerned."""

    seat: int
    acted: tuple[int, ...]
    saw: tuple[Saw, ...]


def show_undo(souls: Souls, table: Table, by: int, command: Undo | RequestUndo, as_json: bool) -> None:
    """Tell what an undo would need and do. What seats have ordered in advance to answer is not told."""
    trial = souls.ledger.trial(table.id)
    for seat in trial.table.seats:
        seat.orders.pop(CONSENT, None)
    before = trial.table.copy()
    asked = _happened(trial, by, command)
    outlook = seen_ahead(before, trial.table)
    reasons = _reasons(before, command.to_version, asked, outlook)
    if as_json:
        say_json({"table": table.id, "version": table.version, "asked": reasons, "outlook": outlook})
        return
    if not reasons:
        say("Nobody is asked.")
    for one in reasons:
        say(f"{table.catalogue.seat(one.seat)} would be asked: {_why(table, one)}.")
    tell_outlook(table, outlook)


def _happened(trial: Trial, by: int, command: Undo | RequestUndo) -> tuple[int, ...]:
    outcome = trial.submit(by, command)
    if isinstance(command, Undo) and isinstance(outcome, Refusal) and outcome.code == "UNDO_NOT_FREE":
        outcome = trial.submit(by, RequestUndo(command.to_version))
    if isinstance(outcome, Refusal):
        raise RefusedError(trial.table.catalogue, outcome)
    asked = _asked(outcome)
    for seat in asked:
        tried(trial, seat, GiveConsent())
    return asked


def _asked(accepted: Accepted) -> tuple[int, ...]:
    return next((one.event.asked for one in accepted.records if isinstance(one.event, UndoRequested)), ())


def _reasons(table: Table, to_version: int, asked: Sequence[int], outlook: Outlook) -> list[Asked]:
    versions = undone_by(table, to_version)
    again = {move.version for move in outlook.moves if move.again}
    kept = (
        {version for move in moves_in(table, versions) if move.version in again for version in move.records}
        if versions
        else set()
    )
    lost = [version for version in versions if version not in kept]
    return [
        Asked(
            seat,
            tuple(version for version in lost if actor(table, version) == seat),
            tuple(Saw(one.version, one.what) for one in lessons(table, lost, (seat,))),
        )
        for seat in asked
    ]


def _why(table: Table, one: Asked) -> str:
    why = [f"acted at {joined(map(str, _starts(table, one.acted)))}"] if one.acted else []
    for saw in one.saw:
        what = joined(table.catalogue.word(name, "what") for name in saw.what)
        why.append(f"saw {what} at {saw.version}")
    return "; ".join(why) or "nobody else is concerned"


def _starts(table: Table, versions: Sequence[int]) -> list[int]:
    """Where the commands begin that these records belong to."""
    return sorted({table.move_span(version)[0] for version in versions})
