"""Flick of Faith in characters: mats of three sizes, then words alone; nothing is wider than the terminal."""

import pytest
from msgspec import structs

from domain.flick_of_faith.drawing.palette import INKS
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.view import GameView
from projections.pictures.svg import render_svg
from projections.pictures.text import render_text
from tests.pictures.flick_views import sample, views

scene = rulebook.scene
EVERY = pytest.mark.parametrize("shown", views().values(), ids=views().keys())


def written(shown: GameView, width: int) -> str:
    return render_text(scene(shown), width, False)


@EVERY
@pytest.mark.parametrize("width", [20, 30, 40, 60, 80, 98, 120])
def test_no_line_is_wider_than_the_terminal(shown: GameView, width: int) -> None:
    assert max(map(len, written(shown, width).splitlines())) <= width


@pytest.mark.parametrize(("width", "columns"), [(120, 98), (98, 98), (90, 78), (40, 40)])
def test_the_widest_mat_that_fits_is_drawn(width: int, columns: int) -> None:
    lines = written(sample(), width).splitlines()
    assert lines.count("+" + "-" * (columns - 2) + "+") == 2


def test_without_room_for_a_mat_the_islands_are_told() -> None:
    text = written(sample(), 39)
    assert "+--" not in text
    assert "North: Blue 1; dominated by Blue" in text


@EVERY
def test_all_discs_on_the_map_are_told_with_what_they_touch(shown: GameView) -> None:
    text = written(shown, 98)
    assert ("On the map\n" in text) == any(disc.zone == "map" for disc in shown.discs)


def test_a_small_mat_shows_islands_cities_navel_corners_and_discs() -> None:
    lines = written(views()["nothing yet"], 40).splitlines()
    start = lines.index("+" + "-" * 38 + "+")
    assert "\n".join(lines[start : start + 21]) == EMPTY_MAT


EMPTY_MAT = """\
+--------------------------------------+
|:::::::                        :::::::|
|::::::           North          ::::::|
|:::::          ........          :::::|
|:            .....##.....            :|
|             .....##.....             |
|               ........               |
|     West                   East      |
|     ......                ......     |
|    ........              ........    |
|    ..####..     @@@@     ..####..    |
|    ........              ........    |
|     ......                ......     |
|                                      |
|               ..South.               |
|             .....##.....             |
|:            .....##.....            :|
|:::::          ........          :::::|
|::::::                          ::::::|
|:::::::                        :::::::|
+--------------------------------------+"""


@EVERY
def test_presence_is_a_table(shown: GameView) -> None:
    lines = written(shown, 98).splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("Presence"))
    for n, island in enumerate(shown.map.islands, 1):
        counts = lines[start + n][12:].split()[: len(shown.corners)]
        assert counts == [str(count or "-") for count in shown.presence[island.id]]


def test_a_sealed_vote_is_not_told() -> None:
    assert "your vote" in written(views()["a vote"], 80)
    assert "your vote" not in written(views()["a vote of others"], 80)
    assert "Have voted:" in written(views()["a vote of others"], 80)


def test_a_report_is_told_with_what_others_say_instead() -> None:
    text = written(views()["a report"], 98)
    assert "Reported, not yet accepted" in text
    assert "says instead" in text


def test_a_report_shows_the_photo_to_those_who_confirm_and_vote() -> None:
    view = views()["a report"]
    assert view.report is not None
    shown = structs.replace(view, report=structs.replace(view.report, photo="https://example.org/mat.jpg"))
    assert ". Photo: https://example.org/mat.jpg" in " ".join(written(shown, 98).split())
    assert "example.org" in render_svg(scene(shown))


def test_the_tornado_and_what_left_the_map_have_signs() -> None:
    assert "%" in written(views()["the Tornado"], 40)
    assert "X" in written(views()["off the map"], 98).split("Presence")[0]


@EVERY
def test_colours_change_nothing_but_colours_and_are_all_known(shown: GameView) -> None:
    picture = scene(shown)
    inks = {span.ink for drawing in picture.texts for block in drawing for line in block.lines for span in line}
    assert inks - {""} <= INKS.keys()
