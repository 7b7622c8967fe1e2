"""The projector: views that are, byte for byte, what the log makes of them, however they came about."""

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError, StoredEvent

from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.table.messages import HOST
from domain.table.records import Submission
from infra import projector as projector_module
from infra.projector import Projector
from infra.streams import OutcomeUnknownError
from projections.scores import read_score_sheet
from projections.turns import read_turn
from tests.infra.cutting import AFTER, BEFORE, CuttingLine
from tests.infra.house import House
from tests.streams.conftest import Server
from tests.table.toy import RollDie, Toy, ToyView

Houses = Callable[..., House]
PATIENCE = 30.0


def rebuilt(house: House) -> dict[str, dict[str, bytes]]:
    """What the views are once they are made anew."""
    house.rebuild()
    return house.rows()


def interleaved(house: House, tables: int, moves: int, rng: random.Random) -> list[str]:
    """Tables that are played at in turn, so that their events lie mixed in the log."""
    made = [house.begun(("trumps", "carcassonne")[n % 2]) for n in range(tables)]
    for _ in range(moves):
        table_id = rng.choice(made)
        if house.ledger.current(table_id).prompts:
            house._wild_step(table_id, rng)
    return made


# --- Live, caught up, rebuilt -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("partitions", [1, 5])
def test_views_followed_live_are_byte_for_byte_those_made_anew(new_house: Houses, partitions: int) -> None:
    house = new_house(partitions=partitions)
    for seed in range(16):
        house.wild(seed, 20, finished=seed % 3 == 0)
        house.catch_up()
    live = house.rows()
    assert {name: len(rows) for name, rows in live.items()}.keys() == {
        "boards",
        "lost_souls",
        "precedents",
        "scores",
        "turns",
    }
    assert len(live["turns"]) == len(live["scores"]) == 16
    assert rebuilt(house) == live
    assert rebuilt(new_house()) == live


