"""Taking in what people answer: whose it is, what it does, once; and what they are told."""

from email.message import EmailMessage
from email.policy import SMTP

import pytest
from msgspec.structs import replace

from domain.table.clocks.messages import ArrangeTime, TimeControl
from domain.table.disputes.messages import CallTime
from domain.table.lifecycle import BeginGame, Phase, Resign, TakeSeat
from domain.table.messages import HOST
from infra.notify.awaiting import taken_at
from infra.notify.inbound import MOST_AN_HOUR
from infra.notify.recap import MOST_FORMS
from infra.notify.replies import GOOD_FOR, REMEMBERED_FOR, Reply, ReplyTokens
from infra.people.profile import Notices
from tests.notify.office import HOUR, Office
from tests.notify.sinks import MailSink, WebHook, text_of
from tests.table.toy import RollDie


@pytest.fixture
def table(office: Office) -> str:
    office.person("person0")
    office.person("person1")
    return office.table()


def token_of(office: Office, table_id: str, seat: int = 0, person: str = "") -> str:
    since = taken_at(office.house.ledger.current(table_id), seat)
    return office.notifier.tokens.token(Reply(person or f"person{seat}", table_id, seat, None, "aaaaaaaa", since))


def answer(
    token: str, text: str, sender: str = "person0@mail.example", name: str = "<1@mail.example>", **headers: str
) -> bytes:
    mail = EmailMessage(SMTP)
    mail["From"], mail["To"], mail["Message-ID"] = sender, f"Games <play+{token}@games.example>", name
    for header, value in headers.items():
        mail[header.replace("_", "-")] = value
    mail.set_content(text)
    return mail.as_bytes()


def version(office: Office, table_id: str) -> int:
    return office.house.ledger.current(table_id).version


def test_the_reply_to_a_message_makes_the_move_and_is_answered(office: Office, table: str, mail_sink: MailSink) -> None:
    office.tell()
    (asked,) = [mail for mail in mail_sink.mails if mail["To"] == "person0@mail.example"]
    mail = EmailMessage(SMTP)
    mail["From"], mail["To"], mail["Message-ID"] = "person0@mail.example", str(asked["Reply-To"]), "<re@mail.example>"
    mail.set_content("Roll die\n\nCheers\n\nOn Monday, Souls wrote:\n> call vote\n")
    mail_sink.mails.clear()
    taken = office.notifier.inbound.take_in(mail.as_bytes())
    assert (taken.status, taken.person, taken.table) == ("done", "person0", table)
    assert taken.version == version(office, table)
    office.tell()
    (answered,) = [mail for mail in mail_sink.mails if mail["To"] == "person0@mail.example"]
    assert (answered["In-Reply-To"], answered["Auto-Submitted"]) == ("<re@mail.example>", "auto-replied")
    assert str(answered["Subject"]).endswith(": done")
    assert "North rolls" in text_of(answered)
    assert office.rows()[0].kind == "decision", "an answer that was sent is gone"


def test_the_answer_has_all_that_is_needed_to_go_on_with_ones_turn(
    office: Office, table: str, mail_sink: MailSink
) -> None:
    office.person("person0", notices=Notices(picture=True))
    office.notifier.inbound.take_in(answer(token_of(office, table), "nudge 2"))
    office.tell()
    (answered,) = [mail for mail in mail_sink.mails if str(mail["Subject"]).endswith(": done")]
    text = text_of(answered)
    assert "Awaited of you" in text
    assert "roll die    " in text.split("What you can answer")[1]
    assert "Answer this message" in text
    assert "image/png" in [part.get_content_type() for part in answered.walk()]
    assert str(answered["Reply-To"]) == f"play+{token_of(office, table)}@games.example"


def test_a_host_begins_the_game_by_mail(office: Office, mail_sink: MailSink) -> None:
    office.person("hanna")
    table_id = office.house.seated()
    office.tell()
    (asked,) = [mail for mail in mail_sink.mails if mail["To"] == "hanna@mail.example"]
    assert "begin    Begin the game" in text_of(asked)
    raw = answer("x", "begin", "hanna@mail.example").replace(b"play+x@games.example", str(asked["Reply-To"]).encode())
    assert office.notifier.inbound.take_in(raw).status == "done"
    assert office.house.ledger.current(table_id).phase is Phase.BEGUN


