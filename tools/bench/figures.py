"""What is reported: figures, what they are held to, and what others reach."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from tools.bench.measure import Spread, ratio, spread

Unit = Literal["ratio", "µs", "ms", "per s", "per µs"]
Bound = Literal["at least", "at most"]

_SCALES: dict[str, float] = {"µs": 1e6, "ms": 1e3}


class Target(msgspec.Struct, frozen=True):
    """What a figure is held to."""

    bound: Bound
    value: float

    def holds(self, measured: float) -> bool:
        """Whether a figure meets it."""
        return measured >= self.value if self.bound == "at least" else measured <= self.value


class Elsewhere(msgspec.Struct, frozen=True):
    """What another program takes for the same, in the figure's unit; measured before on one core of a machine of this
    class, not in this run. `times` is how many times as fast we are."""

    name: str
    value: float
    times: float


class Figure(msgspec.Struct, frozen=True):
    """One line of the report. `low` and `high` are the quartiles of the rounds, `sides` the microseconds an operation of
    what was compared; `holds` is None where there is no target. No `rounds`: it could not be measured; the note says
    why."""

    key: str
    what: str
    unit: Unit
    value: float
    low: float
    high: float
    rounds: int
    target: Target | None = None
    holds: bool | None = None
    elsewhere: tuple[Elsewhere, ...] = ()
    sides: dict[str, float] = {}
    note: str = ""


def at_least(value: float) -> Target:
    """The figure has to reach the value."""
    return Target("at least", value)


def at_most(value: float) -> Target:
    """The figure must not exceed the value."""
    return Target("at most", value)


def compared(
    key: str, what: str, taken: Mapping[str, Sequence[float]], base: str, side: str, target: Target | None = None,
    note: str = "",
) -> Figure:  # fmt: skip
    """How fast one side is next to another, from the seconds an operation that `alternate` gave."""
    sides = {name: spread(taken[name]).middle * 1e6 for name in (base, side)}
    return _figure(key, what, "ratio", ratio(taken[base], taken[side]), target, (), sides, note)


def duration(
    key: str, what: str, unit: Literal["µs", "ms"], seconds: Sequence[float], target: Target | None = None,
    elsewhere: Mapping[str, float] | None = None, note: str = "",
) -> Figure:  # fmt: skip
    """How long an operation takes. `elsewhere` gives what others take, in the same unit."""
    values = spread([second * _SCALES[unit] for second in seconds])
    others = tuple(Elsewhere(name, value, value / values.middle) for name, value in (elsewhere or {}).items())
    return _figure(key, what, unit, values, target, others, {}, note)


def rate(
    key: str, what: str, unit: Literal["per s", "per µs"], seconds: Sequence[float], target: Target | None = None,
    note: str = "",
) -> Figure:  # fmt: skip
    """How many operations are done in a second, or in a microsecond."""
    scale = 1.0 if unit == "per s" else 1e-6
    return _figure(key, what, unit, spread([scale / second for second in seconds]), target, (), {}, note)


def _figure(
    key: str, what: str, unit: Unit, values: Spread, target: Target | None, elsewhere: tuple[Elsewhere, ...],
    sides: dict[str, float], note: str,
) -> Figure:  # fmt: skip
    holds = target.holds(values.middle) if target else None
    measured = (values.middle, values.low, values.high, values.rounds)
    return Figure(key, what, unit, *measured, target, holds, elsewhere, sides, note)
