"""What surrounds every request: an id, one line in the log, the figures, and the heads that keep browsers careful."""

import re
import secrets
from functools import cache
from time import perf_counter
from typing import Any

import structlog
from litestar import Litestar
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import HttpMethod, ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from infra.http.roles import routes_table
from infra.measures import REQUESTS, SECONDS

_GIVEN_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
_HEADS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
_STRICT = {"Strict-Transport-Security": "max-age=31536000"}

log = structlog.get_logger("souls.http")


class Watching:
    """Surrounds an application. It knows nothing of what is asked but the method, the route, and who asked; no address, head,
    body or query is written down."""

    def __init__(self, app: ASGIApp, *, is_encrypted: bool) -> None:
        self.app = app
        self._heads = {**_HEADS, **(_STRICT if is_encrypted else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        request_id = scope.setdefault("state", {})["request_id"] = _request_id(scope)
        begun, answered = perf_counter(), 0
        method = scope["method"]
        if method == HttpMethod.HEAD:
            scope, send = {**scope, "method": HttpMethod.GET}, _heads_only(send)

        async def sending(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = message["status"]
                headers = MutableScopeHeaders.from_message(message)
                headers["X-Request-ID"] = request_id
                if "allow" in headers:
                    # The framework tells of one of the methods of a route only.
                    headers["Allow"] = _methods(scope)
                for name, value in {**self._heads, "Cache-Control": "no-store"}.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            _write_down(scope, method, request_id, answered, perf_counter() - begun)


def _heads_only(send: Send) -> Send:
    """Sends an answer without its body; who goes on sending one finds that its receiver has gone."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            await send(message)
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    return sending


def _methods(scope: Scope) -> str:
    """All that a path may be asked by: as of a route that names it, if there is one, rather than of one that has a place for
    it (`/people/recovery` is nobody's name)."""
    app: Litestar = scope["litestar_app"]
    found = [row for row in routes_table(app) if _pattern(row.path).fullmatch(scope["path"])]
    places = min((row.path.count("{") for row in found), default=0)
    methods = {row.method for row in found if row.path.count("{") == places}
    return ", ".join(sorted({"OPTIONS", *methods, *(["HEAD"] if "GET" in methods else [])}))


@cache
def _pattern(route: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(route)))


def _write_down(scope: Scope, method: str, request_id: str, status: int, seconds: float) -> None:
    unknown: Any = scope
    route = unknown.get("path_template") or "(none)"
    method = method if route != "(none)" else "(any)"
    REQUESTS.labels(method, route, str(status)).inc()
    SECONDS.labels(method, route).observe(seconds)
    caller = unknown.get("user")
    log.info(
        "request", method=method, route=route, status=status, ms=round(seconds * 1000, 1), request=request_id,
        person=getattr(caller, "person", None),
    )  # fmt: skip


def _request_id(scope: Scope) -> str:
    for name, value in scope["headers"]:
        if name == b"x-request-id" and _GIVEN_ID.fullmatch(given := value.decode("latin-1")):
            return given
    return secrets.token_hex(8)
