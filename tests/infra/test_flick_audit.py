"""The audit of flicks: what is recorded is computed again, and what was forged is found, though all else fits."""

import random
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from domain.flick_of_faith.commands import Flick
from domain.flick_of_faith.events import FirstFlickSealed, FirstFlicksRevealed, FlickResolved, HeartDropped, TableLaid
from domain.flick_of_faith.map import Map, house_map
from domain.flick_of_faith.rulebook import FlickOfFaith, rulebook
from domain.flick_of_faith.state import Game
from domain.table.auditing import Audited, compared
from domain.table.chain import genesis_of, leaf_of, link, salt_of
from domain.table.digest import digest
from domain.table.lifecycle import TableOpened, Undo, Undone
from domain.table.messages import ARBITER, Event
from domain.table.records import Cause, Record
from domain.table.table import fold
from infra.bots import random_legal
from infra.codec import Codec, stored_bytes
from infra.exports import Entry, Export, seal, unseal
from infra.rulebooks import Rulebooks
from infra.signing import Signer
from infra.verification import Report, verify
from tests.infra.house import House
from tests.table.toy import toy

Houses = Callable[..., House]
Forgery = Callable[[Any], Event]
FORGER = Signer(bytes(range(32)))
CODEC = Codec(rulebook)
FLICKS = "flicks, computed again, came to rest where they are recorded, to the last bit."
FIRST = "flicks for the first turn, computed again, came to rest where they are recorded."


@pytest.fixture
def mats(new_house: Houses) -> House:
    """A house where Flick of Faith is played."""
    return new_house(rulebooks=(rulebook, toy))


def played(house: House, seed: int, options: str = '{"generations":1}', seats: int = 3, moves: int = 10_000) -> str:
    """The id of a table at which somebody has played at random."""
    rng = random.Random(seed)
    table_id = house.begun("flick-of-faith", seats, options=options)
    while house.ledger.current(table_id).prompts and moves:
        play_one(house, table_id, rng)
        moves -= 1
    return table_id


def play_one(house: House, table_id: str, rng: random.Random) -> None:
    table = house.ledger.current(table_id)
    seat = rng.choice([prompt.seat for prompt in table.prompts if not prompt.optional])
    house.do(table_id, seat, random_legal(table, seat, rng))


def checked(data: bytes, book: Any = rulebook) -> Report:
    return verify(data, Rulebooks((book,)))


def records_of(export: Export) -> list[Record[Any]]:
    return [CODEC.decode(export.table, n, entry.topic, entry.state) for n, entry in enumerate(export.entries, 1)]


def forged(data: bytes, version: int, forgery: Forgery) -> bytes:
    """The file with one event made another, as who has the salts would make it: leaves, chain and digest fit."""
    export = unseal(data).export
    records = records_of(export)
    records[version - 1] = msgspec.structs.replace(records[version - 1], event=forgery(records[version - 1].event))
    head, leaves, entries = genesis_of(export.table), list[bytes](), list[Entry]()
    for n, record in enumerate(records, 1):
        if record.cause is not None:
            head, leaves = link(head, leaves) if n > 1 else head, []
            cause: Cause = msgspec.structs.replace(record.cause, head=head)
            records[n - 1] = record = msgspec.structs.replace(record, cause=cause)
        topic, state = CODEC.encode(record)
        leaves.append(leaf_of(salt_of(export.salt_key, n), stored_bytes(topic, state)))
        entries.append(Entry(leaves[-1], topic, state))
    state_digest = digest(fold(export.table, rulebook, records))
    head = link(head, leaves)
    return seal(msgspec.structs.replace(export, head=head, digest=state_digest, entries=tuple(entries)), FORGER)


def versions_of(data: bytes, kind: type[Event]) -> list[int]:
    return [n for n, record in enumerate(records_of(unseal(data).export), 1) if isinstance(record.event, kind)]


@pytest.fixture
def whole(mats: House) -> bytes:
    return mats.export(played(mats, 4))


# --- What is proved ---------------------------------------------------------------------------------------------------


def test_every_flick_is_computed_again(whole: bytes) -> None:
    report = checked(whole)
    assert report.faults == []
    assert f"{len(versions_of(whole, FlickResolved))} {FLICKS}" in report.proved
    assert f"3 {FIRST}" in report.proved


def test_what_was_undone_is_not_audited(mats: House) -> None:
    options = '{"generations":1,"laws":false,"deity_powers":false,"first_player":"random"}'
    table_id = played(mats, 5, options, moves=3)
    before = mats.ledger.current(table_id).version
    counting = proved_flicks(mats.export(table_id))
    while proved_flicks(mats.export(table_id)) == counting:
        flick_or_play_one(mats, table_id, random.Random(1))
    mats.do(table_id, ARBITER, Undo(before))
    undone = mats.export(table_id)
    assert versions_of(undone, Undone)
    assert proved_flicks(undone) == counting < len(versions_of(undone, FlickResolved))


