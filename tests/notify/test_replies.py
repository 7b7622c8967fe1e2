"""How long a token for replies is good, and what ends it."""

import pytest
from msgspec.structs import replace

from domain.table.lifecycle import Resign, TakeSeat
from domain.table.messages import HOST
from infra.keyring import Keyring
from infra.notify.awaiting import taken_at
from infra.notify.replies import GOOD_FOR, SECOND, Reply
from infra.people.profile import Address, Notices
from tests.notify.office import HOUR, Office
from tests.notify.sinks import MailSink, text_of

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
