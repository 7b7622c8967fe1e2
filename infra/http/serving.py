"""Running the service: one worker in this process, or several, which a supervisor starts again where one dies."""

import os
import socket
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import uvicorn
from uvicorn.supervisors import Multiprocess

from infra.http.app import application
from infra.http.journal import write_journal
from infra.http.measures import FOLDER
from infra.http.service import Service
from infra.service_settings import ServiceSettings
from infra.settings import Settings
from infra.wiring import Souls

LARGEST_HEADS = 16_384


class ServeError(Exception):
    """The service cannot be started; the message is one sentence."""


class _Server(uvicorn.Server):
    """A server that ends its streams before it waits for those who are still connected."""

    def __init__(self, config: uvicorn.Config, app: Any) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        service: Service | None = getattr(self._app.state, "service", None)
        if service is not None:
            service.stopping.set()
            service.herald.wake_all()
        await super().shutdown(sockets)


def serve(settings: Settings, service: ServiceSettings, told: Callable[[str], None]) -> None:
    """Serve until told to stop. `told` gets the address once it is listened at, before the first request is answered.

    `ServeError` where nobody can listen there.
    """
    listening = _bound(service)
    with listening, tempfile.TemporaryDirectory(prefix="souls-figures-") as figures:
        host, port = listening.getsockname()[:2]
        told(f"http://{f'[{host}]' if ':' in host else host}:{port}")
        if service.workers == 1:
            run_worker(settings, service, [listening])
            return
        os.environ[FOLDER] = figures  # before the workers import what reads it
        # Held here, the embedded server stays while workers come and go.
        with Souls(settings):
            config = uvicorn.Config("", workers=service.workers, log_config=None)
            Multiprocess(config, partial(run_worker, settings, service), [listening]).run()


def run_worker(settings: Settings, service: ServiceSettings, sockets: Sequence[socket.socket] | None = None) -> None:
    """One worker: answers what comes to the sockets until it is told to stop, then finishes what it has begun."""
    write_journal(service.log_level)
    with Souls(settings) as souls:
        app = application(lambda: Service(souls, service), service)
        config = uvicorn.Config(
            app, lifespan="on", log_config=None, access_log=False, server_header=False, ws="none",
            proxy_headers=bool(service.trusted_proxies), forwarded_allow_ips=list(service.trusted_proxies),
            timeout_graceful_shutdown=service.grace_seconds, h11_max_incomplete_event_size=LARGEST_HEADS,
        )  # fmt: skip
        _Server(config, app).run(sockets=list(sockets or ()))


def _bound(service: ServiceSettings) -> socket.socket:
    family = socket.AF_INET6 if ":" in service.host else socket.AF_INET
    made = socket.socket(family)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((service.host, service.port))
        made.listen(2_048)
    except OSError as error:
        made.close()
        raise ServeError(f"Nobody can listen at {service.host}, port {service.port}: {error.strerror or error}.") from error
    made.set_inheritable(True)
    return made
