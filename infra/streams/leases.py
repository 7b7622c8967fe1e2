"""Leases: of several processes one alone does something, for a while; where it dies, another takes over when that is over."""

import secrets

from infra.streams.connection import Connections
from infra.streams.errors import StoreErrors
from infra.streams.keys import lease_key
from infra.streams.scripts import script


class Lease:
    """One lease, as one process sees it. Two may believe that they hold it for a moment, where one is very slow: what they do
    must bear being done twice."""

    def __init__(self, connections: Connections, namespace: str, name: str, milliseconds: int) -> None:
        self._key = lease_key(namespace, name)
        self._name = name
        self._milliseconds = milliseconds
        self._holder = secrets.token_hex(16)
        self._take_script = script(connections.writer, "lease")

    def take(self) -> bool:
        """Take the lease, or renew one's own; false where another holds it."""
        return self._run(self._milliseconds)

    def give_back(self) -> None:
        """Let another take it at once, where it is one's own."""
        self._run(1)

    def _run(self, milliseconds: int) -> bool:
        with StoreErrors(f"take the lease of {self._name}"):
            return bool(self._take_script([self._key], [self._holder, milliseconds]))
