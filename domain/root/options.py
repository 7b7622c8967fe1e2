"""What a group agrees on when it opens a table."""

from typing import Literal, get_args

from domain.table.rulebook import Options

Faction = Literal["cult", "marquise", "eyrie"]

FACTIONS: tuple[Faction, ...] = get_args(Faction)
"""The factions that can be played, in the order in which seats get them unless the table says otherwise."""


class GameOptions(Options, frozen=True):
    """The table's options; the defaults follow the Cult's own document, and the printing of October 2025 elsewhere.

    `factions`: who plays what, by seat; none named: the Cult, the Marquise, the Eyrie in this order. `evening_order`: D1,
    the order of the Cult's Evening (10.6). `score_without_garden`: D2, `score_single_garden`: D3 (10.5.3).
    `setup_is_previous`: D4, whether the first Outcast can be Hated (10.4.1). `fear`: D5, a random discard for each garden,
    or one for all that are removed together (10.2.5). `printing`: D6, the printing of all other rules (core-16).
    """

    factions: tuple[Faction, ...] = ()
    evening_order: Literal["numeric", "document"] = "numeric"
    score_without_garden: bool = False
    score_single_garden: bool = True
    setup_is_previous: bool = True
    fear: Literal["each_garden", "each_batch"] = "each_garden"
    printing: Literal["P16", "P6"] = "P16"
    map: Literal["autumn"] = "autumn"
    deck: Literal["standard"] = "standard"

    def factions_of(self, seats: int) -> tuple[Faction, ...]:
        """The faction of each seat."""
        return self.factions or FACTIONS[:seats]
