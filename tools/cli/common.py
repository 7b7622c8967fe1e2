"""What all commands share: their options, how they reach the installation, and how they speak."""

import json
import os
import re
import secrets
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

from domain.table.catalogue import Catalogue
from domain.table.kernel import Accepted
from domain.table.messages import ARBITER, HOST, SERVER
from domain.table.records import Submission
from domain.table.refusals import Refusal
from domain.table.table import Table
from infra.ledger import Ledger
from infra.opened import new_command_id
from infra.settings import Settings, from_environment
from infra.wiring import Souls
from tools.cli.ruled_before import precedent_lines

LARGEST_SEED = 2**63 - 1
LONGEST_WORD = 200
LARGEST_FILE = 256 * 1024 * 1024


class CommandError(Exception):
    """What somebody asked cannot be done; the message is the one sentence that they read. Exit code 1."""


class LaterError(CommandError):
    """What cannot be done now, and is to be tried again later. Exit code 75, as mail servers know it."""


class RefusedError(CommandError):
    """A command that the law turns down, with the refusal for scripts. Where the game is known, what was `ruled_before` on
    its clause is told with it."""

    def __init__(self, catalogue: Catalogue, refusal: Refusal, hint: str = "", game: str | None = None) -> None:
        super().__init__(refusal_sentence(catalogue, refusal) + hint)
        self.refusal = refusal
        self.game = game
        self.ruled_before: list[str] = []


def named_folder(text: str) -> Path:
    """A folder's path; no text is no folder, though `Path` would take it for the present one."""
    if not text:
        raise CommandError("No folder is named: --data wants its path.")
    return Path(text)


def seed_number(text: str) -> int:
    """A seed from what was typed."""
    if text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_SEED)) and int(text) <= LARGEST_SEED:
        return int(text)
    raise CommandError(f"A seed is a number from 0 to {LARGEST_SEED}, not '{text}'.")


DataOption = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="DIR",
        parser=named_folder,
        help="Folder of the data; else REDIS_URL, SOULS_DATA, or a folder of your own.",
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", parser=seed_number, help="The same number, the same game; else true chance."),
]
TableOption = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="A table option; may be repeated; NAME=@FILE for JSON in a file. 'souls games' lists them.",
    ),
]
RulebookOption = Annotated[
    list[str] | None, typer.Option("--rulebook", metavar="MODULE:OBJECT", help="A further rulebook; may be repeated.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer in JSON, for scripts.")]
TableArgument = Annotated[str, typer.Argument(metavar="TABLE", help="A table's id.")]
SeatOption = Annotated[str | None, typer.Option("--seat", metavar="SEAT", help="A seat, by number or name.")]


class Colours:
    """Consoles that know whether anybody sees colours."""

    out = Console(highlight=False, soft_wrap=True)
    err = Console(stderr=True, highlight=False, soft_wrap=True)


class ConfigFile:
    """The settings file that `souls --config FILE` names, for the command at hand."""

    named: Path | None = None


def chosen_settings(data: Path | None, rulebook: list[str] | None) -> Settings:
    """What the options, the environment and a settings file say."""
    return from_environment(data, tuple(rulebook or ()), ConfigFile.named)


@contextmanager
def installation(data: Path | None, rulebook: list[str] | None) -> Iterator[Souls]:
    """The installation that the options and the environment name."""
    with Souls(chosen_settings(data, rulebook)) as souls:
        for warning in souls.warnings:
            Colours.err.print(f"souls: {warning}", style="yellow", markup=False)
        try:
            yield souls
        except RefusedError as error:
            if error.game is not None:
                error.ruled_before = precedent_lines(souls, error.game, (error.refusal.clause,))
            raise


def printable(text: str) -> str:
    """Text that was given from outside, in one line, without what a terminal would obey; cut where it is very long."""
    line = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in " ".join(text.split()))
    return re.sub(rf"\S{{{LONGEST_WORD},}}", lambda word: f"{word[0][:60]}…{word[0][-20:]}", line)


def way_here(settings: Settings) -> str:
    """The options that lead a further command to where this one was, and to the same rulebooks."""
    words = [] if settings.is_default else ["--data", str(settings.data)]
    words += [word for name in settings.rulebooks for word in ("--rulebook", name)]
    return "".join(f" {shlex.quote(word)}" for word in words)


