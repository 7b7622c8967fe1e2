"""What is kept beside tables for people: where it lies, and how all of a partition's tables are gone through for it."""

from collections.abc import Callable, Iterator

from infra.ledger import Ledger
from infra.streams import Connections, PartitionKeys, Rows, existing_keys, read_hashes


class BesideTables:
    """The places beside tables. Usable from many threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def of(self, table_id: str) -> tuple[Connections, PartitionKeys]:
        """Connections and keys for a table."""
        recorder = self._ledger.partition(table_id).recorder
        return recorder.connections, recorder.keys

    def rows(self, table_id: str, key: Callable[[PartitionKeys], str], what: str) -> Rows:
        """One hash in a table's partition."""
        connections, keys = self.of(table_id)
        return Rows(connections, key(keys), what)

    def hashes(self, key: Callable[[PartitionKeys, str], str], what: str) -> Iterator[tuple[str, dict[str, bytes]]]:
        """One hash for each of all tables: the table's id, and what is in it where there is anything."""
        for partition in self._ledger.partitions:
            recorder = partition.recorder
            table_ids = list(recorder.scan_tables())
            keys = [key(recorder.keys, table_id) for table_id in table_ids]
            found = zip(table_ids, read_hashes(recorder.connections, keys, what), strict=True)
            yield from ((table_id, rows) for table_id, rows in found if rows)

    def having(self, key: Callable[[PartitionKeys, str], str]) -> Iterator[str]:
        """Those of all tables that have a key."""
        for partition in self._ledger.partitions:
            recorder = partition.recorder
            table_ids = list(recorder.scan_tables())
            found = existing_keys(recorder.connections, [key(recorder.keys, table_id) for table_id in table_ids])
            yield from (table_id for table_id, is_there in zip(table_ids, found, strict=True) if is_there)

    def everywhere(self, key: Callable[[PartitionKeys], str], what: str) -> Iterator[tuple[str, bytes]]:
        """All rows of one hash of each partition."""
        for partition in self._ledger.partitions:
            recorder = partition.recorder
            yield from Rows(recorder.connections, key(recorder.keys), what).scan()
