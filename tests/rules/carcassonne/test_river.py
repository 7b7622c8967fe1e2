"""R-1, R-2: the river, laid first from its spring to its lake."""

from collections import Counter

import pytest

from domain.carcassonne.messages import (
    DeploySkipped,
    GameStarted,
    PlaceTile,
    SkipDeploy,
    StackShuffled,
    TileDrawn,
    TilePlaced,
)
from domain.carcassonne.rulebook import rulebook
from domain.carcassonne.state import RIVER, STACK
from domain.carcassonne.tiles import tile_set
from domain.table.lifecycle import GameFinished
from domain.table.refusals import Refusal
from domain.table.seeing import view_of
from tests.rules.carcassonne.playing import Play
from tests.rules.carcassonne.tables import Beginning, Match, code, options_of

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
FIRST, SECOND = options_of(("base", "river_1")), options_of(("base", "river_2"))
# The tiles of the first river between spring and lake, in an order that leaves none out.
FIRST_ORDER = "R1-G R1-J R1-G R1-C R1-D R1-E R1-F R1-H R1-I R1-J"


def river_ids(name: str, *roles: str | None) -> Counter[str]:
    return Counter({tile.id: tile.count for tile in tile_set(name).tiles if tile.river_role in roles})


@pytest.mark.clause("R-1", "B-2")
@pytest.mark.parametrize(("options", "spring"), [(FIRST, "R1-A"), (SECOND, "R2-A")])
def test_the_spring_lies_there_instead_of_the_start_tile_which_is_shuffled_in(options: str, spring: str) -> None:
    match = Beginning("D", "R1-G" if spring == "R1-A" else "", options=options)
    assert match.events[-4:-1] == [GameStarted(spring, 0, 0, 0), StackShuffled(RIVER, 11), StackShuffled(STACK, 72)]
    (record,) = [r for r in match.table.records if r.event == StackShuffled(RIVER, 11)]
    assert record.law == "R-1"
    assert match.game.stack.count("BA-D") == 4
    assert view_of(match.table, None).river == 10
    assert sum(view_of(match.table, None).unseen.values()) == 72


@pytest.mark.clause("R-1")
def test_without_a_river_the_start_tile_lies_there_and_nothing_of_a_river_is_told() -> None:
    match = Beginning("U")
    assert match.events[-3:-1] == [GameStarted("BA-D", 0, 0, 0), StackShuffled(STACK, 71)]


@pytest.mark.clause("R-1", "R-2")
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("name", ["river_1", "river_2"])
def test_river_tiles_come_before_all_others_a_fork_first_and_the_lake_last(name: str, seed: int) -> None:
    play = Play(seed, 2, options_of(("base", name)))
    while play.game.river or (play.game.drawn or "").startswith("R"):
        play.do(*play.choose())
    drawn = [r.event.tile for r in play.table.records if isinstance(r.event, TileDrawn)]
    of_river, others = (
        [tile for tile in drawn if tile.startswith("R")],
        [tile for tile in drawn if not tile.startswith("R")],
    )
    assert drawn == of_river + others
    assert len(of_river) == 11
    assert of_river[-1] == next(iter(river_ids(name, "lake")))
    if name == "river_2":
        assert of_river[0] == "R2-D"
    assert Counter(of_river) == river_ids(name, "lake", "fork", None)


@pytest.mark.clause("R-1", "B-3")
@pytest.mark.parametrize("name", ["river_1", "river_2"])
def test_the_river_never_runs_into_a_dead_end_and_always_reaches_its_lake(name: str) -> None:
    games_with_discards = 0
    for seed in range(150):
        play = Play(seed, 2, options_of(("base", name)), crowded=seed % 2 == 0)
        while play.game.river or (play.game.drawn or "").startswith("R"):
            play.do(*play.choose())
            assert_no_end_is_blocked(play)
        river_discarded = [tile for tile in play.game.discarded if tile.startswith("R")]
        games_with_discards += bool(river_discarded)
        assert not {"R1-B", "R2-C"} & set(river_discarded)
    assert games_with_discards <= 10


def assert_no_end_is_blocked(play: Play) -> None:
    """Every open end faces an empty cell beside which nothing lies but the end itself, nor what another end faces."""
    view = view_of(play.table, None)
    cells = {(tile.x, tile.y) for tile in view.tiles}
    faced = []
    for tile in view.tiles:
        for river in play.game.face(tile.tile).tile.rivers:
            turned = [("NESW".index(letter) + tile.rot) % 4 for letter in river.edges]
            beyond = [(tile.x + STEPS[edge][0], tile.y + STEPS[edge][1]) for edge in turned]
            faced += [cell for cell in beyond if cell not in cells]
    for x, y in faced:
        beside = {(x + dx, y + dy) for dx, dy in STEPS}
        assert len(beside & cells) == 1
        assert not beside & set(faced)
    assert faced or not play.game.river


