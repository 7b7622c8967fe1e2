"""A backup read through before anything is done with it: its hash, its order, and that what it holds fits together."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from infra.backup.container import BackupError, frames
from infra.backup.frames import MAGIC, WHAT, End, Entries, Frame, Head
from infra.streams import PartitionKeys, partition_of
from infra.streams.copying import StoredKey

_ITEMS: dict[str, Any] = {
    "string": list[bytes],
    "set": list[bytes],
    "list": list[bytes],
    "hash": list[tuple[bytes, bytes]],
    "zset": list[tuple[bytes, bytes]],
    "stream": list[tuple[bytes, Annotated[list[bytes], Meta(min_length=2)]]],
}


class Contents(msgspec.Struct):
    """What a backup holds. `tables` are the last versions of all tables, `lost` those without a stream; `digest` names the
    backup."""

    head: Head
    records: int = 0
    keys: int = 0
    logs: dict[int, int] = {}
    tables: dict[str, int] = {}
    lost: set[str] = set()
    digest: str = ""


def check_backup(path: Path) -> Contents:
    """What a backup holds; `BackupError` where it is none, damaged, cut off, or holds what does not fit together."""
    reading = backup_frames(path)
    head, _ = next(reading, (None, ""))
    if not isinstance(head, Head) or not head.facts.keys() >= {b"partitions", b"signing_key", b"token_secret"}:
        raise BackupError("This backup does not begin with what it is a backup of.")
    contents, is_over = Contents(head), False
    for frame, digest in reading:
        if is_over or isinstance(frame, Head):
            raise BackupError("This backup has parts in a place where there are none.")
        if isinstance(frame, Entries):
            _take_log(contents, frame)
        elif isinstance(frame, StoredKey):
            _take_key(contents, frame)
        else:
            is_over, contents.digest = True, digest
            if frame != End(contents.records, contents.keys):
                raise BackupError(
                    f"This backup should hold {frame.records} records and {frame.keys} keys,"
                    f" and holds {contents.records} and {contents.keys}."
                )
    if not is_over:
        raise BackupError("This backup has no end.")
    return contents


def backup_frames(path: Path) -> Iterator[tuple[Frame, str]]:
    """The frames of a backup, each with the hash of all up to it."""
    return frames(path, MAGIC, Frame, WHAT)  # type: ignore[arg-type]


def _take_log(contents: Contents, part: Entries) -> None:
    number, partitions = part.partition, contents.head.partitions
    last = contents.logs.get(number, 0)
    if part.first != last + 1:
        raise BackupError(f"In this backup record {part.first} of partition {number} comes behind record {last}.")
    for entry in part.entries:
        before = contents.tables.get(entry.table)
        fits = entry.version <= 1 if before is None else entry.version == before + 1
        if not fits or partition_of(entry.table, partitions) != number:
            raise BackupError(
                f"In this backup version {entry.version} of table '{entry.table}' is in a place where it cannot be."
            )
        contents.tables[entry.table] = entry.version
        if not entry.state:
            contents.lost.add(entry.table)
    contents.logs[number] = last + len(part.entries)
    contents.records += len(part.entries)


def _take_key(contents: Contents, key: StoredKey) -> None:
    number = key.group[1:] if key.group.startswith("p") else ""
    if number.isdigit() and (
        int(number) >= contents.head.partitions
        or PartitionKeys.is_of_log(key.rest)
        or PartitionKeys.is_made_from_log(key.rest)
    ):
        raise BackupError(f"This backup has a key that no backup has: {key.group}:{key.rest}.")
    try:
        items = msgspec.convert(key.items, _ITEMS[key.kind])
    except msgspec.ValidationError as error:
        raise BackupError(f"In this backup what is in {key.group}:{key.rest} cannot be: {error}.") from error
    if (not items and key.kind != "stream") or (key.kind == "string" and len(items) > 1):
        raise BackupError(f"In this backup {key.group}:{key.rest} holds nothing, or more than it can.")
    contents.keys += 1
