"""Records as bytes and back: msgpack arrays, decoded by game, so that a missing rulebook spoils only its own tables.

The topic of a record is `<game>:<tag>`. Stored bytes never change; what they are read as may: new fields come at the end
with defaults, and a tag that is no longer written has an upcaster.
"""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from eventsourcing.persistence import DatabaseError

from domain.table.messages import Command, Event
from domain.table.permissions import TABLE_COMMANDS, TABLE_EVENTS
from domain.table.records import Record
from domain.table.rulebook import Rulebook
from infra.nearness import nearest

LONGEST_TOLD = 60


class _Named(msgspec.Struct):
    command: str


class UnreadableRecordError(DatabaseError):
    """Stored bytes that are no record of their game: corrupt, or written by a rulebook that this one does not know."""


class Codec:
    """Reads and writes the records and commands of one game."""

    def __init__(self, rulebook: Rulebook) -> None:
        """`ValueError` where two of the game's events share a tag, or two of its commands a name."""
        self.rulebook = rulebook
        self._upcasters = dict(rulebook.upcasters)
        events = (*TABLE_EVENTS, *rulebook.events, *self._upcasters)
        commands = (*TABLE_COMMANDS, *rulebook.commands)
        self._topics = {event: f"{rulebook.game}:{_tag(event)}" for event in events}
        self._tags = {topic: event for event, topic in self._topics.items()}
        if len(self._tags) != len(events) or len({command.__name__ for command in commands}) != len(commands):
            raise ValueError(f"two events, or two commands, of {rulebook.game} share a tag")
        self._names = sorted(command.__name__ for command in commands)
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(Record[_one_of(events)]).decode  # type: ignore[misc]
        self._decode_command = msgspec.msgpack.Decoder(_one_of(commands)).decode
        self._read_command = msgspec.json.Decoder(_one_of(commands)).decode

    def encode(self, record: Record[Any]) -> tuple[str, bytes]:
        """The record's topic and stored bytes."""
        return self._topics[type(record.event)], self._encode(record)

    def decode(self, table_id: str, version: int, topic: str, stored: bytes) -> Record[Any]:
        """The record; `UnreadableRecordError` says which one cannot be read and why."""
        try:
            record: Record[Any] = self._decode(stored)
        except (msgspec.MsgspecError, RecursionError) as error:
            reason = f"'{topic}' is not a kind of record that this rulebook knows" if topic not in self._tags else error
            raise UnreadableRecordError(f"Record {version} of table {table_id} cannot be read: {reason}.") from error
        if self._topics[type(record.event)] != topic:
            raise UnreadableRecordError(
                f"Record {version} of table {table_id} is filed as '{topic}' and is a '{self._topics[type(record.event)]}'."
            )
        if self._upcasters and (upcast := self._upcasters.get(type(record.event))):
            return msgspec.structs.replace(record, event=upcast(record.event))
        return record

    def command(self, stored: msgspec.Raw | bytes) -> Command:
        """A command from its stored bytes; msgspec's `DecodeError` where they are none of this game."""
        try:
            command: Command = self._decode_command(stored)
        except RecursionError as error:
            raise msgspec.DecodeError("The command is nested too deeply") from error
        return command

    def read_command(self, text: bytes | str) -> Command:
        """A command from JSON; msgspec's `DecodeError` says where it is wrong, or which command may have been meant."""
        try:
            command: Command = self._read_command(text)
        except msgspec.ValidationError as error:
            raise msgspec.ValidationError(self._meant(text) or str(error)) from error
        except (RecursionError, UnicodeEncodeError) as error:
            raise msgspec.DecodeError(f"This is no command: {error}") from error
        return command

    def _meant(self, text: bytes | str) -> str | None:
        """What may have been meant by the name of a command that there is not; None where it is not the name that is wrong."""
        try:
            name = msgspec.json.decode(text, type=_Named).command
        except (msgspec.MsgspecError, RecursionError, UnicodeError):  # what is behind the wrong thing is not read yet
            return None
        if name in self._names:
            return None
        near = nearest(name, self._names)
        return f"there is no '{name[:LONGEST_TOLD]}'" + (f" (did you mean {near[0]}?)" if near else "")


def stored_bytes(topic: str, state: bytes) -> bytes:
    """What a record's leaf covers: its topic and its state."""
    return topic.encode() + b"\0" + state


def game_of(topic: str) -> str:
    """The game that a topic names."""
    return topic.partition(":")[0]


def _tag(event: type[Event]) -> str:
    tag = event.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def _one_of(types: Sequence[type]) -> Any:
    return reduce(or_, types)
