"""The service's own log: one line of JSON for each thing worth knowing, on standard error, with nothing secret in it."""

import logging
import os
import re
import signal
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

# What looks like a token, or stands in a URL before an @, whoever wrote it down.
_SECRET = re.compile(r"souls_[A-Za-z0-9_-]{8,}|(?<=://)[^/\s@]+(?=@)|(?i:bearer )\S+")


def write_journal(level: str) -> None:
    """Write down what happens, from this level of importance on; also what libraries log."""
    number = logging.getLevelNamesMapping()[level.upper()]
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        _with_process,
        _without_secrets,
    ]
    structlog.configure(
        processors=[*shared, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),  # a line in one piece: workers write to one file
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *shared],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(max(number, logging.INFO))
    for quiet in ("httpx", "apprise", "uvicorn.access", "asyncio"):
        logging.getLogger(quiet).setLevel(logging.WARNING)


def ending(code: int | None) -> dict[str, Any]:
    """How a process has ended, for a line of the journal: by its exit code, less than 0 for a signal; nothing where it is not
    known."""
    if code is None:
        return {}
    return {"exit": code} if code >= 0 else {"signal": signal.Signals(-code).name}


def _with_process(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Which of several workers it was."""
    event["process"] = os.getpid()
    return event


def _without_secrets(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for name, value in event.items():
        if isinstance(value, str):
            event[name] = _SECRET.sub("…", value)
    return event
