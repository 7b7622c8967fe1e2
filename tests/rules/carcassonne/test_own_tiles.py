"""CSC-24: tiles of a group's own making, their definitions, effects, and rulings on their texts."""

from typing import Any

import msgspec
import pytest

from domain.carcassonne.custom import CustomTile
from domain.carcassonne.messages import (
    AnswerRuling,
    BonusScored,
    ChallengeLapsed,
    Deploy,
    DeploySkipped,
    FeatureScored,
    FollowerRecalled,
    PieceDeployed,
    PieceRef,
    PiecesReturned,
    PlaceTile,
    ProposeRuling,
    Recall,
    RulingAccepted,
    RulingProposed,
    RulingRejected,
    RulingScored,
    RulingSettled,
    SecondPartStarted,
    SkipDeploy,
    StandingPiece,
    TileDiscarded,
    TilePlaced,
    TurnEnded,
)
from domain.carcassonne.rulebook import rulebook
from domain.table.chance import Chance, Dictated
from domain.table.lifecycle import Resign, Undo
from domain.table.messages import ARBITER, HOST, Term
from domain.table.refusals import Refusal
from domain.table.seeing import view_of
from tests.rules.carcassonne.own_tiles import GATE, KEEP, MEADOW, ROAD, SHRINE, Own, with_effect
from tests.rules.carcassonne.playing import fingerprint
from tests.rules.carcassonne.tables import ALL_TYPES, EVERYTHING, SHEET, Match, code, options_of, paid, paid_otherwise
from tests.rules.carcassonne.test_players_and_setup import asked_to_open

NO_CHANCE = Chance(Dictated({}), {})


def own(first: Own, second: Own = MEADOW, sets: tuple[str, ...] = EVERYTHING, **others: object) -> str:
    """The options of a table with two own tiles."""
    return options_of(sets, blank_mode="custom", custom_tiles=[first, second], **others)


def of(events: list[Any], *kinds: type) -> list[Any]:
    return [event for event in events if isinstance(event, kinds)]


# --- Definitions ------------------------------------------------------------------------------------------------------

CITY_ALL = {"name": "all city", "edges": ["city"] * 4, "cities": [{"edges": ["N", "E", "S", "W"]}]}
SOUND = [
    MEADOW, ROAD, GATE, KEEP, SHRINE, CITY_ALL,
    with_effect(GATE, "none"),
    with_effect(GATE, "bonus", on="placed", points=20),
    with_effect(GATE, "bonus", on="completed", points=-20, segment="city:0"),
    with_effect(KEEP, "bonus", on="completed", points=1, segment="building"),
    with_effect(MEADOW, "extra_tile"), with_effect(MEADOW, "no_deploy"), with_effect(MEADOW, "recall"),
    {**with_effect(MEADOW, "manual"), "text": "x" * 500},
    {**GATE, "siege": False},
    {**KEEP, "siege": True},
    {**GATE, "id": "XX-9", "set": "ours", "count": 1},
    {**GATE, "cities": [{"edges": ["N"], "shields": 4, "cathedral": True, "besieged": True, "goods": "cloth"}]},
    {**ROAD, "roads": [{"edges": ["E"], "inn": True}, {"edges": ["W"]}]},
    {**MEADOW, "farms": [{**MEADOW["farms"][0], "pig_herd": True}]},
    {**CITY_ALL, "farms": [{"halves": [], "cities": [0]}]},
]  # fmt: skip


@pytest.mark.clause("CSC-24")
@pytest.mark.parametrize("tile", SOUND, ids=lambda tile: f"{tile['name']} {tile.get('effect', '')}"[:60])
def test_sound_definitions_are_accepted(tile: Own) -> None:
    assert code(asked_to_open(2, own(tile))) == "accepted"


@pytest.mark.clause("CSC-24")
@pytest.mark.parametrize("name", [name for name, tile in ALL_TYPES.items() if not tile.rivers and not tile.blank])
def test_every_tile_of_the_catalogue_is_a_sound_definition_just_as_it_stands_there(name: str) -> None:
    tile = msgspec.to_builtins(ALL_TYPES[name])
    for absent in ("rivers", "blank", "start_copies", "river_role", "volcano"):
        tile.pop(absent)
    assert code(asked_to_open(2, own(tile, tile))) == "accepted"


