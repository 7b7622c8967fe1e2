"""Building Temples: FF-4.1 to FF-4.4, D-5, D-6; E-17, E-18, E-24 to E-27."""

from typing import Any

import pytest

from domain.flick_of_faith.commands import Build, BuildTemples, PassTemples
from domain.flick_of_faith.events import TemplesBuilt, TemplesPassed
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.where import on_islands, presence
from tests.rules.flick_of_faith.positions import (
    asked,
    build,
    builds,
    done,
    flick,
    of,
    places,
    position,
    refused,
    rows,
)

HARMLESS = flick("0-p05", (20, 20), (1, 1), 900)
"""A flick that leaves the corner and touches nothing."""


def after_flick(discs: str, **more: Any) -> Game:
    """The position when seat 0 has flicked and may build."""
    game = position(discs, **more)
    done(game, 0, HARMLESS)
    assert asked(game) == [(0, "temples")]
    return game


# --- FF-4.1 to FF-4.3 -------------------------------------------------------------------------------------------------

TWO_CITIES = "0-p01 240 100\n0-p02 240 380\n1-p01 262 100"


@pytest.mark.clause("FF-4.1", "FF-4.2")
@pytest.mark.parametrize("taken", [("0-p01",), ("0-p02",), ("0-p01", "0-p02"), ("0-p02", "0-p01")])
def test_e_24_any_number_of_ones_prophets_on_cities_become_temples_one_for_each(taken: tuple[str, ...]) -> None:
    game = after_flick(TWO_CITIES)
    where = {"0-p01": ("south-city", 205, 100), "0-p02": ("north-city", 205, 380)}
    each = [
        build(prophet, city, f"0-t{n:02}", x, y)
        for n, prophet in enumerate(taken, 1)
        for city, x, y in [where[prophet]]
    ]

    (event,) = of(done(game, 0, builds(*each)), TemplesBuilt)

    assert [one.source for one in event.builds] == ["unused"] * len(taken)
    assert set(game.owned(0, "reserve")) == set(taken)
    assert len(game.temples(0, "map")) == len(taken)
    assert game.owned(1, "map") == ["1-p01"]


@pytest.mark.clause("FF-4.1")
def test_r_12_building_may_be_passed_and_nothing_is_removed_without_a_temple() -> None:
    game = after_flick(TWO_CITIES)
    assert refused(game, 0, BuildTemples(())) == "EMPTY_BUILD"

    assert of(done(game, 0, PassTemples()), TemplesPassed)
    assert game.owned(0, "reserve") == []
    assert game.temples(0, "map") == []


@pytest.mark.clause("FF-4.1")
def test_r_11_a_prophet_that_others_pushed_onto_a_city_counts_after_ones_own_flick_only() -> None:
    game = position("0-p01 240 100", active=1)
    done(game, 1, flick("1-p05", (460, 460), (-1, -1), 900))
    assert asked(game) == [(0, "flick")]

    done(game, 0, HARMLESS)
    assert asked(game) == [(0, "temples")]


@pytest.mark.clause("FF-4.1", "FF-2.1")
@pytest.mark.parametrize(("x", "offered"), [("258", True), ("258.001", False)])
def test_e_15_r_07_to_touch_the_citys_line_is_enough(x: str, offered: bool) -> None:
    game = position(f"0-p01 {x} 124")
    done(game, 0, HARMLESS)
    assert (asked(game) == [(0, "temples")]) == offered


@pytest.mark.clause("FF-4.3")
@pytest.mark.parametrize(
    ("place", "code"),
    [((185, 100), None), ((145, 100), None), (("144.999", 100), "TEMPLE_NOT_ON_ISLAND"), ((240, 100), None)],
)
def test_e_25_a_temple_need_not_stand_where_the_prophet_was(place: tuple[Any, Any], code: str | None) -> None:
    game = after_flick("0-p01 240 100")
    asks = builds(build("0-p01", "south-city", "0-t01", *place))
    if code is None:
        done(game, 0, asks)
        assert presence(game, "0-t01").islands == ("south",)
    else:
        assert refused(game, 0, asks) == code


# --- FF-4.4 -----------------------------------------------------------------------------------------------------------

ALL_FOUR = "0-t01 200 80\n0-t02 280 120\n0-t03 380 240\n0-t04 100 240"


@pytest.mark.clause("FF-4.4")
def test_e_26_without_an_unused_temple_one_on_the_map_is_used_again() -> None:
    game = after_flick(f"{ALL_FOUR}\n0-p01 240 380")
    (event,) = of(done(game, 0, builds(build("0-p01", "north-city", "0-t03", 240, 380))), TemplesBuilt)

    assert event.builds[0].source == "map"
    assert on_islands(game, 0) == ("south", "north", "west")


