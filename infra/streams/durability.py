"""Whether a server that somebody else runs keeps what it acknowledges."""

from typing import Any

from redis import exceptions as client_errors

from infra.streams.connection import Connections

WANTED = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}


def durability_warnings(connections: Connections) -> list[str]:
    """A sentence for each setting with which the server may lose what it has acknowledged; none where all is well, or where
    the server does not let us ask."""
    client: Any = connections.writer
    warnings: list[str] = []
    for name, wanted in WANTED.items():
        try:
            found = client.config_get(name)
        except (client_errors.RedisError, client_errors.RedisClusterException):
            return warnings
        value = found.get(name, found.get(name.encode()))
        text = value.decode() if isinstance(value, bytes) else value
        if text is not None and text != wanted:
            warnings.append(f"The server may lose what it has acknowledged: its {name} is {text}, not {wanted}.")
    return warnings
