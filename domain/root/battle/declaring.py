"""Who can be battled where (core-8.0)."""

from collections.abc import Iterable, Iterator

from domain.root.checks import check_clearing, check_other
from domain.root.events import BattleStarted
from domain.root.state import Game
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening


def enemies_in(game: Game, seat: int, clearing: int) -> list[int]:
    """core-8.0: the seats that have any piece in a clearing, and so can be battled there."""
    return [enemy for enemy in range(game.seats) if enemy != seat and has_pieces(game, enemy, clearing)]


def has_pieces(game: Game, seat: int, clearing: int) -> bool:
    """Whether a seat has a warrior, a building or a token in a clearing."""
    if game.warriors[seat][clearing]:
        return True
    return any(owner == seat for pieces in (game.buildings, game.tokens) for owner, _ in pieces[clearing])


def legal_battles(game: Game, seat: int, clearings: Iterable[int]) -> list[tuple[int, int]]:
    """core-8.0: the clearings and defenders that the seat may battle; rule does not matter."""
    return [
        (clearing, enemy)
        for clearing in clearings
        if game.warriors[seat][clearing]
        for enemy in enemies_in(game, seat, clearing)
    ]


def check_battle(game: Game, seat: int, clearing: int, defender: int) -> None:
    """core-8.0: an own warrior and an enemy piece are in the clearing."""
    check_clearing(game, clearing)
    check_other(game, seat, defender)
    if not game.warriors[seat][clearing]:
        raise Refusal("NO_ATTACKING_PIECE", "core-8.0", clearing=clearing)
    if not has_pieces(game, defender, clearing):
        raise Refusal("NO_SUCH_ENEMY_HERE", "core-8.0", clearing=clearing, defender=defender)


def start_battle(seat: int, clearing: int, defender: int) -> Iterator[Happening]:
    """core-8.0: the battle begins."""
    yield BattleStarted(seat, defender, clearing)
