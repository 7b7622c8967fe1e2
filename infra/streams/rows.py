"""Rows that several may change: one hash, whose fields are set only where they still are what was read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from infra.streams.connection import Connections
from infra.streams.errors import StoreErrors
from infra.streams.scripts import script

SCANNED = 500


class Rows:
    """One hash. `what` its rows are called completes sentences such as "Cannot keep invitations". Usable from many threads."""

    def __init__(self, connections: Connections, key: str, what: str) -> None:
        self._client: Any = connections.writer
        self._key = key
        self._what = what
        self._put_script = script(connections.writer, "rows")

    def get(self, field: str) -> bytes | None:
        """A row, None where there is none."""
        with StoreErrors(f"read the {self._what}"):
            row: bytes | None = self._client.hget(self._key, field)
        return row

    def get_many(self, fields: Sequence[str]) -> dict[str, bytes]:
        """Those of the rows that are there."""
        if not fields:
            return {}
        with StoreErrors(f"read the {self._what}"):
            rows = self._client.hmget(self._key, fields)
        return {field: row for field, row in zip(fields, rows, strict=True) if row is not None}

    def read_all(self) -> dict[str, bytes]:
        """All rows, in no order."""
        with StoreErrors(f"read the {self._what}"):
            rows: dict[bytes, bytes] = self._client.hgetall(self._key)
        return {field.decode("utf-8", "replace"): value for field, value in rows.items()}

    def scan(self) -> Iterator[tuple[str, bytes]]:
        """All rows, each once, in no order, some at a time; one that comes or goes meanwhile may or may not be among them."""
        seen: set[bytes] = set()  # a scan may give the same field twice
        cursor = 0
        while True:
            with StoreErrors(f"read the {self._what}"):
                cursor, rows = self._client.hscan(self._key, cursor, count=SCANNED)
            for field, value in rows.items():
                if field not in seen:
                    seen.add(field)
                    yield field.decode("utf-8", "replace"), value
            if cursor == 0:
                return

    def count(self) -> int:
        """How many rows there are."""
        with StoreErrors(f"count the {self._what}"):
            return int(self._client.hlen(self._key))

    def put(self, rows: Mapping[str, bytes], present: Mapping[str, bytes]) -> bool:
        """Sets rows, as one step; an empty one is deleted. False, and nothing set, where one of them is not what it was in
        `present`."""
        arguments: list[str | bytes | int] = []
        for field, row in rows.items():
            arguments += (field, present.get(field, b""), row)
        with StoreErrors(f"keep {self._what}"):
            return bool(self._put_script([self._key], arguments))

    def set(self, field: str, row: bytes) -> None:
        """Sets a row, whatever was there."""
        with StoreErrors(f"keep {self._what}"):
            self._client.hset(self._key, field, row)

    def drop(self, fields: Iterable[str]) -> int:
        """Deletes rows; returns how many there were."""
        names = list(fields)
        with StoreErrors(f"forget {self._what}"):
            return int(self._client.hdel(self._key, *names)) if names else 0


def existing_keys(connections: Connections, keys: Sequence[str]) -> list[bool]:
    """Which keys of one partition there are, many a round trip."""
    client: Any = connections.writer
    found: list[bool] = []
    for start in range(0, len(keys), SCANNED):
        pipeline = client.pipeline(transaction=False)
        for key in keys[start : start + SCANNED]:
            pipeline.exists(key)
        with StoreErrors("look for keys"):
            found += map(bool, pipeline.execute())
    return found


def read_hashes(connections: Connections, keys: Sequence[str], what: str) -> Iterator[dict[str, bytes]]:
    """The hashes under keys of one partition, in their order, many a round trip."""
    client: Any = connections.writer
    for start in range(0, len(keys), SCANNED):
        pipeline = client.pipeline(transaction=False)
        for key in keys[start : start + SCANNED]:
            pipeline.hgetall(key)
        with StoreErrors(f"read the {what}"):
            replies = pipeline.execute()
        for reply in replies:
            yield {field.decode("utf-8", "replace"): value for field, value in reply.items()}
