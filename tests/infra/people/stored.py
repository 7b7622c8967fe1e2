"""Everything that a store holds under a namespace, past everything that guards it."""

from typing import Any

from tests.infra.house import House


def holds(house: House, text: str) -> list[bytes]:
    """The keys in which a text can be read as it is."""
    needle, client = text.encode(), house.client
    keys = client.scan_iter(f"*{house.namespace}*", count=1000)
    return sorted(key for key in keys if needle in key + _values(client, key))


def _values(client: Any, key: bytes) -> bytes:
    match client.type(key):
        case b"string":
            return bytes(client.get(key))
        case b"hash":
            return b" ".join(part for pair in client.hgetall(key).items() for part in pair)
        case b"set":
            return b" ".join(client.smembers(key))
        case b"stream":
            return repr(client.execute_command("XRANGE", key, "-", "+")).encode()
        case kind:
            raise AssertionError(kind)
