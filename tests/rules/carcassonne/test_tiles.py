"""The tile catalogue: the checks that hold for every file, and those of each set."""

import json
from collections import Counter
from importlib import resources
from pathlib import Path

import pytest

from domain.carcassonne.faces import face, meets
from domain.carcassonne.tiles import EDGE_NAMES, TileType, tile_set, tile_types, turned_edge, turned_half
from tests.rules.carcassonne.tables import edges_of

SETS = ("base", "cult", "siege", "creativity", "inns_cathedrals", "traders_builders", "river_1", "river_2")
TOTALS = dict(zip(SETS, (72, 6, 4, 2, 18, 24, 12, 12), strict=True))
BASE = tile_set("base")
TILES = [tile for name in SETS for tile in tile_set(name).tiles]
PRINTED = [tile for tile in TILES if not tile.blank]
each_tile = pytest.mark.parametrize("tile", PRINTED, ids=lambda tile: tile.id)


def count(name: str, what: str) -> int:
    """How many tiles of a set have a building or are besieged."""
    return sum(tile.count for tile in tile_set(name).tiles if getattr(tile, what))


def in_cities(name: str, what: str) -> int:
    """How often something is printed in the cities of a set."""
    return sum(tile.count * int(getattr(city, what)) for tile in tile_set(name).tiles for city in tile.cities)


@pytest.mark.parametrize("name", SETS)
def test_every_set_has_as_many_tiles_as_it_says(name: str) -> None:
    tiles = tile_set(name)
    assert (tiles.schema, tiles.set, tiles.total) == (1, name, TOTALS[name])
    assert sum(tile.count for tile in tiles.tiles) == TOTALS[name]
    assert all(tile.set == name for tile in tiles.tiles)


def test_ids_are_unique_over_all_sets() -> None:
    assert len({tile.id for tile in TILES}) == len(TILES)
    assert [tile.id for tile in BASE.tiles] == [f"BA-{letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWX"]


def test_the_base_set_has_10_shields_6_abbeys_and_one_start_tile() -> None:
    assert in_cities("base", "shields") == 10
    assert count("base", "abbey") == 6
    assert {tile.id: tile.start_copies for tile in TILES if tile.start_copies} == {"BA-D": 1}


def test_the_base_set_has_nothing_of_the_expansions() -> None:
    for tile in BASE.tiles:
        assert not any((tile.shrine, tile.siege, tile.blank, tile.rivers, tile.river_role, tile.volcano))
        assert not any(city.cathedral or city.besieged or city.goods for city in tile.cities)
        assert not any(road.inn for road in tile.roads)
        assert not any(farm.pig_herd for farm in tile.farms)


@pytest.mark.clause("CSC-1", "CSC-3")
def test_the_sheet_brings_6_shrines_4_sieges_and_2_blanks() -> None:
    assert count("cult", "shrine") == 6
    assert count("siege", "siege") == in_cities("siege", "besieged") == 4
    assert count("creativity", "blank") == 2
    assert sum(TOTALS[name] for name in ("cult", "siege", "creativity")) == 12


@pytest.mark.clause("IC-1", "IC-3")
def test_inns_and_cathedrals_are_6_and_2_with_3_shields_and_an_abbey() -> None:
    inns = sum(tile.count * road.inn for tile in tile_set("inns_cathedrals").tiles for road in tile.roads)
    assert (inns, in_cities("inns_cathedrals", "cathedral"), in_cities("inns_cathedrals", "shields")) == (6, 2, 3)
    assert count("inns_cathedrals", "abbey") == 1


@pytest.mark.clause("TB-1")
def test_goods_are_9_wine_6_grain_and_5_cloth_with_an_abbey() -> None:
    goods = Counter(
        city.goods
        for tile in tile_set("traders_builders").tiles
        for city in tile.cities
        for _ in range(tile.count)
        if city.goods
    )
    assert goods == {"wine": 9, "grain": 6, "cloth": 5}
    assert count("traders_builders", "abbey") == 1


@pytest.mark.clause("R-1", "R-2")
@pytest.mark.parametrize(("name", "roles"), [("river_1", ["lake", "spring"]), ("river_2", ["fork", "lake", "spring"])])
def test_a_river_has_one_spring_and_one_lake_and_the_second_a_fork(name: str, roles: list[str]) -> None:
    tiles = tile_set(name).tiles
    assert sorted(tile.river_role for tile in tiles if tile.river_role) == roles
    assert all(tile.rivers for tile in tiles)
    # The segments have no name for a river: nothing ever stands there.
    assert not any("river" in segment for tile in tiles for segment in tile.segments)


@pytest.mark.clause("IC-6")
def test_some_farms_have_no_edge_and_one_tile_has_two_without_a_road() -> None:
    types = tile_types(SETS)
    assert {tile.id for tile in PRINTED if any(not farm.halves for farm in tile.farms)} == {
        "IC-C", "TB-03", "TB-04", "TB-06", "TB-14",
    }  # fmt: skip
    assert len(types["IC-G"].farms) == 2
    assert not types["IC-G"].roads


