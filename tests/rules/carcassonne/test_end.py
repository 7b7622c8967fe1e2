"""B-14, B-15: the end, the final scoring, and the ranks."""

from typing import Any

import pytest

from domain.carcassonne.messages import FeatureScored, FinalScoringStarted, PiecesReturned, SkipDeploy, TurnEnded
from domain.table.lifecycle import GameFinished
from domain.table.ranking import ranking
from tests.rules.carcassonne.cases import Case, check, rows
from tests.rules.carcassonne.tables import Match, code, paid

LAST = "U 2,0 0"

CASES = [
    Case("B-15", "an unfinished road pays 1 a tile", "U0 D0* U0", "0 road:0 @1,0",
        LAST, ["road 0 4 unfinished"], [4, 0], ends=True),
    Case("B-15", "an unfinished city pays 1 a tile", "G1\nD0* U0", "0 city:0 @0,-1",
        LAST, ["city 0 2 unfinished"], [2, 0], ends=True),
    Case("B-15", "and 1 a shield", "F1\nD0* U0", "1 city:0 @0,-1", LAST, ["city 1 3 unfinished"], [0, 3], ends=True),
    Case(
        "B-15", "a tile that an unfinished city covers twice counts once", "D0* U0\nI2 .\nN1 N0", "0 city:0 @0,1",
        LAST, ["city 0 3 unfinished"], [3, 0], ends=True,
    ),
    Case("B-15", "what nobody stands on pays nobody", "F1\nD0* U0", "", LAST, [], [0, 0], ends=True),
    Case(
        "B-15", "a tie pays all in full", "U0 D0* U0", "0 road:0 @1,0\n1 road:0 @-1,0", LAST,
        ["road 0+1 4 unfinished"], [4, 4], ends=True,
    ),
    Case(
        "B-15", "cities, then roads, then abbeys, then farms", "F1 B0\nD0* U0",
        "1 farm:0 @1,0\n1 road:0 @1,0\n0 building @1,-1\n0 city:0 @0,-1", LAST,
        ["city 0 3 unfinished", "road 1 3 unfinished", "building 0 5 unfinished", "farm 1 0 unfinished"], [8, 3], ends=True,
    ),
    Case(
        "B-15", "what the last tile completes is paid as complete, and not again", "U0 D0* U0", "0 road:0 @1,0",
        "W -2,0 0\nW 2,0 0", ["road 0 5 complete"], [5, 0], ends=True, home=[7, 7],
    ),
    Case(
        "B-15", "a follower deployed with the last tile is paid, too", "U0 D0* U0", "", "W 2,0 0 road:0",
        ["road 0 1 unfinished"], [1, 0], ends=True,
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", rows(CASES))
def test_final_scoring(case: Case) -> None:
    check(case)


@pytest.mark.clause("B-14")
def test_the_game_ends_after_the_turn_in_which_the_last_tile_was_laid() -> None:
    match = Match("U0 D0*", tiles="U", ends=True)
    assert code(match.place("U 1,0 0")) == "accepted"
    # The stack is empty, but nobody must draw yet.
    assert match.awaited == (0, ("Deploy", "SkipDeploy"))
    events: Any = match.give(SkipDeploy())
    assert [type(event) for event in events[-3:]] == [TurnEnded, FinalScoringStarted, GameFinished]
    assert match.awaited is None
    assert match.game.phase == "over"


@pytest.mark.clause("B-14")
def test_when_the_game_is_over_nothing_is_played() -> None:
    match = Match("U0 D0*", tiles="U", ends=True)
    match.turn("U 1,0 0")
    assert code(match.give(SkipDeploy(), by=1)) == "GAME_NOT_ACTIVE"
    assert match.table.rulebook.legal(match.game, 0) == []
    assert match.table.rulebook.legal(match.game, 1) == []


@pytest.mark.clause("B-15")
def test_followers_stay_on_the_table_at_the_end() -> None:
    match = Match("U0 D0* U0", "0 road:0 @1,0\n1 farm:0 @1,0", tiles="U", ends=True)
    events = match.turn(LAST)
    assert not any(isinstance(event, PiecesReturned) for event in events)
    assert match.home == [6, 6]


@pytest.mark.clause("B-15")
def test_every_final_score_says_by_which_clause_it_is_paid() -> None:
    match = Match("F1 B0\nD0* U0", "1 farm:0 @1,0\n1 road:0 @1,0\n0 building @1,-1\n0 city:0 @0,-1", "U", ends=True)
    match.turn(LAST)
    clauses = {r.event.kind: r.law for r in match.table.records if isinstance(r.event, FeatureScored)}
    assert clauses == {"city": "B-15", "road": "B-15", "building": "B-15", "farm": "B-13"}
    for record in match.table.records:
        if isinstance(record.event, FeatureScored):
            assert {term.clause for term in record.event.terms} == {record.law}
    assert match.table.records[-1].law == "B-15"


@pytest.mark.clause("B-7", "B-9", "B-11")
def test_every_score_of_a_turn_says_by_which_clause_it_is_paid() -> None:
    match = Match("N2  .   N3\nF1  B0  F1\nN1  R2  M0\n.   D0* .", "0 city:0 @0,-1\n1 building @0,-2", "G")
    match.turn("G 0,-3 0")
    assert [r.law for r in match.table.records if isinstance(r.event, FeatureScored)] == ["B-9", "B-11"]
    match = Match("W0 D0*", "0 road:0 @-1,0", "W")
    match.turn("W 1,0 0")
    assert [r.law for r in match.table.records if isinstance(r.event, FeatureScored)] == ["B-7"]


@pytest.mark.clause("B-15")
@pytest.mark.parametrize(
    ("pieces", "scores", "ranks"),
    [
        ("0 road:0 @1,0", (4, 0, 0), (1, 2, 2)),
        ("0 road:0 @1,0\n2 road:0 @-1,0", (4, 0, 4), (1, 3, 1)),
        ("", (0, 0, 0), (1, 1, 1)),
        ("1 road:0 @1,0\n2 city:0 @0,-1", (0, 4, 2), (3, 1, 2)),
    ],
)
def test_the_highest_total_wins_and_equal_totals_share_the_rank(
    pieces: str, scores: tuple[int, ...], ranks: tuple[int, ...]
) -> None:
    match = Match(".  G1  .\nU0 D0* U0", pieces, "U", seats=3, ends=True)
    events = match.turn(LAST)
    assert events[-1] == GameFinished(scores, ranks)
    assert match.game.ranking == ranks
    assert match.table.finished == GameFinished(scores, ranks)


@pytest.mark.clause("B-15")
def test_ranks_leave_out_as_many_as_share_one() -> None:
    assert ranking([10, 20, 10, 30, 10]) == (3, 2, 3, 1, 3)
    assert ranking([5, 5]) == (1, 1)
    assert ranking([0, -5]) == (1, 2)


@pytest.mark.clause("B-15")
def test_the_last_lines_pay_what_their_names_say() -> None:
    match = Match("U0 D0* U0", "0 road:0 @1,0", "U", ends=True)
    assert paid(match.turn("U 2,0 0 farm:0")) == ["road 0 4 unfinished", "farm 0 0 unfinished"]
