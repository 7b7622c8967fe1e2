"""Rulings, by the arbiter or by vote of the seats (T-55, T-58, T-59, T-62)."""

from collections.abc import Iterator
from contextlib import suppress

from domain.table.chance import Chance
from domain.table.disputes.contesting import open_contest, paused_again, resumed
from domain.table.disputes.messages import (
    GiveRuling,
    Judge,
    Outcome,
    PutToVote,
    Remedy,
    Ruled,
    VoteClosed,
    VoteGiven,
    VoteOnRuling,
    VoteOpened,
)
from domain.table.disputes.remedies import check_form, check_rewind, hides_something, prepared, remedied
from domain.table.disputes.state import Ballot, Contest, Ruling
from domain.table.messages import TableEvent
from domain.table.reapplying import Move
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening
from domain.table.table import Table
from domain.table.timing import is_over

Happenings = Iterator[Happening | TableEvent]


def give_ruling(table: Table, by: int, command: GiveRuling, chance: Chance, at: int) -> Happenings:
    """T-55: the arbiter rules. T-62: not on the own case, unless all others agree."""
    contest = open_contest(table, command.contest)
    if judge_of(table, contest) != "arbiter":
        raise Refusal("VOTE_RULES", "T-58", contest=contest.number)
    missing = not_accepting(table, contest)
    if missing:
        raise Refusal("ARBITER_IS_PARTY", "T-62", missing=missing)
    if command.remedy.events and hides_something(table) and _arbiter_plays(table):
        raise Refusal("SECRETS_CORRECTED", "T-56")
    remedy, moves = _tried(table, contest, command.outcome, command.remedy)
    yield from _ruled(table, contest, command.outcome, remedy, command.reasons, "arbiter", moves, chance)


def put_to_vote(table: Table, by: int, command: PutToVote, chance: Chance, at: int) -> Happenings:
    """T-58: anybody at the table proposes a ruling where the seats rule; all who hold a seat vote."""
    contest = open_contest(table, command.contest)
    if judge_of(table, contest) != "vote" and not not_accepting(table, contest):
        raise Refusal("ARBITER_RULES", "T-55", contest=contest.number)
    if contest.ballot is not None:
        raise Refusal("VOTE_OPEN", "T-58", by=contest.ballot.by)
    remedy = _whole_remedy(table, contest, command.outcome, command.remedy)
    check_form(table, command.remedy)
    if not (remedy.events and hides_something(table)):
        # Who proposes must not learn by the answer what the state hides; what is voted for is tried when the vote is over.
        prepared(table, remedy, contest.contested)
    voters = tuple(seat for seat, one in enumerate(table.seats) if not one.vacant)
    if not voters:
        raise Refusal("NO_VOTERS", "T-58")
    yield VoteOpened(contest.number, command.outcome, command.remedy, command.reasons, voters)


def vote_on_ruling(table: Table, by: int, command: VoteOnRuling, chance: Chance, at: int) -> Happenings:
    """T-58: each voter votes once; the vote is over when all have who have not left."""
    contest = open_contest(table, command.contest)
    ballot = contest.ballot
    if ballot is None:
        raise Refusal("NO_VOTE_OPEN", "T-58", contest=contest.number)
    if by in ballot.absent or by not in ballot.opened.voters:
        raise Refusal("NO_VOTE_HERE", "T-58", seat=by)
    if by in ballot.voted:
        raise Refusal("VOTED_ALREADY", "T-58", seat=by)
    if is_over(table, ballot.since, at):
        raise Refusal("TIME_IS_OVER", "T-29")
    yield VoteGiven(contest.number, by, command.choice)
    assert contest.ballot is not None
    if not contest.ballot.missing:
        yield from closed(table, contest, chance)


def closed(table: Table, contest: Contest, chance: Chance) -> Happenings:
    """T-58: more yes than no among enough votes, and the ruling is given; else nothing is ruled and another can be proposed."""
    ballot = contest.ballot
    assert ballot is not None
    yes, no = ballot.count("yes"), ballot.count("no")
    passed = yes > no and yes + no >= quorum(table, ballot)
    tried = None
    if passed:
        # What was proposed may have become impossible since: then nothing is ruled, and the record says why.
        with suppress(Refusal):
            tried = _tried(table, contest, ballot.opened.outcome, ballot.opened.remedy)
    possible = tried is not None or not passed
    yield VoteClosed(contest.number, yes, no, ballot.count("abstain"), passed, possible)
    if tried is not None:
        opened = ballot.opened
        yield from _ruled(table, contest, opened.outcome, tried[0], opened.reasons, "vote", tried[1], chance)


