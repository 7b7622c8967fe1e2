"""Two workers at the same tables: nothing is lost or doubled, streams tell everything, and whoever dies is stood in for."""

import asyncio
import json
import os
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from infra.http.routes.playing import MOST_SINCE
from infra.settings import Settings
from infra.wiring import Souls
from tests.service.running import Person, Served, served
from tests.service.test_load import GAME, PLENTY, STEPS, store_pid

TWO = ("--rulebook", STEPS, "--workers", "2")
TABLES, CLIENTS, EACH, READERS = 3, 16, 12, 16
# So many clients and readers that the system does not hand all of them to one worker: it does so once in 2 ** 15 times.
GRACE = 10
PATIENCE = 30.0

pytestmark = pytest.mark.slow


def both_answer(service: Served) -> None:
    """Wait until both workers are there: one of them is enough for the service to be."""
    deadline = time.monotonic() + PATIENCE
    while len(processes(service, "/health")) < 2:
        assert time.monotonic() < deadline, "only one worker answers"
        httpx.get(f"{service.address}/health")


def opened(walker: Person) -> tuple[str, int]:
    """A begun table of steps, and its version."""
    card = walker.post("/tables", {"game": GAME, "seats": 1, "seat": 0})
    body = {"command": {"command": "BeginGame"}, "expected": card["version"], "as": "host"}
    return card["table"], walker.post(f"/tables/{card['table']}/commands", body)["version"]


def lines(service: Served, event: str) -> list[dict[str, Any]]:
    """What the journal tells of one kind of event."""
    found = (json.loads(line) for line in service.journal.splitlines() if line.startswith("{"))
    return [one for one in found if one.get("event") == event]


def creations(service: Served) -> list[dict[str, Any]]:
    """What the journal tells of those who wanted to open a table."""
    return [one for one in lines(service, "request") if (one["method"], one["route"]) == ("POST", "/tables")]


def processes(service: Served, route: str) -> set[int]:
    """Which processes that still live have answered a route."""
    found = {one["process"] for one in lines(service, "request") if one["route"] == route}
    return set(filter(lives, found))


def lives(pid: int) -> bool:
    """Whether there is such a process, and it has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def causes(data: Path, table_id: str) -> list[str]:
    """The ids of the commands in a table's log, in their order."""
    with Souls(Settings(data, rulebooks=(STEPS,))) as souls:
        table = souls.ledger.table(table_id)
    return [record.cause.id for record in table.records if record.cause is not None]


def connection(service: Served, walker: Person) -> httpx.AsyncClient:
    """A connection of its own, to whichever worker takes it."""
    head = {"Authorization": f"Bearer {walker.token}"}
    return httpx.AsyncClient(base_url=service.address, headers=head, timeout=PATIENCE)


class Fighter:
    """A client who knows of a table only what answers tell, and asks again of what has happened since."""

    def __init__(self, service: Served, walker: Person, number: int, tables: dict[str, int]) -> None:
        self.http = connection(service, walker)
        self.number = number
        self.seen = dict(tables)
        self.given: dict[str, list[str]] = {table_id: [] for table_id in tables}
        self.stale = 0

    async def fight(self) -> None:
        async with self.http:
            for step in range(EACH):
                for table_id in self.seen:
                    await self._step(table_id, f"w{self.number}-{step}")

    async def _step(self, table_id: str, name: str) -> None:
        while True:
            body = {"command": {"command": "TakeStep", "length": 1}, "expected": self.seen[table_id], "id": name}
            answer = await self.http.post(f"/tables/{table_id}/commands", json=body)
            told = answer.json()
            if answer.status_code == 200:
                assert (told["repeated"], told["last"]) == (False, self.seen[table_id] + 1)
                self.seen[table_id] = told["last"]
                self.given[table_id].append(name)
                return
            assert (answer.status_code, told["code"]) == (409, "STALE_VERSION"), answer.text
            unseen = list(range(self.seen[table_id] + 1, told["version"] + 1))
            assert unseen
            assert [one["version"] for one in told["since"]] == unseen[-MOST_SINCE:]
            self.seen[table_id] = told["version"]
            self.stale += 1


