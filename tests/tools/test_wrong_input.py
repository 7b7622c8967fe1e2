"""Wrong input of any kind: a sentence on stderr, an exit code, nothing on stdout (or JSON on demand), and nothing changed."""

from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta

from domain.carcassonne.custom import CustomTile
from tests.tools.running import done, failed, souls, the_sentence
from tools.cli.options import said


def short(value: str | bytes | tuple[str, ...]) -> str:
    """A name for a case."""
    return ascii(value[:3] if isinstance(value, tuple) else value[:20])


NO_TABLES = (
    "nope", "", "with space", "a/b", "../../up", "tëst–日本", "x" * 10_000, "\x00", "\x1b[31mred", "a\nb", "*", "{souls:p0}",
    "%s{}[red]", "\udcff",
)  # fmt: skip
ABOUT_A_TABLE = ("show", "log", "scores", "replay", "undo", "export", "verify", "close", "order")
NO_NUMBERS = ("abc", "1.5", "", "nan", "inf", "٣", "1e3", "0x10", "9" * 5000)
NO_SEATS = ("purple", "9", "-1", "", "0 ", "²", "None", "red,blue", "9" * 5000, "\udcff")


@pytest.mark.slow
@pytest.mark.parametrize("command", ABOUT_A_TABLE)
@pytest.mark.parametrize("table", NO_TABLES, ids=short)
def test_a_table_that_is_not_there(data: Path, tmp_path: Path, command: str, table: str) -> None:
    file = tmp_path / "file"
    needed = {"export": ("-o", file), "order": ("--seat", 0)}.get(command, ())
    failed(command, table, *needed)
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("command", ABOUT_A_TABLE)
@pytest.mark.parametrize("table", ["-x", "--nope", "-"])
def test_a_table_that_looks_like_an_option(data: Path, tmp_path: Path, command: str, table: str) -> None:
    output = {"export": ("-o", tmp_path / "file"), "order": ("--seat", 0)}.get(command, ())
    failed(command, *output, table, code=1 if table == "-" else 2)
    failed(command, *output, "--", table)


def test_a_table_to_play_at_that_is_not_there_or_over(finished: str) -> None:
    assert "There is no table 'nope'" in failed("play", "--table", "nope")
    assert "it is closed" in failed("play", "--table", finished)


@pytest.mark.parametrize("version", NO_NUMBERS, ids=short)
def test_a_version_that_is_no_number(finished: str, version: str) -> None:
    for option in (("show", "--at"), ("replay", "--from"), ("undo", "--to")):
        failed(option[0], finished, option[1], version, code=2)


@pytest.mark.parametrize("version", [0, -1, 10**6, 10**30, -(10**30)])
def test_a_version_that_the_table_has_not(finished: str, begun: str, version: int) -> None:
    last = done("show", finished, "--json").json["turn"]["version"]
    assert f"has the versions 1 to {last}, not {version}" in failed("show", finished, "--at", version)
    failed("replay", finished, "--from", version, code=1 if version > 0 else 2)
    failed("undo", begun, "--to", version, "--by", "arbiter")
    assert done("show", begun, "--json").json["turn"]["version"] == len(done("log", begun).out.splitlines())


@pytest.mark.parametrize("seed", [*NO_NUMBERS, "-1", str(2**63), str(-(2**63)), str(10**30)], ids=short)
def test_a_seed_that_is_none(data: Path, seed: str) -> None:
    for command in ("demo", "play"):
        assert "A seed is a number from 0 to 9223372036854775807, not '" in failed(command, "--seed", seed)


@pytest.mark.parametrize("delay", ["nan", "-nan", "inf", "-inf", "-1", "61", "1e400", "abc", ""])
def test_a_delay_that_nobody_can_wait(finished: str, delay: str) -> None:
    assert "--delay" in failed("replay", finished, "--delay", delay, code=2)


@pytest.mark.parametrize("seat", NO_SEATS, ids=short)
def test_a_seat_that_the_table_has_not(finished: str, tmp_path: Path, seat: str) -> None:
    for command in (
        ("show", "--seat"), ("log", "--seat"), ("replay", "--seat"), ("undo", "--by"),
        ("export", "-o", str(tmp_path / "file"), "--for"), ("order", "--seat"),
    ):  # fmt: skip
        sentence = failed(command[0], finished, *command[1:], seat)
        assert sentence.endswith("at this table; there is 0 or red, 1 or blue.")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "players", ["", "cat,dog", "greedy,", ",", "greedy", ",".join(["random"] * 6), ",".join(["random"] * 100), "Greedy"]
)
def test_players_that_cannot_sit_down(data: Path, players: str) -> None:
    for command in ("demo", "play"):
        failed(command, "--players", players)


