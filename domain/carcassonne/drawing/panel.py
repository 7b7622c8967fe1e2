"""The panel beside the board: whose turn it is, the tile in question, the scores and supplies, at the end the ranking."""

from collections.abc import Iterator

from domain.carcassonne.drawing.board import Kinds, placed_tile
from domain.carcassonne.drawing.geometry import TILE, turned
from domain.carcassonne.drawing.layout import layout
from domain.carcassonne.drawing.palette import seat_colour, seat_number
from domain.carcassonne.drawing.pieces import figure
from domain.carcassonne.drawing.symbols import PIECE_SYMBOLS
from domain.carcassonne.drawing.tile import tile_shapes
from domain.carcassonne.tiles import TileType
from domain.carcassonne.view import GameView
from domain.table.scene import Group, Rect, Shape, Text, Use

WIDTH = 640
SHOWN = 150
"""The size, in percent, of the tile shown."""
HEAD = 60
TILE_ROOM = 350
CARD = 124
GAP = 16
PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th")


def panel_height(view: GameView) -> int:
    """How much room the panel takes from top to bottom."""
    return head_height(view) + view.seats * (CARD + GAP)


def head_height(view: GameView) -> int:
    """The room above the seats' cards."""
    return HEAD + 50 + (TILE_ROOM if shown_tile(view) else 0)


def panel_shapes(view: GameView, kinds: Kinds) -> tuple[Shape, ...]:
    """The panel with its top left corner at the origin."""
    top = head_height(view)
    cards = tuple(card(view, seat, top + n * (CARD + GAP)) for n, seat in enumerate(seats_in_order(view)))
    return (*head(view, kinds), *cards)


def seats_in_order(view: GameView) -> list[int]:
    """The seats as they sit, or by rank once the game is over."""
    return sorted(range(view.seats), key=lambda seat: (view.ranking[seat] if view.ranking else 0, seat))


def shown_tile(view: GameView) -> tuple[str, int] | None:
    """The tile that the turn is about, with its rotation: the drawn one, or the one just laid."""
    laid = placed_tile(view)
    if view.phase == "place" and view.drawn:
        return view.drawn, 0
    return (laid.tile, laid.rot) if view.phase == "deploy" and laid else None


def headline(view: GameView) -> str:
    """What the table waits for."""
    if view.phase == "over":
        return "The game is over"
    task = "may place a piece" if view.phase == "deploy" else "places a tile"
    return f"{seat_colour(view.active)} {task}".capitalize()


def stack_line(view: GameView) -> str:
    """How far the game is, and how much of the stack is left."""
    left, gone = sum(view.unseen.values()), len(view.discarded)
    tiles = "1 tile left" if left == 1 else f"{left} tiles left"
    return f"Turn {view.turn}, {tiles}" + (f", {gone} discarded" if gone else "")


def head(view: GameView, kinds: Kinds) -> Iterator[Shape]:
    """The headline, the stack, the tile in question."""
    yield Text(0, 36, headline(view), "heading")
    yield Text(0, 78, stack_line(view), "label")
    shown = shown_tile(view)
    if shown is None:
        return
    kind, rotation = kinds[shown[0]], shown[1]
    shapes = (
        *tile_shapes(kind, rotation),
        *(segment_labels(kind, rotation) if view.phase == "deploy" else ()),
    )
    title = f"{kind.id} {kind.name} turned {rotation}"
    yield Group(shapes, 0, HEAD + 40, SHOWN, name=f"shown {kind.id}", title=title, clip=(0, 0, TILE, TILE))
    yield Text(TILE * SHOWN // 100 + 24, HEAD + 74, kind.id, "name")
    for n, line in enumerate(lines_of(kind.name, 22)):
        yield Text(TILE * SHOWN // 100 + 24, HEAD + 112 + 32 * n, line, "note")


def segment_labels(tile: TileType, rotation: int) -> Iterator[Shape]:
    """The names of the segments, where a piece would stand: what a player types to deploy."""
    for name, point in layout(tile).stands.items():
        x, y = turned(point, rotation)
        wide = 10 * len(name) + 10
        x = min(max(x, wide // 2 + 2), TILE - wide // 2 - 2)
        yield Rect(x - wide // 2, y - 12, wide, 24, "segment-back", 6)
        yield Text(x, y + 6, name, "segment")


def lines_of(text: str, width: int) -> list[str]:
    """Text broken between words."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def card(view: GameView, seat: int, top: int) -> Group:
    """One seat: colour, score, supply."""
    active = seat == view.active and view.phase != "over"
    place = f"{PLACES[view.ranking[seat] - 1]} place" if view.ranking else ("to move" if active else "")
    shapes: tuple[Shape, ...] = (
        Rect(0, 0, WIDTH, CARD, "card-active" if active else "card", 14),
        Group(figure(seat, "follower", False), 56, 62, 150),
        Text(118, 50, seat_colour(seat), "name"),
        Text(270, 50, place, "label"),
        Text(WIDTH - 28, 80, str(view.scores[seat]), "score"),
        *supply(view.supplies[seat], seat),
    )
    return Group(shapes, 0, top, name=f"seat {seat}", title=card_title(view, seat), layer="scores")


def card_title(view: GameView, seat: int) -> str:
    """The card in words."""
    return f"seat {seat}, {seat_colour(seat)}: {view.scores[seat]} points; at home: {home_line(view.supplies[seat])}"


def home_line(home: dict[str, int]) -> str:
    """The pieces at home in words."""
    names = [f"{count} {kind_name(kind)}{'s' * (count > 1)}" for kind, count in in_order(home) if count]
    return ", ".join(names) or "none"


def kind_name(kind: str) -> str:
    """What people call a kind of piece."""
    return "big follower" if kind == "big" else kind


def in_order(home: dict[str, int]) -> list[tuple[str, int]]:
    """Kinds and counts, followers first, kinds that we don't know last."""
    known = list(PIECE_SYMBOLS)
    return sorted(home.items(), key=lambda item: (known.index(item[0]) if item[0] in known else len(known), item[0]))


def supply(home: dict[str, int], seat: int) -> Iterator[Shape]:
    """The pieces at home as little figures."""
    x = 134
    for kind, count in in_order(home):
        for _ in range(count):
            scale = 76 if kind == "big" else 56
            yield Use(PIECE_SYMBOLS.get(kind, "meeple"), x, 90, f"seat-{seat_number(seat)}", scale)
            x += scale * 7 // 10
