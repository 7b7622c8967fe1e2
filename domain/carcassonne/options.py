"""What a group agrees on when it opens a table."""

from typing import Literal

from domain.table.rulebook import Options

# The sets of tiles that can be played with, each with what it is.
SETS = {"base": "the 72 tiles of the base game"}


class GameOptions(Options, frozen=True):
    """`sets`: the tiles in play, the base game always among them. `small_city_points`: with ``two`` a complete city of
    two tiles pays 1 a tile and 1 a shield, as in early printings (B-9)."""

    sets: tuple[str, ...] = ("base",)
    small_city_points: Literal["normal", "two"] = "normal"
