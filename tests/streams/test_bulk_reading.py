"""All tables of a partition, and those whose events went to the archive."""

import time
from collections.abc import Callable, Sequence

import pytest
from eventsourcing.persistence import DatabaseError, IntegrityError, StoredEvent

from infra.streams import Connections, PartitionKeys, RedisApplicationRecorder, StreamGoneError
from infra.streams.tables import EVENTS

Events = Callable[..., list[StoredEvent]]


class Shelf:
    """An archive in memory."""

    def __init__(self) -> None:
        self.tables: dict[str, list[StoredEvent]] = {}

    def events(self, table_id: str) -> Sequence[StoredEvent] | None:
        return self.tables.get(table_id)


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def recorder(connections: Connections, keys: PartitionKeys, shelf: Shelf) -> RedisApplicationRecorder:
    return RedisApplicationRecorder(connections, keys, archive=shelf)


def test_pointers_name_the_tables_of_the_log_in_its_order_and_nothing_else(
    recorder: RedisApplicationRecorder, events: Events
) -> None:
    assert recorder.read_pointers(0, 10) == []
    recorder.insert_events(events("t", 1, 3))
    recorder.insert_events([*events("u", 1), *events("t", 4)])
    whole = [(notification.id, notification.originator_id) for notification in recorder.select_notifications(1, 10)]
    assert whole == [(1, "t"), (2, "t"), (3, "t"), (4, "u"), (5, "t")]
    assert recorder.read_pointers(0, 10) == recorder.read_pointers(-5, 10) == whole
    assert recorder.read_pointers(0, 2) == whole[:2]
    assert recorder.read_pointers(2, 2) == whole[2:4]
    assert recorder.read_pointers(4, 10) == whole[4:]
    assert recorder.read_pointers(5, 10) == recorder.read_pointers(99, 10) == []


def test_pointers_are_read_also_where_the_events_are_gone(
    recorder: RedisApplicationRecorder, shelf: Shelf, events: Events
) -> None:
    recorder.insert_events(events("t", 1, 3))
    put_away(recorder, shelf, "t")
    shelf.tables.clear()
    with pytest.raises(StreamGoneError):
        recorder.select_notifications(1, 10)
    assert recorder.read_pointers(0, 10) == [(1, "t"), (2, "t"), (3, "t")]


def test_a_pointer_that_is_not_readable_is_told(recorder: RedisApplicationRecorder, events: Events) -> None:
    recorder.insert_events(events("t", 1))
    recorder.connections.writer.execute_command("XADD", recorder.keys.log, "2-0", "what", "ever")
    with pytest.raises(DatabaseError, match=r"Entry 2-0 of .* is not readable"):
        recorder.read_pointers(0, 10)


def put_away(recorder: RedisApplicationRecorder, shelf: Shelf, table_id: str) -> None:
    shelf.tables[table_id] = list(recorder.select_events(table_id))
    recorder.unlink_stream(table_id, shelf.tables[table_id][-1].originator_version)


def test_every_table_is_listed_once_and_read_whole_in_the_order_asked_for(
    recorder: RedisApplicationRecorder, events: Events
) -> None:
    tables = {f"t{n}": events(f"t{n}", n % 2, 3 + n % 5) for n in range(2_500)}
    names = list(tables)
    for i in range(0, len(names), 100):
        recorder.insert_events([event for name in names[i : i + 100] for event in tables[name]])
    listed = list(recorder.scan_tables())
    assert sorted(listed) == sorted(names)
    assert list(recorder.read_streams(listed)) == [(name, tables[name]) for name in listed]
    assert list(recorder.read_streams([])) == []


def test_long_tables_share_no_round_trip(recorder: RedisApplicationRecorder, events: Events) -> None:
    tables = {name: events(name, 1, EVENTS + 1) for name in ("long", "longer", "longest")}
    for table in tables.values():
        recorder.insert_events(table)
    recorder.insert_events(events("short", 1))
    read = dict(recorder.read_streams([*tables, "short"]))
    assert read == tables | {"short": events("short", 1)}


def test_archived_tables_read_like_others_and_take_no_events(
    recorder: RedisApplicationRecorder, events: Events, shelf: Shelf
) -> None:
    recorder.insert_events([*events("t", 1, 5), *events("u", 1), *events("t", 6)])
    log = recorder.select_notifications(1, 10)
    put_away(recorder, shelf, "t")

    for limits in ({}, {"gt": 2}, {"lte": 4, "desc": True}, {"gt": 1, "limit": 2}, {"desc": True, "limit": 1}):
        want = [e for e in events("t", 1, 6) if limits.get("gt", 0) < e.originator_version <= limits.get("lte", 9)]
        want = (want[::-1] if limits.get("desc") else want)[: limits.get("limit")]
        assert recorder.select_events("t", **limits) == want
    assert recorder.select_notifications(1, 10) == log
    assert dict(recorder.read_streams(recorder.scan_tables())) == {"t": events("t", 1, 6), "u": events("u", 1)}
    with recorder.subscribe(gt=6) as subscription:
        assert next(subscription) == log[6]
    with pytest.raises(StreamGoneError):
        recorder.insert_events(events("t", 7))


def test_a_stream_is_removed_only_while_the_table_is_where_the_archive_has_it(
    recorder: RedisApplicationRecorder, events: Events, shelf: Shelf
) -> None:
    recorder.insert_events(events("t", 1, 5))
    for version in (4, 6):
        with pytest.raises(IntegrityError, match=f"table t is at version 5, not {version}"):
            recorder.unlink_stream("t", version)
    assert recorder.select_events("t") == events("t", 1, 5)
    put_away(recorder, shelf, "t")
    for table_id in ("t", "never"):
        with pytest.raises(StreamGoneError, match="is gone already"):
            recorder.unlink_stream(table_id, 5)


def test_a_table_that_is_neither_in_a_stream_nor_in_the_archive_is_lost(
    recorder: RedisApplicationRecorder, events: Events
) -> None:
    recorder.insert_events(events("t", 1))
    recorder.connections.writer.unlink(recorder.keys.stream("t"))
    with pytest.raises(StreamGoneError, match="The stream of table t is gone, and no archive has it"):
        recorder.select_events("t")


@pytest.mark.slow
def test_reading_is_fast_enough_for_replays_and_rebuilds(recorder: RedisApplicationRecorder, events: Events) -> None:
    long = events("long", 1, 10_000)
    for i in range(0, len(long), 1000):
        recorder.insert_events(long[i : i + 1000])
    for n in range(300):
        recorder.insert_events(events(f"t{n}", 1, 60))

    def best(action: Callable[[], object]) -> float:
        times = []
        for _ in range(10):
            started = time.perf_counter()
            action()
            times.append(time.perf_counter() - started)
        return min(times)

    client = recorder.connections.writer
    raw = best(lambda: client.execute_command("XRANGE", recorder.keys.stream("long"), "-", "+"))
    assert raw / best(lambda: recorder.select_events("long")) > 0.3
    rebuild = best(lambda: sum(len(found) for _, found in recorder.read_streams(recorder.scan_tables())))
    assert 28_000 / rebuild > 100_000
