"""CSC-22, CSC-23: blank tiles as jokers, which nobody can tell from another undrawn tile."""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from domain.carcassonne.faces import face
from domain.carcassonne.messages import (
    BonusScored,
    ChallengeDeclared,
    GoodsAwarded,
    PlaceTile,
    TileDrawn,
    TilePlaced,
)
from domain.carcassonne.rulebook import rulebook
from domain.carcassonne.state import STACK, Game
from domain.carcassonne.tiles import tile_types
from domain.carcassonne.turns import legal_placements
from domain.table.chance import Dictated
from domain.table.lifecycle import Undo
from domain.table.messages import ARBITER
from domain.table.refusals import Refusal
from domain.table.seeing import seen_record, view_of
from domain.table.table import fold
from tests.rules.carcassonne.cases import Case, check, rows
from tests.rules.carcassonne.own_tiles import MEADOW, ROAD, with_effect
from tests.rules.carcassonne.playing import Play, fingerprint
from tests.rules.carcassonne.tables import ALL_TYPES, EVERYTHING, SHEET, Match, code, edges_of, options_of

JOKER = options_of(SHEET)
WORTHLESS = options_of(SHEET, blank_joker_scores=False)
EVERY = options_of(EVERYTHING)
LANE_AND_MEADOW = options_of(SHEET, blank_mode="custom", custom_tiles=[ROAD, MEADOW])
EVERY_WORTHLESS = options_of(EVERYTHING, blank_joker_scores=False)

CASES = [
    Case("CSC-23", "a joker is the tile that it is declared to be", "G1\nD0*", "0 city:0 @0,-1", "CR-1=BA-E 0,-2 2",
        ["city 0 6 complete"], [6, 0], options=JOKER),
    Case("CSC-23", "of which no copy need be left", "G1\nD0*", "0 city:0 @0,-1", "CR-1=BA-G 0,-2 1\nE 0,-3 2",
        ["city 0 8 complete"], [8, 0], options=JOKER),
    Case("CSC-23", "with its shield", "G1\nD0*", "0 city:0 @0,-1", "CR-1=BA-F 0,-2 1\nE 0,-3 2", ["city 0 10 complete"],
        [10, 0], options=JOKER),
    Case("CSC-23", "with its siege", "G1\nD0*", "0 city:0 @0,-1", "CR-1=SI-1 0,-2 2", ["city 0 3 complete"], [3, 0],
        options=JOKER),
    Case("CSC-23", "with its cathedral", "G1\nD0*",
        "0 city:0 @0,-1", "CR-1=IC-A 0,-2 0\nU 1,0 0", ["city 0 0 unfinished"], [0, 0], ends=True, options=EVERY),
    Case("CSC-23", "with its inn", "W0 D0*", "0 road:0 @0,0", "CR-1=IC-O 1,0 0\nW 2,0 0", ["road 0 8 complete"], [8, 0],
        options=EVERY),
    Case("CSC-23", "with its abbey", "D0*", "", "CR-1=BA-B 0,1 0 building\nU -1,0 0", ["building 0 3 unfinished"], [3, 0],
        options=JOKER, ends=True),
    Case("CSC-23", "with its shrine", "D0*", "", "CR-1=CU-1 0,1 0 building\nU -1,0 0", ["shrine 0 3 unfinished"], [3, 0],
        options=JOKER, ends=True),
    # --- Worth nothing
    Case("CSC-23", "by option it is not counted in a city", "G1\nD0*", "0 city:0 @0,-1", "CR-1=BA-E 0,-2 2",
        ["city 0 4 complete"], [4, 0], options=WORTHLESS),
    Case("CSC-23", "nor are its shields", "G1\nD0*", "0 city:0 @0,-1", "CR-1=BA-F 0,-2 1\nE 0,-3 2", ["city 0 6 complete"],
        [6, 0], options=WORTHLESS),
    Case("CSC-23", "nor is it in a road", "W0 D0*", "0 road:0 @0,0", "CR-1=BA-U 1,0 0\nW 2,0 0", ["road 0 3 complete"],
        [3, 0], options=WORTHLESS),
    Case("CSC-23", "nor in an unfinished one", "D0*", "0 road:0 @0,0", "CR-1=BA-U 1,0 0", ["road 0 1 unfinished"], [1, 0],
        ends=True, options=WORTHLESS),
    Case("CSC-23", "it still besieges", "G1\nD0*", "0 city:0 @0,-1", "CR-1=SI-1 0,-2 2", ["city 0 2 complete"], [2, 0],
        options=WORTHLESS),
    Case("CSC-23", "it still doubles what farmers get", "G1\nD0*", "0 farm:0 @0,-1", "CR-1=SI-1 0,-2 2",
        ["farm 0 6 unfinished"], [6, 0], ends=True, options=WORTHLESS),
    Case("CSC-23", "it still carries an inn", "W0 D0*", "0 road:0 @0,0", "CR-1=IC-O 1,0 0\nW 2,0 0", ["road 0 6 complete"],
        [6, 0], options=EVERY_WORTHLESS),
    Case("CSC-23", "it still carries a cathedral", "G1\nD0*", "0 city:0 @0,-1", "CR-1=IC-A 0,-2 0\nU 1,0 0",
        ["city 0 0 unfinished"], [0, 0], ends=True, options=EVERY_WORTHLESS),
    Case("CSC-23", "it still fills its cell beside an abbey", "D2 D0* D2\nM0 B0 N1\nF0 E3 .", "0 building @0,1",
        "CR-1=BA-E 1,2 2", ["building 0 9 complete"], [9, 0], options=WORTHLESS),
    Case("CSC-23", "as an abbey it pays as any abbey", "D2 D0* D2\nM0 . N1\nF0 E3 E2", "", "CR-1=BA-B 0,1 0 building",
        ["building 0 9 complete"], [9, 0], options=WORTHLESS),
    Case("CSC-23", "a city of two tiles with it is a small city", "D0*", "0 city:0 @0,0", "CR-1=BA-E 0,-1 2",
        ["city 0 1 complete"], [1, 0], options=options_of(SHEET, blank_joker_scores=False, small_city_points="two")),
    Case("CSC-23", "a city of three tiles with it is not", "G1\nD0*", "0 city:0 @0,0", "CR-1=BA-E 0,-2 2",
        ["city 0 4 complete"], [4, 0], options=options_of(SHEET, blank_joker_scores=False, small_city_points="two")),
]  # fmt: skip