@pytest.mark.clause("FF-4.4")
def test_e_26_r_13_with_an_unused_temple_none_on_the_map_may_be_used_again() -> None:
    game = after_flick("0-t01 200 80\n0-t02 280 120\n0-t03 380 240\n0-p01 240 380")
    assert refused(game, 0, builds(build("0-p01", "north-city", "0-t03", 240, 380))) == "TEMPLE_STILL_UNUSED"
    done(game, 0, builds(build("0-p01", "north-city", "0-t04", 240, 380)))


@pytest.mark.clause("FF-4.4", "D-5")
def test_e_27_the_order_of_the_list_decides_which_temple_is_new() -> None:
    three = "0-t01 200 80\n0-t02 380 240\n0-t03 100 240"
    game = after_flick(f"{three}\n0-p01 240 380\n0-p02 250 100")
    new, again = build("0-p01", "north-city", "0-t04", 240, 380), build("0-p02", "south-city", "0-t02", 280, 100)

    assert refused(game, 0, builds(again, new)) == "TEMPLE_STILL_UNUSED"
    (event,) = of(done(game, 0, builds(new, again)), TemplesBuilt)
    assert [(one.temple, one.source) for one in event.builds] == [("0-t04", "unused"), ("0-t02", "map")]


# --- D-5: What may be asked -------------------------------------------------------------------------------------------

GOOD = build("0-p01", "south-city", "0-t01", 205, 100)
CASES = [
    ("D-5", "another player's Prophet", [build("1-p01", "south-city", "0-t01", 205, 100)], "NOT_YOURS"),
    ("D-5", "a Prophet that is not on the map", [build("0-p04", "south-city", "0-t01", 205, 100)], "NOT_YOURS"),
    ("D-5", "a Temple instead of a Prophet", [build("0-t01", "south-city", "0-t01", 205, 100)], "NOT_YOURS"),
    ("FF-4.1", "a City that it does not touch", [build("0-p01", "north-city", "0-t01", 205, 100)], "NOT_ON_CITY"),
    ("FF-4.1", "a City that there is not", [build("0-p01", "atlantis", "0-t01", 205, 100)], "NOT_ON_CITY"),
    ("FF-4.1", "a Prophet on no City", [build("0-p03", "east-city", "0-t01", 400, 240)], "NOT_ON_CITY"),
    ("D-5", "a Prophet twice", [GOOD, build("0-p01", "south-city", "0-t02", 280, 100)], "DUPLICATE_PROPHET"),
    ("FF-4.2", "no Temple", [build("0-p01", "south-city", "0-p02", 205, 100)], "TEMPLE_MISSING"),
    ("FF-4.2", "no disc at all", [build("0-p01", "south-city", "temple", 205, 100)], "TEMPLE_MISSING"),
    ("D-5", "another player's Temple", [build("0-p01", "south-city", "1-t01", 205, 100)], "NOT_YOURS"),
    ("FF-4.4", "the same Temple while others are unused", [GOOD, build("0-p02", "north-city", "0-t01", 240, 380)],
     "TEMPLE_STILL_UNUSED"),
    ("D-5", "a base that is not overlapped", [build("0-p01", "south-city", "0-t01", 205, 100, "1-p01")],
     "BASE_NOT_OVERLAPPED"),
    ("D-5", "a base that is not on the map", [build("0-p01", "south-city", "0-t01", 205, 100, "1-p04")],
     "BASE_NOT_OVERLAPPED"),
    ("D-5", "the Prophet that is removed as a base", [build("0-p01", "south-city", "0-t01", 240, 100, "0-p01")],
     "BASE_NOT_OVERLAPPED"),
    ("D-5", "the Temple on itself", [build("0-p01", "south-city", "0-t01", 240, 100, "0-t01")], "BASE_NOT_OVERLAPPED"),
    ("D-5", "a base before a place off the mat", [build("0-p01", "south-city", "0-t01", 481, 100, "1-p01")],
     "BASE_NOT_OVERLAPPED"),
    ("D-5", "a centre off the mat", [build("0-p01", "south-city", "0-t01", 240, -1)], "TEMPLE_OFF_MAP"),
    ("D-5", "no place", [Build("0-p01", "south-city", "0-t01")], "TEMPLE_OFF_MAP"),
    ("D-5", "half a place", [Build("0-p01", "south-city", "0-t01", 240_000)], "TEMPLE_OFF_MAP"),
    ("M-1", "Islands named in digital mode", [Build("0-p01", "south-city", "0-t01", islands=("south",))],
     "TEMPLE_OFF_MAP"),
    ("FF-4.2", "another Island", [build("0-p01", "south-city", "0-t01", 240, 380)], "TEMPLE_NOT_ON_ISLAND"),
    ("FF-4.2", "the Sea", [build("0-p01", "south-city", "0-t01", 20, 20)], "TEMPLE_NOT_ON_ISLAND"),
]  # fmt: skip