def test_in_a_demo_nobody_else_plays(data: Path) -> None:
    assert "'souls play' lets you play" in failed("demo", "--players", "you,random")


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("x", "An option is given as name=value, not 'x'."),
        ("x=1", "Carcassonne has no option 'x'; its options are: sets, small_city_points, "),
        ("=", "Carcassonne has no option ''; its options are: sets, small_city_points, "),
        ("small_city_points=three", "The option small_city_points is normal or two, not 'three'."),
        ("small_city_points=", "The option small_city_points is normal or two, not ''."),
        ("small_city_points=1", "The option small_city_points is normal or two, not '1'."),
        ("small_city_points=\udcff", "is no text"),
        ("small_city_points=" + "x" * 10_000, "The option small_city_points is normal or two, not 'x"),
        ("self_challenge=yes", "The option self_challenge is true or false, not 'yes'."),
        ("self_challenge=1", "The option self_challenge is true or false, not '1'."),
        ("sets=5", "The option sets is a list by commas, not '5'."),
        (
            'custom_tiles=[{"name":3}]',
            "The option custom_tiles is objects in JSON, not '[{\"name\":3}]' (Expected `str`",
        ),
        ("sets=hills,base", "There is no set hills"),
        ("sets=[]", "The base set is always in play"),
        ('sets=["base","base"]', "each set once"),
        ('sets=["base","hills"]', "There is no set hills"),
        ("sets=" + "[" * 5000, "sets is not JSON: "),
        ('sets=["base"', "sets is not JSON: "),
        ("sets=[base,cult]", "sets is not JSON: "),
        ("small_city_points={two", "small_city_points is not JSON: "),
        ('custom_tiles=[{"name":"a",},{"name":"b"}]', "custom_tiles is not JSON: "),
        ("custom_tiles=not json", "custom_tiles is not JSON: "),
        ("custom_tiles=", "custom_tiles is not JSON: "),
    ],
    ids=short,
)
def test_options_that_a_game_has_not(data: Path, option: str, sentence: str) -> None:
    for command in ("demo", "play"):
        assert sentence in failed(command, "--option", option)


@pytest.mark.parametrize(
    ("option", "wanted"),
    [
        ("factions=alliance", "a list by commas of cult, marquise and eyrie"),
        ("factions=marquise,bears", "a list by commas of cult, marquise and eyrie"),
        ('factions="cult"', "a list by commas of cult, marquise and eyrie"),
        ("evening_order=last", "numeric or document"),
        ("fear=never", "each_garden or each_batch"),
        ("printing=6", "P16 or P6"),
        ("score_single_garden=no", "true or false"),
        ("map=winter", "autumn"),
    ],
)
def test_a_wrong_value_of_an_option_is_told_the_right_ones(data: Path, option: str, wanted: str) -> None:
    name, _, value = option.partition("=")
    assert failed("play", "root", "--option", option) == f"The option {name} is {wanted}, not '{value}'."


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (bool, "true or false"),
        (int, "a whole number"),
        (Annotated[int, Meta(ge=0, le=9)], "a whole number from 0 to 9"),
        (Annotated[int, Meta(gt=0, lt=9)], "a whole number from 1 to 8"),
        (Annotated[int, Meta(ge=3)], "a whole number from 3 on"),
        (Annotated[int, Meta(le=3)], "a whole number up to 3"),
        (Literal[2, 3], "2 or 3"),
        (Literal["a"], "a"),
        (str, "a text"),
        (tuple[str, ...], "a list by commas"),
        (frozenset[Literal["a", "b"]], "a list by commas of a and b"),
        (tuple[CustomTile, ...], "objects in JSON"),
    ],
)
def test_what_a_value_may_be_is_said_in_words(hint: Any, words: str) -> None:
    assert said(hint) == words


@pytest.mark.parametrize("game", ["nope", "", "x" * 10_000, "../x", "\udcff", "carcassonne "], ids=short)
def test_a_game_that_nobody_installed(data: Path, game: str) -> None:
    for command in ("demo", "play", "law"):
        assert "(there is: carcassonne, flick-of-faith, root)" in failed(command, game)


