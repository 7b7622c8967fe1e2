"""Mailboxes are confirmed before anything is told there."""

from email.message import EmailMessage
from email.policy import SMTP

import pytest

from domain.table.lifecycle import BeginGame
from domain.table.messages import HOST
from infra.notify.confirming import ASKED_BY_PERSON, ASKED_OF_MAILBOX, TooManyConfirmationsError
from infra.notify.guard import AddressRefusedError
from infra.notify.inbound import Taken
from infra.notify.replies import GOOD_FOR, SECOND, confirming
from infra.people.profile import Address, Notices, Profile, QuietHours
from tests.notify.office import HOUR, Office
from tests.notify.sinks import MailSink, WebHook, text_of

MAILBOX = "ada@mail.example"


@pytest.fixture
def person(office: Office) -> str:
    """Somebody who has no address yet."""
    office.people.known["person0"] = Profile("person0", "Ada", notices=Notices(picture=False))
    return "person0"


def added(office: Office, mailbox: str = MAILBOX, person: str = "person0") -> Address:
    return office.notifier.confirmations.add(person, f"mailto:{mailbox}")


def code_in(mail: EmailMessage) -> str:
    (line,) = [line for line in text_of(mail).split("\n") if len(line.strip()) == 14 and line.strip().count("-") == 2]
    return line.strip()


def replied(office: Office, mail: EmailMessage, text: str, **headers: str) -> Taken:
    reply = EmailMessage(SMTP)
    reply["From"], reply["To"], reply["Message-ID"] = (
        str(mail["To"]),
        str(mail["Reply-To"]),
        f"<{office.clock()}@mail.example>",
    )
    for name, value in headers.items():
        reply[name.replace("_", "-")] = value
    quoted = "\n".join(f"> {line}" for line in text_of(mail).split("\n"))
    reply.set_content(f"{text}\n\nOn Monday, Lost Souls wrote:\n{quoted}\n")
    return office.notifier.inbound.take_in(reply.as_bytes())


def test_a_new_mailbox_gets_one_question_and_nothing_else(office: Office, person: str, mail_sink: MailSink) -> None:
    added(office)
    office.table()
    office.tell()
    office.clock.forward(24 * HOUR)
    office.tell()
    (mail,) = mail_sink.mails
    assert (mail["To"], mail["Subject"]) == (MAILBOX, "Is this your mailbox?")
    assert (mail["List-Id"], mail["In-Reply-To"]) == (None, None), "it is of no table"
    assert "nothing else will be sent here" in text_of(mail)
    assert office.rows() == [], "nothing waits for it either"


def test_the_code_confirms_and_from_then_on_it_is_told_there(office: Office, person: str, mail_sink: MailSink) -> None:
    address, confirmations = added(office), office.notifier.confirmations
    office.table()
    office.tell()
    code = code_in(mail_sink.mails[0])
    assert confirmations.confirm(person, address.id, f"  {code.upper().replace('-', ' ')} ")
    assert office.people.known[person].addresses[0].is_usable
    table = office.table()
    office.tell()
    (_, mail) = mail_sink.mails
    assert table in str(mail["Subject"])
    assert mail["Reply-To"] is not None


@pytest.mark.parametrize("code", ["", "aaaa-bbbb-cccc", "é", "aaaa-bbbb-cccc" * 4])
def test_no_other_code_confirms(office: Office, person: str, code: str) -> None:
    address = added(office)
    office.tell()
    assert not office.notifier.confirmations.confirm(person, address.id, code)
    assert not office.people.known[person].addresses[0].is_usable


def test_a_code_is_of_one_person_and_mailbox_for_a_month(office: Office, person: str, mail_sink: MailSink) -> None:
    first, second = added(office), added(office, "bea@mail.example")
    office.tell()
    codes = {str(mail["To"]): code_in(mail) for mail in mail_sink.mails}
    confirm = office.notifier.confirmations.confirm
    assert not confirm(person, first.id, codes["bea@mail.example"])
    assert not confirm("person1", first.id, codes[MAILBOX])
    office.clock.forward(GOOD_FOR * SECOND)
    assert not confirm(person, second.id, codes["bea@mail.example"])
    added(office, "bea@mail.example")
    office.tell()
    assert confirm(person, second.id, codes["bea@mail.example"]), "it was sent again"