def proved_flicks(data: bytes) -> int:
    """How many flicks of turns the verification of a file has computed again."""
    found = (re.match(r"(\d+) flicks?, computed again", line) for line in checked(data).proved)
    return sum(int(match[1]) for match in found if match)


def flick_or_play_one(house: House, table_id: str, rng: random.Random) -> None:
    """Flick where that is what is awaited, whatever chance has made of the table so far."""
    game = house.ledger.current(table_id).game
    offers = [(seat, offer) for seat in range(3) for offer in rulebook.legal(game, seat) if offer.command is Flick]
    if offers and offers[0][1].rows:
        seat, offer = offers[0]
        house.do(table_id, seat, offer.sample(rng))
    else:
        play_one(house, table_id, rng)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seats_export_proves_them_too_but_for_sealed_scatter(mats: House, seat: int) -> None:
    table_id = played(mats, 6)
    report = checked(mats.export(table_id, seat))
    flicks = len(versions_of(mats.export(table_id), FlickResolved))
    assert report.faults == []
    assert f"{flicks} {FLICKS}" in report.proved
    assert "1 flick for the first turn, computed again, came to rest where it is recorded." in report.proved
    sealed = "2 flicks for the first turn are not computed again: their scatter is sealed from this seat."
    assert sealed in report.unproved


@pytest.mark.parametrize("options", ['{"mode":"table","generations":1}', '{"generations":1,"scatter":"none"}'])
def test_tables_without_flicks_or_without_scatter_are_audited_as_well(mats: House, options: str) -> None:
    report = checked(mats.export(played(mats, 7, options)))
    assert report.faults == []
    assert any(FLICKS in line for line in report.proved) == ("table" not in options)


def test_a_game_that_computes_nothing_says_nothing_of_it(mats: House) -> None:
    report = verify(mats.export(mats.begun()), Rulebooks((toy,)))
    assert not any("computed" in line for line in (*report.proved, *report.unproved))


# --- What was forged --------------------------------------------------------------------------------------------------


def _elsewhere(event: FlickResolved) -> FlickResolved:
    moved = (msgspec.structs.replace(event.moved[0], x=event.moved[0].x + 1), *event.moved[1:])
    return msgspec.structs.replace(event, moved=moved)


def _launched(**fields: Any) -> Forgery:
    def forgery(event: FlickResolved) -> FlickResolved:
        launches = (msgspec.structs.replace(event.launches[0], **fields), *event.launches[1:])
        return msgspec.structs.replace(event, launches=launches)

    return forgery


def _with(**fields: Any) -> Forgery:
    return lambda event: msgspec.structs.replace(event, **fields)


FORGERIES: list[tuple[Forgery, str]] = [
    (_elsewhere, "moved[0].x"),
    (_with(digest="0" * 64), "digest"),
    (_with(events=99), "events"),
    (_with(off=("0-p05",)), "off"),
    (_with(map="0" * 64), "map"),
    (_with(physics="edd-2"), "physics"),
    (lambda event: msgspec.structs.replace(event, seat=(event.seat + 1) % 3), "seat"),
    (_with(constants="0" * 64), "constants"),
    (_launched(dx=1), "launches[0].dx"),
    (_launched(speed=700_001), "launches[0].speed"),
    (_launched(angle_draws=(0, 0, 99)), "launches[0].angle_draws"),
    (_launched(speed_draws=()), "launches[0].speed_draws"),
]


@pytest.mark.parametrize(("forgery", "field"), FORGERIES, ids=[field for _, field in FORGERIES])
def test_a_forged_flick_is_named_with_the_first_field_that_differs(whole: bytes, forgery: Forgery, field: str) -> None:
    version = versions_of(whole, FlickResolved)[2]
    faults = [fault for fault in checked(forged(whole, version, forgery)).faults if fault.version == version]
    assert len(faults) == 1
    assert str(faults[0]).startswith(f"record {version}: computed again it differs in {field}")


def test_the_game_goes_on_from_a_flick_whose_audit_fails(whole: bytes) -> None:
    """It is history: only the one flick is a fault, and those after it are computed from where it is recorded to have led."""
    version = versions_of(whole, FlickResolved)[-1]
    report = checked(forged(whole, version, _elsewhere))
    assert [fault.version for fault in report.faults] == [version]
    flicks = len(versions_of(whole, FlickResolved))
    assert f"{flicks - 1} {FLICKS}" in report.proved
    assert "Replaying the records gives the exported state." in report.proved


