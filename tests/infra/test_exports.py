"""Exports: a table as a file, and back."""

import random
import time
import tracemalloc
from collections.abc import Callable

import msgspec
import pytest

from domain.table.chain import leaf_of, salt_of
from domain.table.chance import Dictated
from domain.table.digest import digest
from domain.table.lifecycle import (
    AbandonTable,
    AddEntropy,
    BeginGame,
    CloseTable,
    OrderFollowed,
    Resign,
    SetOrder,
    Undo,
)
from domain.table.messages import ARBITER, HOST, SERVER
from domain.table.refusals import Refusal
from infra.codec import stored_bytes
from infra.exports import MAGIC, WHOLE, Entry, Export, ExportError, export_table, import_export, seal, unseal
from infra.signing import Signer, fingerprint
from infra.streams import TableSecret
from infra.verification import verify
from projections.boards import board_of
from tests.infra.house import GAMES, House
from tests.table.toy import CallVote, DrawCard, Nudge, Plan, PlayCards, RollDie, Vote

Houses = Callable[..., House]


def verified(house: House, data: bytes, **more: bytes) -> list[str]:
    """What an export proves; nothing may be wrong with it."""
    report = verify(data, house.ledger.rulebooks, seed=more.get("seed"))
    assert report.faults == []
    assert report.differences == []
    return report.proved


# --- Whole exports ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("finished", [False, True])
def test_whatever_happened_at_a_table_its_export_verifies_in_full(house: House, seed: int, finished: bool) -> None:
    table_id = house.wild(seed, 25, finished=finished)
    secret = house.ledger.secret(table_id)
    assert secret
    data = house.export(table_id)
    proved = verified(house, data, seed=secret.seed)
    table = house.ledger.table(table_id)
    assert proved[:3] == [
        f"Signed by {fingerprint(house.signer.public)}, unchanged since.",
        f"The chain over {table.version} records is unbroken.",
        "Replaying the records gives the exported state.",
    ]
    assert f"Today's rules decide {len(table.starts)} of {len(table.starts)} commands as they were decided." in proved
    assert any(line.endswith("values of chance follow from the seed that was committed to.") for line in proved)
    assert ("The final scores are the sum of what was scored." in proved) == (table.finished is not None)
    for viewer in range(len(table.seats)):
        verified(house, house.export(table_id, viewer))


@pytest.mark.parametrize("game", GAMES)
def test_every_life_of_a_table_can_be_exported(house: House, game: str) -> None:
    opened, seated, begun, abandoned, finished, closed, resigned = (house.begun(game) for _ in range(7))
    opened, seated = house.opened(game), house.seated(game)
    house.do(abandoned, HOST, AbandonTable())
    house.do(resigned, 0, Resign())
    for table_id in (finished, closed, resigned):
        house.finish(table_id, random.Random(3))
    house.close_table(closed)
    for table_id in (opened, seated, begun, abandoned, finished, closed, resigned):
        verified(house, house.export(table_id))
        for viewer in (0, 1):
            verified(house, house.export(table_id, viewer))
    proved = verified(house, house.export(closed))
    assert any("values of chance follow from the seed that was committed to" in line for line in proved)


def test_a_table_whose_seats_added_entropy_can_be_exported(house: House) -> None:
    table_id = house.seated()
    house.do(table_id, 0, AddEntropy("5a" * 32))
    house.do(table_id, 1, AddEntropy("a5" * 32))
    house.do(table_id, HOST, BeginGame())
    house.finish(table_id, random.Random(1))
    house.close_table(table_id)
    assert any("values of chance follow" in line for line in verified(house, house.export(table_id)))


def test_an_unfinished_table_is_exported_whole_only_where_it_is_asked_for_raw(house: House) -> None:
    for table_id in (house.opened(), house.seated(), house.begun()):
        with pytest.raises(ExportError, match=f"Table '{table_id}' is not finished, so its whole log is secret"):
            export_table(house.ledger, house.signer, table_id)
        assert unseal(export_table(house.ledger, house.signer, table_id, raw=True)).export.viewer == WHOLE
    table_id = house.begun()
    export_table(house.ledger, house.signer, table_id, viewer=0)
    house.do(table_id, HOST, AbandonTable())
    export_table(house.ledger, house.signer, table_id)


