"""Keeping time: what the server does at a table by itself, when it is due (T-29, T-70 to T-72).

All of it may be done by several processes at once, and again: a command is for the version that was seen, so whoever is slower
is refused, looks again, and finds it done.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, Literal

import msgspec

from domain.table.clocks import bots_awaited, due_now
from domain.table.disputes.messages import CallTime
from domain.table.kernel import Accepted
from domain.table.lifecycle import Phase
from domain.table.messages import SERVER, Command
from domain.table.records import Record, Submission
from domain.table.refusals import Refusal
from domain.table.robots import answers_of_bots
from domain.table.table import Table
from domain.table.timing import due as is_asked_too_long
from infra.bots import BOTS
from infra.ledger import Ledger
from infra.opened import new_command_id

# Bots who play against each other go on at the next call.
MOST_MOVES = 20
# So many things that are not moves can be due at once: each seat's time and reminder, and whatever was asked.
MOST_CALLS = 100
# Who moves where time has run out and the table has arranged that a bot does.
SUBSTITUTE = "greedy"
_CALLED_IN = (Phase.BEGUN, Phase.PAUSED, Phase.FINISHED)


class Kept(msgspec.Struct, frozen=True):
    """One thing that the server has done at a table: called time, or moved or answered for a bot or a late seat.

    `first` to `last` are the versions of its records, 0 where it was turned down; then `trouble` says why, and nothing else
    was done. `more`: there is more to do at once.
    """

    table: str
    what: Literal["called", "moved", "answered"]
    seat: int | None
    first: int
    last: int
    records: tuple[Record[Any], ...] = ()
    trouble: Refusal | None = None
    more: bool = False


class _Task(msgspec.Struct, frozen=True):
    what: Literal["called", "moved", "answered"]
    by: int
    seat: int | None
    command: Command


def keep_time(
    ledger: Ledger, table_id: str, rng: Random, *, bots: bool = True, most_moves: int = MOST_MOVES
) -> list[Kept]:
    """Do all that is due at a table now: call time and remind, answer for bots, and let them move, as also for late seats where
    the table has arranged that. `bots`: whether those who hold seats play as well.

    At most so many moves are made; the last thing done says whether there is more. It may take as long as bots think.
    """
    done: list[Kept] = []
    moves = 0
    for _ in range(MOST_CALLS + most_moves):
        table = ledger.current(table_id)
        task = _next_task(table, ledger.clock(), rng, bots=bots, may_move=moves < most_moves)
        if task is None:
            break
        kept = _kept(ledger, table, task)
        if kept is None:
            continue
        done.append(kept)
        if kept.trouble is not None:
            return done
        moves += kept.what == "moved"
    if done and moves >= most_moves and _is_more(ledger.current(table_id), bots=bots):
        done[-1] = msgspec.structs.replace(done[-1], more=True)
    return done


def _next_task(table: Table, now: int, rng: Random, *, bots: bool, may_move: bool) -> _Task | None:
    """What comes first: what has lapsed, what bots are asked and awaited for, then whose time is out, and who moves for them.
    So a bot that nobody has let play is not late by that."""
    if table.phase not in _CALLED_IN:
        return None
    now = max(now, table.records[-1].at)
    if is_asked_too_long(table, now):
        return _Task("called", SERVER, None, CallTime())
    answer = next(_answers(table), None) if bots else None
    if answer is not None:
        return answer
    seat, kind = next(iter(_movers(table, bots=bots)), (None, None))
    if seat is None or kind is None:
        due = due_now(table, now)
        if due is not None:
            return _Task("called", SERVER, due.seat, CallTime())
    if seat is None or not may_move:
        return None
    command = BOTS[kind or SUBSTITUTE](table, seat, rng)
    return _Task("moved", SERVER if kind is None else seat, seat, command)


def _answers(table: Table) -> Iterator[_Task]:
    return (_Task("answered", seat, seat, command) for seat, command in answers_of_bots(table))


def _movers(table: Table, *, bots: bool) -> list[tuple[int, str | None]]:
    """The seats to move for, those that bots hold first."""
    movers = [mover for mover in bots_awaited(table) if bots or mover[1] is None]
    return sorted(movers, key=lambda mover: mover[1] is None)


def _is_more(table: Table, *, bots: bool) -> bool:
    return bool(_movers(table, bots=bots))


def _kept(ledger: Ledger, table: Table, task: _Task) -> Kept | None:
    """Do one thing; None where somebody else was faster, so that it may be done."""
    acting = task.seat if task.what == "moved" else None
    outcome = ledger.submit(table.id, Submission(new_command_id(), task.by, table.version, task.command, acting))
    if isinstance(outcome, Accepted):
        return Kept(table.id, task.what, task.seat, outcome.first, outcome.last, outcome.records)
    if outcome.code == "NOTHING_IS_DUE" and task.what == "called":
        return None
    if ledger.current(table.id).version != table.version:
        return None  # whatever it was turned down for, such as that the game is over
    return Kept(table.id, task.what, task.seat, 0, 0, trouble=outcome)
