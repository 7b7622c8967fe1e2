"""When time passes: weekends, nights and distances from UTC, compared with a calendar that counts minute by minute."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from domain.table.clocks.calendar import DAY, MINUTE, after, elapsed
from domain.table.clocks.messages import TimeControl

FRIDAY_NOON = int(datetime(2026, 5, 15, 12, tzinfo=UTC).timestamp()) * 1_000_000
WEEKENDS = TimeControl(60, weekends=(5, 6))
NIGHTS = TimeControl(60, night=(22 * 60, 8 * 60))
NOONS = TimeControl(60, night=(12 * 60, 13 * 60))
BOTH = TimeControl(60, weekends=(0, 3, 6), night=(23 * 60 + 30, 7 * 60), utc=-210)


def passes(control: TimeControl, at: int) -> bool:
    """Whether time passes in the minute that begins at `at`, by the standard library's calendar."""
    local = datetime.fromtimestamp(at // 1_000_000, UTC) + timedelta(minutes=control.utc)
    if local.weekday() in control.weekends:
        return False
    if control.night is None:
        return True
    begin, end = control.night
    minute = local.hour * 60 + local.minute
    return not (begin <= minute < end if begin < end else minute >= begin or minute < end)


@pytest.mark.clause("T-68")
@pytest.mark.parametrize("control", [TimeControl(60), WEEKENDS, NIGHTS, NOONS, BOTH], ids=repr)
def test_time_passes_as_a_calendar_says_minute_by_minute(control: TimeControl):
    rng = Random(7)
    for _ in range(6):
        begin = (FRIDAY_NOON // MINUTE + rng.randrange(-20_000, 20_000)) * MINUTE
        minutes = rng.randrange(1, 3_000)
        counted = sum(passes(control, begin + n * MINUTE) for n in range(minutes))
        assert elapsed(control, begin, begin + minutes * MINUTE) == counted * MINUTE


@pytest.mark.clause("T-68")
@pytest.mark.parametrize("control", [TimeControl(60), WEEKENDS, NIGHTS, NOONS, BOTH], ids=repr)
def test_the_end_of_a_span_is_the_first_time_at_which_it_has_passed(control: TimeControl):
    rng = Random(8)
    for _ in range(200):
        begin = FRIDAY_NOON + rng.randrange(-30 * DAY, 30 * DAY)
        span = rng.choice((1, MINUTE, rng.randrange(1, 20 * DAY), 5 * DAY))
        end = after(control, begin, span)
        assert elapsed(control, begin, end) == span
        assert elapsed(control, begin, end - 1) == span - 1


@pytest.mark.clause("T-68")
def test_a_day_from_friday_noon_is_monday_noon_where_no_time_passes_on_weekends():
    assert after(WEEKENDS, FRIDAY_NOON, DAY) == FRIDAY_NOON + 3 * DAY
    east = TimeControl(60, weekends=(5, 6), utc=13 * 60)  # there it is Saturday already
    assert elapsed(east, FRIDAY_NOON, FRIDAY_NOON + DAY) == 0


@pytest.mark.clause("T-71")
def test_a_span_of_nothing_is_over_at_once_also_where_no_time_passes():
    saturday = FRIDAY_NOON + DAY
    assert after(WEEKENDS, saturday, 0) == saturday
    assert after(WEEKENDS, FRIDAY_NOON, -5) == FRIDAY_NOON
    assert after(WEEKENDS, saturday, 1) == FRIDAY_NOON + 5 * DAY // 2 + 1


def test_before_1970_and_back_in_time_nothing_goes_wrong():
    assert elapsed(WEEKENDS, FRIDAY_NOON, FRIDAY_NOON - DAY) == 0
    assert elapsed(NIGHTS, 0, DAY) == 14 * 60 * MINUTE
