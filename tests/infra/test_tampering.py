"""Exports that somebody changed: with bytes only, and with everything but the one key."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import pytest

from domain.carcassonne.messages import TileDrawn
from domain.table.chain import genesis_of, leaf_of, link, salt_of
from domain.table.chance import Derived, Dictated, chance_key
from domain.table.digest import digest
from domain.table.lifecycle import CloseTable, Undo
from domain.table.messages import ARBITER, SERVER
from domain.table.table import fold
from infra import ledger as ledger_module
from infra.application import TableMapper
from infra.codec import stored_bytes
from infra.exports import MAGIC, Entry, Export, seal, unseal
from infra.projector import SPOILED
from infra.rulebooks import Rulebooks
from infra.signing import Signer, fingerprint
from infra.verification import Report, verify
from tests.infra.house import BOTH, House
from tests.infra.samples import record_fields
from tests.table.toy import DrawCard, Nudge, Plan, RollDie

RULEBOOKS = Rulebooks(BOTH)
FORGER = Signer(bytes(range(32)))
pack = msgspec.msgpack.encode


def check(data: bytes, **more: Any) -> Report:
    return verify(data, RULEBOOKS, **more)


def faults(data: bytes, **more: Any) -> list[str]:
    return [str(fault) for fault in check(data, **more).faults]


@pytest.fixture
def small(house: House) -> bytes:
    """A short finished game with an undo, closed."""
    table_id = house.begun(options='{"rounds":1}')
    before = house.ledger.current(table_id).version
    house.do(table_id, 0, DrawCard())
    house.do(table_id, ARBITER, Undo(before))
    house.do(table_id, 0, Nudge(2))
    house.do(table_id, 0, RollDie())
    house.do(table_id, 1, RollDie())
    house.close_table(table_id)
    data = house.export(table_id)
    assert faults(data) == []
    return data


@pytest.fixture
def large(house: House) -> bytes:
    table_id = house.wild(2, 60, finished=True)
    data = house.export(table_id)
    assert faults(data) == []
    return data


# --- Changed bytes ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_changed_byte_of_a_file_is_found(small: bytes) -> None:
    rng = random.Random(1)
    for at in range(len(small)):
        changed = bytearray(small)
        changed[at] ^= rng.choice((1, 2, 4, 8, 16, 32, 64, 128, rng.randrange(1, 256)))
        assert faults(bytes(changed)), f"byte {at}"


@pytest.mark.slow
def test_every_changed_bit_of_a_file_is_found(small: bytes) -> None:
    for at in range(len(small)):
        for bit in range(8):
            changed = bytearray(small)
            changed[at] ^= 1 << bit
            assert faults(bytes(changed)), f"byte {at}, bit {bit}"


def test_changed_bytes_anywhere_in_a_long_file_are_found(large: bytes) -> None:
    rng = random.Random(2)
    for at in rng.sample(range(len(large)), 100):
        changed = bytearray(large)
        changed[at] ^= rng.randrange(1, 256)
        assert faults(bytes(changed)), f"byte {at}"


def test_every_changed_byte_of_an_export_for_a_seat_is_found(house: House) -> None:
    table_id = house.begun(options='{"rounds":1}')
    house.do(table_id, 0, DrawCard())
    data = house.export(table_id, 1)
    for at in range(len(data)):
        changed = bytearray(data)
        changed[at] ^= 1 << at % 8
        assert faults(bytes(changed)), f"byte {at}"


def test_a_file_that_is_cut_off_anywhere_is_found(small: bytes) -> None:
    for length in range(len(small)):
        assert faults(small[:length]), f"{length} bytes"


def test_a_file_that_lacks_bytes_at_its_beginning_or_in_the_middle_is_found(small: bytes) -> None:
    for at in range(0, len(small), 7):
        assert faults(small[:at] + small[at + 1 :])
        assert faults(small[:at] + small[at + 32 :])
    assert faults(small[1:])


@pytest.mark.parametrize("tail", [b"\0", b"\n", b"x" * 64, bytes(96), bytes(1000)], ids=len)
def test_bytes_behind_the_end_are_found(small: bytes, tail: bytes) -> None:
    assert faults(small + tail)
    assert faults(small + small)
    assert faults(small[:-64] + tail + small[-64:])


# --- Changed records, without the key ---------------------------------------------------------------------------------


def unsigned(data: bytes, export: Export) -> bytes:
    """The file with another export in it, and the signature that it had."""
    signed = unseal(data)
    return MAGIC + pack(export) + signed.public + signed.signature


def with_entries(export: Export, entries: Sequence[Entry]) -> Export:
    return msgspec.structs.replace(export, entries=tuple(entries))


def versions(data: bytes) -> Iterator[tuple[Export, list[Entry], int]]:
    export = unseal(data).export
    for at in range(len(export.entries)):
        yield export, list(export.entries), at


def test_a_changed_record_is_named(small: bytes) -> None:
    for export, entries, at in versions(small):
        fields = record_fields(entries[at].state)
        fields[0] += 1
        entries[at] = msgspec.structs.replace(entries[at], state=pack(fields))
        found = faults(unsigned(small, with_entries(export, entries)))
        assert found[0] == "The signature is wrong: the file was changed after it was signed."
        assert found[1] == f"record {at + 1}: its bytes are not those that were hashed when it was stored"


def test_a_changed_leaf_and_a_changed_topic_are_named(small: bytes) -> None:
    for export, entries, at in versions(small):
        whole = entries[at]
        entries[at] = msgspec.structs.replace(whole, leaf=bytes(32))
        found = faults(unsigned(small, with_entries(export, entries)))
        assert f"record {at + 1}: its bytes are not those that were hashed when it was stored" in found
        assert any("the chain is broken here" in fault for fault in found)
        entries[at] = msgspec.structs.replace(whole, topic="trumps:T.resume")
        found = faults(unsigned(small, with_entries(export, entries)))
        assert f"record {at + 1}: its bytes are not those that were hashed when it was stored" in found
        assert any(f"Record {at + 1} of table {export.table} is filed as" in fault for fault in found)


def test_a_removed_record_is_found_at_its_place(small: bytes) -> None:
    for export, entries, at in versions(small):
        del entries[at]
        found = faults(unsigned(small, with_entries(export, entries)))
        assert len(found) > 1
        if at < len(entries):
            assert f"record {at + 1}: its bytes are not those that were hashed when it was stored" in found


def test_swapped_and_doubled_records_are_found_at_their_places(small: bytes) -> None:
    for export, entries, at in versions(small):
        if at:
            swapped = entries.copy()
            swapped[at - 1], swapped[at] = swapped[at], swapped[at - 1]
            found = faults(unsigned(small, with_entries(export, swapped)))
            for version in (at, at + 1):
                assert f"record {version}: its bytes are not those that were hashed when it was stored" in found
        doubled = [*entries[: at + 1], entries[at], *entries[at + 1 :]]
        found = faults(unsigned(small, with_entries(export, doubled)))
        assert f"record {at + 2}: its bytes are not those that were hashed when it was stored" in found


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("table", "othertable22", "its chance is not what the seed gives"),
        ("game", "carcassonne", "is not a kind of record that this rulebook knows"),
        ("made_at", 5, "The signature is wrong"),
        ("viewer", 1, "its bytes"),
        ("head", bytes(32), "the chain is broken here"),
        ("digest", bytes(32), "gives another state than the one that was exported"),
        ("digest", b"", "gives another state than the one that was exported"),
        ("salt_key", bytes(32), "its bytes are not those that were hashed"),
        ("entries", (), "There is no record in the file."),
    ],
)
def test_a_changed_fact_about_the_table_is_told(small: bytes, field: str, value: object, said: str) -> None:
    changed = msgspec.structs.replace(unseal(small).export, **{field: value})
    found = faults(unsigned(small, changed))
    assert "The signature is wrong: the file was changed after it was signed." in found
    if field != "viewer":
        assert any(said in fault for fault in found)
    again = seal(changed, FORGER)
    assert not any("signature" in fault for fault in faults(again))
    if field not in ("made_at", "viewer"):
        assert any(said in fault for fault in faults(again))


def test_a_file_said_to_be_of_a_game_that_nobody_knows_is_not_good(small: bytes) -> None:
    report = check(seal(msgspec.structs.replace(unseal(small).export, game="chess"), FORGER))
    assert (report.faults, report.good) == ([], False)
    assert any("No rulebook for the game 'chess'" in line for line in report.unproved)


def test_a_file_that_is_passed_off_as_another_tables_is_a_fault(small: bytes) -> None:
    """With the very records, leaves and chain of a table, and signed anew: only the name is another."""
    export = msgspec.structs.replace(unseal(small).export, table="othertable22")
    stored = with_entries(export, export.entries)
    renamed = msgspec.structs.replace(export, digest=_digest(stored, export.entries))
    assert "record 1: the chain does not begin here, or it is another table's" in faults(seal(renamed, FORGER))


# --- Layout: nothing stands where a file of its kind has nothing ------------------------------------------------------

WHOLE_OR_SEATS = "The file is neither a whole export nor a seat's."
LAID_OUT = "it is not laid out as an export of this kind has it"


@pytest.mark.parametrize("salt", [b"x", bytes(16), bytes(32)], ids=len)
def test_an_entry_of_a_whole_export_has_no_salt_of_its_own(small: bytes, salt: bytes) -> None:
    for export, entries, at in versions(small):
        entries[at] = msgspec.structs.replace(entries[at], salt=salt)
        assert faults(seal(with_entries(export, entries), FORGER)) == [f"record {at + 1}: {LAID_OUT}"]


@pytest.mark.parametrize("field", ["digest", "form", "salt_key"])
def test_what_a_whole_export_has_is_there_and_a_seats_has_it_not(house: House, small: bytes, field: str) -> None:
    lacking = msgspec.structs.replace(unseal(small).export, **{field: b""})
    assert WHOLE_OR_SEATS in faults(seal(lacking, FORGER))
    seats = house.export(house.begun(), 1)
    assert faults(seats) == []
    having = msgspec.structs.replace(unseal(seats).export, **{field: bytes(32)})
    assert faults(seal(having, FORGER)) == [WHOLE_OR_SEATS]


def test_a_hidden_entry_of_a_seats_export_has_its_leaf_alone(house: House) -> None:
    table_id = house.begun()
    house.do(table_id, 0, Plan(house.ledger.table(table_id).game.hands[0][0]))
    export = unseal(house.export(table_id, 1)).export
    hidden = next(at for at, entry in enumerate(export.entries) if not entry.topic)
    for field, value in (("state", b"x"), ("salt", bytes(32)), ("salt", b"x")):
        entries = list(export.entries)
        entries[hidden] = msgspec.structs.replace(entries[hidden], **{field: value})
        found = faults(seal(with_entries(export, entries), FORGER))
        assert f"record {hidden + 1}: {LAID_OUT}" in found


@pytest.mark.parametrize("length", [1, 16, 31])
def test_a_salt_has_one_length(house: House, length: int) -> None:
    export = unseal(house.export(house.begun(), 1)).export
    shown = next(at for at, entry in enumerate(export.entries) if entry.salt)
    entries = list(export.entries)
    salt = bytes(length)
    leaf = leaf_of(salt, stored_bytes(entries[shown].topic, entries[shown].state))
    entries[shown] = msgspec.structs.replace(entries[shown], salt=salt, leaf=leaf)
    assert f"record {shown + 1}: {LAID_OUT}" in faults(seal(with_entries(export, entries), FORGER))


def test_a_salt_is_not_longer_than_a_salt(house: House) -> None:
    export = unseal(house.export(house.begun(), 1)).export
    entries = [msgspec.structs.replace(export.entries[0], salt=bytes(33)), *export.entries[1:]]
    assert faults(seal(with_entries(export, entries), FORGER))[0].startswith("This file is damaged or cut off")


def test_a_state_that_covers_something_else_is_not_compared(small: bytes) -> None:
    export = msgspec.structs.replace(unseal(small).export, form=bytes(8), digest=bytes(32))
    report = check(seal(export, FORGER))
    assert report.faults == []
    said = "The state is not compared: the views of this game were different where it was exported."
    assert said in report.unproved
    assert not any("exported state" in line for line in report.proved)


def test_a_file_signed_by_another_passes_only_where_nobody_asks_whose_it_is(small: bytes) -> None:
    own, forged = fingerprint(unseal(small).public), fingerprint(FORGER.public)
    again = seal(unseal(small).export, FORGER)
    assert faults(small, trust=own) == faults(again) == faults(again, trust=forged) == []
    assert faults(again, trust=own) == [f"The file was signed by {forged}, not by {own}."]
    assert faults(small, trust=forged) == [f"The file was signed by {own}, not by {forged}."]


@pytest.mark.parametrize("public", [bytes(32), b"\xff" * 32, b"\x01" + bytes(31)])
def test_weak_and_impossible_keys_sign_nothing(small: bytes, public: bytes) -> None:
    signed = unseal(small)
    for signature in (bytes(64), public + bytes(32), signed.signature):
        data = MAGIC + signed.body + public + signature
        report = check(data, trust=fingerprint(signed.public))
        assert not report.good


# --- Changed consistently, with another key ---------------------------------------------------------------------------

Change = Callable[[list[list[Any]]], None]


def forged(data: bytes, change: Change) -> bytes:
    """The file as somebody would make it who has the salts and signs with a key of his own: leaves, chain, digest and
    signature fit what has become of the records."""
    export = unseal(data).export
    records = [record_fields(entry.state) for entry in export.entries]
    change(records)
    head, entries = genesis_of(export.table), []
    leaves: list[bytes] = []
    for version, fields in enumerate(records, 1):
        if len(fields) > 5 and isinstance(fields[5], list) and len(fields[5]) == 4:
            if version > 1:
                head = link(head, leaves)
            fields[5][3], leaves = head, []
        topic, state = export.entries[min(version, len(export.entries)) - 1].topic, pack(fields)
        if isinstance(fields[2], list) and fields[2] and isinstance(fields[2][0], str):
            topic = f"{export.game}:{fields[2][0]}"
        leaves.append(leaf_of(salt_of(export.salt_key, version), stored_bytes(topic, state)))
        entries.append(Entry(leaves[-1], topic, state))
    head = link(head, leaves)
    return seal(
        with_entries(msgspec.structs.replace(export, head=head, digest=_digest(export, entries)), entries), FORGER
    )


def _digest(export: Export, entries: Sequence[Entry]) -> bytes:
    stored = with_entries(export, entries).stored_events()
    try:
        rulebook, records = TableMapper(RULEBOOKS).records(stored)
        return digest(fold(export.table, rulebook, records))
    except SPOILED:
        return bytes(32)


def find(records: list[list[Any]], tag: str, nth: int = 0) -> list[Any]:
    """The nth record with that tag."""
    return [fields for fields in records if fields[2][0] == tag][nth]


def test_a_forgery_that_changes_nothing_is_the_file_itself_under_another_name(small: bytes) -> None:
    same = forged(small, lambda records: None)
    assert unseal(same).body == unseal(small).body
    assert faults(same) == []


def test_a_record_in_another_form_than_the_one_is_a_fault(small: bytes) -> None:
    """The same values in more bytes: nothing may hide in how a value is spelled."""
    export = unseal(small).export
    entries = list(export.entries)
    state = entries[-1].state
    assert state[0] == 0x96  # an array of six, which can be spelled with three bytes too
    longer = b"\xdc\x00\x06" + state[1:]
    leaf = leaf_of(salt_of(export.salt_key, len(entries)), stored_bytes(entries[-1].topic, longer))
    entries[-1] = Entry(leaf, entries[-1].topic, longer)
    cause = record_fields(longer)[5]
    data = seal(with_entries(msgspec.structs.replace(export, head=link(cause[3], [leaf])), entries), FORGER)
    assert faults(data) == [f"record {len(entries)}: it is not in the one form that such a record has"]


def test_a_clause_that_is_spelled_out_although_it_is_the_usual_one_is_a_fault(small: bytes) -> None:
    def clause(records: list[list[Any]]) -> None:
        find(records, "nudged")[4] = "TOY-5"

    assert faults(forged(small, clause)) == ["record 13: it is not in the one form that such a record has"]


def test_what_was_drawn_with_a_value_is_proved_only_where_todays_rules_draw_the_same(house: House) -> None:
    """Two tiles change their places, and all else is made to fit: every value is still what the seed gives."""
    table_id = house.begun("carcassonne")
    house.finish(table_id, random.Random(5))
    house.close_table(table_id)
    data = house.export(table_id)
    sound = check(data)
    [proved] = [line for line in sound.proved if "values of chance follow" in line]
    count = int(proved.split()[0])
    assert sound.unproved == []

    def swap(records: list[list[Any]]) -> None:
        drawn = [fields[2] for fields in records if tag_of(fields) == TILE_DRAWN]
        first = drawn[3]
        second = next(event for event in drawn[4:] if event[2] != first[2])
        first[2], second[2] = second[2], first[2]

    report = check(forged(data, swap))
    assert report.faults == []
    assert report.differences
    doubtful = [
        line for line in report.unproved if "decided something else than they would decide by today's rules" in line
    ]
    assert len(doubtful) == 1
    doubt = int(doubtful[0].split()[0])
    # Not always both: out of what is left, once the one is drawn, the other can be what its value picks.
    assert doubt >= 1
    assert f"{count - doubt} values of chance follow from the seed that was committed to." in report.proved
    assert proved not in report.proved


TILE_DRAWN = TileDrawn.__struct_config__.tag


def tag_of(fields: list[Any]) -> Any:
    """The tag of a record's event."""
    return fields[2][0]