def test_a_host_who_plays_begins_by_mail_and_goes_on_by_their_seat(office: Office, mail_sink: MailSink) -> None:
    office.person("person0")
    table_id = office.house.seated(host="person0")
    office.tell()
    (asked,) = mail_sink.mails
    assert "It is said as the host." in text_of(asked)
    host = str(asked["Reply-To"]).partition("+")[2].partition("@")[0]
    office.notifier.inbound.take_in(answer(host, "begin"))
    office.tell()
    answered = next(mail for mail in mail_sink.mails if str(mail["Subject"]).endswith(": done"))
    assert "North takes a turn." in text_of(answered)
    assert "roll die    " in text_of(answered).split("What you can answer")[1]
    assert "It is said as north." in text_of(answered)
    seat = str(answered["Reply-To"]).partition("+")[2].partition("@")[0]
    assert seat == token_of(office, table_id)
    for text in ("roll die", "jump over the moon"):
        taken = office.notifier.inbound.take_in(answer(host, text, name=f"<{text.split()[0]}@x>"))
        assert taken.lines[0].count("This was said as the host: what is for north is said as north.") == 1, taken
    assert not [mail for mail in mail_sink.mails if "North takes a turn." in str(mail["Subject"])], "that says it all"
    assert office.notifier.inbound.take_in(answer(seat, "roll die", name="<4@x>")).status == "done"


def test_a_host_of_whom_something_is_awaited_goes_on_as_the_host(office: Office, mail_sink: MailSink) -> None:
    office.person("person0")
    table_id = office.house.seated(host="person0", seats=3)
    office.house.do(table_id, HOST, ArrangeTime(TimeControl(move=60)))
    office.house.do(table_id, HOST, BeginGame())
    office.house.do(table_id, 0, RollDie())
    office.clock.forward(2 * HOUR)
    office.house.do(table_id, 2, CallTime())
    token = office.notifier.tokens.token(Reply("person0", table_id, HOST, None, "aaaaaaaa"))
    office.notifier.inbound.take_in(answer(token, "nonsense"))
    office.tell()
    answered = next(mail for mail in mail_sink.mails if str(mail["Subject"]).endswith(": not done"))
    assert "It is said as the host." in text_of(answered)
    assert str(answered["Reply-To"]) == f"play+{token}@games.example"


def test_a_program_gets_its_token_with_the_message(office: Office, hook: WebHook) -> None:
    office.person("person0", hook.url)
    table_id = office.table()
    office.tell()
    (asked,) = [one for one in hook.posts if one["kind"] == "decision"]
    assert asked["token"] == token_of(office, table_id)
    assert office.notifier.inbound.take_in_text(asked["token"], "roll die", "1").status == "done"


def test_why_nothing_was_done_is_told_with_what_can_be_typed(office: Office, table: str, mail_sink: MailSink) -> None:
    before = version(office, table)
    taken = office.notifier.inbound.take_in(answer(token_of(office, table), "roll die\njump over the moon"))
    assert (taken.status, version(office, table)) == ("refused", before), "all of it or nothing"
    office.tell()
    told = [text_of(mail) for mail in mail_sink.mails if str(mail["Subject"]).endswith(": not done")]
    assert len(told) == 1
    assert "Nothing was done." in told[0]
    assert "jump over the moon" in told[0]
    assert "What you can answer" in told[0]


def test_what_the_law_refuses_is_told_with_its_clause(office: Office, table: str) -> None:
    taken = office.notifier.inbound.take_in(answer(token_of(office, table, 1), "roll die", "person1@mail.example"))
    assert taken.status == "refused"
    assert "".join(taken.lines).count("[T-14]") == 1


