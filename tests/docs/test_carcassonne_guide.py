"""The guide to Carcassonne tells what the game has: every set, every option, every open point, and a definition that works."""

import json
import re
from pathlib import Path

import pytest

from domain.carcassonne.options import SETS
from domain.carcassonne.rulebook import rulebook
from tools.cli.main import outcome

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "carcassonne.md").read_text(encoding="utf-8")


def test_every_set_and_every_option_is_told() -> None:
    assert [name for name in SETS if f"`{name}`" not in GUIDE] == []
    for name in rulebook.options.__struct_fields__:
        assert f"| `{name}` | {rulebook.catalogue.option(name)} |" in GUIDE


def test_every_open_point_is_listed_with_its_reading_and_its_ground() -> None:
    for point in rulebook.register:
        row = [point.number, point.question, point.reading, point.source, ", ".join(point.clauses)]
        assert f"| {' | '.join(map(str, row))} |" in GUIDE


def test_the_tiles_of_the_guide_can_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    block = re.search(r"```json\n(.*?)```", GUIDE, re.DOTALL)
    assert block is not None
    tiles = json.dumps(json.loads(block[1]))
    asked = ["demo", "--data", str(tmp_path), "--seed", "1", "--players", "random,random", "--json"]
    assert outcome([*asked, "--option", "blank_mode=custom", "--option", f"custom_tiles={tiles}"]) == 0
    assert json.loads(capsys.readouterr().out)["verified"] is True
