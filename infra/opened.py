"""Tables in memory, each with what it needs to go on: the chain's head, its secrets, and where its chance comes from."""

import base64
import secrets
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock, RLock
from weakref import WeakValueDictionary

import msgspec
from eventsourcing.persistence import StoredEvent

from domain.table.chain import leaf_of, link, salt_of
from domain.table.chance import Derived, Dictated, Source, chance_key, commitment_to
from domain.table.refusals import Refusal
from domain.table.table import Table
from infra.codec import stored_bytes
from infra.streams import TableSecret

CACHED_TABLES = 256


@dataclass(slots=True)
class Opened:
    """A table in memory, with what the next append needs: the chain's head and the table's secrets."""

    table: Table
    head: bytes
    secret: TableSecret | None


class RefusedAt(msgspec.Struct, frozen=True):
    """Of several commands the one with this number, from 0, was turned down, and so none of them happened."""

    number: int
    refusal: Refusal


class TablesInMemory(ABC):
    """The tables that were looked at lately, and a lock for each that is in use. Usable from many threads."""

    def __init__(self) -> None:
        self._cache: OrderedDict[str, Opened] = OrderedDict()
        # A lock lives as long as somebody holds it or waits for it.
        self._locks: WeakValueDictionary[str, _TableLock] = WeakValueDictionary()
        self._guard = Lock()

    @abstractmethod
    def read(self, table_id: str) -> Opened:
        """The table from its log."""

    def _current(self, table_id: str) -> Opened:
        with self._guard:
            opened = self._cache.get(table_id)
            if opened is not None:
                self._cache.move_to_end(table_id)
                return opened
        opened = self.read(table_id)
        self._remember(opened)
        return opened

    def _remember(self, opened: Opened) -> None:
        with self._guard:
            self._cache[opened.table.id] = opened
            self._cache.move_to_end(opened.table.id)
            if len(self._cache) > CACHED_TABLES:
                self._cache.popitem(last=False)

    def _forget(self, table_id: str) -> None:
        with self._guard:
            self._cache.pop(table_id, None)

    def _lock(self, table_id: str) -> "_TableLock":
        with self._guard:
            lock = self._locks.get(table_id)
            if lock is None:
                lock = self._locks[table_id] = _TableLock()
            return lock


class _TableLock:
    """A lock that can be referred to weakly."""

    def __init__(self) -> None:
        self._lock = RLock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *error: object) -> None:
        self._lock.release()


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
