"""Tables of Root kept, projected, exported, verified and taken in: a game that hides hands, chosen hits and draws."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.root.cards import CARDS
from domain.root.events import CardsDrawn, CardTaken, HandShown, HitsChosen
from domain.root.piles import open_cards
from domain.root.rulebook import rulebook as root
from domain.table.digest import digest
from domain.table.lifecycle import GameFinished, Phase, ResumeTable, Undo, Undone
from domain.table.messages import ARBITER, HOST
from domain.table.table import Table, fold
from infra.exports import WHOLE, Entry, Export, ExportError, export_table, import_export, seal, unseal
from infra.ledger import Ledger
from infra.settings import Settings
from infra.verification import verify
from infra.wiring import Souls
from projections.lost_souls import read_lost_souls, sheet_of
from projections.scores import score_sheet
from tests.infra.house import House
from tests.table.toy import toy

pytestmark = pytest.mark.slow

Houses = Callable[..., House]
THREE = (root, carcassonne, toy)


@pytest.fixture
def rooted(new_house: Houses) -> House:
    """A house where Root is played, among other games."""
    return new_house(rulebooks=THREE)


def game(house: House, seed: int, moves: int, *, finished: bool = False, options: str = "{}", seats: int = 3) -> str:
    """A table of Root with undo, redo, requests, pauses and resigning, at random."""
    rng = random.Random(seed)
    table_id = house.begun("root", seats, options=options)
    for _ in range(moves):
        house._wild_step(table_id, rng)
    if finished:
        if house.ledger.current(table_id).phase is Phase.PAUSED:
            house.do(table_id, HOST, ResumeTable())
        house.finish(table_id, rng)
    return table_id


def verified(house: House, data: bytes, **more: Any) -> list[str]:
    """What an export proves; nothing may be wrong with it, and nothing decided otherwise today."""
    report = verify(data, house.ledger.rulebooks, **more)
    assert (report.faults, report.differences) == ([], [])
    return report.proved


# --- Views ------------------------------------------------------------------------------------------------------------


def test_views_followed_live_are_those_made_anew_and_only_tables_of_root_have_piles(rooted: House) -> None:
    tables = [game(rooted, seed, 0) for seed in range(3)]
    other = rooted.begun("carcassonne")
    rng = random.Random(1)
    for _ in range(150):
        table_id = rng.choice([*tables, other])
        rooted._wild_step(table_id, rng)
        if rng.random() < 0.3:
            rooted.catch_up()
    rooted.catch_up()
    live = rooted.rows()
    assert set(live["lost_souls"]) == set(tables)
    assert set(live["scores"]) == {*tables, other}
    for table_id in tables:
        table = rooted.ledger.table(table_id)
        assert read_lost_souls(live["lost_souls"][table_id]) == sheet_of(table)
    rooted.rebuild()
    assert rooted.rows() == live


def test_a_rebuild_gives_piles_to_tables_from_before_there_were_any(rooted: House) -> None:
    table_id = game(rooted, 2, 40)
    rooted.catch_up()
    live = rooted.rows()
    for projector in rooted.projectors:
        rooted.client.delete(projector.views.keys.view("lost_souls"))
    assert rooted.rows()["lost_souls"] == {}
    rooted.rebuild()
    assert rooted.rows() == live
    assert set(live["lost_souls"]) == {table_id}


def test_an_installation_gives_the_piles_of_a_table_of_root_and_of_no_other(tmp_path: Path) -> None:
    with Souls(Settings(tmp_path)) as souls:
        opened = [souls.ledger.open_table(name, 3, host="hanna") for name in ("root", "carcassonne")]
        souls.catch_up()
        tables = [table.id for table in opened if isinstance(table, Table)]
        views = [projector.views.read_all("lost_souls") for projector in souls.projectors]
        rows = {table_id: row for view in views for table_id, row in view.items()}
        assert list(rows) == tables[:1]
        assert read_lost_souls(rows[tables[0]]) == sheet_of(souls.ledger.table(tables[0]))


# --- Whole exports ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("finished", [False, True])
def test_a_whole_export_proves_chain_state_scores_decisions_and_chance(
    rooted: House, seed: int, finished: bool
) -> None:
    table_id = game(rooted, seed, 60, finished=finished)
    table, secret = rooted.ledger.table(table_id), rooted.ledger.secret(table_id)
    assert secret
    proved = verified(rooted, rooted.export(table_id), seed=secret.seed)
    commands = len(table.starts)
    assert f"The chain over {table.version} records is unbroken." in proved
    assert "Replaying the records gives the exported state." in proved
    assert f"Today's rules decide {commands} of {commands} commands as they were decided." in proved
    assert any(line.endswith("values of chance follow from the seed that was committed to.") for line in proved)
    assert ("The final scores are the sum of what was scored." in proved) == finished


def test_where_a_seat_played_for_dominance_the_final_scores_still_are_the_sum(rooted: House) -> None:
    """Taking the score marker off is scored too, and what is forfeited is not."""
    for seed in range(50):
        table_id = game(rooted, seed, 0, finished=True)
        table = rooted.ledger.table(table_id)
        if score_sheet(table).forfeited:
            break
    assert "The final scores are the sum of what was scored." in verified(rooted, rooted.export(table_id))
    signed = unseal(rooted.export(table_id)).export
    for export in (signed, unseal(rooted.export(table_id, 1)).export):
        report = verify(with_more_points(export, rooted), rooted.ledger.rulebooks)
        assert any("what was scored adds up to" in str(fault) for fault in report.faults)


def test_a_seats_export_whose_history_leads_nowhere_is_at_fault(rooted: House) -> None:
    """Signed, without the salts that would tell at once, and with an undo to where nothing has been yet."""
    table_id = game(rooted, 1, 0)
    rooted.play_one(table_id, random.Random(1))
    rooted.do(table_id, ARBITER, Undo(rooted.ledger.table(table_id).setup_end))
    codec = rooted.ledger.partition(table_id).application.mapper.codec("root")
    export = unseal(rooted.export(table_id, 1)).export
    *before, last = export.entries
    record = codec.decode(table_id, len(export.entries), last.topic, last.state)
    far = msgspec.structs.replace(record, event=Undone(5_000))
    entries = (*before, Entry(last.leaf, *codec.encode(far)))
    report = verify(seal(msgspec.structs.replace(export, entries=entries), rooted.signer), rooted.ledger.rulebooks)
    assert [str(fault) for fault in report.faults] == ["The history cannot be followed: list index out of range."]


def with_more_points(export: Export, house: House) -> bytes:
    """The export with a point more for everybody at the end, signed anew by its own house."""
    codec = house.ledger.partition(export.table).application.mapper.codec("root")
    entries = list(export.entries)
    for n, entry in enumerate(entries):
        record = codec.decode(export.table, n + 1, entry.topic, entry.state)
        if isinstance(record.event, GameFinished):
            more = tuple(score + 1 for score in record.event.scores)
            event = msgspec.structs.replace(record.event, scores=more)
            entries[n] = Entry(entry.leaf, *codec.encode(msgspec.structs.replace(record, event=event)))
    return seal(msgspec.structs.replace(export, entries=tuple(entries)), house.signer)


def test_an_export_taken_in_elsewhere_is_the_same_table_with_the_same_views(rooted: House, new_house: Houses) -> None:
    table_id = game(rooted, 7, 60, finished=True)
    rooted.close_table(table_id)
    rooted.catch_up()
    data = rooted.export(table_id)
    there = new_house(at=f"{rooted.namespace}-there", rulebooks=THREE)
    assert import_export(there.ledger, unseal(data).export)
    assert there.bytes_of(table_id) == rooted.bytes_of(table_id)
    assert digest(there.ledger.table(table_id)) == digest(rooted.ledger.table(table_id))
    there.catch_up()
    assert there.rows() == rooted.rows()
    assert unseal(there.export(table_id)).export.entries == unseal(data).export.entries
    verified(there, there.export(table_id))


# --- A seat's export --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("finished", [False, True])
def test_an_export_for_a_seat_verifies_and_holds_nobody_elses_cards(rooted: House, seed: int, finished: bool) -> None:
    table_id = game(rooted, seed, 80, finished=finished)
    table = rooted.ledger.table(table_id)
    codec = rooted.ledger.partition(table_id).application.mapper.codec("root")
    for viewer in range(3):
        data = rooted.export(table_id, viewer)
        report = verify(data, rooted.ledger.rulebooks)
        assert report.good
        assert any("shown to it in part" in line for line in report.unproved)
        assert ("The final scores are the sum of what was scored." in report.proved) == finished
        for n, entry in enumerate(unseal(data).export.entries):
            event = codec.decode(table_id, n + 1, entry.topic, entry.state).event
            if isinstance(event, CardsDrawn):
                assert bool(event.cards) == (event.seat == viewer)
                assert not entry.salt, "the drawn values of chance, of one's own cards too, tell what the others hold"
            if isinstance(event, HitsChosen) and event.seat != viewer:
                assert event.pieces == ()
            if isinstance(event, HandShown | CardTaken) and viewer not in (event.seat, event.target):
                assert not (event.cards if isinstance(event, HandShown) else event.card)
        unseen = set(CARDS) - ever_seen(rooted.ledger, table_id, viewer)
        assert unseen or finished
        assert not [card for card in unseen if card.encode() in data]
        assert table.version == len(unseal(data).export.entries)


def ever_seen(ledger: Ledger, table_id: str, viewer: int | None) -> set[str]:
    """The cards that a seat has had in hand or seen, in whatever was played, undone or not; of a spectator those that everybody
    has seen."""
    table = ledger.table(table_id)
    seen: set[str] = set()
    now = fold(table_id, root, table.records[:1])
    for record in table.records[1:]:
        now.apply(record)
        if now.game is not None:
            seen |= open_cards(now.game) | (set() if viewer is None else set(now.game.hands[viewer]))
        event = record.event
        if isinstance(event, HandShown) and event.seat == viewer:
            seen |= set(event.cards)
    return seen


def test_a_seats_export_is_not_taken_in_and_a_whole_one_of_an_unfinished_game_is_asked_for_raw(rooted: House) -> None:
    table_id = game(rooted, 3, 20)
    with pytest.raises(ExportError, match="leaves records out"):
        import_export(rooted.ledger, unseal(rooted.export(table_id, 1)).export)
    with pytest.raises(ExportError, match="ask for it raw"):
        export_table(rooted.ledger, rooted.signer, table_id, viewer=WHOLE)


def test_without_the_cult_tables_are_kept_and_verified_as_well(rooted: House) -> None:
    table_id = game(rooted, 4, 40, finished=True, options='{"factions": ["eyrie", "marquise"]}', seats=2)
    verified(rooted, rooted.export(table_id))
    rooted.catch_up()
    sheet = read_lost_souls(rooted.rows()["lost_souls"][table_id])
    assert (sheet.cult, sheet.cards) == (None, ())
