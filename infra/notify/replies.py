"""Tokens in the addresses that people answer to: who may answer so, at which table, as whom. The From of a mail proves nothing;
these do. Here only their hashes are kept."""

import base64
import hmac
import re
from hashlib import sha256
from typing import Any

import msgspec

from infra.streams import Connections, StoreErrors
from infra.streams.keys import posts_counter_key, reply_tokens_key, taken_in_key

TOKEN_BYTES = 15
TAKEN_FOR = 60 * 24 * 3600
"""Seconds for which it is remembered that a post was taken in."""

COUNTED_FOR = 2 * 3600
HOUR = 3_600_000_000

_TOKEN = re.compile(r"[a-z2-7]{24}")


class Reply(msgspec.Struct, frozen=True, array_like=True):
    """Whom a token is of: the person, the table, who speaks there (`by`), and for which seat where that is not the speaker."""

    person: str
    table: str
    by: int
    seat: int | None


class ReplyTokens:
    """The tokens of an installation. One person, table and seat always have the same; usable from many threads."""

    def __init__(self, connections: Connections, namespace: str, secret: bytes) -> None:
        """`secret` are the installation's bytes that nobody else knows."""
        self._client: Any = connections.writer
        self._namespace = namespace
        self._secret = hmac.digest(secret, b"souls reply tokens", "sha256")

    def token(self, reply: Reply) -> str:
        """The token by which a person answers; 24 letters and digits, all small, since mail may lose the case."""
        told = msgspec.msgpack.encode(reply)
        token = base64.b32encode(hmac.digest(self._secret, told, "sha256")[:TOKEN_BYTES]).decode().lower()
        with StoreErrors("keep a token for replies"):
            self._client.hset(reply_tokens_key(self._namespace), _hashed(token), told)
        return token

    def find(self, token: str) -> Reply | None:
        """Whom a token is of, None for what is no token of ours, or is one no more."""
        wanted = token.strip().lower()
        if not _TOKEN.fullmatch(wanted):
            return None
        with StoreErrors("look a token for replies up"):
            stored = self._client.hget(reply_tokens_key(self._namespace), _hashed(wanted))
        return None if stored is None else msgspec.msgpack.decode(stored, type=Reply)

    def forget(self, person: str) -> None:
        """Let none of a person's tokens be one any more."""
        with StoreErrors("forget tokens for replies"):
            for field, stored in list(self._client.hscan_iter(reply_tokens_key(self._namespace))):
                if msgspec.msgpack.decode(stored, type=Reply).person == person:
                    self._client.hdel(reply_tokens_key(self._namespace), field)

    def is_taken(self, post: str) -> bool:
        """Whether a post was taken in before."""
        with StoreErrors("look a post up"):
            return bool(self._client.exists(taken_in_key(self._namespace, post)))

    def taken(self, post: str) -> None:
        """Remember that a post was taken in."""
        with StoreErrors("remember a post"):
            self._client.set(taken_in_key(self._namespace, post), b"1", ex=TAKEN_FOR)

    def count(self, token: str, now: int) -> int:
        """How many posts came with a token in the hour of `now` (microseconds), this one among them."""
        key = posts_counter_key(self._namespace, _hashed(token.strip().lower()), now // HOUR)
        with StoreErrors("count posts"):
            number = int(self._client.incr(key))
            self._client.expire(key, COUNTED_FOR)
        return number


def _hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()
