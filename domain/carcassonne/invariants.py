"""What never may be in a game of Carcassonne, whoever brought it about: each as a refusal of its clause.

A state that a ruling has made may be wrong in any way. So each room here is looked at only where the one before it is sound:
tiles, the board that they make, the pieces on it, and what else there is to it.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from domain.carcassonne.board import AROUND, Board, cell_at, coordinates
from domain.carcassonne.creativity import joker_types
from domain.carcassonne.custom import Manual, NoDeploy, custom_id
from domain.carcassonne.faces import BUILDING, FARM, GOODS
from domain.carcassonne.pieces import COMPANIONS, FOLLOWERS, supply
from domain.carcassonne.scoring import FULL_SURROUNDINGS
from domain.carcassonne.state import BLANK, Challenge, Game
from domain.carcassonne.tiles import tile_types
from domain.carcassonne.turns import check_place, has_placement
from domain.table.messages import MOST_POINTS
from domain.table.refusals import Refusal

Found = Iterator[Refusal]


def invariants(game: Game) -> Found:
    """All that is wrong with a state between two commands, of the first room in which anything is."""
    for room in _ROOMS:
        found = [refusal for check in room for refusal in check(game)]
        if found:
            yield from found
            return


# --- Seats and tiles --------------------------------------------------------------------------------------------------


def seats(game: Game) -> Found:
    """B-1: whoever is spoken of is at the table; the start tile is nobody's."""
    named = {game.active, *(prompt.seat for prompt in game.prompts)}
    named |= {laid.seat for laid in game.board.tiles.values() if laid.seat != -1}
    for seat in sorted(named - {*range(game.seats)}):
        yield Refusal("SEAT_NOT_AT_TABLE", "B-1", seat=seat)


def tiles(game: Game) -> Found:
    """B-2, CSC-3: every tile of the sets in play is in exactly one place: to be drawn, drawn, on the board or discarded."""
    drawn = [game.drawn] if game.drawn is not None else []
    found = Counter(laid.tile for laid in game.board.tiles.values())
    found.update((*game.stack, *game.river, *drawn, *game.discarded))
    wanted = {tile.id: tile.count for tile in tile_types(game.sets).values()}
    if found != wanted:
        for tile in sorted(found.keys() | wanted.keys()):
            if found[tile] != wanted.get(tile, 0):
                yield Refusal("TILES_DO_NOT_ADD_UP", "B-2", tile=tile, found=found[tile], wanted=wanted.get(tile, 0))


def faces(game: Game) -> Found:
    """CSC-23, CSC-24: a blank stands for a type that a joker may be, or for one of the group's own tiles, each once; any
    other tile for itself."""
    own = [custom_id(number) for number in range(len(game.options.custom_tiles))]
    allowed = own if game.options.blank_mode == "custom" else joker_types(game.sets)
    shown = [(laid.tile, laid.face.tile.id) for laid in game.board.tiles.values()]
    blanks = Counter(face for tile, face in shown if tile == BLANK)
    for tile, face in shown:
        if tile != face and tile != BLANK:
            yield Refusal("TILE_IN_DISGUISE", "CSC-23", tile=tile, face=face)
        elif tile == BLANK and (face not in allowed or (face in own and blanks[face] > 1)):
            yield Refusal("BLANK_IS_NOTHING", "CSC-23", face=face)


def board(game: Game) -> Found:
    """B-4, CSC-9, R-1: the tiles, laid anew one after the other, may all lie where they do."""
    twin = replace(game, board=Board())
    for cell, laid in game.board.tiles.items():
        x, y = coordinates(cell)
        if twin.board.tiles:
            try:
                check_place(twin, laid.face.tile.id, x, y, laid.rot)
            except Refusal as refusal:
                yield refusal
                return
        twin.board.lay(laid.tile, laid.face, x, y, laid.rot, laid.seat, laid.turn)
    # A tile that is laid upon one takes its place, but the segments of both are there.
    sites = game.board.features.sites
    if sites != twin.board.features.sites:
        x, y, _ = next((site for site, times in Counter(sites).items() if times > 1), sites[-1])
        yield Refusal("CELL_OCCUPIED", "B-4", x=x, y=y)


# --- Pieces -----------------------------------------------------------------------------------------------------------


