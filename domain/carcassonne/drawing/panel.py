"""The panel beside the board: whose turn it is, the tile in question, what is open, scores, supplies and goods, at the
end the ranking; beside a tall board also the tiles that are still to come."""

from collections.abc import Iterator
from unicodedata import east_asian_width

from domain.carcassonne.drawing.board import Kinds, face, placed_tile
from domain.carcassonne.drawing.geometry import TILE, turned
from domain.carcassonne.drawing.layout import layout
from domain.carcassonne.drawing.palette import seat_colour, seat_number
from domain.carcassonne.drawing.pieces import figure
from domain.carcassonne.drawing.symbols import PIECE_SYMBOLS
from domain.carcassonne.drawing.telling import (
    PLACES,
    goods_line,
    headline,
    home_line,
    in_order,
    news,
    own_tile_line,
    seats_in_order,
    stack_line,
    tokens_of,
)
from domain.carcassonne.drawing.tile import joker_frame, tile_shapes
from domain.carcassonne.tiles import TileType
from domain.carcassonne.view import GameView, SeenTile
from domain.table.scene import Group, Rect, Shape, Text, Use

WIDTH = 640
SHOWN = 150
"""The size, in percent, of the tile shown."""
HEAD = 60
TILE_ROOM = 350
CARD = 124
GOODS_ROOM = 48
GAP = 16
LINE = 31
ROOM, HEAVY_ROOM, BESIDE = 2600, 2350, 1300
"""The room of a line of the panel, of a heavy one, and of one beside the tile shown, in hundredths of the size of letters."""
BESIDE_LINES = 9
NARROW, USUAL = frozenset(" !'(),./:;I[]fijlrt|"), frozenset('"*-?0123456789abcdeghknopqsuvxyz')
"""Letters by their width; those in neither set may be as wide as they are high."""
TO_COME, ACROSS, DOWN = 34, 80, 104
"""The size of a tile still to come, in percent, and its room."""
TO_COME_HEAD = 56
HOME_SCALES = {"big": 84}


def panel_height(view: GameView) -> int:
    """How much room the panel takes from top to bottom, without the tiles to come."""
    return head_height(view) + notes_height(view) + view.seats * (card_height(view) + GAP)


def head_height(view: GameView) -> int:
    """The room of what the table waits for."""
    return HEAD + 50 + (TILE_ROOM if shown_tile(view) else 0)


def notes_height(view: GameView) -> int:
    """The room of what is open, and of the texts of tiles."""
    count = len(notes(view))
    return count * LINE + 2 * GAP if count else 0


def card_height(view: GameView) -> int:
    """The room of a seat's card: larger where somebody has goods."""
    return CARD + (GOODS_ROOM if any(tokens_of(view, seat) for seat in range(view.seats)) else 0)


