"""What a simulation is given and what it answers (D-3, D-4; physics 4, 7): whole numbers in, whole numbers out."""

from collections.abc import Iterable

import msgspec

from domain.flick_of_faith.discs import Disc
from domain.flick_of_faith.map import LARGEST_RADIUS, LARGEST_SIDE
from domain.flick_of_faith.physics.constants import PHYSICS
from domain.flick_of_faith.shapes import is_clear

LARGEST_DECEL = 1_000_000_000
LARGEST_DIRECTION = PHYSICS.command_limits.direction_abs_max * (1000 + PHYSICS.scatter_clamp.angle)
LARGEST_SPEED = PHYSICS.command_limits.speed_mm_per_s[1] * (1000 + PHYSICS.scatter_clamp.speed)
LARGEST_INVERSE_MASS = 100
ROUNDING = 10
"""physics 7: by so many micrometres rounding may leave a disc in another, or in a wall that it came to rest at; later flicks
are computed all the same."""

Wall = tuple[int, int, int, int]
"""A segment of no thickness, from (x1, y1) to (x2, y2)."""


class UnsoundFlick(ValueError):  # noqa: N818 - it says what the flick is
    """A flick that cannot be simulated, such as one of a disc that is not there; it says why, in English."""


class Launch(msgspec.Struct, frozen=True, gc=False):
    """A disc that is flicked: its id, direction after scatter, and speed after scatter in um/s."""

    id: str
    dx: int
    dy: int
    speed: int


class Board(msgspec.Struct, frozen=True):
    """The mat, and its ground discs in ascending order of their ids, those that are flicked among them at their starts."""

    width: int
    height: int
    discs: tuple[Disc, ...]


class Flight(msgspec.Struct, frozen=True):
    """physics 7: where every disc came to rest, in the order of the board; those in `off` where their centre left the mat,
    in the order in which they did. The digest, in hexadecimal, covers every event and the places before rounding."""

    final: tuple[tuple[int, int], ...]
    off: tuple[str, ...]
    events: int
    digest: str


def check_flick(board: Board, launches: Iterable[Launch], walls: Iterable[Wall], decel: int) -> None:
    """Raise UnsoundFlick unless every formula of the simulation has a finite value on this board."""
    if not (0 < board.width <= LARGEST_SIDE and 0 < board.height <= LARGEST_SIDE):
        raise UnsoundFlick("the mat has no sides, or too long ones")
    if not 0 < decel <= LARGEST_DECEL:
        raise UnsoundFlick("the deceleration is not positive, or too large")
    _check_discs(board)
    _check_launches(board, launches)
    for wall in walls:
        _check_wall(board, wall)


def _check_discs(board: Board) -> None:
    width, height, last = board.width, board.height, ""
    for disc in board.discs:
        if not (
            last < disc.id
            and 0 <= disc.x <= width
            and 0 <= disc.y <= height
            and 0 < disc.radius <= LARGEST_RADIUS
            and 0 <= disc.inv_mass_quarters <= LARGEST_INVERSE_MASS
            and disc.on is None
        ):
            raise UnsoundFlick(
                f"{disc.id} is not in its order, off the mat, on another disc, or has no possible figures"
            )
        last = disc.id


def _check_launches(board: Board, launches: Iterable[Launch]) -> None:
    movable = {disc.id for disc in board.discs if disc.inv_mass_quarters}
    for launch in launches:
        if launch.id not in movable:
            raise UnsoundFlick(f"{launch.id} is not there to be flicked")
        movable.remove(launch.id)
        if not 0 < max(abs(launch.dx), abs(launch.dy)) <= LARGEST_DIRECTION:
            raise UnsoundFlick(f"{launch.id} has no possible direction")
        if not 0 < launch.speed <= LARGEST_SPEED:
            raise UnsoundFlick(f"{launch.id} has no possible speed")


def _check_wall(board: Board, wall: Wall) -> None:
    x1, y1, x2, y2 = wall
    if (x1, y1) == (x2, y2) or max(map(abs, wall)) > LARGEST_SIDE:
        raise UnsoundFlick("a wall is a point, or too far away")
    for disc in board.discs:
        # Never through its very middle: then no side of the wall would be nearest.
        if not is_clear((disc.x, disc.y), (x1, y1), (x2, y2), max(disc.radius - ROUNDING, 1)):
            raise UnsoundFlick(f"a wall reaches into {disc.id}")
