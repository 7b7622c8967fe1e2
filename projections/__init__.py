"""Read models: everything that anybody looks at, made from tables, which are made from the log.

A projection is a function of one table. So it depends on each table's own order only, takes undo like any other record,
and made anew it is, byte for byte, what it was.
"""

from collections.abc import Iterator
from typing import Protocol

from domain.table.table import Table
from projections.boards import Boards
from projections.scores import Scores
from projections.turns import Turns


class Projection(Protocol):
    """A read model: `rows` gives what it keeps of a table, by field; fields begin with the table's id."""

    name: str

    def rows(self, table: Table) -> Iterator[tuple[str, bytes]]:
        """The table's rows. The same table always has rows for the same fields, or for more than before."""


ALL: tuple[Projection, ...] = (Boards(), Scores(), Turns())
