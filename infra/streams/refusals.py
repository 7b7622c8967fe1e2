"""Commands that were turned down. They never happened, so they stand beside the table, not in its stream."""

from typing import Any

import msgspec
from eventsourcing.persistence import DatabaseError

from infra.streams.connection import Connections
from infra.streams.errors import StoreErrors
from infra.streams.keys import PartitionKeys

KEPT = 1_000
"""Refusals kept for each table by default; the oldest go first."""


class LoggedRefusal(msgspec.Struct, frozen=True):
    """`id` names the refusal at its table, in the order of time."""

    id: str
    payload: bytes


class RefusalLog:
    """One capped stream a table."""

    def __init__(self, connections: Connections, keys: PartitionKeys, kept: int = KEPT) -> None:
        self._client: Any = connections.writer
        self._keys = keys
        self._kept = kept

    def add(self, table_id: str, payload: bytes) -> str:
        """Logs a refusal and returns its id."""
        with StoreErrors(f"log a refusal at table {table_id}"):
            entry_id: bytes = self._client.execute_command(
                "XADD", self._keys.refusals(table_id), "MAXLEN", self._kept, "*", "r", payload
            )
        return entry_id.decode()

    def read(self, table_id: str, limit: int = KEPT) -> list[LoggedRefusal]:
        """The last `limit` refusals at a table, oldest first; `DatabaseError` for an unreadable one."""
        with StoreErrors(f"read the refusals at table {table_id}"):
            reply = self._client.execute_command("XREVRANGE", self._keys.refusals(table_id), "+", "-", "COUNT", limit)
        return [_refusal(table_id, entry_id, fields) for entry_id, fields in reversed(reply)]


def _refusal(table_id: str, entry_id: bytes, fields: Any) -> LoggedRefusal:
    # A node that a cluster client met later still has the client's own reply callbacks.
    flat = [part for pair in fields.items() for part in pair] if isinstance(fields, dict) else fields
    if len(flat) != 2 or flat[0] != b"r":
        raise DatabaseError(f"Refusal {entry_id.decode()} at table {table_id} is not readable.")
    return LoggedRefusal(entry_id.decode(), flat[1])