# What is wrong with a definition, and the word for it.
FAULTS: list[tuple[str, Own]] = [
    ("two_buildings", {**MEADOW, "abbey": True, "shrine": True}),
    ("city_edges", {**GATE, "cities": []}),
    ("city_edges", {**GATE, "cities": [{"edges": ["N"]}, {"edges": ["N"]}]}),
    ("city_edges", {**GATE, "cities": [{"edges": ["N", "N"]}]}),
    ("city_edges", {**GATE, "cities": [{"edges": ["N", "S"]}]}),
    ("city_edges", {**GATE, "cities": [{"edges": ["X"]}]}),
    ("city_edges", {**MEADOW, "cities": [{"edges": ["N"]}]}),
    ("road_edges", {**ROAD, "roads": []}),
    ("road_edges", {**ROAD, "roads": [{"edges": ["E"]}]}),
    ("road_edges", {**ROAD, "roads": [{"edges": ["E", "W"]}, {"edges": ["E"]}]}),
    ("road_edges", {**MEADOW, "roads": [{"edges": ["S"]}]}),
    ("farm_halves", {**MEADOW, "farms": []}),
    ("farm_halves", {**MEADOW, "farms": [{"halves": [0, 1, 2, 3, 4, 5, 6], "cities": []}]}),
    ("farm_halves", {**MEADOW, "farms": [{"halves": [0, 1, 2, 3, 4, 5, 6, 7, 8], "cities": []}]}),
    ("farm_halves", {**MEADOW, "farms": [{"halves": [0, 1, 2, 3, 4, 5, 6, 7, 7], "cities": []}]}),
    ("farm_halves", {**GATE, "farms": [{"halves": [0, 2, 3, 4, 5, 6, 7], "cities": [0]}]}),
    ("farm_halves", {**MEADOW, "farms": [{"halves": [-1, 1, 2, 3, 4, 5, 6, 7], "cities": []}]}),
    ("farm_cities", {**MEADOW, "farms": [{**MEADOW["farms"][0], "cities": [0]}]}),
    ("farm_cities", {**GATE, "farms": [{**GATE["farms"][0], "cities": [1]}]}),
    ("farm_cities", {**GATE, "farms": [{**GATE["farms"][0], "cities": [-1]}]}),
    ("farm_cities", {**GATE, "farms": [{**GATE["farms"][0], "cities": [0, 0]}]}),
    ("city_print", {**GATE, "cities": [{"edges": ["N"], "shields": 5}]}),
    ("city_print", {**GATE, "cities": [{"edges": ["N"], "shields": -1}]}),
    ("city_print", {**GATE, "cities": [{"edges": ["N"], "goods": "beer"}]}),
    (
        "split_field",
        {**MEADOW, "farms": [{"halves": [0, 2, 3, 4, 5, 6, 7], "cities": []}, {"halves": [1], "cities": []}]},
    ),
    ("city_edges", {**MEADOW, "cities": [{"edges": []}]}),
    ("road_edges", {**MEADOW, "roads": [{"edges": []}]}),
    ("farm_over_road", {**ROAD, "farms": [{"halves": [0, 1, 2, 3, 4, 5, 6, 7], "cities": []}]}),
    (
        "farm_over_road",
        {**ROAD, "farms": [{"halves": [0, 1, 2, 3, 4, 5], "cities": []}, {"halves": [6, 7], "cities": []}]},
    ),
    ("farm_corner", {**GATE, "farms": [{"halves": [2, 3, 4, 5, 6, 7], "cities": []}]}),
    (
        "farm_corner",
        {**GATE, "farms": [{"halves": [4, 5, 6, 7], "cities": [0]}, {"halves": [2, 3], "cities": []}]},
    ),
    ("bonus_segment", with_effect(MEADOW, "bonus", on="placed", points=3, segment="road:7")),
    ("siege_mark", {**GATE, "siege": True}),
    ("siege_mark", {**KEEP, "siege": False}),
    ("bonus_segment", with_effect(GATE, "bonus", on="completed", points=3)),
    ("bonus_segment", with_effect(GATE, "bonus", on="completed", points=3, segment="city:1")),
    ("bonus_segment", with_effect(GATE, "bonus", on="completed", points=3, segment="building")),
]


@pytest.mark.clause("CSC-24")
@pytest.mark.parametrize(("fault", "tile"), FAULTS, ids=[f"{n} {f}" for n, (f, _) in enumerate(FAULTS)])
@pytest.mark.parametrize("second", [False, True], ids=["first", "second"])
def test_every_fault_of_a_definition_is_refused_with_its_own_word(fault: str, tile: Own, second: bool) -> None:
    refusal = asked_to_open(2, own(MEADOW, tile) if second else own(tile))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.clause) == ("OWN_TILE_UNSOUND", "CSC-24")
    assert refusal.arguments == {"name": tile["name"], "fault": fault}
    sentence = rulebook.catalogue.refusal(refusal)
    assert tile["name"] in sentence
    assert fault not in sentence


@pytest.mark.clause("CSC-24")
@pytest.mark.parametrize(
    "tile",
    [
        {**MEADOW, "name": ""},
        {**MEADOW, "name": "n" * 81},
        {**MEADOW, "text": "t" * 501},
        {**MEADOW, "edges": ["field"] * 3},
        {**MEADOW, "edges": ["river", "field", "field", "river"]},
        {**MEADOW, "edges": None},
        {**MEADOW, "rivers": []},
        {**MEADOW, "colour": "green"},
        {**MEADOW, "count": 0},
        {**MEADOW, "farms": [{"halves": list(range(8))}]},
        {**GATE, "cities": [{"edges": ["N"], "towers": 2}]},
        with_effect(MEADOW, "teleport"),
        with_effect(MEADOW, "bonus", on="placed"),
        with_effect(MEADOW, "bonus", on="placed", points=21),
        with_effect(MEADOW, "bonus", on="placed", points=-21),
        with_effect(MEADOW, "bonus", on="never", points=1),
        with_effect(MEADOW, "none", points=1),
        {**MEADOW, "effect": "none"},
    ],
    ids=str,
)
def test_what_is_no_definition_at_all_is_a_bad_option(tile: Own) -> None:
    assert code(asked_to_open(2, own(tile))) == "BAD_OPTIONS"