def test_many_clients_fight_over_few_tables_through_both_workers(tmp_path: Path) -> None:
    with served(tmp_path / "data", *TWO, environment=PLENTY) as service:
        walker = service.sign_up("Walker")
        both_answer(service)
        tables = dict(opened(walker) for _ in range(TABLES))
        fighters = [Fighter(service, walker, number, tables) for number in range(CLIENTS)]

        async def fight() -> None:
            await asyncio.gather(*(fighter.fight() for fighter in fighters))

        asyncio.run(fight())
        assert len(processes(service, "/tables/{table_id}/commands")) == 2
        versions = {table_id: walker.get(f"/tables/{table_id}")["version"] for table_id in tables}
    assert sum(fighter.stale for fighter in fighters) > CLIENTS
    for table_id, begun in tables.items():
        names = [name for name in causes(tmp_path / "data", table_id) if name.startswith("w")]
        given = [name for fighter in fighters for name in fighter.given[table_id]]
        assert sorted(names) == sorted(given)
        assert len(set(names)) == CLIENTS * EACH == versions[table_id] - begun


async def until_async(what: Callable[[], Any]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline, "it does not happen"
        await asyncio.sleep(0.005)


# --- Streams ----------------------------------------------------------------------------------------------------------


async def events(answer: httpx.Response) -> AsyncIterator[tuple[str, str]]:
    """The events of a stream, each as its name and its id."""
    name = number = ""
    async for line in answer.aiter_lines():
        field, _, value = line.partition(": ")
        if field == "event":
            name = value
        elif field == "id":
            number = value
        elif not line:
            if name:
                yield name, number
            name = number = ""


class Reader:
    """Somebody who reads a table's stream, and goes on where it broke off."""

    def __init__(self, service: Served, walker: Person, table_id: str, begin: int) -> None:
        self._service, self._walker = service, walker
        self._path = f"/tables/{table_id}/events"
        self._last = begin
        self.versions: list[int] = []
        self.connections = 0

    async def read(self, last: int) -> None:
        """Until that version has come."""
        while self._last < last:
            try:
                await self._connected(last)
            except httpx.HTTPError:
                await asyncio.sleep(0.05)

    async def _connected(self, last: int) -> None:
        head = {"Last-Event-ID": str(self._last)}
        async with (
            connection(self._service, self._walker) as http,
            http.stream("GET", self._path, headers=head) as answer,
        ):
            self.connections += answer.status_code == 200
            async for name, number in events(answer):
                if name == "record":
                    self._last = int(number)
                    self.versions.append(self._last)
                if self._last >= last:
                    return


def test_streams_of_both_workers_tell_everything_in_order_also_across_a_restart(tmp_path: Path) -> None:
    with served(tmp_path / "data", *TWO, environment=PLENTY) as service:
        both_answer(service)
        walker = service.sign_up("Walker")
        table_id, begun = opened(walker)
        steps = 60
        readers = [Reader(service, walker, table_id, begun) for _ in range(READERS)]

        async def write() -> None:
            for number in range(steps):
                if number == steps // 2:
                    assert await asyncio.to_thread(service.stop) == 0
                    await asyncio.to_thread(service.start)
                    await asyncio.to_thread(both_answer, service)
                async with connection(service, walker) as http:
                    body = {
                        "command": {"command": "TakeStep", "length": 2},
                        "expected": begun + number,
                        "id": f"{number}",
                    }
                    answer = await http.post(f"/tables/{table_id}/commands", json=body)
                    assert answer.status_code == 200, answer.text

        async def all_of_it() -> None:
            reading = []
            for reader in readers:  # one after the other, so that they are spread
                reading.append(asyncio.create_task(reader.read(begun + steps)))
                await until_async(lambda one=reader: one.connections)
            await write()
            await asyncio.wait_for(asyncio.gather(*reading), PATIENCE)

        asyncio.run(all_of_it())
    told_by = {one["process"] for one in lines(service, "request") if one["route"] == "/tables/{table_id}/events"}
    assert len(told_by) >= 3, "both workers, before the restart or behind it"
    for reader in readers:
        assert reader.versions == list(range(begun + 1, begun + steps + 1))
        assert reader.connections >= 2


# --- Dying ------------------------------------------------------------------------------------------------------------


def until(what: Callable[[], Any], patience: float) -> Any:
    """What is found, as soon as something is."""
    deadline = time.monotonic() + patience
    while not (found := what()):
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.05)
    return found


