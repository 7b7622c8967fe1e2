"""Structs as plain data, the same for equal ones on every machine."""

from typing import Any

import msgspec


def plain(thing: object) -> Any:
    """A view, or anything else, as what its JSON holds: fields in their order, and what has none sorted."""
    return msgspec.json.decode(msgspec.json.encode(thing, order="deterministic", enc_hook=repr))


def fields_of(thing: msgspec.Struct) -> dict[str, Any]:
    """A struct's fields by name as plain data."""
    return {name: plain(getattr(thing, name)) for name in thing.__struct_fields__}