@pytest.mark.parametrize("viewer", [2, 11, -2, 99])
def test_a_seat_that_a_table_does_not_have_gets_no_export(house: House, viewer: int) -> None:
    table_id = house.begun()
    with pytest.raises(ExportError, match=f"Table '{table_id}' has no seat {viewer}."):
        house.export(table_id, viewer)


def test_a_table_without_its_secrets_here_is_not_exported(house: House) -> None:
    table_id = house.begun()
    recorder = house.ledger.partition(table_id).recorder
    house.client.hdel(recorder.keys.secrets, table_id)
    with pytest.raises(ExportError, match=f"The secrets of table '{table_id}' are not here"):
        house.export(table_id)


def test_a_closed_table_publishes_its_seed_and_salts_and_an_unfinished_one_nothing(house: House) -> None:
    table_id = house.begun()
    secret = house.ledger.secret(table_id)
    assert secret
    seen = unseal(house.export(table_id, 0)).export
    assert (seen.salt_key, seen.digest) == (b"", b"")
    house.finish(table_id, random.Random(1))
    house.close_table(table_id)
    whole = unseal(house.export(table_id)).export
    assert whole.salt_key == secret.salt
    assert secret.seed.hex().encode() in house.export(table_id)
    for version, entry in enumerate(whole.entries, 1):
        assert entry.leaf == leaf_of(salt_of(secret.salt, version), stored_bytes(entry.topic, entry.state))


def test_records_of_an_older_and_a_newer_rulebook_are_no_fault(house: House) -> None:
    """Fields that were added later are missing in the one, and unknown in the other."""
    table_id = house.begun()
    house.do(table_id, HOST, AbandonTable())
    export = unseal(house.export(table_id)).export
    entries = list(export.entries)
    fields = msgspec.msgpack.decode(entries[0].state)
    assert fields[2].pop() == "arno"  # a table has had no arbiter before there were any
    entries[0] = _leaf(export, 1, entries[0].topic, msgspec.msgpack.encode(fields))
    fields = msgspec.msgpack.decode(entries[-1].state)
    fields[2] += ["why", {"reason": [1, 2]}]
    entries[-1] = _leaf(export, len(entries), entries[-1].topic, msgspec.msgpack.encode(fields))
    again = verify(seal(msgspec.structs.replace(export, entries=tuple(entries)), house.signer), house.ledger.rulebooks)
    assert {fault.what for fault in again.faults} <= {
        # What we have not made anew: the chain, and the state without an arbiter.
        "the chain is broken here",
    }
    said = "2 records were written by another version of the rulebook; what only that one knows is not checked."
    assert said in again.unproved
    assert not any(
        "another version" in line for line in verify(house.export(table_id), house.ledger.rulebooks).unproved
    )


def _leaf(export: Export, version: int, topic: str, state: bytes) -> Entry:
    leaf = leaf_of(salt_of(export.salt_key, version), stored_bytes(topic, state))
    return msgspec.structs.replace(export.entries[0], leaf=leaf, topic=topic, state=state)


# --- Exports for a seat -----------------------------------------------------------------------------------------------

# Cards that are nothing else: no count, seat or small number in the file is like them.
OPTIONS = '{"cards":99,"hand":9,"rounds":9}'


def test_an_export_for_a_seat_tells_nothing_of_what_others_hold(house: House) -> None:
    table_id = house.begun(options=OPTIONS)
    hands = house.ledger.table(table_id).game.hands
    house.do(table_id, 0, Plan(hands[0][0]))
    house.do(table_id, 0, DrawCard())
    house.do(table_id, 1, Plan(hands[1][0]))
    data = house.export(table_id, 1)
    export = unseal(data).export
    stored = house.ledger.stored(table_id)
    table = house.ledger.table(table_id)
    hidden = [version for version, entry in enumerate(export.entries, 1) if not entry.topic]
    assert [type(table.records[version - 1].event).__name__ for version in hidden] == ["Planned"]
    for version, (entry, event) in enumerate(zip(export.entries, stored, strict=True), 1):
        record = table.records[version - 1]
        if version in hidden:
            assert (entry.topic, entry.state, entry.salt) == ("", b"", b"")
        elif getattr(record.event, "seat", None) == 0 and type(record.event).__name__ == "CardsDrawn":
            fields = msgspec.msgpack.decode(entry.state)
            assert fields[2] == ["drawn", 0, []]
            assert fields[3] == []  # which of the remaining cards it was would tell it too
            assert entry.salt == b""
            assert event.state not in data
        assert entry.leaf == unseal(house.export(table_id)).export.entries[version - 1].leaf