def test_a_worker_that_is_killed_is_stood_in_for(tmp_path: Path) -> None:
    with served(tmp_path / "data", "--workers", "2", environment=PLENTY) as service:
        player = service.sign_up("Player")
        table = player.post("/tables", {"game": "carcassonne", "seats": 2, "seat": 0, "bots": {"1": "greedy"}})
        path = f"/tables/{table['table']}"
        player.post(f"{path}/posts", {"text": "begin", "as": "host"})

        def awaits_me() -> Any:
            with service.client(player.token) as fresh:  # what was connected to the dead is so no more
                try:
                    forms = fresh.get(f"{path}/forms").json()["forms"]
                except httpx.HTTPError:
                    return None
            return forms

        for _ in range(2):
            until(awaits_me, 30)
            leader = lines(service, "leading")[-1]["process"]
            os.kill(leader, signal.SIGKILL)
            killed = time.monotonic()
            forms, moved = until(awaits_me, 5), False
            while forms and not moved:
                with service.client(player.token) as fresh:
                    answer = fresh.post(f"{path}/posts", json={"text": forms[-1]["text"]}).json()
                assert answer["accepted"], answer
                forms, moved = answer["forms"], not answer["forms"]
            version = answer["version"]

            def bot_moved(before: int = version) -> bool:
                with service.client(player.token) as fresh:
                    return bool(fresh.get(path).json()["version"] > before)

            until(bot_moved, 20)
            assert time.monotonic() - killed < 16, "the lease of ten seconds, and the bot's move"
            assert lines(service, "leading")[-1]["process"] != leader
        until(lambda: len(descendants(service.pid)) >= 2, 10)
        again = lines(service, "worker started again")
        assert [one["signal"] for one in again] == ["SIGKILL"] * 2
        assert again[-1]["before"] == leader
        assert not [line for line in service.journal.splitlines() if "Child process" in line], "it is told once"


def test_a_store_that_dies_is_started_again_and_that_is_told_with_what_ended_it(tmp_path: Path) -> None:
    with served(tmp_path / "data") as service:
        store = store_pid(tmp_path / "data")
        os.kill(store, signal.SIGKILL)
        (told,) = until(lambda: lines(service, "store started again"), PATIENCE)
        assert (told["signal"], told["store"]) == ("SIGKILL", store_pid(tmp_path / "data"))
        assert told["store"] != store
        service.wait()


