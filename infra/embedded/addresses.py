"""Where the server's socket is: in the data folder, or, too long for that, in a runtime folder."""

import hashlib
import os
import stat
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

from infra.embedded.errors import EmbeddedServerError

# `sun_path` holds 108 bytes on Linux and 104 on macOS, with the final zero.
LONGEST_SOCKET_PATH = 103 if sys.platform == "darwin" else 107


def socket_url(socket: Path) -> str:
    """The address for `redis.Redis.from_url`; quoted, since folders may be named with `?`, `#` or `%`."""
    return "unix://" + quote(str(socket))


def choose_socket(data: Path) -> Path:
    """The socket for the server on `data` (absolute).

    Only the starter chooses and the others read what it wrote down, because another process of the same
    user may have another temporary folder.
    """
    inside = data / "server.sock"
    if _fits(inside):
        return inside
    runtime = Path(tempfile.gettempdir()).absolute() / f"lost-souls-{os.getuid()}"
    hashed = runtime / (hashlib.sha256(os.fsencode(data)).hexdigest()[:24] + ".sock")
    if not _fits(hashed):
        raise EmbeddedServerError(
            f"The path of the data folder {data} is too long for a socket, and so is {hashed}: "
            f"a socket's path has at most {LONGEST_SOCKET_PATH} bytes."
        )
    _make_private(runtime)
    return hashed


def clear_socket(socket: Path) -> None:
    """Make way for a new socket, when no server runs.

    A killed server's goes; what is not a socket is not ours to delete, and is moved aside.
    """
    try:
        mode = socket.lstat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISSOCK(mode):
        socket.unlink()
    else:
        socket.rename(tempfile.mkdtemp(prefix=socket.name + ".aside-", dir=socket.parent) + "/" + socket.name)


def _fits(socket: Path) -> bool:
    try:
        return len(str(socket).encode()) <= LONGEST_SOCKET_PATH
    except UnicodeEncodeError:  # a name that is not UTF-8 cannot be put into a URL
        return False


def _make_private(runtime: Path) -> None:
    """Others may write to the temporary folder too: what is there under our name must be ours alone."""
    runtime.mkdir(mode=0o700, exist_ok=True)
    found = runtime.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise EmbeddedServerError(f"The runtime folder {runtime} is not a private folder of this user.")
