"""Structs as plain data, the same for equal ones on every machine."""

from typing import Any

import msgspec

from domain.table.wire import fields_by_name


def plain(thing: object) -> Any:
    """A view, or anything else, as what its JSON holds: fields in their order, and what has none sorted."""
    return msgspec.json.decode(msgspec.json.encode(thing, order="deterministic", enc_hook=repr))


def fields_of(thing: msgspec.Struct) -> dict[str, Any]:
    """A struct's fields as plain data, by the names that they have in JSON."""
    return {name: plain(value) for name, value in fields_by_name(thing).items()}
