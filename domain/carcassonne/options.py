"""What a group agrees on when it opens a table."""

from typing import Literal

from domain.carcassonne.custom import CustomTile
from domain.table.rulebook import Options

# The sets of tiles that can be played with, each with what it is.
SETS = {
    "base": "the 72 tiles of the base game, always in play",
    "cult": "6 shrines (Cult, Siege & Creativity)",
    "siege": "4 besieged cities (Cult, Siege & Creativity)",
    "creativity": "2 blank tiles (Cult, Siege & Creativity)",
    "inns_cathedrals": "18 tiles, a big follower each, a sixth seat",
    "traders_builders": "24 tiles, a builder and a pig each, goods",
    "river_1": "12 tiles that are laid first",
    "river_2": "12 tiles with a fork that are laid first",
}


class GameOptions(Options, frozen=True):
    """The table's options; the defaults follow the rule sheet to the letter.

    `sets`: the tiles in play; by default all three parts of the sheet with the base game (CSC-1), and no rule presupposes any
    other set (CSC-2). `shrine_adjacency` (CSC-9), `self_challenge` (CSC-7), `escape_adjacency` and
    `escape_via_shrine` (CSC-20), `escape_each_part` (CSC-21), `blank_mode` (CSC-23, CSC-24), `blank_joker_scores` (CSC-23):
    as the clauses say. `custom_tiles`: the group's own two tiles (CSC-24). `small_city_points`: with ``two`` a complete,
    ordinary city of two tiles pays 1 a tile and 1 a shield, as in early printings (B-9).
    """

    sets: tuple[str, ...] = ("base", "cult", "siege", "creativity")
    small_city_points: Literal["normal", "two"] = "normal"
    shrine_adjacency: Literal["direct", "strict"] = "direct"
    self_challenge: bool = False
    escape_adjacency: Literal["any_city_tile", "siege_tile"] = "any_city_tile"
    escape_via_shrine: bool = True
    escape_each_part: bool = False
    blank_mode: Literal["joker", "custom"] = "joker"
    blank_joker_scores: bool = True
    custom_tiles: tuple[CustomTile, ...] = ()