def descendants(pid: int) -> set[int]:
    """The processes below one."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found: set[int] = set()
    new = {pid}
    while new:
        new = {child for child, parent in parents.items() if parent in new} - found
        found |= new
    return found


def test_workers_stop_when_their_supervisor_is_killed(tmp_path: Path) -> None:
    with served(tmp_path / "data", *TWO, environment=PLENTY) as service:
        both_answer(service)
        walker = service.sign_up("Walker")
        table_id, version = opened(walker)
        store, workers = store_pid(tmp_path / "data"), processes(service, "/health")
        with walker.http.stream("GET", f"/tables/{table_id}/events") as stream:
            service.kill()
            until(lambda: not any(map(lives, (store, *workers))), GRACE)
            stream.read()  # a transfer that was cut off is an error
        assert {one["process"] for one in lines(service, "supervisor gone")} == workers
        assert "Traceback" not in service.journal
        service.start()
        both_answer(service)
        with service.client(walker.token) as again:
            assert again.get(f"/tables/{table_id}").json()["version"] == version


def test_streams_end_in_order_while_the_store_hangs(tmp_path: Path) -> None:
    with served(tmp_path / "data", "--rulebook", STEPS, environment=PLENTY) as service:
        walker = service.sign_up("Walker")
        table_id, version = opened(walker)
        store = store_pid(tmp_path / "data")
        with (
            service.client(walker.token) as other,
            walker.http.stream("GET", f"/tables/{table_id}/events", params={"after": version - 1}) as of_table,
            other.stream("GET", "/me/events") as of_person,
        ):
            os.kill(store, signal.SIGSTOP)
            try:
                told = [of_table.read(), of_person.read()]  # a transfer that is cut off is an error
            finally:
                os.kill(store, signal.SIGCONT)
        assert f"id: {version}".encode() in told[0]
        assert sorted(one["stream"] for one in lines(service, "stream")) == ["person", "table"]
        assert "Traceback" not in service.journal
        service.wait()
        reader = Reader(service, walker, table_id, version)
        body = {"command": {"command": "TakeStep", "length": 1}, "expected": version}
        until(lambda: walker.http.post(f"/tables/{table_id}/commands", json=body).status_code == 200, PATIENCE)
        asyncio.run(asyncio.wait_for(reader.read(version + 1), PATIENCE))


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_service_that_is_told_to_stop_has_in_its_log_what_it_answered(tmp_path: Path, workers: str) -> None:
    environment = {**PLENTY, "SOULS_SERVICE_GRACE_SECONDS": str(GRACE)}
    arguments = ("--rulebook", STEPS, "--workers", workers)
    with served(tmp_path / "data", *arguments, environment=environment) as service:
        walker = service.sign_up("Walker")
        tables = dict(opened(walker) for _ in range(CLIENTS))
        answered: dict[str, list[str]] = {table_id: [] for table_id in tables}
        store, below = store_pid(tmp_path / "data"), descendants(service.pid)

        async def step(table_id: str, version: int) -> None:
            async with connection(service, walker) as http:
                for number in range(100_000):
                    body = {"command": {"command": "TakeStep", "length": 2}, "expected": version, "id": f"w{number}"}
                    try:
                        answer = await http.post(f"/tables/{table_id}/commands", json=body)
                    except httpx.HTTPError:
                        return
                    if answer.status_code == 503:
                        return
                    assert answer.status_code == 200, answer.text
                    version = answer.json()["last"]
                    answered[table_id].append(f"w{number}")

        async def stop() -> float:
            await until_async(lambda: all(len(names) > 3 for names in answered.values()))
            begun = time.monotonic()
            assert await asyncio.to_thread(service.stop) == 0
            return time.monotonic() - begun

        async def all_of_it() -> float:
            took, *_ = await asyncio.gather(stop(), *(step(table_id, begun) for table_id, begun in tables.items()))
            return took

        took = asyncio.run(all_of_it())
    assert took < GRACE, f"{took:.1f} s"
    until(lambda: not any(map(lives, (store, *below))), 1)
    for table_id, names in answered.items():
        in_log = [name for name in causes(tmp_path / "data", table_id) if name.startswith("w")]
        assert in_log[: len(names)] == names
        assert len(in_log) <= len(names) + 1, "what was asked last may have happened, and its answer not come"


def test_a_request_that_breaks_off_is_no_fault_and_does_nothing(tmp_path: Path) -> None:
    with served(tmp_path / "data", "--rulebook", STEPS) as service:
        walker = service.sign_up("Wanda")
        host, port = httpx.URL(service.address).host, httpx.URL(service.address).port
        assert port is not None
        with socket.create_connection((host, port), PATIENCE) as caller:
            head = f"POST /tables HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {walker.token}\r\n"
            caller.sendall(f"{head}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{{".encode())
        deadline = time.monotonic() + PATIENCE
        while not (asked := creations(service)):
            assert time.monotonic() < deadline, "it is not in the journal"
            time.sleep(0.02)
        assert [one["status"] for one in asked] == [400]
        assert not lines(service, "fault")
        assert walker.get("/tables")["items"] == []
