"""Following a partition's log."""

from collections import deque
from collections.abc import Sequence
from threading import Event, Lock
from typing import TYPE_CHECKING

from eventsourcing.persistence import Notification, Subscription

from infra.streams.connection import BlockingReader
from infra.streams.errors import CLIENT_ERRORS, StoreErrors

if TYPE_CHECKING:
    from infra.streams.recorders import RedisApplicationRecorder

PAGE = 500
"""Most notifications read at once."""

BLOCK = 5.0
"""Seconds one wait for news lasts before it is renewed."""

WAKE_AGAIN = 0.002
"""Seconds until `stop` tries again to wake a reader that may have been about to wait."""


class StreamSubscription(Subscription["RedisApplicationRecorder"]):
    """Yields notifications behind `gt` with one of `topics` (none: with any), and waits for more.

    Iterate in one thread; `stop` is for any thread at any time, also before entering, and ends the iteration
    at once. A failing connection raises `OperationalError`; subscribe again from the last id then.
    """

    def __init__(self, recorder: "RedisApplicationRecorder", gt: int | None = None, topics: Sequence[str] = ()) -> None:
        super().__init__(recorder, gt, topics)
        self._position = gt or 0
        self._pending: deque[Notification] = deque()
        self._reader: BlockingReader | None = None
        self._state = Lock()
        self._not_waiting = Event()
        self._not_waiting.set()

    def __exit__(self, *args: object, **kwargs: object) -> None:
        super().__exit__(*args, **kwargs)
        if self._reader:
            self._reader.close()

    def __next__(self) -> Notification:
        while not self._has_been_stopped:
            if self._pending:
                return self._pending.popleft()
            page = self._recorder.read_log(self._position, PAGE, topics=self._topics)
            self._position = page.position
            self._pending.extend(page.notifications)
            if page.ended and not self._pending:
                self._wait()
        if self._reader:
            self._reader.close()
        raise StopIteration

    def stop(self) -> None:
        """Ends the iteration, waking it where it waits."""
        with self._state:
            self._has_been_stopped = True
        # The waiting thread says that it will wait before it does, so one wake-up could come too early.
        while not self._not_waiting.is_set() and self._wake():
            self._not_waiting.wait(WAKE_AGAIN)

    def _wait(self) -> None:
        log = self._recorder.keys.log
        with StoreErrors(f"wait for news in {log}"):
            if not self._reader:
                self._reader = self._recorder.connections.reader(log, BLOCK)
            with self._state:
                if self._has_been_stopped:
                    return
                self._not_waiting.clear()
            try:
                self._reader.execute(
                    "XREAD", "COUNT", 1, "BLOCK", int(BLOCK * 1000), "STREAMS", log, f"{self._position}-0"
                )
            finally:
                self._not_waiting.set()

    def _wake(self) -> bool:
        try:
            assert self._reader
            self._reader.wake()
        except CLIENT_ERRORS:
            return False  # without a server the waiting thread finds out by itself
        return True
