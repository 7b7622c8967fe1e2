"""What goes wrong again and again, such as while the store is away: told once, once a minute, and when it is over."""

from collections.abc import Callable, Hashable

TOLD_AGAIN_SECONDS = 60.0


class Troubles:
    """What is wrong now, by names, since when, and when that was told last (in seconds of `clock`)."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._since: dict[Hashable, float] = {}
        self._told: dict[Hashable, float] = {}

    def is_worth_telling(self, name: Hashable) -> bool:
        """Whether a trouble that has just been met is to be told now."""
        now = self._clock()
        self._since.setdefault(name, now)
        if name in self._told and now - self._told[name] < TOLD_AGAIN_SECONDS:
            return False
        self._told[name] = now
        return True

    def over(self, name: Hashable) -> float | None:
        """For how many seconds there was trouble that is over now; None where there was none."""
        since = self._since.pop(name, None)
        self._told.pop(name, None)
        return None if since is None else self._clock() - since