def test_another_die_is_not_what_the_seed_gives(small: bytes) -> None:
    """And not what the rules would make of the value that is recorded."""

    def pips(records: list[list[Any]]) -> None:
        rolled = find(records, "rolled")
        rolled[2][2] = rolled[2][2] % 6 + 1

    report = check(forged(small, pips))
    assert any("would be DieRolled(0, " in str(difference) for difference in report.differences)

    def value(records: list[list[Any]]) -> None:
        rolled = find(records, "rolled")
        rolled[3][0][3] = (rolled[3][0][3] + 1) % 6

    version = next(n for n, e in enumerate(unseal(small).export.entries, 1) if e.topic == "trumps:rolled")
    assert f"record {version}: its chance is not what the seed gives ('die' number 0)" in faults(forged(small, value))


def test_a_value_of_chance_cannot_be_chosen_by_its_number(small: bytes) -> None:
    """The tenth value of a label is as good as the first, unless somebody counts."""
    export = unseal(small).export
    version = next(n for n, e in enumerate(export.entries, 1) if e.topic == "trumps:rolled")

    def number(records: list[list[Any]]) -> None:
        find(records, "rolled")[3][0][1] = 9

    assert f"record {version}: its chance is number 9 of 'die', out of turn" in faults(forged(small, number))


