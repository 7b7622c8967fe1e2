"""The words of any command, where a game has written none: its name, then its fields by position or as `name=value`."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import msgspec
from msgspec import inspect

from domain.table.messages import MAX_SEATS, Command
from domain.table.reading import why_unreadable
from infra.notation.forms import Open, Said, defaults_of, skipped
from infra.notation.scope import MORE, Attempt, Scope
from infra.notation.slots import NO, SEAT, YES, Chosen, Json, Listed, Maybe, Meaning, Number, Slot, Text, Unwritable

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
# A line can be read in many ways where words may be values: so many are looked at.
MOST_READINGS = 50


def name_in_words(command: type[Command]) -> str:
    """`PlaceTile` is `place tile`."""
    return _HUMP.sub(" ", command.__name__).lower()


class GenericForm:
    """A type of command by its name and its fields."""

    def __init__(self, command: type[Command]) -> None:
        self.command = command
        self.head = name_in_words(command)
        self.fields: dict[str, tuple[str, Slot]] = {}
        kind = inspect.type_info(command)
        assert isinstance(kind, inspect.StructType)
        for field in kind.fields:
            values = partial(_values, command, field.name)
            self.fields[field.encode_name.lower()] = (field.name, _slot(field.type, field.encode_name, values))
        self._defaults = defaults_of(command)

    @property
    def heads(self) -> tuple[str, ...]:
        return (self.head,)

    @property
    def usage(self) -> str:
        return " ".join([self.head, *(name.replace("_", " ").upper() for name in self.fields)])

    def explained(self, scope: Scope) -> Iterator[tuple[str, str]]:
        for name, (_, slot) in self.fields.items():
            yield name.replace("_", " ").upper(), slot.meaning(scope).what

    def typical(self, scope: Scope) -> str:
        return " ".join([self.head, *(slot.meaning(scope).typical for _, slot in self.fields.values())])

    def read(self, attempt: Attempt) -> Iterator[Command | Open]:
        words = self.head.split()
        if any(attempt.word(n) != word for n, word in enumerate(words)):
            return
        for said in islice(self._fields(attempt, len(words), {}), MOST_READINGS):
            left = [name for name in self.command.__struct_fields__ if name not in said]
            if all(name in self._defaults for name in left):
                yield from self._whole(attempt, said)
            if left:
                yield Open(self.command, said, self.usage)

    def _whole(self, attempt: Attempt, said: Said) -> Iterator[Command]:
        """The command, its parts of their own types."""
        try:
            yield msgspec.convert(msgspec.to_builtins(self.command(**said)), self.command)
        except msgspec.ValidationError as error:
            attempt.miss(len(attempt.tokens), why_unreadable(error))

    def write(self, scope: Scope, command: Command) -> str | None:
        left = dict(self.fields)
        while left:
            name, (attribute, _) = next(reversed(left.items()))
            if attribute not in self._defaults or self._defaults[attribute] != getattr(command, attribute):
                break
            del left[name]
        try:
            said = [slot.write(scope, getattr(command, attribute)) for attribute, slot in left.values()]
        except Unwritable:
            return None
        return " ".join([self.head, *said])

    def _fields(self, attempt: Attempt, at: int, said: Said) -> Iterator[Said]:
        at = skipped(attempt, at)
        if at >= len(attempt.tokens):
            yield said
            return
        name, equals, _ = attempt.word(at).partition("=")
        if equals and name in self.fields:
            yield from self._named(attempt, at, name, said)
            return
        attribute, slot = next((field for field in self.fields.values() if field[0] not in said), ("", None))
        if slot is None:
            attempt.miss(at, MORE)
            return
        for value, end in slot.read(attempt, at):
            yield from self._fields(attempt, end, {**said, attribute: value})

    def _named(self, attempt: Attempt, at: int, name: str, said: Said) -> Iterator[Said]:
        attribute, slot = self.fields[name]
        token = attempt.tokens[at]
        behind = token._replace(
            word=token.word[len(name) + 1 :], typed=token.typed[len(name) + 1 :], start=token.start + len(name) + 1
        )
        # `name= value` and `name=value` are the same.
        tokens = [*attempt.tokens[:at], *([behind] if behind.word else []), *attempt.tokens[at + 1 :]]
        inner = Attempt(attempt.scope, attempt.line, tokens)
        found = [
            one for value, end in slot.read(inner, at) for one in self._fields(inner, end, {**said, attribute: value})
        ]
        for what in inner.missing:
            attempt.miss(inner.at, what)
        yield from found


def _values(command: type[Command], field: str, scope: Scope) -> Iterable[object]:
    return scope.offered_values(command, field)


def _slot(kind: Any, name: str, values: Any) -> Slot:
    """The slot for a field of a type, by what it may hold."""
    what = name.replace("_", " ")
    match kind:
        case inspect.BoolType():
            return Chosen(what, **dict.fromkeys(YES, True), **dict.fromkeys(NO, False))
        case inspect.IntType(ge=0, lt=most) if most == MAX_SEATS:
            return _Seat()
        case inspect.IntType():
            return Number(what, *what.lower().split())
        case inspect.LiteralType(values=words) if all(isinstance(word, str) and word.islower() for word in words):
            return Chosen(what, **{str(word).replace("-", "_"): word for word in words})
        case inspect.StrType():
            return Text(what, values)
        case inspect.VarTupleType(item_type=inspect.IntType() | inspect.StrType() as item):
            return Listed(_slot(item, name, values), ordered=False)
        case inspect.UnionType(types=types) if len(types) == 2 and any(isinstance(t, inspect.NoneType) for t in types):
            inner = next(one for one in types if not isinstance(one, inspect.NoneType))
            if isinstance(inner, inspect.IntType | inspect.StrType):
                return Maybe(_slot(inner, name, values))
    return Json(what)


class _Seat:
    """A seat by its number or name; written as its number, since any number below a dozen may be meant."""

    def read(self, attempt: Attempt, at: int) -> Iterator[tuple[Any, int]]:
        if re.fullmatch(r"[0-9]{1,2}", attempt.word(at)):
            yield int(attempt.word(at)), at + 1
        else:
            yield from SEAT.read(attempt, at)

    def write(self, scope: Scope, value: Any) -> str:
        return str(value)

    def meaning(self, scope: Scope) -> Meaning:
        return SEAT.meaning(scope)
