"""Where everything on a tile lies: outlines of its segments, the spots for pieces, symbols, houses and trees."""

from functools import lru_cache

import msgspec

from domain.carcassonne.drawing import ground, walls, ways
from domain.carcassonne.drawing.geometry import CENTRE, Outline, Point, distance, turned
from domain.carcassonne.tiles import BUILDING, TileType


class Quarter(msgspec.Struct, frozen=True):
    """The inside of a city: where its knight stands, where up to three symbols go, where there are houses, and where its
    cathedral is, if it has one.
    """

    knight: Point
    symbols: tuple[Point, Point, Point]
    houses: tuple[Point, ...]
    cathedral: Point | None = None


class Layout(msgspec.Struct, frozen=True):
    """A tile's drawing before colours, unturned. `quarters` goes with `cities`; `stands` is by segment name, and so is
    `rooms`: the steps of open ground about a farmer.
    """

    cities: tuple[Outline, ...]
    quarters: tuple[Quarter, ...]
    roads: tuple[ways.Way, ...]
    rivers: tuple[ways.Way, ...]
    junction: Point | None
    building: Point
    stands: dict[str, Point]
    rooms: dict[str, int]
    trees: tuple[Point, ...]
    fields: tuple[frozenset[ground.Spot], ...]


# Insides for a city on the north edge; west and north; east and west; all but south; all around.
CAP = Quarter((100, 24), ((52, 17), (148, 17), (126, 36)), ((76, 18), (126, 20), (100, 36)))
CORNER = Quarter(
    (60, 62), ((26, 25), (112, 24), (24, 112)), ((64, 22), (22, 66), (88, 52), (52, 96), (148, 21), (21, 148))
)
BAND = Quarter((100, 102), ((36, 86), (164, 86), (36, 120)), ((66, 96), (134, 96), (62, 124), (140, 124)))
ROUND = Quarter(
    (100, 92),
    ((38, 36), (162, 36), (100, 36)),
    (
        (70, 28),
        (132, 28),
        (34, 78),
        (166, 78),
        (64, 66),
        (138, 66),
        (36, 118),
        (164, 118),
        (64, 108),
        (136, 108),
        (16, 148),
        (184, 148),
    ),
)
FULL = Quarter(
    (100, 112),
    ((42, 44), (158, 44), (100, 46)),
    (
        *((76, 32), (126, 32), (30, 88), (170, 88), (66, 76), (136, 76), (28, 130), (172, 130)),
        *((62, 120), (140, 120), (36, 172), (76, 162), (122, 164), (164, 172), (100, 184)),
    ),
)
TREES = (
    (30, 168),
    (168, 34),
    (36, 60),
    (160, 150),
    (102, 172),
    (24, 114),
    (178, 100),
    (64, 30),
    (136, 64),
    (66, 138),
)
BESIDE_CATHEDRAL = (158, 146)
NEAR = 30


@lru_cache(maxsize=1024)
def layout(tile: TileType) -> Layout:
    """The layout of a kind of tile, worked out once."""
    cities = tuple(walls.outline(tile, index) for index in range(len(tile.cities)))
    roads, rivers = ways.roads(tile), ways.rivers(tile)
    open_spots = open_ground(cities, roads, rivers)
    fields = ground.fields(open_spots, tuple(farm.halves for farm in tile.farms))
    quarters = tuple(quarter(tile, index) for index in range(len(tile.cities)))
    free = open_spots - obstacles(tile, roads)
    stands = standing_places(tile, quarters, roads, [field & free or field for field in fields])
    return Layout(
        cities,
        quarters,
        roads,
        rivers,
        junction(tile),
        ways.building(tile),
        stands,
        rooms(fields, stands),
        trees(tile, free, stands),
        tuple(frozenset(field) for field in fields),
    )


def open_ground(
    cities: tuple[Outline, ...], roads: tuple[ways.Way, ...], rivers: tuple[ways.Way, ...]
) -> set[ground.Spot]:
    """The spots that are neither city nor road nor river."""
    taken: set[ground.Spot] = set()
    for city in cities:
        taken |= ground.area(city)
    for side, several in ((ground.ROAD_SIDE, roads), (ground.RIVER_SIDE, rivers)):
        for way in several:
            for line in way.lines:
                taken |= ground.track(line, side)
    return set(ground.ALL_SPOTS - taken)


