"""People's texts, sealed: kept beside a table's stream, by the hash that the log holds of them."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import msgspec
from eventsourcing.persistence import DatabaseError
from msgspec import Meta

from domain.table.messages import Name
from infra.streams.connection import Connections
from infra.streams.errors import StoreErrors
from infra.streams.keys import PartitionKeys
from infra.streams.rows import read_hashes

NONCE_SIZE, TAG_SIZE = 12, 16


class DamagedTextError(DatabaseError):
    """What is stored under a hash is no sealed text."""


class SealedText(msgspec.Struct, frozen=True, array_like=True):
    """A text that only the key of `person` opens."""

    person: Name
    nonce: Annotated[bytes, Meta(min_length=NONCE_SIZE, max_length=NONCE_SIZE)]
    ciphertext: Annotated[bytes, Meta(min_length=TAG_SIZE)]


class Texts:
    """The sealed texts of a partition's tables: one hash a table."""

    def __init__(self, connections: Connections, keys: PartitionKeys) -> None:
        self._connections = connections
        self._client: Any = connections.writer
        self._keys = keys

    def put(self, table_id: str, text_hash: str, sealed: SealedText) -> bool:
        """Keeps a text unless there is one under that hash: the first one stays. Returns whether it is the first."""
        with StoreErrors(f"keep a text of table {table_id}"):
            return bool(self._client.hsetnx(self._keys.texts(table_id), text_hash, msgspec.msgpack.encode(sealed)))

    def replace(self, table_id: str, text_hash: str, sealed: SealedText) -> None:
        """Keeps a text in place of one that cannot be opened any more."""
        with StoreErrors(f"keep a text of table {table_id}"):
            self._client.hset(self._keys.texts(table_id), text_hash, msgspec.msgpack.encode(sealed))

    def remove(self, table_id: str, text_hash: str) -> None:
        """Throws a text away, if it is there."""
        with StoreErrors(f"throw away a text of table {table_id}"):
            self._client.hdel(self._keys.texts(table_id), text_hash)

    def get(self, table_id: str, text_hash: str) -> SealedText | None:
        """The text under a hash, None where there is none; `DamagedTextError` for what is no sealed text."""
        with StoreErrors(f"read a text of table {table_id}"):
            stored = self._client.hget(self._keys.texts(table_id), text_hash)
        if stored is None:
            return None
        sealed = read_sealed(stored)
        if sealed is None:
            raise DamagedTextError(f"Text {text_hash} of table {table_id} is not readable.")
        return sealed

    def read_all(self, table_id: str) -> dict[str, SealedText | None]:
        """All texts of a table by their hashes, in the hashes' order; None for what is no sealed text."""
        return next(self._read([table_id], f"texts of table {table_id}"))

    def read_tables(self, table_ids: Sequence[str]) -> Iterator[tuple[str, dict[str, SealedText | None]]]:
        """The same for each of many tables, many a round trip."""
        yield from zip(table_ids, self._read(table_ids, "texts of tables"), strict=True)

    def _read(self, table_ids: Sequence[str], what: str) -> Iterator[dict[str, SealedText | None]]:
        keys = [self._keys.texts(table_id) for table_id in table_ids]
        for stored in read_hashes(self._connections, keys, what):
            yield {text_hash: read_sealed(value) for text_hash, value in sorted(stored.items())}


def read_sealed(stored: bytes) -> SealedText | None:
    """The sealed text that these bytes are; None where they are none."""
    try:
        return msgspec.msgpack.decode(stored, type=SealedText)
    except msgspec.DecodeError:
        return None
