"""A real board where people see things differently: M-3 to M-5; E-44."""

from typing import Any

import msgspec
import pytest

from domain.flick_of_faith.commands import (
    AgreeToCounter,
    AmendReport,
    AnswerCorrection,
    ConfirmReport,
    ContestReport,
    DeclineSecondTry,
    Forfeit,
    KeepInCorner,
    PassTemples,
    ProposeCorrection,
    Report,
    ReportFlick,
    Spot,
    VoteOnReport,
)
from domain.flick_of_faith.events import PowerUsed
from domain.flick_of_faith.map import house_map
from domain.flick_of_faith.real_board_events import (
    PositionCorrected,
    TableFlickAccepted,
    TableFlickVoided,
    TableReportVotesRevealed,
)
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.where import presence
from tests.rules.flick_of_faith.positions import (
    asked,
    at,
    done,
    kinds,
    of,
    places,
    position,
    refused,
    report,
    rows,
    zones,
)

EAST_CITY = report("0-p01", zones("0-p01", "east", "east-city"))
EAST = report("0-p01", zones("0-p01", "east"))


def table(discs: str = "", **more: Any) -> Game:
    return position(discs, **{"seats": 3, "mode": "table", **more})


def reported(discs: str = "", what: Report = EAST_CITY, **more: Any) -> Game:
    """A board at which seat 0 has reported a flick."""
    game = table(discs, **more)
    done(game, 0, ReportFlick(what))
    return game


# --- M-3, M-4: Contesting and voting ----------------------------------------------------------------------------------


@pytest.mark.clause("M-3")
def test_who_contests_gives_a_full_report() -> None:
    game = reported()
    assert refused(game, 0, ContestReport(EAST)) == "OWN_REPORT"
    assert refused(game, 2, ContestReport(report("0-p01"))) == "REPORT_INCOMPLETE"
    assert refused(game, 2, ContestReport(report("2-p01", zones("2-p01")))) == "NOT_YOURS"
    assert refused(game, 0, AgreeToCounter(2)) == "NO_SUCH_COUNTER"
    done(game, 2, ContestReport(EAST))
    assert asked(game) == [(0, "report_vote"), (1, "report_vote"), (2, "report_vote")]
    view = rulebook.view(game, None)
    assert view.report.counters == ((2, EAST),)


@pytest.mark.clause("M-3")
def test_the_reporter_may_agree_to_a_counter() -> None:
    game = reported()
    done(game, 2, ContestReport(EAST))
    assert refused(game, 1, AgreeToCounter(2)) == "NOT_YOURS"
    assert refused(game, 0, AgreeToCounter(1)) == "NO_SUCH_COUNTER"
    (accepted,) = of(done(game, 0, AgreeToCounter(2)), TableFlickAccepted)
    assert (accepted.by, accepted.report) == ("agreement", EAST)


@pytest.mark.clause("M-4")
def test_e_44_a_strict_plurality_wins_the_vote() -> None:
    game = reported()
    done(game, 2, ContestReport(EAST))
    assert refused(game, 0, VoteOnReport(1)) == "NO_SUCH_COUNTER"
    done(game, 0, VoteOnReport(0))
    assert refused(game, 0, VoteOnReport(2)) == "ALREADY_VOTED"
    done(game, 1, VoteOnReport(2))
    for viewer in (None, 0, 1, 2):
        assert rulebook.view(game, viewer).report.voted == (0, 1)
    events = done(game, 2, VoteOnReport(2))

    assert of(events, TableReportVotesRevealed) == [TableReportVotesRevealed((0, 2, 2))]
    (accepted,) = of(events, TableFlickAccepted)
    assert (accepted.by, accepted.report) == ("vote", EAST)
    assert presence(game, "0-p01").islands == ("east",)
    # On no City, so no Temple is offered.
    assert asked(game) == [(1, "report")]


@pytest.mark.clause("M-4")
def test_a_tie_voids_the_flick_and_the_same_prophet_is_flicked_again() -> None:
    game = reported("1-p01 @ south", report("0-p02", zones("0-p02"), off=["1-p01"]))
    other = report("0-p02", zones("0-p02", "navel"))
    third = report("0-p02", zones("0-p02", "east"))
    done(game, 1, ContestReport(other))
    done(game, 2, ContestReport(third))
    for seat in range(2):
        done(game, seat, VoteOnReport(seat))
    events = done(game, 2, VoteOnReport(2))

    assert of(events, TableFlickVoided) == [TableFlickVoided(0)]
    assert presence(game, "1-p01").islands == ("south",)
    assert places(game, "0-p02") == ["ready"]
    assert asked(game) == [(0, "report")]
    assert refused(game, 0, ReportFlick(EAST)) == "NOT_READY"
    done(game, 0, ReportFlick(other))


