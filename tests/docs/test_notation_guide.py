"""The page of notations tells every command of every game as it is typed, with an example that is read as that command."""

import re
from pathlib import Path
from random import Random

import pytest

from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.flick_of_faith.commands import Report
from domain.flick_of_faith.rulebook import rulebook as flick_of_faith
from domain.flick_of_faith.state import OpenReport
from domain.root.rulebook import rulebook as root
from domain.table.rulebook import Rulebook
from domain.table.table import Table, fold
from infra.notation import notation_of
from infra.notation.forms import Open
from infra.notation.scope import Attempt, Scope
from infra.notation.table_words import SPELLED_OUT, TABLE_FORMS
from infra.notation.typed import plain, tokens_of
from infra.posts import LONGEST_POST, MOST_COMMANDS, command_lines
from tests.notation.tables import begun, played, random_table

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
GAMES = {"Carcassonne": carcassonne, "Root": root, "Flick of Faith": flick_of_faith}
ROW = re.compile(r"^\| `(\w+)` \| `([^`]+)` \| `([^`]+)` \|$", re.MULTILINE)


def section(title: str) -> str:
    return PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]


def tables(rulebook: Rulebook) -> list[Table]:
    """Tables at which the examples say something."""
    if rulebook is flick_of_faith:
        play = begun(rulebook, 3)
        play.table.game.report = OpenReport(0, Report("0-p01"))
        return [play.table]
    if rulebook is root:
        return [begun(rulebook, 3).table]
    found = []
    for number in range(40):
        play = random_table(rulebook, 3 * number)
        found += [play.table.copy() for _ in played(play, Random(number), 2 + number % 9)]
    return found


@pytest.mark.parametrize("title", GAMES)
def test_every_form_of_every_command_is_told(title: str) -> None:
    forms = notation_of(GAMES[title]).forms
    told = [(name, usage) for name, usage, _ in ROW.findall(section(title))]
    assert told == [(form.command.__name__, form.usage) for form in forms]
    assert {name for name, _ in told} == set(GAMES[title].command_types)


def test_every_form_of_the_table_is_told() -> None:
    told = [(name, usage) for name, usage, _ in ROW.findall(section("At any table"))]
    assert told == [(form.command.__name__, form.usage) for form in TABLE_FORMS if form.usage]
    assert {name for name, _ in told} == {command.__name__ for command in SPELLED_OUT}


@pytest.mark.parametrize("title", GAMES)
def test_every_example_is_read_as_the_command_that_it_is_told_for(title: str) -> None:
    rulebook = GAMES[title]
    there = tables(rulebook)
    for name, _, line in ROW.findall(section(title)):
        forms = [form for form in notation_of(rulebook).forms if form.command.__name__ == name]
        text = plain(line)
        assert any(
            type(one).__name__ == name and not isinstance(one, Open)
            for table in there
            for form in forms
            for one in form.read(Attempt(Scope(table, 0), text, tokens_of(text)))
        ), line


def test_the_examples_of_the_table_are_read_at_any_table() -> None:
    table = begun(root, 3).table
    stages = (table, fold(table.id, root, table.records[: table.begun_at - 1]))
    for name, _, line in ROW.findall(section("At any table")):
        assert name in {type(notation_of(root).read(stage, 0, line)).__name__ for stage in stages}


def test_the_other_lines_of_the_page_are_read() -> None:
    table = begun(root, 3).table
    notation = notation_of(root)
    assert notation.read(table, 0, 'CrusadeBattle {"clearing": 5, "defender": 1}') == notation.read(
        table, 0, "crusade 5 vs marquise"
    )
    post = re.search(r"^```\n(.*?)^```", section("Posts"), re.MULTILINE | re.DOTALL)
    assert post is not None
    assert command_lines(post[1]) == ["crusade 5 vs marquise"]
    assert f"At most {MOST_COMMANDS}, in at most {LONGEST_POST:,}" in section("Posts")
    assert notation_of(carcassonne).parts("place 3,-1 r90 knight n") == ("place 3,-1 r90", "knight n")
