"""What panels are made of."""

from collections.abc import Iterable, Sequence

from domain.flick_of_faith.drawing.palette import STYLES, owner_name
from domain.flick_of_faith.view import SeenDisc
from domain.table.layout import Part, column, flow, padded, prose, words
from domain.table.scene import Circle, Group, Rect, Shape, Use

WIDTH, EDGE = 1720, 36
INNER = WIDTH - 2 * EDGE
HALF = (WIDTH - 40) // 2
SIZES = {"prophet": 30, "templar": 36, "sphinx": 42, "king_ape": 42, "temple": 44}
"""The radius of a disc in a panel."""


def label(text: str) -> Part:
    """A word that explains what follows."""
    return words(text, "label", STYLES["label"].size)


def value(text: str) -> Part:
    """Something to know."""
    return words(text, "value", STYLES["value"].size)


def heading(text: str) -> Part:
    """What a section is called."""
    return words(text, "heading", STYLES["heading"].size)


def told(text: str, width: int, style: str = "prose") -> Part:
    """Text in lines."""
    return prose(text, style, STYLES[style].size, width)


def symbol(name: str, size: int, style: str = "", scale: int = 100, title: str = "") -> Part:
    """A symbol in the middle of a square."""
    return Part((Use(name, size // 2, size // 2, style, scale, title=title),), size, size)


def seat_mark(seat: int, radius: int = 32, title: str = "") -> Part:
    """The mark of a seat on its colour."""
    owner = owner_name(seat)
    shapes = (Circle(radius, radius, radius - 2, f"of-{owner}"), Use(f"mark-{owner}", radius, radius, scale=radius))
    return Part((Group(shapes, title=title),), 2 * radius, 2 * radius)


def disc_part(disc: SeenDisc, title: str, *, faint: bool = False) -> Part:
    """A disc that is not on the map."""
    radius, owner = SIZES.get(disc.kind, 30), owner_name(disc.owner)
    style = f"{'faint' if faint else 'of'}-{owner}"
    shapes: tuple[Shape, ...] = (Use(f"{disc.kind}-{owner}", radius, radius, style, radius - 2),)
    return Part((Group(shapes, name=f"{disc.zone} {disc.id}", title=title),), 2 * radius, 2 * radius)


def zone(name: str, parts: Sequence[Part], width: int) -> Part:
    """The discs of a zone below its name."""
    return column((label(f"{name}: {len(parts)}"), flow(parts, width, 8)), 6)


def panel(name: str, inside: Part, style: str = "panel", width: int = WIDTH) -> Part:
    """A part on a ground of its own."""
    framed = padded(inside, EDGE, 28, EDGE, 30)
    return Part((Group((Rect(0, 0, width, framed.h, style, 22), *framed.shapes), layer=name),), width, framed.h)


def columns(parts: Iterable[Part], width: int) -> Part:
    """Parts side by side in columns of a width, their tops on one line; empty ones keep their column."""
    listed = list(parts)
    height = max((part.h for part in listed), default=0)
    shapes = tuple(Group(part.shapes, n * width) for n, part in enumerate(listed) if part.h)
    return Part(shapes, width * len(listed), height)
