"""The factions that can be played."""

from functools import cache

from domain.root.cult.turn import CULT
from domain.root.eyrie.turn import EYRIE
from domain.root.faction import Faction
from domain.root.marquise.turn import MARQUISE
from domain.root.options import GameOptions
from domain.root.stages import Stage

ROSTER: dict[str, Faction] = {"cult": CULT, "marquise": MARQUISE, "eyrie": EYRIE}

SETUP_ORDER = tuple(sorted(ROSTER, key=lambda name: ROSTER[name].letter))
"""core-13: the factions are set up in the order of their letters."""


@cache
def stages_of(faction: str, options: GameOptions) -> tuple[Stage, ...]:
    """The stages of a faction's turn at a table with these options."""
    return ROSTER[faction].stages(options)
