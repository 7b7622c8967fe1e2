"""The pile over the game, drawn: for each turn of the Cult what it found, by suit, and what became of the Outcast."""

from collections.abc import Iterator, Sequence

import msgspec

from domain.root.cards import BIRD, SUITS
from domain.root.drawing.palette import FAINT, INK, OUTLINE, SUIT_FILLS
from domain.table.scene import Block, Circle, Group, Ink, Line, Rect, Scene, Shape, Span, Style, Text
from projections.lost_souls.sheet import Counts, LostSoulsSheet
from projections.lost_souls.words import most_said, outcast_said, suits_said, winner_said

KINDS = (*SUITS, BIRD)
LETTERS = {"fox": "F", "rabbit": "R", "mouse": "M", BIRD: "b"}
"""Birds are small: they do not count."""

COLUMN, BAR, MARGIN = 74, 50, 40
IN_A_ROW, NARROWEST = 16, 11
TALLEST, CARD = 300, 28
ABOVE, BELOW = 44, 138
HEAD, LEGEND = 84, 108
"""Room in the picture: above the bars stands their total, below them the turn and the Outcast."""

STYLES = {
    "page": Style(fill="#fbf8f1"),
    "ground": Style(fill="#ffffff", stroke="#d8ccb4", width=2),
    **{f"suit-{suit}": Style(fill=SUIT_FILLS[suit], stroke=OUTLINE, width=2) for suit in SUITS},
    "suit-bird": Style(fill="#d3e3e6", stroke=OUTLINE, width=2, dash=(5, 3)),
    "won": Style(stroke="#1b1512", width=6),
    "hated": Style(stroke="#a51d1d", width=6),
    "now": Style(stroke=FAINT, width=2, dash=(6, 5)),
    "headline": Style(fill=INK, size=34, bold=True),
    "label": Style(fill=FAINT, size=20),
    "label-mid": Style(fill=FAINT, size=20, anchor="middle"),
    "total": Style(fill=INK, size=22, bold=True, anchor="middle"),
    "count": Style(fill=INK, size=20, bold=True, anchor="middle"),
    "count-light": Style(fill="#ffffff", size=20, bold=True, anchor="middle"),
    "alarm": Style(fill="#a51d1d", size=15, bold=True, anchor="middle"),
}
INKS = {
    "heading": Ink(bold=True),
    "note": Ink(dim=True),
    "alarm": Ink(160, -1, True),
    "fox": Ink(166, -1, True),
    "rabbit": Ink(178, -1, True),
    "mouse": Ink(174, -1, True),
    "bird": Ink(37, -1, True),
}


class Bar(msgspec.Struct, frozen=True):
    """One turn of the Cult, or how it stands now: the pile by suit, who won it, and the Outcast that follows."""

    label: str
    counts: Counts
    winner: str | None
    outcast: str
    hated: bool
    now: bool = False


def timeline(sheet: LostSoulsSheet) -> Scene:
    """The timeline as a picture, and as charts in characters for wide and narrow terminals."""
    bars = list(_bars(sheet))
    rows = [bars[n : n + IN_A_ROW] for n in range(0, len(bars), IN_A_ROW)]
    size = _card_height(bars)
    high = ABOVE + size * max((bar.counts.total for bar in bars), default=0) + BELOW
    width = 2 * MARGIN + COLUMN * max(min(len(bars), IN_A_ROW), NARROWEST)
    height = HEAD + high * len(rows) + LEGEND
    shapes: list[Shape] = [Rect(0, 0, width, height, "page"), Text(MARGIN, 54, _title(sheet), "headline")]
    for n, row in enumerate(rows):
        shapes += _row(row, HEAD + n * high, high, size, width)
    shapes += _legend(height - LEGEND + 30)
    texts = (tuple(_chart(sheet, bars, wide=True)), tuple(_chart(sheet, bars, wide=False)))
    return Scene(_title(sheet), (0, 0, width, height), tuple(shapes), STYLES, {}, texts, INKS)


def _title(sheet: LostSoulsSheet) -> str:
    if sheet.cult is None:
        return "Without the Cult there are no Lost Souls"
    turns = len(sheet.emptyings)
    return f"Lost Souls over {turns} turn{'' if turns == 1 else 's'} of the Cult"


def _bars(sheet: LostSoulsSheet) -> Iterator[Bar]:
    for one in sheet.emptyings:
        yield Bar(str(one.turn), one.counts, one.winner, one.outcast_after, one.hated_after)
    if sheet.next is not None:
        yield Bar("now", sheet.counts, sheet.next.winner, sheet.next.outcast, sheet.next.hated, now=True)


# --- In the picture ---------------------------------------------------------------------------------------------------


