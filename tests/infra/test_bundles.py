"""Audit bundles: what is in them, what they prove, and what they cannot."""

import random
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.flick_of_faith.rulebook import rulebook as flick_of_faith
from domain.table.chance import Chance
from domain.table.clauses import Clause, Law
from domain.table.disputes.messages import (
    ArrangeDisputes,
    CallTime,
    ContestRecord,
    GiveRuling,
    PutToVote,
    Reapplied,
    Remedy,
    RequestLapsed,
    Ruled,
    VoteOnRuling,
)
from domain.table.lifecycle import AbandonTable, BeginGame, GiveConsent, RequestUndo, TablePaused, Undone
from domain.table.messages import ARBITER, HOST
from domain.table.rulebook import Happening
from domain.table.timing import HOUR
from infra.bots import random_legal
from infra.bundles import (
    MAGIC,
    MOST_PARTS,
    MissingText,
    bundle_table,
    is_bundle,
    take_in_texts,
    unseal_bundle,
)
from infra.exports import WHOLE, ExportError, import_export, unseal
from infra.rulebooks import Rulebooks
from infra.signing import fingerprint
from infra.verification import verify
from infra.writings import Missing, Written
from tests.infra.disputed import Court, checked, sound
from tests.infra.house import House
from tests.table.toy import DieRolled, Nudge, RollDie, Toy, toy


@pytest.fixture
def court(house: House, tmp_path: Path) -> Court:
    return Court(house, tmp_path / "keys")


# --- What is in a bundle, and what it proves --------------------------------------------------------------------------


def test_a_bundle_proves_all_that_was_disputed(court: Court) -> None:
    table_id = court.rich()
    court.house.close_table(table_id)
    report = sound(court.bundle(table_id, pictures=True), trust=fingerprint(court.house.signer.public))
    for sentence in (
        "3 rulings and 1 settlement were made by those entitled to, and what followed is exactly what they say.",
        "1 vote was counted right.",
        "1 contested refusal is refused so again.",
        "3 cited clauses read in the file as when cited.",
        "6 texts are those that the log means by the hash.",
        "Replaying the records gives the exported state.",
        "The final scores are the sum of what was scored.",
    ):
        assert sentence in report.proved
    assert any("made again happened as before" in line for line in report.proved)
    assert any("values of chance follow from the seed" in line for line in report.proved)
    assert any("drawn again are the same" in line for line in report.proved)
    assert report.unproved == []


def test_a_bundle_has_what_its_records_name_and_nothing_else(court: Court) -> None:
    table_id = court.small()
    bundle = unseal_bundle(court.bundle(table_id)).value
    named = {clause.id: clause for clause in bundle.clauses}
    assert "TOY-4" in named
    assert "T-55" in named
    assert "T-57" in named
    assert "TOY-6" not in named
    assert "T-24" not in named
    assert named["TOY-4"].source == "Trumps, page 2"
    assert [(edition.name, edition.switches) for edition in bundle.editions] == [("2", ("double-sixes",))]
    assert [text.text for text in bundle.texts] == ["That die was cocked.", "It was, and it counts."]
    assert [text.person for text in bundle.texts] == ["person1", "arno"]
    table = court.house.ledger.table(table_id)
    assert table.closed
    assert bundle.seed == table.closed.seed
    assert (bundle.missing, bundle.pictures) == ((), ())
    whole = unseal(court.house.export(table_id)).export
    assert msgspec.structs.replace(bundle.export, made_at=0) == msgspec.structs.replace(whole, made_at=0)


def test_the_boards_of_a_contest_are_drawn_and_the_last_one(court: Court) -> None:
    table_id = court.small()
    bundle = unseal_bundle(court.bundle(table_id, pictures=True)).value
    table = court.house.ledger.table(table_id)
    contest = table.disputes.contests[0]
    first, last = table.command_span(contest.disputed)
    ruled = table.command_span(contest.rulings[0].version)[1]
    assert [picture.version for picture in bundle.pictures] == [first - 1, last, ruled, table.version]
    assert all(picture.svg.startswith("<svg") for picture in bundle.pictures)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_happened_at_a_table_its_bundles_verify(court: Court, seed: int) -> None:
    table_id = court.house.wild(seed, 25, finished=seed % 3 == 0)
    for viewer in (WHOLE, 0, 1):
        sound(court.bundle(table_id, viewer, pictures=True))


