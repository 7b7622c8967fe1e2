"""What is known of people, on the house's server, with a folder of keys of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from infra.keyring import Keyring
from infra.people.access import TableAccess
from infra.people.chat import Chat, Notes
from infra.people.invitations import Invitations
from infra.people.store import PeopleStore
from infra.people.tokens import Tokens
from infra.streams import Connections
from tests.infra.house import House, Ticks


@pytest.fixture
def keyring(tmp_path: Path) -> Keyring:
    return Keyring(tmp_path / "keys")


@pytest.fixture
def connections(house: House) -> Iterator[Connections]:
    made = Connections(house.url)
    yield made
    made.close()


@pytest.fixture
def clock() -> Ticks:
    """A day of its own, and a second for each look."""
    return Ticks(1_700_000_000_000_000)


@pytest.fixture
def people(house: House, connections: Connections, keyring: Keyring, clock: Ticks) -> PeopleStore:
    return PeopleStore(connections, house.namespace, keyring, clock)


@pytest.fixture
def tokens(house: House, connections: Connections, keyring: Keyring, clock: Ticks) -> Tokens:
    return Tokens(connections, house.namespace, keyring, clock)


@pytest.fixture
def invitations(house: House, clock: Ticks) -> Invitations:
    return Invitations(house.ledger, clock)


@pytest.fixture
def access(house: House) -> TableAccess:
    return TableAccess(house.ledger)


@pytest.fixture
def chat(house: House, keyring: Keyring, clock: Ticks) -> Chat:
    return Chat(house.ledger, keyring, clock)


@pytest.fixture
def notes(house: House, keyring: Keyring) -> Notes:
    return Notes(house.ledger, keyring)
