"""The laws of pictures, for every view that the tests of the three games draw."""

import pytest

from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.flick_of_faith.rulebook import rulebook as flick_of_faith
from domain.root.rulebook import rulebook as root
from domain.table.scene import Scene
from tests.pictures import flick_views, root_views, views
from tests.pictures.laws import check_nothing_sticks_out, check_survives_json, check_well_formed

SCENES = {
    **{f"carcassonne: {view.__name__}": carcassonne.scene(view()) for view in (views.small_board, views.full_board)},
    **{f"flick-of-faith: {name}": flick_of_faith.scene(view) for name, view in flick_views.views().items()},
    **{f"root: {name}": root.scene(view) for name, view in root_views.VIEWS.items()},
}
EVERY = pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES.keys())


@EVERY
def test_a_picture_is_well_formed_and_defines_what_it_uses(scene: Scene) -> None:
    check_well_formed(scene)


@EVERY
def test_a_scene_survives_json_and_so_has_no_floats(scene: Scene) -> None:
    check_survives_json(scene)


@EVERY
def test_nothing_sticks_out_of_the_picture(scene: Scene) -> None:
    check_nothing_sticks_out(scene)
