"""Servers that refuse, things that are no server, and disks that cannot be written: one sentence each, nothing half-done."""

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis

from infra.embedded import EmbeddedServer
from tests.embedded.conftest import as_another, remount, small_disk  # noqa: F401 - a fixture
from tests.tools.running import clean_environment, done, failed, served


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    clean_environment(monkeypatch, tmp_path / "data")


def test_a_wrong_password_is_said_and_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with EmbeddedServer.attach(tmp_path / "other") as server, Redis.from_url(server.url) as client:
        client.config_set("requirepass", "secret")
        try:
            path = server.url.removeprefix("unix://")
            monkeypatch.setenv("REDIS_URL", f"unix://:wr0ng@{path}")
            for command in (("tables",), ("demo",), ("verify", "table"), ("rebuild",)):
                assert "wr0ng" not in failed(*command)
            monkeypatch.setenv("REDIS_URL", f"unix://:secret@{path}")
            told = done("demo", "--seed", 1, "--players", "random,random")
            assert "secret" not in told.out.splitlines()[0]
        finally:
            client.config_set("requirepass", "")


@contextmanager
def answering(reply: bytes) -> Iterator[int]:
    """Something that listens and says the same to everybody, and is no Redis."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            while True:
                try:
                    caller, _ = listener.accept()
                except OSError:  # the listener was closed
                    return
                with caller:
                    caller.recv(1024)
                    caller.sendall(reply)

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)
        thread.join()


@pytest.mark.parametrize(
    "reply", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"", b"\x00" * 100, b"+OK\r\n" * 20, b"*1\r\n" * 50, b":1\r\n" * 20]
)
def test_something_that_listens_and_is_no_redis(reply: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    with answering(reply) as port:
        monkeypatch.setenv("REDIS_URL", f"redis://127.0.0.1:{port}")
        failed("tables")


def test_a_full_disk(small_disk: Path) -> None:  # noqa: F811 - a fixture
    with served(small_disk / "data"):
        table = done("demo", "--seed", 1, "--players", "random,random", "--json").json["table"]
        (small_disk / "filler").write_bytes(b"x" * os.statvfs(small_disk).f_bavail * os.statvfs(small_disk).f_bsize)
        assert "Cannot write " in failed("export", table, "-o", small_disk / "file")
        assert not (small_disk / "file").exists()
        assert not list(small_disk.glob(".*.part"))
        (small_disk / "filler").unlink()
        done("export", table, "-o", small_disk / "file")


def test_a_read_only_disk(small_disk: Path) -> None:  # noqa: F811 - a fixture
    remount(small_disk, "ro")
    assert "data folder" in failed("tables", "--data", small_disk / "data")
    assert "data folder" in failed("demo", "--data", small_disk / "data")


def test_a_folder_that_somebody_else_owns(tmp_path: Path) -> None:
    def look() -> None:
        assert "data folder" in failed("tables", "--data", tmp_path / "data")

    assert as_another(look) == ""
