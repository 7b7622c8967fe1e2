"""Slots of what people arrange at a table: time, disputes, days away, and remedies."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from domain.table.disputes.messages import NOTHING, Remedy
from infra.clock_spelling import some_days
from infra.notation.scope import Attempt, Scope
from infra.notation.slots import Found, Meaning, Unwritable
from infra.spelling import SpellingError

_COUNT = re.compile(r"[+-]?[0-9]{1,5}")
_DAYS = re.compile(r"[0-9]{1,4}d?")
_AGAIN: tuple[tuple[str, ...], ...] = (("moves", "again"), ("later", "moves", "again"), ("keeping", "later"))
_BACK: tuple[tuple[str, ...], ...] = (("back", "to"), ("rewind", "to"), ("rewind",))


class Spelled:
    """All that is left of the line, in a spelling of its own."""

    def __init__(self, what: str, read: Callable[[str], Any], write: Callable[[Any], str], typical: str) -> None:
        """`read` raises `SpellingError` with the sentence that people read."""
        self.what, self._read, self._write, self.typical = what, read, write, typical

    def read(self, attempt: Attempt, at: int) -> Found:
        if at >= len(attempt.tokens):
            attempt.miss(at, f"{self.what} is missing")
            return
        try:
            yield self._read("".join(attempt.line[attempt.tokens[at].start :].split())), len(attempt.tokens)
        except SpellingError as error:
            attempt.miss(len(attempt.tokens), str(error))

    def write(self, scope: Scope, value: Any) -> str:
        return self._write(value)

    def meaning(self, scope: Scope) -> Meaning:
        return Meaning(f"{self.what}, such as {self.typical}", self.typical)


class Days:
    """Whole days: `2 days`, `1 day`, `2d` or `2`."""

    def read(self, attempt: Attempt, at: int) -> Found:
        if not _DAYS.fullmatch(attempt.word(at)):
            attempt.miss(at, "how long it is, is a number of days")
            return
        try:
            days = some_days(attempt.word(at))
        except SpellingError as error:
            attempt.miss(at + 1, str(error))
            return
        yield days, at + (2 if attempt.word(at + 1) in ("day", "days") else 1)

    def write(self, scope: Scope, value: Any) -> str:
        return f"{value} day{'s' * (value != 1)}"

    def meaning(self, scope: Scope) -> Meaning:
        return Meaning("a number of days", "7 days")


class RemedyWords:
    """What puts something right, but corrections: `back to 57`, `points 2, 0`, `moves again`, or several of these."""

    def read(self, attempt: Attempt, at: int) -> Found:
        fields: dict[str, Any] = {}
        end = at
        while True:
            name, value, after = _part(attempt, end)
            if not name or name in fields:
                break
            fields[name], end = value, after
        if fields:
            yield Remedy(**fields), end
        else:
            attempt.miss(end, "a remedy is typed so: back to VERSION, points NUMBERS, moves again")

    def write(self, scope: Scope, value: Any) -> str:
        if value == NOTHING or value.events:
            raise Unwritable
        return " ".join(_written(value))

    def meaning(self, scope: Scope) -> Meaning:
        return Meaning(
            "back to VERSION, points NUMBERS (one for each seat), moves again, or several of these", "back to 57"
        )


def _part(attempt: Attempt, at: int) -> tuple[str, Any, int]:
    """The field of a remedy that stands at a place, its value, and where it ends; no field where there is none."""
    while attempt.word(at) in ("and", ",", ":"):
        at += 1
    if attempt.word(at) == "points":
        points, after = _points(attempt, at + 1)
        return ("points" if points else ""), points, after
    for words in _AGAIN:
        if _stand(attempt, at, words):
            return "reapply", True, at + len(words)
    for words in _BACK:
        after = at + len(words)
        if _stand(attempt, at, words):
            if attempt.word(after) == "version":
                after += 1
            if attempt.word(after).isdecimal() and len(attempt.word(after)) <= 9:
                return "rewind", int(attempt.word(after)), after + 1
            attempt.miss(after, "a version is a number")
            return "", None, at
    return "", None, at


def _points(attempt: Attempt, at: int) -> tuple[tuple[int, ...], int]:
    found: list[int] = []
    while _COUNT.fullmatch(attempt.word(at)):
        found.append(int(attempt.word(at)))
        at += 1
        if attempt.word(at) in (",", "and") and _COUNT.fullmatch(attempt.word(at + 1)):
            at += 1
    if not found:
        attempt.miss(at, "points are numbers, one for each seat")
    return tuple(found), at


def _stand(attempt: Attempt, at: int, words: tuple[str, ...]) -> bool:
    return all(attempt.word(at + n) == word for n, word in enumerate(words))


def _written(remedy: Remedy) -> Iterator[str]:
    if remedy.rewind is not None:
        yield f"back to {remedy.rewind}"
    if remedy.points:
        yield f"points {', '.join(map(str, remedy.points))}"
    if remedy.reapply:
        yield "moves again"
