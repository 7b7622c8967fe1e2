"""One tile as shapes. Outlines turn with the tile; buildings, shields and houses stay upright."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from domain.carcassonne.drawing import ground
from domain.carcassonne.drawing.geometry import MID, TILE, Outline, Point, distance, turned
from domain.carcassonne.drawing.layout import Layout, layout
from domain.carcassonne.drawing.ways import Way
from domain.carcassonne.tiles import City, TileType
from domain.table.scene import Circle, Path, Rect, Shape, Text, Use

CATHEDRALS = {1: 45, 2: 68, 3: 88}
"""The size of a cathedral, in percent, in a city with so many edges."""
FRAME = 9
"""How far inside the edges the frame of a blank tile runs."""
PIGS = 3
HERD = (
    (-6, 48, 70),
    (48, 26, 62),
    (-52, 30, 62),
    (44, -34, 58),
    (-46, -30, 58),
    (62, 0, 60),
    (-62, 0, 60),
    (0, -44, 58),
)
"""Where the pigs of a herd may be, from their farmer's place, and their sizes in percent: the first few that fit."""
FIRES = 3
"""Fires along each wall of a besieged city."""


@lru_cache(maxsize=4096)
def tile_shapes(tile: TileType, rotation: int) -> tuple[Shape, ...]:
    """The tile in a square of 200 units from (0, 0), painted from the ground up."""
    if tile.blank:
        return (
            Rect(0, 0, TILE, TILE, "blank"),
            Rect(8, 8, TILE - 16, TILE - 16, "blank-edge", 12),
            Text(MID, 140, "?", "question"),
        )
    plan = layout(tile)
    return (
        Rect(0, 0, TILE, TILE, "field"),
        *water(tile, plan, rotation),
        *pavement(plan.roads, rotation),
        *(
            shape
            for city, line in zip(tile.cities, plan.cities, strict=True)
            for shape in walled(city, line.turned(rotation))
        ),
        *greenery(tile, plan, rotation),
        *(shape for index in range(len(tile.cities)) for shape in town(tile, index, plan, rotation)),
        *buildings(tile, plan, rotation),
        Rect(0, 0, TILE, TILE, "tile-edge"),
    )


def joker_frame(tile: TileType, rotation: int) -> tuple[Shape, ...]:
    """What marks a blank tile that stands for `tile`: a frame, and a question mark in the corner with most room."""
    plan = layout(tile)
    taken = [
        turned(place, rotation)
        for city, inside in zip(tile.cities, plan.quarters, strict=True)
        for place in inside.symbols[: len(signs(city))]
    ]
    near, far = FRAME + 15, TILE - FRAME - 15
    x, y = max(
        ((far, far), (far, near), (near, far), (near, near)),
        key=lambda corner: min((distance(corner, place) for place in taken), default=TILE),
    )
    return (
        Rect(FRAME, FRAME, TILE - 2 * FRAME, TILE - 2 * FRAME, "joker", 14),
        Rect(FRAME, FRAME, TILE - 2 * FRAME, TILE - 2 * FRAME, "joker-line", 14),
        Circle(x, y, 18, "badge"),
        Text(x, y + 11, "?", "joker-sign"),
    )


def upright(symbol: str, point: Point, rotation: int, scale: int = 100, title: str = "") -> Use:
    """A symbol at a point of the unturned tile."""
    x, y = turned(point, rotation)
    return Use(symbol, x, y, scale=scale, title=title)


def water(tile: TileType, plan: Layout, rotation: int) -> Iterator[Shape]:
    """Rivers, with the spring or lake where one ends."""
    data = [line.turned(rotation).data() for river in plan.rivers for line in river.lines]
    for style in ("river-side", "river", "river-gleam"):
        yield from (Path(d, style) for d in data)
    if tile.river_role in ("spring", "lake"):
        yield upright(tile.river_role, (MID, MID), rotation, title=tile.river_role)
    if tile.volcano:
        yield upright("volcano", (MID, MID), rotation, 100, "volcano")


def pavement(roads: tuple[Way, ...], rotation: int) -> Iterator[Shape]:
    """Roads: those that end on the tile meet without a kerb between them, others cross over what came before."""
    drawn = [road for road in roads if road.lines]
    ending = [road for road in drawn if road.lines[0].steps[-1][-1] not in edge_middles()]
    passing = [road for road in drawn if road not in ending]
    for together in [ending, *([road] for road in passing)]:
        data = [line.turned(rotation).data() for road in together for line in road.lines]
        yield from (Path(d, "road-side") for d in data)
        yield from (Path(d, "road") for d in data)


