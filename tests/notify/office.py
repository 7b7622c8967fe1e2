"""An installation with people, a notifier, and a clock that a test moves."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from domain.table.lifecycle import BeginGame, TakeSeat
from domain.table.messages import HOST
from infra.keyring import Keyring
from infra.notify import Notifier, Trouble
from infra.people.profile import Address, Notices, Profile
from infra.people.store import FORGOTTEN
from infra.service_settings import MailSettings, ServiceSettings
from tests.infra.house import House

PLAIN = Notices(picture=False)
MINUTE = 60_000_000
HOUR = 60 * MINUTE
START = int(datetime(2026, 3, 2, 12, 0, tzinfo=UTC).timestamp()) * 1_000_000
"""A Monday, at noon."""


class Now:
    """A clock that goes when it is told to, and a millisecond whenever it is asked."""

    def __init__(self, at: int = START) -> None:
        self.at = at

    def __call__(self) -> int:
        self.at += 1_000
        return self.at

    def forward(self, span: int) -> None:
        self.at += span

    def set(self, *when: int) -> None:
        """To a time in UTC: year, month, day, hour, minute."""
        self.at = int(datetime(*when, tzinfo=UTC).timestamp()) * 1_000_000  # type: ignore[misc,arg-type]


class People:
    """Profiles by person, and nothing of how they are kept."""

    def __init__(self) -> None:
        self.known: dict[str, Profile] = {}
        self.forgotten: set[str] = set()
        self.forgetting: list[Callable[[str], None]] = []

    def profile(self, person: str) -> Profile | None:
        return self.known.get(person)

    def add_address(self, person: str, url: str, label: str = "") -> Address:
        profile = self.known[person]
        found = [one for one in profile.addresses if one.url == url]
        if not found:
            found = [Address("hgfedcba"[len(profile.addresses)] * 8, url, label)]
            self.known[person] = replace(profile, addresses=(*profile.addresses, *found))
        return found[0]

    def confirm_address(self, person: str, address_id: str) -> bool:
        profile = self.known[person]
        changed = (replace(one, confirmed=True) if one.id == address_id else one for one in profile.addresses)
        self.known[person] = replace(profile, addresses=tuple(changed))
        return profile.address(address_id) is not None

    def name(self, person: str) -> str:
        if person in self.forgotten:
            return FORGOTTEN
        return self.known[person].name if person in self.known else person

    def when_forgotten(self, forgetting: Callable[[str], None]) -> None:
        self.forgetting.append(forgetting)


class Office:
    """A house whose people are told things. `person0` and so on sit at its tables, `hanna` is host, `arno` arbiter."""

    def __init__(self, house: House, smtp: str, **settings: Any) -> None:
        self.house = house
        self._keys = TemporaryDirectory()
        self.keyring = Keyring(Path(self._keys.name) / "keys")
        self.clock = Now()
        house.ledger.clock = self.clock
        self.people = People()
        mail = MailSettings(smtp, "Lost Souls <souls@games.example>", "play@games.example")
        values = {"mail": mail, "public_url": "https://games.example", "private_addresses": True}
        self.settings = ServiceSettings(**{**values, **settings})
        self.notifiers: list[Notifier] = []
        self.troubles: list[Trouble] = []
        self.notifier = self.new_notifier()

    def new_notifier(self, **settings: Any) -> Notifier:
        """Another worker, or this one after a restart."""
        souls: Any = SimpleNamespace(ledger=self.house.ledger, keyring=self.keyring)
        own = ServiceSettings(**{**{f: getattr(self.settings, f) for f in self.settings.__struct_fields__}, **settings})
        self.notifiers.append(Notifier(souls, self.people, own, self.clock, Random(1), self.troubles.append))
        return self.notifiers[-1]

    def close(self) -> None:
        for one in self.notifiers:
            one.close()
        self._keys.cleanup()

    def person(self, person: str, *urls: str, notices: Notices = PLAIN, **more: Any) -> Profile:
        """A person with confirmed addresses; by default a mailbox. Pictures take time: who wants none gets none."""
        given = urls or (f"mailto:{person}@mail.example",)
        addresses = tuple(Address(f"{'abcdefgh'[n] * 8}", url, confirmed=True) for n, url in enumerate(given))
        profile = Profile(person, person.capitalize(), addresses=addresses, notices=notices, **more)
        self.people.known[person] = profile
        return profile

    def table(self, game: str = "trumps", seats: int = 2, **more: Any) -> str:
        """A begun table, whose people have read what happened so far."""
        table_id = self.house.opened(game, seats, **more)
        for seat in range(seats):
            self.house.do(table_id, seat, TakeSeat(seat, f"person{seat}"))
        self.house.do(table_id, HOST, BeginGame())
        return table_id

    def tell(self) -> int | None:
        """Follow the log, and send what is to be sent now."""
        self.notifier.follow()
        return self.notifier.deliver()

    def rows(self) -> list[Any]:
        return [kept.row for one in self.notifier.followers for kept in one.outbox.all()]
