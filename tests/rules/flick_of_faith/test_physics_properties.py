"""D-3: what holds of every flick: energy, overlaps, mirrors, determinism, and an end whatever is asked."""

import json
import os
import subprocess
import sys
from math import isfinite, sqrt
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.flick_of_faith.discs import Disc
from domain.flick_of_faith.map import LARGEST_RADIUS, LARGEST_SIDE
from domain.flick_of_faith.physics.board import (
    LARGEST_DECEL,
    LARGEST_DIRECTION,
    LARGEST_INVERSE_MASS,
    LARGEST_SPEED,
    ROUNDING,
    Board,
    Flight,
    Launch,
    UnsoundFlick,
    Wall,
)
from domain.flick_of_faith.physics.constants import PHYSICS
from domain.flick_of_faith.physics.motion import Motion
from domain.flick_of_faith.physics.simulator import events_of, simulate
from domain.flick_of_faith.physics.trails import trails_of
from domain.flick_of_faith.physics.walls import Standing
from domain.flick_of_faith.shapes import is_clear, turn
from tests.rules.flick_of_faith.boards import DECEL, SIDE, Case, disc, random_case
from tests.rules.flick_of_faith.literal import Literal

pytestmark = pytest.mark.clause("D-3")
BOARDS = 250


def literally(case: Case) -> Flight:
    """What the specification's own words make of a case."""
    board, launches, walls, decel = case
    ids = [one.id for one in board.discs]
    literal = Literal(
        board.width, board.height, decel, [(one.x, one.y, one.radius, one.inv_mass_quarters) for one in board.discs]
    )
    final, off, events, digest = literal.fly(
        [(ids.index(one.id), one.dx, one.dy, one.speed) for one in launches], walls
    )
    return Flight(tuple(final), tuple(ids[i] for i in off), events, digest)


def test_random_boards_come_out_as_the_specification_word_for_word() -> None:
    for seed in range(BOARDS):
        case = random_case(seed)
        assert simulate(*case) == literally(case), seed


@pytest.mark.slow
def test_many_random_boards_come_out_as_the_specification_word_for_word() -> None:
    for seed in range(BOARDS, 20_000):
        case = random_case(seed)
        assert simulate(*case) == literally(case), seed


def energy(motion: Motion) -> float:
    """Twice the energy of motion, in units of a Prophet's mass."""
    return sum(motion.s[i] * motion.s[i] / motion.im[i] for i in motion.moving)


def test_energy_never_grows() -> None:
    """But by the least speed of an impact, which keeps resting contacts apart: at most 1 mm/s each time (physics 6)."""
    for seed in range(BOARDS):
        board, launches, walls, decel = random_case(seed)
        motion = Motion(board, launches, decel)
        left = energy(motion)
        for event in events_of(motion, [Standing(wall) for wall in walls]):
            now = energy(motion)
            assert now <= left * (1 + 1e-12) + 8e6, (seed, event)
            left = now
        assert left == 0


def test_discs_at_rest_overlap_by_10_um_at_the_most() -> None:
    for seed in range(BOARDS):
        case = random_case(seed)
        flight = simulate(*case)
        there = [(xy, one) for xy, one in zip(flight.final, case[0].discs, strict=True) if one.id not in flight.off]
        for n, ((x, y), one) in enumerate(there):
            assert 0 <= x <= SIDE
            assert 0 <= y <= SIDE
            for (x2, y2), other in there[:n]:
                least = one.radius + other.radius - 10
                assert (x - x2) ** 2 + (y - y2) ** 2 >= least * least, (seed, one.id, other.id)


