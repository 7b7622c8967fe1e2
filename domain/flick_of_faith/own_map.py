"""A map of a group's own: reading one, and what makes it unsound (G-1).

What a field may hold is said by the types in `map`; here is what must hold between fields, so that every rule has an answer
on the map: presence on a City implies presence on its Island, every seat has a corner in which its discs have room.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import msgspec

from domain.flick_of_faith.map import PIECE_KINDS, Corner, Island, Map, Mat, PieceKind
from domain.flick_of_faith.shapes import (
    Circle,
    circle_within,
    crosses_itself,
    doubled_area,
    edges,
    overlaps_circle,
    overlaps_polygon,
    polygons_meet,
)
from domain.table.reading import named_twice, told

LARGEST_FILE = 65_536
_FLICKED: tuple[PieceKind, ...] = ("prophet", "templar", "sphinx")

Fault = tuple[str, str]


class UnsoundMap(ValueError):  # noqa: N818 - it says what the map is
    """A map that cannot be played on: where in it (`map` is the whole), and what is wrong there, in English."""

    def __init__(self, path: str, message: str) -> None:
        path = path or "map"
        super().__init__(f"{path}: {message}")
        self.path = path
        self.message = message


def read_map(data: bytes | Mapping[str, Any]) -> Map:
    """The map in a file's bytes, or in the same as plain values; UnsoundMap where it cannot be played on."""
    if isinstance(data, bytes) and len(data) > LARGEST_FILE:
        raise UnsoundMap("", f"a map has at most {LARGEST_FILE} bytes")
    twice = named_twice(data) if isinstance(data, bytes) else ""
    if twice:
        raise UnsoundMap("", twice)
    try:
        read = msgspec.json.decode(data, type=Map) if isinstance(data, bytes) else msgspec.convert(data, Map)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UnsoundMap(*told(error)) from None
    check_map(read)
    return read


def check_map(chart: Map) -> None:
    """Raise UnsoundMap for the first thing that does not hold between the fields of a map."""
    for path, message in _faults(chart):
        raise UnsoundMap(path, message)


def _faults(chart: Map) -> Iterator[Fault]:
    """All faults; what a later test takes for granted, an earlier one has found wanting."""
    yield from _faults_of_ids(chart)
    for n, island in enumerate(chart.islands):
        yield from _faults_of_polygon(f"islands[{n}].polygon", island, chart.mat)
    yield from _overlaps(chart)
    yield from _faults_of_cities(chart)
    if not _lies_on(chart.mat, chart.navel.circle):
        yield "navel.circle", "the Navel reaches beyond the mat"
    for island in chart.islands:
        if overlaps_polygon(chart.navel.circle, island.polygon):
            yield "navel.circle", f"the Navel overlaps the Island {island.id}"
    yield from _faults_of_pieces(chart)
    yield from _faults_of_corners(chart)
    yield from _faults_of_seats(chart)
    yield from _faults_of_supply(chart)


def _faults_of_ids(chart: Map) -> Iterator[Fault]:
    seen: set[str] = set()
    for kind in ("islands", "cities", "corners"):
        for n, region in enumerate(getattr(chart, kind)):
            if region.id in seen:
                yield f"{kind}[{n}].id", f"the id {region.id} is used twice"
            seen.add(region.id)
    if chart.navel.id in seen:
        yield "navel.id", f"the id {chart.navel.id} is used twice"


def _faults_of_polygon(path: str, island: Island, mat: Mat) -> Iterator[Fault]:
    polygon = island.polygon
    for n, (x, y) in enumerate(polygon):
        if not mat.holds(x, y):
            yield f"{path}[{n}]", "the point is off the mat"
    for n, (a, b) in enumerate(edges(polygon)):
        if a == b:
            yield f"{path}[{n}]", "the next point is the same; the last one leads back to the first by itself"
    if crosses_itself(polygon):
        yield path, "the border crosses or touches itself"
    if doubled_area(polygon) == 0:
        yield path, "the polygon encloses nothing"


def _overlaps(chart: Map) -> Iterator[Fault]:
    for (_, one), (n, other) in combinations(enumerate(chart.islands), 2):
        if polygons_meet(one.polygon, other.polygon):
            yield f"islands[{n}].polygon", f"the Islands {one.id} and {other.id} overlap or touch"


