"""`souls due`: time is called wherever it is over, once, and nowhere else."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tools.running import TOY, begin, done, souls

Later = Callable[[int], None]


def asking(disputes: str) -> str:
    """A table at which red has asked blue to agree to an undo."""
    table = begin("--players", "you,you", "--seed", 3, "--disputes", disputes, typed="1\n1\n1\nquit\n")
    done("undo", table, "--ask", "--by", "red", "--to", 8)
    return table


def events(table: str) -> list[str]:
    return [record["event"] for record in done("log", table, "--json").json["records"]]


def test_a_request_lapses_when_its_time_is_over_and_only_once(data: Path, later: Later) -> None:
    table = asking("hours=48")
    later(47)
    assert done("due", table).out == ""
    later(49)
    assert "until" not in done("due", table).out
    assert events(table)[-1] == "RequestLapsed"
    assert done("due", table).out == ""
    assert done("due", table, "--json").json == {"called": []}


def test_silence_agrees_where_it_is_arranged_and_the_log_says_so(data: Path, later: Later) -> None:
    table = asking("hours=1,silence=agrees")
    later(2)
    assert done("due", table).out == (
        f"{table}: Blue did not answer in time, and silence agrees; The history is again what it was at version 8\n"
    )
    assert "by undo of red, silence agreed)" in done("log", table).out


def test_all_tables_are_looked_at_each_with_a_line(data: Path, later: Later) -> None:
    tables = {asking("hours=1"), asking("hours=1")}
    asking("pauses")
    later(3)
    lines = done("due").out.splitlines()
    assert {line.split(":")[0] for line in lines} >= tables
    assert done("due").out == ""


def test_settlements_lapse_and_votes_are_counted_one_after_the_other(data: Path, later: Later) -> None:
    table = begin("--players", "you,you", "--seed", 3, "--disputes", "vote,hours=1,quorum=1", typed="1\n1\n1\nquit\n")
    for number, clause in enumerate(("B-4", "B-6"), 1):
        done("contest", table, "--by", "red", "--record", 9, "--clause", clause)
        done("rule", table, number, "--overturned", "--points", "red=1", "--as-vote", "--by", "red")
    done("vote", table, 1, "--by", "red", "yes")
    later(2)
    called = done("due", table, "--json").json["called"]
    assert [one["table"] for one in called] == [table, table]
    assert "it passes" in called[0]["sentences"][0]
    assert "it fails" in called[1]["sentences"][0]
    assert done("scores", table, "--json").json["totals"] == [1, 0]
    assert done("verify", table).code == 0


def test_a_table_that_cannot_be_read_does_not_keep_the_others_waiting(data: Path, later: Later) -> None:
    table = asking("hours=1")
    later(2)
    told = souls("due", "nope", table)
    assert told.code == 1
    assert told.out.splitlines()[0] == "nope: There is no table 'nope'."
    assert told.out.splitlines()[1].startswith(f"{table}: Blue did not answer in time")


@pytest.fixture
def stranger(data: Path) -> str:
    """A table of a game whose rulebook is not here when it is not named."""
    return begin("trumps", "--players", "you,you", "--rulebook", TOY, typed="quit\n")


def test_a_table_whose_rulebook_is_not_here_is_told_of_and_is_no_failure_unless_it_is_named(
    data: Path, stranger: str, later: Later
) -> None:
    table = asking("hours=1")
    later(2)
    told = souls("due")
    assert told.code == 0
    assert f"{stranger}: " in told.out
    assert f"{table}: Blue did not answer in time" in told.out
    assert souls("due", stranger).code == 1
    assert done("due", stranger, "--rulebook", TOY).out == ""


def test_late_seats_are_reminded_and_what_the_table_has_arranged_follows(data: Path, later: Later) -> None:
    timed = "move=48h,remind=24h,out=skips"
    table = begin("--players", "you,you", "--seed", 3, "--time", timed, typed="1\nquit\n")
    later(25)
    assert done("due", table).out == f"{table}: Red is reminded: 1 day left\n"
    assert done("due", table).out == ""
    later(48)
    assert done("due", table).out.startswith(f"{table}: The time of red is over; ")
    assert done("due", table).out == ""
    assert "blue until" in done("show", table).out
    assert done("verify", table).code == 0


def test_bots_play_where_that_is_said(data: Path) -> None:
    table = begin("--players", "random,you", "--seed", 8, typed="quit\n")
    done("undo", table, "--by", "arbiter")
    assert done("due", table).out == ""
    assert done("due", table, "--bots").out.startswith(f"{table}: Red ")
    assert done("due", table, "--bots").out == ""
