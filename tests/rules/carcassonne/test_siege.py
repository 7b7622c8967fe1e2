"""CSC-14 to CSC-21: besieged cities, what they pay, and the escape."""

from typing import Any

import pytest

from domain.carcassonne.messages import (
    Escape,
    EscapeAwaited,
    EscapeSkipped,
    FeatureScored,
    FinalScoringStarted,
    KnightEscaped,
    PiecesReturned,
    SecondPartStarted,
    SkipDeploy,
    SkipEscape,
    StandingPiece,
    TileDiscarded,
    TurnEnded,
)
from domain.carcassonne.rulebook import rulebook
from domain.table.lifecycle import GameFinished
from domain.table.refusals import Refusal
from tests.rules.carcassonne.cases import Case, check, rows
from tests.rules.carcassonne.tables import Match, code, options_of, paid

SETS = ("base", "cult", "siege")
SIEGE = options_of(SETS)
BIG = options_of((*SETS, "inns_cathedrals"))
TRADERS = options_of((*SETS, "traders_builders"))

# A besieged city to the north of the start tile, open to the east; no building anywhere.
OPEN = "SI-3/2 .\nG1 .\nD0* U0"
# A city with a cathedral and a siege, open to the north only.
CATHEDRAL = "E1 IC-A/0 SI-1/3\n. D0* ."

