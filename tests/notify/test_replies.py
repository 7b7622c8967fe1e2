"""How long a token for replies is good, and what ends it."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.table.lifecycle import Resign, TakeSeat
from domain.table.messages import HOST
from infra.keyring import Keyring
from infra.notify.awaiting import taken_at
from infra.notify.replies import GOOD_FOR, SECOND, Reply
from infra.people.profile import Address, Notices
from tests.notify.office import HOUR, Office
from tests.notify.sinks import MailSink, WebHook, text_of

DAY = 24 * HOUR


@pytest.fixture
def table(office: Office) -> str:
    office.person("person0")
    office.person("person1")
    return office.table()


def mailed(office: Office, mail_sink: MailSink, to: str = "person0@mail.example") -> str:
    """The token of the last mail to a mailbox."""
    office.tell()
    (*_, mail) = [mail for mail in mail_sink.mails if mail["To"] == to]
    return str(mail["Reply-To"]).partition("+")[2].partition("@")[0]


def status(office: Office, token: str, text: str = "roll die") -> str:
    return office.notifier.inbound.take_in_text(token, text, f"{office.clock()}").status


def test_a_token_is_good_for_thirty_days_after_it_was_mailed_last(
    office: Office, table: str, mail_sink: MailSink
) -> None:
    token = mailed(office, mail_sink)
    office.clock.forward(29 * DAY)
    assert status(office, token.upper(), "nonsense") == "refused", "it is read, in whatever letters"
    office.clock.forward(DAY)
    assert status(office, token) == "dropped"
    # The same is mailed again, and is good again; but not for ever.
    since = taken_at(office.house.ledger.current(table), 0)
    assert office.notifier.tokens.token(Reply("person0", table, 0, None, "aaaaaaaa", since)) == token
    office.clock.forward(GOOD_FOR * SECOND - HOUR)
    assert status(office, token) == "done"


def test_a_token_ends_with_its_address(office: Office, table: str, mail_sink: MailSink) -> None:
    profile = office.person("person0", "mailto:person0@mail.example", "mailto:second@mail.example")
    token = mailed(office, mail_sink)
    first, second = profile.addresses
    elsewhere = replace(first, url="mailto:other@mail.example")
    saved_again = Address("zzzzzzzz", first.url, confirmed=True)
    for addresses in ((), (second,), (elsewhere, second), (saved_again,), (replace(first, confirmed=False),)):
        office.people.known["person0"] = replace(profile, addresses=addresses)
        assert status(office, token) == "dropped", addresses
    office.people.known["person0"] = replace(profile, addresses=(second, first))
    assert status(office, token) == "done"


def test_each_address_has_a_token_of_its_own(office: Office, mail_sink: MailSink) -> None:
    office.person("person0", "mailto:a@mail.example", "mailto:b@mail.example")
    office.table()
    assert mailed(office, mail_sink, "a@mail.example") != mailed(office, mail_sink, "b@mail.example")


def test_whoever_renews_their_tokens_makes_all_old_ones_worthless(
    office: Office, table: str, mail_sink: MailSink
) -> None:
    token, other = mailed(office, mail_sink), mailed(office, mail_sink)
    assert token == other
    office.people.known["person0"] = replace(office.people.known["person0"], replies_renewed=1)
    assert status(office, token) == "dropped"
    since = taken_at(office.house.ledger.current(table), 0)
    new = office.notifier.tokens.token(Reply("person0", table, 0, None, "aaaaaaaa", since))
    assert new != token
    assert (status(office, token), status(office, new)) == ("dropped", "done")


def renewed(office: Office) -> None:
    profile = office.people.known["person0"]
    office.people.known["person0"] = replace(profile, replies_renewed=profile.replies_renewed + 1)
    office.notifier.send_again("person0")


def test_what_is_still_awaited_is_sent_again_when_tokens_are_renewed(
    office: Office, table: str, mail_sink: MailSink, hook: WebHook
) -> None:
    office.person("person0", "mailto:person0@mail.example", hook.url)
    old = mailed(office, mail_sink)
    renewed(office)
    new = mailed(office, mail_sink)
    first, second = [mail for mail in mail_sink.mails if mail["To"] == "person0@mail.example"]
    assert (old != new, first["Subject"]) == (True, second["Subject"])
    assert first["Message-ID"] != second["Message-ID"], "no program takes it for the same"
    (first_post, second_post) = [post for post in hook.posts if post["kind"] == "decision"]
    assert (first_post["id"] != second_post["id"], first_post["token"] != second_post["token"]) == (True, True)
    assert (status(office, old), status(office, new)) == ("dropped", "done")
    office.tell()
    assert hook.posts[-1]["of"] == second_post["id"], "the new one is withdrawn"


def test_where_nobody_can_answer_nothing_is_sent_again(office: Office, table: str) -> None:
    chat = "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js"
    office.person("person0", "mailto:person0@mail.example", chat)
    office.notifier.follow()
    renewed(office)
    again = {row.address: row.again for row in office.rows() if row.person == "person0"}
    assert again == {"aaaaaaaa": 1, "bbbbbbbb": 0}


def test_what_is_not_awaited_any_more_is_not_sent_again(office: Office, table: str, mail_sink: MailSink) -> None:
    assert status(office, mailed(office, mail_sink)) == "done"
    office.tell()
    mail_sink.mails.clear()
    renewed(office)
    office.tell()
    assert mail_sink.mails == []


def test_what_is_being_sent_when_tokens_are_renewed_is_sent_again(
    office: Office, table: str, mail_sink: MailSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = office.notifier.channels.send

    def renewing(*args: Any) -> None:
        monkeypatch.undo()
        renewed(office)
        send(*args)

    monkeypatch.setattr(office.notifier.channels, "send", renewing)
    office.notifier.follow()
    office.notifier.deliver()
    assert status(office, mailed(office, mail_sink)) == "done"


def letter_to(token: str, sender: str, name: str = "1") -> bytes:
    return f"From: {sender}\nTo: play+{token}@g.example\nMessage-ID: <{name}@x>\n\nroll die\n".encode()


def test_who_answers_to_an_address_that_is_out_of_date_is_told_so_once_in_a_while(
    office: Office, table: str, mail_sink: MailSink
) -> None:
    old = mailed(office, mail_sink)
    renewed(office)
    office.tell()
    mail_sink.mails.clear()
    before = office.house.ledger.current(table).version
    for number in range(3):
        taken = office.notifier.inbound.take_in(letter_to(old, "Person0@mail.example", f"{number}"))
        assert (taken.status, taken.lines, taken.person) == ("dropped", (), "")
    office.tell()
    (told,) = mail_sink.mails
    assert (told["To"], told["Auto-Submitted"]) == ("person0@mail.example", "auto-replied")
    assert "is out of date, so nothing was done" in text_of(told)
    office.clock.forward(HOUR)
    office.notifier.inbound.take_in(letter_to(old, "person0@mail.example", "0"))
    office.notifier.inbound.take_in(letter_to(old, "person0@mail.example", "later"))
    office.tell()
    assert (len(mail_sink.mails), office.house.ledger.current(table).version) == (2, before)


def test_who_answers_after_a_month_is_told_so(office: Office, table: str, mail_sink: MailSink) -> None:
    old = mailed(office, mail_sink)
    office.clock.forward(31 * DAY)
    office.notifier.inbound.take_in(letter_to(old, "person0@mail.example"))
    office.tell()
    assert "is out of date" in text_of(mail_sink.mails[-1])


@pytest.mark.parametrize("sender", ["mallory@evil.example", "second@mail.example", "", "play@games.example"])
def test_nobody_else_is_told_that_an_address_is_out_of_date(
    office: Office, table: str, mail_sink: MailSink, sender: str
) -> None:
    old = mailed(office, mail_sink)
    renewed(office)
    profile = office.people.known["person0"]
    unconfirmed = Address("zzzzzzzz", "mailto:second@mail.example")
    office.people.known["person0"] = replace(profile, addresses=(*profile.addresses, unconfirmed))
    office.tell()
    assert office.notifier.inbound.take_in(letter_to(old, sender)).status == "dropped"
    assert not [row for row in office.rows() if row.kind == "answer"]


def test_who_left_the_seat_and_sits_there_again_has_a_new_token(
    office: Office, table: str, mail_sink: MailSink
) -> None:
    old = mailed(office, mail_sink)
    office.house.do(table, 0, Resign())
    office.tell()
    office.house.do(table, HOST, TakeSeat(0, "person0"))
    assert status(office, old) == "refused"
    office.clock.forward(HOUR)
    new = mailed(office, mail_sink)
    assert new != old
    assert (status(office, old), status(office, new)) == ("refused", "done")


def test_the_preview_of_a_message_holds_no_token(office: Office, table: str) -> None:
    message = office.notifier.preview(table, 0, office.people.known["person0"])
    assert message is not None
    assert message.token == ""


def test_no_token_goes_where_others_read_along_and_nobody_is_asked_to_answer_there(office: Office, table: str) -> None:
    chat = "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js"
    office.person("person0", chat, "mailto:person0@mail.example", notices=Notices("digest", picture=False))
    told = {}
    for row in (office.notifier.follow(), *office.rows())[1:]:
        if row.person == "person0":
            message = office.notifier.composer.compose(row, office.people.known["person0"])
            assert message is not None
            how = next(line for line in message.sections[-1].lines if not line.startswith("…"))
            told[row.address] = message.token, how.partition(" ")[0]
    assert told["aaaaaaaa"] == ("", "Type"), "one of these at the table"
    token, how = told["bbbbbbbb"]
    assert (len(token), how) == (24, "Answer")


# --- Answers that wait ------------------------------------------------------------------------------------------------


def test_an_answer_waits_sealed_and_goes_with_its_writers_key(office: Office, table: str, mail_sink: MailSink) -> None:
    token = mailed(office, mail_sink)
    raw = f"From: person0@mail.example\nTo: play+{token}@g.example\nMessage-ID: <quux@x>\n\nwalk to quuxwordsecret\n"
    taken = office.notifier.inbound.take_in(raw.encode())
    assert "quuxwordsecret" in repr(taken.lines)
    client = office.house.client
    stored = [client.dump(key) for key in client.scan_iter(f"*{office.house.namespace}*")]
    stored += [str(office.rows()).encode()]
    assert not [one for one in stored if b"quux" in one]
    keyring = office.keyring
    assert isinstance(keyring, Keyring)
    keyring.forget("person0")
    mail_sink.mails.clear()
    office.tell()
    assert not [mail for mail in mail_sink.mails if "quux" in text_of(mail)]
    assert not [row for row in office.rows() if row.kind == "answer"]


def test_who_is_being_forgotten_gets_no_answer(office: Office, table: str, mail_sink: MailSink) -> None:
    token = mailed(office, mail_sink)
    office.keyring.forget("person0")
    raw = f"From: person0@mail.example\nTo: play+{token}@g.example\nMessage-ID: <1@x>\n\nnonsense\n"
    assert office.notifier.inbound.take_in(raw.encode()).status == "refused"
    assert not [row for row in office.rows() if row.kind == "answer"]
