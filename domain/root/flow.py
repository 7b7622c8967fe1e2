"""The sequence of play: what happens by itself between decisions (core-6)."""

from collections.abc import Iterator

from domain.root.battle.steps import go_on
from domain.root.effects import collect_tax
from domain.root.events import StepEnded, TurnStarted
from domain.root.marquise.hospitals import offer_hospitals
from domain.root.removal import fear
from domain.root.roster import ROSTER, SETUP_ORDER, stages_of
from domain.root.scoring import finish, winner
from domain.root.stages import Stage
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.rulebook import Happening


def proceed(game: Game, chance: Chance) -> Iterator[Happening]:
    """core-6: all that happens by itself now, until somebody has to decide.

    Victory comes first (core-12), then what follows from removals (core-9.2), then the battle, then the turn.
    """
    at: int | None = None
    while not game.over and not game.decisions:
        won = winner(game)
        if won is not None:
            yield from finish(game, won, "core-12")
        elif game.feared:
            yield from fear(game, chance)
        elif game.wounded:
            yield from offer_hospitals(game)
        elif game.taxed:
            yield from collect_tax(game, chance)
        elif game.battle is not None:
            yield from go_on(game, chance)
        elif game.step_prompt is not None:
            ending = ending_of_step(game)
            if ending is None:
                return
            yield from ending
            at = None
        elif game.phase == "setup" and len(game.set_up) < game.seats:
            yield from set_up_next(game)
        elif not game.turn:
            yield TurnStarted(game.first, 1)
        else:
            turn, stages = game.turn, stages_of(game.faction(game.active), game.options)
            at = _after(stages, game.step) if at is None else at + 1
            yield from stages[at].act(game, chance)
            if game.turn != turn:
                at = None


def ending_of_step(game: Game) -> Iterator[Happening] | None:
    """core-6: what ends the present step by itself, None where the seat has something left to do in it."""
    prompt = game.step_prompt
    assert prompt is not None
    if game.phase == "setup":
        return None
    faction = game.faction(game.active)
    stranded = ROSTER[faction].stranded
    if stranded is not None and (ending := stranded(game)) is not None:
        return ending
    stage = next(stage for stage in stages_of(faction, game.options) if stage.name == game.step)
    return iter((StepEnded(prompt.seat, game.step),)) if stage.over(game, game.active) else None


def _after(stages: tuple[Stage, ...], step: str) -> int:
    """The stage that follows a step; the turn's first where no step has been played yet."""
    return next((n + 1 for n, stage in enumerate(stages) if stage.name == step), 0)


def set_up_next(game: Game) -> Iterator[Happening]:
    """core-13: the factions are set up in the order of their letters."""
    faction = next(one for one in SETUP_ORDER if one in game.factions and one not in game.set_up)
    yield from ROSTER[faction].set_up(game, game.factions.index(faction))
