"""Corrections as people write them: a list of objects, each an event of the game with its fields by their names (T-56).

Stored events are lists whose meaning is their order; here alone the one becomes the other.
"""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, inspect

from domain.table.messages import GameEvent
from domain.table.phrases import joined
from domain.table.reading import named_twice, told
from domain.table.refusals import Refusal
from domain.table.rulebook import Rulebook
from domain.table.wire import events_text, read_events
from infra.nearness import nearest

EVENT = "event"


class CorrectionError(Exception):
    """What was written is no correction; the message is a sentence that says where and why."""


def correctable(rulebook: Rulebook) -> dict[str, type[GameEvent]]:
    """The events that a correction may have, by their names."""
    kinds = rulebook.events if rulebook.corrections is None else rulebook.corrections
    return {kind.__name__: kind for kind in kinds}


def fields_of(kind: type[GameEvent]) -> dict[str, Any]:
    """The types of an event's fields by their names, in the stored order."""
    hints = get_type_hints(kind, include_extras=True)
    return {one.encode_name: hints[one.name] for one in msgspec.structs.fields(kind)}


def parts_of(hint: Any) -> tuple[str, ...]:
    """The fields of the objects that a field of this type holds; none where it holds none."""
    kinds = [inspect.type_info(hint)]
    while kinds:
        kind = kinds.pop()
        if isinstance(kind, inspect.StructType):
            return tuple(field.encode_name for field in kind.fields)
        kinds += getattr(kind, "types", ()) + getattr(kind, "item_types", ())
        kinds += [kind.item_type] if hasattr(kind, "item_type") else []
    return ()


def written_schema(rulebook: Rulebook) -> dict[str, Any]:
    """The JSON Schema of a correction as people write it: a list of events, told apart by the field `event`."""
    made: dict[type, type] = {}
    kinds: list[Any] = [_written(kind, made, name) for name, kind in correctable(rulebook).items()]
    correction: Any = list[reduce(or_, kinds)]  # type: ignore[misc] # known when it runs
    return msgspec.json.schema(Annotated[correction, Meta(min_length=1)])


def _written(kind: type[msgspec.Struct], made: dict[type, type], name: str | None = None) -> type:
    """A struct as it is written by names: an object, also where it is stored as a list."""
    if kind not in made:
        hints = get_type_hints(kind, include_extras=True)
        fields = [
            (one.encode_name, _by_names(hints[one.name], made), _field(one)) for one in msgspec.structs.fields(kind)
        ]
        tagged: dict[str, Any] = {} if name is None else {"tag_field": EVENT, "tag": name}
        made[kind] = msgspec.defstruct(
            kind.__name__,
            fields,
            namespace={"__doc__": kind.__doc__},
            forbid_unknown_fields=True,
            kw_only=True,
            **tagged,
        )
    return made[kind]


def _field(one: msgspec.structs.FieldInfo) -> Any:
    if one.default_factory is not msgspec.NODEFAULT:
        return msgspec.field(default_factory=one.default_factory)
    return msgspec.field() if one.default is msgspec.NODEFAULT else msgspec.field(default=one.default)


def _by_names(hint: Any, made: dict[type, type]) -> Any:
    """A type, with all structs in it as they are written."""
    origin, arguments = get_origin(hint), get_args(hint)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return _written(hint, made)
    if origin is Annotated:
        return Annotated[(_by_names(arguments[0], made), *hint.__metadata__)]
    if origin is None or origin is Literal:
        return hint
    inner = tuple(one if one is Ellipsis else _by_names(one, made) for one in arguments)
    return Union[inner] if origin in (Union, UnionType) else origin[inner]  # noqa: UP007


