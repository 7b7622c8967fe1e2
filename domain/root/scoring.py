"""Points, and how a game ends (core-11, core-12)."""

from collections.abc import Iterator

from domain.root.events import PointsForfeited, PointsLost, PointsScored
from domain.root.state import Game
from domain.table.lifecycle import GameFinished
from domain.table.messages import Term
from domain.table.rulebook import Happening, Under

POINTS_TO_WIN = 30


def score(game: Game, seat: int, clause: str, *terms: Term) -> Iterator[Happening]:
    """core-12: a seat scores the sum of the terms; core-11: playing for dominance it forfeits them."""
    counted = tuple(term for term in terms if term.points)
    if not counted:
        return
    if game.dominance[seat] is not None:
        yield Under("core-11", PointsForfeited(seat, counted))
    else:
        yield Under(clause, PointsScored((seat,), counted))


def lose(game: Game, seat: int, clause: str, term: Term) -> Iterator[Happening]:
    """core-12: a seat loses points, but never more than it has; without a score marker it loses nothing."""
    kept = -term.points - game.scores[seat]
    if game.dominance[seat] is not None or not term.points or not game.scores[seat]:
        return
    floor = (Term("floor", 1, kept, "core-12"),) if kept > 0 else ()
    yield Under(clause, PointsLost((seat,), (term, *floor)))


def winner(game: Game) -> int | None:
    """core-12: who has reached 30; of several, the one closest clockwise from the seat on turn, that seat included.

    core-16: by the printing of 2022 the seat on turn wins, if it is among them.
    """
    reached = [seat for seat in range(game.seats) if game.scores[seat] >= POINTS_TO_WIN]
    if not reached:
        return None
    if game.options.printing == "P6" and game.active in reached:
        return game.active
    return min(reached, key=lambda seat: (seat - game.active) % game.seats)


def finish(game: Game, won: int, clause: str) -> Iterator[Happening]:
    """core-12, core-11: the game is over at once."""
    yield Under(clause, GameFinished(tuple(game.scores), ranks(game, won)))


def ranks(game: Game, won: int | None) -> tuple[int, ...]:
    """core-12: the rank of each seat: the winner's is the first, the others are ranked by their scores, equals together."""
    above = [sum(other > own for rival, other in enumerate(game.scores) if rival != won) for own in game.scores]
    return tuple(1 if seat == won else above[seat] + (1 if won is None else 2) for seat in range(game.seats))
