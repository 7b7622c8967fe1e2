"""Appending to tables: which version is next, and all or nothing."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from eventsourcing.persistence import IntegrityError, ProgrammingError, StoredEvent, Tracking

from infra.streams import (
    Connections,
    PartitionKeys,
    RedisAggregateRecorder,
    RedisApplicationRecorder,
    RedisProcessRecorder,
    StreamGoneError,
)

Events = Callable[..., list[StoredEvent]]


@pytest.fixture
def recorder(connections: Connections, keys: PartitionKeys) -> RedisProcessRecorder:
    return RedisProcessRecorder(connections, keys)


@pytest.mark.parametrize("first", [0, 1])
def test_a_table_begins_at_version_zero_or_one(recorder: RedisProcessRecorder, events: Events, first: int) -> None:
    assert recorder.insert_events(events("t", first, first + 2)) == [1, 2, 3]
    assert recorder.select_events("t") == events("t", first, first + 2)


@pytest.mark.parametrize("version", [2, 100, -1])
def test_a_table_begins_at_no_other_version(
    recorder: RedisProcessRecorder, events: Events, version: int, contents: Callable[[], Any]
) -> None:
    with pytest.raises(IntegrityError, match=r"^Cannot append to \{t-.*:p0\}: .*\.$"):
        recorder.insert_events(events("t", version))
    assert contents() == {}


@pytest.mark.parametrize("versions", [(3,), (1,), (5,), (4, 6), (4, 4), (4, 3)])
def test_only_the_next_version_is_accepted_and_a_refused_append_leaves_nothing(
    recorder: RedisProcessRecorder, events: Events, versions: tuple[int, ...], contents: Callable[[], Any]
) -> None:
    recorder.insert_events(events("t", 1, 3))
    before = contents()
    with pytest.raises(IntegrityError, match="can't be next"):
        recorder.insert_events([event for version in versions for event in events("t", version)])
    assert contents() == before


def test_a_stale_version_is_told_what_the_table_is_at(recorder: RedisProcessRecorder, events: Events) -> None:
    recorder.insert_events(events("t", 1, 3))
    with pytest.raises(IntegrityError, match="table t is at version 3, so 2 can't be next"):
        recorder.insert_events(events("t", 2))


def test_events_of_several_tables_are_stored_together_or_not_at_all(
    recorder: RedisProcessRecorder, events: Events, contents: Callable[[], Any]
) -> None:
    mixed = [*events("a", 1), *events("b", 0), *events("a", 2), *events("b", 1)]
    assert recorder.insert_events(mixed) == [1, 2, 3, 4]
    assert recorder.select_events("a") == events("a", 1, 2)
    assert recorder.select_events("b") == events("b", 0, 1)
    assert [(n.originator_id, n.originator_version) for n in recorder.select_notifications(1, 9)] == [
        ("a", 1),
        ("b", 0),
        ("a", 2),
        ("b", 1),
    ]
    before = contents()
    with pytest.raises(IntegrityError):
        recorder.insert_events([*events("a", 3), *events("b", 1)])
    assert contents() == before


def test_a_tracking_position_that_goes_back_stops_the_events_too(
    recorder: RedisProcessRecorder, events: Events, contents: Callable[[], Any]
) -> None:
    recorder.insert_events(events("t", 1), tracking=Tracking("upstream", 10))
    before = contents()
    for position in (10, 9):
        with pytest.raises(IntegrityError, match="the tracking position of upstream is 10"):
            recorder.insert_events(events("t", 2), tracking=Tracking("upstream", position))
        with pytest.raises(IntegrityError):
            recorder.insert_tracking(Tracking("upstream", position))
    assert contents() == before
    with pytest.raises(IntegrityError):
        recorder.insert_events(events("t", 1), tracking=Tracking("upstream", 11))
    assert recorder.max_tracking_id("upstream") == 10


def test_a_recorder_that_stores_no_positions_says_so(
    connections: Connections, keys: PartitionKeys, events: Events
) -> None:
    for recorder_class in (RedisAggregateRecorder, RedisApplicationRecorder):
        with pytest.raises(ProgrammingError, match="Only a process recorder"):
            recorder_class(connections, keys).insert_events(events("t", 1), tracking=Tracking("upstream", 1))


def test_an_id_of_another_type_than_the_recorder_reads_back_is_refused(
    recorder: RedisProcessRecorder,
) -> None:
    with pytest.raises(ProgrammingError, match="Table ids here are str, not UUID"):
        recorder.insert_events([StoredEvent(uuid4(), 1, "topic", b"")])


def test_an_append_to_a_stream_that_is_gone_is_refused(
    connections: Connections, recorder: RedisProcessRecorder, events: Events, contents: Callable[[], Any]
) -> None:
    recorder.insert_events([*events("t", 1, 3), *events("other", 1)])
    connections.writer.unlink(recorder.keys.stream("t"))
    before = contents()
    for version in (0, 1, 4):
        with pytest.raises(StreamGoneError, match="the stream of table t is gone, its last version was 3"):
            recorder.insert_events(events("t", version))
    assert contents() == before
    assert recorder.insert_events(events("other", 2)) == [5]


def test_topics_and_states_come_back_as_they_went(recorder: RedisProcessRecorder) -> None:
    odd = StoredEvent("tischlein:{deck} dich", 1, "thème ❦", bytes(range(256)) * 100)
    recorder.insert_events([odd, StoredEvent("tischlein:{deck} dich", 2, "", b"")])
    assert recorder.select_events("tischlein:{deck} dich")[0] == odd
    assert recorder.select_notifications(1, 1)[0].state == odd.state
    assert recorder.select_notifications(1, 1)[0].topic == odd.topic


def test_ranges_of_versions_up_and_down(recorder: RedisProcessRecorder, events: Events) -> None:
    recorder.insert_events(events("t", 0, 20))

    def versions(**limits: Any) -> list[int]:
        return [event.originator_version for event in recorder.select_events("t", **limits)]

    assert versions(gt=-1, lte=0) == [0]
    assert versions(gt=-5, lte=2, desc=True) == [2, 1, 0]
    assert versions(gt=0, limit=2) == [1, 2]
    assert versions(gt=9, lte=11) == [10, 11]
    assert versions(gt=18, desc=True) == [20, 19]
    assert versions(gt=20) == versions(gt=30) == versions(lte=-1) == versions(gt=5, lte=5) == []
    assert versions(desc=True, limit=1) == [20]
