"""B-5, B-10, B-12: joining, who scores, and what goes home."""

import pytest

from domain.carcassonne.messages import PiecesReturned
from tests.rules.carcassonne.cases import Case, check, rows
from tests.rules.carcassonne.tables import Match
from tests.rules.carcassonne.test_cities import BLOCK, WALL

CASES = [
    Case(
        "B-10", "three seats who meet with one knight each all have the full value", BLOCK,
        "0 city:0 @0,-2\n1 city:0 @-1,-1\n2 city:0 @1,-1", "C 0,-1 0",
        ["city 0+1+2 12 complete"], [12, 12, 12], home=[7, 7, 7],
    ),
    Case(
        "B-10", "two knights outvote one, who has nothing", BLOCK,
        "0 city:0 @0,-2\n1 city:0 @-1,-1\n0 city:0 @1,-1", "C 0,-1 0",
        ["city 0 12 complete"], [12, 0], home=[7, 7],
    ),
    Case(
        "B-10", "the seat that completes a feature has nothing for that", BLOCK,
        "1 city:0 @0,-2", "C 0,-1 0", ["city 1 12 complete"], [0, 12], home=[7, 7],
    ),
    Case(
        "B-10", "two of three seats tie above the third", WALL,
        "0 city:0 @-1,-3\n0 city:0 @1,-3\n2 city:0 @-1,-1\n2 city:0 @1,-1\n1 city:0 @-1,-2", "G 0,-3 0",
        ["city 0+2 24 complete"], [24, 0, 24], home=[7, 7, 7],
    ),
    Case("B-10", "a feature without followers pays nothing", BLOCK, "", "C 0,-1 0", [], [0, 0], home=[7, 7]),
    Case(
        "B-10", "a thief's road does not care for the knights of the same tile", "D0*", "",
        "L -1,0 0 city:0\nW 1,0 0 road:2", ["road 1 3 complete"], [0, 3], home=[6, 7],
    ),
    Case(
        "B-10", "a tie holds in the final scoring, too", "W0 D0*",
        "0 road:0 @-1,0", "U 1,0 0", ["road 0 3 unfinished"], [3, 0], ends=True,
    ),
    Case(
        "B-5", "a tile between two roads joins them, with the thieves of both",
        """
        U0 D0* .  U0
        .  B0  B0 B0
        """,
        "0 road:0 @-1,0\n1 road:0 @2,0", "U 1,0 0", ["road 0+1 4 unfinished"], [4, 4], ends=True,
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", rows(CASES))
def test_owners(case: Case) -> None:
    check(case)


@pytest.mark.clause("B-5")
def test_a_join_keeps_all_pieces_where_they_stand() -> None:
    match = Match("E1 . E3\nU0 D0* U0", "1 city:0 @-1,-1\n0 city:0 @1,-1\n1 road:0 @1,0", "C")
    before = dict(match.game.board.features.pieces)
    match.turn("C 0,-1 0")
    assert match.game.board.features.pieces == before


@pytest.mark.clause("B-12")
def test_the_followers_of_owners_and_others_go_home_after_all_is_scored() -> None:
    match = Match(BLOCK, "0 city:0 @0,-2\n1 city:0 @-1,-1\n0 city:0 @1,-1", "C")
    events = match.turn("C 0,-1 0")
    kinds = [type(event).__name__ for event in events]
    assert kinds[:5] == ["TilePlaced", "DeploySkipped", "FeatureScored", "PiecesReturned", "TurnEnded"]
    returned = next(event for event in events if isinstance(event, PiecesReturned))
    assert sorted((piece.seat, piece.x, piece.y) for piece in returned.pieces) == [(0, 0, -2), (0, 1, -1), (1, -1, -1)]
    assert returned.reason == "scored"


@pytest.mark.clause("B-12", "B-6")
def test_a_follower_that_comes_home_cannot_be_deployed_in_the_same_turn() -> None:
    all_seven = "0 city:0 @0,-2\n" + "\n".join(
        f"0 farm:0 @{cell}" for cell in ("-1,-1", "1,-1", "-1,0", "1,0", "-1,-2")
    )
    match = Match(BLOCK, all_seven + "\n0 farm:1 @-1,0", "C")
    assert match.home == [0, 7]
    events = match.turn("C 0,-1 0")
    assert [type(event).__name__ for event in events[:4]] == [
        "TilePlaced", "DeploySkipped", "FeatureScored", "PiecesReturned",
    ]  # fmt: skip
    assert events[1].automatic
    assert match.home == [1, 7]


@pytest.mark.clause("B-12")
def test_no_command_takes_a_follower_back() -> None:
    match = Match("D0*", tiles="U E")
    match.turn("U -1,0 0 road:0")
    names = [command.__name__ for command in match.table.rulebook.commands]
    assert names[:3] == ["PlaceTile", "Deploy", "SkipDeploy"]
    # The others take followers back only by CSC-21 and CSC-24: a table without them never awaits one.
    played = {name for prompt in match.table.prompts for name in prompt.commands}
    assert played <= {"PlaceTile", "Deploy", "SkipDeploy"}
    match.turn("E 0,-1 2")
    assert match.home == [6, 7]
