"""The guide to Flick of Faith tells what the game has: options, commands, words, checks of a map, every open point."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from domain.flick_of_faith import own_map
from domain.flick_of_faith.commands import COMMANDS
from domain.flick_of_faith.options import GameOptions
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.steps import prompt_for
from domain.table.messages import Command
from infra.notation import notation_of
from infra.notation.flick_of_faith.words import FlickWords

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "flick-of-faith.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return GUIDE.partition(f"## {title}\n")[2].partition("\n## ")[0]


def test_every_option_is_told() -> None:
    for name in rulebook.options.__struct_fields__:
        assert f"| `{name}` | {rulebook.catalogue.option(name)} |" in section("Options")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_every_command_is_told_with_its_fields_and_its_clause(command: type[Command]) -> None:
    row = next(line for line in section("Commands").splitlines() if line.startswith(f"| `{command.__name__}` |"))
    _, _, fields, what, clause, _ = (cell.strip() for cell in row.split("|"))
    assert fields == ", ".join(f"`{field}`" for field in command.__struct_fields__)
    assert what.endswith(".")
    assert clause == command.clause


def test_no_command_is_told_that_does_not_exist() -> None:
    assert section("Commands").count("\n| `") == len(COMMANDS)


def test_every_check_of_an_own_map_is_told_in_its_words() -> None:
    tree = ast.parse(Path(own_map.__file__).read_text(encoding="utf-8"))
    faults = [
        node.value.elts[1]
        for node in ast.walk(tree)
        if isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple)
    ]
    assert len(faults) >= 20
    for fault in faults:
        assert f"| {_said(fault)}" in section("A map of one's own")
    assert f"{own_map.LARGEST_FILE:,} bytes" in GUIDE


def _said(text: ast.expr) -> str:
    if isinstance(text, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in text.values)
    assert isinstance(text, ast.Constant)
    return str(text.value)


def test_the_flick_that_is_aimed_in_the_guide_does_what_it_says_there() -> None:
    """It is the worked example of a head-on hit."""
    notation: Any = FlickWords()
    game = rulebook.start(GameOptions(), 2, rulebook.editions[0])
    at = game.discs["1-p02"]
    at.zone, at.x, at.y = "map", 160_000, 50_000
    game.prompts, game.phase = (prompt_for("flick", 0),), "mission"
    told = section("Aiming")
    line = next(line for line in told.splitlines() if line.startswith("> aim "))
    assert f"> flick {line.removeprefix('> aim ')}\n" in told
    sentences = notation.preview(game, 0, line.removeprefix("> ")).sentences
    assert "\n".join(sentences) in told
    assert notation.usage(game, 0, "Flick") in told


def test_every_word_of_the_tables_can_be_typed() -> None:
    notation: Any = notation_of(rulebook)
    assert {"flick", "aim", "build", "heart", "report", "amend", "contest", "correct"} <= set(
        re.findall(r"[a-z]+", notation.help)
    )
    for word in ("from", "to", "and", "hand"):
        assert f"| `{word} " in section("Aiming")


def test_every_open_point_is_listed_with_its_reading_and_its_ground() -> None:
    for point in rulebook.register:
        row = [point.number, point.question, point.reading, point.source, ", ".join(point.clauses)]
        assert f"| {' | '.join(map(str, row))} |" in GUIDE
    assert section("Open points").count("\n| ") == len(rulebook.register) + 2


def test_the_files_and_pictures_that_are_named_are_there() -> None:
    assert (ROOT / "docs" / "pictures" / "flick-of-faith.svg").is_file()
    assert (ROOT / "infra" / "notation" / "flick_of_faith").is_dir()
    for name in (
        "mission",
        "council",
        "temples",
        "scoring",
        "worship",
        "reporting",
        "flicking",
        "audit",
        "map",
        "own_map",
    ):
        assert (ROOT / "domain" / "flick_of_faith" / f"{name}.py").is_file()
        assert f"`{name}.py`" in GUIDE
