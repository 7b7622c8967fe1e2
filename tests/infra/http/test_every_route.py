"""Every route can succeed: in one long life of a service each is answered with what it is there for at least once."""

import re
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from infra.http.app import application
from infra.http.roles import RouteRow, routes_table
from infra.http.watching import Watching
from infra.service_settings import MailSettings, ServiceSettings
from infra.settings import Settings
from tests.infra.http.asking import TOY, Person, Seated, Site
from tests.notify.sinks import MailSink, text_of
from tests.streams.conftest import Server

PATIENCE = 15.0
SECRET = {"X-Souls-Hook": "s3cret"}
CODE = re.compile(r"^[a-z2-7]{4}(?:-[a-z2-7]{4}){2}$", re.MULTILINE)
FRAMEWORK = "/framework"

Answered = set[tuple[str, str]]


def rows() -> list[RouteRow]:
    """All routes that there are."""
    app = application(Settings(Path("/nowhere")), ServiceSettings())
    return [row for row in routes_table(app) if not row.path.startswith(FRAMEWORK)]


class Heard:
    """Listens to what is answered, and keeps which routes were answered with success."""

    def __init__(self) -> None:
        self.routes: Answered = set()
        self._known = sorted(
            ((row.method, row.path, re.compile(re.sub(r"\{\w+\}", "[^/]+", row.path))) for row in rows()),
            key=lambda known: known[1].count("{"),  # what is named goes before what has a place for it
        )

    def __call__(self, answer: httpx.Response) -> None:
        if not answer.is_success:
            return
        # A stream does not end: its head is asked for, which is answered by the same route.
        method, path = {"HEAD": "GET"}.get(answer.request.method, answer.request.method), answer.request.url.path
        self.routes.add(next(row[:2] for row in self._known if row[0] == method and row[2].fullmatch(path)))


