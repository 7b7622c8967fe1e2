"""Boards to flick on: drawn at random from a seed, and plain ones laid by hand."""

import random
from collections.abc import Sequence

from domain.flick_of_faith.discs import Disc
from domain.flick_of_faith.physics.board import Board, Flight, Launch, Wall
from domain.flick_of_faith.physics.simulator import simulate

SIDE = 480_000
DECEL = 2_500_000
KINDS = {"prophet": (10_000, 4), "templar": (14_000, 2), "sphinx": (18_000, 1), "temple": (20_000, 0)}
Case = tuple[Board, list[Launch], list[Wall], int]


def disc(name: str, x: int, y: int, kind: str = "prophet", on: str | None = None) -> Disc:
    """A disc with the figures of the house map."""
    return Disc(name, x, y, *KINDS[kind], on)


def flick(discs: Sequence[Disc], dx: int, dy: int, speed: int, walls: Sequence[Wall] = ()) -> Flight:
    """The first disc flicked among the others, in the house's friction; speed in mm/s."""
    board = Board(SIDE, SIDE, tuple(sorted(discs, key=lambda other: other.id)))
    return simulate(board, [Launch(discs[0].id, dx * 1000, dy * 1000, speed * 1000)], walls, DECEL)


def random_case(seed: int) -> Case:
    """A board of up to 26 discs that do not overlap, some in clusters that touch; one or two launches, walls now and then."""
    rng = random.Random(seed)
    discs: list[Disc] = []
    for n in range(rng.randint(1, 26)):
        name, kind = f"{rng.choice('abcz')}{n:02}", rng.choice(["prophet"] * 5 + list(KINDS))
        for _ in range(40):
            found = _beside(rng, discs[-1], name, kind) if discs and rng.random() < 0.3 else _anywhere(rng, name, kind)
            if _is_free(found, discs):
                discs.append(found)
                break
    discs.sort(key=lambda other: other.id)
    movable = [other.id for other in discs if other.inv_mass_quarters]
    flicked = rng.sample(movable, min(len(movable), rng.choice([1, 1, 1, 2])))
    decel = rng.choice([DECEL] * 4 + [DECEL // 2])
    return Board(SIDE, SIDE, tuple(discs)), [_launch(rng, name) for name in flicked], _walls(rng, discs), decel


def _launch(rng: random.Random, name: str) -> Launch:
    dx, dy = rng.choice([(rng.randint(-30_000, 30_000), rng.randint(1, 30_000)), (1, 0), (0, -1)])
    n = rng.choice([0, rng.randint(-60, 60)])
    return Launch(name, dx * 1000 - dy * n, dx * n + dy * 1000, rng.randint(1, 3000) * rng.randint(900, 1100))


def _anywhere(rng: random.Random, name: str, kind: str) -> Disc:
    return disc(name, rng.randint(20_000, SIDE - 20_000), rng.randint(20_000, SIDE - 20_000), kind)


def _beside(rng: random.Random, other: Disc, name: str, kind: str) -> Disc:
    """A disc that touches another exactly: straight beside it, or by a triangle of whole numbers."""
    reach = KINDS[kind][0] + other.radius
    dx, dy = rng.choice([(reach, 0), (0, reach), (reach * 3 // 5, reach * 4 // 5), (-reach * 4 // 5, reach * 3 // 5)])
    return disc(name, other.x + dx, other.y + dy, kind)


def _walls(rng: random.Random, discs: list[Disc]) -> list[Wall]:
    walls = []
    for _ in range(rng.choice([0, 0, 1, 2])):
        x, y = rng.randint(0, SIDE), rng.randint(0, SIDE)
        dx, dy = rng.choice([(60_000, 0), (0, 60_000), (36_000, 48_000), (-48_000, 36_000)])
        if all(not _near(x + dx * n // 30, y + dy * n // 30, other) for other in discs for n in range(31)):
            walls.append((x, y, x + dx, y + dy))
    return walls


def _near(x: int, y: int, other: Disc) -> bool:
    return (x - other.x) ** 2 + (y - other.y) ** 2 <= (other.radius + 2_000) ** 2


def _is_free(one: Disc, others: list[Disc]) -> bool:
    if not (0 <= one.x <= SIDE and 0 <= one.y <= SIDE):
        return False
    return all((one.x - o.x) ** 2 + (one.y - o.y) ** 2 >= (one.radius + o.radius) ** 2 for o in others)