@pytest.mark.clause("CSC-2", "CSC-24")
@pytest.mark.parametrize(
    ("tile", "needed"),
    [
        ({**GATE, "cities": [{"edges": ["N"], "cathedral": True}]}, "inns_cathedrals"),
        ({**ROAD, "roads": [{"edges": ["E", "W"], "inn": True}]}, "inns_cathedrals"),
        (GATE, "traders_builders"),
    ],
)
def test_a_definition_prints_nothing_of_a_set_that_is_out_of_play(tile: Own, needed: str) -> None:
    refusal = asked_to_open(2, own(tile, sets=SHEET))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.arguments["fault"]) == ("OWN_TILE_UNSOUND", f"needs_{needed}")
    assert code(asked_to_open(2, own(tile, sets=(*SHEET, needed)))) == "accepted"


@pytest.mark.clause("CSC-20", "CSC-24")
def test_an_abbey_on_the_only_tile_of_a_besieged_city_is_no_way_out() -> None:
    cell: Own = {**GATE, "cities": [{"edges": ["N"], "besieged": True}], "abbey": True}
    match = Match("D0*", "", "CR-1 U U", options=own(cell))
    match.place("CR-1 0,1 2")
    match.done_deploy("city:0")
    assert match.awaited == (1, ("PlaceTile",))


@pytest.mark.clause("CSC-24")
@pytest.mark.parametrize("count", [0, 1, 3])
def test_there_are_exactly_two_definitions(count: int) -> None:
    refusal = asked_to_open(2, options_of(SHEET, blank_mode="custom", custom_tiles=[MEADOW] * count))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.arguments) == ("TWO_OWN_TILES_NEEDED", {"given": count})


@pytest.mark.clause("CSC-23", "CSC-24")
def test_with_jokers_there_are_no_definitions() -> None:
    assert code(asked_to_open(2, options_of(SHEET, custom_tiles=[MEADOW, ROAD]))) == "OWN_TILES_NOT_USED"


@pytest.mark.clause("CSC-24")
def test_a_definition_reads_as_it_was_written() -> None:
    table = Match(tiles="U", options=own(GATE, {**with_effect(ROAD, "manual"), "text": "Sing."})).table
    first, second = table.options.custom_tiles  # type: ignore[union-attr]
    assert isinstance(first, CustomTile)
    assert (first.name, second.text) == ("gate", "Sing.")
    seen = view_of(table, None).own_tiles
    assert [(tile.tile, tile.name, tile.text, tile.effect) for tile in seen] == [
        ("OWN-1", "gate", "", "none"), ("OWN-2", "lane", "Sing.", "manual"),
    ]  # fmt: skip
    assert seen[0].shape.edges == ("city", "field", "field", "field")


# --- Drawing and laying -----------------------------------------------------------------------------------------------


@pytest.mark.clause("CSC-24")
def test_the_blank_drawn_first_is_the_first_definition_and_the_other_the_second() -> None:
    match = Match("D0*", "", "CR-1 CR-1 U", options=own(GATE, ROAD))
    view = view_of(match.table, None)
    assert (view.drawn, view.drawn_as) == ("CR-1", "OWN-1")
    assert match.place("CR-1 0,-1 2") == [TilePlaced(0, "CR-1", 0, -1, 2, "OWN-1")]
    match.done(SkipDeploy())
    assert view_of(match.table, None).drawn_as == "OWN-2"
    match.turn("CR-1 1,0 0 road:0")
    assert [(seen.tile, seen.face) for seen in view_of(match.table, None).tiles[1:]] == [
        ("CR-1", "OWN-1"),
        ("CR-1", "OWN-2"),
    ]


@pytest.mark.clause("CSC-24", "B-3")
def test_a_first_one_that_fits_nowhere_is_discarded_and_the_next_is_the_second() -> None:
    # All its edges are city; the only open city edge is closed by the tile before.
    match = Match("D0*", "", "E CR-1 CR-1 U", options=own(CITY_ALL, ROAD))
    assert of(match.turn("E 0,-1 2"), TileDiscarded) == [TileDiscarded("CR-1")]
    assert view_of(match.table, None).drawn_as == "OWN-2"
    assert code(match.place("CR-1 1,0 0")) == "accepted"


@pytest.mark.clause("CSC-24", "CSC-23")
def test_an_own_tile_is_not_declared() -> None:
    match = Match("D0*", "", "CR-1 U", options=own(GATE))
    assert code(match.give(PlaceTile("CR-1", 0, -1, 2, "BA-E"))) == "BLANK_TYPE_NOT_ALLOWED"
    assert code(match.give(PlaceTile("CR-1", 0, -1, 2, "OWN-1"))) == "BLANK_TYPE_NOT_ALLOWED"
    assert code(match.give(PlaceTile("OWN-1", 0, -1, 2))) == "TILE_NOT_DRAWN"


