"""Standing orders: what a seat may decide in advance, so as not to be asked (T-25, core-1.4).

Each answers whenever it is asked: what it answers may depend on the hand, whether it answers never does.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from domain.root.battle.ambush import fitting_ambushes
from domain.root.battle.hits import choice_of_hits
from domain.root.battle.rolling import usable_effects
from domain.root.cards import BIRD, CARDS, SUIT_OF, CardSuit, matching
from domain.root.commands import (
    ChooseHits,
    DeclineAmbush,
    DeclineFoil,
    DiscardToLimit,
    EndStep,
    FoilAmbush,
    OrderEffects,
    PlayAmbush,
    UseBattleEffects,
    UseBetterBurrowBank,
    Word,
)
from domain.root.cult.commands import AdjustOutcast, CrusadeFollowUp
from domain.root.marquise.commands import DeclineFieldHospitals, EndMarch, UseFieldHospitals
from domain.root.stages import surplus
from domain.root.state import Game
from domain.table.messages import Command, SeatNumber
from domain.table.prompts import Prompt, StandingOrder

Effect = Literal["armorers", "brutal-tactics", "sappers"]


class Never(StandingOrder, frozen=True):
    """Pass whenever asked."""


class Always(StandingOrder, frozen=True):
    """Do it whenever a card in hand allows it, with a card of the clearing's suit rather than a bird."""


class Effects(StandingOrder, frozen=True):
    """Use the cards with these effects, and no others."""

    effects: Annotated[tuple[Effect, ...], Meta(max_length=3)]


class First(StandingOrder, frozen=True):
    """Let this side decide first."""

    side: Literal["attacker", "defender"]


class InOrder(StandingOrder, frozen=True):
    """Lose pieces of these kinds first, in this order; then the others, in the order of their names."""

    pieces: Annotated[tuple[Word, ...], Meta(max_length=12)]


class FromWarriors(StandingOrder, frozen=True):
    """Bring back so many warriors or more, wherever a matching card is in hand; with birds only if they are named."""

    least: Annotated[int, Meta(ge=1, le=25)]
    birds: bool = False


class SuitsFirst(StandingOrder, frozen=True):
    """Discard cards of these suits first, in this order; then the others, in the order of the deck's list."""

    suits: Annotated[tuple[CardSuit, ...], Meta(max_length=4)]


class With(StandingOrder, frozen=True):
    """Always choose this seat."""

    seat: SeatNumber


ORDERS: Mapping[str, Any] = {
    "ambush": Never | Always,
    "foil": Never | Always,
    "effects": Never | Effects,
    "effects_order": First,
    "hits": InOrder,
    "hospitals": Never | FromWarriors,
    "discard": SuitsFirst,
    "bank": With,
    "march": Never,
    "follow_up": Never,
    "adjust": Never,
    "birdsong": Never,
    "new_rule": Never,
    "warren": Never,
    "cobbler": Never,
    "eyrie_craft": Never,
    "after_decree": Never,
    "cult_craft": Never,
}
"""The orders that may be given for each kind of prompt."""

_PASSES: dict[str, Command] = {
    "ambush": DeclineAmbush(),
    "foil": DeclineFoil(),
    "effects": UseBattleEffects(()),
    "hospitals": DeclineFieldHospitals(),
    "march": EndMarch(),
    "follow_up": CrusadeFollowUp(None),
    "adjust": AdjustOutcast(),
}


def answer(game: Game, prompt: Prompt, order: StandingOrder) -> Command | None:
    """T-26: what an order answers to a prompt of its seat."""
    if isinstance(order, Never):
        return _PASSES.get(prompt.kind, EndStep())
    return _ANSWERS[type(order)](game, prompt, order)


def _always(game: Game, prompt: Prompt, order: Always) -> Command:
    """core-8.1."""
    cards = suited_first(fitting_ambushes(game, game.hands[prompt.seat]))
    if not cards:
        return _PASSES[prompt.kind]
    return PlayAmbush(cards[0]) if prompt.kind == "ambush" else FoilAmbush(cards[0])


def _effects(game: Game, prompt: Prompt, order: Effects) -> Command:
    """core-8.4."""
    usable = usable_effects(game, prompt.seat)
    return UseBattleEffects(tuple(card for card in usable if CARDS[card].effect in order.effects))


def _first(game: Game, prompt: Prompt, order: First) -> Command:
    """core-8.4."""
    assert game.battle is not None
    return OrderEffects(game.battle.attacker if order.side == "attacker" else game.battle.defender)


def _in_order(game: Game, prompt: Prompt, order: InOrder) -> Command:
    """core-8.6."""
    pieces, count = choice_of_hits(game, prompt.seat)
    ranks = {kind: rank for rank, kind in enumerate(order.pieces)}
    chosen = sorted(pieces, key=lambda kind: (ranks.get(kind, len(ranks)), kind))[:count]
    return ChooseHits(tuple(sorted(chosen)))


def _from_warriors(game: Game, prompt: Prompt, order: FromWarriors) -> Command:
    """6.2.3."""
    for clearing, warriors in sorted(game.wounded.items()):
        cards = suited_first(matching(game.hands[prompt.seat], game.paths.suits[clearing]))
        allowed = [card for card in cards if order.birds or SUIT_OF[card] != BIRD]
        if warriors >= order.least and allowed:
            return UseFieldHospitals(clearing, allowed[0])
    return DeclineFieldHospitals()


def _suits_first(game: Game, prompt: Prompt, order: SuitsFirst) -> Command:
    """core-5.7."""
    ranks = {suit: rank for rank, suit in enumerate(order.suits)}
    hand = sorted(game.hands[prompt.seat], key=lambda card: (ranks.get(SUIT_OF[card], len(ranks)), card))
    return DiscardToLimit(tuple(sorted(hand[: surplus(game, prompt.seat)])))


def _with(game: Game, prompt: Prompt, order: With) -> Command:
    """card-better-burrow-bank."""
    return UseBetterBurrowBank(order.seat)


def suited_first(cards: list[str]) -> list[str]:
    """Cards of a suit before birds, which can stand in for more."""
    return sorted(cards, key=lambda card: (SUIT_OF[card] == BIRD, card))


_ANSWERS: dict[type[StandingOrder], Callable[[Game, Prompt, Any], Command]] = {
    Always: _always,
    Effects: _effects,
    First: _first,
    InOrder: _in_order,
    FromWarriors: _from_warriors,
    SuitsFirst: _suits_first,
    With: _with,
}