def quorum(table: Table, ballot: Ballot) -> int:
    """How many must say yes or no (T-58): what the table has arranged, at most all voters; else more than half of them."""
    voters = len(ballot.opened.voters)
    return min(table.disputes.arranged.quorum, voters) or voters // 2 + 1


def judge_of(table: Table, contest: Contest) -> Judge:
    """Who rules next (T-58, T-59): at first whom the table has arranged, on appeal the other; where there is no arbiter, the
    seats."""
    assert table.opened is not None
    if table.opened.arbiter is None:
        return "vote"
    if contest.rulings:
        return "vote" if contest.rulings[0].event.judge == "arbiter" else "arbiter"
    return table.disputes.arranged.judge


def not_accepting(table: Table, contest: Contest) -> tuple[int, ...]:
    """T-62: the seats that have not agreed yet that an arbiter rules who is a party; none where the arbiter is none."""
    assert table.opened is not None
    arbiter = table.opened.arbiter
    if arbiter not in contest.people:
        return ()
    others = (seat for seat, held in enumerate(table.seats) if not held.vacant and held.person != arbiter)
    return tuple(seat for seat in others if seat not in contest.accepted)


def _arbiter_plays(table: Table) -> bool:
    assert table.opened is not None
    return any(held.person is not None and held.person == table.opened.arbiter for held in table.seats)


def _tried(table: Table, contest: Contest, outcome: Outcome, remedy: Remedy) -> tuple[Remedy, tuple[Move, ...]]:
    """The remedy that the ruling has, and the moves that it makes again; a Refusal where it cannot be so."""
    whole = _whole_remedy(table, contest, outcome, remedy)
    check_form(table, remedy)
    return whole, prepared(table, whole, contest.contested)


def _whole_remedy(table: Table, contest: Contest, outcome: Outcome, remedy: Remedy) -> Remedy:
    """T-55: what is upheld has no remedy, what is overturned has one. T-59: on appeal what the first ruling did is taken back,
    unless it is only confirmed."""
    first = contest.rulings[0] if contest.rulings else None
    did = first is not None and not first.event.remedy.is_nothing
    confirmed = first is not None and first.event.outcome == outcome and remedy.is_nothing
    if outcome == "upheld" and not remedy.is_nothing and not did:
        raise Refusal("NO_REMEDY_HERE", "T-55")
    if outcome == "overturned" and remedy.is_nothing and not confirmed:
        raise Refusal("REMEDY_NEEDED", "T-55")
    if first is None or confirmed or not did:
        return remedy
    return _taking_back(table, first, remedy)


def _taking_back(table: Table, first: Ruling, remedy: Remedy) -> Remedy:
    """T-59: the remedy with all that the first ruling did taken back, and what was played since made again. Where it is not by
    the last change of the history any more, whoever judges says how: the others' changes are not for this contest."""
    _, end = table.command_span(first.version)
    if remedy.rewind is not None:
        check_rewind(table, remedy)
        if any(first.version <= version <= end for version in table.history.line(remedy.rewind)):
            raise Refusal("STILL_RULED", "T-59", version=first.version)
        return remedy
    if table.disputes.changed > end:
        if remedy.is_nothing:
            raise Refusal("CHANGED_SINCE", "T-59", version=table.disputes.changed)
        return remedy
    return Remedy(first.start - 1, remedy.events, remedy.points, reapply=True)


def _ruled(
    table: Table,
    contest: Contest,
    outcome: Outcome,
    remedy: Remedy,
    reasons: str | None,
    judge: Judge,
    moves: tuple[Move, ...],
    chance: Chance,
) -> Happenings:
    final = bool(contest.rulings)
    yield Ruled(contest.number, outcome, remedy, reasons, judge, final)
    yield from resumed(table)
    yield from remedied(table, remedy, moves, chance)
    yield from paused_again(table)
