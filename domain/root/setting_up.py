"""Setting up (core-13): map, deck and hands, then each faction by its letter."""

from collections.abc import Callable, Iterator

from domain.root.events import DeckShuffled, FirstSeatDrawn, StepStarted, WoodlandSetUp
from domain.root.factions import ADVISED_REACH, REACH
from domain.root.piles import draw
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.rulebook import Happening, Under

CARDS_DEALT = 3

StartAt = Callable[[Game, int, int], Iterator[Happening]]


def begin(game: Game, chance: Chance) -> Iterator[Happening]:
    """core-13: the map, a first seat by chance, and three cards for everybody; the law's reach is advice, not a bar."""
    reach = sum(REACH[faction] for faction in game.factions)
    yield WoodlandSetUp(game.options.map, game.factions, reach, ADVISED_REACH[game.seats])
    yield FirstSeatDrawn(chance.below("first", game.seats))
    yield DeckShuffled(len(game.deck))
    for seat in range(game.seats):
        yield from draw(game, seat, CARDS_DEALT, chance, "core-13")


def starts(game: Game) -> list[int]:
    """core-13: the corners where somebody begins: with a keep, a roost, a garden, or whatever else stands there."""
    return [corner for corner in game.paths.corners if game.buildings[corner] or game.tokens[corner]]


def start_at_a_corner(
    game: Game, seat: int, step: str, clause: str, corners: list[int], start_at: StartAt
) -> Iterator[Happening]:
    """core-13: a faction begins in a corner; where only one is possible it is not asked."""
    if len(corners) == 1:
        yield from start_at(game, seat, corners[0])
    else:
        yield Under(clause, StepStarted(seat, step))
