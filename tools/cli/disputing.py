"""How a table settles disputes, as it is typed when it is opened; and what to do where a contest pauses it."""

from typing import Any

import msgspec

from domain.table.disputes.messages import ArrangeDisputes
from domain.table.phrases import joined
from domain.table.reading import told
from domain.table.table import Table
from tools.cli.common import CommandError, printable

_ALONE: dict[str, tuple[str, object]] = {
    "pauses": ("pauses", True),
    "sealed": ("sealed", True),
    "vote": ("judge", "vote"),
    "arbiter": ("judge", "arbiter"),
}
_VALUED = ("quorum", "hours", "silence")
_WORDS = "pauses, vote, arbiter, sealed, quorum=N, hours=N, silence=agrees and silence=declines"
LONGEST_NUMBER = 6


def disputes_typed(text: str) -> ArrangeDisputes:
    """What is arranged, from words by commas such as pauses,vote,hours=48; `CommandError` where one is none."""
    fields: dict[str, Any] = {}
    for word in text.split(","):
        name, value = _field(word.strip())
        if name in fields:
            raise CommandError(f"'{printable(text)}' says twice what is to be for {name}.")
        fields[name] = value
    try:
        return msgspec.convert({"command": ArrangeDisputes.__name__, **fields}, ArrangeDisputes)
    except msgspec.ValidationError as error:
        where, why = told(error)
        raise CommandError(f"{where} cannot be {fields.get(where)}: {why}.") from error


def paused_line(table: Table) -> str:
    """Why nobody can play at a table that is paused, and how it goes on."""
    waiting = [str(contest.number) for contest in table.disputes.open()]
    if not table.disputes.paused or not waiting:
        return "It is paused; host or arbiter let it go on."
    what = "contest" if len(waiting) == 1 else "contests"
    return f"It is paused until {what} {joined(waiting)} is settled or ruled on: souls disputes {table.id}"


def _field(word: str) -> tuple[str, object]:
    if word in _ALONE:
        return _ALONE[word]
    name, equals, value = word.partition("=")
    if not equals or name not in _VALUED:
        raise CommandError(f"'{printable(word)}' says nothing about disputes; there is {_WORDS}.")
    if name == "silence":
        return name, value
    if not (value.isascii() and value.isdigit() and len(value) <= LONGEST_NUMBER):
        raise CommandError(f"{name} is a whole number, not '{printable(value)}'.")
    return name, int(value)
