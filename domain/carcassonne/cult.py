"""Cult: shrines beside abbeys, and the challenge between heretic and monk (CSC-5 to CSC-13)."""

from collections.abc import Iterator, Sequence

from domain.carcassonne.board import Board, cell_at
from domain.carcassonne.faces import Face
from domain.carcassonne.messages import (
    ChallengeDeclared,
    ChallengeDrawn,
    ChallengeLapsed,
    ChallengeUnresolved,
    ChallengeWon,
)
from domain.carcassonne.state import Challenge, Game
from domain.table.rulebook import Happening, Under

# --- Placing a shrine -------------------------------------------------------------------------------------------------


def may_stand_here(board: Board, face: Face, cell: int, strict: bool) -> bool:
    """CSC-9 for a tile: one without a building may lie anywhere."""
    return face.building < 0 or may_build(board, cell, face.tile.shrine, strict)


def may_build(board: Board, cell: int, shrine: bool, strict: bool) -> bool:
    """CSC-9: a shrine may not be laid beside several abbeys, nor an abbey beside several shrines.

    The sheet binds the tile that is being laid. Played strictly, the one building beside it must not have another of the
    laid kind beside it either.
    """
    if not (board.abbeys if shrine else board.shrines):
        return True
    opposite = board.buildings_around(cell, not shrine)
    if not opposite:
        return True
    if len(opposite) > 1:
        return False
    return not (strict and board.buildings_around(cell_of(board, opposite[0]), shrine))


def cell_of(board: Board, node: int) -> int:
    """The cell that a node lies on."""
    x, y, _ = board.features.sites[node]
    return cell_at(x, y)


# --- The challenge ----------------------------------------------------------------------------------------------------


def declare_challenges(game: Game, seat: int, node: int) -> Iterator[Happening]:
    """CSC-7: a heretic put beside another player's monk challenges it. CSC-8: a monk put beside a heretic likewise.

    CSC-10: whoever stands on another segment of the tile challenges nobody.
    """
    features = game.board.features
    x, y, _ = features.sites[node]
    shrine = game.board.laid(x, y).face.tile.shrine
    for other in game.board.buildings_around(cell_at(x, y), not shrine):
        for _, owner, _ in features.pieces_on(other):
            if owner != seat or game.options.self_challenge:
                other_x, other_y, _ = features.sites[other]
                clause = "CSC-7" if shrine else "CSC-8"
                yield Under(clause, ChallengeDeclared(seat, x, y, owner, other_x, other_y))


def settle_challenges(game: Game, completed: Sequence[int]) -> tuple[list[Happening], list[int]]:
    """CSC-11, CSC-12: what becomes of the challenges when these occupied buildings are completed, all by one placement.

    Returns what happens, and the nodes of the beaten followers. Buildings completed together draw among themselves, and
    beat everybody else they are in a challenge with; what else a beaten building was in lapses. All are told in their order.
    """
    challenges = _in_order(game)
    beaten = [
        challenge.shrine if challenge.abbey in completed else challenge.abbey
        for challenge in challenges
        if (challenge.abbey in completed) is not (challenge.shrine in completed)
    ]
    decided: list[Happening] = []
    for challenge in challenges:
        pair = (challenge.abbey, challenge.shrine)
        won = [node for node in pair if node in completed]
        if len(won) == 2:
            decided.append(ChallengeDrawn(*_cells(game, challenge)))
        elif won:
            decided.append(_won(game, won[0], pair[won[0] == challenge.abbey]))
        elif any(node in beaten for node in pair):
            decided.append(ChallengeLapsed(*_cells(game, challenge)))
    return decided, list(dict.fromkeys(beaten))


def lapse_challenges(game: Game, node: int) -> Iterator[Happening]:
    """CSC-12: where a follower has gone otherwise, its challenges lapse."""
    for challenge in _in_order(game):
        if node in (challenge.abbey, challenge.shrine):
            yield ChallengeLapsed(*_cells(game, challenge))


def leave_undecided(game: Game) -> Iterator[Happening]:
    """CSC-13: challenges that the end of the game leaves undecided; both buildings then pay by the normal rules."""
    for challenge in _in_order(game):
        yield ChallengeUnresolved(*_cells(game, challenge))


def _in_order(game: Game) -> list[Challenge]:
    """By abbey y, x, then shrine y, x, so that logs are reproducible."""
    return sorted(game.challenges, key=lambda challenge: [(y, x) for x, y in _places(game, challenge)])


def _places(game: Game, challenge: Challenge) -> list[tuple[int, int]]:
    sites = game.board.features.sites
    return [sites[node][:2] for node in (challenge.abbey, challenge.shrine)]


def _cells(game: Game, challenge: Challenge) -> tuple[int, int, int, int]:
    (x, y), (other_x, other_y) = _places(game, challenge)
    return x, y, other_x, other_y


def _won(game: Game, winner: int, loser: int) -> ChallengeWon:
    features = game.board.features
    (seat, _), (other_seat, _) = features.pieces[winner], features.pieces[loser]
    (x, y, _), (other_x, other_y, _) = features.sites[winner], features.sites[loser]
    return ChallengeWon(seat, x, y, other_seat, other_x, other_y)
