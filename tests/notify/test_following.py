"""From the log into the outbox: one message for each decision, whatever happens to whoever follows."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from eventsourcing.persistence import IntegrityError, Tracking
from msgspec.structs import replace

from domain.table.disputes.messages import ContestRecord
from domain.table.lifecycle import (
    AbandonTable,
    PauseTable,
    RequestUndo,
    Resign,
    ResumeTable,
    TakeSeat,
    Undo,
    WithdrawRequest,
)
from domain.table.messages import ARBITER, HOST
from domain.table.table import Table
from infra.bots import new_bot_id
from infra.notify.following import AT_THE_TABLE
from infra.notify.outbox import put
from infra.people.profile import Profile
from tests.notify.office import Office
from tests.notify.sinks import MailSink, WebHook
from tests.table.toy import CallVote, RollDie


@pytest.fixture
def table(office: Office) -> str:
    """A begun table of two, where both have been told so far."""
    office.person("person0")
    office.person("person1")
    return office.table()


def waiting(office: Office) -> list[tuple[str, str]]:
    return sorted((row.person, row.kind) for row in office.rows() if row.state == "waiting")


def test_an_awaited_decision_makes_one_message_for_each_address(office: Office) -> None:
    office.person("person0", "mailto:a@mail.example", "mailto:b@mail.example")
    office.table()
    assert office.notifier.follow() == 2
    assert [(row.person, row.address, row.kind) for row in office.rows()] == [
        ("person0", "aaaaaaaa", "decision"),
        ("person0", "bbbbbbbb", "decision"),
    ]
    assert office.notifier.follow() == 0


def test_who_has_no_profile_or_address_and_bots_are_told_nothing(office: Office) -> None:
    office.people.known["person0"] = Profile("person0", "Nobody")
    bot = new_bot_id("greedy")
    office.person(bot)
    table_id = office.table()
    office.house.do(table_id, 1, Resign())
    office.house.do(table_id, HOST, TakeSeat(1, bot))
    office.house.do(table_id, 0, RollDie())
    office.notifier.follow()
    assert office.rows() == []


def test_a_message_is_withdrawn_when_its_decision_is_made_before_it_was_sent(office: Office, table: str) -> None:
    office.notifier.follow()
    assert ("person0", "decision") in waiting(office)
    office.house.do(table, 0, RollDie())
    office.notifier.follow()
    assert ("person0", "decision") not in waiting(office)
    assert ("person1", "decision") in waiting(office)


def test_what_is_made_between_following_and_sending_is_not_sent(
    office: Office, table: str, mail_sink: MailSink
) -> None:
    office.notifier.follow()
    office.house.do(table, 0, RollDie())
    office.notifier.deliver()
    assert all("North takes a turn" not in subject for subject in mail_sink.subjects())


def test_a_log_that_is_followed_again_tells_nothing_twice(office: Office, table: str, mail_sink: MailSink) -> None:
    office.tell()
    sent = len(mail_sink.mails)
    for follower in office.notifier.followers:
        keys = follower.partition.recorder.keys
        office.house.client.hdel(keys.tracking, f"notices of {follower.partition.application.name}")
    again = office.new_notifier()
    again.follow()
    again.deliver()
    office.house.rebuild()
    office.tell()
    assert len(mail_sink.mails) == sent


def test_a_restart_goes_on_where_it_was(office: Office, table: str, mail_sink: MailSink) -> None:
    office.notifier.follow()
    office.notifier.close()
    office.notifier = office.new_notifier()
    office.tell()
    assert [subject for subject in mail_sink.subjects() if "North takes a turn" in subject] != []
    office.tell()
    assert len([subject for subject in mail_sink.subjects() if "North takes a turn" in subject]) == 1


def test_an_undo_by_others_after_sending_is_followed_up_once(office: Office, table: str, mail_sink: MailSink) -> None:
    office.tell()
    office.house.do(table, 0, RollDie())
    office.tell()
    office.house.do(table, ARBITER, Undo(office.house.ledger.current(table).setup_end))
    office.tell()
    office.tell()
    gone = [mail for mail in mail_sink.mails if "nothing is awaited of you any more" in str(mail["Subject"])]
    assert [str(mail["To"]) for mail in gone] == ["person1@mail.example"]
    anew = [str(mail["To"]) for mail in mail_sink.mails if "North takes a turn" in str(mail["Subject"])]
    assert anew == ["person0@mail.example"] * 2, "what comes back is awaited anew, and told anew"
    assert len({str(mail["Message-ID"]) for mail in mail_sink.mails}) == len(mail_sink.mails)


def test_an_undo_before_sending_tells_nobody_that_was_not_told(office: Office, table: str, mail_sink: MailSink) -> None:
    office.tell()
    office.house.do(table, 0, RollDie())
    office.notifier.follow()
    office.house.do(table, ARBITER, Undo(office.house.ledger.current(table).setup_end))
    office.tell()
    assert "person1@mail.example" not in [
        mail["To"] for mail in mail_sink.mails if "East takes" in str(mail["Subject"])
    ]
    assert not [subject for subject in mail_sink.subjects() if "nothing is awaited" in subject]


def test_who_made_the_decision_is_not_told_that_it_is_made(office: Office, table: str, mail_sink: MailSink) -> None:
    office.tell()
    office.house.do(table, 0, RollDie())
    office.tell()
    assert not [subject for subject in mail_sink.subjects() if "nothing is awaited" in subject]
    assert all(row.key.count("withdrawn") == 0 for row in office.rows())


def test_a_request_taken_back_is_followed_up(office: Office, table: str, mail_sink: MailSink) -> None:
    office.house.do(table, 0, RollDie())
    office.house.do(table, 0, RequestUndo(office.house.ledger.current(table).setup_end))
    office.tell()
    assert [str(mail["To"]) for mail in mail_sink.mails if "asks to go back" in str(mail["Subject"])] == [
        "person1@mail.example"
    ]
    office.house.do(table, 0, WithdrawRequest())
    office.tell()
    assert [str(mail["To"]) for mail in mail_sink.mails if "nothing is awaited" in str(mail["Subject"])] == [
        "person1@mail.example"
    ]


def test_a_program_is_told_of_every_decision_that_it_is_needed_no_more(office: Office, hook: WebHook) -> None:
    office.person("person0", hook.url)
    table_id = office.table()
    office.tell()
    office.house.do(table_id, 0, RollDie())
    office.tell()
    asked, gone = hook.posts
    assert (asked["kind"], asked["withdrawn"], asked["table"], asked["seat"]) == ("decision", False, table_id, 0)
    assert (gone["kind"], gone["withdrawn"], gone["of"]) == ("withdrawn", True, asked["id"])


def test_a_pause_withdraws_and_resuming_asks_anew(office: Office, table: str, mail_sink: MailSink) -> None:
    office.notifier.follow()
    office.house.do(table, HOST, PauseTable())
    office.notifier.follow()
    assert ("person0", "decision") not in waiting(office)
    office.house.do(table, HOST, ResumeTable())
    office.tell()
    assert len([one for one in mail_sink.subjects() if "North takes a turn" in one]) == 1


def test_an_abandoned_table_and_a_finished_game_are_told_to_all(office: Office, mail_sink: MailSink) -> None:
    for person in ("person0", "person1", "hanna"):
        office.person(person)
    first, second = office.table(options='{"rounds":1}'), office.table()
    office.house.finish(first, random.Random(1))
    office.house.do(second, HOST, AbandonTable())
    office.tell()
    told = {(str(mail["To"]), str(mail["Subject"])) for mail in mail_sink.mails}
    ended = {to for to, subject in told if (first in subject and "finished" in subject.lower()) or "ends" in subject}
    assert ended >= {"person0@mail.example", "person1@mail.example", "hanna@mail.example"} - {_last(office, first)}
    assert {to for to, subject in told if second in subject} == {"person0@mail.example", "person1@mail.example"}


def _last(office: Office, table_id: str) -> str:
    """The mailbox of who made the last move: whoever ends a game knows that it is over."""
    by = office.house.ledger.current(table_id).records[-1].by
    return f"person{by}@mail.example"


def test_the_position_and_the_rows_move_together_or_not_at_all(office: Office, table: str) -> None:
    office.notifier.follow()
    outbox = office.notifier.outbox_of(table)
    name = f"notices of {office.house.ledger.partition(table).application.name}"
    position = outbox.position(name)
    (row,) = [one for one in office.rows() if one.kind == "decision"]
    with pytest.raises(IntegrityError, match="is not as it was"):
        outbox.write([put(row)], Tracking(name, position + 5), after=position)
    assert outbox.position(name) == position
    other = replace(row, key="other")
    with pytest.raises(IntegrityError, match="tracking position"):
        outbox.write([put(other)], Tracking(name, position + 5), after=position + 1)
    assert "other@aaaaaaaa" not in outbox.rows(["other@aaaaaaaa"])


def test_several_followers_put_each_message_once(office: Office, mail_sink: MailSink) -> None:
    for number in range(2):
        office.person(f"person{number}")
    tables = [office.table() for _ in range(5)]
    workers = [office.new_notifier() for _ in range(3)]
    with ThreadPoolExecutor(3) as pool:
        for _ in range(3):
            for table_id in tables:
                office.house.play_one(table_id, random.Random(2))
            list(pool.map(lambda worker: worker.follow(), workers))
    for worker in workers:
        worker.deliver()
    ids = [str(mail["Message-ID"]) for mail in mail_sink.mails]
    assert len(ids) == len(set(ids))
    turns = [subject for subject in mail_sink.subjects() if "takes a turn" in subject]
    assert len(turns) == len(tables), "one decision is awaited at each table"


def spoil(office: Office, table_id: str) -> None:
    """Damage the last record of a table."""
    client, key = office.house.client, office.house.ledger.partition(table_id).recorder.keys.stream(table_id)
    (last, (_, topic, *_)), *_ = client.execute_command("XREVRANGE", key, "+", "-", "COUNT", 1)
    client.xdel(key, last)
    version, _, number = last.decode().partition("-")
    client.xadd(key, {"t": topic, "s": b"\xc1"}, id=f"{version}-{int(number) + 1}")
    office.house.ledger._forget(table_id)


def test_a_table_that_is_damaged_behind_following_holds_up_no_message(office: Office, mail_sink: MailSink) -> None:
    office.person("person0")
    spoiled, sound = office.table(), office.table()
    office.notifier.follow()
    spoil(office, spoiled)
    office.notifier.deliver()
    assert [sound in subject for subject in mail_sink.subjects()] == [True]
    (row,) = [row for row in office.rows() if row.table == spoiled]
    assert (row.state, row.attempts, row.error) == ("waiting", 1, "The message cannot be made (UnreadableRecordError).")


def test_a_table_that_cannot_be_read_holds_up_no_other(office: Office, mail_sink: MailSink) -> None:
    office.person("person0")
    spoiled, sound = office.table(), office.table()
    spoil(office, spoiled)
    office.tell()
    assert [subject for subject in mail_sink.subjects() if sound in subject] != []
    assert not [subject for subject in mail_sink.subjects() if spoiled in subject]
    assert list(office.notifier.followers[0].spoiled) == [spoiled]


def test_forgetting_a_person_empties_the_outbox_of_them(office: Office, table: str) -> None:
    office.notifier.follow()
    for forgetting in office.people.forgetting:
        forgetting("person0")
    assert "person0" not in {row.person for row in office.rows()}
    assert "person1" in {row.person for row in office.rows()}


def test_who_has_just_acted_is_told_of_what_follows_only_when_they_leave_it(
    office: Office, table: str, mail_sink: MailSink
) -> None:
    office.tell()
    mail_sink.mails.clear()
    office.house.do(table, 0, CallVote())
    office.tell()
    told = [str(mail["To"]) for mail in mail_sink.mails]
    assert told == ["person1@mail.example"], "who called the vote sees that it is to vote"
    office.clock.forward(AT_THE_TABLE)
    office.tell()
    assert [str(mail["To"]) for mail in mail_sink.mails[1:]] == ["person0@mail.example"]


def test_news_go_to_nobody_who_has_left_the_table_meanwhile(office: Office, table: str, mail_sink: MailSink) -> None:
    office.tell()
    mail_sink.mails.clear()
    rolled = office.house.do(table, 0, RollDie()).first
    office.house.do(table, 1, ContestRecord(rolled, "TOY-4"))
    office.notifier.follow()
    office.house.do(table, 0, Resign())
    office.notifier.deliver()
    assert not [mail for mail in mail_sink.mails if mail["To"] == "person0@mail.example"]


def test_a_sandbox_is_nobodys_business(office: Office, table: str) -> None:
    office.tell()
    before = office.rows()
    forked = office.house.ledger.fork(table, host="person0", viewer=0)
    assert isinstance(forked, Table)
    office.notifier.follow()
    assert office.rows() == before
