"""What boards are made of: cards, figures with numbers, items, tracks. Each is a part that knows its room."""

from collections.abc import Iterable

import msgspec

from domain.root.cards import CARDS
from domain.root.drawing.names import card_name, card_suit, card_title, piece_name
from domain.root.drawing.symbols import ITEMS
from domain.table.layout import NOTHING, Part, breadth, column, flow, lines_of, row, words
from domain.table.scene import Group, Rect, Shape, Text, Use

WIDTH, EDGE = 1600, 36
INNER = WIDTH - 2 * EDGE
LEFT, GAP = 700, 50
RIGHT = INNER - LEFT - GAP
"""A board has tracks to the left, and all else to the right of them, so that the boards line up."""
CHIP_HEIGHT = 56
LETTERS, SMALL = 30, 26
CHIP_ROOM, COST_STEP = 82, 34
"""The room of a card without its name, and of a suit of its cost."""
LABEL, VALUE, HEADING = 32, 34, 40
CELL = 92


class Inside(msgspec.Struct, frozen=True):
    """What only one faction's board has: above, to the left, to the right."""

    top: Part = NOTHING
    left: Part = NOTHING
    right: tuple[Part, ...] = ()


def label(text: str) -> Part:
    """A word that explains what follows."""
    return words(text, "label", LABEL)


def value(text: str) -> Part:
    """Something to know."""
    return words(text, "value", VALUE)


def heading(text: str) -> Part:
    """What a section is called."""
    return words(text, "heading", HEADING)


def titled(title: str, part: Part) -> Part:
    """A part below its label, or nothing if there is nothing in it."""
    return column((label(title), part), 8) if part.h else NOTHING


def symbol(name: str, size: int, style: str = "", scale: int = 100, title: str = "") -> Part:
    """A symbol in the middle of a square."""
    return Part((Use(name, size // 2, size // 2, style, scale, title=title),), size, size)


def card_chip(copy: str, note: str = "", style: str = "", limit: int = 0) -> Part:
    """A card: the head of its suit and its name, on two lines where it is wider than `limit`; the tooltip says all."""
    name = card_name(copy) + note
    ink = "chip-faint" if style == "chip-done" else "chip-text"
    if limit and breadth(name) * LETTERS > (limit - CHIP_ROOM) * 100:
        lines = lines_of(name, (limit - CHIP_ROOM) * 100 // SMALL)
        texts = tuple(Text(64, 32 + 30 * n, line, f"{ink}-small") for n, line in enumerate(lines))
        return chip(copy, texts, style, limit, CHIP_HEIGHT + 30 * (len(lines) - 1) - 6)
    wide = limit or CHIP_ROOM + breadth(name) * LETTERS // 100
    return chip(copy, (Text(64, 38, name, ink),), style, wide, CHIP_HEIGHT)


def own_card(copy: str) -> Part:
    """A card of the own hand, with what crafting it takes."""
    cost = CARDS[copy].cost if copy in CARDS else None
    if not cost:
        return card_chip(copy)
    x = CHIP_ROOM + breadth(card_name(copy)) * LETTERS // 100 + 10
    heads = [Use(f"suit-{suit}", x + n * COST_STEP, CHIP_HEIGHT // 2, scale=42) for n, suit in enumerate(cost)]
    shapes: tuple[Shape, ...] = (Text(64, 38, card_name(copy), "chip-text"), *heads)
    return chip(copy, shapes, "", x + len(cost) * COST_STEP - 2, CHIP_HEIGHT)


def chip(copy: str, texts: tuple[Shape, ...], style: str, wide: int, high: int) -> Part:
    """The ground of a card, the head of its suit, and these words."""
    ground = Rect(2, 2, wide - 4, high - 4, style or f"chip-{card_suit(copy)}", 14)
    head = Use(f"suit-{card_suit(copy)}", 34, high // 2, scale=62)
    return Part((Group((ground, head, *texts), name=f"card {copy}", title=card_title(copy)),), wide, high)


def cards(copies: Iterable[str], width: int) -> Part:
    """Cards in lines."""
    return flow([card_chip(copy) for copy in copies], width)


def backs(count: int) -> Part:
    """Cards that only their owner sees."""
    if not count:
        return NOTHING
    shapes = tuple(Use("card", 20 + n * 24, CHIP_HEIGHT // 2, scale=130) for n in range(count))
    title = f"{count} hidden card{'s' * (count != 1)}"
    return Part((Group(shapes, name=f"hidden {count}", title=title),), 44 + (count - 1) * 24, CHIP_HEIGHT)


def times(name: str, count: int, style: str = "", scale: int = 70, title: str = "") -> Part:
    """A symbol with how many there are."""
    return row((symbol(name, 64, style, scale, title or f"{count} {piece_name(name)}"), value(f"× {count}")), 6)


def items(names: Iterable[str]) -> Part:
    """Items as little pictures."""
    return row([symbol(name, 58, scale=100, title=name) for name in names if name in ITEMS], 8)


def track_cell(
    printed: str, *, now: bool, cover: str = "", bonus: bool = False, title: str = "", wide: int = CELL
) -> Part:
    """A space of a track: its figure, and what still covers it. `bonus` prints a card; `now` marks what counts."""
    shapes: list[Shape] = [Rect(2, 2, wide - 4, CELL - 4, "cell-now" if now else "cell", 10)]
    if cover:
        shapes += [Use(cover, wide // 2 + 6, CELL // 2 + 8, scale=92), Text(16, 28, printed, "printed-small")]
    else:
        shapes.append(Text(wide // 2, CELL // 2 + 13, printed, "printed"))
    if bonus:
        shapes.append(Use("card", wide - 16, 22, scale=70, title="one more card to draw"))
    return Part((Group(tuple(shapes), title=title),), wide, CELL)
