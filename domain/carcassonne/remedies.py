"""What a ruling's remedy needs of Carcassonne: what an arbiter may give as a correction, and what follows from it."""

from collections.abc import Iterator

from domain.carcassonne.messages import (
    EVENTS,
    EscapeAwaited,
    FinalScoringStarted,
    GameStarted,
    RulingAccepted,
    RulingProposed,
    SecondPartStarted,
    StackShuffled,
    TileDrawn,
    TurnEnded,
)
from domain.carcassonne.state import Game
from domain.carcassonne.turns import after_deployment, after_escape, draw_next
from domain.table.chance import Chance
from domain.table.messages import GameEvent
from domain.table.rulebook import Happening

# What an arbiter cannot give. Set-up is over, and what is drawn is chance's. Parts and turns follow each other by themselves.
# What is proposed and accepted is a seat's own word.
NO_CORRECTIONS: tuple[type[GameEvent], ...] = (
    StackShuffled, GameStarted, TileDrawn, SecondPartStarted, EscapeAwaited, TurnEnded, FinalScoringStarted, RulingProposed,
    RulingAccepted,
)  # fmt: skip
CORRECTIONS = tuple(event for event in EVENTS if event not in NO_CORRECTIONS)


def after_remedy(game: Game, chance: Chance) -> Iterator[Happening]:
    """B-3, B-12, CSC-21: where a correction has left nobody to decide, the turn goes on from where it is."""
    if game.prompts or game.phase == "over":
        return
    if game.phase == "deploy":
        yield from after_deployment(game, game.active, chance)
    elif game.phase == "escape":
        yield from after_escape(game, game.active, chance)
    else:
        yield from draw_next(game, game.active, chance)
