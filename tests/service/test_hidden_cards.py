"""Two tables of Root that differ in one hidden card: whoever may not see it gets the same from both, byte for byte, however the
service shows or tells it; whose card it is gets something else."""

import random
import re
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from domain.root.cards import CARDS
from domain.root.piles import DECK
from domain.table.chance import Dictated
from domain.table.lifecycle import BeginGame, TakeSeat
from domain.table.messages import HOST, Command
from domain.table.records import Submission
from domain.table.seeing import view_of
from infra import ledger as ledger_module
from infra.bundles import unseal_bundle
from infra.exports import unseal
from infra.http.app import application
from infra.http.routes import streams
from infra.http.service import Service
from infra.key_seal import KeySeal
from infra.notify.awaiting import decisions_of
from infra.notify.mail import mail_of
from infra.notify.message import Message, as_text
from infra.notify.news import news_of
from infra.notify.rows import Row
from infra.notify.sayings import Saying, Sayings
from infra.service_settings import MailSettings, ServiceSettings
from infra.settings import Settings
from tests.infra.http.asking import Person, Site
from tests.infra.samples import record_fields
from tests.infra.test_bundle_secrets import shown_of
from tests.streams.conftest import Server

CULT, MARQUISE, EYRIE = range(3)
FACTIONS = '{"factions":["cult","marquise","eyrie"]}'
START = 1_800_000_000_000_000
MAIL = MailSettings("smtp://h", "Lost Souls <souls@games.example>", "play@games.example")
BOUNDARY = re.compile(rb"={5,}\d+==")
REFUSAL = re.compile(rb"\b\d{13}-\d+\b")
"""A refusal's id, by the store's own clock."""

NAME = "t" * 12

Shown = dict[str, bytes]

SEEN = (
    "GET ", "GET /board.svg", "GET /board.png?width=300", "GET /log?limit=500", "GET /events?after=0", "GET /scores",
    "GET /piles", "GET /contests/1", "GET /contests/1/case", "GET /contests/1/case.html", "GET /forks",
)  # fmt: skip
"""What everybody is shown at a table that is open to all."""


class Clock:
    """A clock that a test sets, and that goes on by a millisecond whenever it is asked."""

    at = START

    def __call__(self) -> int:
        self.at += 1_000
        return self.at


