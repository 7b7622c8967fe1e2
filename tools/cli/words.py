"""Free texts as people give them, and where they go: beside the log, under the key of who speaks (T-60)."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from domain.table.messages import SERVER
from domain.table.refusals import Refusal
from domain.table.table import Table
from infra.wiring import Souls
from infra.words import person_of
from infra.words import written as kept_as_written
from tools.cli.common import CommandError, RefusedError, printable, read_file

BecauseOption = Annotated[
    str | None, typer.Option("--because", metavar="TEXT", help="Why, in your words; @FILE, or - for standard input.")
]


def text_given(typed: str) -> str:
    """A text that was typed as it is, as @FILE, or as - for standard input; its lines end in line feeds alone."""
    if typed == "-":
        return _text(_standard_input(), "standard input")
    if not typed.startswith("@"):
        return _lines(typed)
    if typed == "@":
        raise CommandError("No file is named: @FILE wants its path.")
    return _text(read_file(Path(typed[1:])), printable(typed[1:]))


@contextmanager
def written(souls: Souls, table: Table, by: int, typed: str | None) -> Iterator[str | None]:
    """The hash under which what was typed is kept; None without it. The text goes away again where what it is for does not
    happen."""
    text = None if typed is None else text_given(typed)
    if text is not None:
        if by == SERVER:
            raise CommandError("The server is nobody who writes.")
        try:
            person_of(table, by)
        except Refusal as refusal:
            raise RefusedError(table.catalogue, refusal) from None
    with kept_as_written(souls.writings, table, by, text) as text_hash:
        yield text_hash


def _text(data: bytes, where: str) -> str:
    try:
        return _lines(data.decode()).removesuffix("\n")
    except UnicodeDecodeError as error:
        raise CommandError(f"There is no text in UTF-8 in {where}: byte {error.start} is none of it.") from error


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n")


def _standard_input() -> bytes:
    stream: Any = sys.stdin
    raw = getattr(stream, "buffer", None)
    read: bytes = stream.read().encode() if raw is None else raw.read()
    return read
