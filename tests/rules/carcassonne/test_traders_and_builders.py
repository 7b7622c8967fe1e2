"""TB-1 to TB-5: goods, the builder's second part, and the pig."""

from typing import Any

import pytest

from domain.carcassonne.messages import (
    Deploy,
    DeploySkipped,
    FinalScoringStarted,
    GoodsAwarded,
    GoodsMajorityScored,
    PieceDeployed,
    PiecesReturned,
    SecondPartStarted,
    SkipDeploy,
    TileDiscarded,
    TileDrawn,
    TurnEnded,
)
from domain.carcassonne.rulebook import rulebook
from domain.table.refusals import Refusal
from tests.rules.carcassonne.cases import Case, check, rows
from tests.rules.carcassonne.tables import Match, code, options_of, paid

TRADERS = options_of(("base", "traders_builders"))
BOTH = options_of(("base", "inns_cathedrals", "traders_builders"))

CASES = [
    Case("TB-1", "who completes a city takes its goods, whoever owns it", "TB-01/2 .\nD0* .", "1 city:0 @0,-1",
        "E 1,-1 3", ["city 1 6 complete"], [10, 6], ends=True, options=TRADERS, also=["grain 0 10"]),
    Case("TB-1", "even if nobody does", "TB-01/2 .\nD0* .", "", "E 1,-1 3", [], [10, 0], ends=True, options=TRADERS,
        also=["grain 0 10"]),
    Case("TB-1", "an unfinished city gives nothing", "TB-01/2 .\nD0* .", "1 city:0 @0,-1", "U 1,0 0",
        ["city 1 2 unfinished"], [0, 2], ends=True, options=TRADERS, also=[]),
    Case("TB-2", "the most of each kind pay 10 each", "TB-01/2 . TB-02/2 .\nD0* U0 D0 .", "", "E 1,-1 3\nE 3,-1 3", [],
        [10, 10], ends=True, options=TRADERS, also=["wine 1 10", "grain 0 10"]),
    Case("TB-2", "in a tie all of them", "TB-02/2 . TB-15/1\nD0* U0 D0", "", "E 1,-1 3\nE 2,-2 2", [], [10, 10, 0],
        ends=True, options=TRADERS, also=["wine 0+1 10"]),
    Case("TB-2", "two of a kind in one city count twice", "TB-02/2 . . .\nTB-15/1 . TB-08/2 .\nD0* U0 D0 .", "",
        "E 1,-2 3\nE 3,-1 3", [], [10, 0], ends=True, options=TRADERS, also=["wine 0 10"]),
    Case("TB-2", "nobody is paid for goods that nobody has", "D0*", "", "E 0,-1 2", [], [0, 0], ends=True, options=TRADERS,
        also=[]),
    Case("TB-3", "a follower and a builder do not outweigh a follower", "F1\nG1\nD0*",
        "0 city:0 @0,-1\n0 builder@city:0 @0,0\n1 city:0 @0,-2", "E 0,-3 2\nU 1,0 0", ["city 0+1 10 complete"], [10, 10],
        options=TRADERS),
    Case("TB-5", "with the own pig each completed city pays 4", "E2 E0\nD0* U0", "0 farm:0 @0,-1\n0 pig@farm:0 @1,-1",
        "U -1,0 0", ["farm 0 4 unfinished"], [4, 0], ends=True, options=TRADERS),
    Case("TB-5", "two cities pay an owner with a pig 8", "E0\nE2\nD0*", "0 farm:0 @0,-1\n0 pig@farm:0 @0,-2", "E 0,-3 2",
        ["farm 0 8 unfinished"], [8, 0], ends=True, options=TRADERS),
    Case("TB-5", "in a tie the owner without a pig is paid 3", "E0 .\nE2 E0\nD0* U0",
        "0 farm:0 @0,-1\n1 farm:0 @0,-2\n1 pig@farm:0 @1,-1", "E 0,-3 2",
        ["farm 0 6 unfinished", "farm 1 8 unfinished"], [6, 8], ends=True, options=TRADERS),
    Case("TB-5", "pigs of both owners count for each, and not twice", "E0 E0\nE2 E2\nD0* D0",
        "0 farm:0 @0,-1\n1 farm:0 @0,-2\n0 pig@farm:0 @1,-1\n1 pig@farm:0 @1,-2", "E 0,-3 2",
        ["farm 0+1 12 unfinished"], [12, 12], ends=True, options=TRADERS),
    Case("TB-5", "a pig has no weight", "E0 E0\nE2 E2\nD0* D0",
        "0 farm:0 @0,-1\n1 farm:0 @0,-2\n1 farm:0 @1,-2\n0 pig@farm:0 @1,-1", "E 0,-3 2",
        ["farm 1 9 unfinished"], [0, 9], ends=True, options=TRADERS),
    Case("TB-5", "the pig stays to the end", "E0\nE2\nD0*", "0 farm:0 @0,-1\n0 pig@farm:0 @0,-2", "E 0,-3 2\nU 1,0 0\nU 2,0 0",
        [], [0, 0], home=[6, 7], options=TRADERS),
]  # fmt: skip


