"""Trials: what commands would do at a table, decided with the table's own chance, and nothing of it is stored."""

from domain.table.chance import ChanceExhausted, Source
from domain.table.kernel import Accepted, Moment, handle
from domain.table.records import Submission
from domain.table.refusals import Refusal
from domain.table.table import Table
from infra.opened import new_command_id


class Trial:
    """A copy of a table, at which commands happen one after the other."""

    def __init__(self, table: Table, source: Source, head: bytes, at: int) -> None:
        self.table = table
        self._moment = Moment(at, source, head)

    def submit(self, by: int, command: object) -> Accepted | Refusal:
        """Let a command happen at the copy, or turn it down."""
        try:
            return handle(self.table, Submission(new_command_id(), by, self.table.version, command), self._moment)
        except ChanceExhausted:
            return Refusal("NO_CHANCE", "T-34")
