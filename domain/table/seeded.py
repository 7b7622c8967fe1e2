"""Seeded: integers that follow from a seed, the same on every machine, for dealing anew what somebody may not know (T-64)."""

import hmac

_SPAN = 2**256


class Seeded:
    """A `Random` (`domain.table.offers`): HMAC-SHA256 of a counter under the seed, made unbiased."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._count = 0

    def randrange(self, stop: int, /) -> int:
        """An integer from 0 to `stop` - 1; `ValueError` where there is none."""
        if not 1 <= stop <= _SPAN:
            raise ValueError(f"an integer below {stop}")
        # Values at or above the largest multiple of the bound are thrown away: else low results would be likelier.
        limit = _SPAN - _SPAN % stop
        while (value := self._next()) >= limit:
            pass
        return value % stop

    def _next(self) -> int:
        message = b"souls deal" + self._count.to_bytes(8, "big")
        self._count += 1
        return int.from_bytes(hmac.digest(self._seed, message, "sha256"), "big")
