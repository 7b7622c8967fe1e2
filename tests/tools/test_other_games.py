"""A game that is one file gets the whole command for free, and a missing one spoils only its own tables."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.tools.running import TOY, begin, done, failed, souls

RULES = ("--rulebook", TOY)


@pytest.fixture(scope="module")
def trumps(data: Path) -> str:
    """A finished game of the toy."""
    return str(done("demo", "trumps", *RULES, "--seed", 1, "--players", "random,random,random", "--json").json["table"])


@pytest.fixture
def hidden(data: Path) -> str:
    """An unfinished table where north has drawn its hand and planned a card in secret."""
    table = begin("trumps", *RULES, "--players", "you,you", "--seed", 2)
    listed = done("play", "--table", table, *RULES, typed="\nlist\nquit\n").out
    number = next(line.split()[0] for line in listed.splitlines() if "  Plan  " in line and line.split()[0].isdigit())
    done("play", "--table", table, *RULES, typed=f"\n{number}\nquit\n")
    return table


def test_a_rulebook_that_is_named_is_listed_with_its_law(data: Path) -> None:
    games = [game["game"] for game in done("games", *RULES, "--json").json["games"]]
    assert games == ["carcassonne", "flick-of-faith", "root", "trumps"]
    assert "trumps: Trumps, 1 to 4 seats" in done("games", *RULES).out
    assert "TOY-4  Roll" in done("law", "trumps", "TOY-4", *RULES).out


def test_a_clause_is_told_with_where_it_is_printed(data: Path) -> None:
    assert done("law", "trumps", "TOY-4", *RULES).out.endswith("scores its pips.\n      (Trumps, page 2)\n")
    assert "(" not in done("law", "trumps", "TOY-5", *RULES).out
    sources = [clause["source"] for clause in done("law", "trumps", "--json", *RULES).json["clauses"]]
    assert sources[2:5] == ["", "Trumps, page 2", ""]


def test_rulebooks_can_be_named_by_the_environment(trumps: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOULS_RULEBOOKS", TOY)
    assert done("show", trumps).out == done("show", trumps, *RULES).out


def test_it_is_shown_told_replayed_and_drawn(trumps: str, tmp_path: Path) -> None:
    assert f"{trumps}, version " in done("show", trumps, *RULES).out
    assert all("[" in line for line in done("log", trumps, *RULES).out.splitlines())
    assert "north" in done("replay", trumps, *RULES).out
    assert "Totals: north " in done("scores", trumps, *RULES).out
    done("show", trumps, *RULES, "--svg", tmp_path / "picture.svg")
    assert ElementTree.parse(tmp_path / "picture.svg").getroot().tag.endswith("svg")


def test_it_is_exported_verified_and_known_again(trumps: str, tmp_path: Path) -> None:
    done("export", trumps, *RULES, "-o", tmp_path / "file")
    assert done("verify", tmp_path / "file", *RULES).out.endswith("verified.\n")
    assert "nothing to do" in done("import", tmp_path / "file", *RULES).out
    told = souls("verify", tmp_path / "file")
    assert told.code == 1
    assert "No rulebook for the game 'trumps'" in told.out


def test_what_to_look_at_after_its_demo_can_be_looked_at(data: Path) -> None:
    told = done("demo", "trumps", *RULES, "--players", "random,random", "--seed", 4)
    further = [line.strip().split("  ")[0].split() for line in told.out.split("Look further:\n")[1].splitlines()]
    assert all(words[-2:] == list(RULES) for words in further)
    for words in further[:5]:
        done(*words[1:])


def test_greedy_bots_end_a_game_with_free_fields(data: Path) -> None:
    told = done("demo", "trumps", *RULES, "--players", "greedy,greedy", "--seed", 1, "--json").json
    assert told["verified"] is True
    assert len(told["scores"]) == 2
    assert max(told["scores"]) > 20


def test_one_person_plays_alone(data: Path) -> None:
    told = done("play", "trumps", *RULES, "--players", "you", "--seed", 1, typed="roll\n" * 4)
    assert "Finished. north " in told.out


def test_a_game_is_played_by_names_and_words(data: Path) -> None:
    told = done("play", "trumps", *RULES, "--players", "you,you", "--seed", 1, typed="\nplay\nnudge 2\nroll\nquit\n")
    assert "things: say more." in told.out
    assert "North nudges by 2 [TOY-5]" in told.out
    assert "North rolls " in told.out


def test_a_game_of_many_prompts_at_once(data: Path) -> None:
    typed = "\ncall\ntrue\n\n\nvote False\n\n\nquit\n"
    told = done("play", "trumps", *RULES, "--players", "you,random,you", typed=typed)
    assert "The votes are " in told.out


def test_secrets_are_kept_from_who_may_not_know_them(hidden: str) -> None:
    [plan] = [line for line in done("log", hidden, *RULES, "--seat", "north").out.splitlines() if "plans" in line]
    for command in (
        ("log",),
        ("log", "--seat", "east"),
        ("replay",),
        ("replay", "--seat", "east"),
        ("replay", "--json"),
    ):
        assert "plans" not in done(command[0], hidden, *RULES, *command[1:]).out
    assert "plans" in done("replay", hidden, *RULES, "--seat", "north").out
    own = done("show", hidden, *RULES, "--seat", "north").out
    assert own != done("show", hidden, *RULES, "--seat", "east").out
    assert own != done("show", hidden, *RULES).out
    assert plan


def test_who_sits_at_the_same_terminal_is_not_told_the_others_secrets(hidden: str) -> None:
    told = done("play", "--table", hidden, *RULES, typed="\nroll\n\n\nlog\nquit\n").out
    after = told.partition("North rolls")[2]
    assert "pass the keyboard to east.\n> east, press Enter.\n> " in after
    assert "East takes a turn" in after
    assert "plans" not in after


def test_only_where_somebody_else_sits_here_the_keyboard_is_passed(data: Path) -> None:
    for players in ("you", "you,random"):
        assert "press Enter" not in done("play", "trumps", *RULES, "--players", players, typed="roll\nquit\n").out
    told = done("play", "trumps", *RULES, "--players", "you,you", typed="\nroll\n\nquit\n").out
    assert told.index("North rolls ") < told.index("Press Enter to hide this, and pass the keyboard to east.")
    assert told.count(", press Enter.\n") == 2
    assert told.count("ToyView") == 1


@pytest.mark.parametrize("command", ["show", "log", "scores", "replay", "undo", "verify", "export", "close", "order"])
def test_without_its_rulebook_a_table_says_so(trumps: str, tmp_path: Path, command: str) -> None:
    needed = {"export": ("-o", tmp_path / "file"), "order": ("--seat", 0)}.get(command, ())
    assert "trumps" in failed(command, trumps, *needed)
    assert "trumps" in failed("play", "--table", trumps)


def test_without_its_rulebook_other_tables_are_fine_and_a_rebuild_names_it(trumps: str, begun: str) -> None:
    done("tables", *RULES)
    before = done("tables", *RULES).out
    assert begun in done("tables").out
    assert trumps in done("tables").out
    told = souls("rebuild")
    assert (told.code, told.err) == (1, "")
    assert f"{trumps}: left out: " in told.out
    assert begun not in told.out
    after = done("tables")
    # What was known of it stays as it was.
    assert begun in after.out
    assert trumps in [row["table"] for row in done("tables", "--json").json["tables"]]
    assert done("show", begun).code == 0
    assert done("rebuild", *RULES, "--json").json["spoiled"] == []
    assert done("tables", *RULES).out == before


def test_a_table_that_is_awaited_is_listed_without_its_rulebook(hidden: str) -> None:
    done("tables", *RULES)
    [line] = [line for line in done("tables").out.splitlines() if line.startswith(hidden)]
    assert "north" in line
