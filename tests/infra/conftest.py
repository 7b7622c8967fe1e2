"""One fast server for all tests here, and houses on it."""

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.infra.disputed import Court, sound
from tests.infra.house import House, house_at
from tests.streams.conftest import Server

# Durability is shown elsewhere; nothing here needs to be on a disk.
FAST = ("--appendonly", "no")


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    started = Server(*FAST)
    yield started
    started.close()


@pytest.fixture
def namespace() -> str:
    return f"t-{uuid.uuid4().hex}"


@pytest.fixture
def new_house(server: Server, namespace: str) -> Iterator[Callable[..., House]]:
    """Makes houses on one namespace (another one where it is named)."""
    made: list[House] = []

    def new(url: str = server.url, at: str = namespace, **more: Any) -> House:
        made.append(House(url, at, **more))
        return made[-1]

    yield new
    for house in made:
        house.close()


@pytest.fixture
def house(new_house: Callable[..., House]) -> House:
    return new_house()


@pytest.fixture
def elsewhere(new_house: Callable[..., House]) -> House:
    """Another installation."""
    return new_house(at=f"t-{uuid.uuid4().hex}")


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server that a test may kill and start again; it keeps what it had."""
    started = Server()
    yield started
    started.close()


@pytest.fixture(scope="session")
def bundles(server: Server, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Audit bundles of a short and of a long table with disputes, whole and for a seat, made once for all tests here."""
    with house_at(server.url, f"t-{uuid.uuid4().hex}") as house:
        court = Court(house, tmp_path_factory.mktemp("people") / "keys")
        small, rich = court.small(), court.rich()
        made = {
            "small": court.bundle(small),
            "small for a seat": court.bundle(small, 1),
            "rich": court.bundle(rich, pictures=True),
            "rich for a seat": court.bundle(rich, 2, pictures=True),
        }
    for data in made.values():
        sound(data)
    return made
