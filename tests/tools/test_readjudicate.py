"""`souls readjudicate`: which past decisions another edition would make differently."""

import json
import os
import select
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.processes import PATIENCE, start
from tests.infra.waiting import SAYS, WAITS
from tests.tools.running import TOY, begin, done, failed, souls

RULES = ("--rulebook", TOY)
AGAIN = ("readjudicate", *RULES)
WAITING = "tests.infra.waiting:waiting"


@pytest.fixture(scope="module")
def trumps(data: Path) -> str:
    """A finished game of the toy under its edition 2, in which a six was rolled."""
    table = demo("--seed", 1)
    assert sixes(table)
    return table


def demo(*arguments: object) -> str:
    played = done("demo", "trumps", *RULES, "--players", "random,random", "--json", *arguments)
    return str(played.json["table"])


def sixes(table: str) -> list[dict[str, Any]]:
    """The records of the table's log in which a six scored double."""
    records = done("log", table, *RULES, "--json").json["records"]
    return [record for record in records if record["event"] == "Scored" and record["fields"]["terms"][0][1:3] == [6, 2]]


def test_it_tells_by_clause_what_was_decided_and_what_would_be(trumps: str) -> None:
    told = done(*AGAIN, "--edition", 1, trumps).out
    [title, line, was, would_be, *_] = told.splitlines()
    assert title.startswith("Trumps: TOY-4 Roll → TOY-4 Roll: ")
    [first, *_] = sixes(trumps)
    seat = first["sentence"].split()[0]
    assert line.split() == [
        trumps,
        "version",
        str(first["version"] - 1),
        f"{seat.lower()}:",
        "RollDie",
        "other",
        "events",
    ]
    assert was == f"      was       {first['sentence']} [TOY-4]  (record {first['version']})"
    assert would_be == f"      would be  {seat} score 6: 6 pips × 1 [TOY-4]"
    assert "Edition 1 has decided 1 table again; nothing was changed." in told
    count = len(sixes(trumps))
    assert f", {count} other events, 0 would be refused, 0 cannot be decided\n" in told
    assert told.count("would be  ") == count


def test_json_says_the_same(trumps: str) -> None:
    told = done(*AGAIN, "--edition", 1, trumps, "--json").json
    count = len(sixes(trumps))
    assert (told["edition"], told["tables"], told["spoiled"]) == ("1", 1, [])
    assert (told["commands"]["other events"], told["commands"]["decided again"]) == (
        count,
        told["commands"]["same"] + count,
    )
    assert told["refusals"]["decided again"] == 0
    [group] = told["groups"]
    assert (group["game"], group["was"], group["would_be"]) == ("trumps", "TOY-4", "TOY-4")
    assert [row["was"]["sentence"] for row in group["findings"]] == [record["sentence"] for record in sixes(trumps)]
    [row, *_] = group["findings"]
    assert (row["table"], row["kind"], row["command"], row["undone"]) == (trumps, "other events", "RollDie", False)
    assert row["would_be"]["fields"]["terms"] == [["pip", 6, 1, "TOY-4"]]


def test_one_job_and_many_say_the_same(trumps: str) -> None:
    for seed in range(2, 5):
        demo("--seed", seed)
    told = done(*AGAIN, "--edition", 1, "--jobs", 1).out
    assert "decided 4 tables again" in told
    assert done(*AGAIN, "--edition", 1, "--jobs", 2, "--game", "trumps").out == told


def test_under_its_own_edition_nothing_differs(trumps: str) -> None:
    told = done(*AGAIN, "--edition", 2, trumps).out
    assert told.startswith("Edition 2 has decided 1 table again; nothing was changed.\n")


def test_what_was_undone_is_said_to_be(data: Path) -> None:
    for seed in range(100):
        table = begin("trumps", *RULES, "--players", "you", "--seed", seed, typed="roll\nquit\n")
        if sixes(table):
            break
    assert "RollDie  other events\n" in done(*AGAIN, "--edition", 1, table).out
    done("undo", table, *RULES)
    assert "RollDie  other events  (undone)\n" in done(*AGAIN, "--edition", 1, table).out
    [group] = done(*AGAIN, "--edition", 1, table, "--json").json["groups"]
    assert [row["undone"] for row in group["findings"]] == [True]


