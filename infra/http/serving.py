"""Running the service: one worker in this process, or several, which a supervisor starts again where one dies."""

import logging
import multiprocessing
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import structlog
import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from infra.http.app import application
from infra.http.checking import checked
from infra.http.journal import ending, write_journal
from infra.http.listening import BACKLOG, listening
from infra.http.receiving import Receiving
from infra.http.watching import Watching
from infra.measures import FOLDER
from infra.service_settings import ServiceSettings
from infra.settings import Settings
from infra.wiring import Souls

SWITCH_SECONDS = 0.0005
"""After so long a thread that computes, such as one that keeps views, lets the event loop go on."""
NOT_STARTED = "The service could not be started; its journal says why."

log = structlog.get_logger("souls.http")


class ServeError(Exception):
    """The service does not start; the message is one sentence."""


class Worker:
    """Makes a worker's application, in the process that it is for: it travels there with its settings."""

    def __init__(self, settings: Settings, service: ServiceSettings) -> None:
        self._settings = settings
        self._service = service

    def __call__(self) -> Watching:
        write_journal(self._service.log_level)
        _stop_without_supervisor()
        sys.setswitchinterval(SWITCH_SECONDS)
        app: Any = application(self._settings, self._service)
        return Watching(app, is_encrypted=(self._service.public_url or "").startswith("https:"))


class Supervisor(Multiprocess):
    """Starts a worker again that has ended, and tells how that was."""

    def keep_subprocess_alive(self) -> None:
        before = tuple(self.processes)
        super().keep_subprocess_alive()
        for old, new in zip(before, self.processes, strict=True):
            if new is not old:
                log.warning("worker started again", worker=new.pid, before=old.pid, **ending(old.exitcode))


def serve(settings: Settings, service: ServiceSettings, told: Callable[[str], None]) -> None:
    """Serve until told to stop, by SIGTERM or SIGINT. `told` gets the address as soon as it is the service's.

    `SettingsError` for settings that cannot be right; `KeyringError` where people's keys are away, or cannot be used;
    `ListenError` and `ServeError` where it cannot listen or start.
    """
    checked(service)
    # Opened here first: what is wrong is said before anybody listens, and the embedded server stays while workers come and go.
    with Souls(settings) as souls, listening(service.host, service.port, service.workers) as bound:
        souls.keyring.check()
        host, port = bound.getsockname()[:2]
        told(f"http://{f'[{host}]' if ':' in host else host}:{port}")
        config = uvicorn.Config(
            Worker(settings, service), factory=True, lifespan="on", workers=service.workers, log_config=None,
            access_log=False, backlog=BACKLOG, server_header=False, ws="none", proxy_headers=bool(service.trusted_proxies),
            forwarded_allow_ips=list(service.trusted_proxies), timeout_graceful_shutdown=service.grace_seconds,
            http=Receiving,
        )  # fmt: skip
        with _signals_heard():
            if service.workers == 1:
                try:
                    uvicorn.Server(config).run([bound])
                except SystemExit as error:
                    raise ServeError(NOT_STARTED) from error
                return
            write_journal(service.log_level)
            logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # whose supervisor tells less than ours
            with _figures():
                supervisor = Supervisor(config, [bound])
                supervisor.run()
            if any(process.exitcode == STARTUP_FAILURE for process in supervisor.processes):
                raise ServeError(NOT_STARTED)


def _stop_without_supervisor() -> None:
    """Where a supervisor has started this process: have it stop, as if told to, when that is gone, even by `kill -9`."""
    supervisor = multiprocessing.parent_process()
    if supervisor is None:
        return

    def watch() -> None:
        supervisor.join()  # waits for a pipe that closes with the supervisor, so it is seen at once, and everywhere
        log.warning("supervisor gone")
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="supervisor", daemon=True).start()


@contextmanager
def _signals_heard() -> Iterator[None]:
    """The server raises again, when it has stopped, what told it to: that must not end the process before all is put away."""
    before = {number: signal.signal(number, lambda *heard: None) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _figures() -> Iterator[None]:
    """A folder in which several workers add up their figures."""
    with tempfile.TemporaryDirectory(prefix="souls-figures-") as folder:
        os.environ[FOLDER] = folder  # before the workers import what reads it
        try:
            yield
        finally:
            del os.environ[FOLDER]
