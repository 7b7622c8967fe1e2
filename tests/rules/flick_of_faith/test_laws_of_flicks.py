"""What Laws do to flicks: scatter, speed, friction, flicking again, the order of turns, and two Prophets in one turn."""

from typing import Any

import pytest

from domain.flick_of_faith.commands import Flick, KeepInCorner, ReportFlick, Shot, Wall
from domain.flick_of_faith.events import FlickResolved
from tests.rules.flick_of_faith.positions import (
    asked,
    done,
    flick,
    go_on,
    kinds,
    of,
    places,
    position,
    refused,
    report,
    rows,
    shot,
    wall,
    zones,
)

NEXT = {"laws": ["weak-hand", "one-chance"]}
"""The Laws of the next Council, where a test goes on into it."""


HANDS = [
    ("law-eyes-shut", "closed eyes scatter four times as much", ["eyes-shut"], 4),
    ("law-weak-hand", "the weaker hand twice as much", ["weak-hand"], 2),
    ("law-little-finger", "the little finger too", ["little-finger"], 2),
    ("D-2", "factors of several Laws multiply", ["eyes-shut", "weak-hand"], 8),
]


@pytest.mark.parametrize(("laws", "factor"), rows(HANDS))
def test_laws_multiply_the_scatter(laws: list[str], factor: int) -> None:
    game = position(laws=laws, scatter="hand")
    draws = [30 + 1, 30 + 2, 40 - 1, 40 - 2]
    (resolved,) = of(done(game, 0, flick("0-p01", (60, 50), (1, 0), 1000), scatter=draws), FlickResolved)

    (launched,) = resolved.launches
    assert (launched.dx, launched.dy, launched.speed) == (1000, 3 * factor, 1000 * (1000 - 3 * factor))


@pytest.mark.clause("D-2")
def test_scatter_has_its_limits_whatever_the_laws() -> None:
    game = position(laws=["eyes-shut", "weak-hand", "little-finger"], scatter="hand")
    (resolved,) = of(done(game, 0, flick("0-p01", (60, 50), (1, 0), 1000), scatter=[60, 60, 80, 80]), FlickResolved)
    # 60 × 16 stays below 1000, 80 × 16 above 900.
    assert (resolved.launches[0].dy, resolved.launches[0].speed) == (960, 1000 * 1900)


@pytest.mark.clause("law-little-finger", "D-1")
def test_a_little_finger_flicks_no_faster_than_1200() -> None:
    game = position(laws=["little-finger"])
    assert refused(game, 0, flick("0-p01", (20, 20), (1, 1), 1201)) == "BAD_SPEED"
    done(game, 0, flick("0-p01", (20, 20), (1, 1), 1200))


@pytest.mark.clause("law-rolling-stone", "D-3")
def test_rolling_discs_slide_twice_as_far() -> None:
    game = position(laws=["rolling-stone"])
    done(game, 0, flick("0-p01", (60, 30), (1, 0), 800))
    # 800² / 2500 = 256 mm.
    assert places(game, "0-p01") == [(316_000, 30_000)]


@pytest.mark.clause("law-one-chance", "FF-1.2")
@pytest.mark.parametrize("mode", ["digital", "table"])
def test_with_one_chance_nothing_is_flicked_again(mode: str) -> None:
    game = position(laws=["one-chance"], mode=mode, table_confirm="none")
    asks = (
        flick("0-p01", (40, 40), (1, 0), 400)
        if mode == "digital"
        else ReportFlick(report("0-p01", zones("0-p01", "corner")))
    )
    done(game, 0, asks)

    assert asked(game) == [(1, "flick" if mode == "digital" else "report")]
    assert refused(game, 0, KeepInCorner()) == "WRONG_PHASE"


@pytest.mark.clause("law-against-the-sun", "P-1")
@pytest.mark.parametrize(("laws", "order"), [([], [2, 3, 0, 1, 2]), (["against-the-sun"], [2, 1, 0, 3, 2])])
def test_against_the_sun_turns_pass_the_other_way(laws: list[str], order: list[int]) -> None:
    game = position(seats=4, active=2, laws=laws)
    corners = [(60, 50), (50, 420), (420, 430), (430, 60)]
    passed = [game.active]
    for n in range(1, 5):
        start, seat = corners[game.active], game.active
        towards = (1 if start[0] < 240 else -1, 1 if start[1] < 240 else -1)
        done(game, seat, flick(f"{seat}-p0{n}", start, towards, 1000 + n))
        passed.append(game.active)
    assert passed == order


