"""What is fixed when an installation is made."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from zlib import crc32

import msgspec
import pytest
from eventsourcing.persistence import DatabaseError, ProgrammingError

from infra.streams import Connections, PartitionKeys, installation, partition_of, signing_key, token_secret


def test_an_installation_has_one_partition_unless_told_otherwise(connections: Connections, namespace: str) -> None:
    made = installation(connections.writer, namespace)
    assert (made.namespace, made.partitions) == (namespace, 1)
    assert installation(connections.writer, namespace, 1) == made
    with pytest.raises(AttributeError):
        made.partitions = 2  # type: ignore[misc]


def test_the_number_of_partitions_never_changes(connections: Connections, namespace: str) -> None:
    made = installation(connections.writer, namespace, 16)
    with pytest.raises(ProgrammingError, match="was made with 16 partitions, which is fixed; 8 were asked for"):
        installation(connections.writer, namespace, 8)
    assert installation(connections.writer, namespace) == made
    with pytest.raises(ProgrammingError, match="1 partition or more"):
        installation(connections.writer, namespace, 0)


def test_many_that_make_an_installation_at_once_agree_on_one(url: str, namespace: str) -> None:
    start = Barrier(16)

    def make(n: int) -> tuple[Any, bytes]:
        client = Connections(url).writer
        start.wait()
        try:
            made = installation(client, namespace, 2 + n % 4)
        except ProgrammingError:
            made = None
        return made, signing_key(client, namespace)

    with ThreadPoolExecutor(16) as pool:
        results = list(pool.map(make, range(16)))
    assert len({key for _, key in results}) == 1
    winners = [made for made, _ in results if made]
    assert len(winners) == 4  # those who asked for the number that won
    assert len({msgspec.json.encode(made) for made in winners}) == 1


def test_two_installations_have_nothing_in_common(
    url: str, connections: Connections, new_namespace: Callable[[str], str]
) -> None:
    one, other = new_namespace(url), new_namespace(url)
    assert installation(connections.writer, one).incarnation != installation(connections.writer, other).incarnation
    assert signing_key(connections.writer, one) != signing_key(connections.writer, other)
    assert len(signing_key(connections.writer, one)) == 32


def test_an_installation_from_before_a_fact_was_added_gets_it_and_keeps_the_others(
    connections: Connections, namespace: str
) -> None:
    made, key = installation(connections.writer, namespace), signing_key(connections.writer, namespace)
    connections.writer.hdel(f"{namespace}:installation", "token_secret")
    added = token_secret(connections.writer, namespace)
    assert len(added) == 32
    assert token_secret(connections.writer, namespace) == added != key
    assert installation(connections.writer, namespace) == made
    assert signing_key(connections.writer, namespace) == key


def test_facts_that_are_not_readable_are_an_error(connections: Connections, namespace: str) -> None:
    installation(connections.writer, namespace)
    connections.writer.hset(f"{namespace}:installation", "partitions", "many")
    with pytest.raises(DatabaseError, match="not readable"):
        installation(connections.writer, namespace)


def test_a_table_always_belongs_to_the_same_partition() -> None:
    assert partition_of("ABCDEFGH2345", 16) == crc32(b"ABCDEFGH2345") % 16 == 7
    assert {partition_of(f"table{n}", 16) for n in range(500)} == set(range(16))
    assert partition_of("anything", 1) == 0


@pytest.mark.parametrize("name", ["", "a b", "{x}", "a:b", "é"])
def test_a_namespace_that_would_break_the_hash_tag_is_refused(name: str) -> None:
    with pytest.raises(ProgrammingError, match="A namespace has letters"):
        PartitionKeys(name, 0)


def test_a_negative_partition_is_refused() -> None:
    with pytest.raises(ProgrammingError, match="0 or more"):
        PartitionKeys("souls", -1)
