"""Each table's secrets: kept beside its stream, in backups, never in events or exports."""

from typing import Any

import msgspec
from eventsourcing.persistence import DatabaseError, IntegrityError

from infra.streams.connection import Connections
from infra.streams.errors import StoreErrors
from infra.streams.keys import PartitionKeys


class TableSecret(msgspec.Struct, frozen=True, array_like=True):
    """`seed` decides the table's chance; `salt` makes the leaves of its chain impossible to guess."""

    seed: bytes
    salt: bytes

    def __repr__(self) -> str:
        return "TableSecret(…)"  # so that no log line or traceback tells it


class TableSecrets:
    """The secrets of a partition's tables; each is set once and never changed."""

    def __init__(self, connections: Connections, keys: PartitionKeys) -> None:
        self._client: Any = connections.writer
        self._key = keys.secrets

    def put(self, table_id: str, seed: bytes, salt: bytes) -> None:
        """Sets a table's secrets; again the same is no change, `IntegrityError` for others."""
        secret = TableSecret(seed, salt)
        with StoreErrors(f"keep the secrets of table {table_id}"):
            is_new = self._client.hsetnx(self._key, table_id, msgspec.msgpack.encode(secret))
        if not is_new and self.get(table_id) != secret:
            raise IntegrityError(f"Table {table_id} has other secrets, and they never change.")

    def get(self, table_id: str) -> TableSecret | None:
        """A table's secrets, None where it has none; `DatabaseError` where they are not readable."""
        with StoreErrors(f"read the secrets of table {table_id}"):
            stored = self._client.hget(self._key, table_id)
        if stored is None:
            return None
        try:
            return msgspec.msgpack.decode(stored, type=TableSecret)
        except msgspec.DecodeError as error:
            raise DatabaseError(f"The secrets of table {table_id} are not readable.") from error