@pytest.mark.parametrize(
    ("place", "value"),
    [(2, 0), (2, -6), (2, 2**32 + 1), (2, 2**63), (1, -1), (1, 2**32), (3, -1), (3, 2**32), (0, "d" * 65)],
)
def test_what_no_draw_can_hold_is_a_fault(small: bytes, place: int, value: object) -> None:
    def change(records: list[list[Any]]) -> None:
        find(records, "rolled")[3][0][place] = value

    found = faults(forged(small, change))
    assert any("at `$[3][0]" in fault or "at `$[3][...]" in fault for fault in found), found


@pytest.mark.parametrize("seat", [-2, 12, 2**40])
def test_a_seat_that_no_command_is_for_is_a_fault(small: bytes, seat: int) -> None:
    def change(records: list[list[Any]]) -> None:
        find(records, "nudged")[5][1] = seat

    assert any("record 13: " in fault for fault in faults(forged(small, change)))


def test_wrong_final_scores_are_a_fault(small: bytes) -> None:
    def change(records: list[list[Any]]) -> None:
        find(records, "T.finish")[2][1][0] += 1

    found = faults(forged(small, change))
    assert len(found) == 1
    assert found[0].startswith("The final scores are (")
    assert "and what was scored adds up to (" in found[0]


def test_a_wrong_digest_is_a_fault(small: bytes) -> None:
    export = msgspec.structs.replace(unseal(small).export, digest=bytes(32))
    assert faults(seal(export, FORGER)) == ["Replaying the records gives another state than the one that was exported."]