@pytest.mark.clause("CSC-24", "B-4", "CSC-9")
def test_an_own_tile_obeys_all_rules_of_placement() -> None:
    match = Match("D0* .\nB0 B0", "", "CR-1 U", options=own(SHRINE))
    assert code(match.place("CR-1 0,2 0")) == "SHRINE_ADJACENCY"
    assert code(match.place("CR-1 0,-1 0")) == "EDGE_MISMATCH"
    assert code(match.place("CR-1 -1,1 0")) == "accepted"


@pytest.mark.clause("CSC-24", "CSC-14", "TB-1")
def test_an_own_tile_scores_by_what_is_printed_on_it() -> None:
    match = Match("D0*", "0 city:0 @0,0", "CR-1 U", options=own(GATE, blank_joker_scores=False))
    assert paid(match.turn("CR-1 0,-1 2")) == ["city 0 6 complete"]
    assert match.game.goods[0] == [1, 0, 0]
    match = Match("D0*", "", "CR-1 U", options=own(KEEP))
    match.place("CR-1 0,-1 0")
    assert match.done_deploy("city:0")[-1].seat == 0
    # The abbey stands on the city's own tile, which lies beside another of its tiles.
    assert match.awaited == (0, ("Escape", "SkipEscape"))


# --- Effects ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CSC-24")
def test_without_an_effect_nothing_more_happens() -> None:
    match = Match("D0*", "", "CR-1 U", options=own(with_effect(ROAD, "none")))
    assert [type(e).__name__ for e in match.turn("CR-1 1,0 0")] == [
        "TilePlaced",
        "DeploySkipped",
        "TurnEnded",
        "TileDrawn",
    ]


@pytest.mark.clause("CSC-24")
@pytest.mark.parametrize("points", [-20, -1, 0, 7, 20])
def test_a_bonus_for_placing_goes_to_who_lays_the_tile(points: int) -> None:
    match = Match("D0*", "1 city:0 @0,0", "CR-1 U", options=own(with_effect(GATE, "bonus", on="placed", points=points)))
    events = match.turn("CR-1 0,-1 2")
    assert events[1] == BonusScored((0,), (Term("bonus", 1, points, "CSC-24"),), 0, -1)
    assert match.scores == [points, 6]


@pytest.mark.clause("CSC-24")
@pytest.mark.parametrize("points", [-20, 5])
def test_a_bonus_for_completing_goes_to_the_owners_in_the_same_score(points: int) -> None:
    tile = with_effect(GATE, "bonus", on="completed", segment="city:0", points=points)
    match = Match("G1\nD0*", "0 city:0 @0,0\n1 city:0 @0,-1", "CR-1 U", options=own(tile))
    (scored,) = of(match.turn("CR-1 0,-2 2"), FeatureScored)
    assert scored.seats == (0, 1)
    assert scored.terms[-1] == Term("bonus", 1, points, "CSC-24")
    assert match.scores == [8 + points] * 2


@pytest.mark.clause("CSC-24")
def test_a_bonus_for_completing_waits_until_then_and_whoever_completes() -> None:
    tile = with_effect(ROAD, "bonus", on="completed", segment="road:0", points=5)
    match = Match("W0 D0*", "", "CR-1 W U", options=own(tile))
    assert paid_otherwise(match.turn("CR-1 1,0 0 road:0")) == []
    assert paid(match.turn("W 2,0 0")) == ["road 0 9 complete"]


@pytest.mark.clause("CSC-24")
def test_a_bonus_for_completing_is_not_paid_for_what_is_unfinished_or_unoccupied() -> None:
    tile = with_effect(ROAD, "bonus", on="completed", segment="road:0", points=5)
    match = Match("D0*", "", "CR-1 CR-1", ends=True, options=own(tile, tile))
    match.turn("CR-1 1,0 0 road:0")
    assert paid(match.turn("CR-1 2,0 0")) == ["road 0 3 unfinished"]
    match = Match("W0 D0*", "", "CR-1 W U", options=own(tile))
    assert paid(match.turns("CR-1 1,0 0\nW 2,0 0")) == []


@pytest.mark.clause("CSC-24", "B-13")
def test_a_bonus_for_completing_a_farm_is_never_paid() -> None:
    tile = with_effect(MEADOW, "bonus", on="completed", segment="farm:0", points=5)
    match = Match("D0*", "", "CR-1 CR-1", ends=True, options=own(tile, tile))
    assert paid(match.turns("CR-1 0,1 0 farm:0\nCR-1 0,2 0")) == ["farm 0 0 unfinished"]


@pytest.mark.clause("CSC-24")
def test_two_bonuses_on_one_feature_add_up() -> None:
    first = with_effect(ROAD, "bonus", on="completed", segment="road:0", points=5)
    second = with_effect(ROAD, "bonus", on="completed", segment="road:0", points=-2)
    match = Match("W0 D0*", "0 road:0 @0,0", "CR-1 CR-1 W U", options=own(first, second))
    assert paid(match.turns("CR-1 1,0 0\nCR-1 2,0 0\nW 3,0 0")) == ["road 0 8 complete"]


