"""What a seat or a spectator may see of a game of Carcassonne.

Everything on the table is public (the law's section 3.5); only the order of the stack is secret, so all viewers see the
same. The stack is shown as the multiset of the tiles not yet seen.
"""

import msgspec


class SeenTile(msgspec.Struct, frozen=True):
    """A tile on the board: its kind, cell (x to the east, y to the south), quarter turns clockwise, and who laid it when.

    `seat` is -1 for the start tile.
    """

    tile: str
    x: int
    y: int
    rot: int
    seat: int
    turn: int


class SeenPiece(msgspec.Struct, frozen=True):
    """A piece on the board, standing on `segment` of the tile at (x, y)."""

    seat: int
    piece: str
    role: str
    x: int
    y: int
    segment: str


class GameView(msgspec.Struct, frozen=True):
    """The whole public table.

    `drawn` is the face-up tile waiting to be placed; `placed` is the tile laid by the latest placement, as an index into
    `tiles`; `phase` is `place`, `deploy` or `over`; `supplies[seat]` counts the pieces at home by kind; `unseen` counts
    the tiles of the stack by kind; `ranking[seat]` is the rank, 1 for the winner (empty before the end).
    """

    sets: tuple[str, ...]
    seats: int
    phase: str
    turn: int
    active: int
    drawn: str | None
    placed: int
    tiles: tuple[SeenTile, ...]
    pieces: tuple[SeenPiece, ...]
    scores: tuple[int, ...]
    supplies: tuple[dict[str, int], ...]
    unseen: dict[str, int]
    discarded: tuple[str, ...]
    ranking: tuple[int, ...]
