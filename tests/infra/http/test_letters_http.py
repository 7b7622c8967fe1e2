"""Notifications that were given up, over HTTP: tried again, thrown away, counted, and told of in the journal."""

import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from litestar.testing import TestClient
from structlog.testing import capture_logs

from infra.http.app import application
from infra.http.undelivered import QUIET_SECONDS, Undelivered
from infra.notify import Trouble
from infra.service_settings import MailSettings, ServiceSettings
from infra.settings import Settings
from tests.infra.http.asking import TOY, Person, Site, problem
from tests.notify.sinks import MailSink
from tests.streams.conftest import Server

PATIENCE = 15.0


class Post(NamedTuple):
    """A service whose mail server turns mailboxes down, and an operator."""

    site: Site
    sink: MailSink
    operator: Person

    def letters(self, number: int) -> list[dict[str, Any]]:
        """The dead letters, as soon as there are so many."""
        found: list[dict[str, Any]] = self.operator.get("/letters")["items"]
        deadline = time.monotonic() + PATIENCE
        while len(found) != number:
            assert time.monotonic() < deadline, found
            time.sleep(0.05)
            found = self.operator.get("/letters")["items"]
        return found


@pytest.fixture
def post(server: Server, tmp_path: Any) -> Iterator[Post]:
    sink = MailSink()
    settings = Settings(tmp_path / "data", server.url, f"t-{uuid.uuid4().hex}", 2, (TOY,))
    own = ServiceSettings(mail=MailSettings(sink.url, "souls@games.example"), strangers_a_minute=1_000)
    with TestClient(application(settings, own)) as client:
        service = client.app.state.service
        opal = service.people.create("Opal")
        operator = Person(client)
        operator._heads = {"Authorization": f"Bearer {service.tokens.issue(opal.person, scope='operator')}"}
        yield Post(Site(client), sink, operator)
    sink.close()


def refused(post: Post) -> tuple[str, list[dict[str, Any]]]:
    """Somebody whose two mailboxes do not exist, and the letters to them, which tell that a table can begin."""
    service = post.site.client.app.state.service
    ada = service.people.create("Ada").person
    for n in range(2):
        address = service.people.add_address(ada, f"mailto:box{n}@mail.example")
        service.people.confirm_address(ada, address.id)
    post.sink.answers = ["refuse"]
    host = Person(post.site.client)
    host._heads = {"Authorization": f"Bearer {service.tokens.issue(ada)}"}
    host.ask("PATCH", "/me", {"notices": {"picture": False}})
    table = host.post("/tables", game="trumps", seats=2, seat=0)["table"]
    post.site.person("Bea").post(f"/invitations/{host.post(f'/tables/{table}/invitations', seat=1)['token']}")
    return ada, post.letters(2)


def test_a_dead_letter_is_tried_again_or_thrown_away(post: Post) -> None:
    ada, letters = refused(post)
    assert {one["person"] for one in letters} == {ada}
    assert letters[0]["error"] == "The mail server refused the mailbox (550)."
    post.sink.answers = ["250 taken"]
    path = f"/letters/{letters[0]['id']}"
    assert post.operator.ask("POST", f"{path}/again").status_code == 204
    assert post.letters(1) == letters[1:]
    deadline = time.monotonic() + PATIENCE
    while not post.sink.mails:
        assert time.monotonic() < deadline, "it does not come"
        time.sleep(0.05)
    assert post.operator.ask("DELETE", f"/letters/{letters[1]['id']}").status_code == 204
    assert post.letters(0) == []
    for method, asked in (("POST", f"{path}/again"), ("DELETE", path), ("DELETE", "/letters/nothing")):
        assert problem(404, post.operator.ask(method, asked))["code"] == "NO_SUCH_LETTER"


def test_what_could_not_be_sent_is_in_the_journal_and_in_the_figures(post: Post) -> None:
    with capture_logs() as told:
        ada, letters = refused(post)
    written = [one for one in told if one["event"] == "letter given up"]
    assert {one["letter"] for one in written} == {letter["id"] for letter in letters}
    assert {(one["log_level"], one["person"], one["scheme"], one["why"]) for one in written} == {
        ("error", ada, "mailto", "The mail server refused the mailbox (550).")
    }
    assert "mail.example" not in str(written)
    figures = post.operator.ask("GET", "/metrics").text
    assert 'souls_letters{state="dead"} 2.0' in figures
    assert 'souls_letters{state="waiting"} 0.0' in figures


def test_what_goes_on_failing_is_said_once_in_a_while() -> None:
    now = [0.0]
    tell: Callable[[Trouble], None] = Undelivered(lambda: now[0])
    trouble = Trouble("a", "ada", "abcdefgh", "json", 1, "The service did not take the message (500).", False)
    with capture_logs() as told:
        tell(trouble)
        tell(trouble._replace(letter="b", tries=2))
        tell(trouble._replace(why="The service did not take the message (503)."))
        tell(trouble._replace(address="hgfedcba"))
        now[0] = QUIET_SECONDS + 1.0
        tell(trouble._replace(tries=3))
        tell(trouble._replace(tries=8, is_given_up=True))
    assert [(one["event"], one["log_level"], one["tries"]) for one in told] == [
        ("letter failed", "warning", 1), ("letter failed", "warning", 1), ("letter failed", "warning", 1),
        ("letter failed", "warning", 3), ("letter given up", "error", 8),
    ]  # fmt: skip
