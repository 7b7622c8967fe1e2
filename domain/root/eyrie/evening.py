"""The Eyrie's Evening (7.6)."""

from collections.abc import Iterator

from domain.root.factions import ROOST_POINTS, ROOSTS_FOR_CARD
from domain.root.scoring import score
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.messages import Term
from domain.table.rulebook import Happening

CARDS_DRAWN = 1


def score_roosts(game: Game, chance: Chance) -> Iterator[Happening]:
    """7.6.1: the number over the rightmost empty space of the roost track, also after turmoil."""
    points = ROOST_POINTS[game.on_map(game.active, "roost")]
    yield from score(game, game.active, "7.6.1", Term("roosts", 1, points, "7.6.1"))


def cards_to_draw(game: Game, seat: int) -> int:
    """7.6.2: one, one more from three roosts on the map, and one more from six."""
    return CARDS_DRAWN + sum(game.on_map(seat, "roost") >= needed for needed in ROOSTS_FOR_CARD)
