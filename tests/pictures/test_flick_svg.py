"""The picture of Flick of Faith: well-formed, complete, the same bytes every time, and silent about sealed votes."""

from xml.etree import ElementTree

import msgspec
import pytest

from domain.flick_of_faith.drawing.palette import SEATS
from domain.flick_of_faith.drawing.placing import placed_discs
from domain.flick_of_faith.drawing.symbols import SYMBOLS
from domain.flick_of_faith.drawing.telling import dominator
from domain.flick_of_faith.geometry import presence_at
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.view import GameView
from projections.pictures.svg import PREFIX, render_svg
from tests.pictures.flick_views import own_map, sample, views, when
from tests.pictures.laws import SVG

scene = rulebook.scene
EVERY = pytest.mark.parametrize("shown", views().values(), ids=views().keys())


def parsed(shown: GameView) -> ElementTree.Element:
    return ElementTree.fromstring(render_svg(scene(shown)))


def named(shown: GameView) -> list[str]:
    return [name for group in parsed(shown).iter(SVG + "g") if (name := group.get("data-name"))]


def titles(shown: GameView) -> list[str]:
    return [title.text or "" for title in parsed(shown).iter(SVG + "title")]


def texts(shown: GameView) -> list[str]:
    return [text.text or "" for text in parsed(shown).iter(SVG + "text")]


@EVERY
def test_all_discs_but_those_in_the_box_are_drawn_once(shown: GameView) -> None:
    names = named(shown)
    for disc in shown.discs:
        zones = {"map": [f"disc {disc.id}"], "box": []}.get(disc.zone, [f"{disc.zone} {disc.id}"])
        found = [
            name for name in names if name.endswith(f" {disc.id}") and not name.startswith(("trail", "claim", "pile"))
        ]
        assert found == zones


@EVERY
def test_every_island_is_tinted_by_who_dominates_it_and_says_who_is_there(shown: GameView) -> None:
    names = named(shown)
    for island in shown.map.islands:
        seat = dominator(shown, island.id)
        assert names.count(f"island {island.id} {SEATS[seat] if seat >= 0 else 'neutral'}") == 1
        assert names.count(f"presence {island.id}") == 1
    for seat in range(len(shown.corners)):
        assert names.count(f"seat {seat}") == 1


@EVERY
def test_trails_are_those_of_the_view(shown: GameView) -> None:
    moved = [trail for trail in shown.trails if trail.points[0] != trail.points[-1]]
    drawn = [name for name in named(shown) if name.startswith("trail ")]
    assert drawn == [f"trail {trail.disc}{' off' * trail.off}" for trail in moved]


def test_a_view_with_a_trail_off_the_map_is_among_them() -> None:
    assert any(name.endswith(" off") for name in named(views()["off the map"]))


@EVERY
def test_equal_views_give_equal_bytes_whatever_the_order_of_their_keys(shown: GameView) -> None:
    again = msgspec.json.decode(msgspec.json.encode(shown), type=GameView)
    turned = msgspec.structs.replace(again, presence=dict(reversed(again.presence.items())))
    assert render_svg(scene(shown)) == render_svg(scene(turned))


# --- Single things ----------------------------------------------------------------------------------------------------


def test_the_map_is_drawn_with_north_above() -> None:
    places = {
        name.split()[1]: int((group.get("transform") or "").removeprefix("translate(").split()[1].rstrip(")"))
        for group in parsed(views()["nothing yet"]).iter(SVG + "g")
        if (name := group.get("data-name") or "").startswith("presence ")
    }
    assert places["north"] < places["east"] < places["south"]


def test_discs_on_each_other_show_the_one_beneath() -> None:
    below = {disc.on for disc in sample().discs if disc.on is not None}
    assert below
    assert {name.split()[1] for name in named(sample()) if name.startswith("pile ")} == below


def test_the_disc_that_may_be_flicked_again_stands_out() -> None:
    assert any("may be flicked again" in text for text in texts(sample()))
    assert any(title.endswith("which may be flicked again") for title in titles(sample()))


