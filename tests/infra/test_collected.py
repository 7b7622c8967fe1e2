"""Collections of precedents: from one installation to another in a signed file, and what becomes of bad ones."""

import random
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from eventsourcing.persistence import DatabaseError, IntegrityError

from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.table.disputes.messages import AnswerSettlement, ProposeSettlement
from domain.table.writings import Writing
from infra import collected, precedents, sealing
from infra.collected import MAGIC, Collection, CollectionError, collection_file, read_collection
from infra.exports import import_export, unseal
from infra.precedents import Said, Taken
from infra.streams import ImportedRows
from infra.streams.keys import imported_precedents_key
from tests.infra.house import House
from tests.infra.rulings import Rulings
from tests.infra.test_precedents import Reprinted, texts
from tests.table.toy import toy

Houses = Callable[..., House]


@pytest.fixture
def here(new_house: Houses, tmp_path: Path) -> Rulings:
    return Rulings(new_house(partitions=3), tmp_path / "here")


@pytest.fixture
def there(elsewhere: House, tmp_path: Path) -> Rulings:
    return Rulings(elsewhere, tmp_path / "there")


def exported(rulings: Rulings, **chosen: str) -> bytes:
    return rulings.precedents.export(rulings.precedents.collected(**chosen))


def took(rulings: Rulings, data: bytes) -> Taken:
    return rulings.precedents.take_in(read_collection(data))


def kept(rulings: Rulings) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = rulings.house.client.hgetall(imported_precedents_key(rulings.house.namespace))
    return found


# --- From one to another ----------------------------------------------------------------------------------------------


def test_what_was_ruled_here_is_found_there_with_all_its_texts_and_whose_it_is(here: Rulings, there: Rulings) -> None:
    tables = [here.ruled("overturned", "He moved.", "He did not!"), here.ruled(cited="TOY-1"), here.ruled(cited="T-5")]
    here.appealed(tables[0])
    here.reversed(tables[0])
    own = there.ruled()
    data = exported(here)
    assert took(there, data) == Taken(new=3)
    found = there.precedents.find()
    assert {known.precedent.table for known in found} == {*tables, own}
    assert {known.origin for known in found} == {None, here.precedents.fingerprint}
    imported = {known.precedent.table: known for known in found if known.origin}
    for known in here.precedents.find():
        assert msgspec.structs.replace(imported[known.precedent.table], origin=None) == known
    assert texts(imported[tables[0]]) == ["He did not!", "He was.", "The arbiter was asleep."]
    assert [known.precedent.table for known in there.precedents.find(words="asleep")] == [tables[0]]
    assert [known.precedent.table for known in there.precedents.on("trumps", ["TOY-1"])] == [tables[1]]


def test_a_collection_can_be_of_one_game_or_one_clause(here: Rulings) -> None:
    here.ruled(cited="TOY-1")
    here.ruled(cited="T-5")
    assert [len(here.precedents.collected(**asked).precedents) for asked in (
        {}, {"game": "trumps"}, {"game": "root"}, {"clause": "TOY-1"}, {"clause": "toy-5"}, {"clause": "T"},
    )] == [2, 2, 0, 1, 2, 1]  # fmt: skip


def test_no_person_is_named_in_a_collection(here: Rulings) -> None:
    here.appealed(here.ruled("overturned"))
    data = exported(here)
    assert not any(person in data for person in (b"person", b"hanna", b"arno"))
    assert b"The arbiter was asleep." in data


def test_taking_in_the_same_again_changes_nothing(here: Rulings, there: Rulings) -> None:
    here.ruled()
    data = exported(here)
    assert took(there, data) == Taken(new=1)
    before = kept(there)
    assert took(there, data) == took(there, exported(here)) == Taken(same=1)
    assert kept(there) == before


def test_a_newer_ruling_replaces_an_older_one_and_never_the_other_way(here: Rulings, there: Rulings) -> None:
    table_id = here.ruled()
    first = exported(here)
    here.appealed(table_id)
    second = exported(here)
    here.reversed(table_id)
    third = exported(here)
    assert [took(there, data) for data in (first, second, first, third, second, first)] == [
        Taken(new=1), Taken(renewed=1), Taken(older=1), Taken(renewed=1), Taken(older=1), Taken(older=1),
    ]  # fmt: skip
    [known] = there.precedents.find()
    assert (known.precedent.standing, known.precedent.outcome) == ("reversed", "overturned")


def test_what_is_settled_on_appeal_is_no_precedent_elsewhere_either(here: Rulings, there: Rulings) -> None:
    table_id = here.ruled()
    took(there, exported(here))
    here.appealed(table_id)
    here.house.do(table_id, 0, ProposeSettlement(1))
    here.house.do(table_id, 1, AnswerSettlement(1, True))
    here.house.catch_up()
    assert took(there, exported(here)) == Taken(renewed=1)
    assert there.precedents.find() == []


