"""The tile catalogue: the checks that hold for every file, and those of the base set."""

from collections import Counter

import pytest

from domain.carcassonne.faces import face, meets
from domain.carcassonne.tiles import EDGE_NAMES, TileType, tile_set, tile_types, turned_edge, turned_half

BASE = tile_set("base")
each_tile = pytest.mark.parametrize("tile", BASE.tiles, ids=lambda tile: tile.id)


def test_the_base_set_has_72_tiles_of_24_kinds() -> None:
    assert (BASE.schema, BASE.set, BASE.total) == (1, "base", 72)
    assert sum(tile.count for tile in BASE.tiles) == 72
    assert [tile.id for tile in BASE.tiles] == [f"BA-{letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWX"]


def test_the_base_set_has_10_shields_6_abbeys_and_one_start_tile() -> None:
    assert sum(tile.count * city.shields for tile in BASE.tiles for city in tile.cities) == 10
    assert sum(tile.count for tile in BASE.tiles if tile.abbey) == 6
    assert {tile.id: tile.start_copies for tile in BASE.tiles if tile.start_copies} == {"BA-D": 1}


def test_the_base_set_has_nothing_of_the_expansions() -> None:
    for tile in BASE.tiles:
        assert tile.set == "base"
        assert not any((tile.shrine, tile.siege, tile.blank, tile.rivers, tile.river_role, tile.volcano))
        assert not any(city.cathedral or city.besieged or city.goods for city in tile.cities)
        assert not any(road.inn for road in tile.roads)
        assert not any(farm.pig_herd for farm in tile.farms)


@each_tile
def test_every_edge_that_is_not_field_belongs_to_one_feature_of_its_terrain(tile: TileType) -> None:
    owned = Counter(
        (letter, kind)
        for kind, features in (("city", tile.cities), ("road", tile.roads))
        for feature in features
        for letter in feature.edges
    )
    printed = {(letter, terrain) for letter, terrain in zip(EDGE_NAMES, tile.edges, strict=True) if terrain != "field"}
    assert set(owned) == printed
    assert set(owned.values()) <= {1}


@each_tile
def test_every_half_edge_off_the_cities_belongs_to_one_farm(tile: TileType) -> None:
    owned = Counter(half for farm in tile.farms for half in farm.halves)
    free = {half for half in range(8) if tile.edges[half // 2] != "city"}
    assert set(owned) == free
    assert set(owned.values()) <= {1}


@each_tile
def test_both_halves_of_a_field_edge_are_one_farm(tile: TileType) -> None:
    for edge, terrain in enumerate(tile.edges):
        if terrain == "field":
            assert any({2 * edge, 2 * edge + 1} <= set(farm.halves) for farm in tile.farms)


@each_tile
def test_a_road_with_two_edges_parts_the_farms_along_it(tile: TileType) -> None:
    for road in tile.roads:
        if len(road.edges) >= 2:
            for letter in road.edges:
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
def test_segments_are_cities_roads_farms_and_the_building_in_this_order(tile: TileType) -> None:
    expected = [f"city:{i}" for i in range(len(tile.cities))]
    expected += [f"road:{i}" for i in range(len(tile.roads))]
    expected += [f"farm:{i}" for i in range(len(tile.farms))]
    expected += ["building"] if tile.abbey else []
    assert list(tile.segments) == expected


@each_tile
def test_four_quarter_turns_bring_a_tile_back(tile: TileType) -> None:
    ready = face(("base",), tile.id)
    for rot, facing in enumerate(ready.facings):
        for edge, terrain in enumerate(tile.edges):
            assert facing.terrain[turned_edge(edge, rot)] == ready.facings[0].terrain[edge], terrain
        for half in range(8):
            assert facing.half_segment[turned_half(half, rot)] == ready.facings[0].half_segment[half]
    assert turned_edge(turned_edge(0, 3), 1) == 0
    assert [turned_half(half, 4) for half in range(8)] == list(range(8))


def test_printed_north_is_east_after_one_quarter_turn() -> None:
    assert [turned_edge(0, rot) for rot in range(4)] == [0, 1, 2, 3]
    assert [turned_half(0, rot) for rot in range(4)] == [0, 2, 4, 6]


def test_an_edge_without_a_neighbour_demands_nothing() -> None:
    ready = face(("base",), "BA-D")
    assert ready.fits(0) == (0, 1, 2, 3)
    assert meets(ready.facings[0].edges, ready.facings[0].edges)
    assert ready.fits(ready.facings[0].edges) == (0,)


def test_kinds_of_tile_are_sorted_by_id() -> None:
    assert list(tile_types(("base",))) == sorted(tile_types(("base",)))