def standing(game: Game) -> Found:
    """B-6: no two pieces stand on one segment, and each stands where its feature says that one does."""
    features = game.board.features
    roots = {features.root(node) for node in range(len(features.sites))}
    nodes = Counter(node for root in roots for node in features.standing(root))
    for node in sorted(nodes.keys() | features.pieces.keys()):
        if nodes[node] != 1 or node not in features.pieces:
            x, y, segment = features.sites[node]
            yield Refusal("TWO_ON_ONE_SEGMENT", "B-6", x=x, y=y, segment=segment)


def pieces(game: Game) -> Found:
    """B-6, IC-5, TB-3, TB-5: the pieces of a seat at home and on the board are all that it owns."""
    out = Counter(game.board.features.pieces.values())
    owned = supply(game.sets)
    for seat, home in enumerate(game.supply):
        for piece in sorted({*owned, *home}):
            left, there, all_of_it = home.get(piece, 0), out[seat, piece], owned.get(piece, 0)
            if left < 0 or left + there != all_of_it:
                yield Refusal(
                    "PIECES_DO_NOT_ADD_UP", "B-6", seat=seat, piece=piece, home=left, board=there, owned=all_of_it
                )


def places(game: Game) -> Found:
    """B-2, CSC-24: nobody stands on the start tile, nor where nothing may be put; TB-3, TB-5: builder and pig stand on their
    kinds of feature, where an own follower is; B-12: nobody stands on what is completed, once it has been scored."""
    features, scoring = game.board.features, _still_to_score(game)
    for node, (seat, piece) in sorted(features.pieces.items()):
        x, y, segment = features.sites[node]
        if _is_barred(game, x, y):
            yield Refusal("PIECE_ON_BARRED_TILE", "B-2", x=x, y=y)
        if piece in COMPANIONS and (
            features.kinds[node] not in COMPANIONS[piece] or not _has_follower(game, seat, node)
        ):
            clause = "TB-3" if piece == "builder" else "TB-5"
            yield Refusal("COMPANION_ALONE", clause, seat=seat, piece=piece, x=x, y=y, segment=segment)
        if _is_completed(game, node) and node not in scoring:
            yield Refusal("PIECE_ON_COMPLETED_FEATURE", "B-12", seat=seat, piece=piece, x=x, y=y, segment=segment)


def _still_to_score(game: Game) -> set[int]:
    """The nodes of the features that the tile just laid may have completed: they are scored after the deployment (B-12)."""
    if game.phase != "deploy" or game.placed is None:
        return set()
    features, board = game.board.features, game.board
    roots = {*board.cities_and_roads(*game.placed), *map(features.root, board.building_nodes_near(*game.placed))}
    return {node for node in range(len(features.sites)) if features.root(node) in roots}


def _is_barred(game: Game, x: int, y: int) -> bool:
    laid = game.board.laid(x, y)
    own = game.custom(laid.face.tile.id)
    return laid.seat == -1 or (own is not None and isinstance(own.effect, NoDeploy))


def _has_follower(game: Game, seat: int, node: int) -> bool:
    features = game.board.features
    return any(owner == seat and piece in FOLLOWERS for _, owner, piece in features.pieces_on(features.root(node)))


def _is_completed(game: Game, node: int) -> bool:
    features = game.board.features
    if features.kinds[node] == FARM:
        return False
    if features.kinds[node] == BUILDING:
        return game.board.neighbours(*features.sites[node][:2]) == FULL_SURROUNDINGS
    return features.open_edges(features.root(node)) == 0


# --- Challenges, goods, points ----------------------------------------------------------------------------------------


def challenges(game: Game) -> Found:
    """CSC-7, CSC-8: a challenge is between a monk and a heretic side by side, of two players unless the table plays
    otherwise, and there is one of it."""
    for number, challenge in enumerate(game.challenges):
        if not _is_challenge(game, challenge) or challenge in game.challenges[:number]:
            (x, y), (other_x, other_y) = (
                game.board.features.sites[node][:2] if node in range(len(game.board.features.sites)) else (0, 0)
                for node in (challenge.abbey, challenge.shrine)
            )
            yield Refusal("NO_SUCH_CHALLENGE", "CSC-7", x=x, y=y, other_x=other_x, other_y=other_y)