@pytest.mark.parametrize("case", rows(CASES))
def test_jokers(case: Case) -> None:
    check(case)


@pytest.mark.clause("CSC-23", "TB-1")
@pytest.mark.parametrize(("options", "awarded"), [(EVERY, [GoodsAwarded(1, 0, 1, 0)]), (EVERY_WORTHLESS, [])])
def test_a_joker_has_goods_unless_it_is_worth_nothing(options: str, awarded: list[Any]) -> None:
    match = Match("D0*", "", "CR-1 E U", options=options)
    events = match.turns("CR-1=TB-01 0,-1 2\nE 1,-1 3")
    assert [event for event in events if isinstance(event, GoodsAwarded)] == awarded


@pytest.mark.clause("CSC-23")
def test_the_declaration_is_public_and_part_of_the_placement() -> None:
    match = Match("D0*", "", "CR-1 U", options=JOKER)
    assert view_of(match.table, 1).drawn == "CR-1"
    assert view_of(match.table, 1).drawn_as is None
    assert match.place("CR-1=SI-3 0,-1 2") == [TilePlaced(0, "CR-1", 0, -1, 2, "SI-3")]
    seen = view_of(match.table, 1).tiles[-1]
    assert (seen.tile, seen.face) == ("CR-1", "SI-3")
    assert match.game.stack.count("SI-3") == 1


@pytest.mark.clause("CSC-23", "CSC-9")
@pytest.mark.parametrize(
    ("declared", "answer"), [("CU-1", "SHRINE_ADJACENCY"), ("BA-B", "accepted"), ("BA-E", "EDGE_MISMATCH")]
)
def test_a_joker_as_a_building_obeys_the_rule_of_buildings(declared: str, answer: str) -> None:
    match = Match("D0* .\nB0 B0", "", "CR-1 U", options=JOKER)
    assert code(match.place(f"CR-1={declared} 0,2 0")) == answer


@pytest.mark.clause("CSC-23", "CSC-7")
def test_a_joker_as_a_shrine_challenges() -> None:
    match = Match("D0*\nB0", "1 building @0,1", "CR-1 U", options=JOKER)
    events = match.turn("CR-1=CU-1 0,2 0 building")
    assert ChallengeDeclared(0, 0, 2, 1, 0, 1) in events


