"""The application: routes, who may ask them, and what surrounds them, put together."""

import asyncio
import signal
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType
from typing import Any

import structlog
from litestar import Litestar, Request, Router
from litestar.config.cors import CORSConfig
from litestar.di import Provide
from litestar.middleware.base import DefineMiddleware
from litestar.openapi import OpenAPIConfig

from infra.http.callers import Authentication, Caller
from infra.http.chores import Chores
from infra.http.limits import Limits, OpenAtOnce
from infra.http.openapi import Document
from infra.http.problems import HANDLERS
from infra.http.reading import Strictly
from infra.http.roles import OPERATORS, Place, allowed, roles
from infra.http.routes import (
    accounts,
    cases,
    contesting,
    files,
    joining,
    judging,
    law,
    letters,
    looking,
    operations,
    ordering,
    pictures,
    playing,
    posting,
    streams,
    tables,
    talking,
    timing,
    undoing,
)
from infra.http.service import Service
from infra.http.undelivered import Undelivered
from infra.notify import Notifier
from infra.service_settings import ServiceSettings
from infra.settings import Settings
from infra.wiring import Souls

ABOUT = """Board games by post: tables, commands, and everything that anybody may see of them, now or as it was.
A command is done once under its id, and checked against the version that was seen.
What is not done is told as problem details (RFC 9457)."""

log = structlog.get_logger("souls.http")

ROOMS = (
    operations, law, accounts, tables, joining, looking, playing, posting, timing, ordering, undoing, contesting, judging,
    cases, talking, pictures, files, streams, letters,
)  # fmt: skip


def application(settings: Settings, service: ServiceSettings) -> Litestar:
    """The application of one worker. It attaches to the store when its event loop runs, and lets go of it with that."""

    @asynccontextmanager
    async def living(app: Litestar) -> AsyncIterator[None]:
        with Souls(settings) as souls:
            for warning in souls.warnings:
                log.warning("installation", why=warning)
            made = app.state.service = Service(souls, service)
            app.state.limits = Limits(service.requests_a_minute // service.workers, time.monotonic)
            app.state.stranger_limits = Limits(service.strangers_a_minute // service.workers, time.monotonic)
            app.state.sign_ups = Limits(service.sign_ups_an_hour // service.workers, time.monotonic, 3_600)
            app.state.streams = OpenAtOnce(service.streams_at_once)
            try:
                await made.start()
                troubled = Undelivered(time.monotonic)
                with Notifier(souls, souls.people, service, souls.ledger.clock, troubled=troubled) as notifier:
                    made.notifier = notifier
                    chores = Chores(made, notifier)
                    made.hurry = chores.hurry_letters
                    doing = asyncio.create_task(chores.run())
                    try:
                        with told_to_stop(made):
                            yield
                    finally:
                        made.stop_soon()
                        doing.cancel()
                        await asyncio.gather(doing, return_exceptions=True)
                        await chores.stop()
            finally:
                # Also where something keeps it from starting, which must not keep it from ending.
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
        middleware=[DefineMiddleware(Authentication)],
        request_class=Strictly,
        cors_config=_cors(service),
        request_max_body_size=service.largest_body,
        openapi_config=OpenAPIConfig(
            "Lost Souls",
            "1",
            description=ABOUT,
            use_handler_docstrings=True,
            render_plugins=(),
            openapi_router=Router("/framework", route_handlers=[], include_in_schema=False, opt=roles(OPERATORS)),
        ),
        lifespan=[living],
        logging_config=None,
        debug=False,
    )


@contextmanager
def told_to_stop(service: Service) -> Iterator[None]:
    """Have the service know at once when the process is told to stop: its streams would be waited for else."""
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def stop(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(service.stop_soon)
        handler = before[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    for number in before:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


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
