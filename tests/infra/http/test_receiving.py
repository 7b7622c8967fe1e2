"""Heads of requests: how large they may be, how long they may take, and what is answered to what is no request."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn

from infra.http import receiving
from infra.http.receiving import LARGEST_HEAD, MOST_LINES, Receiving

HOST = b"Host: games.example\r\n"
PATIENCE = 10.0

Client = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Connect = Callable[[], Awaitable[Client]]


async def _echo(scope: Any, receive: Any, send: Any) -> None:
    """Answers the method, how many lines the head had, and how long the body was; one path takes its time for that."""
    if scope["path"] == "/slow":
        await asyncio.sleep(0.4)
    size, more = 0, True
    while more:
        message = await receive()
        size, more = size + len(message["body"]), message.get("more_body", False)
    body = f"{scope['method']} {len(scope['headers'])} {size}".encode()
    heads = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": heads})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def listening() -> AsyncIterator[Connect]:
    """A server that receives as the service does."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        config = uvicorn.Config(_echo, http=Receiving, ws="none", lifespan="off", log_config=None)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve([bound]))
        while not server.started:
            await asyncio.sleep(0.01)
        yield lambda: asyncio.open_connection(*bound.getsockname())
        server.should_exit = True
        await serving


async def answer_of(reader: asyncio.StreamReader) -> tuple[int, str]:
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
    size = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
    return int(head.split()[1]), (await reader.readexactly(size)).decode()


def asked(*pieces: bytes) -> tuple[int, str]:
    """What is answered to what is sent, piece by piece."""

    async def ask() -> tuple[int, str]:
        async with listening() as connect:
            reader, writer = await connect()
            for piece in pieces:
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(0.02)
            found = await answer_of(reader)
            writer.close()
            return found

    return asyncio.run(ask())


def code_of(answer: tuple[int, str]) -> tuple[int, str]:
    told = json.loads(answer[1])
    assert told["status"] == answer[0]
    assert told["detail"].endswith(".")
    return answer[0], told["code"]


def test_an_ordinary_head_is_taken_however_it_comes_apart() -> None:
    lines = b"".join(b"X-%d: %s\r\n" % (n, b"v" * 200) for n in range(MOST_LINES - 1))
    assert asked(b"GET / HTTP/1.1\r\n" + HOST + lines + b"\r\n") == (200, f"GET {MOST_LINES} 0")
    head = b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 5\r\n\r\nhello"
    assert asked(*(head[n : n + 9] for n in range(0, len(head), 9))) == (200, "POST 2 5")


def test_a_body_may_be_longer_than_a_head_also_in_small_chunks() -> None:
    chunks = b"".join(b"1\r\na\r\n" for _ in range(LARGEST_HEAD))
    head = b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n"
    assert asked(head, chunks, b"0\r\n\r\n") == (200, f"POST 2 {LARGEST_HEAD}")


@pytest.mark.parametrize(
    "pieces",
    [
        [b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"v" * LARGEST_HEAD + b"\r\n\r\n"],
        [b"GET /" + b"v" * LARGEST_HEAD + b" HTTP/1.1\r\n" + HOST + b"\r\n"],
        [b"GET / HTTP/1.1\r\n" + HOST, *[b"X: " + b"v" * 8_000] * 5],
        [b"GET / HTTP/1.1\r\n" + b"X: 1\r\n" * (MOST_LINES + 1) + b"\r\n"],
        [b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", *[b"X: " + b"v" * 8_000] * 5],
        [b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + b"X: 1\r\n" * (MOST_LINES + 1)],
    ],
    ids=["a long line", "a long path", "a long line that does not end", "many lines", "a long line behind a body",
         "many lines behind a body"],
)  # fmt: skip
def test_what_is_too_large_is_turned_down(pieces: list[bytes]) -> None:
    assert code_of(asked(*pieces)) == (431, "HEAD_TOO_LARGE")


@pytest.mark.parametrize("sent", [b"\x16\x03\x01\x02\x00\x01", b"FOO / HTTP/1.1\r\n\r\n", b"GET\r\n\r\n"])
def test_what_is_no_request_is_told_so(sent: bytes) -> None:
    assert code_of(asked(sent)) == (400, "UNREADABLE")


def test_who_asks_for_another_protocol_is_answered_in_this_one(caplog: pytest.LogCaptureFixture) -> None:
    heads = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n"
    assert asked(b"GET / HTTP/1.1\r\n" + HOST + heads) == (200, "GET 4 0")
    assert not caplog.records


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nX: 1"])
def test_who_goes_on_with_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(receiving, "HEAD_SECONDS", 0.1)

    async def ask() -> bytes:
        async with listening() as connect:
            reader, writer = await connect()
            writer.write(sent)
            found = await asyncio.wait_for(reader.read(), PATIENCE)
            writer.close()
            return found

    assert asyncio.run(ask()) == b""


def test_who_is_answered_slowly_may_have_begun_to_ask_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receiving, "HEAD_SECONDS", 0.1)

    async def ask() -> list[tuple[int, str]]:
        async with listening() as connect:
            reader, writer = await connect()
            writer.write(b"GET /slow HTTP/1.1\r\n" + HOST + b"\r\n")
            await asyncio.sleep(0.05)
            writer.write(b"GET / HTTP/1.1\r\n")
            found = [await answer_of(reader)]
            writer.write(HOST + b"\r\n")
            found.append(await answer_of(reader))
            writer.close()
            return found

    assert asyncio.run(ask()) == [(200, "GET 1 0")] * 2


def test_a_connection_may_be_slow_between_requests_and_in_their_bodies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receiving, "HEAD_SECONDS", 0.1)

    async def ask() -> list[tuple[int, str]]:
        async with listening() as connect:
            reader, writer = await connect()
            found = []
            for _ in range(2):
                writer.write(b"POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\na")
                await asyncio.sleep(0.25)
                writer.write(b"b")
                found.append(await answer_of(reader))
                await asyncio.sleep(0.25)
            writer.close()
            return found

    assert asyncio.run(ask()) == [(200, "POST 1 2")] * 2
