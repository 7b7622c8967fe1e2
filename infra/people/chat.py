"""What people say at a table beside the game: its chat, for its members; and notes, each for its writer alone.

Every text is sealed under its writer's key and bound to its table, its writer and, in the chat, its time: at another place it
does not open. The nonce makes equal texts unlike. Texts are those of T-60.
"""

import re
from collections.abc import Iterator

import msgspec

from domain.table.writings import as_text
from infra.clock import Clock, now
from infra.key_seal import KeySeal, Missing
from infra.keyring import Keyring
from infra.ledger import Ledger
from infra.people.beside import BesideTables
from infra.streams import ChatLog, PartitionKeys, Rows, StoredMessage, read_sealed

READ_AT_ONCE = 200

_ID = re.compile(r"[0-9]{1,20}-[0-9]{1,20}")


class ChatError(Exception):
    """What the chat cannot be asked; the message is one sentence."""


class Message(msgspec.Struct, frozen=True):
    """One message: its id at the table, in the order of time; when (microseconds); who; and what, or why that is `missing`."""

    id: str
    at: int
    person: str
    text: str | None
    missing: str | None = None

    def __repr__(self) -> str:
        return f"Message({self.id}, {self.person})"  # so that no log line or traceback tells it


class Chat:
    """The chats of all tables. Usable from many threads and processes. Whether there is such a table is not asked."""

    def __init__(self, ledger: Ledger, keyring: Keyring, clock: Clock = now) -> None:
        self._tables = BesideTables(ledger)
        self._seal = KeySeal(keyring)
        self._clock = clock

    def say(self, table_id: str, person: str, text: str) -> Message:
        """Say something. `Refusal` for what is no text (T-60), `ForgottenError` for who was forgotten."""
        text = as_text(text)
        at = self._clock()
        sealed = self._seal.seal(person, _place(table_id, person, at), text.encode())
        return Message(self._log(table_id).add(table_id, at, sealed), at, person, text)

    def read(self, table_id: str, after: str | None = None, limit: int = READ_AT_ONCE) -> list[Message]:
        """At most `limit` messages, oldest first: the first behind the id `after`, or the last of all.

        `ChatError` for what is no id, and for a limit below 1.
        """
        if after is not None and not _ID.fullmatch(after):
            raise ChatError("A message's id is two numbers with a dash between them.")
        if limit < 1:
            raise ChatError("A limit is 1 or more.")
        return [self._message(table_id, one) for one in self._log(table_id).read(table_id, after, limit)]

    def said_by(self, person: str) -> Iterator[tuple[str, Message]]:
        """All that a person has said, with the tables."""
        for table_id in self._tables.having(PartitionKeys.chat):
            for stored in self._log(table_id).read_all(table_id):
                if stored.person == person:
                    yield table_id, self._message(table_id, stored)

    def forget(self, person: str) -> None:
        """Throw away all that a person has said; that they said something stays, with the time."""
        for table_id in self._tables.having(PartitionKeys.chat):
            log = self._log(table_id)
            log.drop_texts(table_id, [one.id for one in log.read_all(table_id) if one.person == person])

    def _log(self, table_id: str) -> ChatLog:
        return ChatLog(*self._tables.of(table_id))

    def _message(self, table_id: str, stored: StoredMessage) -> Message:
        found = self._opened(table_id, stored)
        if isinstance(found, Missing):
            return Message(stored.id, stored.at, stored.person, None, found.reason)
        return Message(stored.id, stored.at, stored.person, found.decode("utf-8", "replace"))

    def _opened(self, table_id: str, stored: StoredMessage) -> bytes | Missing:
        if stored.sealed is not None and stored.sealed.person == stored.person:
            return self._seal.open(stored.sealed, _place(table_id, stored.person, stored.at))
        if stored.sealed is None and self._seal.has_forgotten(stored.person):
            return Missing("forgotten")
        return Missing("unreadable")


class Notes:
    """Each person's own note about each table. Usable from many threads and processes; the last that is written counts."""

    def __init__(self, ledger: Ledger, keyring: Keyring) -> None:
        self._tables = BesideTables(ledger)
        self._seal = KeySeal(keyring)

    def write(self, table_id: str, person: str, text: str) -> str:
        """Keep a note in place of the one before, and return it as it is kept; an empty text removes it. `Refusal` for what is
        no text (T-60)."""
        if not text:
            self._rows(table_id).drop([person])
            return text
        text = as_text(text)
        sealed = self._seal.seal(person, _note_place(table_id, person), text.encode())
        self._rows(table_id).set(person, msgspec.msgpack.encode(sealed))
        return text

    def read(self, table_id: str, person: str) -> str | None:
        """A person's note about a table; None where there is none that can be read."""
        stored = self._rows(table_id).get(person)
        return None if stored is None else self._text(table_id, person, stored)

    def of_person(self, person: str) -> Iterator[tuple[str, str | None]]:
        """All notes of a person, with the tables; None for one that cannot be read."""
        for table_id, rows in self._tables.hashes(PartitionKeys.notes, "notes"):
            if person in rows:
                yield table_id, self._text(table_id, person, rows[person])

    def forget(self, person: str) -> None:
        """Throw away all notes of a person."""
        for table_id, _ in self.of_person(person):
            self._rows(table_id).drop([person])

    def _text(self, table_id: str, person: str, stored: bytes) -> str | None:
        plain = self._seal.open(read_sealed(stored), _note_place(table_id, person))
        return None if isinstance(plain, Missing) else plain.decode("utf-8", "replace")

    def _rows(self, table_id: str) -> Rows:
        return self._tables.rows(table_id, lambda keys: keys.notes(table_id), "notes")


def _place(table_id: str, person: str, at: int) -> tuple[object, ...]:
    return ("souls chat", table_id, person, at)


def _note_place(table_id: str, person: str) -> tuple[object, ...]:
    return ("souls note", table_id, person)
