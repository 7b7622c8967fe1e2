"""A game's commands and events as JSON texts, where a command speaks of another one, or of what is to happen.

The kernel's own are among them; stored records are read by the codec of `infra`.
"""

from collections.abc import Sequence
from functools import cache, reduce
from operator import or_
from typing import Any

import msgspec

from domain.table.messages import Command, GameEvent
from domain.table.permissions import TABLE_COMMANDS
from domain.table.reading import why_unreadable
from domain.table.refusals import Refusal
from domain.table.rulebook import Rulebook

MOST_EVENTS = 200

# What reading a text as JSON may end in.
UNREADABLE = (msgspec.MsgspecError, UnicodeEncodeError, RecursionError)


def read_command(rulebook: Rulebook, text: str) -> Command:
    """A command of the game or of the table; BAD_COMMAND (T-52) where the text is none."""
    try:
        command: Command = _command_reader(rulebook).decode(text)
    except UNREADABLE as error:
        raise Refusal("BAD_COMMAND", "T-52", reason=why_unreadable(error)) from None
    return command


def stored_command(rulebook: Rulebook, stored: msgspec.Raw) -> Command:
    """The command that a record holds; msgspec's `DecodeError` where it is none of this game."""
    command: Command = _stored_reader(rulebook).decode(stored)
    return command


def fields_by_name(struct: msgspec.Struct) -> dict[str, Any]:
    """A struct's fields, in their order, by the names that they have in JSON."""
    return dict(zip(struct.__struct_encode_fields__, msgspec.structs.astuple(struct), strict=True))


def command_text(command: Command) -> str:
    """The one JSON text that equal commands have."""
    return msgspec.json.encode(command, order="deterministic").decode()


def read_events(rulebook: Rulebook, text: str) -> tuple[GameEvent, ...]:
    """The events of a correction; BAD_CORRECTION (T-56) where the text is no list of events that may be given."""
    try:
        events: tuple[GameEvent, ...] = _events_reader(rulebook).decode(text or "[]")
    except UNREADABLE as error:
        raise Refusal("BAD_CORRECTION", "T-56", reason=why_unreadable(error)) from None
    if len(events) > MOST_EVENTS:
        raise Refusal("BAD_CORRECTION", "T-56", reason=f"{len(events)} events are more than {MOST_EVENTS}")
    return events


def events_text(events: Sequence[GameEvent]) -> str:
    """The one JSON text that equal events have; no text for none."""
    return msgspec.json.encode(events, order="deterministic").decode() if events else ""


@cache
def _command_reader(rulebook: Rulebook) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(_one_of((*TABLE_COMMANDS, *rulebook.commands)))


@cache
def _stored_reader(rulebook: Rulebook) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(_one_of((*TABLE_COMMANDS, *rulebook.commands)))


@cache
def _events_reader(rulebook: Rulebook) -> msgspec.json.Decoder[Any]:
    kinds = rulebook.events if rulebook.corrections is None else rulebook.corrections
    return msgspec.json.Decoder(tuple[_one_of(kinds), ...])  # type: ignore[misc]


def _one_of(types: Sequence[type]) -> Any:
    return reduce(or_, types)
