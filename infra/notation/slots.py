"""Slots: how one field of a command is typed, and written."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, Protocol

import msgspec

from infra.notation.scope import Attempt, Scope
from infra.notation.spoken import listed, near, quoted
from infra.notation.typed import safe_json, words_in

# Longer names are not looked for.
MOST_WORDS = 6
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


class Meaning(NamedTuple):
    """What can be typed for a field, in words, and something that typically is."""

    what: str
    typical: str


class Slot(Protocol):
    """A field's words. `read` gives each value that the words from a place on can mean, and where they end; `meaning` tells
    people what they may be."""

    def read(self, attempt: Attempt, at: int) -> Found: ...
    def write(self, scope: Scope, value: Any) -> str: ...
    def meaning(self, scope: Scope) -> Meaning: ...


class Number:
    """A whole number, perhaps behind words that say what it is of."""

    def __init__(self, what: str, *silent: str, typical: int = 1) -> None:
        self.what, self.silent, self.typical = what, silent, typical

    def read(self, attempt: Attempt, at: int) -> Found:
        while attempt.word(at) in ("the", *self.silent):
            at += 1
        if _NUMBER.fullmatch(attempt.word(at)):
            yield int(attempt.word(at)), at + 1
        else:
            attempt.miss(at, f"{self.what} is a number")

    def write(self, scope: Scope, value: Any) -> str:
        return str(value)

    def meaning(self, scope: Scope) -> Meaning:
        return Meaning("a number", str(self.typical))


class Names:
    """One of some things that have names: exactly one of them, or as much of it as tells it from the others."""

    def __init__(
        self,
        what: str,
        named: Callable[[Scope], Iterable[tuple[str, Any]]],
        spelled: Callable[[Scope, Any], str] = lambda scope, value: str(value),
        rather: Callable[[Scope], Iterable[Any]] = lambda scope: (),
        called: Callable[[Scope, Any], str] | None = None,
    ) -> None:
        """`named` gives names with what they mean, `spelled` how a thing is written, `called` how it is told to people, if
        otherwise; `rather` are those that are meant where several could be."""
        self.what, self.named, self.spelled, self.rather = what, named, spelled, rather
        self.called = called or spelled

    def read(self, attempt: Attempt, at: int) -> Found:
        while attempt.word(at) == "the":
            at += 1
        known = [(words_in(name), value) for name, value in self.named(attempt.scope)]
        rest = attempt.tokens[at : at + MOST_WORDS]
        typed = [tuple(words_in(token.word) for token in rest[:n]) for n in range(len(rest) + 1)]
        for matches in (_is_same, _is_beginning):
            for n in range(len(rest), 0, -1):
                # What ends in a comma or has only marks is no longer name.
                if not words_in(rest[n - 1].word):
                    continue
                found = dict.fromkeys(value for words, value in known if matches(typed[n], words))
                if found:
                    rather = set(self.rather(attempt.scope))
                    yield from ((value, at + n) for value in [one for one in found if one in rather] or found)
                    return
        attempt.miss(at, self._none(attempt, at))

    def write(self, scope: Scope, value: Any) -> str:
        return self.spelled(scope, value)

    def meaning(self, scope: Scope) -> Meaning:
        there = self._there(scope)
        return Meaning(f"{self.what}: {listed(there)}" if there else self.what, there[0] if there else "none")

    def _none(self, attempt: Attempt, at: int) -> str:
        typed, scope = attempt.typed(at), attempt.scope
        if not typed:
            return f"{self.what} is missing"
        names = list(dict.fromkeys(self.called(scope, value) for _, value in self.named(scope)))
        rest = [token.typed for token in attempt.tokens[at : at + MOST_WORDS]]
        for n in range(len(rest), 0, -1):
            hint = near(" ".join(rest[:n]), names)
            if hint:
                return f"{quoted(' '.join(rest[:n]))} is not {self.what}{hint}"
        there = self._there(scope)
        return f"{quoted(typed)} is not {self.what}" + (f"; there is {listed(there)}" if there else "")

    def _there(self, scope: Scope) -> list[str]:
        """What people call those that are meant rather, or all where none are."""
        values = [*self.rather(scope)] or [value for _, value in self.named(scope)]
        return list(dict.fromkeys(self.called(scope, value) for value in values))


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

    def meaning(self, scope: Scope) -> Meaning:
        item = self.item.meaning(scope)
        return Meaning(f"{item.what}; several with commas between", item.typical)


class Chosen:
    """One of a few words, each with what it means; the first of a value is how it is written."""

    def __init__(self, what: str, **meanings: Any) -> None:
        self.what, self.meanings = what, {word.replace("_", "-"): value for word, value in meanings.items()}

    def read(self, attempt: Attempt, at: int) -> Found:
        if attempt.word(at) in self.meanings:
            yield self.meanings[attempt.word(at)], at + 1
            return
        typed, words = attempt.typed(at), list(self.meanings)
        hint = near(typed, words)
        attempt.miss(
            at, f"{quoted(typed)} is not {self.what}{hint}" if hint else f"{self.what} is {' or '.join(words)}"
        )

    def meaning(self, scope: Scope) -> Meaning:
        return Meaning(" or ".join(self.meanings), next(iter(self.meanings)))

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

    def meaning(self, scope: Scope) -> Meaning:
        item = self.item.meaning(scope)
        return Meaning(f"{item.what}, or none", item.typical)


class Text:
    """A word as the command has it, in quotes where it is more than one."""

    def __init__(
        self, what: str, values: Callable[[Scope], Iterable[object]] = lambda scope: (), typical: str = "text"
    ) -> None:
        """`values` are what it may be now, so that it may be typed in capitals or not."""
        self.what, self.values, self.typical = what, values, typical

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

    def meaning(self, scope: Scope) -> Meaning:
        there = [one for one in self.values(scope) if isinstance(one, str)]
        told = f": {listed(there)}" if there else f", such as {self.typical}"
        return Meaning(f"{self.what}{told}", there[0] if there else self.typical)


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

    def meaning(self, scope: Scope) -> Meaning:
        return Meaning("JSON", "{}")


class Rest:
    """All that is left of the line, as it was typed."""

    def __init__(self, what: str, typical: str) -> None:
        self.what, self.typical = what, typical

    def read(self, attempt: Attempt, at: int) -> Found:
        if at >= len(attempt.tokens):
            attempt.miss(at, f"{self.what} is missing")
        else:
            yield attempt.line[attempt.tokens[at].start :], len(attempt.tokens)

    def write(self, scope: Scope, value: Any) -> str:
        return str(value)

    def meaning(self, scope: Scope) -> Meaning:
        return Meaning(self.what, self.typical)


def _is_same(typed: tuple[tuple[str, ...], ...], words: tuple[str, ...]) -> bool:
    return sum(typed, ()) == words


def _is_beginning(typed: tuple[tuple[str, ...], ...], words: tuple[str, ...]) -> bool:
    """Whether words are typed as their beginnings, those that hang together as short as one likes behind the first."""
    left = iter(words)
    parts = ((part, SHORTEST if n == 0 else 1) for together in typed for n, part in enumerate(together))
    return all(any(_begins(part, one, shortest) for one in left) for part, shortest in parts)


def _begins(typed: str, word: str, shortest: int) -> bool:
    return typed == word or (len(typed) >= shortest and not typed.isdecimal() and word.startswith(typed))


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
