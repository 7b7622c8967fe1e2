"""The library's recorders of events: one table, one stream, and a log of pointers for the partition."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol
from uuid import UUID

from eventsourcing.persistence import (
    AggregateRecorder,
    ApplicationRecorder,
    Notification,
    ProcessRecorder,
    ProgrammingError,
    StoredEvent,
    Subscription,
    Tracking,
)

from infra.streams.append import append_arguments
from infra.streams.connection import Connections
from infra.streams.entries import IdType, from_the_first, notifications, pointers, stored_events, without_gaps
from infra.streams.errors import StoreErrors, StreamGoneError
from infra.streams.keys import PartitionKeys
from infra.streams.scripts import script
from infra.streams.subscription import StreamSubscription
from infra.streams.tables import read_streams, scan_tables
from infra.streams.tracking import RedisTrackingRecorder

LOOKED_AT = 5_000
"""Most pointers that one call of the reading script looks at: a long log must not hold up the server."""


class Archive(Protocol):
    """Where the events of tables are whose streams have been removed."""

    def events(self, table_id: str) -> Sequence[StoredEvent] | None:
        """All events of the table from its first version on; None where the archive does not have it."""


class Page(NamedTuple):
    """Part of the log: what was found, how far the search went, and whether that was the end."""

    notifications: list[Notification]
    position: int
    ended: bool


class RedisAggregateRecorder(AggregateRecorder):
    """Reads and appends events. What it appends is in the log too; it just doesn't tell the ids."""

    def __init__(
        self,
        connections: Connections,
        keys: PartitionKeys,
        *,
        id_type: IdType = str,
        archive: Archive | None = None,
    ) -> None:
        self.connections = connections
        self.keys = keys
        self.archive = archive
        self._id_type = id_type
        self._client: Any = connections.writer
        self._append_script = script(connections.writer, "append")
        self._unlink_script = script(connections.writer, "unlink")
        self._notifications_script = script(connections.writer, "notifications")

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Appends the events as one step. Versions follow each other without a gap, from 0 or 1.

        `IntegrityError` when another version is next, `StreamGoneError` for an archived or lost stream; then,
        and after every other error but `OutcomeUnknownError`, nothing has been stored.
        """
        _no_tracking(kwargs)
        self._append(stored_events, None)
        return None

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Events with versions above `gt` up to `lte`; from the archive where the table is there.

        `DatabaseError` for an unreadable entry or a missing version, `StreamGoneError` for a lost stream.
        """
        table_id = str(originator_id)
        if lte is not None and lte < 0:
            return []
        # An incomplete id at the end of a range stands for all that begin with it.
        low, high = ("-" if gt is None else max(gt + 1, 0)), ("+" if lte is None else lte)
        ends = ("XREVRANGE", self.keys.stream(table_id), high, low)
        command = ends if desc else ("XRANGE", ends[1], low, high)
        counted = () if limit is None else ("COUNT", limit)
        with StoreErrors(f"read table {table_id}"):
            reply = self._client.execute_command(*command, *counted)
            if not reply and self._is_gone(table_id, gt):
                return self._from_archive(originator_id, gt, lte, desc, limit)
        check = from_the_first if gt is None and not desc else without_gaps
        return check(stored_events(originator_id, reply or ()))

    def head(self, table_id: str) -> int | None:
        """The last version that a table has had, None for a table that never was."""
        with StoreErrors(f"read the head of table {table_id}"):
            head = self._client.hget(self.keys.heads, table_id)
        return None if head is None else int(head)

    def scan_tables(self) -> Iterator[str]:
        """The ids of the partition's tables, each once, in no order, archived ones too."""
        return scan_tables(self._client, self.keys)

    def read_streams(self, table_ids: Iterable[str]) -> Iterator[tuple[str, list[StoredEvent]]]:
        """Every table's events from first to last, many tables a round trip, in the order asked for."""
        return read_streams(self._client, self.keys, table_ids, self._all_from_archive)

    def unlink_stream(self, table_id: str, version: int) -> None:
        """Removes the stream of a table that the archive has up to `version`, its last; the head stays.

        `IntegrityError` where the table has moved on, `StreamGoneError` where its stream is gone already.
        """
        with StoreErrors(f"remove the stream of table {table_id}"):
            self._unlink_script([self.keys.stream(table_id), self.keys.heads], [table_id, version])

    def _append(self, events: Sequence[StoredEvent], tracking: Tracking | None) -> Sequence[int]:
        if not events and not tracking:
            return []
        for event in events:
            if not isinstance(event.originator_id, self._id_type):
                raise ProgrammingError(
                    f"Table ids here are {self._id_type.__name__}, not {type(event.originator_id).__name__}"
                    " (see ORIGINATOR_ID_TYPE)."
                )
        keys, arguments = append_arguments(self.keys, events, tracking)
        with StoreErrors(f"append to {self.keys.tag}"):
            first = self._append_script(keys, arguments)
        assert isinstance(first, int)
        return range(first, first + len(events))

    def _is_gone(self, table_id: str, gt: int | None) -> bool:
        head = self._client.hget(self.keys.heads, table_id)
        if head is None or (gt is not None and gt >= int(head)):
            return False
        return not self._client.exists(self.keys.stream(table_id))

    def _all_from_archive(self, table_id: str) -> list[StoredEvent]:
        events = self.archive.events(table_id) if self.archive else None
        if events is None:
            raise StreamGoneError(f"The stream of table {table_id} is gone, and no archive has it.")
        return list(events)

    def _from_archive(
        self, originator_id: UUID | str, gt: int | None, lte: int | None, desc: bool, limit: int | None
    ) -> list[StoredEvent]:
        above, below = (-1 if gt is None else gt), lte
        events = [
            event
            for event in self._all_from_archive(str(originator_id))
            if event.originator_version > above and (below is None or event.originator_version <= below)
        ]
        return (events[::-1] if desc else events)[:limit]