@pytest.mark.parametrize("case", rows(CASES))
def test_goods_and_companions(case: Case) -> None:
    check(case)


def of(events: list[Any], *kinds: type) -> list[Any]:
    return [event for event in events if isinstance(event, kinds)]


@pytest.mark.clause("TB-1")
def test_goods_are_awarded_after_the_pieces_have_gone_home_city_by_city() -> None:
    board = "TB-01/2 E3\n. B0\nTB-15/1 B0\nD0* U0"
    match = Match(board, "1 city:0 @0,-1", "H U", options=TRADERS)
    events = match.turn("H 0,-2 0")
    assert of(events, GoodsAwarded) == [GoodsAwarded(0, 0, 1, 0), GoodsAwarded(0, 1, 0, 0)]
    assert events.index(of(events, PiecesReturned)[0]) < events.index(GoodsAwarded(0, 0, 1, 0))
    assert match.game.goods == [[1, 1, 0], [0, 0, 0]]


@pytest.mark.clause("TB-1")
def test_all_goods_of_a_city_are_awarded_at_once() -> None:
    match = Match("TB-02/2 .\nTB-15/1 .\nD0* .", "", "E U", options=TRADERS)
    assert of(match.turn("E 1,-2 3"), GoodsAwarded) == [GoodsAwarded(0, 2, 0, 0)]


@pytest.mark.clause("TB-2")
def test_majorities_are_written_after_the_farms_wine_grain_cloth() -> None:
    match = Match("TB-01/2 . TB-02/2 .\nD0* U0 D0 .", "0 farm:1 @0,0", "E E", ends=True, options=TRADERS)
    events = match.turns("E 1,-1 3\nE 3,-1 3")
    final = events[events.index(FinalScoringStarted()) :]
    assert [type(event).__name__ for event in final[1:4]] == [
        "FeatureScored",
        "GoodsMajorityScored",
        "GoodsMajorityScored",
    ]
    assert [(e.goods, e.tokens) for e in of(final, GoodsMajorityScored)] == [("wine", 1), ("grain", 1)]


# --- TB-3 -------------------------------------------------------------------------------------------------------------

THIEF = "0 road:0 @1,0\n0 builder@road:0 @0,0"


def second_parts(events: list[Any]) -> int:
    return len(of(events, SecondPartStarted))


@pytest.mark.clause("TB-3")
def test_a_tile_that_joins_the_builders_road_is_followed_by_a_second_one() -> None:
    match = Match("D0* U0", THIEF, "U E U", options=TRADERS)
    events = match.turn("U 2,0 0")
    assert events[-2:] == [SecondPartStarted(0), TileDrawn(0, "BA-E")]
    assert match.awaited == (0, ("PlaceTile",))
    assert match.game.part == 2
    # It is compulsory: nothing else than laying the tile is awaited.
    assert code(match.give(SkipDeploy(), by=0)) == "WRONG_PHASE"
    match.place("E 0,-1 2")
    assert of(match.done(Deploy("follower", "city:0")), TurnEnded) == [TurnEnded(0, 1)]
    assert match.scores == [4, 0]
    assert match.game.part == 1


SECOND = [
    ("a tile that joins the road", "D0* U0", THIEF, "U 2,0 0", 1),
    ("a tile that joins it at its other end", "D0* U0", THIEF, "U -1,0 0", 1),
    ("a tile that joins the builder's city", "G1\nD0*", "0 city:0 @0,-1\n0 builder@city:0 @0,0", "F 0,-2 1", 1),
    ("a tile that completes the road", "W0 D0* U0", "0 road:0 @1,0\n0 builder@road:0 @0,0", "W 2,0 0", 1),
    ("a tile that completes the city", "G1\nD0*", "0 city:0 @0,-1\n0 builder@city:0 @0,0", "E 0,-2 2", 1),
    ("a tile beside it that does not join it", "D0* U0", THIEF, "E 0,-1 2", 0),
    ("a tile that joins only the own thief's road, without a builder", "D0* U0", "0 road:0 @1,0", "U 2,0 0", 0),
    ("a tile that joins another seat's builder", "D0* U0", "1 road:0 @1,0\n1 builder@road:0 @0,0", "U 2,0 0", 0),
    ("a tile with the builder just put on it", "D0* U0", "0 road:0 @1,0", "U 2,0 0 builder@road:0", 0),
    ("a tile that joins a farm with the own pig", "D0* U0", "0 farm:0 @1,0\n0 pig@farm:0 @0,0", "U 2,0 0", 0),
    ("a tile of which another segment joins another feature", "D0* U0", THIEF, "L 2,0 0", 1),
]  # fmt: skip