def _faults_of_cities(chart: Map) -> Iterator[Fault]:
    """Each Island has one City, which lies on it and names it."""
    islands = {island.id: island for island in chart.islands}
    cities = {city.id: city for city in chart.cities}
    for n, island in enumerate(chart.islands):
        if island.city not in cities:
            yield f"islands[{n}].city", f"there is no City {island.city}"
    for n, city in enumerate(chart.cities):
        if city.island not in islands:
            yield f"cities[{n}].island", f"there is no Island {city.island}"
            continue
        home = islands[city.island]
        if home.city != city.id:
            yield f"cities[{n}].island", f"the City of {home.id} is {home.city}, not {city.id}"
        if not circle_within(city.circle, home.polygon):
            yield f"cities[{n}].circle", f"the City {city.id} is not wholly on its Island {home.id}"
    for n, island in enumerate(chart.islands):
        if island.city in cities and cities[island.city].island != island.id:
            yield f"islands[{n}].city", f"the City {island.city} is on {cities[island.city].island}"


def _faults_of_pieces(chart: Map) -> Iterator[Fault]:
    """Temples are fixed (FF-6.4), all others move; a Templar and the Sphinx are Prophets in every rule (rules 8, 9)."""
    for kind in PIECE_KINDS:
        piece, path = chart.pieces.of(kind), f"pieces.{kind}"
        if (piece.inv_mass_quarters == 0) != (kind == "temple"):
            wanted = "0: nothing moves a Temple" if kind == "temple" else "at least 1: the disc can be moved"
            yield f"{path}.inv_mass_quarters", f"it must be {wanted}"
        if piece.counts_as_prophet != (kind in _FLICKED):
            yield f"{path}.counts_as_prophet", f"it must be {str(kind in _FLICKED).lower()}"


def _faults_of_corners(chart: Map) -> Iterator[Fault]:
    radius = max(chart.pieces.of(kind).radius for kind in _FLICKED)
    for n, corner in enumerate(chart.corners):
        x, y, _ = corner.circle
        if not chart.mat.holds(x, y):
            yield f"corners[{n}].circle", "the centre is off the mat"
        elif not _has_room(corner, radius, chart.mat):
            yield f"corners[{n}].circle", f"there is no room in it for a disc of radius {radius} on the mat"
        for island in chart.islands:
            if overlaps_polygon(corner.circle, island.polygon):
                yield f"corners[{n}].circle", f"the corner {corner.id} overlaps the Island {island.id}"
    for (_, one), (n, other) in combinations(enumerate(chart.corners), 2):
        if overlaps_circle(one.circle, other.circle):
            yield f"corners[{n}].circle", f"the corners {one.id} and {other.id} overlap"
    ids = [corner.id for corner in chart.corners]
    yield from _faults_of_names("clockwise", chart.clockwise, ids)
    for missing in sorted(set(ids) - set(chart.clockwise)):
        yield "clockwise", f"the corner {missing} is missing"


def _has_room(corner: Corner, radius: int, mat: Mat) -> bool:
    """Whether a disc has a legal start in a corner (5.3): the nearest point to its centre where the disc is on the mat."""
    x, y, reach = corner.circle
    if 2 * radius > min(mat.width, mat.height) or reach < radius:
        return False
    dx = min(max(x, radius), mat.width - radius) - x
    dy = min(max(y, radius), mat.height - radius) - y
    return dx * dx + dy * dy <= (reach - radius) * (reach - radius)


def _faults_of_seats(chart: Map) -> Iterator[Fault]:
    """For two, three and four players as many corners, named clockwise, as turns pass (rules 3)."""
    for players in ("2", "3", "4"):
        path = f"seats.{players}"
        if players not in chart.seats:
            yield "seats", f"the corners for {players} players are missing"
            continue
        corners = chart.seats[players]
        yield from _faults_of_names(path, corners, list(chart.clockwise))
        if len(corners) != int(players):
            yield path, f"it must name {players} corners"
        around = [chart.clockwise.index(corner) for corner in corners if corner in chart.clockwise]
        first = around.index(min(around))
        if around[first:] + around[:first] != sorted(around):
            yield path, "the corners do not follow each other clockwise"


def _faults_of_names(path: str, named: tuple[str, ...], corners: list[str]) -> Iterator[Fault]:
    counts = Counter(named)
    for n, corner in enumerate(named):
        if corner not in corners:
            yield f"{path}[{n}]", f"there is no corner {corner}"
        elif counts[corner] > 1:
            yield f"{path}[{n}]", f"the corner {corner} is named twice"


def _faults_of_supply(chart: Map) -> Iterator[Fault]:
    supply = chart.supply
    for players in ("2", "3", "4"):
        path = f"supply.prophets_ready_at_start.{players}"
        ready = supply.prophets_ready_at_start.get(players)
        if ready is None:
            yield "supply.prophets_ready_at_start", f"the number for {players} players is missing"
        elif ready > supply.prophets_per_player:
            yield path, f"a player has only {supply.prophets_per_player} Prophets"


def _lies_on(mat: Mat, circle: Circle) -> bool:
    x, y, radius = circle
    return mat.holds(x - radius, y - radius) and mat.holds(x + radius, y + radius)