def test_a_forged_first_flick_is_found(whole: bytes) -> None:
    version = versions_of(whole, FirstFlicksRevealed)[0]
    event = records_of(unseal(whole).export)[version - 1].event
    (x, y), *others = event.rest
    report = checked(forged(whole, version, _with(rest=((x, y - 1), *others))))
    assert [str(fault) for fault in report.faults] == [
        f"record {version}: computed again it differs in rest[1] of seat 0: {y - 1} is recorded, and it is {y}"
    ]
    sealed = versions_of(whole, FirstFlickSealed)[0]
    report = checked(forged(whole, sealed, _with(scatter=(500, 0, 0, 0, 0, 0))))
    assert "scatter of seat" in str(report.faults[0])


def test_what_cannot_be_computed_at_all_is_a_fault(whole: bytes) -> None:
    version = versions_of(whole, FlickResolved)[1]
    event = records_of(unseal(whole).export)[version - 1].event
    shot = msgspec.structs.replace(event.launches[0].shot, x=-5)
    report = checked(forged(whole, version, _launched(shot=shot)))
    assert str(report.faults[0]).startswith(f"record {version}: what it says cannot be computed again: ")


def test_flicks_by_other_physics_than_the_table_was_laid_with_are_a_fault(whole: bytes) -> None:
    report = checked(forged(whole, versions_of(whole, TableLaid)[0], _with(physics="0" * 64)))
    assert {"constants" in str(fault) for fault in report.faults} == {True}
    assert len(report.faults) == len(versions_of(whole, FlickResolved))


HEARTS: list[tuple[Forgery, str]] = [
    (lambda event: msgspec.structs.replace(event, discs=() if event.discs else ("0-p01",)), "discs"),
    (lambda event: msgspec.structs.replace(event, seat=(event.seat + 1) % 3), "seat"),
    (_with(draws=(99_000, *[0] * 5)), "draws"),
    (_with(x=5_000_000), "x, y"),
    (_with(x=None), "x"),
]


@pytest.mark.parametrize(("forgery", "field"), HEARTS, ids=[field for _, field in HEARTS])
def test_a_forged_heart_is_found(mats: House, forgery: Forgery, field: str) -> None:
    data = mats.export(played(mats, 4, '{"generations":1,"deity_choice":"random"}', 4))
    seed = 5
    while not versions_of(data, HeartDropped):
        data = mats.export(played(mats, seed, '{"generations":1,"deity_choice":"random"}', 4))
        seed += 1
    assert any(line.startswith("1 Heart touches, looked at again") for line in checked(data).proved)
    (version,) = versions_of(data, HeartDropped)
    faults = [str(fault) for fault in checked(forged(data, version, forgery)).faults if fault.version == version]
    assert faults[0].startswith(f"record {version}: computed again it differs in {field}: ")


# --- What is not known here -------------------------------------------------------------------------------------------


def test_flicks_of_other_physics_are_not_proved_and_no_fault(whole: bytes) -> None:
    """As a table of a later version has them: laid with other figures, and flicked by them."""
    other = forged(whole, versions_of(whole, TableLaid)[0], _with(physics="0" * 64))
    for version in versions_of(whole, FlickResolved):
        other = forged(other, version, _with(physics="edd-2", constants="0" * 64))
    report = checked(other)
    assert report.faults == []
    assert any("by another version of the physics" in line for line in report.unproved)


class _Remeasured(FlickOfFaith):
    """The game with another house map, as a later version might have it."""

    def start(self, options: Any, seats: int, edition: Any) -> Game:
        game = super().start(options, seats, edition)
        game.map = another_map()
        return game


def another_map() -> Map:
    chart = house_map()
    return msgspec.structs.replace(chart, mat=msgspec.structs.replace(chart.mat, width=chart.mat.width + 1000))


def test_flicks_on_another_house_map_are_not_proved(whole: bytes) -> None:
    report = checked(whole, _Remeasured())
    assert not any(FLICKS in line for line in report.proved)
    assert any("on another version of the house map" in line for line in report.unproved)


def test_an_own_map_that_is_not_the_one_that_was_laid_is_a_fault(mats: House) -> None:
    options = msgspec.json.encode({"generations": 1, "map": another_map()}).decode()
    data = mats.export(played(mats, 8, options))
    assert any(FLICKS in line for line in checked(data).proved)
    (opened,) = versions_of(data, TableOpened)
    changed = forged(
        data, opened, _with(options='{"generations":1,"map":' + msgspec.json.encode(house_map()).decode() + "}")
    )
    version = versions_of(data, FlickResolved)[0]
    found = [str(fault) for fault in checked(changed).faults if fault.version == version]
    assert found[0].startswith(f"record {version}: computed again it differs in map: ")


def test_findings_name_the_first_element_that_differs() -> None:
    one = Audited("a", "b", (1, (2, 3)), None)
    assert compared("p", one, one) == Audited("p")
    assert compared("p", one, msgspec.structs.replace(one, recorded=(1, (2, 4)))) == Audited(
        "p", "recorded[1][1]", 3, 4
    )
    assert compared("p", one, msgspec.structs.replace(one, recorded=(1,))) == Audited(
        "p", "recorded", (1, (2, 3)), (1,)
    )
