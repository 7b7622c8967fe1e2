"""What crafted cards do outside battle: each effect in its window (core-6, core-10)."""

from collections.abc import Callable, Iterator

from domain.root.battle.declaring import check_battle, legal_battles, start_battle
from domain.root.cards import CARDS
from domain.root.checks import check_clearing, check_other
from domain.root.commands import (
    UseBetterBurrowBank,
    UseCobbler,
    UseCodebreakers,
    UseCommandWarren,
    UseRoyalClaim,
    UseStandAndDeliver,
    UseTaxCollector,
)
from domain.root.events import CardTaken, EffectUsed, HandShown, Loss
from domain.root.moving import can_move, check_move, legal_moves, move
from domain.root.piles import draw, pile
from domain.root.removal import remove
from domain.root.rule import ruled_by
from domain.root.scoring import score
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.messages import Command, Term
from domain.table.offers import Offer
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under


def unused(game: Game, seat: int, effect: str) -> str | None:
    """core-10: the seat's card with that effect, if it has one that it has not used this turn."""
    return next((card for card in game.play[seat] if CARDS[card].effect == effect and card not in game.used), None)


def _check_unused(game: Game, seat: int, effect: str) -> str:
    card = unused(game, seat, effect)
    if card is not None:
        return card
    if any(CARDS[one].effect == effect for one in game.play[seat]):
        raise Refusal("ALREADY_USED_THIS_TURN", f"card-{effect}")
    raise Refusal("EFFECT_NOT_YOURS", f"card-{effect}", effect=effect)


def _used(seat: int, card: str) -> Under:
    return Under(f"card-{CARDS[card].effect}", EffectUsed(seat, card))


def _with_cards(game: Game, seat: int) -> list[int]:
    """The other seats that have any card in hand."""
    return [other for other in range(game.seats) if other != seat and game.hands[other]]


def _check_has_cards(game: Game, seat: int, target: int, clause: str) -> None:
    check_other(game, seat, target)
    if not game.hands[target]:
        raise Refusal("EMPTY_HAND", clause, target=target)


# --- Birdsong ---------------------------------------------------------------------------------------------------------


def usable_in_birdsong(game: Game, seat: int) -> bool:
    """core-6: whether the seat has an effect that it can use during its Birdsong."""
    if unused(game, seat, "royal-claim"):
        return True
    return bool(unused(game, seat, "stand-and-deliver") and _with_cards(game, seat))


def legal_bank(game: Game, seat: int) -> list[Offer]:
    others = [(other,) for other in range(game.seats) if other != seat]
    return [Offer(UseBetterBurrowBank, ("target",), others)] if unused(game, seat, "better-burrow-bank") else []


def use_bank(game: Game, seat: int, command: UseBetterBurrowBank, chance: Chance) -> Iterator[Happening]:
    """card-better-burrow-bank: the owner and one other player of its choice draw a card each."""
    card = _check_unused(game, seat, "better-burrow-bank")
    check_other(game, seat, command.target)
    yield from bank(game, seat, card, command.target, chance)


def bank(game: Game, seat: int, card: str, target: int, chance: Chance) -> Iterator[Happening]:
    """card-better-burrow-bank: it is not optional."""
    yield _used(seat, card)
    for drawing in (seat, target):
        yield from draw(game, drawing, 1, chance, "card-better-burrow-bank")


def legal_royal_claim(game: Game, seat: int) -> list[Offer]:
    return [Offer(UseRoyalClaim)] if unused(game, seat, "royal-claim") else []


def use_royal_claim(game: Game, seat: int, command: UseRoyalClaim, chance: Chance) -> Iterator[Happening]:
    """card-royal-claim: it is discarded for a point a clearing that the seat rules, gardens included (10.2.4)."""
    card = _check_unused(game, seat, "royal-claim")
    yield _used(seat, card)
    ruled = Term("clearing_ruled", len(ruled_by(game, seat)), 1, "card-royal-claim")
    yield from pile(game, seat, card, "used_up", "card-royal-claim")
    yield from score(game, seat, "card-royal-claim", ruled)


def legal_stand_and_deliver(game: Game, seat: int) -> list[Offer]:
    rows = [(target,) for target in _with_cards(game, seat)]
    return [Offer(UseStandAndDeliver, ("target",), rows)] if unused(game, seat, "stand-and-deliver") and rows else []


def use_stand_and_deliver(game: Game, seat: int, command: UseStandAndDeliver, chance: Chance) -> Iterator[Happening]:
    """card-stand-and-deliver: a random card of another's hand is taken; that seat scores 1."""
    card = _check_unused(game, seat, "stand-and-deliver")
    _check_has_cards(game, seat, command.target, "card-stand-and-deliver")
    yield _used(seat, card)
    yield CardTaken(seat, command.target, chance.pick("take", game.hands[command.target]))
    yield from score(
        game, command.target, "card-stand-and-deliver", Term("stand-and-deliver", 1, 1, "card-stand-and-deliver")
    )


