"""Reading what is sent: as strictly as everywhere else, so that 0 is no `false` and "3" no number."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from litestar import Request
from litestar.datastructures import State
from msgspec import inspect

DATA = "data"

_NO_CHOICE = re.compile(r"Invalid enum value .* - at `\$(.*)`", re.DOTALL)
_STEP = re.compile(r"\.(\w+)|\[[^\]]*\]")


class Strictly(Request[Any, Any, State]):
    """A request whose body is read as the type that its route wants, and as nothing else."""

    async def json(self) -> Any:
        """The body; msgspec's `DecodeError` says where it is wrong, and what it may be where that is one of a few words."""
        parameter = self.route_handler.parsed_fn_signature.parameters.get(DATA)
        wanted = parameter.annotation if parameter else Any
        try:
            return msgspec.json.decode(await self.body(), type=wanted)
        except msgspec.ValidationError as error:
            found = _NO_CHOICE.fullmatch(str(error))
            words = [] if found is None else list(map(str, choices(wanted, found[1])))
            if not words:
                raise
            raise msgspec.ValidationError(f"{error}, where one of these can stand: {', '.join(words)}") from error
        except RecursionError as error:
            raise msgspec.DecodeError("The body is nested too deeply") from error


def choices(wanted: Any, path: str) -> list[Any]:
    """The values that may stand at a path in data of a type, such as `.notices.when`."""
    kinds = list(_each(inspect.type_info(wanted)))
    for step in _STEP.finditer(path):
        kinds = [one for kind in kinds for inner in _inside(kind, step[1]) for one in _each(inner)]
    return [value for kind in kinds if isinstance(kind, inspect.LiteralType) for value in kind.values]


def _each(kind: inspect.Type) -> Iterator[inspect.Type]:
    match kind:
        case inspect.UnionType(types):
            for one in types:
                yield from _each(one)
        case inspect.Metadata(one):
            yield from _each(one)
        case _:
            yield kind


def _inside(kind: inspect.Type, name: str | None) -> Iterator[inspect.Type]:
    match kind:
        case inspect.StructType(fields=fields):
            yield from (field.type for field in fields if field.encode_name == name)
        case inspect.ListType(item_type=one) | inspect.VarTupleType(item_type=one) | inspect.DictType(value_type=one):
            yield one