CASES = [
    Case("CSC-14", "one siege tile makes the whole city besieged", "G1\nD0*", "0 city:0 @0,-1", "SI-1 0,-2 2",
        ["city 0 3 complete"], [3, 0], home=[7, 7], options=SIEGE),
    Case("CSC-14", "the siege may be anywhere in it, before the knight comes", "SI-3/2\nG1\nD0*", "", "E 1,-2 3 city:0",
        ["city 0 4 complete"], [4, 0], options=SIEGE),
    Case("CSC-14", "a join makes both its parts besieged", "N2 .\nG1 .\nD0* .", "1 city:0 @0,-1", "SI-1 1,-2 3",
        ["city 1 4 complete"], [0, 4], options=SIEGE),
    Case("CSC-14", "joined at last, a besieged and an ordinary part are one besieged city", "SI-3/2 . N3\nG1 . F1\nD0* U0 D0",
        "0 city:0 @0,-1\n1 city:0 @2,-1", "F 1,-2 0", ["city 0+1 9 complete"], [9, 9], options=SIEGE),
    Case("CSC-14", "two sieges change nothing more", "SI-3/2\nG1\nD0*", "0 city:0 @0,-1", "SI-1 1,-2 3",
        ["city 0 4 complete"], [4, 0], options=SIEGE),
    Case("CSC-14", "the road of a siege tile is an ordinary road", "W0 D0* SI-2/0", "0 road:0 @1,0", "W 2,0 0",
        ["road 0 4 complete"], [4, 0], options=SIEGE),
    Case("CSC-14", "the farm of a siege tile is an ordinary farm", "G1\nD0*", "0 city:0 @0,-1", "SI-1 0,-2 2 farm:0",
        ["city 0 3 complete", "farm 0 6 unfinished"], [9, 0], ends=True, options=SIEGE),
    Case("CSC-15", "a besieged city of two tiles pays 2", "D0*", "", "SI-1 0,-1 2 city:0", ["city 0 2 complete"], [2, 0],
        home=[7, 7], options=SIEGE),
    Case("CSC-15", "the option for small cities changes nothing about a besieged one", "D0*", "", "SI-1 0,-1 2 city:0",
        ["city 0 2 complete"], [2, 0], options=options_of(SETS, small_city_points="two")),
    Case("CSC-15", "a shield pays 1", "F1\nD0*", "0 city:0 @0,-1", "SI-1 0,-2 2", ["city 0 4 complete"], [4, 0],
        options=SIEGE),
    Case("CSC-15", "both owners are paid in full", "SI-3/2 .\nG1 .\nD0* .",
        "0 city:0 @0,-1\n1 city:0 @0,-2", "E 1,-2 3", ["city 0+1 4 complete"], [4, 4], home=[7, 7], options=SIEGE),
    Case("CSC-15", "without knights it pays nobody", "G1\nD0*", "", "SI-1 0,-2 2", [], [0, 0], options=SIEGE),
    Case("CSC-16", "with a cathedral 2 a tile", CATHEDRAL, "0 city:0 @0,-1", "E 0,-2 2", ["city 0 10 complete"], [10, 0],
        options=BIG),
    Case("CSC-16", "with a cathedral 2 a shield", CATHEDRAL.replace("E1 IC", "F0 IC"), "0 city:0 @0,-1",
        "E 0,-2 2\nE -2,-1 1", ["city 0 14 complete"], [14, 0], options=BIG),
    Case("CSC-16", "two cathedrals are one",
        "E1 IC-A/0 E3\nSI-1/1 IC-A/0 E3\n. D0* .", "0 city:0 @0,-1", "E 0,-3 2", ["city 0 16 complete"], [16, 0], options=BIG),
    Case("CSC-17", "unfinished it pays nothing", OPEN, "0 city:0 @0,-1", "U -1,0 0", ["city 0 0 unfinished"], [0, 0],
        ends=True, options=SIEGE),
    Case("CSC-17", "unfinished with a shield it pays nothing", OPEN.replace("G1", "F1"), "0 city:0 @0,-1", "U -1,0 0",
        ["city 0 0 unfinished"], [0, 0], ends=True, options=SIEGE),
    Case("CSC-17", "unfinished with a cathedral it pays nothing", CATHEDRAL, "0 city:0 @0,-1", "U 1,0 0",
        ["city 0 0 unfinished"], [0, 0], ends=True, options=BIG),
    Case("CSC-18", "a farm that touches an ordinary part of the city supplies it", "SI-1/2\nG1\nD0*", "0 farm:0 @0,-1",
        "U -1,0 0", ["farm 0 6 unfinished"], [6, 0], ends=True, options=SIEGE),
    Case("CSC-18", "the farms on both sides supply it", "SI-1/2\nG1\nD0*", "0 farm:0 @0,-1\n1 farm:1 @0,-1",
        "U -1,0 0", ["farm 0 6 unfinished", "farm 1 6 unfinished"], [6, 6], ends=True, options=SIEGE),
    Case("CSC-19", "an unfinished besieged city feeds nobody", OPEN, "0 farm:0 @0,-1", "U -1,0 0",
        ["farm 0 0 unfinished"], [0, 0], ends=True, options=SIEGE),
    Case("CSC-19", "an ordinary and a besieged city pay 3 and 6", "E0\nSI-1/2\nD0*", "0 farm:0 @0,-1", "E 0,-3 2",
        ["farm 0 9 unfinished"], [9, 0], ends=True, options=SIEGE),
    Case("CSC-19", "with the own pig 4 and 8", "E0\nSI-1/2\nD0*", "0 farm:0 @0,-1\n0 pig@farm:0 @0,-2", "E 0,-3 2",
        ["farm 0 12 unfinished"], [12, 0], ends=True, options=TRADERS),
    Case("CSC-19", "two sieges in one city double it once", "SI-3/2 SI-1/3\nG1 .\nD0* .", "0 farm:0 @0,-1", "U -1,0 0",
        ["farm 0 6 unfinished"], [6, 0], ends=True, options=SIEGE),
    Case("CSC-19", "in a tie the owner with the pig is paid 8, the other 6", "SI-1/2 E0\nD0* U0",
        "0 farm:0 @0,-1\n1 farm:0 @1,0\n1 pig@farm:0 @1,-1", "U -1,0 0",
        ["farm 0 6 unfinished", "farm 1 8 unfinished"], [6, 8], ends=True, options=TRADERS),
    Case("CSC-19", "a pig without the majority helps nobody", "SI-1/2 E0\nD0* U0 U0",
        "0 farm:0 @0,-1\n0 farm:0 @2,0\n1 farm:0 @1,0\n1 pig@farm:0 @1,-1", "U -1,0 0",
        ["farm 0 6 unfinished"], [6, 0], ends=True, options=TRADERS),
]  # fmt: skip