def test_another_seed_is_not_the_one_that_was_committed_to(small: bytes) -> None:
    def change(records: list[list[Any]]) -> None:
        find(records, "T.close")[2][1] = "00" * 32

    assert "The published seed is not the one that was committed to." in faults(forged(small, change))


@pytest.mark.parametrize("seed", ["", "no seed at all", "0", "é" * 64, "0x" * 32])
def test_a_seed_that_is_none_proves_nothing(small: bytes, seed: str) -> None:
    def change(records: list[list[Any]]) -> None:
        find(records, "T.close")[2][1] = seed

    report = check(forged(small, change))
    assert not any("values of chance follow" in line for line in report.proved)


def test_a_decision_that_todays_rules_would_refuse_is_reported_and_is_no_fault(small: bytes) -> None:
    def far(records: list[list[Any]]) -> None:
        nudged = find(records, "nudged")
        nudged[2][2] = nudged[5][2]["steps"] = 9

    report = check(forged(small, far))
    assert report.faults == []
    assert [str(d) for d in report.differences] == ["record 13: Nudge would be refused now: TOO_FAR (TOY-5)"]


def test_a_decision_that_todays_rules_would_make_differently_is_reported_and_is_no_fault(small: bytes) -> None:
    def other(records: list[list[Any]]) -> None:
        find(records, "nudged")[2][2] = 3

    report = check(forged(small, other))
    assert report.faults == []
    assert [str(d) for d in report.differences] == [
        "record 13: Nudge: record 13 would be Nudged(0, 2), and it is Nudged(0, 3)"
    ]