def test_a_flick_that_comes_to_rest_at_a_wall_is_followed_by_another_from_the_same_start() -> None:
    """Rounding leaves the first a little in the wall, or a little away from it: neither is a fault."""
    rng, inside = Random(1), 0
    for _ in range(1000):
        dx, dy, speed = rng.randint(-999, 999), rng.randint(1, 999), rng.randint(300, 900)
        wall, launch = _wall_at_the_end(dx, dy, speed), {"dx": dx * 1000, "dy": dy * 1000, "speed": speed * 1000}
        first = simulate(Board(SIDE, SIDE, (disc("a", *START),)), [Launch("a", **launch)], [wall], DECEL)
        after = (disc("a", *first.final[0]), disc("b", *START))
        inside += not is_clear(first.final[0], wall[:2], wall[2:], after[0].radius)
        second = simulate(Board(SIDE, SIDE, after), [Launch("b", **launch)], [wall], DECEL)
        assert second.events < 100
        for place, one in zip(second.final, after, strict=True):
            assert is_clear(place, wall[:2], wall[2:], one.radius - ROUNDING)
            assert turn(wall[:2], wall[2:], place) > 0
    assert inside > 100


START = (240_000, 100_000)


def _wall_at_the_end(dx: int, dy: int, speed: int) -> Wall:
    """A Hand across the way, which a Prophet from the start touches when it has come to rest."""
    length, way = sqrt(dx * dx + dy * dy), speed * speed / 5 + 10_000
    x, y, ux, uy = START[0] + dx / length * way, START[1] + dy / length * way, dx / length, dy / length
    return round(x - uy * -30_000), round(y + ux * -30_000), round(x + uy * -30_000), round(y - ux * -30_000)


# --- Mirrors and quarter turns ----------------------------------------------------------------------------------------

