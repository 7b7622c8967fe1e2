"""A line to a server that is cut at a chosen moment."""

import select
import socket
import threading
from pathlib import Path

BEFORE, AFTER = "before", "after"


class CuttingLine:
    """A socket before a server's. Once armed with some bytes, it cuts the connection at the next request that holds them:
    `BEFORE` the server gets it, or `AFTER` the server has answered and before the client hears."""

    def __init__(self, path: Path, target: Path) -> None:
        self.url = f"unix://{path}"
        self._target = str(target)
        self._armed: list[tuple[bytes, str]] = []
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def arm(self, marker: bytes, when: str) -> None:
        self._armed.append((marker, when))

    @property
    def is_spent(self) -> bool:
        """Whether all that was armed has happened."""
        return not self._armed

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
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
            cutting = False
            while True:
                ready, _, _ = select.select([client, server], [], [])
                for source in ready:
                    data = source.recv(1 << 20)
                    if not data or (source is server and cutting):
                        return
                    if source is client and self._armed and self._armed[0][0] in data:
                        cutting = True
                        if self._armed.pop(0)[1] == BEFORE:
                            return
                    (server if source is client else client).sendall(data)
