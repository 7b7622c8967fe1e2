"""Listening: one worker's socket, or for each of several one of its own, among which the system spreads who connects."""

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

BACKLOG = 2_048


class ListenError(Exception):
    """Nobody can listen there; the message is one sentence."""


class OwnSocket(socket.socket):
    """A socket that becomes, in the worker that it travels to, another one at the same address.

    Of workers that share one socket, whoever wakes first takes all who wait there, and may have everybody to itself.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        host, port = self.getsockname()[:2]
        return _own, (host, port)


@contextmanager
def listening(host: str, port: int, workers: int) -> Iterator[socket.socket]:
    """A socket at `host` and `port` (0: any free one) for so many workers. `ListenError` where nobody can listen there.

    Whoever connects waits for a worker that is alone; of several, each listens as soon as it is ready, and nobody before.
    """
    try:
        made = socket.socket(_family(host))
        _bind(made, host, port)
        made.listen(BACKLOG)  # alone: a port that workers share would else be shared with another service too
        if workers > 1 and _is_spread():
            host, port = made.getsockname()[:2]
            made.close()
            made = _own(host, port)
    except OSError as error:
        raise ListenError(f"Nobody can listen at {host}, port {port}: {error.strerror or error}.") from error
    with made:
        made.set_inheritable(True)
        yield made


def _own(host: str, port: int) -> OwnSocket:
    made = OwnSocket(_family(host))
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    _bind(made, host, port)
    return made


def _bind(made: socket.socket, host: str, port: int) -> None:
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
    except OSError:
        made.close()
        raise


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _is_spread() -> bool:
    """Whether the system spreads connections among sockets at one address; elsewhere the newest may get them all."""
    return sys.platform == "linux"
