"""How a table settles disputes as people type it: `pauses,vote,sealed,quorum=3,hours=48,silence=agrees`.

What is read is written the same way.
"""

from typing import Any

import msgspec

from domain.table.disputes.messages import ArrangeDisputes
from domain.table.reading import told
from infra.spelling import SpellingError

NONE = "none"
_ALONE: dict[str, tuple[str, object]] = {
    "pauses": ("pauses", True),
    "sealed": ("sealed", True),
    "vote": ("judge", "vote"),
    "arbiter": ("judge", "arbiter"),
}
_VALUED = ("quorum", "hours", "silence")
_WORDS = "pauses, vote, arbiter, sealed, quorum=N, hours=N, silence=agrees and silence=declines"
_LONGEST_NUMBER = 6


def read_disputes(text: str) -> ArrangeDisputes:
    """What is arranged, from words by commas; `none` leaves everything as it is without. `SpellingError` says what is wrong."""
    if text.strip().lower() == NONE:
        return ArrangeDisputes()
    fields: dict[str, Any] = {}
    for word in text.split(","):
        name, value = _field(word.strip().lower())
        if name in fields:
            raise SpellingError(f"'{_shown(text)}' says twice what is to be for {name}.")
        fields[name] = value
    try:
        return msgspec.convert({"command": ArrangeDisputes.__name__, **fields}, ArrangeDisputes)
    except msgspec.ValidationError as error:
        where, why = told(error)
        raise SpellingError(f"{where} cannot be {_shown(str(fields.get(where)))}: {why}.") from error


def write_disputes(arranged: ArrangeDisputes) -> str:
    """The spelling of an arrangement: what differs from its defaults, in one order."""
    nothing = ArrangeDisputes()
    words = [
        "pauses" if arranged.pauses else "",
        "vote" if arranged.judge == "vote" else "",
        "sealed" if arranged.sealed else "",
        *(f"{name}={getattr(arranged, name)}" for name in _VALUED if getattr(arranged, name) != getattr(nothing, name)),
    ]
    return ",".join(word for word in words if word) or NONE


def _field(word: str) -> tuple[str, object]:
    if word in _ALONE:
        return _ALONE[word]
    name, equals, value = word.partition("=")
    if not equals or name not in _VALUED:
        raise SpellingError(f"'{_shown(word)}' says nothing about disputes; there is {_WORDS}.")
    if name == "silence":
        return name, value
    if not (value.isascii() and value.isdigit() and len(value) <= _LONGEST_NUMBER):
        raise SpellingError(f"{name} is a whole number, not '{_shown(value)}'.")
    return name, int(value)


def _shown(text: str) -> str:
    """What somebody typed, as an error repeats it."""
    return "".join(char if char.isprintable() else " " for char in text[:80])
