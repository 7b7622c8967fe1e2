"""A real board: M-1, M-2, M-6, M-7; E-43, E-45. What is contested: `test_contests`."""

from typing import Any

import msgspec
import pytest

from domain.flick_of_faith.commands import (
    AmendReport,
    Build,
    BuildTemples,
    ConfirmReport,
    ContestReport,
    DeclineSecondTry,
    Flick,
    Forfeit,
    KeepInCorner,
    PassTemples,
    Report,
    ReportFlick,
    Spot,
)
from domain.flick_of_faith.events import (
    FirstFlickSealed,
    HazardPlaced,
    LawEnacted,
    LawsDrawn,
    LawVoteSealed,
    PointsAwarded,
    PowerUsed,
    TemplesBuilt,
    TemplesPassed,
)
from domain.flick_of_faith.real_board_events import TableFlickAccepted, TableFlickReported, TableReportVoteSealed
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.where import presence
from tests.rules.flick_of_faith.positions import (
    asked,
    at,
    done,
    go_on,
    happen,
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


DISCS = "1-p01 @ south\n0-p02 240 240\n0-t01 240 35\nking-ape 300 300\n2-p01 @ west\n2-t01 @ west"
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
    ("M-1", "the corner and the Navel", report("0-p01", zones("0-p01", "navel", "corner")), "REPORT_INCONSISTENT"),
    ("M-1", "the corner and a far Island", report("0-p01", zones("0-p01", "north", "corner")), "REPORT_INCONSISTENT"),
    ("M-1", "a corner that King Ape has not", report("0-p01", zones("0-p01"), zones("king-ape", "corner")),
     "REPORT_INCONSISTENT"),
    ("M-1", "zones that its place is not in, on another disc",
     report("0-p01", Spot("0-p01", 5000, 5000, ("south",), on="1-p01")), "REPORT_INCONSISTENT"),
    ("M-1", "a Tornado that is not there", Report("0-p01", taken=("0-p01",)), "REPORT_INCONSISTENT"),
    ("D-6", "a disc that carries a Temple", report("0-p01", zones("0-p01"), zones("2-p01", "east")), "TEMPLE_MOVED"),
    ("D-6", "one that left the map with a Temple", report("0-p01", zones("0-p01"), off=["2-p01"]), "TEMPLE_MOVED"),
    ("M-6", "E-45: a Temple", report("0-p01", zones("0-p01"), zones("0-t01", "south")), "TEMPLE_MOVED"),
    ("M-6", "a Temple off the map", report("0-p01", zones("0-p01"), off=["0-t01"]), "TEMPLE_MOVED"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "code"), rows(WRONG))
def test_what_is_wrong_with_a_report_is_said(what: Report, code: str) -> None:
    game = table(DISCS)
    game.discs["2-t01"].on = "2-p01"
    assert refused(game, 0, ReportFlick(what)) == code


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
    game = table(DISCS)
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
    (event,) = of(done(game, 0, ReportFlick(EAST, "https://example.org/17.jpg")), TableFlickReported)
    assert event.photo == rulebook.view(game, 1).report.photo == "https://example.org/17.jpg"
    assert asked(game) == asked(reported(what=EAST))


PHOTOS = [
    ("M-7", "none", "", True),
    ("M-7", "an address", "http://a", True),
    ("M-7", "one of 300 characters", "https://" + "x" * 292, True),
    ("M-7", "a longer one", "https://" + "x" * 293, False),
    ("M-7", "a hash", "sha256:" + "0aF9" * 16, True),
    ("M-7", "a short hash", "sha256:" + "0" * 63, False),
    ("M-7", "a long hash", "sha256:" + "0" * 65, False),
    ("M-7", "a name", "IMG_7.jpg", False),
    ("M-7", "a sentence", "https://a I saw it slide", False),
    ("M-7", "a line more", "https://a\n", False),
    ("M-7", "an address of another kind", "javascript:alert(1)", False),
]


@pytest.mark.parametrize(("photo", "right"), rows(PHOTOS))
def test_a_photo_is_named_by_its_address_or_its_hash_and_by_nothing_that_says_more(photo: str, right: bool) -> None:
    asked_for = ReportFlick(EAST, photo)
    as_stored = {"command": "ReportFlick", "report": {"prophet": "0-p01"}, "photo": photo}
    if right:
        done(table(), 0, asked_for)
        assert msgspec.convert(as_stored, ReportFlick).photo == photo
    else:
        assert refused(table(), 0, asked_for) == "BAD_PHOTO"
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(as_stored, ReportFlick)


# --- M-2: Confirming --------------------------------------------------------------------------------------------------


@pytest.mark.clause("M-2", "FF-4.1")
def test_e_43_with_the_last_confirmation_the_flick_is_accepted() -> None:
    game = reported()
    assert refused(game, 0, ConfirmReport()) == "OWN_REPORT"
    assert of(done(game, 1, ConfirmReport()), TableFlickAccepted) == []
    assert refused(game, 1, ConfirmReport()) == "ALREADY_CONFIRMED"

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
    assert refused(game, 0, AmendReport(EAST_CITY)) == "NOTHING_CHANGED"
    done(game, 0, AmendReport(EAST))
    assert asked(game) == [(1, "confirm"), (2, "confirm")]
    done(game, 1, ConfirmReport())
    done(game, 2, ConfirmReport())
    assert presence(game, "0-p01").cities == ()
    assert refused(game, 0, AmendReport(EAST)) == "REPORT_NOT_PENDING"


