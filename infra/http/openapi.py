"""The API's own description, OpenAPI 3.1: what the framework knows of the routes, and the games' commands and views as unions
that are told apart by their tag."""

from collections.abc import Sequence
from functools import reduce
from hashlib import sha256
from operator import or_
from typing import Any, get_type_hints

import msgspec
from litestar import Litestar, Request, Response, get

from domain.table.messages import Event, Term
from domain.table.permissions import TABLE_COMMANDS, TABLE_EVENTS
from domain.table.records import Draw
from domain.table.rulebook import Rulebook
from infra.http.bodies import PREFIX, describe_bodies
from infra.http.heads import describe_heads
from infra.http.positional import name_places
from infra.http.problems import MEDIA_TYPE, Problem
from infra.http.roles import ANYBODY, SPECTATOR, STRANGER, roles, routes_table
from infra.http.routes.playing import ROUTE_OF
from infra.http.routes.streams import Moved, Reset, TurnTold
from infra.http.service import Service
from infra.http.tags import tagged

TOKEN = "token"
STREAMS = {
    "/tables/{table_id}/events": {"record": "LogLine", "turn": "TurnTold"},
    "/me/events": {"table": "Moved", "reset": "Reset"},
}
PROBLEMS = (400, 401, 403, 404, 405, 409, 410, 412, 413, 422, 428, 429, 500, 503)


class Document:
    """The description of an application, made when it is first asked for."""

    def __init__(self) -> None:
        self._made: bytes | None = None
        self._tag = ""

        @get("/openapi.json", opt=roles(ANYBODY), include_in_schema=False, sync_to_thread=False)
        def document(request: Request[Any, Any, Any]) -> Response[bytes]:
            if self._made is None:
                service: Service = request.app.state.service
                self._made = msgspec.json.encode(described(request.app, list(service.ledger.rulebooks)))
                self._tag = sha256(self._made).hexdigest()[:16]
            return tagged(request, self._tag, self._made, media_type="application/json")

        self.route = document


def described(app: Litestar, rulebooks: list[Rulebook]) -> dict[str, Any]:
    """The whole description, as plain data."""
    document: dict[str, Any] = app.openapi_schema.to_schema()
    describe_bodies(document, app)
    schemas = document["components"]["schemas"]
    _add_commands(schemas, rulebooks)
    _add_boards(schemas, rulebooks)
    schemas["Problem"] = msgspec.json.schema_components([Problem], ref_template=PREFIX + "{name}")[1]["Problem"]
    (_, lines) = msgspec.json.schema_components([Problem], ref_template=PREFIX + "{name}")
    for name, schema in lines.items():
        schemas.setdefault(name, schema)
    name_places(schemas, [Draw, Term])
    _add_events(schemas, rulebooks)
    for kind in (Moved, TurnTold, Reset):
        schemas.update(msgspec.json.schema_components([kind], ref_template=PREFIX + "{name}")[1])
    document["components"]["securitySchemes"] = {TOKEN: {"type": "http", "scheme": "bearer"}}
    allowed = {(row.path, row.method): row.roles for row in routes_table(app)}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict) and "responses" in operation:
                _describe(path, operation, allowed.get((path, method.upper()), ANYBODY))
                describe_heads(path, method, operation, _sent(operation, schemas))
    _describe_streams(document["paths"])
    return document


