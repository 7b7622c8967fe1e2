"""Read models: everything that anybody looks at, made from tables, which are made from the log.

A projection is a function of one table. So it depends on each table's own order only, takes undo like any other record,
and made anew it is, byte for byte, what it was.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

import msgspec

from domain.table.scene import Scene
from domain.table.table import Table
from projections.boards import Boards
from projections.lost_souls import LostSouls
from projections.precedents import Precedents
from projections.scores import Scores
from projections.turns import Turns


class Projection(Protocol):
    """A read model: `rows` gives what it keeps of a table, by field; fields begin with the table's id."""

    name: str

    @property
    def games(self) -> frozenset[str] | None:
        """The games whose tables it is of, None: of all games. `rows` is only asked for their tables."""

    def rows(self, table: Table) -> Iterator[tuple[str, bytes]]:
        """The table's rows. The same table always has rows for the same fields, or for more than before."""


class Piles(Projection, Protocol):
    """A read model of the open piles of a game, and of their past, for everybody to look through."""

    title: str

    def sheet(self, table: Table) -> msgspec.Struct:
        """All that it knows, as data."""

    def told(self, table: Table) -> Iterator[str]:
        """The piles as they lie, in lines for people."""

    def past_told(self, table: Table) -> Iterator[str]:
        """What came to the piles and left them over the game, in lines for people."""

    def has_timeline(self, table: Table) -> bool:
        """Whether what the piles were over the game is worth a picture: not every table of the game needs to have them all."""

    def timeline(self, table: Table) -> Scene:
        """The piles over the game, as a picture and as a chart in characters."""


PILES: tuple[Piles, ...] = (LostSouls(),)
ALL: tuple[Projection, ...] = (Boards(), Scores(), Turns(), Precedents(), *PILES)


def concerns(projection: Projection, game: str) -> bool:
    """Whether a projection is of the tables of a game. A table's game never changes, and so neither does this."""
    return projection.games is None or game in projection.games


def rows_of(table: Table, projections: Sequence[Projection] = ALL) -> dict[str, dict[str, bytes]]:
    """A table's rows by the names of the projections that concern it."""
    game = table.rulebook.game
    return {each.name: dict(each.rows(table)) for each in projections if concerns(each, game)}


def piles_of(game: str) -> Piles | None:
    """The read model of a game's piles, if it has one."""
    return next((piles for piles in PILES if concerns(piles, game)), None)
