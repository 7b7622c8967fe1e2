"""Playing for dominance instead of points (core-11)."""

from collections.abc import Callable, Iterator

from domain.root.cards import BIRD, CARDS, SUIT_OF, matches
from domain.root.checks import check_in_hand
from domain.root.commands import ActivateDominance, TakeDominance
from domain.root.events import DominanceActivated, DominanceTaken
from domain.root.piles import may_hold, pile
from domain.root.rule import ruler
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.messages import Command, Term
from domain.table.offers import Offer
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening

LEAST_POINTS = 10
CLEARINGS_TO_RULE = 3
_CARDS = tuple(sorted(copy for copy, card in CARDS.items() if card.kind == "dominance"))


def has_dominated(game: Game, seat: int) -> bool:
    """core-11: whether the seat's dominance card makes it win now: three clearings of the suit, or two opposite corners."""
    card = game.dominance[seat]
    if card is None:
        return False
    suit = SUIT_OF[card]
    if suit == BIRD:
        return any(ruler(game, a) == seat == ruler(game, b) for a, b in game.paths.opposite.items())
    return sum(ruler(game, clearing) == seat for clearing in game.paths.by_suit[suit]) >= CLEARINGS_TO_RULE


def may_activate(game: Game, seat: int) -> bool:
    """core-11: whether the seat might activate a dominance card, by what everybody knows."""
    if game.dominance[seat] is not None or game.scores[seat] < LEAST_POINTS or game.seats == 2:
        return False
    return may_hold(game, seat, _CARDS)


def may_take(game: Game, seat: int) -> bool:
    """core-11: whether the seat might take an available dominance card, by what everybody knows."""
    return bool(game.available and game.hands[seat])


def legal_activations(game: Game, seat: int) -> list[Offer]:
    if game.dominance[seat] is not None or game.scores[seat] < LEAST_POINTS:
        return []
    rows = [(card,) for card in game.hands[seat] if CARDS[card].kind == "dominance"]
    return [Offer(ActivateDominance, ("card",), rows)] if rows else []


def activate(game: Game, seat: int, command: ActivateDominance, chance: Chance) -> Iterator[Happening]:
    """core-11: from 10 points on, once a game; the card stays for good and the score marker is removed."""
    check_in_hand(game, seat, command.card)
    if CARDS[command.card].kind != "dominance":
        raise Refusal("NOT_DOMINANCE", "core-11", card=command.card)
    if game.dominance[seat] is not None:
        raise Refusal("ALREADY_ACTIVATED", "core-11", card=game.dominance[seat] or "")
    if game.scores[seat] < LEAST_POINTS:
        raise Refusal("NEED_10_POINTS", "core-11", points=game.scores[seat])
    yield DominanceActivated((seat,), (Term("marker_removed", 1, -game.scores[seat], "core-11"),), command.card)


def legal_takings(game: Game, seat: int) -> list[Offer]:
    rows = [
        (card, payment) for card in game.available for payment in game.hands[seat] if matches(payment, SUIT_OF[card])
    ]
    return [Offer(TakeDominance, ("card", "payment"), rows)] if rows else []


def take(game: Game, seat: int, command: TakeDominance, chance: Chance) -> Iterator[Happening]:
    """core-11: an available dominance card is taken for a card of its suit; only a bird pays for the bird."""
    if command.card not in game.available:
        raise Refusal("NOT_AVAILABLE", "core-11", card=command.card)
    check_in_hand(game, seat, command.payment)
    suit = SUIT_OF[command.card]
    if not matches(command.payment, suit):
        found = SUIT_OF[command.payment]
        raise Refusal("CARD_SUIT_MISMATCH", "core-11", card=command.payment, suit=suit, found=found)
    yield from pile(game, seat, command.payment, "spent", "core-11")
    yield DominanceTaken(seat, command.card)


DECIDE: dict[type[Command], Callable[..., Iterator[Happening]]] = {
    ActivateDominance: activate,
    TakeDominance: take,
}

OFFERS: dict[type[Command], Callable[[Game, int], list[Offer]]] = {
    ActivateDominance: legal_activations,
    TakeDominance: legal_takings,
}
