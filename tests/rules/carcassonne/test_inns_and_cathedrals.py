"""IC-1 to IC-6: inns, cathedrals, and the big follower."""

import pytest

from domain.carcassonne.messages import FeatureScored, PieceDeployed
from tests.rules.carcassonne.cases import Case, check, rows
from tests.rules.carcassonne.tables import Match, code, options_of

INNS = options_of(("base", "inns_cathedrals"))
NORMAL_INNS = options_of(("base", "inns_cathedrals"), small_city_points="two")
# A cathedral to the north of the start tile, open to the north only.
CATHEDRAL = "E1 IC-A/0 E3\n. D0* ."

CASES = [
    Case("IC-1", "a complete road with an inn pays 2 a tile", "W0 D0* IC-O/0", "0 road:0 @0,0", "W 2,0 0",
        ["road 0 8 complete"], [8, 0], home=[7, 7], options=INNS),
    Case("IC-1", "the inn may be laid last", "W0 D0* U0", "0 road:0 @0,0", "IC-K 2,0 1", ["road 0 8 complete"], [8, 0],
        options=INNS),
    Case("IC-1", "both owners are paid for it in full", "W0 D0* IC-O/0", "0 road:0 @0,0\n1 road:0 @-1,0", "W 2,0 0",
        ["road 0+1 8 complete"], [8, 8], options=INNS),
    Case("IC-1", "unfinished it pays nothing", "W0 D0* IC-O/0", "0 road:0 @0,0", "U 2,0 0", ["road 0 0 unfinished"], [0, 0],
        ends=True, options=INNS),
    Case("IC-1", "the inn makes another seat's unfinished road worthless, too", "W0 D0*", "0 road:0 @0,0", "IC-O 1,0 0",
        ["road 0 0 unfinished"], [0, 0], ends=True, options=INNS),
    Case("IC-1", "at the junction with an inn it belongs to one of the roads: this one", "W0 D0*", "0 road:0 @0,0",
        "IC-N 1,0 2", ["road 0 6 complete"], [6, 0], options=INNS),
    Case("IC-1", "and not to this one", "W0 D0*", "0 road:0 @0,0", "IC-N 1,0 0", ["road 0 3 complete"], [3, 0], options=INNS),
    Case("IC-1", "nor to this one", "W0 D0*", "0 road:0 @0,0", "IC-N 1,0 1", ["road 0 3 complete"], [3, 0], options=INNS),
    Case("IC-1", "a road beside it without an inn pays 1 a tile at the end", "D0* IC-N/2", "0 road:1 @1,0\n1 road:0 @1,0",
        "U -1,0 0", ["road 1 0 unfinished", "road 0 1 unfinished"], [1, 0], ends=True, options=INNS),
    Case("IC-2", "two inns count as one", "W0 D0* IC-O/0 IC-P/0", "0 road:0 @0,0", "A 2,1 2", ["road 0 10 complete"],
        [10, 0], options=INNS),
    Case("IC-2", "two cathedrals count as one", "E1 IC-A/0 E3\nE1 IC-A/0 E3\n. D0* .", "0 city:0 @0,-1", "E 0,-3 2",
        ["city 0 24 complete"], [24, 0], options=INNS),
    Case("IC-3", "a complete city with a cathedral pays 3 a tile", CATHEDRAL, "0 city:0 @0,-1", "E 0,-2 2",
        ["city 0 15 complete"], [15, 0], options=INNS),
    Case("IC-3", "and 3 a shield", CATHEDRAL.replace("E1 IC", "F0 IC"), "0 city:0 @0,-1", "E 0,-2 2\nE -2,-1 1",
        ["city 0 21 complete"], [21, 0], options=INNS),
    Case("IC-3", "the option for small cities says nothing about it", CATHEDRAL, "0 city:0 @0,-1", "E 0,-2 2",
        ["city 0 15 complete"], [15, 0], options=NORMAL_INNS),
    Case("IC-3", "for farmers it is a city like any other", CATHEDRAL, "0 farm:0 @-1,-1", "E 0,-2 2",
        ["farm 0 3 unfinished"], [3, 0], ends=True, options=INNS),
    Case("IC-4", "unfinished it pays nothing", CATHEDRAL, "0 city:0 @0,-1", "U 1,0 0", ["city 0 0 unfinished"], [0, 0],
        ends=True, options=INNS),
    Case("IC-4", "unfinished with a shield it pays nothing", CATHEDRAL.replace("E1 IC", "F0 IC"), "0 city:0 @0,-1", "U 1,0 0",
        ["city 0 0 unfinished"], [0, 0], ends=True, options=INNS),
    Case("IC-4", "an unfinished city beside it pays as ever", "IC-C/0\nD0*", "0 city:0 @0,-1\n1 city:1 @0,-1", "U 1,0 0",
        ["city 0 1 unfinished", "city 1 1 unfinished"], [1, 1], ends=True, options=INNS),
    Case("IC-5", "a big follower outweighs an ordinary one", "G1\nD0*", "0 big@city:0 @0,-1\n1 city:0 @0,0", "E 0,-2 2",
        ["city 0 6 complete"], [6, 0], home=[7, 7], options=INNS),
    Case("IC-5", "two ordinary ones tie with it", "F1\nG1\nD0*", "0 big@city:0 @0,-1\n1 city:0 @0,0\n1 city:0 @0,-2",
        "E 0,-3 2", ["city 0+1 10 complete"], [10, 10], home=[7, 7], options=INNS),
    Case("IC-5", "a big and an ordinary one outweigh two", "W0 D0* U0 U0",
        "0 big@road:0 @0,0\n0 road:0 @-1,0\n1 road:0 @1,0\n1 road:0 @2,0", "W 3,0 0", ["road 0 5 complete"], [5, 0],
        options=INNS),
    Case("IC-5", "a big farmer outweighs an ordinary one", "W0 D0* U0", "0 big@farm:0 @-1,0\n1 farm:0 @1,0", "E 0,-1 2",
        ["farm 0 3 unfinished"], [3, 0], ends=True, options=INNS),
    Case("IC-5", "a big monk is paid as any monk", "D2 D0* D2\nM0 B0 N1\nF0 E3 .", "1 big@building @0,1", "E 1,2 2",
        ["building 1 9 complete"], [0, 9], options=INNS),
    Case("IC-6", "the inner farm of four cities is fed by each of them that is complete", ". E2 .\nE1 IC-C/0 .\n. D0* .",
        "0 farm:0 @0,-1", "U 1,0 0", ["farm 0 9 unfinished"], [9, 0], ends=True, options=INNS),
    Case("IC-6", "and once by two of them that are one city", "N2 N3\nIC-C/0 N0\nD0* .", "0 farm:0 @0,-1", "U 1,0 0",
        ["farm 0 6 unfinished"], [6, 0], ends=True, options=INNS),
    Case("IC-6", "the two farms of a city wedge are two, without a road between them", "D0* .", "", "IC-G 0,-1 2",
        [], [0, 0], options=INNS),
]  # fmt: skip


