"""The view of a game: everything on the table, for everybody (the law's section 3.5, CSC-22)."""

from collections.abc import Iterator

from domain.carcassonne.board import cell_at, coordinates
from domain.carcassonne.custom import custom_id
from domain.carcassonne.faces import GOODS
from domain.carcassonne.pieces import role_of
from domain.carcassonne.state import Game, Proposal
from domain.carcassonne.view import GameView, SeenChallenge, SeenOwnTile, SeenPiece, SeenProposal, SeenTile


def view_of(game: Game) -> GameView:
    """What any seat, and a spectator, sees. The stack is shown as what is in it, never in its order."""
    tiles = tuple(_seen_tiles(game))
    placed = list(game.board.tiles).index(cell_at(*game.placed)) if game.placed else -1
    return GameView(
        game.sets,
        game.seats,
        game.phase,
        game.turn,
        game.active,
        game.drawn,
        placed,
        tiles,
        tuple(_seen_pieces(game)),
        tuple(game.scores),
        tuple(dict(supply) for supply in game.supply),
        {tile: game.stack.count(tile) for tile in sorted(set(game.stack))},
        tuple(game.discarded),
        game.ranking,
        len(game.river),
        game.part,
        game.drawn_face,
        tuple(dict(zip(GOODS, tokens, strict=True)) for tokens in game.goods),
        tuple(_seen_challenges(game)),
        tuple(_seen_own_tiles(game)),
        # Register 31: after the last turn nothing can be ruled on any more.
        0 if game.ranking else game.manual,
        _seen_proposal(game, game.proposal) if game.proposal else None,
    )


def _seen_tiles(game: Game) -> Iterator[SeenTile]:
    for cell, laid in game.board.tiles.items():
        x, y = coordinates(cell)
        shown = laid.face.tile.id
        yield SeenTile(laid.tile, x, y, laid.rot, laid.seat, laid.turn, shown if shown != laid.tile else "")


def _seen_pieces(game: Game) -> Iterator[SeenPiece]:
    for node in sorted(game.board.features.pieces):
        yield _seen_piece(game, node)


def _seen_piece(game: Game, node: int) -> SeenPiece:
    features = game.board.features
    (seat, piece), (x, y, segment) = features.pieces[node], features.sites[node]
    role = role_of(piece, features.kinds[node], game.board.laid(x, y).face.tile.shrine)
    return SeenPiece(seat, piece, role, x, y, segment)


def _seen_challenges(game: Game) -> Iterator[SeenChallenge]:
    sites = game.board.features.sites
    for challenge in game.challenges:
        (x, y, _), (shrine_x, shrine_y, _) = sites[challenge.abbey], sites[challenge.shrine]
        yield SeenChallenge(x, y, shrine_x, shrine_y)


def _seen_own_tiles(game: Game) -> Iterator[SeenOwnTile]:
    for number, own in enumerate(game.options.custom_tiles):
        yield SeenOwnTile(
            custom_id(number), own.name, own.text, str(own.effect.__struct_config__.tag), own.tile(number)
        )


def _seen_proposal(game: Game, proposal: Proposal) -> SeenProposal:
    pieces = tuple(
        _seen_piece(game, game.board.node(piece.x, piece.y, piece.segment)) for piece in proposal.event.pieces
    )
    return SeenProposal(proposal.event.seat, proposal.event.points, pieces, tuple(sorted(proposal.accepted)))