@pytest.mark.parametrize("case", rows(CASES))
def test_besieged_cities(case: Case) -> None:
    check(case)


@pytest.mark.clause("CSC-15", "CSC-16", "CSC-17", "CSC-19")
@pytest.mark.parametrize(
    ("board", "pieces", "turn", "options", "clauses"),
    [
        ("G1\nD0*", "0 city:0 @0,-1", "SI-1 0,-2 2", SIEGE, {"CSC-15"}),
        (CATHEDRAL, "0 city:0 @0,-1", "E 0,-2 2", BIG, {"CSC-16"}),
        (OPEN, "0 city:0 @0,-1", "U -1,0 0", SIEGE, {"CSC-17"}),
        (CATHEDRAL, "0 city:0 @0,-1", "U 1,0 0", BIG, {"CSC-17"}),
    ],
)
def test_every_score_of_a_besieged_city_says_by_which_clause(
    board: str, pieces: str, turn: str, options: str, clauses: set[str]
) -> None:
    match = Match(board, pieces, turn.split()[0], ends=True, options=options)
    match.turn(turn)
    scored = [record for record in match.table.records if isinstance(record.event, FeatureScored)]
    assert {record.law for record in scored} == clauses
    assert {term.clause for record in scored for term in record.event.terms} == clauses


# --- Escape routes ----------------------------------------------------------------------------------------------------

# The besieged city lies at (0, -2) (the siege tile, open to the east), (0, -1) and (0, 0); a knight of seat 0 at (0, -1).
KNIGHT = "0 city:0 @0,-1"
LAST = "U 2,0 0"
VIA_ABBEY = options_of(SETS, escape_via_shrine=False)
AT_SIEGE = options_of(SETS, escape_adjacency="siege_tile")
AT_SIEGE_ABBEY = options_of(SETS, escape_adjacency="siege_tile", escape_via_shrine=False)

ROUTES = [
    ("none", OPEN, SIEGE, False),
    ("an empty abbey south of the start tile", f"{OPEN}\nB0 .", SIEGE, True),
    ("a shrine south of the start tile", f"{OPEN}\nCU-1/0 .", SIEGE, True),
    ("a shrine, where only abbeys count", f"{OPEN}\nCU-1/0 .", VIA_ABBEY, False),
    ("an abbey, where only abbeys count", f"{OPEN}\nB0 .", VIA_ABBEY, True),
    ("an abbey at a corner of the start tile", f"{OPEN}\n. B0", SIEGE, True),
    ("an abbey east of an ordinary tile of the city", "SI-3/2 .\nG1 B0\nD0* U0", SIEGE, True),
    ("an abbey at the corner of the siege tile", "B0 E0 .\n. SI-3/2 .\n. G1 .\n. D0* U0",
        SIEGE, True),
    ("an abbey two cells from the city", "SI-3/2 . .\nG1 . .\nD0* V0 B0", SIEGE, False),
    ("an abbey beside the start tile, where only the siege tile counts", f"{OPEN}\nB0 .", AT_SIEGE, False),
    ("an abbey beside an ordinary tile, at the corner of the siege tile", "SI-3/2 .\nG1 B0\nD0* U0", AT_SIEGE, True),
    ("a shrine beside the siege tile, where only abbeys at it count", "SI-3/2 .\nG1 CU-1/0\nD0* U0", AT_SIEGE_ABBEY, False),
    ("a shrine at the corner of the siege tile", "SI-3/2 .\nG1 CU-1/0\nD0* U0", AT_SIEGE, True),
    ("a shrine on a tile of the city itself", ". SI-1/2 .\n. C0 CU-2/3\n. D0* U0", SIEGE, True),
    ("a shrine on a tile of the city itself, where only abbeys count", ". SI-1/2 .\n. C0 CU-2/3\n. D0* U0", VIA_ABBEY, False),
]  # fmt: skip


