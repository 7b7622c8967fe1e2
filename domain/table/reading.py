"""Reading JSON that people wrote: what is wrong with it in plain words, at its place, and names that stand twice."""

import json
import re
from collections.abc import Iterable
from typing import Any

_WHERE = re.compile(r" - at (?:`key` in )?`([^`]*)`$")
_KINDS = {
    "int": "a whole number", "float": "a number", "str": "a text", "bool": "true or false", "array": "a list", "null": "null",
    "object": "an object in braces",
}  # fmt: skip
_KEY_AGAIN = "the name {} stands twice in one object"
_TOLD = (
    (re.compile(r"Object missing required field `(.*)`"), r"the field \1 is missing"),
    (re.compile(r"Object contains unknown field `(.*)`"), r"there is no field \1"),
    (re.compile(r"Expected `(?:int|float)` (>=|<=|>|<) (\S+)"), r"the number must be \1 \2"),
    (re.compile(r"Expected `array` of length (\d+)(?:, got (\d+))?"), r"the list must have \1 entries"),
    (re.compile(r"Expected `array` of at least length (\d+), got \d+"), r"the list must have at least \1 entries"),
    (re.compile(r"Expected `str` matching regex .*", re.DOTALL), "the text has not the form that it must have"),
    (re.compile(r"Expected `str`"), "there must be a text"),
    (re.compile(r"Invalid (?:enum )?value (.*)", re.DOTALL), r"\1 is not possible here"),
    (re.compile(r"Input data was truncated"), "it is empty, or its end is missing"),
)  # fmt: skip
_COMPARED = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
_LENGTHS = {
    "array": "the list must have {} entries",
    "object": "the object must have {} fields",
    "str": "the text must have {} characters",
}


def told(error: Exception) -> tuple[str, str]:
    """Where in the data what is wrong, from what msgspec says of it: a path such as `islands[0].polygon`, or nothing."""
    if isinstance(error, UnicodeError):
        return "", "it is no text in UTF-8"
    if isinstance(error, RecursionError):
        return "", "it is nested too deeply"
    text = str(error)
    where = _WHERE.search(text)
    return shortened(where[1] if where else ""), _plain(_WHERE.sub("", text))


def why_unreadable(error: Exception) -> str:
    """What is wrong, with its place before it where it has one: `cards: the number must be at least 4`."""
    where, what = told(error)
    return f"{where}: {what}" if where else what


def shortened(path: str) -> str:
    """A path without the sign for the whole."""
    return path.removeprefix("$").removeprefix(".").replace("[...]", "")


def _plain(text: str) -> str:
    length = re.fullmatch(r"Expected `(array|str|object)` of length (>=|<=) (\d+)(?:, got \d+)?", text)
    if length:
        return _singular(_LENGTHS[length[1]].format(f"{_COMPARED[length[2]]} {length[3]}"))
    for pattern, sentence in _TOLD:
        found = pattern.fullmatch(text)
        if found:
            return _singular(re.sub(r"(>=|<=|>|<) ", lambda sign: f"{_COMPARED[sign[1]]} ", found.expand(sentence)))
    kinds = re.fullmatch(r"Expected `([^`]*)`, got `([^`]*)`", text)
    if kinds:
        came = "one with a point" if kinds[2] == "float" else _kinds(kinds[2])
        return f"there must be {_kinds(kinds[1])}, not {came}"
    return text.removeprefix("JSON is malformed: ")


def _singular(sentence: str) -> str:
    return re.sub(
        r"\b1 (entr|field|character)(?:ies|s)$", lambda found: f"1 {found[1].replace('entr', 'entry')}", sentence
    )


def _kinds(names: str) -> str:
    return " or ".join(_KINDS.get(name, name) for name in names.split(" | "))


def named_twice(data: bytes | str) -> str:
    """What is wrong where an object in JSON text has a name twice; nothing where none has."""
    try:
        json.loads(data, object_pairs_hook=_once)
    except _TwiceError as twice:
        return _KEY_AGAIN.format(twice)
    except (ValueError, RecursionError):
        return ""
    return ""


class _TwiceError(Exception):
    """A name that stands twice."""


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    for name, value in pairs:
        if name in seen:
            raise _TwiceError(name)
        seen[name] = value
    return seen