# --- law-tornado: What it takes ---------------------------------------------------------------------------------------


@pytest.mark.clause("law-tornado", "law-headhunters", "deity-morrigan", "deity-anubis", "M-1")
def test_what_the_tornado_takes_is_in_the_reserve_and_nobody_has_knocked_it_off() -> None:
    game = table(
        "1-p01 @ south\n2-p01 @ south", laws=["headhunters"], deities={0: "morrigan", 1: "anubis"}, table_confirm="none"
    )
    happen(game, LawsDrawn("tornado", None), LawEnacted("tornado", None, "last_card"), HazardPlaced("south-city"))
    happened = done(game, 0, ReportFlick(Report("0-p01", (zones("0-p01", "east"),), taken=("1-p01",))))
    assert (places(game, "1-p01"), game.scores) == (["reserve"], [0, 0, 0])
    assert of(happened, PowerUsed, PointsAwarded) == []
    assert refused(game, 1, ReportFlick(Report("1-p02", (zones("1-p02"),), taken=("0-t01",)))) == "REPORT_INCONSISTENT"


@pytest.mark.clause("law-tornado", "D-6", "M-6")
def test_the_tornado_takes_a_prophet_from_under_its_temple() -> None:
    game = table("1-p01 @ south\n1-t01 @ south\n2-p01 @ south", laws=["tornado"], table_confirm="none")
    game.discs["1-t01"].on = "1-p01"
    happen(game, HazardPlaced("south-city"))
    on_it = zones("0-p01", "south", on="1-p01")
    assert refused(game, 0, ReportFlick(Report("0-p01", (on_it,), taken=("1-p01",)))) == "REPORT_INCONSISTENT"
    done(game, 0, ReportFlick(Report("0-p01", taken=("0-p01", "1-p01"))))
    assert places(game, "0-p01", "1-p01") == ["reserve", "reserve"]
    assert (game.discs["1-t01"].zone, game.discs["1-t01"].on) == ("map", None)


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
    game = table("0-p02 @ south south-city\n1-p01 @ south", table_confirm="none", seats=2, temple_bump="keep")
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


# --- Tolerance --------------------------------------------------------------------------------------------------------

SIDE_BY_SIDE = [
    pytest.param({}, at("0-p01", 257, 100), None, id="overlapping by 3 mm, as people measure"),
    pytest.param({}, at("0-p01", "256.999", 100), "DISCS_OVERLAP", id="overlapping by more"),
    pytest.param({}, at("0-p01", 240, 100), "DISCS_OVERLAP", id="in the same place"),
    pytest.param({}, at("0-p01", 240, 100, on="1-p01"), None, id="lying on it, as the report says"),
    pytest.param({"tolerance": 0}, at("0-p01", 260, 100), None, id="without tolerance, touching"),
    pytest.param(
        {"tolerance": 0}, at("0-p01", "259.999", 100), "DISCS_OVERLAP", id="without tolerance, overlapping at all"
    ),
    pytest.param({"tolerance": 50_000}, at("0-p01", 241, 100), None, id="with all the tolerance there is"),
    pytest.param({}, zones("0-p01", "south", "south-city"), None, id="in the same zones, where no place is given"),
]


@pytest.mark.clause("M-1", "FF-2.3")
@pytest.mark.parametrize(("options", "spot", "code"), SIDE_BY_SIDE)
def test_discs_side_by_side_overlap_by_no_more_than_the_tolerance(
    options: dict[str, Any], spot: Spot, code: str | None
) -> None:
    game = position("1-p01 240 100", mode="table", table_confirm="none", **options)
    command = ReportFlick(report("0-p01", spot))
    if code is None:
        done(game, 0, command)
    else:
        assert refused(game, 0, command) == code


@pytest.mark.clause("M-1")
def test_what_the_flick_has_moved_away_is_not_in_the_way_and_what_it_has_moved_there_is() -> None:
    game = position("1-p01 240 100\n1-p02 100 240", mode="table", table_confirm="none")
    both = report("0-p01", at("0-p01", 240, 100), at("1-p02", 241, 100))
    assert refused(game, 0, ReportFlick(both)) == "DISCS_OVERLAP"
    done(game, 0, ReportFlick(report("0-p01", at("0-p01", 240, 100), at("1-p01", 300, 100))))


@pytest.mark.clause("M-3")
def test_a_counter_that_says_the_same_is_none() -> None:
    game = reported()
    assert refused(game, 1, ContestReport(EAST_CITY)) == "NOTHING_CHANGED"


@pytest.mark.clause("FF-3.2", "S-4", "M-4")
@pytest.mark.parametrize(
    ("event", "binds"),
    [
        (LawVoteSealed(0, "up"), True),
        (FirstFlickSealed(0), True),
        (TableReportVoteSealed(0, 1), True),
        (TemplesPassed(0), False),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_sealed_is_final(event: Any, binds: bool) -> None:
    assert rulebook.binds(event, 0) == binds
