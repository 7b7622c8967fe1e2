"""The kernel: one command against one table gives records, or a refusal (T-10 to T-15, T-26)."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import msgspec

from domain.table.acts import ACTS, Happenings, take_seat
from domain.table.canonical import encode
from domain.table.chance import Chance, Source
from domain.table.clocks.due import may_act_for
from domain.table.following import follow
from domain.table.forking import Copied, fork_table
from domain.table.lifecycle import BeginGame, ForkTable, FreeSeat, Phase, Resign, ResumeTable, SetOrder
from domain.table.messages import HOST, ORIGIN, SERVER, Command
from domain.table.permissions import check_permitted
from domain.table.prompts import Prompt
from domain.table.records import Cause, Record, Submission
from domain.table.refusals import EngineFault, Refusal
from domain.table.rulebook import Happening, Under
from domain.table.seeing import host_would_see
from domain.table.table import Table

# The table's own commands after which the game may go on. An undo and a redo are not among them: they make the history what
# it was, and so what is to be decided then waits for its seat, whatever it has ordered.
_GOES_ON = (BeginGame, ResumeTable, Resign, FreeSeat, SetOrder)
_COMMAND_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


class Moment(msgspec.Struct, frozen=True):
    """What comes in from outside with a command: the time in microseconds, chance, and the chain's head; for a fork also the
    table that it is made from (T-64)."""

    at: int
    chance: Source
    head: bytes
    origin: Table | None = None


class Accepted(msgspec.Struct, frozen=True):
    """A command's result: its records have the versions `first` to `last`. `repeated`: it was done before."""

    first: int
    last: int
    records: tuple[Record[Any], ...]
    repeated: bool = False


def handle(table: Table, submission: Submission, moment: Moment) -> Accepted | Refusal:
    """Check a command and let it happen on the table; nothing is stored.

    A refusal leaves the table as it was. An `EngineFault`, or any other exception, leaves it unusable: drop it and refold.
    """
    try:
        _check_known(table, submission.command)
        earlier = _done_before(table, submission)
        if earlier is not None:
            return earlier
        at = max(moment.at, table.records[-1].at if table.records else 0)
        happenings = _decide(table, submission, chance := Chance(moment.chance, table.draws), at, moment.origin)
        first = next(happenings, None)
    except Refusal as refusal:
        return refusal
    if first is None:
        raise EngineFault(f"{type(submission.command).__name__} was accepted and nothing happened")
    before = table.version
    cause = Cause(submission.id, submission.acting_seat, msgspec.Raw(encode(submission.command)), moment.head)
    try:
        for happening in chain((first,), happenings, _followed(table, submission, chance)):
            table.apply(_recorded(happening, at, submission.by, chance, cause))
            cause = None  # type: ignore[assignment]
    except Refusal as refusal:
        raise EngineFault(f"{refusal.code} was refused after the first event") from refusal
    chance.check_taken()
    return Accepted(before + 1, table.version, tuple(table.records[before:]))


def _recorded(happening: Any, at: int, by: int, chance: Chance, cause: Cause | None) -> Record[Any]:
    if isinstance(happening, Copied):
        record = happening.record
        return Record(at, ORIGIN, record.event, record.draws, record.clause)
    clause, event = happening if isinstance(happening, Under) else (None, happening)
    return Record(at, by, event, chance.take(), None if clause == event.clause else clause, cause)


def _followed(table: Table, submission: Submission, chance: Chance) -> Iterator[Happening]:
    """T-26: what standing orders answer to what a command has led to belongs to that command."""
    if table.has_orders() and (type(submission.command) not in ACTS or isinstance(submission.command, _GOES_ON)):
        yield from follow(table, chance)


def _done_before(table: Table, submission: Submission) -> Accepted | None:
    """T-11: a command that is asked twice is done once; an id is not for two commands."""
    if not _COMMAND_ID.fullmatch(submission.id):
        raise Refusal("BAD_COMMAND_ID", "T-11", id=submission.id[:80])
    version = table.commands.get(submission.id)
    if version is None:
        return None
    first, last = table.command_span(version)
    record = table.records[first - 1]
    assert record.cause is not None
    same = (record.by, record.cause.seat, bytes(record.cause.command)) == (
        submission.by, submission.acting_seat, encode(submission.command),
    )  # fmt: skip
    if not same:
        raise Refusal("COMMAND_ID_REUSED", "T-11", id=submission.id, version=version)
    return Accepted(first, last, tuple(table.records[first - 1 : last]), repeated=True)


