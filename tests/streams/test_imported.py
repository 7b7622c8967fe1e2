"""Rows of imported precedents: set all together, where they still are what was read."""

from typing import Any

import pytest
from eventsourcing.persistence import DatabaseError, ProgrammingError

from infra.streams import Connections, ImportedRows
from infra.streams.keys import imported_precedents_key


@pytest.fixture
def rows(connections: Connections, namespace: str) -> ImportedRows:
    return ImportedRows(connections, namespace)


def test_rows_are_set_read_and_dropped(rows: ImportedRows) -> None:
    assert rows.read_all() == {}
    assert rows.put({"a/t/1": b"1", "b/t/1": b"\x00\xff"}, {})
    assert rows.read_all() == {"a/t/1": b"1", "b/t/1": b"\x00\xff"}
    assert rows.drop(["a/t/1", "nobody"]) == 1
    assert rows.drop([]) == 0
    assert rows.read_all() == {"b/t/1": b"\x00\xff"}


@pytest.mark.parametrize("present", [{}, {"a/t/1": b"0"}, {"a/t/1": b"1", "a/t/2": b"2"}])
def test_where_one_row_is_not_what_was_read_none_is_set(rows: ImportedRows, present: dict[str, bytes]) -> None:
    rows.put({"a/t/1": b"1"}, {})
    assert not rows.put({"a/t/2": b"2", "a/t/1": b"3"}, present)
    assert rows.read_all() == {"a/t/1": b"1"}
    assert rows.put({"a/t/2": b"2", "a/t/1": b"3"}, {"a/t/1": b"1"})
    assert rows.read_all() == {"a/t/1": b"3", "a/t/2": b"2"}


def test_very_many_rows_are_set_in_one_step(rows: ImportedRows) -> None:
    many = {f"a/t/{n}": b"%d" % n for n in range(20_000)}
    assert rows.put(many, {})
    assert rows.read_all() == many
    assert rows.drop(many) == len(many)


def test_a_key_of_another_kind_is_told(rows: ImportedRows, connections: Connections, namespace: str) -> None:
    client: Any = connections.writer
    client.set(imported_precedents_key(namespace), "x")
    with pytest.raises(
        DatabaseError, match=r"Cannot keep imported precedents: key .* holds a string where a hash belongs"
    ):
        rows.put({"a": b"1"}, {})
    with pytest.raises(DatabaseError, match="Cannot read the imported precedents"):
        rows.read_all()


def test_a_namespace_that_cannot_be_one_is_told(connections: Connections) -> None:
    with pytest.raises(ProgrammingError, match="A namespace has letters"):
        ImportedRows(connections, "a{b}")
