"""`souls undo --dry-run`: who would be asked, and why; what would be taken back, and what would stay."""

from collections.abc import Sequence

from domain.table.lifecycle import RequestUndo, Undo
from domain.table.phrases import joined
from domain.table.refusals import Refusal
from domain.table.table import Table
from infra.outlooks import AskedToUndo, undo_ahead
from infra.wiring import Souls
from tools.cli.common import RefusedError, say, say_json
from tools.cli.outlook import tell_outlook


def show_undo(souls: Souls, table: Table, by: int, command: Undo | RequestUndo, as_json: bool) -> None:
    """Tell what an undo would need and do."""
    try:
        ahead = undo_ahead(souls.ledger.trial(table.id), by, command)
    except Refusal as refusal:
        raise RefusedError(table.catalogue, refusal) from None
    if as_json:
        say_json(ahead)
        return
    if not ahead.asked:
        say("Nobody is asked.")
    for one in ahead.asked:
        say(f"{table.catalogue.seat(one.seat)} would be asked: {_why(table, one)}.")
    tell_outlook(table, ahead.outlook)


def _why(table: Table, one: AskedToUndo) -> str:
    why = [f"acted at {joined(map(str, _starts(table, one.acted)))}"] if one.acted else []
    for saw in one.saw:
        what = joined(table.catalogue.word(name, "what") for name in saw.what)
        why.append(f"saw {what} at {saw.version}")
    return "; ".join(why) or "nobody else is concerned"


def _starts(table: Table, versions: Sequence[int]) -> list[int]:
    """Where the commands begin that these records belong to."""
    return sorted({table.move_span(version)[0] for version in versions})
