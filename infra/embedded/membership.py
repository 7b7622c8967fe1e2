"""Joining and leaving the clients of a folder's server; both only within one's turn."""

import os
import time
from typing import NamedTuple

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError, RedisError
from redis.retry import Retry

from infra.embedded.addresses import choose_socket, clear_socket, socket_url
from infra.embedded.errors import EmbeddedServerError
from infra.embedded.folder import POLL_SECONDS, Folder, check_room, check_whole, sync_folder
from infra.embedded.launch import collect, last_end, last_words, reap, start, terminate

REPLY_SECONDS = 2.0  # for one question; a question is repeated as long as there is patience


class Joined(NamedTuple):
    """A server's process; whether it was started for that, and if so the exit code of the one before, where that is known."""

    pid: int
    started: bool
    ended: int | None


def join(folder: Folder, patience: float) -> Joined:
    """Be sure of a server that answers, starting one if none lives.

    A server that is loading its data says so, and is waited for without limit. One that is just dying,
    killed or told to stop, is seen off first.
    """
    reap()
    started = False
    deadline = time.monotonic() + patience
    while True:
        if not folder.has_server():
            if started:
                raise EmbeddedServerError(f"The server on {folder.path} died at its start ({last_words(folder)}).")
            _start(folder)
            started = True
        try:
            pid = _greet(folder)
        except BusyLoadingError:
            deadline = time.monotonic() + patience
        except RedisError as error:
            if time.monotonic() > deadline:
                raise EmbeddedServerError(
                    f"The server on {folder.path} has not answered for {patience:g} seconds ({error})."
                ) from error
        else:
            return Joined(pid, started, last_end(folder) if started else None)
        time.sleep(POLL_SECONDS)


def leave(folder: Folder, patience: float) -> None:
    """Stop counting as a client; the last one shuts the server down and sees it gone."""
    try:
        if folder.clients.try_alone() and folder.has_server():
            _stop(folder, patience)
    finally:
        folder.clients.release()
        reap()


def _start(folder: Folder) -> None:
    check_room(folder.path)
    check_whole(folder.path)
    collect(folder)
    socket = choose_socket(folder.path)
    clear_socket(socket)
    folder.socket = socket
    start(folder, socket)


def _greet(folder: Folder) -> int:
    with _client(folder) as client:
        client.ping()
        served = client.config_get("dir")["dir"]
        pid = int(client.info("server")["process_id"])
    if not os.path.samefile(served, folder.path):
        raise EmbeddedServerError(f"The socket {folder.socket} leads to a server on {served} instead.")
    # The server syncs what it writes, but not the name of the folder it writes to.
    sync_folder(folder.path)
    return pid


def _stop(folder: Folder, patience: float) -> None:
    try:
        with _client(folder) as client:
            client.info("server")  # `shutdown` takes a refused connection for success
            client.shutdown(nosave=True)  # the append-only file is written and synced all the same
    except RedisError:
        terminate(folder)
    deadline = time.monotonic() + patience
    while folder.has_server():
        if time.monotonic() > deadline:
            raise EmbeddedServerError(f"The server on {folder.path} has not stopped within {patience:g} seconds.")
        time.sleep(POLL_SECONDS)
    collect(folder)


def _client(folder: Folder) -> Redis:
    return Redis.from_url(
        socket_url(folder.socket),
        socket_timeout=REPLY_SECONDS,
        socket_connect_timeout=REPLY_SECONDS,
        retry=Retry(NoBackoff(), 0),
        decode_responses=True,
    )
