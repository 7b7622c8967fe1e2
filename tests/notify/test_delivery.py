"""Sending: at least once, by one worker at a time, again after a while, given up after some tries; no slow channel holds up
another."""

import random
import threading
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from domain.table.lifecycle import Undo
from domain.table.messages import ARBITER
from infra.notify.delivery import FIRST_PAUSE, LEASE, LONGEST_PAUSE, TRIES, pause
from infra.people.profile import Notices, QuietHours
from tests.notify.office import HOUR, PLAIN, Office
from tests.notify.sinks import MailSink, WebHook, closed_port, text_of
from tests.table.toy import RollDie

SECRET = "s3cretw0rd"


def only_row(office: Office):  # type: ignore[no-untyped-def]
    (row,) = office.rows()
    return row


# --- Trying again -----------------------------------------------------------------------------------------------------


def test_what_the_mail_server_refuses_for_now_is_tried_again_later(office: Office, mail_sink: MailSink) -> None:
    office.person("person0")
    office.table()
    mail_sink.answers = ["451 later", "250 taken"]
    due = office.tell()
    row = only_row(office)
    assert (row.state, row.attempts, row.error) == ("waiting", 1, "The mail server refused the mail (451).")
    assert due == row.due
    office.notifier.deliver()
    assert mail_sink.mails == [], "not before it is time"
    assert office.notifier.standing() == {"waiting": 1, "dead": 0}
    office.clock.at = row.due
    office.notifier.deliver()
    assert len(mail_sink.mails) == 1
    assert (only_row(office).state, only_row(office).error) == ("sent", "")
    assert office.notifier.standing() == {"waiting": 0, "dead": 0}