@pytest.mark.clause("CSC-20")
@pytest.mark.parametrize(("what", "board", "options", "escapes"), ROUTES, ids=[row[0] for row in ROUTES])
def test_knights_escape_by_buildings_beside_the_city(what: str, board: str, options: str, escapes: bool) -> None:
    match = Match(board, KNIGHT, "U U", options=options)
    match.place("U -1,0 0")
    events: Any = match.give(SkipDeploy())
    assert (EscapeAwaited(0, False) in events) == escapes
    offers = [offer for offer in rulebook.legal(match.game, 0) if offer.command is Escape]
    assert [row for offer in offers for row in offer.rows] == ([(0, -1, "city:0", "follower")] if escapes else [])


@pytest.mark.clause("CSC-20")
@pytest.mark.parametrize("pieces", ["", "0 building @0,1", "1 building @0,1"])
def test_it_makes_no_difference_who_is_in_the_abbey(pieces: str) -> None:
    match = Match(f"{OPEN}\nB0 .", f"{KNIGHT}\n{pieces}", "U U", options=SIEGE)
    match.place("U -1,0 0")
    assert EscapeAwaited(0, False) in match.done(SkipDeploy())


@pytest.mark.clause("CSC-20", "CSC-21")
def test_a_building_laid_this_very_turn_is_a_route() -> None:
    match = Match(OPEN, KNIGHT, "B U", options=SIEGE)
    events = match.turn("B 0,1 0 building !0,-1 city:0")
    assert KnightEscaped(0, "follower", 0, -1, "city:0") in events
    assert match.home == [6, 7]


@pytest.mark.clause("CSC-21")
def test_a_knight_put_this_very_turn_may_escape() -> None:
    match = Match("D0*\nB0", "", "SI-3 U", options=SIEGE)
    match.turn("SI-3 0,-1 2 city:0 !0,-1 city:0")
    assert match.home == [7, 7]
    assert match.scores == [0, 0]


@pytest.mark.clause("CSC-21")
def test_an_escape_is_written_as_escape_and_return_and_ends_the_turn() -> None:
    match = Match(f"{OPEN}\nB0 .", KNIGHT, "U U", options=SIEGE)
    match.place("U -1,0 0")
    match.done(SkipDeploy())
    assert match.awaited == (0, ("Escape", "SkipEscape"))
    assert match.game.phase == "escape"
    events = match.done(Escape(0, -1, "city:0", "follower"))
    assert events[:3] == [
        KnightEscaped(0, "follower", 0, -1, "city:0"),
        PiecesReturned((StandingPiece(0, "follower", 0, -1, "city:0"),), "escaped"),
        TurnEnded(0, 1),
    ]
    assert match.home == [7, 7]
    assert match.scores == [0, 0]


@pytest.mark.clause("CSC-21")
def test_nobody_need_escape() -> None:
    match = Match(f"{OPEN}\nB0 .", KNIGHT, "U U U", options=SIEGE)
    match.place("U -1,0 0")
    match.done(SkipDeploy())
    assert match.done(SkipEscape())[:2] == [EscapeSkipped(0), TurnEnded(0, 1)]
    # Seat 1 has no knight there, so it is not asked; seat 0 is asked again after its next turn.
    assert not any(isinstance(event, EscapeAwaited) for event in match.turn("U 2,0 0"))
    match.place("U 3,0 0")
    assert EscapeAwaited(0, False) in match.done(SkipDeploy())


@pytest.mark.clause("CSC-21")
def test_a_city_that_was_completed_this_turn_holds_nobody_who_could_escape() -> None:
    match = Match(f"{OPEN}\nB0 .", KNIGHT, "E U", options=SIEGE)
    events = match.turn("E 1,-2 3")
    assert paid(events) == ["city 0 4 complete"]
    assert not any(isinstance(event, EscapeAwaited) for event in events)


