"""Precedents that came from other installations: one hash an installation, beside all its partitions."""

from infra.streams.connection import Connections
from infra.streams.keys import imported_precedents_key
from infra.streams.rows import Rows


class ImportedRows(Rows):
    """A field is the fingerprint of whose precedent it is, its table and its contest: `FINGERPRINT/TABLE/CONTEST`."""

    def __init__(self, connections: Connections, namespace: str) -> None:
        super().__init__(connections, imported_precedents_key(namespace), "imported precedents")
