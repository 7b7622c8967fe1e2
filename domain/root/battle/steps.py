"""What comes next in a battle (core-8), and what can be decided in it."""

from collections.abc import Callable, Iterator

from domain.root.battle import ambush, hits, rolling
from domain.root.commands import (
    ChooseHits,
    DeclineAmbush,
    DeclineFoil,
    FoilAmbush,
    OrderEffects,
    PlayAmbush,
    UseBattleEffects,
)
from domain.root.events import BattleEnded
from domain.root.state import Battle, Game
from domain.table.chance import Chance
from domain.table.messages import Command
from domain.table.offers import Offer
from domain.table.rulebook import Happening


def go_on(game: Game, chance: Chance) -> Iterator[Happening]:
    """core-8: what comes next in the battle, until somebody decides, or other things come between."""
    assert game.battle is not None
    yield from _STAGES[game.battle.stage](game, game.battle, chance)


def _end(game: Game, battle: Battle, chance: Chance) -> Iterator[Happening]:
    """core-8: the battle is over."""
    yield BattleEnded()


_STAGES: dict[str, Callable[[Game, Battle, Chance], Iterator[Happening]]] = {
    "ambush": ambush.ask_for_ambush,
    "foil": ambush.ask_for_foil,
    "ambush_hits": hits.deal,
    "ambush_over": ambush.ambush_over,
    "roll": rolling.roll,
    "effects": rolling.ask_for_effects,
    "hits": hits.deal,
    "end": _end,
}

DECIDE: dict[type[Command], Callable[..., Iterator[Happening]]] = {
    PlayAmbush: ambush.play_ambush,
    DeclineAmbush: ambush.decline_ambush,
    FoilAmbush: ambush.foil_ambush,
    DeclineFoil: ambush.decline_foil,
    OrderEffects: rolling.order_effects,
    UseBattleEffects: rolling.use_battle_effects,
    ChooseHits: hits.choose_hits,
}

OFFERS: dict[type[Command], Callable[[Game, int], list[Offer]]] = {
    PlayAmbush: ambush.legal_ambushes,
    DeclineAmbush: lambda game, seat: [Offer(DeclineAmbush)],
    FoilAmbush: ambush.legal_foils,
    DeclineFoil: lambda game, seat: [Offer(DeclineFoil)],
    OrderEffects: rolling.legal_orders,
    UseBattleEffects: rolling.legal_effects,
    ChooseHits: hits.legal_hits,
}