@pytest.mark.parametrize("clause", ["B-999", "", "b-999", "x" * 10_000, "\udcff"], ids=short)
def test_a_clause_that_the_law_has_not(clause: str) -> None:
    for game in ("carcassonne", "table"):
        assert "has no clause '" in failed("law", game, clause)


@pytest.mark.parametrize(
    ("game", "clause", "hint"),
    [
        ("carcassonne", "B-99", "near it is B-9."),
        ("carcassonne", "zzz", "its chapters: B, "),
        ("root", "10.4.1.", "near it is 10.4.1"),
        ("root", "CARD-ARMORER", "near it is card-armorers"),
        ("root", "cor", "near it is core"),
        ("root", "zzz", "its chapters: core, "),
        ("table", "zzz", "its chapters: T."),
    ],
)
def test_what_is_nearly_a_clause_is_told_what_is_near(game: str, clause: str, hint: str) -> None:
    assert hint in failed("law", game, clause)


@pytest.mark.parametrize(
    "name", ["nope", "nope:x", "os:path", "os:", ":", ":x", "os:nope", "tests/table/toy.py:toy", "x" * 10_000 + ":y", "\x00:y"],
    ids=short,
)  # fmt: skip
def test_a_rulebook_that_is_none(data: Path, name: str) -> None:
    for command in (("games",), ("tables",), ("rebuild",), ("demo",), ("law", "carcassonne")):
        failed(*command, "--rulebook", name)


@pytest.mark.parametrize(
    "arguments",
    [
        ("nope",), ("-x",), ("--data",), ("tables", "--data"), ("tables", "x"), ("show",), ("export", "x"), ("law",),
        ("import",), ("verify",), ("undo",), ("show", "a", "b"), ("demo", "a", "b"), ("--version", "x"), ("\x00",), ("",),
        ("x" * 10_000,), ("\udcff",), ("show", "--at"), ("tables", "--json=yes"),
    ],
    ids=short,
)  # fmt: skip
def test_a_command_line_that_is_none(data: Path, arguments: tuple[str, ...]) -> None:
    assert "See 'souls" in failed(*arguments, code=2)


