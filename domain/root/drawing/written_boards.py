"""The boards of the factions in characters."""

from collections.abc import Callable, Iterator

from domain.root.cards import SUITS
from domain.root.drawing.names import (
    ABILITIES,
    LETTERS,
    card_said,
    cards_said,
    cost_said,
    counted,
    faction_name,
    spoken,
)
from domain.root.drawing.telling import (
    costs_line,
    hidden_cards,
    in_play,
    on_map,
    score_said,
    seats_in_order,
    standing,
    warriors_on_map,
)
from domain.root.factions import (
    BUILD_COST,
    BUILD_POINTS,
    COLUMNS,
    GARDEN_POINTS,
    GARDENS_FOR_CARD,
    RECRUITERS_FOR_CARD,
    ROOST_POINTS,
    ROOSTS_FOR_CARD,
    WORKS,
)
from domain.root.view import GameView
from domain.table.scene import Line, Span

NAME = 13


def written_boards(view: GameView) -> Iterator[Line]:
    """All boards, as the seats sit, or by rank once the game is over."""
    for seat in seats_in_order(view):
        yield ()
        yield from written_board(view, seat)


def written_board(view: GameView, seat: int) -> Iterator[Line]:
    """A seat's board."""
    one = view.seats[seat]
    mark = standing(view, seat)
    notes = ", ".join(note for note in (f"seat {seat}", "you" if seat == view.viewer else "", mark) if note)
    yield (
        Span(f" {LETTERS.get(one.faction, '?')} ", one.faction),
        Span(f" {faction_name(one.faction)}: {score_said(one)}", "heading"),
        Span(f" ({notes})"),
    )
    home = one.stock.get("warrior", 0)
    yield said(f"Warriors: {warriors_on_map(view, seat)} on the map, {home} in the supply")
    yield from OWN.get(one.faction, no_board)(view, seat)
    yield said(hand_said(view, seat))
    if in_play(one):
        yield said(f"In play: {cards_said(in_play(one))}")
    if one.dominance:
        yield said(f"Plays for: {card_said(one.dominance)}")
    if one.items:
        yield said(f"Items: {', '.join(one.items)}")


def said(text: str, ink: str = "") -> Line:
    """A line below a seat's name."""
    return (Span(f"  {text}", ink),)


def hand_said(view: GameView, seat: int) -> str:
    """The cards of a hand, as far as the viewer may see them."""
    one = view.seats[seat]
    seen = [own_card_said(copy, one.known) if seat == view.viewer else card_said(copy) for copy in one.hand]
    if hidden_cards(one):
        seen.append(f"{hidden_cards(one)} hidden")
    return f"Hand, {counted(one.hand_size, 'card')}: {', '.join(seen) or '–'}"


def own_card_said(copy: str, known: tuple[str, ...]) -> str:
    """A card of the own hand with what crafting it takes; a star if everybody knows of it."""
    cost = f" for {cost_said(copy)}" if cost_said(copy) else ""
    return card_said(copy) + "*" * (copy in known) + cost


def no_board(view: GameView, seat: int) -> Iterator[Line]:
    """A faction without a board of its own here."""
    yield from ()


def track(name: str, figures: list[str], now: int) -> Line:
    """A track; the space that counts is in brackets."""
    cells = "".join(f"[{text}]".ljust(4) if n == now else f" {text} ".ljust(4) for n, text in enumerate(figures))
    return (Span(f"  {name:<{NAME}}"), Span(cells.rstrip()))


def cult_said(view: GameView, seat: int) -> Iterator[Line]:
    """The Cult's board."""
    cult = view.cult
    if cult is None:
        return
    outcast = cult.outcast or "not chosen yet"
    yield said(f"Outcast: {outcast}, HATED", "alarm") if cult.hated else said(f"Outcast: {outcast}")
    yield said(f"Acolytes: {cult.acolytes} ({costs_line(cult.hated)})")
    yield said("Gardens on the map, points of the Score ritual:", "note")
    figures = [f"{points}+" if n == GARDENS_FOR_CARD else str(points) for n, points in enumerate(GARDEN_POINTS)][1:]
    for suit in SUITS:
        built = cult.gardens.get(suit, 0)
        yield track(f"{suit} ×{built}", figures, built - 1)
    if cult.revealed:
        yield said("Revealed: " + ", ".join(f"{card_said(copy)} to {ritual}" for copy, ritual in cult.revealed))
    if cult.scored:
        yield said(f"Spent to score this turn: {cards_said(cult.scored)}")


def marquise_said(view: GameView, seat: int) -> Iterator[Line]:
    """The Marquise's board."""
    board = view.marquise
    if board is None:
        return
    keep = f"in clearing {board.keep}" if board.keep else "not on the map"
    yield said(f"Keep: {keep}; wood in the supply: {view.seats[seat].stock.get('wood', 0)}")
    notes = ["recruited"] * board.recruited + ["marching: one more move"] * board.marching
    yield said("; ".join((f"Actions left: {board.actions_left}", *notes)))
    yield said("Buildings on the map, points of the next:", "note")
    yield track("costs wood", [str(cost) for cost in BUILD_COST], -1)
    for kind in WORKS:
        bonus = RECRUITERS_FOR_CARD if kind == "recruiter" else ()
        figures = [f"{points}+" if n in bonus else str(points) for n, points in enumerate(BUILD_POINTS[kind], 1)]
        built = on_map(view, seat, kind)
        yield track(f"{kind} ×{built}", figures, built)


def eyrie_said(view: GameView, seat: int) -> Iterator[Line]:
    """The Eyrie's board."""
    board = view.eyrie
    if board is None:
        return
    ability = f" ({ABILITIES.get(board.leader, '')})" if board.leader else ""
    yield said(f"Leader: {spoken(board.leader or 'none yet').capitalize()}{ability}")
    rest = ", ".join(spoken(one).capitalize() for one in board.leaders if one != board.leader)
    yield said(f"Face up: {rest or '–'}")
    left = list(board.decree.resolved)
    for column in COLUMNS:
        yield said(f"{column.capitalize()}: {decree_said(getattr(board.decree, column), left)}")
    yield said("Roosts on the map, points in Evening:", "note")
    built = on_map(view, seat, "roost")
    figures = [f"{points}+" if n in ROOSTS_FOR_CARD else str(points) for n, points in enumerate(ROOST_POINTS)]
    yield track(f"roost ×{built}", figures[1:], built - 1)


def decree_said(cards: tuple[str, ...], resolved: list[str]) -> str:
    """A column of the Decree; what is resolved is ticked, and taken from the list."""
    texts = []
    for copy in cards:
        done = copy in resolved
        if done:
            resolved.remove(copy)
        texts.append(card_said(copy) + (" ✓" if done else ""))
    return ", ".join(texts) or "–"


OWN: dict[str, Callable[[GameView, int], Iterator[Line]]] = {
    "cult": cult_said,
    "marquise": marquise_said,
    "eyrie": eyrie_said,
}