def souls_command() -> str:
    """How this command is called here: by its name where the shell finds it, else by its path; with its settings file."""
    name = "souls" if shutil.which("souls") else shlex.quote(sys.argv[0])
    return f"{name} --config {shlex.quote(str(ConfigFile.named))}" if ConfigFile.named else name


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


def seat_number(table: Table, text: str) -> int:
    """A seat of a table, from its number, its name, or how its name or a word of it begins, where no other's does."""
    names = [_spoken(name) for name in seat_names(table)]
    if text in map(str, range(len(names))):
        return int(text)
    typed = _spoken(text)
    meant = [seat for seat, name in enumerate(names) if name == typed] or [
        seat for seat, name in enumerate(names) if typed and f" {typed}" in f" {name}"
    ]
    if len(meant) == 1:
        return meant[0]
    choice = ", ".join(f"{seat} or {name}" for seat, name in enumerate(seat_names(table)))
    what = f"'{text}' can mean {len(meant)} seats" if meant else f"There is no seat '{text}'"
    raise CommandError(f"{what} at this table; there is {choice}.")


def seat_names(table: Table) -> list[str]:
    """What the seats of a table are called."""
    catalogue = table.catalogue
    return [catalogue.seat(seat) for seat in range(len(table.seats))]


def _spoken(name: str) -> str:
    # As it is typed without quotes, so that lizard-cult means Lizard Cult.
    return " ".join(name.replace("-", " ").replace("_", " ").lower().split())


def viewer_of(table: Table, seat: str | None) -> int | None:
    """Who looks at a table: the seat that was named, else a spectator (None)."""
    return None if seat is None else seat_number(table, seat)


def speaker(table: Table, text: str) -> int:
    """Who speaks: a seat, or host, arbiter or server."""
    others = {"host": HOST, "arbiter": ARBITER, "server": SERVER}
    return others[text] if text in others else seat_number(table, text)


def submit(ledger: Ledger, table: Table, by: int, command: object) -> Accepted | Refusal:
    """Give a command to a table as it is now."""
    return ledger.submit(table.id, Submission(new_command_id(), by, table.version, command))


def play_for(ledger: Ledger, table: Table, seat: int, command: object) -> Accepted | Refusal:
    """Give a command of the game for a seat; where nobody holds it the host does."""
    by = HOST if table.seats[seat].vacant else seat
    return ledger.submit(table.id, Submission(new_command_id(), by, table.version, command, seat))


def insist(ledger: Ledger, table: Table, by: int, command: object) -> Table:
    """Give a command that must be accepted; a refusal becomes the sentence that people read."""
    outcome = submit(ledger, table, by, command)
    if isinstance(outcome, Refusal):
        raise RefusedError(table.catalogue, outcome, game=table.rulebook.game)
    return ledger.current(table.id)


def refusal_sentence(catalogue: Catalogue, refusal: Refusal) -> str:
    """A refusal as a sentence, with its clause."""
    return f"{catalogue.refusal(refusal)} [{refusal.clause}]"


def write_file(path: Path, data: bytes) -> None:
    """Write a whole file or none of it. What is no file, such as a device or a pipe, is written to, never replaced."""
    _write(path, data, 0o666)


def write_private(path: Path, data: bytes) -> str:
    """Write a whole file that only its owner can read, for what is secret or somebody's own; returns a sentence where there was
    one before, nothing else."""
    return "The file that was there before has been replaced." if _write(path, data, 0o600) else ""


def _write(path: Path, data: bytes, mode: int) -> bool:
    """Whether there was a file before."""
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return False
        was_there = path.exists()
        _replace(path.resolve(), data, mode)
    except (OSError, ValueError) as error:
        raise CommandError(f"Cannot write {path}: {_reason(error)}.") from error
    return was_there


def _replace(path: Path, data: bytes, mode: int) -> None:
    partial = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with open(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
        partial.replace(path)
    except BaseException:
        with suppress(OSError):
            partial.unlink()
        raise


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def read_file(path: Path) -> bytes:
    """A file's bytes. What is no file, or larger than any that we write, is not read."""
    try:
        if path.exists() and not path.is_file():
            raise CommandError(f"Cannot read {path}: it is not a file.")
        if path.stat().st_size > LARGEST_FILE:
            raise CommandError(f"Cannot read {path}: it is too large ({path.stat().st_size} bytes).")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise CommandError(f"Cannot read {path}: {_reason(error)}.") from error
