"""Lost Souls: the piles of Root that everybody may look through, with where each card came from, and their whole past."""

from collections.abc import Iterator

import msgspec

from domain.table.canonical import encode
from domain.table.scene import Scene
from domain.table.table import Table
from projections.lost_souls import timeline, words
from projections.lost_souls.past import sheet_of
from projections.lost_souls.sheet import LostSoulsSheet

__all__ = ["LostSouls", "LostSoulsSheet", "read_lost_souls", "sheet_of"]


class LostSouls:
    """A row a table of Root, also where the Cult does not play: discard pile and dominance cards lie there still."""

    name = "lost_souls"
    title = "Lost Souls"
    games = frozenset({"root"})

    def rows(self, table: Table) -> Iterator[tuple[str, bytes]]:
        yield table.id, encode(sheet_of(table))

    def sheet(self, table: Table) -> LostSoulsSheet:
        return sheet_of(table)

    def told(self, table: Table) -> Iterator[str]:
        return words.told(table, sheet_of(table))

    def past_told(self, table: Table) -> Iterator[str]:
        return words.past_told(table, sheet_of(table))

    def has_timeline(self, table: Table) -> bool:
        return sheet_of(table).cult is not None

    def timeline(self, table: Table) -> Scene:
        return timeline.timeline(sheet_of(table))


def read_lost_souls(row: bytes) -> LostSoulsSheet:
    """The piles from their row."""
    return msgspec.msgpack.decode(row, type=LostSoulsSheet)
