"""Where on a tile a piece stands, in words: who it is there (knight, monk, …) and at which side as the tile lies."""

from collections.abc import Iterator

from domain.carcassonne.board import Laid
from domain.carcassonne.faces import BUILDING, CITY, FARM, ROAD
from domain.carcassonne.pieces import BIG, BUILDER, COMPANIONS, FOLLOWER, FOLLOWERS, PIG, role_of
from domain.carcassonne.tiles import turned_edge, turned_half

SIDES = "nesw"
# The halves of a tile's edges, clockwise from the north-west corner.
HALVES = ("nnw", "nne", "ene", "ese", "sse", "ssw", "wsw", "wnw")
CORNERS = {"ne": ("nne", "ene"), "se": ("ese", "sse"), "sw": ("ssw", "wsw"), "nw": ("wnw", "nnw")}
_LONG = {"north": "n", "east": "e", "south": "s", "west": "w"}
PIECES = {"follower": FOLLOWER, "meeple": FOLLOWER, "big": BIG, "builder": BUILDER, "pig": PIG}
FEATURES = ("city", "road", "farm", "building")
KINDS = {
    **dict.fromkeys(("knight", "city"), CITY),
    **dict.fromkeys(("thief", "highwayman", "robber", "road"), ROAD),
    **dict.fromkeys(("farmer", "farm", "field"), FARM),
    **dict.fromkeys(("monk", "heretic", "abbey", "monastery", "cloister", "shrine", "building"), BUILDING),
}


def direction(word: str) -> str | None:
    """A direction's short name: n for north, nw for north-west; None where a word is none."""
    short = word.replace("-", "")
    for long, letter in _LONG.items():
        short = short.replace(long, letter)
    return short if short in (*SIDES, *CORNERS, *HALVES) else None


def reach(laid: Laid) -> list[tuple[str, ...]]:
    """For each segment of a tile as it lies the sides, or halves of sides, that it reaches."""
    tile, found = laid.face.tile, []
    for kind, segment in zip(laid.face.kinds, laid.face.segments, strict=True):
        number = int(segment.partition(":")[2] or 0)
        if kind == FARM:
            halves = sorted(turned_half(half, laid.rot) for half in tile.farms[number].halves)
            found.append(tuple(HALVES[half] for half in halves))
        elif kind == BUILDING:
            found.append(())
        else:
            edges = (tile.cities if kind == CITY else tile.roads)[number].edges
            found.append(tuple(SIDES[one] for one in sorted(turned_edge("NESW".index(e), laid.rot) for e in edges)))
    return found


def lies_at(kind: int, reached: tuple[str, ...], at: str) -> bool:
    """Whether a segment that reaches these sides lies at a direction."""
    if kind == FARM:
        return any(half == at or (at in SIDES and half[0] == at) or half in CORNERS.get(at, ()) for half in reached)
    return bool(reached) and at not in HALVES and all(side in reached for side in at)


def meant(laid: Laid, kinds: tuple[int, ...], at: str | None) -> list[str]:
    """The segments of a tile of these kinds, at a direction if one is said."""
    return [
        segment
        for segment, kind, reached in zip(laid.face.segments, laid.face.kinds, reach(laid), strict=True)
        if kind in kinds and (at is None or lies_at(kind, reached, at))
    ]


def spelled(laid: Laid, segment: str, piece: str) -> str:
    """A piece on a segment: `knight n`, `big monk`, `builder road e`; the segment's own name where no direction tells it."""
    index = laid.face.segments.index(segment)
    kind, reached = laid.face.kinds[index], reach(laid)[index]
    role = role_of(piece, kind, laid.face.tile.shrine)
    who = f"{piece} {FEATURES[kind]}" if piece not in FOLLOWERS else role if piece == FOLLOWER else f"{piece} {role}"
    if kind == BUILDING:
        return who
    at = next((at for at in _names(kind, reached) if meant(laid, (kind,), at) == [segment]), None)
    return f"{who} {at}" if at else f"{who} {segment}"


def kinds_of(piece: str) -> tuple[int, ...]:
    """The kinds of segment that a piece may stand on."""
    return COMPANIONS.get(piece, (CITY, ROAD, FARM, BUILDING))


def _names(kind: int, reached: tuple[str, ...]) -> Iterator[str]:
    if kind != FARM:
        yield from reached
        return
    yield from (side for side in SIDES if any(half[0] == side for half in reached))
    yield from (corner for corner, halves in CORNERS.items() if any(half in halves for half in reached))
    yield from reached
