"""The shared deck: 54 cards, each with its suit, kind and cost (core-5.1)."""

from collections.abc import Iterable
from importlib import resources
from typing import Literal

import msgspec

Suit = Literal["fox", "rabbit", "mouse"]
CardSuit = Literal["fox", "rabbit", "mouse", "bird"]
Kind = Literal["ambush", "dominance", "item", "immediate", "persistent"]

SUITS: tuple[Suit, ...] = ("fox", "rabbit", "mouse")
BIRD = "bird"
HAND_LIMIT = 5


class Card(msgspec.Struct, frozen=True):
    """A card of the deck, of which there are `count` copies. `cost` is None where it cannot be crafted."""

    id: str
    name: str
    suit: CardSuit
    kind: Kind
    count: int
    cost: tuple[str, ...] | None
    item: str | None
    vp: int
    effect: str | None
    text: str


class Deck(msgspec.Struct, frozen=True):
    """A data file of cards."""

    id: str
    cards: tuple[Card, ...]


def _load(name: str) -> dict[str, Card]:
    data = (resources.files("domain.root.data") / name).read_bytes()
    deck = msgspec.json.decode(data, type=Deck)
    return {f"{card.id}#{n}": card for card in deck.cards for n in range(1, card.count + 1)}


CARDS = _load("deck-standard.json")
"""All copies of all cards, by their ids."""

SUIT_OF: dict[str, CardSuit] = {copy: card.suit for copy, card in CARDS.items()}
AMBUSHES = tuple(sorted(copy for copy, card in CARDS.items() if card.kind == "ambush"))


def deck_for(seats: int) -> list[str]:
    """The cards that are played with, sorted: between two there are no dominance cards (core-11)."""
    return sorted(copy for copy, card in CARDS.items() if seats > 2 or card.kind != "dominance")


def matches(card: str, suit: str) -> bool:
    """Whether a card is of the suit, or a bird, which stands in for any (core-5.2)."""
    return SUIT_OF[card] in (suit, BIRD)


def matching(cards: Iterable[str], suit: str) -> list[str]:
    """The cards that can be spent where the suit is asked for (core-5.2)."""
    return [card for card in cards if matches(card, suit)]


def count_suits(cards: Iterable[str]) -> dict[str, int]:
    """How many cards of each suit there are, birds included."""
    counts = dict.fromkeys((*SUITS, BIRD), 0)
    for card in cards:
        counts[SUIT_OF[card]] += 1
    return counts
