"""What happens to the Cult alone."""

from typing import Literal

from domain.root.events import Count, Number
from domain.table.messages import GameEvent, SeatNumber


class OutcastChosen(GameEvent, frozen=True, tag="outcast"):
    clause = "10.3.3"
    seat: SeatNumber
    suit: str


class OutcastAdjusted(GameEvent, frozen=True, tag="adjust"):
    """The Outcast follows from the suits in Lost Souls; birds are ignored. `winner` is None for a tie or without a card."""

    clause = "10.4.1"
    seat: SeatNumber
    fox: Count
    rabbit: Count
    mouse: Count
    birds: Count
    winner: str | None
    before: str
    after: str
    hated_before: bool
    hated_after: bool


class LostSoulsEmptied(GameEvent, frozen=True, tag="empty"):
    clause = "10.4.2"
    seat: SeatNumber
    to_discard: tuple[str, ...]
    to_available: tuple[str, ...]


class CardRevealed(GameEvent, frozen=True, tag="reveal"):
    clause = "10.5"
    seat: SeatNumber
    card: str
    ritual: str


class RevealedCardsReturned(GameEvent, frozen=True, tag="return"):
    clause = "10.6.1"
    seat: SeatNumber
    cards: tuple[str, ...]


class AcolytesSpent(GameEvent, frozen=True, tag="acolytes"):
    clause = "10.4.3"
    seat: SeatNumber
    count: Count
    left: Count
    conspiracy: str


class AcolytesGained(GameEvent, frozen=True, tag="acolyte"):
    """Acolytes have come by a sacrifice, from the supply, or by revenge, from the battle (then they are in the box already)."""

    clause = "10.5.4"
    seat: SeatNumber
    count: Count
    cause: Literal["revenge", "sacrifice"]


class ConspiracyPerformed(GameEvent, frozen=True, tag="conspire"):
    clause = "10.4.3"
    seat: SeatNumber
    conspiracy: str
    clearing: Number
    cost: Count
    hated: bool


class CrusadeEnded(GameEvent, frozen=True, tag="no-follow"):
    """No battle follows the move of a crusade."""

    clause = "10.4.3-I"
    seat: SeatNumber


class RitualPerformed(GameEvent, frozen=True, tag="ritual"):
    clause = "10.5"
    seat: SeatNumber
    ritual: str
    card: str


class FaithfulFeared(GameEvent, frozen=True, tag="fear"):
    """A garden was removed, and a random card is to be discarded for it (None: the hand is empty)."""

    clause = "10.2.5"
    seat: SeatNumber
    garden: str
    card: str | None


EVENTS: tuple[type[GameEvent], ...] = (
    OutcastChosen,
    OutcastAdjusted,
    LostSoulsEmptied,
    CardRevealed,
    RevealedCardsReturned,
    AcolytesSpent,
    AcolytesGained,
    ConspiracyPerformed,
    CrusadeEnded,
    RitualPerformed,
    FaithfulFeared,
)
