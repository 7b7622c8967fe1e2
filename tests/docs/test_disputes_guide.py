"""The guide to disputes is run: every command of it, in its order, says what the page says."""

import re
from pathlib import Path

import pytest

import infra.wiring
from tests.docs.pages import Reader, agree, commands, files
from tests.tools.running import served

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "disputes.md").read_text(encoding="utf-8")
HOUR = 3_600_000_000


COMMANDS = commands(PAGE)


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """What each command says to somebody who reads the page in a folder of their own, and types them all."""
    folder = tmp_path_factory.mktemp("reader")
    for name, text in files(PAGE).items():
        (folder / name).write_text(text, encoding="utf-8")
    now = infra.wiring.now
    with served(tmp_path_factory.mktemp("data")), pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("COLUMNS", "100")
        reader = Reader(folder, lambda hours: patch.setattr(infra.wiring, "now", lambda: now() + hours * HOUR))
        return [reader.says(shown) for shown in COMMANDS]


@pytest.mark.parametrize("number", range(len(COMMANDS)), ids=lambda number: f"line {COMMANDS[number].line}")
def test_a_command_says_what_the_page_says(said: list[list[str]], number: int) -> None:
    shown = COMMANDS[number]
    assert agree(shown.says, said[number]), "\n".join([f"$ {shown.command}", *said[number]])


@pytest.mark.parametrize(
    "command",
    ["contest", "withdraw-contest", "refusals", "disputes", "case", "evidence", "settle", "rule", "vote", "accept-arbiter",
     "appeal", "counterfactual", "precedents", "undo", "order", "due", "readjudicate", "export", "verify"],
)  # fmt: skip
def test_every_command_about_disputes_is_on_the_page(command: str) -> None:
    assert re.search(rf"souls {command}\b(?!-)", PAGE)


@pytest.mark.parametrize(
    ("shown", "said", "same"),
    [
        (["a", "…", "c"], ["a", "b", "b", "c"], True),
        (["a", "…", "c"], ["a", "c"], True),
        (["at 2026-11-30 09:12:04"], ["at 2027-01-01 10:00:00"], True),
        (["a"], ["a", "b"], False),
        (["a", "b"], ["a"], False),
        (["…", "b"], ["a", "c"], False),
        (["a"], ["b"], False),
        ([], ["a"], False),
    ],
)
def test_a_page_that_says_something_else_is_noticed(shown: list[str], said: list[str], same: bool) -> None:
    assert agree(shown, said) is same
