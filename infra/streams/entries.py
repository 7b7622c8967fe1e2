"""What streams hold, and the library's records made of it.

The loops here run once an event of every replay; they are written for speed.
"""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from eventsourcing.persistence import DatabaseError, Notification, StoredEvent

IdType = type[str] | type[UUID]

Reply = Sequence[Any]
"""Entries as the server sends them: pairs of an id and a flat list of fields and values."""


class _Topics(dict[bytes, str]):
    """Stored topics as text; there are few, and each is decoded once."""

    def __missing__(self, topic: bytes) -> str:
        text = self[topic] = topic.decode()
        return text


_topics = _Topics()


def stored_events(originator_id: UUID | str, reply: Reply) -> list[StoredEvent]:
    """The events of one table in the order of `reply`.

    `DatabaseError` names the table and the version of an entry that is not readable.
    """
    # A frozen dataclass's own constructor takes as long as everything else here.
    new, topics = object.__new__, _topics
    events: list[StoredEvent] = []
    add = events.append
    try:
        for entry_id, (topic_field, topic, state_field, state) in reply:
            if topic_field != b"t" or state_field != b"s":
                raise _damaged(originator_id, entry_id)
            event = new(StoredEvent)
            fields = event.__dict__
            fields["originator_id"] = originator_id
            fields["originator_version"] = int(entry_id.partition(b"-")[0])
            fields["topic"] = topics[topic]
            fields["state"] = state
            add(event)
    except (ValueError, TypeError) as error:  # ValueError: not four of them; UnicodeDecodeError is one too
        entry_id, fields = reply[len(events)]
        if not isinstance(fields, dict):
            raise _damaged(originator_id, entry_id) from error
        # A node that a cluster client met later still has the client's own reply callbacks.
        return stored_events(originator_id, [(i, [x for pair in f.items() for x in pair]) for i, f in reply])
    return events


def from_the_first(events: list[StoredEvent]) -> list[StoredEvent]:
    """All of a table's `events`; `DatabaseError` where they don't begin at its first version, or leave one out."""
    if events and events[0].originator_version > 1:
        raise DatabaseError(f"Table {events[0].originator_id} begins at version {events[0].originator_version}.")
    return without_gaps(events)


def without_gaps(events: list[StoredEvent]) -> list[StoredEvent]:
    """`events` of one table, up or down; `DatabaseError` where a version between them is missing."""
    if events:
        span = abs(events[-1].originator_version - events[0].originator_version) + 1
        if span != len(events):
            raise DatabaseError(
                f"Table {events[0].originator_id} has {len(events)} of the {span} versions between"
                f" {events[0].originator_version} and {events[-1].originator_version}."
            )
    return events


def pointers(key: str, reply: Reply) -> list[tuple[int, str]]:
    """Notification id and table id of each entry of a log; `DatabaseError` names an entry that is not readable."""
    found = []
    for entry_id, fields in reply:
        # A node that a cluster client met later still has the client's own reply callbacks.
        flat = [part for pair in fields.items() for part in pair] if isinstance(fields, dict) else fields
        if not flat or len(flat) < 2 or flat[0] != b"o":
            raise DatabaseError(f"Entry {entry_id.decode('ascii', 'replace')} of {key} is not readable.")
        found.append((int(entry_id.partition(b"-")[0]), flat[1].decode("utf-8", "replace")))
    return found


def notifications(
    flat: Sequence[Any], id_type: IdType, archived: Callable[[str, int], StoredEvent]
) -> list[Notification]:
    """The notifications in a reply of the script: table id, `<version>-<notification id>`, topic, state.

    A state of None means that the table's stream is gone; `archived(table id, version)` has the event then.
    """
    new, topics = object.__new__, _topics
    found: list[Notification] = []
    add = found.append
    rows = iter(flat)
    for originator, entry_id, topic, state in zip(rows, rows, rows, rows, strict=True):
        version, _, notification_id = entry_id.partition(b"-")
        table_id: str = originator.decode()
        notification = new(Notification)
        fields = notification.__dict__
        fields["originator_id"] = table_id if id_type is str else UUID(table_id)
        fields["originator_version"] = int(version)
        fields["topic"] = topics[topic]
        fields["state"] = state if state is not None else archived(table_id, int(version)).state
        fields["id"] = int(notification_id)
        add(notification)
    return found


def _damaged(originator_id: UUID | str, entry_id: bytes) -> DatabaseError:
    version = entry_id.partition(b"-")[0].decode("ascii", "replace")
    return DatabaseError(f"Version {version} of table {originator_id} is not readable.")
