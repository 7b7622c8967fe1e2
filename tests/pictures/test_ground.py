"""A drawing parts the fields of a tile exactly as the tile's data does."""

import pytest

from domain.carcassonne.drawing import ground
from domain.carcassonne.drawing.geometry import turned
from domain.carcassonne.drawing.layout import layout, open_ground, stand
from domain.carcassonne.drawing.pieces import piece_shape
from domain.carcassonne.drawing.tile import tile_shapes
from domain.carcassonne.tiles import TileType
from domain.carcassonne.view import SeenPiece
from domain.table.scene import Use
from tests.pictures.views import ALL, BRIDGE, ODD_TILES, PRINTED

TILES = (*PRINTED, *ODD_TILES)


def names(tile: TileType) -> str:
    return tile.id


@pytest.mark.parametrize("tile", TILES, ids=names)
def test_no_two_farms_run_into_each_other(tile: TileType) -> None:
    fields = layout(tile).fields
    assert sum(map(len, fields)) == len(frozenset().union(*fields))
    assert all(fields)


@pytest.mark.parametrize("tile", TILES, ids=names)
def test_a_half_edge_lies_at_its_own_farm(tile: TileType) -> None:
    plan = layout(tile)
    everywhere = frozenset().union(*plan.fields)
    for farm, field in zip(tile.farms, plan.fields, strict=True):
        for half in farm.halves:
            shore = ground.half_spots(half) & everywhere
            assert shore
            assert shore <= field


@pytest.mark.parametrize("tile", TILES, ids=names)
def test_a_farm_is_one_piece_and_only_slivers_between_walls_are_nobodys(tile: TileType) -> None:
    plan = layout(tile)
    pieces = 2 if tile.id == "R2-E" else 1
    assert all(len(ground.islands(set(field))) == pieces for field in plan.fields)
    rest = open_ground(plan.cities, plan.roads, plan.rivers) - set().union(*plan.fields)
    assert all(len(sliver) == 1 for sliver in ground.islands(rest))


@pytest.mark.parametrize("tile", TILES, ids=names)
def test_a_farmer_lies_on_its_own_field(tile: TileType) -> None:
    plan = layout(tile)
    for index, field in enumerate(plan.fields):
        assert ground.spot_at(plan.stands[f"farm:{index}"]) in field


def test_a_farm_that_runs_below_a_bridge_lies_on_both_sides_of_it() -> None:
    for field in layout(BRIDGE).fields:
        assert len(ground.islands(set(field))) == 2


def test_pieces_stand_apart_on_different_segments_of_a_tile() -> None:
    for tile in TILES:
        places = [stand(tile, 0, segment) for segment in tile.segments]
        assert len(set(places)) == len(places), tile.id


def test_a_farmer_is_smaller_where_there_is_less_room() -> None:
    def scale(name: str, segment: str) -> int:
        return piece_shape(SeenPiece(0, "follower", "farmer", 0, 0, segment), ALL[name], 0, 0).scale

    assert scale("TB-13", "farm:0") < scale("IC-O", "farm:0")
    assert scale("BA-R", "farm:0") <= scale("BA-B", "farm:0")


def test_pigs_of_a_herd_stay_on_their_field_in_every_rotation() -> None:
    for tile in (t for t in TILES if any(farm.pig_herd for farm in t.farms)):
        for rotation in range(4):
            pigs = [shape for shape in tile_shapes(tile, rotation) if isinstance(shape, Use) and shape.symbol == "pig"]
            herd = [field for field, farm in zip(layout(tile).fields, tile.farms, strict=True) if farm.pig_herd]
            assert len(pigs) >= 2
            assert all(ground.spot_at(turned((pig.x, pig.y), -rotation)) in herd[0] for pig in pigs)


def test_a_place_turns_with_its_tile() -> None:
    for tile in TILES:
        for segment in tile.segments:
            assert stand(tile, 3, segment) == turned(stand(tile, 0, segment), 3)
