"""Forks in a store: the origin's bytes stay what they are, whatever happens to a sandbox, and what of it gets out."""

import random
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.flick_of_faith.rulebook import rulebook as flick
from domain.root.rulebook import rulebook as root
from domain.table.chain import genesis_of, leaf_of, link, salt_of
from domain.table.digest import digest, form
from domain.table.lifecycle import AbandonTable, Redealt, TableForked, TakeSeat, Undo
from domain.table.messages import ARBITER, HOST, ORIGIN, WHOLE
from domain.table.records import Record
from domain.table.refusals import Refusal
from domain.table.table import Table, fold
from infra.bots import random_legal
from infra.codec import Codec, stored_bytes
from infra.exports import Entry, Export, ExportError, export_table, import_export, seal, unseal
from infra.forks import origin_here, usual_viewer
from infra.readjudication import chosen, readjudicate
from infra.signing import Signer
from infra.streams import OutcomeUnknownError
from infra.verification import Report, verify
from projections.forks import tree_of
from projections.turns import Forked, read_turn
from tests.infra.cutting import AFTER, BEFORE, CuttingLine
from tests.infra.house import House
from tests.streams.conftest import Server
from tests.table.play import ENCODE
from tests.table.toy import toy

Houses = Callable[..., House]
GAMES = (carcassonne, root, flick, toy)
FORGER = Signer(bytes(range(32)))
APPEND = b"trumps:"  # of all requests only an append names topics


@pytest.fixture
def games(new_house: Houses) -> House:
    """A house where all games are played."""
    return new_house(rulebooks=GAMES)


def played(house: House, game: str = "trumps", moves: int = 12, seed: int = 1, **more: Any) -> str:
    """The id of a table in the midst of its game, in which something was undone."""
    rng = random.Random(seed)
    table_id = house.begun(game, more.pop("seats", 3), **more)
    for _ in range(moves):
        play_one(house, table_id, rng)
    end = house.ledger.current(table_id).command_span(house.ledger.current(table_id).history.tip)[0] - 1
    house.do(table_id, ARBITER, Undo(end))
    return table_id


def play_one(house: House, table_id: str, rng: random.Random) -> None:
    table = house.ledger.current(table_id)
    seat = rng.choice([prompt.seat for prompt in table.prompts if not prompt.optional])
    by = HOST if table.seats[seat].vacant else seat
    house.do(table_id, by, random_legal(table, seat, rng), seat=seat)


def fork(house: House, table_id: str, viewer: int | None = 0, version: int | None = None) -> str:
    made = house.ledger.fork(table_id, version, host="fred", viewer=viewer)
    assert isinstance(made, Table), made
    return made.id


def belonging(house: House, table_id: str) -> dict[str, object]:
    """Everything in the store that is a table's: its keys, and its fields in the hashes that all tables share."""
    found: dict[str, object] = {}
    for key in sorted(house.client.scan_iter(f"*{house.namespace}*")):
        if table_id.encode() in key:
            found[key.decode()] = house.client.dump(key)
        elif house.client.type(key) == b"hash":
            own = {k: v for k, v in house.client.hgetall(key).items() if table_id.encode() in k}
            found |= {f"{key.decode()} {name.decode()}": value for name, value in own.items()}
    return found


def checked(house: House, data: bytes, **more: Any) -> Report:
    report = verify(data, house.ledger.rulebooks, **more)
    assert (report.faults, report.differences) == ([], [])
    return report


# --- The origin -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [None, 0])
def test_neither_forking_nor_playing_in_a_fork_changes_a_byte_of_the_origin(house: House, viewer: int | None) -> None:
    origin = played(house)
    house.catch_up()
    before = belonging(house, origin)
    assert len(before) > 5
    sandbox, rng = fork(house, origin, viewer), random.Random(2)
    for _ in range(6):
        play_one(house, sandbox, rng)
    house.do(sandbox, HOST, Undo(house.ledger.table(sandbox).setup_end))
    again = fork(house, sandbox, WHOLE)
    house.finish(again, rng)
    house.close_table(again)
    house.catch_up()
    assert belonging(house, origin) == before
    house.rebuild()
    assert belonging(house, origin) == before


def test_a_fork_has_an_id_a_seed_and_a_salt_of_its_own(house: House) -> None:
    origin = played(house)
    one, two = fork(house, origin), fork(house, origin)
    secrets = [house.ledger.secret(table_id) for table_id in (origin, one, two)]
    assert all(secrets)
    assert len({secret.seed for secret in secrets if secret}) == len({secret.salt for secret in secrets if secret}) == 3
    deals = {house.ledger.table(table_id).records[-1].event.seed for table_id in (one, two)}
    assert len(deals) == 2


