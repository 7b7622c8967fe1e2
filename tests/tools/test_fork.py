"""`souls fork` and `souls forks`: a sandbox from a table, played at one keyboard, and the tree of them."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from domain.table.messages import ORIGIN
from tests.tools.running import TOY, begin, done, failed, souls

pytestmark = pytest.mark.slow

HERE = ("--rulebook", TOY)


@pytest.fixture
def secret(data: Path) -> str:
    """The id of a table with hidden hands that somebody has begun to play at, for three at this keyboard."""
    options = ("--option", "cards=30", "--option", "hand=3", "--option", "rounds=2")
    return begin("trumps", *HERE, "--players", "you,you,you", *options, typed="\n1\nquit\n")


def version_of(table: str) -> int:
    return int(done("show", table, "--json", *HERE).json["turn"]["version"])


def ends(table: str) -> list[int]:
    """The ends of the commands that the game has been played by."""
    return [step["version"] for step in done("replay", table, "--json", *HERE).json["steps"]]


def fork(table: str, *arguments: object) -> dict[str, Any]:
    told: dict[str, Any] = done("fork", table, *arguments, "--json", *HERE).json
    return told


def log(table: str, *arguments: object) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = done("log", table, "--json", *HERE, *arguments).json["records"]
    return records


# --- Making one -------------------------------------------------------------------------------------------------------


def test_a_fork_tells_how_to_play_on_and_leaves_the_table_as_it_was(begun: str) -> None:
    before = done("log", begun, "--json").out
    told = done("fork", begun).out.splitlines()
    new = re.match(r"Sandbox (\w+): table", told[0])
    assert new
    version = version_of(begun)
    assert told[0] == (
        f"Sandbox {new[1]}: table {begun} at version {version}, as a spectator knows it; the rest is dealt anew."
    )
    assert told[2] == f"Play on:    souls play --table {new[1]}"
    assert told[3] == f"All forks:  souls forks {new[1]}"
    assert done("log", begun, "--json").out == before


def test_a_finished_table_is_forked_with_everything_at_any_version_that_ends_a_command(finished: str) -> None:
    at = ends(finished)[40]
    told = fork(finished, "--at", at)
    assert told == {"table": told["table"], "origin": finished, "at": at, "viewer": -1, "version": told["version"]}
    mine, theirs = (done("show", *which, "--json").json for which in ((told["table"],), (finished, "--at", at)))
    assert mine["board"]["view"] == theirs["board"]["view"]
    assert done("fork", finished, "--at", at).out.startswith("Sandbox ")


def test_a_fork_for_a_seat_names_it(secret: str) -> None:
    assert fork(secret, "--seat", "east")["viewer"] == 1
    assert ", as east knows it; the rest is dealt anew." in done("fork", secret, "--seat", "east", *HERE).out


def test_what_cannot_be_forked_is_said_in_a_sentence(finished: str, secret: str, data: Path) -> None:
    last = ends(finished)[-2]
    assert failed("fork", finished) == (
        f"At version {version_of(finished)} the game is over; it can be forked up to version {last}. [T-64]"
    )
    where = f"is not the end of a command between {ends(finished)[0]} and {version_of(finished)}. [T-64]"
    inside = next(end - 1 for start, end in pairwise(ends(finished)) if end - start > 1)
    for version in (-1, 0, 2, inside, 10**30):
        assert failed("fork", finished, "--at", version) == f"Version {version} {where}"
    assert failed("fork", "nothere") == "There is no table 'nothere'."
    assert failed("forks", "nothere") == "There is no table 'nothere' whose forks could be told."
    assert failed("fork", secret, "--seat", "up", *HERE).startswith("There is no seat 'up' at this table")
    assert failed("fork", secret, "--players", "you,you", *HERE) == (
        f"Table {secret} has 3 seats, and 2 players are named."
    )
    assert failed("fork", secret, "--players", "ada", *HERE).startswith("'ada' is no player")
    refused = souls("fork", finished, "--at", 2, "--json")
    assert refused.code == 1
    assert refused.json["error"]["code"] == "NO_SUCH_POINT"


# --- Playing there ----------------------------------------------------------------------------------------------------


def test_the_owner_plays_all_seats_without_handing_the_keyboard_over_and_can_take_back(secret: str) -> None:
    new = fork(secret, "--seat", "north")["table"]
    start = version_of(new)
    told = done("play", "--table", new, *HERE, typed="undo\n1\n1\nundo\nquit\n").out
    assert "There is nothing to take back." in told
    assert "press Enter" not in told
    assert told.count("takes a turn") >= 3
    assert f"The table waits: souls play --table {new}" in told
    records = log(new)[-1:]
    assert records[0]["event"] == "Undone"
    assert {record["by"] for record in log(new) if record["version"] > start} == {-1}


def test_with_bots_at_all_other_seats_the_owner_is_asked_for_the_own_seat_alone(secret: str) -> None:
    new = fork(secret, "--seat", "north", "--players", "you,random,greedy")["table"]
    kinds = [(person or "vacant").split("-")[0] for person in done("show", new, "--json", *HERE).json["turn"]["seats"]]
    assert kinds == ["vacant", "random", "greedy"]
    told = done("play", "--table", new, *HERE, typed="1\n" * 40 + "quit\n").out
    assert "Finished." in told
    assert "East takes a turn" not in told


def test_bots_alone_play_a_sandbox_to_its_end_and_it_is_verified(finished: str) -> None:
    new = fork(finished, "--at", ends(finished)[-6], "--players", "random,greedy")["table"]
    assert "Finished." in done("play", "--table", new).out
    done("close", new)
    told = done("verify", new).out
    assert f"were copied from table {finished} at version {ends(finished)[-6]}, where they counted." in told
    assert "verified." in told


def test_undo_in_a_sandbox_ends_where_the_fork_was_made(secret: str) -> None:
    new = fork(secret)["table"]
    assert failed("undo", new, *HERE) == "Nothing has been played that could be undone."
    done("play", "--table", new, *HERE, typed="1\nquit\n")
    done("undo", new, *HERE)
    assert failed("undo", new, "--to", 1, *HERE).startswith("Version 1 is not the end of a command between")


# --- What it tells of its origin --------------------------------------------------------------------------------------


def hands_in(records: list[dict[str, Any]]) -> list[list[int]]:
    """The cards that a log shows to have been drawn before the fork."""
    return [
        record["fields"]["cards"] for record in records if record["by"] == ORIGIN and record["event"] == "CardsDrawn"
    ]


@pytest.fixture
def over(secret: str) -> str:
    """A finished sandbox, as east knows it, of a table that is not finished."""
    new = fork(secret, "--seat", "east", "--players", "random,random,random")["table"]
    assert "Finished." in done("play", "--table", new, *HERE).out
    return str(new)


def test_the_log_of_a_finished_sandbox_shows_no_hand_of_an_unfinished_origin(secret: str, over: str) -> None:
    own = [record["fields"]["cards"] for record in log(secret, "--seat", "east") if record["event"] == "CardsDrawn"]
    assert len([cards for cards in own if cards]) >= 3
    assert hands_in(log(over, "--seat", "east")) == own
    for viewer in ([], ["--seat", "north"], ["--seat", "south"]):
        assert all(cards == [] for cards in hands_in(log(over, *viewer)))


def test_no_version_of_a_sandbox_shows_a_hand_of_an_unfinished_origin(over: str) -> None:
    forked = next(record for record in log(over) if record["event"] == "TableForked")
    for version in range(4, forked["fields"]["last"]):
        for seat, there in (("north", False), ("south", False), ("east", True)):
            view = done("show", over, "--at", version, "--seat", seat, "--json", *HERE).json["board"]["view"]
            assert there or view["own"] == []


def test_a_replay_tells_the_fork_in_one_sentence(over: str, secret: str) -> None:
    first = done("replay", over, "--json", *HERE).json["steps"][0]["what"]
    assert first == f"This is a sandbox: the game of table {secret} at version {version_of(secret)}, as east knew it"


@pytest.mark.parametrize("how", [[], ["--raw"]])
def test_the_whole_log_of_a_sandbox_is_not_exported_as_long_as_its_origin_goes_on(
    over: str, secret: str, tmp_path: Path, how: list[str]
) -> None:
    file = tmp_path / "sandbox.souls"
    assert failed("export", over, "-o", file, *how, *HERE) == (
        f"The whole log holds that of table '{secret}', which is not finished, so it is secret: ask for a seat."
    )
    assert not file.exists()
    done("export", over, "-o", file, "--for", "east", *HERE)
    assert "verified." in done("verify", file, *HERE).out
    assert "verified." in done("verify", over, *HERE).out


# --- The tree ---------------------------------------------------------------------------------------------------------


def test_the_tree_is_told_from_any_of_its_tables(finished: str) -> None:
    early, late = ends(finished)[10], ends(finished)[20]
    one, two = fork(finished, "--at", late)["table"], fork(finished, "--at", early, "--seat", "red")["table"]
    done("play", "--table", one, typed="1\nquit\n")
    deep = fork(one)["table"]
    for node in (finished, one, two, deep):
        lines = done("forks", node).out.splitlines()
        at = [next(n for n, line in enumerate(lines) if f"{table}  " in line) for table in (finished, two, one, deep)]
        assert at == sorted(at)
        assert lines[at[0]].startswith(finished)
        assert f"─ at {early} as red: {two}  begun" in lines[at[1]]
        assert f"─ at {late}: {one}  begun, version {version_of(one)}" in lines[at[2]]
        assert re.search(
            rf"^[ │]  └─ at {version_of(one)}: {deep}  begun, version \d+, \d+ \d+  (red|blue)$", lines[at[3]]
        )
    tree = done("forks", deep, "--json").json
    assert tree["table"] == deep
    assert tree["tree"]["turn"]["table"] == finished
    assert {one, two} <= {node["turn"]["table"] for node in tree["tree"]["forks"]}


def test_the_list_of_tables_shows_sandboxes_apart(secret: str) -> None:
    new = fork(secret)["table"]
    lines = done("tables", *HERE).out.splitlines()
    games, sandboxes = lines[: lines.index("")], lines[lines.index("") + 1 :]
    assert any(line.startswith(secret) for line in games)
    assert sandboxes[0].split() == ["table", "sandbox", "of", "phase", "version", "scores", "awaited"]
    row = next(line for line in sandboxes if line.startswith(new))
    assert row.split()[1:4] == [secret, "at", str(version_of(secret))]
    assert not [line for line in lines if len(line) > 80 and "cannot be shown" not in line]
    rows = {row["table"]: row["forked"] for row in done("tables", "--json", *HERE).json["tables"]}
    assert rows[new] == {"table": secret, "version": version_of(secret), "viewer": None}
    assert rows[secret] is None