@pytest.mark.parametrize(("each", "code"), rows(CASES))
def test_what_is_wrong_with_a_build_is_said(each: list[Build], code: str) -> None:
    game = after_flick("0-p01 240 100\n0-p02 240 380\n0-p03 420 240\n1-p01 262 100")
    assert refused(game, 0, builds(*each)) == code


@pytest.mark.clause("D-5")
def test_no_temple_is_used_twice_in_one_command() -> None:
    game = after_flick(f"{ALL_FOUR}\n0-p01 250 100\n0-p02 240 380")
    twice = builds(build("0-p01", "south-city", "0-t03", 240, 100), build("0-p02", "north-city", "0-t03", 240, 380))
    assert refused(game, 0, twice) == "TEMPLE_ALREADY_PLACED"


# --- FF-2.2, FF-2.3: On top of others -----------------------------------------------------------------------------------


@pytest.mark.clause("FF-2.2", "FF-2.3", "D-5")
def test_e_18_r_21_a_temple_on_a_prophet_is_where_the_prophet_is() -> None:
    game = after_flick("0-p01 240 100\n1-p01 240 40")
    done(game, 0, builds(build("0-p01", "south-city", "0-t01", 240, 15)))

    assert game.discs["0-t01"].on == "1-p01"
    assert presence(game, "0-t01").islands == ("south",)


@pytest.mark.clause("FF-2.2")
def test_e_18_with_nothing_beneath_the_same_spot_is_at_sea() -> None:
    game = after_flick("0-p01 240 100")
    assert refused(game, 0, builds(build("0-p01", "south-city", "0-t01", 240, 15))) == "TEMPLE_NOT_ON_ISLAND"


@pytest.mark.clause("D-5")
@pytest.mark.parametrize(("named", "lies_on"), [(None, "1-p02"), ("1-p01", "1-p01"), ("1-p02", "1-p02")])
def test_a_temple_lies_on_the_nearest_disc_or_on_the_one_that_is_named(named: str | None, lies_on: str) -> None:
    game = after_flick("0-p01 240 100\n1-p01 190 80\n1-p02 190 110")
    done(game, 0, builds(build("0-p01", "south-city", "0-t01", 190, 97, named)))

    assert game.discs["0-t01"].on == lies_on


@pytest.mark.clause("D-5", "D-6", "FF-6.4")
def test_what_carries_a_temple_is_not_moved_by_a_flick() -> None:
    game = position("1-p01 160 50\n1-t01 160 40 on 1-p01")
    done(game, 0, flick("0-p01", (60, 50), (1, 0), 1000))

    assert places(game, "1-p01", "1-t01") == [(160_000, 50_000), (160_000, 40_000)]
    assert places(game, "0-p01")[0] < (140_000, 0)  # type: ignore[operator]


@pytest.mark.clause("D-3", "FF-4.4")
def test_what_lies_on_a_prophet_or_a_temple_that_is_taken_up_drops_before_the_temple_is_placed() -> None:
    # The Temple of seat 1 lies on the Prophet that goes; the new Temple overlaps it, and so lies on it.
    game = after_flick("0-p01 240 100\n1-t01 255 100 on 0-p01")
    done(game, 0, builds(build("0-p01", "south-city", "0-t01", 280, 100)))

    assert game.discs["1-t01"].on is None
    assert game.discs["0-t01"].on == "1-t01"


@pytest.mark.clause("D-3", "D-5")
def test_a_temple_that_was_built_on_a_prophet_that_a_later_build_takes_drops_too() -> None:
    game = after_flick("0-p01 250 100\n0-p02 240 380\n0-p03 230 80")
    done(
        game,
        0,
        builds(
            build("0-p02", "north-city", "0-t01", 205, 380),
            build("0-p01", "south-city", "0-t02", 215, 80, "0-p03"),
            build("0-p03", "south-city", "0-t03", 280, 120),
        ),
    )
    assert [game.discs[temple].on for temple in ("0-t01", "0-t02", "0-t03")] == [None, None, None]


@pytest.mark.clause("FF-4.4", "D-3")
def test_what_lies_on_a_temple_that_is_used_again_drops_where_it_is() -> None:
    game = after_flick(f"{ALL_FOUR}\n1-t01 390 240 on 0-t03\n0-p01 240 380")
    done(game, 0, builds(build("0-p01", "north-city", "0-t03", 240, 380)))

    assert game.discs["1-t01"].on is None
    assert places(game, "1-t01") == [(390_000, 240_000)]


@pytest.mark.clause("FF-4.2")
def test_a_bigger_disc_at_the_same_place_may_be_present_where_a_smaller_one_is_not() -> None:
    game = position("0-p01 240 36\n1-m01 240 7")
    assert presence(game, "0-p01").at_sea
    game = position("0-m01 240 36")
    assert presence(game, "0-m01").islands == ("south",)
