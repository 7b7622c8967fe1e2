"""What stands in the heads of requests and answers, described: tags, versions, where a stream goes on, when to ask again."""

from typing import Any

_TEXT = {"type": "string"}
_TAGGED = ("/board", "/board.svg", "/board.png", "/me")
_ETAG = {"ETag": {"description": "What it is as it is now; give it as `If-None-Match`.", "schema": _TEXT}}
_AGAIN = {
    "Retry-After": {"description": "Seconds after which to ask again.", "schema": {"type": "integer", "minimum": 1}}
}

SEEN = 'The version of the table that was seen, as `"12"` or the tag of a board, where the body does not say it.'
UNCHANGED = "The tag of the profile that was read: 412 where it was changed meanwhile."
HAD = "The tag of what one has already: 304 where that is how it still is."
LAST = "The id of the last event that was read: the stream goes on behind it."
HOOK = "The secret of the hook."


def describe_heads(path: str, method: str, operation: dict[str, Any], sent: dict[str, Any]) -> None:
    """Put into the description of an operation what its heads mean; `sent` is the schema of its body, empty for none."""
    if method == "get" and path.endswith(_TAGGED):
        _asks(operation, "If-None-Match", HAD)
        operation["responses"]["200"].setdefault("headers", {}).update(_ETAG)
        operation["responses"]["304"] = {"description": "It is as it was", "headers": _ETAG}
    if "expected" in sent.get("properties", {}):
        _asks(operation, "If-Match", SEEN)
    if (method, path) == ("patch", "/me"):
        _asks(operation, "If-Match", UNCHANGED)
    if path.endswith("/events"):
        _asks(operation, "Last-Event-ID", LAST)
    if path.startswith("/hooks/"):
        _asks(operation, "X-Souls-Hook", HOOK)
    for status in ("429", "503"):
        if status in operation["responses"]:
            operation["responses"][status] = {**operation["responses"][status], "headers": _AGAIN}
    if "201" in operation["responses"]:
        operation["responses"]["201"]["description"] = "It is done"


def _asks(operation: dict[str, Any], name: str, what: str) -> None:
    told = {"name": name, "in": "header", "required": False, "description": what, "schema": _TEXT}
    operation.setdefault("parameters", []).append(told)
