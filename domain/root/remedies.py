"""What a ruling's remedy needs of Root: what an arbiter may give as a correction, what follows, and who wins (core-12)."""

from collections.abc import Iterable, Iterator

from domain.root.cult.events import FaithfulFeared
from domain.root.events import (
    CardsDrawn,
    CardTaken,
    DeckReshuffled,
    DeckShuffled,
    DiceRolled,
    FactionSetUp,
    FirstSeatDrawn,
    HandShown,
    PhaseStarted,
    StepStarted,
    TurnEnded,
    TurnStarted,
    WoodlandSetUp,
)
from domain.root.flow import proceed
from domain.root.scoring import POINTS_TO_WIN, finish, ranks, winner
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.messages import GameEvent
from domain.table.rulebook import Happening

# What an arbiter cannot give. Set-up is over, and what chance gives is chance's. Turns, phases and steps begin by themselves.
# A card that an arbiter named would tell by the answer whether it is in the deck or in a hand. A hand that is shown changes
# nothing but what somebody knows.
NO_CORRECTIONS: tuple[type[GameEvent], ...] = (
    WoodlandSetUp, FirstSeatDrawn, DeckShuffled, FactionSetUp, CardsDrawn, CardTaken, DeckReshuffled, DiceRolled,
    FaithfulFeared, TurnStarted, PhaseStarted, StepStarted, TurnEnded, HandShown,
)  # fmt: skip


def corrections_of(events: Iterable[type[GameEvent]]) -> tuple[type[GameEvent], ...]:
    """Those of the game's events that an arbiter may give."""
    return tuple(event for event in events if event not in NO_CORRECTIONS)


def after_remedy(game: Game, chance: Chance) -> Iterator[Happening]:
    """core-12: who has 30 points wins at once, whatever is just being decided; else core-6: what happens by itself now."""
    won = winner(game)
    if won is not None:
        yield from finish(game, won, "core-12")
    else:
        yield from proceed(game, chance)


def standings(game: Game) -> tuple[int, ...]:
    """core-12, core-11: the ranks as the game ends, or as it would end now.

    Who has won stays the winner while it has what it won by, its dominance or 30 points: it was first. Else whoever has 30
    points wins; where a ruling has left nobody with them, there is nothing but the scores to rank by.
    """
    first = [seat for seat, rank in enumerate(game.ranking) if rank == 1]
    kept = [seat for seat in first if game.dominance[seat] is not None or game.scores[seat] >= POINTS_TO_WIN]
    return ranks(game, kept[0] if kept else winner(game))