@pytest.mark.clause("law-against-the-sun", "P-1")
def test_the_token_passes_clockwise_all_the_same() -> None:
    game = position(seats=3, step="worship", first=1, laws=["against-the-sun"])
    go_on(game, **NEXT)
    assert game.first == 2


# --- Two Prophets -----------------------------------------------------------------------------------------------------

BOTH = Flick(shot("0-p01", (60, 30), (1, 0), 1000), shot("0-p02", (30, 60), (0, 1), 1000))


@pytest.mark.clause("law-both-hands", "D-3")
def test_with_both_hands_two_prophets_are_flicked_at_the_same_moment() -> None:
    game = position(laws=["both-hands"])
    (resolved,) = of(done(game, 0, BOTH), FlickResolved)

    assert len(resolved.launches) == 2
    assert places(game, "0-p01", "0-p02") == [(260_000, 30_000), (30_000, 260_000)]
    assert asked(game) == [(1, "flick")]


NOT_BOTH = [
    ("law-both-hands", "one alone", flick("0-p01", (60, 30), (1, 0), 1000), "TWO_FLICKS"),
    ("D-1", "the same one twice", Flick(BOTH.shot, shot("0-p01", (30, 60), (0, 1), 1000)), "NOT_READY"),
    ("D-1", "another player's", Flick(BOTH.shot, shot("1-p01", (30, 60), (0, 1), 1000)), "NOT_YOURS"),
    ("D-1", "one where the other starts", Flick(BOTH.shot, shot("0-p02", (50, 40), (0, 1), 1000)), "START_OVERLAPS"),
    ("D-1", "the second too fast", Flick(BOTH.shot, shot("0-p02", (30, 60), (0, 1), 4000)), "BAD_SPEED"),
]


@pytest.mark.parametrize(("asks", "code"), rows(NOT_BOTH))
def test_what_is_wrong_with_two_flicks(asks: Flick, code: str) -> None:
    assert refused(position(laws=["both-hands"]), 0, asks) == code


@pytest.mark.clause("law-both-hands")
@pytest.mark.parametrize("law", ["both-hands", "piggyback"])
def test_with_one_prophet_left_one_is_flicked(law: str) -> None:
    game = position(laws=[law], ready={0: 1})
    assert refused(game, 0, BOTH) == "ONE_FLICK"
    done(game, 0, flick("0-p01", (60, 30), (1, 0), 1000))


@pytest.mark.clause("law-both-hands", "FF-1.2", "P-2")
def test_both_may_be_flicked_again_and_temples_and_navel_come_once_after_both() -> None:
    game = position("0-p03 240 100\n0-p04 240 240", laws=["both-hands"])
    done(game, 0, Flick(shot("0-p01", (60, 20), (0, 1), 10), shot("0-p02", (20, 60), (1, 0), 10)))
    assert (asked(game), game.awaiting) == ([(0, "reflick")], "0-p01")
    assert refused(game, 0, BOTH) == "ONE_FLICK"
    done(game, 0, flick("0-p01", (60, 30), (1, 0), 1000))
    assert (asked(game), game.awaiting) == ([(0, "reflick")], "0-p02")
    assert "NavelScored" not in kinds(done(game, 0, KeepInCorner()))
    assert asked(game) == [(0, "temples")]


@pytest.mark.clause("FF-1.2", "law-both-hands", "M-1")
def test_one_that_its_own_flick_moved_out_is_not_flicked_again_when_the_others_second_flick_pushes_it_back() -> None:
    game = position(laws=["both-hands"], mode="table", table_confirm="none")
    both = zones("0-p01", "corner"), zones("0-p02", "south")
    done(game, 0, ReportFlick(report("0-p01", *both, second="0-p02")))
    done(game, 0, ReportFlick(report("0-p01", zones("0-p01", "east"), zones("0-p02", "corner"))))
    assert asked(game) == [(1, "report")]


STACK = Flick(shot("0-p01", (60, 30), (1, 0), 1000), shot("0-p02", (60, 30), (1, 0), 1000))


