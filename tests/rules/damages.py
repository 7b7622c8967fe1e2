"""How the tests of invariants spoil a game's state, so that each of them can be seen to fail."""

from collections.abc import Callable
from typing import Any

from domain.table.rulebook import Rulebook

Damage = Callable[[Any], None]


class Damages:
    """What corrections and points do to a state of a game."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook

    def by(self, *events: Any) -> Damage:
        """What a nonsense correction does."""

        def damage(game: Any) -> None:
            for event in events:
                self._rulebook.evolve(game, event)

        return damage

    def adjusted(self, seat: int, points: int) -> Damage:
        """What points by a ruling do."""
        return lambda game: self._rulebook.adjust(game, seat, points)


def set_(name: str, value: object, board: str = "") -> Damage:
    """The state, or a board in it, with another value of a field."""
    return lambda game: setattr(getattr(game, board) if board else game, name, value)