class RedisApplicationRecorder(RedisAggregateRecorder, ApplicationRecorder):
    """Reads and appends events, and reads the partition's log."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Like the aggregate recorder's, returning the notification ids, which follow each other from 1."""
        _no_tracking(kwargs)
        return list(self._append(stored_events, None))

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """At most `limit` notifications from `start` to `stop` with one of `topics` (none: with any)."""
        position = (start or 0) - (1 if start is not None and inclusive_of_start else 0)
        found: list[Notification] = []
        ended = False
        while not ended and len(found) < limit:
            page = self.read_log(position, limit - len(found), stop=stop, topics=topics)
            found += page.notifications
            position, ended = page.position, page.ended
        return found

    def read_log(self, position: int, limit: int, *, stop: int | None = None, topics: Sequence[str] = ()) -> Page:
        """One round trip's part of the log behind `position`: fewer than `limit` need not be the end."""
        first = max(position, 0) + 1
        if limit < 1 or (stop is not None and stop < first):
            return Page([], position, ended=True)
        last: str | int = "+" if stop is None else stop
        arguments = [self.keys.streams, first, last, min(limit, LOOKED_AT), LOOKED_AT, *topics]
        with StoreErrors(f"read the log of {self.keys.tag}"):
            reply: Any = self._notifications_script([self.keys.log], arguments)
        looked_at, ended, *flat = reply
        found = notifications(flat, self._id_type, self._archived_event)
        return Page(found, int(looked_at) if looked_at else position, ended == b"1")

    def read_pointers(self, position: int, limit: int) -> list[tuple[int, str]]:
        """The ids and tables of at most `limit` notifications behind `position`, without what they point at."""
        with StoreErrors(f"read the log of {self.keys.tag}"):
            reply = self._client.execute_command("XRANGE", self.keys.log, max(position, 0) + 1, "+", "COUNT", limit)
        return pointers(self.keys.log, reply or ())

    def max_notification_id(self) -> int | None:
        """The last notification id, None for an empty log."""
        with StoreErrors(f"read the counter of {self.keys.tag}"):
            counter = self._client.get(self.keys.counter)
        return None if counter is None else int(counter)

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """Notifications behind `gt`, then new ones as they come, until `stop()`; see `StreamSubscription`."""
        return StreamSubscription(self, gt, topics)

    def _archived_event(self, table_id: str, version: int) -> StoredEvent:
        # A page can hold many events of one table; reading the archive for each costs time only.
        events = self._all_from_archive(table_id)
        return events[version - events[0].originator_version]


class RedisProcessRecorder(RedisTrackingRecorder, RedisApplicationRecorder, ProcessRecorder):
    """An application recorder that moves a tracking position in the same step as it appends."""

    def __init__(
        self,
        connections: Connections,
        keys: PartitionKeys,
        *,
        id_type: IdType = str,
        archive: Archive | None = None,
    ) -> None:
        RedisTrackingRecorder.__init__(self, connections, keys)
        RedisApplicationRecorder.__init__(self, connections, keys, id_type=id_type, archive=archive)

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Appends the events, none perhaps, and moves `tracking` (a keyword) forward, both or neither.

        `IntegrityError` also where the tracking position is not ahead of the stored one.
        """
        return list(self._append(stored_events, kwargs.get("tracking")))


def _no_tracking(kwargs: dict[str, Any]) -> None:
    if kwargs.get("tracking") is not None:
        raise ProgrammingError("Only a process recorder stores a tracking position with events.")
