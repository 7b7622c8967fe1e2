"""Time to answer: what is asked of seats waits as long as the table has arranged, and no longer (T-29)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from domain.table.disputes.state import Ballot
    from domain.table.table import Table

HOUR = 3_600_000_000


def deadline(table: "Table", since: int) -> int | None:
    """Until when (microseconds) what was asked at `since` can be answered; None for ever."""
    hours = table.disputes.arranged.hours
    return since + hours * HOUR if hours else None


def is_over(table: "Table", since: int, at: int) -> bool:
    """Whether the time to answer what was asked at `since` is over at `at`."""
    until = deadline(table, since)
    return until is not None and at > until


def due(table: "Table", at: int) -> bool:
    """Whether anything that was asked can be answered no more, so that time is to be called."""
    ballots = (contest.ballot for contest in table.disputes.open() if contest.ballot is not None)
    return any(is_counted(table, ballot, at) for ballot in ballots) or any(
        is_over(table, since, at) for since in _asked_since(table)
    )


def is_counted(table: "Table", ballot: "Ballot", at: int) -> bool:
    """T-58: whether a vote is to be counted at `at`: its time is over, or nobody is waited for any more, since the last have
    left."""
    return not ballot.missing or is_over(table, ballot.since, at)


def next_lapse(table: "Table") -> int | None:
    """The first time at which something that was asked can be answered no more; None where nothing ever lapses."""
    ends = [deadline(table, since) for since in _asked_since(table)]
    ends += [one.ballot.since for one in table.disputes.open() if one.ballot is not None and not one.ballot.missing]
    return min((end + 1 for end in ends if end is not None), default=None)


def _asked_since(table: "Table") -> Iterator[int]:
    if table.request is not None:
        yield table.request.since
    for contest in table.disputes.open():
        yield from (one.since for one in (contest.settlement, contest.ballot) if one is not None)