def test_a_code_that_was_not_sent_is_worth_nothing(office: Office, person: str) -> None:
    address = added(office)
    code = office.notifier.tokens._made(confirming(person, address.id))[:12]
    assert not office.notifier.confirmations.confirm(person, address.id, code)
    office.tell()
    assert office.notifier.confirmations.confirm(person, address.id, code)


@pytest.mark.parametrize("text", ["yes", "Yes!", "yes, that is me", "**Yes** it is", "OK.", "CODE", "code"])
def test_a_yes_or_the_code_in_reply_confirms_and_is_answered(
    office: Office, person: str, mail_sink: MailSink, text: str
) -> None:
    added(office)
    office.tell()
    (mail,) = mail_sink.mails
    code = code_in(mail)
    taken = replied(office, mail, {"CODE": code.upper(), "code": code}.get(text, text))
    assert (taken.status, taken.lines) == ("done", ("The mailbox is confirmed.",))
    office.tell()
    assert mail_sink.subjects() == ["Is this your mailbox?", "Your mailbox is confirmed"]
    assert mail_sink.mails[1]["Reply-To"] is None
    assert replied(office, mail, "yes").status == "done"
    office.tell()
    assert len(mail_sink.mails) == 2, "once is enough"


@pytest.mark.parametrize(
    "text", ["I am away until Monday, and will answer yes, perhaps.", "yesterday", "no", "", "roll die"]
)
def test_no_other_reply_confirms(office: Office, person: str, mail_sink: MailSink, text: str) -> None:
    table = office.table()
    before = office.house.ledger.current(table).version
    added(office)
    office.tell()
    assert replied(office, mail_sink.mails[0], text).status == "refused"
    assert replied(office, mail_sink.mails[0], "yes", Auto_Submitted="auto-replied").status == "dropped"
    assert not office.people.known[person].addresses[0].is_usable
    assert office.house.ledger.current(table).version == before
    office.tell()
    assert len(mail_sink.mails) == 1


def test_few_mails_go_to_one_mailbox_and_few_are_asked_for_by_one_person(office: Office, person: str) -> None:
    for number in range(ASKED_OF_MAILBOX):
        office.people.known[f"p{number}"] = office.person("p", "json://8.8.8.8/")
        added(office, f"Ada+{number}@mail.example", f"p{number}")
    with pytest.raises(TooManyConfirmationsError):
        added(office)
    assert office.people.known[person].addresses == (), "nothing was saved"
    for number in range(ASKED_BY_PERSON - 1):
        added(office, f"box{number}@mail.example")
    with pytest.raises(TooManyConfirmationsError):
        added(office, "another@mail.example")
    office.clock.forward(HOUR)
    added(office)


def test_who_saves_a_confirmed_mailbox_again_is_asked_nothing(office: Office, person: str) -> None:
    address = added(office)
    office.people.confirm_address(person, address.id)
    assert [added(office).id for _ in range(9)] == [address.id] * 9
    office.tell()
    assert office.rows() == [], "the question that waited is not asked any more"


def test_the_question_waits_for_no_digest_and_no_morning(office: Office, mail_sink: MailSink) -> None:
    notices = Notices("digest", quiet=QuietHours(0, 1439))
    office.person("person0", "json://8.8.8.8/", notices=notices)
    added(office)
    office.tell()
    assert len(mail_sink.mails) == 1


def test_other_addresses_need_no_confirmation(office: Office, person: str, hook: WebHook) -> None:
    assert office.notifier.confirmations.add(person, hook.url).is_usable
    office.house.do(office.house.seated(), HOST, BeginGame())
    office.tell()
    assert [post["kind"] for post in hook.posts] == ["decision"]


def test_without_a_mail_server_a_mailbox_is_refused_and_nothing_waits(office: Office, person: str) -> None:
    office.notifier = office.new_notifier(mail=None)
    with pytest.raises(AddressRefusedError, match="sends no mail"):
        added(office)
    assert (office.people.known[person].addresses, office.rows()) == ((), [])


def test_of_a_mailbox_that_was_taken_away_nothing_is_asked(office: Office, person: str, mail_sink: MailSink) -> None:
    added(office)
    office.people.known[person] = office.person(person, "json://8.8.8.8/")
    office.tell()
    assert (mail_sink.mails, office.rows()) == ([], [])
