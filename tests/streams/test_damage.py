"""Stored bytes that nobody of ours wrote: reading them says which table and version, and appending stops."""

from collections.abc import Callable
from typing import Any

import pytest
from eventsourcing.persistence import DatabaseError, StoredEvent

from infra.streams import (
    Connections,
    PartitionKeys,
    RedisApplicationRecorder,
    RedisSnapshotRecorder,
    RefusalLog,
    StreamGoneError,
    TableSecrets,
)

Events = Callable[..., list[StoredEvent]]


@pytest.fixture
def recorder(connections: Connections, keys: PartitionKeys, events: Events) -> RedisApplicationRecorder:
    """Table t at version 3, table u at version 2."""
    made = RedisApplicationRecorder(connections, keys)
    made.insert_events([*events("t", 1, 3), *events("u", 1, 2)])
    return made


@pytest.fixture
def client(connections: Connections) -> Any:
    return connections.writer


@pytest.mark.parametrize(
    "fields", ["t topic", "s state", "t topic x state", "x topic s state", "t topic s state more 1", "s state t topic"]
)
def test_an_entry_with_other_fields_is_named_by_table_and_version(
    recorder: RedisApplicationRecorder, client: Any, fields: str
) -> None:
    keys = recorder.keys
    client.execute_command("XADD", keys.stream("t"), "4-6", *fields.split())
    client.execute_command("XADD", keys.log, "6-0", "o", "t", "v", "4", "t", "topic")
    with pytest.raises(DatabaseError, match=r"^Version 4 of table t is not readable\.$"):
        recorder.select_events("t")
    with pytest.raises(DatabaseError, match=r"^Version 4 of table t is not readable\.$"):
        recorder.select_events("t", desc=True)
    with pytest.raises(DatabaseError, match=r"version 4 of table t is not readable\.$"):
        recorder.select_notifications(1, 10)
    with pytest.raises(DatabaseError, match="Version 4 of table t"):
        list(recorder.read_streams(["u", "t"]))
    assert len(recorder.select_events("t", lte=3)) == 3


def test_a_topic_that_is_no_text_is_named_by_table_and_version(recorder: RedisApplicationRecorder, client: Any) -> None:
    client.execute_command("XADD", recorder.keys.stream("t"), "4-6", "t", b"\xff", "s", b"")
    with pytest.raises(DatabaseError, match="Version 4 of table t"):
        recorder.select_events("t")


def test_a_missing_version_is_noticed_in_the_middle_and_in_front(
    recorder: RedisApplicationRecorder, client: Any
) -> None:
    client.execute_command("XDEL", recorder.keys.stream("t"), "2-2")
    with pytest.raises(DatabaseError, match="Table t has 2 of the 3 versions between 1 and 3"):
        recorder.select_events("t")
    with pytest.raises(DatabaseError, match="Table t has 2 of the 3 versions between 3 and 1"):
        recorder.select_events("t", desc=True)
    with pytest.raises(DatabaseError, match="notification 2 points to version 2 of table t, which is not there"):
        recorder.select_notifications(1, 10)
    client.execute_command("XDEL", recorder.keys.stream("t"), "1-1")
    with pytest.raises(DatabaseError, match="Table t begins at version 3"):
        recorder.select_events("t")


def test_a_missing_last_version_is_noticed_in_bulk_reading(recorder: RedisApplicationRecorder, client: Any) -> None:
    client.execute_command("XDEL", recorder.keys.stream("t"), "3-3")
    with pytest.raises(DatabaseError, match="Table t ends at version 2, and its head says 3"):
        list(recorder.read_streams(["t"]))


def test_a_pointer_that_is_not_readable_is_named(recorder: RedisApplicationRecorder, client: Any) -> None:
    client.execute_command("XADD", recorder.keys.log, "6-0", "o", "t", "v", "4")
    with pytest.raises(DatabaseError, match="the log's pointer 6 is not readable"):
        recorder.select_notifications(1, 10)


def test_a_lost_stream_is_an_error_to_read_and_a_table_that_never_was_has_no_events(
    recorder: RedisApplicationRecorder, client: Any
) -> None:
    client.unlink(recorder.keys.stream("t"))
    for read in (
        lambda: recorder.select_events("t"),
        lambda: recorder.select_events("t", gt=2),
        lambda: recorder.select_events("t", desc=True, limit=1),
        lambda: recorder.select_notifications(1, 10),
        lambda: list(recorder.read_streams(["u", "t"])),
    ):
        with pytest.raises(StreamGoneError, match="The stream of table t is gone, and no archive has it"):
            read()
    assert recorder.select_events("never") == []
    assert dict(recorder.read_streams(["never"])) == {"never": []}


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("SET", "counter", "4"), "the log ends at 5 and the counter says 4"),
        (("SET", "counter", "9"), "the log ends at 5 and the counter says 9"),
        (("SET", "counter", "five"), "the counter .* is not a number"),
        (("DEL", "log"), "the log ends at 0 and the counter says 5"),
        (("DEL", "counter"), "the log ends at 5 and the counter says 0"),
        (("HSET", "heads", "t", "2"), "table t ends at version 3 and its head says 2"),
        (("HDEL", "heads", "t"), "table t ends at version 3 and its head says nothing"),
        (("HSET", "heads", "t", "x"), "table t ends at version 3 and its head says x"),
    ],
)
def test_an_append_stops_where_the_log_the_counter_and_the_heads_disagree(
    recorder: RedisApplicationRecorder,
    client: Any,
    events: Events,
    contents: Callable[[], Any],
    command: tuple[str, ...],
    message: str,
) -> None:
    name, key, *rest = command
    client.execute_command(name, getattr(recorder.keys, key), *rest)
    before = contents()
    with pytest.raises(DatabaseError, match=message):
        recorder.insert_events(events("t", 4))
    assert contents() == before


def test_a_log_that_was_trimmed_goes_on(recorder: RedisApplicationRecorder, client: Any, events: Events) -> None:
    client.execute_command("XTRIM", recorder.keys.log, "MAXLEN", 0)
    assert recorder.insert_events(events("t", 4)) == [6]
    assert [n.id for n in recorder.select_notifications(1, 10)] == [6]


def test_damage_beside_the_streams_is_named(connections: Connections, keys: PartitionKeys, client: Any) -> None:
    client.zadd(keys.snapshots("t"), {b"short": 1})
    with pytest.raises(DatabaseError, match="A snapshot of table t is not readable"):
        RedisSnapshotRecorder(connections, keys).select_events("t")
    client.hset(keys.secrets, "t", b"\xc1")
    with pytest.raises(DatabaseError, match="The secrets of table t are not readable"):
        TableSecrets(connections, keys).get("t")
    client.xadd(keys.refusals("t"), {"x": "y"}, id="7-0")
    with pytest.raises(DatabaseError, match="Refusal 7-0 at table t is not readable"):
        RefusalLog(connections, keys).read("t")
