"""The library's recorder of snapshots. They come in any order of versions, so a stream can't hold them."""

from collections.abc import Sequence
from struct import Struct, error
from typing import Any
from uuid import UUID

from eventsourcing.persistence import AggregateRecorder, DatabaseError, StoredEvent

from infra.streams.connection import Connections
from infra.streams.errors import StoreErrors
from infra.streams.keys import PartitionKeys
from infra.streams.scripts import script

# Version and length of the topic; then topic and state. The version makes each member of the set its own.
_HEAD = Struct(">QH")


class RedisSnapshotRecorder(AggregateRecorder):
    """Snapshots as members of one sorted set a table, scored by version. Never needed for correctness."""

    def __init__(self, connections: Connections, keys: PartitionKeys) -> None:
        self.connections = connections
        self.keys = keys
        self._client: Any = connections.writer
        self._script = script(connections.writer, "snapshots")

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> None:
        """Adds snapshots as one step; `IntegrityError` where a table has one at that version."""
        if not stored_events:
            return
        tables: dict[str, int] = {}
        body: list[str | bytes | int] = []
        for event in stored_events:
            number = tables.setdefault(str(event.originator_id), len(tables) + 1)
            body += (number, event.originator_version, _packed(event))
        with StoreErrors(f"add snapshots to {self.keys.tag}"):
            self._script([self.keys.snapshots(table_id) for table_id in tables], [*tables, *body])

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Snapshots of versions above `gt` up to `lte`; `DatabaseError` for one that is not readable."""
        low, high = ("-inf" if gt is None else f"({gt}"), ("+inf" if lte is None else lte)
        key = self.keys.snapshots(str(originator_id))
        command = ("ZREVRANGEBYSCORE", key, high, low) if desc else ("ZRANGEBYSCORE", key, low, high)
        counted = () if limit is None else ("LIMIT", 0, limit)
        with StoreErrors(f"read snapshots of table {originator_id}"):
            members = self._client.execute_command(*command, *counted)
        return [_unpacked(originator_id, member) for member in members]


def _packed(event: StoredEvent) -> bytes:
    topic = event.topic.encode()
    return _HEAD.pack(event.originator_version, len(topic)) + topic + event.state


def _unpacked(originator_id: UUID | str, member: bytes) -> StoredEvent:
    try:
        version, length = _HEAD.unpack_from(member)
        topic = member[_HEAD.size : _HEAD.size + length].decode()
    except (error, UnicodeDecodeError) as unreadable:
        raise DatabaseError(f"A snapshot of table {originator_id} is not readable.") from unreadable
    return StoredEvent(originator_id, version, topic, member[_HEAD.size + length :])
