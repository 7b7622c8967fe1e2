"""Checks that many commands share; each raises the refusal of core-1.2 that names what is wrong."""

from collections.abc import Sequence
from typing import Any

from domain.root.cards import CARDS, SUIT_OF, matches
from domain.root.rule import may_place, open_slots, ruler
from domain.root.state import Game
from domain.table.refusals import Refusal


def check_clearing(game: Game, clearing: int) -> None:
    """core-4: the map has such a clearing."""
    if not 1 <= clearing < len(game.buildings):
        raise Refusal("UNKNOWN_CLEARING", "core-4", clearing=clearing)


def check_in_hand(game: Game, seat: int, card: str) -> None:
    """core-5.7, 10.5: the card is in the hand, and neither elsewhere nor revealed."""
    if card not in CARDS:
        raise Refusal("UNKNOWN_CARD", "core-5.1", card=card)
    if game.cult is not None and game.cult.seat == seat and any(card == one for one, _ in game.cult.revealed):
        raise Refusal("CARD_IS_REVEALED", "10.5", card=card)
    if card not in game.hands[seat]:
        raise Refusal("CARD_NOT_IN_HAND", "core-5.7", card=card)


def check_matches(card: str, suit: str) -> None:
    """core-5.2: the card is of the suit, or a bird."""
    if not matches(card, suit):
        raise Refusal("CARD_SUIT_MISMATCH", "core-5.2", card=card, suit=suit, found=SUIT_OF[card])


def check_may_place(game: Game, seat: int, clearing: int) -> None:
    """core-9.1: pieces of the seat may be placed here."""
    if not may_place(game, seat, clearing):
        raise Refusal("CANNOT_PLACE_HERE", "6.2.2", clearing=clearing)


def check_open_slot(game: Game, clearing: int) -> None:
    """core-4: a building needs an open slot."""
    if open_slots(game, clearing) < 1:
        raise Refusal("NO_OPEN_SLOT", "core-4", clearing=clearing)


def check_rules(game: Game, seat: int, clearing: int) -> None:
    """core-7.1: the seat rules the clearing."""
    if ruler(game, clearing) != seat:
        raise Refusal("NO_RULE", "core-7.1", clearings=(clearing,))


def check_sorted(values: Sequence[Any]) -> None:
    """core-1.1: several things are named in their order, so that a command has one form only."""
    if list(values) != sorted(values):
        raise Refusal("NOT_IN_ORDER", "core-1.1")


def check_other(game: Game, seat: int, target: int) -> None:
    """core-3: the target is another seat at this table."""
    if target == seat or not 0 <= target < game.seats:
        raise Refusal("TARGET_NOT_ENEMY", "core-3", target=target)
