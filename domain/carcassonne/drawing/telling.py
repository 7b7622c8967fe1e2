"""What a view says in words, the same for the panel and for the terminal: the turn, the stack, texts and proposals."""

from collections.abc import Iterator

from domain.carcassonne.drawing.palette import seat_colour
from domain.carcassonne.drawing.pieces import called, cell_name
from domain.carcassonne.drawing.symbols import PIECE_SYMBOLS
from domain.carcassonne.view import GameView, SeenOwnTile, SeenProposal

GOODS = ("wine", "grain", "cloth")
PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th")
EFFECTS = {
    "bonus": "extra points",
    "extra_tile": "a second tile",
    "no_deploy": "no piece goes on it",
    "recall": "a follower may come home",
    "manual": "by agreement",
}
TASKS = {
    "place": "places a tile",
    "deploy": "may place a piece",
    "escape": "may let a knight escape",
}


def headline(view: GameView) -> str:
    """What the table waits for."""
    if view.phase == "over":
        return "The game is over"
    return f"{seat_colour(view.active)} {TASKS.get(view.phase, view.phase)}".capitalize()


def stack_line(view: GameView) -> str:
    """How far the game is, and how much of the stack is left; the river comes first."""
    left, gone = sum(view.unseen.values()), len(view.discarded)
    tiles = f"{counted(view.river, 'river tile')}, then {left}" if view.river else counted(left, "tile")
    return f"Turn {view.turn}, {tiles} left" + (f", {gone} discarded" if gone else "")


def counted(number: int, thing: str) -> str:
    """A number of things in words."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def news(view: GameView) -> Iterator[str]:
    """What else is to be known of the turn: whether it is its second part, challenges, texts that wait for an agreement,
    what has been proposed.
    """
    if view.part > 1 and view.phase != "over":
        yield "Second part of the turn"
    for one in view.challenges:
        abbey, shrine = cell_name((one.x, one.y)), cell_name((one.shrine_x, one.shrine_y))
        yield f"Challenge: abbey {abbey}{owner_at(view, one.x, one.y)} against shrine {shrine}" + owner_at(
            view, one.shrine_x, one.shrine_y
        )
    if view.rulings_open:
        waits = "waits" if view.rulings_open == 1 else "wait"
        yield f"{counted(view.rulings_open, 'text')} of a tile {waits} for an agreement"
    if view.proposal:
        yield proposal_line(view.proposal)


def owner_at(view: GameView, x: int, y: int) -> str:
    """The colour of who stands in the building of a cell, in brackets."""
    here = [p for p in view.pieces if (p.x, p.y, p.segment) == (x, y, "building")]
    return f" ({seat_colour(here[0].seat)})" if here else ""


def proposal_line(proposal: SeenProposal) -> str:
    """What somebody has proposed that a tile's text does, and who agrees."""
    parts = [
        f"{seat_colour(seat)} {points:+}".replace("-", "−") for seat, points in enumerate(proposal.points) if points
    ]
    parts += [
        f"{seat_colour(piece.seat)} {called(piece)} {cell_name((piece.x, piece.y))} goes home"
        for piece in proposal.pieces
    ]
    agreed = ", ".join(seat_colour(seat) for seat in proposal.accepted) or "nobody yet"
    return f"{seat_colour(proposal.seat)} proposes: {', '.join(parts) or 'nothing'}; accepted by {agreed}".capitalize()


def own_tile_line(own: SeenOwnTile) -> str:
    """A tile of the group's own making, with what is written on it."""
    effect = f" ({EFFECTS[own.effect]})" if own.effect in EFFECTS else ""
    return f"{own.tile} {own.name}{effect}" + (f": {own.text}" if own.text else "")


def seats_in_order(view: GameView) -> list[int]:
    """The seats as they sit, or by rank once the game is over."""
    return sorted(range(view.seats), key=lambda seat: (view.ranking[seat] if view.ranking else 0, seat))


def home_line(home: dict[str, int]) -> str:
    """The pieces at home in words."""
    return ", ".join(counted(count, kind_name(kind)) for kind, count in in_order(home) if count) or "none"


def kind_name(kind: str) -> str:
    """What people call a kind of piece."""
    return "big follower" if kind == "big" else kind


def in_order(home: dict[str, int]) -> list[tuple[str, int]]:
    """Kinds and counts, followers first, kinds that we don't know last."""
    known = list(PIECE_SYMBOLS)
    return sorted(home.items(), key=lambda item: (known.index(item[0]) if item[0] in known else len(known), item[0]))


def tokens_of(view: GameView, seat: int) -> list[tuple[str, int]]:
    """The goods that a seat has gathered; empty where the game has none."""
    tokens = view.goods[seat] if seat < len(view.goods) else {}
    return [(kind, tokens[kind]) for kind in GOODS if tokens.get(kind)]


def goods_line(view: GameView, seat: int) -> str:
    """The goods that a seat has gathered, in words."""
    return ", ".join(f"{count} {kind}" for kind, count in tokens_of(view, seat))
