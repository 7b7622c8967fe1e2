"""6.5.4: the Marquise builds for wood that is connected."""

from typing import Any

import pytest

from domain.root.events import PiecesPlaced, Placed, PointsScored
from domain.root.factions import BUILD_COST, BUILD_POINTS, WORKS
from domain.root.marquise.commands import Battle, Build
from domain.root.marquise.events import WoodSpent
from domain.table.messages import Term
from tests.rules.root.positions import EYRIE, MARQUISE, done, kinds, of, offers, play, position, refused, scored

COLUMNS = [(kind, column) for kind in WORKS for column in range(6)]
ELSEWHERE = (5, 5, 9, 9, 7)
COSTS = (0, 1, 2, 3, 3, 4)
POINTS = {"sawmill": (0, 1, 2, 3, 4, 5), "workshop": (0, 2, 2, 3, 4, 5), "recruiter": (0, 1, 2, 3, 3, 4)}


def row(kind: str, count: int) -> str:
    """So many buildings of a kind on the map, away from clearings 8 and 4."""
    return "\n".join(f"marquise {n} {kind}" for n in ELSEWHERE[:count])


@pytest.mark.clause("6.5.4")
@pytest.mark.parametrize(("kind", "column"), COLUMNS)
def test_a_building_costs_and_scores_what_is_printed_above_its_space(kind: Any, column: int) -> None:
    assert (BUILD_COST[column], BUILD_POINTS[kind][column]) == (COSTS[column], POINTS[kind][column])
    game = position("actions", f"marquise 8 warrior wood*4\n{row(kind, column)}")
    cost, points = COSTS[column], POINTS[kind][column]
    events = done(game, MARQUISE, Build(kind, 8, (8,) * cost))
    assert of(events, WoodSpent) == ([WoodSpent(MARQUISE, (8,) * cost)] if cost else [])
    assert of(events, PiecesPlaced) == [PiecesPlaced(MARQUISE, (Placed(kind, 8, 1),))]
    terms = (Term(kind, 1, points, "6.5.4"),)
    assert of(events, PointsScored) == ([PointsScored((MARQUISE,), terms)] if points else [])
    assert game.on_map(MARQUISE, kind) == column + 1
    assert game.stock[MARQUISE]["wood"] == 4 + cost
    assert game.marquise is not None
    assert game.marquise.actions_left == 2


@pytest.mark.clause("6.5.4")
@pytest.mark.parametrize(("kind", "column"), COLUMNS)
@pytest.mark.parametrize("off", [-1, 1])
def test_neither_more_nor_less_wood_is_paid(kind: Any, column: int, off: int) -> None:
    game = position("actions", f"marquise 8 warrior wood*6\n{row(kind, column)}")
    paid = COSTS[column] + off
    if paid >= 0:
        assert refused(game, MARQUISE, Build(kind, 8, (8,) * paid)) == "NOT_ENOUGH_WOOD"


@pytest.mark.clause("6.5.4")
@pytest.mark.parametrize("kind", WORKS)
def test_with_six_of_a_kind_on_the_map_no_other_is_left(kind: Any) -> None:
    game = position("actions", f"marquise 8 warrior wood*8\n{row(kind, 5)}\nmarquise 7 {kind}")
    assert refused(game, MARQUISE, Build(kind, 8, (8,) * 4)) == "NO_PIECE_IN_SUPPLY"
    assert not [one for one in offers(game, MARQUISE, Build) if one.building == kind]


@pytest.mark.clause("6.5.4")
def test_a_removed_building_is_rebuilt_from_its_column_and_the_first_costs_and_scores_nothing() -> None:
    game = position("actions", "marquise 8 warrior\nmarquise 5 warrior sawmill\neyrie 5 warrior*3", scores=[0, 7, 0])
    assert refused(game, MARQUISE, Build("sawmill", 8)) == "NOT_ENOUGH_WOOD"
    done(game, MARQUISE, Battle(5, EYRIE), dice=[3, 2])
    assert game.on_map(MARQUISE, "sawmill") == 0
    assert game.scores[MARQUISE] == 7  # losing buildings never lowers the score
    assert not scored(done(game, MARQUISE, Build("sawmill", 8)), MARQUISE)
    assert game.on_map(MARQUISE, "sawmill") == 1


