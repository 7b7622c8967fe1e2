"""Drawing primitives of the kernel: what a rulebook hands out as the picture of a view.

A `Scene` holds one drawing for a screen (shapes in a view box, y downwards, integers only) and drawings in characters for
a terminal, widest first. A shape names its style; the scene's tables say what the name looks like. Nothing here knows a
game, a file format or a terminal: `projections.pictures` renders.
"""

from typing import TypeAlias

import msgspec

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, width, height."""


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True, omit_defaults=True):
    """Base of all shapes: frozen, and tagged so that a scene survives JSON."""


class Path(Drawn, frozen=True):
    """An outline; `d` is SVG path data: the absolute commands M L H V Q C A Z and integers."""

    d: str
    style: str = ""
    title: str = ""


class Circle(Drawn, frozen=True):
    """A disc around (x, y)."""

    x: int
    y: int
    r: int
    style: str = ""
    title: str = ""


class Rect(Drawn, frozen=True):
    """A rectangle with corners rounded by `round`."""

    x: int
    y: int
    w: int
    h: int
    style: str = ""
    round: int = 0
    title: str = ""


class Text(Drawn, frozen=True):
    """One line of text; (x, y) is its baseline at the side that the style's `anchor` names."""

    x: int
    y: int
    text: str
    style: str = ""


class Use(Drawn, frozen=True):
    """A symbol of the scene at (x, y), scaled by percent and turned by degrees clockwise about that point.

    Parts of the symbol without a style of their own take this one.
    """

    symbol: str
    x: int
    y: int
    style: str = ""
    scale: int = 100
    turn: int = 0
    title: str = ""


class Group(Drawn, frozen=True):
    """Shapes drawn in order, moved to (x, y), scaled by percent, turned by degrees clockwise.

    `name` identifies the group for programs, `title` explains it to people, `layer` sorts it for those who hide some.
    What lies outside the box `clip` (in the group's own units) is cut off.
    """

    items: tuple["Shape", ...]
    x: int = 0
    y: int = 0
    scale: int = 100
    turn: int = 0
    name: str = ""
    title: str = ""
    layer: str = ""
    clip: Box | None = None


class Key(msgspec.Struct, frozen=True, array_like=True):
    """Where moving shapes are at a time (milliseconds), and how opaque (percent).

    `pace` tells of the way from the key before: the speed at its beginning in thousandths of its mean speed, from where it
    changes at a constant rate. 1000 is even, 2000 slows down to rest, 0 sets out from rest.
    """

    at: int
    x: int
    y: int
    opacity: int = 100
    pace: int = 1000


class Moving(Drawn, frozen=True):
    """Shapes drawn in order that go from key to key, the first of which is at 0, and begin again after `length` milliseconds.

    What cannot show motion shows them at the last key.
    """

    items: tuple["Shape", ...]
    keys: tuple[Key, ...]
    length: int
    name: str = ""
    title: str = ""


Shape: TypeAlias = Path | Circle | Rect | Text | Use | Group | Moving


class Style(msgspec.Struct, frozen=True, omit_defaults=True):
    """How shapes of a name look. Colours are ``#rrggbb`` or empty for none; `dash` is a list of lengths; opacity percent."""

    fill: str = ""
    stroke: str = ""
    width: int = 0
    dash: tuple[int, ...] = ()
    opacity: int = 100
    size: int = 0
    bold: bool = False
    anchor: str = ""


class Ink(msgspec.Struct, frozen=True, omit_defaults=True):
    """How characters of a name look in a terminal of 256 colours; -1 leaves a colour alone."""

    fore: int = -1
    back: int = -1
    bold: bool = False
    dim: bool = False


class Span(msgspec.Struct, frozen=True, array_like=True):
    """Characters of one ink; each takes one column."""

    text: str
    ink: str = ""


Line: TypeAlias = tuple[Span, ...]


class Block(msgspec.Struct, frozen=True, omit_defaults=True):
    """Lines of a text drawing.

    With `step` 0 they are prose, which a renderer wraps between words. Otherwise they are a grid: the first `gutter`
    columns label the rest, which may be cut into bands after every `step` columns when the terminal is too narrow.
    """

    lines: tuple[Line, ...]
    gutter: int = 0
    step: int = 0


TextDrawing: TypeAlias = tuple[Block, ...]


class Scene(msgspec.Struct, frozen=True):
    """A whole picture, seen through `box`; `texts` goes from the widest drawing to the narrowest."""

    title: str
    box: Box
    shapes: tuple[Shape, ...]
    styles: dict[str, Style] = {}
    symbols: dict[str, tuple[Shape, ...]] = {}
    texts: tuple[TextDrawing, ...] = ()
    inks: dict[str, Ink] = {}


def width_of(line: Line) -> int:
    """How many columns a line takes."""
    return sum(len(span.text) for span in line)
