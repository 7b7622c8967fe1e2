"""Whatever a flick asks for, it is refused under a clause of the law or comes to rest: never a fault, and never without end.

`give` looks at the rest: a command is accepted exactly when it is offered, and what always holds holds afterwards.
"""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.flick_of_faith.commands import Build, BuildTemples, DropHeart, Flick, Shot, Wall
from domain.flick_of_faith.events import FlickResolved
from domain.flick_of_faith.physics.constants import PHYSICS
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.state import Game
from domain.table.refusals import Refusal
from tests.rules.flick_of_faith.positions import flick, give, go_on, happen, lay, of, position, wall

SIDE = 480_000
PLENTY = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
NEXT = {"laws": ["pride", "humility"], "city": ["east-city"]}
"""What chance may be asked for when a flick ends a Generation."""


def crowded(*laws: str, seed: int = 1, deities: Any = None) -> Game:
    """A mat full of discs of all kinds, some of them on each other, and seat 0 to flick."""
    rng, lines, taken = Random(seed), ["king-ape 240 262"], [(240, 262)]
    kinds = [f"{seat}-{disc}" for seat in (0, 1) for disc in ("p03", "p04", "p05", "p06", "m01", "t01", "t02", "t03")]
    for disc in kinds:
        for _ in range(200):
            x, y = rng.randrange(20, 460), rng.randrange(20, 460)
            if all((x - a) ** 2 + (y - b) ** 2 >= 40**2 for a, b in taken):
                lines.append(f"{disc} {x} {y}")
                taken.append((x, y))
                break
    game = position("\n".join(lines), laws=laws, deities=deities or {0: "dagda", 1: "anubis"}, active=0)
    carrier = game.discs["1-p03"]
    return lay(game, f"0-t04 {carrier.x // 1000} {carrier.y // 1000} on 1-p03")


near = st.one_of(st.sampled_from((0, 10_000, 40_000, 48_000, 64_000, SIDE)), st.integers(-SIDE, 2 * SIDE))
in_corner = st.integers(10_000, 70_000)
component = st.one_of(st.sampled_from((-30_001, -30_000, -1, 0, 1, 30_000, 30_001)), st.integers(-1_000_000, 1_000_000))
speed = st.one_of(st.sampled_from((-1, 0, 1, 3000, 3001)), st.integers(-1_000_000, 1_000_000), st.integers(1, 3000))
discs = st.sampled_from(("0-p01", "0-p01", "0-p02", "0-p03", "0-t01", "1-p01", "1-t01", "king-ape", "sphinx", "x"))
any_shot = st.builds(Shot, discs, near, near, component, component, speed)
good_shot = st.builds(
    Shot, st.sampled_from(("0-p01", "0-p02")), in_corner, in_corner,
    st.integers(-30_000, 30_000), st.integers(-30_000, 30_000), st.integers(1, 3000),
)  # fmt: skip
point = st.tuples(near, near)
walls = st.one_of(
    st.none(),
    st.builds(Wall, near, near, near, near),
    st.builds(lambda at, way: Wall(at[0], at[1], at[0] + way[0], at[1] + way[1]), point,
              st.sampled_from(((60_000, 0), (0, -60_000), (36_000, 48_000), (-48_000, 36_000), (0, 0), (42_426, 42_427)))),
)  # fmt: skip


def outcome(game: Game, command: Any) -> list[Any] | Refusal:
    """What a command gives: a refusal that names a clause, or events in which every flick has come to rest."""
    answer = give(game, 0, command, **NEXT)
    if isinstance(answer, Refusal):
        assert answer.clause in rulebook.law or answer.clause.startswith("T-")
        assert rulebook.catalogue.missing([answer.code], []) == []
        return answer
    for resolved in of(answer, FlickResolved):
        assert 0 < resolved.events <= PHYSICS.max_events
        assert all(isinstance(moved.x, int) and isinstance(moved.y, int) for moved in resolved.moved)
        assert all(-1 <= moved.x <= SIDE + 1 and -1 <= moved.y <= SIDE + 1 for moved in resolved.moved)
        assert set(resolved.off) <= {moved.disc for moved in resolved.moved}
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(resolved), type=FlickResolved) == resolved
    return answer


