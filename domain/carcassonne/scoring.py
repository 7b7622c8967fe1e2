"""What features pay, and to whom (B-7 to B-13, B-15, IC-1 to IC-5, CSC-15 to CSC-19, R-2)."""

from collections.abc import Iterator

from domain.carcassonne.companions import award_goods, score_goods
from domain.carcassonne.cult import leave_undecided, settle_challenges
from domain.carcassonne.faces import BUILDING, CATHEDRAL, CITY, FARM, INN, KIND_NAMES, PIG_HERD, ROAD
from domain.carcassonne.messages import FeatureScored, PiecesReturned, StandingPiece
from domain.carcassonne.pieces import PIG, WEIGHTS
from domain.carcassonne.siege import besieged_city_factor, is_besieged
from domain.carcassonne.state import Game
from domain.table.messages import Term
from domain.table.rulebook import Happening, Under

FULL_SURROUNDINGS = 8

Terms = tuple[Term, ...]

# --- What a feature pays ----------------------------------------------------------------------------------------------


def score_road(game: Game, root: int) -> tuple[Terms, str]:
    """B-7: a complete road pays 1 a tile. IC-1: with an inn 2; IC-2: several inns count as one."""
    inn = game.board.features.marks(root) & INN
    factor, clause = (2, "IC-1") if inn else (1, "B-7")
    return (Term("tile", game.board.features.tiles(root), factor, clause),), clause


def score_city(game: Game, root: int) -> tuple[Terms, str]:
    """B-9: a complete city pays 2 a tile and a shield. IC-3: with a cathedral 3. Besieged: CSC-15, CSC-16.

    By option an ordinary one of two tiles pays 1; a joker is one of the two, whatever it is worth.
    """
    features = game.board.features
    if is_besieged(game, root):
        factor, clause = besieged_city_factor(game, root)
    elif features.marks(root) & CATHEDRAL:
        factor, clause = 3, "IC-3"
    else:
        small = game.options.small_city_points == "two" and len(features.covered(root)) == 2
        factor, clause = (1 if small else 2), "B-9"
    return _tiles_and_shields(game, root, factor, clause), clause


def score_building(game: Game, root: int, clause: str) -> Terms:
    """B-11, CSC-5, and B-15 at the end: 1 point for the building and 1 for each tile all round."""
    x, y, _ = game.board.features.sites[root]
    around = Term("tile_around", game.board.neighbours(x, y), 1, clause)
    shrine = game.board.laid(x, y).face.tile.shrine
    return (Term("shrine" if shrine else "building", 1, 1, clause), around)


def score_unfinished(game: Game, root: int) -> tuple[Terms, str]:
    """B-15: an unfinished road pays 1 a tile, a city 1 a tile and a shield, a building 1 and 1 for each tile all round.

    IC-1: a road with an inn pays nothing. IC-4: nor a city with a cathedral. CSC-17: nor a besieged one.
    """
    features = game.board.features
    kind, marks = features.kinds[root], features.marks(root)
    if kind == BUILDING:
        return score_building(game, root, "B-15"), "B-15"
    if kind == ROAD:
        factor, clause = (0, "IC-1") if marks & INN else (1, "B-15")
        return (Term("tile", features.tiles(root), factor, clause),), clause
    if is_besieged(game, root):
        factor, clause = 0, "CSC-17"
    else:
        factor, clause = (0, "IC-4") if marks & CATHEDRAL else (1, "B-15")
    return _tiles_and_shields(game, root, factor, clause), clause


def score_farm(game: Game, root: int, pig: bool) -> Terms:
    """B-13: 3 points for every different completed city that touches the farm; TB-5: 4 for an owner with a pig on it.

    CSC-18: besieged cities count like any other. CSC-19: each is worth double. R-2: a pig herd adds 1 to each city.
    """
    features = game.board.features
    herd = bool(features.marks(root) & PIG_HERD)
    each = 3 + pig + herd
    completed = [city for city in features.cities_touched(root) if features.open_edges(city) == 0]
    besieged = sum(is_besieged(game, city) for city in completed)
    clause = "TB-5" if pig else "R-2" if herd else "B-13"
    ordinary = Term("completed_city", len(completed) - besieged, each, clause)
    doubled = Term("besieged_city", besieged, 2 * each, "CSC-19")
    return (ordinary, doubled) if besieged else (ordinary,)


def owners(game: Game, root: int) -> tuple[int, ...]:
    """B-10: the seats with the greatest weight of followers on a feature; in a tie all of them. IC-5: big ones weigh 2."""
    weights: dict[int, int] = {}
    for _, seat, piece in game.board.features.pieces_on(root):
        weights[seat] = weights.get(seat, 0) + WEIGHTS[piece]
    greatest = max(weights.values(), default=0)
    return tuple(sorted(seat for seat, weight in weights.items() if weight == greatest and weight))


