"""Recorded games taken in: played again in memory, and stored as one table in one step, or not at all."""

import secrets

from eventsourcing.persistence import StoredEvent

from domain.table.chain import genesis_of
from domain.table.chance import Dictated
from domain.table.kernel import Moment, handle
from domain.table.recorded import Difference, RecordedPlay, play_recorded, submit_to
from domain.table.records import Submission
from domain.table.refusals import Refusal
from domain.table.rulebook import Rulebook
from domain.table.table import Table
from infra.ledger import Ledger
from infra.opened import Opened, new_table_id
from infra.streams import TableSecret


def check_recorded(rulebook: Rulebook, data: bytes) -> Difference | None:
    """The first difference between a recorded game and our rules, or None; nothing is stored.

    `RecordedGameError` for a file that is no recorded game, a `Refusal` where the game knows no such format.
    """
    play, table = rulebook.recorded(data), Table("recorded", rulebook)
    return play_recorded(play, table, submit_to(table, play, at=0))


def import_recorded(ledger: Ledger, rulebook: Rulebook, data: bytes) -> str | Difference:
    """Store a recorded game as a table of its own; returns its id, or the first difference, and then nothing is stored."""
    play = rulebook.recorded(data)
    opened = _unopened(rulebook)
    stored: list[StoredEvent] = []
    difference = play_recorded(play, opened.table, lambda submission: _submit(ledger, opened, play, submission, stored))
    if difference is not None:
        return difference
    ledger.store_whole(opened, stored)
    return opened.table.id


def _unopened(rulebook: Rulebook) -> Opened:
    table_id = new_table_id()
    return Opened(Table(table_id, rulebook), genesis_of(table_id), TableSecret(b"", secrets.token_bytes(32)))


def _submit(
    ledger: Ledger, opened: Opened, play: RecordedPlay, submission: Submission, stored: list[StoredEvent]
) -> Table | Refusal:
    outcome = handle(opened.table, submission, Moment(ledger.clock(), Dictated(play.chance), opened.head))
    if isinstance(outcome, Refusal):
        return outcome
    events, opened.head = ledger.encoded(opened, outcome)
    stored += events
    return opened.table
