"""The service over HTTP: a command as one of fifty clients at five hundred tables sees it, next to the bare command."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import msgspec

from tools.bench.appending import raw_writer, together
from tools.bench.effort import Effort
from tools.bench.figures import Figure, compared, duration
from tools.bench.installation import bench
from tools.bench.measure import alternate, timed

CLIENTS, TABLES = 50, 500
ADDRESS = re.compile(r"Serving at http://([\d.]+):(\d+)")
PLENTY = {
    f"SOULS_SERVICE_{name}": "1000000" for name in ("REQUESTS_A_MINUTE", "STRANGERS_A_MINUTE", "SIGN_UPS_AN_HOUR")
}


def figures(effort: Effort) -> Iterator[Figure]:
    """Commands of one event each, checked, synced and answered; both sides are asked by clients in this process."""
    with bench() as made, ThreadPoolExecutor(CLIENTS) as pool, _service() as (host, port), asyncio.Runner() as runner:
        walkers = [_Walker(host, port) for _ in range(CLIENTS)]
        runner.run(_each(walker.come(TABLES // CLIENTS) for walker in walkers))
        waits: list[float] = []

        async def round_of() -> int:
            done = await asyncio.gather(*(walker.walk(effort.appends) for walker in walkers))
            waits.extend(wait for each in done for wait in each)
            return sum(map(len, done))

        sides = {
            "raw": together(pool, [raw_writer(made) for _ in range(CLIENTS)], effort.appends),
            "service": timed(lambda: runner.run(round_of())),
        }
        taken = alternate(sides, effort.pace)
        runner.run(_each(walker.leave() for walker in walkers))
    yield compared(
        "service.command", f"a command over HTTP, {CLIENTS} clients at {TABLES} tables", taken, "raw", "service"
    )
    waits.sort()
    yield duration("service.p50", "a client waits for it, half of the time less than", "ms", [waits[len(waits) // 2]])
    yield duration(
        "service.p99", "a client waits for it, 99 of 100 times less than", "ms", [waits[len(waits) * 99 // 100]]
    )


async def _each(work: Any) -> None:
    await asyncio.gather(*work)


@contextmanager
def _service() -> Iterator[tuple[str, int]]:
    """A service of its own on a folder of its own; both are gone afterwards."""
    with TemporaryDirectory(prefix="souls-bench-") as folder:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("SOULS_", "REDIS_URL"))}
        arguments = [
            "serve",
            "--port",
            "0",
            "--data",
            str(Path(folder) / "data"),
            "--rulebook",
            "tools.bench.steps:rulebook",
        ]
        process = subprocess.Popen(
            [sys.executable, "-m", "tools.cli.main", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**kept, **PLENTY},
        )  # fmt: skip
        try:
            assert process.stdout is not None
            found = ADDRESS.search(process.stdout.readline())
            assert found, "the service has not started"
            yield found[1], int(found[2])
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


class _Walker:
    """One client on one connection, with tables of its own. It speaks as little HTTP as there can be, so that what is measured
    is the service."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._head = f"Host: {host}:{port}\r\nContent-Type: application/json\r\n"
        self._tables: dict[str, int] = {}

    async def come(self, tables: int) -> None:
        for attempt in range(100):
            try:
                self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
                break
            except OSError:
                await asyncio.sleep(0.1 + attempt / 100)
        told = await self._post("/people", {"name": "Walker"})
        self._head += f"Authorization: Bearer {told['token']}\r\n"
        for _ in range(tables):
            opened = await self._post("/tables", {"game": "steps", "seats": 1, "seat": 0})
            body = {"command": {"command": "BeginGame"}, "expected": opened["version"], "as": "host"}
            self._tables[opened["table"]] = (await self._post(f"/tables/{opened['table']}/commands", body))["version"]

    async def walk(self, steps: int) -> list[float]:
        """Steps at one table after the other; the seconds that each took."""
        waits = []
        for number in range(steps):
            table = list(self._tables)[number % len(self._tables)]
            body = {"command": {"command": "TakeStep", "length": 3}, "expected": self._tables[table]}
            begun = perf_counter()
            self._tables[table] = (await self._post(f"/tables/{table}/commands", body))["version"]
            waits.append(perf_counter() - begun)
        return waits

    async def leave(self) -> None:
        self._writer.close()
        await self._writer.wait_closed()

    async def _post(self, path: str, body: Any) -> Any:
        data = msgspec.json.encode(body)
        self._writer.write(f"POST {path} HTTP/1.1\r\n{self._head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = int(head.partition("content-length: ")[2].partition("\r\n")[0])
        answer = msgspec.json.decode(await self._reader.readexactly(length))
        assert head.startswith("http/1.1 20"), answer
        return answer
