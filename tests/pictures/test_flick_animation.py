"""Flicks in motion: valid, the same bytes every time, and from the recorded places to the recorded places."""

from collections.abc import Iterator
from xml.etree import ElementTree

import msgspec
import pytest

from domain.flick_of_faith.drawing.chart import chart_of
from domain.flick_of_faith.drawing.motion import first_ways, flick_ways, pace
from domain.flick_of_faith.events import FirstFlicksRevealed, FlickResolved
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.state import Game
from domain.table.scene import Group, Key, Moving, Scene, Shape, Use
from domain.table.table import fold
from projections.pictures.svg import render_svg
from tests.pictures.flick_views import laid, played

SVG = "{http://www.w3.org/2000/svg}"


def movers(shapes: tuple[Shape, ...]) -> Iterator[Moving]:
    for shape in shapes:
        if isinstance(shape, Moving):
            yield shape
        elif isinstance(shape, Group):
            yield from movers(shape.items)


def moving_discs(picture: Scene) -> dict[str, Moving]:
    return {shape.name.removeprefix("disc "): shape for shape in movers(picture.shapes) if shape.name}


def recorded(seats: int, seed: int) -> Iterator[tuple[Game, FlickResolved | FirstFlicksRevealed]]:
    """The flicks of a whole game, each with the state before it."""
    *_, play = played(seats, seed)
    table = play.table
    for version, record in enumerate(table.records):
        if isinstance(record.event, rulebook.moving):
            yield fold(table.id, rulebook, table.records[:version]).game, record.event


GAMES = [*recorded(2, 5), *recorded(4, 8)]


def test_every_flick_of_whole_games_goes_from_where_discs_lay_to_where_they_lie() -> None:
    assert len(GAMES) > 40
    for game, event in GAMES:
        if isinstance(event, FirstFlicksRevealed):
            ways = first_ways(game, event)
            assert [(way.points[-1].x, way.points[-1].y) for way in ways] == list(event.rest)
            continue
        starts = {one.shot.prophet: (one.shot.x, one.shot.y) for one in event.launches}
        ends = {at.disc: (at.x, at.y) for at in event.moved}
        for way in flick_ways(game, event):
            lay = game.discs[way.disc.id]
            first, last = way.points[0], way.points[-1]
            assert (first.x, first.y) == starts.get(way.disc.id, (lay.x, lay.y))
            assert (last.x, last.y) == ends.get(way.disc.id, (lay.x, lay.y))
            assert [at.at for at in way.points] == sorted(at.at for at in way.points)
            assert way.off == (way.disc.id in event.off)


def test_what_was_recorded_is_what_was_simulated() -> None:
    """Waypoints end where the event says before anybody puts them there: the flick is really played again."""
    game, event = laid()
    elsewhere = msgspec.structs.replace(event, physics="other")
    assert all(len(way.points) <= 2 for way in flick_ways(game, elsewhere))
    assert any(len(way.points) > 2 for way in flick_ways(game, event))


def test_keys_begin_at_0_and_end_before_the_animation_does() -> None:
    for game, event in GAMES[:20]:
        picture = rulebook.animation(game, event)
        lengths = {shape.length for shape in movers(picture.shapes)}
        assert len(lengths) == 1
        for shape in movers(picture.shapes):
            times = [key.at for key in shape.keys]
            assert times == sorted(times)
            assert times[0] == 0
            assert times[-1] < shape.length


def test_discs_move_on_the_chart_and_those_that_leave_the_map_fade() -> None:
    game, event = laid()
    chart, found = chart_of(game.map.mat), moving_discs(rulebook.animation(game, event))
    assert set(found) == {at.disc for at in event.moved}
    for at in event.moved:
        last = found[at.disc].keys[-1]
        assert (last.x, last.y) == (chart.x(at.x), chart.y(at.y))
        assert last.opacity == (0 if at.disc in event.off else 100)
    start = found["0-p01"].keys[0]
    assert (start.x, start.y) == (chart.x(45_000), chart.y(45_000))


def test_the_document_is_valid_has_no_script_and_loops() -> None:
    for game, event in [laid(), *GAMES[:10]]:
        document = render_svg(rulebook.animation(game, event))
        root = ElementTree.fromstring(document)
        assert "<script" not in document
        animations = [*root.iter(SVG + "animateTransform"), *root.iter(SVG + "animate")]
        assert animations
        for one in animations:
            assert one.get("repeatCount") == "indefinite"
            times = (one.get("keyTimes") or "").split(";")
            assert (times[0], times[-1]) == ("0", "1")
            assert [float(time) for time in times] == sorted(float(time) for time in times)
            assert len((one.get("values") or "").split(";")) == len(times)
            splines = [spline.split() for spline in (one.get("keySplines") or "").split(";")]
            assert len(splines) == len(times) - 1
            assert all(0 <= float(number) <= 1 for spline in splines for number in spline)


def test_the_same_flick_gives_the_same_bytes() -> None:
    assert render_svg(rulebook.animation(*laid())) == render_svg(rulebook.animation(*laid()))


def test_a_picture_in_motion_survives_json() -> None:
    picture = rulebook.animation(*laid())
    assert msgspec.json.decode(msgspec.json.encode(picture), type=Scene) == picture


@pytest.mark.parametrize(
    ("time", "way", "expected"), [(400_000, 200_000, 2000), (0, 50_000, 1000), (100_000, 187_500, 1066)]
)
def test_pace_is_that_of_constant_friction(time: int, way: int, expected: int) -> None:
    """From 1000 mm/s a disc slides 200 mm in 0.4 s, and begins with twice its mean speed."""
    assert pace(time, (0, 0), (way, 0), 2_500_000) == expected


def test_without_motion_things_stand_where_they_end() -> None:
    keys = (Key(0, 1, 2), Key(500, 30, 40, 0, 2000))
    document = render_svg(
        Scene("", (0, 0, 9, 9), (Moving((Use("x", 0, 0),), keys, 1000, "n", "t"),), symbols={"x": ()})
    )
    assert '<g data-name="n" opacity="0" transform="translate(30 40)"><title>t</title>' in document
    assert 'values="1 2;30 40;30 40"' in document
    assert 'keyTimes="0;0.5;1"' in document
    assert 'keySplines="0.333333 0.666666 0.666667 1;0.333333 0.333333 0.666667 0.666666"' in document
