"""How good a game looks for a seat, for a bot that plays one turn ahead. Heuristics, no law.

It looks at what the seat may know: everything public, and its own hand. Of other hands and of the deck it takes the number of
cards alone.
"""

from domain.root.battle.expected import after_battle
from domain.root.cards import BIRD, SUIT_OF
from domain.root.outlook import POINT, Outlook, cards_worth, danger, forces_worth, in_play_worth, outlook
from domain.root.roster import ROSTER
from domain.root.scoring import POINTS_TO_WIN
from domain.root.state import Game

WON = 10_000
# By how many of the clearings that dominance needs are ruled: what it is worth in points.
DOMINANCE = (2, 5, 11, 23)
DOMINANCE_OF_BIRDS = (2, 8, 22)


def estimate(game: Game, seat: int) -> int:
    """The seat's lead over the others, the best of them most, in hundredths of a point: scored and promised."""
    if game.over:
        return WON if game.ranking[seat] == 1 else -WON
    look = outlook(after_battle(game, seat), seat)
    worth = [_worth(look, one) for one in range(game.seats)]
    own = worth.pop(seat)
    return own - (max(worth) + sum(worth) // len(worth)) // 2


def _worth(look: Outlook, seat: int) -> int:
    game = look.game
    forces = forces_worth(look, seat) - danger(look, seat) + in_play_worth(look, seat)
    if game.dominance[seat] is not None:
        return POINT * _dominance(look, seat) + forces
    points = min(game.scores[seat], POINTS_TO_WIN)
    # The last points are worth more than what is promised for later.
    lead = POINT * points + max(points - 22, 0) ** 2 * 4
    faction = ROSTER[game.faction(seat)]
    return lead + forces + cards_worth(look, seat, faction.drawn(game, seat)) + faction.prospects(look, seat)


def _dominance(look: Outlook, seat: int) -> int:
    game, ruled = look.game, look.ruled[seat]
    suit = SUIT_OF[game.dominance[seat] or ""]
    if suit == BIRD:
        return max(DOMINANCE_OF_BIRDS[(a in ruled) + (b in ruled)] for a, b in game.paths.opposite.items())
    return DOMINANCE[min(sum(clearing in ruled for clearing in game.paths.by_suit[suit]), 3)]