def test_a_mail_that_comes_twice_does_its_work_once_and_is_answered_once(
    office: Office, table: str, mail_sink: MailSink
) -> None:
    raw = answer(token_of(office, table), "roll die")
    first = office.notifier.inbound.take_in(raw)
    after = version(office, table)
    again = office.new_notifier().inbound.take_in(raw)
    assert (first.status, again.status, version(office, table)) == ("done", "repeated", after)
    office.tell()
    assert len([subject for subject in mail_sink.subjects() if subject.endswith("done")]) == 1


def test_a_worker_that_dies_behind_the_move_does_it_once(office: Office, table: str) -> None:
    raw = answer(token_of(office, table), "roll die")
    office.notifier.inbound.take_in(raw)
    after = version(office, table)
    client = office.house.client
    for key in client.scan_iter(f"*{office.house.namespace}*taken*"):
        client.delete(key)
    assert office.notifier.inbound.take_in(raw).status == "repeated"
    assert version(office, table) == after


@pytest.mark.parametrize("change", ["", "a" * 24, "other"])
def test_the_from_alone_is_never_trusted(office: Office, table: str, change: str) -> None:
    raw = answer(change, "roll die") if change else answer("x", "roll die").replace(b"play+x@", b"play@")
    before = version(office, table)
    taken = office.notifier.inbound.take_in(raw)
    assert (taken.status, taken.lines, version(office, table)) == ("dropped", (), before)
    assert office.rows() == [], "a stranger is told nothing"


def test_whoever_writes_the_answer_goes_to_the_persons_own_mailbox(
    office: Office, table: str, mail_sink: MailSink
) -> None:
    office.person("person0", "mailto:first@mail.example", "mailto:second@mail.example")
    inbound = office.notifier.inbound
    inbound.take_in(answer(token_of(office, table), "nonsense", "mallory@evil.example", "<1@x>"))
    inbound.take_in(answer(token_of(office, table), "nonsense", "Second@mail.example", "<2@x>"))
    office.tell()
    answers = [str(mail["To"]) for mail in mail_sink.mails if str(mail["Subject"]).endswith("not done")]
    assert sorted(answers) == ["first@mail.example", "second@mail.example"]


def test_who_has_no_mailbox_gets_no_answer(office: Office, hook: WebHook, table: str) -> None:
    office.person("person0", hook.url)
    assert office.notifier.inbound.take_in(answer(token_of(office, table), "roll die")).status == "done"
    assert [row.kind for row in office.rows()] == []


@pytest.mark.parametrize(
    "headers",
    [{"Auto_Submitted": "auto-replied"}, {"Precedence": "bulk"}, {"Return_Path": "<>"}, {"X_Autoreply": "1"}],
)
def test_machines_are_neither_obeyed_nor_answered(office: Office, table: str, headers: dict[str, str]) -> None:
    before = version(office, table)
    taken = office.notifier.inbound.take_in(answer(token_of(office, table), "roll die", **headers))
    assert (taken.status, version(office, table), office.rows()) == ("dropped", before, [])


def test_our_own_mail_that_comes_back_is_dropped(office: Office, table: str, mail_sink: MailSink) -> None:
    office.tell()
    for mail in mail_sink.mails:
        back = mail.as_bytes().replace(b"To: person0@mail.example", b"To: " + str(mail["Reply-To"]).encode())
        assert office.notifier.inbound.take_in(back).status == "dropped"
    raw = answer(token_of(office, table), "roll die", "Lost Souls <souls@games.example>")
    assert office.notifier.inbound.take_in(raw).why == "It is a mail of ours."


def test_two_machines_cannot_talk_for_long(office: Office, table: str) -> None:
    token = token_of(office, table)
    for number in range(MOST_AN_HOUR):
        office.notifier.inbound.take_in_text(token, "", f"{number}")
    assert office.notifier.inbound.take_in_text(token, "roll die", "one more").status == "dropped"
    office.clock.forward(HOUR)
    assert office.notifier.inbound.take_in_text(token, "roll die", "one more").status == "done"


