"""What a case file is told in: sections of a few kinds of blocks, which a terminal and a page each show in their way."""

from typing import Literal, TypeAlias

import msgspec

Tone = Literal["", "quiet", "warning"]


class Line(msgspec.Struct, frozen=True):
    """A sentence or two. `clause` is the clause that it stands under."""

    text: str
    tone: Tone = ""
    clause: str = ""


class Quote(msgspec.Struct, frozen=True):
    """What somebody wrote in their own words, line breaks and all."""

    text: str


class Row(msgspec.Struct, frozen=True):
    """One of several alike: when or where, and what; `strong` stands out, `faint` does not count any more."""

    head: str
    text: str
    clause: str = ""
    strong: bool = False
    faint: bool = False


class Rows(msgspec.Struct, frozen=True):
    """Several alike, one below the other."""

    rows: tuple[Row, ...]


class Part(msgspec.Struct, frozen=True):
    """A part of a section with a heading of its own; `anchor` names it for links, where there may be any."""

    title: str
    blocks: tuple["Block", ...]
    anchor: str = ""


class Pictures(msgspec.Struct, frozen=True):
    """Where the pictures of the board belong, if there are any."""


Block: TypeAlias = Line | Quote | Rows | Part | Pictures


class Section(msgspec.Struct, frozen=True):
    """A section with its anchor and its heading."""

    anchor: str
    title: str
    blocks: tuple[Block, ...]


class Pages(msgspec.Struct, frozen=True):
    """A whole case file to be shown: the title, a line below it, and the sections."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]


def anchor_of(clause: str) -> str:
    """The anchor of a clause's text."""
    return f"clause-{clause}"
