"""Receiving requests: what a connection may have sent before it is understood is bounded, and so is the time for that.

The server's parser keeps the lines of a head, and those behind a body, for as long as they go on.
"""

import asyncio
from http import HTTPStatus

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from infra.http.problems import MEDIA_TYPE, problem

LARGEST_HEAD = 32 * 1024
MOST_LINES = 100
HEAD_SECONDS = 20.0
"""Bytes and lines that the head of a request may have, and seconds in which all of it has to come."""

UNREADABLE = "This is no request in HTTP that can be read."
TOO_LARGE = f"The head of a request has {LARGEST_HEAD // 1024} KiB and {MOST_LINES} lines at most."


class HeadTooLargeError(Exception):
    """The head of a request is longer than it may be; the parser stops at it."""


class Receiving(HttpToolsProtocol):
    """The server's own protocol, with bounds. Bytes that have led to nothing yet are counted, whatever they may become."""

    _held = 0
    _head = 0
    _is_too_large = False
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._go_on()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._held += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._held > LARGEST_HEAD:
            self._is_too_large = True
            self.send_400_response(TOO_LARGE)
        elif self._held and self._late is None:
            self._wait()

    def on_message_begin(self) -> None:
        self._head = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._go_on()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._go_on()
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._go_on()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """A problem like all others, for what never becomes a request."""
        status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE if self._is_too_large else HTTPStatus.BAD_REQUEST
        code, detail = ("HEAD_TOO_LARGE", TOO_LARGE) if self._is_too_large else ("UNREADABLE", UNREADABLE)
        body = msgspec.json.encode(problem(status, code, detail))
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: {MEDIA_TYPE}\r\ncontent-length: {len(body)}\r\n"
            "cache-control: no-store\r\nconnection: close\r\n\r\n"
        )
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(head.encode() + body)
        self.transport.close()

    def _unsupported_upgrade_warning(self) -> None:
        """Who asks for another protocol is answered in this one, which is nothing to warn of."""

    def _count(self, size: int) -> None:
        self._head += size
        if self._head > LARGEST_HEAD or len(self.headers) >= MOST_LINES:
            self._is_too_large = True
            raise HeadTooLargeError

    def _wait(self) -> None:
        self._late = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _give_up(self) -> None:
        self._late = None
        if self.cycle is None or self.cycle.response_complete:  # else what was asked before is answered first
            self.transport.close()

    def _go_on(self) -> None:
        self._held = 0
        if self._late is not None:
            self._late.cancel()
            self._late = None
