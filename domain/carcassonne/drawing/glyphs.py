"""One tile in characters: three rows, and as many columns as the drawing has room for.

Cities and fields are sampled from the tile's outlines; ways are drawn with line characters from edge to edge. Nothing
here depends on colour: every terrain has a character of its own.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from domain.carcassonne.drawing import ground, ways
from domain.carcassonne.drawing.geometry import MID, TILE, Point, inside, turned
from domain.carcassonne.drawing.layout import layout
from domain.carcassonne.drawing.tile import signs
from domain.carcassonne.drawing.walls import city_edges
from domain.carcassonne.tiles import BUILDING, City, TileType

HEIGHT = 3
NARROW = 3
"""The width at which a tile has no room beside its building."""
Cell: TypeAlias = tuple[str, str]
"""A character and its ink."""
Place: TypeAlias = tuple[int, int]
"""Row and column."""

FIELD, CITY, RIVER = (".", "field"), ("#", "city"), ("~", "river")
BESIEGED = ("%", "besieged")
SIGNS = {"shield": "*", "wine": "w", "grain": "g", "cloth": "c"}
LINES = {
    frozenset(arms): line
    for arms, line in (
        *(("0", "│"), ("2", "│"), ("02", "│"), ("1", "─"), ("3", "─"), ("13", "─")),
        *(("12", "╭"), ("23", "╮"), ("01", "╰"), ("03", "╯")),
        *(("012", "├"), ("023", "┤"), ("123", "┬"), ("013", "┴"), ("0123", "┼")),
    )
}


def tile_cells(tile: TileType, rotation: int, width: int) -> list[list[Cell]]:
    """The rows of a turned tile, `width` columns each, for the caller to write on."""
    return [list(row) for row in printed(tile, rotation, width)]


@lru_cache(maxsize=4096)
def printed(tile: TileType, rotation: int, width: int) -> tuple[tuple[Cell, ...], ...]:
    """The rows of a turned tile."""
    if tile.blank:
        return ((("?", "blank"),) * width,) * HEIGHT
    cells: dict[Place, Cell] = {}
    draw_ways(tile, rotation, width, cells)
    for place in places(width):
        city = city_of(tile, rotation, width, place)
        if city is not None:
            cells[place] = BESIEGED if city.besieged else CITY
    draw_walls(tile, rotation, width, cells)
    draw_signs(tile, rotation, width, cells)
    return tuple(tuple(cells.get((row, column), FIELD) for column in range(width)) for row in range(HEIGHT))


def places(width: int) -> list[Place]:
    """All characters of a tile."""
    return [(row, column) for row in range(HEIGHT) for column in range(width)]


def printed_point(place: Place, width: int, rotation: int) -> Point:
    """The point of the unturned tile that lies at the middle of a character of the turned one."""
    row, column = place
    return turned(((2 * column + 1) * TILE // (2 * width), (2 * row + 1) * TILE // (2 * HEIGHT)), -rotation)


def place_of(point: Point, width: int) -> Place:
    """The character that holds a point of the turned tile."""
    return min(max(point[1] * HEIGHT // TILE, 0), HEIGHT - 1), min(max(point[0] * width // TILE, 0), width - 1)


def city_of(tile: TileType, rotation: int, width: int, place: Place) -> City | None:
    """The city in which the middle of a character lies."""
    point = printed_point(place, width, rotation)
    found = (city for city, line in zip(tile.cities, layout(tile).cities, strict=True) if inside(line.corners(), point))
    return next(found, None)


def draw_ways(tile: TileType, rotation: int, width: int, cells: dict[Place, Cell]) -> None:
    """Rivers, then the roads that end here, together, then those that pass, each over what came before."""
    roads = [ways.edge_numbers(road) for road in tile.roads]
    rivers = [ways.edge_numbers(river) for river in tile.rivers]
    shift = sum(len(edges) == 2 and edges[1] - edges[0] != 2 for edges in (*roads, *rivers)) > 1
    for edges in rivers:
        cells.update(dict.fromkeys(arms_of([edges], rotation, width, shift), RIVER))
    ending = [(*edges, *towards(tile, edges[0])) for edges in roads if len(edges) == 1]
    for group in (ending, *([edges] for edges in roads if len(edges) > 1)):
        for place, arms in arms_of(group, rotation, width, shift).items():
            cells[place] = (LINES[frozenset(arms)], "road")


def towards(tile: TileType, edge: int) -> tuple[int, ...]:
    """The edge of the city that a road runs up to, if that city is a mere edge of the tile."""
    city = ways.city_before(tile, edge)
    if city is None or len(tile.cities[city].edges) != 1:
        return ()
    goal = city_edges(tile.cities[city])
    return tuple(end for end in goal if end != edge)


def arms_of(group: Iterable[tuple[int, ...]], rotation: int, width: int, shift: bool) -> dict[Place, set[str]]:
    """The characters that lines from some edges to the hub run through, and the directions each connects."""
    arms: dict[Place, set[str]] = {}
    for edges in group:
        turned_edges = sorted((edge + rotation) % 4 for edge in edges)
        hub = width // 2
        if shift and len(edges) == 2:
            hub += 1 if 1 in turned_edges else -1
        for edge in turned_edges:
            for place in arm(edge, hub, width):
                arms.setdefault(place, set()).update(str(edge), str((edge + 2) % 4))
            arms.setdefault((1, hub), set()).add(str(edge))
    return arms


def arm(edge: int, hub: int, width: int) -> list[Place]:
    """The characters between an edge and the hub."""
    columns = {1: range(hub + 1, width), 3: range(hub)}
    return [(1, column) for column in columns[edge]] if edge in columns else [(edge, width // 2)]


def draw_signs(tile: TileType, rotation: int, width: int, cells: dict[Place, Cell]) -> None:
    """Buildings, villages, inns, shields and what else is printed."""
    plan, centre = layout(tile), (1, width // 2)
    for city, quarter in zip(tile.cities, plan.quarters, strict=True):
        for sign, point in zip(signs(city), quarter.symbols, strict=False):
            if sign in SIGNS:
                walled = [place for place in cells if cells[place] in (CITY, BESIEGED)]
                cells[nearest(turned(point, rotation), width, walled)] = (SIGNS[sign], "mark")
        if quarter.cathedral:
            cells[place_of(turned(quarter.cathedral, rotation), width)] = ("‡", "mark")
    for road, drawn in zip(tile.roads, plan.roads, strict=True):
        if road.inn:
            free = [place for place in places(width) if place not in cells]
            cells[nearest(turned(drawn.inn, rotation), width, free)] = ("⌂", "building")
    for index, farm in enumerate(tile.farms):
        if farm.pig_herd:
            cells[farm_place(tile, rotation, width, index, cells)] = ("&", "building")
    if plan.junction:
        cells[centre] = ("o", "village")
    if tile.river_role in ("spring", "lake"):
        cells[centre] = ("▲", "building") if tile.volcano else ("O", "river")
    if tile.abbey or tile.shrine:
        cells[building_place(tile, rotation, width)] = ("†" if tile.abbey else "π", "building")


def draw_walls(tile: TileType, rotation: int, width: int, cells: dict[Place, Cell]) -> None:
    """A wall in each corner where two cities meet that are not joined: without it they would look like one."""
    owners = {edge: index for index, city in enumerate(tile.cities) for edge in city_edges(city)}
    places_of_corners = ((0, 0), (0, width - 1), (HEIGHT - 1, width - 1), (HEIGHT - 1, 0))
    for corner in range(4):
        before, after = owners.get((corner - 1) % 4), owners.get(corner)
        if before is not None and after is not None and before != after:
            turned_corner = (corner + rotation) % 4
            cells[places_of_corners[turned_corner]] = ("╲╱"[turned_corner % 2], "wall")


def nearest(point: Point, width: int, choice: list[Place]) -> Place:
    """The character of the choice nearest to a point; the one that holds it if there is no choice."""

    def away(place: Place) -> tuple[int, Place]:
        x, y = printed_point(place, width, 0)
        return (x - point[0]) ** 2 + (y - point[1]) ** 2, place

    return min(choice, key=away, default=place_of(point, width))


def building_place(tile: TileType, rotation: int, width: int) -> Place:
    """Where the building goes: in the middle, or well off it on a river bank."""
    x, y = turned(layout(tile).building, rotation)
    return place_of((2 * x - MID, 2 * y - MID), width)


def beside_building(tile: TileType, rotation: int, width: int, side: int) -> Place:
    """The character before (-1) or behind (1) an abbey, and the other way round at a shrine.

    Where a tile is narrow, what stands before it takes its place.
    """
    row, column = building_place(tile, rotation, width)
    if width <= NARROW and side < 0:
        return row, column
    return row, min(max(column + (-side if tile.shrine else side), 0), width - 1)


def farm_place(tile: TileType, rotation: int, width: int, index: int, cells: dict[Place, Cell]) -> Place:
    """Where a farmer goes: on a character of the farm's own field, as near to its roomiest point as can be."""
    field = layout(tile).fields[index]
    own = [p for p in places(width) if p not in cells and ground.spot_at(printed_point(p, width, rotation)) in field]
    return nearest(turned(layout(tile).stands[f"farm:{index}"], rotation), width, own)


@lru_cache(maxsize=16384)
def piece_place(tile: TileType, rotation: int, width: int, segment: str) -> Place:
    """Where a piece on a segment goes."""
    plan = layout(tile)
    if segment == BUILDING:
        return beside_building(tile, rotation, width, -1)
    if segment.startswith("farm:") and segment in plan.stands:
        rows = printed(tile, rotation, width)
        cells = {place: rows[place[0]][place[1]] for place in places(width)}
        taken = {place: cell for place, cell in cells.items() if cell != FIELD}
        return farm_place(tile, rotation, width, int(segment[5:]), taken)
    return place_of(turned(plan.stands.get(segment, (MID, MID)), rotation), width)