class Life:
    """A service with a mail server, and what happens at it."""

    def __init__(self, client: TestClient[Any], app: Litestar, sink: MailSink) -> None:
        self.site = Site(client)
        self.people = app.state.service.people
        self.sink = sink
        self.operator = self.site.person("Opal")
        token = app.state.service.tokens.issue(self.operator.id, scope="operator")
        self.operator._heads = {"Authorization": f"Bearer {token}"}

    def done(self, who: Person, method: str, path: str, data: Any = None, **more: Any) -> httpx.Response:
        answer = who.ask(method, path, data, **more)
        assert answer.is_success, (method, path, answer.text[:500])
        return answer

    def mail_to(self, mailbox: str, number: int = 0) -> Any:
        """A mail that has come to a mailbox, as soon as it has."""
        return self._until(lambda: [mail for mail in self.sink.mails if mail["To"] == mailbox][number:])[0]

    def _until(self, what: Callable[[], Any]) -> Any:
        deadline = time.monotonic() + PATIENCE
        while not (found := what()):
            assert time.monotonic() < deadline, "it does not happen"
            time.sleep(0.02)
        return found

    # --- What happens -------------------------------------------------------------------------------------------------

    def an_account(self) -> None:
        told = self.site.stranger.post("/people", name="Ada")
        ada, person = Person(self.site.client), told["person"]
        ada._heads = {"Authorization": f"Bearer {told['token']}"}
        self.site.stranger.post("/people/recovery", code=told["recovery_codes"][0])
        for path in ("/me", "/me/data", "/me/tokens", "/tables", f"/people/{person}"):
            ada.get(path)
        self.done(ada, "PATCH", "/me", {"time_zone": "Europe/Berlin"})
        ada.post("/me/tokens", label="phone")
        token = next(one["id"] for one in ada.get("/me/tokens") if one["label"] == "phone")
        self.done(ada, "DELETE", f"/me/tokens/{token}")
        ada.post("/me/recovery")
        self.done(ada, "HEAD", "/me/events")
        self.done(ada, "DELETE", "/me", params={"confirm": person})
        bo = self.site.person("Bo").id
        self.done(self.operator, "DELETE", f"/people/{bo}", params={"confirm": bo})

    def mail_and_chat(self) -> None:
        ada = self.site.person("Ada")
        address = ada.post("/me/addresses", url="mailto:ada@mail.example")["id"]
        (code,) = CODE.findall(text_of(self.mail_to("ada@mail.example")).replace("\r", ""))
        ada.post(f"/me/addresses/{address}/confirm", code=code)
        table = self._to_begin(ada)
        self.done(ada, "PUT", f"/me/tables/{table}/notices", {"when": "each", "picture": False})
        reply = str(self.mail_to("ada@mail.example", 1)["Reply-To"])
        token = reply.partition("+")[2].partition("@")[0]
        chat = {"token": token, "text": "help", "id": "1"}
        assert self.done(self.site.stranger, "POST", "/hooks/text", chat, headers=SECRET).json()["status"] == "told"
        raw = f"From: ada@mail.example\nTo: {reply}\nMessage-ID: <1@x>\n\nbegin\n"
        mail = self.done(self.site.stranger, "POST", "/hooks/mail", content=raw.encode(), headers=SECRET)
        assert mail.json()["status"] == "done"
        self.done(ada, "POST", "/me/reply-tokens/renew")
        self.done(ada, "DELETE", f"/me/addresses/{address}")

    def dead_letters(self) -> None:
        host = self.site.person("Hanna")
        address = self.people.add_address(host.id, "mailto:nobody@mail.example")
        self.people.confirm_address(host.id, address.id)
        self.sink.answers = ["refuse"]
        self._to_begin(host)
        path = f"/letters/{self._until(self._letters)[0]['id']}"
        self.done(self.operator, "POST", f"{path}/again")
        self._until(self._letters)
        self.done(self.operator, "DELETE", path)

    def _letters(self) -> Any:
        return self.operator.get("/letters")["items"]

    def law_and_figures(self) -> None:
        ask = self.site.stranger
        for path in ("", "/carcassonne", "/carcassonne/law", "/carcassonne/law/B-4", "/carcassonne/notation",
                     "/carcassonne/open-points", "/carcassonne/corrections"):  # fmt: skip
            ask.get(f"/games{path}")
        for path in ("/health", "/openapi.json", "/precedents"):
            ask.get(path)
        self.done(self.operator, "GET", "/metrics")

    def a_table(self) -> None:
        host, guest, looker = (self.site.person(name) for name in ("Hanna", "Gus", "Lou"))
        path = f"/tables/{host.post('/tables', game='trumps', seats=3, options={'rounds': 3})['table']}"
        unused = host.post(f"{path}/invitations", seat=1)
        self.site.stranger.get(f"/invitations/{unused['token']}")
        host.get(f"{path}/invitations")
        self.done(host, "DELETE", f"{path}/invitations/{unused['invitation']['id']}")
        looker.post(f"/invitations/{host.post(f'{path}/invitations', seat=None)['token']}")
        host.post(f"{path}/seats/0/mine")
        guest.post(f"/invitations/{host.post(f'{path}/invitations', seat=1)['token']}")
        host.post(f"{path}/seats/2/bot", kind="random")
        host.get(f"{path}/access")
        self.done(host, "PUT", f"{path}/access", {"visibility": "public"})
        host.post(f"{path}/time", time="move=48h", expected=host.get(path)["version"])
        host.post(f"{path}/commands", command={"command": "BeginGame"}, as_="host", expected=host.get(path)["version"])
        host.post(f"{path}/time/grants", seat=0, span="24h", expected=host.get(path)["version"])
        host.post(f"{path}/posts", text="nudge 2", as_="0")
        host.post(f"{path}/undo/preview", as_="0")
        host.post(f"{path}/undo", expected=host.get(path)["version"], as_="0")
        host.post(f"{path}/redo", expected=host.get(path)["version"], as_="0")
        for name in ("board", "legal", "forms", "orders", "log", "scores", "time", "refusals", "forks"):
            host.get(f"{path}/{name}")
        for name in ("board.svg", "board.png", "export", "audit"):
            self.done(host, "GET", f"{path}/{name}")
        self.done(host, "HEAD", f"{path}/events")
        host.post(f"{path}/chat", text="Hello")
        host.get(f"{path}/chat")
        self.done(host, "PUT", f"{path}/note", {"text": "Think"})
        host.get(f"{path}/note")
        host.post(f"{path}/forks")
        self.done(looker, "DELETE", f"{path}/spectators/{looker.id}")
        host.post(
            f"{path}/commands", command={"command": "AbandonTable"}, as_="host", expected=host.get(path)["version"]
        )
        host.post(f"{path}/close")

    def pictures_of_other_games(self) -> None:
        host = self.site.person("Hanna")
        table = host.post("/tables", game="flick-of-faith", seat=0, bots={"1": "random"})["table"]
        path = f"/tables/{table}"
        host.post(f"{path}/posts", text="begin", as_="host")

        def moves() -> bool:
            for form in host.get(f"{path}/forms", as_="0")["forms"][:1]:
                host.post(f"{path}/posts", text=form["text"], as_="0")
            return host.ask("GET", f"{path}/motion.svg").is_success

        self._until(moves)
        lost = host.post("/tables", game="root", seats=2, seat=0, bots={"1": "random"})
        host.post(f"/tables/{lost['table']}/posts", text="begin", as_="host")
        host.get(f"/tables/{lost['table']}/piles")
        self.done(host, "GET", f"/tables/{lost['table']}/piles.svg")

    def disputes(self) -> None:
        table = self._contested(judge="arbiter")
        (north, east), path = table.seats, f"{table.path}/contests/1"
        for name in (f"{table.path}/contests", path, f"{path}/case"):
            north.get(name)
        self.done(north, "GET", f"{path}/case.html")
        table.arbiter.post(f"{path}/counterfactual")
        self.done(table.arbiter, "POST", f"{path}/counterfactual.svg", {})
        north.post(f"{path}/evidence", text="It lay flat.")
        north.post(f"{path}/settlements", remedy={"points": {"east": 1}}, expected=table.version)
        east.post(f"{path}/settlements/answer", agree=False, expected=table.version)
        table.arbiter.post(f"{path}/rulings", outcome="upheld", expected=table.version)
        east.post(f"{path}/appeal", expected=table.version)
        east.post(f"{path}/rulings", outcome="upheld", as_vote=True, expected=table.version)
        east.post(f"{path}/votes", choice="yes", expected=table.version)
        other = self._contested(judge="arbiter")
        other.seats[1].post(f"{other.path}/contests/1/withdraw", expected=other.version)

    def an_arbiter_who_plays(self) -> None:
        host, guest = self.site.person("Hanna"), self.site.person("Gus")
        path = f"/tables/{host.post('/tables', game='trumps', seats=2, seat=0)['table']}"
        guest.post(f"/invitations/{host.post(f'{path}/invitations', seat=1)['token']}")
        host.post(f"{path}/posts", text="begin", as_="host")
        roll = host.post(f"{path}/posts", text="roll die", as_="0")["lines"][0]["first"]
        guest.post(f"{path}/contests", record=roll, clause="TOY-4")
        guest.post(f"{path}/contests/1/accept-arbiter", expected=host.get(path)["version"])

    def _to_begin(self, host: Person) -> str:
        """A table that waits for its host to begin."""
        table: str = host.post("/tables", game="trumps", seats=2, seat=0)["table"]
        self.site.person("Gus").post(f"/invitations/{host.post(f'/tables/{table}/invitations', seat=1)['token']}")
        return table

    def _contested(self, **arranged: Any) -> Seated:
        table = self.site.table(arranged=arranged, rounds=3)
        roll = table.do(table.seats[0], "RollDie")["first"]
        table.seats[1].post(f"{table.path}/contests", record=roll, clause="TOY-4", expected=table.version)
        return table


@pytest.fixture(scope="module")
def answered(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Answered:
    """The routes that were answered with success in a whole life."""
    sink, heard = MailSink(), Heard()
    settings = Settings(tmp_path_factory.mktemp("data"), server.url, f"t-{uuid.uuid4().hex}", 2, (TOY,))
    mail = MailSettings(sink.url, "souls@games.example", "play@games.example")
    own = ServiceSettings(mail=mail, hook_secret="s3cret", strangers_a_minute=1_000)
    app: Any = application(settings, own)
    with TestClient(Watching(app, is_encrypted=False)) as client:
        life = Life(client, app, sink)
        client.event_hooks = {"response": [heard]}
        life.law_and_figures()
        life.an_account()
        life.mail_and_chat()
        life.a_table()
        life.pictures_of_other_games()
        life.disputes()
        life.an_arbiter_who_plays()
        life.dead_letters()
    sink.close()
    return heard.routes


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.method} {row.path}")
def test_a_route_can_succeed(answered: Answered, row: RouteRow) -> None:
    assert (row.method, row.path) in answered
