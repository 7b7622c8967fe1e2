"""People's keys: one file each, in a folder of its own outside the store. Destroying a key forgets all of a person's texts.

A file is 64 hexadecimal digits and a line feed. Forgetting writes a tombstone of the same length over them, in place: one
name has either a key or a tombstone, so no other process can make a new key between the two.
"""

import errno
import os
import re
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import msgspec

from domain.table.messages import Name

KEY_SIZE = 32

_KEY = re.compile(rb"[0-9a-f]{64}\n")
# It begins and ends with what no key has: where it was written over a key only in part, that is no key.
_TOMBSTONE = b"forgotten".center(2 * KEY_SIZE, b"-") + b"\n"
_FOR_OTHERS = 0o077


class KeyringError(Exception):
    """A key cannot be had; the message is one sentence for a person."""


class ForgottenError(KeyringError):
    """The person was forgotten: there is no key, and there will be none."""


class KeysAwayError(KeyringError):
    """A key is not here with which something was sealed that is stored: it has to be put back, and no other takes its place."""


class Sealed(Protocol):
    """Of whom something is stored that was sealed under their key."""

    def of_anybody(self) -> bool: ...

    def of(self, person: str) -> bool: ...


class Nothing:
    """Nothing is stored that was sealed."""

    def of_anybody(self) -> bool:
        return False

    def of(self, person: str) -> bool:
        return False


