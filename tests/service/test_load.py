"""Fifty clients at five hundred tables: nothing that was acknowledged is lost or doubled, whatever dies meanwhile."""

import asyncio
import os
import random
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from infra.settings import Settings
from infra.wiring import Souls
from tests.service.running import Served, served

STEPS = "tools.bench.steps:rulebook"
GAME = "steps"
CLIENTS, TABLES, ROUNDS = 50, 500, 4
PLENTY = {
    f"SOULS_SERVICE_{name}": "1000000"
    for name in ("REQUESTS_A_MINUTE", "STRANGERS_A_MINUTE", "SIGN_UPS_AN_HOUR", "STREAMS_AT_ONCE")
}

Ids = dict[str, list[str]]


class Walker:
    """A client with tables of its own, who asks again until it knows what became of each command."""

    def __init__(self, service: Served, number: int) -> None:
        self._service = service
        self._rng = random.Random(number)
        self._number = number
        self._http: httpx.AsyncClient | None = None
        self.tables: dict[str, int] = {}
        self.acknowledged: Ids = {}
        self.trouble = 0

    async def come(self, tables: int) -> None:
        async with httpx.AsyncClient(base_url=self._service.address, timeout=60) as stranger:
            told = (await stranger.post("/people", json={"name": f"Walker {self._number}"})).json()
        head = {"Authorization": f"Bearer {told['token']}"}
        self._http = httpx.AsyncClient(base_url=self._service.address, headers=head, timeout=60)
        for _ in range(tables):
            opened = await self._asked("POST", "/tables", {"game": GAME, "seats": 1, "seat": 0})
            table = opened["table"]
            body = {"command": {"command": "BeginGame"}, "expected": opened["version"], "as": "host"}
            self.tables[table] = (await self._asked("POST", f"/tables/{table}/commands", body))["version"]
            self.acknowledged[table] = []

    async def walk(self, rounds: int) -> None:
        for number in range(rounds):
            for table in self._rng.sample(sorted(self.tables), len(self.tables)):
                await self._step(table, f"w{self._number}-{number}")

    async def leave(self) -> None:
        assert self._http is not None
        await self._http.aclose()

    async def _step(self, table: str, name: str) -> None:
        body = {"command": {"command": "TakeStep", "length": 3}, "expected": self.tables[table], "id": name}
        # Sometimes the same is asked twice at once, as by somebody who has lost patience.
        times = 2 if self._rng.random() < 0.2 else 1
        answers = await asyncio.gather(*(self._insist(table, body) for _ in range(times)))
        assert {answer["last"] for answer in answers} == {self.tables[table] + 1}, answers
        self.tables[table] += 1
        self.acknowledged[table].append(name)

    async def _insist(self, table: str, body: dict[str, Any]) -> Any:
        for _ in range(600):
            try:
                return await self._asked("POST", f"/tables/{table}/commands", body)
            except (httpx.HTTPError, _NotNow):
                self.trouble += 1
                await asyncio.sleep(0.1)
        raise AssertionError("the service has not come back")

    async def _asked(self, method: str, path: str, body: Any) -> Any:
        assert self._http is not None
        answer = await self._http.request(method, path, json=body)
        if answer.status_code == 503:
            raise _NotNow(answer.text)
        assert answer.status_code in (200, 201), (answer.status_code, answer.text)
        return answer.json()


class _NotNow(Exception):  # noqa: N818 - an answer that is no error
    pass


def walked(
    service: Served, meanwhile: Callable[[], Awaitable[None]], clients: int = CLIENTS, tables: int = TABLES
) -> list[Walker]:
    """Let everybody walk, and something happen meanwhile."""
    walkers = [Walker(service, number) for number in range(clients)]

    async def all_of_it() -> None:
        await asyncio.gather(*(walker.come(tables // clients) for walker in walkers))
        await asyncio.gather(*(walker.walk(ROUNDS) for walker in walkers), meanwhile())
        await asyncio.gather(*(walker.leave() for walker in walkers))

    asyncio.run(all_of_it())
    return walkers


def check(data: Path, walkers: list[Walker]) -> None:
    """What was acknowledged is in the logs, once each, and nothing else is."""
    with Souls(Settings(data, rulebooks=(STEPS,))) as souls:
        for walker in walkers:
            for table_id, names in walker.acknowledged.items():
                table = souls.ledger.table(table_id)
                told = [record.cause.id for record in table.records if record.cause is not None]
                assert [name for name in told if name.startswith("w")] == names
                assert table.version == walker.tables[table_id]


async def nothing() -> None:
    pass


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_nothing_is_lost_or_doubled(tmp_path: Path, workers: str) -> None:
    with served(tmp_path / "data", "--rulebook", STEPS, "--workers", workers, environment=PLENTY) as service:
        walkers = walked(service, nothing)
        assert sum(walker.trouble for walker in walkers) == 0
    check(tmp_path / "data", walkers)


@pytest.mark.slow
def test_a_service_that_is_killed_in_the_middle_has_lost_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    with served(tmp_path / "data", "--rulebook", STEPS, environment=PLENTY) as service:

        async def killed() -> None:
            for _ in range(2):
                await asyncio.sleep(0.7)
                await asyncio.to_thread(service.kill)
                await asyncio.to_thread(service.start)

        walkers = walked(service, killed)
        assert sum(walker.trouble for walker in walkers) > 0
    check(tmp_path / "data", walkers)


@pytest.mark.slow
def test_a_store_that_is_killed_in_the_middle_comes_back_with_all_that_was_acknowledged(tmp_path: Path) -> None:
    with served(tmp_path / "data", "--rulebook", STEPS, environment=PLENTY) as service:

        async def killed() -> None:
            for _ in range(2):
                await asyncio.sleep(0.7)
                os.kill(store_pid(tmp_path / "data"), signal.SIGKILL)

        walkers = walked(service, killed)
        assert sum(walker.trouble for walker in walkers) > 0
    check(tmp_path / "data", walkers)


def store_pid(data: Path) -> int:
    """The process of the embedded server."""
    with Souls(Settings(data)) as souls:
        client: Any = souls.ledger.partitions[0].recorder.connections.writer
        return int(client.info("server")["process_id"])
