"""Chance: a value that nobody could choose and everybody can check afterwards (T-30 to T-34).

A table is opened with a commitment to a secret seed. Each value follows from the seed, the seats' entropy, the table, the
epoch, a label, and how many draws of that label the history already holds. So undoing never rolls again, and what other
labels are drawn in between shifts nothing.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

import msgspec

from domain.table.records import Draw
from domain.table.refusals import EngineFault

T = TypeVar("T")

LARGEST_BOUND = 2**32


class ChanceExhausted(Exception):  # noqa: N818 - what is exhausted is the source
    """A dictated or recorded source was asked for a value that it does not have."""


class Source(Protocol):
    """Where values come from. `lasting`: it can be drawn from for ever, so nobody needs another one."""

    lasting: bool

    def value(self, label: str, number: int, bound: int, items: Sequence[object] | None) -> int:
        """A value from 0 to `bound` - 1. `items` are what it picks from, where it picks from something."""


def commitment_to(seed: bytes) -> str:
    """What is published when a table opens: the SHA-256 of its seed, in hexadecimal (T-31)."""
    return hashlib.sha256(seed).hexdigest()


def chance_key(seed: bytes, entropy: Sequence[bytes]) -> bytes:
    """The key of all derived values: entropy, each by its own hash, under the seed itself (T-32).

    The seed must go in as it is: its hash is what everybody knows from the commitment.
    """
    parts = b"".join(hashlib.sha256(part).digest() for part in entropy)
    return hmac.digest(seed, b"souls chance" + parts, "sha256")


class Derived:
    """Values derived from a key; the same on every machine (T-33)."""

    lasting = True

    def __init__(self, key: bytes, table: str, epoch: int) -> None:
        self._key, self._table, self._epoch = key, table, epoch

    def value(self, label: str, number: int, bound: int, items: Sequence[object] | None = None) -> int:
        # Values at or above the largest multiple of the bound are thrown away: else low results would be likelier.
        limit = 2**256 - 2**256 % bound
        attempt = 0
        while True:
            message = msgspec.msgpack.encode((self._table, self._epoch, label, number, attempt))
            drawn = int.from_bytes(hmac.digest(self._key, message, "sha256"), "big")
            if drawn < limit:
                return drawn % bound
            attempt += 1


class Dictated:
    """Values given from outside, for imported and forced games: by label, the items or numbers in their order (T-34).

    An item is looked up among those offered; one that is not offered raises `ChanceExhausted`.
    """

    lasting = False

    def __init__(self, wanted: Mapping[str, Sequence[object]]) -> None:
        self._wanted = wanted

    def value(self, label: str, number: int, bound: int, items: Sequence[object] | None = None) -> int:
        given = self._wanted.get(label, ())
        if number >= len(given):
            raise ChanceExhausted(f"no value number {number} of '{label}' was given")
        wanted = given[number]
        if items is None:
            if not isinstance(wanted, int) or not 0 <= wanted < bound:
                raise ChanceExhausted(f"{wanted!r} is not a value of '{label}' below {bound}")
            return wanted
        if wanted not in items:
            raise ChanceExhausted(f"{wanted!r} is not there to be picked for '{label}'")
        return items.index(wanted)


class Recorded:
    """The values that records already hold, by label, number and bound, for deciding again what was decided once."""

    lasting = False

    def __init__(self, draws: Iterable[Draw]) -> None:
        self._values = {(draw.label, draw.number, draw.bound): draw.value for draw in draws}

    def value(self, label: str, number: int, bound: int, items: Sequence[object] | None = None) -> int:
        value = self._values.get((label, number, bound), -1)
        if not 0 <= value < bound:
            raise ChanceExhausted(f"no value of '{label}' below {bound} was recorded here")
        return value


class Chance:
    """What rules draw from while they decide. It counts the draws, and the kernel stores them with the next event (T-30)."""

    def __init__(self, source: Source, counts: Mapping[str, int]) -> None:
        self._source = source
        self._counts = counts
        self._taken: list[Draw] = []

    @property
    def lasting(self) -> bool:
        """Whether it can be drawn from for ever."""
        return self._source.lasting

    def below(self, label: str, bound: int) -> int:
        """A value from 0 to `bound` - 1, each as likely as any other."""
        return self._draw(label, bound, None)

    def pick(self, label: str, items: Sequence[T]) -> T:
        """One of `items`, which are to be sorted, or in an order that everybody knows."""
        return items[self._draw(label, len(items), items)]

    def take(self) -> tuple[Draw, ...]:
        """The draws since the last call."""
        taken, self._taken = tuple(self._taken), []
        return taken

    def check_taken(self) -> None:
        """`EngineFault` where something was drawn that no event followed: no record would hold it."""
        if self._taken:
            raise EngineFault("chance was drawn after the last event, so that no record holds it")

    def _draw(self, label: str, bound: int, items: Sequence[object] | None) -> int:
        if not 1 <= bound <= LARGEST_BOUND:
            raise ValueError(f"a draw of '{label}' out of {bound}")
        number = self._counts.get(label, 0) + sum(draw.label == label for draw in self._taken)
        value = self._source.value(label, number, bound, items)
        self._taken.append(Draw(label, number, bound, value))
        return value
