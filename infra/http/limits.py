"""How much anybody may ask at once: a bucket for each person, and for each address that shows no token, refilled steadily.

Each worker counts for itself, so that of several each has its share of what the settings allow.
"""

from collections import OrderedDict
from collections.abc import Callable
from math import ceil

MOST_BUCKETS = 50_000
TOLERANCE = 1e-6


class Limits:
    """Buckets that allow so much a minute, all of it at once where nothing was asked before. For one event loop."""

    def __init__(self, a_minute: int, clock: Callable[[], float]) -> None:
        self._a_minute = max(1, a_minute)
        self._clock = clock
        # Until when each bucket would be empty of debts, in seconds: none is kept that owes nothing.
        self._owing: OrderedDict[str, float] = OrderedDict()

    def take(self, who: str) -> int:
        """Take one from a bucket: 0 where that is allowed, else the seconds after which it will be."""
        now, each = self._clock(), 60 / self._a_minute
        free_at = max(self._owing.get(who, now), now) + each
        if free_at - now > 60 + TOLERANCE:
            return max(1, ceil(free_at - now - 60))
        self._owing[who] = free_at
        self._owing.move_to_end(who)
        while len(self._owing) > MOST_BUCKETS:
            self._owing.popitem(last=False)
        return 0