@pytest.mark.parametrize("bad", [0, 1, 10**6, -1])
def test_a_refused_fork_leaves_nothing_in_the_store(house: House, bad: int) -> None:
    origin = played(house)
    before = sorted(house.client.scan_iter(f"*{house.namespace}*"))
    secrets = len(house.client.hgetall(house.ledger.partition(origin).recorder.keys.secrets))
    for asked in ({"viewer": 0, "version": bad}, {"viewer": WHOLE}, {"viewer": 9}):
        outcome = house.ledger.fork(origin, asked.get("version"), host="fred", viewer=asked["viewer"])
        assert isinstance(outcome, Refusal)
    assert sorted(house.client.scan_iter(f"*{house.namespace}*")) == before
    assert len(house.client.hgetall(house.ledger.partition(origin).recorder.keys.secrets)) == secrets


# --- Lost on the way --------------------------------------------------------------------------------------------------


@pytest.fixture
def line(server: Server) -> Iterator[CuttingLine]:
    with tempfile.TemporaryDirectory(prefix="souls-") as folder:
        made = CuttingLine(Path(folder) / "line", server.socket)
        yield made
        made.close()


def test_a_fork_that_dies_between_its_secrets_and_its_records_is_no_table_and_harms_none(
    new_house: Houses, line: CuttingLine
) -> None:
    house = new_house(line.url)
    origin = played(house)
    before = belonging(house, origin)
    line.arm(APPEND, BEFORE)
    with pytest.raises(OutcomeUnknownError):
        fork(house, origin)
    assert line.is_spent
    assert len(house.client.hgetall(house.ledger.partition(origin).recorder.keys.secrets)) == 2
    assert list(house.ledger.table_ids()) == [origin]
    assert belonging(house, origin) == before
    house.catch_up()
    sandbox = fork(house, origin)
    assert sorted(house.ledger.table_ids()) == sorted((origin, sandbox))


def test_a_fork_whose_reply_is_lost_is_there(new_house: Houses, line: CuttingLine) -> None:
    house = new_house(line.url)
    origin = played(house)
    line.arm(APPEND, AFTER)
    sandbox = fork(house, origin)
    assert line.is_spent
    play_one(house, sandbox, random.Random(1))
    checked(house, house.export(sandbox))


# --- Every game to its end --------------------------------------------------------------------------------------------

ENDED = [
    ("carcassonne", 30, {"seats": 2}),
    ("root", 40, {}),
    ("flick-of-faith", 14, {"options": '{"generations":1}'}),
    ("trumps", 9, {}),
]


@pytest.mark.parametrize("viewer", [None, 0])
@pytest.mark.parametrize(("game", "moves", "more"), ENDED, ids=[row[0] for row in ENDED])
def test_a_fork_of_any_game_is_played_to_its_end_by_bots_and_verified(
    games: House, game: str, moves: int, more: dict[str, Any], viewer: int | None
) -> None:
    origin = played(games, game, moves, **more)
    sandbox, rng = fork(games, origin, viewer), random.Random(3)
    for seat in range(1, len(games.ledger.current(sandbox).seats)):
        games.do(sandbox, HOST, TakeSeat(seat, f"random-bot-{seat}"))
    while games.ledger.current(sandbox).prompts:
        play_one(games, sandbox, rng)
    games.close_table(sandbox)
    table = games.ledger.table(sandbox)
    assert digest(table) == digest(games.ledger.current(sandbox))
    report = checked(games, games.export(sandbox), origin=games.ledger.table(origin))
    first = next(n for n, record in enumerate(table.records, 1) if record.by == ORIGIN)
    assert table.forked is not None
    what = f"The records {first} to {table.forked.last - 1} were copied from table {origin} at version {table.forked.version}"
    assert f"{what}, where they counted." in report.proved
    assert "The final scores are the sum of what was scored." in report.proved
    assert (
        f"Today's rules decide {len(table.starts) - 1} of {len(table.starts) - 1} commands as they were decided."
        in (report.proved)
    )
    own = sum(len(record.draws) for record in table.records if record.by != ORIGIN)
    assert not own or f"{own} values of chance follow from the seed that was committed to." in report.proved
    alone = checked(games, games.export(sandbox))
    assert f"{what}: that table proves them." in alone.unproved
    for seat in range(len(table.seats)):
        checked(games, games.export(sandbox, seat))


# --- What gets out ----------------------------------------------------------------------------------------------------