def begin(river: str, options: str = FIRST, tiles: str = "U U U") -> Beginning:
    """A game whose river tiles come in this order."""
    return Beginning(tiles, river, options=options)


# What is laid before, what is asked, and the answer.
LAYING = [
    ("a straight tile continues it", "R1-G", "", "R1-G 1,0 0", "accepted"),
    ("turned about it does, too", "R1-G", "", "R1-G 1,0 2", "accepted"),
    ("a bend to the north", "R1-J", "", "R1-J 1,0 1", "accepted"),
    ("a bend to the south", "R1-J", "", "R1-J 1,0 0", "accepted"),
    ("its river does not meet the river", "R1-G", "", "R1-G 1,0 1", "EDGE_MISMATCH"),
    ("beside the spring's meadow", "R1-G", "", "R1-G 0,1 0", "RIVER_RULE"),
    ("a river against a meadow", "R1-G", "", "R1-G 0,1 1", "EDGE_MISMATCH"),
    ("not beside anything", "R1-G", "", "R1-G 3,0 0", "NOT_ADJACENT"),
    ("a second bend that turns it back on itself", "R1-J R1-J", "R1-J 1,0 0", "R1-J 1,1 1", "RIVER_RULE"),
    ("a second bend the other way", "R1-J R1-J", "R1-J 1,0 0", "R1-J 1,1 2", "accepted"),
    ("a second bend back to the north", "R1-J R1-J", "R1-J 1,0 1", "R1-J 1,-1 0", "RIVER_RULE"),
    ("a second bend away to the north", "R1-J R1-J", "R1-J 1,0 1", "R1-J 1,-1 3", "accepted"),
    ("a bend back after a straight tile and a bend", "R1-G R1-J R1-J", "R1-G 1,0 0\nR1-J 2,0 0", "R1-J 2,1 1", "RIVER_RULE"),
    ("a bend back with a straight tile between", "R1-G R1-J R1-G R1-J", "R1-G 1,0 0\nR1-J 2,0 0\nR1-G 2,1 1", "R1-J 2,2 1",
        "accepted"),
]  # fmt: skip


@pytest.mark.clause("R-1")
@pytest.mark.parametrize(("what", "river", "before", "asked", "answer"), LAYING, ids=[row[0] for row in LAYING])
def test_a_river_tile_continues_the_river_and_not_into_a_dead_end(
    what: str, river: str, before: str, asked: str, answer: str
) -> None:
    match = begin(f"{river} R1-C")
    match.turns(before)
    tile, cell, rot = asked.split()
    x, y = map(int, cell.split(","))
    command = PlaceTile(tile, x, y, int(rot))
    offered = any(offer.contains(command) for offer in rulebook.legal(match.game, match.table.prompts[0].seat))
    given = match.give(command)
    assert code(given) == answer
    assert offered == (answer == "accepted")
    if isinstance(given, Refusal) and answer == "RIVER_RULE":
        assert given.clause == "R-1"


@pytest.mark.clause("R-1")
def test_nobody_stands_on_the_river() -> None:
    match = begin("R1-G R1-C")
    match.place("R1-G 1,0 0")
    segments = [row[1] for offer in rulebook.legal(match.game, 0) for row in offer.rows if row]
    assert segments == ["farm:0", "farm:1"]
    assert code(match.give_deploy("river:0")) == "NO_SUCH_SEGMENT"


@pytest.mark.clause("R-1", "B-6", "B-11")
def test_pieces_are_deployed_on_river_tiles_as_on_any_others() -> None:
    match = begin("R1-E R1-C R1-D")
    match.place("R1-E 1,0 0")
    assert match.done_deploy("building")[0].role == "monk"
    match.place("R1-C 2,0 0")
    assert match.done_deploy("city:1")[0].role == "knight"


@pytest.mark.clause("R-1", "B-5")
def test_the_river_parts_the_farms_on_its_banks_and_runs_out_at_spring_and_lake() -> None:
    match = begin("R1-G R1-G R1-C")
    match.turn("R1-G 1,0 0 farm:0")
    # Round the spring both banks are one meadow, so that nothing is left to put on.
    events = match.place("R1-G 2,0 0")
    assert isinstance(events, list)
    assert events[1] == DeploySkipped(1, automatic=True)


