"""What is fixed when an installation is made, for ever: how many partitions, which log, whose signature."""

import secrets
from typing import Any
from zlib import crc32

import msgspec
from eventsourcing.persistence import DatabaseError, ProgrammingError

from infra.streams.connection import Client
from infra.streams.errors import StoreErrors
from infra.streams.keys import installation_key
from infra.streams.scripts import script


class Installation(msgspec.Struct, frozen=True):
    """`incarnation` is a random name of this log: one restored from elsewhere, or begun anew, has another,
    so that positions kept outside the server are never used with the wrong log."""

    namespace: str
    partitions: int
    incarnation: str


def partition_of(table_id: str, partitions: int) -> int:
    """The partition, from 0 on, that a table belongs to: CRC-32 of its id modulo the number of partitions."""
    return crc32(table_id.encode()) % partitions


def installation(client: Client, namespace: str, partitions: int | None = None) -> Installation:
    """Reads the installation, or makes it (1 partition unless told otherwise); any number may do so at once.

    `ProgrammingError` where it was made with another number of partitions than the one asked for;
    None asks for none in particular.
    """
    if partitions is not None and partitions < 1:
        raise ProgrammingError(f"An installation has 1 partition or more, not {partitions}.")
    facts = _facts(client, namespace, partitions or 1)
    try:
        found = Installation(namespace, int(facts[b"partitions"]), facts[b"incarnation"].decode())
    except ValueError as error:
        raise DatabaseError(f"The facts of installation {namespace} are not readable.") from error
    if partitions not in (None, found.partitions):
        raise ProgrammingError(
            f"Installation {namespace} was made with {found.partitions} partitions, which is fixed;"
            f" {partitions} were asked for."
        )
    return found


def signing_key(client: Client, namespace: str) -> bytes:
    """The installation's 32 secret bytes that exports are signed with (an Ed25519 private key's seed)."""
    return bytes.fromhex(_facts(client, namespace, 1)[b"signing_key"].decode())


def token_secret(client: Client, namespace: str) -> bytes:
    """The installation's 32 secret bytes that tokens are hashed with. They are in every backup of the store, so that tokens
    hold after it is restored; tokens are too long to be guessed by whoever has them."""
    return bytes.fromhex(_facts(client, namespace, 1)[b"token_secret"].decode())


def _facts(client: Any, namespace: str, partitions: int) -> dict[bytes, bytes]:
    key = installation_key(namespace)
    with StoreErrors(f"read installation {namespace}"):
        stored: dict[bytes, bytes] = client.hgetall(key)
    if b"restoring" in stored:
        raise ProgrammingError(
            f"Installation {namespace} is being restored; if that was interrupted, restore the same backup again."
        )
    if stored.keys() >= {b"partitions", b"incarnation", b"signing_key", b"token_secret"}:
        return stored
    facts: list[str | bytes | int] = [
        *("partitions", partitions),
        *("incarnation", secrets.token_hex(16)),
        *("signing_key", secrets.token_hex(32)),
        *("token_secret", secrets.token_hex(32)),
    ]
    with StoreErrors(f"make installation {namespace}"):
        flat: Any = script(client, "installation")([key], facts)
    return dict(zip(flat[::2], flat[1::2], strict=True))
