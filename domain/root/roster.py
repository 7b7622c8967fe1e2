"""The factions that can be played."""

from collections.abc import Iterator, Mapping
from functools import cache

from domain.root.cult.turn import CULT
from domain.root.eyrie.turn import EYRIE
from domain.root.faction import Change, Faction, Pending
from domain.root.marquise.turn import MARQUISE
from domain.root.options import GameOptions
from domain.root.stages import Stage
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.rulebook import Happening

ROSTER: dict[str, Faction] = {"cult": CULT, "marquise": MARQUISE, "eyrie": EYRIE}
"""By name, in the order of `FACTIONS` (options), in which seats get them; what is pending comes in this order, too."""

SETUP_ORDER = tuple(sorted(ROSTER, key=lambda name: ROSTER[name].letter))
"""core-13: the factions are set up in the order of their letters."""


@cache
def stages_of(faction: str, options: GameOptions) -> tuple[Stage, ...]:
    """The stages of a faction's turn at a table with these options."""
    return ROSTER[faction].stages(options)


@cache
def _pending_of(factions: tuple[str, ...]) -> tuple[Pending, ...]:
    """What the factions of a table may have to do before anything else, in the order of the roster."""
    hooks = (faction.pending for name, faction in ROSTER.items() if name in factions)
    return tuple(hook for hook in hooks if hook is not None)


def pending(game: Game, chance: Chance) -> Iterator[Happening] | None:
    """core-9.2: what a faction does, or has decided, before anything else goes on: first the Cult fears (10.2.5), then the
    Marquise's hospitals are offered (6.2.3). None where nothing is due."""
    for hook in _pending_of(game.factions):
        due = hook(game, chance)
        if due is not None:
            return due
    return None


def changes_of_all(*shared: Mapping[type, Change]) -> dict[type, Change]:
    """How every event changes the state: as it does for all, then on the boards of factions, in the order of the roster."""
    found: dict[type, tuple[Change, ...]] = {}
    for changes in (*shared, *(faction.evolve for faction in ROSTER.values())):
        for event, change in changes.items():
            found[event] = (*found.get(event, ()), change)
    return {event: _one_after_another(parts) for event, parts in found.items()}


def _one_after_another(parts: tuple[Change, ...]) -> Change:
    if len(parts) == 1:
        return parts[0]

    def change(game: Game, event: object) -> None:
        for part in parts:
            part(game, event)

    return change
