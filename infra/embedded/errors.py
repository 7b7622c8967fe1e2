"""The one error of the embedded server, and how the system's errors become its sentences."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FULL = {errno.ENOSPC, errno.EDQUOT}
FORBIDDEN = {errno.EROFS, errno.EACCES, errno.EPERM}


class EmbeddedServerError(Exception):
    """The embedded server cannot be started, reached or stopped; the message is one sentence for a person."""


@contextmanager
def explained(folder: Path) -> Iterator[None]:
    """Turn whatever the file system refuses while `folder` is worked on into an `EmbeddedServerError`."""
    try:
        yield
    except OSError as error:
        raise EmbeddedServerError(_sentence(error, folder)) from error


def is_foreign(folder: Path) -> bool:
    """Whether `folder` exists and belongs to another user, whom we are not entitled to stand in for."""
    try:
        return os.geteuid() not in (0, folder.stat().st_uid)
    except OSError:
        return False


def _sentence(error: OSError, folder: Path) -> str:
    reason = error.strerror or str(error)
    if error.errno in FULL:
        return f"The disk under the data folder {folder} is full ({reason})."
    if error.errno in FORBIDDEN and is_foreign(folder):
        return f"The data folder {folder} belongs to another user."
    if error.errno in FORBIDDEN:
        return f"The data folder {folder} cannot be written to ({reason})."
    if error.errno == errno.ENAMETOOLONG:
        return f"The path of the data folder {folder} is too long for the file system."
    if error.errno in (errno.ENOTDIR, errno.EEXIST):
        return f"The data folder {folder} is not a folder ({error.filename or folder} is a file)."
    return f"The data folder {folder} cannot be used ({error.filename or folder}: {reason})."
