"""Backups: taken while others write, checked before anything is done with them, restored whole or not at all."""

import random
import signal
import subprocess
import sys
import threading
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from eventsourcing.persistence import IntegrityError, PersistenceError, ProgrammingError, Tracking

from domain.table.lifecycle import TakeSeat
from infra.backup import BackupError, Contents, back_up, check_backup, making, restore
from infra.backup.checked import backup_frames
from infra.backup.container import written
from infra.backup.frames import MAGIC, End, Entries, Head
from infra.keyring import Keyring
from infra.people.chat import Chat
from infra.people.invitations import Invitations
from infra.people.store import PeopleStore
from infra.people.tokens import Tokens
from infra.streams import Connections, PartitionKeys, RedisTrackingRecorder, installation
from infra.streams.copying import StoredKey, read_whole, scan_groups
from infra.streams.keys import installation_key
from infra.verification import verify
from infra.writings import WritingStore, Written
from tests.infra.disputed import RULEBOOKS, Court, sound
from tests.infra.house import House
from tests.streams.conftest import Server


@pytest.fixture
def connections(server: Server) -> Iterator[Connections]:
    made = Connections(server.url)
    yield made
    made.close()


@pytest.fixture
def target() -> str:
    """Another namespace, in which nothing is."""
    return f"t-{uuid.uuid4().hex}"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "backup"


def kept(connections: Connections, namespace: str) -> dict[tuple[str, str], list[StoredKey]]:
    """Everything but views and facts, as values."""
    found: dict[tuple[str, str], list[StoredKey]] = {}
    for group, rests in scan_groups(connections, namespace).items():
        for rest in rests:
            if not PartitionKeys.is_made_from_log(rest) and rest != "tracking":
                found[group, rest] = sorted(
                    (read for read in read_whole(connections, namespace, group, [rest])), key=lambda key: str(key.items)
                )
    return {
        place: [
            StoredKey(
                one.group, one.rest, one.kind, sorted(one.items) if one.kind in ("hash", "set") else one.items, one.last
            )
            for one in parts
        ]
        for place, parts in found.items()
    }


def facts(connections: Connections, namespace: str) -> dict[bytes, bytes]:
    client: Any = connections.writer
    read: dict[bytes, bytes] = client.hgetall(installation_key(namespace))
    return read


def restored(new_house: Callable[..., House], connections: Connections, target: str, file: Path, **more: Any) -> House:
    restore(connections, target, file)
    return new_house(at=target, **more)


# --- The whole way ----------------------------------------------------------------------------------------------------


def test_everything_is_there_again(
    new_house: Callable[..., House], connections: Connections, target: str, file: Path, tmp_path: Path
) -> None:
    house = new_house(partitions=3)
    court = Court(house, tmp_path / "keys")
    tables = [house.wild(seed, 10) for seed in range(4)] + [court.small(), court.rich()]
    people = PeopleStore(connections, house.namespace, court.keyring)
    tokens = Tokens(connections, house.namespace, court.keyring)
    person = people.create("Ada").person
    token, code = tokens.issue(person), tokens.issue_recovery(person)[0]
    said = Chat(house.ledger, court.keyring).say(tables[0], person, "Hello.")
    link, _ = Invitations(house.ledger).invite(tables[1], person, 0)
    house.catch_up()
    made = back_up(connections, house.namespace, file)
    assert (made.size, made.lost) == (file.stat().st_size, [])
    assert file.stat().st_mode & 0o077 == 0
    contents = check_backup(file)
    assert (contents.records, contents.keys, set(contents.tables)) == (made.records, made.keys, set(tables))

    other = restored(new_house, connections, target, file)
    assert kept(connections, target) == kept(connections, house.namespace)
    assert facts(connections, target).keys() == facts(connections, house.namespace).keys()
    other.rebuild()
    assert other.rows() == house.rows()
    writings = WritingStore(other.ledger, court.keyring)
    for table_id in tables:
        sound(other.export(table_id))
        assert writings.read_all(table_id) == court.writings.read_all(table_id)
        assert other.ledger.refusals(table_id) == house.ledger.refusals(table_id)
    assert any(isinstance(text, Written) for text in writings.read_all(tables[-1]).values())
    assert PeopleStore(connections, target, court.keyring).profile(person) == people.profile(person)
    there = Tokens(connections, target, court.keyring)
    assert there.check(token)
    assert there.recover(code)
    assert Chat(other.ledger, court.keyring).read(tables[0]) == [said]
    assert Invitations(other.ledger).look(link).by == person


