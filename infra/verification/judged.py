"""Whether those who ruled were entitled to, whether votes were counted right, and settlements agreed to (T-54, T-55, T-58,
T-59, T-62).

It is worked out here from the log once more, whoever has decided it then.
"""

import msgspec

from domain.table.disputes.judging import judge_of, not_accepting, quorum
from domain.table.disputes.messages import (
    CallTime,
    GiveRuling,
    Outcome,
    Remedy,
    Ruled,
    Settled,
    VoteClosed,
    VoteGiven,
    VoteOpened,
)
from domain.table.disputes.state import Ballot, Contest
from domain.table.messages import ARBITER, Command
from domain.table.records import Record
from domain.table.table import Table
from domain.table.timing import is_over
from infra.verification.followed import Wrong


def check_opened(before: Table, record: Record[VoteOpened]) -> None:
    """T-58: seats vote where they rule, or where the arbiter is a party that not all have accepted; all who hold one may."""
    opened, version = record.event, before.version + 1
    contest = _contest(before, opened.contest, version)
    if judge_of(before, contest) != "vote" and not not_accepting(before, contest):
        raise Wrong(version, f"a vote is opened on contest {contest.number}, on which the arbiter rules")
    if contest.ballot is not None:
        raise Wrong(version, f"a vote is opened on contest {contest.number}, on which another is not over")
    if opened.voters != _occupied(before):
        raise Wrong(version, "those who may vote are not those who hold a seat")


def check_given(before: Table, record: Record[VoteGiven]) -> None:
    """T-58: each voter votes once, in time, and nobody for another."""
    given, version = record.event, before.version + 1
    ballot = _contest(before, given.contest, version).ballot
    if (
        ballot is None
        or given.seat not in ballot.opened.voters
        or given.seat in ballot.absent
        or given.seat != record.by
    ):
        raise Wrong(version, "who votes had no vote")
    if given.seat in ballot.voted:
        raise Wrong(version, "who votes had voted already")
    if is_over(before, ballot.since, record.at):
        raise Wrong(version, "a vote is given when the time for it was over")


def check_closed(before: Table, record: Record[VoteClosed], command: Command) -> Ballot:
    """T-58: a vote is over when all have voted who have not left, or time is called; it is counted right. Returns the vote."""
    closed, version = record.event, before.version + 1
    ballot = _contest(before, closed.contest, version).ballot
    if ballot is None:
        raise Wrong(version, "a vote is counted that was not opened")
    called = isinstance(command, CallTime) and is_over(before, ballot.since, record.at)
    if ballot.missing and not called:
        raise Wrong(version, "a vote is counted before all have voted and before its time is over")
    yes, no, abstained = ballot.count("yes"), ballot.count("no"), ballot.count("abstain")
    if (closed.yes, closed.no, closed.abstained) != (yes, no, abstained):
        raise Wrong(version, f"the votes are {yes} yes, {no} no and {abstained} abstaining, and it counts others")
    enough = quorum(before, ballot)
    passes = yes > no and yes + no >= enough
    if closed.passed != passes or not (closed.possible or passes):
        word = "passes" if passes else "fails"
        raise Wrong(version, f"with {yes} yes and {no} no, of which {enough} are needed, the vote {word}")
    return ballot


def check_ruled(before: Table, record: Record[Ruled], command: Command, voted: Ballot | None) -> None:
    """T-55, T-59, T-62: a ruling is given by who judges the contest, and is what was proposed to, or asked by, its judge.

    `voted` is the vote that has passed just before, in the same command.
    """
    ruled, version = record.event, before.version + 1
    contest = _contest(before, ruled.contest, version)
    if ruled.final != bool(contest.rulings):
        raise Wrong(version, "whether the ruling is final does not fit the rulings before it")
    if ruled.judge == "vote":
        if voted is None or voted.opened.contest != ruled.contest:
            raise Wrong(version, "the seats rule, and no vote on it has passed")
        asked: VoteOpened | GiveRuling = voted.opened
    else:
        if voted is not None:
            raise Wrong(version, "the arbiter rules, and a vote has passed")
        if record.by != ARBITER or not isinstance(command, GiveRuling) or judge_of(before, contest) != "arbiter":
            raise Wrong(version, f"on contest {contest.number} the arbiter does not rule")
        if not_accepting(before, contest):
            raise Wrong(version, "the arbiter is a party, and not all have accepted that")
        asked = command
    said = (ruled.contest, ruled.outcome, ruled.reasons, ruled.remedy)
    if said != (asked.contest, asked.outcome, asked.reasons, _whole(before, contest, asked.outcome, asked.remedy)):
        raise Wrong(version, "the ruling is another than the one that was proposed")


def check_settled(before: Table, record: Record[Settled]) -> None:
    """T-54: all parties of the contest have agreed to this remedy, and for points everybody has."""
    settled, version = record.event, before.version + 1
    contest = _contest(before, settled.contest, version)
    settlement = contest.settlement
    if settlement is None or settlement.remedy != settled.remedy:
        raise Wrong(version, "a settlement is another than the one that was proposed")
    bound = set(_occupied(before)) if any(settled.remedy.points) else contest.parties & set(_occupied(before))
    if not (bound - {settlement.by} <= settlement.asked <= settlement.agreed):
        raise Wrong(version, "not all whom the settlement concerns have agreed to it")
    if settled.remedy.events:
        raise Wrong(version, "the parties settle by a correction, which only a ruling may give")


def _whole(before: Table, contest: Contest, outcome: Outcome, remedy: Remedy) -> Remedy:
    """T-59: what a ruling on appeal does besides what was asked: what the first one did is taken back, unless it is confirmed
    as it was, did nothing, or is gone back behind, or the history was changed otherwise since."""
    if not contest.rulings:
        return remedy
    first = contest.rulings[0]
    confirmed = first.event.outcome == outcome and remedy.is_nothing
    changed = before.disputes.changed > before.command_span(first.version)[1]
    if confirmed or first.event.remedy.is_nothing or remedy.rewind is not None or changed:
        return remedy
    return msgspec.structs.replace(remedy, rewind=first.start - 1, reapply=True)


def _contest(before: Table, number: int, version: int) -> Contest:
    contests = before.disputes.contests
    if not 1 <= number <= len(contests) or not contests[number - 1].is_open:
        raise Wrong(version, f"contest {number} is not open")
    return contests[number - 1]


def _occupied(table: Table) -> tuple[int, ...]:
    return tuple(seat for seat, held in enumerate(table.seats) if not held.vacant)
