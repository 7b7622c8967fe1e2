"""Trials: what commands would do at a table, decided with the table's own chance, and nothing of it is stored."""

from domain.table.chance import ChanceExhausted, Source
from domain.table.disputes.messages import Remedy
from domain.table.disputes.remedies import hides_something
from domain.table.evolving import redealt
from domain.table.forking import can_imagine
from domain.table.kernel import Accepted, Moment, handle
from domain.table.lifecycle import Redealt
from domain.table.messages import ARBITER
from domain.table.reapplying import back_at
from domain.table.records import Record, Submission
from domain.table.refusals import UNFOLDABLE, Refusal
from domain.table.table import Table
from domain.table.wire import read_events
from infra.opened import new_command_id


class Trial:
    """A copy of a table, at which commands happen one after the other."""

    def __init__(self, table: Table, source: Source, head: bytes, at: int) -> None:
        self.table = table
        self._moment = Moment(at, source, head)

    def submit(self, by: int, command: object, seat: int | None = None) -> Accepted | Refusal:
        """Let a command happen at the copy, or turn it down; `seat` is acted for where that is not who speaks."""
        submission = Submission(new_command_id(), by, self.table.version, command, seat)
        try:
            return handle(self.table, submission, self._moment)
        except ChanceExhausted:
            return Refusal("NO_CHANCE", "T-34")


GUESSES = 6


def is_knowable(table: Table, viewer: int | None, remedy: Remedy) -> bool:
    """Whether a viewer (None: a spectator) can know that a remedy can be done, so that it can be told: its correction fits all
    that the viewer may imagine. The state itself is not asked (T-56). Which moves would be made again depends on what their
    seats held, and is not for others to know beforehand."""
    if not hides_something(table):
        return True
    if remedy.reapply:
        return False
    if not remedy.events:
        return True
    if not can_imagine(table.rulebook):
        return False
    return all(_fits(table, viewer, remedy, f"{guess:064x}") for guess in range(GUESSES))


def _fits(table: Table, viewer: int | None, remedy: Remedy, seed: str) -> bool:
    twin = table.copy() if remedy.rewind is None else back_at(table, remedy.rewind)
    try:
        twin.game = redealt(twin.rulebook, twin.game, Redealt(viewer, seed))
        for event in read_events(twin.rulebook, remedy.events):
            twin.apply(Record(twin.records[-1].at, ARBITER, event))
        return next(twin.rulebook.invariants(twin.game), None) is None
    except (Refusal, *UNFOLDABLE):
        return False
