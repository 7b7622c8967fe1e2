"""Carcassonne's commands and events."""

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from domain.table.messages import Command, GameEvent, ScoringEvent, SeatNumber

Coordinate = Annotated[int, Meta(ge=-1000, le=1000)]
TileId = Annotated[str, Meta(min_length=1, max_length=16)]
Segment = Annotated[str, Meta(min_length=1, max_length=16)]
PieceKind = Annotated[str, Meta(min_length=1, max_length=16)]
# Wide enough that a wrong rotation is a refusal that explains itself, not a malformed command.
Rotation = Annotated[int, Meta(ge=-1000, le=1000)]
TurnNumber = Annotated[int, Meta(ge=0, le=1000)]


class PlaceTile(Command, frozen=True):
    """Lay the drawn tile at (x, y), turned `rot` quarter turns clockwise."""

    clause = "B-4"
    tile: TileId
    x: Coordinate
    y: Coordinate
    rot: Rotation


class Deploy(Command, frozen=True):
    """Put a piece from one's supply on a segment of the tile just laid."""

    clause = "B-6"
    piece: PieceKind
    segment: Segment


class SkipDeploy(Command, frozen=True):
    """Put nothing on the tile just laid."""

    clause = "B-6"


class StandingPiece(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A piece and where it stands."""

    seat: SeatNumber
    piece: str
    x: Coordinate
    y: Coordinate
    segment: str


class StackShuffled(GameEvent, frozen=True, tag="shuffle"):
    """All tiles but the start tile are shuffled. Their order is not stored: it follows from the table's chance."""

    clause = "B-2"
    label: str
    size: Annotated[int, Meta(ge=0, le=1000)]


class GameStarted(GameEvent, frozen=True, tag="start"):
    """The start tile lies on the table."""

    clause = "B-2"
    tile: str
    x: Coordinate
    y: Coordinate
    rot: Rotation


class TileDrawn(GameEvent, frozen=True, tag="draw"):
    """The seat whose turn it is has drawn a tile and shown it."""

    clause = "B-3"
    secrets: ClassVar[tuple[str, ...]] = ("tile",)
    seat: SeatNumber
    tile: str


class TileDiscarded(GameEvent, frozen=True, tag="discard"):
    """The drawn tile fits nowhere and is out of the game."""

    clause = "B-3"
    tile: str


class TilePlaced(GameEvent, frozen=True, tag="place"):
    clause = "B-4"
    seat: SeatNumber
    tile: str
    x: Coordinate
    y: Coordinate
    rot: Rotation


class PieceDeployed(GameEvent, frozen=True, tag="deploy"):
    clause = "B-6"
    seat: SeatNumber
    piece: str
    x: Coordinate
    y: Coordinate
    segment: str
    role: str


class DeploySkipped(GameEvent, frozen=True, tag="skip"):
    """Nothing was put on the tile; `automatic` where nothing could have been."""

    clause = "B-6"
    seat: SeatNumber
    automatic: bool


class FeatureScored(ScoringEvent, frozen=True, tag="score"):
    """A feature has paid its owners. (x, y, segment) names its first segment on the board."""

    clause = "B-10"
    kind: str
    complete: bool
    x: Coordinate
    y: Coordinate
    segment: str


class PiecesReturned(GameEvent, frozen=True, tag="return"):
    """Pieces have gone home."""

    clause = "B-12"
    pieces: tuple[StandingPiece, ...]
    reason: str


class TurnEnded(GameEvent, frozen=True, tag="turn"):
    """The turn is over; `next_seat` is the next in seating order."""

    clause = "B-1"
    seat: SeatNumber
    next_seat: SeatNumber


class FinalScoringStarted(GameEvent, frozen=True, tag="final"):
    """A tile was to be drawn and the stack was empty."""

    clause = "B-14"


COMMANDS = (PlaceTile, Deploy, SkipDeploy)
EVENTS = (
    StackShuffled, GameStarted, TileDrawn, TileDiscarded, TilePlaced, PieceDeployed, DeploySkipped, FeatureScored,
    PiecesReturned, TurnEnded, FinalScoringStarted,
)  # fmt: skip