@pytest.mark.clause("CSC-23", "B-6")
def test_pieces_are_deployed_on_what_was_declared() -> None:
    match = Match("D0*", "", "CR-1 U", options=JOKER)
    match.place("CR-1=BA-L 1,0 0")
    deployments = [row[1] for offer in rulebook.legal(match.game, 0) for row in offer.rows if row]
    assert deployments == ["city:0", "road:0", "road:1", "road:2", "farm:0", "farm:1", "farm:2"]


# What is asked with a blank in hand; the first check that fails is the answer.
REFUSED = [
    ("TILE_NOT_DRAWN", PlaceTile("BA-E", 0, -1, 2)),
    ("TILE_NOT_DRAWN", PlaceTile("SI-1", 0, -1, 2, "SI-1")),
    ("BLANK_TYPE_REQUIRED", PlaceTile("CR-1", 0, -1, 2)),
    ("BLANK_TYPE_REQUIRED", PlaceTile("CR-1", 900, 900, 7)),
    ("BLANK_TYPE_UNKNOWN", PlaceTile("CR-1", 0, -1, 0, "CR-1")),
    ("BLANK_TYPE_UNKNOWN", PlaceTile("CR-1", 0, -1, 0, "IC-A")),
    ("BLANK_TYPE_UNKNOWN", PlaceTile("CR-1", 0, -1, 0, "R1-G")),
    ("BLANK_TYPE_UNKNOWN", PlaceTile("CR-1", 0, -1, 0, "OWN-1")),
    ("BLANK_TYPE_UNKNOWN", PlaceTile("CR-1", 0, -1, 9, "nothing")),
    ("BAD_ROTATION", PlaceTile("CR-1", 0, 0, 4, "BA-E")),
    ("CELL_OCCUPIED", PlaceTile("CR-1", 0, 0, 0, "BA-E")),
    ("NOT_ADJACENT", PlaceTile("CR-1", 3, 3, 0, "BA-E")),
    ("EDGE_MISMATCH", PlaceTile("CR-1", 0, -1, 0, "BA-E")),
    ("SHRINE_ADJACENCY", PlaceTile("CR-1", 0, 2, 0, "CU-1")),
    ("accepted", PlaceTile("CR-1", 0, -1, 2, "BA-E")),
    ("accepted", PlaceTile("CR-1", 0, -1, 0, "BA-C")),
]


@pytest.mark.clause("CSC-23")
@pytest.mark.parametrize(
    ("expected", "command"), REFUSED, ids=[f"{c}: {p.as_} {p.x},{p.y} {p.rot}" for c, p in REFUSED]
)
def test_the_first_check_that_fails_is_the_answer(expected: str, command: PlaceTile) -> None:
    match = Match("D0* .\nB0 B0", "", "CR-1 U", options=JOKER)
    (offer,) = rulebook.legal(match.game, 0)
    assert offer.contains(command) == (expected == "accepted")
    assert code(match.give(command)) == expected


@pytest.mark.clause("CSC-23", "R-1")
def test_a_joker_is_no_river_tile_where_a_river_is_in_play_either() -> None:
    match = Match("D0*", "", "CR-1 U", options=options_of((*SHEET, "river_1")))
    assert code(match.give(PlaceTile("CR-1", 1, 0, 0, "R1-F"))) == "BLANK_TYPE_UNKNOWN"
    (offer,) = rulebook.legal(match.game, 0)
    assert not any(row[4].startswith("R") for row in offer.rows)


@pytest.mark.clause("CSC-23")
def test_no_other_tile_is_declared() -> None:
    match = Match("D0*", "", "E U", options=JOKER)
    assert code(match.give(PlaceTile("BA-E", 0, -1, 2, "BA-E"))) == "BLANK_TYPE_NOT_ALLOWED"
    play = Play(1, 2, options_of((*SHEET, "river_1")))
    assert code(play.ask(0, PlaceTile(str(play.game.drawn), 1, 0, 0, "BA-E"))) == "BLANK_TYPE_NOT_ALLOWED"


# --- The union of all types -------------------------------------------------------------------------------------------


def brute_force(game: Game, declared: dict[str, str | None], strict: bool) -> set[tuple[Any, ...]]:
    """Every placement, by trying all cells, turns and types, with B-4 and CSC-9 word by word."""
    laid = {
        (x, y): (ALL_TYPES[lying.face.tile.id], lying.rot)
        for x, y, lying in ((*divmod_cell(cell), lying) for cell, lying in game.board.tiles.items())
    }
    empty = {(x + dx, y + dy) for x, y in laid for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))} - laid.keys()
    found = set()
    for shown, as_ in declared.items():
        for x, y in empty:
            if not allowed_beside(laid, shown, x, y, strict):
                continue
            found |= {(game.drawn, x, y, rot, as_) for rot in range(4) if edges_fit(laid, shown, x, y, rot)}
    return found


