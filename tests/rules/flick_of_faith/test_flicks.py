"""Flicking: FF-1.1 to FF-1.3, D-1 to D-4, D-6; E-01 to E-12."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.flick_of_faith.commands import Flick, Forfeit, KeepInCorner
from domain.flick_of_faith.events import FlickResolved, ReflickDeclined
from domain.flick_of_faith.geometry import Presence
from domain.flick_of_faith.map import content_hash
from domain.flick_of_faith.where import presence
from tests.rules.flick_of_faith.positions import (
    asked,
    done,
    flick,
    give,
    kinds,
    lay,
    of,
    places,
    position,
    refused,
    rows,
    shot,
)

EXAMPLES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "examples.json").read_bytes())["examples"]
IDS = {"a1": "0-p01", "b1": "1-p01", "t1": "1-t01"}
KINDS = {"prophet": 10, "temple": 20}


# --- The worked examples ----------------------------------------------------------------------------------------------


@pytest.mark.clause("FF-1.1", "FF-1.2", "FF-1.3", "D-1", "D-3", "D-4", "D-6")
@pytest.mark.parametrize("example", [one for one in EXAMPLES if one["type"] == "flick"], ids=lambda one: one["id"])
def test_a_flick_worked_out_by_hand(example: dict[str, Any]) -> None:
    game = position("\n".join(f"{IDS[name]} {x // 1000} {y // 1000}" for name, _, x, y in example["others"]))
    x, y = example["start"]
    asks = flick("0-p01", (x // 1000, y // 1000), tuple(example["direction"]), example["speed_mm_per_s"])

    (resolved,) = of(done(game, 0, asks), FlickResolved)

    expected = example["expect"]
    assert {name: list(places(game, IDS[name])[0]) for name in expected["final"]} == expected["final"]
    assert list(resolved.off) == [IDS[name] for name in expected["off"]]
    assert places(game, *resolved.off) == ["reserve"] * len(resolved.off)
    assert (asked(game) == [(0, "reflick")]) == expected["reflick_offered"]
    assert resolved.launches[0].shot == asks.shot


@pytest.mark.clause("FF-4.1", "FF-2.1")
def test_e_12_a_shot_at_the_city_is_on_it_and_a_temple_may_be_built() -> None:
    game = position()
    done(game, 0, flick("0-p01", (60, 40), (3, 1), 974))
    assert presence(game, "0-p01") == Presence(("south",), ("south-city",), navel=False)
    assert asked(game) == [(0, "temples")]


@pytest.mark.clause("FF-1.3")
def test_e_05_a_prophet_flicked_off_the_map_is_not_ready_again_before_the_end_of_worship() -> None:
    game = position()
    done(game, 0, flick("0-p01", (60, 50), (-1, 0), 1000))
    done(game, 1, flick("1-p01", (420, 450), (1, 0), 2000))

    assert refused(game, 0, flick("0-p01", (60, 50), (1, 0), 1000)) == "NOT_READY"
    assert asked(game) == [(0, "flick")]


@pytest.mark.clause("FF-1.3")
def test_e_06_a_pushed_prophet_goes_to_its_own_owners_reserve() -> None:
    game = position("1-p01 455 50")
    (resolved,) = of(done(game, 0, flick("0-p01", (60, 50), (1, 0), 2000)), FlickResolved)

    assert resolved.off == ("1-p01",)
    assert places(game, "0-p01", "1-p01") == [(441_641, 50_000), "reserve"]
    assert game.owned(1, "reserve") == ["1-p01"]


@pytest.mark.clause("FF-1.2")
def test_e_10_a_prophet_may_be_left_in_the_corner_and_counts_as_flicked() -> None:
    game = position()
    done(game, 0, flick("0-p01", (40, 40), (1, 0), 400))
    assert asked(game) == [(0, "reflick")]

    events = done(game, 0, KeepInCorner())

    assert of(events, ReflickDeclined) == [ReflickDeclined(0, "0-p01")]
    assert places(game, "0-p01") == [(72_000, 40_000)]
    assert refused(game, 0, flick("0-p01", (40, 40), (1, 0), 400)) == "WRONG_PHASE"
    assert refused(game, 0, KeepInCorner()) == "WRONG_PHASE"
    assert asked(game) == [(1, "flick")]


@pytest.mark.clause("FF-1.2")
def test_a_prophet_is_flicked_again_from_the_corner_as_often_as_it_stays_there_and_what_it_moved_stays() -> None:
    game = position("1-p01 92 40")
    done(game, 0, flick("0-p01", (40, 40), (1, 0), 450))
    moved = places(game, "1-p01")
    assert moved != [(92_000, 40_000)]

    for _ in range(3):
        assert refused(game, 0, flick("0-p02", (20, 20), (1, 1), 400)) == "NOT_READY"
        assert refused(game, 0, Forfeit()) == "WRONG_PHASE"
        done(game, 0, flick("0-p01", (20, 20), (0, 1), 300))
        assert asked(game) == [(0, "reflick")]

    done(game, 0, flick("0-p01", (20, 20), (1, 1), 1000))
    assert places(game, "1-p01") == moved
    assert asked(game) == [(1, "flick")]


@pytest.mark.clause("FF-1.2")
def test_r_03_a_prophet_that_came_back_into_the_corner_may_be_flicked_again() -> None:
    # It bounces off a Temple 60 mm outside, and comes to rest within the corner.
    game = position("1-t01 150 20")
    done(game, 0, flick("0-p01", (70, 20), (1, 0), 1300))

    assert places(game, "0-p01")[0][0] < 100_000  # type: ignore[index, operator]
    assert asked(game) == [(0, "reflick")]


@pytest.mark.clause("FF-1.2")
def test_r_05_a_prophet_that_left_the_map_is_not_flicked_again() -> None:
    game = position()
    events = done(game, 0, flick("0-p01", (20, 20), (-1, 0), 2000))

    assert "ReflickDeclined" not in kinds(events)
    assert asked(game) == [(1, "flick")]


# --- D-1: What may be asked -------------------------------------------------------------------------------------------

BESIDE = "1-p01 52 56"
STARTS = [
    ("D-1", "a start that touches the corner's line from inside is allowed", "", (48, 64), None),
    ("D-1", "one that crosses it is not", "", (48, 65), "START_OUTSIDE_CORNER"),
    ("D-1", "a disc that hangs over the mat is not", "", (9, 40), "START_OUTSIDE_CORNER"),
    ("D-1", "a disc that touches the mat's edge is allowed", "", (10, 10), None),
    ("D-1", "another player's corner is not one's own", "", (430, 430), "START_OUTSIDE_CORNER"),
    ("D-1", "a place off the mat is not in the corner", "", (-20, -20), "START_OUTSIDE_CORNER"),
    ("FF-2.3", "a start may touch another disc", BESIDE, (40, 40), None),
    ("D-1", "a start may not overlap another disc", "1-p01 52 55", (40, 40), "START_OVERLAPS"),
    ("D-1", "not even right on top of it", BESIDE, (52, 56), "START_OVERLAPS"),
]


@pytest.mark.parametrize(("discs", "start", "code"), rows(STARTS))
def test_where_a_flick_may_start(discs: str, start: tuple[int, int], code: str | None) -> None:
    game = position(discs)
    asks = flick("0-p01", start, (1, 1), 1500)
    if code is None:
        done(game, 0, asks)
    else:
        assert refused(game, 0, asks) == code


WRONG = [
    ("D-1", "another player's Prophet", shot("1-p01", (430, 430), (0, 0), 0), "NOT_YOURS"),
    ("D-1", "a disc that does not exist", shot("9-p01", (40, 40), (1, 0), 100), "NOT_YOURS"),
    ("D-1", "the Sphinx that nobody has", shot("sphinx", (40, 40), (1, 0), 100), "NOT_YOURS"),
    ("D-1", "one's own Temple", shot("0-t01", (500, 40), (0, 0), 0), "NOT_READY"),
    ("D-1", "a Prophet in the box", shot("0-p07", (500, 40), (0, 0), 0), "NOT_READY"),
    ("D-1", "a Prophet on the map", shot("0-p01", (500, 40), (0, 0), 0), "NOT_READY"),
    ("D-1", "a start outside before one that overlaps", shot("0-p02", (100, 40), (0, 0), 0), "START_OUTSIDE_CORNER"),
    ("D-1", "an overlap before a direction", shot("0-p02", (50, 50), (0, 0), 0), "START_OVERLAPS"),
    ("D-1", "no direction before a speed", shot("0-p02", (20, 20), (0, 0), 0), "BAD_DIRECTION"),
    ("D-1", "a direction that is too long", shot("0-p02", (20, 20), (30_001, 0), 100), "BAD_DIRECTION"),
    ("D-1", "the same the other way", shot("0-p02", (20, 20), (1, -30_001), 100), "BAD_DIRECTION"),
    ("D-1", "no speed", shot("0-p02", (20, 20), (1, 0), 0), "BAD_SPEED"),
    ("D-1", "a speed below nothing", shot("0-p02", (20, 20), (1, 0), -5), "BAD_SPEED"),
    ("D-1", "too great a speed", shot("0-p02", (20, 20), (1, 0), 3001), "BAD_SPEED"),
]


@pytest.mark.parametrize(("asks", "code"), rows(WRONG))
def test_what_is_wrong_with_a_flick_is_said_in_this_order(asks: Any, code: str) -> None:
    game = position("0-p01 50 50")
    assert refused(game, 0, Flick(asks)) == code


@pytest.mark.clause("D-1")
@pytest.mark.parametrize(
    "asks", [shot("0-p02", (20, 20), (30_000, -1), 3000), shot("0-p02", (20, 20), (-1, 30_000), 1)]
)
def test_the_bounds_themselves_are_allowed(asks: Any) -> None:
    done(position("0-p01 50 50"), 0, Flick(asks))


@pytest.mark.clause("P-2")
def test_only_the_active_player_flicks_and_one_prophet_at_a_time() -> None:
    game = position()
    assert refused(game, 1, flick("1-p01", (430, 430), (-1, 0), 500)) == "WRONG_PHASE"
    two = Flick(shot("0-p01", (20, 20), (1, 0), 500), shot("0-p02", (20, 60), (1, 0), 500))
    assert refused(game, 0, two) == "ONE_FLICK"


# --- D-2: Scatter -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("D-2")
def test_scatter_is_drawn_after_the_command_and_kept_in_the_event() -> None:
    game = position(scatter="hand")
    # Two draws within 30 either way for the direction, two within 40 for the speed, each counted from 0.
    (resolved,) = of(
        done(game, 0, flick("0-p01", (60, 50), (1, 0), 1000), scatter=[30 + 5, 30 + 7, 40 - 3, 40 + 1]), FlickResolved
    )

    (launched,) = resolved.launches
    assert (launched.angle_draws, launched.speed_draws) == ((5, 7), (-3, 1))
    assert (launched.dx, launched.dy, launched.speed) == (1000, 12, 1000 * 998)
    assert launched.shot == shot("0-p01", (60, 50), (1, 0), 1000)


@pytest.mark.clause("D-2")
def test_a_refused_flick_draws_nothing() -> None:
    game = position(scatter="hand")
    # Nothing is dictated, so that a draw would raise.
    assert refused(game, 0, flick("0-p01", (60, 50), (1, 0), 4000)) == "BAD_SPEED"


# --- D-4: What is kept ------------------------------------------------------------------------------------------------


@pytest.mark.clause("D-4")
def test_a_flick_keeps_all_that_is_needed_to_compute_it_again() -> None:
    game = position("1-p01 160 50\n1-t01 400 240 on 1-p01")
    (resolved,) = of(done(game, 0, flick("0-p01", (60, 50), (1, 0), 1000)), FlickResolved)

    assert resolved.physics == "edd-1"
    assert resolved.map == content_hash(game.map)
    assert resolved.walls == ()
    # What carries a Temple does not move, and so neither does the rider (D-6).
    assert [moved.disc for moved in resolved.moved] == ["0-p01"]
    assert resolved.events == 2
    assert len(resolved.digest) == 64


@pytest.mark.clause("D-3", "FF-2.2")
def test_discs_that_are_off_keep_the_point_where_they_left() -> None:
    game = position()
    (resolved,) = of(done(game, 0, flick("0-p01", (60, 50), (-1, 0), 1000)), FlickResolved)

    assert [(moved.disc, moved.x, moved.y) for moved in resolved.moved] == [("0-p01", 0, 50_000)]


@pytest.mark.clause("D-3", "FF-1.3")
def test_a_disc_that_stops_with_its_centre_on_the_edge_is_on_the_map() -> None:
    game = position()
    done(game, 0, flick("0-p01", (20, 50), (0, -1), 501))
    assert places(game, "0-p01") == ["reserve"]

    game = position()
    # 500 mm/s is a slide of exactly 50 mm.
    done(game, 0, flick("0-p01", (20, 50), (0, -1), 500))
    assert places(game, "0-p01") == [(20_000, 0)]
    assert asked(game) == [(0, "reflick")]


@pytest.mark.clause("FF-1.1", "FF-1.2")
def test_no_start_can_be_where_something_lies_that_drops_from_the_prophet_that_is_picked_up() -> None:
    game = position("0-p01 70 20")
    give(game, 0, flick("0-p02", (20, 20), (1, 0), 100))
    assert asked(game) == [(0, "reflick")]
    lay(game, "1-t01 60 60 on 0-p02")

    assert refused(game, 0, flick("0-p02", (60, 50), (1, 0), 500)) == "START_OVERLAPS"
    done(game, 0, flick("0-p02", (20, 20), (0, 1), 2900))
    assert game.discs["1-t01"].on is None


@pytest.mark.clause("D-3", "FF-2.2")
def test_what_lies_on_a_disc_that_leaves_the_map_stays_where_it_lay_and_drops() -> None:
    game = position("1-p01 470 50\n1-p02 468 57 on 1-p01")
    (resolved,) = of(done(game, 0, flick("0-p01", (60, 50), (1, 0), 2500)), FlickResolved)
    assert resolved.off == ("1-p01",)
    assert places(game, "1-p01", "1-p02") == ["reserve", (468_000, 57_000)]
    assert game.discs["1-p02"].on in (None, "0-p01")
