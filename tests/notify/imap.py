"""A small mailbox that speaks as much of IMAP as is asked of it."""

import re
import socketserver
import threading

_UID = re.compile(rb"(\S+) UID (SEARCH|FETCH|STORE) (.*)", re.IGNORECASE)
_PARTIAL = re.compile(rb"<0\.(\d+)>")


class MailBox:
    """Mails by number, and those that are marked as seen. `password` is the one that is let in; the connection breaks at the
    first word of a command in `breaks`."""

    def __init__(self) -> None:
        box = self
        self.mails: dict[int, bytes] = {}
        self.seen: set[int] = set()
        self.password = "word"
        self.breaks: set[bytes] = set()
        self.logins = 0

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self.wfile.write(b"* OK IMAP4rev1 ready\r\n")
                for line in self.rfile:
                    if not box.answer(line.rstrip(b"\r\n"), self.wfile.write):
                        return

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True

        self._server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"imap://play:word@127.0.0.1:{self._server.server_address[1]}/Games"

    def put(self, raw: bytes) -> int:
        number = len(self.mails) + 1
        self.mails[number] = raw
        return number

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, line: bytes, write) -> bool:  # type: ignore[no-untyped-def]
        tag, _, rest = line.partition(b" ")
        word = rest.split(b" ")[0].upper()
        uid = _UID.match(line)
        if uid:
            word = uid[2].upper()
        if word in self.breaks:
            return False
        done = tag + b" OK done\r\n"
        if word == b"CAPABILITY":
            write(b"* CAPABILITY IMAP4rev1\r\n" + done)
        elif word == b"LOGIN":
            self.logins += 1
            write(done if self.password.encode() in rest else tag + b" NO wrong\r\n")
        elif word == b"SELECT":
            write(b"* 3 EXISTS\r\n" + done if b"Games" in rest else tag + b" NO none\r\n")
        elif word == b"SEARCH":
            unseen = [str(n).encode() for n in self.mails if n not in self.seen]
            write(b" ".join([b"* SEARCH", *unseen]) + b"\r\n" + done)
        elif word == b"FETCH":
            assert uid is not None
            most = _PARTIAL.search(uid[3])
            raw = self.mails[int(uid[3].split(b" ")[0])][: int(most[1]) if most else None]
            write(b"* 1 FETCH (UID 1 BODY[]<0> {%d}\r\n%s)\r\n" % (len(raw), raw) + done)
        elif word == b"STORE":
            assert uid is not None
            self.seen.add(int(uid[3].split(b" ")[0]))
            write(done)
        elif word == b"LOGOUT":
            write(b"* BYE\r\n" + done)
            return False
        else:
            write(tag + b" BAD what\r\n")
        return True
