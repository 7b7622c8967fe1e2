"""What can be done next about a contest, by whom, and until when."""

from collections.abc import Iterator

import msgspec

from domain.table.disputes.judging import judge_of, not_accepting
from domain.table.disputes.messages import GiveRuling
from domain.table.disputes.state import Contest
from domain.table.messages import ARBITER, HOST
from domain.table.permissions import PERMISSIONS
from domain.table.phrases import joined
from domain.table.table import Table
from domain.table.timing import deadline
from tools.cli.writing import time_text

# For people: what those who can may do, and how it is typed behind the command's name and the table.
_TOLD = {
    "answer": ("can agree to the settlement or decline it", "settle {table} {contest} --by {who} --agree"),
    "settle": ("can propose a settlement", "settle {table} {contest} --by {who}"),
    "rule": ("can rule", "rule {table} {contest} --upheld"),
    "accept": ("can accept that the arbiter rules, who is a party", "accept-arbiter {table} {contest} --by {who}"),
    "vote": ("can vote", "vote {table} {contest} --by {who} yes"),
    "propose": ("can put a ruling to the vote", "rule {table} {contest} --as-vote --by {who} --upheld"),
    "evidence": ("can add evidence", "evidence {table} {contest} --by {who} --text …"),
    "withdraw": ("can withdraw the contest", "withdraw-contest {table} {contest} --by {who}"),
    "appeal": ("can appeal, once", "appeal {table} {contest} --by {who}"),
}


class Step(msgspec.Struct, frozen=True):
    """Something that can be done next: what, by whom (seats, -1 the host, -2 the arbiter), until when (microseconds)."""

    act: str
    who: tuple[int, ...]
    until: int | None = None


def next_steps(table: Table, contest: Contest) -> tuple[Step, ...]:
    """All that can be done next about a contest; nothing at a table where nothing can be any more."""
    if table.phase not in PERMISSIONS[GiveRuling][1]:
        return ()
    seats = tuple(seat for seat, held in enumerate(table.seats) if not held.vacant)
    if not contest.is_open:
        over = contest.settled is not None or contest.withdrawn or contest.appeal is not None
        return () if over else (Step("appeal", (*seats, HOST)),)
    return tuple(step for step in _open_steps(table, contest, seats) if step.who)


def _open_steps(table: Table, contest: Contest, seats: tuple[int, ...]) -> Iterator[Step]:
    assert table.opened is not None
    yield from _settling(table, contest, seats)
    yield from _judging(table, contest, seats)
    arbiter = () if table.opened.arbiter is None else (ARBITER,)
    yield Step("evidence", (*seats, HOST, *arbiter))
    if not contest.rulings:
        yield Step("withdraw", (contest.by,))


def _settling(table: Table, contest: Contest, seats: tuple[int, ...]) -> Iterator[Step]:
    settlement = contest.settlement
    if settlement is not None:
        yield Step("answer", tuple(sorted(settlement.asked - settlement.agreed)), deadline(table, settlement.since))
        return
    parties = contest.parties | {contest.by}
    yield Step("settle", tuple(one for one in (*seats, HOST) if one in parties))


def _judging(table: Table, contest: Contest, seats: tuple[int, ...]) -> Iterator[Step]:
    missing = not_accepting(table, contest)
    arbiter_rules = judge_of(table, contest) == "arbiter"
    if arbiter_rules and not missing:
        yield Step("rule", (ARBITER,))
        return
    if arbiter_rules:
        yield Step("accept", missing)
    ballot = contest.ballot
    if ballot is None:
        yield Step("propose", (*seats, HOST))
    else:
        voting = tuple(seat for seat in ballot.opened.voters if seat not in ballot.voted)
        yield Step("vote", voting, deadline(table, ballot.since))


def step_line(table: Table, contest: int, step: Step) -> str:
    """A step for people, with the words to type."""
    can, typed = _TOLD[step.act]
    who = joined(map(table.catalogue.seat, step.who))
    until = f", until {time_text(step.until)}" if step.until is not None else ""
    first = spoken_name(table, step.who[0])
    return f"{who} {can}{until}: souls {typed.format(table=table.id, contest=contest, who=first)}"


def spoken_name(table: Table, by: int) -> str:
    """How somebody at the table is named on the command line."""
    return {HOST: "host", ARBITER: "arbiter"}.get(by) or table.catalogue.seat(by).lower().replace(" ", "-")
