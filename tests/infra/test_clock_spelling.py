"""How time controls are typed: what is written is read again, and what cannot be read is told in one sentence."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.table.clocks.messages import TimeControl
from infra.clock_spelling import (
    SpellingError,
    read_days,
    read_span,
    read_time,
    some_days,
    some_span,
    write_span,
    write_time,
)

MINUTES = st.integers(0, 1_000_000) | st.sampled_from((60, 1440, 14400))
SOME = st.integers(1, 100_000)
DAY_OF = st.integers(0, 1439)
TIMES = st.builds(
    TimeControl, MINUTES, MINUTES, MINUTES, MINUTES,
    st.sets(st.integers(0, 6), max_size=6).map(lambda days: tuple(sorted(days))), st.none() | st.tuples(DAY_OF, DAY_OF),
    st.integers(-840, 840), st.integers(0, 366), st.integers(0, 366),
    st.sets(SOME, max_size=5).map(lambda marks: tuple(sorted(marks, reverse=True))), st.integers(0, 10_080),
    st.sampled_from(("waits", "skips", "bot", "forfeits")),
)  # fmt: skip


THERE_IS = "there is move, bank, cap, weekends, night, utc, vacation, longest, remind, grace, out."


@given(TIMES)
def test_what_is_written_is_read_again(time: TimeControl):
    assert read_time(write_time(time)) == time


@given(st.integers(0, 2_000_000))
def test_spans_too(minutes: int):
    assert read_span(write_span(minutes)) == minutes


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("none", TimeControl()),
        ("move=48h", TimeControl(2880)),
        (" Move=1d12h , bank=10d+6h ", TimeControl(2160, 14400, 360)),
        ("bank=90m,cap=2h", TimeControl(bank=90, cap=120)),
        ("move=1h,weekends=sun+sat+sun", TimeControl(60, weekends=(5, 6))),
        ("move=1h,night=22:00-8", TimeControl(60, night=(1320, 480))),
        ("move=1h,utc=+60", TimeControl(60, utc=60)),
        ("move=1h,utc=-3:30", TimeControl(60, utc=-210)),
        ("move=1h,utc=5:45", TimeControl(60, utc=345)),
        ("move=1h,vacation=14d,longest=7", TimeControl(60, vacation=14, longest=7)),
        (
            "move=1d,remind=2h+12h,grace=30m,out=forfeits",
            TimeControl(1440, remind=(720, 120), grace=30, out="forfeits"),
        ),
    ],
)
def test_what_people_type(text: str, time: TimeControl):
    assert read_time(text) == time


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", f"'' says nothing about time; {THERE_IS}"),
        ("move", f"'move' says nothing about time; {THERE_IS}"),
        ("move=48", "'48' is no span of time, such as 48h, 10d or 90m."),
        ("move=-1h", "'-1h' is no span of time, such as 48h, 10d or 90m."),
        ("move=²h", "'²h' is no span of time, such as 48h, 10d or 90m."),
        ("bank=10d+", "'' is no span of time, such as 48h, 10d or 90m."),
        ("move=9999d", "move cannot be so: the number must be at most 1054080."),
        ("move=1h,move=2h", "move is said twice."),
        ("bank=1h+1h,bank=1h", "bank is said twice."),
        ("weekends=sat-sun", "'sat-sun' is no weekday; there is mon, tue, wed, thu, fri, sat, sun."),
        ("weekends=mon+tue+wed+thu+fri+sat+sun", "weekends cannot be so: the list must have at most 6 entries."),
        ("night=22", "'22' are no hours of the day, such as 22:00-8:00."),
        ("night=22:60-8", "'22:60' is no time of the day, such as 22:00."),
        ("night=24-8", "'24' is no time of the day, such as 22:00."),
        ("utc=berlin", "'berlin' is no distance from UTC: minutes such as +60, or hours such as -3:30."),
        ("utc=1:75", "'1:75' is no distance from UTC: minutes such as +60, or hours such as -3:30."),
        ("utc=900", "utc cannot be so: the number must be at most 840."),
        ("vacation=12h", "'12h' is not a number of whole days."),
        ("remind=1h+1x", "'1x' is no span of time, such as 48h, 10d or 90m."),
        ("out=nowhere", "'nowhere' cannot follow when time is over; there is waits, skips, bot, forfeits."),
        ("x" * 301, "A time control has at most 300 characters."),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_told_in_one_sentence(text: str, sentence: str):
    with pytest.raises(SpellingError) as caught:
        read_time(text)
    assert str(caught.value) == sentence


@given(st.text(max_size=60) | st.from_regex(r"(move|bank|utc|night|remind)=[0-9dhm:+-]{0,12}", fullmatch=True))
def test_whatever_is_typed_is_read_or_told(text: str):
    with suppress(SpellingError):
        time = read_time(text)
        assert read_time(write_time(time)) == time


def test_days():
    assert [read_days(text) for text in ("7", "7d", "0")] == [7, 7, 0]


@pytest.mark.parametrize(("read", "some"), [(some_span, "90m"), (some_days, "7d")])
def test_what_is_given_or_taken_is_something_and_not_too_much(read: Callable[[str], int], some: str):
    assert read(some) in (90, 7)
    for text in ("0", "0d", "9999d"):
        with pytest.raises(SpellingError, match=r"is too (little|long) a time"):
            read(text)