def test_what_others_hold_changes_no_byte_of_an_export_for_a_seat_but_leaves_and_what_follows_from_them(
    house: House,
) -> None:
    """The same seen things, with other cards in the other hand: only salted hashes differ."""
    shown = []
    for deck in ((3, 5, 7, 9), (4, 6, 7, 9)):
        house.clock.now = 10**9
        table_id = house.seated(chance="dictated")
        house.do(table_id, HOST, BeginGame(), dictated=Dictated({"deck": deck}), command_id="b")
        house.do(table_id, 0, Plan(deck[0]), command_id="c")
        house.do(table_id, 0, Nudge(1), command_id="d")
        export = unseal(house.export(table_id, 1)).export
        shown.append([_without_hashes(entry.topic, entry.state) for entry in export.entries[3:]])
    assert shown[0] == shown[1]
    assert len(shown[0]) > 5


def _without_hashes(topic: str, state: bytes) -> object:
    fields = msgspec.msgpack.decode(state) if state else None
    if fields and len(fields) > 5 and fields[5]:
        fields[5][3] = b""  # the chain's head
    return topic, fields


def test_verifying_an_export_for_a_seat_says_what_was_not_checked(house: House) -> None:
    table_id = house.begun(options=OPTIONS)
    hand = house.ledger.table(table_id).game.hands[0]
    house.do(table_id, 0, Plan(hand[0]))
    house.do(table_id, 0, CallVote())
    for seat in (0, 1):
        house.do(table_id, seat, Vote(True))
    report = verify(house.export(table_id, 1), house.ledger.rulebooks)
    assert report.faults == []
    assert report.unproved == [
        "The chain cannot be followed through hidden commands.",
        # In part: all cards dealt, the own ones without the chance that picked them, and the other one's vote.
        "1 records hidden from seat 1, 19 shown to it in part, and what follows from them, are not checked.",
    ]
    assert report.proved == [f"Signed by {fingerprint(house.signer.public)}, unchanged since."]


def test_an_export_for_a_seat_from_which_nothing_is_hidden_proves_the_chain(house: House) -> None:
    table_id = house.begun("carcassonne")
    report = verify(house.export(table_id, 0), house.ledger.rulebooks)
    assert report.faults == []
    assert f"The chain over {report.records} records is unbroken." in report.proved


def test_a_hidden_command_shown_in_part_does_not_look_like_a_broken_chain(house: House) -> None:
    table_id = house.begun()
    house.do(table_id, 0, CallVote())
    for seat in (0, 1):
        house.do(table_id, seat, Vote(seat == 0))
    house.do(table_id, 1, RollDie())
    for viewer in (0, 1):
        verified(house, house.export(table_id, viewer))


# --- Import -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_an_imported_table_has_the_bytes_the_chain_and_the_digest_that_it_had(
    house: House, elsewhere: House, seed: int
) -> None:
    table_id = house.wild(seed, 25, finished=seed > 2)
    data = house.export(table_id)
    assert import_export(elsewhere.ledger, unseal(data).export)
    assert elsewhere.bytes_of(table_id) == house.bytes_of(table_id)
    here, there = house.ledger.table(table_id), elsewhere.ledger.table(table_id)
    assert digest(here) == digest(there)
    again = unseal(elsewhere.export(table_id)).export
    assert again == msgspec.structs.replace(unseal(data).export, made_at=again.made_at)
    verified(elsewhere, elsewhere.export(table_id))
    viewers = [None, *range(len(here.seats))]
    assert [board_of(here, viewer) for viewer in viewers] == [board_of(there, viewer) for viewer in viewers]
    house.catch_up()
    elsewhere.catch_up()
    assert elsewhere.rows() == house.rows()


def test_importing_what_is_there_already_does_nothing(house: House, elsewhere: House) -> None:
    table_id = house.wild(3, 20)
    export = unseal(house.export(table_id)).export
    assert not import_export(house.ledger, export)
    assert import_export(elsewhere.ledger, export)
    assert not import_export(elsewhere.ledger, export)
    assert elsewhere.ledger.partition(table_id).recorder.max_notification_id() == len(export.entries)


