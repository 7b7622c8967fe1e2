"""What computes for long is bounded: few at once, in threads, and not too many who wait for that."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

MOST_AT_ONCE = 2
MOST_ASKED = 32


class TooMuchError(Exception):
    """Too much of what computes for long is asked already; the message is one sentence."""


class Bounded:
    """Room for what computes for long, in one event loop: so much at once, and so much that is asked in all."""

    def __init__(self, at_once: int = MOST_AT_ONCE, asked: int = MOST_ASKED) -> None:
        self._room = asyncio.Semaphore(at_once)
        self._free = asked

    async def do(self, work: Callable[[], T]) -> T:
        """Do something in a thread, as soon as there is room; `TooMuchError` where too much waits for that."""
        if not self._free:
            raise TooMuchError("Too much of this kind is asked at once: ask again a little later.")
        self._free -= 1
        try:
            async with self._room:
                return await asyncio.to_thread(work)
        finally:
            self._free += 1
