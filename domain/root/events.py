"""What can happen in a game of Root. Each event holds its whole outcome; tags never change their meaning.

core-1.3: what chance gives is in the event that used it. core-1.5: `secrets` are what an event may show to some seat that was
hidden from it before; the kernel asks them whether an undo is free.
"""

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from domain.table.messages import ForfeitingEvent, GameEvent, ScoringEvent, SeatNumber

Number = Annotated[int, Meta(ge=1, le=12)]
Count = Annotated[int, Meta(ge=0, le=99)]
Cause = Literal["spent", "discarded", "played", "crafted", "hand_limit", "random", "used_up", "purged"]
Pile = Literal["discard", "available", "lost_souls"]


# --- Setting up -------------------------------------------------------------------------------------------------------


class WoodlandSetUp(GameEvent, frozen=True, tag="woods"):
    """The map lies on the table. `reach` is what the factions reach together, `advised` what the law advises at least."""

    clause = "core-13"
    map: str
    factions: tuple[str, ...]
    reach: Count
    advised: Count


class FirstSeatDrawn(GameEvent, frozen=True, tag="first"):
    clause = "core-13"
    seat: SeatNumber


class DeckShuffled(GameEvent, frozen=True, tag="shuffle"):
    """The deck is shuffled. Its order is not stored: it follows from the table's chance."""

    clause = "core-13"
    size: Count


