"""What can be done next about a contest, by whom, and until when."""

from collections.abc import Iterator

import msgspec

from domain.table.disputes.judging import judge_of, not_accepting
from domain.table.disputes.messages import GiveRuling
from domain.table.disputes.state import Contest
from domain.table.messages import ARBITER, HOST
from domain.table.permissions import PERMISSIONS
from domain.table.table import Table
from domain.table.timing import deadline


class NextStep(msgspec.Struct, frozen=True):
    """Something that can be done next: what, by whom (seats, -1 the host, -2 the arbiter), until when (microseconds)."""

    act: str
    who: tuple[int, ...]
    until: int | None = None


def next_steps(table: Table, contest: Contest) -> tuple[NextStep, ...]:
    """All that can be done next about a contest; nothing at a table where nothing can be any more."""
    if table.phase not in PERMISSIONS[GiveRuling][1]:
        return ()
    seats = tuple(seat for seat, held in enumerate(table.seats) if not held.vacant)
    if not contest.is_open:
        over = contest.settled is not None or contest.withdrawn or contest.appeal is not None
        return () if over else (NextStep("appeal", (*seats, HOST)),)
    return tuple(step for step in _open_steps(table, contest, seats) if step.who)


def _open_steps(table: Table, contest: Contest, seats: tuple[int, ...]) -> Iterator[NextStep]:
    assert table.opened is not None
    yield from _settling(table, contest, seats)
    yield from _judging(table, contest, seats)
    arbiter = () if table.opened.arbiter is None else (ARBITER,)
    yield NextStep("evidence", (*seats, HOST, *arbiter))
    if not contest.rulings:
        yield NextStep("withdraw", (contest.by,))


def _settling(table: Table, contest: Contest, seats: tuple[int, ...]) -> Iterator[NextStep]:
    settlement = contest.settlement
    if settlement is not None:
        yield NextStep("answer", tuple(sorted(settlement.asked - settlement.agreed)), deadline(table, settlement.since))
        return
    parties = contest.parties | {contest.by}
    yield NextStep("settle", tuple(one for one in (*seats, HOST) if one in parties))


def _judging(table: Table, contest: Contest, seats: tuple[int, ...]) -> Iterator[NextStep]:
    missing = not_accepting(table, contest)
    arbiter_rules = judge_of(table, contest) == "arbiter"
    if arbiter_rules and not missing:
        yield NextStep("rule", (ARBITER,))
        return
    if arbiter_rules:
        yield NextStep("accept", missing)
    ballot = contest.ballot
    if ballot is None:
        yield NextStep("propose", (*seats, HOST))
    else:
        voting = tuple(sorted(ballot.missing))
        yield NextStep("vote", voting, deadline(table, ballot.since))
