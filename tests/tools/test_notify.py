"""`souls notify` and `souls mail`: telling people by hand, and what they answer."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.table.lifecycle import BeginGame, TakeSeat
from domain.table.messages import HOST
from domain.table.records import Submission
from domain.table.table import Table
from infra.opened import new_command_id
from infra.people.profile import Notices
from infra.settings import settings_from
from infra.wiring import Souls
from tests.notify.imap import MailBox
from tests.notify.sinks import MailSink, closed_port
from tests.tools.running import TOY, done, failed, souls


@pytest.fixture
def sink(monkeypatch: pytest.MonkeyPatch) -> Iterator[MailSink]:
    made = MailSink()
    monkeypatch.setenv("SOULS_SERVICE_MAIL_SMTP", made.url)
    monkeypatch.setenv("SOULS_SERVICE_MAIL_SENDER", "souls@games.example")
    monkeypatch.setenv("SOULS_SERVICE_MAIL_REPLY_TO", "play@games.example")
    yield made
    made.close()


@pytest.fixture
def table(data: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A table where Ada, who has a mailbox, is to play first; all commands know its game."""
    monkeypatch.setenv("SOULS_RULEBOOKS", TOY)
    with Souls(settings_from({}, data=data, rulebooks=(TOY,))) as here:
        people = [here.people.create(name) for name in ("Ada", "Ben")]
        ada = people[0].person
        address = here.people.add_address(ada, "mailto:ada@mail.example")
        here.people.confirm_address(ada, address.id)
        here.people.change(ada, lambda profile: replace(profile, notices=Notices(picture=False)))
        opened = here.ledger.open_table("trumps", 2, host=people[1].person)
        assert isinstance(opened, Table)
        commands = [(seat, TakeSeat(seat, one.person)) for seat, one in enumerate(people)] + [(HOST, BeginGame())]
        for by, command in commands:
            version = here.ledger.current(opened.id).version
            here.ledger.submit(opened.id, Submission(new_command_id(), by, version, command))
        return opened.id


def test_once_sends_what_is_due_and_the_answer_makes_the_move(data: Path, table: str, sink: MailSink) -> None:
    told = done("notify", "once", "--data", data)
    assert "messages were put" in told.out
    (asked,) = [mail for mail in sink.mails if table in str(mail["Subject"])]
    assert asked["To"] == "ada@mail.example"
    assert done("notify", "once", "--data", data, "--json").json["changed"] == 0
    raw = f"From: ada@mail.example\nTo: {asked['Reply-To']}\nMessage-ID: <1@x>\n\nroll die\n"

    taken = done("mail", "take-in", "--data", data, "--json", typed=raw).json["taken"][0]
    assert (taken["status"], taken["table"]) == ("done", table)
    done("notify", "once", "--data", data)
    assert str(sink.mails[-1]["Subject"]).endswith(": done")


def test_no_word_of_a_mail_is_in_the_store_in_any_file_of_it(data: Path, table: str, sink: MailSink) -> None:
    done("notify", "once", "--data", data)
    (asked,) = [mail for mail in sink.mails if table in str(mail["Subject"])]
    raw = f"From: ada@mail.example\nTo: {asked['Reply-To']}\nMessage-ID: <quuxid@x>\n\nroll die\nquuxword Secret\n"
    assert "quuxword" in souls("mail", "take-in", "--data", data, typed=raw).out
    with Souls(settings_from({}, data=data, rulebooks=(TOY,))) as here:
        person = here.ledger.current(table).seats[0].person
        done("people", "forget", person, "--yes", "--data", data)
        client = here.ledger.partitions[0].recorder.connections.writer
        alive = b"".join(key + (client.dump(key) or b"") for key in client.scan_iter("*"))
        files = b"".join(file.read_bytes() for file in data.rglob("*") if file.is_file())
    assert table.encode() in alive
    assert table.encode() in files, "what was ever written is looked at"
    for stored in (alive, files):
        assert not [word for word in (b"quux", b"Secret", b"ada@mail") if word in stored]


def test_a_mail_that_does_nothing_is_not_handed_over_again(data: Path, table: str, sink: MailSink) -> None:
    told = done("mail", "take-in", "--data", data, typed="From: a@b.example\n\nroll\n")
    assert told.out == "nobody: dropped: No mailbox that it went to is one for replies.\n"
    done("notify", "once", "--data", data)
    (asked,) = [mail for mail in sink.mails if table in str(mail["Subject"])]
    raw = f"From: ada@mail.example\nTo: {asked['Reply-To']}\nMessage-ID: <no@x>\n\nfly to the moon\n"
    assert ": refused\n" in done("mail", "take-in", "--data", data, typed=raw).out


