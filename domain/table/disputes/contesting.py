"""Contests: opening one, adding to it, taking it back (T-50 to T-53, T-62, T-63)."""

from collections.abc import Iterator

import msgspec

from domain.table.chance import Chance, ChanceExhausted, Dictated
from domain.table.clauses import Citation, Law, load_law
from domain.table.disputes.messages import (
    AcceptArbiter,
    AddEvidence,
    Appeal,
    Appealed,
    ArbiterAccepted,
    ArrangeDisputes,
    ContestRecord,
    ContestRefusal,
    ContestWithdrawn,
    DisputesArranged,
    EvidenceAdded,
    Reapplied,
    RecordContested,
    RefusalContested,
    Ruled,
    WithdrawContest,
)
from domain.table.disputes.state import Contest
from domain.table.lifecycle import Phase, TablePaused, TableResumed
from domain.table.messages import TableEvent
from domain.table.records import Submission
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under
from domain.table.seeing import seen_record
from domain.table.table import Table, fold
from domain.table.undoing import acting_seat
from domain.table.wire import command_text, read_command

Happenings = Iterator[Happening | TableEvent]

MOST_OPEN = 20


def arrange_disputes(table: Table, by: int, command: ArrangeDisputes, chance: Chance, at: int) -> Happenings:
    """T-50: before the game begins the host says how disputes are settled."""
    if command.quorum > len(table.seats):
        raise Refusal("QUORUM_TOO_LARGE", "T-50", quorum=command.quorum, seats=len(table.seats))
    yield DisputesArranged(
        command.pauses, command.judge, command.sealed, command.quorum, command.hours, command.silence
    )  # fmt: skip


def contest_record(table: Table, by: int, command: ContestRecord, chance: Chance, at: int) -> Happenings:
    """T-51: any record that one may know of can be contested under any clause, once; everybody sees it."""
    if not 1 <= command.version <= table.version:
        raise Refusal("NO_SUCH_RECORD", "T-51", version=command.version, last=table.version)
    if table.forked is not None and command.version <= table.forked.last:
        raise Refusal("CAME_WITH_THE_FORK", "T-64", version=command.version, origin=table.forked.origin)
    if seen_record(table, table.records[command.version - 1], by if by >= 0 else None) is None:
        raise Refusal("HIDDEN_RECORD", "T-51", version=command.version)
    cited = cite(table, command.cited)
    for contest in table.disputes.contests:
        same = contest.refused is None and contest.disputed == command.version and contest.cited.clause == cited.clause
        if same and not contest.withdrawn:
            raise Refusal("CONTESTED_ALREADY", "T-51", contest=contest.number)
    if _is_ruled(table, command.version):
        raise Refusal("RULING_CONTESTED", "T-59", version=command.version)
    number = _next_number(table)
    seat = acting_seat(table, command.version)
    yield RecordContested(number, command.version, seat, cited.clause, cited.edition, cited.hash, command.argument)
    yield from _paused(table)


def contest_refusal(table: Table, by: int, command: ContestRefusal, chance: Chance, at: int) -> Happenings:
    """T-52: a refusal can be contested by whom it turned down. It is decided again, so that the log alone shows it."""
    cited = cite(table, command.cited)
    number = _next_number(table)
    refusal = refused_again(table, by, command)
    refused = command_text(read_command(table.rulebook, command.refused))
    for contest in table.disputes.contests:
        one = contest.refused
        same = one is not None and (one.version, one.seat, one.refused) == (command.version, command.seat, refused)
        if same and contest.cited.clause == cited.clause and not contest.withdrawn:
            raise Refusal("CONTESTED_ALREADY", "T-51", contest=contest.number)
    arguments = msgspec.json.encode(refusal.arguments, order="deterministic").decode()
    yield RefusalContested(
        number, command.version, command.expected, command.seat, refused, refusal.code, refusal.clause, arguments,
        cited.clause, cited.edition, cited.hash, command.argument,
    )  # fmt: skip
    yield from _paused(table)


def add_evidence(table: Table, by: int, command: AddEvidence, chance: Chance, at: int) -> Happenings:
    """T-53: as long as a contest is open anybody at the table can add to it."""
    open_contest(table, command.contest)
    if command.text is None and not command.versions:
        raise Refusal("NOTHING_ADDED", "T-53")
    for version in command.versions:
        if not 1 <= version <= table.version:
            raise Refusal("NO_SUCH_RECORD", "T-51", version=version, last=table.version)
    yield EvidenceAdded(command.contest, command.text, command.versions)


