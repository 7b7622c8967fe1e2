"""Moving warriors (core-7.2)."""

from collections.abc import Iterable, Iterator

from domain.root.checks import check_clearing
from domain.root.events import WarriorsMoved
from domain.root.rule import ruler
from domain.root.state import Game
from domain.table.messages import Command
from domain.table.offers import Between, Offer
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under


def destinations(game: Game, seat: int, origin: int) -> list[int]:
    """core-7.2: where warriors may move to from a clearing: along a path, ruling where they leave or where they arrive."""
    if not game.warriors[seat][origin]:
        return []
    adjacent = game.paths.adjacent[origin]
    if ruler(game, origin) == seat:
        return list(adjacent)
    return [clearing for clearing in adjacent if ruler(game, clearing) == seat]


def can_move(game: Game, seat: int, origins: Iterable[int]) -> bool:
    """Whether any warrior of the seat can move from one of these clearings."""
    return any(destinations(game, seat, origin) for origin in origins)


def legal_moves(game: Game, seat: int, command: type[Command], origins: Iterable[int]) -> list[Offer]:
    """The moves from these clearings, one offer an origin; any number of the warriors there may go."""
    return [
        Offer(
            command,
            ("origin", "destination"),
            [(origin, destination) for destination in destinations(game, seat, origin)],
            {"warriors": Between(1, game.warriors[seat][origin])},
        )
        for origin in origins
        if destinations(game, seat, origin)
    ]


def check_move(game: Game, seat: int, origin: int, destination: int, warriors: int) -> None:
    """core-7.2: adjacent by path, ruled at one end before the move, with warriors that are there."""
    check_clearing(game, origin)
    check_clearing(game, destination)
    if destination not in game.paths.adjacent[origin]:
        raise Refusal("NOT_ADJACENT", "core-7.2", origin=origin, destination=destination)
    if warriors < 1:
        raise Refusal("MOVE_ZERO", "core-7.2")
    if game.warriors[seat][origin] < warriors:
        raise Refusal(
            "NOT_ENOUGH_WARRIORS", "core-7.2", clearing=origin, wanted=warriors, found=game.warriors[seat][origin]
        )
    if seat not in (ruler(game, origin), ruler(game, destination)):
        raise Refusal("NO_RULE", "core-7.2", clearings=(origin, destination))


def move(seat: int, origin: int, destination: int, warriors: int, clause: str) -> Iterator[Happening]:
    """core-7.2: the warriors move."""
    yield Under(clause, WarriorsMoved(seat, origin, destination, warriors))
