"""What a tile's own text does, where the group applies it by agreement (CSC-24, effect `manual`)."""

from collections.abc import Iterator

from domain.carcassonne.companions import with_companions
from domain.carcassonne.cult import lapse_challenges
from domain.carcassonne.messages import (
    AnswerRuling,
    PieceRef,
    ProposeRuling,
    RulingAccepted,
    RulingProposed,
    RulingRejected,
    RulingScored,
    RulingSettled,
    StandingPiece,
)
from domain.carcassonne.scoring import returned, standing
from domain.carcassonne.state import Game
from domain.table.chance import Chance
from domain.table.messages import Term
from domain.table.offers import Between, EachOf, Offer, OneOf, SomeOf
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening

POINTS = Between(-100, 100)


def ruling_offer(game: Game) -> Offer:
    """What may be proposed: points for each seat, and any pieces on the board to go home."""
    refs = tuple(sorted(PieceRef(*game.board.features.sites[node]) for node in game.board.features.pieces))
    points = EachOf((POINTS,) * game.seats)
    return Offer(ProposeRuling, free={"points": points, "pieces": SomeOf(refs, 0, min(100, len(refs)))})


def answer_offer() -> Offer:
    """To accept or to reject."""
    return Offer(AnswerRuling, free={"accept": OneOf((True, False))})


def propose_ruling(game: Game, seat: int, command: ProposeRuling, chance: Chance) -> Iterator[Happening]:
    """CSC-24: after the turn any player may say what the tile's text does; it takes effect when all accept."""
    if len(command.points) != game.seats:
        raise Refusal("POINTS_FOR_EACH_SEAT", "CSC-24", seats=game.seats, given=len(command.points))
    if list(command.pieces) != sorted(set(command.pieces)):
        raise Refusal("PIECES_IN_ORDER", "CSC-24")
    pieces = tuple(_piece(game, ref) for ref in command.pieces)
    yield RulingProposed(seat, command.points, pieces)


def answer_ruling(game: Game, seat: int, command: AnswerRuling, chance: Chance) -> Iterator[Happening]:
    """CSC-24: one who rejects ends the proposal; the last who accepts makes it happen."""
    proposal = game.proposal
    assert proposal is not None
    if not command.accept:
        yield RulingRejected(seat)
        return
    yield RulingAccepted(seat)
    if len(proposal.accepted) + 1 == game.seats:
        yield from _settle(game, proposal.event)


def why_no_ruling(game: Game, seat: int, command: ProposeRuling | AnswerRuling) -> Refusal | None:
    """CSC-24: without a text that waits nothing is proposed, and without a proposal nothing answered."""
    is_open = game.manual if isinstance(command, ProposeRuling) else game.proposal
    return None if is_open else Refusal("NO_RULING_OPEN", "CSC-24")


def _settle(game: Game, proposed: RulingProposed) -> Iterator[Happening]:
    for seat, points in enumerate(proposed.points):
        if points:
            yield RulingScored((seat,), (Term("ruling", 1, points, "CSC-24"),))
    nodes = [game.board.node(piece.x, piece.y, piece.segment) for piece in proposed.pieces]
    for node in nodes:
        yield from lapse_challenges(game, node)
    yield from returned(game, with_companions(game, nodes), "ruling")
    yield RulingSettled()


def _piece(game: Game, ref: PieceRef) -> StandingPiece:
    try:
        node = game.board.node(ref.x, ref.y, ref.segment)
    except (KeyError, ValueError):
        node = -1
    if node not in game.board.features.pieces or game.board.features.sites[node] != (ref.x, ref.y, ref.segment):
        raise Refusal("NO_SUCH_PIECE", "CSC-24", piece="piece", x=ref.x, y=ref.y, segment=ref.segment)
    return standing(game, node)
