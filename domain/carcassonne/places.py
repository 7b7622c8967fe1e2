"""Where on a tile a segment lies, in words: at which side, corner or half of a side, as the tile is turned."""

from collections.abc import Iterator

from domain.carcassonne.board import Laid, cell_at
from domain.carcassonne.faces import BUILDING, CITY, FARM, ROAD
from domain.carcassonne.state import Game
from domain.carcassonne.tiles import turned_edge, turned_half

SIDES = "nesw"
# The halves of a tile's edges, clockwise from the north-west corner.
HALVES = ("nnw", "nne", "ene", "ese", "sse", "ssw", "wsw", "wnw")
CORNERS = {"ne": ("nne", "ene"), "se": ("ese", "sse"), "sw": ("ssw", "wsw"), "nw": ("wnw", "nnw")}
LONG = {"north": "n", "east": "e", "south": "s", "west": "w"}
_LETTERS = {letter: long for long, letter in LONG.items()}
_NAMES = {CITY: "city", ROAD: "road", FARM: "field"}


def reach(laid: Laid) -> list[tuple[str, ...]]:
    """For each segment of a tile as it lies the sides, or halves of sides, that it reaches."""
    tile, found = laid.face.tile, []
    for kind, segment in zip(laid.face.kinds, laid.face.segments, strict=True):
        number = int(segment.partition(":")[2] or 0)
        if kind == FARM:
            halves = sorted(turned_half(half, laid.rot) for half in tile.farms[number].halves)
            found.append(tuple(HALVES[half] for half in halves))
        elif kind == BUILDING:
            found.append(())
        else:
            edges = (tile.cities if kind == CITY else tile.roads)[number].edges
            found.append(tuple(SIDES[one] for one in sorted(turned_edge("NESW".index(e), laid.rot) for e in edges)))
    return found


def lies_at(kind: int, reached: tuple[str, ...], at: str) -> bool:
    """Whether a segment that reaches these sides lies at a direction."""
    if kind == FARM:
        return any(half == at or (at in SIDES and half[0] == at) or half in CORNERS.get(at, ()) for half in reached)
    return bool(reached) and at not in HALVES and all(side in reached for side in at)


def meant(laid: Laid, kinds: tuple[int, ...], at: str | None) -> list[str]:
    """The segments of a tile of these kinds, at a direction if one is said."""
    return [
        segment
        for segment, kind, reached in zip(laid.face.segments, laid.face.kinds, reach(laid), strict=True)
        if kind in kinds and (at is None or lies_at(kind, reached, at))
    ]


def direction_of(laid: Laid, segment: str) -> str | None:
    """The shortest direction at which of its kind this segment alone lies; None where none tells it."""
    index = laid.face.segments.index(segment)
    kind, reached = laid.face.kinds[index], reach(laid)[index]
    return next((at for at in _directions(kind, reached) if meant(laid, (kind,), at) == [segment]), None)


def called(game: Game, *thing: object) -> str | None:
    """What people call a tile of the group's own, or a segment of the tile on a cell."""
    match thing:
        case (str(tile),):
            own = game.custom(tile)
            return None if own is None else f"{own.name} ({tile})"
        case (int(x), int(y), str(segment)):
            laid = game.board.tiles.get(cell_at(x, y))
            return None if laid is None or segment not in laid.face.segments else _segment_called(laid, segment)
    return None


def _segment_called(laid: Laid, segment: str) -> str | None:
    kind = laid.face.kinds[laid.face.segments.index(segment)]
    if kind == BUILDING:
        return "the shrine" if laid.face.tile.shrine else "the abbey"
    at = direction_of(laid, segment)
    return None if at is None else f"the {_NAMES[kind]} in the {'-'.join(_LETTERS[letter] for letter in at)}"


def _directions(kind: int, reached: tuple[str, ...]) -> Iterator[str]:
    if kind != FARM:
        yield from reached
        return
    yield from (side for side in SIDES if any(half[0] == side for half in reached))
    yield from (corner for corner, halves in CORNERS.items() if any(half in halves for half in reached))
    yield from reached
