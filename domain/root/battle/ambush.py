"""Ambush and foil (core-8.1)."""

from collections.abc import Iterable, Iterator

from domain.root.battle.rolling import has_effect, roll
from domain.root.cards import AMBUSHES, CARDS, matches
from domain.root.checks import check_in_hand
from domain.root.commands import DeclineAmbush, DeclineFoil, FoilAmbush, PlayAmbush
from domain.root.events import AmbushDeclined, AmbushFoiled, AmbushPlayed, BattleEnded, FoilDeclined
from domain.root.piles import may_hold, pile
from domain.root.state import Battle, Game
from domain.root.steps import ask
from domain.table.chance import Chance
from domain.table.offers import Offer
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening


def fitting_ambushes(game: Game, cards: Iterable[str]) -> list[str]:
    """core-5.5: the ambush cards that fit the clearing of the battle; a bird ambush fits any."""
    assert game.battle is not None
    suit = game.paths.suits[game.battle.clearing]
    return [card for card in cards if CARDS[card].kind == "ambush" and matches(card, suit)]


def ask_for_ambush(game: Game, battle: Battle, chance: Chance) -> Iterator[Happening]:
    """core-8.1: the defender is asked whenever an ambush is possible by what everybody knows.

    card-scouting-party: ambush cards do not affect an attacker who has one, so nobody is asked.
    """
    if has_effect(game, battle.attacker, "scouting-party"):
        yield from roll(game, battle, chance)
    elif may_hold(game, battle.defender, fitting_ambushes(game, AMBUSHES)):
        yield ask(battle.defender, "ambush")
    else:
        yield from roll(game, battle, chance)


def legal_ambushes(game: Game, seat: int) -> list[Offer]:
    rows = [(card,) for card in fitting_ambushes(game, game.hands[seat])]
    return [Offer(PlayAmbush, ("card",), rows)] if rows else []


def play_ambush(game: Game, seat: int, command: PlayAmbush, chance: Chance) -> Iterator[Happening]:
    """core-8.1: the defender plays one ambush card that fits the clearing."""
    _check_ambush(game, seat, command.card)
    yield AmbushPlayed(seat, command.card)


def decline_ambush(game: Game, seat: int, command: DeclineAmbush, chance: Chance) -> Iterator[Happening]:
    """core-8.1: nobody has to ambush."""
    yield AmbushDeclined(seat)


def _check_ambush(game: Game, seat: int, card: str) -> None:
    check_in_hand(game, seat, card)
    if not fitting_ambushes(game, [card]):
        raise Refusal("NO_FITTING_AMBUSH", "core-5.5", card=card)


def ask_for_foil(game: Game, battle: Battle, chance: Chance) -> Iterator[Happening]:
    """core-8.1: the attacker may foil the ambush with an ambush card that fits."""
    if may_hold(game, battle.attacker, fitting_ambushes(game, AMBUSHES)):
        yield ask(battle.attacker, "foil")
    else:
        yield FoilDeclined(battle.attacker)


def legal_foils(game: Game, seat: int) -> list[Offer]:
    rows = [(card,) for card in fitting_ambushes(game, game.hands[seat])]
    return [Offer(FoilAmbush, ("card",), rows)] if rows else []


def foil_ambush(game: Game, seat: int, command: FoilAmbush, chance: Chance) -> Iterator[Happening]:
    """core-8.1: an ambush that is foiled does nothing."""
    _check_ambush(game, seat, command.card)
    yield AmbushFoiled(seat, command.card)


def decline_foil(game: Game, seat: int, command: DeclineFoil, chance: Chance) -> Iterator[Happening]:
    """core-8.1: nobody has to foil."""
    yield FoilDeclined(seat)


def ambush_over(game: Game, battle: Battle, chance: Chance) -> Iterator[Happening]:
    """core-8.1: all ambush cards played are discarded; an attacker without warriors ends the battle at once."""
    for seat, card in tuple(battle.cards):
        yield from pile(game, seat, card, "played", "core-8.1")
    if game.warriors[battle.attacker][battle.clearing]:
        yield from roll(game, battle, chance)
    else:
        yield BattleEnded()
