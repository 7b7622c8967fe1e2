"""The table in characters, for terminals: two sizes of map, a table, or sentences, and below it all that lies around."""

from collections.abc import Iterator

from domain.root.cards import SUITS
from domain.root.drawing.names import (
    LETTERS,
    MARKS,
    card_name,
    card_suit,
    cards_said,
    counted,
    faction_name,
    piece_name,
    tallied,
)
from domain.root.drawing.telling import forecast, headline, news, suits_line, turn_line
from domain.root.drawing.written_boards import written_boards
from domain.root.drawing.written_map import written_map
from domain.root.drawing.written_table import sentences, table
from domain.root.view import GameView
from domain.table.scene import Block, Line, Span, TextDrawing

MAPS = ((100, 20), (78, 16))
"""The columns of a map, and of a clearing on it."""
KEEP = "\u00a0"
"""A space at which no line breaks."""


def written_drawings(view: GameView) -> tuple[TextDrawing, ...]:
    """The drawings, the widest first."""
    head, below = Block(tuple(heading(view))), Block((*written_boards(view), *commons(view)))
    signs = Block(tuple(legend(view)))
    maps = [(head, Block(tuple(written_map(view, columns, wide)), 0, columns), below, signs) for columns, wide in MAPS]
    return (*maps, (head, Block(tuple(table(view)), 0, 40), below, signs), (head, Block(tuple(sentences(view))), below))


def heading(view: GameView) -> Iterator[Line]:
    """Whose turn it is, and what goes on in it."""
    yield (Span(f"{headline(view)}. {turn_line(view)}.", "heading"),)
    for line in news(view):
        yield (Span(line, "alarm" if line.startswith("Battle") else ""),)
    yield ()


def commons(view: GameView) -> Iterator[Line]:
    """What belongs to nobody."""
    if view.cult or view.lost_souls:
        yield ()
        yield (Span(f"Lost Souls, {counted(len(view.lost_souls), 'card')}: {suits_line(view.lost_souls)}", "heading"),)
        yield (Span(f"  {numbered(view.lost_souls)}"),)
        if view.cult:
            yield (Span(f"  {forecast(view)}", "alarm" if view.cult.next_hated else ""),)
    yield ()
    yield (Span(f"Discard pile, {counted(len(view.discard), 'card')}: {suits_line(view.discard)}", "heading"),)
    yield from discards(view)
    yield (Span(f"Deck: {counted(view.deck_size, 'card')}"),)
    if view.available:
        yield (Span(f"Dominance cards to take: {cards_said(view.available)}"),)
    items = ", ".join(f"{item} {count}" for item, count in sorted(view.item_supply.items()))
    yield (Span(f"Items to craft: {items}"),)


def numbered(cards: tuple[str, ...]) -> str:
    """Cards in their order."""
    return "; ".join(f"{n}. {card_name(copy)} ({card_suit(copy)})" for n, copy in enumerate(cards, 1)) or "–"


def discards(view: GameView) -> Iterator[Line]:
    """The names of the cards in the discard pile, by suit."""
    for suit in (*SUITS, "bird"):
        names = [card_name(copy) for copy in view.discard if card_suit(copy) == suit]
        if names:
            said = ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in tallied(names))
            yield (Span(f"  {suit}: ", suit), Span(said))


def legend(view: GameView) -> Iterator[Line]:
    """What the letters and signs on the map mean, as far as they are there."""
    there = {piece.kind for clearing in view.clearings for piece in clearing.buildings}
    there |= {"ruin"} if any(clearing.ruin for clearing in view.clearings) else set()
    there |= {"slot"} if any(clearing.open_slots for clearing in view.clearings) else set()
    names = {"slot": "open slot", "ruin": "ruin"}
    meanings = [
        *(f"{LETTERS.get(one.faction, '?')} {faction_name(one.faction)}" for one in view.seats),
        "in the frame: who rules",
        *(f"{mark} {names.get(kind, piece_name(kind))}" for kind, mark in MARKS.items() if kind in there),
        "~ river",
        "[ ] counts now",
        "+ one more card",
        "* everybody knows of it",
        "for: what crafting it takes",
    ]
    yield ()
    yield (Span(", ".join(meaning.replace(" ", KEEP) for meaning in meanings), "note"),)
