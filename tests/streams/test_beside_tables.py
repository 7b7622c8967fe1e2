"""Secrets, refusals and snapshots: what stands beside a table's stream."""

from collections.abc import Callable

import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent

from infra.streams import (
    Connections,
    PartitionKeys,
    RedisSnapshotRecorder,
    RefusalLog,
    TableSecret,
    TableSecrets,
)

Events = Callable[..., list[StoredEvent]]


def test_secrets_are_set_once(connections: Connections, keys: PartitionKeys) -> None:
    secrets = TableSecrets(connections, keys)
    assert secrets.get("t") is None
    secrets.put("t", b"seed", b"salt")
    secrets.put("t", b"seed", b"salt")  # a retry after a lost reply
    for seed, salt in ((b"seed", b"other"), (b"other", b"salt"), (b"seedsalt", b"")):
        with pytest.raises(IntegrityError, match="Table t has other secrets"):
            secrets.put("t", seed, salt)
    assert secrets.get("t") == TableSecret(b"seed", b"salt")
    assert secrets.get("u") is None


def test_secrets_are_not_told_by_printing_them() -> None:
    assert "hush" not in repr(TableSecret(b"hush", b"hush"))


def test_refusals_come_back_in_order_and_the_oldest_go_first(connections: Connections, keys: PartitionKeys) -> None:
    log = RefusalLog(connections, keys, kept=5)
    assert log.read("t") == []
    ids = [log.add("t", b"%d" % n) for n in range(8)]
    log.add("u", b"other table")
    assert [(refusal.id, refusal.payload) for refusal in log.read("t", 100)] == [
        (ids[n], b"%d" % n) for n in range(3, 8)
    ]
    assert [refusal.payload for refusal in log.read("t", 2)] == [b"6", b"7"]


def test_snapshots_may_come_in_any_order_of_versions(
    connections: Connections, keys: PartitionKeys, events: Events
) -> None:
    snapshots = RedisSnapshotRecorder(connections, keys)
    for version in (10, 2, 300, 0):
        snapshots.insert_events(events("t", version))

    def versions(**limits: int | bool) -> list[int]:
        return [event.originator_version for event in snapshots.select_events("t", **limits)]

    assert versions() == [0, 2, 10, 300]
    assert versions(desc=True, limit=1) == [300]
    assert versions(desc=True, limit=1, lte=299) == [10]
    assert versions(gt=2, lte=10) == [10]
    assert versions(gt=2, limit=1) == [10]
    assert snapshots.select_events("t", gt=10) == events("t", 300)


def test_a_snapshot_is_never_taken_twice_at_one_version(
    connections: Connections, keys: PartitionKeys, events: Events, contents: Callable[[], object]
) -> None:
    snapshots = RedisSnapshotRecorder(connections, keys)
    snapshots.insert_events(events("t", 2))
    before = contents()
    for attempt in ([*events("t", 3), *events("t", 2, topic="other")], [*events("t", 4), *events("t", 4)]):
        with pytest.raises(IntegrityError, match="table t has a snapshot at version"):
            snapshots.insert_events(attempt)
    assert contents() == before