def test_every_life_of_a_table_can_be_bundled(court: Court) -> None:
    house = court.house
    opened, seated, begun, abandoned = house.opened(), house.seated(), house.begun(), house.begun()
    house.do(abandoned, HOST, AbandonTable())
    for table_id in (opened, seated, begun, abandoned):
        for viewer in (WHOLE, 0):
            report = sound(court.bundle(table_id, viewer, pictures=True))
            assert not any("ruling" in line for line in [*report.proved, *report.unproved])


def test_the_whole_bundle_of_an_unfinished_table_is_asked_for_raw(court: Court) -> None:
    house = court.house
    table_id = house.begun()
    with pytest.raises(ExportError, match="so its whole log is secret: ask for it raw, or for a seat"):
        bundle_table(house.ledger, court.writings, house.signer, table_id)
    bundle_table(house.ledger, court.writings, house.signer, table_id, viewer=0)
    with pytest.raises(ExportError, match="has no seat 7"):
        court.bundle(table_id, 7)


# --- What cannot be proved --------------------------------------------------------------------------------------------


def test_of_a_seats_bundle_it_is_said_what_cannot_be_told(court: Court) -> None:
    table_id = court.rich()
    for viewer in range(3):
        report = sound(court.bundle(table_id, viewer, pictures=True))
        assert "Whether rulings, settlements and votes are right cannot be told from a part of the records." in (
            report.unproved
        )
        assert any("not drawn again: some of the records are hidden." in line for line in report.unproved)
        assert not any("ruling" in line or "vote" in line for line in report.proved)
        assert "3 cited clauses read in the file as when cited." in report.proved


def test_where_a_seat_sees_everything_its_bundle_proves_the_rulings_too(court: Court) -> None:
    house = court.house
    table_id = house.begun("carcassonne")
    rng = random.Random(1)
    for _ in range(6):
        house.play_one(table_id, rng)
    version = house.ledger.current(table_id).version
    clause = next(iter(carcassonne.law)).id
    house.do(table_id, 1, ContestRecord(version, clause))
    house.do(table_id, ARBITER, GiveRuling(1, "overturned", Remedy(points=(0, 5))))
    report = sound(court.bundle(table_id, 0, pictures=True))
    assert "1 ruling was made by those entitled to, and what followed is exactly what it says." in report.proved
    assert "What followed 1 remedy by the game's own rules is not proved: decisions are not made again here." in (
        report.unproved
    )
    assert any("drawn again are the same" in line for line in report.proved)


def test_texts_that_are_forgotten_or_unreadable_are_named_with_the_reason(court: Court, tmp_path: Path) -> None:
    table_id = court.small()
    court.keyring.forget("person1")
    house = court.house
    bundle = unseal_bundle(court.bundle(table_id)).value
    argument = house.ledger.table(table_id).disputes.contests[0].argument
    assert bundle.missing == (MissingText(argument or "", "forgotten"),)
    report = sound(court.bundle(table_id))
    assert "1 text not in the file: forgotten with who wrote it." in report.unproved
    assert "1 text is the one that the log means by the hash." in report.proved
    without_keys = Court(house, tmp_path / "no keys")
    report = sound(without_keys.bundle(table_id))
    assert "2 texts not in the file: unreadable where the file was made." in report.unproved


def test_a_text_that_never_came_is_missing(court: Court) -> None:
    house = court.house
    table_id = house.begun()
    house.do(table_id, 0, ContestRecord(1, "TOY-1", "ab" * 32))
    report = sound(court.bundle(table_id))
    assert "1 text not in the file: not kept where the file was made." in report.unproved


