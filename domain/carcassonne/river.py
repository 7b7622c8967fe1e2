"""The river: laid first, from the spring to the lake (R-1, R-2)."""

from domain.carcassonne.board import STEPS, Board
from domain.carcassonne.faces import BITS, RIVER, Face
from domain.carcassonne.state import RIVER as RIVER_PILE
from domain.carcassonne.state import RIVER_SETS, Game
from domain.carcassonne.tiles import tile_types
from domain.table.chance import Chance


def spring(sets: tuple[str, ...]) -> str | None:
    """R-1: the tile that is laid first instead of BA-D, where a river is in play."""
    return _with_role(sets, "spring")


def next_river_tile(game: Game, chance: Chance) -> str:
    """R-1: a fork comes right after the spring, the lake last, the others between them in any order."""
    fork, lake = _with_role(game.sets, "fork"), _with_role(game.sets, "lake")
    if fork in game.river:
        return str(fork)
    between = [tile for tile in game.river if tile != lake]
    return chance.pick(RIVER_PILE, between) if between else game.river[0]


def river_goes_on(game: Game, face: Face, cell: int, rotation: int) -> bool:
    """R-1: a river tile joins the river's open end, and leaves it an end that is not blocked.

    An open end must face an empty cell that no other tile touches: so two bends never turn the river back on itself. Nor may
    it face a cell beside the one that another branch's end faces, where either would at once block the other.
    """
    if not face.tile.rivers:
        return True
    board, facing = game.board, face.facings[rotation]
    ends = _open_ends(board)
    joined = False
    for edge, step in enumerate(STEPS):
        if facing.terrain[edge] != RIVER:
            continue
        if cell + step in board.tiles:
            joined = True
        elif cell + step in board.demands or any(cell + step + beside in ends for beside in STEPS if beside != -step):
            return False
    return joined


def _open_ends(board: Board) -> list[int]:
    """The cells that the river's open ends face."""
    return [cell for cell, demand in board.demands.items() for edge in range(4) if demand >> BITS * edge & 7 == RIVER]


def _with_role(sets: tuple[str, ...], role: str) -> str | None:
    played = tuple(name for name in sets if name in RIVER_SETS)
    return next((tile.id for tile in tile_types(played).values() if tile.river_role == role), None)