def test_pauses_double_with_jitter_up_to_a_limit() -> None:
    rng = random.Random(3)
    for tries in range(1, 20):
        whole = min(FIRST_PAUSE * 2 ** (tries - 1), LONGEST_PAUSE)
        spans = {pause(tries, rng) for _ in range(50)}
        assert all(whole // 2 <= span <= whole for span in spans)
        assert len(spans) > 1


def test_after_some_tries_it_is_a_dead_letter_which_can_be_tried_again_or_dropped(
    office: Office, mail_sink: MailSink
) -> None:
    office.person("person0")
    table_id = office.table()
    mail_sink.answers = ["451 later"]
    office.notifier.follow()
    for _ in range(TRIES):
        office.clock.forward(LONGEST_PAUSE)
        office.notifier.deliver()
    (letter,) = office.notifier.dead_letters()
    assert (letter.person, letter.table, letter.attempts) == ("person0", table_id, TRIES)
    assert [(one.tries, one.is_given_up) for one in office.troubles] == [(n, n == TRIES) for n in range(1, TRIES + 1)]
    assert set(office.troubles[-1]) >= {letter.id, "person0", letter.address, "mailto", letter.error}
    assert office.notifier.standing() == {"waiting": 0, "dead": 1}
    office.clock.forward(LONGEST_PAUSE)
    office.notifier.deliver()
    assert office.notifier.dead_letters() == [letter], "nobody tries it any more"
    mail_sink.answers = ["250 taken"]
    assert office.notifier.requeue(letter.id)
    office.notifier.deliver()
    assert (len(mail_sink.mails), office.notifier.dead_letters()) == (1, [])
    assert str(mail_sink.mails[0]["Message-ID"]).startswith(f"<{letter.id}@")
    assert not office.notifier.drop(letter.id)
    assert not office.notifier.requeue("nothing")


def test_a_mailbox_that_does_not_exist_is_given_up_at_once_and_can_be_dropped(
    office: Office, mail_sink: MailSink
) -> None:
    office.person("person0")
    office.table()
    mail_sink.answers = ["refuse"]
    office.tell()
    (letter,) = office.notifier.dead_letters()
    assert (letter.attempts, letter.error) == (1, "The mail server refused the mailbox (550).")
    assert office.notifier.drop(letter.id)
    assert office.rows() == []


def test_a_dead_letter_goes_by_itself_after_a_month(office: Office, mail_sink: MailSink) -> None:
    office.person("person0")
    office.table()
    mail_sink.answers = ["refuse"]
    office.tell()
    office.clock.forward(31 * 24 * HOUR)
    office.notifier.deliver()
    assert office.rows() == []


def test_a_server_that_dies_in_the_middle_gets_the_same_message_again(office: Office, mail_sink: MailSink) -> None:
    office.person("person0")
    office.table()
    mail_sink.answers = ["die", "250 taken"]
    office.tell()
    office.clock.forward(HOUR)
    office.notifier.deliver()
    first, second = mail_sink.mails
    assert first["Message-ID"] == second["Message-ID"], "whoever has both sees that they are one"


def test_a_server_that_is_not_there_is_no_end_of_it(office: Office) -> None:
    office.person("person0")
    office.table()
    office.notifier = office.new_notifier(
        mail=replace(office.settings.mail, smtp=f"smtp://u:{SECRET}@127.0.0.1:{closed_port()}")
    )
    office.tell()
    assert only_row(office).error == "The mail server could not be reached (ConnectionRefusedError)."
    office.notifier = office.new_notifier(mail=None)
    office.clock.forward(HOUR)
    office.tell()
    assert only_row(office).error == "This service sends no mail: it has no mail server."


def test_no_secret_comes_into_rows_dead_letters_or_logs(
    office: Office, hook: WebHook, caplog: pytest.LogCaptureFixture
) -> None:
    url = hook.url.replace("json://", f"json://user:{SECRET}@") + f"/{SECRET}"
    office.person("person0", url)
    office.notifier = office.new_notifier(mail=replace(office.settings.mail, smtp=f"smtp://user:{SECRET}@127.0.0.1:1"))
    office.table()
    hook.status = 500
    office.notifier.follow()
    with caplog.at_level("DEBUG"):
        for _ in range(TRIES):
            office.clock.forward(LONGEST_PAUSE)
            office.notifier.deliver()
    (letter,) = office.notifier.dead_letters()
    assert letter.error == "The service did not take the message (500)."
    assert SECRET not in repr(office.troubles) + repr(letter) + repr(office.rows()) + repr(office.settings) + repr(
        office.people.known["person0"]
    )
    assert SECRET not in caplog.text


# --- Leases -----------------------------------------------------------------------------------------------------------


def test_several_workers_send_each_message_once(office: Office, mail_sink: MailSink) -> None:
    office.person("person0", *(f"mailto:box{number}@mail.example" for number in range(6)))
    office.table()
    office.notifier.follow()
    workers = [office.new_notifier() for _ in range(4)]
    threads = [threading.Thread(target=worker.deliver) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(mail_sink.to) == [f"box{number}@mail.example" for number in range(6)]


def test_what_a_dead_worker_had_is_sent_by_another_when_its_lease_is_over(office: Office, hook: WebHook) -> None:
    office.person("person0", hook.url)
    office.table()
    office.notifier.follow()
    hook.slow = True
    office.notifier.deliver(patience=0)  # it hangs in the middle, as if it were dead
    assert hook.came.wait(10)
    other = office.new_notifier()
    other.deliver()
    assert only_row(office).lease > office.clock.at
    hook.slow = False
    office.clock.forward(LEASE)
    other.deliver()
    assert len(hook.posts) == 1
    assert only_row(office).state == "sent"
    hook.status = 500
    hook.go_on.set()
    office.notifier.close()
    assert len(hook.posts) == 2, "sent twice at worst, under one id"
    assert hook.posts[0]["id"] == hook.posts[1]["id"]
    assert (only_row(office).state, only_row(office).attempts) == ("sent", 0), "who comes late changes nothing"


def test_what_is_undone_while_it_is_being_sent_is_followed_up(office: Office, hook: WebHook) -> None:
    office.person("person1", hook.url)
    table_id = office.table()
    office.house.do(table_id, 0, RollDie())
    office.notifier.follow()
    hook.slow = True
    office.notifier.deliver(patience=0)
    assert hook.came.wait(10)
    office.house.do(table_id, ARBITER, Undo(office.house.ledger.current(table_id).setup_end))
    office.notifier.follow()
    hook.slow = False
    hook.go_on.set()
    office.notifier.close()
    office.notifier = office.new_notifier()
    office.notifier.deliver()
    assert [post["withdrawn"] for post in hook.posts] == [False, True]
    assert office.rows() == []


def test_a_slow_channel_holds_up_no_other(office: Office, hook: WebHook, mail_sink: MailSink) -> None:
    office.person("person0", hook.url, "mailto:person0@mail.example")
    hook.slow = True
    first = office.table()
    office.notifier.follow()
    due = office.notifier.deliver(patience=0.2)
    assert due is not None
    assert [first in subject for subject in mail_sink.subjects()] == [True]
    second = office.table()
    office.notifier.follow()
    office.notifier.deliver(patience=0.2)
    assert any(second in subject for subject in mail_sink.subjects()), "the mail goes while the hook still hangs"
    hook.go_on.set()
    office.notifier.close()
    assert len(hook.posts) == 1, "what goes the same way waits for its turn"


# --- When people are told ---------------------------------------------------------------------------------------------


def test_quiet_hours_across_midnight_hold_a_message_back_until_they_are_over(
    office: Office, mail_sink: MailSink
) -> None:
    quiet = QuietHours(22 * 60, 7 * 60)
    office.person("person0", notices=replace(PLAIN, quiet=quiet), time_zone="Europe/Berlin")
    office.clock.set(2026, 3, 2, 21, 30)  # half past ten in the evening there
    office.table()
    due = office.tell()
    assert mail_sink.mails == []
    assert due == int(datetime(2026, 3, 3, 6, 0, tzinfo=UTC).timestamp()) * 1_000_000
    office.clock.at = due
    office.notifier.deliver()
    assert len(mail_sink.mails) == 1


def test_a_digest_is_one_message_of_all_tables(office: Office, mail_sink: MailSink) -> None:
    office.person("person0", notices=replace(PLAIN, when="digest", digest_at=8 * 60))
    tables = [office.table() for _ in range(3)]
    office.tell()
    assert mail_sink.mails == []
    office.clock.set(2026, 3, 3, 8, 0)
    office.tell()
    (mail,) = mail_sink.mails
    assert mail["Subject"] == "3 messages of 3 tables"
    text = text_of(mail)
    assert all(table_id in text for table_id in tables)
    assert text.count("Answer this to play+") == 3
    office.clock.set(2026, 3, 4, 8, 0)
    office.tell()
    assert len(mail_sink.mails) == 1


def test_a_digest_leaves_out_what_is_decided_meanwhile(office: Office, mail_sink: MailSink) -> None:
    office.person("person0", notices=replace(PLAIN, when="digest", digest_at=8 * 60))
    done, still = office.table(), office.table()
    office.tell()
    office.house.do(done, 0, RollDie())
    office.clock.set(2026, 3, 3, 8, 0)
    office.tell()
    (mail,) = mail_sink.mails
    assert (still in str(mail["Subject"]), done in text_of(mail)) == (True, False)


def test_a_table_may_have_notices_of_its_own(office: Office, mail_sink: MailSink) -> None:
    loud, silent = office.table(), office.table()
    office.person("person0", tables={silent: Notices(when="never")})
    office.tell()
    assert [loud in subject for subject in mail_sink.subjects()] == [True]
    assert [row.table for row in office.rows()] == [loud]


def test_what_nobody_wants_any_more_when_it_is_sent_is_not_sent(office: Office, mail_sink: MailSink) -> None:
    office.person("person0")
    office.table()
    office.notifier.follow()
    office.person("person0", "mailto:other@mail.example")
    office.people.known["person0"] = replace(office.people.known["person0"], addresses=())
    office.notifier.deliver()
    assert (mail_sink.mails, office.rows()) == ([], [])
