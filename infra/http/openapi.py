"""The API's own description, OpenAPI 3.1: what the framework knows of the routes, and the games' commands and views as unions
that are told apart by their tag."""

from functools import reduce
from operator import or_
from typing import Any, get_type_hints

import msgspec
from litestar import Litestar, Request, Response, get

from domain.table.permissions import TABLE_COMMANDS
from domain.table.rulebook import Rulebook
from infra.http.bodies import PREFIX, describe_bodies
from infra.http.problems import MEDIA_TYPE, Problem
from infra.http.roles import ANYBODY, SPECTATOR, STRANGER, roles, routes_table
from infra.http.routes.playing import ROUTE_OF
from infra.http.service import Service

TOKEN = "token"
PROBLEMS = (400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 428, 429, 500, 503)


class Document:
    """The description of an application, made when it is first asked for."""

    def __init__(self) -> None:
        self._made: bytes | None = None

        @get("/openapi.json", opt=roles(ANYBODY), include_in_schema=False, sync_to_thread=False)
        def document(request: Request[Any, Any, Any]) -> Response[bytes]:
            if self._made is None:
                service: Service = request.app.state.service
                self._made = msgspec.json.encode(described(request.app, list(service.ledger.rulebooks)))
            return Response(self._made, media_type="application/json")

        self.route = document


def described(app: Litestar, rulebooks: list[Rulebook]) -> dict[str, Any]:
    """The whole description, as plain data."""
    document: dict[str, Any] = app.openapi_schema.to_schema()
    describe_bodies(document, app)
    schemas = document["components"]["schemas"]
    _add_commands(schemas, rulebooks)
    _add_views(schemas, rulebooks)
    schemas["Problem"] = msgspec.json.schema_components([Problem], ref_template=PREFIX + "{name}")[1]["Problem"]
    (_, lines) = msgspec.json.schema_components([Problem], ref_template=PREFIX + "{name}")
    for name, schema in lines.items():
        schemas.setdefault(name, schema)
    document["components"]["securitySchemes"] = {TOKEN: {"type": "http", "scheme": "bearer"}}
    allowed = {(row.path, row.method): row.roles for row in routes_table(app)}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict) and "responses" in operation:
                _describe(operation, allowed.get((path, method.upper()), ANYBODY))
    return document


def _describe(operation: dict[str, Any], allowed: frozenset[str]) -> None:
    answer = {"description": "Why it was not done", "content": {MEDIA_TYPE: {"schema": {"$ref": PREFIX + "Problem"}}}}
    operation["responses"].pop("400", None)
    for status in PROBLEMS:
        operation["responses"].setdefault(str(status), answer)
    # A table that is open to all has spectators who show no token.
    operation["security"] = [{TOKEN: []}, {}] if allowed & {STRANGER, SPECTATOR} else [{TOKEN: []}]
    operation["x-roles"] = sorted(allowed)


def _add_commands(schemas: dict[str, Any], rulebooks: list[Rulebook]) -> None:
    """`Command`: whatever can be given at a table of any game, each game's own told apart by the field `command`."""
    own = [kind for kind in TABLE_COMMANDS if kind not in ROUTE_OF]
    unions = {"TableCommand": own, **{f"{_name(book)}Command": list(book.commands) for book in rulebooks}}
    for name, kinds in unions.items():
        prefix = name.removesuffix("Command")
        (schema,), parts = msgspec.json.schema_components([reduce(or_, kinds)], ref_template=PREFIX + "{name}")
        _add(schemas, prefix, {**parts, name: schema})
    schemas["Command"] = {"anyOf": [{"$ref": PREFIX + name} for name in unions]}
    asked = schemas.get("CommandAsked", {}).get("properties", {})
    if "command" in asked:
        asked["command"] = {"$ref": PREFIX + "Command"}


def _add_views(schemas: dict[str, Any], rulebooks: list[Rulebook]) -> None:
    """`View`: what a seat sees of a game; each game has its own."""
    names = []
    for book in rulebooks:
        hint = get_type_hints(type(book).view).get("return")
        if not (isinstance(hint, type) and issubclass(hint, msgspec.Struct)) or hint is msgspec.Struct:
            continue
        name = f"{_name(book)}View"
        (schema,), parts = msgspec.json.schema_components([hint], ref_template=PREFIX + "{name}")
        _add(schemas, _name(book), {**parts, name: schema})
        names.append(name)
    schemas["View"] = {"anyOf": [*({"$ref": PREFIX + name} for name in names), {"type": "object"}, {"type": "null"}]}
    board = schemas.get("Board", {}).get("properties", {})
    if "view" in board:
        board["view"] = {"$ref": PREFIX + "View"}


def _add(schemas: dict[str, Any], prefix: str, parts: dict[str, Any]) -> None:
    """Add a game's own schemas under names of its own, since games know nothing of each other."""
    renamed = {name: name if name.startswith(prefix) else f"{prefix}{name}" for name in parts}
    for name, schema in parts.items():
        schemas[renamed[name]] = _referring(schema, renamed)


def _referring(schema: Any, renamed: dict[str, str]) -> Any:
    """A schema whose references lead to the new names; a union that is told apart by a tag has exactly one that fits."""
    if isinstance(schema, list):
        return [_referring(one, renamed) for one in schema]
    if isinstance(schema, str) and schema.startswith(PREFIX):
        return PREFIX + renamed.get(schema.removeprefix(PREFIX), schema.removeprefix(PREFIX))
    if not isinstance(schema, dict):
        return schema
    found = {key: _referring(value, renamed) for key, value in schema.items()}
    if "discriminator" in found and "anyOf" in found:
        found["oneOf"] = found.pop("anyOf")
    return found


def _name(book: Rulebook) -> str:
    return "".join(part.capitalize() for part in book.game.replace("_", "-").split("-"))
