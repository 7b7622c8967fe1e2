"""What is sent and answered, described by the library that reads and writes it: with every bound, and that unknown fields are
refused. What the framework makes of the same types loses both."""

from collections.abc import Iterator
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from litestar import Litestar, Response
from litestar.handlers import HTTPRouteHandler

PREFIX = "#/components/schemas/"
JSON = "application/json"

# What has no form that JSON Schema could say, or none at all.
_FORMLESS = (None, type(None), str, bytes)


class _Body(NamedTuple):
    path: str
    method: str
    status: str
    sent: Any
    answered: Any


def describe_bodies(document: dict[str, Any], app: Litestar) -> None:
    """Put into a description of the application what its routes take and give in JSON, in place of what is there."""
    bodies = list(_bodies(document, app))
    kinds: list[Any] = list(
        dict.fromkeys(kind for one in bodies for kind in (one.sent, one.answered) if _has_form(kind))
    )
    schemas, parts = msgspec.json.schema_components(kinds, ref_template=PREFIX + "{name}")
    document["components"]["schemas"] = dict(parts)
    schema_of = dict(zip(kinds, schemas, strict=True))
    for one in bodies:
        operation = document["paths"][one.path][one.method]
        if one.sent in schema_of:
            operation["requestBody"]["content"][JSON]["schema"] = schema_of[one.sent]
        content = operation["responses"].get(one.status, {}).get("content", {})
        if one.answered in schema_of and JSON in content:
            content[JSON]["schema"] = schema_of[one.answered]


def _bodies(document: dict[str, Any], app: Litestar) -> Iterator[_Body]:
    """What the routes that are described take and give."""
    for route in app.routes:
        methods = document["paths"].get(route.path_format, {})
        for handler in getattr(route, "route_handlers", ()):
            for method in sorted(method.lower() for method in getattr(handler, "http_methods", ())):
                if isinstance(handler, HTTPRouteHandler) and method in methods:
                    hints = get_type_hints(handler.fn, include_extras=True)
                    answered = _unwrapped(hints.get("return"))
                    yield _Body(route.path_format, method, str(handler.status_code), hints.get("data"), answered)


def _unwrapped(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Response else kind


def _has_form(kind: Any) -> bool:
    return kind not in _FORMLESS and not (isinstance(kind, type) and issubclass(kind, Response))
