"""Choosing a corner to begin in (7.3, 10.3.2)."""

from collections.abc import Iterator

from domain.root.checks import check_clearing
from domain.root.commands import ChooseStart
from domain.root.events import StepEnded
from domain.root.roster import ROSTER
from domain.root.setting_up import starts
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.offers import Offer
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under


def corners_for(game: Game, seat: int) -> list[int]:
    """7.3, 10.3.2: the corners where the seat's faction may begin."""
    corners = ROSTER[game.faction(seat)].corners
    return corners(game, starts(game)) if corners is not None else []


def legal_starts(game: Game, seat: int) -> list[Offer]:
    return [Offer(ChooseStart, ("corner",), [(corner,) for corner in corners_for(game, seat)])]


def choose_start(game: Game, seat: int, command: ChooseStart, chance: Chance) -> Iterator[Happening]:
    """7.3, 10.3.2: nobody's corner, opposite somebody's start where that is possible."""
    faction, step = ROSTER[game.faction(seat)], game.step
    check_clearing(game, command.corner)
    if command.corner not in game.paths.corners:
        raise Refusal("NOT_A_CORNER", faction.clause, clearing=command.corner)
    if command.corner in starts(game):
        raise Refusal("START_CORNER_TAKEN", faction.clause, clearing=command.corner)
    corners = corners_for(game, seat)
    if command.corner not in corners:
        raise Refusal("START_NOT_OPPOSITE", faction.clause, clearing=command.corner, corners=tuple(corners))
    assert faction.start_at is not None
    yield from faction.start_at(game, seat, command.corner)
    yield Under(faction.clause, StepEnded(seat, step))
