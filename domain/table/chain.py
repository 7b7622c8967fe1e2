"""The chain: every record has a leaf, every command a link over its records' leaves (T-40).

A leaf is salted, so that somebody who is given only the leaf of a hidden record cannot guess what it hides.
"""

import hashlib
import hmac
from collections.abc import Iterable


def genesis_of(table_id: str) -> bytes:
    """The head of a table's chain before its first command: so no chain can be passed off as another table's."""
    return hashlib.sha256(b"souls table " + table_id.encode()).digest()


def salt_of(secret: bytes, version: int) -> bytes:
    """The salt of a table's record, from that table's secret."""
    return hmac.digest(secret, version.to_bytes(8, "big"), "sha256")


def leaf_of(salt: bytes, stored: bytes) -> bytes:
    """The leaf of a record's stored bytes."""
    return hashlib.sha256(salt + stored).digest()


def link(head: bytes, leaves: Iterable[bytes]) -> bytes:
    """The chain's head after a command whose records have these leaves."""
    return hashlib.sha256(head + b"".join(leaves)).digest()
