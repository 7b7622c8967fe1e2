"""`souls` as people run it: processes with their own data folder, pipes and terminals."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.tools.running import path_with_souls

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "tools.cli.main"]
PATIENCE = 60.0


def environment(data: Path, **more: str) -> dict[str, str]:
    """This process's environment, leading to that data folder."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("SOULS_") and name != "REDIS_URL"}
    return {**own, "SOULS_DATA": str(data), "COLUMNS": "100", "PATH": path_with_souls(), **more}


def start(data: Path, *arguments: object, **more: str) -> "subprocess.Popen[str]":
    """Start the command, in a session of its own, with pipes on stdout and stderr."""
    return subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        cwd=ROOT, env=environment(data, **more), text=True, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def run(data: Path, *arguments: object, **more: str) -> "subprocess.CompletedProcess[str]":
    """Run the command to its end."""
    with start(data, *arguments, **more) as process:
        out, err = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in out + err
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


class Terminal:
    """The command at a terminal of its own, and what it has shown there."""

    def __init__(self, data: Path, *arguments: object) -> None:
        self.shown = ""
        self.pid, self._fd = pty.fork()
        if not self.pid:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever runs the tests in the background may have it ignored
            os.chdir(ROOT)
            os.execve(COMMAND[0], [*COMMAND, *map(str, arguments)], environment(data, TERM="xterm"))

    def type(self, text: str) -> None:
        os.write(self._fd, text.encode())

    def wait_for(self, *texts: str) -> str:
        """Read until one of the texts has been shown since the last call; returns what was shown up to it."""
        deadline = time.monotonic() + PATIENCE
        while True:
            ends = [(self.shown.index(text) + len(text), text) for text in texts if text in self.shown]
            if ends:
                end, _ = min(ends)
                before, self.shown = self.shown[:end], self.shown[end:]
                return before
            assert select.select([self._fd], [], [], max(0, deadline - time.monotonic()))[0], self.shown
            self.shown += plain(os.read(self._fd, 65536).decode(errors="replace"))

    def wait(self) -> int:
        """Read all that is still shown; returns the exit code."""
        while True:
            try:
                more = os.read(self._fd, 65536)
            except OSError:  # what a terminal's other end says when the last process has let go of it
                break
            if not more:
                break
            self.shown += plain(more.decode(errors="replace"))
        os.close(self._fd)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def plain(text: str) -> str:
    """Text without colours and carriage returns."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "")
