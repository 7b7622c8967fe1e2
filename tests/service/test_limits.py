"""What one caller may have of a service that runs: so long a head, so many streams at once."""

import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest

from tests.service.running import served

MOST = 3
PATIENCE = 10.0

pytestmark = pytest.mark.slow


def opened(streams: ExitStack, client: httpx.Client, path: str) -> int:
    """What is answered to who wants a stream, which stays open."""
    return streams.enter_context(client.stream("GET", path)).status_code


def test_each_has_so_many_streams_and_may_open_another_when_one_has_ended(tmp_path: Path) -> None:
    with served(tmp_path / "data", environment={"SOULS_SERVICE_STREAMS_AT_ONCE": str(MOST)}) as service:
        ada, bo = service.sign_up("Ada"), service.sign_up("Bo")
        table = ada.post("/tables", {"game": "carcassonne", "public": True})["table"]
        paths = ("/me/events", f"/tables/{table}/events", "/me/events")
        with ExitStack() as streams:
            assert [opened(streams, ada.http, path) for path in paths] == [200] * MOST
            told = ada.get("/me/events", 429)
            assert (told["code"], told["detail"]) == (
                "TOO_MANY_STREAMS", f"You have {MOST} streams open already: end one of them first.",
            )  # fmt: skip
            assert opened(streams, bo.http, "/me/events") == 200
            stranger = streams.enter_context(service.client())
            found = [opened(streams, stranger, f"/tables/{table}/events") for _ in range(MOST + 1)]
            assert found == [200] * MOST + [429]
        deadline = time.monotonic() + PATIENCE
        with ExitStack() as streams:
            while opened(streams, ada.http, "/me/events") != 200:
                assert time.monotonic() < deadline, "those that have ended are still counted"


def test_a_head_that_does_not_end_is_turned_down(tmp_path: Path) -> None:
    with served(tmp_path / "data") as service:
        address = httpx.URL(service.address)
        assert address.port is not None
        with socket.create_connection((address.host, address.port), PATIENCE) as caller:
            with suppress(ConnectionError):
                for piece in [b"GET /health HTTP/1.1\r\nX: ", *[b"v" * 8_000] * 5]:
                    caller.sendall(piece)
                    time.sleep(0.02)
            assert caller.recv(65_536).startswith(b"HTTP/1.1 431 ")
        assert httpx.get(f"{service.address}/health").status_code == 200
