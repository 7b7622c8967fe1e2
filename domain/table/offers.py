"""Offers: what may be asked now, without listing every combination.

An offer is about one type of command. Its fields fall in two groups: `rows` give values that only go together, such as a
place and what fits there; `free` fields can be chosen each by itself. The law of offers: what is contained is accepted,
what is not is refused.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations
from math import prod
from typing import Any, Protocol

import msgspec

from domain.table.messages import Command


class Random(Protocol):
    """What sampling needs of a source of randomness."""

    def randrange(self, stop: int, /) -> int:
        """An integer from 0 to `stop` - 1."""


class Choice(Protocol):
    """The values that one free field may take."""

    @property
    def size(self) -> int:
        """How many values there are, equal ones counted apart."""

    def __contains__(self, value: object) -> bool: ...
    def sample(self, rng: Random) -> object:
        """Any of the values."""

    def all(self) -> Iterator[object]:
        """Each of the values, in their order."""


class OneOf(msgspec.Struct, frozen=True):
    """One of the listed values."""

    values: tuple[Any, ...]

    @property
    def size(self) -> int:
        return len(self.values)

    def __contains__(self, value: object) -> bool:
        return value in self.values

    def sample(self, rng: Random) -> object:
        return self.values[rng.randrange(len(self.values))]

    def all(self) -> Iterator[object]:
        return iter(self.values)


class Between(msgspec.Struct, frozen=True):
    """An integer from `low` to `high`, both included."""

    low: int
    high: int

    @property
    def size(self) -> int:
        return max(self.high - self.low + 1, 0)

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    def sample(self, rng: Random) -> object:
        return self.low + rng.randrange(self.high - self.low + 1)

    def all(self) -> Iterator[object]:
        return iter(range(self.low, self.high + 1))


class SomeOf(msgspec.Struct, frozen=True):
    """A sorted tuple of `least` to `most` of the listed values, none more often than it is listed."""

    values: tuple[Any, ...]
    least: int
    most: int

    @property
    def size(self) -> int:
        return sum(_ways(len(self.values), count) for count in range(self.least, self.most + 1))

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple) or not self.least <= len(value) <= self.most:
            return False
        left = list(self.values)
        for item in value:
            if item not in left:
                return False
            left.remove(item)
        return list(value) == sorted(value)

    def sample(self, rng: Random) -> object:
        left = list(self.values)
        count = self.least + rng.randrange(min(self.most, len(left)) - self.least + 1)
        return tuple(sorted(left.pop(rng.randrange(len(left))) for _ in range(count)))

    def all(self) -> Iterator[object]:
        ordered = sorted(self.values)
        for count in range(self.least, self.most + 1):
            yield from dict.fromkeys(combinations(ordered, count))


class EachOf(msgspec.Struct, frozen=True):
    """A tuple with a value of each of the choices, in their order."""

    choices: tuple[Choice, ...]

    @property
    def size(self) -> int:
        return prod(choice.size for choice in self.choices)

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) == len(self.choices)
            and all(part in choice for part, choice in zip(value, self.choices, strict=True))
        )

    def sample(self, rng: Random) -> object:
        return tuple(choice.sample(rng) for choice in self.choices)

    def all(self) -> Iterator[object]:
        return _each(self.choices)


class Offer(msgspec.Struct, frozen=True):
    """A type of command, and what its fields may hold.

    `fields` names the fields of the `rows`, in the rows' order; a command without fields has the one row `()`.
    """

    command: type[Command]
    fields: tuple[str, ...] = ()
    rows: Sequence[tuple[Any, ...]] = ((),)
    free: Mapping[str, Choice] = msgspec.field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many commands are offered, equal ones counted apart."""
        return reduce(lambda size, choice: size * choice.size, self.free.values(), len(self.rows))

    def contains(self, command: object) -> bool:
        """Whether exactly this command is offered; fields that are not named keep their defaults."""
        if type(command) is not self.command:
            return False
        named = {name: getattr(command, name) for name in (*self.fields, *self.free)}
        return (
            tuple(named[name] for name in self.fields) in self.rows
            and all(named[name] in choice for name, choice in self.free.items())
            and command == self.command(**named)
        )

    def sample(self, rng: Random) -> Command:
        """Any of the offered commands."""
        row = self.rows[rng.randrange(len(self.rows))]
        chosen = {name: choice.sample(rng) for name, choice in self.free.items()}
        return self.command(**dict(zip(self.fields, row, strict=True)), **chosen)

    def all(self) -> Iterator[Command]:
        """Every offered command. Only for offers that are known to be small."""
        names = (*self.fields, *self.free)
        for row in self.rows:
            for chosen in _each(tuple(self.free.values())):
                yield self.command(**dict(zip(names, (*row, *chosen), strict=True)))


class RuledOffer(Offer, frozen=True):
    """A type of command whose fields depend on each other in ways that no list can hold, such as a place and an angle.

    `accepts` is the rule itself; `draw` gives any of the commands that it accepts; `ways` says how many there are, roughly.
    It is too large to be listed: `all` raises ValueError.
    """

    accepts: Callable[[Command], bool] = msgspec.field(default=lambda command: False)
    draw: Callable[[Random], Command] | None = None
    ways: int = 2**40

    @property
    def size(self) -> int:
        return self.ways

    def contains(self, command: object) -> bool:
        return type(command) is self.command and self.accepts(command)

    def sample(self, rng: Random) -> Command:
        assert self.draw is not None
        return self.draw(rng)

    def all(self) -> Iterator[Command]:
        raise ValueError(f"the ways of {self.command.__name__} cannot be listed")


def _each(choices: Sequence[Choice]) -> Iterator[tuple[object, ...]]:
    """Every way to take a value of each choice, one after another: nobody could hold all of them."""
    if not choices:
        yield ()
        return
    for value in choices[0].all():
        yield from ((value, *others) for others in _each(choices[1:]))


def _ways(things: int, count: int) -> int:
    """In how many ways so many of the things can be chosen."""
    ways = 1
    for n in range(count):
        ways = ways * (things - n) // (n + 1)
    return ways
