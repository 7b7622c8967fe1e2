"""What the Cult can ask."""

from domain.root.commands import CardId, ClearingNumber, SuitName, Warriors, Word
from domain.table.messages import Command, SeatNumber


class ChooseOutcast(Command, frozen=True):
    """The Cult chooses the first Outcast."""

    clause = "10.3.3"
    suit: SuitName


class AdjustOutcast(Command, frozen=True):
    """Begin the Cult's Birdsong proper, when effects have been used before it."""

    clause = "10.4.1"


class CrusadeBattle(Command, frozen=True):
    """Conspire to battle in an Outcast clearing."""

    clause = "10.4.3-I"
    clearing: ClearingNumber
    defender: SeatNumber


class CrusadeMove(Command, frozen=True):
    """Conspire to move out of an Outcast clearing, and perhaps to battle there."""

    clause = "10.4.3-I"
    origin: ClearingNumber
    destination: ClearingNumber
    warriors: Warriors


class CrusadeFollowUp(Command, frozen=True):
    """Battle where a crusade has moved to, or do not (None)."""

    clause = "10.4.3-I"
    defender: SeatNumber | None = None


class Convert(Command, frozen=True):
    """Conspire to replace an enemy warrior."""

    clause = "10.4.3-II"
    clearing: ClearingNumber
    owner: SeatNumber


class Sanctify(Command, frozen=True):
    """Conspire to replace an enemy building."""

    clause = "10.4.3-III"
    clearing: ClearingNumber
    owner: SeatNumber
    building: Word


class RitualBuild(Command, frozen=True):
    """Reveal a card to place a garden."""

    clause = "10.5.1"
    card: CardId
    clearing: ClearingNumber


class RitualRecruit(Command, frozen=True):
    """Reveal a card to place a warrior."""

    clause = "10.5.2"
    card: CardId
    clearing: ClearingNumber


class RitualScore(Command, frozen=True):
    """Spend a card to score its suit's gardens."""

    clause = "10.5.3"
    card: CardId


class RitualSacrifice(Command, frozen=True):
    """Reveal a bird card to gain an acolyte."""

    clause = "10.5.4"
    card: CardId


COMMANDS: tuple[type[Command], ...] = (
    ChooseOutcast,
    AdjustOutcast,
    CrusadeBattle,
    CrusadeMove,
    CrusadeFollowUp,
    Convert,
    Sanctify,
    RitualBuild,
    RitualRecruit,
    RitualScore,
    RitualSacrifice,
)
