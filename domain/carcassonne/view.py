"""What a seat or a spectator may see of a game of Carcassonne.

Everything on the table is public (the law's section 3.5); only the order of the stack is secret, so all viewers see the
same. The stack is shown as the multiset of the tiles not yet seen.
"""

import msgspec

from domain.carcassonne.tiles import TileType


class SeenTile(msgspec.Struct, frozen=True):
    """A tile on the board: its kind, cell (x to the east, y to the south), quarter turns clockwise, and who laid it when.

    `seat` is -1 for the start tile. `face` is the type that a blank stands for, empty for any other tile.
    """

    tile: str
    x: int
    y: int
    rot: int
    seat: int
    turn: int
    face: str = ""


class SeenPiece(msgspec.Struct, frozen=True):
    """A piece on the board, standing on `segment` of the tile at (x, y)."""

    seat: int
    piece: str
    role: str
    x: int
    y: int
    segment: str


class SeenChallenge(msgspec.Struct, frozen=True):
    """An open challenge between the abbey at (x, y) and the shrine at (shrine_x, shrine_y)."""

    x: int
    y: int
    shrine_x: int
    shrine_y: int


class SeenOwnTile(msgspec.Struct, frozen=True):
    """A tile of the group's own making: its id, name, text and effect, and what is printed on it."""

    tile: str
    name: str
    text: str
    effect: str
    shape: TileType


class SeenProposal(msgspec.Struct, frozen=True):
    """What `seat` has proposed that a tile's text does, and who has accepted it."""

    seat: int
    points: tuple[int, ...]
    pieces: tuple[SeenPiece, ...]
    accepted: tuple[int, ...]


class GameView(msgspec.Struct, frozen=True):
    """The whole public table.

    `drawn` is the face-up tile waiting to be placed; `placed` is the tile laid by the latest placement, as an index into
    `tiles`; `phase` is `place`, `deploy`, `escape` or `over`; `supplies[seat]` counts the pieces at home by kind;
    `unseen` counts the tiles of the stack by kind; `ranking[seat]` is the rank, 1 for the winner (empty before the end).
    `river` counts the river tiles still to come; `part` is 2 in a builder's second part; `drawn_as` is the type of tile
    that the drawn one is laid as, None for a joker; `goods[seat]` counts tokens by kind.
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
    river: int = 0
    part: int = 1
    drawn_as: str | None = None
    goods: tuple[dict[str, int], ...] = ()
    challenges: tuple[SeenChallenge, ...] = ()
    own_tiles: tuple[SeenOwnTile, ...] = ()
    rulings_open: int = 0
    proposal: SeenProposal | None = None
