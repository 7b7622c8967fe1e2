"""Addresses over HTTP: a mailbox is confirmed before it is used; tokens for replies can be renewed."""

import re
import time
import uuid
from collections.abc import Iterator
from email.message import EmailMessage

import pytest
from litestar.testing import TestClient

from infra.http.app import application
from infra.notify.confirming import ASKED_OF_MAILBOX
from infra.service_settings import MailSettings, ServiceSettings
from infra.settings import Settings
from tests.infra.http.asking import TOY, Site, problem
from tests.notify.sinks import MailSink, text_of
from tests.streams.conftest import Server


@pytest.fixture(scope="module")
def sink() -> Iterator[MailSink]:
    made = MailSink()
    yield made
    made.close()


@pytest.fixture(scope="module")
def site(server: Server, tmp_path_factory: pytest.TempPathFactory, sink: MailSink) -> Iterator[Site]:
    """A service that sends mail."""
    settings = Settings(tmp_path_factory.mktemp("data"), server.url, f"t-{uuid.uuid4().hex}", 2, (TOY,))
    mail = MailSettings(sink.url, "souls@games.example", "play@games.example")
    own = ServiceSettings(requests_a_minute=100_000, strangers_a_minute=100_000, mail=mail, hook_secret="of-the-hooks")
    with TestClient(application(settings, own)) as client:
        yield Site(client)


def test_a_mailbox_is_confirmed_by_the_code_that_it_was_sent(site: Site, sink: MailSink) -> None:
    ada, bea = site.person("Ada"), site.person("Bea")
    address = ada.post("/me/addresses", url="mailto:ada@mail.example", label="home")
    assert address == {"id": address["id"], "shown": "mailto:ada@mail.example", "label": "home", "confirmed": False}
    path = f"/me/addresses/{address['id']}/confirm"
    assert ada.refused(403, path, code="aaaa-bbbb-cccc")["code"] == "CODE_INVALID"
    code = _code(sink, "ada@mail.example")
    assert bea.refused(404, path, code=code)["code"] == "NO_SUCH_ADDRESS"
    assert ada.post(path, code=code.upper())["confirmed"] is True
    assert [one["confirmed"] for one in ada.get("/me")["addresses"]] == [True]
    assert ada.post("/me/addresses", url="mailto:ada@mail.example")["confirmed"] is True


def test_a_reply_through_the_hook_confirms_too(site: Site, sink: MailSink) -> None:
    cy = site.person("Cy")
    cy.post("/me/addresses", url="mailto:cy@mail.example")
    _code(sink, "cy@mail.example")
    (mail,) = [mail for mail in sink.mails if mail["To"] == "cy@mail.example"]
    raw = f"From: cy@mail.example\nTo: {mail['Reply-To']}\nMessage-ID: <1@x>\n\nyes\n"
    taken = site.client.post("/hooks/mail", content=raw, headers={"X-Souls-Hook": "of-the-hooks"}).json()
    assert (taken["status"], taken["table"]) == ("done", "")
    assert cy.get("/me")["addresses"][0]["confirmed"] is True


def test_too_many_confirmations_are_refused_and_nothing_is_saved(site: Site) -> None:
    for number in range(ASKED_OF_MAILBOX):
        site.person("Dan").post("/me/addresses", url=f"mailto:eve+{number}@mail.example")
    dan = site.person("Dan")
    answer = dan.ask("POST", "/me/addresses", {"url": "mailto:eve@mail.example"})
    assert problem(429, answer)["code"] == "TOO_MANY_CONFIRMATIONS"
    assert int(answer.headers["retry-after"]) > 0
    assert dan.get("/me")["addresses"] == []


def test_other_addresses_are_confirmed_at_once_and_checked_as_they_will_be_used(site: Site) -> None:
    fay = site.person("Fay")
    assert fay.post("/me/addresses", url="json://8.8.8.8/hook")["confirmed"] is True
    for url in (
        "json://8.8.8.8/?a=b;verify=no",
        "json://[::7f00:1]/",
        "json://8.8.8.8/x?template=/etc/passwd",
        "gotify://8.8.8.8/",
    ):
        assert fay.refused(422, "/me/addresses", url=url)["code"] == "BAD_ADDRESS", url


@pytest.mark.parametrize(
    "url",
    ["ada@example.org", "mailto:ada", "mailto:ada@", "mailto:a b@example.org", "mailto://ada@example.org", "s3cret"],
)
def test_who_writes_a_mailbox_otherwise_is_told_how_it_is_written(site: Site, url: str) -> None:
    told = site.person("Ida").refused(422, "/me/addresses", url=url)
    assert (told["code"], told["detail"]) == (
        "BAD_ADDRESS", "A mailbox is written like mailto:ada@example.org, and any other address begins with SCHEME://.",
    )  # fmt: skip


def test_tokens_for_replies_are_renewed(site: Site) -> None:
    gil = site.person("Gil")
    answer = gil.ask("POST", "/me/reply-tokens/renew")
    assert (answer.status_code, answer.content) == (204, b"")
    assert gil.get("/me/data")["profile"]["replies_renewed"] == 1


def test_what_is_still_awaited_is_mailed_again_when_tokens_are_renewed(site: Site, sink: MailSink) -> None:
    table = site.table()
    dora, mailbox = table.seats[1], "dora@mail.example"
    address = dora.post("/me/addresses", url=f"mailto:{mailbox}")
    dora.post(f"/me/addresses/{address['id']}/confirm", code=_code(sink, mailbox))
    table.do(table.seats[0], "RollDie")
    (asked,) = _asking(sink, mailbox, 1)
    dora.ask("POST", "/me/reply-tokens/renew")
    _, again = _asking(sink, mailbox, 2)
    assert asked["Subject"] == again["Subject"]
    assert asked["Reply-To"] != again["Reply-To"]
    assert asked["Message-ID"] != again["Message-ID"]


def _asking(sink: MailSink, mailbox: str, number: int) -> list[EmailMessage]:
    """The mails to a mailbox that a turn is to be taken, as soon as so many have come."""
    deadline = time.monotonic() + 15
    while time.monotonic() < deadline:
        found = [mail for mail in sink.mails if mail["To"] == mailbox and "takes a turn" in str(mail["Subject"])]
        if len(found) >= number:
            return found
        time.sleep(0.02)
    raise AssertionError(f"{number} mails have not come")


def _code(sink: MailSink, mailbox: str) -> str:
    """The code that a mailbox was sent, as soon as it has come."""
    deadline = time.monotonic() + 15
    while time.monotonic() < deadline:
        for mail in sink.mails:
            if mail["To"] == mailbox and (
                found := re.search(r"^[a-z2-7]{4}(-[a-z2-7]{4}){2}$", text_of(mail).replace("\r", ""), re.M)
            ):
                return found[0]
        time.sleep(0.02)
    raise AssertionError("no code has come")
