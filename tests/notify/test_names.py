"""Whoever is told of people is told their names, whatever these hold; no name comes into a page or a head of a mail as more
than text."""

import pytest

from domain.table.lifecycle import TakeSeat
from infra.notify.mail import mail_of
from infra.notify.message import Message, with_sentences
from infra.people.naming import named
from infra.people.profile import Profile
from infra.people.store import FORGOTTEN
from tests.notify.office import PLAIN, Office
from tests.notify.sinks import MailSink, text_of
from tests.notify.test_messages import MESSAGE, SETTINGS

ADA, BOT = "person-cb456aa49ddca55d", "greedy-bot-4be1ab08"
WILD = (
    "<script>alert(1)</script>", "</title><b>", "\" onload=\"x", "=?utf-8?q?=0D=0ABcc:_x?=", "Ada: Bcc: x@y.example",
    "{0} %s {x}", "Grüße 😀", "a" * 60,
)  # fmt: skip


def told(name: str) -> Message:
    line = f"Person-{ADA[7:]} takes the seat red. [T-2]"
    return with_sentences(
        Message(MESSAGE.id, MESSAGE.table, "decision", line, (*MESSAGE.sections, MESSAGE.sections[0])),
        lambda sentence: named(sentence.replace("Red <b>is</b>", ADA), {ADA: name}.__getitem__),
    )


@pytest.mark.parametrize("name", WILD)
def test_a_name_is_text_wherever_it_stands(name: str) -> None:
    assert Profile(ADA, name).name == name, "a profile allows it"
    mail = mail_of(told(name), "ada@mail.example", SETTINGS, 0)
    raw = mail.as_bytes()
    assert [head for head, _ in mail.items() if head.lower() == "bcc"] == []
    assert b"\nBcc" not in raw
    assert str(mail["Subject"]).startswith(name.replace("=?", "= ?"))
    page = mail.get_body(("html",))
    assert page is not None
    shown = page.get_content()
    assert "<script" not in shown
    assert "<b>" not in shown.replace("<b>is</b>", "")
    assert shown.count("<title>") == shown.count("</title>") == 1
    assert name in text_of(mail)


def test_messages_name_people_and_bots_and_say_who_was_forgotten(office: Office, mail_sink: MailSink) -> None:
    office.person("hanna")
    office.people.known[ADA] = Profile(ADA, "Ada <L>", notices=PLAIN)
    office.people.known[BOT] = Profile(BOT, "greedy bot")
    for forgotten, first in ((False, "Ada <L>"), (True, FORGOTTEN)):
        table_id = office.house.opened(seats=2)
        for seat, person in enumerate((ADA, BOT)):
            office.house.do(table_id, seat, TakeSeat(seat, person))
        if forgotten:
            del office.people.known[ADA]
            office.people.forgotten.add(ADA)
        office.tell()
        asked = mail_sink.mails[-1]
        assert f"{first} takes the seat north [T-2]" in text_of(asked)
        assert "Greedy bot takes the seat east [T-2]" in text_of(asked)
        assert ADA[7:] not in asked.as_string()
