"""All of a partition's tables, read in bulk: what a rebuild starts from."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from eventsourcing.persistence import DatabaseError, StoredEvent

from infra.streams.entries import from_the_first, stored_events
from infra.streams.errors import StoreErrors
from infra.streams.keys import PartitionKeys

SCANNED = 1_000
"""Tables asked for at once."""

_NO_HEAD = -1

EVENTS = 10_000
"""Events after which a round trip takes no further table."""


def scan_tables(client: Any, keys: PartitionKeys) -> Iterator[str]:
    """The ids in the heads hash, each once, in no order; a table opened meanwhile may or may not come."""
    seen: set[bytes] = set()  # a scan may give the same field twice
    cursor = 0
    while True:
        with StoreErrors(f"list the tables of {keys.tag}"):
            cursor, heads = client.hscan(keys.heads, cursor, count=SCANNED)
        for table_id in heads:
            if table_id not in seen:
                seen.add(table_id)
                yield table_id.decode()
        if cursor == 0:
            return


def read_streams(
    client: Any,
    keys: PartitionKeys,
    table_ids: Iterable[str],
    from_archive: Callable[[str], list[StoredEvent]],
) -> Iterator[tuple[str, list[StoredEvent]]]:
    """All events of each table, in the order of `table_ids`, as many tables a round trip as EVENTS allows.

    A table without a stream that has a head comes `from_archive`; one that never was has no events.
    """
    remaining = iter(table_ids)
    while chunk := list(islice(remaining, SCANNED)):
        with StoreErrors(f"read the heads of {keys.tag}"):
            heads = client.hmget(keys.heads, chunk)
        versions = (_NO_HEAD if head is None else int(head) for head in heads)
        for part in _parts(zip(chunk, versions, strict=True)):
            yield from _read_part(client, keys, part, from_archive)


def _parts(tables: Iterable[tuple[str, int]]) -> Iterator[list[tuple[str, int]]]:
    part: list[tuple[str, int]] = []
    events = 0
    for table_id, head in tables:
        part.append((table_id, head))
        events += head + 1
        if events >= EVENTS:
            yield part
            part, events = [], 0
    if part:
        yield part


def _read_part(
    client: Any,
    keys: PartitionKeys,
    part: list[tuple[str, int]],
    from_archive: Callable[[str], list[StoredEvent]],
) -> Iterator[tuple[str, list[StoredEvent]]]:
    pipeline = client.pipeline(transaction=False)
    for table_id, _ in part:
        pipeline.execute_command("XRANGE", keys.stream(table_id), "-", "+")
    with StoreErrors(f"read {len(part)} tables of {keys.tag}"):
        replies = pipeline.execute()
    for (table_id, head), reply in zip(part, replies, strict=True):
        if head >= 0 and not reply:
            yield table_id, from_archive(table_id)
            continue
        events = from_the_first(stored_events(table_id, reply))
        if head >= 0 and events[-1].originator_version < head:
            raise DatabaseError(
                f"Table {table_id} ends at version {events[-1].originator_version}, and its head says {head}."
            )
        yield table_id, events
