"""How the events of the Eyrie change the state."""

from collections.abc import Callable
from typing import Any

from domain.root.changes import decided, leave_hand, show_prompts
from domain.root.events import TurnEnded
from domain.root.eyrie.events import DecreeCardResolved, DecreeExtended, LeaderChosen, LeaderDeposed, TurmoilStarted
from domain.root.factions import VIZIERS
from domain.root.state import Game


def _turn_ended(game: Game, event: TurnEnded) -> None:
    if game.eyrie is not None and game.eyrie.seat == event.seat:
        game.eyrie.resolved.clear()
        game.eyrie.turmoil = False


def _leader(game: Game, event: LeaderChosen) -> None:
    assert game.eyrie is not None
    game.eyrie.leader = event.leader
    game.eyrie.leaders.remove(event.leader)
    for column, vizier in zip(event.viziers, VIZIERS, strict=True):
        game.eyrie.decree[column].append(vizier)
    decided(game, "leader", event.seat)


def _decree(game: Game, event: DecreeExtended) -> None:
    assert game.eyrie is not None
    for addition in event.additions:
        leave_hand(game, event.seat, addition.card)
        game.eyrie.decree[addition.column].append(addition.card)


def _resolved(game: Game, event: DecreeCardResolved) -> None:
    assert game.eyrie is not None
    game.eyrie.resolved.append(event.card)


def _turmoil(game: Game, event: TurmoilStarted) -> None:
    assert game.eyrie is not None
    game.eyrie.turmoil = True
    game.step, game.step_prompt = "turmoil", None
    show_prompts(game)


def _deposed(game: Game, event: LeaderDeposed) -> None:
    assert game.eyrie is not None
    game.eyrie.leader, game.eyrie.leaders = None, list(event.face_up)
    for cards in game.eyrie.decree.values():
        cards[:] = [card for card in cards if card not in VIZIERS]


EVOLVE: dict[type, Callable[[Game, Any], None]] = {
    TurnEnded: _turn_ended,
    LeaderChosen: _leader,
    DecreeExtended: _decree,
    DecreeCardResolved: _resolved,
    TurmoilStarted: _turmoil,
    LeaderDeposed: _deposed,
}
