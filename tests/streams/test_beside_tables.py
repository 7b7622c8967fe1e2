"""Secrets, refusals, texts and snapshots: what stands beside a table's stream."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from eventsourcing.persistence import DatabaseError, IntegrityError, StoredEvent

from infra.streams import (
    Connections,
    DamagedTextError,
    PartitionKeys,
    RedisSnapshotRecorder,
    RefusalLog,
    SealedText,
    TableSecret,
    TableSecrets,
    Texts,
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


SEALED = SealedText("ada", bytes(12), bytes(16))


def test_a_text_that_is_put_again_stays_as_it_was_until_it_is_replaced(
    connections: Connections, keys: PartitionKeys
) -> None:
    texts = Texts(connections, keys)
    assert (texts.get("t", "a0"), texts.read_all("t")) == (None, {})
    other = msgspec.structs.replace(SEALED, person="ben")
    assert [texts.put("t", *one) for one in (("b1", SEALED), ("a0", other), ("b1", other))] == [True, True, False]
    assert texts.get("t", "b1") == SEALED
    assert list(texts.read_all("t").items()) == [("a0", other), ("b1", SEALED)]
    assert (texts.get("u", "a0"), texts.read_all("u")) == (None, {})
    texts.replace("t", "b1", other)
    assert texts.get("t", "b1") == other


@pytest.mark.parametrize(
    "stored",
    [
        b"",
        b"\xc1",
        msgspec.msgpack.encode(None),
        msgspec.msgpack.encode(["ada", bytes(12)]),
        msgspec.msgpack.encode(["ada", bytes(11), bytes(16)]),
        msgspec.msgpack.encode(["ada", bytes(12), bytes(15)]),
        msgspec.msgpack.encode(["../ada", bytes(12), bytes(16)]),
    ],
)
def test_what_is_no_sealed_text_is_told_and_leaves_the_others(
    connections: Connections, keys: PartitionKeys, stored: bytes
) -> None:
    texts = Texts(connections, keys)
    texts.put("t", "a0", SEALED)
    client: Any = connections.writer
    client.hset(keys.texts("t"), "b1", stored)
    with pytest.raises(DamagedTextError, match=r"^Text b1 of table t is not readable\.$"):
        texts.get("t", "b1")
    assert texts.read_all("t") == {"a0": SEALED, "b1": None}


def test_texts_under_a_key_of_another_kind_are_told(connections: Connections, keys: PartitionKeys) -> None:
    texts = Texts(connections, keys)
    client: Any = connections.writer
    client.set(keys.texts("t"), "x")
    for action in (lambda: texts.put("t", "a0", SEALED), lambda: texts.replace("t", "a0", SEALED)):
        with pytest.raises(DatabaseError, match="Cannot keep a text of table t: a key holds another type of value"):
            action()
    with pytest.raises(DatabaseError, match="Cannot read a text of table t: a key holds another type of value"):
        texts.get("t", "a0")
    with pytest.raises(DatabaseError, match="Cannot read the texts of table t: a key holds another type of value"):
        texts.read_all("t")


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
