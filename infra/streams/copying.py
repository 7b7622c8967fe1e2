"""Whole keys, read at one moment and written again elsewhere: what a backup of everything but the log is made of."""

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

import msgspec

from infra.streams.connection import Connections
from infra.streams.errors import StoreErrors
from infra.streams.keys import all_keys_pattern, installation_key, key_of_parts, key_parts
from infra.streams.scripts import script

SCANNED = 1_000
ITEMS = 1_000
"""Items of a key that are written at once."""

Kind = Literal["string", "hash", "set", "list", "zset", "stream"]
_SINGLE = ("string", "set", "list")


class StoredKey(msgspec.Struct, frozen=True, array_like=True, tag="key"):
    """A key of a group, or part of what is in it. Items: a string's bytes, a set's or list's members, a hash's pairs, a
    sorted set's pairs of member and score, a stream's pairs of id and fields. `last` is a stream's last id, in its last part;
    `expires` in milliseconds."""

    group: str
    rest: str
    kind: Kind
    items: list[Any]
    last: bytes = b""
    expires: int | None = None


def scan_groups(connections: Connections, namespace: str) -> dict[str, list[str]]:
    """The rests of all keys of an installation by their groups, sorted. Of keys that come or go meanwhile some are missing."""
    client: Any = connections.writer
    groups: dict[str, set[str]] = {}
    with StoreErrors(f"list the keys of {namespace}"):
        for key in client.scan_iter(all_keys_pattern(namespace), count=SCANNED):
            group, rest = key_parts(namespace, key.decode())
            groups.setdefault(group, set()).add(rest)
    return {group: sorted(rests) for group, rests in sorted(groups.items())}


def read_whole(connections: Connections, namespace: str, group: str, rests: Sequence[str]) -> Iterator[StoredKey]:
    """Keys of one group, all as they are at one moment, each in one part or more; those that are gone are left out."""
    whole_keys = script(connections.writer, "whole_keys")
    now = time.time_ns() // 1_000_000
    with StoreErrors(f"read keys of {namespace}"):
        reply: Any = whole_keys([key_of_parts(namespace, group, rest) for rest in rests], [])
    for rest, (kind, alive, last, content) in zip(rests, reply, strict=True):
        if kind != b"none":
            expires = None if alive < 0 else now + alive
            items = _items(kind.decode(), content)
            for start in range(0, max(len(items), 1), ITEMS):
                end = start + ITEMS
                behind = last if end >= len(items) else b""
                yield StoredKey(group, rest, kind.decode(), items[start:end], behind, expires)


def write_keys(connections: Connections, namespace: str, stored: Iterable[StoredKey]) -> None:
    """Writes keys, or parts of them, behind what is in them already; they are of one group."""
    client: Any = connections.writer
    pipeline = client.pipeline(transaction=False)
    for one in stored:
        key = key_of_parts(namespace, one.group, one.rest)
        for command in _commands(key, one):
            pipeline.execute_command(*command)
        if one.expires is not None:
            pipeline.execute_command("PEXPIREAT", key, one.expires)
    with StoreErrors(f"write keys of {namespace}"):
        pipeline.execute()


def begin_restore(connections: Connections, namespace: str, digest: str, owner: str) -> bool:
    """Marks an installation as being restored, so that nobody uses it; says whether that had begun before.

    `IntegrityError` where there is an installation, or another backup was begun to be restored.
    """
    with StoreErrors(f"restore installation {namespace}"):
        return bool(script(connections.writer, "restore_begin")([installation_key(namespace)], [digest, owner]))


def end_restore(connections: Connections, namespace: str, owner: str, facts: dict[bytes, bytes]) -> None:
    """Makes the installation one that can be used; with no facts, as if nothing had begun."""
    flat = [part for pair in facts.items() for part in pair]
    with StoreErrors(f"restore installation {namespace}"):
        script(connections.writer, "restore_end")([installation_key(namespace)], [owner, *flat])


def delete_all(connections: Connections, namespace: str) -> None:
    """Deletes all keys of an installation but that of its facts."""
    client: Any = connections.writer
    for group, rests in scan_groups(connections, namespace).items():
        for start in range(0, len(rests), SCANNED):
            keys = [key_of_parts(namespace, group, rest) for rest in rests[start : start + SCANNED]]
            with StoreErrors(f"empty {namespace}"):
                client.unlink(*keys)


def stored_facts(connections: Connections, namespace: str) -> dict[bytes, bytes]:
    """The facts of an installation, secrets included, as they are stored."""
    client: Any = connections.writer
    with StoreErrors(f"read installation {namespace}"):
        facts: dict[bytes, bytes] = client.hgetall(installation_key(namespace))
    return facts


def _items(kind: str, content: list[Any]) -> list[Any]:
    if kind in ("hash", "zset"):
        flat = iter(content)
        return list(zip(flat, flat, strict=True))
    if kind == "stream":
        return [(entry_id, list(fields)) for entry_id, fields in content]
    return content


def _commands(key: str, stored: StoredKey) -> Iterator[tuple[Any, ...]]:
    flat = stored.items if stored.kind in _SINGLE else [part for pair in stored.items for part in pair]
    match stored.kind:
        case "string":
            yield ("SET", key, *flat)
        case "hash":
            yield ("HSET", key, *flat)
        case "set":
            yield ("SADD", key, *flat)
        case "list":
            yield ("RPUSH", key, *flat)
        case "zset":
            yield ("ZADD", key, *(part for member, score in stored.items for part in (score, member)))
        case "stream":
            yield from _stream_commands(key, stored)


def _stream_commands(key: str, stored: StoredKey) -> Iterator[tuple[Any, ...]]:
    if not stored.items:  # all that was in it has been deleted: the key is made by an entry that goes at once
        yield ("XADD", key, stored.last, "x", "")
        yield ("XDEL", key, stored.last)
    for entry_id, fields in stored.items:
        yield ("XADD", key, entry_id, *fields)
    if stored.last:
        yield ("XSETID", key, stored.last)
