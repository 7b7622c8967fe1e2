"""Precedents that came from other installations: one hash an installation, beside all its partitions."""

from collections.abc import Iterable, Mapping
from typing import Any

from infra.streams.connection import Connections
from infra.streams.errors import StoreErrors
from infra.streams.keys import imported_precedents_key
from infra.streams.scripts import script


class ImportedRows:
    """A field is the fingerprint of whose precedent it is, its table and its contest: `FINGERPRINT/TABLE/CONTEST`."""

    def __init__(self, connections: Connections, namespace: str) -> None:
        self._client: Any = connections.writer
        self._key = imported_precedents_key(namespace)
        self._put_script = script(connections.writer, "imported")

    def read_all(self) -> dict[str, bytes]:
        """All rows, in no order."""
        with StoreErrors("read the imported precedents"):
            rows: dict[bytes, bytes] = self._client.hgetall(self._key)
        return {field.decode(): value for field, value in rows.items()}

    def put(self, rows: Mapping[str, bytes], present: Mapping[str, bytes]) -> bool:
        """Sets rows, as one step. False, and nothing set, where one of them is not what it was in `present`."""
        arguments: list[str | bytes | int] = []
        for field, row in rows.items():
            arguments += (field, present.get(field, b""), row)
        with StoreErrors("keep imported precedents"):
            return bool(self._put_script([self._key], arguments))

    def drop(self, fields: Iterable[str]) -> int:
        """Deletes rows; returns how many there were."""
        names = list(fields)
        with StoreErrors("forget imported precedents"):
            return int(self._client.hdel(self._key, *names)) if names else 0