def test_what_is_forgotten_here_is_no_more_handed_on(here: Rulings, there: Rulings) -> None:
    here.ruled(reasons="Clear.", argument="Unclear.")
    took(there, exported(here))
    here.keyring.forget("person1")
    data = exported(here)
    assert b"Unclear." not in data
    assert took(there, data) == Taken(renewed=1)
    [known] = there.precedents.find()
    assert (known.argument, known.reasons) == (Said(None, "not here"), Said("Clear."))


def test_own_precedents_are_never_taken_from_others(here: Rulings, there: Rulings) -> None:
    table_id = here.ruled()
    here.house.finish(table_id, random.Random(1))
    here.house.close_table(table_id)
    import_export(there.house.ledger, unseal(here.house.export(table_id)).export)
    took(there, exported(here))
    there.house.catch_up()  # only now its own view has it
    assert [known.origin for known in there.precedents.find()] == [None]
    there.precedents.forget(here.precedents.fingerprint)
    assert took(there, exported(here)) == Taken(own=1)
    assert took(here, exported(here)) == Taken(own=1)
    assert kept(there) == kept(here) == {}


def test_two_others_may_tell_of_the_same_table_and_one_of_them_can_be_forgotten(
    here: Rulings, there: Rulings, new_house: Houses, tmp_path: Path
) -> None:
    third = Rulings(new_house(at="third"), tmp_path / "third")
    table_id = here.ruled()
    import_export(there.house.ledger, unseal(here.house.export(table_id)).export)
    there.house.catch_up()
    assert [took(third, exported(one)) for one in (here, there)] == [Taken(new=1)] * 2
    assert {known.origin for known in third.precedents.find()} == {
        here.precedents.fingerprint, there.precedents.fingerprint,
    }  # fmt: skip
    assert third.precedents.forget(here.precedents.fingerprint.upper()) == 1
    assert [known.origin for known in third.precedents.find()] == [there.precedents.fingerprint]
    assert third.precedents.forget(here.precedents.fingerprint) == 0
    third.precedents.forget(there.precedents.fingerprint)


def test_a_dry_run_tells_and_keeps_nothing(here: Rulings, there: Rulings) -> None:
    here.ruled()
    collection = read_collection(exported(here))
    assert there.precedents.take_in(collection, dry_run=True) == Taken(new=1)
    assert kept(there) == {}


def test_the_clause_as_it_was_cited_comes_with_it_and_is_flagged_where_it_reads_otherwise_here(
    here: Rulings, new_house: Houses, tmp_path: Path
) -> None:
    here.ruled()
    other = Rulings(new_house(at="other", rulebooks=[Reprinted()]), tmp_path / "other")
    none = Rulings(new_house(at="none", rulebooks=[carcassonne]), tmp_path / "none")
    for rulings, now in ((other, "changed"), (none, "no rulebook")):
        assert took(rulings, exported(here)) == Taken(new=1)
        [known] = rulings.precedents.find("trumps")
        assert (known.now, known.title, known.text) == (now, "Nudge", toy.law["TOY-5"].text)
        rulings.precedents.forget(here.precedents.fingerprint)


