"""Servers that turn a write down: everything stays as it was, and the error says why."""

from collections.abc import Callable
from typing import Any

import pytest
from eventsourcing.persistence import (
    DatabaseError,
    OperationalError,
    PersistenceError,
    ProgrammingError,
    StoredEvent,
    Tracking,
)
from redis import exceptions as client_errors

from infra.streams import (
    Connections,
    OutcomeUnknownError,
    PartitionKeys,
    RedisProcessRecorder,
    RedisSnapshotRecorder,
    RedisViewRecorder,
    RefusalLog,
    TableSecrets,
    installation,
)
from infra.streams.errors import translated

Events = Callable[..., list[StoredEvent]]
KEYS = PartitionKeys("souls", 0)


def everything(client: Any) -> dict[bytes, bytes]:
    return {key: client.dump(key) for key in client.scan_iter()}


def test_a_read_only_replica_refuses_writes_and_serves_reads(new_server: Callable[..., Any], events: Events) -> None:
    primary = new_server("--repl-diskless-sync-delay", "0", tcp=True)
    RedisProcessRecorder(Connections(primary.url), KEYS).insert_events(events("t", 1, 3))
    replica = new_server("--replicaof", f"127.0.0.1 {primary.port}")
    recorder = RedisProcessRecorder(Connections(replica.url), KEYS)
    replica.until(lambda: replica.client.info("replication")["master_link_status"] == "up")
    replica.until(lambda: recorder.max_notification_id() == 3)

    before = everything(replica.client)
    with pytest.raises(OperationalError, match=r"the server is a read-only replica\.$"):
        recorder.insert_events(events("t", 4), tracking=Tracking("up", 1))
    with pytest.raises(OperationalError, match="read-only replica"):
        RedisViewRecorder(Connections(replica.url), KEYS).write({"v": {"a": b""}}, Tracking("up", 1))
    with pytest.raises(OperationalError, match="read-only replica"):
        TableSecrets(Connections(replica.url), KEYS).put("t", b"seed", b"salt")
    assert everything(replica.client) == before
    assert recorder.select_events("t") == events("t", 1, 3)
    assert len(recorder.select_notifications(1, 9)) == 3


def test_a_full_server_refuses_writes_and_takes_them_again_with_more_memory(
    new_server: Callable[..., Any], events: Events
) -> None:
    server = new_server()
    connections = Connections(server.url)
    recorder = RedisProcessRecorder(connections, KEYS)
    views = RedisViewRecorder(connections, KEYS)
    recorder.insert_events(events("t", 1, 3), tracking=Tracking("up", 1))
    views.write({"v": {"a": b"1"}}, Tracking("view", 1))
    before = everything(server.client)

    server.client.config_set("maxmemory", 1)
    with pytest.raises(OperationalError, match=r"the server has reached its maxmemory\.$"):
        recorder.insert_events(events("t", 4, 500), tracking=Tracking("up", 2))
    with pytest.raises(OperationalError, match="maxmemory"):
        views.write({"v": {"a": b"2", "b": b"2"}}, Tracking("view", 2))
    with pytest.raises(OperationalError, match="maxmemory"):
        views.replace(["v"], {"v": {"a": b"3"}}, Tracking("view", 3))
    assert recorder.select_events("t") == events("t", 1, 3)
    assert everything(server.client) == before

    server.client.config_set("maxmemory", 0)
    assert recorder.insert_events(events("t", 4), tracking=Tracking("up", 2)) == [4]
    views.write({"v": {"a": b"2"}}, Tracking("view", 2))


def test_too_few_replicas_in_reach_refuse_an_append(new_server: Callable[..., Any], events: Events) -> None:
    server = new_server("--min-replicas-to-write", "1")
    recorder = RedisProcessRecorder(Connections(server.url), KEYS)
    with pytest.raises(OperationalError, match="too few replicas in reach"):
        recorder.insert_events(events("t", 1))
    assert everything(server.client) == {}


@pytest.mark.parametrize("kind", ["counter", "log", "heads", "tracking", "stream"])
def test_an_append_that_meets_a_wrong_type_at_a_key_writes_nothing(
    connections: Connections, keys: PartitionKeys, events: Events, contents: Callable[[], Any], kind: str
) -> None:
    recorder = RedisProcessRecorder(connections, keys)
    recorder.insert_events([*events("t", 1, 3), *events("u", 1)], tracking=Tracking("up", 1))
    key = keys.stream("t") if kind == "stream" else getattr(keys, kind)
    client: Any = connections.writer
    client.delete(key)
    client.sadd(key, "not", "ours")
    before = contents()
    with pytest.raises(DatabaseError, match=r"key .* holds a set where a \w+ belongs\.$"):
        recorder.insert_events([*events("u", 2), *events("t", 4)], tracking=Tracking("up", 2))
    assert contents() == before


def test_wrong_types_beside_the_streams_are_refused_too(
    connections: Connections, keys: PartitionKeys, events: Events, contents: Callable[[], Any]
) -> None:
    client: Any = connections.writer
    views = RedisViewRecorder(connections, keys)
    views.write({"good": {"a": b"1"}}, Tracking("up", 1))
    wrong = [keys.view("bad"), keys.snapshots("t"), keys.secrets, keys.refusals("t"), f"{keys.namespace}:installation"]
    for key in wrong:
        client.sadd(key, "not ours")
    before = contents()
    attempts: list[Callable[[], Any]] = [
        lambda: views.write({"good": {"a": b"2"}, "bad": {"a": b"2"}}, Tracking("up", 2)),
        lambda: RedisSnapshotRecorder(connections, keys).insert_events([*events("u", 1), *events("t", 1)]),
        lambda: TableSecrets(connections, keys).put("t", b"", b""),
        lambda: RefusalLog(connections, keys).add("t", b""),
        lambda: installation(connections.writer, keys.namespace),
    ]
    for attempt in attempts:
        with pytest.raises(DatabaseError, match=r"hold"):
            attempt()
    assert contents() == before

    # A rebuild puts its own in the place of whatever stands there.
    views.replace(["good", "bad"], {"good": {"a": b"3"}, "bad": {"a": b"3"}}, Tracking("up", 3))
    assert views.read_all("good") == views.read_all("bad") == {"a": b"3"}
    assert views.max_tracking_id("up") == 3


@pytest.mark.parametrize(
    ("error", "kind", "reason"),
    [
        (client_errors.ConnectionError("refused"), OutcomeUnknownError, "no connection to the server (refused)"),
        (client_errors.BusyLoadingError("LOADING"), OperationalError, "the server is still loading its data"),
        (client_errors.AuthenticationError("no"), OperationalError, "the server refused the user name or password"),
        (client_errors.NoPermissionError("no"), ProgrammingError, "the user may not do this (no)"),
        (
            client_errors.ResponseError("MISCONF x"),
            OperationalError,
            "the server can't write to its disk and refuses changes",
        ),
        (client_errors.ResponseError("WRONGTYPE x"), DatabaseError, "a key holds another type of value than it should"),
        (client_errors.ClusterDownError("down"), OperationalError, "the cluster is not available (down)"),
        (client_errors.ClusterCrossSlotError("x"), ProgrammingError, "the keys belong to different cluster slots"),
        (client_errors.ResponseError("odd"), DatabaseError, "odd"),
    ],
)
def test_each_error_of_the_client_becomes_one_of_the_library_with_a_sentence(
    error: Exception, kind: type[PersistenceError], reason: str
) -> None:
    made = translated(error, "do it")
    assert type(made) is kind
    assert str(made) == f"Cannot do it: {reason}."
