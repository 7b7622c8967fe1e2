"""What each deity gives: S-5 and the clauses of the eight."""

import pytest

from domain.flick_of_faith.commands import DeclineSecondTry, DropHeart, ReportHeart, SecondTry
from domain.flick_of_faith.events import (
    FlickResolved,
    HeartDropped,
    PointsAwarded,
    PowerUsed,
    ProphetsReturned,
    WorshipScored,
)
from domain.flick_of_faith.state import SPHINX, Game
from tests.rules.flick_of_faith.positions import (
    asked,
    build,
    builds,
    done,
    flick,
    go_on,
    lay,
    of,
    places,
    position,
    refused,
    rows,
    shot,
    wall,
)

OFF = flick("0-p05", (60, 50), (1, 0), 2000)
"""A flick along y = 50 that sends what lies near the eastern edge off the map, as in E-06."""
TWO_AT_THE_EDGE = "1-p01 458 50\n1-p02 478 50"
HARMLESS = flick("0-p05", (20, 20), (1, 1), 900)


# --- Zeus -------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("deity-zeus", "FF-4.2")
@pytest.mark.parametrize(("deity", "place", "code"), [
    ("zeus", (240, 380), None), ("zeus", (205, 100), None), ("zeus", (20, 20), "TEMPLE_NOT_ON_ISLAND"),
    ("morrigan", (240, 380), "TEMPLE_NOT_ON_ISLAND"),
])  # fmt: skip
def test_zeus_puts_a_temple_on_any_island(deity: str, place: tuple[int, int], code: str | None) -> None:
    game = position("0-p01 240 100", deities={0: deity, 1: "ra"})
    done(game, 0, HARMLESS)
    asks = builds(build("0-p01", "south-city", "0-t01", *place))
    if code is None:
        done(game, 0, asks)
    else:
        assert refused(game, 0, asks) == code


@pytest.mark.clause("deity-zeus")
def test_a_power_is_its_own_players_only() -> None:
    game = position("0-p01 240 100", deities={1: "zeus"})
    done(game, 0, HARMLESS)
    assert refused(game, 0, builds(build("0-p01", "south-city", "0-t01", 240, 380))) == "TEMPLE_NOT_ON_ISLAND"


# --- Ra ---------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("deity-ra", "S-2")
def test_the_sphinx_is_a_prophet_in_every_rule() -> None:
    game = position(deities={0: "ra"})
    assert game.owned(0, "ready") == ["0-p01", "0-p02", "0-p03", "0-p04", "sphinx"]
    assert refused(game, 0, flick(SPHINX, (16, 40), (1, 0), 500)) == "START_OUTSIDE_CORNER"
    done(game, 0, flick(SPHINX, (40, 40), (1, 1), 900))
    assert game.discs[SPHINX].on_map

    game = position("sphinx 240 232", deities={0: "ra"}, step="worship")
    assert game.owned(0, "map") == [SPHINX]
    go_on(game)
    # It was on the Navel, and is ready again.
    assert game.scores == [1, 0]
    assert places(game, SPHINX) == ["ready"]


@pytest.mark.clause("deity-ra")
def test_the_sphinx_counts_as_one() -> None:
    game = position("sphinx 240 100\n1-p01 200 100", deities={0: "ra"}, step="worship")
    go_on(game)
    assert game.scores == [1, 1]


# --- Anubis -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("deity-anubis", "FF-1.3")
def test_anubis_has_the_first_prophet_that_leaves_the_map_ready_again_in_whoevers_turn() -> None:
    game = position("1-p01 455 50", deities={1: "anubis"}, ready={1: 0})
    events = done(game, 0, OFF)

    assert of(events, PowerUsed) == [PowerUsed(1, "anubis", "1-p01")]
    assert places(game, "1-p01") == ["ready"]
    assert asked(game) == [(1, "flick")]
    # The second one goes to the reserve as any.
    done(game, 1, flick("1-p01", (450, 450), (1, 0), 2000))
    assert places(game, "1-p01") == ["reserve"]


