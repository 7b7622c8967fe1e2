"""Servers that die and replies that are lost."""

import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError, OperationalError, StoredEvent, Tracking

from infra.streams import (
    Connections,
    OutcomeUnknownError,
    PartitionKeys,
    RedisApplicationRecorder,
    RedisViewRecorder,
)

Events = Callable[..., list[StoredEvent]]
KEYS = PartitionKeys("souls", 0)


@pytest.mark.parametrize("enough", [1_000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_every_acknowledged_append_is_there_after_the_server_was_killed_under_load(
    new_server: Callable[..., Any], events: Events, enough: int
) -> None:
    server = new_server()
    recorder = RedisApplicationRecorder(Connections(server.url), KEYS)
    acknowledged: dict[int, tuple[str, int]] = {}
    plenty = threading.Event()

    def write(table: str) -> None:
        version = 0
        while True:
            version += 1
            try:
                ids = recorder.insert_events(events(table, version))
            except OperationalError:
                return
            assert ids
            acknowledged[ids[0]] = (table, version)
            if len(acknowledged) >= enough:
                plenty.set()

    with ThreadPoolExecutor(8) as pool:
        writers = [pool.submit(write, f"t{n}") for n in range(8)]
        assert plenty.wait(60)
        server.kill()
        for writer in writers:
            writer.result()
    server.start()

    log = recorder.select_notifications(1, 10 * enough)
    stored = {n.id: (n.originator_id, n.originator_version) for n in log}
    assert acknowledged.items() <= stored.items()
    assert list(stored) == list(range(1, len(stored) + 1))
    assert recorder.max_notification_id() == len(stored)
    assert len(stored) - len(acknowledged) <= 8  # at most what was on its way
    tables = dict(recorder.read_streams(f"t{n}" for n in range(8)))
    assert sum(map(len, tables.values())) == len(stored)
    next_version = len(tables["t0"]) + 1
    assert recorder.insert_events(events("t0", next_version)) == [len(stored) + 1]


class CuttingProxy:
    """Stands before a server; once armed, it passes the next request on and cuts the line before the reply."""

    def __init__(self, folder: Path, target: Path) -> None:
        self.path = folder / "proxy"
        self._target = str(target)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self.path))
        self._listener.listen()
        self._armed = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def arm(self) -> None:
        self._armed.set()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as server:
            server.connect(self._target)
            while request := client.recv(65536):
                server.sendall(request)
                reply = server.recv(65536)
                if self._armed.is_set():
                    self._armed.clear()
                    return
                client.sendall(reply)


@pytest.fixture
def proxy(embedded: Any) -> Iterator[CuttingProxy]:
    (embedded.folder / "proxy").unlink(missing_ok=True)
    made = CuttingProxy(embedded.folder, embedded.socket)
    yield made
    made.close()


def test_an_append_whose_reply_is_lost_is_stored_exactly_once_and_a_retry_is_recognised(
    embedded: Any, proxy: CuttingProxy, new_namespace: Callable[[str], str], events: Events
) -> None:
    keys = PartitionKeys(new_namespace(embedded.url), 0)
    recorder = RedisApplicationRecorder(Connections(f"unix://{proxy.path}"), keys)
    recorder.insert_events(events("t", 1))

    proxy.arm()
    with pytest.raises(OutcomeUnknownError, match="no connection to the server"):
        recorder.insert_events(events("t", 2))

    assert recorder.select_events("t") == events("t", 1, 2)
    assert [n.originator_version for n in recorder.select_notifications(1, 9)] == [1, 2]
    with pytest.raises(IntegrityError, match="table t is at version 2, so 2 can't be next"):
        recorder.insert_events(events("t", 2))
    assert recorder.insert_events(events("t", 3)) == [3]
    assert recorder.select_events("t") == events("t", 1, 3)


def test_a_view_written_with_its_reply_lost_is_written_once(
    embedded: Any, proxy: CuttingProxy, new_namespace: Callable[[str], str]
) -> None:
    keys = PartitionKeys(new_namespace(embedded.url), 0)
    view = RedisViewRecorder(Connections(f"unix://{proxy.path}"), keys)
    view.write({"v": {"a": b"1"}}, Tracking("up", 1))
    proxy.arm()
    with pytest.raises(OutcomeUnknownError):
        view.write({"v": {"a": b"2"}}, Tracking("up", 2))
    assert view.read("v", "a") == b"2"
    assert view.max_tracking_id("up") == 2
    with pytest.raises(IntegrityError):
        view.write({"v": {"a": b"2"}}, Tracking("up", 2))


def test_a_server_that_is_not_there_is_an_operational_error(tmp_path: Path, events: Events) -> None:
    recorder = RedisApplicationRecorder(Connections(f"unix://{tmp_path}/none"), KEYS)
    with pytest.raises(OperationalError, match=r"^Cannot append to \{souls:p0\}: no connection to the server"):
        recorder.insert_events(events("t", 1))
    with pytest.raises(OperationalError, match=r"^Cannot read table t: "):
        recorder.select_events("t")


def test_a_server_that_does_not_answer_in_time_is_an_operational_error(
    new_server: Callable[..., Any], events: Events
) -> None:
    server = new_server()
    recorder = RedisApplicationRecorder(Connections(server.url, timeout=0.1), KEYS)
    recorder.insert_events(events("t", 1))
    server.client.execute_command("CLIENT", "PAUSE", 60_000, "ALL")
    with pytest.raises(OutcomeUnknownError, match=r"the server did not answer in time"):
        recorder.insert_events(events("t", 2))


def test_a_server_that_forgot_the_scripts_gets_them_again(
    connections: Connections, keys: PartitionKeys, events: Events
) -> None:
    recorder = RedisApplicationRecorder(connections, keys)
    recorder.insert_events(events("t", 1))
    connections.writer.script_flush()
    assert recorder.insert_events(events("t", 2)) == [2]
    connections.writer.script_flush()
    assert len(recorder.select_notifications(1, 9)) == 2
