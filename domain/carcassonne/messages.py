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
RulingPoints = Annotated[int, Meta(ge=-100, le=100)]
TurnNumber = Annotated[int, Meta(ge=0, le=1000)]


class PieceRef(msgspec.Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """Where a piece stands."""

    x: Coordinate
    y: Coordinate
    segment: Segment


class PlaceTile(Command, frozen=True, omit_defaults=True):
    """Lay the drawn tile at (x, y), turned `rot` quarter turns clockwise; a joker `as` another type of tile (CSC-23)."""

    clause = "B-4"
    tile: TileId
    x: Coordinate
    y: Coordinate
    rot: Rotation
    as_: TileId | None = msgspec.field(default=None, name="as")


class Deploy(Command, frozen=True):
    """Put a piece from one's supply on a segment of the tile just laid."""

    clause = "B-6"
    piece: PieceKind
    segment: Segment


class SkipDeploy(Command, frozen=True):
    """Put nothing on the tile just laid."""

    clause = "B-6"


class Recall(Command, frozen=True):
    """Instead of putting a piece, take back one's own follower from anywhere, where the tile allows it."""

    clause = "CSC-24"
    x: Coordinate
    y: Coordinate
    segment: Segment
    piece: PieceKind


class Escape(Command, frozen=True):
    """Take one's own knight out of a besieged city."""

    clause = "CSC-21"
    x: Coordinate
    y: Coordinate
    segment: Segment
    piece: PieceKind


class SkipEscape(Command, frozen=True):
    """Let all knights stay."""

    clause = "CSC-21"


class ProposeRuling(Command, frozen=True):
    """Propose what a tile's own text does: points for each seat, and the pieces that go home."""

    clause = "CSC-24"
    points: Annotated[tuple[RulingPoints, ...], Meta(max_length=6)]
    pieces: Annotated[tuple[PieceRef, ...], Meta(max_length=100)] = ()


class AnswerRuling(Command, frozen=True):
    """Accept or reject what was proposed."""

    clause = "CSC-24"
    accept: bool


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
    """A tile lies on the table; `as` is the type that a blank stands for, empty for any other."""

    clause = "B-4"
    seat: SeatNumber
    tile: str
    x: Coordinate
    y: Coordinate
    rot: Rotation
    as_: str = msgspec.field(default="", name="as")


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


class ChallengeDeclared(GameEvent, frozen=True, tag="challenge"):
    """The follower of `seat` in the building at (x, y) challenges the one of `other_seat` at (other_x, other_y)."""

    clause = "CSC-7"
    seat: SeatNumber
    x: Coordinate
    y: Coordinate
    other_seat: SeatNumber
    other_x: Coordinate
    other_y: Coordinate


class ChallengeWon(GameEvent, frozen=True, tag="won"):
    """The building at (x, y) of `seat` was completed first; the other is beaten."""

    clause = "CSC-11"
    seat: SeatNumber
    x: Coordinate
    y: Coordinate
    other_seat: SeatNumber
    other_x: Coordinate
    other_y: Coordinate


class ChallengeDrawn(GameEvent, frozen=True, tag="drawn"):
    """Both buildings were completed by the same tile."""

    clause = "CSC-11"
    x: Coordinate
    y: Coordinate
    other_x: Coordinate
    other_y: Coordinate


class ChallengeLapsed(GameEvent, frozen=True, tag="lapsed"):
    """One of the two followers has gone, so there is nothing left to decide."""

    clause = "CSC-12"
    x: Coordinate
    y: Coordinate
    other_x: Coordinate
    other_y: Coordinate


class ChallengeUnresolved(GameEvent, frozen=True, tag="unresolved"):
    """The game has ended before the challenge was decided; both buildings pay."""

    clause = "CSC-13"
    x: Coordinate
    y: Coordinate
    other_x: Coordinate
    other_y: Coordinate


class KnightEscaped(GameEvent, frozen=True, tag="escape"):
    clause = "CSC-21"
    seat: SeatNumber
    piece: str
    x: Coordinate
    y: Coordinate
    segment: str


class EscapeAwaited(GameEvent, frozen=True, tag="escape-due"):
    """The seat may let a knight escape before its turn ends, or before the second part that follows."""

    clause = "CSC-21"
    seat: SeatNumber
    second_part_follows: bool


class EscapeSkipped(GameEvent, frozen=True, tag="stay"):
    clause = "CSC-21"
    seat: SeatNumber


class FollowerRecalled(GameEvent, frozen=True, tag="recall"):
    clause = "CSC-24"
    seat: SeatNumber
    piece: str
    x: Coordinate
    y: Coordinate
    segment: str


class BonusScored(ScoringEvent, frozen=True, tag="bonus"):
    """A tile of the group's own making has paid who laid it."""

    clause = "CSC-24"
    x: Coordinate
    y: Coordinate


class GoodsAwarded(GameEvent, frozen=True, tag="goods"):
    """Who completed a city takes its goods."""

    clause = "TB-1"
    seat: SeatNumber
    wine: Annotated[int, Meta(ge=0, le=200)]
    grain: Annotated[int, Meta(ge=0, le=200)]
    cloth: Annotated[int, Meta(ge=0, le=200)]


class GoodsMajorityScored(ScoringEvent, frozen=True, tag="majority"):
    """The seats with the most tokens of a kind of goods."""

    clause = "TB-2"
    goods: str
    tokens: Annotated[int, Meta(ge=0, le=200)]


class SecondPartStarted(GameEvent, frozen=True, tag="second"):
    """The seat plays a second tile."""

    clause = "TB-3"
    seat: SeatNumber


class RulingProposed(GameEvent, frozen=True, tag="propose"):
    """What a tile's own text does, as a seat sees it; the others are asked."""

    clause = "CSC-24"
    seat: SeatNumber
    points: tuple[RulingPoints, ...]
    pieces: tuple[StandingPiece, ...]


class RulingAccepted(GameEvent, frozen=True, tag="accept"):
    """A seat has accepted what was proposed."""

    clause = "CSC-24"
    seat: SeatNumber


class RulingRejected(GameEvent, frozen=True, tag="reject"):
    """A seat has rejected what was proposed: nothing happens."""

    clause = "CSC-24"
    seat: SeatNumber


class RulingScored(ScoringEvent, frozen=True, tag="ruling"):
    """Points that all seats have agreed on."""

    clause = "CSC-24"


class RulingSettled(GameEvent, frozen=True, tag="settled"):
    """All seats have accepted: the tile's text is applied, and the game goes on."""

    clause = "CSC-24"


class TurnEnded(GameEvent, frozen=True, tag="turn"):
    """The turn is over; `next_seat` is the next in seating order."""

    clause = "B-1"
    seat: SeatNumber
    next_seat: SeatNumber


class FinalScoringStarted(GameEvent, frozen=True, tag="final"):
    """A tile was to be drawn and the stack was empty."""

    clause = "B-14"


COMMANDS = (PlaceTile, Deploy, SkipDeploy, Recall, Escape, SkipEscape, ProposeRuling, AnswerRuling)
EVENTS = (
    StackShuffled, GameStarted, TileDrawn, TileDiscarded, TilePlaced, PieceDeployed, DeploySkipped, FeatureScored,
    PiecesReturned, TurnEnded, FinalScoringStarted, ChallengeDeclared, ChallengeWon, ChallengeDrawn, ChallengeLapsed,
    ChallengeUnresolved, KnightEscaped, EscapeAwaited, EscapeSkipped, FollowerRecalled, BonusScored, GoodsAwarded,
    GoodsMajorityScored, SecondPartStarted, RulingProposed, RulingAccepted, RulingRejected, RulingScored, RulingSettled,
)  # fmt: skip
