"""The folder of keys is away while the service runs, as where it was unmounted: no second keys are made, nothing is lost."""

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from infra.clock import now
from infra.http.app import application
from infra.keyring import KeysAwayError
from infra.notify import Notifier
from infra.notify.replies import Reply
from infra.service_settings import MailSettings, ServiceSettings
from infra.settings import Settings
from infra.wiring import Souls
from tests.infra.http.asking import TOY, Person, Site, problem
from tests.streams.conftest import Server


@pytest.fixture
def settings(server: Server, tmp_path: Path) -> Settings:
    return Settings(tmp_path, server.url, f"t-{uuid.uuid4().hex}", 1, (TOY,))


@pytest.fixture
def site(settings: Settings) -> Iterator[Site]:
    with TestClient(application(settings, ServiceSettings())) as client:
        yield Site(client)


def test_nobody_gets_a_second_key_and_all_is_as_before_once_the_keys_are_back(
    site: Site, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    table = site.table()
    seat = table.seats[0]
    seat.post(f"{table.path}/chat", text="Before.")
    away = settings.keyring.rename(settings.data / "elsewhere")
    refused = [
        site.stranger.ask("POST", "/people", {"name": "New"}),
        seat.ask("POST", f"{table.path}/chat", {"text": "Meanwhile."}),
        seat.ask("GET", "/me"),
        seat.ask("PATCH", "/me", {"name": "Other"}),
        seat.ask("DELETE", "/me", params={"confirm": seat.id}),
        site.stranger.ask("GET", "/health"),
    ]
    assert {problem(503, answer)["code"] for answer in refused} == {"KEYS_AWAY"}
    assert not settings.keyring.exists()
    told = [record for record in caplog.records if "keys away" in record.message]
    assert len(told) == len(refused) - 1, "who watches over its health is not written down"
    assert all(record.exc_info is None for record in told)
    away.rename(settings.keyring)
    assert seat.get("/me")["name"] == "Person 0"
    assert table.host.get(table.path)["seats"][0]["person"] == seat.id, (
        "who could not be forgotten has given up nothing"
    )
    assert [one["text"] for one in seat.get(f"{table.path}/chat")["items"]] == ["Before."]
    assert site.stranger.get("/health") == {"status": "ok"}


def test_who_has_lost_their_key_for_ever_gets_no_other_one_and_others_go_on(site: Site, settings: Settings) -> None:
    table = site.table()
    old = table.seats[0]
    settings.keyring.rename(settings.data / "elsewhere")
    settings.keyring.mkdir(mode=0o700)
    new: Person = site.person("New")
    assert new.get("/me")["name"] == "New"
    assert old.refused(503, f"{table.path}/chat", text="I had a key.")["code"] == "KEYS_AWAY"
    assert old.unseen(503, "/me")["code"] == "KEYS_AWAY"
    assert new.unseen(503, f"/people/{old.id}")["code"] == "KEYS_AWAY"
    assert len(list(settings.keyring.iterdir())) == 1
    assert site.stranger.get("/health") == {"status": "ok"}


def test_what_is_to_be_sent_is_not_lost_while_nobody_can_be_known(settings: Settings) -> None:
    service = ServiceSettings(mail=MailSettings("smtp://127.0.0.1:9", "souls@games.example", "play@games.example"))
    with Souls(settings) as souls, Notifier(souls, souls.people, service, now) as notifier:
        ada = souls.people.create("Ada").person
        address = notifier.confirmations.add(ada, "mailto:ada@mail.example", "")
        token = notifier.tokens.token(Reply(ada, "", 0, None, address.id))
        mail = f"To: play+{token}@games.example\nFrom: ada@mail.example\n\nyes\n".encode()
        away = settings.keyring.rename(settings.data / "elsewhere")
        for ask in (notifier.deliver, lambda: notifier.inbound.take_in(mail)):
            with pytest.raises(KeysAwayError):
                ask()
        away.rename(settings.keyring)
        assert notifier.standing()["waiting"] == 1
        assert notifier.inbound.take_in(mail).lines == ("The mailbox is confirmed.",)