def _decide(table: Table, submission: Submission, chance: Chance, at: int, origin: Table | None) -> Happenings:
    command, by = submission.command, submission.by
    act = ACTS.get(type(command))  # type: ignore[arg-type]
    if act is not None:
        assert isinstance(command, Command)
        check_permitted(command, by, table.phase, table.opened is not None and table.opened.arbiter is not None)
        _check_version(table, submission)
        if submission.seat not in (None, by):
            raise Refusal("SEAT_NOT_ACTED_FOR", "T-2", seat=submission.seat or 0)
        if by >= 0 and act is not take_seat:
            _check_held(table, by)
        if isinstance(command, ForkTable) and origin is not None:
            return fork_table(table, command, origin)
        return act(table, by, command, chance, at)
    return _decide_game(table, submission, chance)


def _decide_game(table: Table, submission: Submission, chance: Chance) -> Iterator[Happening]:
    """T-12 to T-15: the game is on, the version is the latest, the seat is one's own and awaited for such a command."""
    if table.phase is not Phase.BEGUN:
        raise Refusal("GAME_NOT_ACTIVE", "T-12", phase=table.phase.value)
    _check_version(table, submission)
    if table.edition not in table.rulebook.editions:
        raise Refusal("UNKNOWN_EDITION", "T-24", edition=table.edition.name if table.edition else "")
    seat, name = submission.acting_seat, type(submission.command).__name__
    _check_speaks_for(table, submission.by, seat)
    prompts = [prompt for prompt in table.game.prompts if prompt.seat == seat]
    if any(name in prompt.commands for prompt in prompts):
        return table.rulebook.decide(table.game, seat, submission.command, chance)
    raise table.rulebook.unawaited(table.game, seat, submission.command) or _not_awaited(table, seat, name, prompts)


def _not_awaited(table: Table, seat: int, name: str, prompts: list[Prompt]) -> Refusal:
    """T-14, T-15."""
    if all(prompt.optional for prompt in prompts):
        awaited_seats = tuple(prompt.seat for prompt in table.game.prompts if not prompt.optional)
        return Refusal("NOT_YOUR_TURN", "T-14", seat=seat, awaited=awaited_seats)
    awaited = tuple(command for prompt in prompts for command in prompt.commands)
    return Refusal("WRONG_PHASE", "T-15", command=name, awaited=awaited)


def _check_known(table: Table, command: object) -> None:
    """T-15: what no prompt of this game can await is not a command here, whatever its name."""
    kind = type(command)
    if kind not in ACTS and table.rulebook.command_types.get(kind.__name__) is not kind:
        raise Refusal("UNKNOWN_COMMAND", "T-15", command=kind.__name__)


def _check_version(table: Table, submission: Submission) -> None:
    """T-13: who asks must have seen everything that happened."""
    if submission.expected != table.version:
        raise Refusal("STALE_VERSION", "T-13", expected=submission.expected, version=table.version)


def _check_speaks_for(table: Table, by: int, seat: int) -> None:
    """T-2, T-72: only its holder acts for a seat; the host, or a bot of the server, acts for a vacant one, and for one whose
    time has run out, but not a host who plays where something is hidden."""
    if seat < 0:
        raise Refusal("SEAT_NEEDED", "T-2")
    if by == seat or not 0 <= seat < len(table.seats):
        _check_held(table, seat)
    elif not can_act_for(table, by, seat):
        looks = by == HOST and _is_open_to(table, by, seat)
        raise Refusal("HOST_PLAYS", "T-72", seat=seat) if looks else Refusal("NOT_YOUR_SEAT", "T-2", seat=seat)


def can_act_for(table: Table, by: int, seat: int) -> bool:
    """T-2, T-72: whether the host, or a bot of the server, acts for a seat that it does not hold. A host who plays does not
    where it would see a hand by that: it lets the server answer."""
    if by not in (HOST, SERVER) or not 0 <= seat < len(table.seats):
        return False
    return _is_open_to(table, by, seat) and not (by == HOST and host_would_see(table))


def _is_open_to(table: Table, by: int, seat: int) -> bool:
    """T-2, T-72: whether host or server may act for a seat, whoever else plays."""
    return table.seats[seat].vacant or may_act_for(table, by, seat)


def _check_held(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise Refusal("NO_SUCH_SEAT", "T-2", seat=seat)
    if table.seats[seat].vacant:
        raise Refusal("SEAT_VACANT", "T-2", seat=seat)