# --- Where ------------------------------------------------------------------------------------------------------------

PLACES = [
    ("a clearing that she rules, with an open slot", "marquise 8 warrior", 8, None),
    ("buildings alone rule it", "marquise 8 sawmill", 8, None),
    ("nobody is there", "", 8, "NO_RULE"),
    ("others are as many", "marquise 8 warrior*2\ncult 8 warrior*2", 8, "NO_RULE"),
    ("the Eyrie rules a tie", "marquise 8 warrior*2\neyrie 8 warrior*2", 8, "NO_RULE"),
    ("a garden rules, however many warriors she has", "marquise 8 warrior*9\ncult 8 garden-fox", 8, "NO_RULE"),
    ("wood and the keep do not rule", "marquise 1 keep wood*3", 1, "NO_RULE"),
    ("both slots are taken", "marquise 8 warrior sawmill*2", 8, "NO_OPEN_SLOT"),
    ("an enemy's building takes a slot", "marquise 1 warrior*4\neyrie 1 roost", 1, "NO_OPEN_SLOT"),
    ("a ruin takes a slot", "marquise 6 warrior sawmill", 6, "NO_OPEN_SLOT"),
    ("two buildings stand where three slots and a ruin are", "marquise 11 sawmill*2", 11, "NO_OPEN_SLOT"),
    ("the keep takes no slot", "marquise 1 keep warrior", 1, None),
    ("there is no such clearing", "marquise 8 warrior", 13, "UNKNOWN_CLEARING"),
]


@pytest.mark.clause("6.5.4", "core-4", "core-7.1", "10.2.4")
@pytest.mark.parametrize(("sentence", "pieces", "clearing", "code"), PLACES, ids=[one[0] for one in PLACES])
def test_where_she_can_build(sentence: str, pieces: str, clearing: int, code: str | None) -> None:
    game = position("actions", pieces)
    if code is None:
        done(game, MARQUISE, Build("workshop", clearing))
    else:
        assert refused(game, MARQUISE, Build("workshop", clearing)) == code


@pytest.mark.clause("6.5.4")
def test_place_is_checked_before_piece_and_piece_before_wood() -> None:
    game = position("actions", f"marquise 8 warrior sawmill\n{row('sawmill', 5)}")
    assert refused(game, MARQUISE, Build("sawmill", 12, (12,) * 9)) == "NO_RULE"
    assert refused(game, MARQUISE, Build("sawmill", 5, (12,) * 9)) == "NO_OPEN_SLOT"
    assert refused(game, MARQUISE, Build("sawmill", 8, (12,) * 9)) == "NO_PIECE_IN_SUPPLY"


# --- Wood -------------------------------------------------------------------------------------------------------------

# A second workshop, in clearing 8 (adjacent to 4 and 7), for one wood; the first stands in clearing 2.
BASE = "marquise 2 workshop warrior\nmarquise 8 warrior\n"
CHAINS = [
    ("in the clearing itself", "marquise 8 wood", 8, None),
    ("beside it, in a clearing that she rules", "marquise 4 warrior wood", 4, None),
    ("through a chain of clearings that she rules", "marquise 4 warrior\nmarquise 9 warrior\nmarquise 1 warrior wood", 1, None),
    ("through a clearing that a building rules", "marquise 4 sawmill\nmarquise 9 warrior wood", 9, None),
    (
        "round about, where the short way is broken",
        "marquise 7 warrior\nmarquise 12 warrior\nmarquise 9 warrior wood\neyrie 4 warrior", 9, None,
    ),
    ("from the keep's clearing", "marquise 4 warrior keep wood", 4, None),
    ("beside it, but nobody rules there", "marquise 4 wood", 4, "WOOD_NOT_CONNECTED"),
    ("beside it, but another rules there", "marquise 4 warrior wood\neyrie 4 warrior*2", 4, "WOOD_NOT_CONNECTED"),
    ("beside it, tied with the Eyrie", "marquise 4 warrior wood\neyrie 4 warrior", 4, "WOOD_NOT_CONNECTED"),
    ("beside it, tied with the Cult", "marquise 4 warrior wood\ncult 4 warrior", 4, "WOOD_NOT_CONNECTED"),
    ("in a garden's clearing", "marquise 4 warrior*3 wood\ncult 4 garden-rabbit", 4, "WOOD_NOT_CONNECTED"),
    ("behind a garden", "marquise 4 warrior*3\ncult 4 garden-rabbit\nmarquise 9 warrior wood", 9, "WOOD_NOT_CONNECTED"),
    ("behind an empty clearing", "marquise 9 warrior wood", 9, "WOOD_NOT_CONNECTED"),
    ("behind a clearing of the Eyrie", "marquise 9 warrior wood\neyrie 4 warrior\neyrie 12 warrior", 9, "WOOD_NOT_CONNECTED"),
    ("joined only by the river", "marquise 11 warrior wood", 11, "WOOD_NOT_CONNECTED"),
    ("the keep does not rule", "marquise 4 keep\nmarquise 9 warrior wood", 9, "WOOD_NOT_CONNECTED"),
    ("there is none", "marquise 4 warrior", 4, "WOOD_NOT_CONNECTED"),
    ("no such clearing", "marquise 4 warrior wood", 13, "UNKNOWN_CLEARING"),
]  # fmt: skip


