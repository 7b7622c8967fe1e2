"""How the events of the Marquise change the state."""

from collections.abc import Callable
from typing import Any

from domain.root.changes import decided
from domain.root.events import PhaseStarted
from domain.root.factions import ACTIONS
from domain.root.marquise.events import (
    ActionGained,
    ActionTaken,
    FieldHospitalsDeclined,
    FieldHospitalsUsed,
    MarchEnded,
    WoodSpent,
)
from domain.root.state import Game


def _phase(game: Game, event: PhaseStarted) -> None:
    marquise = game.marquise
    if event.phase == "daylight" and marquise is not None and marquise.seat == event.seat:
        marquise.actions_left, marquise.acting, marquise.recruited = ACTIONS, False, False


def _action(game: Game, event: ActionTaken) -> None:
    assert game.marquise is not None
    game.marquise.actions_left -= 1
    game.marquise.acting = True
    game.marquise.recruited |= event.action == "recruit"
    game.marquise.marching = event.action == "march"


def _action_gained(game: Game, event: ActionGained) -> None:
    assert game.marquise is not None
    game.marquise.actions_left += 1


def _march_ended(game: Game, event: MarchEnded) -> None:
    assert game.marquise is not None
    game.marquise.marching = False
    decided(game, "march", event.seat)


def _wood_spent(game: Game, event: WoodSpent) -> None:
    for clearing in event.clearings:
        game.tokens[clearing].remove((event.seat, "wood"))
        game.stock[event.seat]["wood"] += 1


def _hospitals_used(game: Game, event: FieldHospitalsUsed) -> None:
    del game.wounded[event.clearing]
    game.supply[event.seat] -= event.warriors
    game.warriors[event.seat][event.keep] += event.warriors
    decided(game, "hospitals", event.seat)


def _hospitals_declined(game: Game, event: FieldHospitalsDeclined) -> None:
    game.wounded.clear()
    decided(game, "hospitals", event.seat)


EVOLVE: dict[type, Callable[[Game, Any], None]] = {
    PhaseStarted: _phase,
    ActionTaken: _action,
    ActionGained: _action_gained,
    MarchEnded: _march_ended,
    WoodSpent: _wood_spent,
    FieldHospitalsUsed: _hospitals_used,
    FieldHospitalsDeclined: _hospitals_declined,
}
