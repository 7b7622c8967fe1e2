"""The service as its operators run it: a process of its own, on a free port of loopback."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.tools.running import path_with_souls

ADDRESS = re.compile(r"Serving at (http://[\d.:]+)")
PATIENCE = 30.0
ROOT = Path(__file__).parents[2]


class Served:
    """A running service, which a test may kill and start again on the same data."""

    def __init__(self, data: Path, *arguments: str, environment: Mapping[str, str] | None = None) -> None:
        self.data = data
        self._arguments = arguments
        self._environment = dict(environment or {})
        self._process: subprocess.Popen[str] | None = None
        self.address = ""
        self.start()

    def start(self) -> None:
        """Start it; the first time on any free port, then on the same one."""
        port = self.address.rpartition(":")[2] or "0"
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("SOULS_", "REDIS_URL"))
        }
        environment |= {"PATH": path_with_souls(), "PYTHONPATH": str(ROOT), **self._environment}
        journal = (self.data.parent / f"{self.data.name}.journal").open("a")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tools.cli.main", "serve", "--port", port, "--data", str(self.data), *self._arguments],
            stdout=subprocess.PIPE, stderr=journal, text=True, env=environment, cwd=ROOT,
        )  # fmt: skip
        journal.close()
        assert self._process.stdout is not None
        found = ADDRESS.search(self._process.stdout.readline())
        assert found, self.journal[-2_000:]
        self.address = found[1]
        self.wait()

    def wait(self) -> None:
        """Until it answers."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                if httpx.get(f"{self.address}/health", timeout=2).status_code == 200:
                    return
            except httpx.HTTPError:
                pass
            assert time.monotonic() < deadline, self.journal[-2_000:]
            time.sleep(0.02)

    @property
    def journal(self) -> str:
        """What it has logged."""
        return (self.data.parent / f"{self.data.name}.journal").read_text()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Tell it to stop, and wait for that; returns its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, number: int) -> int:
        if self._process is None:
            return 0
        self._process.send_signal(number)
        code = self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return code

    def client(self, token: str | None = None, **more: Any) -> httpx.Client:
        """Somebody who asks, with a token or as a stranger."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return httpx.Client(base_url=self.address, headers=headers, timeout=PATIENCE, **more)

    def sign_up(self, name: str) -> "Person":
        """A new account."""
        with self.client() as stranger:
            answer = stranger.post("/people", json={"name": name})
        assert answer.status_code == 201, answer.text
        told = answer.json()
        return Person(told["person"], name, told["token"], self.client(told["token"]))


class Person:
    """Somebody with an account."""

    def __init__(self, id: str, name: str, token: str, client: httpx.Client) -> None:  # noqa: A002 - the field's own name
        self.id, self.name, self.token, self.http = id, name, token, client

    def get(self, path: str, status: int = 200, **parameters: Any) -> Any:
        return self._json(self.http.get(path, params=parameters), status)

    def post(self, path: str, body: Any = None, status: int | tuple[int, ...] = (200, 201)) -> Any:
        return self._json(self.http.post(path, json=body), status)

    @staticmethod
    def _json(answer: httpx.Response, status: int | tuple[int, ...]) -> Any:
        wanted = (status,) if isinstance(status, int) else status
        assert answer.status_code in wanted, (answer.status_code, answer.text[:1_000])
        return answer.json() if answer.content else None


@contextmanager
def served(data: Path, *arguments: str, environment: Mapping[str, str] | None = None) -> Iterator[Served]:
    """A service for one test, stopped by it."""
    running = Served(data, *arguments, environment=environment)
    try:
        yield running
    finally:
        running.stop()