@pytest.mark.clause("6.5.4", "10.2.4")
@pytest.mark.parametrize(("sentence", "pieces", "source", "code"), CHAINS, ids=[one[0] for one in CHAINS])
def test_wood_must_be_connected_through_clearings_that_she_rules(
    sentence: str, pieces: str, source: int, code: str | None
) -> None:
    game = position("actions", BASE + pieces)
    if code is None:
        events = done(game, MARQUISE, Build("workshop", 8, (source,)))
        assert (MARQUISE, "wood") not in game.tokens[source]
        assert scored(events, MARQUISE) == 2
    else:
        assert refused(game, MARQUISE, Build("workshop", 8, (source,))) == code
        if source < 13:
            # Wood that cannot be reached stays hers.
            assert game.tokens[source].count((MARQUISE, "wood")) == pieces.count("wood")


@pytest.mark.clause("6.5.4")
def test_wood_of_several_clearings_pays_together_and_goes_to_the_supply() -> None:
    game = position(
        "actions", "marquise 5 sawmill*2\nmarquise 8 warrior wood\nmarquise 7 warrior wood*2\nmarquise 4 wood"
    )
    assert refused(game, MARQUISE, Build("sawmill", 8, (7, 7, 8))) == "NOT_ENOUGH_WOOD"
    assert refused(game, MARQUISE, Build("sawmill", 8, (8, 7))) == "NOT_IN_ORDER"
    assert refused(game, MARQUISE, Build("sawmill", 8, (8, 8))) == "WOOD_NOT_CONNECTED"
    assert {one.wood for one in offers(game, MARQUISE, Build) if (one.building, one.clearing) == ("sawmill", 8)} == {
        (7, 7), (7, 8),
    }  # fmt: skip
    events = done(game, MARQUISE, Build("sawmill", 8, (7, 8)))
    assert kinds(events) == ["ActionTaken", "WoodSpent", "PiecesPlaced", "PointsScored"]
    assert [event.seats for event in of(events, PointsScored)] == [(MARQUISE,)]  # paid wood scores for nobody
    assert game.stock[MARQUISE]["wood"] == 8 - 4 + 2


@pytest.mark.clause("6.5.4", "6.5")
def test_she_can_build_as_often_as_she_has_actions() -> None:
    game = position("actions", "marquise 8 warrior wood*3\nmarquise 7 warrior")
    play(game, MARQUISE, Build("sawmill", 8), Build("sawmill", 8, (8,)), Build("sawmill", 7, (8, 8)))
    assert game.scores[MARQUISE] == 0 + 1 + 2


@pytest.mark.clause("6.5.4", "core-8.6")
def test_wood_that_an_enemy_removes_gives_a_point_each() -> None:
    pieces = "marquise 1 keep\nmarquise 8 warrior wood*2\neyrie 8 warrior*3"
    game = position("actions", pieces, scores=[0, 5, 0], leader="builder")
    events = done(game, MARQUISE, Battle(8, EYRIE), dice=[3, 3])
    assert scored(events, EYRIE) == 2
    assert game.scores[MARQUISE] == 5
    assert game.stock[MARQUISE]["wood"] == 8