@pytest.mark.clause("CSC-21")
def test_a_city_left_by_its_last_knight_is_unoccupied_until_an_occupied_one_joins_it() -> None:
    match = Match(f"{OPEN}\nB0 .", KNIGHT, "U E U", options=SIEGE)
    match.turn("U -1,0 0 !0,-1 city:0")
    assert paid(match.turn("E 1,-2 3 city:0")) == ["city 1 4 complete"]


@pytest.mark.clause("CSC-21", "IC-5")
def test_any_own_follower_may_be_chosen_the_big_one_too() -> None:
    match = Match(f"{OPEN}\nB0 .", "0 big@city:0 @0,-1\n0 city:0 @0,-2\n1 city:0 @0,0", "U U", options=BIG)
    match.place("U -1,0 0")
    match.done(SkipDeploy())
    offers = [offer for offer in rulebook.legal(match.game, 0) if offer.command is Escape]
    assert sorted(offers[0].rows) == [(0, -2, "city:0", "follower"), (0, -1, "city:0", "big")]
    match.done(Escape(0, -1, "city:0", "big"))
    assert match.game.supply[0] == {"follower": 6, "big": 1}


@pytest.mark.clause("CSC-21")
def test_after_the_last_tile_of_the_game_a_knight_may_still_escape() -> None:
    match = Match(f"{OPEN}\nB0 .", KNIGHT, "U", ends=True, options=SIEGE)
    match.place("U -1,0 0")
    match.done(SkipDeploy())
    assert match.awaited == (0, ("Escape", "SkipEscape"))
    events = match.done(Escape(0, -1, "city:0", "follower"))
    kinds = [type(event) for event in events]
    assert kinds[:2] == [KnightEscaped, PiecesReturned]
    assert kinds[2:] == [TurnEnded, FinalScoringStarted, GameFinished]
    assert paid(events) == []


# A besieged city of several seats, with a route; another besieged one without a route at (3, 0); a third that is ordinary.
CROWD = "SI-3/2 . . .\nG1 . . .\nD0* U0 U0 SI-2/0\nB0 . . .\nE2 . . ."
PEOPLE = """0 city:0 @0,-1
1 city:0 @0,-2
0 builder@city:0 @0,0
0 city:0 @3,0
0 road:0 @1,0
0 building @0,1
0 city:0 @0,2
0 pig@farm:0 @0,0
0 farm:0 @0,-1
"""

# What is asked in the escape phase; the first check that fails is the answer.
REFUSED = [
    ("NO_SUCH_PIECE", Escape(5, 5, "city:0", "follower")),
    ("NO_SUCH_PIECE", Escape(1, 0, "city:0", "follower")),
    ("NO_SUCH_PIECE", Escape(0, -1, "city:0", "big")),
    ("NO_SUCH_PIECE", Escape(0, -1, "city:1", "follower")),
    ("NO_SUCH_PIECE", Escape(0, 0, "city:0", "follower")),
    ("NO_SUCH_PIECE", Escape(0, -1, "farm:1", "follower")),
    ("NO_SUCH_PIECE", Escape(4096, -2, "city:0", "follower")),
    ("NOT_YOUR_PIECE", Escape(0, -2, "city:0", "follower")),
    ("NOT_A_KNIGHT", Escape(0, 0, "city:0", "builder")),
    ("NOT_A_KNIGHT", Escape(1, 0, "road:0", "follower")),
    ("NOT_A_KNIGHT", Escape(0, 1, "building", "follower")),
    ("NOT_A_KNIGHT", Escape(0, -1, "farm:0", "follower")),
    ("NOT_A_KNIGHT", Escape(0, 0, "farm:0", "pig")),
    ("CITY_NOT_BESIEGED", Escape(0, 2, "city:0", "follower")),
    ("NO_ESCAPE_ROUTE", Escape(3, 0, "city:0", "follower")),
    ("accepted", Escape(0, -1, "city:0", "follower")),
]


