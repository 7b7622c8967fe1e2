"""Undos as they are asked for: how far back one goes where nobody says, and bots, who agree to every one."""

from domain.table.lifecycle import GiveConsent
from domain.table.records import Submission
from domain.table.refusals import Refusal
from domain.table.robots import answers_of_bots
from domain.table.table import Table
from infra.ledger import Ledger
from infra.opened import new_command_id


class NothingPlayedError(Exception):
    """Nothing has been played that could be undone; the message is one sentence."""


def before_last(table: Table, at: int) -> int:
    """The version before the last command of the game that counted at a version (0 and more, up to the table's own)."""
    line = table.history.line(at)
    if not line or line[-1] <= table.setup_end:
        raise NothingPlayedError("Nothing has been played that could be undone.")
    return table.command_span(line[-1])[0] - 1


def before_own_last(table: Table, by: int, at: int) -> int:
    """The version before the last command of a speaker's own that counted at a version; of a vacant seat that is what was last
    done for it. `NothingPlayedError` without one."""
    vacant = 0 <= by < len(table.seats) and table.seats[by].vacant
    for version in reversed(table.history.line(at)):
        if version <= table.setup_end:
            break
        first, _ = table.command_span(version)
        record = table.records[first - 1]
        if record.by == by or (vacant and record.cause is not None and record.cause.seat == by):
            return first - 1
    raise NothingPlayedError("You have played nothing that could be undone.")


def bots_agree(ledger: Ledger, table_id: str) -> int:
    """Let all bots that are asked to agree to something do so; returns the table's version then."""
    while True:
        table = ledger.current(table_id)
        answer = next((one for one in answers_of_bots(table) if isinstance(one[1], GiveConsent)), None)
        if answer is None:
            return table.version
        seat, command = answer
        outcome = ledger.submit(table_id, Submission(new_command_id(), seat, table.version, command))
        if isinstance(outcome, Refusal) and outcome.code != "STALE_VERSION":
            return table.version
