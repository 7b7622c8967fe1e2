"""Slots: how one field of a command is typed, and written."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

import msgspec

from infra.nearness import nearest
from infra.notation.scope import Attempt, Scope
from infra.notation.spoken import quoted
from infra.notation.typed import safe_json, words_in

# Longer names are not looked for, and of a long list of names so many are told.
MOST_WORDS = 6
MOST_TOLD = 8
# Shorter beginnings of words say nothing.
SHORTEST = 3
Found = Iterator[tuple[Any, int]]
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
_BARE = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_.#/:-]*[A-Za-z0-9])?")
_AND = (",", "and", "&", "+")
NONE = ("none", "nothing", "no")
YES, NO = ("yes", "true", "y"), ("no", "false", "n")


class Unwritable(Exception):  # noqa: N818 - it is no error: the command is written with its fields then
    """A value that a slot has no words for."""


class Slot(Protocol):
    """A field's words. `read` gives each value that the words from a place on can mean, and where they end."""

    def read(self, attempt: Attempt, at: int) -> Found: ...
    def write(self, scope: Scope, value: Any) -> str: ...


class Number:
    """A whole number, perhaps behind words that say what it is of."""

    def __init__(self, what: str, *silent: str) -> None:
        self.what, self.silent = what, silent

    def read(self, attempt: Attempt, at: int) -> Found:
        while attempt.word(at) in self.silent:
            at += 1
        if _NUMBER.fullmatch(attempt.word(at)):
            yield int(attempt.word(at)), at + 1
        else:
            attempt.miss(at, f"{self.what} is a number")

    def write(self, scope: Scope, value: Any) -> str:
        return str(value)


class Names:
    """One of some things that have names: exactly one of them, or as much of it as tells it from the others."""

    def __init__(
        self,
        what: str,
        named: Callable[[Scope], Iterable[tuple[str, Any]]],
        spelled: Callable[[Scope, Any], str] = lambda scope, value: str(value),
        rather: Callable[[Scope], Iterable[Any]] = lambda scope: (),
    ) -> None:
        """`named` gives names with what they mean, `spelled` how a thing is written; `rather` are those that are meant where
        several could be."""
        self.what, self.named, self.spelled, self.rather = what, named, spelled, rather

    def read(self, attempt: Attempt, at: int) -> Found:
        known = [(words_in(name), name, value) for name, value in self.named(attempt.scope)]
        rest = attempt.tokens[at : at + MOST_WORDS]
        typed = [sum((words_in(token.word) for token in rest[:n]), ()) for n in range(len(rest) + 1)]
        for matches in (_is_same, _is_beginning):
            for n in range(len(rest), 0, -1):
                # What ends in a comma or has only marks is no longer name.
                if not words_in(rest[n - 1].word):
                    continue
                found = dict.fromkeys(value for words, _, value in known if typed[n] and matches(typed[n], words))
                if found:
                    rather = set(self.rather(attempt.scope))
                    yield from ((value, at + n) for value in [one for one in found if one in rather] or found)
                    return
        attempt.miss(at, self._none(attempt.typed(at), [name for _, name, _ in known]))

    def write(self, scope: Scope, value: Any) -> str:
        return self.spelled(scope, value)

    def _none(self, typed: str, names: Sequence[str]) -> str:
        if not typed:
            return f"{self.what} is missing"
        near = nearest(typed, names)
        if near:
            return f"{quoted(typed)} is not {self.what}; did you mean {near[0]}?"
        told = ", ".join(dict.fromkeys(names[:MOST_TOLD])) + ("…" if len(names) > MOST_TOLD else "")
        return f"{quoted(typed)} is not {self.what}" + (f"; there is {told}" if told else "")


class Listed:
    """Several things, with commas or `and` between; `none` for no thing."""

    def __init__(self, item: Slot, *, ordered: bool = True, empty: str = "none", between: str = ", ") -> None:
        """`ordered`: the command wants them sorted."""
        self.item, self.ordered, self.empty, self.between = item, ordered, empty, between

    def read(self, attempt: Attempt, at: int) -> Found:
        if attempt.word(at) in (*NONE, self.empty):
            yield (), at + 1
        found: list[Any] = []
        while True:
            values = list(self.item.read(attempt, at))
            if not values:
                break
            # One that was named before is not meant again where another has the same name.
            value, at = next((one for one in values if one[0] not in found), values[0])
            found.append(value)
            after = at
            while attempt.word(after) in _AND:
                after += 1
            if after == at:
                break
            at = after
        if found and (attempt.word(at - 1) not in _AND):
            yield tuple(sorted(found)) if self.ordered else tuple(found), at

    def write(self, scope: Scope, value: Any) -> str:
        return self.between.join(self.item.write(scope, one) for one in value) or self.empty