def test_a_mail_is_handed_over_again_where_it_could_not_be_taken_in(
    data: Path, table: str, sink: MailSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    done("notify", "once", "--data", data)
    (asked,) = [mail for mail in sink.mails if table in str(mail["Subject"])]
    raw = f"From: ada@mail.example\nTo: {asked['Reply-To']}\nMessage-ID: <later@x>\n\nroll die\n"
    away = (data / "keys").rename(data / "elsewhere")
    told = souls("mail", "take-in", "--data", data, "--json", typed=raw)
    assert (told.code, told.json["error"]["code"]) == (75, "LATER")
    away.rename(data / "keys")
    monkeypatch.setenv("REDIS_URL", f"redis://127.0.0.1:{closed_port()}")
    assert souls("mail", "take-in", typed=raw).code == 75
    monkeypatch.delenv("REDIS_URL")
    with monkeypatch.context() as wrong:
        wrong.setenv("SOULS_SERVICE_PORT", "many")
        assert "SOULS_SERVICE_PORT" in failed("mail", "take-in", "--data", data, typed=raw, code=75)
    assert ": done\n" in done("mail", "take-in", "--data", data, typed=raw).out


def test_what_could_not_be_sent_is_listed_tried_again_and_dropped(
    data: Path, table: str, sink: MailSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    sink.answers = ["refuse"]
    told = done("notify", "once", "--data", data)
    assert "could not be sent" in told.out
    letters = done("notify", "dead", "--data", data, "--json").json["dead"]
    (letter,) = [one for one in letters if one["table"] == table]
    assert letter["error"] == "The mail server refused the mailbox (550)."
    assert "1 try: The mail server refused" in done("notify", "dead", "--data", data).out
    sink.answers = ["250 taken"]
    done("notify", "dead", "--requeue", letter["id"], "--data", data)
    done("notify", "once", "--data", data)
    assert any(table in subject for subject in sink.subjects())
    for one in letters:
        souls("notify", "dead", "--drop", one["id"], "--data", data)
    assert done("notify", "dead", "--data", data).out == "Every message could be sent, or is still tried.\n"
    assert souls("notify", "dead", "--drop", "x", "--data", data).code == 1
    assert souls("notify", "dead", "--drop", "x", "--requeue", "y", "--data", data).code == 1


def test_a_preview_shows_the_message_and_writes_its_picture_and_page(data: Path, table: str, tmp_path: Path) -> None:
    png, html = tmp_path / "board.png", tmp_path / "page.html"
    told = done("notify", "preview", table, "--seat", "north", "--data", data, "--png", png, "--html", html)
    assert told.out.startswith("Subject: Trumps ")
    assert "What you can answer" in told.out
    assert png.read_bytes().startswith(b"\x89PNG")
    assert html.read_text().startswith("<!doctype html>")


def test_a_seat_that_is_not_awaited_has_no_message(data: Path, table: str) -> None:
    told = souls("notify", "preview", table, "--seat", "east", "--data", data)
    assert (told.code, told.err) == (1, "souls: Nothing is awaited of east.\n")


def test_the_mailbox_is_asked_once(data: Path, sink: MailSink, monkeypatch: pytest.MonkeyPatch) -> None:
    told = souls("mail", "poll", "--data", data)
    assert "name no mailbox" in told.err
    box = MailBox()
    monkeypatch.setenv("SOULS_SERVICE_MAIL_IMAP", box.url)
    box.put(b"From: a@b.example\r\n\r\nroll\r\n")
    assert done("mail", "poll", "--data", data, "--json").json["taken"][0]["status"] == "dropped"
    assert done("mail", "poll", "--data", data).out == "There is no new mail.\n"
    box.close()
    monkeypatch.setenv("SOULS_SERVICE_MAIL_IMAP", f"imap://a:s3cret@127.0.0.1:{closed_port()}")
    assert "s3cret" not in failed("mail", "poll", "--data", data)
    monkeypatch.setenv("SOULS_SERVICE_MAIL_IMAP", "imap://127.0.0.1")
    assert "cannot be used" in souls("mail", "poll", "--data", data).err