@pytest.mark.clause("deity-anubis")
def test_with_two_in_one_flick_the_one_that_left_earlier_returns() -> None:
    # The outer one leaves first, whatever its id.
    game = position(TWO_AT_THE_EDGE, deities={1: "anubis"}, laws=["rolling-stone"])
    events = done(game, 0, flick("0-p05", (60, 50), (1, 0), 2900))
    (resolved,) = of(events, FlickResolved)

    assert resolved.off == ("1-p02", "1-p01")
    assert places(game, "1-p02", "1-p01") == ["ready", "reserve"]


@pytest.mark.clause("deity-anubis", "P-1")
def test_the_power_comes_back_with_each_generation() -> None:
    game = position("1-p01 455 50", deities={1: "anubis"}, ready={0: 1, 1: 0})
    done(game, 0, flick("0-p01", (60, 50), (1, 0), 2000))
    assert game.used == {"anubis"}
    done(game, 1, flick("1-p01", (450, 450), (1, 0), 2000))
    assert game.generation == 2
    assert game.used == set()


# --- Freyja -----------------------------------------------------------------------------------------------------------

STILL = [10_000] * 4
"""Draws of the Heart's scatter that add up to nothing."""


def hearts(discs: str) -> Game:
    game = position(discs, deities={0: "freyja"}, step="worship")
    go_on(game)
    assert asked(game) == [(0, "heart")]
    return game


@pytest.mark.clause("deity-freyja", "P-4")
def test_e_40_what_the_heart_touches_counts_for_freyja_and_goes_home_to_its_owner() -> None:
    game = hearts("0-p01 240 345\n1-p01 210 345\n1-p02 270 345")
    events = done(game, 0, DropHeart(210_000, 370_000), heart=STILL)

    assert of(events, HeartDropped) == [HeartDropped(0, (0, 0, 0, 0), 210_000, 370_000, ("1-p01",))]
    assert [event.points for event in of(events, WorshipScored)] == [3, 1]
    assert "1-p01" in of(events, ProphetsReturned)[0].discs
    assert "1-p01" in game.owned(1, "ready")
    assert game.heart == frozenset()


@pytest.mark.clause("deity-freyja")
@pytest.mark.parametrize(("y", "touched"), [(370_000, True), (370_001, False)])
def test_the_heart_touches_what_is_no_farther_than_both_radii(y: int, touched: bool) -> None:
    game = hearts("0-p01 240 345\n1-p01 210 345")
    (dropped,) = of(done(game, 0, DropHeart(210_000, y), heart=STILL), HeartDropped)
    assert bool(dropped.discs) == touched


@pytest.mark.clause("deity-freyja")
def test_the_heart_falls_where_chance_adds_two_draws_each_way() -> None:
    game = hearts("0-p01 240 345\n1-t01 210 345")
    (dropped,) = of(done(game, 0, DropHeart(210_000, 345_000), heart=[0, 20_000, 20_000, 20_000]), HeartDropped)
    assert (dropped.draws, dropped.x, dropped.y) == ((-10_000, 10_000, 10_000, 10_000), 210_000, 365_000)
    # Temples are not touched, and neither are Freyja's own Prophets.
    assert dropped.discs == ()


@pytest.mark.clause("deity-freyja")
def test_the_heart_is_dropped_on_the_mat_and_by_freyja_only() -> None:
    game = hearts("1-p01 210 345")
    assert refused(game, 0, DropHeart(-1, 5)) == "HEART_OFF_MAP"
    assert refused(game, 0, DropHeart(5, 480_001)) == "HEART_OFF_MAP"
    assert refused(game, 1, DropHeart(5, 5)) == "POWER_NOT_AVAILABLE"
    assert refused(game, 0, ReportHeart(())) == "WRONG_PHASE"
    done(game, 0, DropHeart(480_000, 0), heart=[0, 0, 0, 0])


