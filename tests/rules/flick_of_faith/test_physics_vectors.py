"""D-3, physics 9: the golden vectors, every bit of them, and what can be worked out by hand."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.flick_of_faith.discs import Disc
from domain.flick_of_faith.map import Mat, house_map
from domain.flick_of_faith.physics.board import Board, Flight, Launch
from domain.flick_of_faith.physics.constants import PHYSICS
from domain.flick_of_faith.physics.simulator import simulate
from tests.rules.flick_of_faith.boards import DECEL, KINDS, disc, flick

pytestmark = pytest.mark.clause("D-3")
DATA = Path(__file__).parent / "data"


@cache
def vectors() -> list[dict[str, Any]]:
    golden = json.loads((DATA / "physics-vectors.json").read_bytes())
    assert golden["physics_version"] == PHYSICS.version
    assert golden["restitution_quarters"] == msgspec.to_builtins(PHYSICS.restitution_quarters)
    return [{"mat": golden["mat"], **vector} for vector in golden["vectors"]]


def flown(vector: dict[str, Any]) -> Flight:
    board = Board(*vector["mat"], tuple(Disc(*figures) for figures in vector["discs"]))
    launches = [Launch(*figures) for figures in vector["launches"]]
    return simulate(board, launches, [tuple(wall) for wall in vector["walls"]], vector["decel_um_per_s2"])


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: vector["name"])
def test_a_golden_vector_comes_out_to_the_last_bit(vector: dict[str, Any]) -> None:
    flight = flown(vector)

    expected = vector["expect"]
    assert [list(place) for place in flight.final] == expected["final"]
    assert list(flight.off) == expected["off"]
    assert flight.events == expected["events"]
    assert flight.digest == expected["digest"]


def test_all_vectors_are_there() -> None:
    assert len(vectors()) == 64
    assert sum(len(vector["expect"]["off"]) for vector in vectors()) >= 20


EXAMPLES = [
    example for example in json.loads((DATA / "examples.json").read_bytes())["examples"] if example["type"] == "flick"
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_a_flick_worked_out_by_hand_ends_there(example: dict[str, Any]) -> None:
    others = [disc(name, x, y, kind) for name, kind, x, y in example["others"]]
    flight = flick([disc("a1", *example["start"]), *others], *example["direction"], example["speed_mm_per_s"])

    ids = sorted(["a1", *(other.id for other in others)])
    stayed = {name: list(place) for name, place in zip(ids, flight.final, strict=True) if name not in flight.off}
    assert stayed == example["expect"]["final"]
    assert list(flight.off) == example["expect"]["off"]


# --- Closed forms (physics 2) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("speed", [1, 2, 10, 500, 1000, 1200, 1400])
def test_a_disc_slides_speed_squared_over_5000_mm(speed: int) -> None:
    flight = flick([disc("a", 20_000, 20_000)], 1, 0, speed)

    assert flight.final == ((20_000 + (speed * speed * 1000 + 2500) // 5000, 20_000),)
    assert flight.events == 1


# Target, and what part of the speed of the impact striker and target have after it.
SHARES = [("prophet", 1 / 8, 7 / 8), ("sphinx", -0.4, 0.35), ("temple", -1 / 2, 0), ("templar", -1 / 6, 7 / 12)]


@pytest.mark.parametrize(("kind", "kept", "given"), SHARES)
@pytest.mark.parametrize("speed", [800, 1000, 1300])
def test_a_square_hit_shares_the_speed(kind: str, kept: float, given: float, speed: int) -> None:
    flight = flick([disc("a", 100_000, 50_000), disc("b", 200_000, 50_000, kind)], 1, 0, speed)

    contact = 200_000 - 10_000 - KINDS[kind][0]
    square = speed * speed - 5 * (contact - 100_000)  # (mm/s)2
    sign = 1 if kept > 0 else -1
    assert flight.final[0] == (pytest.approx(contact + sign * kept * kept * square / 5, abs=1), 50_000)
    assert flight.final[1] == (pytest.approx(200_000 + given * given * square / 5, abs=1), 50_000)


@pytest.mark.parametrize(("dx", "x"), [(1, 150_000), (-1, 250_000)])
def test_a_wall_throws_back_at_half_the_speed_from_either_side(dx: int, x: int) -> None:
    flight = flick([disc("a", x, 50_000)], dx, 0, 1000, [(200_000, 20_000, 200_000, 80_000)])

    square = 1_000_000 - 5 * 40_000
    assert flight.final == ((200_000 - dx * (10_000 + square // 4 // 5), 50_000),)


@pytest.mark.parametrize("gap", [0, 1, 50_000])
def test_a_wall_that_the_disc_only_passes_by_does_nothing(gap: int) -> None:
    wall = (100_000, 60_000 + gap, 300_000, 60_000 + gap)
    assert flick([disc("a", 50_000, 50_000)], 1, 0, 1000, [wall]) == flick([disc("a", 50_000, 50_000)], 1, 0, 1000)


def test_a_disc_whose_centre_stops_on_the_edge_is_on_the_map() -> None:
    assert flick([disc("a", 50_000, 40_000)], -1, 0, 500).off == ()
    assert flick([disc("a", 49_999, 40_000)], -1, 0, 500).off == ("a",)


@pytest.mark.parametrize("side", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_disc_leaves_at_the_point_where_its_centre_crosses_the_edge(side: tuple[int, int]) -> None:
    flight = flick([disc("a", 240_000, 240_000)], *side, 3000)

    assert flight.off == ("a",)
    assert flight.final == ((240_000 + 240_000 * side[0], 240_000 + 240_000 * side[1]),)


def test_a_disc_that_has_left_the_map_is_in_nobodys_way() -> None:
    first = [disc("a", 100_000, 100_000), disc("b", 460_000, 100_000)]
    flight = flick(first, 1, 0, 2500)
    assert flight.off[0] == "b"


@pytest.mark.clause("D-6")
def test_a_temple_never_moves() -> None:
    flight = flick([disc("a", 100_000, 100_000), disc("t", 130_000, 100_000, "temple")], 1, 0, 3000)
    assert flight.final[1] == (130_000, 100_000)


def test_nothing_flicked_nothing_moves() -> None:
    board = Board(480_000, 480_000, (disc("a", 5, 5), disc("b", 90_000, 90_000)))
    flight = simulate(board, [], [], DECEL)
    assert (flight.final, flight.off, flight.events) == (((5, 5), (90_000, 90_000)), (), 0)
    assert simulate(Board(1, 1, ()), [], [], DECEL).final == ()


def test_the_figures_of_these_tests_are_those_of_the_house_map() -> None:
    pieces = house_map().pieces
    for kind, figures in KINDS.items():
        piece = getattr(pieces, kind)
        assert (piece.radius, piece.inv_mass_quarters) == figures
    assert isinstance(house_map().mat, Mat)
