"""Parts of a picture that know their room, and how they are put beside and below each other."""

from collections.abc import Iterable, Sequence
from unicodedata import east_asian_width

import msgspec

from domain.table.scene import Group, Shape, Text

NARROW, USUAL = frozenset(" !'(),./:;I[]fijlrt|-"), frozenset('"*?0123456789abcdeghknopqsuvxyz–')
UPPER = frozenset("ABCDEFGHJKLNPQRSTUVXYZ")
"""Letters by their width; those in no set may be as wide as they are high."""
BOLD = frozenset(("value", "heading", "headline", "alarm"))
"""The styles of bold letters, which take an eighth more."""


class Part(msgspec.Struct, frozen=True):
    """Shapes with their top left corner at the origin, and the room that they take."""

    shapes: tuple[Shape, ...]
    w: int
    h: int


NOTHING = Part((), 0, 0)


def moved(part: Part, x: int, y: int) -> Group:
    """A part at its place."""
    return Group(part.shapes, x, y)


def column(parts: Iterable[Part], gap: int = 0) -> Part:
    """Parts one below the other; empty ones take no room."""
    shapes: list[Shape] = []
    width = height = 0
    for part in parts:
        if part.h:
            top = height + (gap if height else 0)
            shapes.append(moved(part, 0, top))
            width, height = max(width, part.w), top + part.h
    return Part(tuple(shapes), width, height)


def row(parts: Iterable[Part], gap: int = 0) -> Part:
    """Parts side by side, centred on one line."""
    shown = [part for part in parts if part.w]
    height, x = max((part.h for part in shown), default=0), 0
    shapes: list[Shape] = []
    for part in shown:
        shapes.append(moved(part, x, (height - part.h) // 2))
        x += part.w + gap
    return Part(tuple(shapes), max(x - gap, 0), height)


def hung(parts: Iterable[Part], gap: int = 0) -> Part:
    """Parts side by side, their tops on one line."""
    shown = [part for part in parts if part.w]
    height = max((part.h for part in shown), default=0)
    return row([Part(part.shapes, part.w, height) for part in shown], gap)


def flow(parts: Sequence[Part], width: int, gap: int = 12) -> Part:
    """Parts in lines as words in a text, their tops on one line."""
    lines: list[list[Part]] = []
    x = 0
    for part in (part for part in parts if part.w):
        if not lines or x + part.w > width:
            lines, x = [*lines, []], 0
        lines[-1].append(part)
        x += part.w + gap
    return column([hung(line, gap) for line in lines], gap)


def padded(part: Part, left: int, top: int, right: int, bottom: int) -> Part:
    """A part with room around it."""
    return Part((moved(part, left, top),), left + part.w + right, top + part.h + bottom)


def words(text: str, style: str, size: int) -> Part:
    """One line of text; `size` is that of the style."""
    if not text:
        return NOTHING
    share = 112 if style in BOLD else 100
    return Part((Text(0, size, text, style),), breadth(text) * size * share // 10_000, size * 5 // 4)


def prose(text: str, style: str, size: int, width: int) -> Part:
    """Text in lines."""
    room = width * 100 * (89 if style in BOLD else 100) // (100 * size)
    return column([words(line, style, size) for line in lines_of(text, room)], size // 6)


def lines_of(text: str, room: int) -> list[str]:
    """Text broken between words; `room` is in hundredths of the size of letters."""
    lines: list[str] = []
    for word in text.split():
        if lines and breadth(lines[-1] + " " + word) <= room:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def breadth(text: str) -> int:
    """The room that text takes at most, in hundredths of the size of its letters, whatever the font."""
    return sum(map(letter_breadth, text))


def letter_breadth(letter: str) -> int:
    """The room of one letter."""
    if letter in NARROW:
        return 40
    if letter in USUAL:
        return 63
    if letter in UPPER:
        return 74
    return 130 if east_asian_width(letter) in "WF" else 96