@pytest.mark.clause("CSC-20", "CSC-21")
@pytest.mark.parametrize(("expected", "command"), REFUSED, ids=[f"{c}: {e}" for c, e in REFUSED])
def test_the_first_check_that_fails_is_the_answer(expected: str, command: Escape) -> None:
    match = Match(CROWD, PEOPLE.strip(), "U U", options=TRADERS)
    match.turn_open("U -1,0 0")
    answer = match.give(command)
    assert code(answer) == expected
    if isinstance(answer, Refusal):
        assert answer.clause in ("CSC-20", "CSC-21")
        assert match.awaited == (0, ("Escape", "SkipEscape"))


@pytest.mark.clause("CSC-21")
def test_outside_its_phase_nobody_escapes() -> None:
    match = Match(f"{OPEN}\nB0 .", KNIGHT, "U U", options=SIEGE)
    command = Escape(0, -1, "city:0", "follower")
    assert code(match.give(command)) == "WRONG_PHASE"
    match.place("U -1,0 0")
    assert code(match.give(command)) == "WRONG_PHASE"
    match.done(SkipDeploy())
    assert code(match.give(SkipEscape(), by=1)) == "NOT_YOUR_TURN"
    match.done(command)
    assert code(match.give(command, by=0)) == "NOT_YOUR_TURN"


@pytest.mark.clause("CSC-20", "CSC-21")
@pytest.mark.parametrize(
    ("board", "pieces", "command", "expected"),
    [
        (f"{OPEN}\n. .", KNIGHT, Escape(0, -1, "city:0", "follower"), "NO_ESCAPE_ROUTE"),
        ("E2\nD0*", "0 city:0 @0,-1", Escape(0, -1, "city:0", "follower"), "CITY_NOT_BESIEGED"),
        (f"{OPEN}\n. .", KNIGHT, Escape(0, 0, "city:0", "follower"), "NOT_YOUR_TURN"),
        (f"{OPEN}\n. .", KNIGHT, SkipEscape(), "NOT_YOUR_TURN"),
    ],
)
def test_where_the_phase_was_passed_what_keeps_a_knight_in_is_said(
    board: str, pieces: str, command: Escape | SkipEscape, expected: str
) -> None:
    match = Match(board, pieces, "U U", options=SIEGE)
    match.turn("U -1,0 0")
    assert match.awaited == (1, ("PlaceTile",))
    assert code(match.give(command, by=0)) == expected


# --- Builder and escape -----------------------------------------------------------------------------------------------


@pytest.mark.clause("CSC-21", "TB-4")
@pytest.mark.parametrize(
    ("others", "home"), [("", {"builder"}), ("0 city:0 @0,-2", set()), ("1 city:0 @0,-2", {"builder"})]
)
def test_the_builder_goes_home_with_the_last_own_follower(others: str, home: set[str]) -> None:
    match = Match(f"{OPEN}\nB0 .", f"{KNIGHT}\n0 builder@city:0 @0,0\n{others}", "U U", options=TRADERS)
    match.turn_open("U -1,0 0")
    events = match.done(Escape(0, -1, "city:0", "follower"))
    returns = [event for event in events if isinstance(event, PiecesReturned)]
    assert {p.piece for event in returns for p in event.pieces} == {"follower", *home}
    assert match.game.supply[0]["builder"] == len(home)


# Seat 0 has a builder on the road, and two knights in the besieged city.
DOUBLE = f"{OPEN}\nB0 ."
TWO_KNIGHTS = "0 city:0 @0,-1\n0 city:0 @0,-2\n0 road:0 @1,0\n0 builder@road:0 @0,0"
EACH = options_of((*SETS, "traders_builders"), escape_each_part=True)


def phases(events: list[Any]) -> list[str]:
    kinds = (EscapeAwaited, SecondPartStarted, KnightEscaped, EscapeSkipped, TurnEnded)
    return [type(event).__name__ for event in events if isinstance(event, kinds)]


