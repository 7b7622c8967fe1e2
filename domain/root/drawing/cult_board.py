"""The Cult's board: garden tracks, the Outcast, acolytes, what is revealed (10.3)."""

from domain.root.cards import SUITS
from domain.root.drawing.names import counted
from domain.root.drawing.telling import costs_line, forecast
from domain.root.drawing.widgets import (
    LEFT,
    RIGHT,
    Inside,
    card_chip,
    cards,
    heading,
    label,
    symbol,
    times,
    titled,
    track_cell,
)
from domain.root.factions import GARDEN_POINTS, GARDENS_FOR_CARD
from domain.root.view import GameView, SeenCult
from domain.table.layout import NOTHING, Part, column, flow, hung, row, words
from domain.table.scene import Group, Rect, Use

SPACES = len(GARDEN_POINTS) - 1
BOX = 116


def cult_board(view: GameView, seat: int) -> Inside:
    """What only the Cult has."""
    cult = view.cult
    if cult is None:
        return Inside()
    tracks = titled("Gardens: points of the Score ritual", column([garden_track(cult, suit) for suit in SUITS], 6))
    right = hung((outcast_box(cult), acolytes(view, seat, cult)), 40)
    return Inside(left=column((tracks, scored(cult)), 14), right=(right, label(costs_line(cult.hated)), revealed(cult)))


def garden_track(cult: SeenCult, suit: str) -> Part:
    """The row of a suit: spaces empty from the left as gardens come onto the map."""
    built = cult.gardens.get(suit, 0)
    cells = [
        track_cell(
            str(GARDEN_POINTS[n]),
            now=n == built,
            cover=f"garden-{suit}" if n > built else "",
            bonus=n == GARDENS_FOR_CARD,
            title=f"{counted(n, f'{suit} garden')} on the map: {GARDEN_POINTS[n]} points",
        )
        for n in range(1, SPACES + 1)
    ]
    return row(
        (symbol(f"suit-{suit}", 84, scale=96, title=f"{counted(built, f'{suit} garden')} on the map"), *cells), 6
    )


def outcast_box(cult: SeenCult) -> Part:
    """The three suits, with the marker on the Outcast."""
    boxes = row([outcast_space(cult, suit) for suit in SUITS], 10)
    side = label("Outcast") if cult.outcast else label("Outcast: not chosen yet")
    return column((words("Outcast: HATED", "alarm", 34) if cult.hated else side, boxes), 8)


def outcast_space(cult: SeenCult, suit: str) -> Part:
    """A suit, framed where the marker lies."""
    chosen = suit == cult.outcast
    frame = "hated" if cult.hated else "outcast"
    ground = Rect(4, 4, BOX - 8, BOX - 8, "cell-now" if chosen else "cell", 14)
    marker = (Rect(4, 4, BOX - 8, BOX - 8, frame, 14),) if chosen else ()
    title = f"{'Hated ' if cult.hated else ''}Outcast: {suit}" if chosen else suit
    head = Use(f"suit-{suit}", BOX // 2, BOX // 2, scale=112 if chosen else 80)
    return Part((Group((ground, head, *marker), name=f"outcast {suit}" if chosen else "", title=title),), BOX, BOX)


def acolytes(view: GameView, seat: int, cult: SeenCult) -> Part:
    """The acolytes and the supply."""
    home = view.seats[seat].stock.get("warrior", 0)
    return column(
        (
            row(
                (label("Acolytes"), times("cult", cult.acolytes, "of-cult", 66, counted(cult.acolytes, "acolyte"))), 16
            ),
            row((label("Supply"), times("cult", home, "of-cult", 50, f"{counted(home, 'warrior')} in the supply")), 16),
        ),
        10,
    )


def revealed(cult: SeenCult) -> Part:
    """The cards revealed this turn with their rituals."""
    chips = [card_chip(copy, f": {ritual}") for copy, ritual in cult.revealed]
    return titled("Revealed this turn", flow(chips, RIGHT))


def scored(cult: SeenCult) -> Part:
    """The cards spent on the Score ritual this turn, one a suit."""
    return titled("Spent to score this turn", cards(cult.scored, LEFT))


def prediction(view: GameView) -> Part:
    """What the next adjustment would give, drawn and said."""
    if view.cult is None or view.cult.next_outcast is None:
        return NOTHING
    suit, hated = view.cult.next_outcast, view.cult.next_hated
    head = symbol(f"suit-{suit}", 64, scale=76)
    said = heading(suit) if not hated else words(f"{suit}, HATED", "alarm", 34)
    shown = row((label("If the Outcast were adjusted now:"), head, said), 16)
    named = Group(shown.shapes, name=f"forecast {suit} {'hated' if hated else 'outcast'}", title=forecast(view))
    return Part((named,), shown.w, shown.h)