@pytest.mark.clause("M-3", "M-4")
def test_with_the_first_vote_nothing_can_be_amended_or_countered_any_more() -> None:
    game = reported()
    done(game, 1, ContestReport(EAST))
    done(game, 2, ContestReport(report("0-p01", off=["0-p01"])))
    done(game, 1, VoteOnReport(2))
    assert refused(game, 0, AmendReport(EAST)) == "WRONG_PHASE"
    assert refused(game, 2, ContestReport(EAST)) == "WRONG_PHASE"


@pytest.mark.clause("M-3", "M-4")
def test_the_reporter_may_agree_to_a_counter_until_the_votes_are_revealed() -> None:
    game = reported()
    done(game, 1, ContestReport(EAST))
    done(game, 0, VoteOnReport(0))
    done(game, 1, VoteOnReport(1))
    assert refused(game, 0, AgreeToCounter(2)) == "NO_SUCH_COUNTER"
    events = done(game, 0, AgreeToCounter(1))
    assert of(events, TableReportVotesRevealed) == []
    assert [(event.by, event.report) for event in of(events, TableFlickAccepted)] == [("agreement", EAST)]


@pytest.mark.clause("M-2", "M-3")
def test_who_has_confirmed_may_still_contest_as_long_as_it_is_not_accepted() -> None:
    game = reported()
    done(game, 1, ConfirmReport())
    assert asked(game) == [(2, "confirm")]
    done(game, 1, ContestReport(EAST))
    assert asked(game) == [(0, "report_vote"), (1, "report_vote"), (2, "report_vote")]
    assert rulebook.view(game, None).report.confirmed == ()


@pytest.mark.clause("M-2", "M-3")
def test_amending_a_contested_report_takes_no_counter_away() -> None:
    game = reported()
    done(game, 2, ConfirmReport())
    done(game, 1, ContestReport(EAST))
    assert refused(game, 0, AmendReport(EAST_CITY)) == "NOTHING_CHANGED"
    amended = report("0-p01", zones("0-p01", "east", "north"))
    done(game, 0, AmendReport(amended))
    assert asked(game) == [(0, "report_vote"), (1, "report_vote"), (2, "report_vote")]
    view = rulebook.view(game, None).report
    assert (view.report, view.counters, view.confirmed) == (amended, ((1, EAST),), ())
    done(game, 2, ContestReport(report("0-p01", off=["0-p01"])))


def voided(game: Game, what: Report, other: Report) -> list[Any]:
    """Seat 0 reports, seat 1 contests, and the vote of two is a tie."""
    done(game, 0, ReportFlick(what))
    done(game, 1, ContestReport(other))
    done(game, 0, VoteOnReport(0))
    return done(game, 1, VoteOnReport(1))


@pytest.mark.clause("M-4", "law-both-hands", "P-2")
def test_a_voided_flick_of_two_binds_both() -> None:
    game = table(seats=2, laws=["both-hands"])
    two = zones("0-p02", "south"), zones("0-p04", "east")
    voided(game, report("0-p02", *two, second="0-p04"), report("0-p02", zones("0-p02"), two[1], second="0-p04"))
    assert asked(game) == [(0, "report")]
    for one, other in (("0-p01", "0-p04"), ("0-p02", "0-p03")):
        what = report(one, zones(one), zones(other), second=other)
        assert refused(game, 0, ReportFlick(what)) == "NOT_READY"
    assert refused(game, 0, ReportFlick(report("0-p02", two[0]))) == "TWO_FLICKS"
    done(game, 0, ReportFlick(report("0-p04", *two, second="0-p02")))


@pytest.mark.clause("M-4", "P-2")
def test_after_a_voided_flick_the_same_prophet_is_forfeited() -> None:
    game = table(seats=2)
    voided(game, report("0-p03", zones("0-p03")), report("0-p03", off=["0-p03"]))
    done(game, 0, Forfeit())
    assert places(game, "0-p01", "0-p03") == ["ready", "reserve"]


@pytest.mark.clause("M-4", "FF-1.2")
def test_a_voided_flick_from_the_corner_is_offered_again_as_what_it_was() -> None:
    game = table(seats=2)
    done(game, 0, ReportFlick(report("0-p01", zones("0-p01", "corner"))))
    done(game, 1, ConfirmReport())
    voided(game, report("0-p01", zones("0-p01", "east")), report("0-p01", zones("0-p01")))

    assert asked(game) == [(0, "report_reflick")]
    done(game, 0, KeepInCorner())
    assert asked(game) == [(1, "report")]


