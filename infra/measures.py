"""Figures for Prometheus: what was asked and how long it took, what was decided and appended, what waits."""

import os
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

CONTENT_TYPE = CONTENT_TYPE_LATEST
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder in which several workers add up their figures; the library reads it when it is imported."""

REQUESTS = Counter("souls_requests_total", "Requests answered", ("method", "route", "status"))
SECONDS = Histogram(
    "souls_request_seconds", "Seconds until a request was answered", ("method", "route"),
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)  # fmt: skip
COMMANDS = Counter("souls_commands_total", "Commands given to tables", ("game", "outcome"))
STREAMS = Gauge("souls_streams_open", "Event streams that are open", ("kind",), multiprocess_mode="livesum")
CONFLICTS = Counter("souls_conflicts_total", "Appends that others were faster than")
ROUND_TRIPS = Counter("souls_append_round_trips_total", "Round trips to the store that carried appends")
NOTICES = Counter("souls_notices_total", "Notifications that were sent, or could not be", ("outcome",))
LETTERS = Gauge(
    "souls_letters",
    "Notifications that wait to be sent, and that were given up",
    ("state",),
    multiprocess_mode="mostrecent",
)
LEADING = Gauge("souls_leading", "Whether a worker does what is to be done once", (), multiprocess_mode="livesum")
CHORES = Counter("souls_chores_total", "What was done unasked, and failed", ("chore", "outcome"))


def measured() -> bytes:
    """All figures, of all workers, as text."""
    if FOLDER not in os.environ:
        return generate_latest()
    registry: Any = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
