"""Which fields of commands and events have no bounds. A bound is what keeps a number, a text or a list storable and small."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import inspect

_TEXTS = (inspect.StrType, inspect.BytesType)
_LISTS = (inspect.VarTupleType, inspect.ListType, inspect.SetType, inspect.FrozenSetType)
_BOUNDED = (inspect.BoolType, inspect.NoneType, inspect.LiteralType, inspect.EnumType)


def unbounded(commands: Sequence[type], events: Sequence[type]) -> list[str]:
    """The fields of commands and events, and of the structs within them, that have no bounds, each as `Struct.field`.

    What people write is bounded whole; of what rules make, the numbers are. Anything that is no number, text, list or one of
    listed values has no bounds. msgspec's and Python's own errors where the fields cannot be read.
    """
    kinds, seen = inspect.multi_type_info([*commands, *events]), set[type]()
    written = [path for kind in kinds[: len(commands)] for path, _ in _in_type(kind, "", seen)]
    made = [path for kind in kinds[len(commands) :] for path, is_number in _in_type(kind, "", seen) if is_number]
    return list(dict.fromkeys(written + made))


def _in_type(kind: Any, path: str, seen: set[type]) -> Iterator[tuple[str, bool]]:
    """Each place without bounds, and whether it holds numbers, or what is not known."""
    match kind:
        case inspect.Metadata():
            yield from _in_type(kind.type, path, seen)
        case inspect.StructType():
            if kind.cls not in seen:
                seen.add(kind.cls)
                for field in kind.fields:
                    yield from _in_type(field.type, f"{kind.cls.__name__}.{field.name}", seen)
        case inspect.UnionType():
            for one in kind.types:
                yield from _in_type(one, path, seen)
        case inspect.TupleType():
            for one in kind.item_types:
                yield from _in_type(one, path, seen)
        case inspect.DictType():
            if kind.max_length is None:
                yield path, False
            yield from _in_type(kind.key_type, path, seen)
            yield from _in_type(kind.value_type, path, seen)
        case inspect.IntType():
            if (kind.ge is None and kind.gt is None) or (kind.le is None and kind.lt is None):
                yield path, True
        case _ if isinstance(kind, _LISTS):
            if kind.max_length is None:
                yield path, False
            yield from _in_type(kind.item_type, path, seen)
        case _ if isinstance(kind, _TEXTS):
            if kind.max_length is None:
                yield path, False
        case _ if not isinstance(kind, _BOUNDED):
            yield path, True
