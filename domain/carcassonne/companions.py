"""Builder and pig, and the goods of cities (TB-1 to TB-5)."""

from collections.abc import Iterator

from domain.carcassonne.custom import ExtraTile
from domain.carcassonne.faces import GOODS
from domain.carcassonne.messages import GoodsAwarded, GoodsMajorityScored
from domain.carcassonne.pieces import BUILDER, COMPANIONS, FOLLOWERS
from domain.carcassonne.state import Game
from domain.table.messages import Term
from domain.table.rulebook import Happening


def earns_second_part(game: Game, seat: int) -> bool:
    """TB-3: the tile just laid joins a city or road on which an own builder stands already; at most two parts a turn.

    A builder put on the tile itself does not count. A tile of the group's own making may earn it too (CSC-24).
    """
    assert game.placed is not None
    if game.part == 2:
        return False
    if is_extra_tile(game):
        return True
    if game.supply[seat].get(BUILDER, 1):
        return False  # it is at home, or there is none
    x, y = game.placed
    board, features = game.board, game.board.features
    return any(
        owner == seat and piece == BUILDER and features.sites[node][:2] != (x, y)
        for root in board.cities_and_roads(x, y)
        for node, owner, piece in features.pieces_on(root)
    )


def is_extra_tile(game: Game) -> bool:
    """CSC-24: whether the tile just laid gives a second part by its own effect."""
    own = game.placed_own
    return own is not None and isinstance(own.effect, ExtraTile)


def with_companions(game: Game, leaving: list[int]) -> list[int]:
    """TB-4: the nodes of pieces that leave, and of the companions that go home with the last own follower on a feature."""
    features = game.board.features
    nodes = dict.fromkeys(leaving)
    for node in leaving:
        seat = features.pieces[node][0]
        own = [(other, piece) for other, owner, piece in features.pieces_on(features.root(node)) if owner == seat]
        if not any(piece in FOLLOWERS and other not in nodes for other, piece in own):
            nodes.update((other, None) for other, piece in own if piece in COMPANIONS)
    return list(nodes)


def award_goods(game: Game, seat: int, cities: list[int]) -> Iterator[Happening]:
    """TB-1: who laid the completing tile takes a token for each goods symbol in the city, whoever owns it."""
    for root in cities:
        tokens = game.board.features.goods(root)
        if any(tokens):
            yield GoodsAwarded(seat, *tokens)


def score_goods(game: Game) -> Iterator[Happening]:
    """TB-2: for each kind of goods, 10 points to every seat with the most tokens, at least one."""
    for index, goods in enumerate(GOODS):
        most = max(tokens[index] for tokens in game.goods)
        if most:
            seats = tuple(seat for seat, tokens in enumerate(game.goods) if tokens[index] == most)
            yield GoodsMajorityScored(seats, (Term(goods, 1, 10, "TB-2"),), goods, most)