class Reworded(Toy):
    """The toy game after somebody has mended a clause."""

    @property
    def law(self) -> Law:
        clauses = [msgspec.structs.replace(c, text="A die is cast.") if c.id == "TOY-4" else c for c in toy.law]
        return Law(clauses)


def test_a_clause_that_was_mended_since_is_told_and_is_no_fault(
    court: Court, new_house: Callable[..., House], tmp_path: Path
) -> None:
    table_id = court.small()
    reworded = Rulebooks([Reworded()])
    report = verify(court.bundle(table_id), reworded)
    assert report.faults == []
    assert "1 cited clause reads in the file as when cited." in report.proved
    assert "Today's law does not have in these words, or not at all: TOY-4." in report.unproved
    later = Court(new_house(rulebooks=[Reworded()]), tmp_path / "keys")
    report = verify(later.bundle(table_id), reworded)
    assert report.faults == []
    version = court.house.ledger.table(table_id).disputes.contests[0].opened
    assert f"Record {version} cites TOY-4 in other words than the file has." in report.unproved
    assert not any("as when cited" in line for line in report.proved)


class Redrawn(Toy):
    def scene(self, view: Any) -> Any:
        scene = super().scene(view)
        return msgspec.structs.replace(scene, title="another")


def test_pictures_that_are_drawn_otherwise_today_are_told_and_are_no_fault(court: Court) -> None:
    report = verify(court.bundle(court.small(), pictures=True), Rulebooks([Redrawn()]))
    assert report.faults == []
    assert any(line.startswith("Drawn otherwise today, so that the picture proves nothing") for line in report.unproved)
    assert not any("drawn again" in line for line in report.proved)


def test_without_the_games_rulebook_a_bundle_cannot_be_checked(court: Court) -> None:
    report = verify(court.bundle(court.small()), Rulebooks([carcassonne]))
    assert (report.faults, report.good) == ([], False)


# --- Taking in --------------------------------------------------------------------------------------------------------


def test_a_bundle_taken_in_elsewhere_brings_table_and_texts(court: Court, elsewhere: House, tmp_path: Path) -> None:
    table_id = court.small()
    bundle = unseal_bundle(court.bundle(table_id)).value
    there = Court(elsewhere, tmp_path / "there")
    assert import_export(elsewhere.ledger, bundle.export)
    assert take_in_texts(there.writings, bundle) == 0
    assert all(isinstance(text, Written) for text in there.writings.read_all(table_id).values())
    again = unseal_bundle(there.bundle(table_id)).value
    assert msgspec.structs.replace(again, export=bundle.export) == bundle


def test_texts_of_who_was_forgotten_here_are_not_taken_in(court: Court, elsewhere: House, tmp_path: Path) -> None:
    table_id = court.small()
    bundle = unseal_bundle(court.bundle(table_id)).value
    there = Court(elsewhere, tmp_path / "there")
    there.keyring.forget("person1")
    assert take_in_texts(there.writings, bundle) == 1
    argument = court.house.ledger.table(table_id).disputes.contests[0].argument
    assert there.writings.read(table_id, argument or "") == Missing("not here")


# --- What is no bundle ------------------------------------------------------------------------------------------------


def test_an_export_is_no_bundle_and_a_bundle_no_export(court: Court) -> None:
    table_id = court.small()
    bundle, export = court.bundle(table_id), court.house.export(table_id)
    assert is_bundle(bundle)
    assert not is_bundle(export)
    with pytest.raises(ExportError, match="This file is not an audit bundle: it does not begin like one"):
        unseal_bundle(export)
    with pytest.raises(ExportError, match="This file is not an export: it does not begin like one"):
        unseal(bundle)


def test_a_bundle_larger_than_any_is_not_looked_into() -> None:
    found = [str(fault) for fault in checked(MAGIC + bytes(256 * 1024 * 1024)).faults]
    assert found == ["This file is larger than any audit bundle: 268435476 bytes."]


