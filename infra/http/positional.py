"""Structs that are lists in JSON: what stands at each place of them has a name in the API's description."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import inspect


def name_places(schemas: dict[str, Any], kinds: Iterable[Any]) -> None:
    """Give the places of lists their fields' names, in the schemas that were made of these types."""
    names = {one.cls.__name__: [field.encode_name for field in one.fields] for one in _structs(kinds) if one.array_like}
    for schema_name, schema in schemas.items():
        places = schema.get("prefixItems", [])
        if schema_name in names and len(places) >= len(names[schema_name]):
            # A list begins with its tag, where it has one.
            tagged = len(places) - len(names[schema_name])
            titles = ["tag"] * tagged + names[schema_name]
            schema["prefixItems"] = [{"title": title, **place} for title, place in zip(titles, places, strict=True)]


def _structs(kinds: Iterable[Any]) -> Iterator[inspect.StructType]:
    """All structs that types consist of."""
    left: list[Any] = list(inspect.multi_type_info(kinds))
    seen = set[type]()
    while left:
        one = left.pop()
        if isinstance(one, inspect.StructType):
            if one.cls in seen:
                continue
            seen.add(one.cls)
            yield one
        for name in one.__struct_fields__:
            value = getattr(one, name)
            parts = value if isinstance(value, tuple) else (value,)
            left += [part for part in parts if isinstance(part, inspect.Type | inspect.Field)]
