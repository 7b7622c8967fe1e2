"""What a seat is told that gives a command nobody waits for (core-1.2)."""

from domain.root.roster import ROSTER
from domain.root.state import Game
from domain.root.steps import DECISIONS, STEPS
from domain.table.messages import Command
from domain.table.refusals import Refusal


def unawaited(game: Game, seat: int, command: Command) -> Refusal | None:
    """core-1.1, core-1.2: another faction's command, a decision that is open, or another step of the same phase.

    Nothing of this depends on what is hidden. What is left is for the kernel to say: whose turn it is, what is awaited.
    """
    owner = next((name for name, faction in ROSTER.items() if type(command) in faction.commands), None)
    if owner is not None and owner != game.faction(seat):
        return Refusal("NOT_YOUR_FACTION", "core-1.1", faction=owner)
    name = type(command).__name__
    if game.decisions:
        return _while_deciding(game, seat, name)
    return _in_another_step(game, seat, name)


def _while_deciding(game: Game, seat: int, name: str) -> Refusal | None:
    kinds = tuple(prompt.kind for prompt in game.decisions)
    awaited = tuple(prompt.seat for prompt in game.decisions)
    if any(name in DECISIONS[kind][1] for kind in kinds) and seat not in awaited:
        return Refusal("NOT_YOUR_DECISION", "core-1.1", awaited=awaited, kinds=kinds)
    if "follow_up" in kinds and seat in awaited:
        return Refusal("FOLLOW_UP_PENDING", "10.4.3-I", clearing=game.moved_to)
    if seat in awaited or seat == game.active:
        return Refusal("DECISION_PENDING", "core-1.1", awaited=awaited, kinds=kinds)
    return None


def _in_another_step(game: Game, seat: int, name: str) -> Refusal | None:
    if seat != game.active or game.step_prompt is None or game.phase == "setup":
        return None
    same_phase = [commands for phase, _, commands in STEPS.values() if phase == game.phase]
    if any(name in commands for commands in same_phase):
        return Refusal("WRONG_STEP", "core-6", command=name, step=game.step)
    return None
