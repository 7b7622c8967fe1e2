"""`souls post` and `souls notation`: whole messages as commands, all or nothing, and how they are written."""

from pathlib import Path

import pytest

from tests.tools.running import TOY, begin, done, failed, souls

RULES = ("--rulebook", TOY)


@pytest.fixture
def table(data: Path) -> str:
    """A table of the toy at which it is north's turn."""
    return begin("trumps", *RULES, "--players", "you,you", "--seed", 2)


def test_a_message_is_posted_told_and_posted_once(table: str) -> None:
    message = "Here we go.\n!nudge 2\n!roll die\n> !plan 3\n-- \nNorth"
    told = done("post", table, "--by", "north", "--id", "mail-1", *RULES, typed=message).out.splitlines()
    assert told[0] == "1  nudge 2: done"
    assert told[1].strip() == "North nudges by 2 [TOY-5]"
    assert told[2] == "2  roll die: done"
    again = done("post", table, "--by", "north", "--id", "mail-1", *RULES, typed=message).out
    assert again.splitlines()[:-1] == told
    assert again.endswith("This post has happened before.\n")
    other = souls("post", table, "--by", "north", "--id", "mail-1", *RULES, typed="nudge 3")
    assert (other.code, "said something else" in other.out) == (1, True)


def test_a_dry_run_tells_what_would_be_and_changes_nothing(table: str) -> None:
    told = done("post", table, "--by", 0, "--dry-run", *RULES, typed="nudge 2\nroll die").out.splitlines()
    assert told[0] == "1  nudge 2: would"
    end = told.index("Nothing has happened: this was a dry run.")
    assert told[end - 1] == "   What follows is decided by chance or by others."
    assert "   nudge 2    Nudge 2" in told[end:], "what can be typed now"
    assert done("post", table, "--by", 0, "--dry-run", *RULES, typed="nudge 2\nroll die").out.splitlines() == told


def test_a_message_with_a_line_that_cannot_be_changes_nothing_and_says_why(table: str) -> None:
    told = souls("post", table, "--by", "north", *RULES, typed="nudge 2\nnugde 3\nroll die")
    assert told.code == 1
    assert "2  nugde 3: NOT UNDERSTOOD" in told.out
    assert "Did you mean nudge 3?" in told.out
    assert "3  roll die: not tried" in told.out
    assert "Nothing of this post has happened.\n" in told.out
    assert "   nudge 2    Nudge 2\n" in told.out, "what can be typed"
    assert done("post", table, "--by", "north", *RULES, typed="nudge 3").out.startswith("1  nudge 3: done")


def test_a_post_for_another_version_tells_what_has_happened_since(table: str) -> None:
    version = done("show", table, *RULES, "--json").json["turn"]["version"]
    done("post", table, "--by", "north", *RULES, typed="nudge 2")
    told = souls("post", table, "--by", "north", "--expected", version, *RULES, typed="roll die")
    assert told.code == 1
    assert f"{version + 1}  North nudges by 2 [TOY-5]" in told.out


def test_a_look_at_the_table_is_drawn_as_who_posts_sees_it(table: str) -> None:
    shown = {by: done("post", table, "--by", by, *RULES, typed="show").out for by in ("north", "east", "host")}
    assert all(told.startswith("1  show: told\n") for told in shown.values())
    assert all("hands" in told for told in shown.values())
    assert len(set(shown.values())) == 3


def test_scripts_get_the_outcome_as_json(table: str) -> None:
    told = done("post", table, "--by", "north", "--dry-run", *RULES, "--json", typed="roll die").json
    assert (told["table"], told["accepted"], told["dry_run"]) == (table, True, True)
    assert [line["status"] for line in told["lines"]] == ["would"]
    refused = souls("post", table, "--by", "east", *RULES, "--json", typed="roll die")
    assert (refused.code, refused.json["code"]) == (1, "NOT_YOUR_TURN")


def test_the_host_posts_for_a_seat_that_nobody_holds(table: str) -> None:
    done("post", table, "--by", "north", *RULES, typed="resign")
    told = done("post", table, "--by", "host", "--seat", "north", *RULES, typed="roll die").out
    assert told.startswith("1  roll die: done")


@pytest.mark.parametrize("typed", ["", "> quoted", "x" * 100_000, "\x00\x1b[2J", "\udcff"])
def test_any_message_is_answered(table: str, typed: str) -> None:
    told = souls("post", table, "--by", "north", *RULES, typed=typed)
    assert told.code == 1
    assert told.out
    assert "\x1b[2J" not in told.out
    assert "This should not have happened" not in told.err


def test_who_posts_must_be_said_and_be_there(table: str) -> None:
    assert "--by" in souls("post", table, *RULES).err
    assert "no seat 'south'" in failed("post", table, "--by", "south", *RULES)


def test_how_commands_are_typed_is_told_for_every_game(data: Path) -> None:
    assert "place CELL ROT" in done("notation", "carcassonne").out
    assert "crusade CLEARING vs DEFENDER" in done("notation", "root").out
    assert "flick p1 to navel" in done("notation", "flick-of-faith").out
    assert "play cards CARDS" in done("notation", "trumps", *RULES).out
    assert "ask undo to TO VERSION" in done("notation", "table").out
    assert "nonsense" in failed("notation", "nonsense")


def test_words_of_a_notation_are_typed_in_play_too(data: Path) -> None:
    typed = "place 0,1 r90 and skip\nquit\n"
    told = done("play", "--players", "you,random", "--seed", 3, "--option", "sets=base", typed=typed).out
    assert "> skip\n" in told
    assert "Red puts nothing" in told


@pytest.mark.parametrize("game", ["carcassonne", "table"])
def test_the_words_of_a_game_are_told_as_json_too(game: str) -> None:
    told = done("notation", game, "--json").json
    assert told["game"] == game
    wanted = {"carcassonne": ("PlaceTile", "place CELL ROT"), "table": ("BeginGame", "begin")}[game]
    assert {"command": wanted[0], "typed": wanted[1]} in told["forms"]
    assert wanted[1] in told["help"]
    assert done("notation", game).out.startswith(told["help"].rstrip()[:40])