def stored_correction(rulebook: Rulebook, text: str) -> str:
    """A correction as a remedy holds it, from what was written; `CorrectionError` where it is none."""
    items = _objects(text)
    known = correctable(rulebook)
    rows = [_row(known, item, f"Event {number}") for number, item in enumerate(items, 1)]
    try:
        return events_text(read_events(rulebook, msgspec.json.encode(rows).decode()))
    except Refusal as refusal:
        raise CorrectionError(f"This is no correction: {refusal.arguments['reason']}.") from refusal


def _objects(text: str) -> list[Any]:
    try:
        items = msgspec.json.decode(text, type=object)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise CorrectionError(
            f"The correction is not JSON: {str(error).removeprefix('JSON is malformed: ')}."
        ) from error
    twice = named_twice(text)
    if twice:
        raise CorrectionError(f"The correction cannot be used: {twice}.")
    if isinstance(items, list) and items:
        return items
    raise CorrectionError("A correction is a list of events, with at least one in it.")


def _row(known: Mapping[str, type[GameEvent]], item: Any, where: str) -> list[Any]:
    if not isinstance(item, dict) or not isinstance(item.get(EVENT), str):
        raise CorrectionError(f'{where} is no event: it is written as {{"{EVENT}": "NAME", field: value, …}}.')
    name = item[EVENT]
    kind = known.get(name)
    if kind is None:
        near = nearest(name, known, most=3)
        hint = f"near it is {joined(near, 'or')}" if near else f"{len(known)} kinds of events can"
        raise CorrectionError(f"{where}: '{name[:60]}' cannot be in a correction; {hint}.")
    where = f"{where}, {name}"
    given = {field: value for field, value in item.items() if field != EVENT}
    row: list[Any] = _stored(inspect.type_info(kind), given, where)
    for (field, hint), value in zip(fields_of(kind).items(), row[1:], strict=True):
        _check(value, hint, f"{where}: {field}")
    return row


def _check(value: Any, hint: Any, where: str) -> None:
    try:
        # All numbers of events are bounded (`soundness`): what fits here can be stored.
        msgspec.convert(value, hint)
    except (msgspec.ValidationError, Refusal) as error:
        path, why = told(error)
        raise CorrectionError(f"{where}{f', at {path},' if path else ''} cannot be used: {why}.") from error


def _stored(kind: inspect.Type, value: Any, where: str) -> Any:
    """A value with all objects in it, that are stored as lists, made so; what is of another type is left for the check."""
    match kind:
        case inspect.StructType() if isinstance(value, dict):
            return _fields(kind, value, where)
        case inspect.UnionType() if isinstance(value, dict):
            struct = next((one for one in kind.types if isinstance(one, inspect.StructType)), None)
            return value if struct is None else _stored(struct, value, where)
        case inspect.VarTupleType() | inspect.ListType() if isinstance(value, list):
            return [_stored(kind.item_type, one, f"{where}, entry {n}") for n, one in enumerate(value, 1)]
        case inspect.TupleType() if isinstance(value, list) and len(value) == len(kind.item_types):
            return [_stored(one, part, where) for one, part in zip(kind.item_types, value, strict=True)]
    return value


def _fields(kind: inspect.StructType, given: dict[str, Any], where: str) -> Any:
    names = [field.encode_name for field in kind.fields]
    for name in given:
        if name not in names:
            raise CorrectionError(f"{where}: there is no field '{name[:60]}'; there is {', '.join(names) or 'none'}.")
    missing = [field.encode_name for field in kind.fields if field.required and field.encode_name not in given]
    if missing:
        raise CorrectionError(f"{where}: the field '{missing[0]}' is missing.")
    values = {
        field.encode_name: _stored(field.type, given[field.encode_name], f"{where}: {field.encode_name}")
        if field.encode_name in given
        else _default(field)
        for field in kind.fields
    }
    if not kind.array_like:
        return {field.encode_name: values[field.encode_name] for field in kind.fields}
    return [*([kind.tag] if kind.tag is not None else []), *values.values()]


def _default(field: inspect.Field) -> Any:
    made = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
    return msgspec.to_builtins(made)
