"""The kernel's own events of a game: what they do to its state, whichever game it is."""

from typing import Any

from domain.table.disputes.messages import Reapplied, ScoreAdjusted
from domain.table.lifecycle import OrderFollowed, Redealt
from domain.table.messages import GameEvent
from domain.table.rulebook import Rulebook
from domain.table.seeded import Seeded

# Events of the kernel that are no game's: a rulebook is not asked to apply them.
KERNEL_OWN = frozenset((OrderFollowed, Reapplied, ScoreAdjusted, Redealt))


def adjust(rulebook: Rulebook, game: Any, event: ScoreAdjusted) -> None:
    """Let a remedy's points change the game (T-57)."""
    for seat in event.seats:
        rulebook.adjust(game, seat, event.points)


def evolved_by_kernel(rulebook: Rulebook, game: Any, event: GameEvent) -> Any:
    """The game after one of the kernel's own events; most change nothing in it."""
    if isinstance(event, Redealt):
        return redealt(rulebook, game, event)
    if isinstance(event, ScoreAdjusted):
        adjust(rulebook, game, event)
    return game


def redealt(rulebook: Rulebook, game: Any, event: Redealt) -> Any:
    """The game in which all that a viewer may not know is dealt anew (T-64)."""
    return rulebook.imagined(game, event.viewer, Seeded(bytes.fromhex(event.seed)))
