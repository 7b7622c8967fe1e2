"""The chat of a table: one capped stream of who wrote when, and beside it a hash of the sealed texts, so that a text can go
and its place stays."""

from collections.abc import Iterable
from typing import Any

import msgspec
from eventsourcing.persistence import DatabaseError

from infra.streams.connection import Connections
from infra.streams.errors import StoreErrors
from infra.streams.keys import PartitionKeys
from infra.streams.scripts import script
from infra.streams.texts import SealedText, read_sealed

KEPT = 2_000
"""Messages kept for each table by default; the oldest go first."""


class StoredMessage(msgspec.Struct, frozen=True):
    """`id` names the message at its table, in the order of time. `sealed` is None where there is no text any more."""

    id: str
    at: int
    person: str
    sealed: SealedText | None


class ChatLog:
    """The chats of a partition's tables."""

    def __init__(self, connections: Connections, keys: PartitionKeys, kept: int = KEPT) -> None:
        self._client: Any = connections.writer
        self._keys = keys
        self._kept = kept
        self._script = script(connections.writer, "chat")

    def add(self, table_id: str, at: int, sealed: SealedText) -> str:
        """Adds a message and returns its id."""
        keys = [self._keys.chat(table_id), self._keys.chat_texts(table_id)]
        with StoreErrors(f"add to the chat of table {table_id}"):
            message_id: Any = self._script(keys, [self._kept, at, sealed.person, msgspec.msgpack.encode(sealed)])
        return str(message_id.decode())

    def read(self, table_id: str, after: str | None, limit: int) -> list[StoredMessage]:
        """At most `limit` messages, oldest first: the first behind the id `after`, or the last of all."""
        key = self._keys.chat(table_id)
        with StoreErrors(f"read the chat of table {table_id}"):
            if after is None:
                reply = self._client.execute_command("XREVRANGE", key, "+", "-", "COUNT", limit)[::-1]
            else:
                reply = self._client.execute_command("XRANGE", key, f"({after}", "+", "COUNT", limit)
        return self._with_texts(table_id, reply)

    def read_all(self, table_id: str) -> list[StoredMessage]:
        """All messages that are kept, oldest first."""
        return self.read(table_id, None, self._kept)

    def drop_texts(self, table_id: str, ids: Iterable[str]) -> None:
        """Throws texts away; that somebody wrote, and when, stays."""
        if names := list(ids):
            with StoreErrors(f"throw away messages of table {table_id}"):
                self._client.hdel(self._keys.chat_texts(table_id), *names)

    def _with_texts(self, table_id: str, reply: Any) -> list[StoredMessage]:
        if not reply:
            return []
        with StoreErrors(f"read the chat of table {table_id}"):
            texts = self._client.hmget(self._keys.chat_texts(table_id), [entry_id for entry_id, _ in reply])
        return [
            _message(table_id, entry_id, fields, text) for (entry_id, fields), text in zip(reply, texts, strict=True)
        ]


def _message(table_id: str, entry_id: bytes, fields: Any, text: bytes | None) -> StoredMessage:
    # A node that a cluster client met later still has the client's own reply callbacks.
    flat = [part for pair in fields.items() for part in pair] if isinstance(fields, dict) else fields
    if len(flat) != 4 or (flat[0], flat[2]) != (b"a", b"p") or not flat[1].isdigit():
        raise DatabaseError(f"Message {entry_id.decode()} at table {table_id} is not readable.")
    sealed = None if text is None else read_sealed(text)
    return StoredMessage(entry_id.decode(), int(flat[1]), flat[3].decode("utf-8", "replace"), sealed)
