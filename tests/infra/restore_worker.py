"""Somebody who restores a backup and is killed in the middle: `restore_worker.py URL NAMESPACE FILE PARTS`.

Dies when so many parts of the log are written, or, where there are fewer, just before anybody could use what is restored.
"""

import os
import signal
import sys
from pathlib import Path

from infra.backup import restore
from infra.streams import Connections


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    url, namespace, file, parts = sys.argv[1:]
    left = iter(range(int(parts)))

    def count(_: int) -> None:
        if next(left, None) is None:
            die()

    restore(Connections(url), namespace, Path(file), count, die)
