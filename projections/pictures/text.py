"""A scene in characters, for a terminal of any width, with ANSI colours or without."""

from domain.table.scene import Block, Ink, Line, Scene, Span, TextDrawing, width_of

NO_BREAK = "\u00a0"
RESET = "\x1b[0m"


def render_text(scene: Scene, width: int | None, colour: bool) -> str:
    """The widest drawing of the scene that fits into `width` columns; None means as wide as it likes.

    If none fits, the narrowest is cut into bands of columns, each with its labels.
    """
    drawing = fitting(scene.texts, width)
    lines = [line for block in drawing for line in laid_out(block, width)]
    return "".join(written(line, scene.inks if colour else {}) + "\n" for line in lines)


def fitting(drawings: tuple[TextDrawing, ...], width: int | None) -> TextDrawing:
    """The first drawing whose grids fit, else the last one."""
    if not drawings:
        return ()
    if width is None:
        return drawings[0]
    return next((drawing for drawing in drawings if grid_width(drawing) <= width), drawings[-1])


def grid_width(drawing: TextDrawing) -> int:
    """The columns that a drawing's grids need; prose needs none, it wraps."""
    return max((width_of(line) for block in drawing if block.step for line in block.lines), default=0)


def laid_out(block: Block, width: int | None) -> list[Line]:
    """The lines of a block in at most `width` columns."""
    if width is None:
        return list(block.lines)
    if not block.step:
        return [part for line in block.lines for part in wrapped(line, max(width, 1))]
    return bands(block, width)


def bands(block: Block, width: int) -> list[Line]:
    """A grid cut into bands side by side in the original, one below the other here."""
    widest = max((width_of(line) for line in block.lines), default=0)
    if widest <= width:
        return list(block.lines)
    room = max((width - block.gutter) // block.step, 1) * block.step
    lines: list[Line] = []
    for start in range(block.gutter, widest, room):
        lines += [()] if lines else []
        lines += [cut(line, 0, block.gutter) + cut(line, start, start + room) for line in block.lines]
    return lines


def cut(line: Line, start: int, stop: int) -> Line:
    """The columns from `start` up to `stop` of a line."""
    spans, at = [], 0
    for span in line:
        part = span.text[max(start - at, 0) : max(stop - at, 0)]
        at += len(span.text)
        if part:
            spans.append(Span(part, span.ink))
    return tuple(spans)


def wrapped(line: Line, width: int) -> list[Line]:
    """A line of prose broken before the words that would stand out; what follows is indented like the first."""
    if width_of(line) <= width:
        return [line]
    plain = "".join(span.text for span in line)
    indent = min(len(plain) - len(plain.lstrip(" ")) + 2, width // 2)
    lines: list[Line] = []
    start, room = 0, width
    while len(plain) - start > room:
        space = plain.rfind(" ", start + 1, start + room + 1)
        stop = space if space > start and plain[start:space].strip() else start + room
        lines.append(indented(cut(line, start, stop), indent if lines else 0))
        start = stop + 1 if stop == space else stop
        room = width - indent
    return [*lines, indented(cut(line, start, len(plain)), indent)]


def indented(line: Line, by: int) -> Line:
    """A line moved to the right."""
    return (Span(" " * by), *line) if by else line


def written(line: Line, inks: dict[str, Ink]) -> str:
    """A line's characters with their escapes; control characters in the text itself never reach the terminal."""
    coloured = [(escape(inks[span.ink]) if span.ink in inks else "", harmless(span.text)) for span in line]
    text = "".join(f"{code}{text}{RESET}" if code and text else text for code, text in coloured)
    return text if text.endswith(RESET) else text.rstrip(" ")


def harmless(text: str) -> str:
    """Text without control characters, so that nobody's words can drive a terminal."""
    return "".join(c if c.isprintable() else " " if c == NO_BREAK else "\ufffd" for c in text)


def escape(ink: Ink) -> str:
    """The ANSI sequence that switches an ink on, or nothing for a plain one."""
    codes = ["1"] if ink.bold else []
    codes += ["2"] if ink.dim else []
    codes += [f"38;5;{ink.fore}"] if ink.fore >= 0 else []
    codes += [f"48;5;{ink.back}"] if ink.back >= 0 else []
    return f"\x1b[{';'.join(codes)}m" if codes else ""
