"""A case file for a terminal: lines of plain characters, which nobody's words can drive."""

from collections.abc import Iterator
from textwrap import wrap

from projections.disputes.pages import Block, Line, Part, Pictures, Quote, Row, Rows
from projections.disputes.parts import CaseFile
from projections.disputes.telling import pages_of
from projections.pictures.text import harmless

INDENT = 2
USUAL_WIDTH = 100
LEAST_WIDTH = 40


def case_text(case: CaseFile, width: int | None = None) -> str:
    """The case file in lines of at most `width` columns, as far as words let them."""
    pages, columns = pages_of(case), max(width or USUAL_WIDTH, LEAST_WIDTH)
    lines = [pages.title, *_wrapped(pages.subtitle, 0, columns)]
    for section in pages.sections:
        lines += ["", section.title.upper()]
        for block in section.blocks:
            lines += _block(block, INDENT, columns)
    return "".join(f"{harmless(line).rstrip()}\n" for line in lines)


def _block(block: Block, indent: int, columns: int) -> Iterator[str]:
    match block:
        case Line(text, tone, clause):
            mark = "! " if tone == "warning" else ""
            yield from _wrapped(f"{mark}{text}{_cited(clause)}", indent, columns)
        case Quote(text):
            for line in text.replace("\t", "    ").split("\n"):
                yield from _wrapped(line, indent, columns, "| ", "| ")
        case Rows(rows):
            wide = max(len(row.head) for row in rows)
            for row in rows:
                yield from _row(row, wide, indent, columns)
        case Part(title, blocks):
            yield from _wrapped(title, indent, columns)
            for inner in blocks:
                yield from _block(inner, indent + INDENT, columns)
        case Pictures():
            return


def _row(row: Row, wide: int, indent: int, columns: int) -> Iterator[str]:
    head = f"{row.head:<{wide}}  " if wide else "- "
    yield from _wrapped(f"{row.text}{_cited(row.clause)}", indent + INDENT, columns, head, " " * len(head))


def _cited(clause: str) -> str:
    return f" [{clause}]" if clause else ""


def _wrapped(text: str, indent: int, columns: int, head: str = "", after: str = "") -> list[str]:
    first, rest = " " * indent + head, " " * indent + after
    return wrap(text, columns, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False) or [first]
