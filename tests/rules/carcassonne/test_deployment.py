"""B-6: putting a follower on the tile just laid."""

from typing import Any

import pytest

from domain.carcassonne.messages import Deploy, DeploySkipped, PieceDeployed, PlaceTile, SkipDeploy
from domain.table.lifecycle import PauseTable, Resign
from domain.table.messages import HOST
from domain.table.refusals import Refusal
from tests.rules.carcassonne.tables import Match, code, paid

OWN_ROAD = "W0 D0*"


def match_after(place: str, board: str = "D0*", pieces: str = "") -> Match:
    """A match in which a tile has been laid and its deployment is awaited."""
    match = Match(board, pieces, f"{place.split()[0]} U")
    assert code(match.place(place)) == "accepted"
    return match


@pytest.mark.clause("B-6")
@pytest.mark.parametrize(
    ("segment", "role"), [("city:0", "knight"), ("road:1", "thief"), ("farm:2", "farmer"), ("farm:0", "farmer")]
)
def test_a_follower_takes_the_role_of_its_segment(segment: str, role: str) -> None:
    match = match_after("L 1,0 0")
    events = match.give_deploy(segment)
    assert isinstance(events, list)
    assert events[0] == PieceDeployed(0, "follower", 1, 0, segment, role)
    assert match.home == [6, 7]


@pytest.mark.clause("B-6")
def test_a_monk_stands_in_the_building() -> None:
    match = match_after("B 0,1 0")
    events = match.give_deploy("building")
    assert isinstance(events, list)
    assert events[0] == PieceDeployed(0, "follower", 0, 1, "building", "monk")


# What is asked after L is laid beside a road with the own thief; the first check that fails is the answer.
REFUSED = [
    ("NO_SUCH_SEGMENT", Deploy("follower", "city:1")),
    ("NO_SUCH_SEGMENT", Deploy("follower", "building")),
    ("NO_SUCH_SEGMENT", Deploy("follower", "road:3")),
    ("NO_SUCH_SEGMENT", Deploy("follower", "road")),
    ("NO_SUCH_SEGMENT", Deploy("follower", "road:-1")),
    ("NO_SUCH_SEGMENT", Deploy("big", "city:7")),
    ("PIECE_NOT_IN_SUPPLY", Deploy("big", "city:0")),
    ("PIECE_NOT_IN_SUPPLY", Deploy("builder", "city:0")),
    ("PIECE_NOT_IN_SUPPLY", Deploy("Follower", "city:0")),
    ("PIECE_NOT_IN_SUPPLY", Deploy("big", "road:2")),
    ("FEATURE_OCCUPIED", Deploy("follower", "road:2")),
    ("accepted", Deploy("follower", "road:0")),
    ("accepted", Deploy("follower", "farm:0")),
    ("accepted", SkipDeploy()),
]


@pytest.mark.clause("B-6")
@pytest.mark.parametrize(("expected", "command"), REFUSED, ids=[f"{c}: {d}" for c, d in REFUSED])
def test_the_first_check_that_fails_is_the_answer(expected: str, command: object) -> None:
    match = match_after("L 1,0 0", OWN_ROAD, "0 road:0 @-1,0")
    answer = match.give(command)
    assert code(answer) == expected
    if isinstance(answer, Refusal):
        assert answer.clause == "B-6"
        assert match.awaited == (0, ("Deploy", "SkipDeploy"))


@pytest.mark.clause("B-6")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_feature_is_occupied_after_joining_whoever_stands_there(seat: int) -> None:
    match = match_after("U 1,0 0", OWN_ROAD, f"{seat} road:0 @-1,0")
    assert code(match.give_deploy("road:0")) == "FEATURE_OCCUPIED"


@pytest.mark.clause("B-6")
def test_a_follower_may_enter_the_feature_that_its_tile_completes_and_is_home_at_once() -> None:
    match = match_after("E 0,-1 2")
    events = match.give_deploy("city:0")
    assert isinstance(events, list)
    assert [type(event).__name__ for event in events[:4]] == [
        "PieceDeployed", "FeatureScored", "PiecesReturned", "TurnEnded",
    ]  # fmt: skip
    assert paid(events) == ["city 0 4 complete"]
    assert match.home == [7, 7]


