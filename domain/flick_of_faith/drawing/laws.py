"""The Council: the two Laws to be voted on, who has voted, and the Laws in force."""

from domain.flick_of_faith.drawing.telling import law_lasts, law_text, law_title, seat_name
from domain.flick_of_faith.drawing.widgets import (
    EDGE,
    HALF,
    INNER,
    columns,
    heading,
    label,
    seat_mark,
    symbol,
    told,
    value,
)
from domain.flick_of_faith.view import GameView
from domain.table.layout import NOTHING, Part, column, flow, padded, row
from domain.table.scene import Group, Rect

ROOM = HALF - 2 * EDGE


def council(view: GameView) -> Part:
    """What is voted on, and who has voted; never how, but for the viewer's own thumb."""
    if not view.council:
        return NOTHING
    thumbs = ("up", "down")
    cards = [card(law, thumb, mine=view.vote == thumb) for law, thumb in zip(view.council, thumbs, strict=False)]
    return column((heading("The Council votes"), columns(level(cards), HALF + 40), voters(view)), 18)


def card(law: str, thumb: str = "", *, mine: bool = False) -> tuple[str, Part]:
    """A Law card: its style, and what is on it."""
    lasting = law_lasts(law) != "this Generation"
    sign = symbol("thumb", 90, title=f"thumb {thumb} for this Law") if thumb == "up" else thumb_down(thumb)
    name = row((sign, told(law_title(law), ROOM - (110 if thumb else 0), "value")), 14)
    own = label("your vote") if mine else NOTHING
    return "law-lasting" if lasting else "law", column(
        (name, told(law_text(law), ROOM), label(law_lasts(law)), own), 10
    )


def thumb_down(thumb: str) -> Part:
    """The thumb of the lower Law."""
    if not thumb:
        return NOTHING
    part = symbol("thumb", 90, title="thumb down for this Law")
    return Part((Group(part.shapes, 90, 90, turn=180),), 90, 90)


def level(cards: list[tuple[str, Part]]) -> list[Part]:
    """Cards on grounds that are equally high."""
    high = max((inside.h for _, inside in cards), default=0) + 52
    return [
        Part((Rect(0, 0, HALF, high, style, 18), *padded(inside, EDGE, 26, EDGE, 26).shapes), HALF, high)
        for style, inside in cards
    ]


def voters(view: GameView) -> Part:
    """Who has voted, and who has not."""
    parts = []
    for seat in range(len(view.corners)):
        voted = seat in view.voted
        tick = symbol("tick", 60) if voted else NOTHING
        said = f"{seat_name(seat)} {'has voted' if voted else 'not yet'}"
        marked = row((seat_mark(seat), tick, value(said) if voted else label(said)), 8)
        parts.append(
            Part((Group(marked.shapes, name=f"voted {seat}" if voted else f"votes {seat}"),), marked.w, marked.h)
        )
    return flow(parts, INNER + 70, 30)


def laws(view: GameView) -> Part:
    """The Laws in force with their texts."""
    if not view.laws:
        return NOTHING
    cards = [card(law) for law in view.laws]
    lines = [columns(level(cards[n : n + 2]), HALF + 40) for n in range(0, len(cards), 2)]
    return column((heading("Laws in force"), *lines), 18)
