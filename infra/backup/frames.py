"""What a backup of an installation is made of. New fields come at the end, with defaults; another order is another magic."""

from typing import Annotated

import msgspec
from msgspec import Meta

from infra.streams.copying import StoredKey

MAGIC = b"SOULS BACKUP 1\n"
WHAT = "a backup"

Count = Annotated[int, Meta(ge=0, lt=2**53)]


class Head(msgspec.Struct, frozen=True, array_like=True, tag="head"):
    """The first frame: of which installation, when (microseconds), and its facts, its secrets included."""

    namespace: str
    at: Count
    partitions: Annotated[int, Meta(ge=1, le=1024)]
    facts: dict[bytes, bytes]

    def __repr__(self) -> str:
        return f"Head({self.namespace}, {self.at})"


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """One record of a partition's log. No state: the table's stream is gone, from which nothing can be read any more."""

    table: str
    version: Count
    topic: str
    state: bytes


class Entries(msgspec.Struct, frozen=True, array_like=True, tag="log"):
    """A part of a partition's log: records with the notification ids from `first` on, without a gap."""

    partition: int
    first: Count
    entries: list[Entry]


class End(msgspec.Struct, frozen=True, array_like=True, tag="end"):
    """The last frame: how many records and keys there were."""

    records: Count
    keys: Count


Frame = Head | StoredKey | Entries | End