def test_another_table_of_that_id_is_not_overwritten(house: House, elsewhere: House) -> None:
    table_id = house.begun()
    early = unseal(house.export(table_id)).export
    assert import_export(elsewhere.ledger, early)
    house.do(table_id, 0, RollDie())
    late = unseal(house.export(table_id)).export
    before = house.bytes_of(table_id), elsewhere.bytes_of(table_id)
    for target, export in ((elsewhere, late), (house, early)):
        with pytest.raises(
            ExportError, match=rf"another table '{table_id}' here, with \d+ records: nothing was imported"
        ):
            import_export(target.ledger, export)
    assert (house.bytes_of(table_id), elsewhere.bytes_of(table_id)) == before


def test_an_import_where_other_secrets_lie_around_is_told(house: House, elsewhere: House) -> None:
    """As after a table of that id, which is gone, or an import that was broken off."""
    export = unseal(house.export(house.begun())).export
    secrets = elsewhere.ledger.partition(export.table).secrets
    secrets.put(export.table, bytes(32), bytes(32))
    with pytest.raises(ExportError, match=f"Table '{export.table}' cannot be put here: .* other secrets"):
        import_export(elsewhere.ledger, export)
    assert list(elsewhere.ledger.table_ids()) == []
    assert secrets.get(export.table) == TableSecret(bytes(32), bytes(32))


def test_an_import_that_was_broken_off_can_be_done_again(house: House, elsewhere: House) -> None:
    export = unseal(house.export(house.begun())).export
    elsewhere.ledger.partition(export.table).secrets.put(export.table, b"", export.salt_key)
    assert import_export(elsewhere.ledger, export)


def test_an_imported_table_that_is_over_is_closed_without_a_seed(house: House, elsewhere: House) -> None:
    table_id = house.begun()
    house.finish(table_id, random.Random(1))
    import_export(elsewhere.ledger, unseal(house.export(table_id)).export)
    elsewhere.close_table(table_id)
    closed = elsewhere.ledger.table(table_id).closed
    assert closed
    assert closed.seed is None
    verified(elsewhere, elsewhere.export(table_id))


@pytest.mark.clause("T-17")
def test_a_disclosure_is_in_what_is_disclosed_and_nobodys_secret_is_in_it(house: House) -> None:
    table_id = house.begun()
    before = house.ledger.table(table_id)
    assert not isinstance(house.ledger.disclose_log(table_id), Refusal)
    whole = unseal(house.export(table_id)).export
    assert len(whole.entries) == before.version + 1
    assert whole.entries[-1].topic == "trumps:T.log"
    for viewer in (0, 1):
        assert unseal(house.export(table_id, viewer)).export.entries[-1].topic == "trumps:T.log"
    verified(house, house.export(table_id))
    house.finish(table_id, random.Random(1))
    assert house.ledger.disclose_log(table_id) == Refusal(
        "WRONG_LIFE_PHASE", "T-10", command="DiscloseLog", phase="finished"
    )


def test_an_export_for_a_seat_is_not_imported(house: House, elsewhere: House) -> None:
    table_id = house.begun()
    with pytest.raises(ExportError, match="An export for seat 1 leaves records out and cannot be imported"):
        import_export(elsewhere.ledger, unseal(house.export(table_id, 1)).export)
    assert list(elsewhere.ledger.table_ids()) == []


def test_an_imported_table_has_no_chance_until_it_is_renewed(house: House, elsewhere: House) -> None:
    table_id = house.begun()
    house.do(table_id, 0, RollDie())
    import_export(elsewhere.ledger, unseal(house.export(table_id)).export)
    assert elsewhere.refused(table_id, 1, RollDie()) == "NO_CHANCE"
    elsewhere.do(table_id, 1, Nudge(1))
    assert not isinstance(elsewhere.ledger.renew_chance(table_id), Refusal)
    assert elsewhere.ledger.renew_chance(table_id) == Refusal("CHANCE_NOT_LOST", "T-35")
    elsewhere.do(table_id, 1, RollDie())
    elsewhere.finish(table_id, random.Random(1))
    seed, old = elsewhere.ledger.secret(f"{table_id}/1"), house.ledger.secret(table_id)
    assert seed
    assert old
    assert elsewhere.refused(table_id, SERVER, CloseTable()) == "SEED_REQUIRED"
    elsewhere.close_table(table_id)
    closed = elsewhere.ledger.table(table_id).closed
    assert closed
    assert closed.seed == seed.seed.hex()
    report = verify(elsewhere.export(table_id), elsewhere.ledger.rulebooks)
    assert report.faults == []
    assert "The seed of epoch 0 is not known, so 5 values of chance are not checked." in report.unproved
    assert len([line for line in report.proved if "values of chance follow" in line]) == 1
    assert verify(elsewhere.export(table_id), elsewhere.ledger.rulebooks, seed=old.seed).unproved == []