def secret_cards(house: House, table_id: str, but: int | None) -> list[bytes]:
    """The bytes of every draw of cards that the origin hides from all but one seat."""
    return [
        ENCODE(record.event)
        for record in house.ledger.table(table_id).records
        if type(record.event).__name__ == "CardsDrawn" and record.event.seat != but
    ]


def past_in(house: House, data: bytes) -> bytes:
    """What an export of a sandbox shows of what came with the fork."""
    export = unseal(data).export
    forked = house.ledger.table(export.table).forked
    assert forked is not None
    return b"".join(entry.state for entry in export.entries[: forked.last])


def test_an_export_of_a_sandbox_holds_nothing_that_its_unfinished_origin_hides(house: House) -> None:
    origin = played(house, moves=6)
    sandbox = fork(house, origin, 1)
    house.finish(sandbox, random.Random(4))
    hidden = secret_cards(house, origin, 1)
    assert len(hidden) >= 4
    for viewer in range(3):
        data = house.export(sandbox, viewer)
        assert not [secret for secret in hidden if secret in past_in(house, data)]
        checked(house, data)
    why = f"that of table '{origin}', which is not finished, so it is secret"
    with pytest.raises(ExportError, match=why):
        export_table(house.ledger, house.signer, sandbox)
    house.do(origin, HOST, AbandonTable())
    data = export_table(house.ledger, house.signer, sandbox)
    assert [secret for secret in hidden if secret in past_in(house, data)] == hidden


def test_a_fork_of_a_fork_guards_what_the_first_origin_hides(house: House) -> None:
    origin = played(house, moves=6)
    sandbox = fork(house, fork(house, origin, 1), WHOLE)
    house.finish(sandbox, random.Random(4))
    hidden = secret_cards(house, origin, 1)
    for viewer in range(3):
        assert not [secret for secret in hidden if secret in past_in(house, house.export(sandbox, viewer))]
    with pytest.raises(ExportError, match="which is not finished"):
        export_table(house.ledger, house.signer, sandbox)


def test_a_sandbox_that_was_taken_in_without_its_origin_stays_closed(house: House, elsewhere: House) -> None:
    origin = played(house, moves=6)
    sandbox = fork(house, origin, 1)
    house.finish(sandbox, random.Random(4))
    import_export(elsewhere.ledger, unseal(house.export(sandbox)).export)
    assert origin_here(elsewhere.ledger, elsewhere.ledger.table(sandbox)) is None
    assert origin_here(house.ledger, house.ledger.table(sandbox)) is not None
    with pytest.raises(ExportError, match=f"'{origin}', which is not here"):
        export_table(elsewhere.ledger, elsewhere.signer, sandbox)


def test_whose_knowledge_a_fork_has_where_nobody_says(house: House) -> None:
    origin = played(house)
    assert usual_viewer(house.ledger.table(origin)) is None
    assert usual_viewer(house.ledger.table(fork(house, origin))) == WHOLE
    house.do(origin, HOST, AbandonTable())
    assert usual_viewer(house.ledger.table(origin)) == WHOLE


# --- No games of their own --------------------------------------------------------------------------------------------


def test_the_rows_say_what_is_a_sandbox_and_the_tree_is_the_same_from_every_table_of_it(house: House) -> None:
    origin, other = played(house), played(house, seed=2)
    end = house.ledger.table(origin).setup_end
    early, late = fork(house, origin, 0, end), fork(house, origin, None)
    deep = fork(house, late, WHOLE)
    house.catch_up()
    turns = [read_turn(row) for row in house.rows()["turns"].values()]
    forked = {turn.table: turn.forked for turn in turns}
    assert forked[origin] is forked[other] is None
    assert forked[early] == Forked(origin, end, 0)
    assert forked[deep] == Forked(late, house.ledger.table(late).version, WHOLE)
    trees = [tree_of(turns, table_id) for table_id in (origin, early, late, deep)]
    assert trees[0] is not None
    assert trees.count(trees[0]) == 4
    assert [one.turn.table for one in trees[0].forks] == [early, late]
    assert [one.turn.table for one in trees[0].forks[1].forks] == [deep]
    assert tree_of(turns, "nothere") is None
    without = tree_of([turn for turn in turns if turn.table != origin], deep)
    assert without is not None
    assert (without.turn.table, without.missing) == (late, origin)
    live = house.rows()
    house.rebuild()
    assert house.rows() == live


def test_logs_that_claim_to_be_forks_of_each_other_still_have_a_tree(house: House) -> None:
    origin = played(house)
    sandbox = fork(house, origin)
    house.catch_up()
    one, two = (read_turn(row) for row in house.rows()["turns"].values())
    circle = [
        msgspec.structs.replace(turn, forked=Forked(of.table, 9, None))
        for turn, of in ((one, two), (two, one), (one, one))
    ]
    for turns in (circle[:2], circle[2:]):
        tree = tree_of(turns, turns[0].table)
        assert tree is not None
        assert len(tree.forks) == len(turns) - 1
    assert sandbox in (one.table, two.table)


