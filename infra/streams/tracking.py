"""The library's recorder of positions reached in applications' logs."""

from threading import Event
from time import monotonic
from typing import Any

from eventsourcing.persistence import Tracking, TrackingRecorder, WaitInterruptedError

from infra.streams.connection import Connections
from infra.streams.errors import StoreErrors
from infra.streams.keys import PartitionKeys
from infra.streams.scripts import script

FIRST_PAUSE = 0.002
LONGEST_PAUSE = 0.05
"""Seconds between two looks at a position that is waited for."""


class RedisTrackingRecorder(TrackingRecorder):
    """Positions in one partition's tracking hash; a subclass with a view stores both in one step."""

    def __init__(self, connections: Connections, keys: PartitionKeys) -> None:
        self.connections = connections
        self.keys = keys
        self._client: Any = connections.writer
        self._tracking_script = script(connections.writer, "tracking")

    def insert_tracking(self, tracking: Tracking) -> None:
        """Moves the position forward; `IntegrityError` unless it is ahead of the stored one."""
        with StoreErrors(f"move the tracking position in {self.keys.tag}"):
            self._tracking_script([self.keys.tracking], [tracking.application_name, tracking.notification_id])

    def max_tracking_id(self, application_name: str) -> int | None:
        """The position reached in that application's log, None where it was never followed."""
        with StoreErrors(f"read the tracking position in {self.keys.tag}"):
            position = self._client.hget(self.keys.tracking, application_name)
        return None if position is None else int(position)

    def wait(
        self,
        application_name: str,
        notification_id: int | None,
        timeout: float = 1.0,
        interrupt: Event | None = None,
    ) -> None:
        """Blocks until the position is reached: `TimeoutError` after `timeout` seconds, or
        `WaitInterruptedError` once `interrupt` is set. The library's own looks ten times a second at most."""
        deadline = monotonic() + timeout
        waking = interrupt or Event()
        pause = FIRST_PAUSE
        while not self.has_tracking_id(application_name, notification_id):
            if waking.wait(pause):
                raise WaitInterruptedError
            if monotonic() > deadline:
                raise TimeoutError(
                    f"Notification {notification_id} of {application_name} was not processed in {timeout} s."
                )
            pause = min(pause * 2, LONGEST_PAUSE)