class Placed(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """So many pieces of a kind in a clearing."""

    kind: str
    clearing: Number
    count: Count


class PiecesPlaced(GameEvent, frozen=True, tag="place"):
    """Pieces of a seat have come onto the map from its supply, or from the left of their tracks."""

    clause = "core-3"
    seat: SeatNumber
    pieces: tuple[Placed, ...]


class FactionSetUp(GameEvent, frozen=True, tag="faction"):
    clause = "core-13"
    seat: SeatNumber
    faction: str


# --- Turns ------------------------------------------------------------------------------------------------------------


class TurnStarted(GameEvent, frozen=True, tag="turn"):
    clause = "core-6"
    seat: SeatNumber
    number: Annotated[int, Meta(ge=1, le=100_000)]


class PhaseStarted(GameEvent, frozen=True, tag="phase"):
    clause = "core-6"
    seat: SeatNumber
    phase: Literal["birdsong", "daylight", "evening"]


class StepStarted(GameEvent, frozen=True, tag="step"):
    """A step in which the seat has something to decide."""

    clause = "core-6"
    seat: SeatNumber
    step: str


class StepEnded(GameEvent, frozen=True, tag="step-end"):
    clause = "core-6"
    seat: SeatNumber
    step: str


class TurnEnded(GameEvent, frozen=True, tag="turn-end"):
    clause = "core-6"
    seat: SeatNumber


class DecisionRequested(GameEvent, frozen=True, tag="ask"):
    """A decision outside the course of the turn is awaited of a seat."""

    clause = "core-1.1"
    seat: SeatNumber
    kind: str


# --- Cards ------------------------------------------------------------------------------------------------------------


class CardsDrawn(GameEvent, frozen=True, tag="draw"):
    clause = "core-5.3"
    secrets: ClassVar[tuple[str, ...]] = ("cards",)
    seat: SeatNumber
    count: Count
    cards: tuple[str, ...] = ()


class DeckReshuffled(GameEvent, frozen=True, tag="reshuffle"):
    """The discard pile has become the deck."""

    clause = "core-5.3"
    size: Count


class CardPiled(GameEvent, frozen=True, tag="pile"):
    """A card of a seat has gone to a pile. The record's clause says to which one; `why` is the clause that it was spent,
    played or lost by."""

    clause = "core-5.4"
    seat: SeatNumber
    card: str
    cause: Cause
    to: Pile
    why: str = "core-5.4"


class CardTaken(GameEvent, frozen=True, tag="take"):
    """A random card has changed hands."""

    clause = "card-stand-and-deliver"
    secrets: ClassVar[tuple[str, ...]] = ("card",)
    seat: SeatNumber
    target: SeatNumber
    card: str | None = None


class HandShown(GameEvent, frozen=True, tag="show"):
    """A seat has looked at another's hand."""

    clause = "card-codebreakers"
    secrets: ClassVar[tuple[str, ...]] = ("cards",)
    seat: SeatNumber
    target: SeatNumber
    cards: tuple[str, ...] = ()


class EffectUsed(GameEvent, frozen=True, tag="effect"):
    """A card in front of a seat has been used; once a turn where its text says so."""

    clause = "core-10"
    seat: SeatNumber
    card: str


class DominanceActivated(ScoringEvent, frozen=True, tag="dominance"):
    """A seat plays for dominance: its score marker is removed, and its terms take away what it had."""

    clause = "core-11"
    card: str


class DominanceTaken(GameEvent, frozen=True, tag="take-dom"):
    clause = "core-11"
    seat: SeatNumber
    card: str


class CardCrafted(GameEvent, frozen=True, tag="craft"):
    """Crafting pieces in these clearings are activated; a card that stays lies in front of the seat."""

    clause = "core-10"
    seat: SeatNumber
    card: str
    clearings: tuple[Number, ...]
    stays: bool


class ItemGained(GameEvent, frozen=True, tag="item"):
    clause = "core-10"
    seat: SeatNumber
    item: str


# --- Pieces -----------------------------------------------------------------------------------------------------------


class Loss(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a seat loses in one clearing. Its warriors go to the supply, or to the Acolytes box."""

    seat: SeatNumber
    clearing: Number
    warriors: Count
    buildings: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    to_acolytes: bool = False

    @property
    def pieces(self) -> tuple[str, ...]:
        """All of them, one entry a piece, warriors first."""
        return ("warrior",) * self.warriors + self.buildings + self.tokens


class PiecesRemoved(GameEvent, frozen=True, tag="remove"):
    """Pieces have left the map, all at once.

    `wounded` are clearings and numbers of warriors that field hospitals may bring back, `feared` the random discards that
    are due for gardens.
    """

    clause = "core-9.2"
    by: SeatNumber
    losses: tuple[Loss, ...]
    cause: str
    wounded: tuple[tuple[Number, Count], ...] = ()
    feared: Count = 0


class PieceReplaced(GameEvent, frozen=True, tag="replace"):
    """A piece of `owner` has been replaced by one of `seat`; `wounded` as with removed pieces."""

    clause = "10.4.3"
    seat: SeatNumber
    owner: SeatNumber
    clearing: Number
    removed: str
    placed: str
    wounded: Count = 0


class WarriorsMoved(GameEvent, frozen=True, tag="move"):
    clause = "core-7.2"
    seat: SeatNumber
    origin: Number
    destination: Number
    warriors: Count


# --- Points -----------------------------------------------------------------------------------------------------------


class PointsScored(ScoringEvent, frozen=True, tag="score"):
    clause = "core-12"


class PointsLost(ScoringEvent, frozen=True, tag="lose"):
    clause = "core-12"


class PointsForfeited(ForfeitingEvent, frozen=True, tag="forfeit"):
    """What a seat would have scored, if it did not play for dominance."""

    clause = "core-11"


# --- Battle -----------------------------------------------------------------------------------------------------------


class BattleStarted(GameEvent, frozen=True, tag="battle"):
    clause = "core-8.0"
    attacker: SeatNumber
    defender: SeatNumber
    clearing: Number


class AmbushPlayed(GameEvent, frozen=True, tag="ambush"):
    clause = "core-8.1"
    seat: SeatNumber
    card: str


class AmbushDeclined(GameEvent, frozen=True, tag="no-ambush"):
    clause = "core-8.1"
    seat: SeatNumber


class AmbushFoiled(GameEvent, frozen=True, tag="foil"):
    clause = "core-8.1"
    seat: SeatNumber
    card: str


class FoilDeclined(GameEvent, frozen=True, tag="no-foil"):
    clause = "core-8.1"
    seat: SeatNumber


class DiceRolled(GameEvent, frozen=True, tag="dice"):
    """Two dice of 0 to 3; each side's roll, and what its warriors allow of it."""

    clause = "core-8.3"
    dice: tuple[Count, Count]
    attacker_roll: Count
    defender_roll: Count
    attacker_cap: Count
    defender_cap: Count


class EffectsOrdered(GameEvent, frozen=True, tag="order"):
    clause = "core-8.4"
    seat: SeatNumber
    first: SeatNumber


class BattleEffectsUsed(GameEvent, frozen=True, tag="effects"):
    """A side has decided which of its cards it uses after the roll."""

    clause = "core-8.4"
    seat: SeatNumber
    cards: tuple[str, ...]


class HitsCounted(GameEvent, frozen=True, tag="count"):
    """How many hits each side takes."""

    clause = "core-8.5"
    attacker_takes: Count
    defender_takes: Count


class HitsChosen(GameEvent, frozen=True, tag="choose"):
    """A side has chosen the buildings and tokens that hits remove; nobody else sees it before they are dealt."""

    clause = "core-8.6"
    secrets: ClassVar[tuple[str, ...]] = ("pieces",)
    seat: SeatNumber
    pieces: tuple[str, ...] = ()


class BattleEnded(GameEvent, frozen=True, tag="battle-end"):
    clause = "core-8"


EVENTS: tuple[type[GameEvent], ...] = (
    WoodlandSetUp,
    FirstSeatDrawn,
    DeckShuffled,
    PiecesPlaced,
    FactionSetUp,
    TurnStarted,
    PhaseStarted,
    StepStarted,
    StepEnded,
    TurnEnded,
    DecisionRequested,
    CardsDrawn,
    DeckReshuffled,
    CardPiled,
    CardTaken,
    HandShown,
    EffectUsed,
    DominanceActivated,
    DominanceTaken,
    CardCrafted,
    ItemGained,
    PiecesRemoved,
    PieceReplaced,
    WarriorsMoved,
    PointsScored,
    PointsLost,
    PointsForfeited,
    BattleStarted,
    AmbushPlayed,
    AmbushDeclined,
    AmbushFoiled,
    FoilDeclined,
    DiceRolled,
    EffectsOrdered,
    BattleEffectsUsed,
    HitsCounted,
    HitsChosen,
    BattleEnded,
)
