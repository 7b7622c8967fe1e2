"""Seats for which a game waits in vain, and that the host may free (T-3)."""

from typing import TYPE_CHECKING

from domain.table.clocks.calendar import DAY
from domain.table.clocks.messages import NO_TIME
from domain.table.lifecycle import SeatTaken, TableResumed, Undone
from domain.table.messages import Event

if TYPE_CHECKING:
    from domain.table.table import Table

DAYS_IN_VAIN = 14


def days_in_vain(table: "Table", seat: int, at: int) -> int:
    """How many whole days a game has waited for a seat in vain by a time (microseconds): since it began to wait, the seat did
    something, somebody sat down there, the table went on after a pause, or its history was changed."""
    begun = min((since for prompt, since in table.awaited_since().items() if prompt.seat == seat), default=at)
    anew = (one.at for one in reversed(table.records) if one.by == seat or _begins_anew(one.event, seat))
    return max(at - max(begun, next(anew, 0)), 0) // DAY


def can_be_freed(table: "Table", seat: int, at: int) -> bool:
    """Whether the host may free a seat at a time."""
    held = not table.seats[seat].vacant and table.clocks.control == NO_TIME
    return held and days_in_vain(table, seat, at) >= DAYS_IN_VAIN


def _begins_anew(event: Event, seat: int) -> bool:
    return isinstance(event, TableResumed | Undone) or (isinstance(event, SeatTaken) and event.seat == seat)
