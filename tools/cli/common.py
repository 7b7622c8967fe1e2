"""What all commands share: their options, how they reach the installation, and how they speak."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

from domain.table.kernel import Accepted
from domain.table.messages import ARBITER, HOST, SERVER
from domain.table.records import Submission
from domain.table.refusals import Refusal
from domain.table.rulebook import Rulebook
from domain.table.table import Table
from infra.ledger import Ledger, new_command_id
from infra.settings import from_environment
from infra.wiring import Souls

DataOption = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="DIR", help="Folder of the data; else SOULS_DATA, REDIS_URL, or a folder of your own."
    ),
]
RulebookOption = Annotated[
    list[str] | None, typer.Option("--rulebook", metavar="MODULE:OBJECT", help="A further rulebook; may be repeated.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer in JSON, for scripts.")]
TableArgument = Annotated[str, typer.Argument(metavar="TABLE", help="A table's id.")]
SeatOption = Annotated[str | None, typer.Option("--seat", metavar="SEAT", help="A seat, by number or name.")]


class CommandError(Exception):
    """What somebody asked cannot be done; the message is the one sentence that they read. Exit code 1."""


class Colours:
    """Consoles that know whether anybody sees colours."""

    out = Console(highlight=False, soft_wrap=True)
    err = Console(stderr=True, highlight=False, soft_wrap=True)


@contextmanager
def installation(data: Path | None, rulebook: list[str] | None) -> Iterator[Souls]:
    """The installation that the options and the environment name."""
    with Souls(from_environment(data, tuple(rulebook or ()))) as souls:
        yield souls


def say(text: str = "", style: str | None = None) -> None:
    """A line for people; never read as markup."""
    Colours.out.print(text, style=style, markup=False)


def show_raw(text: str) -> None:
    """Text that brings its own escapes."""
    sys.stdout.write(text + ("" if text.endswith("\n") else "\n"))


def say_json(value: Any) -> None:
    """One JSON document."""
    sys.stdout.write(json.dumps(msgspec.to_builtins(value, str_keys=True), ensure_ascii=False, indent=1) + "\n")


def wants_colour() -> bool:
    """Whether the output goes to somebody who sees colours."""
    return Colours.out.is_terminal and "NO_COLOR" not in os.environ


def width() -> int | None:
    """The columns of the terminal; None where the output is no terminal."""
    return Colours.out.width if Colours.out.is_terminal else None


def seat_number(rulebook: Rulebook, seats: int, text: str) -> int:
    """A seat of a table with so many seats, from its number or its name."""
    names = rulebook.seat_names[:seats]
    if text in names:
        return names.index(text)
    if text.isascii() and text.isdigit() and int(text) < seats:
        return int(text)
    choice = ", ".join(f"{number} or {name}" for number, name in enumerate(names))
    raise CommandError(f"There is no seat '{text}' at this table; there is {choice}.")


def speaker(rulebook: Rulebook, seats: int, text: str) -> int:
    """Who speaks: a seat, or host, arbiter or server."""
    others = {"host": HOST, "arbiter": ARBITER, "server": SERVER}
    return others[text] if text in others else seat_number(rulebook, seats, text)


def submit(ledger: Ledger, table: Table, by: int, command: object) -> Accepted | Refusal:
    """Give a command to a table as it is now."""
    return ledger.submit(table.id, Submission(new_command_id(), by, table.version, command))


def insist(ledger: Ledger, table: Table, by: int, command: object) -> Table:
    """Give a command that must be accepted; a refusal becomes the sentence that people read."""
    outcome = submit(ledger, table, by, command)
    if isinstance(outcome, Refusal):
        raise CommandError(refusal_sentence(table.rulebook, outcome))
    return ledger.current(table.id)


def refusal_sentence(rulebook: Rulebook, refusal: Refusal) -> str:
    """A refusal as a sentence, with its clause."""
    return f"{rulebook.catalogue.refusal(refusal)} [{refusal.clause}]"


def write_file(path: Path, data: bytes) -> None:
    """Write a whole file or none of it."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        partial.write_bytes(data)
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise CommandError(f"Cannot write {path}: {error.strerror or error}.") from error


def read_file(path: Path) -> bytes:
    """A file's bytes."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"Cannot read {path}: {error.strerror or error}.") from error
