"""Boards: what each seat, and a spectator, sees of a table now. Earlier versions are folded when they are asked for."""

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.table.canonical import encode
from domain.table.seeing import view_of
from domain.table.table import Table

SPECTATOR = "spectator"


class Board(msgspec.Struct, frozen=True):
    """One viewer's board: `viewer` is a seat, or None for a spectator; `view` is the game's own (None before it begins)."""

    table: str
    game: str
    version: int
    phase: str
    viewer: int | None
    view: Any


def board_of(table: Table, viewer: int | None) -> Board:
    """The board as a viewer sees it."""
    return Board(table.id, table.rulebook.game, table.version, table.phase.value, viewer, view_of(table, viewer))


def field_of(table_id: str, viewer: int | None) -> str:
    """The field of a viewer's board."""
    return f"{table_id}/{SPECTATOR if viewer is None else viewer}"


class Boards:
    """A row a viewer of a table."""

    name = "boards"
    games = None

    def rows(self, table: Table) -> Iterator[tuple[str, bytes]]:
        viewers: list[int | None] = [None, *range(len(table.seats))]
        for viewer in viewers:
            yield field_of(table.id, viewer), encode(board_of(table, viewer))


def read_board(row: bytes) -> Board:
    """A board from its row; its view as plain data."""
    return msgspec.msgpack.decode(row, type=Board)