def test_readjudication_counts_no_sandbox_and_decides_of_a_named_one_what_was_played_in_it(house: House) -> None:
    origin = played(house)
    sandbox, rng = fork(house, origin), random.Random(5)
    for _ in range(4):
        play_one(house, sandbox, rng)
    assert chosen(house.ledger, "2") == [origin]
    assert chosen(house.ledger, "2", named=[sandbox]) == [sandbox]
    found = readjudicate(house.ledger, "2", [sandbox])
    assert (found.commands, found.groups) == (4, ())


# --- Forgeries --------------------------------------------------------------------------------------------------------


def forged(house: House, table_id: str, change: Callable[[list[Record[Any]]], None]) -> bytes:
    """An export of the table with other records, in which chain and state fit and only its maker can have done it."""
    export = unseal(house.export(table_id)).export
    codec, records = Codec(toy), house.ledger.table(table_id).records
    change(records)
    entries, head, leaves = [], genesis_of(table_id), []
    for version, record in enumerate(records, 1):
        if record.cause is not None:
            head, leaves = (link(head, leaves) if leaves else head), []
            record = msgspec.structs.replace(record, cause=msgspec.structs.replace(record.cause, head=head))
            records[version - 1] = record
        topic, state = codec.encode(record)
        leaves.append(leaf_of(salt_of(export.salt_key, version), stored_bytes(topic, state)))
        entries.append(Entry(leaves[-1], topic, state))
    table = fold(table_id, toy, records)
    made = Export(
        table_id, "trumps", export.made_at, WHOLE, link(head, leaves), digest(table), form(table), export.salt_key,
        tuple(entries),
    )  # fmt: skip
    return seal(made, FORGER)


def _other_card(records: list[Record[Any]]) -> None:
    drawn = next(n for n, record in enumerate(records) if record.by == ORIGIN and record.draws)
    draw = records[drawn].draws[0]
    other = msgspec.structs.replace(draw, value=(draw.value + 1) % draw.bound)
    records[drawn] = msgspec.structs.replace(records[drawn], draws=(other,))


def _other_place(records: list[Record[Any]]) -> None:
    at = next(n for n, record in enumerate(records) if isinstance(record.event, TableForked))
    event = msgspec.structs.replace(records[at].event, version=records[at].event.version - 1)
    records[at] = msgspec.structs.replace(records[at], event=event)


def _other_deal(records: list[Record[Any]]) -> None:
    at = next(n for n, record in enumerate(records) if isinstance(record.event, Redealt))
    records[at] = msgspec.structs.replace(records[at], event=Redealt(0, "00" * 32))


def _own_as_copied(records: list[Record[Any]]) -> None:
    records[-1] = msgspec.structs.replace(records[-1], by=ORIGIN)


FORGERIES = [
    (_other_card, "it is not what was to be copied from table"),
    (_other_place, "it is not how a fork begins"),
    (_other_deal, "it is not how a fork begins"),
    (_own_as_copied, "it is not how a fork begins"),
]


@pytest.mark.parametrize(("change", "fault"), FORGERIES, ids=[change.__name__ for change, _ in FORGERIES])
def test_what_a_fork_never_copied_is_found(
    house: House, change: Callable[[list[Record[Any]]], None], fault: str
) -> None:
    origin = played(house)
    sandbox, rng = fork(house, origin), random.Random(6)
    for _ in range(3):
        play_one(house, sandbox, rng)
    there = house.ledger.table(origin)
    assert verify(forged(house, sandbox, lambda records: None), house.ledger.rulebooks, origin=there).good
    report = verify(forged(house, sandbox, change), house.ledger.rulebooks, origin=there)
    assert any(fault in found.what for found in report.faults), report.faults


def test_a_table_that_is_no_fork_has_nothing_that_was_copied(house: House) -> None:
    origin = played(house)
    report = verify(forged(house, origin, _own_as_copied), house.ledger.rulebooks)
    assert any("only a fork has" in found.what for found in report.faults)


def test_a_past_that_the_origin_does_not_have_is_no_proof(house: House) -> None:
    origin = played(house)
    sandbox = fork(house, origin)
    short = house.ledger.table(origin, house.ledger.table(origin).setup_end)
    report = verify(house.export(sandbox), house.ledger.rulebooks, origin=short)
    assert [found.version for found in report.faults] == [house.ledger.table(sandbox).version]
