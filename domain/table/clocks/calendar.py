"""When time passes: weekdays and hours of the day at a fixed distance from UTC, by integers alone (T-68).

All times are microseconds since 1970, all spans microseconds. Running time is counted since the Monday before that: `run_by`
grows while time passes and stands while it does not.
"""

from functools import cache
from typing import NamedTuple

from domain.table.clocks.messages import MINUTES_A_DAY, TimeControl

MINUTE = 60_000_000
DAY = MINUTES_A_DAY * MINUTE
WEEK = 7 * DAY
# 1970 began on a Thursday.
_MONDAY_BEFORE = 3 * DAY


class _Week(NamedTuple):
    """A week from Monday on: the stretches in which time passes, and how long they are together."""

    stretches: tuple[tuple[int, int], ...]
    length: int


def elapsed(control: TimeControl, begin: int, end: int) -> int:
    """How much time passes from `begin` to `end`."""
    if not control.weekends and control.night is None:
        return max(end - begin, 0)
    return max(_run_by(control, end) - _run_by(control, begin), 0)


def after(control: TimeControl, begin: int, span: int) -> int:
    """The first time at which the span has passed since `begin`: that itself where nothing is left of it, also at an hour at
    which no time passes."""
    if span <= 0:
        return begin
    if not control.weekends and control.night is None:
        return begin + span
    week = _week(control.weekends, control.night)
    weeks, rest = divmod(_run_by(control, begin) + span - 1, week.length)
    rest += 1
    for first, last in week.stretches:
        if rest <= last - first:
            return weeks * WEEK + first + rest - _ahead(control)
        rest -= last - first
    raise AssertionError("a week is longer than its stretches")


def _run_by(control: TimeControl, at: int) -> int:
    week = _week(control.weekends, control.night)
    weeks, place = divmod(at + _ahead(control), WEEK)
    return weeks * week.length + sum(min(max(place - first, 0), last - first) for first, last in week.stretches)


def _ahead(control: TimeControl) -> int:
    return _MONDAY_BEFORE + control.utc * MINUTE


@cache
def _week(weekends: tuple[int, ...], night: tuple[int, int] | None) -> _Week:
    stretches = tuple(
        (day * DAY + first * MINUTE, day * DAY + last * MINUTE)
        for day in range(7)
        if day not in weekends
        for first, last in _daytime(night)
    )
    return _Week(stretches, sum(last - first for first, last in stretches))


def _daytime(night: tuple[int, int] | None) -> tuple[tuple[int, int], ...]:
    """The stretches of a day, in minutes, in which time passes; none of them is empty."""
    if night is None:
        return ((0, MINUTES_A_DAY),)
    begin, end = night
    both = ((end, begin),) if begin > end else ((0, begin), (end, MINUTES_A_DAY))
    return tuple((first, last) for first, last in both if first < last)