def _card_height(bars: Sequence[Bar]) -> int:
    most = max((bar.counts.total for bar in bars), default=0)
    return min(CARD, TALLEST // most) if most else CARD


def _row(bars: Sequence[Bar], top: int, high: int, size: int, width: int) -> Iterator[Shape]:
    base = top + high - BELOW
    yield Rect(MARGIN - 16, top, width - 2 * MARGIN + 32, high - 12, "ground", 12)
    for n, bar in enumerate(bars):
        yield Group(tuple(_bar(bar, size)), MARGIN + COLUMN * n + COLUMN // 2, base, title=_bar_title(bar))


def _bar(bar: Bar, size: int) -> Iterator[Shape]:
    """One bar standing on y = 0 around x = 0."""
    top, half = 0, BAR // 2
    won: list[Shape] = []
    for kind in KINDS:
        count = getattr(bar.counts, kind)
        if not count:
            continue
        top -= count * size
        yield Rect(-half, top, BAR, count * size, f"suit-{kind}", 4)
        if count * size >= 20:
            yield _letter(0, top + count * size // 2 + 7, kind, f"{LETTERS[kind]} {count}")
        if kind == bar.winner:
            won.append(Rect(-half, top, BAR, count * size, "won", 4))
    yield from won
    if bar.now:
        yield Rect(-half - 7, top - 38, BAR + 14, 126 - top + 30, "now", 8)
    yield Text(0, top - 12, str(bar.counts.total), "total")
    yield Text(0, 28, bar.label, "label-mid")
    yield Circle(0, 62, 18, f"suit-{bar.outcast}")
    yield _letter(0, 69, bar.outcast, LETTERS[bar.outcast])
    if bar.hated:
        yield Circle(0, 62, 25, "hated")
        yield Text(0, 108, "HATED", "alarm")


def _letter(x: int, y: int, suit: str, text: str) -> Text:
    return Text(x, y, text, "count-light" if suit == "fox" else "count")


def _bar_title(bar: Bar) -> str:
    when = "If the Outcast were adjusted now" if bar.now else f"Turn {bar.label}"
    follows = outcast_said(bar.outcast, bar.hated)
    return f"{when}: {suits_said(bar.counts)}; {most_said(bar.winner, bar.counts)}. Outcast: {follows}."


def _legend(top: int) -> Iterator[Shape]:
    x = MARGIN
    for kind in KINDS:
        yield Rect(x, top - 18, 24, 24, f"suit-{kind}", 4)
        name = "bird, does not count" if kind == BIRD else kind
        yield Text(x + 32, top, f"{LETTERS[kind]}  {name}", "label")
        x += 32 + 13 * (len(name) + 4)
    yield Rect(MARGIN, top + 22, 24, 24, "won", 4)
    yield Text(MARGIN + 36, top + 40, "has most", "label")
    yield Text(
        MARGIN + 160, top + 40, "Below: the turn and the Outcast that follows, ringed if Hated. Dashed: now.", "label"
    )


# --- In characters ----------------------------------------------------------------------------------------------------


def _chart(sheet: LostSoulsSheet, bars: Sequence[Bar], *, wide: bool) -> Iterator[Block]:
    """A line a turn. Wide, each card is a letter, and it is told which suit has most."""
    yield Block(((Span(_title(sheet), "heading"),),))
    if not bars:
        return
    most = max(4, *(bar.counts.total for bar in bars)) if wide else 0
    pile = f"{'pile':<{most}}  " if wide else ""
    won = f"{'most':<8}" if wide else ""
    heading = (Span(f"turn  {pile} F  R  M  b  {won}Outcast", "note"),)
    yield Block((heading, *(_written(bar, most, wide=wide) for bar in bars)), gutter=6, step=1)
    if wide:
        yield Block(
            ((Span("F fox, R rabbit, M mouse; b bird, which does not count. now: if it were adjusted now.", "note"),),)
        )


def _written(bar: Bar, most: int, *, wide: bool) -> Line:
    spans = [Span(f"{bar.label:>4}  ")]
    if wide:
        spans += [Span(LETTERS[kind] * getattr(bar.counts, kind), kind) for kind in KINDS]
        spans.append(Span(" " * (most - bar.counts.total + 2)))
    spans += [Span(f"{getattr(bar.counts, kind):>2} ", kind if kind == bar.winner else "") for kind in KINDS]
    if wide:
        spans.append(Span(f" {winner_said(bar.winner, bar.counts):<8}", bar.winner or "note"))
    else:
        spans.append(Span(" "))
    spans.append(Span(bar.outcast, bar.outcast))
    if bar.hated:
        spans.append(Span(" HATED", "alarm"))
    return tuple(spans)
