"""The Eyrie's board: the Decree, the leader, the roost track (7.3)."""

from domain.root.drawing.names import ABILITIES, counted, spoken
from domain.root.drawing.telling import on_map
from domain.root.drawing.widgets import INNER, RIGHT, Inside, card_chip, label, symbol, times, track_cell, value
from domain.root.factions import COLUMNS, ROOST_POINTS, ROOSTS_FOR_CARD
from domain.root.view import GameView, SeenDecree, SeenEyrie
from domain.table.layout import Part, column, padded, prose, row
from domain.table.scene import Group, Rect, Text

BETWEEN = 14
COLUMN = (INNER - 3 * BETWEEN) // 4
INSET = 10


def eyrie_board(view: GameView, seat: int) -> Inside:
    """What only the Eyrie has."""
    board = view.eyrie
    if board is None:
        return Inside()
    return Inside(decree(board.decree), roosts(view, seat), (leader(board),))


def decree(seen: SeenDecree) -> Part:
    """The four columns side by side."""
    left = list(seen.resolved)
    columns = [decree_column(name, getattr(seen, name), left) for name in COLUMNS]
    tall = max(part.h for part in columns)
    framed = [framed_column(name, part, tall) for name, part in zip(COLUMNS, columns, strict=True)]
    return row(framed, BETWEEN)


def decree_column(name: str, cards: tuple[str, ...], resolved: list[str]) -> Part:
    """The cards of a column; those that are resolved are taken from the list and dimmed."""
    chips = []
    for copy in cards:
        done = copy in resolved
        if done:
            resolved.remove(copy)
        chips.append(decree_card(copy, done=done))
    return padded(column(chips, 8), INSET, 58, INSET, INSET)


def decree_card(copy: str, *, done: bool) -> Part:
    """A card of the Decree."""
    chip = card_chip(copy, limit=COLUMN - 2 * INSET, style="chip-done" if done else "")
    if not done:
        return chip
    tick = Text(chip.w - 38, chip.h // 2 + 11, "✓", "tick")
    return Part((Group((*chip.shapes, tick), name=f"resolved {copy}"),), chip.w, chip.h)


def framed_column(name: str, part: Part, tall: int) -> Part:
    """A column with its name, as tall as the tallest."""
    shapes = (
        Rect(0, 0, COLUMN, tall, "column", 14),
        Text(COLUMN // 2, 42, name.capitalize(), "value-mid"),
        *part.shapes,
    )
    return Part((Group(shapes, name=f"decree {name}"),), COLUMN, tall)


def roosts(view: GameView, seat: int) -> Part:
    """The track: points in Evening by roosts on the map."""
    built = on_map(view, seat, "roost")
    cells = [
        track_cell(
            str(ROOST_POINTS[n]),
            now=n == built,
            cover="roost" if n > built else "",
            bonus=n in ROOSTS_FOR_CARD,
            title=f"{counted(n, 'roost')} on the map: {ROOST_POINTS[n]} points in Evening",
        )
        for n in range(1, len(ROOST_POINTS))
    ]
    home = view.seats[seat].stock.get("warrior", 0)
    supply = row((label("Supply"), times("eyrie", home, "of-eyrie", 56, counted(home, "warrior"))), 16)
    return column((label("Roosts: points in Evening"), row(cells, 6), supply), 8)


def leader(board: SeenEyrie) -> Part:
    """The leader in charge with what it is good at, and the leaders still face up."""
    if board.leader is None:
        head = row((symbol("crown", 56), label("no leader yet")), 12)
    else:
        head = row((symbol("crown", 56), value(f"Leader: {spoken(board.leader).capitalize()}")), 12)
    rest = ", ".join(spoken(one).capitalize() for one in board.leaders if one != board.leader)
    return column(
        (
            head,
            prose(ABILITIES.get(board.leader or "", ""), "label", 32, RIGHT),
            prose(f"Face up: {rest}" if rest else "No other leader is face up", "label", 32, RIGHT),
        ),
        10,
    )