def test_another_clause_speaker_or_time_within_a_command_is_reported(small: bytes) -> None:
    def clause(records: list[list[Any]]) -> None:
        find(records, "nudged")[4] = "TOY-9"

    report = check(forged(small, clause))
    assert report.faults == []
    assert [str(d) for d in report.differences] == [
        "record 13: Nudge: record 13 would have another time, speaker, clause or chance"
    ]

    def speaker(records: list[list[Any]]) -> None:
        following = records[records.index(find(records, "rolled")) + 1]
        following[1] = 1

    report = check(forged(small, speaker))
    assert ["would have another time, speaker" in str(d) for d in report.differences] == [True]


def test_time_that_goes_back_is_a_fault(small: bytes) -> None:
    def change(records: list[list[Any]]) -> None:
        find(records, "nudged")[0] = 3

    assert "record 13: it is older than the record before it" in faults(forged(small, change))


def test_the_same_command_twice_is_reported(small: bytes) -> None:
    def change(records: list[list[Any]]) -> None:
        find(records, "nudged")[5][0] = find(records, "drawn", 4)[5][0]

    report = check(forged(small, change))
    assert any("Nudge" in str(difference) for difference in report.differences)


def test_a_command_may_not_be_missing_at_the_beginning(small: bytes) -> None:
    def change(records: list[list[Any]]) -> None:
        records[0][5] = None

    assert "record 1: no command caused it" in faults(forged(small, change))


