"""The picture of last resort: any view as a plain table of its fields, so that a new rulebook has one for free."""

from typing import Any

import msgspec

from domain.table.scene import Block, Ink, Line, Rect, Scene, Shape, Span, Style, Text

ROW = 28
LETTER = 10
INDENT = 22
CONTAINERS = (dict, list, tuple, set, frozenset)
LONGEST = 72

STYLES = {
    "page": Style(fill="#fbf8f1"),
    "stripe": Style(fill="#f1ebdc"),
    "heading": Style(fill="#3b2f24", size=20, bold=True),
    "label": Style(fill="#7a6a55", size=16),
    "value": Style(fill="#2b2521", size=16, bold=True),
}
INKS = {"heading": Ink(bold=True), "label": Ink(dim=True), "value": Ink()}


def generic_scene(view: object) -> Scene:
    """A table of the view's fields, nested ones indented; anything `msgspec` can turn into plain values will do."""
    title = type(view).__name__
    rows = table_rows(msgspec.to_builtins(view, enc_hook=repr, str_keys=True))
    names = max([len(name) + 2 * depth for depth, name, _ in rows], default=0)
    values = max([len(value) for _, _, value in rows], default=0)
    column = 24 + LETTER * names + 30
    width = max(column + LETTER * values, LETTER * 2 * len(title)) + 24
    return Scene(
        title=title,
        box=(0, 0, width, ROW * (len(rows) + 2)),
        shapes=(
            Rect(0, 0, width, ROW * (len(rows) + 2), "page"),
            Text(24, ROW, title, "heading"),
            *(shape for n, row in enumerate(rows) for shape in drawn_row(n, row, column, width)),
        ),
        styles=STYLES,
        texts=(
            (
                Block((written_line(0, title, "heading"),)),
                Block(tuple(written_row(row, names) for row in rows)),
            ),
        ),
        inks=INKS,
    )


def table_rows(value: Any, name: str = "", depth: int = 0) -> list[tuple[int, str, str]]:
    """The value as (depth, name, text) rows; a container whose text is short stays on one row."""
    if (name and len(plain(value)) <= LONGEST) or not isinstance(value, CONTAINERS) or not value:
        return [(depth, name, plain(value))]
    items = sorted(value, key=repr) if isinstance(value, set | frozenset) else value
    pairs = items.items() if isinstance(items, dict) else enumerate(items)
    head = [(depth, name, "")] if name else []
    below = depth + 1 if name else depth
    return head + [row for key, item in pairs for row in table_rows(item, str(key), below)]


def plain(value: Any) -> str:
    """A value in one line, as a person would jot it down."""
    if value is None or (isinstance(value, CONTAINERS) and not value):
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key} {plain(item)}" for key, item in value.items())
    if isinstance(value, CONTAINERS):
        return ", ".join(f"({plain(item)})" if isinstance(item, CONTAINERS) else plain(item) for item in value)
    return str(value)


def drawn_row(number: int, row: tuple[int, str, str], column: int, width: int) -> list[Shape]:
    """One row of the table in the picture, every other one on a stripe."""
    depth, name, value = row
    top = ROW * (number + 1) + 12
    stripe: list[Shape] = [Rect(12, top, width - 24, ROW, "stripe")] if number % 2 == 0 else []
    return [
        *stripe,
        Text(24 + INDENT * depth, top + 20, name, "label"),
        Text(column, top + 20, value, "value"),
    ]


def written_row(row: tuple[int, str, str], names: int) -> Line:
    """One row of the table in characters."""
    depth, name, value = row
    return (Span(("  " * depth + name).ljust(names + 2), "label"), Span(value, "value"))


def written_line(depth: int, text: str, ink: str) -> Line:
    """A line of one ink."""
    return (Span("  " * depth + text, ink),)
