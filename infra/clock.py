"""The clock of this machine."""

import time
from collections.abc import Callable

Clock = Callable[[], int]
"""Tells the time in microseconds since 1970."""


def now() -> int:
    """The time in microseconds since 1970."""
    return time.time_ns() // 1000
