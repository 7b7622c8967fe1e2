"""The application: routes, who may ask them, and what surrounds them, put together."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request
from litestar.config.cors import CORSConfig
from litestar.di import Provide
from litestar.middleware.base import DefineMiddleware
from litestar.openapi import OpenAPIConfig

from infra.http.callers import Authentication, Caller
from infra.http.limits import Limits
from infra.http.openapi import Document
from infra.http.problems import HANDLERS
from infra.http.roles import Place, allowed
from infra.http.routes import law, looking, operations, pictures, playing, streams, tables
from infra.http.service import Service
from infra.http.watching import Watching
from infra.service_settings import ServiceSettings

ROOMS = (operations, law, tables, looking, playing, pictures, streams)


def application(service: Callable[[], Service], settings: ServiceSettings) -> Litestar:
    """The application of one worker; `service` is asked for when its event loop runs, and stopped with it."""

    @asynccontextmanager
    async def living(app: Litestar) -> AsyncIterator[None]:
        made = service()
        app.state.service = made
        app.state.limits = Limits(settings.requests_a_minute // settings.workers, time.monotonic)
        app.state.stranger_limits = Limits(settings.strangers_a_minute // settings.workers, time.monotonic)
        await made.start()
        try:
            yield
        finally:
            await made.stop()

    document = Document()
    return Litestar(
        [route for room in ROOMS for route in room.ROUTES] + [document.route],
        guards=[allowed],
        dependencies={
            "service": Provide(_service, sync_to_thread=False),
            "caller": Provide(_caller, sync_to_thread=False),
            "place": Provide(_place, sync_to_thread=False),
        },
        exception_handlers=HANDLERS,
        middleware=[
            Watching((settings.public_url or "").startswith("https:")),
            DefineMiddleware(Authentication),
        ],
        cors_config=_cors(settings),
        request_max_body_size=settings.largest_body,
        openapi_config=OpenAPIConfig("Lost Souls", "1", path="/openapi", render_plugins=()),
        lifespan=[living],
        logging_config=None,
        debug=False,
    )


def _service(request: Request[Any, Any, Any]) -> Service:
    found: Service = request.app.state.service
    return found


def _caller(request: Request[Any, Any, Any]) -> Caller:
    found: Caller = request.user
    return found


def _place(request: Request[Any, Any, Any]) -> Place:
    found: Place = request.scope["state"]["place"]
    return found


def _cors(settings: ServiceSettings) -> CORSConfig | None:
    """Closed, but for the origins that are named."""
    if not settings.cors_origins:
        return None
    return CORSConfig(
        allow_origins=list(settings.cors_origins), allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
        allow_headers=["Authorization", "Content-Type", "If-Match", "If-None-Match", "Last-Event-ID", "X-Request-ID"],
        expose_headers=["ETag", "Location", "Retry-After", "X-Request-ID"], max_age=600,
    )  # fmt: skip