@pytest.mark.clause("CSC-24", "TB-3")
def test_an_extra_tile_gives_a_second_part_and_no_third() -> None:
    match = Match(
        "D0*", "", "CR-1 CR-1 U", options=own(with_effect(ROAD, "extra_tile"), with_effect(ROAD, "extra_tile"))
    )
    events = match.turn("CR-1 1,0 0 road:0")
    assert of(events, SecondPartStarted, TurnEnded) == [SecondPartStarted(0)]
    (record,) = [record for record in match.table.records if isinstance(record.event, SecondPartStarted)]
    assert record.law == "CSC-24"
    # The second part lays an extra tile, too, and joins an own builder: it is the last all the same.
    events = match.turn("CR-1 2,0 0 builder@road:0")
    assert of(events, SecondPartStarted, TurnEnded) == [TurnEnded(0, 1)]


@pytest.mark.clause("CSC-24", "TB-3")
def test_an_extra_tile_that_joins_the_own_builder_gives_one_second_part() -> None:
    match = Match(
        "D0* U0", "0 road:0 @1,0\n0 builder@road:0 @0,0", "CR-1 U U", options=own(with_effect(ROAD, "extra_tile"))
    )
    assert len(of(match.turn("CR-1 2,0 0"), SecondPartStarted)) == 1
    assert of(match.turn("U 3,0 0"), SecondPartStarted, TurnEnded) == [TurnEnded(0, 1)]


@pytest.mark.clause("CSC-24", "B-14")
def test_where_the_stack_is_empty_an_extra_tile_gives_nothing() -> None:
    match = Match("D0*", "", "CR-1 CR-1", ends=True, options=own(ROAD, with_effect(ROAD, "extra_tile")))
    match.turn("CR-1 1,0 0")
    assert of(match.turn("CR-1 2,0 0"), SecondPartStarted) == []
    assert match.table.finished is not None


@pytest.mark.clause("CSC-24")
def test_nothing_is_deployed_on_a_tile_that_forbids_it() -> None:
    match = Match("D0*", "0 road:0 @0,0", "CR-1 U", options=own(with_effect(ROAD, "no_deploy")))
    events = match.place("CR-1 1,0 0")
    assert isinstance(events, list)
    assert events[1] == DeploySkipped(0, automatic=True)
    assert match.awaited == (1, ("PlaceTile",))
    assert code(match.give(Deploy("follower", "farm:0"), by=0)) == "NOTHING_MAY_STAND_HERE"
    assert code(match.give(SkipDeploy(), by=0)) == "NOT_YOUR_TURN"


# --- Recall -----------------------------------------------------------------------------------------------------------

RECALLS = own(with_effect(ROAD, "recall"))


def recalling(board: str = "D0*", pieces: str = "", tiles: str = "CR-1 U", options: str = RECALLS) -> Match:
    """A match in which a tile that lets a follower be taken back has been laid at (1, 0)."""
    match = Match(board, pieces, tiles, options=options)
    match.place("CR-1 1,0 0")
    return match


@pytest.mark.clause("CSC-24")
@pytest.mark.parametrize("piece", ["follower", "big"])
@pytest.mark.parametrize("segment", ["city:0", "road:0", "farm:0", "farm:1"])
def test_an_own_follower_may_be_taken_back_from_anywhere(segment: str, piece: str) -> None:
    match = recalling(pieces=f"0 {piece}@{segment} @0,0")
    assert match.awaited == (0, ("Deploy", "SkipDeploy", "Recall"))
    events = match.done(Recall(0, 0, segment, piece))
    assert events[:2] == [
        FollowerRecalled(0, piece, 0, 0, segment),
        PiecesReturned((StandingPiece(0, piece, 0, 0, segment),), "recalled"),
    ]
    assert of(events, DeploySkipped, TurnEnded) == [TurnEnded(0, 1)]
    assert match.game.supply[0][piece] == (7 if piece == "follower" else 1)


@pytest.mark.clause("CSC-24")
def test_instead_something_may_be_deployed_or_nothing() -> None:
    match = recalling(pieces="0 city:0 @0,0")
    assert code(match.twin().give(Deploy("follower", "road:0"))) == "accepted"
    assert code(match.twin().give(SkipDeploy())) == "accepted"


@pytest.mark.clause("CSC-24")
@pytest.mark.parametrize(
    ("expected", "command"),
    [
        ("NO_SUCH_PIECE", Recall(5, 5, "city:0", "follower")),
        ("NO_SUCH_PIECE", Recall(0, 0, "farm:0", "follower")),
        ("NO_SUCH_PIECE", Recall(0, 0, "city:0", "big")),
        ("NO_SUCH_PIECE", Recall(0, 0, "road:0", "builder")),
        ("NO_SUCH_PIECE", Recall(-1, 0, "city:0", "follower")),
        ("NO_SUCH_PIECE", Recall(4096, -1, "city:0", "follower")),
        ("accepted", Recall(0, 0, "city:0", "follower")),
    ],
)
def test_only_an_own_follower_that_stands_there_is_taken_back(expected: str, command: Recall) -> None:
    pieces = "0 city:0 @0,0\n0 road:0 @-1,0\n0 builder@road:0 @0,0\n1 farm:0 @0,0\n1 city:0 @-1,0"
    match = recalling("D0 D0*", pieces)
    assert any(offer.contains(command) for offer in rulebook.legal(match.game, 0)) == (expected == "accepted")
    assert code(match.give(command)) == expected