@pytest.mark.clause("deity-freyja", "M-1")
def test_on_a_real_board_freyja_says_what_the_heart_touches() -> None:
    game = position("0-p01 @ north\n1-p01 @ north\n1-p02 @ north\n1-t01 @ east", deities={0: "freyja"}, step="worship",
                    mode="table")  # fmt: skip
    go_on(game)
    assert asked(game) == [(0, "report_heart")]
    for wrong in ("0-p01", "1-t01", "1-p05", "nothing"):
        assert refused(game, 0, ReportHeart((wrong,))) == "NOT_TOUCHED_BY_HEART"
    assert refused(game, 0, ReportHeart(("1-p02", "1-p01"))) == "NOT_IN_ORDER"
    assert refused(game, 0, ReportHeart(("1-p01", "1-p01"))) == "NOT_IN_ORDER"
    events = done(game, 0, ReportHeart(("1-p01",)))

    assert [event.points for event in of(events, WorshipScored)] == [3, 1 + 3]
    assert "1-p01" in game.owned(1, "ready")


# --- Tyr --------------------------------------------------------------------------------------------------------------

TO_SEA = flick("0-p01", (60, 30), (1, 0), 1000)
"""E-01: it comes to rest at Sea."""


@pytest.mark.clause("deity-tyr", "P-2")
def test_tyr_flicks_a_prophet_again_that_lies_at_sea_once_in_a_generation() -> None:
    game = position(deities={0: "tyr"})
    assert refused(game, 0, SecondTry(shot("0-p01", (60, 30), (1, 0), 1000))) == "POWER_NOT_AVAILABLE"
    done(game, 0, TO_SEA)
    assert asked(game) == [(0, "second_try")]
    assert refused(game, 0, SecondTry(shot("0-p02", (60, 30), (1, 0), 1000))) == "NOT_READY"
    assert refused(game, 0, SecondTry(shot("0-p01", (160, 30), (1, 0), 1000))) == "START_OUTSIDE_CORNER"

    events = done(game, 0, SecondTry(shot("0-p01", (60, 30), (1, 0), 1010)))
    assert of(events, PowerUsed) == [PowerUsed(0, "tyr")]
    assert places(game, "0-p01") == [(264_020, 30_000)]
    assert asked(game) == [(1, "flick")]

    done(game, 1, flick("1-p01", (450, 450), (-1, -1), 900))
    done(game, 0, flick("0-p02", (60, 50), (0, 1), 1000))
    assert refused(game, 0, DeclineSecondTry()) == "POWER_NOT_AVAILABLE"


@pytest.mark.clause("deity-tyr")
def test_tyr_may_keep_the_power_for_later() -> None:
    game = position(deities={0: "tyr"})
    done(game, 0, TO_SEA)
    done(game, 0, DeclineSecondTry())
    assert asked(game) == [(1, "flick")]
    assert game.used == set()


@pytest.mark.clause("deity-tyr")
@pytest.mark.parametrize("asks", [flick("0-p01", (60, 50), (1, 0), 1000), flick("0-p01", (60, 50), (-1, 0), 1000)])
def test_a_prophet_on_an_island_or_off_the_map_gets_no_second_try(asks: object) -> None:
    game = position(deities={0: "tyr"})
    done(game, 0, asks)  # type: ignore[arg-type]
    assert asked(game) == [(1, "flick")]
    assert refused(game, 1, SecondTry(shot("0-p01", (60, 50), (1, 0), 1000))) == "POWER_NOT_AVAILABLE"


@pytest.mark.clause("deity-tyr", "FF-1.2")
def test_after_a_second_try_that_stays_in_the_corner_it_may_be_flicked_again() -> None:
    game = position(deities={0: "tyr"})
    done(game, 0, TO_SEA)
    done(game, 0, SecondTry(shot("0-p01", (20, 20), (1, 1), 200)))
    assert asked(game) == [(0, "reflick")]


# --- Dagda ------------------------------------------------------------------------------------------------------------

HANDS = [
    ("deity-dagda", "60 mm across", wall(200, 200, 260, 200), None),
    ("deity-dagda", "60 mm slanting, as 36 and 48", wall(200, 200, 236, 248), None),
    ("deity-dagda", "a micrometre short", wall(200, 200, "259.999", 200), None),
    ("deity-dagda", "two micrometres long", wall(200, 200, "260.002", 200), "HAND_BLOCKED"),
    ("deity-dagda", "no length", wall(200, 200, 200, 200), "HAND_BLOCKED"),
    ("deity-dagda", "partly off the mat", wall(440, 200, 500, 200), "HAND_BLOCKED"),
    ("deity-dagda", "along the edge", wall(300, 480, 360, 480), None),
    ("deity-dagda", "touching a disc's rim", wall(370, 90, 430, 90), None),
    ("deity-dagda", "across a disc", wall(370, "90.001", 430, "90.001"), "HAND_BLOCKED"),
    ("deity-dagda", "through the disc that is flicked", wall(20, 40, 80, 40), "HAND_BLOCKED"),
    ("deity-dagda", "beside the disc that is flicked", wall(0, 30, 60, 30), None),
]


