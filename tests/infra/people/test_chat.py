"""Chat and notes: said, read on from anywhere, sealed, and forgotten."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from eventsourcing.persistence import DatabaseError

from domain.table.refusals import Refusal
from infra.keyring import ForgottenError, Keyring
from infra.people.chat import Chat, ChatError, Message, Notes
from infra.streams import ChatLog, PartitionKeys, SealedText
from tests.infra.house import House
from tests.infra.people.stored import holds

TEXT = "Wait,\nis that the dragon's lair?"


def keys_of(house: House, table_id: str) -> PartitionKeys:
    return house.ledger.partition(table_id).recorder.keys


def test_what_is_said_is_read_in_its_order(chat: Chat, house: House) -> None:
    said = [chat.say("t", person, f"{TEXT} {n}") for n, person in enumerate(("wanda", "ben", "wanda"))]
    assert chat.read("t") == said
    assert [one.at for one in said] == sorted(one.at for one in said)
    assert chat.read("u") == []
    assert holds(house, "lair") == []


def test_it_is_read_on_from_any_message_and_from_the_last_ones(chat: Chat) -> None:
    said = [chat.say("t", "wanda", str(n)) for n in range(7)]
    assert chat.read("t", limit=3) == said[4:]
    assert chat.read("t", after=said[1].id, limit=3) == said[2:5]
    assert chat.read("t", after="0-0") == said
    assert chat.read("t", after=said[6].id) == []


@pytest.mark.parametrize("after", ["", "x", "1", "-", "+", "1-1-1", "(1-1", "1-" + "9" * 30])
def test_what_is_no_id_of_a_message_is_told(chat: Chat, after: str) -> None:
    with pytest.raises(ChatError, match="A message's id is two numbers"):
        chat.read("t", after=after)


def test_a_limit_below_one_is_told(chat: Chat) -> None:
    with pytest.raises(ChatError, match="A limit is 1 or more"):
        chat.read("t", limit=0)


def test_line_ends_of_other_machines_are_line_feeds(chat: Chat, notes: Notes) -> None:
    assert chat.say("t", "wanda", "one\r\ntwo\rthree").text == "one\ntwo\nthree"
    assert [one.text for one in chat.read("t")] == ["one\ntwo\nthree"]
    assert notes.write("t", "wanda", "one\r\ntwo") == notes.read("t", "wanda") == "one\ntwo"


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "NO_TEXT"), ("x" * 10_001, "TEXT_TOO_LONG"), ("\x1b[2J", "BAD_TEXT"), ("a\u202eb", "BAD_TEXT")],
)
def test_what_is_no_text_is_refused_and_leaves_nothing(
    chat: Chat, notes: Notes, house: House, text: str, code: str
) -> None:
    with pytest.raises(Refusal, match=code):
        chat.say("t", "wanda", text)
    if text:
        with pytest.raises(Refusal, match=code):
            notes.write("t", "wanda", text)
    assert holds(house, "wanda") == []


def test_the_oldest_messages_go_where_there_are_too_many_with_their_texts(
    house: House, chat: Chat, keyring: Keyring
) -> None:
    log = ChatLog(house.ledger.partition("t").recorder.connections, keys_of(house, "t"), kept=3)
    sealed = SealedText("wanda", bytes(12), bytes(16))
    ids = [log.add("t", n, sealed) for n in range(8)]
    assert [one.id for one in log.read_all("t")] == ids[5:]
    assert house.client.hlen(keys_of(house, "t").chat_texts("t")) == 3


def test_messages_of_all_partitions_are_found(new_house: Callable[..., House], keyring: Keyring) -> None:
    house = new_house(partitions=4)
    chat, notes = Chat(house.ledger, keyring), Notes(house.ledger, keyring)
    tables = [house.opened() for _ in range(8)]
    for table_id in tables:
        chat.say(table_id, "wanda", table_id)
        notes.write(table_id, "wanda", table_id)
    assert len({keys_of(house, table_id).tag for table_id in tables}) > 1
    assert sorted((table_id, one.text) for table_id, one in chat.said_by("wanda")) == sorted(
        zip(tables, tables, strict=True)
    )
    assert sorted(notes.of_person("wanda")) == sorted(zip(tables, tables, strict=True))


# --- What was changed -------------------------------------------------------------------------------------------------


def test_a_message_is_not_put_in_another_mouth_table_or_time(chat: Chat, house: House) -> None:
    mine, theirs = chat.say("t", "wanda", "Mine."), chat.say("t", "ben", "Theirs.")
    later, texts = chat.say("t", "wanda", "Later."), keys_of(house, "t").chat_texts("t")
    stored = {one.id: house.client.hget(texts, one.id) for one in (mine, theirs, later)}
    house.client.hset(texts, mine.id, stored[theirs.id])
    house.client.hset(texts, later.id, stored[mine.id])
    forged = msgspec.structs.replace(msgspec.msgpack.decode(stored[mine.id], type=SealedText), person="ben")
    house.client.hset(texts, theirs.id, msgspec.msgpack.encode(forged))
    assert [one.missing for one in chat.read("t")] == ["unreadable"] * 3
    other = chat.say("u", "wanda", "Elsewhere.")
    house.client.hset(keys_of(house, "u").chat_texts("u"), other.id, stored[mine.id])
    assert chat.read("u")[0].text is None


def test_a_message_that_is_not_readable_is_told(chat: Chat, house: House) -> None:
    house.client.xadd(keys_of(house, "t").chat("t"), {"x": "y"})
    with pytest.raises(DatabaseError, match=r"Message [0-9-]+ at table t is not readable"):
        chat.read("t")


def test_no_text_is_told_in_a_log_line(chat: Chat) -> None:
    assert "lair" not in f"{chat.say('t', 'ada', TEXT)!r} {chat.read('t')}"


# --- Forgetting -------------------------------------------------------------------------------------------------------


def test_that_somebody_wrote_stays_and_what_they_wrote_goes(chat: Chat, keyring: Keyring, house: House) -> None:
    table_id = house.opened()
    mine, theirs = chat.say(table_id, "wanda", "Mine."), chat.say(table_id, "ben", "Theirs.")
    keyring.forget("wanda")
    gone = Message(mine.id, mine.at, "wanda", None, "forgotten")
    assert chat.read(table_id) == [gone, theirs]
    chat.forget("wanda")
    assert chat.read(table_id) == [gone, theirs]
    assert house.client.hkeys(keys_of(house, table_id).chat_texts(table_id)) == [theirs.id.encode()]
    with pytest.raises(ForgottenError):
        chat.say(table_id, "wanda", "Again.")


# --- Notes ------------------------------------------------------------------------------------------------------------


def test_a_note_is_its_writers_alone_and_the_last_one_counts(notes: Notes, house: House) -> None:
    notes.write("t", "wanda", "Ben bluffs.")
    notes.write("t", "wanda", TEXT)
    notes.write("t", "ben", "Ada knows.")
    assert (notes.read("t", "wanda"), notes.read("t", "ben"), notes.read("t", "eve")) == (TEXT, "Ada knows.", None)
    assert notes.read("u", "wanda") is None
    assert holds(house, "lair") == holds(house, "knows") == []
    notes.write("t", "wanda", "")
    assert notes.read("t", "wanda") is None


def test_a_note_is_not_read_under_another_name_or_with_another_key(notes: Notes, house: House, tmp_path: Path) -> None:
    notes.write("t", "wanda", TEXT)
    key = keys_of(house, "t").notes("t")
    house.client.hset(key, "ben", house.client.hget(key, "wanda"))
    assert notes.read("t", "ben") is None
    assert Notes(house.ledger, Keyring(tmp_path / "other")).read("t", "wanda") is None


def test_notes_are_forgotten(notes: Notes, keyring: Keyring, house: House) -> None:
    table_id = house.opened()
    notes.write(table_id, "wanda", TEXT)
    notes.write(table_id, "ben", TEXT)
    keyring.forget("wanda")
    assert list(notes.of_person("wanda")) == [(table_id, None)]
    notes.forget("wanda")
    assert list(notes.of_person("wanda")) == []
    assert notes.read(table_id, "ben") == TEXT
