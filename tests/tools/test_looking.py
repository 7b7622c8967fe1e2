"""`souls tables`, `show`, `log`, `scores`, `replay`, `games`, `law` and `rebuild`: looking, and changing nothing."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from domain.table.table import Table
from infra.settings import from_environment
from infra.wiring import Souls
from tests.tools.running import begin, done, failed


def test_an_empty_installation_says_how_to_fill_it(tmp_path: Path) -> None:
    told = done("tables", "--data", tmp_path / "data")
    assert told.out == "There is no table yet. 'souls demo' plays a game; 'souls play carcassonne' lets you play one.\n"
    assert done("tables", "--data", tmp_path / "data", "--json").json == {"tables": [], "spoiled": []}


def test_tables_fit_eighty_columns_and_name_who_is_awaited(finished: str, begun: str) -> None:
    lines = {line.split()[0]: line for line in done("tables").out.splitlines()}
    assert max(map(len, lines.values())) <= 80
    assert lines["table"].split() == [
        "table",
        "game",
        "phase",
        "version",
        "scores",
        "last",
        "(UTC)",
        "awaited",
    ]
    assert lines[begun].split()[-1] == "red"
    assert lines[finished].split()[1:3] == ["carcassonne", "closed"]
    assert lines[finished].split()[-1] == "-"


def test_tables_in_json_tell_more(finished: str, begun: str) -> None:
    rows = {row["table"]: row for row in done("tables", "--json").json["tables"]}
    assert rows[finished]["awaited"] == []
    [awaited] = rows[begun]["awaited"]
    assert awaited["seat"] == 0
    assert rows[begun]["phase"] == "begun"


@pytest.fixture
def not_begun(data: Path) -> str:
    """A table that is open, with nobody at it."""
    with Souls(from_environment(data)) as installation:
        opened = installation.ledger.open_table("carcassonne", 2, host="person-1")
        assert isinstance(opened, Table)
        return opened.id


def test_a_table_that_has_not_begun(not_begun: str, tmp_path: Path) -> None:
    assert done("show", not_begun).out == (
        f"The table is open; the game has not begun.\n{not_begun}, version 1. The table is open.\n"
    )
    assert done("show", not_begun, "--json").json["turn"]["phase"] == "open"
    assert len(done("log", not_begun).out.splitlines()) == 1
    assert "There is no board yet" in failed("show", not_begun, "--svg", tmp_path / "picture.svg")
    assert "nothing to replay" in failed("replay", not_begun)
    assert done("scores", not_begun).out == "Nothing has been scored: the game has not begun.\n"
    assert done("scores", not_begun, "--json").json["scores"] == []
    assert "Nothing has been played" in failed("undo", not_begun)
    assert "it is open" in failed("play", "--table", not_begun)
    assert not_begun in done("tables").out
    assert done("verify", not_begun).out.endswith("verified.\n")


def test_show_now_then_and_as_a_picture(finished: str, tmp_path: Path) -> None:
    last = done("show", finished, "--json").json["turn"]["version"]
    now, then = done("show", finished), done("show", finished, "--at", 150)
    assert f"{finished}, version {last}. Finished. red " in now.out
    assert f"{finished}, version 150." in then.out
    assert done("show", finished, "--at", last).out == now.out
    assert done("show", finished, "--at", 1).out.startswith("The table is open; the game has not begun.")
    told = done("show", finished, "--svg", tmp_path / "picture.svg")
    assert told.out.endswith(f"Picture: {tmp_path / 'picture.svg'}\n")
    assert ElementTree.parse(tmp_path / "picture.svg").getroot().tag.endswith("svg")
    assert [path.name for path in tmp_path.iterdir()] == ["picture.svg"]


def test_show_for_a_seat_by_number_or_name(finished: str) -> None:
    assert done("show", finished, "--seat", "red").out == done("show", finished, "--seat", "0").out
    assert done("show", finished, "--seat", "RED").out == done("show", finished, "--seat", "0").out


def test_an_output_that_is_no_file_is_written_to_and_not_replaced(finished: str, tmp_path: Path) -> None:
    target, link = tmp_path / "target.svg", tmp_path / "link.svg"
    target.write_text("before")
    link.symlink_to(target)
    done("show", finished, "--svg", link)
    assert link.is_symlink()
    assert target.read_text().startswith("<svg")


def test_every_line_of_the_log_is_a_sentence_with_its_clause(finished: str) -> None:
    lines = done("log", finished).out.splitlines()
    records = done("log", finished, "--json").json["records"]
    assert len(lines) == len(records) > 300
    for line, record in zip(lines, records, strict=True):
        assert line.split()[0] == str(record["version"])
        assert f"{record['sentence']} [{record['clause']}]" in line
        assert record["event"] not in line
    assert max(map(len, lines)) < 200


def test_what_was_undone_is_still_in_the_log_and_marked(finished: str) -> None:
    lines = done("log", finished).out.splitlines()
    undos = [line for line in lines if "history" in line or "undo" in line.lower()]
    assert len(undos) >= 2
    assert not [line for line in lines if "(taken back" in line], "what was brought back counts again"


def test_an_unfinished_log_is_shown_as_a_spectator_or_a_seat_may_see_it(begun: str) -> None:
    spectator, seat = done("log", begun), done("log", begun, "--seat", "blue")
    assert len(spectator.out.splitlines()) == len(seat.out.splitlines())
    assert all(record["counts"] for record in done("log", begun, "--json").json["records"])


def test_scores_explain_every_point_and_add_up(finished: str) -> None:
    sheet = done("scores", finished, "--json").json
    assert sheet["totals"] == [
        sum(score["points"] for score in sheet["scores"] if score["seat"] == seat) for seat in range(2)
    ]
    for score in sheet["scores"]:
        assert score["points"] == sum(term["count"] * term["factor"] for term in score["terms"])
    told = done("scores", finished)
    assert told.out.splitlines()[-1] == f"Totals: red {sheet['totals'][0]}, blue {sheet['totals'][1]}"
    assert len(told.out.splitlines()) == len(sheet["scores"]) + 1


def test_replay_tells_every_command_and_ends_with_the_board(finished: str) -> None:
    told = done("replay", finished)
    steps = done("replay", finished, "--json").json["steps"]
    assert [line.split()[0] for line in told.out.splitlines()[: len(steps)]] == [str(s["version"]) for s in steps]
    assert all(step["what"] for step in steps)
    assert steps[-1]["scores"] == done("scores", finished, "--json").json["totals"]
    assert told.out.endswith(done("show", finished).out.rpartition(f"{finished}, version")[0])


def test_replay_from_a_version_on_and_by_steps(finished: str) -> None:
    versions = [step["version"] for step in done("replay", finished, "--from", 300, "--json").json["steps"]]
    assert versions[0] >= 300
    assert [step["version"] for step in done("replay", finished, "--json").json["steps"]][-len(versions) :] == versions
    told = done("replay", finished, "--step", typed="\n\nq\n")
    assert told.out.count("Enter: next, q: stop") == 3
    assert done("replay", finished, "--step", typed="").out.count("Enter: next") == 1


def test_games_and_their_law() -> None:
    game, flick, root = done("games", "--json").json["games"]
    assert (game["game"], flick["game"], root["game"]) == ("carcassonne", "flick-of-faith", "root")
    assert (game["seats"], flick["seats"], root["seats"]) == ([2, 6], [2, 4], [2, 3])
    assert '--option small_city_points="normal"\n' in done("games").out
    assert all(option["what"] for option in (*game["options"], *flick["options"], *root["options"]))
    clauses = done("law", "carcassonne", "--json").json["clauses"]
    for name in ("carcassonne", "table"):
        assert all(clause["hash"] for clause in done("law", name, "--json").json["clauses"])
    assert done("law", "carcassonne", clauses[0]["id"]).out.startswith(clauses[0]["id"] + "  ")
    assert done("law", "carcassonne", "csc-2").out == done("law", "carcassonne", "CSC-2").out
    assert done("law", "carcassonne", "t-20").out == done("law", "table", "T-20").out
    assert done("law", "carcassonne", "--open-points").out.startswith("1. ")


def test_clauses_are_told_whole() -> None:
    told = done("law", "carcassonne", "CSC-24").out
    for effect in ("none:", "bonus (on: ", "extra_tile:", "no_deploy:", "recall:", "manual:", "The blank drawn first "):
        assert f"\n      {effect}" in told
    assert told.endswith("Custom tiles obey all placement rules.\n")
    assert "a besieged one with a cathedral 2 and 0" in done("law", "carcassonne", "CSC-17").out
    assert "Nothing sent to any client may let a blank be told" in done("law", "carcassonne", "CSC-22").out


def test_a_rebuild_changes_nothing(finished: str, begun: str) -> None:
    before = done("tables", "--json").out, done("scores", finished, "--json").out
    told = done("rebuild")
    records = sum(row["version"] for row in done("tables", "--json").json["tables"])
    assert told.out == f"Made all views anew from {records} records.\n"
    assert (done("tables", "--json").out, done("scores", finished, "--json").out) == before
    assert done("rebuild", "--json").json == {"records": records, "spoiled": []}


def test_looking_writes_nothing(finished: str) -> None:
    before = done("show", finished, "--json").out
    for command in ("show", "log", "scores", "replay", "verify"):
        done(command, finished)
    assert done("show", finished, "--json").out == before


def test_data_wins_over_a_server_that_the_environment_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "unix:///nope/nope.sock")
    assert "There is no table yet" in done("tables", "--data", tmp_path / "data").out


def test_what_to_look_at_further_leads_to_the_same_folder_and_rulebooks(tmp_path: Path) -> None:
    folder = tmp_path / "a folder"
    told = done("play", "--data", folder, "--players", "you,random", typed="quit\n")
    assert f" --data '{folder}'" in told.out
    assert "--data" not in done("play", "--table", begin("--players", "you,random"), typed="").out
