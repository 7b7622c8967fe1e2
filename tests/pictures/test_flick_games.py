"""Views of games that were really played, at random, on mats and at tables: whatever comes up can be drawn."""

from xml.etree import ElementTree

import pytest

from domain.flick_of_faith.rulebook import rulebook
from projections.pictures.svg import render_svg
from projections.pictures.text import render_text
from tests.pictures.flick_views import own_map, played

EVERY = 13
GAMES = {
    "two": (2, {}),
    "three on a map of their own": (3, {"map": own_map()}),
    "four at a real board": (4, {"mode": "table"}),
    "four without Laws or deities": (4, {"laws": False, "deity_powers": False}),
}


@pytest.mark.parametrize(("seats", "options"), GAMES.values(), ids=GAMES.keys())
def test_whatever_comes_up_is_drawn_and_said(seats: int, options: dict[str, object]) -> None:
    for number, play in enumerate(played(seats, 11, most=240, **options)):
        if number % EVERY:
            continue
        for viewer in (None, number % seats):
            picture = rulebook.scene(rulebook.view(play.table.game, viewer))
            root = ElementTree.fromstring(render_svg(picture))
            defined = {element.get("id") for element in root.iter()}
            used = {element.get("href", "#")[1:] for element in root.iter() if element.tag.endswith("}use")}
            assert used <= defined
            for width in (40, 78, 98):
                assert max(map(len, render_text(picture, width, False).splitlines())) <= width
