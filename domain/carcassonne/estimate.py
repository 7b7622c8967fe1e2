"""How good a game looks for a seat, for a bot that plays one turn ahead. Heuristics, no law."""

from domain.carcassonne.faces import BESIEGED, BUILDING, CATHEDRAL, CITY, FARM, INN, ROAD
from domain.carcassonne.scoring import owners
from domain.carcassonne.state import Game

# A tenth of a point is the unit, so that small preferences can be told apart in whole numbers.
POINT = 10
GOODS_TOKEN = 25
OTHERS_AT_HOME = {"big": 30, "builder": 8, "pig": 5}
FOLLOWER_AT_HOME = (0, 26, 40, 50, 57, 62, 66, 69)


def estimate(game: Game, seat: int) -> int:
    """The seat's lead over the best other seat, in tenths of a point: scored, promised, and in pieces at home."""
    worth = [POINT * score + _at_home(game.supply[n]) for n, score in enumerate(game.scores)]
    for tokens, n in zip(game.goods, range(game.seats), strict=True):
        worth[n] += GOODS_TOKEN * sum(tokens)
    for root in game.board.features.occupied_roots():
        promised = _promise(game, root)
        for owner in owners(game, root):
            worth[owner] += promised
    return worth[seat] - max(other for n, other in enumerate(worth) if n != seat)


def _at_home(supply: dict[str, int]) -> int:
    followers = FOLLOWER_AT_HOME[min(supply["follower"], len(FOLLOWER_AT_HOME) - 1)]
    return followers + sum(worth for piece, worth in OTHERS_AT_HOME.items() if supply.get(piece))


def _promise(game: Game, root: int) -> int:
    kind = game.board.features.kinds[root]
    if kind == FARM:
        return _farm(game, root)
    if kind == BUILDING:
        return _building(game, root)
    return _city_or_road(game, root, kind)


def _farm(game: Game, root: int) -> int:
    features = game.board.features
    cities = features.cities_touched(root)
    done = [city for city in cities if features.open_edges(city) == 0]
    besieged = sum(bool(features.marks(city) & BESIEGED) for city in done) if done else 0
    # Cities that may still be completed are worth the less the fewer tiles are left.
    return 30 * (len(done) + besieged) + (len(cities) - len(done)) * min(len(game.stack), 40) // 4


def _building(game: Game, root: int) -> int:
    x, y, _ = game.board.features.sites[root]
    around = game.board.neighbours(x, y)
    return POINT * (1 + around) + min(len(game.stack), 30) * (8 - around) // 12


def _city_or_road(game: Game, root: int, kind: int) -> int:
    features = game.board.features
    open_edges, marks = features.open_edges(root), features.marks(root)
    size = POINT * (features.tiles(root) + features.shields(root))
    # What it pays when completed, and when it is left unfinished.
    full = (2 if kind == CITY else 1) + bool(marks & (CATHEDRAL | INN)) - bool(marks & BESIEGED)
    if open_edges == 0:
        return size * full
    left = 0 if marks & (CATHEDRAL | INN | BESIEGED) else 1
    chance = max(0, min(len(game.stack), 40) - 8 * (open_edges - 1))
    return size * left + size * (full - left) * chance // 60 - 3 * open_edges * (kind == ROAD)
