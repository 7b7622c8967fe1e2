"""Tiles of a group's own making (CSC-24): their definitions, and what is wrong with one."""

from collections import Counter
from collections.abc import Container
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.carcassonne.tiles import EDGE_NAMES, City, Farm, Road, TileType

Terrain = Literal["city", "road", "field"]
LARGEST_BONUS = 20


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="effect"):
    """What a tile of one's own does besides being a tile."""


class Ordinary(Effect, frozen=True, tag="none"):
    """Nothing more."""


class Bonus(Effect, frozen=True, tag="bonus"):
    """Extra points: for who lays it, or for the owners of `segment`'s feature when it scores as completed."""

    on: Literal["placed", "completed"]
    points: Annotated[int, Meta(ge=-LARGEST_BONUS, le=LARGEST_BONUS)]
    segment: str = ""


class ExtraTile(Effect, frozen=True, tag="extra_tile"):
    """A second part of the turn, as by a builder."""


class NoDeploy(Effect, frozen=True, tag="no_deploy"):
    """Nothing may be put on the tile."""


class Recall(Effect, frozen=True, tag="recall"):
    """Instead of deploying, one own follower may be taken back from anywhere."""


class Manual(Effect, frozen=True, tag="manual"):
    """The text is applied by agreement of all seats."""


AnyEffect = Ordinary | Bonus | ExtraTile | NoDeploy | Recall | Manual


class CustomTile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tile as the catalogue describes one, with a text for all to read and one effect.

    `id`, `set` and `count` may stand there as they do in the catalogue, and say nothing: a definition is one tile, whose id
    tells which of the two it is.
    """

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    edges: tuple[Terrain, Terrain, Terrain, Terrain]
    cities: Annotated[tuple[City, ...], Meta(max_length=4)] = ()
    roads: Annotated[tuple[Road, ...], Meta(max_length=4)] = ()
    farms: Annotated[tuple[Farm, ...], Meta(max_length=8)] = ()
    abbey: bool = False
    shrine: bool = False
    text: Annotated[str, Meta(max_length=500)] = ""
    effect: AnyEffect = Ordinary()
    siege: bool | None = None
    id: Annotated[str, Meta(max_length=16)] = ""
    set: Annotated[str, Meta(max_length=32)] = ""
    count: Annotated[int, Meta(ge=1, le=100)] = 1

    def tile(self, number: int) -> TileType:
        """The tile as one of the catalogue; `number` 0 or 1 makes its id."""
        siege = any(city.besieged for city in self.cities)
        return TileType(
            custom_id(number), "creativity", 1, self.name, self.edges, self.cities, self.roads, self.farms,
            abbey=self.abbey, shrine=self.shrine, siege=siege,
        )  # fmt: skip


def custom_id(number: int) -> str:
    """The id of the first (0) or second (1) tile of one's own."""
    return f"OWN-{number + 1}"


def fault_of(custom: CustomTile, sets: Container[str]) -> str | None:
    """What is wrong with a definition, as a word for the catalogue of sentences; None where it is sound (CSC-24).

    Each edge belongs to exactly one feature or is field; each half of a field or road edge to exactly one farm; farms lie
    where the roads and cities leave room. What only an expansion gives a meaning needs that expansion among `sets` (CSC-2).
    """
    tile = custom.tile(0)
    if tile.abbey and tile.shrine:
        return "two_buildings"
    for terrain, segments in (("city", tile.cities), ("road", tile.roads)):
        printed = Counter(edge for segment in segments for edge in segment.edges)
        wanted = Counter(EDGE_NAMES[edge] for edge, there in enumerate(custom.edges) if there == terrain)
        if printed != wanted or any(not segment.edges for segment in segments):
            return f"{terrain}_edges"
    halves = Counter(half for farm in tile.farms for half in farm.halves)
    if halves != Counter(half for half in range(8) if custom.edges[half // 2] != "city"):
        return "farm_halves"
    return _fault_inside(custom, tile) or _fault_of_farms(tile) or _fault_of_sets(tile, sets)


def _fault_inside(custom: CustomTile, tile: TileType) -> str | None:
    cities = range(len(tile.cities))
    for farm in tile.farms:
        if any(city not in cities for city in farm.cities) or len(set(farm.cities)) != len(farm.cities):
            return "farm_cities"
    if any(city.shields not in range(5) or city.goods not in (None, "wine", "grain", "cloth") for city in tile.cities):
        return "city_print"
    for farm in tile.farms:
        if any(custom.edges[half // 2] == "field" and half ^ 1 not in farm.halves for half in farm.halves):
            return "split_field"
    if custom.siege is not None and custom.siege != tile.siege:
        return "siege_mark"
    effect = custom.effect
    if (
        isinstance(effect, Bonus)
        and effect.segment not in tile.segments
        and (effect.segment or effect.on == "completed")
    ):
        return "bonus_segment"
    return None


def _fault_of_farms(tile: TileType) -> str | None:
    """A road with two or more edges parts the farms at its edges; a farm touches the city around the corner from it."""
    for road in tile.roads:
        cuts = sorted(EDGE_NAMES.index(edge) for edge in road.edges)
        for farm in tile.farms:
            if len(cuts) > 1 and len({_side(half, cuts) for half in farm.halves}) > 1:
                return "farm_over_road"
    of_edge = {edge: number for number, city in enumerate(tile.cities) for edge in city.edges}
    for farm in tile.farms:
        for half in farm.halves:
            around_the_corner = (half + (1 if half % 2 else -1)) % 8
            city = of_edge.get(EDGE_NAMES[around_the_corner // 2])
            if city is not None and city not in farm.cities:
                return "farm_corner"
    return None


def _side(half: int, cuts: list[int]) -> int:
    """Which of the sectors between a road's edges the half lies in, counted clockwise; the last one is the first again."""
    return sum(half > 2 * edge for edge in cuts) % len(cuts)


def _fault_of_sets(tile: TileType, sets: Container[str]) -> str | None:
    """CSC-2: an expansion's rules hold where its set is in play, so elsewhere nothing is printed that they are about."""
    printed = {
        "inns_cathedrals": any(city.cathedral for city in tile.cities) or any(road.inn for road in tile.roads),
        "traders_builders": any(city.goods for city in tile.cities),
    }
    for needed, there in printed.items():
        if there and needed not in sets:
            return f"needs_{needed}"
    return None
