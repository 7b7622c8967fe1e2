"""The data folder: what is checked before anything is made in it, and its three locks."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from infra.embedded.errors import EmbeddedServerError, explained, is_foreign
from infra.embedded.locks import Lock

POLL_SECONDS = 0.005
EMPTY_BASE = 256  # bytes; a file of a whole store in which nothing is has fewer
ROOM_TO_START = 1 << 20  # bytes; less than this and a server would start only to die of a full disk


class Folder:
    """A data folder with the locks by which processes agree on its server.

    `turn` is held alone while somebody starts, attaches or detaches. `clients` is shared by every client
    as long as it is one: whoever can have it alone is the last. `server` is handed down to the server,
    which holds it until it is dead, so that no process id in a file needs to be believed.
    """

    def __init__(self, path: Path) -> None:
        """Make or open the folder at `path`; `EmbeddedServerError` if it cannot be had."""
        with explained(path):
            self.path = Path(os.path.realpath(path))
            if not (self.path / "server.lock").exists():
                check_room(self.path)
            _make(self.path)
            self._open_locks()
        if self.server.owner() != os.geteuid():
            self.close()
            raise EmbeddedServerError(f"The server's files in {self.path} belong to another user.")

    @contextmanager
    def my_turn(self, patience: float) -> Iterator[None]:
        """Start, attach or detach only within this block; others are waited for `patience` seconds."""
        deadline = time.monotonic() + patience
        while not self.turn.try_alone():
            if time.monotonic() > deadline:
                raise EmbeddedServerError(
                    f"Another process has kept the data folder {self.path} busy for {patience:g} seconds."
                )
            time.sleep(POLL_SECONDS)
        try:
            yield
        finally:
            self.turn.release()

    def has_server(self) -> bool:
        """Whether a server lives on this folder, ready or not. Only within one's turn."""
        return self.server.is_held_elsewhere()

    @property
    def socket(self) -> Path:
        """The socket's path as the server's starter chose it, kept in the lock that the server holds."""
        return Path(os.fsdecode(self.server.read()))

    @socket.setter
    def socket(self, chosen: Path) -> None:
        self.server.write(os.fsencode(chosen))

    def close(self) -> None:
        for lock in self._locks:
            lock.close()

    def _open_locks(self) -> None:
        self._locks: list[Lock] = []
        try:
            for name in ("turn", "clients", "server"):
                self._locks.append(Lock(self.path / f"{name}.lock"))
        except OSError:
            self.close()
            raise
        self.turn, self.clients, self.server = self._locks


def check_room(path: Path) -> None:
    """Refuse a folder where a server could not write, before anything is left there."""
    there = path
    while not there.exists():
        there = there.parent
    if not there.is_dir():
        raise EmbeddedServerError(f"The data folder {path} is not a folder ({there} is a file).")
    found = os.statvfs(there)
    if found.f_flag & os.ST_RDONLY:
        raise EmbeddedServerError(f"The data folder {path} cannot be written to (a read-only file system).")
    if not _is_writable(there):
        whose = "belongs to another user" if is_foreign(there) else "does not permit it"
        raise EmbeddedServerError(f"The data folder {path} cannot be written to ({there} {whose}).")
    if not found.f_blocks:
        raise EmbeddedServerError(f"The data folder {path} cannot be kept there ({there} is on no disk).")
    if found.f_bavail * found.f_frsize < ROOM_TO_START or (found.f_files and not found.f_favail):
        raise EmbeddedServerError(f"The disk under the data folder {path} is full.")


def check_whole(path: Path) -> None:
    """Refuse append-only files without the manifest that names them: a server would begin anew, and write over them.

    One that died at its very first start leaves some without a word in them.
    """
    found = list((path / "appendonlydir").glob("appendonly.aof.*"))
    has_manifest = any(file.name == "appendonly.aof.manifest" for file in found)
    if not has_manifest and any(file.stat().st_size > (0 if file.suffix == ".aof" else EMPTY_BASE) for file in found):
        raise EmbeddedServerError(
            f"The data in {path} is not whole: appendonlydir/appendonly.aof.manifest is missing, without which the files beside"
            " it would be written over; copy it from where they came from."
        )


def sync_folder(path: Path) -> None:
    """Put the names in a folder onto the disk: a synced file without its name is lost with the power."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _make(path: Path) -> None:
    missing = [each for each in (path, *path.parents) if not each.exists()]
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.stat().st_mode & 0o077:
        path.chmod(0o700)
    for each in missing:
        sync_folder(each.parent)


def _is_writable(path: Path) -> bool:
    return os.access(path, os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids)
