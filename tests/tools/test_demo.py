"""`souls demo`: a whole game in seconds."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.tools.running import TOY, Told, done, served

pytestmark = pytest.mark.slow

KEYS = {
    "table", "game", "seed", "version", "scores", "ranking", "picture", "undone_to", "replay_equals_live", "verified",
    "proved", "unproved", "faults",
}  # fmt: skip


PERSONAL = ("person", "host", "arbiter", "commitment")


def what_happened(table: str) -> list[object]:
    """The records of a table apart from its times, its people and its commitment."""
    lines = done("log", table, "--json").json["records"]
    return [
        (line["event"], line["clause"], {name: value for name, value in line["fields"].items() if name not in PERSONAL})
        for line in lines
    ]


def board(table: str) -> object:
    return done("show", table).out.rpartition(f"{table}, version")[0]


def test_its_json_has_the_documented_keys_and_tells_of_a_good_game(data: Path) -> None:
    told = done("demo", "--seed", 5, "--json")
    assert set(told.json) == KEYS
    assert told.json["game"] == "carcassonne"
    assert told.json["seed"] == 5
    assert len(told.json["scores"]) == 2
    assert told.json["replay_equals_live"] is told.json["verified"] is True
    assert told.json["faults"] == []
    assert told.json["undone_to"] > 0
    assert ElementTree.parse(told.json["picture"]).getroot().tag.endswith("svg")
    assert Path(told.json["picture"]).is_relative_to(data)


def test_for_people_it_ends_with_the_table_the_scores_the_picture_and_where_to_look(data: Path) -> None:
    told = done("demo", "--seed", 5)
    assert f"Every event goes to {data}" in told.out.splitlines()[0]
    assert "greedy and greedy play" in told.out
    assert "Finished. red " in told.out
    assert "one command was undone" in told.out
    table = told.out.split("Table:   ")[1].split()[0]
    assert Path(told.out.split("Picture: ")[1].split("\n")[0]).is_file()
    further = [line.strip().split("  ")[0] for line in told.out.split("Look further:\n")[1].splitlines()]
    assert [command.split()[1] for command in further] == [
        "show",
        "log",
        "scores",
        "replay",
        "verify",
        "export",
        "play",
    ]
    for command in further[:-2]:
        assert table in command
        assert done(*command.split()[1:]).out


def trumps(*arguments: object) -> str:
    return done("demo", "trumps", "--rulebook", TOY, *arguments).out


def test_in_a_short_game_an_undo_is_shown_as_soon_as_all_could_have_played(data: Path) -> None:
    short = ("--rulebook", TOY, "--option", "rounds=1", "--players", "random,random", "--seed", 1, "--json")
    told = done("demo", "trumps", *short).json
    assert told["version"] < 40
    log = done("log", told["table"], "--rulebook", TOY, "--json").json["records"]
    undone, redone = [record for record in log if record["event"] == "Undone"]
    assert undone["fields"]["to_version"] == told["undone_to"]
    assert redone["fields"]["to_version"] == undone["version"] - 1


def test_where_no_undo_was_free_or_none_was_tried_it_says_so(data: Path) -> None:
    shown = trumps("--option", "rounds=1", "--players", "random,random", "--seed", 2)
    assert "· No undo is shown: after each command others would have had to be asked first.\n" in shown
    over = trumps("--option", "rounds=1", "--option", "hand=0", "--players", "random", "--seed", 1)
    assert "· No undo is shown: the game was over too soon.\n" in over
    assert "was undone" not in shown + over


def test_the_same_seed_gives_the_same_game_in_another_folder(tmp_path: Path, data: Path) -> None:
    here = done("demo", "--seed", 11, "--json").json
    first = what_happened(here["table"]), board(here["table"]), Path(here["picture"]).read_bytes()
    with served(tmp_path / "other"):
        there = done("demo", "--seed", 11, "--json").json
        second = what_happened(there["table"]), board(there["table"]), Path(there["picture"]).read_bytes()
    assert here["table"] != there["table"]
    assert first == second
    same = KEYS - {"table", "picture", "proved"}
    assert {key: here[key] for key in same} == {key: there[key] for key in same}


def test_other_seeds_give_other_games(data: Path) -> None:
    games = [
        what_happened(done("demo", "--seed", seed, "--players", "random,random", "--json").json["table"])
        for seed in (1, 2)
    ]
    assert games[0] != games[1]


@pytest.mark.parametrize("seed", [0, 2**63 - 1])
def test_the_smallest_and_the_largest_seed(data: Path, seed: int) -> None:
    assert done("demo", "--seed", seed, "--players", "random,random", "--json").json["seed"] == seed


def test_without_a_seed_chance_is_provable_and_proved(data: Path) -> None:
    told = done("demo", "--players", "random,random", "--json").json
    assert told["seed"] is None
    assert any("values of chance follow from the seed that was committed to" in sentence for sentence in told["proved"])
    assert told["unproved"] == []
    other = done("demo", "--players", "random,random", "--json").json
    assert what_happened(told["table"]) != what_happened(other["table"])


def test_with_a_seed_nothing_is_claimed_of_chance(data: Path, finished: str) -> None:
    told = done("verify", finished)
    assert "· The table's chance is seeded: nothing is claimed of it." in told.out
    assert "values of chance follow" not in told.out


def test_three_bots_of_two_kinds(data: Path) -> None:
    told = done("demo", "--seed", 1, "--players", "random, greedy ,random", "--json").json
    assert len(told["scores"]) == 3
    seats = done("tables", "--json").json["tables"]
    [people] = [row["seats"] for row in seats if row["table"] == told["table"]]
    assert [person.split("-")[0] for person in people] == ["random", "greedy", "random"]


def test_a_table_option_reaches_the_table_and_changes_the_game(data: Path) -> None:
    def opened(*options: str) -> Told:
        told = done("demo", "--seed", 2, "--players", "random,random", "--json", *options)
        return done("log", told.json["table"], "--json")

    two, normal = opened("--option", "small_city_points=two"), opened()
    options = json.loads(two.json["records"][0]["fields"]["options"])
    assert (options["sets"], options["small_city_points"]) == (["base", "cult", "siege", "creativity"], "two")
    assert two.json["records"][1:] != normal.json["records"][1:]
