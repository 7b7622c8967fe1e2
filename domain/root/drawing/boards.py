"""The boards of the factions: what all have in common, around what only one has."""

from collections.abc import Callable

from domain.root.drawing.cult_board import cult_board
from domain.root.drawing.eyrie_board import eyrie_board
from domain.root.drawing.marquise_board import marquise_board
from domain.root.drawing.names import counted, faction_name
from domain.root.drawing.telling import goal, hidden_cards, in_play, score_said, seats_in_order, standing
from domain.root.drawing.widgets import (
    EDGE,
    GAP,
    LEFT,
    RIGHT,
    WIDTH,
    Inside,
    backs,
    card_chip,
    cards,
    items,
    own_card,
    symbol,
    titled,
)
from domain.root.view import GameView, SeenSeat
from domain.table.layout import NOTHING, Part, column, flow, hung, padded, row
from domain.table.scene import Group, Rect, Shape, Text, Use

HEAD = 118
OWN: dict[str, Callable[[GameView, int], Inside]] = {
    "cult": cult_board,
    "marquise": marquise_board,
    "eyrie": eyrie_board,
}


def boards(view: GameView) -> list[Part]:
    """A board for every seat, as they sit, or by rank once the game is over."""
    return [board(view, seat) for seat in seats_in_order(view)]


def board(view: GameView, seat: int) -> Part:
    """One seat's board."""
    one = view.seats[seat]
    inside = padded(body(view, seat), EDGE, HEAD + 20, EDGE, 28)
    awaited = seat in view.awaited
    shapes: tuple[Shape, ...] = (
        Rect(0, 0, WIDTH, inside.h, f"board-{one.faction}", 22),
        *((Rect(0, 0, WIDTH, inside.h, "active", 22),) if awaited else ()),
        *head(view, seat),
        *inside.shapes,
    )
    named = Group(shapes, name=f"seat {seat}", title=f"seat {seat}, {faction_name(one.faction)}: {score_said(one)}")
    return Part((named,), WIDTH, inside.h)


def head(view: GameView, seat: int) -> tuple[Shape, ...]:
    """The name of the faction, who plays it, the score."""
    one = view.seats[seat]
    mine = ", you" if seat == view.viewer else ""
    score = Text(WIDTH - EDGE, 92, str(one.score), "points")
    if one.score is None:
        score = Text(WIDTH - EDGE, 80, goal(one), "points-word")
    return (
        Use(one.faction, 84, 68, f"of-{one.faction}", 100),
        Text(152, 68, faction_name(one.faction), "headline"),
        Text(152, 108, f"seat {seat}{mine}" + (f", {standing(view, seat)}" if standing(view, seat) else ""), "label"),
        score,
    )


def body(view: GameView, seat: int) -> Part:
    """What only this board has, with what all have below it."""
    faction = view.seats[seat].faction
    own = OWN[faction](view, seat) if faction in OWN else Inside()
    left = column((own.left, possessions(view.seats[seat])), 14)
    right = column((*own.right, all_cards(view, seat)), 14)
    return column((own.top, hung((Part(left.shapes, LEFT, left.h), right), GAP)), 22)


def possessions(one: SeenSeat) -> Part:
    """Items, and the card of who plays for dominance."""
    return flow((titled("Dominance", dominance(one)), titled("Items", items(one.items))), LEFT, 40)


def all_cards(view: GameView, seat: int) -> Part:
    """Hand, and cards in play."""
    one = view.seats[seat]
    held = titled(f"Hand: {counted(one.hand_size, 'card')}", hand(one, own=seat == view.viewer))
    return flow((held, titled("In play", cards(in_play(one), RIGHT))), RIGHT, 30)


def hand(one: SeenSeat, *, own: bool) -> Part:
    """The cards that the viewer may see, and the backs of the others; an eye marks what everybody knows."""
    shown = []
    for copy in one.hand:
        chip = own_card(copy) if own else card_chip(copy)
        everybody = copy in one.known
        seen = symbol("eye", 34, title="everybody knows that it is here") if everybody and own else NOTHING
        shown.append(row((chip, seen), 4))
    hidden = backs(hidden_cards(one))
    return flow([*shown, hidden], RIGHT)


def dominance(one: SeenSeat) -> Part:
    """The dominance card that a seat plays for."""
    return card_chip(one.dominance) if one.dominance else NOTHING
