"""People's texts: sealed, found again, bound to their place, and forgotten with their writer."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from eventsourcing.persistence import DatabaseError

from domain.table.canonical import encode
from domain.table.refusals import Refusal
from domain.table.writings import Writing
from infra.keyring import ForgottenError, Keyring, KeyringError, KeysAwayError
from infra.streams import OutcomeUnknownError, SealedText
from infra.writings import Missing, WritingStore, Written
from tests.infra.house import House
from tests.infra.test_secrets import spellings
from tests.streams.conftest import Server

TEXT = "The tile was upside down,\nand Ben saw it: \N{DRAGON}."
SALT = bytes(range(16))


@pytest.fixture
def keyring(tmp_path: Path) -> Keyring:
    return Keyring(tmp_path / "keys")


@pytest.fixture
def store(house: House, keyring: Keyring) -> WritingStore:
    return WritingStore(house.ledger, keyring)


def text_of(read: Written | Missing) -> str:
    assert isinstance(read, Written), read
    return read.writing.text


class Shelf:
    """The stored values of a house, past everything that guards them."""

    def __init__(self, house: House) -> None:
        self._house = house

    def _key(self, table_id: str) -> str:
        return self._house.ledger.partition(table_id).recorder.keys.texts(table_id)

    def get(self, table_id: str, text_hash: str) -> bytes:
        stored: bytes = self._house.client.hget(self._key(table_id), text_hash)
        return stored

    def put(self, table_id: str, text_hash: str, stored: bytes) -> None:
        self._house.client.hset(self._key(table_id), text_hash, stored)


@pytest.fixture
def shelf(house: House) -> Shelf:
    return Shelf(house)


# --- Writing and reading ----------------------------------------------------------------------------------------------


def test_a_text_is_read_as_it_was_written(store: WritingStore, house: House, keyring: Keyring) -> None:
    text_hash = store.write("t", "ada", TEXT)
    read = store.read("t", text_hash)
    assert isinstance(read, Written)
    assert (read.person, read.writing.text, read.writing.hash) == ("ada", TEXT, text_hash)
    assert WritingStore(house.ledger, keyring).read("t", text_hash) == read
    assert store.read_all("t") == {text_hash: read}


def test_a_text_that_is_thrown_away_is_not_here_any_more_and_the_others_are(store: WritingStore) -> None:
    gone, kept = store.write("t", "ada", TEXT), store.write("t", "ada", TEXT)
    store.remove("t", gone)
    store.remove("t", gone)
    store.remove("u", kept)
    assert store.read("t", gone) == Missing("not here")
    assert list(store.read_all("t")) == [kept]


def test_what_is_not_here_is_told(store: WritingStore) -> None:
    text_hash = store.write("t", "ada", TEXT)
    assert store.read("u", text_hash) == store.read("t", "0" * 64) == Missing("not here")
    assert store.read_all("u") == {}


def test_the_same_text_twice_has_two_hashes_and_nothing_in_common(store: WritingStore, shelf: Shelf) -> None:
    one, two = store.write("t", "ada", TEXT), store.write("t", "ada", TEXT)
    assert one != two
    assert text_of(store.read("t", one)) == text_of(store.read("t", two)) == TEXT
    values = [msgspec.msgpack.decode(shelf.get("t", text_hash), type=SealedText) for text_hash in (one, two)]
    assert values[0].nonce != values[1].nonce


def test_salt_and_nonce_come_from_the_given_source(house: House, keyring: Keyring, shelf: Shelf) -> None:
    text_hash = WritingStore(house.ledger, keyring, random.Random(1).randbytes).write("t", "ada", TEXT)
    again = random.Random(1)
    assert text_hash == Writing(again.randbytes(16), TEXT).hash
    assert msgspec.msgpack.decode(shelf.get("t", text_hash), type=SealedText).nonce == again.randbytes(12)


def test_texts_of_all_partitions_are_found(new_house: Callable[..., House], keyring: Keyring) -> None:
    house = new_house(partitions=4)
    store = WritingStore(house.ledger, keyring)
    hashes = {f"table{n}": store.write(f"table{n}", "ada", f"text {n}") for n in range(12)}
    assert {text_of(store.read(*place)) for place in hashes.items()} == {f"text {n}" for n in range(12)}
    assert len({house.ledger.partition(table_id).recorder.keys.tag for table_id in hashes}) == 4


@pytest.mark.parametrize(("text", "code"), [("", "NO_TEXT"), ("x" * 10_001, "TEXT_TOO_LONG"), ("\ud800", "BAD_TEXT")])
def test_what_is_no_text_is_refused_and_leaves_nothing(
    store: WritingStore, keyring: Keyring, text: str, code: str
) -> None:
    with pytest.raises(Refusal, match=code):
        store.write("t", "ada", text)
    assert store.read_all("t") == {}
    assert not keyring.known("ada")


def test_who_is_nobody_writes_nothing(store: WritingStore) -> None:
    with pytest.raises(KeyringError, match=r"^'\.\./ada' is not a person's id\.$"):
        store.write("t", "../ada", TEXT)
    assert store.read_all("t") == {}


def test_a_store_that_is_away_is_told(new_house: Callable[..., House], own_server: Server, keyring: Keyring) -> None:
    store = WritingStore(new_house(own_server.url).ledger, keyring)
    text_hash = store.write("t", "ada", TEXT)
    own_server.kill()
    with pytest.raises(OutcomeUnknownError, match="Cannot read a text of table t: no connection"):
        store.read("t", text_hash)
    with pytest.raises(OutcomeUnknownError, match="Cannot keep a text of table t: no connection"):
        store.write("t", "ada", TEXT)
    own_server.start()
    assert text_of(store.read("t", text_hash)) == TEXT


def test_a_key_of_another_kind_is_told(store: WritingStore, house: House) -> None:
    house.client.set(house.ledger.partition("t").recorder.keys.texts("t"), "x")
    with pytest.raises(DatabaseError, match="Cannot read a text of table t: a key holds another type of value"):
        store.read("t", "0" * 64)


# --- Taking in --------------------------------------------------------------------------------------------------------


def test_a_text_from_elsewhere_keeps_its_hash(store: WritingStore, elsewhere: House, tmp_path: Path) -> None:
    text_hash = store.write("t", "ada", TEXT)
    read = store.read("t", text_hash)
    assert isinstance(read, Written)
    other = WritingStore(elsewhere.ledger, Keyring(tmp_path / "other"))
    assert other.take_in("t", read.person, read.writing) == text_hash
    assert other.read("t", text_hash) == read


def test_what_is_here_already_stays(store: WritingStore, shelf: Shelf) -> None:
    writing = Writing(SALT, TEXT)
    text_hash = store.take_in("t", "ada", writing)
    before = shelf.get("t", text_hash)
    for person in ("ada", "ben"):
        assert store.take_in("t", person, writing) == text_hash
    assert shelf.get("t", text_hash) == before
    assert store.read("t", text_hash) == Written("ada", writing)


def test_what_is_unreadable_becomes_readable_where_it_is_taken_in_again(store: WritingStore, shelf: Shelf) -> None:
    writing = Writing(SALT, TEXT)
    text_hash = store.take_in("t", "ada", writing)
    shelf.put("t", text_hash, b"broken")
    assert store.read("t", text_hash) == Missing("unreadable")
    store.take_in("t", "ada", writing)
    assert store.read("t", text_hash) == Written("ada", writing)


# --- What was changed -------------------------------------------------------------------------------------------------


def test_no_flipped_bit_of_a_stored_text_gives_another_text(store: WritingStore, shelf: Shelf) -> None:
    writing = Writing(SALT, "Mine.")
    text_hash = store.take_in("t", "ada", writing)
    other = store.write("t", "ben", "Another.")
    stored = shelf.get("t", text_hash)
    for place in range(len(stored)):
        for bit in range(8):
            flipped = bytearray(stored)
            flipped[place] ^= 1 << bit
            shelf.put("t", text_hash, bytes(flipped))
            assert store.read("t", text_hash) == Missing("unreadable"), (place, bit)
    read = store.read_all("t")
    assert read[text_hash] == Missing("unreadable")
    assert text_of(read[other]) == "Another."


def test_a_text_is_not_passed_off_as_another(store: WritingStore, shelf: Shelf) -> None:
    one, two = store.write("t", "ada", "One."), store.write("t", "ada", "Two.")
    first, second = shelf.get("t", one), shelf.get("t", two)
    shelf.put("t", one, second)
    shelf.put("t", two, first)
    assert store.read_all("t") == dict.fromkeys(sorted((one, two)), Missing("unreadable"))


def test_a_text_is_not_carried_to_another_table(store: WritingStore, shelf: Shelf) -> None:
    text_hash = store.write("t", "ada", TEXT)
    shelf.put("u", text_hash, shelf.get("t", text_hash))
    assert store.read("u", text_hash) == Missing("unreadable")
    assert text_of(store.read("t", text_hash)) == TEXT


def test_a_text_is_not_put_under_another_persons_name(store: WritingStore, shelf: Shelf) -> None:
    text_hash = store.write("t", "ada", TEXT)
    store.write("t", "ben", "Mine.")
    sealed = msgspec.msgpack.decode(shelf.get("t", text_hash), type=SealedText)
    shelf.put("t", text_hash, msgspec.msgpack.encode(msgspec.structs.replace(sealed, person="ben")))
    assert store.read("t", text_hash) == Missing("unreadable")


@pytest.mark.parametrize("plain", [SALT + b"Another.", b"", SALT, SALT[:9], SALT + b"\xff", SALT + b"\0"], ids=repr)
def test_not_even_who_has_the_key_puts_another_text_under_a_hash(
    store: WritingStore, shelf: Shelf, keyring: Keyring, plain: bytes
) -> None:
    text_hash, nonce = store.write("t", "ada", TEXT), bytes(12)
    bound_to = encode(("souls text", "t", text_hash))

    def place(forged: bytes) -> None:
        ciphertext = ChaCha20Poly1305(keyring.key("ada")).encrypt(nonce, forged, bound_to)
        shelf.put("t", text_hash, msgspec.msgpack.encode(SealedText("ada", nonce, ciphertext)))

    written = store.read("t", text_hash)
    assert isinstance(written, Written)
    place(written.writing.salt + TEXT.encode())
    assert store.read("t", text_hash) == written
    place(plain)
    assert store.read("t", text_hash) == Missing("unreadable")


def test_what_is_no_hash_in_the_store_does_not_spoil_the_others(store: WritingStore, shelf: Shelf) -> None:
    text_hash = store.write("t", "ada", TEXT)
    shelf.put("t", "\N{DRAGON}", shelf.get("t", text_hash))
    read = store.read_all("t")
    assert text_of(read.pop(text_hash)) == TEXT
    assert list(read.values()) == [Missing("unreadable")]


# --- Keys that are not there ------------------------------------------------------------------------------------------


def test_forgetting_a_person_forgets_all_their_texts_and_nobody_elses(store: WritingStore, keyring: Keyring) -> None:
    mine = [(table_id, store.write(table_id, "ada", f"{TEXT} {n}")) for n, table_id in enumerate(["t", "t", "u"])]
    others = store.write("t", "ben", "I stay.")
    keyring.forget("ada")
    assert [store.read(*place) for place in mine] == [Missing("forgotten")] * 3
    read = store.read_all("t")
    assert text_of(read.pop(others)) == text_of(store.read("t", others)) == "I stay."
    assert list(read.values()) == [Missing("forgotten")] * 2


def test_a_forgotten_person_writes_nothing_more_and_nobody_brings_the_text_back(
    store: WritingStore, keyring: Keyring
) -> None:
    writing = Writing(SALT, TEXT)
    text_hash = store.take_in("t", "ada", writing)
    keyring.forget("ada")
    with pytest.raises(ForgottenError, match="Person 'ada' was forgotten"):
        store.write("t", "ada", "Again.")
    with pytest.raises(ForgottenError, match="Person 'ada' was forgotten"):
        store.take_in("t", "ada", writing)
    store.take_in("t", "ben", writing)
    assert store.read_all("t") == {text_hash: Missing("forgotten")}


def test_without_its_key_a_text_is_unreadable_and_with_it_there_again(
    store: WritingStore, house: House, keyring: Keyring, tmp_path: Path
) -> None:
    table = house.begun()
    text_hash = store.write(table, "ada", TEXT)
    without = WritingStore(house.ledger, Keyring(tmp_path / "lost"))
    assert without.read(table, text_hash) == Missing("unreadable")
    for table_id in (table, "elsewhere"):
        with pytest.raises(
            KeysAwayError, match=r"^The key of person 'ada' is not in .*, where it has to be put back\.$"
        ):
            without.write(table_id, "ada", "Under a new key.")
    assert text_of(without.read(table, without.write(table, "ben", "Mine."))) == "Mine."
    assert without.read(table, text_hash) == Missing("unreadable")
    assert text_of(store.read(table, text_hash)) == TEXT


def test_a_damaged_key_is_told(store: WritingStore, tmp_path: Path) -> None:
    text_hash = store.write("t", "ada", TEXT)
    (path,) = (tmp_path / "keys").iterdir()
    path.write_bytes(b"?")
    for ask in (lambda: store.read("t", text_hash), lambda: store.write("t", "ada", TEXT), lambda: store.read_all("t")):
        with pytest.raises(KeyringError, match="The key of person 'ada' is damaged"):
            ask()


# --- What the server knows --------------------------------------------------------------------------------------------


def everything(client: Any) -> bytes:
    """Every key of the server, and every value as its commands give it: no compression hides anything."""
    reads: dict[bytes, Callable[[bytes], Any]] = {
        b"stream": lambda key: client.execute_command("XRANGE", key, "-", "+"),
        b"hash": lambda key: [part for pair in client.hgetall(key).items() for part in pair],
        b"string": lambda key: [client.get(key)],
        b"set": lambda key: list(client.smembers(key)),
        b"zset": lambda key: client.zrange(key, 0, -1),
    }
    found: list[bytes] = []

    def collect(value: Any) -> None:
        if isinstance(value, bytes):
            found.append(value)
        elif isinstance(value, dict):
            collect([part for pair in value.items() for part in pair])
        else:
            for part in value:
                collect(part)

    for key in client.scan_iter(count=1000):
        collect([key, reads[client.type(key)](key)])
    return b"\n".join(found)


def test_nothing_of_a_text_or_a_key_is_in_the_server(store: WritingStore, house: House, keyring: Keyring) -> None:
    table_id = house.begun()
    texts = [f"{name}: the {name} word {n} of the quarrel" for n in range(5) for name in ("zebedee", "yolanda")]
    hashes = [store.write(table_id, text[:7], text) for text in texts]
    assert [text_of(store.read(table_id, text_hash)) for text_hash in hashes] == texts
    house.catch_up()
    stored = everything(house.client)
    for text_hash in hashes:
        read = store.read(table_id, text_hash)
        assert isinstance(read, Written)
        assert text_hash.encode() in stored
        assert all(spelled not in stored for spelled in spellings(read.writing.salt))
    for word in (b" word ", b"quarrel", b": the"):
        assert word not in stored
    for person in ("zebedee", "yolanda"):
        assert person.encode() in stored  # a person's id is no secret
        assert all(spelled not in stored for spelled in spellings(keyring.key(person)))


def test_a_text_is_not_told_by_printing_what_holds_it(store: WritingStore) -> None:
    read = store.read("t", store.write("t", "ada", "hush"))
    assert "hush" not in repr(read)
    assert repr(read) == "Written(person='ada', writing=Writing(…))"
