"""Where on a tile a piece stands, in words: who it is there (knight, monk, …) and at which side as the tile lies."""

from domain.carcassonne.board import Laid
from domain.carcassonne.faces import BUILDING, CITY, FARM, ROAD
from domain.carcassonne.pieces import BIG, BUILDER, COMPANIONS, FOLLOWER, FOLLOWERS, PIG, role_of
from domain.carcassonne.places import CORNERS, HALVES, LONG, SIDES, direction_of

PIECES = {"follower": FOLLOWER, "meeple": FOLLOWER, "big": BIG, "builder": BUILDER, "pig": PIG}
FEATURES = ("city", "road", "farm", "building")
KINDS = {
    **dict.fromkeys(("knight", "city"), CITY),
    **dict.fromkeys(("thief", "highwayman", "robber", "road"), ROAD),
    **dict.fromkeys(("farmer", "farm", "field"), FARM),
    **dict.fromkeys(("monk", "heretic", "abbey", "monastery", "cloister", "shrine", "building"), BUILDING),
}

WHO = (*PIECES, *KINDS)
"""The words for who stands somewhere, or on what."""


def direction(word: str) -> str | None:
    """A direction's short name: n for north, nw for north-west; None where a word is none."""
    short = word.replace("-", "")
    for long, letter in LONG.items():
        short = short.replace(long, letter)
    return short if short in (*SIDES, *CORNERS, *HALVES) else None


def who_of(laid: Laid, segment: str, piece: str) -> str:
    """What a piece is on a segment: `knight`, `big monk`, `builder`."""
    role = role_of(piece, laid.face.kinds[laid.face.segments.index(segment)], laid.face.tile.shrine)
    return f"{piece} {role}" if piece in FOLLOWERS and piece != FOLLOWER else role


def spelled(laid: Laid, segment: str, piece: str) -> str:
    """A piece on a segment: `knight n`, `big monk`, `builder road e`; the segment's own name where no direction tells it."""
    kind, who = laid.face.kinds[laid.face.segments.index(segment)], who_of(laid, segment, piece)
    if piece not in FOLLOWERS:
        who = f"{piece} {FEATURES[kind]}"
    return who if kind == BUILDING else f"{who} {direction_of(laid, segment) or segment}"


def kinds_of(piece: str) -> tuple[int, ...]:
    """The kinds of segment that a piece may stand on."""
    return COMPANIONS.get(piece, (CITY, ROAD, FARM, BUILDING))
