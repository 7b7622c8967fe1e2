"""What messages go to in tests: a real mail server and a web hook, on loopback."""

import json
import socket
import threading
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.streams.conftest import free_port


class MailSink:
    """Takes mail in, and does to it what `answers` says: one answer for each mail from then on, the last for all others.

    An answer is an SMTP reply, "die" (the connection breaks after the whole mail came), or "refuse" (the mailbox is refused).
    """

    def __init__(self, **server: Any) -> None:
        self.mails: list[EmailMessage] = []
        self.to: list[str] = []
        self.answers: list[str] = ["250 taken"]
        self._controller = Controller(self, hostname="127.0.0.1", port=free_port(), **server)
        self._controller.start()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self._controller.port}"

    def close(self) -> None:
        self._controller.stop()

    async def handle_RCPT(  # noqa: N802 - the library's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.answers[0] == "refuse":
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        answer = self.answers[0] if len(self.answers) == 1 else self.answers.pop(0)
        assert isinstance(envelope.content, bytes)
        if answer.startswith(("250", "die")):
            self.mails.append(message_from_bytes(envelope.content, policy=default))  # type: ignore[arg-type]
            self.to += envelope.rcpt_tos
        if answer == "die":
            assert server.transport is not None
            server.transport.abort()
        return answer

    def subjects(self) -> list[str]:
        return [str(mail["Subject"]) for mail in self.mails]


def text_of(mail: EmailMessage) -> str:
    """The words of a mail."""
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


class WebHook:
    """Takes JSON in. `status` is what it answers; `slow` makes it wait until `go_on` is set."""

    def __init__(self) -> None:
        hook = self
        self.posts: list[dict[str, Any]] = []
        self.status = 200
        self.location = ""
        self.slow = False
        self.go_on = threading.Event()
        self.came = threading.Event()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                data = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                hook.came.set()
                if hook.slow:
                    hook.go_on.wait(20)
                hook.posts.append(data)
                self.send_response(hook.status)
                if hook.location:
                    self.send_header("Location", hook.location)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *arguments: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"json://127.0.0.1:{self._server.server_port}/hook"

    def close(self) -> None:
        self.go_on.set()
        self._server.shutdown()
        self._server.server_close()


def closed_port() -> int:
    """A port of this machine that nobody answers at."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
