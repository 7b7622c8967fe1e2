"""Running `souls` in this process, and what it told."""

import contextlib
import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from infra.embedded import EmbeddedServer
from tools.cli.main import outcome

ROOT = Path(__file__).parents[2]
TOY = "tests.table.toy:toy"


@dataclass(frozen=True)
class Told:
    """How a command ended, and what it said on stdout and stderr."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it said, which must be one JSON document and nothing else."""
        return json.loads(self.out)


class Typist(io.StringIO):
    """A stdin that is typed line by line, each an answer to what has been said since the line before."""

    def __init__(self, out: io.StringIO, answer: Callable[[str], str]) -> None:
        super().__init__()
        self._out, self._answer, self._read = out, answer, 0

    def readline(self, size: int | None = -1, /) -> str:
        said, self._read = self._out.getvalue()[self._read :], self._out.tell()
        return self._answer(said)


def souls(*arguments: object, typed: str | Callable[[str], str] = "") -> Told:
    """Run the command with these arguments, and this text to be read from stdin, or answers to what it says."""
    out, err, stdin = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(typed) if isinstance(typed, str) else Typist(out, typed)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = outcome([str(argument) for argument in arguments])
    finally:
        sys.stdin = stdin
    return Told(code, out.getvalue(), err.getvalue())


def done(*arguments: object, typed: str | Callable[[str], str] = "") -> Told:
    """Run a command that must succeed, silently on stderr."""
    told = souls(*arguments, typed=typed)
    assert (told.code, told.err) == (0, ""), told
    return told


def failed(*arguments: object, typed: str = "", code: int = 1) -> str:
    """Run a command that must be turned down; returns the one sentence it says."""
    told = souls(*arguments, typed=typed)
    assert told.out == ""
    return the_sentence(told, code)


def the_sentence(told: Told, code: int = 1) -> str:
    """The one sentence on stderr, without its prefix; nothing else may be there."""
    assert told.code == code, told
    assert told.err.startswith("souls: ")
    assert told.err.endswith("\n")
    assert told.err.count("\n") == 1
    assert "should not have happened" not in told.err
    assert len(told.err) < 700
    assert told.err[:-1].isprintable()
    return told.err.removeprefix("souls: ").strip()


def clean_environment(patch: pytest.MonkeyPatch, data: Path) -> None:
    """Nothing of the environment of who runs the tests leads to another installation."""
    for name in [name for name in os.environ if name.startswith("SOULS_") or name in ("REDIS_URL", "COLUMNS")]:
        patch.delenv(name)
    patch.setenv("SOULS_DATA", str(data))
    patch.setenv("PATH", path_with_souls())


def path_with_souls() -> str:
    """The shell's path with the folder where this Python's `souls` is, so that commands call it by its name."""
    return f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"


@contextlib.contextmanager
def served(data: Path) -> Iterator[Path]:
    """A data folder whose server stays up between the commands, so that they take no time to start one."""
    with EmbeddedServer.attach(data), pytest.MonkeyPatch.context() as patch:
        clean_environment(patch, data)
        yield data


def begin(*arguments: object, typed: str = "quit\n") -> str:
    """Open a table with `souls play` and leave it at once, or after what is typed; returns its id."""
    return done("play", *arguments, typed=typed).out.split("Table ")[1].split(".")[0]
