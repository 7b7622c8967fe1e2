"""`souls clock`: a table's time is told, arranged, given and stopped."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tools.running import begin, done, failed

Later = Callable[[int], None]
WHOLE = (
    "move=2d,bank=10d+6h,cap=20d,weekends=sat+sun,night=22:00-8:00,utc=+60,vacation=14d,longest=7d,remind=1d+2h,out=bot"
)


@pytest.fixture
def timed(data: Path) -> str:
    """A table at which two people play at the keyboard and time counts."""
    return begin("--players", "you,you", "--seed", 3, "--time", "move=48h,bank=1d,vacation=14d", typed="1\nquit\n")


def red(table: str) -> dict[str, Any]:
    seat: dict[str, Any] = done("clock", table, "--json").json["seats"][0]
    return seat


def test_time_is_arranged_when_a_table_is_opened_and_told(timed: str) -> None:
    lines = done("clock", timed).out.splitlines()
    assert lines[0] == (
        "2 days for each decision and a bank of 1 day, 14 days of vacation; when time is over the host decides. "
        "(move=2d,bank=1d,vacation=14d)"
    )
    assert lines[1].startswith("red   awaited until ")
    assert lines[1].endswith(", bank 1 day, vacation 14 days")
    assert lines[2] == "blue  not awaited, bank 1 day, vacation 14 days"
    told = done("clock", timed, "--json").json
    assert told["time"] == {"move": 2880, "bank": 1440, "vacation": 14}
    assert told["due"] == told["seats"][0]["until"]
    assert "red until 2" in " ".join(done("tables").out.split())
    assert "Time: red until 2" in done("show", timed).out


def test_everything_that_can_be_arranged_can_be_said(data: Path) -> None:
    table = begin("--players", "you,you", "--time", WHOLE, typed="quit\n")
    told = done("clock", table)
    assert told.out.splitlines()[0] == (
        "2 days for each decision and a bank of 10 days with 6 hours more each time, up to 20 days, none passes on Saturday "
        "and Sunday, none from 22:00 to 8:00, clocks are 1 hour from UTC, 14 days of vacation, 7 days at a time, reminders at "
        f"1 day and 2 hours; when time is over a bot moves. ({WHOLE})"
    )


def test_a_table_without_time_says_so(data: Path) -> None:
    table = begin("--players", "you,you", typed="quit\n")
    assert done("clock", table).out == "No time counts. (none)\n"
    assert "no time control" in failed("clock", table, "--back", "--seat", "red")


def test_a_seat_goes_on_vacation_and_comes_back(timed: str) -> None:
    until = red(timed)["until"]
    assert "on vacation until 2" in done("clock", timed, "--vacation", "7d", "--seat", "red").out
    assert red(timed)["until"] - until == 7 * 24 * 3_600_000_000
    assert "on vacation already" in failed("clock", timed, "--vacation", "1", "--seat", "red")
    assert "on vacation" not in done("clock", timed, "--back", "--seat", "red").out


def test_the_host_gives_more_time(timed: str) -> None:
    assert "bank 1 day 12 hours" in done("clock", timed, "--grant", "12h", "--seat", "red").out


def test_late_is_late(timed: str, later: Later) -> None:
    later(73)
    done("due", timed)
    assert "red   awaited late since 2" in done("clock", timed).out


def test_the_host_lets_the_server_answer_for_a_late_seat(timed: str, later: Later) -> None:
    assert "Time was not called for red" in failed("clock", timed, "--answer", "--seat", "red")
    later(73)
    done("due", timed)
    assert "not awaited, bank 0 minutes" in done("clock", timed, "--answer", "--seat", "red").out
    assert "The server answers for red" in done("log", timed).out


def test_once_the_game_has_begun_all_are_asked_and_bots_agree_at_once(data: Path) -> None:
    table = begin("--players", "you,greedy", "--seed", 8, typed="quit\n")
    told = done("clock", table, "--arrange", "move=1h").out
    assert "Other time is proposed; waiting for the consent of red." in told
    assert done("clock", table, "--json").json["asked"] == [0]
    done("undo", table, "--agree")
    assert done("clock", table).out.startswith("1 hour for each decision;")


def test_who_sits_at_the_keyboard_is_asked_about_other_time(data: Path) -> None:
    table = begin("--players", "you,greedy", "--seed", 8, typed="quit\n")
    done("clock", table, "--arrange", "move=1h")
    told = done("play", "--table", table, typed="y\nquit\n")
    assert "do you agree to play on so: 1 hour for each decision; when time is over the host decides?" in told.out
    assert done("clock", table, "--json").json["spelled"] == "move=1h"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--arrange", "move=1x"), "'1x' is no span of time"),
        (("--arrange", "out=bot"), "nothing ever runs out"),
        (("--grant", "1h"), "Say with --seat whose time it is about."),
        (("--grant", "0", "--seat", "red"), "'0' is too little a time."),
        (("--grant", "9999d", "--seat", "red"), "'9999d' is too long a time."),
        (("--grant", "soon", "--seat", "red"), "'soon' is no span of time"),
        (("--vacation", "12h", "--seat", "red"), "is not a number of whole days"),
        (("--vacation", "15", "--seat", "red"), "You can take 14 days of vacation now, not 15."),
        (("--back", "--seat", "red"), "You are not on vacation."),
        (("--back", "--seat", "green"), "There is no seat 'green'"),
        (("--back", "--grant", "1h"), "Choose one of"),
        (("--answer",), "Say with --seat whose time it is about."),
        (("--back", "--answer", "--seat", "red"), "Choose one of"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(timed: str, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in failed("clock", timed, *arguments)


def test_time_is_said_only_where_a_table_is_opened(timed: str) -> None:
    assert "later it is with 'souls clock --arrange'" in failed("play", "--table", timed, "--time", "move=1h")
    assert "says nothing about time" in failed("play", "--time", "fast")