@pytest.mark.clause("CSC-24")
def test_other_tiles_let_nobody_be_taken_back() -> None:
    match = Match("D0*", "0 city:0 @0,0", "U U", options=RECALLS)
    match.place("U 1,0 0")
    command = Recall(0, 0, "city:0", "follower")
    assert code(match.give(command)) == "NO_RECALL"
    assert code(match.give(command, by=1)) == "NOT_YOUR_TURN"
    match.done(SkipDeploy())
    assert code(match.give(command, by=1)) == "WRONG_PHASE"


@pytest.mark.clause("CSC-24")
def test_where_nothing_can_be_deployed_a_follower_may_still_be_taken_back() -> None:
    standing = "\n".join(f"0 {s} @-1,0" for s in ("farm:0", "farm:1", "farm:2", "road:0", "road:1", "road:2"))
    options = own(with_effect(ROAD, "recall"), sets=SHEET)
    match = Match("W0 D0*", f"{standing}\n0 city:0 @0,0", "CR-1 U", options=options)
    assert match.home == [0, 7]
    match.place("CR-1 1,0 0")
    assert match.awaited == (0, ("Deploy", "SkipDeploy", "Recall"))
    match.done(Recall(-1, 0, "road:2", "follower"))
    assert match.home == [1, 7]


@pytest.mark.clause("CSC-24", "TB-4")
@pytest.mark.parametrize(
    ("pieces", "command", "home"),
    [
        ("0 road:0 @0,0\n0 builder@road:0 @-1,0", Recall(0, 0, "road:0", "follower"), {"follower", "builder"}),
        ("0 road:0 @0,0\n1 road:0 @-1,0", Recall(0, 0, "road:0", "follower"), {"follower"}),
        ("0 farm:0 @0,0\n0 pig@farm:0 @-1,0", Recall(0, 0, "farm:0", "follower"), {"follower", "pig"}),
        ("0 farm:0 @0,0\n0 big@farm:0 @-1,0", Recall(0, 0, "farm:0", "follower"), {"follower"}),
    ],
)
def test_companions_that_are_left_alone_go_home_too(pieces: str, command: Recall, home: set[str]) -> None:
    match = recalling("U0 D0*", pieces)
    returns = of(match.done(command), PiecesReturned)
    assert {piece.piece for event in returns for piece in event.pieces} == home


@pytest.mark.clause("CSC-24", "TB-3")
def test_a_builder_that_the_tile_has_joined_earns_the_second_part_though_it_goes_home() -> None:
    command = Recall(0, 0, "road:0", "follower")
    without_builder = recalling("U0 D0*", "0 road:0 @0,0", "CR-1 U U")
    assert of(without_builder.done(command), SecondPartStarted) == []
    match = recalling("U0 D0*", "0 road:0 @0,0\n0 builder@road:0 @-1,0", "CR-1 U U")
    assert of(match.done(command), SecondPartStarted) == [SecondPartStarted(0)]
    assert match.game.supply[0]["builder"] == 1


@pytest.mark.clause("CSC-24", "CSC-12", "CSC-13")
def test_the_challenge_of_a_follower_that_is_taken_back_lapses_and_the_other_scores_later() -> None:
    match = recalling("D0*\nB0\nCU-1/0", "0 building @0,1\n1 building @0,2")
    events = match.done(Recall(0, 1, "building", "follower"))
    assert of(events, ChallengeLapsed) == [ChallengeLapsed(0, 1, 0, 2)]
    assert match.game.challenges == []


@pytest.mark.clause("CSC-24", "B-12")
def test_who_is_taken_back_gets_nothing_for_what_the_tile_completes() -> None:
    match = recalling("W0 D0* .\n. . .", "0 road:0 @0,0", "CR-1 U", own(with_effect(ROAD_END, "recall")))
    events = match.done(Recall(0, 0, "road:0", "follower"))
    assert paid(events) == []
    assert match.scores == [0, 0]


ROAD_END = {
    "name": "road's end", "edges": ["field", "field", "field", "road"], "roads": [{"edges": ["W"]}],
    "farms": [{"halves": [0, 1, 2, 3, 4, 5, 6, 7], "cities": []}],
}  # fmt: skip

# --- Rulings on a text ------------------------------------------------------------------------------------------------

TALK = with_effect(MEADOW, "manual")
TALKS = own(TALK, TALK)


def talking(pieces: str = "", seats: int = 3, tiles: str = "CR-1 U U U", board: str = "D0*") -> Match:
    """A match in which a tile with a text has been laid, and its turn is over."""
    match = Match(board, pieces, tiles, seats, options=TALKS)
    match.turn("CR-1 0,1 0")
    return match


@pytest.mark.clause("CSC-24")
def test_after_the_turn_any_seat_may_propose_and_nobody_is_waited_for() -> None:
    match = talking()
    prompts = match.table.prompts
    assert [(p.seat, p.kind, p.optional) for p in prompts] == [
        (1, "place", False), (0, "propose", True), (1, "propose", True), (2, "propose", True),
    ]  # fmt: skip
    assert list(match.table.awaited_since()) == [prompts[0]]
    assert view_of(match.table, None).rulings_open == 1
    for seat in range(3):
        assert code(match.twin().give(ProposeRuling((1, 2, 3)), by=seat)) == "accepted"
    assert code(match.twin().turn("U 1,0 0")) == "accepted"


