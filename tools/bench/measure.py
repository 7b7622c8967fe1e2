"""Timing: sides that take turns, so that whatever disturbs the machine disturbs all of them alike."""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from statistics import median
from time import perf_counter, thread_time

import msgspec


class Timing(msgspec.Struct, frozen=True):
    """How long so many operations took together, in seconds."""

    seconds: float
    operations: int

    @property
    def each(self) -> float:
        """Seconds an operation."""
        return self.seconds / self.operations


Side = Callable[[], Timing]

LEAST_ROUNDS = 3


class Pace(msgspec.Struct, frozen=True):
    """How many rounds are made; fewer, but at least three, where they would take longer than so many seconds."""

    rounds: int
    seconds: float


class Spread(msgspec.Struct, frozen=True):
    """The median of all rounds, the quartiles around it, and how many rounds there were."""

    middle: float
    low: float
    high: float
    rounds: int


def timed(work: Callable[[], int], clock: Callable[[], float] = perf_counter) -> Side:
    """The side whose every round is `work`, which returns how many operations it has done."""

    def side() -> Timing:
        start = clock()
        operations = work()
        return Timing(clock() - start, operations)

    return side


def computed(work: Callable[[], int]) -> Side:
    """Like `timed`, by the processor time of this thread: the same on a quiet machine for work that waits for nothing, and
    on one that is shared not lengthened by the others' turns."""
    return timed(work, thread_time)


def prepared(prepare: Callable[[], Callable[[], int]], clock: Callable[[Callable[[], int]], Side] = timed) -> Side:
    """The side whose rounds need something made anew first, which is not timed."""

    def side() -> Timing:
        return clock(prepare())()

    return side


def alternate(sides: Mapping[str, Side], pace: Pace) -> dict[str, list[float]]:
    """Seconds an operation of every side, a value a round; a first round that warms up is left out.

    Every other round goes through the sides backwards, so that none has always the same one before it.
    """
    taken: dict[str, list[float]] = {name: [] for name in sides}
    names = list(sides)
    with settled():
        for name in names:
            sides[name]()
        end = perf_counter() + pace.seconds
        for number in range(pace.rounds):
            if number >= LEAST_ROUNDS and perf_counter() > end:
                break
            for name in names if number % 2 else names[::-1]:
                taken[name].append(sides[name]().each)
    return taken


def repeat(side: Side, pace: Pace) -> list[float]:
    """Seconds an operation, a value a round, of a side that is compared with none."""
    return alternate({"": side}, pace)[""]


@contextmanager
def settled() -> Iterator[None]:
    """What exists before is left out of garbage collection, which stays on: its cost belongs to what makes garbage."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def spread(values: Sequence[float]) -> Spread:
    """Median and quartiles of at least one value."""
    ordered = sorted(values)
    last = len(ordered) - 1
    return Spread(median(ordered), ordered[round(last / 4)], ordered[round(last * 3 / 4)], len(ordered))


def ratio(base: Sequence[float], side: Sequence[float]) -> Spread:
    """How fast a side is next to the base (1: as fast, 0.5: half as fast), each round by itself."""
    return spread([one / other for one, other in zip(base, side, strict=True)])
