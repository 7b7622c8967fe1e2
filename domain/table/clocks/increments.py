"""Increments: each belongs to the command for which it was given, and counts as long as that does (T-67, T-74)."""

from typing import TYPE_CHECKING

from domain.table.clocks.calendar import MINUTE
from domain.table.clocks.messages import TimeControl
from domain.table.clocks.state import Clocks, SeatClock
from domain.table.disputes.messages import Reapplied

if TYPE_CHECKING:
    from domain.table.table import Table


def give(control: TimeControl, clock: SeatClock, version: int) -> None:
    """T-67: the increment, up to the cap, for the command that ends with the record at the version."""
    increment, cap = control.increment * MINUTE, control.cap * MINUTE
    most = max(cap - clock.bank, 0) if cap else increment
    clock.given[version] = min(increment, most)
    clock.bank += clock.given[version]


def count_anew(clocks: Clocks, table: "Table", start: int) -> None:
    """T-74: behind the command at `start`, which has changed the history: what was given for commands that count no more is
    taken back, and given again for those that count again, or that were made again (T-28)."""
    before, now = set(table.history.line(start - 1)), set(table.history.line())
    again = [
        version
        for version in sorted(now - before)
        if version >= start and isinstance(table.records[version - 1].event, Reapplied)
    ]
    for clock in clocks.all():
        clocks.charge(clock)
        for version, amount in clock.given.items():
            if version in before and version not in now:
                # What was used up meanwhile cannot be taken, and so is not given again.
                clock.given[version] = min(amount, clock.bank)
                clock.bank -= clock.given[version]
            elif version in now and version not in before:
                clock.bank += amount
        for version in again:
            _make_again(table, clock, version)


def _make_again(table: "Table", clock: SeatClock, version: int) -> None:
    first, last = table.move_span(table.records[version - 1].event.version)
    amount = sum(given for at, given in clock.given.items() if first <= at <= last)
    if amount:
        clock.given[version] = amount
        clock.bank += amount