@pytest.mark.clause("CSC-21", "TB-3")
def test_a_double_turn_has_one_escape_at_its_end() -> None:
    match = Match(DOUBLE, TWO_KNIGHTS, "U U U", options=TRADERS)
    assert phases(match.turn("U 2,0 0")) == ["SecondPartStarted"]
    match.place("U 3,0 0")
    assert phases(match.done(SkipDeploy())) == ["EscapeAwaited"]
    assert phases(match.done(Escape(0, -1, "city:0", "follower"))) == ["KnightEscaped", "TurnEnded"]
    assert match.home == [5, 7]


@pytest.mark.clause("CSC-21", "TB-3")
def test_by_option_a_double_turn_has_one_escape_in_each_part() -> None:
    match = Match(DOUBLE, TWO_KNIGHTS, "U U U", options=EACH)
    match.place("U 2,0 0")
    assert match.done(SkipDeploy())[-1] == EscapeAwaited(0, True)
    assert phases(match.done(Escape(0, -1, "city:0", "follower"))) == ["KnightEscaped", "SecondPartStarted"]
    match.place("U 3,0 0")
    assert match.done(SkipDeploy())[-1] == EscapeAwaited(0, False)
    assert phases(match.done(Escape(0, -2, "city:0", "follower"))) == ["KnightEscaped", "TurnEnded"]
    assert match.home == [6, 7]


@pytest.mark.clause("CSC-21", "TB-3")
def test_by_option_the_escape_of_the_first_part_may_be_skipped_and_the_second_taken() -> None:
    match = Match(DOUBLE, TWO_KNIGHTS, "U U U", options=EACH)
    match.place("U 2,0 0")
    match.done(SkipDeploy())
    assert phases(match.done(SkipEscape())) == ["EscapeSkipped", "SecondPartStarted"]
    assert phases(match.turn("U 3,0 0 !0,-2 city:0")) == ["EscapeAwaited", "KnightEscaped", "TurnEnded"]


@pytest.mark.clause("CSC-21", "TB-3", "B-14")
def test_where_the_stack_is_empty_the_second_part_is_dropped_and_has_no_escape() -> None:
    match = Match(DOUBLE, TWO_KNIGHTS, "U", ends=True, options=EACH)
    match.place("U 2,0 0")
    assert match.done(SkipDeploy())[-1] == EscapeAwaited(0, False)
    assert phases(match.done(Escape(0, -1, "city:0", "follower"))) == ["KnightEscaped", "TurnEnded"]
    assert match.table.finished is not None


# Beside it the cell that continues the city asks for a field, too, so that a tile all of city fits nowhere.
NARROW = "SI-3/2 .\nG1 B0\nD0* U0"


@pytest.mark.clause("CSC-21", "TB-3", "B-3")
def test_a_second_part_in_which_no_tile_can_be_laid_has_no_escape_of_its_own() -> None:
    match = Match(NARROW, TWO_KNIGHTS, "U C", ends=True, options=EACH)
    assert match.turn_open("U 2,0 0")[-1] == EscapeAwaited(0, True)
    events = match.done(SkipEscape())
    assert phases(events) == ["EscapeSkipped", "SecondPartStarted", "TurnEnded"]
    assert TileDiscarded("BA-C") in events
    assert match.table.finished is not None


@pytest.mark.clause("CSC-21", "TB-3", "B-3")
def test_the_escape_at_the_end_of_the_turn_remains_where_the_second_part_finds_no_tile() -> None:
    match = Match(NARROW, TWO_KNIGHTS, "U C", ends=True, options=TRADERS)
    events = match.turn_open("U 2,0 0")
    assert phases(events) == ["SecondPartStarted", "EscapeAwaited"]
    assert TileDiscarded("BA-C") in events
    match.done(Escape(0, -1, "city:0", "follower"))
    assert match.table.finished is not None