@pytest.mark.clause("law-piggyback", "D-2")
def test_a_stack_is_two_flicks_in_a_row_with_scatter_for_each() -> None:
    game = position(laws=["piggyback"], scatter="hand")
    events = done(game, 0, STACK, scatter=[30, 30, 40, 40, 33, 30, 40, 40])
    first, second = of(events, FlickResolved)

    assert [launched.shot.prophet for launched in (*first.launches, *second.launches)] == ["0-p01", "0-p02"]
    assert (first.launches[0].dy, second.launches[0].dy) == (0, 3)
    assert asked(game) == [(1, "flick")]


@pytest.mark.clause("law-piggyback")
@pytest.mark.parametrize("other", [shot("0-p02", (60, 31), (1, 0), 1000), shot("0-p02", (60, 30), (2, 0), 1000),
                                   shot("0-p02", (60, 30), (1, 0), 999)])  # fmt: skip
def test_a_stack_has_one_start_direction_and_speed(other: Any) -> None:
    assert refused(position(laws=["piggyback"]), 0, Flick(STACK.shot, other)) == "NOT_STACKED"
    assert refused(position(laws=["piggyback"]), 0, flick("0-p01", (60, 30), (1, 0), 1000)) == "TWO_FLICKS"


@pytest.mark.clause("law-piggyback", "D-1")
def test_the_second_of_a_stack_is_not_flicked_and_stays_ready_where_the_start_is_taken_by_then() -> None:
    game = position(laws=["piggyback"], deities={1: "anubis"})
    short = Flick(shot("0-p01", (60, 30), (1, 0), 100), shot("0-p02", (60, 30), (1, 0), 100))
    events = done(game, 0, short)

    assert len(of(events, FlickResolved)) == 1
    assert places(game, "0-p02") == ["ready"]
    assert (asked(game), game.awaiting) == ([(0, "reflick")], "0-p01")


@pytest.mark.clause("law-piggyback", "deity-dagda")
def test_the_hand_stands_for_both_flicks_of_a_stack() -> None:
    game = position(laws=["piggyback"], deities={0: "dagda"})
    asks = Flick(STACK.shot, STACK.second, wall(200, 10, 200, 70))
    assert [event.walls for event in of(done(game, 0, asks), FlickResolved)] == [(asks.hand,)] * 2


@pytest.mark.clause("law-piggyback", "deity-dagda", "D-3")
def test_a_stack_is_flicked_at_a_hand_that_the_first_comes_to_rest_at() -> None:
    """Rounding leaves the first less than a micrometre in the Hand when the second follows."""
    game = position(deities={0: "dagda"}, laws=["piggyback"])
    same = (45_000, 45_000, 29, 47, 743)
    asks = Flick(Shot("0-p01", *same), Shot("0-p02", *same), Wall(82_697, 163_226, 133_759, 131_720))
    assert len(of(done(game, 0, asks), FlickResolved)) == 2


@pytest.mark.clause("law-both-hands", "law-piggyback", "M-1")
@pytest.mark.parametrize("law", ["both-hands", "piggyback"])
def test_on_a_real_board_two_prophets_are_reported_together(law: str) -> None:
    game = position(laws=[law], mode="table", table_confirm="none")
    places_of_two = (zones("0-p01", "south"), zones("0-p02", "corner"))

    assert refused(game, 0, ReportFlick(report("0-p01", places_of_two[0]))) == "TWO_FLICKS"
    assert refused(game, 0, ReportFlick(report("0-p01", places_of_two[0], second="0-p02"))) == "REPORT_INCOMPLETE"
    assert refused(game, 0, ReportFlick(report("0-p01", *places_of_two, second="1-p02"))) == "NOT_YOURS"
    assert refused(game, 0, ReportFlick(report("0-p01", *places_of_two, second="0-p01"))) == "NOT_READY"
    done(game, 0, ReportFlick(report("0-p01", *places_of_two, second="0-p02")))
    assert (asked(game), game.awaiting) == ([(0, "report_reflick")], "0-p02")
    assert refused(game, 0, ReportFlick(report("0-p02", zones("0-p02"), zones("0-p03"), second="0-p03"))) == "ONE_FLICK"
    done(game, 0, ReportFlick(report("0-p02", off=["0-p02"])))
    assert asked(game) == [(1, "report")]
    assert places(game, "0-p02") == ["reserve"]
