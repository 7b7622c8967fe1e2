"""`souls refusals`: what a seat was turned down for is its own, and it can contest it."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.table.kernel import Accepted
from domain.table.lifecycle import LeaveSeat, Resign, SetOrder, TakeSeat, Undo
from domain.table.records import Submission
from domain.table.refusals import Refusal
from infra.opened import new_command_id
from infra.settings import from_environment
from infra.wiring import Souls
from tests.table.toy import Plan, RollDie
from tests.tools.running import TOY, begin, done, failed

RULES = ("--rulebook", TOY)


@pytest.fixture
def table(data: Path) -> str:
    """A table of the toy at which it is north's turn."""
    return begin("trumps", *RULES, "--players", "you,you", "--seed", 2)


def asked(data: Path, table: str, by: int, command: object) -> Accepted | Refusal:
    with Souls(from_environment(data, (TOY,))) as souls:
        version = souls.ledger.current(table).version
        return souls.ledger.submit(table, Submission(new_command_id(), by, version, command))


def refusals(table: str, seat: object) -> list[dict[str, Any]]:
    return list(done("refusals", table, "--seat", seat, *RULES, "--json").json["refusals"])


def test_a_seat_is_told_its_own_refusals_in_words_and_nobody_elses(data: Path, table: str) -> None:
    asked(data, table, 1, RollDie())
    [told] = refusals(table, "east")
    assert (told["by"], told["seat"], told["code"], told["clause"]) == (1, 1, "NOT_YOUR_TURN", "T-14")
    assert told["version"] == told["expected"] == done("show", table, *RULES, "--json").json["turn"]["version"]
    assert json.loads(told["command"]) == {"command": "RollDie"}
    assert told["sentence"] == "It is not your turn; the game waits for north."
    lines = done("refusals", table, "--seat", "east", *RULES).out.splitlines()
    assert lines[0].startswith(f"{told['id']}  20")
    assert lines[0].endswith(f"at {told['version']}: It is not your turn; the game waits for north. [T-14]")
    assert lines[1] == '    {"command":"RollDie"}'
    assert lines[2].startswith("Whoever contests one publishes its command: a card that it names becomes known")
    assert done("refusals", table, "--seat", "north", *RULES).out == f"north has met no refusal at table {table}.\n"
    assert refusals(table, "host") == []


def test_host_and_arbiter_have_their_own(data: Path, table: str) -> None:
    failed("undo", table, "--by", "host", "--to", 6, *RULES)
    assert [one["seat"] for one in refusals(table, "host")] == [-1]
    assert refusals(table, "arbiter") == []


def test_a_refusal_is_contested_by_its_id(data: Path, table: str) -> None:
    asked(data, table, 1, RollDie())
    [told] = refusals(table, "east")
    done("contest", table, "--by", "east", "--refusal", told["id"], "--clause", "TOY-1", *RULES)
    [shown] = done("disputes", table, *RULES, "--json").json["contests"]
    assert (shown["contested"]["refused"], shown["contested"]["version"]) == (True, told["version"])
    assert shown["contested"]["sentence"] == told["sentence"]
    assert shown["contested"]["command"] == '{"command":"RollDie"}'


def test_what_others_may_not_see_of_a_refused_command_they_do_not_see_in_its_contest(data: Path, table: str) -> None:
    asked(data, table, 1, Plan(7))
    [told] = refusals(table, "east")
    done("contest", table, "--by", "east", "--refusal", told["id"], "--clause", "TOY-6", *RULES)
    for viewer, sees in (((), False), (("--seat", "north"), False), (("--seat", "east"), True)):
        [shown] = done("disputes", table, *viewer, *RULES, "--json").json["contests"]
        assert shown["contested"]["command"] == ('{"command":"Plan","card":7}' if sees else None)
        assert shown["contested"]["sentence"] == (told["sentence"] if sees else "What is not shown to you")


def test_a_refused_order_is_kept_without_what_it_says_and_cannot_be_contested(data: Path, table: str) -> None:
    asked(data, table, 1, SetOrder("vote", '{"order":"Ballot","secret":1}'))
    [told] = refusals(table, "east")
    assert "secret" not in str(told)
    assert told["sentence"].startswith("A standing order was turned down (")
    assert "is not kept" in failed(
        "contest", table, "--by", "east", "--refusal", told["id"], "--clause", "T-25", *RULES
    )


def test_a_refusal_is_not_for_whoever_takes_the_seat_later(data: Path) -> None:
    table = begin("trumps", *RULES, "--players", "you,you", "--seed", 2)
    asked(data, table, 1, RollDie())
    assert len(refusals(table, 1)) == 1
    assert isinstance(asked(data, table, 1, Resign()), Accepted)
    assert isinstance(asked(data, table, 1, TakeSeat(1, "somebody-else")), Accepted)
    assert refusals(table, 1) == []


def test_a_refusal_that_is_not_there_or_not_ones_own(data: Path, table: str) -> None:
    asked(data, table, 1, RollDie())
    [told] = refusals(table, "east")
    for by, refused in (("north", told["id"]), ("east", "1-0"), ("east", ""), ("east", "x" * 5_000)):
        sentence = failed("contest", table, "--by", by, "--refusal", refused, "--clause", "TOY-1", *RULES)
        assert "has met no refusal" in sentence
    assert isinstance(asked(data, table, 0, Undo(0)), Refusal)
    assert isinstance(asked(data, table, 0, LeaveSeat(0)), Refusal)


def test_a_command_of_the_game_that_is_not_awaited_is_refused_by_the_law_and_can_be_contested(data: Path) -> None:
    table = begin("--players", "you,you", "--seed", 8)
    told = done("play", "--table", table, typed="SkipDeploy {}\ncontest B-6 Why not?\nquit\n").out
    assert "[T-15]" in told
    assert "Contest 1: a refusal (WRONG_PHASE, T-15) is contested under B-6 [T-52]" in told
    [refused] = done("refusals", table, "--seat", "red", "--json").json["refusals"]
    assert (refused["code"], refused["clause"]) == ("WRONG_PHASE", "T-15")