@pytest.mark.parametrize("table_id", ["a/1", "a b", "", "ä", "x" * 65, "a\n", "..", "{p1}"])
def test_a_table_id_that_could_be_mistaken_for_something_else_is_no_export(house: House, table_id: str) -> None:
    export = unseal(house.export(house.begun())).export
    with pytest.raises(ExportError, match=r"at `\$\[0\]`"):
        unseal(seal(msgspec.structs.replace(export, table=table_id), house.signer))


# --- Files that are none ----------------------------------------------------------------------------------------------

HEAD = MAGIC + b"\x99\xa1a\xa1b\x01\xff\xc4\x20" + bytes(32) + b"\xc4\x00\xc4\x00\xc4\x00"
FILES = {
    "empty": b"",
    "garbage": random.Random(1).randbytes(10_000),
    "text": b"Dear madam or sir, " * 1000,
    "only the beginning": MAGIC,
    "beginning and garbage": MAGIC + random.Random(2).randbytes(10_000),
    "beginning and zeros": MAGIC + bytes(10_000_000),
    "no records": HEAD + b"\x90" + bytes(96),
    "huge array": HEAD + b"\xdd\xff\xff\xff\xff" + bytes(96),
    "many empty arrays": HEAD + b"\xdd\x00\x98\x96\x80" + b"\x90" * 10_000_000 + bytes(96),
    "huge text": MAGIC + b"\x99\xdb\xff\xff\xff\xff" + bytes(96),
    "huge bytes": MAGIC + b"\x99\xa1a\xa1b\x01\xff\xc6\xff\xff\xff\xff" + bytes(96),
    "huge map": MAGIC + b"\xdf\xff\xff\xff\xff" + bytes(96),
    "deep arrays": MAGIC + b"\x91" * 1_000_000 + bytes(96),
    "deep entries": HEAD + b"\x91" + b"\x91" * 1_000_000 + bytes(96),
    "deep maps": MAGIC + b"\x81\xa1a" * 1_000_000 + bytes(96),
    "bad text": MAGIC + b"\x99\xa1\xff" + HEAD[len(MAGIC) + 3 :] + b"\x90" + bytes(96),
    "an extension": MAGIC + b"\xc7\xff\x01" + bytes(400),
    "too many fields": MAGIC + b"\x9a" + HEAD[len(MAGIC) + 1 :] + b"\x90\xc0" + bytes(96),
    "a longer way to say it": HEAD + b"\xdc\x00\x00" + bytes(96),
}


@pytest.mark.parametrize("data", FILES.values(), ids=FILES.keys())
def test_a_file_that_is_no_export_is_told_at_once(house: House, data: bytes) -> None:
    began = time.perf_counter()
    report = verify(data, house.ledger.rulebooks)
    assert report.faults
    if data != FILES["no records"]:
        with pytest.raises(ExportError, match=r"^This file "):
            unseal(data)
    assert time.perf_counter() - began < 2


def test_the_samples_begin_like_an_export_of_today(house: House) -> None:
    """Else they would all be turned down for that, and nothing behind it would be tried."""
    no_records = unseal(FILES["no records"]).export
    assert (no_records.table, no_records.game, no_records.entries) == ("a", "b", ())
    assert house.export(house.opened())[len(MAGIC)] == HEAD[len(MAGIC)]