class Chosen:
    """One of a few words, each with what it means; the first of a value is how it is written."""

    def __init__(self, what: str, **meanings: Any) -> None:
        self.what, self.meanings = what, {word.replace("_", "-"): value for word, value in meanings.items()}

    def read(self, attempt: Attempt, at: int) -> Found:
        if attempt.word(at) in self.meanings:
            yield self.meanings[attempt.word(at)], at + 1
        else:
            attempt.miss(at, f"{self.what} is {' or '.join(self.meanings)}")

    def write(self, scope: Scope, value: Any) -> str:
        for word, meaning in self.meanings.items():
            if meaning == value and type(meaning) is type(value):
                return word
        raise Unwritable


class Maybe:
    """A value, or `none`."""

    def __init__(self, item: Slot) -> None:
        self.item = item

    def read(self, attempt: Attempt, at: int) -> Found:
        if attempt.word(at) in NONE:
            yield None, at + 1
        yield from self.item.read(attempt, at)

    def write(self, scope: Scope, value: Any) -> str:
        written = "none" if value is None else self.item.write(scope, value)
        if value is not None and written in NONE:
            raise Unwritable
        return written


class Text:
    """A word as the command has it, in quotes where it is more than one."""

    def __init__(self, what: str, values: Callable[[Scope], Iterable[object]] = lambda scope: ()) -> None:
        """`values` are what it may be now, so that it may be typed in capitals or not."""
        self.what, self.values = what, values

    def read(self, attempt: Attempt, at: int) -> Found:
        typed = attempt.typed(at)
        if typed.startswith('"'):
            try:
                typed = json.loads(typed)
            except ValueError:
                attempt.miss(at, f"{quoted(typed)} is not {self.what}")
                return
        elif not _BARE.fullmatch(typed):
            attempt.miss(at, f"{self.what} is missing" if not typed else f"{quoted(typed)} is not {self.what}")
            return
        known = [one for one in self.values(attempt.scope) if isinstance(one, str)]
        yield (
            next((one for one in known if one.lower() == typed.lower()), typed) if typed not in known else typed,
            at + 1,
        )

    def write(self, scope: Scope, value: Any) -> str:
        return value if _BARE.fullmatch(value) and value.lower() not in NONE else safe_json(value)


class Json:
    """Anything else, as JSON: plain data, which is checked with the whole command."""

    def __init__(self, what: str) -> None:
        self.what = what

    def read(self, attempt: Attempt, at: int) -> Found:
        if at >= len(attempt.tokens):
            attempt.miss(at, f"{self.what} is missing")
            return
        try:
            value, end = json.JSONDecoder().raw_decode(attempt.line, attempt.tokens[at].start)
        except (ValueError, RecursionError):
            attempt.miss(at, f"{self.what} is JSON, and this is none")
            return
        yield value, next((n for n, token in enumerate(attempt.tokens) if token.start >= end), len(attempt.tokens))

    def write(self, scope: Scope, value: Any) -> str:
        return safe_json(msgspec.to_builtins(value))


class Rest:
    """All that is left of the line, as it was typed."""

    def __init__(self, what: str) -> None:
        self.what = what

    def read(self, attempt: Attempt, at: int) -> Found:
        if at >= len(attempt.tokens):
            attempt.miss(at, f"{self.what} is missing")
        else:
            yield attempt.line[attempt.tokens[at].start :], len(attempt.tokens)

    def write(self, scope: Scope, value: Any) -> str:
        return str(value)


def _is_same(typed: tuple[str, ...], words: tuple[str, ...]) -> bool:
    return typed == words


def _is_beginning(typed: tuple[str, ...], words: tuple[str, ...]) -> bool:
    left = iter(words)
    return all(any(_begins(word, one) for one in left) for word in typed)


def _begins(typed: str, word: str) -> bool:
    return typed == word or (len(typed) >= SHORTEST and not typed.isdecimal() and word.startswith(typed))


def seat_slot(*aliases: Callable[[Scope], Iterable[tuple[str, int]]]) -> Names:
    """A seat, by its name at the table, its number, or another name that the game has for it; written by the first of
    these."""

    def named(scope: Scope) -> Iterator[tuple[str, int]]:
        for alias in aliases:
            yield from alias(scope)
        for seat, name in enumerate(scope.table.names):
            yield name, seat
        for seat in range(len(scope.table.names)):
            yield str(seat), seat
            yield f"seat {seat}", seat

    def spelled(scope: Scope, value: int) -> str:
        return next((name for name, seat in named(scope) if seat == value), str(value))

    return Names("a seat of this table", named, spelled)


SEAT = seat_slot()
