"""When somebody may be told, by the clock on their own wall."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infra.notify.policy import after_quiet, is_quiet, next_minute, sendable_at, told_time
from infra.people.profile import Notices, QuietHours

BERLIN, KOLKATA, LORD_HOWE = ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Kolkata"), ZoneInfo("Australia/Lord_Howe")
DAY = 24 * 3_600_000_000


def at(zone: ZoneInfo, *when: int, fold: int = 0) -> int:
    return int(datetime(*when, tzinfo=zone, fold=fold).timestamp()) * 1_000_000  # type: ignore[misc,arg-type]


def utc(micros: int) -> str:
    return datetime.fromtimestamp(micros // 1_000_000, UTC).strftime("%m-%d %H:%M")


NIGHT = QuietHours(22 * 60, 7 * 60)


@pytest.mark.parametrize(
    ("zone", "now", "expected"),
    [
        (BERLIN, (2026, 3, 2, 21, 59), "03-02 20:59"),
        (BERLIN, (2026, 3, 2, 22, 0), "03-03 06:00"),
        (BERLIN, (2026, 3, 3, 6, 59), "03-03 06:00"),
        (BERLIN, (2026, 3, 3, 7, 0), "03-03 06:00"),
        (KOLKATA, (2026, 3, 2, 23, 0), "03-03 01:30"),
        # The night in which summer time begins: seven o'clock comes an hour earlier.
        (BERLIN, (2026, 3, 28, 23, 0), "03-29 05:00"),
        # The night in which it ends: an hour later.
        (BERLIN, (2026, 10, 24, 23, 0), "10-25 06:00"),
        (LORD_HOWE, (2026, 10, 3, 23, 0), "10-03 20:00"),
    ],
)
def test_quiet_hours_end_by_the_clock_on_the_wall(zone: ZoneInfo, now: tuple[int, ...], expected: str) -> None:
    assert utc(after_quiet(NIGHT, zone, at(zone, *now))) == expected


def test_quiet_hours_within_a_day_and_none() -> None:
    work = QuietHours(9 * 60, 17 * 60)
    assert not is_quiet(work, BERLIN, at(BERLIN, 2026, 3, 2, 8, 59))
    assert utc(after_quiet(work, BERLIN, at(BERLIN, 2026, 3, 2, 12, 0))) == "03-02 16:00"


@pytest.mark.parametrize("minute", [0, 30, 60, 90])
def test_quiet_hours_that_begin_and_end_alike_hold_nothing_back(minute: int) -> None:
    now = at(BERLIN, 2026, 3, 2, minute // 60, minute % 60)
    assert not is_quiet(QuietHours(60, 60), BERLIN, now)
    assert sendable_at(Notices(quiet=QuietHours(60, 60)), BERLIN, now, now) == now


def test_an_end_that_the_clock_leaves_out_is_over_when_the_clock_has_gone_past_it() -> None:
    until_half_past_two = QuietHours(22 * 60, 2 * 60 + 30)
    ended = after_quiet(until_half_past_two, BERLIN, at(BERLIN, 2026, 3, 29, 1, 50))
    assert utc(ended) == "03-29 01:30"
    assert not is_quiet(until_half_past_two, BERLIN, ended)


def test_an_end_that_the_clock_shows_twice_holds_nobody_back_for_a_day() -> None:
    until_half_past_two = QuietHours(22 * 60, 2 * 60 + 30)
    second = at(BERLIN, 2026, 10, 25, 2, 10, fold=1)
    assert after_quiet(until_half_past_two, BERLIN, second) - second == 20 * 60_000_000


def test_a_digest_comes_at_the_first_time_behind_the_message() -> None:
    daily = Notices(when="digest", digest_at=8 * 60)
    put = at(BERLIN, 2026, 3, 2, 9, 0)
    when = sendable_at(daily, BERLIN, put, put)
    assert when == at(BERLIN, 2026, 3, 3, 8, 0)
    assert sendable_at(daily, BERLIN, put, when) == when
    late = when + 3 * 3_600_000_000
    assert sendable_at(daily, BERLIN, put, late) == late, "a worker that slept sends it when it wakes"


def test_a_digest_within_quiet_hours_waits_for_their_end() -> None:
    notices = Notices(when="digest", digest_at=6 * 60, quiet=NIGHT)
    put = at(BERLIN, 2026, 3, 2, 9, 0)
    assert sendable_at(notices, BERLIN, put, put) == at(BERLIN, 2026, 3, 3, 7, 0)


def test_who_wants_no_notices_gets_none() -> None:
    assert sendable_at(Notices(when="never"), BERLIN, 0, 0) is None


def test_a_time_is_told_by_the_clock_on_the_wall() -> None:
    assert told_time(at(BERLIN, 2026, 7, 1, 18, 30), BERLIN) == "Wednesday, 01 July 2026, 18:30 (Europe/Berlin)"


@given(
    zone=st.sampled_from([BERLIN, KOLKATA, LORD_HOWE, ZoneInfo("America/Sao_Paulo"), ZoneInfo("UTC")]),
    now=st.integers(1_700_000_000, 1_900_000_000).map(lambda seconds: seconds * 1_000_000),
    begin=st.integers(0, 1439),
    end=st.integers(0, 1439),
)
def test_nothing_waits_longer_than_a_day_and_an_hour_and_then_it_is_not_quiet(
    zone: ZoneInfo, now: int, begin: int, end: int
) -> None:
    quiet = QuietHours(begin, end)
    when = after_quiet(quiet, zone, now)
    assert now <= when <= now + DAY + DAY // 24
    assert begin == end or not is_quiet(quiet, zone, when)
    assert now < next_minute(end, zone, now) <= now + DAY + DAY // 24
