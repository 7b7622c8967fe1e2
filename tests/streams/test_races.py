"""Many writers at one table: no gap, no loss, nothing twice."""

import runpy
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent

from infra.streams import Connections, PartitionKeys, RedisApplicationRecorder

WRITER = Path(__file__).with_name("writer.py")
ROOT = Path(__file__).parents[2]
Events = Callable[..., list[StoredEvent]]


@pytest.mark.parametrize("last", [400, pytest.param(5_000, marks=pytest.mark.slow)])
def test_threads_and_processes_racing_at_one_table_share_its_versions_without_gap_or_double(
    connections: Connections, keys: PartitionKeys, last: int
) -> None:
    race = runpy.run_path(str(WRITER))["race"]
    recorder = RedisApplicationRecorder(connections, keys)
    command = [sys.executable, str(WRITER), connections.url, keys.namespace, "t", str(last)]
    processes = [
        subprocess.Popen(
            command, env={"PYTHONPATH": str(ROOT)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    for process in processes:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    with ThreadPoolExecutor(6) as pool:
        in_threads = [pool.submit(race, recorder, "t", last, f"thread {n}") for n in range(6)]
        won = [pair for future in in_threads for pair in future.result()]
    for process in processes:
        output, _ = process.communicate(timeout=60)
        assert process.returncode == 0
        won += [(int(version), int(ids)) for version, ids in map(str.split, output.splitlines())]

    assert sorted(version for version, _ in won) == list(range(1, last + 1))
    assert sorted(won) == [(n, n) for n in range(1, last + 1)]
    assert [event.originator_version for event in recorder.select_events("t")] == list(range(1, last + 1))
    log = recorder.select_notifications(1, 2 * last)
    assert [n.id for n in log] == [n.originator_version for n in log] == list(range(1, last + 1))
    assert recorder.max_notification_id() == last


def test_writers_at_tables_of_their_own_share_one_log_without_gaps(
    connections: Connections, keys: PartitionKeys, events: Events
) -> None:
    recorder = RedisApplicationRecorder(connections, keys)

    def play(table: str) -> list[int]:
        return [n for i in range(1, 51, 2) for n in recorder.insert_events(events(table, i, i + 1)) or ()]

    with ThreadPoolExecutor(8) as pool:
        ids = list(pool.map(play, "abcdefgh"))
    assert sorted(n for mine in ids for n in mine) == list(range(1, 401))
    log = recorder.select_notifications(1, 1000)
    assert [n.id for n in log] == list(range(1, 401))
    for table in "abcdefgh":
        assert [n.originator_version for n in log if n.originator_id == table] == list(range(1, 51))


def test_of_many_writers_with_the_same_version_exactly_one_gets_it(
    connections: Connections, keys: PartitionKeys, events: Events
) -> None:
    recorder = RedisApplicationRecorder(connections, keys)

    def tries(version: int) -> bool:
        try:
            recorder.insert_events(events("t", version))
        except IntegrityError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        for version in range(1, 21):
            assert sum(pool.map(tries, [version] * 8)) == 1
    assert recorder.max_notification_id() == 20
