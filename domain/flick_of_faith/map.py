"""G-1, the map as data (`flick-of-faith/map@1`): mat, Islands, Cities, Navel, corners, discs and supplies, all lengths in um.

The printed measurements are not known, so the house map is an invention; a group may play on one that it measured on its own
mat (`own_map`). The bounds keep the rules' products small enough for exact arithmetic in any language: a square of a distance
stays below 2**43, a product of two such squares below 2**86.
"""

import hashlib
from collections.abc import Iterable
from functools import cache, cached_property
from importlib import resources
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta

from domain.flick_of_faith.shapes import Point
from domain.table.canonical import encode

LARGEST_SIDE = 2_000_000
LARGEST_RADIUS = 200_000

Length = Annotated[int, Meta(ge=1, le=LARGEST_SIDE)]
Coordinate = Annotated[int, Meta(ge=0, le=LARGEST_SIDE)]
Radius = Annotated[int, Meta(ge=1, le=LARGEST_RADIUS)]
Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9]([A-Za-z0-9_-]{0,30}[A-Za-z0-9])?$")]
Note = Annotated[str, Meta(max_length=1000)]
Round = tuple[Coordinate, Coordinate, Radius]
Players = Literal["2", "3", "4"]
PieceKind = Literal["prophet", "templar", "sphinx", "king_ape", "temple"]
PIECE_KINDS: tuple[PieceKind, ...] = ("prophet", "templar", "sphinx", "king_ape", "temple")


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of everything in the file: frozen, and strict about what may stand there."""


class Mat(Printed, frozen=True):
    """The rectangle from (0, 0), its south-west corner, with x to the east and y to the north."""

    width: Length
    height: Length
    origin: Note = ""
    off_map_when: Note = ""

    def holds(self, x: int, y: int) -> bool:
        """Whether a point lies on the mat, whose edge belongs to it."""
        return 0 <= x <= self.width and 0 <= y <= self.height


class Island(Printed, frozen=True, dict=True):
    """An Island, and the City on it."""

    id: Id
    city: Id
    polygon: Annotated[tuple[tuple[Coordinate, Coordinate], ...], Meta(min_length=3, max_length=64)]

    @cached_property
    def box(self) -> tuple[Point, Point]:
        """The south-western and north-eastern corners of the rectangle around it."""
        xs, ys = [x for x, _ in self.polygon], [y for _, y in self.polygon]
        return (min(xs), min(ys)), (max(xs), max(ys))


class City(Printed, frozen=True):
    """A round City, wholly on its Island."""

    id: Id
    island: Id
    circle: Round


class Navel(Printed, frozen=True):
    """The Navel, which is no Island (R-10)."""

    id: Id
    circle: Round


class Corner(Printed, frozen=True):
    """The cloud corner of a player: what of the circle lies on the mat."""

    id: Id
    circle: Round


class Piece(Printed, frozen=True):
    """The figures of a kind of disc. No inverse mass is a disc that nothing moves (physics 2)."""

    radius: Radius
    inv_mass_quarters: Annotated[int, Meta(ge=0, le=100)]
    counts_as_prophet: bool


class Pieces(Printed, frozen=True):
    """The five kinds of disc (rules 2)."""

    prophet: Piece
    templar: Piece
    sphinx: Piece
    king_ape: Piece
    temple: Piece

    def of(self, kind: PieceKind) -> Piece:
        """The figures of the kind of that name."""
        piece: Piece = getattr(self, kind)
        return piece


class Supply(Printed, frozen=True):
    """How many discs a player has, and how many Prophets are ready at the start, by the number of players (rules 2)."""

    prophets_per_player: Annotated[int, Meta(ge=1, le=20)]
    prophets_ready_at_start: dict[Players, Annotated[int, Meta(ge=1, le=20)]]
    templars_per_player: Annotated[int, Meta(ge=0, le=20)]
    temples_per_player: Annotated[int, Meta(ge=0, le=20)]


class Map(Printed, frozen=True):
    """A whole map. `seats` names the corners in play by the number of players, in the order of the turns."""

    schema: Literal["flick-of-faith/map@1"]
    id: Id
    unit: Literal["um"]
    mat: Mat
    islands: Annotated[tuple[Island, ...], Meta(min_length=1, max_length=8)]
    cities: Annotated[tuple[City, ...], Meta(min_length=1, max_length=8)]
    navel: Navel
    corners: Annotated[tuple[Corner, ...], Meta(min_length=4, max_length=4)]
    clockwise: Annotated[tuple[Id, ...], Meta(max_length=8)]
    seats: dict[Players, Annotated[tuple[Id, ...], Meta(max_length=8)]]
    pieces: Pieces
    supply: Supply
    status: Note = ""
    note: Note = ""

    def island(self, name: str) -> Island:
        """The Island of that id; KeyError where there is none."""
        return _named(self.islands, name)

    def city(self, name: str) -> City:
        """The City of that id; KeyError where there is none."""
        return _named(self.cities, name)

    def corner(self, name: str) -> Corner:
        """The corner of that id; KeyError where there is none."""
        return _named(self.corners, name)


Region = TypeVar("Region", Island, City, Corner)


def _named(regions: Iterable[Region], name: str) -> Region:
    for region in regions:
        if region.id == name:
            return region
    raise KeyError(name)


@cache
def house_map() -> Map:
    """The map that comes with the game: invented, four-fold symmetric, 480 mm square."""
    data = (resources.files("domain.flick_of_faith.data") / "map-house-480.json").read_bytes()
    return msgspec.json.decode(data, type=Map)


def content_hash(content: msgspec.Struct) -> str:
    """SHA-256 of a data file's content, however it was laid out: what events name it by (physics 7)."""
    return hashlib.sha256(encode(content)).hexdigest()
