"""A real board: M-1 to M-7; E-43 to E-45."""

from typing import Any

import pytest

from domain.flick_of_faith.commands import (
    AgreeToCounter,
    AmendReport,
    AnswerCorrection,
    Build,
    BuildTemples,
    ConfirmReport,
    ContestReport,
    DeclineSecondTry,
    Flick,
    Forfeit,
    KeepInCorner,
    PassTemples,
    ProposeCorrection,
    Report,
    ReportFlick,
    Spot,
    VoteOnReport,
)
from domain.flick_of_faith.events import (
    PositionCorrected,
    PowerUsed,
    TableFlickAccepted,
    TableFlickReported,
    TableFlickVoided,
    TableReportVotesRevealed,
    TemplesBuilt,
)
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.where import presence
from tests.rules.flick_of_faith.positions import (
    asked,
    at,
    done,
    go_on,
    kinds,
    of,
    places,
    position,
    refused,
    report,
    rows,
    shot,
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


# --- M-1: What a report says ------------------------------------------------------------------------------------------


@pytest.mark.clause("M-1")
def test_a_flick_is_reported_in_zones_or_in_coordinates() -> None:
    for spot in (zones("0-p01", "east", "east-city"), at("0-p01", 380, 240)):
        game = reported(what=report("0-p01", spot))
        assert game.report is not None
        assert asked(game) == [(1, "confirm"), (2, "confirm")]
        # Nothing has moved as long as it is open.
        assert places(game, "0-p01") == ["ready"]
        done(game, 1, ConfirmReport())
        done(game, 2, ConfirmReport())
        assert presence(game, "0-p01").islands == ("east",)
        assert presence(game, "0-p01").cities == ("east-city",)


DISCS = "1-p01 @ south\n0-p02 240 240\n0-t01 240 35"
WRONG = [
    ("M-1", "another player's Prophet", report("1-p02", zones("1-p02")), "NOT_YOURS"),
    ("M-1", "a disc that there is not", report("9-p01", zones("9-p01")), "NOT_YOURS"),
    ("M-1", "one in the box", report("0-p07", zones("0-p07")), "NOT_READY"),
    ("M-1", "one on the map", report("0-p02", zones("0-p02")), "NOT_READY"),
    ("M-1", "a report without the Prophet", report("0-p01", zones("1-p01")), "REPORT_INCOMPLETE"),
    ("M-1", "an empty report", report("0-p01"), "REPORT_INCOMPLETE"),
    ("M-1", "a disc twice", report("0-p01", zones("0-p01"), zones("0-p01")), "REPORT_INCONSISTENT"),
    ("M-1", "a disc on the map and off it", report("0-p01", zones("0-p01"), off=["0-p01"]), "REPORT_INCONSISTENT"),
    ("M-1", "a disc off twice", report("0-p01", off=["0-p01", "0-p01"]), "REPORT_INCONSISTENT"),
    ("M-1", "a disc that is not on the map", report("0-p01", zones("0-p01"), zones("1-p03")), "REPORT_INCONSISTENT"),
    ("M-1", "an unknown disc", report("0-p01", zones("0-p01"), off=["x"]), "REPORT_INCONSISTENT"),
    ("M-1", "an unknown Island", report("0-p01", zones("0-p01", "atlantis")), "REPORT_INCONSISTENT"),
    ("M-1", "an Island twice", report("0-p01", zones("0-p01", "south", "south")), "REPORT_INCONSISTENT"),
    ("M-1", "a City without its Island", report("0-p01", zones("0-p01", "south-city")), "REPORT_INCONSISTENT"),
    ("M-1", "a City of another Island", report("0-p01", zones("0-p01", "north", "south-city")), "REPORT_INCONSISTENT"),
    ("M-1", "an unknown City", report("0-p01", zones("0-p01", "south", "x-city")), "REPORT_INCONSISTENT"),
    ("M-1", "half of a place", report("0-p01", Spot("0-p01", 5)), "REPORT_INCONSISTENT"),
    ("M-1", "a place off the mat", report("0-p01", at("0-p01", -1, 5)), "REPORT_INCONSISTENT"),
    ("M-1", "zones that its place is not in", report("0-p01", Spot("0-p01", 5000, 5000, ("south",))), "REPORT_INCONSISTENT"),
    ("M-1", "a corner that its place is not in",
     report("0-p01", Spot("0-p01", 240_000, 240_000, navel=True, own_corner=True)), "REPORT_INCONSISTENT"),
    ("M-1", "a disc on itself", report("0-p01", zones("0-p01", on="0-p01")), "REPORT_INCONSISTENT"),
    ("M-1", "a disc on one in the box", report("0-p01", zones("0-p01", on="1-p07")), "REPORT_INCONSISTENT"),
    ("M-1", "a disc on one off the map", report("0-p01", zones("0-p01", on="1-p01"), off=["1-p01"]), "REPORT_INCONSISTENT"),
    ("M-1", "discs on each other", report("0-p01", zones("0-p01", on="1-p01"), zones("1-p01", on="0-p01")),
     "REPORT_INCONSISTENT"),
    ("M-1", "a contradiction before a Temple", report("0-p01", zones("0-p01", "x"), zones("0-t01")), "REPORT_INCONSISTENT"),
    ("M-6", "E-45: a Temple", report("0-p01", zones("0-p01"), zones("0-t01", "south")), "TEMPLE_MOVED"),
    ("M-6", "a Temple off the map", report("0-p01", zones("0-p01"), off=["0-t01"]), "TEMPLE_MOVED"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "code"), rows(WRONG))
def test_what_is_wrong_with_a_report_is_said(what: Report, code: str) -> None:
    assert refused(table(DISCS), 0, ReportFlick(what)) == code


RIGHT = [
    ("M-1", "at Sea", report("0-p01", zones("0-p01"))),
    ("M-1", "off the map", report("0-p01", off=["0-p01"])),
    ("M-1", "several discs", report("0-p01", zones("0-p01", "navel"), zones("1-p01", "north"), off=["0-p02"])),
    ("M-1", "coordinates with the zones that belong to them",
     report("0-p01", Spot("0-p01", 380_000, 240_000, ("east",), "east-city"))),
    ("FF-2.3", "on top of another disc", report("0-p01", zones("0-p01", on="1-p01"))),
    ("FF-2.3", "on top of a Temple", report("0-p01", zones("0-p01", on="0-t01"))),
    ("M-1", "King Ape too", report("0-p01", zones("0-p01"), zones("king-ape", "east"))),
]  # fmt: skip


@pytest.mark.parametrize("what", rows(RIGHT))
def test_what_a_report_may_say(what: Report) -> None:
    game = table(f"{DISCS}\nking-ape 300 300")
    done(game, 0, ReportFlick(what))


@pytest.mark.clause("M-1")
def test_while_a_report_is_open_nothing_else_is_flicked_built_or_given_up() -> None:
    game = reported("0-p02 @ south south-city")
    for command in (ReportFlick(EAST), Forfeit(), KeepInCorner(), BuildTemples(()), PassTemples(), DeclineSecondTry()):
        assert refused(game, 0, command) == "REPORT_PENDING"
    assert refused(game, 1, ReportFlick(report("1-p01", off=["1-p01"]))) == "WRONG_PHASE"
    assert refused(game, 0, Flick(shot("0-p01", (20, 20), (1, 1), 900))) == "WRONG_PHASE"


@pytest.mark.clause("M-1", "FF-1.2")
def test_the_corner_is_asked_about_as_in_digital_mode() -> None:
    game = table(table_confirm="none")
    done(game, 0, ReportFlick(report("0-p01", zones("0-p01", "corner"))))
    assert (asked(game), game.awaiting) == ([(0, "report_reflick")], "0-p01")
    assert refused(game, 0, ReportFlick(report("0-p02", zones("0-p02")))) == "NOT_READY"
    done(game, 0, ReportFlick(report("0-p01", at("0-p01", 40, 40))))
    assert asked(game) == [(0, "report_reflick")]
    done(game, 0, KeepInCorner())
    assert asked(game) == [(1, "report")]


@pytest.mark.clause("M-7")
def test_a_photo_is_a_reference_that_no_rule_asks_about() -> None:
    game = table()
    (event,) = of(done(game, 0, ReportFlick(EAST, "photo-17 sha256:00ff", "a close one")), TableFlickReported)
    assert (event.photo, event.note) == ("photo-17 sha256:00ff", "a close one")
    assert asked(game) == asked(reported(what=EAST))


# --- M-2: Confirming --------------------------------------------------------------------------------------------------


@pytest.mark.clause("M-2", "FF-4.1")
def test_e_43_with_the_last_confirmation_the_flick_is_accepted() -> None:
    game = reported()
    assert refused(game, 0, ConfirmReport()) == "OWN_REPORT"
    assert of(done(game, 1, ConfirmReport()), TableFlickAccepted) == []
    assert refused(game, 1, ConfirmReport()) == "ALREADY_CONFIRMED"
    assert refused(game, 1, ContestReport(EAST)) == "ALREADY_CONFIRMED"

    (accepted,) = of(done(game, 2, ConfirmReport()), TableFlickAccepted)
    assert accepted.by == "confirmed"
    assert asked(game) == [(0, "temples")]
    assert refused(game, 1, ConfirmReport()) == "REPORT_NOT_PENDING"
    named = Build("0-p01", "east-city", "0-t01", islands=("east",))
    assert of(done(game, 0, BuildTemples((named,))), TemplesBuilt)
    assert presence(game, "0-t01").islands == ("east",)


@pytest.mark.clause("M-2")
@pytest.mark.parametrize(("option", "confirmations", "by"), [("one", [2], "confirmed"), ("none", [], "report")])
def test_by_option_one_confirmation_is_enough_or_none(option: str, confirmations: list[int], by: str) -> None:
    game = table(table_confirm=option)
    events = done(game, 0, ReportFlick(EAST))
    for seat in confirmations:
        assert of(events, TableFlickAccepted) == []
        events = done(game, seat, ConfirmReport())
    assert of(events, TableFlickAccepted)[0].by == by
    assert asked(game) == [(1, "report")]


@pytest.mark.clause("M-2")
def test_the_reporter_may_amend_the_report_and_earlier_confirmations_lapse() -> None:
    game = reported()
    done(game, 1, ConfirmReport())
    assert refused(game, 1, AmendReport(EAST)) == "NOT_YOURS"
    assert refused(game, 0, AmendReport(report("0-p02", zones("0-p02")))) == "NOT_READY"
    assert refused(game, 0, AmendReport(report("0-p01"))) == "REPORT_INCOMPLETE"
    done(game, 0, AmendReport(EAST))
    assert asked(game) == [(1, "confirm"), (2, "confirm")]
    done(game, 1, ConfirmReport())
    done(game, 2, ConfirmReport())
    assert presence(game, "0-p01").cities == ()
    assert refused(game, 0, AmendReport(EAST)) == "REPORT_NOT_PENDING"


# --- M-3, M-4: Contesting and voting ----------------------------------------------------------------------------------


@pytest.mark.clause("M-3")
def test_who_contests_gives_a_full_report() -> None:
    game = reported()
    assert refused(game, 0, ContestReport(EAST)) == "OWN_REPORT"
    assert refused(game, 2, ContestReport(report("0-p01"))) == "REPORT_INCOMPLETE"
    assert refused(game, 2, ContestReport(report("2-p01", zones("2-p01")))) == "NOT_YOURS"
    assert refused(game, 0, AgreeToCounter(2)) == "NO_SUCH_COUNTER"
    done(game, 2, ContestReport(EAST, "only the Island"))
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
    assert refused(game, 0, AgreeToCounter(1)) == "WRONG_PHASE"
    assert refused(game, 2, ContestReport(EAST)) == "WRONG_PHASE"


@pytest.mark.clause("M-2", "M-3")
def test_amending_a_contested_report_begins_anew() -> None:
    game = reported()
    done(game, 1, ContestReport(EAST))
    done(game, 0, AmendReport(EAST))
    assert asked(game) == [(1, "confirm"), (2, "confirm")]
    assert game.report is not None
    assert game.report.counters == {}


def voided(game: Game, what: Report, other: Report) -> list[Any]:
    """Seat 0 reports, seat 1 contests, and the vote of two is a tie."""
    done(game, 0, ReportFlick(what))
    done(game, 1, ContestReport(other))
    done(game, 0, VoteOnReport(0))
    return done(game, 1, VoteOnReport(1))


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


# --- M-6: Bumped Temples ----------------------------------------------------------------------------------------------


@pytest.mark.clause("M-6", "FF-6.4")
@pytest.mark.parametrize(
    ("what", "zone"),
    [
        (report("0-p01", zones("0-p01"), zones("1-t01", "south")), "map"),
        (report("0-p01", zones("0-p01"), at("1-t01", 240, 100)), "map"),
        (report("0-p01", zones("0-p01"), zones("1-t01")), "unused"),
        (report("0-p01", zones("0-p01"), at("1-t01", 300, 300)), "unused"),
        (report("0-p01", zones("0-p01"), zones("1-t01", on="1-p01")), "map"),
        (report("0-p01", zones("0-p01"), off=["1-t01"]), "unused"),
    ],
)
def test_by_option_a_bumped_temple_stays_and_returns_from_where_there_is_no_island(what: Report, zone: str) -> None:
    game = reported("1-t01 240 35\n1-p01 @ west", what, temple_bump="keep", table_confirm="none")
    assert game.discs["1-t01"].zone == zone
    assert len(game.temples(1, "unused")) == (4 if zone == "unused" else 3)


# --- Temples, stacks and Worship on a real board ------------------------------------------------------------------------

NAMED = [
    ("M-1", "its Island", Build("0-p02", "south-city", "0-t01", islands=("south",)), None),
    ("D-5", "coordinates", Build("0-p02", "south-city", "0-t01", 240_000, 100_000), None),
    ("FF-2.2", "a disc on that Island", Build("0-p02", "south-city", "0-t01", on="1-p01"), None),
    ("FF-4.2", "another Island", Build("0-p02", "south-city", "0-t01", islands=("north",)), "TEMPLE_NOT_ON_ISLAND"),
    ("FF-4.2", "nothing", Build("0-p02", "south-city", "0-t01"), "TEMPLE_NOT_ON_ISLAND"),
    ("FF-2.2", "a disc elsewhere, whatever its Islands",
     Build("0-p02", "south-city", "0-t01", on="1-p02", islands=("south",)), "TEMPLE_NOT_ON_ISLAND"),
    ("D-5", "itself", Build("0-p02", "south-city", "0-t01", on="0-t01"), "BASE_NOT_OVERLAPPED"),
    ("D-5", "the Prophet that goes", Build("0-p02", "south-city", "0-t01", on="0-p02"), "BASE_NOT_OVERLAPPED"),
    ("M-1", "an unknown Island", Build("0-p02", "south-city", "0-t01", islands=("x",)), "TEMPLE_OFF_MAP"),
    ("M-1", "an Island twice", Build("0-p02", "south-city", "0-t01", islands=("south", "south")), "TEMPLE_OFF_MAP"),
]  # fmt: skip


@pytest.mark.parametrize(("named", "code"), rows(NAMED))
def test_where_a_temple_stands_on_a_real_board(named: Build, code: str | None) -> None:
    game = table("0-p02 @ south south-city\n1-p01 @ south\n1-p02 @ north", table_confirm="none")
    done(game, 0, ReportFlick(report("0-p01", off=["0-p01"])))
    if code is None:
        done(game, 0, BuildTemples((named,)))
        assert presence(game, "0-t01").islands == ("south",)
    else:
        assert refused(game, 0, BuildTemples((named,))) == code


@pytest.mark.clause("FF-2.2", "FF-6.4", "M-1")
def test_what_lay_on_a_disc_that_left_does_not_follow_it_when_it_comes_back() -> None:
    game = table("0-p02 @ south south-city\n1-p01 @ south", table_confirm="none", seats=2)
    done(game, 0, ReportFlick(report("0-p01", off=["0-p01"])))
    done(game, 0, BuildTemples((Build("0-p02", "south-city", "0-t01", on="1-p01", islands=("south",)),)))
    done(game, 1, ReportFlick(report("1-p02", zones("1-p02"), off=["1-p01"])))

    assert game.discs["0-t01"].on is None
    # Its own zones count now that its base is gone.
    assert presence(game, "0-t01").islands == ("south",)


@pytest.mark.clause("FF-4.4", "M-1")
def test_what_lies_on_a_temple_whose_place_is_told_in_zones_stays_when_the_temple_is_used_again() -> None:
    game = table("0-t01 @ east\n0-t02 @ east\n0-t03 @ east\n0-t04 @ east\n0-p02 @ south south-city\n1-p01 @ east",
                 table_confirm="none", seats=2)  # fmt: skip
    done(game, 0, ReportFlick(report("0-p01", zones("0-p01"), zones("1-p01", "east", on="0-t04"))))
    done(game, 0, BuildTemples((Build("0-p02", "south-city", "0-t04", islands=("south",)),)))

    assert presence(game, "0-t04").islands == ("south",)
    assert presence(game, "1-p01").islands == ("east",)


@pytest.mark.clause("D-3", "M-1")
def test_a_disc_with_coordinates_on_one_without_stays_on_it_when_others_leave() -> None:
    game = table("1-p01 @ south\n0-t01 240 35 on 1-p01\n1-p02 300 300", step="worship", seats=2)
    assert presence(game, "0-t01").islands == ("south",)
    go_on(game)
    assert game.discs["0-t01"].on is None