def withdraw_contest(table: Table, by: int, command: WithdrawContest, chance: Chance, at: int) -> Happenings:
    """T-63: who contests can take it back before it is ruled on."""
    contest = open_contest(table, command.contest)
    if contest.by != by:
        raise Refusal("NOT_YOUR_CONTEST", "T-63", by=contest.by)
    if contest.rulings:
        raise Refusal("RULED_ALREADY", "T-63", contest=contest.number)
    yield ContestWithdrawn(contest.number)
    yield from resumed(table)


def accept_arbiter(table: Table, by: int, command: AcceptArbiter, chance: Chance, at: int) -> Happenings:
    """T-62: an arbiter who is a party rules where all others agree."""
    contest = open_contest(table, command.contest)
    if by in contest.accepted:
        raise Refusal("ACCEPTED_ALREADY", "T-62", seat=by)
    yield ArbiterAccepted(contest.number, by)


def appeal(table: Table, by: int, command: Appeal, chance: Chance, at: int) -> Happenings:
    """T-59: once, anybody at the table can ask that another judges what was ruled."""
    contest = known_contest(table, command.contest)
    if not contest.rulings:
        raise Refusal("NOT_RULED", "T-59", contest=contest.number)
    if contest.appeal is not None:
        raise Refusal("APPEALED_ALREADY", "T-59", contest=contest.number)
    yield Appealed(contest.number, command.argument)
    yield from _paused(table)


def cite(table: Table, clause: str) -> Citation:
    """A clause of the game or of the table as it reads now; UNKNOWN_CLAUSE (T-51) where there is none."""
    law = law_of(table, clause)
    if law is None or table.edition is None:
        raise Refusal("UNKNOWN_CLAUSE", "T-51", cited=clause)
    return law.cite(clause, table.edition.name)


def law_of(table: Table, clause: str) -> Law | None:
    """The law in which a clause stands: the game's, or the table's own; None where it stands in neither."""
    return next((law for law in (table.rulebook.law, load_law("domain.table.data")) if clause in law), None)


def known_contest(table: Table, number: int) -> Contest:
    """The contest of that number; NO_SUCH_CONTEST (T-51)."""
    if number > len(table.disputes.contests):
        raise Refusal("NO_SUCH_CONTEST", "T-51", contest=number)
    return table.disputes.contests[number - 1]


def open_contest(table: Table, number: int) -> Contest:
    """The contest of that number, which waits for a ruling or a settlement; CONTEST_OVER (T-51)."""
    contest = known_contest(table, number)
    if not contest.is_open:
        raise Refusal("CONTEST_OVER", "T-51", contest=number, status=contest.status)
    return contest


def resumed(table: Table) -> Happenings:
    """T-50: where contests paused the table, it goes on with the last of them."""
    if table.disputes.paused and next(table.disputes.open(), None) is None:
        yield Under("T-50", TableResumed())


def paused_again(table: Table) -> Happenings:
    """T-50: where a remedy has let the game go on while other contests are open, these pause it."""
    if next(table.disputes.open(), None) is not None:
        yield from _paused(table)


def _is_ruled(table: Table, version: int) -> bool:
    """T-59: whether a record is a ruling, or what a ruling did; not a move that was made again after it."""
    first, last = table.move_span(version)
    start, _ = table.command_span(version)
    ruled = any(isinstance(record.event, Ruled) for record in table.records[start - 1 : last])
    return ruled and not isinstance(table.records[first - 1].event, Reapplied)


def refused_again(table: Table, by: int, command: ContestRefusal) -> Refusal:
    """T-52: the refusal that a command meets at the version where it was refused; NOT_REFUSED where it meets none."""
    from domain.table.kernel import Moment, handle  # the kernel knows all acts, and this act asks the kernel

    refused = read_command(table.rulebook, command.refused)
    if not 1 <= command.version <= table.version or not table.is_boundary(command.version):
        raise Refusal("NOT_REFUSED", "T-52", version=command.version)
    before = fold(table.id, table.rulebook, table.records[: command.version])
    seat = None if command.seat in (by, -1) else command.seat
    submission = Submission(_unused_id(before), by, command.expected, refused, seat)
    try:
        outcome = handle(before, submission, Moment(before.records[-1].at, Dictated({}), b""))
    except ChanceExhausted:
        outcome = None
    if not isinstance(outcome, Refusal):
        raise Refusal("NOT_REFUSED", "T-52", version=command.version)
    return outcome


def _unused_id(table: Table) -> str:
    return next(name for n in range(len(table.commands) + 1) if (name := f"contested-{n}") not in table.commands)


def _next_number(table: Table) -> int:
    waiting = sum(1 for _ in table.disputes.open())
    if waiting >= MOST_OPEN:
        raise Refusal("TOO_MANY_CONTESTS", "T-51", open=waiting)
    return len(table.disputes.contests) + 1


def _paused(table: Table) -> Happenings:
    if table.disputes.arranged.pauses and table.phase is Phase.BEGUN:
        yield Under("T-50", TablePaused())
