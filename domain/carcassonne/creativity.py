"""Creativity: the blank tiles, as jokers or as tiles of the group's own making (CSC-22 to CSC-24)."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import Any

from domain.carcassonne.board import coordinates
from domain.carcassonne.cult import may_build
from domain.carcassonne.faces import face
from domain.carcassonne.messages import PlaceTile
from domain.carcassonne.state import BLANK, RIVER_SETS, Game
from domain.carcassonne.tiles import tile_types
from domain.table.refusals import Refusal

Row = tuple[str, int, int, int, str]
# A rotation, and the type of tile that fits in it.
Turned = tuple[int, str]


@cache
def joker_types(sets: tuple[str, ...]) -> tuple[str, ...]:
    """CSC-23: the types that a joker may be declared as: of the sets in play, but neither blank nor river."""
    return tuple(tile.id for tile in tile_types(sets).values() if not tile.blank and tile.set not in RIVER_SETS)


def check_declared(game: Game, command: PlaceTile) -> str:
    """The type that the tile is laid as. CSC-23: a joker is declared, and only a joker."""
    if command.tile != BLANK or game.options.blank_mode == "custom":
        if command.as_ is not None:
            raise Refusal("BLANK_TYPE_NOT_ALLOWED", "CSC-23", tile=command.tile)
        return str(game.drawn_face)
    if command.as_ is None:
        raise Refusal("BLANK_TYPE_REQUIRED", "CSC-23")
    if command.as_ not in joker_types(game.sets):
        raise Refusal("BLANK_TYPE_UNKNOWN", "CSC-23", type=command.as_)
    return command.as_


def joker_rows(game: Game) -> "JokerRows":
    """CSC-23: the union of the placements of all types, without writing each of them down; CSC-9 holds for each."""
    board, sets, strict = game.board, game.sets, game.options.shrine_adjacency == "strict"
    blocks = []
    for cell, demand in board.demands.items():
        fitting = _fitting(sets, demand, may_build(board, cell, False, strict), may_build(board, cell, True, strict))
        if fitting:
            blocks.append((*coordinates(cell), fitting))
    return JokerRows(blocks)


@cache
def _fitting(sets: tuple[str, ...], demand: int, abbeys: bool, shrines: bool) -> tuple[Turned, ...]:
    """The rotations and types that meet a demand, with abbeys and with shrines only where they may be built."""
    fitting: list[Turned] = []
    for name in joker_types(sets):
        one = face(sets, name)
        if one.building < 0 or (shrines if one.tile.shrine else abbeys):
            fitting += [(rotation, name) for rotation in one.fits(demand)]
    return tuple(fitting)


class JokerRows(Sequence[Row]):
    """Rows of an offer, made only when they are asked for: a joker may have thousands."""

    def __init__(self, blocks: list[tuple[int, int, tuple[Turned, ...]]]) -> None:
        self._blocks = blocks
        self._ends = list(accumulate(len(fitting) for _, _, fitting in blocks))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = range(len(self))[index]
        block = bisect_right(self._ends, at)
        x, y, fitting = self._blocks[block]
        return BLANK, x, y, *fitting[at - (self._ends[block - 1] if block else 0)]

    def __iter__(self) -> Iterator[Row]:
        for x, y, fitting in self._blocks:
            for rotation, name in fitting:
                yield BLANK, x, y, rotation, name

    def __contains__(self, row: object) -> bool:
        if not isinstance(row, tuple) or len(row) != 5 or row[0] != BLANK:
            return False
        return any(row[1:3] == (x, y) and row[3:] in fitting for x, y, fitting in self._blocks)