@pytest.mark.parametrize("case", rows(CASES))
def test_inns_and_cathedrals(case: Case) -> None:
    check(case)


@pytest.mark.clause("IC-5")
@pytest.mark.parametrize(
    ("segment", "role"), [("city:0", "knight"), ("road:0", "thief"), ("farm:0", "farmer"), ("farm:1", "farmer")]
)
def test_a_big_follower_may_be_what_any_follower_may(segment: str, role: str) -> None:
    match = Match("D0*", tiles="D U", options=INNS)
    match.place("D 1,0 0")
    assert match.done_deploy(segment, "big")[0] == PieceDeployed(0, "big", 1, 0, segment, role)
    assert match.game.supply[0] == {"follower": 7, "big": 0}


@pytest.mark.clause("IC-5")
def test_every_seat_has_one_big_follower_and_without_the_set_none() -> None:
    assert Match(seats=6, tiles="U", options=INNS).game.supply == [{"follower": 7, "big": 1}] * 6
    match = Match("D0*", tiles="U U")
    match.place("U 1,0 0")
    assert code(match.give_deploy("road:0", "big")) == "PIECE_NOT_IN_SUPPLY"


@pytest.mark.clause("IC-5", "B-6")
def test_a_big_follower_needs_a_free_feature_like_any_other_and_is_gone_when_it_is_put() -> None:
    match = Match("D0* U0", "1 road:0 @1,0\n0 big@farm:0 @1,0", "U U", options=INNS)
    match.place("U 2,0 0")
    assert code(match.give_deploy("road:0", "big")) == "PIECE_NOT_IN_SUPPLY"
    match = Match("D0* U0", "1 road:0 @1,0", "U U", options=INNS)
    match.place("U 2,0 0")
    assert code(match.give_deploy("road:0", "big")) == "FEATURE_OCCUPIED"


@pytest.mark.clause("IC-5")
def test_with_only_the_big_follower_at_home_a_deployment_is_offered() -> None:
    standing = "\n".join(f"0 {s} @-1,0" for s in ("farm:0", "farm:1", "farm:2", "road:0", "road:1", "road:2"))
    match = Match("W0 D0* W0", f"{standing}\n0 farm:1 @1,0", "E U", options=INNS)
    assert match.home == [0, 7]
    match.place("E 0,-1 2")
    assert match.awaited == (0, ("Deploy", "SkipDeploy"))
    match.done_deploy("city:0", "big")
    assert match.scores == [4, 0]
    assert match.game.supply[0] == {"follower": 0, "big": 1}


@pytest.mark.clause("IC-6", "B-6")
def test_a_farmer_may_stand_on_a_farm_without_any_edge() -> None:
    match = Match("D0*", tiles="IC-C U", options=INNS)
    match.place("IC-C 0,-1 0")
    assert match.done_deploy("farm:0")[0] == PieceDeployed(0, "follower", 0, -1, "farm:0", "farmer")


@pytest.mark.clause("IC-6", "B-6")
def test_two_farmers_may_stand_on_both_sides_of_a_city_wedge() -> None:
    match = Match("D0* .", tiles="IC-G E U", options=INNS)
    match.turn("IC-G 0,-1 2 farm:0")
    # The wedge shows its single farm edge to the west; the meadow to the north belongs to the other farm.
    match.place("E 0,-2 0")
    assert code(match.give_deploy("farm:0")) == "accepted"


@pytest.mark.clause("IC-1", "IC-3", "IC-4")
@pytest.mark.parametrize(
    ("board", "pieces", "turn", "clause"),
    [
        ("W0 D0* IC-O/0", "0 road:0 @0,0", "W 2,0 0", "IC-1"),
        ("W0 D0* IC-O/0", "0 road:0 @0,0", "U 2,0 0", "IC-1"),
        (CATHEDRAL, "0 city:0 @0,-1", "E 0,-2 2", "IC-3"),
        (CATHEDRAL, "0 city:0 @0,-1", "U 1,0 0", "IC-4"),
    ],
)
def test_every_score_says_by_which_clause(board: str, pieces: str, turn: str, clause: str) -> None:
    match = Match(board, pieces, turn.split()[0], ends=True, options=INNS)
    match.turn(turn)
    scored = [record for record in match.table.records if isinstance(record.event, FeatureScored)]
    assert {record.law for record in scored} == {clause}
    assert {term.clause for record in scored for term in record.event.terms} == {clause}
