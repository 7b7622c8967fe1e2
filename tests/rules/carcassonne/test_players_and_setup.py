"""B-1, B-2: seats, their order, and what lies on the table at the start."""

from collections import Counter

import msgspec
import pytest

from domain.carcassonne.messages import Deploy, GameStarted, SkipDeploy, StackShuffled, TileDrawn
from domain.carcassonne.rulebook import rulebook
from domain.carcassonne.state import STACK
from domain.table.chance import Derived, Dictated
from domain.table.kernel import Accepted, Moment, handle
from domain.table.lifecycle import BeginGame, GameBegun, OpenTable
from domain.table.messages import HOST
from domain.table.records import Submission
from domain.table.refusals import Refusal
from domain.table.table import Table
from tests.rules.carcassonne.tables import TABLE_ID, TYPES, Match, code, opened, options_of


def begun(seats: int, options: str = options_of()) -> tuple[Table, list[object]]:
    table = opened(seats, options)
    moment = Moment(1, Derived(b"key", TABLE_ID, 0), b"")
    done = handle(table, Submission("begin", HOST, table.version, BeginGame()), moment)
    assert isinstance(done, Accepted)
    return table, [record.event for record in done.records]


def asked_to_open(seats: int, options: str = options_of()) -> Accepted | Refusal:
    opening = OpenTable("carcassonne", "1", seats, "host", "0" * 64, options)
    return handle(Table(TABLE_ID, rulebook), Submission("open", HOST, 0, opening), Moment(1, Dictated({}), b""))


@pytest.mark.clause("B-1")
@pytest.mark.parametrize("seats", [1, 7, 12])
def test_other_numbers_of_seats_than_2_to_6_are_refused(seats: int) -> None:
    refusal = asked_to_open(seats)
    assert code(refusal) == "WRONG_SEAT_COUNT"
    assert isinstance(refusal, Refusal)
    assert refusal.arguments == {"seats": seats, "least": 2, "most": 6}


@pytest.mark.clause("B-1")
def test_a_sixth_seat_needs_the_set_that_brings_its_pieces() -> None:
    refusal = asked_to_open(6)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.clause) == ("SIXTH_SEAT_NEEDS_SET", "B-1")
    assert code(asked_to_open(6, options_of(("base", "inns_cathedrals")))) == "accepted"
    assert code(asked_to_open(5)) == "accepted"


@pytest.mark.clause("B-1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_turns_go_round_in_seating_order(seats: int) -> None:
    match = Match(tiles="U U U U U U", seats=seats)
    movers = []
    for x in range(1, 7):
        assert match.awaited is not None
        movers.append(match.awaited[0])
        match.turn(f"U {x},0 0")
    assert movers == [n % seats for n in range(6)]


@pytest.mark.clause("B-1", "B-2")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_game_begins_with_the_start_tile_a_shuffled_stack_and_a_tile_for_the_first_seat(seats: int) -> None:
    table, events = begun(seats)
    assert events[0] == GameBegun()
    assert events[1] == GameStarted("BA-D", 0, 0, 0)
    assert events[2] == StackShuffled(STACK, 71)
    assert isinstance(events[3], TileDrawn)
    assert events[3].seat == 0
    assert len(events) == 4
    assert table.game.supply == [{"follower": 7}] * seats
    assert table.game.scores == [0] * seats


@pytest.mark.clause("B-2")
def test_the_stack_is_all_tiles_but_one_copy_of_the_start_tile() -> None:
    table, events = begun(3)
    expected = Counter({tile.id: tile.count for tile in TYPES.values()})
    expected["BA-D"] -= 1
    drawn = events[3]
    assert isinstance(drawn, TileDrawn)
    assert Counter([*table.game.stack, drawn.tile]) == expected
    assert table.game.stack == sorted(table.game.stack)


@pytest.mark.clause("B-2")
def test_the_order_of_the_stack_is_in_no_event_of_the_setup() -> None:
    _, events = begun(2)
    assert sum("BA-" in str(msgspec.to_builtins(event)) for event in events) == 2


@pytest.mark.clause("B-2")
@pytest.mark.parametrize("command", [Deploy("follower", "city:0"), SkipDeploy()])
def test_nobody_deploys_on_the_start_tile(command: object) -> None:
    match = Match(tiles="U E")
    assert code(match.give(command)) == "WRONG_PHASE"
    match.place("U -1,0 0")
    # What can be deployed on is the tile just laid: its segments, not those of the start tile, are asked for.
    assert code(match.give_deploy("city:0")) == "NO_SUCH_SEGMENT"


@pytest.mark.clause("B-2")
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ('{"sets": ["base", "cult", "abbots"]}', "UNKNOWN_SET"),
        ('{"sets": ["cult"]}', "BASE_SET_REQUIRED"),
        ('{"sets": ["base", "cult", "cult"]}', "BASE_SET_REQUIRED"),
        ('{"sets": ["base", "river_1", "river_2"]}', "ONE_RIVER"),
        ('{"sets": ["base", "cult"]}', "accepted"),
        ('{"sets": ["siege", "base"]}', "accepted"),
        ('{"shrine_adjacency": "near"}', "BAD_OPTIONS"),
        ('{"self_challenge": "yes"}', "BAD_OPTIONS"),
        ('{"self_challenge": 1}', "BAD_OPTIONS"),
        ('{"escape_adjacency": "anywhere"}', "BAD_OPTIONS"),
        ('{"escape_via_shrine": null}', "BAD_OPTIONS"),
        ('{"blank_mode": "absent"}', "BAD_OPTIONS"),
        ('{"blank_mode": "custom"}', "TWO_OWN_TILES_NEEDED"),
        (
            '{"shrine_adjacency": "strict", "self_challenge": true, "escape_adjacency": "siege_tile",'
            ' "escape_via_shrine": false, "escape_each_part": true, "blank_joker_scores": false}',
            "accepted",
        ),
        ('{"sets": ["moon"]}', "UNKNOWN_SET"),
        ('{"sets": []}', "BASE_SET_REQUIRED"),
        ('{"sets": ["base", "base"]}', "BASE_SET_REQUIRED"),
        ('{"sets": "base"}', "BAD_OPTIONS"),
        ('{"small_city_points": "three"}', "BAD_OPTIONS"),
        ('{"small_cities": "two"}', "BAD_OPTIONS"),
        ("[]", "BAD_OPTIONS"),
        ("", "BAD_OPTIONS"),
        ('{"small_city_points": "two"}', "accepted"),
        ("{}", "accepted"),
    ],
)
def test_options_are_checked_when_a_table_is_opened(options: str, expected: str) -> None:
    assert code(asked_to_open(2, options)) == expected