def test_of_a_table_that_is_not_finished_it_says_that_something_is_hidden(data: Path) -> None:
    revised = ("readjudicate", "--edition", 3, "--rulebook", "tests.infra.revised:revised")
    table = begin("trumps", *RULES, "--players", "you,you", "--seed", 2, typed="\ndraw\nquit\n")
    told = done(*revised, table).out
    assert "North draws [TOY-2]" in told
    assert "North draws [TOY-1]" in told
    listed = done("play", "--table", table, *RULES, typed="\nlist\nquit\n").out
    number = next(line.split()[0] for line in listed.splitlines() if "  Plan  " in line and line.split()[0].isdigit())
    done("play", "--table", table, *RULES, typed=f"\n{number}\nquit\n")
    told = done(*revised, table).out
    assert "east: Plan (hidden while the table is not finished)  would be refused" in told
    assert "was       hidden while the table is not finished [TOY-6]" in told
    assert "would be  refused: CARDS_NOT_IN_HAND (hidden while the table is not finished) [TOY-6]" in told


def test_a_refusal_that_would_be_none_is_told(data: Path) -> None:
    table = begin("trumps", *RULES, "--players", "you,you", "--seed", 3, typed='\nNudge {"steps": 4}\nquit\n')
    told = done("readjudicate", "--edition", 2, "--rulebook", "tests.infra.revised:revised", table).out
    assert "at version 9  north: Nudge steps 4  would be accepted now\n" in told
    assert "was       refused: TOO_FAR (hidden while the table is not finished) [TOY-5]\n" in told
    assert "would be  North nudges by 4 [TOY-5]\n" in told
    assert "Refusals: 1 decided again, 0 same, 1 would be accepted now, " in told


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--edition", "9"), "No rules here know the edition '9': "),
        (("--edition", "2", "--game", "root"), "No rules here know the edition '2': root has 1."),
        (("--edition", "2", "--game", "chess"), "No rulebook for the game 'chess' is installed"),
        (("--edition", "1", "nowhere"), "There is no table 'nowhere'."),
        (("--edition", "1", "--game", "root", "TABLE"), "is one of 'trumps', and edition '1' is asked of root."),
        (("--edition", ""), "No rules here know the edition ''"),
    ],
)
def test_what_cannot_be_asked_is_told(trumps: str, arguments: tuple[str, ...], said: str) -> None:
    words = [trumps if word == "TABLE" else word for word in arguments]
    assert said in failed(*AGAIN, *words)
    told = souls(*AGAIN, *words, "--json")
    assert said in json.loads(told.out)["error"]["message"]


@pytest.mark.parametrize(
    "arguments", [(), ("--edition",), ("--edition", "1", "--jobs", "0"), ("--edition", "1", "--jobs", "x")]
)
def test_what_is_wrongly_asked_has_exit_code_2(data: Path, arguments: tuple[str, ...]) -> None:
    failed(*AGAIN, *arguments, code=2)


def test_without_any_table_it_says_so(tmp_path: Path) -> None:
    told = done(*AGAIN, "--edition", 2, "--data", tmp_path)
    assert told.out == "There is no table of a game that knows edition 2.\n"
    assert done(*AGAIN, "--edition", 2, "--data", tmp_path, "--json").json["groups"] == []


def test_a_table_that_cannot_be_read_is_named_with_exit_code_1(trumps: str) -> None:
    told = souls("readjudicate", "--edition", 1)
    assert (told.code, told.err) == (1, "")
    assert f"{trumps}: left out: No rulebook for the game 'trumps' is installed" in told.out
    assert done("readjudicate", "--edition", 1, "--game", "carcassonne").code == 0
    spoiled = souls("readjudicate", "--edition", 1, trumps, "--json")
    assert spoiled.code == 1
    assert [one["table"] for one in spoiled.json["spoiled"]] == [trumps]


@pytest.mark.slow
def test_ctrl_c_ends_it_and_all_its_processes(tmp_path: Path, data: Path) -> None:
    """It reaches all processes of the terminal at once, and each is in the middle of its work."""
    for seed in range(4):
        demo("--seed", seed, "--option", "rounds=99", "--option", "cards=99")
    said, waits = tmp_path / "said", tmp_path / "waits"
    for pipe in (said, waits):
        os.mkfifo(pipe)
    out, word = (os.open(pipe, os.O_RDWR) for pipe in (said, waits))
    arguments = [
        "readjudicate",
        "--edition",
        "1",
        "--game",
        "trumps",
        "--jobs",
        "2",
        "--rulebook",
        "tests.infra.waiting:waiting",
    ]
    with start(data, *arguments, **{SAYS: str(said), WAITS: str(waits)}) as process:
        for _ in range(2):
            assert select.select([out], [], [], PATIENCE)[0]
            os.read(out, 1)
        os.killpg(process.pid, signal.SIGINT)
        os.write(word, b"go on")
        # Whatever was started has the same stderr: it is at its end when all of them are.
        told, trouble = process.communicate(timeout=PATIENCE)
    os.close(out)
    os.close(word)
    assert (process.returncode, told, trouble) == (130, "", "souls: Stopped.\n")
