"""Locks that die with their process: `flock` through a descriptor of one's own."""

import fcntl
import os
from pathlib import Path


class Lock:
    """A lock on one file. Two `Lock`s on a file exclude each other, also within one process.

    The kernel drops it when the process ends, however it ends. A forked child is no holder: its copies of
    all descriptors are closed at once, since an `flock` lasts as long as any copy of its descriptor.
    """

    def __init__(self, path: Path) -> None:
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        _open_here.add(self)

    def fileno(self) -> int:
        return self._descriptor

    def owner(self) -> int:
        """The user id to whom the file belongs."""
        return os.fstat(self._descriptor).st_uid

    def read(self) -> bytes:
        """What the file holds; there also when its name was deleted under us."""
        return os.pread(self._descriptor, os.fstat(self._descriptor).st_size, 0)

    def write(self, content: bytes) -> None:
        """Replace what the file holds."""
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, content, 0)

    def share(self) -> None:
        """Hold it together with others; waits while somebody holds it alone."""
        fcntl.flock(self._descriptor, fcntl.LOCK_SH)

    def try_alone(self) -> bool:
        """Hold it alone if nobody else holds it. A refusal may cost the share one had."""
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def is_held_elsewhere(self) -> bool:
        """Whether somebody else holds it; only for a lock that one does not hold oneself."""
        if not self.try_alone():
            return True
        self.release()
        return False

    def release(self) -> None:
        """Let go, also on behalf of copies that a child may have between its fork and its exec."""
        fcntl.flock(self._descriptor, fcntl.LOCK_UN)

    def close(self) -> None:
        """Close our descriptor: lets go, unless another process inherited it on purpose. Twice is once."""
        if self in _open_here:
            _open_here.discard(self)
            os.close(self._descriptor)


_open_here: set[Lock] = set()


def _close_in_child() -> None:
    for lock in tuple(_open_here):
        lock.close()


os.register_at_fork(after_in_child=_close_in_child)
