"""Seats are given up before their person is forgotten, so that no game waits for somebody who cannot come back."""

from eventsourcing.persistence import IntegrityError, OperationalError

from domain.table.kernel import Accepted
from domain.table.lifecycle import LeaveSeat, Resign
from domain.table.messages import Command
from domain.table.permissions import PERMISSIONS
from domain.table.records import Submission
from domain.table.table import Table
from infra.bulk import tables_naming
from infra.ledger import Ledger
from infra.opened import new_command_id
from infra.projector import SPOILED

ATTEMPTS = 20


class Leaving:
    """Leaves the seats of people. Usable from many threads and processes."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def leave_all(self, person: str) -> None:
        """Leave every seat that a person holds, by the law of its table and as they would: before the game begins (T-3), or by
        resigning (T-6). Twice is once. Where the play is over, or a table cannot be read here, the seat stays.

        `PersistenceError` where the store does not do what it should: then some seats may be left, and others not.
        """
        for partition in self._ledger.partitions:
            for table_id in list(tables_naming(partition.recorder, person)):
                try:
                    self._leave(table_id, person)
                except (OperationalError, IntegrityError):
                    raise
                except SPOILED:
                    continue

    def _leave(self, table_id: str, person: str) -> None:
        for _ in range(ATTEMPTS):
            table = self._ledger.current(table_id)
            seat = next((number for number, held in enumerate(table.seats) if held.person == person), None)
            command = None if seat is None else _leaving(table, seat)
            if seat is None or command is None:
                return
            outcome = self._ledger.submit(table_id, Submission(new_command_id(), seat, table.version, command))
            if isinstance(outcome, Accepted) or outcome.code != "STALE_VERSION":
                return
        raise IntegrityError(f"Others at table {table_id} were faster again and again.")


def _leaving(table: Table, seat: int) -> Command | None:
    """How a seat is left as its table stands; None where nobody leaves any more."""
    ways: tuple[Command, ...] = (LeaveSeat(seat), Resign())
    return next((one for one in ways if table.phase in PERMISSIONS[type(one)][1]), None)