@pytest.mark.clause("M-4", "deity-tyr")
def test_tyrs_power_is_used_up_only_when_the_second_flick_is_accepted() -> None:
    game = table(seats=2, deities={0: "tyr"})
    done(game, 0, ReportFlick(report("0-p01", zones("0-p01"))))
    done(game, 1, ConfirmReport())
    assert asked(game) == [(0, "report_second_try")]
    assert refused(game, 0, ReportFlick(report("0-p02", zones("0-p02")))) == "NOT_READY"
    voided(game, EAST, report("0-p01", zones("0-p01", "north")))
    assert (asked(game), game.used) == ([(0, "report_second_try")], set())

    done(game, 0, ReportFlick(EAST))
    events = done(game, 1, ConfirmReport())
    assert of(events, PowerUsed) == [PowerUsed(0, "tyr")]
    assert asked(game) == [(1, "report")]


@pytest.mark.clause("deity-tyr", "M-1")
def test_tyr_may_leave_it_at_sea_on_a_real_board_too() -> None:
    game = table(seats=2, deities={0: "tyr"}, table_confirm="none")
    done(game, 0, ReportFlick(report("0-p01", zones("0-p01"))))
    done(game, 0, DeclineSecondTry())
    assert asked(game) == [(1, "report")]


# --- M-5: Correcting --------------------------------------------------------------------------------------------------


@pytest.mark.clause("M-5")
def test_a_correction_needs_the_consent_of_all_and_changes_no_points() -> None:
    game = table("1-p01 @ south\n0-t01 240 35", scores=[3, 4, 5])
    correction = ProposeCorrection((zones("1-p01", "north"), at("0-t01", 240, 33)))
    done(game, 2, correction)
    assert asked(game) == [(0, "answer"), (1, "answer")]
    assert refused(game, 2, AnswerCorrection(True)) == "WRONG_PHASE"
    assert refused(game, 0, ReportFlick(EAST)) == "WRONG_PHASE"
    done(game, 0, AnswerCorrection(True))
    assert presence(game, "1-p01").islands == ("south",)
    events = done(game, 1, AnswerCorrection(True))

    assert of(events, PositionCorrected)
    assert presence(game, "1-p01").islands == ("north",)
    assert game.scores == [3, 4, 5]
    assert asked(game) == [(0, "report")]


@pytest.mark.clause("M-5")
def test_one_who_does_not_agree_ends_it() -> None:
    game = table("1-p01 @ south")
    done(game, 0, ProposeCorrection((zones("1-p01", "north"),)))
    assert kinds(done(game, 2, AnswerCorrection(False))) == ["CorrectionRejected"]
    assert presence(game, "1-p01").islands == ("south",)
    assert asked(game) == [(0, "report")]


@pytest.mark.clause("M-5", "law-headhunters")
def test_what_the_latest_report_had_leave_the_map_can_be_put_back_and_points_stay() -> None:
    game = table("1-p01 @ south\n1-p02 @ south", seats=2, laws=["headhunters"], table_confirm="none")
    done(game, 0, ReportFlick(report("0-p01", zones("0-p01"), off=["1-p01"])))
    done(game, 0, ProposeCorrection((zones("1-p01", "north"),)))
    done(game, 1, AnswerCorrection(True))
    assert presence(game, "1-p01").islands == ("north",)
    assert game.scores == [1, 0]
    done(game, 1, ReportFlick(report("1-p03", zones("1-p03"), off=["1-p02"])))
    done(game, 0, ReportFlick(report("0-p02", zones("0-p02"))))
    assert refused(game, 0, ProposeCorrection((zones("1-p02", "north"),))) == "REPORT_INCONSISTENT"


@pytest.mark.clause("M-5", "FF-4.1")
@pytest.mark.parametrize(
    ("touched", "then"), [(("south",), [(1, "report")]), (("north", "north-city"), [(0, "temples")])]
)
def test_while_temples_are_awaited_a_correction_may_change_what_there_is_to_build(touched: Any, then: Any) -> None:
    game = table(seats=2, table_confirm="none")
    done(game, 0, ReportFlick(report("0-p01", zones("0-p01", "south", "south-city"))))
    assert asked(game) == [(0, "temples")]
    for agrees in (False, True):
        done(game, 1, ProposeCorrection((zones("0-p01", *touched),)))
        assert refused(game, 0, PassTemples()) == "WRONG_PHASE"
        done(game, 0, AnswerCorrection(agrees))
        assert asked(game) == (then if agrees else [(0, "temples")])