@pytest.mark.clause("R-1")
def test_after_the_lake_the_other_tiles_are_played_around_the_river() -> None:
    match = begin(FIRST_ORDER, tiles="E U")
    for _ in range(11):
        seat = match.table.prompts[0].seat
        (offer,) = (offer for offer in rulebook.legal(match.game, seat) if offer.command is PlaceTile)
        command = sorted(offer.rows)[0]
        match.done(PlaceTile(*command))
        if match.awaited and "SkipDeploy" in match.awaited[1]:
            match.done(SkipDeploy())
    assert match.game.river == []
    assert match.game.drawn == "BA-E"
    placed = [event.tile for event in match.events if isinstance(event, TilePlaced)]
    assert placed == [*FIRST_ORDER.split(), "R1-B"]
    # Nothing of the river is left open, so no other tile ever meets it.
    assert not any(face_of_demand == 4 for face_of_demand in open_terrains(match))


def open_terrains(match: Match) -> list[int]:
    """What is asked of empty cells, by the number of the terrain; 4 is the river."""
    return [demand >> shift & 7 for demand in match.game.board.demands.values() for shift in (0, 3, 6, 9)]


@pytest.mark.clause("R-1", "R-2")
def test_a_branch_may_end_at_a_city_only_while_another_is_open() -> None:
    match = begin("R2-B R2-F R2-I", SECOND)
    match.turn("R2-D 1,0 0")
    (offer,) = (offer for offer in rulebook.legal(match.game, 1) if offer.command is PlaceTile)
    assert {(x, y) for _, x, y, _ in offer.rows} == {(1, -1), (2, 0)}
    match.turn("R2-B 2,0 0")
    assert {(x, y) for offer in rulebook.legal(match.game, 0) for _, x, y, _ in offer.rows} == {(1, -1)}


@pytest.mark.clause("R-1", "R-2")
@pytest.mark.parametrize(
    ("asked", "answer"),
    [("1,-1 3", "RIVER_RULE"), ("1,-1 0", "RIVER_RULE"), ("2,0 1", "RIVER_RULE"), ("2,0 0", "accepted")],
)
def test_one_branch_does_not_block_the_other(asked: str, answer: str) -> None:
    # The fork's branches lead north to (1, -1) and east to (2, 0); a bend between them would face (2, -1), beside (2, 0).
    match = begin("R2-I R2-F", SECOND)
    match.turn("R2-D 1,0 0")
    assert code(match.place(f"R2-I {asked}")) == answer


@pytest.mark.clause("R-2", "B-13")
@pytest.mark.parametrize(
    ("pig", "besieged", "points"), [(False, False, 4), (True, False, 5), (False, True, 8), (True, True, 10)]
)
def test_the_pig_herd_pays_every_owner_1_more_and_2_for_a_besieged_city(pig: bool, besieged: bool, points: int) -> None:
    pieces = "0 farm:0 @1,0" + ("\n0 pig@farm:0 @0,0" if pig else "")
    # A herd is printed on a river tile only; the farm beside it is one with it.
    herd = {
        "name": "herd", "edges": ["city", "road", "field", "road"], "cities": [{"edges": ["N"], "besieged": besieged}],
        "roads": [{"edges": ["E", "W"]}],
        "farms": [{"halves": [2, 7], "cities": [0], "pig_herd": True}, {"halves": [3, 4, 5, 6], "cities": []}],
    }  # fmt: skip
    options = options_of(("base", "creativity", "traders_builders"), blank_mode="custom", custom_tiles=[herd, herd])
    match = Match("D0* U0 .", pieces, "CR-1 CR-1 E", options=options, ends=True)
    match.turns("CR-1 2,0 0\nCR-1 3,0 0\nE 2,-1 2")
    assert match.table.finished is not None
    assert match.scores == [points, 0]


@pytest.mark.clause("R-2")
def test_the_herd_of_the_river_tile_is_on_its_outer_farm() -> None:
    herd = next(tile for tile in tile_set("river_2").tiles if tile.id == "R2-K")
    assert [farm.pig_herd for farm in herd.farms] == [False, True]
    match = begin("R2-K R2-F", SECOND)
    match.turn("R2-D 1,0 0")
    match.place("R2-K 2,0 3")
    assert match.done_deploy("farm:1")[0].role == "farmer"


@pytest.mark.clause("R-2")
def test_the_lake_with_the_volcano_is_a_lake_like_the_other() -> None:
    play = Play(3, 2, SECOND)
    play.to_the_end()
    assert isinstance(play.table.records[-1].event, GameFinished)
    lakes = [r.event for r in play.table.records if isinstance(r.event, TilePlaced) and r.event.tile == "R2-C"]
    assert len(lakes) <= 1
    assert not any(isinstance(r.event, DeploySkipped) and r.event.seat > 1 for r in play.table.records)
