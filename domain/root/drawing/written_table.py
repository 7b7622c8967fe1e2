"""The map as a table for narrow terminals, and as sentences for the narrowest."""

from collections.abc import Iterator

from domain.root.drawing.land import links, river_links
from domain.root.drawing.names import LETTERS, counted, faction_name, piece_name, tallied
from domain.root.drawing.telling import ruled_by, seat_at
from domain.root.drawing.written_map import Cell, fight_said, slots_said, tokens_said, warriors_said
from domain.root.view import GameView, SeenClearing
from domain.table.scene import Line, Span

WIDTH = 40
HEAD = "No Suit   R  Slots    Warriors"


def neighbours(number: int, pairs: tuple[tuple[int, int], ...]) -> list[int]:
    """The clearings that pairs join to this one."""
    return sorted({one for pair in pairs for one in pair if number in pair} - {number})


def table(view: GameView) -> Iterator[Line]:
    """Two lines for every clearing."""
    yield (Span(HEAD.ljust(WIDTH), "heading"),)
    for clearing in view.clearings:
        yield from rows(view, clearing)


def rows(view: GameView, clearing: SeenClearing) -> Iterator[Line]:
    """The clearing with its pieces; then tokens, and where one gets from it."""
    faction = seat_at(view, clearing.ruler).faction if clearing.ruler >= 0 else ""
    fight = view.battle is not None and view.battle.clearing == clearing.number
    yield (
        Span(f"{clearing.number:>2} ", "heading"),
        Span(f"{clearing.suit:<6} ", clearing.suit),
        Span(LETTERS.get(faction, "-"), faction),
        *fixed(slots_said(view, clearing), 10),
        *(Span(*cell) for cell in warriors_said(view, clearing)),
    )
    ways = " ".join(map(str, neighbours(clearing.number, links())))
    river = " ".join(map(str, neighbours(clearing.number, river_links())))
    yield (
        Span(f"   to {ways}" + (f" ~ {river}" if river else "") + ";" * bool(clearing.tokens), "note"),
        *(Span(*cell) for cell in tokens_said(clearing)),
        *((Span(" "), Span(fight_said(view), "battle")) if fight else ()),
    )


def fixed(cells: list[Cell], width: int) -> list[Span]:
    """Words in a column of so many characters."""
    return [*(Span(*cell) for cell in cells), Span(" " * (width - sum(len(text) for text, _ in cells)))]


def sentences(view: GameView) -> Iterator[Line]:
    """Every clearing in words."""
    for clearing in view.clearings:
        parts = [ruled_by(view, clearing), *pieces(view, clearing)]
        ways = ", ".join(map(str, neighbours(clearing.number, links())))
        river = ", ".join(map(str, neighbours(clearing.number, river_links())))
        parts.append(f"paths to {ways}" + (f"; river to {river}" if river else ""))
        yield (
            Span(f"{clearing.number} ", "heading"),
            Span(f"{clearing.suit}: ", clearing.suit),
            Span("; ".join(parts)),
        )


def pieces(view: GameView, clearing: SeenClearing) -> Iterator[str]:
    """All that stands in a clearing."""
    for seat, count in enumerate(clearing.warriors):
        if count:
            yield f"{counted(count, 'warrior')} of {faction_name(seat_at(view, seat).faction)}"
    standing = (*clearing.buildings, *clearing.tokens)
    for kind, count in tallied(piece_name(piece.kind) for piece in standing):
        yield counted(count, kind)
    if clearing.open_slots:
        yield counted(clearing.open_slots, "open slot")
    if clearing.ruin:
        yield "a ruin"
