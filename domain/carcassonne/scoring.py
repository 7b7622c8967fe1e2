"""What features pay, and to whom (B-7 to B-13, B-15)."""

from collections.abc import Iterator

from domain.carcassonne.faces import BUILDING, CITY, FARM, KIND_NAMES, ROAD
from domain.carcassonne.messages import FeatureScored, PiecesReturned, StandingPiece
from domain.carcassonne.state import Game
from domain.table.messages import Term
from domain.table.rulebook import Happening, Under

WEIGHTS = {"follower": 1}
FULL_SURROUNDINGS = 8


def score_road(game: Game, root: int, clause: str) -> tuple[Term, ...]:
    """B-7, and B-15 at the end: 1 point a tile."""
    return (Term("tile", game.board.features.tiles(root), 1, clause),)


def score_city(game: Game, root: int, factor: int, clause: str) -> tuple[Term, ...]:
    """B-9, and B-15 at the end: so many points a tile and a shield."""
    features = game.board.features
    shields = features.shields(root)
    tiles = Term("tile", features.tiles(root), factor, clause)
    return (tiles, Term("shield", shields, factor, clause)) if shields else (tiles,)


def complete_city_factor(game: Game, root: int) -> int:
    """B-9: a complete city pays 2; with the option for small cities one of two tiles pays 1."""
    small = game.options.small_city_points == "two" and game.board.features.tiles(root) == 2
    return 1 if small else 2


def score_building(game: Game, root: int, clause: str) -> tuple[Term, ...]:
    """B-11, and B-15 at the end: 1 point for the building and 1 for each tile all round."""
    x, y, _ = game.board.features.sites[root]
    around = Term("tile_around", game.board.neighbours(x, y), 1, clause)
    return (Term("building", 1, 1, clause), around)


def score_farm(game: Game, root: int) -> tuple[Term, ...]:
    """B-13: 3 points for every different completed city that touches the farm."""
    features = game.board.features
    completed = sum(features.open_edges(city) == 0 for city in features.cities_touched(root))
    return (Term("completed_city", completed, 3, "B-13"),)


def owners(game: Game, root: int) -> tuple[int, ...]:
    """B-10: the seats with the greatest weight of followers on a feature; in a tie all of them."""
    weights: dict[int, int] = {}
    for node in game.board.features.standing(root):
        seat, piece = game.board.features.pieces[node]
        weights[seat] = weights.get(seat, 0) + WEIGHTS[piece]
    greatest = max(weights.values(), default=0)
    return tuple(sorted(seat for seat, weight in weights.items() if weight == greatest))


def score_placement(game: Game, x: int, y: int) -> Iterator[Happening]:
    """B-7, B-9, B-11: what the tile at (x, y) has completed pays its owners; then the pieces go home (B-12)."""
    features, board = game.board.features, game.board
    paid: list[int] = []
    for root in board.roots(x, y, CITY):
        if features.open_edges(root) == 0 and features.standing(root):
            paid.append(root)
            yield _scored(game, root, score_city(game, root, complete_city_factor(game, root), "B-9"), "B-9")
    for root in board.roots(x, y, ROAD):
        if features.open_edges(root) == 0 and features.standing(root):
            paid.append(root)
            yield _scored(game, root, score_road(game, root, "B-7"), "B-7")
    for node in board.building_nodes_near(x, y):
        if features.standing(node) and board.neighbours(*features.sites[node][:2]) == FULL_SURROUNDINGS:
            paid.append(node)
            yield _scored(game, node, score_building(game, node, "B-11"), "B-11")
    if paid:
        yield _returned(game, paid)


def score_end(game: Game) -> Iterator[Happening]:
    """B-15: unfinished cities, roads and buildings with followers, then farms (B-13)."""
    features = game.board.features
    occupied = features.occupied_roots()
    for kind in (CITY, ROAD, BUILDING):
        for root in occupied:
            if features.kinds[root] == kind:
                yield _scored(game, root, _unfinished(game, root, kind), "B-15", complete=False)
    for root in occupied:
        if features.kinds[root] == FARM:
            yield _scored(game, root, score_farm(game, root), "B-13", complete=False)


def _unfinished(game: Game, root: int, kind: int) -> tuple[Term, ...]:
    if kind == CITY:
        return score_city(game, root, 1, "B-15")
    if kind == ROAD:
        return score_road(game, root, "B-15")
    return score_building(game, root, "B-15")


def _scored(game: Game, root: int, terms: tuple[Term, ...], clause: str, complete: bool = True) -> Under:
    x, y, segment = game.board.features.sites[root]
    kind = KIND_NAMES[game.board.features.kinds[root]]
    return Under(clause, FeatureScored(owners(game, root), terms, kind, complete, x, y, segment))


def _returned(game: Game, roots: list[int]) -> PiecesReturned:
    features = game.board.features
    nodes = [node for root in roots for node in features.standing(root)]
    return PiecesReturned(tuple(_standing(game, node) for node in nodes), "scored")


def _standing(game: Game, node: int) -> StandingPiece:
    (seat, piece), (x, y, segment) = game.board.features.pieces[node], game.board.features.sites[node]
    return StandingPiece(seat, piece, x, y, segment)
