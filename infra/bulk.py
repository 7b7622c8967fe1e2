"""Many tables at once: all their events, past those that cannot be read."""

from collections.abc import Iterator, Sequence

from eventsourcing.persistence import DatabaseError, OperationalError, StoredEvent

from infra.streams import RedisApplicationRecorder


def streams_of(
    recorder: RedisApplicationRecorder, table_ids: Sequence[str]
) -> Iterator[tuple[str, list[StoredEvent] | DatabaseError]]:
    """Every table's events from first to last in the order asked for, many tables a round trip; for a table whose stream
    cannot be read the error that says why. A table that never was has no events.

    `OperationalError` where the server cannot be reached.
    """
    at = 0
    while at < len(table_ids):
        try:
            for found in recorder.read_streams(table_ids[at:]):
                yield found
                at += 1
        except OperationalError:
            raise
        except DatabaseError as error:
            yield table_ids[at], error
            at += 1


def tables_naming(recorder: RedisApplicationRecorder, person: str) -> Iterator[str]:
    """The tables in whose records a person stands; those whose stream cannot be read are left out."""
    needle = person.encode()
    for table_id, stored in streams_of(recorder, sorted(recorder.scan_tables())):
        # Ids of people stand in records as they are, and almost all tables are somebody else's.
        if not isinstance(stored, DatabaseError) and any(needle in event.state for event in stored):
            yield table_id