def test_two_who_import_at_once_both_do_and_nothing_is_lost(
    here: Rulings, there: Rulings, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = here.ruled()
    old = exported(here)
    here.appealed(table_id)
    new = exported(here)
    put = ImportedRows.put
    rivals = [new, old]

    def slow(rows: ImportedRows, *arguments: dict[str, bytes]) -> bool:
        if rivals:
            took(there, rivals.pop())
        return put(rows, *arguments)

    monkeypatch.setattr(ImportedRows, "put", slow)
    assert took(there, old) == Taken(older=1)
    assert [known.precedent.standing for known in there.precedents.find()] == ["appealed"]
    monkeypatch.setattr(ImportedRows, "put", lambda *arguments: False)
    there.precedents.forget(here.precedents.fingerprint)
    with pytest.raises(IntegrityError, match="nothing was imported"):
        took(there, old)


def test_a_kept_precedent_that_cannot_be_read_is_told_and_replaced_by_the_next_import(
    here: Rulings, there: Rulings
) -> None:
    table_id = here.ruled()
    data = exported(here)
    took(there, data)
    field = f"{here.precedents.fingerprint}/{table_id}/1"
    [row] = kept(there).values()
    for damaged in (b"\x80", row[:-1], row.replace(b"stays where", b"stays\x01where")):
        there.house.client.hset(imported_precedents_key(there.house.namespace), field, damaged)
        with pytest.raises(DatabaseError, match=f"The imported precedent {field} is not readable"):
            there.precedents.find()
        assert took(there, data) == Taken(renewed=1)
    assert there.tables() == [table_id]


# --- Bad files --------------------------------------------------------------------------------------------------------


@pytest.fixture
def small(here: Rulings) -> bytes:
    here.ruled("overturned", "So.", "No.")
    return exported(here)


def test_every_single_byte_that_is_changed_is_found(small: bytes) -> None:
    rng = random.Random(5)
    for place in range(len(small)):
        changed = bytearray(small)
        changed[place] ^= rng.randrange(1, 256)
        with pytest.raises(CollectionError):
            read_collection(bytes(changed))


def test_a_file_that_is_cut_off_anywhere_is_found(small: bytes) -> None:
    for length in range(len(small)):
        with pytest.raises(CollectionError, match=r"^(This file|The signature)"):
            read_collection(small[:length])


def test_who_signed_it_can_be_asked_for(here: Rulings, there: Rulings, small: bytes) -> None:
    own, other = here.precedents.fingerprint, there.precedents.fingerprint
    assert read_collection(small, own.upper()).signer == own
    with pytest.raises(CollectionError, match=f"signed by {own}, not by {other}"):
        read_collection(small, other)


FILES = {
    "empty": b"",
    "an export": b"LOST SOULS EXPORT 1\n" + bytes(500),
    "a newer kind": b"LOST SOULS PRECEDENTS 2\n" + bytes(500),
    "only the beginning": MAGIC,
    "garbage": MAGIC + random.Random(1).randbytes(10_000),
    "many": MAGIC + b"\x92\x01\xdd\xff\xff\xff\xff" + bytes(96),
    "very many": MAGIC + b"\x92\x01\xdd\x00\x98\x96\x80" + b"\x90" * 10_000_000 + bytes(96),
    "deep": MAGIC + b"\x91" * 1_000_000 + bytes(96),
    "too large": MAGIC + bytes(collected.LARGEST),
}


@pytest.mark.parametrize("data", FILES.values(), ids=FILES.keys())
def test_a_file_that_is_none_is_told_at_once_and_takes_little_memory(data: bytes) -> None:
    began = time.perf_counter()
    tracemalloc.start()
    try:
        with pytest.raises(CollectionError, match=r"^This file "):
            read_collection(data)
        assert tracemalloc.get_traced_memory()[1] < 3 * len(data) + 1_000_000
    finally:
        tracemalloc.stop()
    assert time.perf_counter() - began < 2


def resealed(here: Rulings, collection: Collection) -> bytes:
    return collection_file(collection, here.house.signer)


def changed(data: bytes, **fields: object) -> Collection:
    """The collection with other fields of its first entry."""
    collection = read_collection(data).value
    first = msgspec.structs.replace(collection.precedents[0], **fields)
    return msgspec.structs.replace(collection, precedents=(first, *collection.precedents[1:]))


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"text": "Anything goes."}, "the clause does not read as it was cited"),
        ({"text": ""}, "the clause does not read as it was cited"),
        ({"writings": (Writing(bytes(16), "Something else."),)}, "there is a text that its rulings do not name"),
    ],
)
def test_what_is_signed_with_a_hash_that_is_another_is_turned_down(
    here: Rulings, small: bytes, fields: dict[str, object], why: str
) -> None:
    table = read_collection(small).value.precedents[0].precedent.table
    with pytest.raises(CollectionError, match=f"^In contest 1 of table {table} {why}"):
        read_collection(resealed(here, changed(small, **fields)))


def test_texts_in_another_order_or_twice_are_turned_down(here: Rulings, small: bytes) -> None:
    one, other = read_collection(small).value.precedents[0].writings
    for writings in ((other, one), (one, one), (one, other, other)):
        with pytest.raises(CollectionError, match="there is a text that its rulings do not name"):
            read_collection(resealed(here, changed(small, writings=writings)))
    assert read_collection(resealed(here, changed(small, writings=(other,))))


def test_precedents_in_another_order_or_twice_are_turned_down(here: Rulings, small: bytes) -> None:
    here.ruled()
    collection = here.precedents.collected()
    one, other = collection.precedents
    for wrong in ((other, one), (one, one)):
        with pytest.raises(CollectionError, match="not in their order, or one stands in it twice"):
            read_collection(resealed(here, msgspec.structs.replace(collection, precedents=wrong)))


def test_a_text_that_cannot_be_one_and_a_game_that_cannot_be_one_are_turned_down(here: Rulings, small: bytes) -> None:
    plain = msgspec.to_builtins(read_collection(small).value, builtin_types=(bytes,))

    def told(plain: object) -> str:
        with pytest.raises(CollectionError) as error:
            read_collection(sealing.seal(MAGIC, msgspec.msgpack.encode(plain), here.house.signer))
        return str(error.value)

    assert read_collection(sealing.seal(MAGIC, msgspec.msgpack.encode(plain), here.house.signer))
    plain[1][0][3][0]["text"] = "\x07"
    assert told(plain) == "This file is damaged: a text in it cannot be one (BAD_TEXT)."
    for table in ("a/1", "a b", "", "x" * 65):
        plain[1][0][0]["table"] = table
        assert "damaged or cut off" in told(plain)


def test_more_than_a_file_can_hold_is_not_written(here: Rulings, small: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    collection = here.precedents.collected()
    monkeypatch.setattr(collected, "LARGEST", len(small) - 1)
    with pytest.raises(CollectionError, match="One file cannot hold so much: 1 precedents"):
        here.precedents.export(collection)
    monkeypatch.undo()
    monkeypatch.setattr(collected, "MOST", 0)
    with pytest.raises(CollectionError, match="Choose a game or a clause"):
        here.precedents.export(collection)
    assert precedents.ATTEMPTS > 1