@pytest.mark.clause("TB-3")
@pytest.mark.parametrize(("what", "board", "pieces", "turn", "expected"), SECOND, ids=[row[0] for row in SECOND])
def test_what_earns_a_second_part(what: str, board: str, pieces: str, turn: str, expected: int) -> None:
    match = Match(board, pieces, f"{turn.split()[0]} U U", options=TRADERS)
    assert second_parts(match.turn(turn)) == expected


@pytest.mark.clause("TB-3")
def test_the_first_part_is_scored_before_the_second_and_the_builder_is_home_by_then() -> None:
    match = Match("W0 D0* U0", "0 road:0 @1,0\n0 builder@road:0 @0,0", "W U U", options=TRADERS)
    events = match.turn("W 2,0 0")
    assert paid(events) == ["road 0 4 complete"]
    assert [type(e) for e in events[-3:]] == [PiecesReturned, SecondPartStarted, TileDrawn]
    assert match.game.supply[0] == {"follower": 7, "builder": 1, "pig": 1}
    match.place("U 3,0 0")
    assert code(match.give_deploy("road:0")) == "accepted"


@pytest.mark.clause("TB-3")
def test_a_turn_has_at_most_two_parts() -> None:
    match = Match("D0* U0", THIEF, "U U U", options=TRADERS)
    assert second_parts(match.turn("U 2,0 0")) == 1
    events = match.turn("U 3,0 0")
    assert second_parts(events) == 0
    assert of(events, TurnEnded) == [TurnEnded(0, 1)]


@pytest.mark.clause("TB-3")
def test_a_builder_put_in_one_turn_counts_in_the_next_and_not_for_others() -> None:
    match = Match("D0* U0", "0 road:0 @1,0", "U U U U", options=TRADERS)
    assert second_parts(match.turn("U 2,0 0 builder@road:0")) == 0
    assert second_parts(match.turn("U -1,0 0")) == 0
    assert second_parts(match.turn("U 3,0 0")) == 1


@pytest.mark.clause("TB-3")
def test_a_builder_put_in_the_first_part_does_not_earn_a_second() -> None:
    match = Match("D0* U0", "0 road:0 @1,0", "U U", options=TRADERS)
    events = match.turn("U 2,0 0 builder@road:0")
    assert PieceDeployed(0, "builder", 2, 0, "road:0", "builder") in events
    assert TurnEnded(0, 1) in events


@pytest.mark.clause("TB-3", "B-14")
def test_where_the_stack_is_empty_the_second_part_is_dropped() -> None:
    match = Match("D0* U0", THIEF, "U", ends=True, options=TRADERS)
    events = match.turn("U 2,0 0")
    assert second_parts(events) == 0
    assert match.table.finished is not None


@pytest.mark.clause("TB-3", "B-3", "B-14")
def test_where_no_tile_left_can_be_laid_the_second_part_is_over() -> None:
    match = Match("E2 .\nD0* U0", THIEF, "U C", ends=True, options=TRADERS)
    events = match.turn("U 2,0 0")
    told = of(events, SecondPartStarted, TileDiscarded, TurnEnded, FinalScoringStarted)
    assert [type(e) for e in told] == [SecondPartStarted, TileDiscarded, TurnEnded, FinalScoringStarted]


@pytest.mark.clause("TB-4")
def test_the_builder_goes_home_when_its_feature_is_scored() -> None:
    match = Match("W0 D0* U0", "0 road:0 @1,0\n0 builder@road:0 @0,0\n1 road:0 @-1,0", "W U", options=TRADERS)
    (returned,) = of(match.turn("W 2,0 0"), PiecesReturned)
    assert {(p.seat, p.piece) for p in returned.pieces} == {(0, "follower"), (0, "builder"), (1, "follower")}
    assert returned.reason == "scored"


# --- Deployment of builder and pig ------------------------------------------------------------------------------------