class Keyring:
    """The keys in a folder, which is made when the first key is. Usable from many threads and processes.

    Keys are never kept in memory, so that who is forgotten is forgotten everywhere at once. All methods raise
    `KeyringError` for what is no person's id, for a damaged key, and for a folder or file that cannot be used or that
    others than its owner can read. Where the folder is missing though something is `sealed`, none is made.
    """

    def __init__(self, folder: Path, sealed: Sealed | None = None) -> None:
        self._folder = folder
        self._sealed = sealed or Nothing()

    def check(self) -> None:
        """Make the folder, if there is none and nobody needs one that was there before; `KeysAwayError` where it was lost or
        moved away, `KeyringError` where it cannot be used."""
        self.check_not_lost()
        with self._explained():
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._is_there()
            if not os.access(self._folder, os.R_OK | os.W_OK | os.X_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self._folder))

    def is_lost(self) -> bool:
        """Whether there is no such folder, though something is sealed with keys that were in it."""
        # A key is made before what is sealed with it is stored: so who looks again sees the folder that has just been made.
        return self._is_missing() and self._sealed.of_anybody() and self._is_missing()

    def check_not_lost(self) -> None:
        """`KeysAwayError` where the folder is missing that somebody's key was in."""
        if self.is_lost():
            raise KeysAwayError(
                f"People are stored here, but the folder of their keys {self._folder} is missing: put it back, or, where the "
                f"keys are lost for ever, make an empty one with 'mkdir -m 700 {self._folder}'."
            )

    def key(self, person: str) -> bytes:
        """A person's 32 secret bytes, made at the first use; `ForgottenError` where the person was forgotten, `KeysAwayError`
        where there was a key before."""
        found = self.find(person)
        if found is None:
            self.check_not_lost()
            if self._sealed.of(person) and self.find(person) is None:
                raise KeysAwayError(self.away(person))
            self._place(self._path(person), secrets.token_bytes(KEY_SIZE).hex().encode() + b"\n")
            found = self.find(person)  # somebody else's, where they were faster
        if found is None:
            raise KeyringError(f"The key of person '{person}' in {self._folder} was deleted as soon as it was made.")
        return found

    def find(self, person: str) -> bytes | None:
        """A person's key, None where there is none yet; `ForgottenError` where the person was forgotten."""
        path = self._path(person)
        with self._explained():
            if not self._is_there():
                return None
            try:
                stored = _private_bytes(path)
            except FileNotFoundError:
                return None
        if stored == _TOMBSTONE:
            raise ForgottenError(f"Person '{person}' was forgotten and can write nothing more.")
        if not _KEY.fullmatch(stored):
            raise KeyringError(f"The key of person '{person}' is damaged: {path} is no key. Restore it from a backup.")
        return bytes.fromhex(stored.decode())

    def known(self, person: str) -> bool:
        """Whether there is a key that the person's texts can be read with."""
        try:
            return self.find(person) is not None
        except ForgottenError:
            return False

    def holds(self, person: str) -> bool:
        """Whether there is anything of a person's: a key, damaged or not, or that they were forgotten."""
        path = self._path(person)
        with self._explained():
            return self._is_there() and path.exists()

    def forget(self, person: str) -> None:
        """Destroy a person's key for ever, also where it is damaged, and where there never was one. Twice is once.

        `KeysAwayError` where the folder is missing, since then the key is somewhere else.
        """
        path = self._path(person)
        self.check_not_lost()
        self._place(path, _TOMBSTONE)
        with self._explained():
            _write_over(path, _TOMBSTONE)

    def entries(self) -> Iterator[tuple[str, bytes | None]]:
        """All persons with a key, and with None those who were forgotten; sorted. `KeyringError` for a damaged key."""
        with self._explained():
            names = sorted(path.name for path in self._folder.glob("*.key")) if self._is_there() else []
        for name in names:
            try:
                person = bytes.fromhex(name.removesuffix(".key")).decode()
            except ValueError as error:
                raise KeyringError(f"{self._folder / name} is the key of nobody: it has no person's name.") from error
            try:
                key = self.find(person)
            except ForgottenError:
                yield person, None
                continue
            if key is not None:
                yield person, key

    def take_in(self, person: str, key: bytes | None) -> bool:
        """Put a key in its place that was kept elsewhere, or (None) a tombstone. What is here stays, but for the key of a
        person who was forgotten there; false where another key is here."""
        if key is None:
            self.forget(person)
            return True
        if len(key) != KEY_SIZE:
            raise KeyringError(f"What was kept of person '{person}' is no key.")
        self._place(self._path(person), key.hex().encode() + b"\n")
        try:
            return self.find(person) == key
        except ForgottenError:
            return True  # the tombstone stays

    def away(self, person: str) -> str:
        """The sentence for a key that is not here."""
        return f"The key of person '{person}' is not in {self._folder}, where it has to be put back."

    def _is_missing(self) -> bool:
        with self._explained():
            return not self._folder.exists()

    def _path(self, person: str) -> Path:
        try:
            msgspec.convert(person, Name)
        except msgspec.ValidationError as error:
            raise KeyringError(f"{person!r} is not a person's id.") from error
        # Digits only: some file systems take `Ada` and `ada` for one name.
        return self._folder / f"{person.encode().hex()}.key"

    def _place(self, path: Path, content: bytes) -> None:
        """Make a whole file in one step, for its owner alone and synced, unless there is one of that name."""
        with self._explained():
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._is_there()
            descriptor, new = tempfile.mkstemp(prefix=".new-", dir=self._folder)
            try:
                with open(descriptor, "wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                _link_unless_taken(new, path)
            finally:
                os.unlink(new)
            for folder in (self._folder, self._folder.parent):
                _sync(folder)

    def _is_there(self) -> bool:
        """Whether the folder is there; `KeyringError` where it is not its owner's alone."""
        try:
            found = self._folder.stat()
        except FileNotFoundError:
            return False
        if found.st_uid != os.geteuid():
            raise KeyringError(f"The folder of keys {self._folder} belongs to another user.")
        _check_private(self._folder, found.st_mode)
        return True

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            reason = f"{error.filename or self._folder}: {error.strerror or error}"
            raise KeyringError(f"The keys in {self._folder} cannot be used ({reason}).") from error


def _private_bytes(path: Path) -> bytes:
    with open(path, "rb") as file:
        _check_private(path, os.fstat(file.fileno()).st_mode)
        return file.read(len(_TOMBSTONE) + 1)


def _check_private(path: Path, mode: int) -> None:
    if mode & _FOR_OTHERS:
        raise KeyringError(f"{path} is open to other users: take that away with 'chmod go-rwx' before it is used.")


def _link_unless_taken(new: str, path: Path) -> None:
    try:
        os.link(new, path)
    except FileExistsError:
        return


def _write_over(path: Path, content: bytes) -> None:
    with open(path, "r+b", buffering=0) as file:
        file.write(content)
        file.truncate()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