class Twins:
    """The same table twice, but that a card in the Cult's hand and one deep in the deck have changed places."""

    def __init__(self, site: Site, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.site, self.service = site, _service(site)
        self.clock = Clock()
        monkeypatch.setattr(self.service.ledger, "clock", self.clock)
        self.rng = random.Random(seed)
        deck = self.rng.sample(sorted(CARDS), len(CARDS))
        self.cards = (deck[0], deck[-1])
        self.ids = ["".join(self.rng.choices("abcdefghijklmnop", k=12)) for _ in range(2)]
        other = [self.cards[1], *deck[1:-1], self.cards[0]]
        dice = [self.rng.randrange(4) for _ in range(200)]
        chances = {
            table_id: Dictated({DECK: cards, "first": [CULT], "dice": dice, "fear": [], "take": []})
            for table_id, cards in zip(self.ids, (deck, other), strict=True)
        }
        usual = ledger_module.chance_source
        monkeypatch.setattr(
            ledger_module,
            "chance_source",
            lambda table, *more: chances[table.id] if table.id in chances else usual(table, *more),
        )
        names = ("Hanna", "Arno", "Cora", "Mira", "Egon", "Sue")
        self.host, self.arbiter, *self.seats, self.spectator = (site.person(name) for name in names)
        self.steps = 0
        self.forks: list[str] = []
        self.both(self._opened)

    def both(self, what: Callable[[str], Any]) -> list[Any]:
        """Do something at both tables, at the same time by their clocks."""
        found = []
        self.steps += 1
        for table_id in self.ids:
            self.clock.at = START + self.steps * 60_000_000
            found.append(what(table_id))
        return found

    def _opened(self, table_id: str) -> None:
        ledger, service = self.service.ledger, self.service
        ledger.partition(table_id).secrets.put(table_id, bytes(32), bytes(32))
        ledger.open_table(
            "root", 3, host=self.host.id, arbiter=self.arbiter.id, options=FACTIONS, chance="dictated",
            table_id=table_id, command_id="open",
        )  # fmt: skip
        service.access.open(table_id, self.host.id, "public")
        service.access.add_spectator(table_id, self.spectator.id)
        for seat, person in enumerate(self.seats):
            self._do(table_id, seat, TakeSeat(seat, person.id))
        self._do(table_id, HOST, BeginGame())

    def _do(self, table_id: str, by: int, command: Command) -> None:
        version = self.service.ledger.current(table_id).version
        outcome = self.service.ledger.submit(table_id, Submission(f"begin-{version}", by, version, command))
        assert not isinstance(outcome, Exception), outcome

    @property
    def table(self) -> Any:
        return self.service.ledger.current(self.ids[0])

    def play(self, moves: int) -> None:
        """Play something that can be typed at both tables, and names neither card."""
        for number in range(moves):
            seat = next(prompt.seat for prompt in self.table.prompts if not prompt.optional)
            person = self.seats[seat]
            forms = self.both(lambda table_id, who=person: who.get(f"/tables/{table_id}/forms", limit=60)["forms"])
            texts = [[form["text"] for form in found] for found in forms]
            named = [card.partition("#")[0].replace("-", " ") for card in self.cards]
            common = [
                text for text in texts[0]
                if text in texts[1] and not any(name in text.replace("-", " ") for name in named)
            ]  # fmt: skip
            text = self.rng.choice(common)
            for told in self.both(
                lambda table_id, who=person, what=text, n=number: who.post(
                    f"/tables/{table_id}/posts", text=what, id=f"move-{self.steps}-{n}"
                )
            ):
                assert told["accepted"], told

    def dispute(self) -> None:
        """The Eyrie contest what the Cult have drawn; there are refusals, an order, and a stale command."""
        drawn = next(
            version
            for version, record in enumerate(self.table.records, 1)
            if type(record.event).__name__ == "CardsDrawn"
        )
        for who, command in ((EYRIE, {"command": "EndStep"}), (MARQUISE, {"command": "Redo"})):
            self.both(
                lambda table_id, w=who, c=command: self.seats[w].ask(
                    "POST",
                    f"/tables/{table_id}/commands",
                    {"command": c, "expected": self.table.version, "id": f"r{w}"},
                )
            )
        self.both(
            lambda table_id: self.seats[EYRIE].post(
                f"/tables/{table_id}/contests", record=drawn, clause="core-1.1", id="contest"
            )
        )

    def order(self) -> None:
        """The Cult order something in advance, another thing at each table."""
        suits = iter(("fox", "mouse"))
        told = self.both(
            lambda table_id: self.seats[CULT].post(
                f"/tables/{table_id}/posts", text=f'order discard {{"order":"SuitsFirst","suits":["{next(suits)}"]}}'
            )
        )
        assert [one["accepted"] for one in told] == [True, True], told

    # --- Everything that is shown -------------------------------------------------------------------------------------

    def shown(self, table_id: str, person: Person, seat: int | None) -> Shown:
        """All that a person gets of a table, by what it is."""
        path = f"/tables/{table_id}"
        found = {f"GET {one}": self._asked(person, "GET", path + one) for one in self._pages(seat)}
        for name, (where, body) in self._questions(seat).items():
            found[name] = self._asked(person, "POST", path + where, body)
        found["export"], found["audit"] = self._files(person, path, seat)
        found["fork"] = self._forked(person, path)
        found["me/events"] = self._moved(person, table_id)
        found["tables"] = self._listed(person, table_id)
        if seat is not None or person is not self.spectator:
            for number, mail in enumerate(self._told(table_id, person)):
                found[f"mail {number}"] = mail
        return {name: self._plain(data, table_id) for name, data in found.items()}

    def _pages(self, seat: int | None) -> Iterator[str]:
        version = self.table.version
        yield from ("", "/board.svg", "/board.png?width=300", "/motion.svg", "/log?limit=500", "/events?after=0")
        yield from ("/scores", "/piles", "/piles.svg", "/time", "/forks", "/chat", "/note", "/access", "/refusals")
        yield from ("/contests", "/contests/1", "/contests/1/case", "/contests/1/case.html")
        yield from (f"/board?at={at}" for at in range(version, self.table.setup_end, -12))
        yield from (f"{one}?at={version - 3}" for one in ("/board.svg", "/scores", "/piles", "/motion.svg"))
        if seat is not None:
            yield from ("/legal?rows=2000", "/forms?limit=200", "/orders")

    def _questions(self, seat: int | None) -> dict[str, tuple[str, Any]]:
        if seat is None:
            return {"undo preview": ("/undo/preview", {"ask": True})}
        cards = [card.partition("#")[0] for card in self.cards]
        lines = ("end", "wood in 1, 5", "battle 5 vs cult", "march 1 from 4 to 8", "nonsense", f"craft {cards[0]}")
        found: dict[str, tuple[str, Any]] = {
            f"dry run {line}": ("/posts", {"text": line, "dry_run": True, "id": "dry"}) for line in lines
        }
        found["stale"] = ("/commands", {"command": {"command": "EndStep"}, "expected": 5, "id": "stale"})
        found["refused"] = ("/posts", {"text": "convert marquise in 5", "id": f"refused-{self.steps}"})
        found["undo"] = ("/undo/preview", {"ask": False})
        for keeping in (False, True):
            found[f"undo {keeping}"] = ("/undo/preview", {"ask": True, "keep_later": keeping})
        found["undo to"] = ("/undo/preview", {"ask": True, "to_version": self.table.setup_end + 3})
        remedy = {"correction": [{"event": "CardsDiscarded", "seat": CULT, "cards": [cards[0]], "how": "revealed"}]}
        found["settlement"] = ("/contests/1/settlements", {"remedy": remedy, "dry_run": True})
        return found

    def _asked(self, person: Person, method: str, where: str, body: Any = None) -> bytes:
        answer = person.ask(method, where, body)
        heads = {name: answer.headers[name] for name in ("etag", "content-type") if name in answer.headers}
        assert answer.status_code < 500, (where, answer.text)
        return msgspec.json.encode([answer.status_code, heads]) + answer.content

    def _files(self, person: Person, path: str, seat: int | None) -> tuple[bytes, bytes]:
        if seat is None:
            return b"", b""
        export, audit = (person.ask("GET", f"{path}/{one}") for one in ("export", "audit?pictures=true"))
        assert (export.status_code, audit.status_code) == (200, 200), (export.text, audit.text)
        entries = [
            [entry.topic, _without_hash(entry), bool(entry.salt)] for entry in unseal(export.content).value.entries
        ]
        return msgspec.msgpack.encode(entries), shown_of(unseal_bundle(audit.content).value)

    def _forked(self, person: Person, path: str) -> bytes:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ledger_module, "new_table_id", lambda: "".join(self.rng.choices("abcdefgh", k=12)))
            patch.setattr(ledger_module.secrets, "token_hex", lambda size: "ab" * size)
            made = person.ask("POST", f"{path}/forks", {})
        assert made.status_code in (200, 201, 401, 403, 422), made.text
        if made.status_code > 201:
            return made.content
        self.forks.append(made.json()["table"])
        # Whoever opens a sandbox may sit down at each of its seats.
        fork = self.service.ledger.current(self.forks[-1])
        return msgspec.json.encode([view_of(fork, viewer) for viewer in (None, *range(3))])

    def _moved(self, person: Person, table_id: str) -> bytes:
        if not person.id:
            return b""
        last = ".".join("0" for _ in self.service.ledger.partitions)
        text = person.ask("GET", "/me/events", headers={"Last-Event-ID": last}).text
        lines = [line for line in text.splitlines() if f'"{table_id}"' in line]
        return "\n".join(lines).encode()

    def _listed(self, person: Person, table_id: str) -> bytes:
        if not person.id:
            return b""
        rows = person.get("/tables")["items"]
        return msgspec.json.encode([row for row in rows if row["turn"]["table"] == table_id])

    def _told(self, table_id: str, person: Person) -> Iterator[bytes]:
        """Every mail that the person could get of the table now: of decisions, of news, and an answer."""
        profile = self.service.people.profile(person.id)
        if profile is None:
            return
        composer, table = self.service.notifier.composer, self.service.ledger.current(table_id)
        now = START
        told: list[Message | None] = [
            composer.asking(table, one, profile, "a-name") for one in decisions_of(table) if one.person == person.id
        ]
        rows = [
            Row("news", "news", table_id, person.id, "aaaaaaaa", -1, one.kind, one.version, now, now)
            for one in news_of(table, 0, 0) if one.person == person.id
        ]  # fmt: skip
        said = Sayings(KeySeal(self.service.souls.keyring)).sealed(person.id, "a", Saying("done", ("done",)))
        rows.append(Row("a", "answer", table_id, person.id, "aaaaaaaa", -1, "done", table.version, now, now, said=said))
        # One picture is enough: they take long.
        plainer = msgspec.structs.replace(profile, notices=msgspec.structs.replace(profile.notices, picture=False))
        pictured = None if told else rows[0]
        told += [composer.compose(row, profile if row is pictured else plainer) for row in rows]
        for message in told:
            if message is not None:
                plain = msgspec.structs.replace(message, token="t" * 24)
                mail = mail_of(plain, "somebody@mail.example", MAIL, now).as_bytes()
                yield BOUNDARY.sub(b"=====", mail) + as_text(plain).encode() + b"".join(plain.pictures)

    def _plain(self, data: bytes, table_id: str) -> bytes:
        for fork in self.forks:
            data = data.replace(fork.encode(), b"f" * 12)
        return REFUSAL.sub(b"refusal", data.replace(table_id.encode(), NAME.encode()))


