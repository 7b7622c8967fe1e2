"""A mailbox that is asked for mail: everything once, nothing lost, whatever breaks."""

import threading
from collections.abc import Iterator

import pytest
from eventsourcing.persistence import OperationalError

from infra.notify.inbound import Taken
from infra.notify.mailbox import LONGEST_PAUSE, MailboxError, MailPoller, place_of, take_unseen
from tests.notify.imap import MailBox
from tests.notify.office import Now, Office
from tests.notify.test_inbound import answer, token_of

SECOND = 1_000_000


@pytest.fixture
def box() -> Iterator[MailBox]:
    made = MailBox()
    yield made
    made.close()


def taken(raw: bytes) -> Taken:
    return Taken("done", raw.decode())


def test_what_is_not_seen_is_taken_in_once_and_marked(box: MailBox) -> None:
    box.put(b"one")
    box.put(b"two\r\nlines")
    assert [one.why for one in take_unseen(place_of(box.url), taken)] == ["one", "two\r\nlines"]
    assert box.seen == {1, 2}
    assert take_unseen(place_of(box.url), taken) == []


def test_a_mail_that_could_not_be_taken_in_comes_again(box: MailBox) -> None:
    box.put(b"one")
    box.put(b"two")

    def failing(raw: bytes) -> Taken:
        if raw == b"two":
            raise OperationalError("the store is away")
        return taken(raw)

    with pytest.raises(OperationalError):
        take_unseen(place_of(box.url), failing)
    assert box.seen == {1}
    assert [one.why for one in take_unseen(place_of(box.url), taken)] == ["two"]


@pytest.mark.parametrize("word", [b"LOGIN", b"SELECT", b"SEARCH", b"FETCH", b"STORE"])
def test_a_connection_that_breaks_loses_nothing(box: MailBox, word: bytes) -> None:
    box.put(b"one")
    box.breaks = {word}
    with pytest.raises(MailboxError):
        take_unseen(place_of(box.url), taken)
    box.breaks = set()
    assert [one.why for one in take_unseen(place_of(box.url), taken)] == ["one"]


def test_a_wrong_password_is_told_without_the_password(box: MailBox) -> None:
    box.password = "other"
    with pytest.raises(MailboxError) as error:
        take_unseen(place_of(box.url), taken)
    assert "word" not in str(error.value)
    assert "word" not in repr(place_of(box.url))


def test_errors_back_off_and_end_when_it_works_again(box: MailBox) -> None:
    clock = Now()
    poller = MailPoller(place_of(box.url), taken, 60, clock)
    box.breaks = {b"SELECT"}
    pauses = []
    for _ in range(9):
        assert poller.poll() == []
        pauses.append(poller.next - clock.at)
        clock.at = poller.next
    assert [pause // SECOND for pause in pauses[:4]] == [120, 240, 480, 960]
    assert pauses[-1] == LONGEST_PAUSE * SECOND
    assert poller.trouble
    box.breaks = set()
    box.put(b"one")
    assert [one.why for one in poller.poll()] == ["one"]
    assert (poller.failures, poller.trouble, poller.next - clock.at) == (0, "", 60 * SECOND)
    logins = box.logins
    assert poller.poll() == []
    assert box.logins == logins, "it is not asked before its time"


def test_a_store_that_is_away_backs_off_too(box: MailBox) -> None:
    def away(raw: bytes) -> Taken:
        raise OperationalError("The store is away.")

    box.put(b"one")
    poller = MailPoller(place_of(box.url), away, 60, Now())
    assert poller.poll() == []
    assert (poller.trouble, box.seen) == ("The store is away.", set())


def test_a_poller_runs_until_it_is_stopped(box: MailBox) -> None:
    stop = threading.Event()
    seen: list[bytes] = []

    def stopping(raw: bytes) -> Taken:
        seen.append(raw)
        stop.set()
        return taken(raw)

    box.put(b"one")
    runner = threading.Thread(target=MailPoller(place_of(box.url), stopping, 60, Now()).run, args=(stop,))
    runner.start()
    runner.join(20)
    assert (runner.is_alive(), seen) == (False, [b"one"])


def test_a_move_by_mail_from_the_mailbox_to_the_table(box: MailBox, office: Office) -> None:
    office.person("person0")
    table_id = office.table()
    box.put(answer(token_of(office, table_id), "roll die"))
    box.put(b"\xff\x00 no mail at all")
    before = office.house.ledger.current(table_id).version
    found = take_unseen(place_of(box.url), office.notifier.inbound.take_in)
    assert [one.status for one in found] == ["done", "dropped"]
    assert office.house.ledger.current(table_id).version > before
    assert box.seen == {1, 2}


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("imaps://ada%40x:p%2Fw@host", ("imaps", "host", 993, "ada@x", "p/w", "INBOX")),
        ("imap+starttls://ada:w@host:1143/Games", ("imap+starttls", "host", 1143, "ada", "w", "Games")),
    ],
)
def test_mailboxes_by_their_urls(url: str, expected: tuple[object, ...]) -> None:
    place = place_of(url)
    assert tuple(getattr(place, name) for name in place.__struct_fields__) == expected


@pytest.mark.parametrize(
    "url", ["imap://host", "http://a:b@host", "imaps://a:b@host/x%22y", "imaps://a:b@host:99999", "x"]
)
def test_what_is_no_mailbox(url: str) -> None:
    with pytest.raises(ValueError, match=r"mailbox|[Pp]ort"):
        place_of(url)
