"""Re-adjudication: what another edition of the rules would have decided. It changes nothing.

Every command in a table's log is decided again in the state that the log's records made, never in one that the new edition
would have made, with the chance that is recorded; also commands that were undone. The table's own commands are left out
where the game has no say in them. Kept refusals are decided again where they were refused.
"""

from collections.abc import Callable, Sequence

from infra.ledger import Ledger
from infra.readjudication.choosing import UnknownEditionError, chosen
from infra.readjudication.findings import (
    Decision,
    Finding,
    Group,
    Happens,
    Kind,
    Nothing,
    Readjudication,
    TableFindings,
    TurnedDown,
    Unknown,
    summed_up,
)
from infra.readjudication.working import CHUNK, Result, chunks_of, work

__all__ = [
    "Decision",
    "Finding",
    "Group",
    "Happens",
    "Kind",
    "Nothing",
    "Readjudication",
    "TableFindings",
    "TurnedDown",
    "Unknown",
    "UnknownEditionError",
    "chosen",
    "readjudicate",
]


def readjudicate(
    ledger: Ledger,
    edition: str,
    table_ids: Sequence[str],
    *,
    rulebooks: tuple[str, ...] = (),
    jobs: int = 1,
    progress: Callable[[int], None] = lambda tables: None,
    chunk: int = CHUNK,
) -> Readjudication:
    """Decide all commands of these tables again under an edition that their rules know; `chosen` gives tables.

    With several `jobs` it is done in as many processes, which find further `rulebooks` by these names, `module:object`.
    `progress` is told of tables done. The result is the same whatever the number of jobs.

    `BrokenProcessPool` where one of the processes dies.
    """
    results: list[Result] = []

    def take(done: Sequence[Result]) -> None:
        results.extend(done)
        progress(len(done))

    work(ledger, chunks_of(ledger, table_ids, chunk, take), edition, rulebooks, jobs, take)
    return summed_up(edition, results)
