"""`souls -h`: every command and every option explains itself, in 80 columns."""

import subprocess
import sys

import pytest
import typer

from tests.tools.running import ROOT, souls
from tools.cli.main import app

COMMAND: typer.core.TyperGroup = typer.main.get_command(app)  # type: ignore[assignment]
COMMANDS = sorted(COMMAND.commands)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_and_argument_of_a_command_has_its_help(command: str) -> None:
    told = souls(command, "-h")
    assert told.code == 0
    for parameter in COMMAND.commands[command].params:
        text: str = parameter.help  # type: ignore[attr-defined]
        assert text.endswith("."), parameter.name
        assert text.split()[0] in told.out


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_fits_eighty_columns(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    told = souls(*command.split(), "--help")
    assert told.code == 0
    assert max(map(len, told.out.splitlines())) <= 80
    assert "<str>" not in told.out.partition("Options:")[2]


def test_the_list_of_commands_cuts_no_sentence_off() -> None:
    told = souls("-h")
    assert "..." not in told.out.partition("Commands:")[2]


def test_every_command_is_in_the_list_with_its_sentence() -> None:
    listed = souls("-h").out.partition("Commands:")[2]
    assert "close" in COMMANDS
    for command in COMMANDS:
        short = COMMAND.commands[command].short_help
        assert short
        assert f"  {command} " in listed
        assert short in listed


def test_souls_alone_tells_the_same_as_its_help() -> None:
    assert souls().out == souls("--help").out


def test_the_script_and_the_module_are_the_same_command() -> None:
    told = [
        subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True).stdout
        for command in (
            [sys.executable, "-m", "tools.cli.main", "tables", "-h"],
            [sys.executable, "-c", "from importlib.metadata import entry_points as e;"
             "[p] = e(group='console_scripts', name='souls'); p.load()(['tables', '-h'])"],
        )
    ]  # fmt: skip
    assert told[0] == told[1]
