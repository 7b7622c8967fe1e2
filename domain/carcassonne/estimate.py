"""How good a game looks for a seat, for a bot that plays one turn ahead. Heuristics, no law."""

from domain.carcassonne.faces import BUILDING, CITY, FARM, ROAD
from domain.carcassonne.scoring import owners
from domain.carcassonne.state import Game

# A tenth of a point is the unit, so that small preferences can be told apart in whole numbers.
POINT = 10
FOLLOWER_AT_HOME = (0, 26, 40, 50, 57, 62, 66, 69)


def estimate(game: Game, seat: int) -> int:
    """The seat's lead over the best other seat, in tenths of a point: scored, promised, and in followers at home."""
    worth = [POINT * score + FOLLOWER_AT_HOME[game.supply[n]["follower"]] for n, score in enumerate(game.scores)]
    for root in game.board.features.occupied_roots():
        promised = _promise(game, root)
        for owner in owners(game, root):
            worth[owner] += promised
    return worth[seat] - max(other for n, other in enumerate(worth) if n != seat)


def _promise(game: Game, root: int) -> int:
    board, features, left = game.board, game.board.features, len(game.stack)
    kind = features.kinds[root]
    if kind == FARM:
        cities = features.cities_touched(root)
        done = sum(features.open_edges(city) == 0 for city in cities)
        # Cities that may still be completed are worth the less the fewer tiles are left.
        return 30 * done + (len(cities) - done) * min(left, 40) // 4
    if kind == BUILDING:
        x, y, _ = features.sites[root]
        around = board.neighbours(x, y)
        return POINT * (1 + around) + min(left, 30) * (8 - around) // 12
    open_edges = features.open_edges(root)
    size = POINT * (features.tiles(root) + features.shields(root))
    if open_edges == 0:
        return size * (2 if kind == CITY else 1)
    chance = max(0, min(left, 40) - 8 * (open_edges - 1))
    return size + (size * chance // 60 if kind == CITY else 0) - 3 * open_edges * (kind == ROAD)