def obstacles(tile: TileType, roads: tuple[ways.Way, ...]) -> set[ground.Spot]:
    """Spots of open ground on which something else is drawn."""
    taken = {spot for spot in ground.ALL_SPOTS if 0 in spot or ground.SPOTS - 1 in spot}
    if tile.abbey or tile.shrine:
        taken |= ground.disc(ways.building(tile), 36)
    place = junction(tile)
    if place:
        taken |= ground.disc(place, 24)
    for road, drawn in zip(tile.roads, roads, strict=True):
        if road.inn:
            taken |= ground.disc(drawn.inn, 24)
    if any(len(river.edges) == 1 for river in tile.rivers):
        taken |= ground.disc(ways.middle(tile), 32)
    return taken


def quarter(tile: TileType, index: int) -> Quarter:
    """The inside of a city, turned to where it lies. A cathedral takes the knight's place, and it steps aside."""
    inside = plain_quarter(walls.city_edges(tile.cities[index]))
    if not tile.cities[index].cathedral:
        return inside
    full = inside is FULL
    return msgspec.structs.replace(
        inside, knight=BESIDE_CATHEDRAL if full else inside.symbols[1], cathedral=CENTRE if full else inside.knight
    )


def plain_quarter(own: tuple[int, ...]) -> Quarter:
    """The inside of a city with these edges."""
    if len(own) in (0, 4):
        return FULL
    if len(own) == 1:
        return turned_quarter(CAP, own[0])
    if len(own) == 3:
        return turned_quarter(ROUND, next(edge for edge in range(4) if edge not in own) + 2)
    if own[1] - own[0] == 2:
        return turned_quarter(BAND, own[0] + 1)
    return turned_quarter(CORNER, 0 if own == (0, 3) else own[1])


def turned_quarter(inside: Quarter, quarters: int) -> Quarter:
    """The inside of a city after quarter turns clockwise."""
    first, second, third = (turned(point, quarters) for point in inside.symbols)
    return Quarter(
        turned(inside.knight, quarters),
        (first, second, third),
        tuple(turned(p, quarters) for p in inside.houses),
    )


def junction(tile: TileType) -> Point | None:
    """Where a village stands because roads end there."""
    if tile.abbey or tile.shrine:
        return None
    ends = [ways.edge_numbers(road)[0] for road in tile.roads if len(road.edges) == 1]
    return ways.middle(tile) if any(ways.city_before(tile, edge) is None for edge in ends) else None


def standing_places(
    tile: TileType, quarters: tuple[Quarter, ...], roads: tuple[ways.Way, ...], fields: list[set[ground.Spot]]
) -> dict[str, Point]:
    """Where a piece stands on each segment."""
    x, y = ways.building(tile)
    return {
        **{f"city:{i}": inside.knight for i, inside in enumerate(quarters)},
        **{f"road:{i}": road.stand for i, road in enumerate(roads)},
        **{f"farm:{i}": ground.roomiest(field) for i, field in enumerate(fields)},
        **({BUILDING: (x, y)} if tile.abbey or tile.shrine else {}),
    }


def rooms(fields: tuple[set[ground.Spot], ...], stands: dict[str, Point]) -> dict[str, int]:
    """How much room every farmer has on its field; beyond the edge of the tile the field goes on."""
    found = {}
    for index, field in enumerate(fields):
        steps = ground.clearances(field)
        found[f"farm:{index}"] = min(steps.get(ground.spot_at(stands[f"farm:{index}"]), 1), ground.ENOUGH)
    return found


def trees(tile: TileType, free: set[ground.Spot], stands: dict[str, Point]) -> tuple[Point, ...]:
    """Some trees on open ground, out of the farmers' way; which of the places is a matter of the tile's letters.

    Besiegers' tents stand in all of them; where pigs are, they have eaten the trees.
    """
    farmers = [point for name, point in stands.items() if name.startswith("farm")]
    if any(farm.pig_herd for farm in tile.farms):
        return ()
    wished = ground.scattered(free, TREES, 4 if tile.siege else 3)
    apart = [point for point in wished if all(distance(point, farmer) > NEAR for farmer in farmers)]
    if tile.siege:
        return tuple(apart)
    skip = sum(map(ord, tile.id)) % 3
    return tuple(point for n, point in enumerate(apart) if (n + skip) % 3)


def stand(tile: TileType, rotation: int, segment: str) -> Point:
    """Where a piece stands on a segment of a turned tile; in the middle if the tile has no such segment."""
    return turned(layout(tile).stands.get(segment, CENTRE), rotation)
