"""The append as keys and arguments of its script, for clients of any kind (sync, async)."""

from collections.abc import Sequence
from uuid import UUID

from eventsourcing.persistence import StoredEvent, Tracking

from infra.streams.keys import PartitionKeys


def append_arguments(
    keys: PartitionKeys, events: Sequence[StoredEvent], tracking: Tracking | None = None
) -> tuple[list[str], list[str | bytes | int]]:
    """KEYS and ARGV of `append.lua`, which stores `events` (of any tables of the partition) and `tracking`
    as one step and returns the first notification id; the others count up from it."""
    streams: dict[UUID | str, int] = {}
    body: list[str | bytes | int] = []
    for event in events:
        number = streams.setdefault(event.originator_id, len(streams) + 1)
        body += (number, event.originator_version, event.topic, event.state)
    ids = [str(originator_id) for originator_id in streams]
    names = [keys.counter, keys.log, keys.heads, keys.tracking, *map(keys.stream, ids)]
    name, position = (tracking.application_name, tracking.notification_id) if tracking else ("", 0)
    return names, [len(events), name, position, *ids, *body]
