"""Real processes around real servers, and real disks that are full or read-only."""

import contextlib
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 20.0


def until(condition: Callable[[], bool]) -> None:
    """Wait for a real condition; fail if it does not come true in time."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true"
        time.sleep(0.002)


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that ended and was not yet collected by its parent does not."""
    if Path("/proc/self/stat").exists():
        try:
            return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
        except (FileNotFoundError, ProcessLookupError):
            return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


class Client:
    """One client process, in a process group of its own as a terminal would have it."""

    def __init__(self, data: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(ROOT / "tests/embedded/client.py"), str(data)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            start_new_session=True,
            bufsize=0,
        )
        self.pid = self._process.pid
        assert self.hear() == "ready"

    def say(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(line.encode() + b"\n")

    def hear(self) -> str:
        assert self._process.stdout
        assert select.select([self._process.stdout], [], [], PATIENCE)[0], "the client said nothing"
        return self._process.stdout.readline().decode().strip()

    def ask(self, line: str) -> str:
        self.say(line)
        return self.hear()

    def attach(self) -> int:
        """Attach; the process id of the server."""
        word, _, pid = self.ask("attach").partition(" ")
        assert word == "attached", pid
        return int(pid)

    def leave(self) -> int:
        """Exit as an interpreter normally does, without closing by hand; the exit code."""
        assert self._process.stdin
        self._process.stdin.close()
        return self._process.wait(PATIENCE)

    def signal_group(self, number: int) -> None:
        os.killpg(self.pid, number)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(PATIENCE)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()

    def wait(self) -> int:
        return self._process.wait(PATIENCE)


@pytest.fixture
def new_client() -> Iterator[Callable[[Path], Client]]:
    """Start client processes; those still there after the test, and their servers, are killed."""
    clients: list[Client] = []
    folders: set[Path] = set()

    def make(data: Path) -> Client:
        client = Client(data)
        clients.append(client)
        folders.add(data)
        return client

    yield make
    for client in clients:
        client.kill()
    for data in folders:
        _sweep(data)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of two megabytes, unmounted after the test."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if not sys.platform.startswith("linux"):
        pytest.skip("small and read-only disks are mounted on Linux only")
    done = _mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk))
    if done.returncode:
        told = f"NOT TESTED, since this user may not mount a file system: {done.stderr.strip()}"
        warnings.warn(told, stacklevel=2)
        pytest.skip(told)
    try:
        yield disk
    finally:
        # Detached, so that a server that a failed test left there cannot keep the disk mounted.
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


def remount(disk: Path, options: str) -> None:
    """Fails where something goes on writing there, such as a server that was left behind."""
    until(lambda: _mount("-o", f"remount,{options}", str(disk)).returncode == 0)


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that another user can reach; the test's own is hidden from others."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def as_another(action: Callable[[], object]) -> str:
    """Do something as an unprivileged user and return the message of what it raised, or "".

    In a forked child, as that user may not even be allowed to run this interpreter.
    """
    if os.geteuid():
        return _message_of(action)
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            os.write(writer, _message_of(action).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with open(reader) as answer:
        told = answer.read()
    os.waitpid(child, 0)
    return told


def _message_of(action: Callable[[], object]) -> str:
    try:
        action()
    except Exception as error:  # noqa: BLE001 - the outermost boundary of a child process
        return f"{type(error).__name__}: {error}"
    return ""


def _mount(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["mount", *arguments], capture_output=True, text=True, check=False)


def _sweep(data: Path) -> None:
    """Kill servers that a failed test left on a folder; a passing one leaves none."""
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (process / "cwd").resolve() == data and b"valkey" in (process / "cmdline").read_bytes():
                os.kill(int(process.name), signal.SIGKILL)