@pytest.mark.parametrize(("hand", "code"), rows(HANDS))
def test_where_the_hand_may_stand(hand: object, code: str | None) -> None:
    game = position("1-p01 400 100", deities={0: "dagda"})
    asks = flick("0-p01", (40, 40), (1, 1), 900, hand)  # type: ignore[arg-type]
    if code is None:
        (resolved,) = of(done(game, 0, asks), FlickResolved)
        assert resolved.walls == (hand,)
    else:
        assert refused(game, 0, asks) == code


@pytest.mark.clause("deity-dagda", "D-3")
def test_the_hand_is_a_wall_that_discs_bounce_off() -> None:
    game = position(deities={0: "dagda"})
    done(game, 0, flick("0-p01", (60, 50), (1, 0), 1000, wall(140, 20, 140, 80)))
    # Contact after 70 mm, and back at half the speed, as off a Temple (E-04).
    assert places(game, "0-p01") == [(97_500, 50_000)]


@pytest.mark.clause("deity-dagda")
def test_the_hand_is_dagdas_only_and_is_looked_at_last() -> None:
    game = position(deities={1: "dagda"})
    assert refused(game, 0, flick("0-p01", (40, 40), (1, 1), 900, wall(200, 200, 260, 200))) == "POWER_NOT_AVAILABLE"
    assert refused(game, 0, flick("0-p01", (40, 40), (1, 1), 0, wall(200, 200, 260, 200))) == "BAD_SPEED"


@pytest.mark.clause("deity-dagda", "FF-1.2")
def test_the_hand_may_stand_for_a_flick_again_too_and_is_gone_afterwards() -> None:
    game = position(deities={0: "dagda"})
    done(game, 0, flick("0-p01", (20, 20), (1, 1), 200))
    (resolved,) = of(done(game, 0, flick("0-p01", (60, 50), (1, 0), 1000, wall(140, 20, 140, 80))), FlickResolved)
    assert len(resolved.walls) == 1
    done(game, 0, flick("0-p01", (60, 50), (1, 0), 1000)) if asked(game)[0][0] == 0 else None
    done(game, 1, flick("1-p01", (450, 450), (-1, -1), 900))


# --- Morrigan ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("deity-morrigan", "P-2")
def test_morrigan_takes_a_point_once_a_generation_however_many_leave() -> None:
    game = position(TWO_AT_THE_EDGE, deities={0: "morrigan"}, laws=["rolling-stone"])
    events = done(game, 0, flick("0-p05", (60, 50), (1, 0), 2900))

    assert len(game.owned(1, "reserve")) == 2
    assert [(event.seats, event.points) for event in of(events, PointsAwarded)] == [((0,), 1)]
    assert game.used == {"morrigan"}
    done(game, 1, flick("1-p03", (450, 450), (-1, -1), 900))
    lay(game, "1-p04 50 455")
    assert of(done(game, 0, flick("0-p04", (50, 60), (0, 1), 2000)), PointsAwarded) == []
    assert places(game, "1-p04") == ["reserve"]


@pytest.mark.clause("deity-morrigan")
def test_morrigan_takes_nothing_for_her_own_nor_for_what_others_flick_off() -> None:
    game = position("0-p01 455 50\n1-p02 455 430", deities={0: "morrigan"})
    assert of(done(game, 0, OFF), PointsAwarded) == []
    assert places(game, "0-p01") == ["reserve"]


@pytest.mark.clause("S-5")
def test_without_powers_no_deity_does_anything() -> None:
    game = position("1-p01 455 50")
    assert game.deities == [None, None]
    assert of(done(game, 0, OFF), PowerUsed, PointsAwarded) == []
