"""A cluster, of one node: every slot rule counts, and so does the client's way of finding nodes."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate
from eventsourcing.persistence import StoredEvent, Tracking

from infra.streams import (
    Connections,
    ImportedRows,
    PartitionKeys,
    RedisProcessRecorder,
    RedisSnapshotRecorder,
    RedisViewRecorder,
    RefusalLog,
    TableSecrets,
    installation,
    partition_of,
    signing_key,
)

Events = Callable[..., list[StoredEvent]]
PARTITIONS = 4


@pytest.fixture(scope="module")
def one_node(server_class: type[Any]) -> Iterator[Any]:
    server = server_class("--cluster-enabled", "yes", tcp=True)
    server.client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
    server.until(lambda: b"cluster_state:ok" in server.client.execute_command("CLUSTER", "INFO"))
    server.url = f"redis+cluster://127.0.0.1:{server.port}"
    yield server
    server.close()


@pytest.fixture
def cluster(one_node: Any) -> Any:
    one_node.client.flushall()
    return one_node


def test_everything_works_in_every_partition_and_each_keeps_to_one_slot(cluster: Any, events: Events) -> None:
    connections = Connections(cluster.url)
    facts = installation(connections.writer, "souls", PARTITIONS)
    assert installation(connections.writer, "souls") == facts
    assert len(signing_key(connections.writer, "souls")) == 32
    slots = set()
    for partition in range(facts.partitions):
        keys = PartitionKeys("souls", partition)
        use_everything(connections, keys, events)
        found = {
            cluster.client.execute_command("CLUSTER", "KEYSLOT", key)
            for key in cluster.client.scan_iter(f"{keys.tag}*")
        }
        assert len(found) == 1
        slots |= found
    assert len(slots) == PARTITIONS
    imported = ImportedRows(connections, "souls")
    assert imported.put({"a": b"1", "b": b"2"}, {})
    assert imported.read_all() == {"a": b"1", "b": b"2"}
    connections.close()


def use_everything(connections: Connections, keys: PartitionKeys, events: Events) -> None:
    tables = [t for t in (f"table{n}" for n in range(40)) if partition_of(t, PARTITIONS) == keys.partition]
    assert len(tables) > 2
    recorder = RedisProcessRecorder(connections, keys)
    for n, table in enumerate(tables):
        ids = recorder.insert_events(events(table, 1, 5), tracking=Tracking("up", n + 1))
        assert ids == [5 * n + i for i in range(1, 6)]
    assert recorder.select_events(tables[0]) == events(tables[0], 1, 5)
    assert recorder.select_events(tables[0], desc=True, limit=1) == events(tables[0], 5)
    assert recorder.select_events("nobody") == []
    assert [n.id for n in recorder.select_notifications(2, 6)] == [2, 3, 4, 5, 6, 7]
    assert sorted(recorder.scan_tables()) == sorted(tables)
    assert dict(recorder.read_streams(tables)) == {table: events(table, 1, 5) for table in tables}

    RedisSnapshotRecorder(connections, keys).insert_events(events("t", 3))
    assert RedisSnapshotRecorder(connections, keys).select_events("t") == events("t", 3)
    views = RedisViewRecorder(connections, keys)
    views.write({"a": {"x": b"1"}, "b": {"y": b"2"}}, Tracking("view", 1))
    views.replace(["a", "b"], {"a": {"z": b"3"}}, Tracking("view", 1))
    assert (views.read_all("a"), views.read_all("b")) == ({"z": b"3"}, {})
    TableSecrets(connections, keys).put("t", b"seed", b"salt")
    refusals = RefusalLog(connections, keys)
    refusals.add("t", b"no")
    assert [refusal.payload for refusal in refusals.read("t")] == [b"no"]


def test_a_subscription_waits_on_the_node_of_its_partition_and_stops_at_once(cluster: Any, events: Events) -> None:
    recorder = RedisProcessRecorder(Connections(cluster.url), PartitionKeys("souls", 3))
    recorder.insert_events(events("t", 1))
    subscription = recorder.subscribe(gt=0)
    got: list[int] = []
    thread = threading.Thread(target=lambda: got.extend(n.id for n in subscription))
    thread.start()
    cluster.until(lambda: got or cluster.client.info("clients")["blocked_clients"])
    recorder.insert_events(events("t", 2))
    cluster.until(lambda: recorder.max_notification_id() == 2)
    cluster.until(lambda: cluster.client.info("clients")["blocked_clients"] == 1)
    subscription.stop()
    thread.join(3)
    assert not thread.is_alive()
    assert got == [1, 2]


def test_an_application_of_the_library_runs_on_a_partition(cluster: Any) -> None:
    env = {
        "PERSISTENCE_MODULE": "infra.streams",
        "REDIS_URL": cluster.url,
        "SOULS_PARTITION": "2",
        "ORIGINATOR_ID_TYPE": "uuid",
        "IS_SNAPSHOTTING_ENABLED": "y",
    }
    with Application(env=env) as app:
        aggregate = Aggregate()
        aggregate.trigger_event(Aggregate.Event)
        app.save(aggregate)
        app.take_snapshot(aggregate.id)
        assert app.repository.get(aggregate.id) == aggregate
    assert set(cluster.client.scan_iter("*")) == set(cluster.client.scan_iter("{souls:p2}*"))