def _sent(operation: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    """The schema of what an operation is sent, empty where that is nothing."""
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    found: dict[str, Any] = schemas.get(body.get("$ref", "").removeprefix(PREFIX), {})
    return found


def _describe_streams(paths: dict[str, Any]) -> None:
    """What the data of events are, which a schema of the whole stream cannot say."""
    for path, kinds in STREAMS.items():
        events = {name: {"$ref": PREFIX + kind} for name, kind in kinds.items()}
        told = "Server-sent events; the data of each is JSON, by the event's name as `x-events` says."
        schema = {"type": "string", "description": told, "x-events": events}
        paths[path]["get"]["responses"]["200"]["content"] = {"text/event-stream": {"schema": schema}}


def _describe(path: str, operation: dict[str, Any], allowed: frozenset[str]) -> None:
    answer = {"description": "Why it was not done", "content": {MEDIA_TYPE: {"schema": {"$ref": PREFIX + "Problem"}}}}
    operation["responses"].pop("400", None)
    for status in PROBLEMS:
        operation["responses"].setdefault(str(status), answer)
    # A table that is open to all has spectators who show no token.
    is_open = STRANGER in allowed or (SPECTATOR in allowed and path.startswith("/tables/{table_id}"))
    operation["security"] = [{TOKEN: []}, {}] if is_open else [{TOKEN: []}]
    operation["x-roles"] = sorted(allowed)


def _add_commands(schemas: dict[str, Any], rulebooks: list[Rulebook]) -> None:
    """`Command`: whatever can be given at a table of any game, each game's own told apart by the field `command`."""
    own = [kind for kind in TABLE_COMMANDS if kind not in ROUTE_OF]
    unions = {"TableCommand": own, **{f"{_name(book)}Command": list(book.commands) for book in rulebooks}}
    for name, kinds in unions.items():
        prefix = name.removesuffix("Command")
        (schema,), parts = msgspec.json.schema_components([reduce(or_, kinds)], ref_template=PREFIX + "{name}")
        name_places(parts, kinds)
        _add(schemas, prefix, {**parts, name: schema})
    schemas["Command"] = {"anyOf": [{"$ref": PREFIX + name} for name in unions]}
    asked = schemas.get("CommandAsked", {}).get("properties", {})
    if "command" in asked:
        asked["command"] = {"$ref": PREFIX + "Command"}


def _add_boards(schemas: dict[str, Any], rulebooks: list[Rulebook]) -> None:
    """`Board`: what a seat sees of a table, with each game's own view, told apart by the field `game`."""
    plain, mapping = schemas.pop("Board"), {}
    for book in rulebooks:
        name = _name(book)
        hint = get_type_hints(type(book).view).get("return")
        view: dict[str, Any] = {"type": "object"}
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and hint is not msgspec.Struct:
            (view,), parts = msgspec.json.schema_components([hint], ref_template=PREFIX + "{name}")
            name_places(parts, [hint])
            _add(schemas, name, {**parts, f"{name}View": view})
            view = {"$ref": f"{PREFIX}{name}View"}
        own = {"game": {"const": book.game}, "view": {"anyOf": [view, {"type": "null"}]}}
        schemas[f"{name}Board"] = {**plain, "title": f"{name}Board", "properties": {**plain["properties"], **own}}
        mapping[book.game] = f"{PREFIX}{name}Board"
    schemas["Board"] = {
        "oneOf": [{"$ref": one} for one in mapping.values()],
        "discriminator": {"propertyName": "game", "mapping": mapping},
    }


def _add_events(schemas: dict[str, Any], rulebooks: list[Rulebook]) -> None:
    """What a line of a log has in its `fields`, by the game (or `table`) and the name of the event."""
    own: dict[str, tuple[str, Sequence[type[Event]]]] = {"table": ("Table", TABLE_EVENTS)}
    own |= {book.game: (_name(book), book.events) for book in rulebooks}
    told: dict[str, dict[str, Any]] = {}
    for game, (prefix, events) in own.items():
        kinds = [
            msgspec.defstruct(one.__name__, [(f.encode_name, f.type) for f in msgspec.structs.fields(one)])
            for one in events
        ]
        _, parts = msgspec.json.schema_components(kinds, ref_template=PREFIX + "{name}")
        name_places(parts, events)
        names = {one.__name__ for one in kinds}
        _add(schemas, f"{prefix}Event", parts)
        told[game] = {name: {"$ref": f"{PREFIX}{prefix}Event{name}"} for name in parts if name in names}
    schemas["LogLine"]["properties"]["fields"]["x-fields"] = told


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