def edge_middles() -> tuple[Point, ...]:
    """The points where a road leaves the tile."""
    return (MID, 0), (TILE, MID), (MID, TILE), (0, MID)


def walled(city: City, line: Outline) -> Iterator[Shape]:
    """A city's ground, and its wall where it meets the field."""
    suffix = "-besieged" if city.besieged else ""
    yield Path(line.data(), f"city{suffix}")
    for wall in walls_of(line):
        yield Path(wall.data(), f"wall{suffix}")
        yield Path(wall.data(), f"wall-top{suffix}")
        if city.besieged:
            yield from fires(wall)


def fires(wall: Outline) -> Iterator[Use]:
    """Fires on a wall, evenly spread."""
    points = wall.corners()
    for n in range(1, FIRES + 1):
        x, y = points[(len(points) - 1) * n // (FIRES + 1)]
        yield Use("fire", x, y - 4)


def walls_of(line: Outline) -> Iterator[Outline]:
    """The parts of an outline that do not run along the border of the tile."""
    part: Outline | None = None
    at = line.start
    for step in line.steps:
        along = len(step) == 1 and any(at[i] == step[0][i] and at[i] in (0, TILE) for i in (0, 1))
        if along and part:
            yield part
        part = None if along else Outline(part.start if part else at, (*(part.steps if part else ()), step))
        at = step[-1]
    if part:
        yield part


def greenery(tile: TileType, plan: Layout, rotation: int) -> Iterator[Shape]:
    """Trees, or the besiegers' tents, and herds, villages and inns on the field."""
    yield from (upright("tent" if tile.siege else "tree", point, rotation) for point in plan.trees)
    for index, farm in enumerate(tile.farms):
        if farm.pig_herd:
            yield from herd(plan, index, rotation)
    if plan.junction:
        yield upright("village", plan.junction, rotation)
    for road, drawn in zip(tile.roads, plan.roads, strict=True):
        if road.inn:
            yield upright("inn", drawn.inn, rotation, title="inn")


def herd(plan: Layout, index: int, rotation: int) -> Iterator[Use]:
    """The pigs of a farm, about the place of its farmer, with dry feet and not over the edge of the tile."""
    x, y = turned(plan.stands[f"farm:{index}"], rotation)
    points = ((x + dx, y + dy, size) for dx, dy, size in HERD if within(x + dx, y + dy))
    dry = (pig for pig in points if all(on_field(plan, index, rotation, pig[0] + s, pig[1] + 8) for s in (-16, 0, 16)))
    yield from (Use("pig", px, py, "pig", size, title="pig herd") for px, py, size in islice(dry, PIGS))


def within(x: int, y: int) -> bool:
    """Whether something small at a point is not cut off at the edge of the tile."""
    return 20 <= x <= TILE - 20 and 16 <= y <= TILE - 16


def on_field(plan: Layout, index: int, rotation: int, x: int, y: int) -> bool:
    """Whether a point of the turned tile lies on a farm."""
    return ground.spot_at(turned((x, y), -rotation)) in plan.fields[index]


def town(tile: TileType, index: int, plan: Layout, rotation: int) -> Iterator[Shape]:
    """What stands in a city: symbols at their places, houses where there is room left.

    A city of one edge is too small for a sign of the siege: it has its fires.
    """
    inside, city = plan.quarters[index], tile.cities[index]
    symbols = [sign for sign in signs(city) if sign != "siege" or len(city.edges) != 1]
    places = inside.symbols[: len(symbols)]
    taken = [*places, inside.cathedral] if inside.cathedral else places
    small = len(city.edges) == 1
    for n, house in enumerate(inside.houses):
        if all(abs(house[0] - x) + abs(house[1] - y) > (44 if city.cathedral else 30) for x, y in taken):
            yield upright("house-a" if (n + index) % 2 else "house-b", house, rotation, 80 if small else 100)
    if inside.cathedral:
        yield upright("cathedral", inside.cathedral, rotation, CATHEDRALS.get(len(city.edges), 100), "cathedral")
    for symbol, place in zip(symbols, places, strict=False):
        yield upright(symbol, place, rotation, 80 if small else 112, symbol)


def signs(city: City) -> list[str]:
    """The symbols printed in a city, each as often as it is there."""
    return [
        *["shield"] * city.shields,
        *([city.goods] if city.goods else []),
        *(["siege"] if city.besieged else []),
    ]


def buildings(tile: TileType, plan: Layout, rotation: int) -> Iterator[Shape]:
    """The abbey or shrine."""
    if tile.abbey:
        yield upright("abbey", plan.building, rotation, title="abbey")
    if tile.shrine:
        yield upright("shrine", plan.building, rotation, title="shrine")
