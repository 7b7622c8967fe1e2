"""Mails and chats that come in through the hooks: they are answered at once, with what can be typed next."""

import time
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import SMTP
from typing import Any

import pytest
from litestar.testing import TestClient

from infra.http import chores
from infra.http.app import application
from infra.service_settings import MailSettings, ServiceSettings
from infra.settings import Settings
from tests.infra.http.asking import Person, Site
from tests.notify.sinks import MailSink, text_of
from tests.streams.conftest import Server

SECRET = {"X-Souls-Hook": "s3cret"}
PATIENCE = 10.0


class Post(Site):
    """A service whose mails come into a box."""

    def __init__(self, client: TestClient[Any], sink: MailSink) -> None:
        super().__init__(client)
        self._sink = sink

    def host(self) -> Person:
        """Somebody with a confirmed mailbox whose table waits to be begun."""
        host = self.person("Hanna")
        host.post("/me/addresses", url="mailto:hanna@mail.example")
        assert self.reply(self.mail(), "yes", "confirms")["status"] == "done"
        assert self.mail()["Subject"] == "Your mailbox is confirmed"
        table = host.post("/tables", game="carcassonne", seats=2, seat=0)["table"]
        invited = host.post(f"/tables/{table}/invitations", seat=1)
        self.person("Bo").post(f"/invitations/{invited['token']}")
        return host

    def mail(self) -> EmailMessage:
        """The next that comes."""
        deadline = time.monotonic() + PATIENCE
        while not self._sink.mails:
            assert time.monotonic() < deadline, "no mail comes"
            time.sleep(0.02)
        return self._sink.mails.pop(0)

    def reply(self, asked: EmailMessage, text: str, name: str) -> Any:
        mail = EmailMessage(SMTP)
        mail["From"], mail["To"], mail["Message-ID"] = (
            "hanna@mail.example",
            str(asked["Reply-To"]),
            f"<{name}@mail.example>",
        )
        mail.set_content(text)
        heads = {**SECRET, "Content-Type": "message/rfc822"}
        answer = self.client.post("/hooks/mail", content=mail.as_bytes(), headers=heads)
        assert answer.status_code == 200, answer.text
        return answer.json()


@pytest.fixture
def post(server: Server, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Post]:
    # Nothing is looked at again by itself: what is sent is sent because something has happened.
    monkeypatch.setattr(chores, "IDLE_SECONDS", 60.0)
    sink = MailSink()
    mail = MailSettings(sink.url, "Lost Souls <souls@games.example>", "play@games.example")
    settings = Settings(tmp_path / "data", server.url, f"t-{tmp_path.name}", 2)
    with TestClient(application(settings, ServiceSettings(mail=mail, hook_secret="s3cret"))) as client:
        yield Post(client, sink)
    sink.close()


def test_a_mail_that_cannot_be_done_is_answered_at_once_with_what_can_be_typed(post: Post) -> None:
    post.host()
    asked = post.mail()
    assert "begin    Begin the game" in text_of(asked)
    assert post.reply(asked, "beginn it all", "1")["status"] == "refused"
    answer = post.mail()
    assert str(answer["Subject"]).endswith(": not done")
    assert post.reply(answer, "begin", "2")["status"] == "done"
    begun = post.mail()
    assert str(begun["Subject"]).endswith(": done")
    assert "    place " in text_of(begun), "the host has nothing more to do, but sits at the table, and begins"
    assert asked["Reply-To"] != begun["Reply-To"], "as the host, and then as a seat"


def test_a_chat_is_told_what_can_be_typed_next(post: Post) -> None:
    post.host()
    token = str(post.mail()["Reply-To"]).partition("+")[2].partition("@")[0]
    body = {"token": token, "text": "beginn it all", "id": "1"}
    wrong = post.client.post("/hooks/text", json=body, headers=SECRET).json()
    assert (wrong["status"], wrong["forms"][0]["text"]) == ("refused", "begin")
    done = post.client.post("/hooks/text", json={**body, "text": "begin", "id": "2"}, headers=SECRET).json()
    assert done["status"] == "done"
    again = post.client.post("/hooks/text", json={**body, "text": "begin", "id": "2"}, headers=SECRET).json()
    assert again == {**done, "status": "repeated"}, "who has lost the answer asks again"
    other = post.client.post("/hooks/text", json={**body, "text": "abandon yes", "id": "2"}, headers=SECRET).json()
    assert (other["status"], other["lines"][0]) == (
        "refused", "Nothing was done. A post with this id has happened, and said something else.",
    )  # fmt: skip
