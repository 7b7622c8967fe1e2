"""Root from the outside: its demo, its piles and their past, and its tables looked at by anybody at any version."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.root.rulebook import rulebook as root
from tests.table.toy import toy
from tests.tools.running import begin, done, failed, souls
from tests.tools.test_demo import KEYS
from tools.cli.opening import kinds_of_players

BOTS = ("--players", "random,random,random")


@pytest.fixture(scope="module")
def played(data: Path) -> str:
    """A finished game of three factions in which the Cult plays for dominance and forfeits points by it."""
    for seed in range(50):
        table = str(done("demo", "root", "--seed", seed, *BOTS, "--json").json["table"])
        sheet = done("scores", table, "--json").json
        if sheet["aims"][0] and sheet["forfeited"]:
            return table
    raise AssertionError("in no game the Cult plays for dominance")


@pytest.fixture(scope="module")
def without_cult(data: Path) -> str:
    options = ("--option", "factions=marquise,eyrie", "--players", "random,random")
    return str(done("demo", "root", "--seed", 1, *options, "--json").json["table"])


def versions(table: str) -> range:
    return range(1, len(done("log", table, "--json").json["records"]) + 1)


# --- The demo ---------------------------------------------------------------------------------------------------------


def test_a_demo_has_as_many_seats_as_its_game_usually_has() -> None:
    assert kinds_of_players(None, root, first="greedy") == ["greedy"] * 3
    assert kinds_of_players(None, carcassonne, first="greedy") == ["greedy"] * 2
    assert kinds_of_players(None, toy, first="you") == ["you", "greedy"]
    assert kinds_of_players("random", root, first="greedy") == ["random"]


def test_the_demos_json_tells_where_the_timeline_is(data: Path) -> None:
    told = done("demo", "root", "--seed", 4, *BOTS, "--json").json
    assert set(told) == KEYS | {"timeline"}
    assert (told["game"], len(told["scores"])) == ("root", 3)
    assert told["replay_equals_live"] is told["verified"] is True
    assert told["undone_to"] > 0
    for picture in (told["picture"], told["timeline"]):
        assert Path(picture).is_relative_to(data)
        assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert told["picture"] != told["timeline"]


def test_for_people_the_demo_shows_the_board_and_the_timeline(data: Path) -> None:
    told = done("demo", "root", "--seed", 3, *BOTS)
    assert "random and random and random play" in told.out
    table = told.out.split("Table:   ")[1].split()[0]
    assert "\nLost Souls over " in told.out
    assert "\n now  " in told.out
    assert f"{table}-lost-souls.svg  (Lost Souls over the game)\n" in told.out
    assert "Finished. Lizard Cult " in told.out
    further = [line.strip().split("  ")[0] for line in told.out.split("Look further:\n")[1].splitlines()]
    piles = next(command for command in further if " piles " in command)
    assert done(*piles.split()[1:]).out


def test_without_the_cult_the_demo_says_nothing_of_lost_souls(data: Path) -> None:
    asked = ("demo", "root", "--seed", 3, "--option", "factions=marquise,eyrie", "--players", "random,random")
    told = done(*asked).out
    assert "Lost Souls" not in told
    assert "lost-souls" not in told
    assert " piles " not in told
    assert set(done(*asked, "--json").json) == KEYS


def test_the_same_seed_gives_the_same_game_and_timeline(data: Path) -> None:
    told = [done("demo", "root", "--seed", 4, *BOTS, "--json").json for _ in range(2)]
    first, second = (Path(one["timeline"]).read_bytes() for one in told)
    assert first == second
    assert told[0]["scores"] == told[1]["scores"]


@pytest.mark.slow
def test_greedy_bots_play_three_factions_to_the_end_by_default(data: Path) -> None:
    told = done("demo", "root", "--seed", 3, "--json").json
    assert (len(told["scores"]), told["verified"]) == (3, True)


# --- The piles --------------------------------------------------------------------------------------------------------


def test_the_piles_are_told_with_where_each_card_came_from(played: str) -> None:
    told = done("piles", played).out
    assert told.startswith("Lost Souls, which everybody may look through at any time [10.2.6]: ")
    assert "\nBy suit: fox " in told
    assert "\nThe Outcast is " in told
    assert "\nDominance cards that can be taken [core-11]: " in told
    assert "\nDiscard pile: " in told
    assert "purged, from the Decree" in done("piles", played, "--timeline").out
    assert ", version " in told


def test_in_json_the_piles_tell_more(played: str) -> None:
    piles = done("piles", played, "--json").json["piles"]
    assert (piles["table"], piles["cult"], piles["seen_by"]) == (played, 0, "everybody")
    assert len(piles["emptyings"]) > 10
    card = piles["emptyings"][-1]["cards"][0]
    assert set(card) == {
        "card", "name", "suit", "kind", "seat", "zone", "cause", "clause", "version", "at", "turn", "active", "since",
    }  # fmt: skip


def test_the_piles_at_an_earlier_version_are_those_of_then(played: str) -> None:
    now = done("piles", played, "--json").json["piles"]
    for emptying in now["emptyings"][1:20:6]:
        then = done("piles", played, "--at", emptying["version"] - 1, "--json").json["piles"]
        assert then["cards"] == emptying["cards"]
        assert then["outcast"] == emptying["outcast_after"], "adjusted, and the pile is about to be emptied"
        assert done("piles", played, "--at", emptying["version"], "--json").json["piles"]["cards"] == []


def test_the_timeline_has_a_line_a_turn_of_the_cult_and_tells_all_that_came(played: str, tmp_path: Path) -> None:
    emptyings = done("piles", played, "--json").json["piles"]["emptyings"]
    picture = tmp_path / "timeline.svg"
    told = done("piles", played, "--timeline", "--svg", picture).out
    chart = told.split("Until turn")[0].splitlines()
    assert [line.split()[0] for line in chart[2:-1]] == [*(str(one["turn"]) for one in emptyings), "now"]
    assert sum("HATED" in line for line in chart) >= sum(one["hated_after"] for one in emptyings)
    assert told.count(" [10.4.1]") == told.count(" [10.4.2]") == len(emptyings)
    assert f"Picture: {picture}" in told
    titles = [title.text or "" for title in ElementTree.parse(picture).iter("{http://www.w3.org/2000/svg}title")]
    assert [title.split(":")[0] for title in titles[1:]] == [
        *(f"Turn {one['turn']}" for one in emptyings),
        "If the Outcast were adjusted now",
    ]


def test_without_the_cult_there_are_only_the_other_piles(without_cult: str, tmp_path: Path) -> None:
    told = done("piles", without_cult).out
    assert "Lost Souls" not in told
    assert told.startswith("Dominance cards that can be taken")
    assert "Discard pile: " in told
    assert done("piles", without_cult, "--timeline", "--svg", tmp_path / "it.svg").out.startswith("Without the Cult")
    ElementTree.parse(tmp_path / "it.svg")


def test_a_game_without_piles_says_so(finished: str) -> None:
    assert failed("piles", finished) == "Carcassonne has no piles to look through; 'souls show' shows the board."


def test_versions_and_tables_that_are_not_there(played: str) -> None:
    assert (
        failed("piles", played, "--at", 0) == f"Table '{played}' has the versions 1 to {len(versions(played))}, not 0."
    )
    assert failed("piles", "nosuchtable2") == "There is no table 'nosuchtable2'."


# --- Looking at its tables --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_table_is_shown_at_every_kind_of_version_to_everybody(played: str) -> None:
    """Opened, taking seats, dealt, in set-up, in the middle of commands, at the end; as a spectator and as each seat."""
    end = versions(played)[-1]
    for version in (*range(1, 40), *range(40, end, 301), end):
        who = ((), ("--seat", 0), ("--seat", "eyrie"))[version % 3]
        told = done("show", played, "--at", version, *who)
        assert f"{played}, version {version}. " in told.out
        assert done("piles", played, "--at", version).out
    assert "the game has not begun" in done("show", played, "--at", 2).out
    assert "A command is only half through at this version." in done("show", played, "--at", 7).out
    assert "is to place the keep" in done("show", played, "--at", 12).out


def test_an_unfinished_game_is_logged_and_replayed_without_the_hands(data: Path) -> None:
    table = begin("root", "--seed", 5, "--players", "you,random,random")
    for who, dealt in (((), 0), (("--seat", 0), 1), (("--seat", "marquise"), 1)):
        for command in ("log", "replay"):
            told = done(command, table, *who).out
            assert told.count("draws 3 cards: ") == dealt
            assert told.count("draws 3 cards") == 3
    assert souls("scores", table).code == 0


def test_the_scores_tell_who_plays_for_dominance(played: str) -> None:
    sheet = done("scores", played, "--json").json
    assert sheet["aims"][0].startswith("dominance-")
    assert sheet["forfeited"]
    assert sheet["forfeited"][0]["terms"][0]["clause"]
    told = done("scores", played).out
    assert told.splitlines()[-1].startswith("Totals: Lizard Cult for Dominance (")
    assert told.count(" does not score: ") == len(sheet["forfeited"])
    [row] = [line.split() for line in done("tables").out.splitlines() if line.startswith(played)]
    assert row[4:7].count("*") == sum(aim is not None for aim in sheet["aims"])


def test_it_replays_to_its_end(played: str) -> None:
    steps = done("replay", played, "--from", versions(played)[-1] - 60, "--json").json["steps"]
    assert steps[-1]["phase"] == "finished"
    assert "won" in steps[-1]["what"]