def test_an_undo_to_nowhere_is_a_fault(small: bytes) -> None:
    for version in (12, 17, 2**40):

        def change(records: list[list[Any]], version: int = version) -> None:
            find(records, "T.undo")[2][1] = version

        assert any("cannot be replayed" in fault for fault in faults(forged(small, change)))


def test_an_undone_record_is_verified_like_any_other(small: bytes) -> None:
    def change(records: list[list[Any]]) -> None:
        find(records, "drawn", 4)[2][1] = 11  # a seat that is not there draws

    report = check(forged(small, change))
    assert report.faults or report.differences


@pytest.mark.parametrize("times", [200, pytest.param(3000, marks=pytest.mark.slow)])
def test_whatever_is_changed_in_a_record_verification_answers(large: bytes, small: bytes, times: int) -> None:
    """Forged with all that fits: no change makes it crash. Only what a log alone can't tell, as a time, an id or a name,
    goes unnoticed."""
    rng = random.Random(7)
    unnoticed = 0
    for n in range(times):
        before = (small, large)[n % 10 == 0]
        data = forged(before, lambda records: _disturb(rng.choice(records), rng))
        report = check(data)
        changed = unseal(data).export.entries != unseal(before).export.entries
        unnoticed += changed and report.good and not report.differences
    assert unnoticed < times // 20


STRANGE: tuple[Any, ...] = (
    0,
    -1,
    1,
    5,
    11,
    99,
    2**31,
    2**40,
    2**63,
    "",
    "x",
    "é",
    None,
    True,
    [],
    [0],
    [[]],
    {},
    1.5,
    b"\x00",
)


def _disturb(value: Any, rng: random.Random) -> None:
    """Put something strange somewhere into a nested list or map."""
    while True:
        places = list(value) if isinstance(value, dict) else list(range(len(value)))
        place = rng.choice(places)
        inner = value[place]
        if isinstance(inner, list | dict) and inner and rng.random() < 0.9:
            value = inner
            continue
        value[place] = rng.choice(STRANGE)
        return


def test_a_value_dictated_at_a_provable_table_is_found(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table_id = house.begun()
    secret = house.ledger.secret(table_id)
    assert secret
    given = house.ledger.table(table_id)
    right = Derived(chance_key(secret.seed, ()), table_id, 0).value("die", 0, 6)
    with monkeypatch.context() as patch:
        # No ledger takes such a value, but whoever runs it can change the program.
        patch.setattr(ledger_module, "chance_source", lambda *_: Dictated({"die": [(right + 1) % 6]}))
        house.do(table_id, 0, RollDie())
    assert house.ledger.table(table_id).version > given.version
    assert any("its chance is not what the seed gives" in f for f in faults(house.export(table_id), seed=secret.seed))
    house.finish(table_id, random.Random(1))
    house.do(table_id, SERVER, CloseTable(secret.seed.hex()))
    assert any("its chance is not what the seed gives" in f for f in faults(house.export(table_id)))
