"""The embedded server: whoever comes first starts it, whoever leaves last stops it."""

import os
import threading
from multiprocessing.util import Finalize
from pathlib import Path
from types import TracebackType
from typing import Self

from infra.embedded.addresses import socket_url
from infra.embedded.errors import explained
from infra.embedded.folder import Folder
from infra.embedded.launch import lost_tail
from infra.embedded.membership import Joined, join, leave


class EmbeddedServer:
    """A client's hold on the server of one data folder; use `attach`, and `close` or `with`.

    Every `attach` is one client, also within one process. A client that is killed stops counting when it
    dies; a server that is thereby left without any goes on, and is taken over by the next to attach. A
    forked child is no client until it attaches itself, and there `close` on its parent's hold does
    nothing.
    """

    def __init__(self, folder: Folder, joined: Joined, patience: float) -> None:
        self.data = folder.path
        self.url = socket_url(folder.socket)
        self.pid = joined.pid
        self.joined = joined
        self._folder = folder
        self._patience = patience
        self._process = os.getpid()
        self._closing = threading.RLock()
        self._closed = False
        # Not `atexit`, which children of `multiprocessing` skip before Python 3.13; this runs in both,
        # and the priority says: after one's own children have been waited for.
        self._at_exit = Finalize(None, self.close, exitpriority=-100)

    @classmethod
    def attach(cls, data: Path, *, patience: float = 30.0) -> Self:
        """Attach to the server on the folder `data`, starting it if none runs; ready for use on return.

        `patience` is how many seconds others, or a server that does not answer, are waited for; one that is
        loading its data is waited for without limit. All failures are `EmbeddedServerError`.
        """
        folder = Folder(Path(data))
        try:
            with explained(folder.path), folder.my_turn(patience):
                folder.clients.share()
                try:
                    joined = join(folder, patience)
                except BaseException:
                    leave(folder, patience)
                    raise
        except BaseException:
            folder.close()
            raise
        return cls(folder, joined, patience)

    @property
    def warning(self) -> str | None:
        """A sentence where the server found the end of its file torn when it was started; nobody was told of such a write,
        unless the file was damaged by other hands."""
        said = lost_tail(self._folder)
        return said and f"The end of the data in {self.data} was torn and has been cut off ({said})."

    def close(self) -> None:
        """Detach; the last one out shuts the server down and waits until it is gone. Twice is once."""
        if self._process != os.getpid():
            return
        with self._closing:
            if self._closed:
                return
            self._closed = True
            self._at_exit.cancel()
            try:
                with explained(self.data), self._folder.my_turn(self._patience):
                    leave(self._folder, self._patience)
            finally:
                self._folder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
