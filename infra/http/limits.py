"""How much anybody may ask at once: a bucket for each person, and for each address that shows no token, refilled steadily.

Each worker counts for itself, so that of several each has its share of what the settings allow.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil

MOST_BUCKETS = 50_000
TOLERANCE = 1e-6


class Limits:
    """Buckets that allow so much in a time, all of it at once where nothing was asked before. For one event loop."""

    def __init__(self, amount: int, clock: Callable[[], float], seconds: float = 60) -> None:
        self._each = seconds / max(1, amount)
        self._seconds = seconds
        self._clock = clock
        # Until when each bucket would be empty of debts, in seconds: none is kept that owes nothing.
        self._owing: OrderedDict[str, float] = OrderedDict()

    def take(self, who: str) -> int:
        """Take one from a bucket: 0 where that is allowed, else the seconds after which it will be."""
        now = self._clock()
        free_at = max(self._owing.get(who, now), now) + self._each
        if free_at - now > self._seconds + TOLERANCE:
            return max(1, ceil(free_at - now - self._seconds))
        self._owing[who] = free_at
        self._owing.move_to_end(who)
        while len(self._owing) > MOST_BUCKETS:
            self._owing.popitem(last=False)
        return 0


class TooManyOpenError(Exception):
    """Too much is open already."""


class OpenAtOnce:
    """What anybody may have open at the same time, so much of it for each. For one event loop."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: Counter[str] = Counter()

    @contextmanager
    def one_more(self, who: str) -> Iterator[None]:
        """One that is open as long as this goes on; `TooManyOpenError` where that is too many."""
        if self._open[who] >= self.most:
            raise TooManyOpenError
        self._open[who] += 1
        try:
            yield
        finally:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]