@pytest.mark.parametrize("batch", [1, 7, 50])
def test_views_caught_up_from_nothing_are_those_made_anew_whatever_the_batches(
    new_house: Houses, monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    monkeypatch.setattr(projector_module, "BATCH", batch)
    house = new_house()
    interleaved(house, 6, 120, random.Random(batch))
    house.catch_up()
    caught_up = house.rows()
    end = house.ledger.partitions[0].recorder.max_notification_id()
    assert house.projectors[0].position == end
    assert rebuilt(house) == caught_up
    assert house.projectors[0].position == end


def test_views_followed_in_bits_and_pieces_are_those_made_anew(
    new_house: Houses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projector_module, "BATCH", 5)
    monkeypatch.setattr(projector_module, "KEPT_TABLES", 3)
    house, rng = new_house(), random.Random(4)
    tables = interleaved(house, 7, 0, rng)
    for _ in range(80):
        house._wild_step(rng.choice(tables), rng)
        if rng.random() < 0.3:
            house.catch_up()
    house.catch_up()
    live = house.rows()
    assert rebuilt(house) == live


def test_catching_up_with_nothing_new_changes_nothing(house: House) -> None:
    assert [projector.catch_up() for projector in house.projectors] == [0]
    assert house.rebuild() == 0
    house.wild(1, 10)
    position = house.projectors[0].catch_up()
    rows = house.rows()
    assert house.projectors[0].catch_up() == position == house.projectors[0].position
    assert house.rows() == rows


def test_a_rebuild_tells_how_far_it_is(house: House) -> None:
    tables = [house.wild(seed, 10) for seed in range(4)]
    told: list[int] = []
    done = house.projectors[0].rebuild(told.append)
    assert done == sum(told) == sum(len(house.ledger.stored(table_id)) for table_id in tables)
    assert len(told) == 4


def test_a_rebuild_leaves_no_row_of_what_is_not_there(house: House) -> None:
    house.wild(1, 10)
    house.catch_up()
    views = house.projectors[0].views
    house.client.hset(views.keys.view("turns"), "ghosttable22", b"boo")
    house.client.hset(views.keys.view("boards"), "ghosttable22/0", b"boo")
    assert "ghosttable22" in house.rows()["turns"]
    rows = rebuilt(house)
    assert not any(field.startswith("ghost") for fields in rows.values() for field in fields)


# --- Interrupted, and several at once ---------------------------------------------------------------------------------


@pytest.fixture
def line(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CuttingLine]:
    made = CuttingLine(Path(str(server.folder)) / "line", server.socket)
    yield made
    made.close()
    (server.folder / "line").unlink()


@pytest.mark.parametrize("when", [BEFORE, AFTER])
@pytest.mark.parametrize("batches", [0, 1, 3])
def test_a_projector_that_dies_between_batches_is_taken_up_where_it_was(
    new_house: Houses, line: CuttingLine, monkeypatch: pytest.MonkeyPatch, when: str, batches: int
) -> None:
    monkeypatch.setattr(projector_module, "BATCH", 20)
    house = new_house()
    interleaved(house, 4, 60, random.Random(9))
    cut = new_house(line.url)
    following = cut.projectors[0]
    write, written = following.views.write, [0]

    def counted(*arguments: Any, **following_on: Any) -> None:
        if written[0] == batches:
            line.arm(b":view:turns", when)
        written[0] += 1
        write(*arguments, **following_on)

    monkeypatch.setattr(following.views, "write", counted)
    with pytest.raises(OutcomeUnknownError):
        following.catch_up()
    assert line.is_spent
    assert house.projectors[0].position == (batches + (when == AFTER)) * 20
    house.catch_up()
    live = house.rows()
    assert rebuilt(house) == live


def test_several_projectors_at_once_while_commands_come_in_agree_in_the_end(
    new_house: Houses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projector_module, "BATCH", 10)
    writer, *followers = (new_house() for _ in range(4))
    done = Event()

    def follow(house: House) -> None:
        while not done.is_set():
            house.catch_up()

    with ThreadPoolExecutor(3) as pool:
        following = [pool.submit(follow, house) for house in followers]
        interleaved(writer, 6, 150, random.Random(2))
        done.set()
        for future in following:
            future.result()
    for house in followers:
        house.catch_up()
    live = writer.rows()
    assert rebuilt(writer) == live


def test_a_rebuild_while_commands_come_in_is_caught_up_with_afterwards(new_house: Houses) -> None:
    writer, other = new_house(), new_house()
    tables = interleaved(writer, 6, 30, random.Random(3))

    def play_on() -> None:
        for n in range(30 * len(tables)):
            writer._wild_step(tables[n % len(tables)], random.Random(n))

    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(play_on)
        while not playing.done():
            other.rebuild()
        playing.result()
    other.catch_up()
    live = other.rows()
    assert rebuilt(other) == live


# --- Following with a subscription ------------------------------------------------------------------------------------


@pytest.fixture
def following(new_house: Houses) -> Iterator[tuple[House, Projector, Event, Thread]]:
    """A projector that runs in a thread, with the way to stop it."""
    house, stop = new_house(), Event()
    projector = house.projectors[0]
    thread = Thread(target=projector.run, args=(stop,), daemon=True)
    thread.start()
    yield house, projector, stop, thread
    stop.set()
    thread.join(PATIENCE)


def reached(house: House, projector: Projector) -> None:
    end = house.ledger.partitions[0].recorder.max_notification_id()
    projector.views.wait("tables.p0", end, timeout=PATIENCE)


def test_a_running_projector_sees_new_commands(
    new_house: Houses, following: tuple[House, Projector, Event, Thread]
) -> None:
    _, projector, _, _ = following
    house = new_house()
    table_id = house.begun()
    reached(house, projector)
    for _ in range(5):
        house.play_one(table_id, random.Random(1))
        reached(house, projector)
        assert read_turn(house.rows()["turns"][table_id]).version == house.ledger.current(table_id).version
    live = house.rows()
    assert rebuilt(house) == live


def test_a_running_projector_stops_when_told_though_nothing_happens(
    following: tuple[House, Projector, Event, Thread],
) -> None:
    house, projector, stop, thread = following
    house.begun()
    reached(house, projector)
    stop.set()
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_a_projector_that_is_stopped_before_it_runs_only_catches_up(house: House) -> None:
    house.begun()
    stop = Event()
    stop.set()
    house.projectors[0].run(stop)
    assert len(house.rows()["turns"]) == 1


def test_a_running_projector_whose_server_goes_away_says_so(own_server: Server, new_house: Houses) -> None:
    house = new_house(own_server.url)
    table_id = house.begun()
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(house.projectors[0].run, Event())
        reached(house, Projector(house.ledger.partitions[0]))
        own_server.kill()
        with pytest.raises(OperationalError):
            running.result(PATIENCE)
    own_server.start()
    house.catch_up()
    assert table_id in house.rows()["turns"]


# --- Tables that are spoiled ------------------------------------------------------------------------------------------


def append(house: House, table_id: str, topic: str, state: bytes) -> None:
    """Append what no ledger would."""
    version = len(house.ledger.stored(table_id)) + 1
    house.ledger.partition(table_id).recorder.insert_events([StoredEvent(table_id, version, topic, state)])


RUBBISH = {
    "garbage": ("trumps:nudged", b"\xc1\xc1"),
    "an unknown kind": ("trumps:flew", b"\x93\x01\x00\x91\xa4flew"),
    "a seat that is not there": ("trumps:drawn", b"\x93\x01\x00\x93\xa5drawn\x0b\x91\x01"),
    "an undo to nowhere": ("trumps:T.undo", b"\x93\x01\x00\x92\xa6T.undo\xcd\xff\xff"),
    "another game": ("chess:T.undo", b"\x93\x01\x00\x92\xa6T.undo\x01"),
    "no topic": ("", b""),
    "a consent that nobody asked for": ("trumps:T.yes", b"\x93\x01\x00\x92\xa5T.yes\x01"),
}


@pytest.mark.parametrize("known", [True, False], ids=["followed", "met anew"])
@pytest.mark.parametrize(("topic", "state"), RUBBISH.values(), ids=RUBBISH.keys())
def test_a_spoiled_table_does_not_hold_up_the_others(new_house: Houses, topic: str, state: bytes, known: bool) -> None:
    house = new_house()
    spoiled, sound = house.begun(), house.begun()
    if known:
        house.catch_up()
    before = house.rows()
    append(house, spoiled, topic, state)
    house.do(sound, 0, RollDie())
    house.catch_up()
    projector = house.projectors[0]
    assert projector.position == house.ledger.partitions[0].recorder.max_notification_id()
    assert list(projector.spoiled) == [spoiled]
    assert projector.spoiled[spoiled].why
    assert read_turn(house.rows()["turns"][sound]).version == house.ledger.current(sound).version
    assert house.rows()["turns"].get(spoiled) == before["turns"].get(spoiled)

    append(house, spoiled, topic, state)
    house.do(sound, 1, RollDie())
    house.catch_up()
    assert read_turn(house.rows()["turns"][sound]).version == house.ledger.current(sound).version
    # A rebuild makes nothing of it, and leaves what was known of it.
    assert rebuilt(house)["turns"].get(spoiled) == before["turns"].get(spoiled)
    assert sorted(rebuilt(house)["turns"]) == sorted([sound, *before["turns"]] if not known else [sound, spoiled])
    assert list(projector.spoiled) == [spoiled]


def test_a_lost_table_does_not_hold_up_the_others(new_house: Houses) -> None:
    house = new_house()
    lost, sound = house.begun(), house.begun()
    house.client.delete(house.ledger.partitions[0].recorder.keys.stream(lost))
    house.do(sound, 0, RollDie())
    house.catch_up()
    assert list(house.projectors[0].spoiled) == [lost]
    assert list(house.rows()["turns"]) == [sound]
    house.do(sound, 1, RollDie())
    house.catch_up()
    assert read_turn(house.rows()["turns"][sound]).version == house.ledger.current(sound).version


def test_a_table_with_a_lost_version_does_not_hold_up_the_others(new_house: Houses) -> None:
    house = new_house()
    tables = sorted(house.begun() for _ in range(5))
    recorder = house.ledger.partitions[0].recorder
    for table_id in tables[1:3]:
        ((entry, _),) = house.client.execute_command("XRANGE", recorder.keys.stream(table_id), "3", "3")
        house.client.xdel(recorder.keys.stream(table_id), entry)
    house.catch_up()
    projector = house.projectors[0]
    assert sorted(projector.spoiled) == tables[1:3]
    assert "has 8 of the 9 versions between 1 and 9" in projector.spoiled[tables[1]].why
    live = house.rows()
    assert sorted(live["turns"]) == [tables[0], *tables[3:]]
    house.projectors = [Projector(house.ledger.partitions[0])]
    assert rebuilt(house) == live
    assert sorted(house.projectors[0].spoiled) == tables[1:3]


class Blind(Toy):
    """A toy that cannot be looked at any more once the first die was rolled."""

    def view(self, state: Any, seat: int | None) -> ToyView:
        if any(state.scores):
            raise KeyError("eyes")
        return super().view(state, seat)


def test_a_rulebook_that_breaks_when_it_is_looked_at_spoils_its_own_tables_only(new_house: Houses) -> None:
    house = new_house(rulebooks=[Blind(), carcassonne])
    broken, sound = house.begun("trumps"), house.begun("carcassonne")
    house.catch_up()
    house.do(broken, 0, RollDie())
    house.play_one(sound, random.Random(1))
    house.catch_up()
    assert house.projectors[0].spoiled[broken].why == "'eyes'"
    assert read_turn(house.rows()["turns"][sound]).version == house.ledger.current(sound).version


def test_a_table_that_can_be_read_again_is_no_longer_spoiled(new_house: Houses) -> None:
    both, toys = new_house(), new_house(rulebooks=[Toy()])
    table_id = both.begun("carcassonne")
    toys.catch_up()
    assert list(toys.projectors[0].spoiled) == [table_id]
    toys.projectors[0].partition.application.mapper._rulebooks = both.ledger.rulebooks
    both.play_one(table_id, random.Random(1))
    toys.catch_up()
    assert toys.projectors[0].spoiled == {}
    assert f"{table_id}/0" in both.rows()["boards"]


def test_views_tell_of_a_table_what_the_table_tells(house: House) -> None:
    table_id = house.begun(seats=3)
    house.do(table_id, 0, RollDie())
    house.ledger.submit(table_id, Submission("x", HOST, 0, RollDie()))
    house.catch_up()
    rows, table = house.rows(), house.ledger.table(table_id)
    assert sorted(rows["boards"]) == [f"{table_id}/{viewer}" for viewer in (0, 1, 2, "spectator")]
    assert read_score_sheet(rows["scores"][table_id]).totals == tuple(table.game.scores)
    turn = read_turn(rows["turns"][table_id])
    assert (turn.version, turn.game, turn.phase) == (table.version, "trumps", "begun")
    assert [one.seat for one in turn.awaited] == [1]


def test_a_batch_that_was_begun_before_a_rebuild_ended_does_not_skip_what_the_rebuild_has_not_seen(
    new_house: Houses, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, other = new_house(), new_house()
    first, second = house.begun(), house.begun()
    house.catch_up()
    rebuilding, following = other.projectors[0].views, house.projectors[0].views
    replace, write = rebuilding.replace, following.write

    def meanwhile(*replaced: Any) -> None:
        """The rebuild has read all tables; now one is played at and followed, and a batch about another is on its way."""
        house.do(first, 0, RollDie())
        house.catch_up()
        house.do(second, 0, RollDie())

        def late(*written: Any, **following_on: Any) -> None:
            monkeypatch.setattr(following, "write", write)
            replace(*replaced)
            write(*written, **following_on)

        monkeypatch.setattr(following, "write", late)
        house.catch_up()

    monkeypatch.setattr(rebuilding, "replace", meanwhile)
    other.rebuild()
    monkeypatch.setattr(rebuilding, "replace", replace)
    house.catch_up()
    live = house.rows()
    assert rebuilt(house) == live
