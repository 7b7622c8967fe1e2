"""How the events of a battle change the state (core-8). What it removes leaves the map as all that is removed."""

from collections.abc import Callable
from typing import Any

from domain.root.changes import decided, leave_hand
from domain.root.events import (
    AmbushDeclined,
    AmbushFoiled,
    AmbushPlayed,
    BattleEffectsUsed,
    BattleEnded,
    BattleStarted,
    DiceRolled,
    EffectsOrdered,
    FoilDeclined,
    HitsChosen,
    HitsCounted,
)
from domain.root.state import Battle, Game


def _battle_started(game: Game, event: BattleStarted) -> None:
    game.battle = Battle(event.clearing, event.attacker, event.defender)
    decided(game, "follow_up", event.attacker)


def _battle(game: Game) -> Battle:
    assert game.battle is not None
    return game.battle


def _ambush_played(game: Game, event: AmbushPlayed) -> None:
    leave_hand(game, event.seat, event.card)
    _battle(game).cards.append((event.seat, event.card))
    _battle(game).stage = "foil"
    decided(game, "ambush", event.seat)


def _ambush_declined(game: Game, event: AmbushDeclined) -> None:
    _battle(game).stage = "roll"
    decided(game, "ambush", event.seat)


def _ambush_foiled(game: Game, event: AmbushFoiled) -> None:
    leave_hand(game, event.seat, event.card)
    _battle(game).cards.append((event.seat, event.card))
    _battle(game).stage = "ambush_over"
    decided(game, "foil", event.seat)


def _foil_declined(game: Game, event: FoilDeclined) -> None:
    battle = _battle(game)
    battle.stage, battle.takes = "ambush_hits", {battle.attacker: 2}
    decided(game, "foil", event.seat)


def _rolled(game: Game, event: DiceRolled) -> None:
    battle = _battle(game)
    battle.stage, battle.dice = "effects", event.dice
    battle.rolled = (
        min(event.attacker_roll, event.attacker_cap),
        min(event.defender_roll, event.defender_cap),
    )


def _effects_ordered(game: Game, event: EffectsOrdered) -> None:
    _battle(game).first = event.first
    decided(game, "effects_order", event.seat)


def _effects_used(game: Game, event: BattleEffectsUsed) -> None:
    _battle(game).effects[event.seat] = event.cards
    decided(game, "effects", event.seat)


def _hits_counted(game: Game, event: HitsCounted) -> None:
    battle = _battle(game)
    battle.stage = "hits"
    battle.takes = {battle.attacker: event.attacker_takes, battle.defender: event.defender_takes}


def _hits_chosen(game: Game, event: HitsChosen) -> None:
    _battle(game).chosen[event.seat] = event.pieces
    decided(game, "hits", event.seat)


def _battle_ended(game: Game, event: BattleEnded) -> None:
    game.battle = None


EVOLVE: dict[type, Callable[[Game, Any], None]] = {
    BattleStarted: _battle_started,
    AmbushPlayed: _ambush_played,
    AmbushDeclined: _ambush_declined,
    AmbushFoiled: _ambush_foiled,
    FoilDeclined: _foil_declined,
    DiceRolled: _rolled,
    EffectsOrdered: _effects_ordered,
    BattleEffectsUsed: _effects_used,
    HitsCounted: _hits_counted,
    HitsChosen: _hits_chosen,
    BattleEnded: _battle_ended,
}
