"""`souls play`: whole games and odd answers, typed."""

from pathlib import Path

import pytest

from tests.tools.running import TOY, begin, done, failed, souls

GARBAGE = (
    "", "   ", "0", "-1", "999", "9" * 5000, "٣", "²", "1 2 3 4", "red", "\x00", "\x1b[2J\x1b[31m", "日本語 ✗", "x" * 100_000,
    "\udcff", "%s {} [bold]", "PlaceTile", "SkipDeploy", "__class__", "law nonsense", "1.0", "+1", "\t\t", "skipdeploy now",
)  # fmt: skip


@pytest.mark.parametrize("people", [2, pytest.param(5, marks=pytest.mark.slow)])
def test_a_whole_game_of_people_at_one_terminal_choosing_numbers(data: Path, people: int) -> None:
    told = done("play", "--players", ",".join(["you"] * people), "--seed", 4, typed="1\n" * 200)
    table = told.out.split("Table ")[1].split(".")[0]
    assert "Finished. red " in told.out
    further = ("What happened:  souls log", "Every point:    souls scores", "The end of it:  souls close")
    lines = told.out.splitlines()[-3:]
    assert [line.partition(f" {table}")[0] for line in lines] == list(further)
    row = done("show", table, "--json").json["turn"]
    assert row["phase"] == "finished"
    assert len(row["seats"]) == people
    assert done("verify", table).code == 0


def test_a_whole_game_against_a_bot(data: Path) -> None:
    told = done("play", "--players", "greedy,you", "--seed", 4, typed="1\n" * 100)
    assert "Finished. red " in told.out


def test_bots_among_themselves_need_nobody(data: Path) -> None:
    assert "Finished. " in done("play", "--players", "random,random", "--seed", 4, typed="").out


def test_the_same_seed_gives_the_same_tiles(data: Path) -> None:
    games = [
        done("play", "--players", "you,you", "--seed", 9, typed="1\n" * 9).out.split("help' at any time.")[1]
        for _ in "ab"
    ]
    assert games[0].rpartition("souls play")[0] == games[1].rpartition("souls play")[0]


@pytest.mark.parametrize(
    "how",
    [
        pytest.param("quit\n", id="quit"),
        pytest.param("q\n", id="q", marks=pytest.mark.slow),
        pytest.param("exit\n", id="exit", marks=pytest.mark.slow),
        pytest.param("", id="end of input"),
    ],
)
def test_leaving_says_how_to_come_back_and_the_table_waits(data: Path, how: str) -> None:
    told = done("play", "--players", "you,random", "--seed", 3, typed="1\n1\n" + how)
    command = told.out.rstrip().splitlines()[-1].partition("souls ")[2].split()
    assert command[:2] == ["play", "--table"]
    before = done("show", command[2]).out
    assert done(*command, typed="").out.rstrip().endswith(" ".join(command))
    assert done("show", command[2]).out == before
    assert "Finished. " in done(*command, typed="1\n" * 100).out
    assert "it is finished" in failed(*command)


@pytest.mark.parametrize("line", GARBAGE, ids=lambda line: ascii(line[:12]))
def test_a_line_that_means_nothing_changes_nothing(begun: str, line: str) -> None:
    before = done("show", begun, "--json").out
    told = done("play", "--table", begun, typed=f"{line}\nquit\n")
    assert done("show", begun, "--json").out == before
    assert "Traceback" not in told.out
    assert "\x1b" not in told.out
    assert "\x00" not in told.out
    assert max(map(len, told.out.splitlines())) < 400
    if line.split() and not line.startswith("law"):
        assert "is none of the" in told.out or "things: say more." in told.out