def test_a_restored_log_is_another_log_of_the_same_installation(
    house: House, connections: Connections, target: str, file: Path, new_house: Callable[..., House]
) -> None:
    house.begun()
    back_up(connections, house.namespace, file)
    other = restored(new_house, connections, target, file)
    assert other.ledger.installation.incarnation != house.ledger.installation.incarnation
    assert other.signer.public == house.signer.public


def test_chance_goes_on_as_it_would_have(
    house: House, connections: Connections, target: str, file: Path, new_house: Callable[..., House]
) -> None:
    tables = [house.begun(game) for game in ("trumps", "carcassonne")]
    back_up(connections, house.namespace, file)
    other = restored(new_house, connections, target, file)
    for table_id in tables:
        for one in (house, other):
            rng = random.Random(3)
            for _ in range(8):
                one.play_one(table_id, rng)
        events = [[record.event for record in one.ledger.table(table_id).records] for one in (house, other)]
        assert events[0] == events[1]
        sound(other.export(table_id))


def test_an_installation_without_tables_is_restored(
    house: House, connections: Connections, target: str, file: Path, new_house: Callable[..., House]
) -> None:
    back_up(connections, house.namespace, file)
    other = restored(new_house, connections, target, file)
    assert list(other.ledger.table_ids()) == []
    other.begun()


def test_positions_of_followers_are_kept_but_that_of_the_views(
    house: House, connections: Connections, target: str, file: Path, new_house: Callable[..., House]
) -> None:
    house.begun()
    house.catch_up()
    keys = house.ledger.partitions[0].recorder.keys
    RedisTrackingRecorder(connections, keys).insert_tracking(Tracking("notices", 2))
    back_up(connections, house.namespace, file)
    other = restored(new_house, connections, target, file)
    there = RedisTrackingRecorder(connections, other.ledger.partitions[0].recorder.keys)
    assert (there.max_tracking_id("notices"), there.max_tracking_id("tables.p0")) == (2, None)
    other.catch_up()
    assert other.rows() == house.rows()


def test_a_key_of_every_kind_is_restored_with_its_end(
    house: House, connections: Connections, target: str, file: Path
) -> None:
    client, at = house.client, f"{{{house.namespace}:people}}:x-"
    client.set(at + "string", b"")
    client.hset(at + "hash", mapping={str(n): b"\xff" for n in range(2500)})
    client.sadd(at + "set", "a", "b")
    client.rpush(at + "list", *range(3000))
    client.zadd(at + "zset", {"a": 0.1, "b": -1e300, "c": float("inf")})
    for _ in range(2500):
        last = client.xadd(at + "stream", {"a": "1"})
    client.xdel(at + "stream", last)
    client.xadd(at + "empty", {"a": "1"}, id="5-1")
    client.xdel(at + "empty", "5-1")
    client.set(at + "short", "1", px=10**9)
    back_up(connections, house.namespace, file)
    restore(connections, target, file)
    assert kept(connections, target) == kept(connections, house.namespace)
    there = at.replace(house.namespace, target)
    assert 0 < client.pttl(there + "short") <= 10**9
    assert client.pttl(there + "string") == -1
    assert client.xinfo_stream(there + "stream")["last-generated-id"] == last
    assert client.xinfo_stream(there + "empty")["last-generated-id"] == b"5-1"


# --- While others write -----------------------------------------------------------------------------------------------