@pytest.mark.parametrize("name", ["many empty arrays", "many parts"])
def test_a_file_that_claims_very_much_in_few_bytes_takes_no_memory(name: str) -> None:
    many = b"\xdd\x00\x98\x96\x80" + b"\x90" * 10_000_000
    data = FILES[name] if name in FILES else MAGIC + many + bytes(96)
    tracemalloc.start()
    try:
        with pytest.raises(ExportError, match="damaged or cut off"):
            unseal(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 5 * len(data)  # an object for each would be fifty times as much


def test_the_record_where_the_damage_is_is_said(house: House) -> None:
    export = unseal(house.export(house.begun())).export
    entries = [msgspec.to_builtins(entry, builtin_types=(bytes,)) for entry in export.entries]
    entries[4] = [bytes(31), *list(entries[4])[1:]]
    fields = [getattr(export, name) for name in export.__struct_fields__[:-1]]
    body = msgspec.msgpack.encode([*fields, entries])
    with pytest.raises(ExportError, match=r"^This file is damaged or cut off at record 5: "):
        unseal(MAGIC + body + bytes(96))


def test_a_file_larger_than_any_export_is_not_looked_into(house: House) -> None:
    report = verify(MAGIC + bytes(256 * 1024 * 1024), house.ledger.rulebooks)
    assert [str(fault) for fault in report.faults] == ["This file is larger than any export: 268435476 bytes."]


def test_an_export_of_a_game_without_a_rulebook_says_so(house: House, new_house: Houses) -> None:
    table_id = house.begun("carcassonne")
    data = house.export(table_id)
    report = verify(data, new_house(rulebooks=[]).ledger.rulebooks)
    assert (report.faults, report.good) == ([], False)
    assert report.unproved == [
        "No rulebook for the game 'carcassonne' is installed (there is: none)."
        " Without it nothing but the bytes can be checked."
    ]


def test_a_fingerprint_is_compared_whatever_its_case(house: House) -> None:
    table_id = house.begun()
    data = house.export(table_id)
    trusted = fingerprint(house.signer.public)
    assert verify(data, house.ledger.rulebooks, trust=trusted.upper()).good
    other = fingerprint(Signer(bytes(32)).public)
    report = verify(data, house.ledger.rulebooks, trust=other)
    assert [str(fault) for fault in report.faults] == [f"The file was signed by {trusted}, not by {other}."]


def test_a_seed_that_was_never_committed_to_is_told(house: House) -> None:
    report = verify(house.export(house.begun()), house.ledger.rulebooks, seed=bytes(32))
    assert [str(fault) for fault in report.faults] == ["The seed that was given is not one that was committed to."]


def test_cards_of_a_played_hand_are_seen_by_all(house: House) -> None:
    table_id = house.begun()
    hand = house.ledger.table(table_id).game.hands[0]
    house.do(table_id, 0, PlayCards(tuple(hand)))
    for viewer in (0, 1):
        entries = unseal(house.export(table_id, viewer)).export.entries
        assert any(entry.topic == "trumps:played" and entry.salt for entry in entries)


# --- Standing orders --------------------------------------------------------------------------------------------------


def _ordered(house: House, text: str) -> str:
    """A table where seat 1 has ordered something, and votes so when seat 0 calls a vote."""
    house.clock.now = 10**9
    table_id = house.seated(chance="dictated")
    house.do(table_id, HOST, BeginGame(), dictated=Dictated({"deck": (3, 5, 7, 9)}), command_id="b")
    house.do(table_id, 1, SetOrder("vote", text), command_id="c")
    house.do(table_id, 0, CallVote(), command_id="d")
    return table_id


@pytest.mark.parametrize("seed", range(4))
def test_what_orders_have_answered_is_decided_again_from_its_trigger(house: House, seed: int) -> None:
    rng = random.Random(seed)
    table_id = house.begun(seats=3)
    house.do(table_id, 1, SetOrder("vote", '{"order":"Hunch"}'))
    house.do(table_id, 2, SetOrder("turn", '{"nudge":2,"roll":true}'))
    for _ in range(12):
        if house.ledger.current(table_id).prompts:
            house.play_one(table_id, rng)
        if rng.random() < 0.3:
            house.ask(table_id, ARBITER, Undo(house.ledger.current(table_id).setup_end))
    table = house.ledger.table(table_id)
    assert any(isinstance(record.event, OrderFollowed) for record in table.records)
    report = verify(house.export(table_id), house.ledger.rulebooks)
    assert (report.faults, report.differences) == ([], [])
    assert (
        f"Today's rules decide {len(table.starts)} of {len(table.starts)} commands as they were decided."
        in report.proved
    )
    assert "Replaying the records gives the exported state." in report.proved


def test_an_export_for_a_seat_tells_nothing_of_what_others_have_ordered(house: House) -> None:
    tables = [_ordered(house, text) for text in ('{"order":"Ballot","yes":true}', '{"order":"Hunch"}')]
    shown = [
        [_without_hashes(e.topic, e.state) for e in unseal(house.export(table_id, 0)).export.entries[3:]]
        for table_id in tables
    ]
    assert shown[0] == shown[1]
    data = house.export(tables[0], 0)
    assert b"Ballot" not in data
    assert b"SetOrder" not in data
    assert b"Ballot" in house.export(tables[0], 1)
    for viewer in (0, 1):
        verified(house, house.export(tables[0], viewer))
