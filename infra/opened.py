"""A table in memory with what it needs to go on: the chain's head, its secrets, and where its chance comes from."""

import base64
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from eventsourcing.persistence import StoredEvent

from domain.table.chain import leaf_of, link, salt_of
from domain.table.chance import Derived, Dictated, Source, chance_key, commitment_to
from domain.table.table import Table
from infra.codec import stored_bytes
from infra.streams import TableSecret


@dataclass(slots=True)
class Opened:
    """A table in memory, with what the next append needs: the chain's head and the table's secrets."""

    table: Table
    head: bytes
    secret: TableSecret | None


def chance_source(table: Table, secret: TableSecret | None, epoch_seed: bytes | None = None) -> Source:
    """The source that a table's chance comes from (T-32 to T-35).

    Seeded chance leaves the table's id out, so that a number always gives the same game. Where the seed is not here, such
    as at an imported table, there is nothing to draw from.
    """
    seed = epoch_seed if table.epoch else (secret.seed if secret else None)
    kind = table.opened.chance if table.opened else "dictated"
    committed_to = bool(seed) and commitment_to(seed or b"") == table.commitment
    if (kind == "dictated" and not table.epoch) or not seed or not committed_to:
        return Dictated({})
    entropy = [bytes.fromhex(table.entropy[seat]) for seat in sorted(table.entropy)]
    return Derived(chance_key(seed, entropy), "" if kind == "seeded" and not table.epoch else table.id, table.epoch)


def head_of(table: Table, stored: Sequence[StoredEvent], secret: TableSecret | None) -> bytes:
    """The chain's head behind a table's last command, from the head that the command stored and its own records."""
    start = table.starts[-1]
    cause = table.records[start - 1].cause
    assert cause is not None
    leaves = [
        leaf_of(_salt(secret, event.originator_version), stored_bytes(event.topic, event.state))
        for event in stored[start - 1 :]
    ]
    return link(cause.head, leaves)


def new_table_id() -> str:
    """12 random characters of base32."""
    return base64.b32encode(secrets.token_bytes(8)).decode()[:12].lower()


def new_command_id() -> str:
    """A random command id, for commands whose asker gave none."""
    return secrets.token_hex(8)


def _salt(secret: TableSecret | None, version: int) -> bytes:
    return salt_of(secret.salt if secret else b"", version)
