"""Time to answer: what is asked of seats waits as long as the table has arranged, and no longer (T-29)."""

from domain.table.table import Table

HOUR = 3_600_000_000


def deadline(table: Table, since: int) -> int | None:
    """Until when (microseconds) what was asked at `since` can be answered; None for ever."""
    hours = table.disputes.arranged.hours
    return since + hours * HOUR if hours else None


def is_over(table: Table, since: int, at: int) -> bool:
    """Whether the time to answer what was asked at `since` is over at `at`."""
    until = deadline(table, since)
    return until is not None and at > until


def due(table: Table, at: int) -> bool:
    """Whether anything that was asked can be answered no more, so that time is to be called."""
    asked = [table.request.since] if table.request else []
    for contest in table.disputes.open():
        asked += [one.since for one in (contest.settlement, contest.ballot) if one is not None]
    return any(is_over(table, since, at) for since in asked)
