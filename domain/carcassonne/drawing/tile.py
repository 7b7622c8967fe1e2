"""One tile as shapes. Outlines turn with the tile; buildings, shields and houses stay upright."""

from collections.abc import Iterator

from domain.carcassonne.drawing.geometry import MID, TILE, Outline, Point, turned
from domain.carcassonne.drawing.layout import Layout, layout
from domain.carcassonne.drawing.ways import Way
from domain.carcassonne.tiles import City, TileType
from domain.table.scene import Path, Rect, Shape, Text, Use


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
        yield upright("volcano", (MID, MID), rotation, 90, "volcano")


def pavement(roads: tuple[Way, ...], rotation: int) -> Iterator[Shape]:
    """Roads: those that end on the tile meet without a kerb between them, others cross over what came before."""
    ending = [road for road in roads if road.lines[0].steps[-1][-1] not in edge_middles()]
    passing = [road for road in roads if road not in ending]
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
    for wall in wall_lines(line):
        yield Path(wall, f"wall{suffix}")
        yield Path(wall, f"wall-top{suffix}")


def wall_lines(line: Outline) -> Iterator[str]:
    """The parts of an outline that do not run along the border of the tile."""
    part: Outline | None = None
    at = line.start
    for step in line.steps:
        along = len(step) == 1 and any(at[i] == step[0][i] and at[i] in (0, TILE) for i in (0, 1))
        if along and part:
            yield part.data()
        part = None if along else Outline(part.start if part else at, (*(part.steps if part else ()), step))
        at = step[-1]
    if part:
        yield part.data()


def greenery(tile: TileType, plan: Layout, rotation: int) -> Iterator[Shape]:
    """Trees, herds, villages and inns on the field."""
    yield from (upright("tree", point, rotation) for point in plan.trees)
    for index, farm in enumerate(tile.farms):
        if farm.pig_herd:
            x, y = turned(plan.stands[f"farm:{index}"], rotation)
            yield Use("pig", x, y + 34, "pig", 60, title="pig herd")
            yield Use("pig", x + 38, y + 18, "pig", 45, title="pig herd")
    if plan.junction:
        yield upright("village", plan.junction, rotation)
    for road, drawn in zip(tile.roads, plan.roads, strict=True):
        if road.inn:
            yield upright("inn", drawn.inn, rotation, title="inn")


def town(tile: TileType, index: int, plan: Layout, rotation: int) -> Iterator[Shape]:
    """What stands in a city: symbols at their places, houses where there is room left."""
    inside, city = plan.quarters[index], tile.cities[index]
    symbols = signs(city)
    places = inside.symbols[: len(symbols)]
    taken = [*places, (MID, MID)] if city.cathedral else places
    small = len(city.edges) == 1
    for n, house in enumerate(inside.houses):
        if all(abs(house[0] - x) + abs(house[1] - y) > (44 if city.cathedral else 30) for x, y in taken):
            yield upright("house-a" if (n + index) % 2 else "house-b", house, rotation, 80 if small else 100)
    if city.cathedral:
        yield upright("cathedral", (MID, MID), rotation, title="cathedral")
    for symbol, place in zip(symbols, places, strict=False):
        yield upright(symbol, place, rotation, 75 if small else 100, symbol)


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