# What is asked after D is laid beside a road with the own thief, a farm with the own farmer, and another seat's knight.
STANDING = "0 road:0 @0,0\n0 farm:0 @0,0\n1 farm:1 @0,0"
DEPLOYED = [
    ("NO_SUCH_SEGMENT", Deploy("builder", "road:1"), "B-6"),
    ("PIECE_NOT_IN_SUPPLY", Deploy("big", "farm:0"), "B-6"),
    ("PIECE_NOT_ALLOWED_HERE", Deploy("builder", "farm:0"), "TB-3"),
    ("PIECE_NOT_ALLOWED_HERE", Deploy("builder", "farm:1"), "TB-3"),
    ("PIECE_NOT_ALLOWED_HERE", Deploy("pig", "road:0"), "TB-5"),
    ("PIECE_NOT_ALLOWED_HERE", Deploy("pig", "city:0"), "TB-5"),
    ("NO_OWN_FOLLOWER", Deploy("builder", "city:0"), "TB-3"),
    ("NO_OWN_FOLLOWER", Deploy("pig", "farm:1"), "TB-5"),
    ("FEATURE_OCCUPIED", Deploy("follower", "road:0"), "B-6"),
    ("accepted", Deploy("builder", "road:0"), ""),
    ("accepted", Deploy("pig", "farm:0"), ""),
    ("accepted", Deploy("follower", "city:0"), ""),
]


@pytest.mark.clause("TB-3", "TB-5", "B-6")
@pytest.mark.parametrize(("expected", "command", "clause"), DEPLOYED, ids=[f"{c}: {d}" for c, d, _ in DEPLOYED])
def test_the_first_check_that_fails_is_the_answer(expected: str, command: Deploy, clause: str) -> None:
    match = Match("D0*", STANDING, "D U U", options=TRADERS)
    match.place("D 1,0 0")
    offered = any(offer.contains(command) for offer in rulebook.legal(match.game, 0))
    answer = match.give(command)
    assert code(answer) == expected
    assert offered == (expected == "accepted")
    if isinstance(answer, Refusal):
        assert answer.clause == clause


@pytest.mark.clause("TB-3", "TB-5")
def test_builder_and_pig_are_one_each_and_gone_when_put() -> None:
    match = Match("D0* U0", f"{THIEF}\n0 farm:0 @1,0\n0 pig@farm:0 @0,0", "U U", options=TRADERS)
    match.place("U 2,0 0")
    assert code(match.give_deploy("road:0", "builder")) == "PIECE_NOT_IN_SUPPLY"
    assert code(match.give_deploy("farm:0", "pig")) == "PIECE_NOT_IN_SUPPLY"


@pytest.mark.clause("TB-3", "TB-5", "B-6")
def test_without_followers_at_home_a_companion_may_still_be_put() -> None:
    standing = "\n".join(f"0 {s} @-1,0" for s in ("farm:0", "farm:1", "farm:2", "road:0", "road:1", "road:2"))
    match = Match("W0 D0* U0", f"{standing}\n0 farm:1 @1,0", "U U", options=TRADERS)
    assert match.home == [0, 7]
    match.place("U 2,0 0")
    assert match.awaited == (0, ("Deploy", "SkipDeploy"))
    rows_offered = [row for offer in rulebook.legal(match.game, 0) if offer.command is Deploy for row in offer.rows]
    assert sorted(rows_offered) == [("builder", "road:0"), ("pig", "farm:0"), ("pig", "farm:1")]


@pytest.mark.clause("TB-3", "IC-5")
@pytest.mark.parametrize("piece", ["follower", "big"])
def test_a_builder_may_follow_any_own_follower_beside_others(piece: str) -> None:
    match = Match("D0* U0", f"0 {piece}@road:0 @1,0\n1 road:0 @0,0", "U U", options=BOTH)
    match.place("U 2,0 0")
    assert code(match.give_deploy("road:0", "builder")) == "accepted"


@pytest.mark.clause("TB-3", "TB-5")
def test_another_builder_or_pig_does_not_count_as_a_follower_of_ones_own() -> None:
    match = Match(
        "D0* U0", "1 road:0 @1,0\n1 builder@road:0 @0,0\n1 farm:0 @1,0\n1 pig@farm:0 @0,0", "U U", options=TRADERS
    )
    match.place("U 2,0 0")
    assert code(match.give_deploy("road:0", "builder")) == "NO_OWN_FOLLOWER"
    assert code(match.give_deploy("farm:0", "pig")) == "NO_OWN_FOLLOWER"


@pytest.mark.clause("TB-3", "TB-5")
def test_builder_and_pig_are_deployed_each_under_its_own_clause() -> None:
    for segment, piece, clause in (("road:0", "builder", "TB-3"), ("farm:0", "pig", "TB-5")):
        match = Match("D0*", STANDING, "D U U", options=TRADERS)
        match.place("D 1,0 0")
        match.done_deploy(segment, piece)
        (record,) = [r for r in match.table.records if isinstance(r.event, PieceDeployed) and r.event.piece == piece]
        assert (record.law, record.event.role) == (clause, piece)
    assert not of(match.events, DeploySkipped)
