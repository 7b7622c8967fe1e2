"""What belongs to nobody: the Lost Souls, the piles, the dominance cards that may be taken, the supply of items."""

from domain.root.cards import SUITS, count_suits
from domain.root.drawing.cult_board import prediction
from domain.root.drawing.names import card_name, card_suit, counted, tallied
from domain.root.drawing.widgets import EDGE, INNER, WIDTH, card_chip, cards, heading, label, symbol, value
from domain.root.view import GameView
from domain.table.layout import NOTHING, Part, column, flow, hung, padded, prose, row
from domain.table.scene import Group, Rect

HALF = (INNER - 40) // 2


def commons(view: GameView) -> list[Part]:
    """Panels of what lies beside the map."""
    souls = [panel("lost-souls", lost_souls(view))] if view.cult or view.lost_souls else []
    return [*souls, panel("supplies", supplies(view))]


def panel(name: str, inside: Part) -> Part:
    """A part on a ground of its own."""
    framed = padded(inside, EDGE, 26, EDGE, 28)
    return Part((Group((Rect(0, 0, WIDTH, framed.h, "panel", 22), *framed.shapes), layer=name),), WIDTH, framed.h)


def lost_souls(view: GameView) -> Part:
    """The pile in its order, first card first, its suits, and what they would make of the Outcast."""
    chips = flow([numbered(n, copy) for n, copy in enumerate(view.lost_souls, 1)], INNER)
    return column(
        (
            row((heading(f"Lost Souls: {counted(len(view.lost_souls), 'card')}"), suits(view.lost_souls)), 40),
            prediction(view),
            chips if view.lost_souls else label("The pile is empty."),
        ),
        16,
    )


def numbered(number: int, copy: str) -> Part:
    """A card of the pile with its place in it."""
    return row((label(f"{number}."), card_chip(copy)), 2)


def suits(copies: tuple[str, ...]) -> Part:
    """How many cards of each suit there are."""
    counts = count_suits(copies)
    shown = [
        row((symbol(f"suit-{suit}", 54, scale=64, title=f"{counts[suit]} {suit}"), value(str(counts[suit]))), 6)
        for suit in (*SUITS, "bird")
    ]
    return row(shown, 26)


def supplies(view: GameView) -> Part:
    """Deck, discard pile, dominance cards, items."""
    deck = row((symbol("card", 50, scale=130), heading(f"Deck: {counted(view.deck_size, 'card')}")), 10)
    pile = row((heading(f"Discard pile: {counted(len(view.discard), 'card')}"), suits(view.discard)), 40)
    return column((deck, available(view), item_supply(view), pile, discards(view)), 18)


def available(view: GameView) -> Part:
    """The dominance cards that may be taken."""
    if not view.available:
        return NOTHING
    return row((label("Dominance cards to take"), cards(view.available, INNER - 450)), 16)


def item_supply(view: GameView) -> Part:
    """The items that can still be crafted."""
    shown = [
        row((symbol(item, 58, title=f"{counted(count, item)} left"), value(str(count)) if count else label("0")), 4)
        for item, count in sorted(view.item_supply.items())
    ]
    return row((label("Items to craft"), *shown), 26)


def discards(view: GameView) -> Part:
    """The names of the cards in the discard pile, by suit; they can be looked through at any time."""
    parts = []
    for suit in (*SUITS, "bird"):
        names = [card_name(copy) for copy in view.discard if card_suit(copy) == suit]
        if names:
            said = ", ".join(f"{name} × {count}" if count > 1 else name for name, count in tallied(names))
            part = hung((symbol(f"suit-{suit}", 54, scale=64), prose(said, "label", 32, HALF - 70)), 14)
            parts.append(Part(part.shapes, HALF, part.h))
    return flow(parts, INNER, 24)
