"""What the read model says: the piles of a game of Root, every card with where it came from, and all that was before."""

from typing import Literal

import msgspec

from domain.root.cards import BIRD, CardSuit, Kind, count_suits
from domain.root.events import Cause

Zone = Literal["hand", "revealed", "play", "decree", "battle"]


class PiledCard(msgspec.Struct, frozen=True):
    """A card in a pile: whose it was (`seat`), out of which `zone`, for what `cause` and by which `clause`; at which version
    and time (microseconds) it left its owner, in which turn, and whose turn that was (None while the game is set up).

    `since` is the version since which it lies in this pile: a card that Lost Souls gave to another pile keeps its past.
    """

    card: str
    name: str
    suit: CardSuit
    kind: Kind
    seat: int
    zone: Zone
    cause: Cause
    clause: str
    version: int
    at: int
    turn: int
    active: int | None
    since: int


class Counts(msgspec.Struct, frozen=True):
    """How many cards of each suit; birds apart, which 10.4.1 ignores."""

    fox: int
    rabbit: int
    mouse: int
    bird: int

    @property
    def total(self) -> int:
        return self.fox + self.rabbit + self.mouse + self.bird


class Verdict(msgspec.Struct, frozen=True):
    """What an adjustment gives (10.4.1): the suit that wins outright, if one does, the Outcast, and whether it is Hated."""

    winner: str | None
    outcast: str
    hated: bool


class Emptying(msgspec.Struct, frozen=True):
    """One turn of the Cult: the Outcast adjusted at version `adjusted`, and the pile emptied at `version`.

    `cards` is the pile as it was, in its order: all that came since the emptying before. `to_discard` and `to_available`
    are the ids of the cards that went there.
    """

    version: int
    adjusted: int
    at: int
    turn: int
    cards: tuple[PiledCard, ...]
    counts: Counts
    winner: str | None
    outcast_before: str
    outcast_after: str
    hated_before: bool
    hated_after: bool
    to_discard: tuple[str, ...]
    to_available: tuple[str, ...]


class Reshuffle(msgspec.Struct, frozen=True):
    """The discard pile, so many cards, became the deck."""

    version: int
    at: int
    turn: int
    size: int


class LostSoulsSheet(msgspec.Struct, frozen=True):
    """A table's piles at a version, and their past in the history that counts.

    `cult` is the Cult's seat, None where it does not play: then there is no Lost Souls pile and no `next`. `next` is what the
    adjustment would give if it happened now. `cards`, `discard` and `available` lie in their order. By the clause `law`
    everything here is for `seen_by` to see, at any time: seats and spectators.
    """

    table: str
    version: int
    cult: int | None
    seen_by: Literal["everybody"]
    law: str
    turn: int
    active: int | None
    outcast: str | None
    hated: bool
    cards: tuple[PiledCard, ...]
    counts: Counts
    next: Verdict | None
    discard: tuple[PiledCard, ...]
    available: tuple[PiledCard, ...]
    emptyings: tuple[Emptying, ...]
    reshuffles: tuple[Reshuffle, ...]


def counts_of(cards: tuple[PiledCard, ...]) -> Counts:
    """The suits of a pile."""
    counts = count_suits(one.card for one in cards)
    return Counts(counts["fox"], counts["rabbit"], counts["mouse"], counts[BIRD])