@pytest.mark.parametrize("name", ["missing", "folder", "", "x" * 5000, "file/below", "\udcff"], ids=short)
def test_a_file_that_cannot_be_read(data: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    path = tmp_path / name if name else ""
    for options in ((), ("--format", "recorded-game"), ("--format", "recorded-game", "--check"), ("--check",)):
        assert "Cannot read " in failed("import", path, *options)
    failed("verify", path)


@pytest.mark.parametrize(
    "content",
    [b"", b"\x00" * 100, b"{}", b"LOST SOULS EXPORT 1\n", bytes(range(256)) * 20],
    ids=short,
)
def test_a_file_that_is_no_export(data: Path, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    assert f"Nothing was imported from {file}: This file " in failed("import", file)
    failed("import", file, "--format", "recorded-game")
    failed("import", file, "--format", "recorded-game", "--check")
    for told in (souls("verify", file), souls("import", file, "--check")):
        assert (told.code, told.err) == (1, "")
        assert told.out.endswith(": NOT as it was written.\n")
    for told in (souls("verify", file, "--json"), souls("import", file, "--json")):
        assert told.code == 1
        assert not told.json["good"]


def test_a_format_or_a_games_recorded_format_that_is_not_there(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert "There is no format 'pgn'; there is export and recorded-game." in failed("import", file, "--format", "pgn")
    assert "No rulebook for the game 'chess'" in failed("import", file, "--format", "recorded-game", "--game", "chess")


@pytest.mark.parametrize("name", ["folder", "missing/file", "file/below", "x" * 5000], ids=short)
def test_a_file_that_cannot_be_written(finished: str, tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    before = sorted(tmp_path.rglob("*"))
    assert "Cannot write " in failed("export", finished, "-o", tmp_path / name)
    assert "Cannot write " in failed("show", finished, "--svg", tmp_path / name)
    assert sorted(tmp_path.rglob("*")) == before


def test_an_output_that_is_named_by_nothing(finished: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "Cannot write " in failed("export", finished, "-o", "")
    assert not list(tmp_path.iterdir())


def test_a_data_folder_that_is_named_by_nothing_is_not_the_present_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "--data wants its path" in failed("tables", "--data", "")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["file", "file/below", "x" * 5000], ids=short)
def test_a_data_folder_that_cannot_be_one(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    sentence = failed("tables", "--data", tmp_path / name)
    assert "data folder" in sentence


@pytest.mark.parametrize("text", ["0", "-1", "1025", "many", "1.5", "²", " 1", "9" * 5000], ids=short)
def test_a_number_of_partitions_that_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("SOULS_PARTITIONS", text)
    assert "SOULS_PARTITIONS is a number from 1 to 1024" in failed("tables", "--data", tmp_path / "data")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "words", [["tables"], ["people"], ["games"], ["law", "carcassonne"], ["serve"], ["mail", "poll"]]
)
def test_a_name_in_the_environment_that_is_no_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.setenv("SOULS_PARTITION", "4")
    monkeypatch.setenv("SOULS_DATA", str(tmp_path / "data"))
    assert failed(*words) == "There is no setting SOULS_PARTITION; the nearest is SOULS_PARTITIONS."
    assert not list(tmp_path.iterdir())


def test_other_partitions_than_the_installation_has(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done("tables")
    monkeypatch.setenv("SOULS_PARTITIONS", "7")
    assert "7" in failed("tables")


@pytest.mark.parametrize(
    "url",
    [
        "nope", "http://127.0.0.1", "redis://[", "redis://127.0.0.1:x", "redis://127.0.0.1:99999999",
        "unix://", "unix:///nope/nope.sock", "redis://127.0.0.1:1/x", "redis+cluster://127.0.0.1:1", "x" * 5000, "redis://\udcff",
        "redis://a..b",
    ],
    ids=short,
)  # fmt: skip
def test_a_server_that_is_none(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("REDIS_URL", url)
    failed("tables")


@pytest.mark.parametrize("arguments", [("--redo", "--ask"), ("--agree", "--decline"), ("--to", "5", "--redo")])
def test_undo_asked_in_two_ways_at_once(begun: str, arguments: tuple[str, ...]) -> None:
    failed("undo", begun, *arguments)


def test_every_undo_of_a_closed_table(finished: str) -> None:
    for how in ((), ("--redo",), ("--ask",), ("--agree",), ("--decline",), ("--withdraw",), ("--by", "arbiter")):
        assert "while the table is closed. [T-10]" in failed("undo", finished, *how)


def test_where_json_is_wanted_a_fault_is_json_too_besides_the_sentence(data: Path) -> None:
    for command in ("show", "log", "scores", "replay", "undo", "verify"):
        told = souls(command, "nope", "--json")
        error = told.json["error"]
        assert the_sentence(told) == error["message"]
        assert set(error) == {"code", "clause", "arguments", "message"}
        assert (error["clause"], error["arguments"]) == (None, {})
        assert error["code"] == ("NOT_DONE" if command == "verify" else "TABLE_NOT_FOUND")


def test_a_refusal_in_json_has_its_code_its_clause_and_its_arguments(finished: str, begun: str) -> None:
    told = souls("undo", finished, "--json")
    error = told.json["error"]
    assert (error["code"], error["clause"], error["arguments"]["phase"]) == ("WRONG_LIFE_PHASE", "T-10", "closed")
    assert the_sentence(told) == error["message"]
    assert error["message"].endswith("while the table is closed. [T-10]")
    told = souls("order", begun, "vote", "{}", "--seat", "red", "--json")
    assert told.json["error"]["arguments"] == {"prompt": "vote", "known": ["consent"]}
    assert souls("close", begun, "--json").json["error"]["code"] == "WRONG_LIFE_PHASE"
    told = souls("demo", "--players", "random", "--json")
    assert (told.code, told.json["error"]["code"]) == (1, "WRONG_SEAT_COUNT")
    told = souls("demo", "--option", 'sets=["base","base"]', "--json")
    assert (told.code, told.json["error"]["clause"]) == (1, "B-2")


def test_a_command_line_that_is_none_is_told_in_json_where_that_is_wanted(data: Path) -> None:
    told = souls("show", "--json")
    assert (told.code, told.json["error"]["code"]) == (2, "WRONG_USE")
    assert the_sentence(told, 2) == told.json["error"]["message"]
    assert souls("show", "--", "--json").out == ""
    assert souls("law", "nope", "--json").json["error"]["code"] == "UNKNOWN_GAME"


def test_what_cannot_be_measured_or_written_is_said_before_measuring(tmp_path: Path) -> None:
    assert "There is no part 'nope' to measure; there is " in failed("bench", "--only", "nope")
    for output in (tmp_path, tmp_path / "missing" / "file"):
        assert f"Cannot write {output}" in failed("bench", "--quick", "--output", output)