@pytest.mark.clause("D-1", "D-3", "deity-dagda")
@PLENTY
@given(any_shot, walls)
def test_any_flick_is_refused_with_its_clause_or_comes_to_rest(shot: Shot, hand: Wall | None) -> None:
    outcome(crowded(), Flick(shot, hand=hand))


@pytest.mark.clause("D-3", "D-6", "FF-6.4")
@PLENTY
@given(good_shot, walls, st.integers(1, 5))
def test_flicks_within_the_limits_come_to_rest_on_any_crowded_mat(shot: Shot, hand: Wall | None, seed: int) -> None:
    game = crowded(seed=seed)
    temples = {disc: (at.x, at.y) for disc, at in game.discs.items() if at.kind == "temple" and at.on_map}
    outcome(game, Flick(shot, hand=hand))
    assert temples == {disc: (at.x, at.y) for disc, at in game.discs.items() if disc in temples}


@pytest.mark.clause("law-both-hands", "law-piggyback", "law-rolling-stone")
@PLENTY
@given(good_shot, st.one_of(good_shot, any_shot, st.none()), walls, st.sampled_from(("both-hands", "piggyback")))
def test_two_flicks_come_to_rest_too(shot: Shot, second: Shot | None, hand: Wall | None, law: str) -> None:
    outcome(crowded("rolling-stone", law), Flick(shot, second, hand))


@pytest.mark.clause("law-piggyback")
@PLENTY
@given(good_shot, walls)
def test_a_stack_comes_to_rest_too(shot: Shot, hand: Wall | None) -> None:
    other = "0-p02" if shot.prophet == "0-p01" else "0-p01"
    outcome(crowded("piggyback"), Flick(shot, msgspec.structs.replace(shot, prophet=other), hand))


@pytest.mark.clause("deity-dagda", "D-3")
@pytest.mark.parametrize(
    "hand",
    [
        wall(90, 20, 90, 80),  # right before the disc
        wall(40, "50.5", 100, "50.5"),  # along its way
        wall(40, 60, 100, 60),  # touching its rim all the way
        wall(0, 480, 60, 480),  # on the edge
        wall(480, 20, 480, 80),  # on the far edge, where it would leave
    ],
)
@pytest.mark.parametrize("speed", [1, 500, 3000])
def test_the_hand_may_be_close_to_the_flicked_disc(hand: Wall, speed: int) -> None:
    outcome(position(deities={0: "dagda"}), flick("0-p01", (60, 50), (1, 0), speed, hand))


@pytest.mark.clause("D-5")
@PLENTY
@given(
    st.lists(
        st.builds(
            Build,
            st.sampled_from(("0-p01", "0-p02", "0-p03", "1-p01", "x")),
            st.sampled_from(("south-city", "north-city", "x")),
            st.sampled_from(("0-t01", "0-t02", "0-t03", "0-t04", "1-t01")),
            st.one_of(st.none(), st.integers(150_000, 330_000)),
            st.one_of(st.none(), st.integers(30_000, 160_000), st.integers(320_000, 450_000)),
            st.one_of(st.none(), st.none(), st.sampled_from(("0-p01", "0-p02", "0-t01", "1-p01", "1-t01", "x"))),
        ),
        max_size=3,
    ).map(tuple)
)
def test_any_list_of_builds_is_refused_or_leaves_whole_stacks(builds: tuple[Build, ...]) -> None:
    game = position(
        """
        0-p01 240 100
        0-p02 240 380
        0-p03 262 110
        1-p01 200 120
        1-t01 250 120 on 0-p03
        0-t01 280 70
        0-t02 200 370
        0-t03 280 400
        0-t04 225 380 on 0-p02
        """,
        step="navel",
        deities={0: "zeus"},
    )
    game.stage = "temples"
    go_on(game)
    outcome(game, BuildTemples(builds))


@pytest.mark.clause("deity-freyja")
@settings(max_examples=60, deadline=None)
@given(near, near, st.lists(st.integers(0, 20_000), min_size=4, max_size=4))
def test_the_heart_falls_anywhere_or_is_refused(x: int, y: int, draws: list[int]) -> None:
    game = crowded(deities={0: "freyja"})
    game.prompts = ()
    happen(game)
    game.stage, game.phase = "worship", "worship"
    go_on(game)
    answer = give(game, 0, DropHeart(x, y), heart=draws)
    assert isinstance(answer, Refusal) == (not (0 <= x <= SIDE and 0 <= y <= SIDE))
