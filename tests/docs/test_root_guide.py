"""The guide to Root tells what the game has: factions, options, every command, every standing order, every open point."""

from pathlib import Path

import pytest

from domain.root import commands
from domain.root.options import FACTIONS
from domain.root.orders import ORDERS
from domain.root.roster import ROSTER
from domain.root.rulebook import rulebook
from domain.table.messages import Command

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "root.md").read_text(encoding="utf-8")
COMMANDS = (*commands.COMMANDS, *(command for faction in ROSTER.values() for command in faction.commands))


def test_every_faction_and_every_option_is_told() -> None:
    assert [name for name in FACTIONS if f"| `{name}` | " not in GUIDE] == []
    for name in rulebook.options.__struct_fields__:
        assert f"| `{name}` | {rulebook.catalogue.option(name)} |" in GUIDE


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_every_command_is_told_with_its_fields_and_its_clause(command: type[Command]) -> None:
    row = next(line for line in GUIDE.splitlines() if line.startswith(f"| `{command.__name__}` |"))
    _, _, fields, what, clause, _ = (cell.strip() for cell in row.split("|"))
    assert fields == ", ".join(f"`{field}`" for field in command.__struct_fields__)
    assert what.endswith(".")
    assert clause == command.clause


def test_no_command_is_told_that_does_not_exist() -> None:
    told = [
        line
        for line in GUIDE.partition("## Commands")[2].partition("## Lost Souls")[0].splitlines()
        if line[:3] == "| `"
    ]
    assert len(told) == len(COMMANDS)


def test_every_kind_of_standing_order_is_told() -> None:
    for kind in ORDERS:
        assert f"| `{kind}` | {rulebook.catalogue.order(kind)} | " in GUIDE


def test_every_open_point_is_listed_with_its_reading_and_its_ground() -> None:
    for point in rulebook.register:
        row = [point.number, point.question, point.reading, point.source, ", ".join(point.clauses)]
        assert f"| {' | '.join(map(str, row))} |" in GUIDE


def test_the_files_and_pictures_that_are_named_are_there() -> None:
    assert (ROOT / "docs" / "pictures" / "root.svg").is_file()
    for name in ("roster.py", "options.py", "stages.py", "steps.py", "data/factions.json", "drawing"):
        assert (ROOT / "domain" / "root" / name).exists()
        assert name in GUIDE