def _without_hash(entry: Any) -> Any:
    """What an export's record says, but for the hash over what is hidden in it."""
    fields = record_fields(entry.state) if entry.topic else []
    if len(fields) > 5 and fields[5] is not None:
        fields[5][3] = b""
    return fields


def _service(site: Site) -> Service:
    found: Service = site.client.app.state.service
    return found


@pytest.fixture(scope="module")
def site(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    settings = Settings(tmp_path_factory.mktemp("data"), server.url, f"t-{uuid.uuid4().hex}", 2)
    limits = ServiceSettings(requests_a_minute=100_000, strangers_a_minute=100_000, mail=MAIL)
    with TestClient(application(settings, limits)) as client:
        yield Site(client)


@pytest.fixture
def streams_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams end when they have told what there is."""

    async def over(*asked: Any) -> bool:
        return False

    monkeypatch.setattr(streams, "PULSE", 0.01)
    monkeypatch.setattr(streams, "_may_still", over)
    monkeypatch.setattr(streams, "_is_still", over)


def differing(twins: Twins, person: Person, seat: int | None) -> list[str]:
    """What a person is shown otherwise at the one table than at the other."""
    first, second = twins.both(lambda table_id: twins.shown(table_id, person, seat))
    assert first.keys() == second.keys()
    answered = [name for name in SEEN if first[name].startswith(b"[200,")]
    assert answered == list(SEEN), "what is compared is there"
    return [name for name in first if first[name] != second[name]]


@pytest.mark.slow
@pytest.mark.usefixtures("streams_end")
@pytest.mark.parametrize("seed", range(2))
def test_a_hidden_card_changes_nothing_that_others_are_shown(
    site: Site, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    twins = Twins(site, seed, monkeypatch)
    twins.play(8)
    twins.dispute()
    others = (
        (twins.host, None), (twins.arbiter, None), (twins.seats[MARQUISE], MARQUISE), (twins.seats[EYRIE], EYRIE),
        (twins.spectator, None), (site.stranger, None),
    )  # fmt: skip
    for go_on in (lambda: twins.play(25), twins.order, None):
        for person, seat in others:
            assert differing(twins, person, seat) == []
        if go_on is not None:
            go_on()
    own = differing(twins, twins.seats[CULT], CULT)
    assert {"GET /board.svg", "GET /board.png?width=300", "GET /log?limit=500", "GET /events?after=0"} <= set(own)
    assert {"export", "audit", "fork", "GET /contests/1/case"} <= set(own), "the comparison notices a card"
    assert any(name.startswith("mail") for name in own)