def test_the_tornado_stands_on_its_city() -> None:
    shown = views()["the Tornado"]
    assert f"tornado {shown.hazard}" in named(shown)
    assert not any(name.startswith("tornado") for name in named(views()["nothing yet"]))


def test_who_has_voted_is_seen_but_not_how() -> None:
    own, spectator = views()["a vote"], views()["a vote of others"]
    for shown in (own, spectator):
        assert [name for name in named(shown) if name.startswith("voted ")] == [f"voted {seat}" for seat in shown.voted]
    assert texts(own).count("your vote") == 1
    assert "your vote" not in texts(spectator)


def test_what_others_vote_changes_no_byte() -> None:
    game = when(4, 3, lambda game: game.council and len(game.votes) == 2)
    twin = game.copy()
    twin.votes = {seat: "down" if thumb == "up" else "up" for seat, thumb in twin.votes.items()}
    watching = next(seat for seat in range(4) if seat not in game.votes)
    for viewer in (None, watching):
        assert render_svg(scene(rulebook.view(game, viewer))) == render_svg(scene(rulebook.view(twin, viewer)))


def test_laws_and_powers_are_there_with_their_texts() -> None:
    said = " ".join(texts(sample()))
    assert sample().laws
    assert "Laws in force" in said
    assert all(title in said for title in ("King Ape", "Themis", "Dagda"))


def test_a_report_shows_what_each_says_as_rings_on_the_mat() -> None:
    shown = views()["a report"]
    assert shown.report
    said = [(shown.report.seat, shown.report.report), *shown.report.counters]
    rings = [f"claim {seat} {spot.disc}" for seat, report in said for spot in report.moved if spot.x is not None]
    assert [name for name in named(shown) if name.startswith("claim ")] == rings
    assert any("says instead" in text for text in texts(shown))


def test_discs_whose_place_is_only_told_lie_where_they_touch_what_is_told() -> None:
    shown = views()["told places"]
    about = [one for one in placed_discs(shown) if one.about and one.disc.on is None]
    assert about
    for one in about:
        there = presence_at(shown.map, one.x, one.y, one.disc.radius)
        assert (there.islands, there.cities, there.navel) == (one.disc.islands, one.disc.cities, one.disc.navel)
    assert sum(title.endswith("(its exact place is not known)") for title in titles(shown)) >= len(about)


def test_a_told_place_that_the_map_does_not_have_is_drawn_all_the_same() -> None:
    shown = views()["told places"]
    lost = [
        msgspec.structs.replace(disc, islands=("north", "south")) if disc.x is None else disc for disc in shown.discs
    ]
    assert parsed(msgspec.structs.replace(shown, discs=tuple(lost)))


def test_king_ape_takes_the_points_of_its_island() -> None:
    shown = views()["a whole table"]
    ape = next(disc for disc in shown.discs if disc.kind == "king_ape")
    assert all(dominator(shown, island) == -1 for island in ape.islands)
    elsewhere = msgspec.structs.replace(shown, laws=())
    assert any(dominator(elsewhere, island.id) >= 0 for island in elsewhere.map.islands)


@pytest.mark.parametrize(("width", "height"), [(2_000_000, 300_000), (250_000, 2_000_000), (480_000, 480_000)])
def test_any_mat_finds_room(width: int, height: int) -> None:
    mat = msgspec.structs.replace(own_map().mat, width=width, height=height)
    shown = msgspec.structs.replace(
        views()["a map of one's own"], map=msgspec.structs.replace(own_map(), mat=mat), trails=(), discs=()
    )
    picture = scene(shown)
    assert picture.box[2] == 1800
    assert picture.box[3] < 6000


def test_all_symbols_are_used_somewhere() -> None:
    used = {
        use.get("href", "")[1:].removeprefix(PREFIX)
        for shown in views().values()
        for use in parsed(shown).iter(SVG + "use")
    }
    rare = {name for name in SYMBOLS if name.startswith(("templar", "sphinx", "king_ape", "mark-", "temple"))} | {
        "prophet-neutral"
    }
    assert SYMBOLS.keys() - rare <= used