def test_words_instead_of_numbers(data: Path) -> None:
    table = begin("--players", "you,random", "--seed", 3, typed="quit\n")
    listed = done("play", "--table", table, typed="list\nquit\n").out
    line = next(line for line in listed.splitlines() if line.strip().startswith("2  PlaceTile"))
    x, y, turn = line.split()[-3:]
    told = done("play", "--table", table, typed=f"{x} {y} {turn}\nskip\nquit\n")
    assert f" at ({x}, {y}), turned {90 * int(turn)}° [B-4]" in told.out
    assert "Red puts nothing on it" in told.out


def test_help_board_log_and_law(begun: str) -> None:
    told = done("play", "--table", begun, typed="help\n?\nboard\nlog\nlaw\nlaw B-9\nlist\nquit\n")
    assert told.out.count("undo   take back") == 2
    assert "\nB-4  " in told.out.replace("> ", "\n")
    assert "B-9  " in told.out
    assert "The game begins [T-4]" in told.out


def test_help_has_the_examples_of_the_game_that_is_played(begun: str) -> None:
    told = done("play", "--table", begun, typed="help\nquit\n").out
    assert '  ProposeRuling {"points": [3, 0]}  propose' in told
    trumps = begin("trumps", "--rulebook", TOY, "--players", "you,random", "--seed", 1)
    told = done("play", "--table", trumps, "--rulebook", TOY, typed="help\nquit\n").out
    assert "Type the number of a choice" in told
    assert "undo   take back" in told
    assert "tile" not in told


def test_in_play_a_chapter_of_the_law_is_listed_and_a_clause_that_is_none_is_said_to_be_none(begun: str) -> None:
    told = done("play", "--table", begun, typed="law zzz\nlaw T\nlaw T-20\nquit\n").out
    none, chapter, clause = told.split("> ")[-4:-1]
    assert none.startswith("The law of carcassonne has no clause 'zzz'; its chapters: ")
    assert [line.split()[0] for line in chapter.splitlines()][:2] == ["T-1", "T-2"]
    assert clause.startswith("T-20  Free undo\n      ")


def test_many_choices_are_cut_and_listed_when_asked(data: Path) -> None:
    told = done("play", "--players", "you,you", "--seed", 8, typed="1\n" * 60 + "list\nquit\n")
    assert "more: 'list' shows them" in told.out
    assert "  13  PlaceTile" in told.out


@pytest.mark.slow
def test_a_joker_with_the_big_sets_is_found_by_words(data: Path) -> None:
    sets = "sets=base,cult,siege,creativity,inns_cathedrals,traders_builders"
    told = done("play", "--players", "you,you", "--seed", 3, "--option", sets, typed="1\n" * 300 + "quit\n")
    assert "…}" not in told.out.replace("ProposeRuling", "")
    jokers = [
        block for block in told.out.split("is to lay the drawn tile")[1:] if "PlaceTile    tile x y rot as" in block
    ]
    assert len(jokers) == 2
    assert any(int(block.split("… and ")[1].split(" ")[0]) > 2000 for block in jokers)


def test_listing_with_words_narrows_and_keeps_the_numbers(data: Path) -> None:
    table = begin("--players", "you,you", "--seed", 3, typed="quit\n")
    listed = done("play", "--table", table, typed="list\nlist -1 0\nlist nonsense\nquit\n").out
    whole, narrowed, nothing = listed.split("> ")[-4:-1]
    lines = [line for line in narrowed.splitlines() if line.split()[1:2] == ["PlaceTile"]]
    assert lines
    assert all({"-1", "0"} <= set(line.split()) for line in lines)
    assert set(lines) < set(whole.splitlines())
    assert "No choice has these words." in nothing


def test_a_tile_just_laid_is_taken_back_freely(data: Path) -> None:
    told = done("play", "--players", "you,random", "--seed", 3, typed="1\nundo\n2\nquit\n")
    assert told.out.count("Red lays ") == 2
    assert "agree" not in told.out


def test_nothing_to_take_back(begun: str) -> None:
    assert "There is nothing to take back." in done("play", "--table", begun, typed="undo\nquit\n").out