BAD_CORRECTIONS = [
    ("M-5", "a disc that is not on the map", (zones("0-p01"),)),
    ("M-5", "an unknown disc", (zones("x"),)),
    ("M-5", "a disc twice", (zones("1-p01"), zones("1-p01"))),
    ("M-5", "a disc on itself", (zones("1-p01", on="1-p01"),)),
    ("M-5", "two discs on each other", (zones("1-p01", on="2-p01"), zones("2-p01", on="1-p01"))),
    ("M-5", "a disc on what lies on it already", (zones("2-p01", on="1-p02"),)),
    ("M-5", "a place off the mat", (at("1-p01", 481, 5),)),
]


@pytest.mark.parametrize("spots", rows(BAD_CORRECTIONS))
def test_a_correction_must_be_possible(spots: tuple[Spot, ...]) -> None:
    game = table("1-p01 @ south\n2-p01 @ south\n1-p02 240 65 on 2-p01")
    assert refused(game, 0, ProposeCorrection(spots)) == "REPORT_INCONSISTENT"


# --- What a report must say ---------------------------------------------------------------------------------------------


@pytest.mark.clause("M-3")
def test_the_same_in_another_order_or_said_by_another_already_is_no_counter() -> None:
    here, there = at("0-p01", 300, 300), at("1-p02", 110, 400)
    game = position("1-p02 100 400", mode="table", seats=3)
    done(game, 0, ReportFlick(report("0-p01", here, there)))
    assert refused(game, 1, ContestReport(report("0-p01", there, here))) == "NOTHING_CHANGED"
    done(game, 1, ContestReport(report("0-p01", here)))
    assert refused(game, 2, ContestReport(report("0-p01", here))) == "NOTHING_CHANGED"
    assert refused(game, 0, AmendReport(report("0-p01", here))) == "NOTHING_CHANGED"


@pytest.mark.clause("M-5", "deity-anubis")
def test_a_prophet_that_anubis_has_given_back_is_not_put_on_the_map_by_a_correction() -> None:
    game = position("1-p01 100 400", mode="table", table_confirm="none", deities={0: "anubis"}, ready={0: 1, 1: 0})
    done(game, 0, ReportFlick(report("0-p01", off=["0-p01"])))
    assert game.discs["0-p01"].zone == "ready"
    assert refused(game, 1, ProposeCorrection((at("0-p01", 240, 100),))) == "REPORT_INCONSISTENT"
    done(game, 0, ReportFlick(report("0-p01", at("0-p01", 300, 300))))


@pytest.mark.clause("M-1", "FF-2.2")
def test_what_lay_on_a_disc_that_has_moved_is_in_the_report_too() -> None:
    game = position("1-p01 240 40\n1-p02 238 42 on 1-p01", mode="table", table_confirm="none")
    flicked = at("0-p01", 300, 300)
    assert refused(game, 0, ReportFlick(report("0-p01", flicked, at("1-p01", 380, 240)))) == "REPORT_INCOMPLETE"
    moved = report("0-p01", flicked, at("1-p01", 380, 240), at("1-p02", 378, 242, on="1-p01"))
    done(game, 0, ReportFlick(moved))
    assert presence(game, "1-p02").islands == ("east",)


@pytest.mark.clause("M-1", "FF-2.2")
@pytest.mark.parametrize(
    "spot",
    [
        Spot("0-p01", islands=("east",), city="east-city", on="1-p01"),
        Spot("0-p01", 380_000, 240_000, on="1-p01"),
        Spot("0-p01", own_corner=True, on="1-p01"),
    ],
    ids=["other zones", "nowhere near it", "its own corner"],
)
def test_a_disc_on_another_is_nowhere_else(spot: Spot) -> None:
    game = position("1-p01 240 100", mode="table", table_confirm="none")
    assert refused(game, 0, ReportFlick(report("0-p01", spot))) == "REPORT_INCONSISTENT"
    done(game, 0, ReportFlick(report("0-p01", Spot("0-p01", on="1-p01"))))


@pytest.mark.clause("FF-4.1", "FF-4.2", "G-1")
def test_a_seat_without_any_temple_is_not_asked_to_build() -> None:
    chart = house_map()
    chart = msgspec.structs.replace(chart, supply=msgspec.structs.replace(chart.supply, temples_per_player=0))
    game = position("0-p01 240 100", mode="table", table_confirm="none", map=chart)
    done(game, 0, ReportFlick(report("0-p02", at("0-p02", 300, 300))))
    assert asked(game)[0] == (1, "report")
