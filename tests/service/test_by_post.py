"""Whole games by post: three people who know nothing but what reaches them, and answer by mail or in a chat.

The service is a process of its own; mail goes over a real connection to a mail server, the chat is a web hook.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from domain.table.table import Table
from infra.notify.awaiting import decisions_of
from infra.notify.following import is_own_doing
from infra.notify.message import message_id
from infra.settings import Settings
from infra.wiring import Souls
from tests.notify.sinks import MailSink, WebHook, text_of
from tests.service.running import Person, Served, served
from tests.service.test_load import PLENTY
from tests.tools.running import done

SECRET = "a-secret-of-the-hooks"
HOOK = {"X-Souls-Hook": SECRET}
PATIENCE = 15.0
ANSWERS = "What you can answer\n"
THE_END = "The game is finished"
TYPING_ERROR = 0.05

pytestmark = pytest.mark.slow


class Told(NamedTuple):
    """Something that reached somebody: its id, its title, what it says, and where it is answered."""

    id: str
    title: str
    text: str
    reply: str


def forms_in(text: str) -> list[str]:
    """What a message says that can be typed; nothing where nothing can be."""
    if ANSWERS not in text:
        return []
    lines = text.split(ANSWERS)[1].split("\n\n")[0].split("\n")
    return [line.strip().split("    ")[0] for line in lines if line.strip()]


class Player:
    """Somebody who plays by what reaches them alone. `due` is what they may type now, and where."""

    def __init__(self, person: Person, service: Served, url: str, rng: random.Random) -> None:
        self.person = person
        self.address = person.post("/me/addresses", {"url": url})["id"]
        self.told: list[Told] = []
        self.due: tuple[list[str], str] | None = None
        self.knows_the_end = False
        self.posts = 0
        self.mistakes = 0
        self._hooks = service.client()
        self._rng = rng

    def read(self) -> None:
        """Read what is new, and remember what it says that can be answered."""
        for one in self.arrived():
            self.told.append(one)
            self.look_at(one)

    def look_at(self, one: Told) -> None:
        self.knows_the_end |= THE_END in one.text
        forms = forms_in(one.text)
        if forms:
            self.due = (forms, one.reply)

    def move(self) -> None:
        """Answer what is due by one of the things that can be typed, now and then wrongly at first."""
        assert self.due is not None
        (forms, reply), self.due = self.due, None
        is_wrong = self._rng.random() < TYPING_ERROR
        text = "jump over the moon" if is_wrong else self._rng.choice(forms)
        self.posts += 1
        self.mistakes += is_wrong
        taken = self.post(text, reply, f"{self.person.name}-{self.posts}")
        assert taken["status"] == ("refused" if is_wrong else "done"), (text, taken)

    def arrived(self) -> Iterator[Told]:
        """What has come since this was asked last."""
        raise NotImplementedError

    def post(self, text: str, reply: str, name: str) -> Any:
        raise NotImplementedError

    def hook(self, path: str, **what: Any) -> Any:
        answer = self._hooks.post(path, **{"headers": HOOK, **what})
        assert answer.status_code == 200, answer.text
        return answer.json()


class ByMail(Player):
    """Somebody with a mailbox. Their replies come to the service from its mail server."""

    def __init__(self, person: Person, service: Served, sink: MailSink, rng: random.Random) -> None:
        self.mailbox = f"{person.name.lower()}@mail.example"
        self._sink = sink
        self._looked_at = 0
        super().__init__(person, service, f"mailto:{self.mailbox}", rng)
        self._confirm()

    def _confirm(self) -> None:
        """Say that the mailbox is theirs, as the first mail asks."""
        deadline = time.monotonic() + PATIENCE
        while (asked := next(self.arrived(), None)) is None:
            assert time.monotonic() < deadline, "nothing asks whose the mailbox is"
            time.sleep(0.005)
        assert self.post("yes", asked.reply, f"{self.person.name}-confirms")["status"] == "done"

    def arrived(self) -> Iterator[Told]:
        new = self._sink.mails[self._looked_at :]
        self._looked_at += len(new)
        for mail in new:
            if mail["To"] == self.mailbox:
                name = str(mail["Message-ID"]).strip("<>").partition("@")[0]
                text = text_of(mail).replace("\r\n", "\n")
                yield Told(name, str(mail["Subject"]), text, str(mail["Reply-To"] or ""))

    def post(self, text: str, reply: str, name: str) -> Any:
        mail = EmailMessage(SMTP)
        mail["From"], mail["To"], mail["Message-ID"] = self.mailbox, reply, f"<{name}@mail.example>"
        mail.set_content(f"{text}\n\nCheers, {self.person.name}\n\nOn Monday, Lost Souls wrote:\n> place 99,99\n")
        head = {**HOOK, "Content-Type": "message/rfc822"}
        return self.hook("/hooks/mail", content=mail.as_bytes(), headers=head)


class InAChat(Player):
    """Somebody whose chat calls the service, and shows them what it answers."""

    def __init__(self, person: Person, service: Served, sink: WebHook, rng: random.Random) -> None:
        self._sink = sink
        super().__init__(person, service, sink.url, rng)

    def arrived(self) -> Iterator[Told]:
        for one in self._sink.posts[len(self.told) :]:
            yield Told(one["id"], one["title"], one["message"], one.get("token", ""))

    def post(self, text: str, reply: str, name: str) -> Any:
        taken = self.hook("/hooks/text", json={"token": reply, "text": text, "id": name})
        self.knows_the_end |= THE_END in "".join(taken["lines"])
        if taken["forms"]:
            self.due = ([form["text"] for form in taken["forms"]], reply)
        return taken


class Club(NamedTuple):
    service: Served
    data: Path
    players: tuple[Player, ...]


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    sink, chat, rng = MailSink(), WebHook(), random.Random(20)
    environment = {
        **PLENTY,
        "SOULS_SERVICE_MAIL_SMTP": sink.url,
        "SOULS_SERVICE_MAIL_SENDER": "Lost Souls <souls@games.example>",
        "SOULS_SERVICE_MAIL_REPLY_TO": "play@games.example",
        "SOULS_SERVICE_HOOK_SECRET": SECRET,
        "SOULS_SERVICE_PRIVATE_ADDRESSES": "true",
    }
    with served(tmp_path / "data", environment=environment) as service:
        ada, bo, cy = (service.sign_up(name) for name in ("Ada", "Bo", "Cy"))
        players = (
            ByMail(ada, service, sink, rng),
            InAChat(bo, service, chat, rng),
            ByMail(cy, service, sink, rng),
        )
        yield Club(service, tmp_path / "data", players)
    sink.close()
    chat.close()


def opened(club: Club, **opening: Any) -> str:
    """A table whose seats are taken by invitation links; its host is asked to begin."""
    host = club.players[0].person
    table: str = host.post("/tables", {"seats": 3, "seat": 0, **opening})["table"]
    for seat, player in enumerate(club.players[1:], 1):
        link = host.post(f"/tables/{table}/invitations", {"seat": seat})["link"]
        player.person.post(f"/invitations/{link.rpartition('/')[2]}")
    return table


def play(club: Club, is_over: Callable[[], bool]) -> None:
    """Let everybody answer whatever reaches them, until it is over."""
    quiet_since = time.monotonic()
    while not is_over():
        for player in club.players:
            player.read()
            if player.due is not None:
                player.move()
                quiet_since = time.monotonic()
        if time.monotonic() > quiet_since + PATIENCE:
            last = [player.told[-1].title for player in club.players if player.told]
            raise AssertionError(f"Nobody is told that it is their turn. The last that was told: {last}")
        time.sleep(0.005)


def until_told(club: Club) -> None:
    """Wait until whoever is awaited now has been told."""
    deadline = time.monotonic() + PATIENCE
    while not any(player.due for player in club.players):
        assert time.monotonic() < deadline, "nobody is told"
        time.sleep(0.005)
        for player in club.players:
            player.read()


def decisions(table: Table, then: Table) -> Iterator[tuple[str, str]]:
    """Whom what had to be told, from the log alone: every decision, but for those that came of a seat's own command."""
    told: set[tuple[str, str]] = set()
    for start in table.starts:
        _, last = table.command_span(start)
        for one in table.records[then.version : last]:
            then.apply(one)
        for decision in decisions_of(then):
            if not is_own_doing(then, decision):
                told.add((decision.person, decision.key(then.id)))
    yield from told


