"""Field Hospitals (6.2.3)."""

from collections.abc import Callable, Iterator

from domain.root.cards import matching
from domain.root.checks import check_clearing, check_in_hand, check_matches
from domain.root.marquise.commands import DeclineFieldHospitals, UseFieldHospitals
from domain.root.marquise.events import FieldHospitalsDeclined, FieldHospitalsUsed
from domain.root.piles import pile
from domain.root.state import Game
from domain.root.steps import ask
from domain.table.chance import Chance
from domain.table.messages import Command
from domain.table.offers import Offer
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening


def pending(game: Game, chance: Chance) -> Iterator[Happening] | None:
    """6.2.3: warriors have been removed that she may bring back."""
    return offer_hospitals(game) if game.wounded else None


def offer_hospitals(game: Game) -> Iterator[Happening]:
    """6.2.3: the Marquise is asked whenever she has any card at all, for the number of cards is all that others know."""
    assert game.marquise is not None
    seat = game.marquise.seat
    if game.hands[seat] and game.marquise.keep is not None:
        yield ask(seat, "hospitals")
    else:
        yield FieldHospitalsDeclined(seat)


def legal_hospitals(game: Game, seat: int) -> list[Offer]:
    rows = [
        (clearing, card) for clearing in game.wounded for card in matching(game.hands[seat], game.paths.suits[clearing])
    ]
    return [Offer(UseFieldHospitals, ("clearing", "card"), rows)] if rows else []


def use_hospitals(game: Game, seat: int, command: UseFieldHospitals, chance: Chance) -> Iterator[Happening]:
    """6.2.3: one matching card brings all warriors of that batch from that clearing to the keep."""
    check_clearing(game, command.clearing)
    if command.clearing not in game.wounded:
        raise Refusal("NO_WOUNDED_HERE", "6.2.3", clearing=command.clearing)
    check_in_hand(game, seat, command.card)
    check_matches(command.card, game.paths.suits[command.clearing])
    assert game.marquise is not None
    assert game.marquise.keep is not None
    warriors = game.wounded[command.clearing]
    yield from pile(game, seat, command.card, "spent", "6.2.3")
    yield FieldHospitalsUsed(seat, command.clearing, warriors, game.marquise.keep)


def decline_hospitals(game: Game, seat: int, command: DeclineFieldHospitals, chance: Chance) -> Iterator[Happening]:
    """6.2.3: she need not."""
    yield FieldHospitalsDeclined(seat)


DECIDE: dict[type[Command], Callable[..., Iterator[Happening]]] = {
    UseFieldHospitals: use_hospitals,
    DeclineFieldHospitals: decline_hospitals,
}

OFFERS: dict[type[Command], Callable[[Game, int], list[Offer]]] = {
    UseFieldHospitals: legal_hospitals,
    DeclineFieldHospitals: lambda game, seat: [Offer(DeclineFieldHospitals)],
}
