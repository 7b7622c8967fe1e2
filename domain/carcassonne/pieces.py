"""The pieces: what each weighs and where it may stand (B-6, IC-5, TB-3, TB-5)."""

from domain.carcassonne.faces import BUILDING, CITY, FARM, ROAD

FOLLOWER, BIG, BUILDER, PIG = "follower", "big", "builder", "pig"

# Followers and how much they weigh; builder and pig are pieces, but no followers.
WEIGHTS = {FOLLOWER: 1, BIG: 2, BUILDER: 0, PIG: 0}
FOLLOWERS = (FOLLOWER, BIG)
# Companions stand where an own follower stands, on certain kinds of feature.
COMPANIONS = {BUILDER: (CITY, ROAD), PIG: (FARM,)}

ROLES = {CITY: "knight", ROAD: "thief", FARM: "farmer", BUILDING: "monk"}


def supply(sets: tuple[str, ...]) -> dict[str, int]:
    """What a seat has at home when the game begins: 7 followers, and what the sets bring."""
    pieces = {FOLLOWER: 7}
    if "inns_cathedrals" in sets:
        pieces[BIG] = 1
    if "traders_builders" in sets:
        pieces[BUILDER] = pieces[PIG] = 1
    return pieces


def role_of(piece: str, kind: int, shrine: bool) -> str:
    """What a piece is called where it stands; a follower on a shrine is a heretic (CSC-6)."""
    if piece not in FOLLOWERS:
        return piece
    return "heretic" if kind == BUILDING and shrine else ROLES[kind]