SYMMETRIES = [
    lambda x, y: (-x, y),
    lambda x, y: (x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, x),
    lambda x, y: (-x, -y),
]


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=["west-east", "south-north", "diagonal", "quarter", "half"])
@given(
    dx=st.integers(-30_000, 30_000),
    dy=st.integers(1, 30_000),
    speed=st.integers(1, 3000),
    at=st.tuples(st.integers(-200_000, 200_000), st.integers(-200_000, 200_000)),
    kind=st.sampled_from(["prophet", "templar", "sphinx", "temple"]),
)
@settings(max_examples=60, deadline=None)
def test_one_disc_against_one_other_is_the_same_in_a_mirror(
    symmetry: object, dx: int, dy: int, speed: int, at: tuple[int, int], kind: str
) -> None:
    """To a micrometre: sums of two products may be rounded the other way round."""
    if at[0] ** 2 + at[1] ** 2 < 38_000**2:
        at = (38_000, 0)
    plain = about_the_middle((0, 0), at, kind, (dx, dy), speed)
    mirrored = about_the_middle((0, 0), symmetry(*at), kind, symmetry(dx, dy), speed)  # type: ignore[operator]
    assert mirrored.off == plain.off
    assert mirrored.events == plain.events
    for seen, (x, y) in zip(mirrored.final, plain.final, strict=True):
        wanted = symmetry(x - SIDE // 2, y - SIDE // 2)  # type: ignore[operator]
        assert abs(seen[0] - SIDE // 2 - wanted[0]) <= 1
        assert abs(seen[1] - SIDE // 2 - wanted[1]) <= 1


def about_the_middle(
    start: tuple[int, int], at: tuple[int, int], kind: str, direction: tuple[int, int], speed: int
) -> Flight:
    middle = SIDE // 2
    discs = (disc("a", middle + start[0], middle + start[1]), disc("b", middle + at[0], middle + at[1], kind))
    launch = Launch("a", direction[0] * 1000, direction[1] * 1000, speed * 1000)
    return simulate(Board(SIDE, SIDE, discs), [launch], [], DECEL)


@pytest.mark.parametrize("offset", [0, 3_000, 9_999, 15_000])
def test_two_discs_flicked_at_each_other_end_up_as_each_others_image(offset: int) -> None:
    discs = (disc("a", 100_000, 240_000 - offset // 2 * 2), disc("b", 380_000, 240_000 + offset // 2 * 2))
    launches = [Launch("a", 1000, 0, 1_500_000), Launch("b", -1000, 0, 1_500_000)]
    (ax, ay), (bx, by) = simulate(Board(SIDE, SIDE, discs), launches, [], DECEL).final
    assert abs(ax + bx - SIDE) <= 1
    assert abs(ay + by - SIDE) <= 1


# --- The same everywhere ----------------------------------------------------------------------------------------------

DIGESTS = """
import hashlib
from domain.flick_of_faith.physics.simulator import simulate
from tests.rules.flick_of_faith.boards import random_case
print(hashlib.sha256("".join(simulate(*random_case(seed)).digest for seed in range(60)).encode()).hexdigest())
"""


def test_other_processes_with_other_hash_seeds_find_the_same() -> None:
    found = set()
    for seed in ("0", "1", "4242"):
        run = subprocess.run(
            [sys.executable, "-c", DIGESTS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[3],
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(run.stdout)
    assert len(found) == 1


def test_the_order_of_launches_does_not_matter() -> None:
    board = Board(SIDE, SIDE, (disc("a", 70_000, 30_000), disc("b", 30_000, 70_000)))
    launches = [Launch("a", 0, 1000, 900_000), Launch("b", 1000, 0, 900_000)]
    assert simulate(board, launches, [], DECEL) == simulate(board, launches[::-1], [], DECEL)


# --- Whatever is asked ------------------------------------------------------------------------------------------------


@st.composite
def extreme_cases(draw: st.DrawFn) -> Case:
    """Overlapping discs, one on the other's very spot, tiny and huge figures, walls anywhere."""
    side = draw(st.sampled_from([1, 50_000, SIDE, LARGEST_SIDE]))
    discs = tuple(draw(extreme_discs(f"d{n}", side)) for n in range(draw(st.integers(1, 6))))
    movable = [one.id for one in discs if one.inv_mass_quarters]
    way = st.sampled_from([-LARGEST_DIRECTION, -1, 1, LARGEST_DIRECTION])
    launches = [
        Launch(
            name, draw(st.one_of(way, st.just(0))), draw(way), draw(st.sampled_from([1, 100, 1_000_000, LARGEST_SPEED]))
        )
        for name in movable[: draw(st.integers(1, 3))]
    ]
    walls = draw(st.lists(st.tuples(*[st.integers(-side, 2 * side)] * 4), max_size=1))
    return Board(side, side, discs), launches, walls, draw(st.sampled_from([1, 1000, DECEL, LARGEST_DECEL]))


def extreme_discs(name: str, side: int) -> st.SearchStrategy[Disc]:
    radius, inverse_mass = (
        st.sampled_from([1, 7, 10_000, LARGEST_RADIUS]),
        st.sampled_from([0, 1, 4, LARGEST_INVERSE_MASS]),
    )
    return st.builds(Disc, st.just(name), st.integers(0, side), st.integers(0, side), radius, inverse_mass)


@given(extreme_cases())
@settings(max_examples=300, deadline=None)
def test_every_flick_ends_and_every_number_stays_finite(case: Case) -> None:
    board, launches, walls, decel = case
    try:
        flight = simulate(board, launches, walls, decel)
    except UnsoundFlick:
        return
    assert flight.events <= PHYSICS.max_events
    motion = Motion(board, launches, decel)
    for t, *_ in events_of(motion, [Standing(wall) for wall in walls]):
        assert isfinite(t)
    assert all(map(isfinite, (*motion.x, *motion.y, *motion.s, *motion.ux, *motion.uy)))
    assert flight == literally(case)


A, B, T = disc("a", 50_000, 50_000), disc("b", 90_000, 50_000), disc("t", 200_000, 200_000, "temple")
GO = Launch("a", 1000, 0, 1_000_000)


def changed(one: Disc, **fields: object) -> Disc:
    return msgspec.structs.replace(one, **fields)


UNSOUND: list[tuple[str, Board, list[Launch], list[Wall], int]] = [
    ("no mat", Board(0, SIDE, (A,)), [GO], [], DECEL),
    ("a mat without end", Board(SIDE, LARGEST_SIDE + 1, (A,)), [GO], [], DECEL),
    ("no friction", Board(SIDE, SIDE, (A,)), [GO], [], 0),
    ("friction without end", Board(SIDE, SIDE, (A,)), [GO], [], LARGEST_DECEL + 1),
    ("discs out of order", Board(SIDE, SIDE, (B, A)), [GO], [], DECEL),
    ("a disc twice", Board(SIDE, SIDE, (A, A)), [GO], [], DECEL),
    ("a disc off the mat", Board(SIDE, SIDE, (A, changed(B, x=SIDE + 1))), [GO], [], DECEL),
    ("a rider", Board(SIDE, SIDE, (A, changed(B, on="a"))), [GO], [], DECEL),
    ("no radius", Board(SIDE, SIDE, (A, changed(B, radius=0))), [GO], [], DECEL),
    ("a negative mass", Board(SIDE, SIDE, (A, changed(B, inv_mass_quarters=-1))), [GO], [], DECEL),
    ("nobody flicked", Board(SIDE, SIDE, (B,)), [GO], [], DECEL),
    ("a Temple flicked", Board(SIDE, SIDE, (T,)), [Launch("t", 1, 0, 1)], [], DECEL),
    ("flicked twice", Board(SIDE, SIDE, (A,)), [GO, GO], [], DECEL),
    ("no direction", Board(SIDE, SIDE, (A,)), [Launch("a", 0, 0, 1)], [], DECEL),
    ("too long a direction", Board(SIDE, SIDE, (A,)), [Launch("a", 0, -LARGEST_DIRECTION - 1, 1)], [], DECEL),
    ("no speed", Board(SIDE, SIDE, (A,)), [Launch("a", 1, 0, 0)], [], DECEL),
    ("too fast", Board(SIDE, SIDE, (A,)), [Launch("a", 1, 0, LARGEST_SPEED + 1)], [], DECEL),
    ("a wall that is a point", Board(SIDE, SIDE, (A,)), [GO], [(5, 5, 5, 5)], DECEL),
    ("a wall without end", Board(SIDE, SIDE, (A,)), [GO], [(0, 0, 0, LARGEST_SIDE + 1)], DECEL),
    (
        "a wall through the middle of a tiny disc",
        Board(SIDE, SIDE, (changed(A, radius=1),)),
        [GO],
        [(50_000, 0, 50_000, 90_000)],
        DECEL,
    ),
    ("a wall through a disc", Board(SIDE, SIDE, (A,)), [GO], [(50_000, 0, 50_000, 90_000)], DECEL),
]


@pytest.mark.parametrize(
    ("board", "launches", "walls", "decel"), [row[1:] for row in UNSOUND], ids=[r[0] for r in UNSOUND]
)
def test_what_cannot_be_simulated_is_said_to_be_unsound(
    board: Board, launches: list[Launch], walls: list[Wall], decel: int
) -> None:
    with pytest.raises(UnsoundFlick):
        simulate(board, launches, walls, decel)


# --- Trails -----------------------------------------------------------------------------------------------------------


def test_trails_begin_at_the_start_and_end_where_the_disc_ends() -> None:
    for seed in range(BOARDS):
        case = random_case(seed)
        board, launches, _, _ = case
        flight = simulate(*case)
        trails = {trail.id: trail.points for trail in trails_of(*case)}
        assert {launch.id for launch in launches} <= set(trails), seed
        for one, end in zip(board.discs, flight.final, strict=True):
            points = trails.get(one.id, ((0, one.x, one.y),))
            assert points[0][1:] == (one.x, one.y), (seed, one.id)
            assert points[-1][1:] == end, (seed, one.id)
            assert [at for at, _, _ in points] == sorted(at for at, _, _ in points)


def test_a_trail_turns_where_the_disc_was_hit() -> None:
    board = Board(SIDE, SIDE, (disc("a", 60_000, 50_000), disc("b", 160_000, 50_000)))
    first, second = trails_of(board, [Launch("a", 1000, 0, 1_000_000)], [], DECEL)

    hit = round((1_000_000 - 600_000**0.5 * 1000) / DECEL * 1_000_000)
    assert first.points[:2] == ((0, 60_000, 50_000), (hit, 140_000, 50_000))
    assert first.points[-1][1:] == (141_875, 50_000)
    assert second.points[0] == (hit, 160_000, 50_000)
    assert second.points[-1][1:] == (251_875, 50_000)
    assert json.loads(msgspec.json.encode(first))["id"] == "a"