@pytest.mark.clause("B-6")
def test_a_feature_is_free_again_only_after_the_turn_that_scored_it() -> None:
    match = match_after("A 1,0 1", OWN_ROAD, "0 road:0 @-1,0")
    assert code(match.give_deploy("road:0")) == "FEATURE_OCCUPIED"


@pytest.mark.clause("B-6")
def test_where_all_segments_are_occupied_the_deployment_is_passed_by_itself() -> None:
    match = Match("E1 . E3\nU0 D0* U0", "1 city:0 @-1,-1", "C U")
    events: Any = match.place("C 0,-1 0")
    assert events[1] == DeploySkipped(0, automatic=True)
    assert match.awaited == (1, ("PlaceTile",))


@pytest.mark.clause("B-6")
def test_without_a_follower_at_home_the_deployment_is_passed_by_itself() -> None:
    # Segments of one tile hold one follower each here, so that seven stand on three tiles.
    pieces = "\n".join(f"0 {s} @-1,0" for s in ("farm:0", "farm:1", "farm:2", "road:0", "road:1", "road:2"))
    match = Match("W0 D0* W0", f"{pieces}\n0 farm:1 @1,0", "E U")
    assert match.home == [0, 7]
    events: Any = match.place("E 0,-1 2")
    assert events[1] == DeploySkipped(0, automatic=True)
    assert match.awaited == (1, ("PlaceTile",))


@pytest.mark.clause("B-6")
def test_the_last_follower_at_home_can_be_deployed() -> None:
    pieces = "\n".join(f"0 {s} @-1,0" for s in ("farm:0", "farm:1", "farm:2", "road:0", "road:1", "road:2"))
    match = match_after("E 0,-1 2", "W0 D0*", pieces)
    assert match.home == [1, 7]
    assert code(match.give_deploy("farm:0")) == "accepted"
    assert match.home == [0, 7]


@pytest.mark.clause("B-6")
def test_nothing_need_be_deployed() -> None:
    match = match_after("E 0,-1 2")
    events: Any = match.give(SkipDeploy())
    assert events[0] == DeploySkipped(0, automatic=False)
    assert match.home == [7, 7]


@pytest.mark.clause("B-6")
def test_one_follower_a_turn() -> None:
    match = match_after("E 0,-1 2")
    match.give_deploy("farm:0")
    assert code(match.give(Deploy("follower", "city:0"), by=0)) == "NOT_YOUR_TURN"


@pytest.mark.clause("B-4", "B-6")
def test_the_tables_own_checks_come_first_and_in_their_order() -> None:
    match = match_after("E 0,-1 2")
    nonsense = Deploy("nothing", "nowhere")
    seen = match.table.version
    # Each step mends what the one before was refused for.
    assert code(match.give(nonsense, by=7, expected=seen - 1)) == "STALE_VERSION"
    assert code(match.give(nonsense, by=7)) == "NO_SUCH_SEAT"
    assert code(match.give(nonsense, by=HOST)) == "SEAT_NEEDED"
    assert code(match.give(nonsense, by=1)) == "NOT_YOUR_TURN"
    assert code(match.give(PlaceTile("x", 0, 0, 9), by=0)) == "WRONG_PHASE"
    assert code(match.give(nonsense, by=0)) == "NO_SUCH_SEGMENT"
    match.give(PauseTable(), by=HOST)
    assert code(match.give(nonsense, by=7, expected=seen)) == "GAME_NOT_ACTIVE"


@pytest.mark.clause("B-4", "B-6")
@pytest.mark.parametrize("command", [Deploy("follower", "city:0"), SkipDeploy()])
def test_before_the_tile_is_laid_nothing_is_deployed(command: object) -> None:
    match = Match(tiles="E U")
    assert code(match.give(command)) == "WRONG_PHASE"


@pytest.mark.clause("B-6")
def test_a_seat_that_resigned_leaves_its_followers_and_the_host_plays_on_for_it() -> None:
    match = match_after("W 1,0 0", OWN_ROAD, "0 road:0 @-1,0")
    match.give(Resign(), by=0)
    assert match.home == [6, 7]
    assert isinstance(match.give(SkipDeploy(), by=0), Refusal)
    events = match.give(SkipDeploy(), by=HOST, seat=0)
    assert isinstance(events, list)
    assert paid(events) == ["road 0 3 complete"]
    assert match.home == [7, 7]
