"""The file of a backup: a stream of frames that can be written and read without holding it in memory.

    magic ‖ frames ‖ 00 00 00 00 ‖ SHA-256 of all before it (32 bytes)

A frame is its length (4 bytes, big-endian, never 0) and a MessagePack value. The hash finds what was damaged or cut off.
It is no signature: whoever has the file has the installation's signing key with it, and could sign anything.
"""

import errno
import hashlib
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import msgspec

LARGEST_FRAME = 1024 * 1024 * 1024
_LENGTH, _HASH = 4, 32

T = TypeVar("T")


class BackupError(Exception):
    """A backup that cannot be made, read or restored; the message is one sentence."""


class FrameWriter:
    """Writes frames one after the other."""

    def __init__(self, file: BinaryIO, magic: bytes) -> None:
        self._file = file
        self._hash = hashlib.sha256()
        self.size = 0
        self._put(magic)

    def write(self, frame: msgspec.Struct) -> None:
        body = msgspec.msgpack.encode(frame)
        self._put(len(body).to_bytes(_LENGTH) + body)

    def finish(self) -> None:
        """Write what ends the file."""
        self._put(bytes(_LENGTH))
        self._put(self._hash.digest())

    def _put(self, data: bytes) -> None:
        self._hash.update(data)
        self._file.write(data)
        self.size += len(data)


def check_new(path: Path) -> None:
    """`BackupError` where there is a file already, or where none can be made."""
    try:
        if path.exists():
            raise BackupError(f"There is something at {path} already: a backup replaces nothing.")
        path.parent.stat()
        if not os.access(path.parent, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: Exception) -> BackupError:
    return BackupError(f"Cannot write {path}: {getattr(error, 'strerror', None) or error}.")


@contextmanager
def written(path: Path, magic: bytes) -> Iterator[FrameWriter]:
    """A file that is there whole, synced and for its owner alone, or not at all. `BackupError` where there is one already, or
    where it cannot be written."""
    partial = path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}.part")
    check_new(path)
    try:
        descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "wb") as file:
            writer = FrameWriter(file, magic)
            yield writer
            writer.finish()
            file.flush()
            os.fsync(file.fileno())
        os.link(partial, path)  # unlike a rename, never in place of another
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from error
    finally:
        with suppress(OSError, ValueError):
            partial.unlink()


def frames(path: Path, magic: bytes, type: type[T], what: str) -> Iterator[tuple[T, str]]:  # noqa: A002 - msgspec's word
    """The frames of a file, each with the hash of all up to its end.

    `BackupError` where the file is not `what` it should be, damaged, cut off, or goes on behind its end; that may be told
    only after the last frame.
    """
    try:
        with path.open("rb") as file:
            yield from _frames(file, magic, msgspec.msgpack.Decoder(type), what)
    except OSError as error:
        raise BackupError(f"Cannot read {path}: {error.strerror or error}.") from error


def _frames(file: BinaryIO, magic: bytes, decoder: Any, what: str) -> Iterator[tuple[Any, str]]:
    running = hashlib.sha256()

    def take(size: int) -> bytes:
        data = file.read(size)
        if len(data) < size:
            raise BackupError("This file is cut off.")
        running.update(data)
        return data

    start = file.read(len(magic))
    if start != magic:
        raise BackupError(f"This file is not {what}: it does not begin like one.")
    running.update(start)
    while size := int.from_bytes(take(_LENGTH)):
        if size > LARGEST_FRAME:
            raise BackupError("This file is damaged: it has a part that is larger than any.")
        try:
            frame = decoder.decode(take(size))
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            raise BackupError(f"This file is damaged, or of another version: {error}.") from error
        yield frame, running.hexdigest()
    expected = running.digest()
    if file.read(_HASH + 1) != expected:
        raise BackupError("This file is damaged, or cut off: its hash is another one.")