def test_what_was_taken_back_is_brought_back(data: Path) -> None:
    told = done("play", "--players", "you,random", "--seed", 3, typed="1\nundo\nredo\nquit\n")
    table = told.out.split("Table ")[1].split(".")[0]
    records = done("log", table, "--json").json["records"]
    undone, redone = [record for record in records if record["event"] == "Undone"]
    assert redone["fields"]["to_version"] == undone["version"] - 1
    assert (undone["clause"], redone["clause"]) == ("T-20", "T-22")
    # It is no longer the tile that is to be laid, but a follower that can be put on it.
    assert "skip" in done("play", "--table", table, typed="list\nquit\n").out.lower()


def test_what_another_who_sits_here_took_back_is_brought_back_too(data: Path) -> None:
    # Blue's own command is undone while it is red's turn; the redo is blue's, whoever types it.
    told = done("play", "--players", "you,you", "--seed", 3, typed="1\n1\n1\n1\nundo\ny\nredo\nquit\n")
    table = told.out.split("Table ")[1].split(".")[0]
    undone, redone = [r for r in done("log", table, "--json").json["records"] if r["event"] == "Undone"]
    assert (undone["clause"], redone["clause"]) == ("T-21", "T-22")
    assert redone["fields"]["to_version"] > undone["fields"]["to_version"]


@pytest.mark.parametrize("typed", ["redo\n", "1\nundo\nredo\nredo\n", "1\nundo\n2\nredo\n"])
def test_nothing_to_bring_back(data: Path, typed: str) -> None:
    told = done("play", "--players", "you,random", "--seed", 3, typed=f"{typed}quit\n")
    assert "There is nothing to bring back" in told.out


def test_bots_agree_to_take_back(data: Path) -> None:
    table = begin("--players", "you,random", "--seed", 3, typed="1\n1\nundo\nquit\n")
    kinds = [record["event"] for record in done("log", table, "--json").json["records"]]
    assert kinds[-3:] == ["UndoRequested", "ConsentGiven", "Undone"]


@pytest.mark.parametrize(
    ("answer", "undone"), [("y", True), ("YES", True), ("n", False), ("\x00\nperhaps\n\nno", False)]
)
def test_who_sits_here_too_is_asked(data: Path, answer: str, undone: bool) -> None:
    told = done("play", "--players", "you,you", "--seed", 3, typed=f"1\n1\n1\n1\nundo\n{answer}\nquit\n")
    assert "red, do you agree to take it back? y or n" in told.out
    assert ("red does not agree." in told.out) is not undone
    table = told.out.split("Table ")[1].split(".")[0]
    events = [record["event"] for record in done("log", table, "--json").json["records"]]
    assert ("Undone" in events) is undone
    assert done("show", table, "--json").json["turn"]["asked"] == []


@pytest.mark.parametrize("how", ["", "quit\n"])
def test_leaving_while_asked_for_consent_leaves_the_request_to_be_answered(data: Path, how: str) -> None:
    told = done("play", "--players", "you,you", "--seed", 3, typed=f"1\n1\n1\n1\nundo\n{how}")
    table = told.out.split("Table ")[1].split(".")[0]
    assert f"souls play --table {table}" in told.out
    assert done("show", table, "--json").json["turn"]["asked"] == [0]
    again = done("play", "--table", table, typed="y\nquit\n")
    assert "red, do you agree to take it back? y or n" in again.out
    assert done("show", table, "--json").json["turn"]["asked"] == []


def test_play_takes_the_options_that_demo_takes(data: Path) -> None:
    table = begin("--players", "you,random", "--option", "small_city_points=two")
    assert "two" in done("log", table, "--json").json["records"][0]["fields"]["options"]
    table = begin("--players", "you,random", "--option", "sets=base")
    assert '"sets":["base"]' in done("log", table, "--json").json["records"][0]["fields"]["options"]
    assert souls("play", "--option", "small_city_points=three").code == 1