@pytest.mark.clause("CSC-24")
def test_what_all_have_accepted_takes_effect() -> None:
    match = talking("0 city:0 @0,0\n2 farm:1 @0,0")
    ref = PieceRef(0, 0, "city:0")
    events = match.done(ProposeRuling((5, -3, 0), (ref,)), by=2)
    assert events == [RulingProposed(2, (5, -3, 0), (StandingPiece(0, "follower", 0, 0, "city:0"),))]
    assert [(p.seat, p.kind) for p in match.table.prompts] == [(0, "answer"), (1, "answer")]
    proposal = view_of(match.table, 1).proposal
    assert (proposal.seat, proposal.points, proposal.accepted) == (2, (5, -3, 0), (2,))
    assert match.done(AnswerRuling(True), by=0) == [RulingAccepted(0)]
    assert [(p.seat, p.kind) for p in match.table.prompts] == [(1, "answer")]
    assert match.done(AnswerRuling(True), by=1) == [
        RulingAccepted(1),
        RulingScored((0,), (Term("ruling", 1, 5, "CSC-24"),)),
        RulingScored((1,), (Term("ruling", 1, -3, "CSC-24"),)),
        PiecesReturned((StandingPiece(0, "follower", 0, 0, "city:0"),), "ruling"),
        RulingSettled(),
    ]
    assert match.scores == [5, -3, 0]
    assert match.home == [7, 7, 6]
    assert [(p.seat, p.kind) for p in match.table.prompts] == [(1, "place")]
    assert view_of(match.table, None).rulings_open == 0


@pytest.mark.clause("CSC-24")
def test_one_rejection_ends_the_proposal_and_another_may_be_made() -> None:
    match = talking()
    match.done(ProposeRuling((9, 0, 0)), by=0)
    match.done(AnswerRuling(True), by=2)
    assert match.done(AnswerRuling(False), by=1) == [RulingRejected(1)]
    assert match.scores == [0, 0, 0]
    assert view_of(match.table, None).proposal is None
    assert len(match.table.prompts) == 4
    assert code(match.give(ProposeRuling((1, 1, 1)), by=0)) == "accepted"


@pytest.mark.clause("CSC-24")
def test_while_a_proposal_is_open_the_game_waits_for_the_answers() -> None:
    match = talking()
    match.done(ProposeRuling((1, 0, 0)), by=1)
    assert code(match.give(PlaceTile("BA-U", 1, 0, 0), by=1)) == "NOT_YOUR_TURN"
    assert code(match.give(ProposeRuling((1, 0, 0)), by=0)) == "WRONG_PHASE"
    assert code(match.give(AnswerRuling(True), by=1)) == "NOT_YOUR_TURN"
    match.done(AnswerRuling(True), by=0)
    assert code(match.give(AnswerRuling(True), by=0)) == "NOT_YOUR_TURN"
    match.done(AnswerRuling(True), by=2)
    assert code(match.give(PlaceTile("BA-U", 1, 0, 0), by=1)) == "accepted"


@pytest.mark.clause("CSC-24")
def test_a_text_that_nobody_proposes_anything_for_stays_open_in_later_turns() -> None:
    match = talking()
    match.place("U 1,0 0")
    assert code(match.give(ProposeRuling((1, 0, 0)), by=0)) == "NOT_YOUR_TURN"
    match.done(SkipDeploy())
    assert match.game.drawn == "BA-U"
    assert code(match.give(ProposeRuling((1, 0, 0)), by=0)) == "accepted"


@pytest.mark.clause("CSC-24")
def test_a_second_part_is_not_interrupted_by_a_proposal() -> None:
    first = with_effect(ROAD, "manual")
    match = Match("D0* U0", "0 road:0 @0,0\n0 builder@road:0 @1,0", "CR-1 E U", 2, options=own(first))
    match.turn("CR-1 2,0 0")
    assert (match.game.part, match.game.active) == (2, 0)
    assert code(match.give(ProposeRuling((5, 0)), by=1)) == "NOT_YOUR_TURN"
    assert code(match.give(ProposeRuling((5, 0)), by=0)) == "WRONG_PHASE"


@pytest.mark.clause("CSC-24", "B-14")
def test_after_the_last_turn_no_text_waits_any_more() -> None:
    match = Match("D0*", "", "CR-1", ends=True, options=TALKS)
    match.turn("CR-1 0,1 0")
    view = view_of(match.table, None)
    assert view.ranking
    assert view.rulings_open == 0


@pytest.mark.clause("CSC-24")
def test_two_open_texts_are_settled_one_by_one() -> None:
    match = Match("D0*", "", "CR-1 CR-1 U U", 2, options=TALKS)
    match.turns("CR-1 0,1 0\nCR-1 0,2 0")
    assert match.game.manual == 2
    for left in (1, 0):
        match.done(ProposeRuling((1, 0)), by=0)
        match.done(AnswerRuling(True), by=1)
        assert match.game.manual == left
    assert match.scores == [2, 0]
    for seat in (0, 1):
        assert code(match.give(ProposeRuling((1, 0)), by=seat)) == "NO_RULING_OPEN"