def divmod_cell(cell: int) -> tuple[int, int]:
    y, x = divmod(cell + 2048, 4096)
    return x - 2048, y


def edges_fit(laid: dict[Any, Any], shown: str, x: int, y: int, rot: int) -> bool:
    for edge, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
        if (x + dx, y + dy) in laid:
            other, turned = laid[x + dx, y + dy]
            if edges_of(ALL_TYPES[shown])[(edge - rot) % 4] != edges_of(other)[(edge + 2 - turned) % 4]:
                return False
    return True


def allowed_beside(laid: dict[Any, Any], shown: str, x: int, y: int, strict: bool) -> bool:
    tile = ALL_TYPES[shown]
    if not (tile.abbey or tile.shrine):
        return True
    ring = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
    mine, other = ("shrine", "abbey") if tile.shrine else ("abbey", "shrine")
    opposite = [
        (x + dx, y + dy) for dx, dy in ring if (x + dx, y + dy) in laid and getattr(laid[x + dx, y + dy][0], other)
    ]
    if len(opposite) > 1:
        return False
    return not (strict and opposite) or not any(
        getattr(laid[cell][0], mine)
        for cell in ((opposite[0][0] + dx, opposite[0][1] + dy) for dx, dy in ring)
        if cell in laid
    )


@pytest.mark.clause("CSC-23", "CSC-9", "B-4")
@pytest.mark.parametrize("seed", range(8))
def test_every_legal_placement_of_every_tile_is_listed_and_no_other(seed: int) -> None:
    strict = seed % 2 == 1
    sets = EVERYTHING if seed % 4 < 2 else SHEET
    play = Play(seed, 2, options_of(sets, shrine_adjacency="strict" if strict else "direct"), crowded=True)
    types = [tile.id for tile in tile_types(sets).values() if not tile.blank]
    looked_at: Counter[str] = Counter()

    def look(play: Play, done: object) -> None:
        game = play.game
        if game.phase != "place" or game.drawn is None or play.rng.random() > 0.12:
            return
        kept = game.drawn
        for tile, declared in [
            ("CR-1", {name: name for name in types}),
            *((name, {name: None}) for name in types[::3]),
        ]:
            game.drawn = tile
            listed = list(legal_placements(game))
            assert len(set(listed)) == len(listed)
            assert {row if tile == "CR-1" else (*row, None) for row in listed} == brute_force(game, declared, strict)
            assert all(row in legal_placements(game) for row in listed[:: max(1, len(listed) // 20)])
            looked_at[tile] += 1
        game.drawn = kept

    play.to_the_end(look)
    assert looked_at["CR-1"] >= 3


@pytest.mark.clause("CSC-23")
def test_the_rows_of_a_joker_are_a_sequence_like_any_other() -> None:
    match = Match("D0* .\nB0 B0", "", "CR-1 U", options=JOKER)
    (offer,) = rulebook.legal(match.game, 0)
    listed = list(offer.rows)
    assert len(offer.rows) == len(listed) == offer.size
    assert [offer.rows[at] for at in range(len(listed))] == listed
    assert offer.rows[-1] == listed[-1]
    assert offer.rows[3:9:2] == listed[3:9:2]
    assert ("CR-1", 0, -1, 0, None) not in offer.rows
    assert ("BA-C", 0, -1, 0, "BA-C") not in offer.rows
    assert "CR-1" not in offer.rows
    with pytest.raises(IndexError):
        offer.rows[len(listed)]
    rng = random.Random(3)
    assert all(offer.contains(offer.sample(rng)) for _ in range(100))


@pytest.mark.clause("CSC-23")
def test_a_face_is_declared_from_the_types_of_the_table_only() -> None:
    sets = (*SHEET, "river_2")
    assert face(sets, "R2-K").tile.set == "river_2"
    match = Match("D0*", "", "CR-1 U", options=JOKER)
    (offer,) = rulebook.legal(match.game, 0)
    assert {row[4] for row in offer.rows} <= {tile.id for tile in tile_types(SHEET).values() if not tile.blank}


# --- Undo and replay --------------------------------------------------------------------------------------------------


@pytest.mark.clause("CSC-23")
def test_a_declared_joker_can_be_taken_back_and_laid_as_something_else() -> None:
    match = Match("G1\nD0*", "0 city:0 @0,-1", "CR-1 U", options=WORTHLESS)
    version, before = match.table.version, fingerprint(match.table)
    match.place("CR-1=SI-3 0,-2 2")
    assert code(match.give(Undo(version), by=0)) == "accepted"
    assert fingerprint(match.table) == before
    match.turn("CR-1=BA-E 0,-2 2")
    assert match.scores == [4, 0]


@pytest.mark.clause("CSC-23", "CSC-24")
@pytest.mark.parametrize(
    "options", [EVERY, EVERY_WORTHLESS, options_of(SHEET, blank_mode="custom", custom_tiles=[ROAD, MEADOW])]
)
def test_a_game_with_blanks_folds_and_rewinds_to_the_same_state(options: str) -> None:
    play = Play(21, 2, options, crowded=True)
    states: dict[int, str] = {}

    def note(play: Play, done: object) -> None:
        states[play.table.version] = fingerprint(play.table)

    play.to_the_end(note)
    placed = [record.event for record in play.table.records if isinstance(record.event, TilePlaced)]
    assert sum(event.tile == "CR-1" for event in placed) == 2
    for version in list(states)[-18::-17]:
        assert fingerprint(fold(play.table.id, rulebook, play.table.records[:version])) == states[version]
        play.do(ARBITER, Undo(version))
        assert fingerprint(play.table) == states[version]


# --- CSC-22: nobody can tell ------------------------------------------------------------------------------------------

TURNS = "U -1,0 0 road:0\nE 0,-1 2 city:0\nU 1,0 0 farm:0\nV -2,0 2"


def shown(match: Match, seats: int) -> list[bytes]:
    """Everything that clients get: views, records with their chance, offers, prompts, and the answers to wrong commands."""
    found: list[bytes] = []
    for viewer in (None, *range(seats)):
        found.append(msgspec.json.encode(view_of(match.table, viewer)))
        found += [msgspec.msgpack.encode(seen_record(match.table, record, viewer)) for record in match.table.records]
    for seat in range(seats):
        for offer in rulebook.legal(match.game, seat):
            found += [msgspec.json.encode(command) for command in offer.all()]
    found.append(msgspec.json.encode(match.table.prompts))
    for wrong in (
        PlaceTile("CR-1", 0, 5, 0),
        PlaceTile("CR-1", 0, -1, 0, "BA-C"),
        PlaceTile("BA-U", 50, 50, 0, "BA-E"),
    ):
        answer = match.twin().give(wrong)
        found.append(msgspec.json.encode(answer.to_builtins() if isinstance(answer, Refusal) else None))
    found.append(msgspec.json.encode(rulebook.estimate(match.game, 0)))
    return found


CUSTOM = options_of(SHEET, blank_mode="custom", custom_tiles=[with_effect(ROAD, "extra_tile"), MEADOW])


@pytest.mark.clause("CSC-22", "B-3")
@pytest.mark.parametrize("options", [JOKER, CUSTOM], ids=["joker", "custom"])
@pytest.mark.parametrize("swapped", [(4, 5), (4, 60), (30, 31), (5, 81)])
def test_where_the_blank_lies_among_the_undrawn_tiles_shows_in_nothing(options: str, swapped: tuple[int, int]) -> None:
    here, there = (Match(tiles="U E U V", seats=3, options=options) for _ in range(2))
    rest = list(here.source._wanted[STACK])
    one, other = swapped
    blank = rest.index("CR-1")
    rest[blank], rest[one] = rest[one], rest[blank]
    moved = list(rest)
    moved[one], moved[other] = moved[other], moved[one]
    here.source, there.source = Dictated({STACK: rest}), Dictated({STACK: moved})
    assert shown(here, 3) == shown(there, 3)
    for number, turn in enumerate(TURNS.splitlines(), 1):
        if number == 4 and one == 4:
            break
        here.turn(turn)
        there.turn(turn)
        assert shown(here, 3) == shown(there, 3)


@pytest.mark.clause("CSC-22")
def test_a_blank_is_drawn_and_counted_like_any_other_tile() -> None:
    match = Match(tiles="U CR-1 U", options=JOKER)
    assert view_of(match.table, None).unseen["CR-1"] == 2
    events = match.turn("U 1,0 0")
    assert events[-1] == TileDrawn(1, "CR-1")
    assert view_of(match.table, None).unseen["CR-1"] == 1
    assert not [event for event in events if isinstance(event, BonusScored)]
