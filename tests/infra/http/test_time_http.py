"""What the service does unasked when a seat's time is over: once, also where two workers look after the same tables."""

import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import pytest
from litestar.testing import TestClient

from infra import wiring
from infra.http import chores
from infra.http.app import application
from infra.service_settings import ServiceSettings
from infra.settings import Settings
from infra.streams import Lease
from tests.infra.http.asking import TOY, Person, Seated, Site
from tests.streams.conftest import Server

MINUTE = 60_000_000
PATIENCE = 10.0


class Clock:
    """A clock that goes with the machine's, and further when a test says so."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return time.time_ns() // 1_000 + self.ahead


class Pair(NamedTuple):
    """Two services on one store, with one clock."""

    sites: tuple[Site, Site]
    clock: Clock


@pytest.fixture(params=["one leads", "both believe that they lead"])
def pair(
    request: pytest.FixtureRequest,
    server: Server,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Pair]:
    clock = Clock()
    monkeypatch.setattr(wiring, "now", clock)
    monkeypatch.setattr(chores, "IDLE_SECONDS", 0.05)
    if request.param != "one leads":
        monkeypatch.setattr(Lease, "take", lambda lease: True)
    settings = Settings(tmp_path_factory.mktemp("data"), server.url, f"t-{uuid.uuid4().hex}", 2, (TOY,))
    limits = ServiceSettings(requests_a_minute=100_000, strangers_a_minute=100_000)
    with ExitStack() as stack:
        clients = [stack.enter_context(TestClient(application(settings, limits))) for _ in range(2)]
        yield Pair((Site(clients[0]), Site(clients[1])), clock)


class Late(Seated):
    """A table whose time is arranged before its game begins."""

    def __init__(self, site: Site, game: str, how: str, **options: Any) -> None:
        self._how = how
        super().__init__(site, game, 2, None, options)

    def do(self, person: Person, command: str, **fields: Any) -> Any:
        if command == "BeginGame":
            person.post(f"{self.path}/time", time=self._how, expected=self.version)
        return super().do(person, command, **fields)

    def events(self) -> list[tuple[str, int, Any]]:
        return [
            (one["event"], one["by"], one["fields"]) for one in self.host.get(f"{self.path}/log", limit=500)["items"]
        ]


def until(what: Callable[[], Any]) -> Any:
    """What is found, as soon as something is."""
    deadline = time.monotonic() + PATIENCE
    while not (found := what()):
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.02)
    return found


def awaited(table: Late) -> int:
    return int(table.host.get(table.path)["awaited"][0]["seat"])


@pytest.mark.parametrize("out", ["bot", "skips"])
def test_a_late_seat_is_played_for_once(pair: Pair, out: str) -> None:
    site, clock = pair.sites[0], pair.clock
    table = Late(site, "carcassonne", f"move=3m,remind=1m,out={out}")
    late = awaited(table)
    clock.ahead += int(2.2 * MINUTE)
    until(lambda: [one for one in table.events() if one[0] == "SeatReminded"])
    assert awaited(table) == late, "nothing else is done before the time is over"
    clock.ahead += MINUTE
    until(lambda: awaited(table) != late)
    time.sleep(0.3)  # whoever did it twice would have by now
    told = Counter(name for name, _, _ in table.events())
    assert {name: told[name] for name in ("SeatReminded", "TimeRanOut", "TilePlaced")} == {
        "SeatReminded": 1, "TimeRanOut": 1, "TilePlaced": told["TilePlaced"],
    }  # fmt: skip
    assert awaited(table) == 1 - late
    assert told["TilePlaced"] <= 2, "the first tile of the game, and one of the late seat"
    clock.ahead += int(3.5 * MINUTE)
    until(lambda: awaited(table) == late)
    assert Counter(name for name, _, _ in table.events())["TimeRanOut"] == 2, "and so the other seat, in its time"


def test_the_seats_of_bots_are_played_once_by_whoever_looks_after_them(pair: Pair) -> None:
    host = pair.sites[0].person("Hanna")
    paths = []
    for _ in range(3):
        card = host.post("/tables", game="trumps", seats=2, options={"rounds": 4}, bots={"0": "random", "1": "greedy"})
        paths.append(f"/tables/{card['table']}")
        host.post(f"{paths[-1]}/commands", command={"command": "BeginGame"}, expected=card["version"], as_="host")
    for path in paths:
        until(lambda path=path: host.get(path)["phase"] == "finished")  # type: ignore[misc]
        lines = host.get(f"{path}/log", limit=500)["items"]
        versions = [one["version"] for one in lines]
        assert versions == sorted(set(versions))
        assert sum(one["event"] == "GameFinished" for one in lines) == 1