def check(club: Club, table_id: str) -> Table:
    """Every decision was told once to whom it was of, and to nobody else."""
    with Souls(Settings(club.data)) as souls:
        table, then = souls.ledger.table(table_id), souls.ledger.table(table_id, 1)
    wanted = set(decisions(table, then))
    for player in club.players:
        own = {message_id(key, player.address) for person, key in wanted if person == player.person.id}
        others = {message_id(key, one.address) for one in club.players for _, key in wanted} - own
        got = Counter(one.id for one in player.told)
        assert own
        assert {name: got[name] for name in own} == dict.fromkeys(own, 1)
        assert not others & got.keys()
        assert max(got.values()) == 1
    return table


def test_a_full_game_of_carcassonne_is_played_by_posts_alone(club: Club) -> None:
    table_id = opened(club, game="carcassonne")
    play(club, lambda: all(player.knows_the_end for player in club.players))
    club.service.stop()
    table = check(club, table_id)
    assert table.finished is not None
    assert sum(player.mistakes for player in club.players) > 0
    done("verify", table_id, "--data", club.data)


def test_a_round_of_root_is_played_by_posts_alone(club: Club) -> None:
    table_id = opened(club, game="root", options={"factions": ["cult", "marquise", "eyrie"]})
    path, host = f"/tables/{table_id}", club.players[0].person

    def turns_ended() -> int:
        found: list[Any] = []
        while (page := host.get(f"{path}/log", after=found[-1]["version"] if found else 0, limit=500))["items"]:
            found += page["items"]
        return sum(one["event"] == "TurnEnded" for one in found)

    play(club, lambda: turns_ended() >= 4)
    until_told(club)
    club.service.stop()
    table = check(club, table_id)
    assert {0, 1, 2} <= {record.by for record in table.records}
    done("verify", table_id, "--data", club.data)
