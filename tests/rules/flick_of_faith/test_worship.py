"""Worship and the end: FF-6.1 to FF-6.4, P-4, P-5; E-34 to E-42."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.flick_of_faith.events import (
    GenerationEnded,
    NavelScored,
    PointsAwarded,
    ProphetsReturned,
    TieBroken,
    WorshipScored,
)
from domain.flick_of_faith.scoring import tie_break
from domain.flick_of_faith.scoring import worship as score
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.where import presence
from domain.table.lifecycle import GameFinished
from domain.table.messages import Term
from tests.rules.flick_of_faith.positions import asked, go_on, happen, kinds, of, places, position

EXAMPLES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "examples.json").read_bytes())["examples"]
# Where rows of discs begin on each Island: out of the City, and inside by more than a radius.
ROWS = {
    "south": [(x, y) for y in (65, 135) for x in (210, 240, 270)] + [(200, 100), (280, 100)],
    "north": [(x, y) for y in (345, 415) for x in (210, 240, 270)] + [(200, 380), (280, 380)],
    "east": [(x, y) for x in (345, 415) for y in (210, 240, 270)] + [(380, 200), (380, 280)],
    "west": [(x, y) for x in (65, 135) for y in (210, 240, 270)] + [(100, 200), (100, 280)],
}
# Temples touch the Islands from outside, at the middle of a side or near it.
TEMPLES = {"south": [(240, 35), (198, 35), (282, 35)], "north": [(240, 445), (198, 445), (282, 445)],
           "east": [(445, 240), (445, 198), (445, 282)], "west": [(35, 240), (35, 198), (35, 282)]}  # fmt: skip


def board(counts: dict[str, dict[str, list[int]]]) -> str:
    """A board on which players A, B, C, D have so many Prophets and Temples on each Island."""
    lines, used = [], {player: [0, 0] for player in "ABCD"}
    for island, players in counts.items():
        prophets, temples = iter(ROWS[island]), iter(TEMPLES[island])
        for player, numbers in players.items():
            for kind, (number, free, letter) in enumerate(zip(numbers, (prophets, temples), "pt", strict=True)):
                for _ in range(number):
                    used[player][kind] += 1
                    x, y = next(free)
                    lines.append(f"{'ABCD'.index(player)}-{letter}{used[player][kind]:02} {x} {y}")
    return "\n".join(lines)


def points(events: list[Any]) -> dict[int, int]:
    return {event.seats[0]: event.points for event in of(events, WorshipScored)}


@pytest.mark.clause("FF-6.1", "FF-6.2", "FF-6.3", "law-king-ape")
@pytest.mark.parametrize("example", [one for one in EXAMPLES if one["type"] == "worship"], ids=lambda one: one["id"])
def test_worship_worked_out_by_hand(example: dict[str, Any]) -> None:
    players = sorted(example["expect"])
    blocked = example.get("no_points_on", [])
    game = position(board(example["counts"]), seats=len(players), step="worship", laws=["king-ape"] if blocked else [])
    if blocked:
        game.discs["king-ape"].zone, game.discs["king-ape"].x, game.discs["king-ape"].y = "map", 240_000, 168_000
        assert presence(game, "king-ape").islands == tuple(blocked)

    # The Laws are those of the next Council.
    events = go_on(game, laws=["pride", "humility"])

    assert {players[seat]: gained for seat, gained in points(events).items()} == example["expect"]


@pytest.mark.clause("FF-6.4", "P-4")
def test_e_38_r_26_r_27_all_prophets_are_ready_again_and_temples_stay() -> None:
    counts = next(one for one in EXAMPLES if one["id"] == "E-34")["counts"]
    game = position(board(counts), seats=4, step="worship", ready={0: 1, 1: 0})
    temples = places(game, "0-t01", "1-t01", "2-t01")
    events = go_on(game)

    (home,) = of(events, ProphetsReturned)
    assert all(len(game.owned(seat, "ready")) == 5 for seat in range(4))
    assert set(home.discs) >= {"0-p01", "0-p05", "1-p05", "3-p01"}
    assert not {disc for disc in home.discs if disc[2] == "t"}
    assert places(game, "0-t01", "1-t01", "2-t01") == temples
    assert [presence(game, temple).islands for temple in ("0-t01", "1-t01", "2-t01")] == [
        ("south",), ("north",), ("north",),
    ]  # fmt: skip
    assert asked(game) == [(1, "flick")]


@pytest.mark.clause("FF-6.4", "FF-2.2", "D-3")
def test_r_25_a_temple_whose_base_goes_home_stays_where_it_lies_and_answers_for_itself() -> None:
    game = position("1-p01 240 40\n0-t01 240 15 on 1-p01", step="worship")
    events = go_on(game)

    # In Worship it was on South with the Prophet: a tie. Then it is at Sea.
    assert points(events) == {0: 1, 1: 1}
    assert places(game, "0-t01") == [(240_000, 15_000)]
    assert game.discs["0-t01"].on is None
    assert presence(game, "0-t01").at_sea


@pytest.mark.clause("FF-2.1", "FF-6.1")
def test_r_09_a_disc_that_touches_two_islands_counts_on_both() -> None:
    # On the house map no disc is big enough; on a group's own mat it may be, and zones say so.
    game = position("0-p01 @ south east", step="worship", mode="table")
    assert points(go_on(game)) == {0: 6, 1: 0}


@pytest.mark.clause("FF-6.1", "FF-6.2", "FF-5.1", "P-4")
def test_e_41_a_whole_generation_of_two_players() -> None:
    game = position(
        """
        0-p01 210 65
        0-p02 240 65
        0-p03 240 240
        0-t01 35 240
        1-p01 270 65
        1-p02 415 240
        1-p03 65 210
        1-p04 65 270
        1-p05 300 300
        """,
        step="worship",
        ready={0: 0, 1: 0},
    )
    assert set(game.owned(0, "reserve")) == {"0-p04", "0-p05"}
    events = go_on(game)

    assert [(event.seats, event.points) for event in of(events, NavelScored)] == [((0,), 3)]
    assert points(events) == {0: 4, 1: 7}
    assert game.scores == [7, 7]
    assert len(game.owned(0, "ready")) == len(game.owned(1, "ready")) == 5
    assert presence(game, "0-t01").islands == ("west",)


@pytest.mark.clause("P-1", "P-4")
def test_worship_goes_through_its_steps_in_order_and_the_token_passes_clockwise() -> None:
    game = position("0-p01 240 240\n1-p01 240 100", step="worship", first=1, active=1)
    events = go_on(game)

    assert kinds(events) == [
        "NavelScored", "WorshipScored", "WorshipScored", "ProphetsReturned", "GenerationEnded", "GenerationStarted",
        "TurnStarted", "DecisionRequested",
    ]  # fmt: skip
    assert of(events, GenerationEnded)[0].first == 0
    assert (game.generation, game.first, game.active) == (2, 0, 0)


# --- P-5: The end -----------------------------------------------------------------------------------------------------

MORE_TEMPLES = "0-t01 240 35\n0-t02 240 445\n0-t03 35 240\n1-t01 445 240\n1-t02 445 198"
SAME_TEMPLES = "0-t01 240 35\n1-t01 240 445\n0-t02 35 240\n1-t02 445 240"
DOMINATED = "0-t01 240 35\n1-t01 282 35\n0-p01 240 65"


@pytest.mark.clause("P-5")
@pytest.mark.parametrize(
    ("scores", "ranking", "tied"),
    [
        ([20, 10, 15, 0], (1, 3, 2, 4), None),
        ([20, 10, 10, 0], (1, 2, 2, 4), None),
        ([5, 5, 5, 0], (1, 1, 1, 4), (0, 1, 2)),
        ([0, 7, 7, 3], (4, 1, 1, 3), (1, 2)),
        ([0, 0, 0, 0], (1, 1, 1, 1), (0, 1, 2, 3)),
    ],
)
def test_most_points_win_and_who_is_tied_in_everything_shares_the_victory(
    scores: list[int], ranking: tuple[int, ...], tied: tuple[int, ...] | None
) -> None:
    game = position(seats=4, step="worship", generation=4, scores=scores)
    broken = [] if tied is None else [TieBroken(tied, "shared")]
    assert of(go_on(game), TieBroken) == broken
    assert game.ranking == ranking


@pytest.mark.clause("P-5")
@pytest.mark.parametrize(
    ("discs", "by"), [(MORE_TEMPLES, "temples"), (SAME_TEMPLES, "shared"), (DOMINATED, "dominated")]
)
def test_what_decided_a_tie_is_told_before_the_end(discs: str, by: str) -> None:
    game = position(discs, step="worship", generation=4)
    worship = {event.seats[0]: event.points for event in score(game.copy())}
    happen(game, *(PointsAwarded((seat,), (Term("test", 99 - worship[seat], 1, "P-5"),)) for seat in (0, 1)))
    events = go_on(game)
    assert kinds(events)[-2:] == ["TieBroken", "GameFinished"]
    assert of(events, TieBroken) == [TieBroken((0, 1), by)]


@pytest.mark.clause("P-5")
def test_a_tie_of_three_can_be_shared_by_two() -> None:
    game = position(SAME_TEMPLES, seats=3, scores=[5, 5, 5])
    assert list(tie_break(game)) == [TieBroken((0, 1, 2), "shared")]


def finished(discs: str, scores: list[int], seats: int = 2, **more: Any) -> Game:
    game = position(discs, seats=seats, step="worship", generation=3 if seats == 3 else 4, scores=scores, **more)
    events = go_on(game)
    (end,) = of(events, GameFinished)
    assert end.scores == tuple(game.scores)
    assert game.over
    assert game.prompts == ()
    return game


@pytest.mark.clause("P-5")
def test_e_42_more_temples_on_the_map_break_a_tie() -> None:
    # Three Islands dominated by A against one by B: 9 to 3.
    game = finished(MORE_TEMPLES, [22, 28])
    assert game.scores == [31, 31]
    assert game.ranking == (1, 2)


@pytest.mark.clause("P-5")
def test_then_more_islands_dominated_in_the_last_worship_break_it() -> None:
    # Two Temples each: A's on two Islands, B's both on East.
    game = finished("0-t01 240 35\n0-t02 35 240\n1-t01 445 240\n1-t02 445 198", [10, 13])
    assert game.scores == [16, 16]
    assert game.ranking == (1, 2)


@pytest.mark.clause("P-5")
def test_e_42_else_the_victory_is_shared() -> None:
    game = finished(SAME_TEMPLES, [25, 25])
    assert game.scores == [31, 31]
    assert game.ranking == (1, 1)


@pytest.mark.clause("S-3", "P-5")
@pytest.mark.parametrize(("seats", "generations"), [(2, 4), (3, 3), (4, 4)])
def test_there_are_four_generations_or_three_with_three_players(seats: int, generations: int) -> None:
    game = position(seats=seats, step="worship", generation=generations - 1)
    go_on(game)
    assert not game.over
    game = position(seats=seats, step="worship", generation=generations)
    go_on(game)
    assert game.over


@pytest.mark.clause("S-3")
@pytest.mark.parametrize("generations", [1, 8])
def test_by_option_there_are_more_or_fewer(generations: int) -> None:
    game = position(step="worship", generation=generations, generations=generations)
    go_on(game)
    assert game.over