RULINGS = [
    ("POINTS_FOR_EACH_SEAT", ProposeRuling(())),
    ("POINTS_FOR_EACH_SEAT", ProposeRuling((1, 2))),
    ("POINTS_FOR_EACH_SEAT", ProposeRuling((1, 2, 3, 4))),
    ("PIECES_IN_ORDER", ProposeRuling((0, 0, 0), (PieceRef(0, 0, "city:0"), PieceRef(0, 0, "city:0")))),
    ("PIECES_IN_ORDER", ProposeRuling((0, 0, 0), (PieceRef(0, 0, "farm:0"), PieceRef(0, 0, "city:0")))),
    ("NO_SUCH_PIECE", ProposeRuling((0, 0, 0), (PieceRef(0, 0, "road:0"),))),
    ("NO_SUCH_PIECE", ProposeRuling((0, 0, 0), (PieceRef(7, 7, "city:0"),))),
    ("NO_SUCH_PIECE", ProposeRuling((0, 0, 0), (PieceRef(0, 0, "city:5"),))),
    ("NO_SUCH_PIECE", ProposeRuling((0, 0, 0), (PieceRef(4096, -1, "city:0"),))),
    ("accepted", ProposeRuling((0, 0, 0))),
    ("accepted", ProposeRuling((100, -100, 0), (PieceRef(0, 0, "city:0"), PieceRef(0, 0, "farm:0")))),
]


@pytest.mark.clause("CSC-24")
@pytest.mark.parametrize(("expected", "command"), RULINGS, ids=[f"{n} {c}" for n, (c, _) in enumerate(RULINGS)])
def test_a_proposal_names_points_for_each_seat_and_pieces_in_order(expected: str, command: ProposeRuling) -> None:
    match = talking("0 city:0 @0,0\n1 farm:0 @0,0")
    assert any(offer.contains(command) for offer in rulebook.legal(match.game, 2)) == (expected == "accepted")
    assert code(match.give(command, by=2)) == expected


@pytest.mark.clause("CSC-24")
def test_without_an_open_text_there_is_nothing_to_propose_or_to_answer() -> None:
    match = Match("D0*", "", "U U", options=TALKS)
    for seat in (0, 1):
        assert code(match.give(ProposeRuling((1, 0)), by=seat)) == "NO_RULING_OPEN"
        assert code(match.give(AnswerRuling(True), by=seat)) == "NO_RULING_OPEN"


@pytest.mark.clause("CSC-24", "TB-4", "CSC-12")
def test_companions_and_challenges_of_pieces_that_go_home_by_ruling_follow() -> None:
    match = talking(
        "0 road:0 @0,0\n0 builder@road:0 @-1,0\n1 building @-1,1\n2 building @-1,2", board="U0 D0*\nB0 .\nCU-1/0 ."
    )
    refs = (PieceRef(-1, 1, "building"), PieceRef(0, 0, "road:0"))
    match.done(ProposeRuling((0, 0, 0), refs), by=0)
    match.done(AnswerRuling(True), by=1)
    events = match.done(AnswerRuling(True), by=2)
    assert of(events, ChallengeLapsed) == [ChallengeLapsed(-1, 1, -1, 2)]
    assert {(p.seat, p.piece) for e in of(events, PiecesReturned) for p in e.pieces} == {
        (0, "follower"), (0, "builder"), (1, "follower"),
    }  # fmt: skip
    assert match.game.challenges == []


@pytest.mark.clause("CSC-24")
def test_the_host_answers_for_a_seat_that_has_resigned() -> None:
    match = talking()
    match.give(Resign(), by=2)
    match.done(ProposeRuling((1, 0, 0)), by=0)
    match.done(AnswerRuling(True), by=1)
    assert code(match.give(AnswerRuling(True), by=HOST, seat=2)) == "accepted"
    assert match.scores == [1, 0, 0]


@pytest.mark.clause("CSC-24")
def test_proposals_and_answers_are_undone_like_anything_else() -> None:
    match = talking("0 city:0 @0,0")
    before, version = fingerprint(match.table), match.table.version
    match.done(ProposeRuling((4, 0, 0), (PieceRef(0, 0, "city:0"),)), by=1)
    match.done(AnswerRuling(True), by=0)
    match.done(AnswerRuling(True), by=2)
    assert code(match.give(Undo(version), by=ARBITER)) == "accepted"
    assert fingerprint(match.table) == before
    assert len(match.table.prompts) == 4


@pytest.mark.clause("CSC-24", "B-14")
def test_when_the_game_is_over_nothing_is_proposed_any_more() -> None:
    match = Match("D0*", "", "CR-1 CR-1", ends=True, options=TALKS)
    match.turns("CR-1 0,1 0\nCR-1 0,2 0")
    assert match.table.finished is not None
    assert code(match.give(ProposeRuling((1, 0)), by=0)) == "GAME_NOT_ACTIVE"
    assert rulebook.legal(match.game, 0) == []


@pytest.mark.clause("CSC-24")
def test_a_piece_is_deployed_on_a_tile_with_a_text_as_on_any_other() -> None:
    match = Match("D0*", "", "CR-1 U", options=TALKS)
    match.place("CR-1 0,1 0")
    assert PieceDeployed(0, "follower", 0, 1, "farm:0", "farmer") in match.done_deploy("farm:0")