@each_tile
def test_every_edge_that_is_not_field_belongs_to_one_feature_of_its_terrain(tile: TileType) -> None:
    owned = Counter(
        (letter, kind)
        for kind, features in (("city", tile.cities), ("road", tile.roads), ("river", tile.rivers))
        for feature in features
        for letter in feature.edges
    )
    printed = {
        (letter, terrain) for letter, terrain in zip(EDGE_NAMES, edges_of(tile), strict=True) if terrain != "field"
    }
    assert set(owned) == printed
    assert set(owned.values()) <= {1}


@each_tile
def test_every_half_edge_off_the_cities_belongs_to_one_farm(tile: TileType) -> None:
    owned = Counter(half for farm in tile.farms for half in farm.halves)
    free = {half for half in range(8) if edges_of(tile)[half // 2] != "city"}
    assert set(owned) == free
    assert set(owned.values()) <= {1}


@each_tile
def test_both_halves_of_a_field_edge_are_one_farm(tile: TileType) -> None:
    for edge, terrain in enumerate(edges_of(tile)):
        if terrain == "field":
            assert any({2 * edge, 2 * edge + 1} <= set(farm.halves) for farm in tile.farms)


@each_tile
def test_a_road_or_river_with_two_edges_parts_the_farms_along_it(tile: TileType) -> None:
    for way in (*tile.roads, *tile.rivers):
        if len(way.edges) >= 2:
            for letter in way.edges:
                edge = EDGE_NAMES.index(letter)
                assert not any({2 * edge, 2 * edge + 1} <= set(farm.halves) for farm in tile.farms)


@each_tile
def test_a_farm_at_a_corner_touches_the_city_on_the_other_side_of_it(tile: TileType) -> None:
    cities = {EDGE_NAMES.index(letter): i for i, city in enumerate(tile.cities) for letter in city.edges}
    for farm in tile.farms:
        for half in farm.halves:
            # Even halves come first in their edge, after the corner with the edge before; odd ones last.
            beyond = (half // 2 + (1 if half % 2 else -1)) % 4
            if beyond in cities:
                assert cities[beyond] in farm.cities


@each_tile
def test_the_cities_that_a_farm_touches_are_on_the_tile_and_named_once(tile: TileType) -> None:
    for farm in tile.farms:
        assert sorted(set(farm.cities)) == list(farm.cities)
        assert all(0 <= city < len(tile.cities) for city in farm.cities)


@each_tile
def test_a_tile_has_at_most_one_building_and_is_a_siege_tile_if_a_city_on_it_is_besieged(tile: TileType) -> None:
    assert not (tile.abbey and tile.shrine)
    assert tile.siege == any(city.besieged for city in tile.cities)


@each_tile
def test_segments_are_cities_roads_farms_and_the_building_in_this_order(tile: TileType) -> None:
    expected = [f"city:{i}" for i in range(len(tile.cities))]
    expected += [f"road:{i}" for i in range(len(tile.roads))]
    expected += [f"farm:{i}" for i in range(len(tile.farms))]
    expected += ["building"] if tile.abbey or tile.shrine else []
    assert list(tile.segments) == expected


@each_tile
def test_four_quarter_turns_bring_a_tile_back(tile: TileType) -> None:
    ready = face(SETS, tile.id)
    for rot, facing in enumerate(ready.facings):
        for edge, terrain in enumerate(edges_of(tile)):
            assert facing.terrain[turned_edge(edge, rot)] == ready.facings[0].terrain[edge], terrain
        for half in range(8):
            assert facing.half_segment[turned_half(half, rot)] == ready.facings[0].half_segment[half]
    assert turned_edge(turned_edge(0, 3), 1) == 0
    assert [turned_half(half, 4) for half in range(8)] == list(range(8))


def test_a_blank_shows_nothing() -> None:
    (blank,) = (tile for tile in TILES if tile.blank)
    assert (blank.edges, blank.segments, blank.count) == (None, (), 2)


def test_printed_north_is_east_after_one_quarter_turn() -> None:
    assert [turned_edge(0, rot) for rot in range(4)] == [0, 1, 2, 3]
    assert [turned_half(0, rot) for rot in range(4)] == [0, 2, 4, 6]


def test_an_edge_without_a_neighbour_demands_nothing() -> None:
    ready = face(("base",), "BA-D")
    assert ready.fits(0) == (0, 1, 2, 3)
    assert meets(ready.facings[0].edges, ready.facings[0].edges)
    assert ready.fits(ready.facings[0].edges) == (0,)


def test_kinds_of_tile_are_sorted_by_id() -> None:
    assert list(tile_types(SETS)) == sorted(tile_types(SETS))


def test_a_data_file_holds_nothing_that_the_catalogue_does_not_know() -> None:
    # Decoding is strict, so what is read is all there is.
    for name in SETS:
        file = Path(str(resources.files("domain.carcassonne.data"))) / f"tiles-{name.replace('_', '-')}.json"
        assert len(json.loads(file.read_text(encoding="utf-8"))["tiles"]) == len(tile_set(name).tiles)