def test_what_is_written_in_the_middle_of_a_backup_is_in_it_whole_or_not_at_all(
    new_house: Callable[..., House], connections: Connections, target: str, file: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    house = new_house(partitions=3)
    court, rng = Court(house, tmp_path / "keys"), random.Random(1)
    tables = [house.begun() for _ in range(4)] + [court.rich()]
    monkeypatch.setattr(making, "AT_ONCE", 5)

    def meanwhile(_: int) -> None:
        for table_id in tables[:3]:
            if house.ledger.current(table_id).prompts:
                house.play_one(table_id, rng)
        if len(tables) < 20:
            tables.append(house.begun())
            tables.append(court.small())

    back_up(connections, house.namespace, file, meanwhile)
    assert len(tables) >= 20
    other = restored(new_house, connections, target, file)
    check_is_past_of(other, house, court.keyring)


def check_is_past_of(other: House, house: House, keyring: Keyring) -> None:
    """Whether every table is sound, and what it once was; and all its texts are there."""
    tables = list(other.ledger.table_ids())
    assert set(tables) <= set(house.ledger.table_ids())
    for partition in other.ledger.partitions:
        recorder = partition.recorder
        ids = [one.id for one in recorder.select_notifications(None, 100_000)]
        assert ids == list(range(1, (recorder.max_notification_id() or 0) + 1))
    for table_id in tables:
        past = other.bytes_of(table_id)
        assert past == house.bytes_of(table_id)[: len(past)]
        report = verify(other.export(table_id), RULEBOOKS)
        assert report.good, report.faults
    there, here = WritingStore(other.ledger, keyring), WritingStore(house.ledger, keyring)
    for table_id in tables:
        texts, known = there.read_all(table_id), here.read_all(table_id)
        assert all(known[text_hash] == text for text_hash, text in texts.items())
        log = b" ".join(state for _, state in other.bytes_of(table_id))
        assert {text_hash for text_hash in known if text_hash.encode() in log} <= texts.keys()


def test_a_writer_that_never_stops_does_not_spoil_a_backup(
    new_house: Callable[..., House], server: Server, connections: Connections, target: str, file: Path, tmp_path: Path
) -> None:
    house = new_house()
    writer, stop = House(server.url, house.namespace), threading.Event()
    for _ in range(5):
        house.begun("carcassonne")

    def write() -> None:
        rng = random.Random(2)
        while not stop.is_set():
            table_id = writer.begun()
            for _ in range(3):
                writer.play_one(table_id, rng)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        Server.until(lambda: len(list(house.ledger.table_ids())) > 8)
        made = [back_up(connections, house.namespace, file.with_name(f"backup{n}")) for n in range(3)]
    finally:
        stop.set()
        thread.join()
        writer.close()
    assert made[0].records < made[2].records
    other = restored(new_house, connections, target, file.with_name("backup2"))
    check_is_past_of(other, house, Keyring(tmp_path / "keys"))


# --- What is no backup ------------------------------------------------------------------------------------------------


@pytest.fixture
def small(house: House, connections: Connections, file: Path) -> bytes:
    """The bytes of a small backup."""
    house.seated()
    back_up(connections, house.namespace, file)
    return file.read_bytes()


def test_no_flipped_bit_and_no_cut_goes_unnoticed_or_leaves_anything(
    small: bytes, connections: Connections, target: str, file: Path
) -> None:
    rng = random.Random(5)
    damaged = [small[:n] for n in (*range(20), *rng.sample(range(len(small)), 40), len(small) - 1)]
    damaged += [small + b"\0", small + small, b""]
    for place in (*range(20), *rng.sample(range(len(small)), 150), *range(len(small) - 40, len(small))):
        flipped = bytearray(small)
        flipped[place] ^= 1 << rng.randrange(8)
        damaged.append(bytes(flipped))
    for data in damaged:
        file.write_bytes(data)
        with pytest.raises(BackupError, match=r"^(This|In this) (file|backup) .*\.$"):
            restore(connections, target, file)
    assert scan_groups(connections, target) == {}
    assert facts(connections, target) == {}
    file.write_bytes(small)
    restore(connections, target, file)


def rewritten(file: Path, change: Callable[[Any], Any]) -> Path:
    """The backup with its frames changed, each to none or more, and a right hash."""
    found = [frame for frame, _ in backup_frames(file)]
    new = file.with_name(f"new-{uuid.uuid4().hex}")
    with written(new, MAGIC) as writer:
        for frame in found:
            for one in change(frame):
                writer.write(one)
    return new


def test_parts_that_do_not_fit_together_are_noticed(small: bytes, file: Path) -> None:
    swap = msgspec.structs.replace
    changes: dict[str, Callable[[Any], list[Any]]] = {
        "does not begin with": lambda f: [] if isinstance(f, Head) else [f],
        "in a place where there are none": lambda f: [f, f] if isinstance(f, Head | End) else [f],
        "has no end": lambda f: [] if isinstance(f, End) else [f],
        "should hold 3 records and": lambda f: [] if isinstance(f, Entries) else [f],
        "record 2 of partition 0 comes behind record 0": lambda f: (
            [swap(f, first=2)] if isinstance(f, Entries) else [f]
        ),
        "comes behind record 3": lambda f: [f, f] if isinstance(f, Entries) else [f],
        "version 3 of table": lambda f: [swap(f, entries=f.entries[::-1])] if isinstance(f, Entries) else [f],
        "is in a place where it cannot be": lambda f: [swap(f, partition=1)] if isinstance(f, Entries) else [f],
        "a key that no backup has: p0:log": lambda f: [swap(f, rest="log")] if isinstance(f, StoredKey) else [f],
        "what is in p0:secrets cannot be": lambda f: [swap(f, items=[1])] if isinstance(f, StoredKey) else [f],
        "p0:secrets holds nothing": lambda f: [swap(f, items=[])] if isinstance(f, StoredKey) else [f],
        "p0:secrets holds nothing, or more": lambda f: (
            [swap(f, kind="string", items=[b"", b""])] if isinstance(f, StoredKey) else [f]
        ),
        "a key that no backup has: p1:": lambda f: [swap(f, group="p1")] if isinstance(f, StoredKey) else [f],
    }
    for said, change in changes.items():
        with pytest.raises(BackupError, match=said):
            check_backup(rewritten(file, change))


def test_another_kind_of_file_is_told(tmp_path: Path, connections: Connections, target: str) -> None:
    for name, said in (("nowhere", "Cannot read .*No such file"), (".", "Cannot read .*Is a directory")):
        with pytest.raises(BackupError, match=said):
            restore(connections, target, tmp_path / name)


def test_a_backup_replaces_nothing_and_leaves_no_half_of_one(
    house: House, connections: Connections, tmp_path: Path, own_server: Server
) -> None:
    (tmp_path / "there").write_text("mine")
    with pytest.raises(BackupError, match=r"There is something at .*there already"):
        back_up(connections, house.namespace, tmp_path / "there")
    with pytest.raises(BackupError, match=r"Cannot write .*no/file: No such file or directory\.$"):
        back_up(connections, house.namespace, tmp_path / "no" / "file")

    def fail(_: int) -> None:
        raise KeyboardInterrupt

    house.begun()
    with pytest.raises(KeyboardInterrupt):
        back_up(connections, house.namespace, tmp_path / "new", fail)
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


# --- Where something is -----------------------------------------------------------------------------------------------


def test_nothing_is_restored_where_something_is(
    small: bytes, house: House, elsewhere: House, connections: Connections, target: str, file: Path
) -> None:
    for namespace in (house.namespace, elsewhere.namespace):
        before = kept(connections, namespace), facts(connections, namespace)
        with pytest.raises(
            BackupError, match=r"there is an installation already. A backup is restored where nothing is"
        ):
            restore(connections, namespace, file)
        assert (kept(connections, namespace), facts(connections, namespace)) == before
    house.client.set(f"{{{target}:p0}}:x", "1")
    with pytest.raises(BackupError, match=r"There are keys of .* without an installation"):
        restore(connections, target, file)
    assert facts(connections, target) == {}


class Interrupted(Exception):  # noqa: N818 - what happens to a restore
    pass


def interrupted_after(parts: int) -> Callable[[int], None]:
    left = iter(range(parts))

    def count(_: int) -> None:
        if next(left, None) is None:
            raise Interrupted

    return count


@pytest.mark.parametrize("parts", [0, 2])
def test_a_restore_that_was_interrupted_is_used_by_nobody_and_done_anew(
    new_house: Callable[..., House], connections: Connections, target: str, file: Path, parts: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    house = new_house(partitions=2)
    for seed in range(4):
        house.wild(seed, 5)
    monkeypatch.setattr(making, "AT_ONCE", 10)
    back_up(connections, house.namespace, file)
    with pytest.raises(Interrupted):
        restore(connections, target, file, interrupted_after(parts))
    assert scan_groups(connections, target)
    for partitions in (None, 2):
        with pytest.raises(
            ProgrammingError, match="is being restored; if that was interrupted, restore the same backup"
        ):
            installation(connections.writer, target, partitions)
    back_up(connections, house.namespace, file.with_name("other"))
    with pytest.raises(BackupError, match="another backup was begun to be restored there, and that was never finished"):
        restore(connections, target, file.with_name("other"))
    other = restored(new_house, connections, target, file)
    assert kept(connections, target) == kept(connections, house.namespace)
    other.rebuild()
    house.rebuild()
    assert other.rows() == house.rows()


@pytest.mark.parametrize("parts", [1, 1_000])
def test_a_restore_whose_process_and_server_are_killed_is_done_anew(
    new_house: Callable[..., House], own_server: Server, target: str, file: Path, parts: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    house, connections = new_house(own_server.url), Connections(own_server.url)
    for seed in range(3):
        house.wild(seed, 5)
    monkeypatch.setattr(making, "AT_ONCE", 10)
    back_up(connections, house.namespace, file)
    command = [sys.executable, "-m", "tests.infra.restore_worker", own_server.url, target, str(file), str(parts)]
    worker = subprocess.run(command, cwd=Path(__file__).parents[2], check=False)
    assert worker.returncode == -signal.SIGKILL
    own_server.kill()
    own_server.start()
    with pytest.raises(ProgrammingError, match="is being restored"):
        installation(connections.writer, target)
    other = restored(new_house, connections, target, file, url=own_server.url)
    assert kept(connections, target) == kept(connections, house.namespace)
    for table_id in other.ledger.table_ids():
        sound(other.export(table_id))
    connections.close()


def test_a_backup_whose_store_goes_away_leaves_no_file(
    new_house: Callable[..., House], own_server: Server, tmp_path: Path
) -> None:
    house, connections = new_house(own_server.url), Connections(own_server.url)
    house.begun()
    with pytest.raises(PersistenceError, match="no connection to the server"):
        back_up(connections, house.namespace, tmp_path / "backup", lambda _: own_server.kill())
    assert list(tmp_path.iterdir()) == []
    own_server.start()
    back_up(connections, house.namespace, tmp_path / "backup")
    connections.close()


def test_of_two_who_restore_at_once_the_last_to_begin_is_the_one(
    house: House, connections: Connections, target: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.wild(1, 8)
    monkeypatch.setattr(making, "AT_ONCE", 10)
    back_up(connections, house.namespace, file)
    inner: list[Contents] = []

    def second(_: int) -> None:
        if not inner:
            inner.append(restore(connections, target, file))

    with pytest.raises((BackupError, PersistenceError)):
        restore(connections, target, file, second)
    assert inner
    assert kept(connections, target) == kept(connections, house.namespace)
    installation(connections.writer, target)


def test_a_first_restore_cannot_finish_what_a_second_has_begun(
    small: bytes, connections: Connections, target: str, file: Path
) -> None:
    def second(_: int) -> None:
        with pytest.raises(Interrupted):
            restore(connections, target, file, interrupted_after(0))

    with pytest.raises((BackupError, IntegrityError), match=r"somebody else|can't be next"):
        restore(connections, target, file, second)
    with pytest.raises(ProgrammingError, match="is being restored"):
        installation(connections.writer, target)


# --- What was damaged before ------------------------------------------------------------------------------------------


def test_a_table_whose_stream_is_gone_is_gone_in_the_backup_too_and_the_others_are_there(
    house: House, connections: Connections, target: str, file: Path, new_house: Callable[..., House]
) -> None:
    gone, there = house.begun(), house.begun()
    house.client.delete(house.ledger.partition(gone).recorder.keys.stream(gone))
    assert back_up(connections, house.namespace, file).lost == [gone]
    other = restored(new_house, connections, target, file)
    assert kept(connections, target) == kept(connections, house.namespace)
    sound(other.export(there))
    with pytest.raises(PersistenceError, match=f"The stream of table {gone} is gone"):
        other.ledger.table(gone)
    other.do(other.opened(), 0, TakeSeat(0, "ada"))


def test_a_log_with_a_gap_cannot_be_backed_up(house: House, connections: Connections, file: Path) -> None:
    house.begun()
    keys = house.ledger.partitions[0].recorder.keys
    house.client.xdel(keys.log, "2-0")
    with pytest.raises(BackupError, match=r"The log of .* has a gap behind record 0"):
        back_up(connections, house.namespace, file)
    assert not file.exists()


# --- On a cluster -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_on_a_cluster_every_partition_is_backed_up_and_restored(
    new_house: Callable[..., House], connections: Connections, target: str, file: Path, tmp_path: Path
) -> None:
    server = Server("--appendonly", "no", "--cluster-enabled", "yes", tcp=True)
    try:
        server.client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
        server.until(lambda: b"cluster_state:ok" in server.client.execute_command("CLUSTER", "INFO"))
        url = f"redis+cluster://127.0.0.1:{server.port}"
        house = new_house(url, partitions=4)
        court = Court(house, tmp_path / "keys")
        tables = [court.small() for _ in range(10)]
        on_cluster = Connections(url)
        people = PeopleStore(on_cluster, house.namespace, court.keyring)
        person = people.create("Ada").person
        Tokens(on_cluster, house.namespace, court.keyring).issue(person)
        back_up(on_cluster, house.namespace, file)
        restore(on_cluster, target, file)
        before = kept(on_cluster, house.namespace)
        assert kept(on_cluster, target) == before
        assert len({group for group, _ in before}) >= 4
        other = new_house(url, target)
        for table_id in tables:
            sound(other.export(table_id))
        on_cluster.close()
        # And from there to a server of its own.
        restore(connections, target, file)
        assert kept(connections, target) == before
    finally:
        server.close()
