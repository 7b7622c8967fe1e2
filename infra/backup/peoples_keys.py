"""People's keys in a file of their own, to be kept apart from the store's backups: whoever has both can read everything."""

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from domain.table.messages import Name
from infra.backup.container import BackupError, frames, written
from infra.clock import now
from infra.keyring import KEY_SIZE, Keyring

MAGIC = b"SOULS KEYS 1\n"
WHAT = "a backup of people's keys"


class PersonKey(msgspec.Struct, frozen=True, array_like=True, tag="key"):
    """A person's key; None for one who was forgotten."""

    person: Name
    key: Annotated[bytes, Meta(min_length=KEY_SIZE, max_length=KEY_SIZE)] | None

    def __repr__(self) -> str:
        return f"PersonKey({self.person})"


class KeysEnd(msgspec.Struct, frozen=True, array_like=True, tag="end"):
    """The last frame: when it was made (microseconds), and of how many people."""

    at: int
    people: int


class RestoredKeys(msgspec.Struct, frozen=True):
    """How many people have a key now that was in the file, how many in it were forgotten, and whose keys here are others."""

    people: int
    forgotten: int
    different: list[str]


def back_up_keys(keyring: Keyring, path: Path) -> int:
    """Write all keys, and who was forgotten, to a file; returns of how many people. To be done after the store's backup, so
    that there is a key for everything in it. `KeyringError` for a key that is damaged."""
    entries = list(keyring.entries())
    with written(path, MAGIC) as writer:
        for person, key in entries:
            writer.write(PersonKey(person, key))
        writer.write(KeysEnd(now(), len(entries)))
    return len(entries)


def read_keys(path: Path) -> dict[str, bytes | None]:
    """The keys in a file, None for who was forgotten; `BackupError` where it is none, damaged, or cut off."""
    found: dict[str, bytes | None] = {}
    end: KeysEnd | None = None
    for frame, _ in frames(path, MAGIC, PersonKey | KeysEnd, WHAT):  # type: ignore[arg-type]
        if end is not None or (isinstance(frame, PersonKey) and frame.person in found):
            raise BackupError("This file has parts in a place where there are none.")
        if isinstance(frame, KeysEnd):
            end = frame
        else:
            found[frame.person] = frame.key
    if end is None or end.people != len(found):
        raise BackupError("This file has no end that fits what is in it.")
    return found


def restore_keys(keyring: Keyring, path: Path) -> RestoredKeys:
    """Add the keys of a file to a keyring. Nobody who was forgotten, here or there, comes back, and no key here is replaced."""
    found = read_keys(path)
    different = [person for person, key in sorted(found.items()) if not keyring.take_in(person, key)]
    forgotten = sum(key is None for key in found.values())
    return RestoredKeys(len(found) - forgotten - len(different), forgotten, different)