# --- After a placement (the law's section 8) --------------------------------------------------------------------------


def score_placement(game: Game, seat: int, x: int, y: int) -> Iterator[Happening]:
    """What the tile at (x, y) has completed pays its owners (B-7, B-9, B-11); challenges are settled (CSC-11, CSC-12);
    the pieces go home (B-12); and who laid it takes the goods (TB-1)."""
    features, board = game.board.features, game.board
    complete, paid = [], []
    for root in board.cities_and_roads(x, y):
        if features.open_edges(root) == 0:
            complete.append(root)
            if features.standing(root):
                paid.append(root)
    for root in paid:
        terms, clause = (score_city if features.kinds[root] == CITY else score_road)(game, root)
        yield _scored(game, root, terms, clause)
    buildings = [node for node in board.building_nodes_near(x, y) if _is_completed_and_held(game, node)]
    for node in buildings:
        yield _scored(game, node, score_building(game, node, "B-11"), "B-11")
    decided, beaten = settle_challenges(game, buildings) if game.challenges else ([], [])
    yield from decided
    if paid or buildings:
        yield from returned(game, [node for root in (*paid, *buildings) for node in features.standing(root)], "scored")
    yield from returned(game, beaten, "challenge_lost")
    if complete:
        yield from award_goods(game, seat, [root for root in complete if features.kinds[root] == CITY])


def returned(game: Game, nodes: list[int], reason: str) -> Iterator[Happening]:
    """B-12: the pieces on these nodes go home."""
    if nodes:
        yield PiecesReturned(tuple(standing(game, node) for node in nodes), reason)


def standing(game: Game, node: int) -> StandingPiece:
    """The piece on a node, and where it stands."""
    (seat, piece), (x, y, segment) = game.board.features.pieces[node], game.board.features.sites[node]
    return StandingPiece(seat, piece, x, y, segment)


# --- At the end (the law's section 9) ---------------------------------------------------------------------------------


def score_end(game: Game) -> Iterator[Happening]:
    """CSC-13, then B-15: unfinished cities, roads and buildings with followers, then farms (B-13), then goods (TB-2)."""
    yield from leave_undecided(game)
    features = game.board.features
    occupied = features.occupied_roots()
    for kind in (CITY, ROAD, BUILDING):
        for root in occupied:
            if features.kinds[root] == kind:
                terms, clause = score_unfinished(game, root)
                yield _scored(game, root, terms, clause, complete=False)
    for root in occupied:
        if features.kinds[root] == FARM:
            yield from _farm_scored(game, root)
    yield from score_goods(game)


def _farm_scored(game: Game, root: int) -> Iterator[Happening]:
    """CSC-19: each owner is computed separately; in a tie the one with the pig gets more."""
    pigs = {seat for _, seat, piece in game.board.features.pieces_on(root) if piece == PIG}
    holders = owners(game, root)
    for with_pig in (False, True):
        seats = tuple(seat for seat in holders if (seat in pigs) == with_pig)
        if seats:
            yield _scored(game, root, score_farm(game, root, with_pig), "B-13", complete=False, seats=seats)


def _tiles_and_shields(game: Game, root: int, factor: int, clause: str) -> Terms:
    features = game.board.features
    tiles, shields = Term("tile", features.tiles(root), factor, clause), features.shields(root)
    return (tiles, Term("shield", shields, factor, clause)) if shields else (tiles,)


def _is_completed_and_held(game: Game, node: int) -> bool:
    features = game.board.features
    x, y, _ = features.sites[node]
    return bool(features.standing(node)) and game.board.neighbours(x, y) == FULL_SURROUNDINGS


def _scored(
    game: Game,
    root: int,
    terms: Terms,
    clause: str,
    complete: bool = True,
    seats: tuple[int, ...] | None = None,
) -> Under:
    features = game.board.features
    x, y, segment = features.sites[root]
    if complete and game.bonuses:
        terms += _bonuses(game, root)
    kind = KIND_NAMES[features.kinds[root]]
    if kind == "building" and game.board.laid(x, y).face.tile.shrine:
        kind = "shrine"
    return Under(
        clause, FeatureScored(owners(game, root) if seats is None else seats, terms, kind, complete, x, y, segment)
    )


def _bonuses(game: Game, root: int) -> Terms:
    """CSC-24: what the group's own tiles add to a completed feature."""
    points = [points for node, points in game.bonuses.items() if game.board.features.root(node) == root]
    return tuple(Term("bonus", 1, extra, "CSC-24") for extra in points)