# --- Daylight ---------------------------------------------------------------------------------------------------------


def usable_in_daylight(game: Game, seat: int) -> bool:
    """core-6: whether the seat has an effect that it can use during its Daylight, dominance apart."""
    if unused(game, seat, "tax-collector") and any(game.warriors[seat]):
        return True
    return bool(unused(game, seat, "codebreakers") and _with_cards(game, seat))


def usable_warren(game: Game, seat: int) -> bool:
    """card-command-warren: whether the seat can battle by it."""
    return bool(unused(game, seat, "command-warren") and legal_battles(game, seat, range(1, len(game.buildings))))


def legal_warren(game: Game, seat: int) -> list[Offer]:
    if not unused(game, seat, "command-warren"):
        return []
    return [Offer(UseCommandWarren, ("clearing", "defender"), legal_battles(game, seat, range(1, len(game.buildings))))]


def use_warren(game: Game, seat: int, command: UseCommandWarren, chance: Chance) -> Iterator[Happening]:
    """card-command-warren: one battle at the start of Daylight."""
    card = _check_unused(game, seat, "command-warren")
    check_battle(game, seat, command.clearing, command.defender)
    yield _used(seat, card)
    yield from start_battle(seat, command.clearing, command.defender)


def legal_tax(game: Game, seat: int) -> list[Offer]:
    rows = [(clearing,) for clearing, warriors in enumerate(game.warriors[seat]) if warriors]
    return [Offer(UseTaxCollector, ("clearing",), rows)] if unused(game, seat, "tax-collector") and rows else []


def use_tax(game: Game, seat: int, command: UseTaxCollector, chance: Chance) -> Iterator[Happening]:
    """card-tax-collector: one's own warrior is removed; what follows from that comes before the card is drawn (6.2.3)."""
    _check_unused(game, seat, "tax-collector")
    check_clearing(game, command.clearing)
    if not game.warriors[seat][command.clearing]:
        raise Refusal("NOT_ENOUGH_WARRIORS", "card-tax-collector", clearing=command.clearing, wanted=1, found=0)
    yield from remove(game, seat, [Loss(seat, command.clearing, 1)], "tax", "card-tax-collector")


def collect_tax(game: Game, chance: Chance) -> Iterator[Happening]:
    """card-tax-collector: a card is drawn for the warrior that was removed."""
    card = unused(game, game.active, "tax-collector")
    assert card is not None
    yield _used(game.active, card)
    yield from draw(game, game.active, 1, chance, "card-tax-collector")


def legal_codebreakers(game: Game, seat: int) -> list[Offer]:
    rows = [(target,) for target in _with_cards(game, seat)]
    return [Offer(UseCodebreakers, ("target",), rows)] if unused(game, seat, "codebreakers") and rows else []


def use_codebreakers(game: Game, seat: int, command: UseCodebreakers, chance: Chance) -> Iterator[Happening]:
    """card-codebreakers: the seat looks at another's hand; nobody else does."""
    card = _check_unused(game, seat, "codebreakers")
    _check_has_cards(game, seat, command.target, "card-codebreakers")
    yield _used(seat, card)
    yield HandShown(seat, command.target, tuple(game.hands[command.target]))


# --- Evening ----------------------------------------------------------------------------------------------------------


def usable_cobbler(game: Game, seat: int) -> bool:
    """card-cobbler: whether the seat can move by it."""
    return bool(unused(game, seat, "cobbler") and can_move(game, seat, range(1, len(game.buildings))))


def legal_cobbler(game: Game, seat: int) -> list[Offer]:
    if not unused(game, seat, "cobbler"):
        return []
    return legal_moves(game, seat, UseCobbler, range(1, len(game.buildings)))


def use_cobbler(game: Game, seat: int, command: UseCobbler, chance: Chance) -> Iterator[Happening]:
    """card-cobbler: one move at the start of Evening."""
    card = _check_unused(game, seat, "cobbler")
    check_move(game, seat, command.origin, command.destination, command.warriors)
    yield _used(seat, card)
    yield from move(seat, command.origin, command.destination, command.warriors, "card-cobbler")


DECIDE: dict[type[Command], Callable[..., Iterator[Happening]]] = {
    UseBetterBurrowBank: use_bank,
    UseRoyalClaim: use_royal_claim,
    UseStandAndDeliver: use_stand_and_deliver,
    UseCommandWarren: use_warren,
    UseTaxCollector: use_tax,
    UseCodebreakers: use_codebreakers,
    UseCobbler: use_cobbler,
}

OFFERS: dict[type[Command], Callable[[Game, int], list[Offer]]] = {
    UseBetterBurrowBank: legal_bank,
    UseRoyalClaim: legal_royal_claim,
    UseStandAndDeliver: legal_stand_and_deliver,
    UseCommandWarren: legal_warren,
    UseTaxCollector: legal_tax,
    UseCodebreakers: legal_codebreakers,
    UseCobbler: legal_cobbler,
}