def to_come_height(view: GameView) -> int:
    """The room of the tiles that are still to come."""
    rows = -(-len(view.unseen) // (WIDTH // ACROSS))
    return TO_COME_HEAD + rows * DOWN if rows else 0


def panel_shapes(view: GameView, kinds: Kinds, to_come: bool) -> tuple[Shape, ...]:
    """The panel with its top left corner at the origin; `to_come` asks for the tiles that are still to come."""
    top = head_height(view) + notes_height(view)
    step = card_height(view) + GAP
    cards = tuple(card(view, seat, top + n * step) for n, seat in enumerate(seats_in_order(view)))
    last = tuple(tiles_to_come(view, kinds, top + view.seats * step)) if to_come else ()
    return (*head(view, kinds), *written_notes(view), *cards, *last)


def shown_tile(view: GameView) -> SeenTile | None:
    """The tile that the turn is about: the drawn one as it will be laid, or the one just laid."""
    if view.phase == "place" and view.drawn:
        stands_for = view.drawn_as if view.drawn_as != view.drawn else None
        return SeenTile(view.drawn, 0, 0, 0, -1, 0, stands_for or "")
    return placed_tile(view) if view.phase in ("deploy", "escape") else None


def head(view: GameView, kinds: Kinds) -> Iterator[Shape]:
    """The headline, the stack, the tile in question."""
    yield Text(0, 36, headline(view), "heading")
    yield Text(0, 78, stack_line(view), "label")
    shown = shown_tile(view)
    if shown is None:
        return
    kind = face(shown, kinds)
    shapes = (
        *tile_shapes(kind, shown.rot),
        *(joker_frame(kind, shown.rot) if shown.face else ()),
        *(segment_labels(kind, shown.rot) if view.phase == "deploy" else ()),
    )
    title = f"{kind.id} {kind.name} turned {shown.rot}"
    yield Group(shapes, 0, HEAD + 40, SHOWN, name=f"shown {kind.id}", title=title, clip=(0, 0, TILE, TILE))
    x = TILE * SHOWN // 100 + 24
    yield Text(x, HEAD + 74, kind.id, "name")
    lines = lines_of(kind.name, BESIDE) + (lines_of(f"(blank tile {shown.tile})", BESIDE) if shown.face else [])
    for n, line in enumerate(lines[:BESIDE_LINES]):
        yield Text(x, HEAD + 112 + 32 * n, line, "note")


def segment_labels(tile: TileType, rotation: int) -> Iterator[Shape]:
    """The names of the segments, where a piece would stand: what a player types to deploy."""
    for name, point in layout(tile).stands.items():
        x, y = turned(point, rotation)
        wide = 10 * len(name) + 10
        x = min(max(x, wide // 2 + 2), TILE - wide // 2 - 2)
        yield Rect(x - wide // 2, y - 12, wide, 24, "segment-back", 6)
        yield Text(x, y + 6, name, "segment")


def notes(view: GameView) -> list[tuple[str, str, str]]:
    """The lines of what is open and of the texts of tiles, each with its style and its whole text."""
    found = [(line, "news", whole) for whole in news(view) for line in lines_of(whole, HEAVY_ROOM)]
    for own in view.own_tiles:
        whole = own_tile_line(own)
        found += [(line, "note", whole) for line in lines_of(whole, ROOM)]
    return found


def written_notes(view: GameView) -> Iterator[Group]:
    """What is open, and the texts of the group's own tiles."""
    top = head_height(view) + GAP
    for n, (line, style, whole) in enumerate(notes(view)):
        yield Group((Text(0, top + n * LINE + LINE // 2, line, style),), title=whole, layer="notes")


def lines_of(text: str, room: int) -> list[str]:
    """Text broken between words, and within those that are too long."""
    lines: list[str] = []
    for word in (piece for whole in text.split() for piece in pieces_of(whole, room)):
        if lines and breadth(lines[-1] + " " + word) <= room:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def pieces_of(word: str, room: int) -> list[str]:
    """A word, cut where it is longer than a line."""
    pieces = [""]
    for letter in word:
        if breadth(pieces[-1] + letter) > room:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def breadth(text: str) -> int:
    """The room that text takes at most, in hundredths of the size of its letters, whatever the font."""
    return sum(map(letter_breadth, text))


def letter_breadth(letter: str) -> int:
    """The room of one letter; those of East Asia, and pictures, are wider than high in some fonts."""
    if letter in NARROW:
        return 42
    if letter in USUAL:
        return 65
    return 130 if east_asian_width(letter) in "WF" else 100


def card(view: GameView, seat: int, top: int) -> Group:
    """One seat: colour, score, supply, goods."""
    active = seat == view.active and view.phase != "over"
    place = f"{PLACES[view.ranking[seat] - 1]} place" if view.ranking else ("to move" if active else "")
    shapes: tuple[Shape, ...] = (
        Rect(0, 0, WIDTH, card_height(view), "card-active" if active else "card", 14),
        Group(figure(seat, "follower", False), 56, 62, 160),
        Text(118, 50, seat_colour(seat), "name"),
        Text(270, 50, place, "label"),
        Text(WIDTH - 28, 58, str(view.scores[seat]), "score"),
        *supply(view.supplies[seat], seat),
        *goods(view, seat),
    )
    return Group(shapes, 0, top, name=f"seat {seat}", title=card_title(view, seat), layer="scores")


def card_title(view: GameView, seat: int) -> str:
    """The card in words."""
    tokens = goods_line(view, seat)
    return (
        f"seat {seat}, {seat_colour(seat)}: {view.scores[seat]} points; at home: {home_line(view.supplies[seat])}"
        + (f"; goods: {tokens}" if tokens else "")
    )


def supply(home: dict[str, int], seat: int) -> Iterator[Shape]:
    """The pieces at home as little figures."""
    x = 136
    for kind, count in in_order(home):
        scale = HOME_SCALES.get(kind, 62)
        for _ in range(count):
            yield Use(PIECE_SYMBOLS.get(kind, "meeple"), x, 92, f"seat-{seat_number(seat)}", scale)
            x += scale * 7 // 10
        x += 12 * bool(count)


def goods(view: GameView, seat: int) -> Iterator[Shape]:
    """The goods that a seat has gathered, each kind with its number."""
    for n, (kind, count) in enumerate(tokens_of(view, seat)):
        yield Use(kind, 140 + n * 130, CARD + 18, scale=105, title=kind)
        yield Text(140 + n * 130 + 32, CARD + 28, f"× {count}", "count")


def tiles_to_come(view: GameView, kinds: Kinds, top: int) -> Iterator[Shape]:
    """The kinds of tile in the stack, each with how many there are."""
    yield Text(0, top + TO_COME_HEAD - GAP, "Tiles to come", "name")
    for n, (name, count) in enumerate(view.unseen.items()):
        x, y = n % (WIDTH // ACROSS) * ACROSS, top + TO_COME_HEAD + n // (WIDTH // ACROSS) * DOWN
        title = f"{count} × {name} {kinds[name].name}"
        shapes = tile_shapes(kinds[name], 0)
        yield Group(shapes, x + 6, y, TO_COME, name=f"to come {name}", title=title, clip=(0, 0, TILE, TILE))
        yield Text(x + 6 + TILE * TO_COME // 200, y + TILE * TO_COME // 100 + 24, f"× {count}", "tally")