ARRAY32 = b"\xdd\xff\xff\xff\xff"


def test_a_bundle_that_claims_very_much_in_few_bytes_takes_no_memory(court: Court) -> None:
    good = unseal_bundle(court.bundle(court.small())).value
    parts = [msgspec.msgpack.encode(getattr(good, name)) for name in good.__struct_fields__]
    many = b"\xdd\x00\x4c\x4b\x40"  # five million
    tails = {1: b"\x95\xa0\xa0\xa0\xa0\xa0", 2: b"\x92\xa0\x90", 4: b"\x93\xa0\xc4\x10" + bytes(16) + b"\xa0"}
    for place, part in tails.items():
        for claimed in (many + part * (10_000_000 // len(part)), ARRAY32):
            body = b"\x97" + b"".join(claimed if n == place else one for n, one in enumerate(parts))
            data = MAGIC + body + bytes(96)
            tracemalloc.start()
            try:
                with pytest.raises(ExportError, match="damaged or cut off"):
                    unseal_bundle(data)
                peak = tracemalloc.get_traced_memory()[1]
            finally:
                tracemalloc.stop()
            assert peak < 3 * len(data) + 5_000_000


def test_a_bundle_has_no_more_parts_than_any(court: Court) -> None:
    bundle = unseal_bundle(court.bundle(court.small())).value
    more = msgspec.structs.replace(bundle, clauses=bundle.clauses * MOST_PARTS)
    data = MAGIC + msgspec.msgpack.encode(more) + bytes(96)
    with pytest.raises(ExportError, match="damaged or cut off"):
        unseal_bundle(data)


def test_the_hash_of_a_clause_in_a_bundle_is_that_of_its_citation(court: Court) -> None:
    for clause in unseal_bundle(court.bundle(court.small())).value.clauses:
        assert clause.hash == Clause(clause.id, "", clause.text).hash


def test_a_ruling_is_checked_at_the_table_itself_too(court: Court) -> None:
    house = court.house
    table_id = house.begun()
    nudged = house.do(table_id, 0, Nudge(1)).first
    house.do(table_id, 1, ContestRecord(nudged, "TOY-5"))
    house.do(table_id, ARBITER, GiveRuling(1, "overturned", Remedy(nudged - 1)))
    report = sound(house.export(table_id), signed_here=True)
    assert "1 ruling was made by those entitled to, and what followed is exactly what it says." in report.proved


# --- Deciding again what was tried first ------------------------------------------------------------------------------


def test_moves_that_were_only_tried_are_decided_again_with_the_chance_that_they_had(court: Court) -> None:
    """Who is asked depends on what can be made again, which is tried with chance that this command's records do not hold."""
    house = court.house
    table_id = house.begun(seats=3)
    house.do(table_id, 0, RollDie())
    start = court.version(table_id)
    house.do(table_id, 1, Nudge(1))
    house.do(table_id, 1, RollDie())
    house.do(table_id, 2, RollDie())
    asked = house.do(table_id, 0, RequestUndo(start, reapply=True)).records[0].event
    assert asked.asked == (1,)
    sound(house.export(table_id))
    house.do(table_id, 1, GiveConsent())
    assert "2 moves that were made again happened as before." in sound(house.export(table_id)).proved


def test_moves_made_again_because_silence_agreed_are_asked_for(court: Court) -> None:
    house = court.house
    table_id = house.seated(seats=3)
    house.do(table_id, HOST, ArrangeDisputes(hours=1, silence="agrees"))
    house.do(table_id, HOST, BeginGame())
    start = court.version(table_id)
    for seat, command in ((0, Nudge(1)), (0, RollDie()), (1, Nudge(2))):
        house.do(table_id, seat, command)
    house.do(table_id, 0, RequestUndo(start, reapply=True))
    house.clock.now += 2 * HOUR
    done = [type(record.event) for record in house.do(table_id, HOST, CallTime()).records]
    assert done[:3] == [RequestLapsed, Undone, Reapplied]
    assert "2 moves that were made again happened as before." in sound(house.export(table_id)).proved


def test_a_pause_behind_a_remedy_that_opens_a_game_again_follows_from_other_contests(court: Court) -> None:
    house = court.house
    table_id = house.seated(options='{"rounds":1}')
    house.do(table_id, HOST, ArrangeDisputes(pauses=True))
    house.do(table_id, HOST, BeginGame())
    rolled = house.do(table_id, 0, RollDie())
    house.do(table_id, 1, RollDie())
    for seat, clause in ((0, "TOY-1"), (1, "TOY-4")):
        house.do(table_id, seat, ContestRecord(rolled.first, clause))
    done = house.do(table_id, ARBITER, GiveRuling(1, "overturned", Remedy(rewind=rolled.first - 1)))
    assert isinstance(done.records[-1].event, TablePaused)
    sound(house.export(table_id))


class Rolling(Toy):
    """The toy game where something that chance decides follows from every remedy."""

    def after_remedy(self, state: Any, chance: Chance) -> Iterator[Happening]:
        yield DieRolled(0, 1 + chance.below("die", 6))


@pytest.mark.parametrize("choice", ["yes", "no"])
def test_a_remedy_that_was_only_tried_is_no_decision_made_otherwise_today(
    new_house: Callable[..., House], choice: Any
) -> None:
    house = new_house(rulebooks=[Rolling()])
    table_id = house.begun(arbiter=None)
    house.do(table_id, 0, ContestRecord(1, "TOY-1"))
    for seat, command in ((0, PutToVote(1, "overturned", Remedy(points=(1, 0)))), (0, VoteOnRuling(1, choice))):
        house.do(table_id, seat, command)
    house.do(table_id, 1, VoteOnRuling(1, choice))
    report = verify(house.export(table_id), house.ledger.rulebooks)
    assert (report.faults, report.differences) == ([], [])
    commands = len(house.ledger.table(table_id).starts)
    assert f"Today's rules decide {commands} of {commands} commands as they were decided." in report.proved


def test_values_of_chance_are_counted_right_through_undos_in_the_middle_of_a_command(court: Court) -> None:
    house = court.house
    table_id = court.rich()
    secret = house.ledger.secret(table_id)
    assert secret
    table = house.ledger.table(table_id)
    [ruling] = [r for r in table.records if isinstance(r.event, Ruled) and r.event.remedy.events and not r.event.final]
    assert any(isinstance(record.event, Undone) for record in table.records[table.records.index(ruling) :])
    report = sound(house.export(table_id), seed=secret.seed)
    assert any("values of chance follow from the seed" in line for line in report.proved)


def test_points_and_moves_made_again_are_no_event_of_the_game_for_an_audit(new_house: Callable[..., House]) -> None:
    house = new_house(rulebooks=(flick_of_faith, toy))
    rng = random.Random(4)
    options = '{"generations":1,"laws":false,"deity_powers":false,"first_player":"random"}'
    table_id = house.begun("flick-of-faith", 2, options=options)

    def move() -> int:
        table = house.ledger.current(table_id)
        seat = rng.choice([prompt.seat for prompt in table.prompts if not prompt.optional])
        return house.do(table_id, seat, random_legal(table, seat, rng)).first

    for _ in range(4):
        contested = move()
    house.do(table_id, 1, ContestRecord(contested, next(iter(flick_of_faith.law)).id))
    house.do(table_id, ARBITER, GiveRuling(1, "overturned", Remedy(points=(2, 1))))
    undone = move()
    house.do(table_id, 0, RequestUndo(undone - 1, reapply=True))
    for _ in range(2):
        move()
    report = verify(house.export(table_id), Rulebooks((flick_of_faith,)))
    assert (report.faults, report.differences) == ([], [])
    assert any("computed again" in line for line in report.proved)
    assert any(line.startswith("1 ruling was made") for line in report.proved)
