"""Siege: what a besieged city pays, and how a knight escapes from it (CSC-14 to CSC-21)."""

from collections.abc import Iterator

from domain.carcassonne.board import AROUND, cell_at
from domain.carcassonne.faces import BESIEGED, CATHEDRAL, CITY
from domain.carcassonne.messages import Escape
from domain.carcassonne.pieces import FOLLOWERS
from domain.carcassonne.state import Game
from domain.table.refusals import Refusal

# A row of the escape phase: x, y, segment, piece.
Knight = tuple[int, int, str, str]


def is_besieged(game: Game, root: int) -> bool:
    """CSC-14: one besieged segment makes the whole city besieged, before and after joins."""
    return bool(game.board.features.marks(root) & BESIEGED)


def besieged_city_factor(game: Game, root: int) -> tuple[int, str]:
    """What a complete besieged city pays a tile and a shield: 1 (CSC-15), with a cathedral 2 (CSC-16)."""
    return (2, "CSC-16") if game.board.features.marks(root) & CATHEDRAL else (1, "CSC-15")


def has_escape_route(game: Game, root: int) -> bool:
    """CSC-20: a building beside any tile of the city, also diagonally, lets its knights escape.

    By option only an abbey does, and only beside the siege tile itself.
    """
    narrow = game.options.escape_adjacency == "siege_tile"
    cells = _siege_cells(game, root) if narrow else game.board.cells_of(root)
    return any(_lets_escape(game, cell + step) for cell in cells for step in AROUND)


def _lets_escape(game: Game, cell: int) -> bool:
    laid = game.board.tiles.get(cell)
    if laid is None or laid.face.building < 0:
        return False
    return laid.face.tile.abbey or game.options.escape_via_shrine


def legal_escapes(game: Game, seat: int) -> list[Knight]:
    """CSC-21: the own knights in besieged cities that have an escape route; builder and pig are no knights."""
    if not game.board.sieges:
        return []
    features = game.board.features
    routes: dict[int, bool] = {}
    knights = []
    for node, (owner, piece) in sorted(features.pieces.items()):
        if owner != seat or piece not in FOLLOWERS or features.kinds[node] != CITY:
            continue
        root = features.root(node)
        if root not in routes:
            routes[root] = is_besieged(game, root) and has_escape_route(game, root)
        if routes[root]:
            knights.append((*features.sites[node], piece))
    return knights


def check_escape(game: Game, seat: int, command: Escape) -> int:
    """CSC-20, CSC-21: such a piece stands there, it is one's own, a knight, in a besieged city with a route. The node."""
    features = game.board.features
    node = _standing_node(game, command)
    owner, piece = features.pieces[node]
    if owner != seat:
        raise Refusal("NOT_YOUR_PIECE", "CSC-21", seat=owner)
    if piece not in FOLLOWERS or features.kinds[node] != CITY:
        raise Refusal("NOT_A_KNIGHT", "CSC-21", piece=piece)
    root = features.root(node)
    if not is_besieged(game, root):
        raise Refusal("CITY_NOT_BESIEGED", "CSC-20", x=command.x, y=command.y)
    if not has_escape_route(game, root):
        raise Refusal("NO_ESCAPE_ROUTE", "CSC-20", x=command.x, y=command.y)
    return node


def why_no_escape(game: Game, seat: int, command: Escape) -> Refusal | None:
    """CSC-20: where no knight can escape the phase is passed; what keeps this one in its city can still be said."""
    try:
        check_escape(game, seat, command)
    except Refusal as refusal:
        return refusal if refusal.clause == "CSC-20" else None
    return None


def _standing_node(game: Game, command: Escape) -> int:
    laid = game.board.tiles.get(cell_at(command.x, command.y))
    if laid is not None and command.segment in laid.face.segments:
        node = laid.base + laid.face.segments.index(command.segment)
        if game.board.features.sites[node][:2] == (command.x, command.y):
            piece = game.board.features.pieces.get(node)
            if piece is not None and piece[1] == command.piece:
                return node
    raise Refusal("NO_SUCH_PIECE", "CSC-21", piece=command.piece, x=command.x, y=command.y, segment=command.segment)


def _siege_cells(game: Game, root: int) -> Iterator[int]:
    board = game.board
    for cell in board.cells_of(root):
        laid = board.tiles[cell]
        for index, marks in enumerate(laid.face.marks):
            if laid.face.kinds[index] == CITY and marks & BESIEGED and board.features.root(laid.base + index) == root:
                yield cell
                break
