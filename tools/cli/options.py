"""Table options as they are typed, `name=value`, and what a value may be, in words."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from domain.table.phrases import joined
from domain.table.reading import named_twice
from domain.table.rulebook import Rulebook
from tools.cli.common import CommandError, printable, read_file

OBJECTS = "objects in JSON"
LARGEST_VALUE = 65_536
_LISTS = (tuple, list, set, frozenset)


def options_json(rulebook: Rulebook, given: Sequence[str]) -> str:
    """Table options as JSON, from words like `name=value`; the value is JSON, or else plain text, a list by commas. With
    `name=@FILE` it is the JSON in a file."""
    known = rulebook.options.__struct_fields__
    options = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals:
            raise CommandError(f"An option is given as name=value, not '{word}'.")
        if name not in known:
            names = ", ".join(known) or "none"
            raise CommandError(f"{rulebook.title} has no option '{name}'; its options are: {names}.")
        options[name] = _in_file(name, value[1:]) if value.startswith("@") else _value(rulebook, name, value)
    return msgspec.json.encode(options).decode()


def said(hint: Any) -> str:
    """What values of a type are, for people."""
    origin, arguments = get_origin(hint), get_args(hint)
    if _is_optional(hint):
        return f"{said(_present(hint))}, or null"
    if origin is Literal:
        return joined(map(_spelled, arguments), "or")
    if origin in _LISTS and not _is_struct(arguments[0]):
        values = f" of {joined(map(_spelled, get_args(arguments[0])))}" if get_origin(arguments[0]) is Literal else ""
        return f"a list by commas{values}"
    kind = msgspec.inspect.type_info(hint)
    if isinstance(kind, msgspec.inspect.BoolType):
        return "true or false"
    if isinstance(kind, msgspec.inspect.IntType):
        return _number_said(kind)
    if _is_struct(hint):
        return "an object in JSON"
    return "a text" if isinstance(kind, msgspec.inspect.StrType) else OBJECTS


def _in_file(name: str, path: str) -> object:
    if not path:
        raise CommandError(f"No file is named: {name}=@FILE wants its path.")
    data = read_file(Path(path))
    if len(data) > LARGEST_VALUE:
        raise CommandError(
            f"{printable(path)} is too large for an option: {len(data)} bytes, and {LARGEST_VALUE} are allowed."
        )
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        reason = printable(str(error).removeprefix("JSON is malformed: "))
        raise CommandError(f"{printable(path)} is not JSON: {reason}.") from error
    wrong = "null is nothing that an option could be" if value is None else named_twice(data)
    if wrong:
        raise CommandError(f"{printable(path)} cannot be used for {name}: {printable(wrong)}.")
    return value


def _value(rulebook: Rulebook, name: str, text: str) -> object:
    hint = get_type_hints(rulebook.options, include_extras=True)[name]
    value = _read(name, hint, text)
    if _is_struct(_present(hint)) and isinstance(value, dict):
        # What is wrong in it the game itself says best, when the table is opened.
        return value
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError as error:
        wanted = said(hint)
        why = f" ({error})" if wanted == OBJECTS else ""
        raise CommandError(f"The option {name} is {wanted}, not '{text}'{why}.") from error
    return value


def _read(name: str, hint: Any, text: str) -> object:
    twice = named_twice(text)
    if twice:
        raise CommandError(f"{name} cannot be used: {printable(twice)}.")
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        is_list = get_origin(hint) in _LISTS
        if text.lstrip().startswith(("[", "{")) or (is_list and _is_struct(get_args(hint)[0])):
            raise CommandError(f"{name} is not JSON: {str(error).removeprefix('JSON is malformed: ')}.") from error
        return text.split(",") if is_list else text


def _is_optional(hint: Any) -> bool:
    return type(None) in get_args(hint)


def _present(hint: Any) -> Any:
    """The type of a value that is there, where there may be none."""
    return next(kind for kind in get_args(hint) if kind is not type(None)) if _is_optional(hint) else hint


def _is_struct(hint: Any) -> bool:
    """Whether it is an object, which only JSON can say."""
    return isinstance(hint, type) and issubclass(hint, msgspec.Struct)


def _spelled(value: object) -> str:
    """A value as it is typed."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _number_said(kind: msgspec.inspect.IntType) -> str:
    least = kind.ge if kind.ge is not None else None if kind.gt is None else kind.gt + 1
    most = kind.le if kind.le is not None else None if kind.lt is None else kind.lt - 1
    if least is not None and most is not None:
        return f"a whole number from {least} to {most}"
    return "a whole number" + (f" from {least} on" if least is not None else "" if most is None else f" up to {most}")