def _is_challenge(game: Game, challenge: Challenge) -> bool:
    features = game.board.features
    nodes = (challenge.abbey, challenge.shrine)
    if not all(node in features.pieces and features.kinds[node] == BUILDING for node in nodes):
        return False
    (x, y, _), (other_x, other_y, _) = (features.sites[node] for node in nodes)
    shrines = [game.board.laid(x, y).face.tile.shrine, game.board.laid(other_x, other_y).face.tile.shrine]
    (seat, _), (other, _) = (features.pieces[node] for node in nodes)
    beside = cell_at(other_x, other_y) - cell_at(x, y) in AROUND
    return shrines == [False, True] and beside and (seat != other or game.options.self_challenge)


def goods(game: Game) -> Found:
    """TB-1: there is a token for each symbol in the completed cities, and no other; they are taken when a tile is scored."""
    features, scoring = game.board.features, _still_to_score(game)
    cities = {
        features.root(laid.base + index)
        for laid in game.board.tiles.values()
        for index, worth in enumerate(laid.face.worth)
        if worth
    }
    completed = [features.goods(city) for city in cities - scoring if features.open_edges(city) == 0]
    for index, kind in enumerate(GOODS):
        tokens, symbols = [held[index] for held in game.goods], sum(found[index] for found in completed)
        if min(tokens) < 0 or sum(tokens) != symbols:
            yield Refusal("GOODS_DO_NOT_ADD_UP", "TB-1", goods=kind, tokens=sum(tokens), symbols=symbols)


def scores(game: Game) -> Found:
    """B-15: a score is a number that can be told; by a group's own rules it may be below 0 (CSC-24)."""
    for seat, score in enumerate(game.scores):
        if not -MOST_POINTS <= score <= MOST_POINTS:
            yield Refusal("SCORE_OUT_OF_RANGE", "B-15", seat=seat, score=score, most=MOST_POINTS)


def rulings(game: Game) -> Found:
    """CSC-24: no more texts wait to be applied than lie on the board, and what a proposal sends home stands there."""
    own = (game.custom(laid.face.tile.id) for laid in game.board.tiles.values())
    texts = sum(tile is not None and isinstance(tile.effect, Manual) for tile in own)
    if not 0 <= game.manual <= texts:
        yield Refusal("RULINGS_DO_NOT_ADD_UP", "CSC-24", waiting=game.manual, texts=texts)
    for piece in game.proposal.event.pieces if game.proposal is not None else ():
        node = game.board.node(piece.x, piece.y, piece.segment)
        if game.board.features.pieces.get(node) != (piece.seat, piece.piece):
            yield Refusal("PROPOSED_PIECE_HAS_GONE", "CSC-24", piece=piece.piece, x=piece.x, y=piece.y)


# --- What is awaited --------------------------------------------------------------------------------------------------


def turn(game: Game) -> Found:
    """B-3, B-6, CSC-21: who is awaited is the seat on turn, for what comes now; a tile that is drawn is to be laid."""
    for prompt in game.prompts:
        fits = _FITS[prompt.kind]
        if not fits(game) or (prompt.kind in _OF_THE_TURN and prompt.seat != game.active):
            yield Refusal("PROMPT_OUT_OF_PLACE", "B-3", seat=prompt.seat, kind=prompt.kind)
    if game.drawn is None:
        return
    if not any(prompt.kind in ("place", "answer") for prompt in game.prompts):
        yield Refusal("DRAWN_TILE_NOT_AWAITED", "B-3", tile=game.drawn)
    if not has_placement(game):
        yield Refusal("DRAWN_TILE_FITS_NOWHERE", "B-3", tile=game.drawn)


def _is_laid(game: Game) -> bool:
    return game.phase == "deploy" and game.drawn is None and game.placed is not None


_OF_THE_TURN = ("place", "deploy", "recall", "escape")
_FITS: dict[str, Callable[[Game], bool]] = {
    "place": lambda game: game.phase == "place" and game.drawn is not None,
    "deploy": _is_laid,
    "recall": _is_laid,
    "escape": lambda game: game.phase == "escape" and game.drawn is None,
    "propose": lambda game: game.manual > 0,
    "answer": lambda game: game.proposal is not None,
}
"""By kind of prompt: whether there is what it is about."""

_ROOMS: tuple[tuple[Callable[[Game], Found], ...], ...] = (
    (seats, tiles, faces),
    (board,),
    (standing,),
    (pieces, places, challenges, goods, scores, rulings, turn),
)
