"""What a group agrees on when it opens a table (rules 11)."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.flick_of_faith.map import Map
from domain.table.rulebook import Options


class GameOptions(Options, frozen=True):
    """The table's options; a group's own `map` stands in for the house map (G-1).

    `mode`: whether the server computes flicks, or a group reports those of a real board. `generations`: None for the usual
    number (S-3). `first_player`: a flick-off, or chance (S-4). `deity_powers`, `deity_choice` (S-5). `laws`: whether there is
    a Council (FF-3). `scatter`: how unsteady a digital hand is (D-2). `navel_trigger`, `navel_end_of_mission` (P-3, P-4).
    `temple_bump` (M-6), `table_confirm` (M-2). `tolerance`: by how many micrometres discs may overlap that are reported side by
    side on a real board (M-1).
    """

    mode: Literal["digital", "table"] = "digital"
    generations: Annotated[int, Meta(ge=1, le=8)] | None = None
    first_player: Literal["flick_off", "random"] = "flick_off"
    deity_powers: bool = True
    deity_choice: Literal["pick", "random"] = "pick"
    laws: bool = True
    scatter: Literal["hand", "none"] = "hand"
    navel_trigger: Literal["own_prophet", "any_prophet"] = "own_prophet"
    navel_end_of_mission: bool = True
    temple_bump: Literal["restore", "keep"] = "restore"
    table_confirm: Literal["all", "one", "none"] = "all"
    tolerance: Annotated[int, Meta(ge=0, le=50_000)] = 3_000
    map: Map | None = None