def test_who_does_not_hold_the_seat_any_more_can_do_nothing_and_sees_nothing_of_it(
    office: Office, table: str, mail_sink: MailSink
) -> None:
    token = token_of(office, table)
    office.house.do(table, 0, Resign())
    office.house.do(table, HOST, TakeSeat(0, "person9"))
    office.tell()
    mail_sink.mails.clear()
    taken = office.notifier.inbound.take_in(answer(token, "roll die"))
    assert (taken.status, taken.lines) == ("refused", ("You do not hold this seat any more.",))
    office.tell()
    (mail,) = mail_sink.mails
    assert text_of(mail).split("\n")[0].strip() == "You do not hold this seat any more."
    assert not [word for word in ("answer", "Since", "Scores", "Awaited") if word in text_of(mail)]
    assert mail["Reply-To"] is None


def test_a_forgotten_person_can_do_nothing(office: Office, table: str) -> None:
    token = token_of(office, table)
    del office.people.known["person0"]
    assert office.notifier.inbound.take_in(answer(token, "roll die")).status == "dropped"
    assert office.notifier.inbound.take_in_text(token, "roll die", "1").status == "dropped"


def test_the_envelope_and_other_headers_may_have_the_token(office: Office, table: str) -> None:
    token = token_of(office, table)
    raw = answer(token, "roll die").replace(f"play+{token}@".encode(), b"play@")
    assert office.notifier.inbound.take_in(raw).status == "dropped"
    assert office.notifier.inbound.take_in(raw, (f"PLAY+{token.upper()}@games.example",)).status == "done"


def test_text_from_elsewhere_is_taken_in_by_its_token_and_id(office: Office, table: str) -> None:
    token, inbound = token_of(office, table), office.notifier.inbound
    taken = inbound.take_in_text(token, "roll die", "message 7")
    assert taken.status == "done"
    assert "North rolls" in taken.lines[0]
    assert (taken.awaited, taken.forms) == ((), ()), "it is another's turn"
    more = inbound.take_in_text(token_of(office, table, 1), "nudge 2", "message 1")
    assert more.awaited == ("East takes a turn [TOY-1]",)
    assert "roll die" in [one.text for one in more.forms], "what can be typed next"
    assert inbound.take_in_text(token, "roll die", "message 7").status == "repeated"
    assert inbound.take_in_text("nothing", "roll die", "8").status == "dropped"
    assert inbound.take_in_text(token, "   ", "9").lines == ("Your message says nothing that can be done.",)


def test_the_host_answers_for_a_vacant_seat(office: Office, table: str, mail_sink: MailSink) -> None:
    office.person("hanna")
    office.house.do(table, 0, Resign())
    office.tell()
    (asked,) = [mail for mail in mail_sink.mails if mail["To"] == "hanna@mail.example"]
    assert "roll die    " in text_of(asked).split("What you can answer")[1], "who plays a seat is told what it may do"
    raw = answer("x", "roll die", "hanna@mail.example").replace(
        b"play+x@games.example", str(asked["Reply-To"]).encode()
    )
    mail_sink.mails.clear()
    assert office.notifier.inbound.take_in(raw).status == "done"
    office.tell()
    (answered,) = [mail for mail in mail_sink.mails if str(mail["Subject"]).endswith(": done")]
    assert answered["Reply-To"] == asked["Reply-To"], "whoever goes on does so for the same seat"
    assert "What you can answer" not in text_of(answered)


def test_the_host_plays_for_a_seat_whose_time_is_over_or_gives_it_more(office: Office, mail_sink: MailSink) -> None:
    office.person("hanna")
    table_id = office.house.seated()
    office.house.do(table_id, HOST, ArrangeTime(TimeControl(move=60)))
    office.house.do(table_id, HOST, BeginGame())
    office.clock.forward(2 * HOUR)
    office.house.do(table_id, 1, CallTime())
    office.tell()
    asked = next(mail for mail in mail_sink.mails if "is over" in str(mail["Subject"]))
    shown = text_of(asked).split("What you can answer")[1]
    assert shown.index("grant time to north 1d") < shown.index("roll die")
    token = str(asked["Reply-To"]).partition("+")[2].partition("@")[0]
    office.notifier.inbound.take_in_text(token, "roll die", "1")
    assert office.house.ledger.current(table_id).prompts[0].seat == 1
    late = office.notifier.inbound.take_in_text(token, "help", "2")
    assert (late.status, late.forms) == ("refused", ()), "then the seat is its holder's own again"


