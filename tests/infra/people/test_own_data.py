"""All that is kept of a person: told to them, and forgotten without harm to any table."""

import json

import msgspec
import pytest

from domain.table.disputes.messages import AddEvidence, ContestRecord
from infra.bundles import bundle_table
from infra.exports import WHOLE
from infra.key_seal import Missing
from infra.keyring import ForgottenError, Keyring
from infra.people.access import TableAccess
from infra.people.chat import Chat, Notes
from infra.people.invitations import Invitations
from infra.people.own_data import OwnData
from infra.people.store import FORGOTTEN, PeopleStore
from infra.people.tokens import Tokens
from infra.writings import WritingStore
from tests.infra.disputed import sound
from tests.infra.house import House
from tests.infra.people.stored import holds
from tests.table.toy import RollDie

PERSON = "person0"
WORDS = ("cocked", "bluffs", "hello", "Wanda", "example")


@pytest.fixture
def own_data(
    house: House,
    people: PeopleStore,
    tokens: Tokens,
    invitations: Invitations,
    access: TableAccess,
    chat: Chat,
    notes: Notes,
    keyring: Keyring,
) -> OwnData:
    for part in (tokens, invitations, access, chat, notes):
        people.when_forgotten(part.forget)
    return OwnData(house.ledger, people, tokens, invitations, access, chat, notes, WritingStore(house.ledger, keyring))


@pytest.fixture
def life(house: House, own_data: OwnData) -> dict[str, str]:
    """What a person left behind: a table, a token, and an open invitation."""
    own, table_id = own_data, house.begun()
    own.people.create("Wanda", person=PERSON)
    own.people.add_address(PERSON, "mailto:wanda@example.org")
    rolled = house.do(table_id, 0, RollDie()).first
    argument = own.writings.write(table_id, PERSON, "That die was cocked.")
    house.do(table_id, 0, ContestRecord(rolled, "TOY-4", argument))
    house.do(table_id, 0, AddEvidence(1, own.writings.write(table_id, PERSON, "It was cocked, I say.")))
    house.do(table_id, 1, AddEvidence(1, own.writings.write(table_id, "person1", "It lay flat.")))
    own.chat.say(table_id, PERSON, "hello")
    own.chat.say(table_id, "person1", "Good evening.")
    own.notes.write(table_id, PERSON, "He bluffs.")
    own.access.open(table_id, PERSON)
    own.access.add_spectator(table_id, PERSON)
    link, _ = own.invitations.invite(table_id, PERSON, None)
    return {
        "table": table_id,
        "token": own.tokens.issue(PERSON, label="phone"),
        "link": link,
    }


def check_table(own: OwnData, house: House, table_id: str) -> None:
    sound(bundle_table(house.ledger, own.writings, house.signer, table_id, viewer=WHOLE, raw=True))
    sound(house.export(table_id))


def test_everything_of_a_person_is_told_and_no_secret(own_data: OwnData, life: dict[str, str], house: House) -> None:
    house.begun()  # where they are person0 too
    told = own_data.of(PERSON)
    assert json.loads(json.dumps(told)) == told
    assert (told["profile"]["name"], told["profile"]["addresses"][0]["url"]) == ("Wanda", "mailto:wanda@example.org")
    assert told["missing"] is None
    assert sorted(token["scope"] for token in told["tokens"]) == ["person"]
    assert len(told["tables"]) == 2
    mine = next(one for one in told["tables"] if one["table"] == life["table"])
    assert (mine["game"], mine["host"], mine["arbiter"]) == ("trumps", False, False)
    assert [one["seat"] for one in mine["seats_taken"]] == [0]
    assert told["watched"] == [life["table"]]
    assert [one["table"] for one in told["invitations"]] == [life["table"]]
    assert sorted(one["text"] for one in told["texts"]) == ["It was cocked, I say.", "That die was cocked."]
    assert [one["text"] for one in told["chat"]] == ["hello"]
    assert told["notes"] == [{"table": life["table"], "text": "He bluffs."}]
    text = json.dumps(told)
    for secret in (life["token"], life["link"], "It lay flat", "Good evening"):
        assert secret not in text


def test_host_and_arbiter_are_told_their_tables(own_data: OwnData, house: House) -> None:
    table_id = house.opened()
    assert [one["table"] for one in own_data.of("hanna")["tables"]] == [table_id]
    assert own_data.of("arno")["tables"][0]["arbiter"]
    assert own_data.of("han")["tables"] == []


def test_of_a_table_that_is_not_readable_that_is_told(own_data: OwnData, house: House) -> None:
    table_id = house.seated()
    keys = house.ledger.partition(table_id).recorder.keys
    house.client.delete(keys.stream(table_id))
    house.client.hdel(keys.heads, table_id)
    house.client.xadd(keys.stream(table_id), {"t": "trumps/T.open", "s": b"person0"}, id="1-1")
    house.client.hset(keys.heads, table_id, 1)
    (told,) = own_data.of(PERSON)["tables"]
    assert told["table"] == table_id
    assert told["unreadable"]


def test_who_is_forgotten_leaves_every_table_valid_and_nothing_else(
    own_data: OwnData, life: dict[str, str], house: House
) -> None:
    own, table_id = own_data, life["table"]
    log, state = house.bytes_of(table_id), house.ledger.table(table_id).version
    check_table(own, house, table_id)
    own.people.forget(PERSON)
    assert house.bytes_of(table_id) == log
    check_table(own, house, table_id)
    table = house.ledger.table(table_id)
    assert (table.version, table.seats[0].person) == (state, PERSON)
    assert own.people.name(PERSON) == FORGOTTEN
    told = own.of(PERSON)
    assert (told["profile"], told["missing"], told["tokens"], told["invitations"]) == (None, "forgotten", [], [])
    assert (told["watched"], told["notes"]) == ([], [])
    assert {one["missing"] for one in told["texts"]} == {one["missing"] for one in told["chat"]} == {"forgotten"}
    assert own.tokens.check(life["token"]) is None
    for word in WORDS:
        assert holds(house, word) == []
    with pytest.raises(ForgottenError):
        own.chat.say(table_id, PERSON, "Again.")


def test_what_is_left_in_the_store_is_the_log_the_sealed_texts_and_that_somebody_wrote(
    own_data: OwnData, life: dict[str, str], house: House
) -> None:
    own_data.people.forget(PERSON)
    kinds = {key.rpartition(b":")[0].rpartition(b"}:")[2] for key in holds(house, PERSON)}
    assert kinds == {b"s", b"texts", b"chat"}


def test_the_others_keep_what_is_theirs(own_data: OwnData, life: dict[str, str], house: House) -> None:
    own = own_data
    token = own.tokens.issue("person1")
    own.people.forget(PERSON)
    assert own.tokens.check(token)
    assert [one.text for one in own.chat.read(life["table"])] == [None, "Good evening."]
    texts = own.writings.read_all(life["table"]).values()
    assert sum(isinstance(found, Missing) for found in texts) == 2
    assert len(texts) == 3


def test_what_an_interrupted_forgetting_left_is_done_the_second_time(
    own_data: OwnData, life: dict[str, str], house: House, keyring: Keyring
) -> None:
    keyring.forget(PERSON)  # and here the service dies
    assert own_data.tokens.check(life["token"]) is None
    assert msgspec.json.encode(own_data.of(PERSON)).find(b"hello") == -1
    own_data.people.forget(PERSON)
    assert own_data.tokens.tokens_of(PERSON) == []
