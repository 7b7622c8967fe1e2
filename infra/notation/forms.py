"""Forms: the words around the fields of one type of command, which are read and written by them.

A template has words that must stand there, with others that may stand in their place behind bars; `(in)` words that are
written and may be left out; `[the]` words that are not even written; `{field}` a field, by its slot. An underscore is a space.
Commas, and the word `the`, may stand anywhere between.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

import msgspec

from domain.table.messages import Command
from infra.notation.scope import MORE, Attempt, Scope
from infra.notation.slots import Slot, Unwritable
from infra.notation.spoken import near, quoted

Said = dict[str, Any]
_PART = re.compile(r"\{(\w+)\}|\[([^\]]+)\]|\(([^)]+)\)|(\S+)")


class Open(NamedTuple):
    """What a line says of a command, some fields of which it leaves open."""

    command: type[Command]
    said: Said
    usage: str


class Wording(Protocol):
    """Something that reads and writes commands of one type."""

    @property
    def command(self) -> type[Command]:
        """The type."""

    def read(self, attempt: Attempt) -> Iterator[Command | Open]:
        """Each command that the line can mean."""

    def write(self, scope: Scope, command: Command) -> str | None:
        """What is typed for a command; None where these are not its words."""

    @property
    def usage(self) -> str:
        """How it is typed."""

    @property
    def heads(self) -> tuple[str, ...]:
        """The words that it can begin with."""

    def explained(self, scope: Scope) -> Iterator[tuple[str, str]]:
        """What can be typed for each part in capitals of how it is typed."""

    def typical(self, scope: Scope) -> str:
        """A line as people type it."""


class _Part(NamedTuple):
    field: str | None
    words: tuple[tuple[str, ...], ...]
    is_optional: bool
    is_written: bool


class Form:
    """A type of command by its templates: the first is how it is written, the others are read as well."""

    def __init__(
        self,
        command: type[Command],
        *templates: str,
        slots: Mapping[str, Slot],
        fixed: Mapping[str, Any] | None = None,
        given: Callable[[Scope], Said] = lambda scope: {},
        several: Mapping[str, tuple[str, ...]] | None = None,
        opens: bool = True,
        heads: tuple[str, ...] = (),
    ) -> None:
        """`fixed` are the values of fields that these words stand for, `given` those that follow from how the game stands.
        `several`: names in templates that stand for several fields, whose values their slot gives as a tuple. `opens`: where
        only one thing can be meant, fields may be left out, as templates behind the first do. `heads`: words that it can
        begin with where a field comes first."""
        self.command, self.slots, self.fixed, self.opens = command, slots, dict(fixed or {}), opens
        self.given, self.several = given, dict(several or {})
        self._templates = [_parsed(template) for template in templates]
        self.usage = " ".join(_said(part) for part in self._templates[0] if part.is_written)
        self._defaults = defaults_of(command)
        written = (" ".join(words) for template in self._templates for words in template[0].words)
        self.heads = (*written, *heads)

    def explained(self, scope: Scope) -> Iterator[tuple[str, str]]:
        for part in self._templates[0]:
            if part.field is not None:
                yield _said(part), self.slots[part.field].meaning(scope).what

    def typical(self, scope: Scope) -> str:
        return " ".join(
            " ".join(part.words[0]) if part.field is None else self.slots[part.field].meaning(scope).typical
            for part in self._templates[0]
            if part.is_written
        )

    def read(self, attempt: Attempt) -> Iterator[Command | Open]:
        for template in self._templates:
            for said in _match(template, 0, attempt, 0, self.slots):
                for name in self.several.keys() & said.keys():
                    said |= zip(self.several[name], said.pop(name), strict=True)
                yield from self._meant({**self.given(attempt.scope), **self.fixed, **said})

    def _meant(self, said: Said) -> Iterator[Command | Open]:
        left = [name for name in self.command.__struct_fields__ if name not in said]
        if all(name in self._defaults for name in left):
            yield self.command(**said)
        if left and self.opens:
            yield Open(self.command, said, self.usage)

    def write(self, scope: Scope, command: Command) -> str | None:
        written = self._templates[0]
        named = {name for part in written if part.field for name in self.several.get(part.field, (part.field,))}
        kept = {**self._defaults, **self.given(scope), **self.fixed}
        for name in command.__struct_fields__:
            if name not in named and (name not in kept or getattr(command, name) != kept[name]):
                return None
        try:
            words = [
                part.words[0] if part.field is None else (self._written(scope, command, part.field),)
                for part in written
                if part.is_written
            ]
        except Unwritable:
            return None
        return " ".join(word for group in words for word in group)

    def _written(self, scope: Scope, command: Command, name: str) -> str:
        fields = self.several.get(name)
        value = getattr(command, name) if fields is None else tuple(getattr(command, field) for field in fields)
        return self.slots[name].write(scope, value)


def _parsed(template: str) -> tuple[_Part, ...]:
    parts = []
    for field, silent, optional, words in _PART.findall(template):
        alternatives = (
            tuple(tuple(one.split("_")) for one in (silent or optional or words).split("|")) if not field else ()
        )
        parts.append(_Part(field or None, alternatives, bool(silent or optional), not silent))
    return tuple(parts)


def _said(part: _Part) -> str:
    return part.field.rstrip("_").replace("_", " ").upper() if part.field else " ".join(part.words[0])


def _match(parts: tuple[_Part, ...], n: int, attempt: Attempt, at: int, slots: Mapping[str, Slot]) -> Iterator[Said]:
    """All that the fields can be where the words from a place on are these parts."""
    at = skipped(attempt, at)
    if n == len(parts):
        if at >= len(attempt.tokens):
            yield {}
        else:
            attempt.miss(at, MORE)
        return
    part = parts[n]
    if part.field is not None:
        for value, end in slots[part.field].read(attempt, at):
            for said in _match(parts, n + 1, attempt, end, slots):
                yield {part.field: value, **said}
        return
    there = [words for words in part.words if all(attempt.word(at + k) == word for k, word in enumerate(words))]
    for words in there:
        yield from _match(parts, n + 1, attempt, at + len(words), slots)
    if there:
        return
    if part.is_optional:
        yield from _match(parts, n + 1, attempt, at, slots)
    elif n:
        attempt.miss(at, _missing(part, attempt, at))


def _missing(part: _Part, attempt: Attempt, at: int) -> str:
    """What is said where words must stand that do not."""
    words = [" ".join(words) for words in part.words]
    typed = " ".join(token.typed for token in attempt.tokens[at : at + len(part.words[0])])
    hint = near(typed, words)
    return f"{quoted(typed)} is not understood{hint}" if hint else f"'{words[0]}' is missing"


def defaults_of(command: type[Command]) -> dict[str, Any]:
    """The fields of a command that may be left out, with what they are then."""
    fields = msgspec.structs.fields(command)
    return {field.name: field.default for field in fields if field.default is not msgspec.NODEFAULT}


def skipped(attempt: Attempt, at: int) -> int:
    """The place behind commas and words that say nothing."""
    while attempt.word(at) in (",", ":", "-", "the"):
        at += 1
    return at