def test_the_table_is_shown_by_mail_in_characters_to_who_has_no_pictures(
    office: Office, table: str, mail_sink: MailSink
) -> None:
    before = version(office, table)
    taken = office.notifier.inbound.take_in(answer(token_of(office, table), "Show."))
    assert (taken.status, taken.lines, version(office, table)) == ("told", (), before)
    hand = office.house.ledger.current(table).game.hands[0]
    assert any(all(str(card) in line for card in hand) for line in taken.drawn)
    office.tell()
    (answered,) = [mail for mail in mail_sink.mails if str(mail["Subject"]).endswith(": help")]
    shown = text_of(answered).replace("\r\n", "\n")
    assert "\n".join(taken.drawn) in shown, "as it is drawn, blank for blank"
    html = answered.get_body(("html",))
    assert html is not None
    assert "<pre>" in html.get_content()
    assert "Awaited of you" in shown


def test_a_mail_says_how_many_ways_it_leaves_out_and_how_to_be_told_more(
    office: Office, table: str, mail_sink: MailSink
) -> None:
    office.tell()
    asked = next(mail for mail in mail_sink.mails if mail["To"] == "person0@mail.example")
    now = office.house.ledger.current(table)
    ways = {one for offer in now.rulebook.legal(now.game, 0) for one in offer.all()}
    told = text_of(asked).split("What you can answer")[1]
    assert len(ways) > MOST_FORMS
    assert f"… and {len(ways) - MOST_FORMS} more ways." in told
    assert "'help WORD'" in told


def test_help_is_answered_by_mail_and_does_nothing(office: Office, table: str, mail_sink: MailSink) -> None:
    before = version(office, table)
    taken = office.notifier.inbound.take_in(answer(token_of(office, table), "help"))
    assert (taken.status, version(office, table)) == ("told", before)
    assert taken.lines[0].startswith("Now you can: ")
    office.tell()
    (answered,) = [mail for mail in mail_sink.mails if str(mail["Subject"]).endswith(": help")]
    assert "Now you can: draw card; play cards CARDS; roll die" in text_of(answered)
    mixed = office.notifier.inbound.take_in_text(token_of(office, table), "nudge 2\nhelp nudge", "2")
    assert mixed.lines == (
        "nudge STEPS",
        "STEPS: a number.",
        "For example: nudge.",
        "Nothing was done. Help was asked for: so nothing of this post was done.",
        "not done: nudge 2",
    )


def test_tokens_are_the_same_for_the_same_and_kept_as_hashes(office: Office, table: str) -> None:
    first, again, other = (token_of(office, table, seat) for seat in (0, 0, 1))
    assert first == again != other
    assert len(first) == 24
    client = office.house.client
    kept = {key: client.get(key) for key in client.scan_iter(f"{{{office.house.namespace}:replies}}:token:*")}
    assert len(kept) == 2
    assert all(first.encode() not in key + value for key, value in kept.items())
    assert all(GOOD_FOR < client.ttl(key) <= REMEMBERED_FOR for key in kept)
    elsewhere = ReplyTokens(
        office.house._connections, office.house.namespace, b"another secret", office.people.profile, office.clock
    )
    assert elsewhere.token(Reply("person0", table, 0, None, "aaaaaaaa")) not in (first, "")


def test_without_an_address_for_replies_nobody_is_asked_to_reply(office: Office, mail_sink: MailSink) -> None:
    assert office.settings.mail is not None
    office.notifier = office.new_notifier(mail=replace(office.settings.mail, reply_to=None))
    office.person("person0")
    office.house.do(office.house.seated(), HOST, BeginGame())
    office.tell()
    (mail,) = mail_sink.mails
    assert mail["Reply-To"] is None
    assert "Answer this message" not in text_of(mail)
