"""The Navel: FF-5.1, FF-5.2, P-3, P-4; E-16, E-28 to E-33."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.flick_of_faith.commands import PassTemples
from domain.flick_of_faith.events import NavelScored
from domain.flick_of_faith.scoring import navel_terms
from domain.flick_of_faith.where import presence
from domain.table.messages import Term
from tests.rules.flick_of_faith.positions import (
    asked,
    build,
    builds,
    done,
    flick,
    go_on,
    kinds,
    of,
    places,
    position,
)

EXAMPLES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "examples.json").read_bytes())["examples"]
HARMLESS = flick("0-p05", (20, 20), (1, 1), 900)


def scored(events: list[Any]) -> dict[int, int]:
    return {event.seats[0]: event.points for event in of(events, NavelScored)}


@pytest.mark.clause("FF-5.1")
@pytest.mark.parametrize("example", [one for one in EXAMPLES if one["type"] == "navel"], ids=lambda one: one["id"])
def test_points_of_the_navel_worked_out_by_hand(example: dict[str, Any]) -> None:
    game = position()
    for player, removed in example["removed"].items():
        terms = navel_terms(game, removed, example["islands_with_presence"][player])
        assert sum(term.points for term in terms) == example["expect"][player]


@pytest.mark.clause("FF-5.1", "FF-5.2")
def test_e_28_each_prophet_gives_one_and_one_for_each_island_and_goes_to_the_reserve() -> None:
    game = position("0-p01 240 240\n0-p02 261 240\n0-p03 400 240\n0-t01 240 400\n0-t02 70 240", step="navel")
    events = go_on(game)

    (event,) = of(events, NavelScored)
    assert event.terms == (Term("prophet_on_navel", 2, 1, "FF-5.1"), Term("presence", 3, 2, "FF-5.1"))
    assert (event.points, event.islands) == (8, ("east", "north", "west"))
    assert game.scores == [8, 0]
    assert places(game, "0-p01", "0-p02", "0-p03") == ["reserve", "reserve", (400_000, 240_000)]


@pytest.mark.clause("FF-5.1", "P-3")
def test_e_29_r_15_all_prophets_are_removed_and_each_owner_scores() -> None:
    game = position("0-p01 240 240\n1-p01 261 240\n1-p02 240 261\n0-p02 425 240")
    events = done(game, 0, HARMLESS)

    assert scored(events) == {0: 2, 1: 2}
    assert game.owned(0, "reserve") + game.owned(1, "reserve") == ["0-p01", "1-p01", "1-p02"]
    # It comes after the flick and ends the turn.
    assert kinds(events)[-4:] == ["NavelScored", "NavelScored", "TurnStarted", "DecisionRequested"]


@pytest.mark.clause("FF-5.1")
def test_e_30_r_16_temples_give_presence() -> None:
    game = position("0-p01 240 240\n0-t01 240 100\n0-t02 380 240", step="navel")
    assert scored(go_on(game)) == {0: 3}


@pytest.mark.clause("FF-5.1", "P-3")
def test_e_31_r_19_what_is_pushed_off_the_navel_scores_nothing() -> None:
    # It is hit at the Navel's rim and slides out to Sea; what hits it stops short of the Navel.
    game = position("1-p01 264 216")
    events = done(game, 0, flick("0-p01", (50, 50), (214, 166), 1244))

    assert "NavelScored" not in kinds(events)
    assert places(game, "1-p01") != [(264_000, 216_000)]
    assert presence(game, "1-p01").at_sea
    assert presence(game, "0-p01").at_sea
    assert game.scores == [0, 0]


@pytest.mark.clause("P-3")
def test_e_32_without_an_own_prophet_on_the_navel_others_stay_there() -> None:
    game = position("1-p01 240 240\n1-t01 240 100\n1-t02 240 380")
    events = done(game, 0, HARMLESS)
    assert "NavelScored" not in kinds(events)


@pytest.mark.clause("P-3")
def test_by_option_any_prophet_on_the_navel_clears_it() -> None:
    game = position("1-p01 240 240\n1-t01 240 100\n1-t02 240 380", navel_trigger="any_prophet")
    assert scored(done(game, 0, HARMLESS)) == {1: 3}


@pytest.mark.clause("P-4")
def test_e_32_r_17_prophets_left_on_the_navel_score_before_worship() -> None:
    game = position("1-p01 240 240\n1-t01 240 100\n1-t02 240 380", step="worship")
    events = go_on(game)

    assert scored(events) == {1: 3}
    names = kinds(events)
    assert names.index("NavelScored") < names.index("WorshipScored")


@pytest.mark.clause("P-4")
def test_by_option_prophets_left_on_the_navel_only_return() -> None:
    game = position("1-p01 240 240", step="worship", navel_end_of_mission=False)
    events = go_on(game)

    assert "NavelScored" not in kinds(events)
    assert places(game, "1-p01") == ["ready"]


@pytest.mark.clause("FF-5.1")
@pytest.mark.parametrize(("y", "cleared"), [("268", True), ("268.001", False)])
def test_e_16_the_navels_line_is_part_of_it(y: str, cleared: bool) -> None:
    game = position(f"0-p01 261 {y}", step="navel")
    assert bool(scored(go_on(game))) == cleared


@pytest.mark.clause("P-2", "FF-5.1")
@pytest.mark.parametrize(("builds_first", "points"), [(True, 2), (False, 3)])
def test_e_33_r_24_temples_come_before_the_navel(builds_first: bool, points: int) -> None:
    game = position("0-t01 380 240\n0-t02 190 90\n0-t03 290 90\n0-t04 190 130\n0-p01 240 240\n0-p02 240 115")
    done(game, 0, HARMLESS)
    assert asked(game) == [(0, "temples")]

    again = builds(build("0-p02", "south-city", "0-t01", 290, 130))
    assert scored(done(game, 0, again if builds_first else PassTemples())) == {0: points}


@pytest.mark.clause("FF-5.1", "G-1")
def test_r_25_a_temple_on_the_navel_never_scores_there_and_r_10_the_navel_is_no_island() -> None:
    game = position("0-t01 240 240\n0-p01 240 380", step="navel")
    assert scored(go_on(game)) == {}

    game = position("0-p01 240 240", step="navel")
    assert scored(go_on(game)) == {0: 1}


@pytest.mark.clause("law-pilgrimage", "FF-5.1")
def test_pilgrimage_gives_one_more_for_each_prophet() -> None:
    game = position("0-p01 240 240\n0-p02 261 240\n0-p03 400 240\n1-p01 240 219", step="navel", laws=["pilgrimage"])
    events = go_on(game)

    assert scored(events) == {0: 2 * (1 + 2), 1: 2}
    assert of(events, NavelScored)[0].terms[-1] == Term("pilgrimage", 2, 1, "law-pilgrimage")
