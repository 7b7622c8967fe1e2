"""Tokens in the addresses that people answer to: who may answer so, at which table, as whom. The From of a mail proves nothing;
these do. Here only their hashes are kept.

A token is good as long as the address that it was sent to is its person's, for thirty days after it was sent there last, until
the person has all of theirs renewed.
"""

import base64
import hmac
import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec

from infra.clock import Clock
from infra.people.profile import Profile
from infra.streams import Connections, StoreErrors
from infra.streams.keys import asked_counter_key, posts_counter_key, reply_token_key, taken_in_key

TOKEN_BYTES = 15
CODE_LETTERS = 12
TAKEN_FOR = 60 * 24 * 3600
"""Seconds for which it is remembered that a post was taken in."""

GOOD_FOR, REMEMBERED_FOR = 30 * 24 * 3600, 180 * 24 * 3600
"""Seconds for which a token is good after it was sent last, and for which it is remembered whose it was."""

COUNTED_FOR = 2 * 3600
HOUR, SECOND = 3_600_000_000, 1_000_000

_TOKEN = re.compile(r"[a-z2-7]{24}")
_BETWEEN = re.compile(r"[\s-]+")

Profiles = Callable[[str], Profile | None]


class Reply(msgspec.Struct, frozen=True, array_like=True):
    """Whom a token is of: the person, the table, who speaks there (`by`), for which seat where that is not the speaker, to
    which address (its id) it was sent, and at which version the speaker took the seat (0: speaks by an office).

    Without a table it confirms the address, and does nothing else.
    """

    person: str
    table: str
    by: int
    seat: int | None
    address: str
    since: int = 0


def confirming(person: str, address_id: str) -> Reply:
    """Whose token confirms an address."""
    return Reply(person, "", 0, None, address_id)


class _Kept(msgspec.Struct, frozen=True, array_like=True):
    """What is kept of a token, until when it is good (microseconds)."""

    reply: Reply
    until: int


class ReplyTokens:
    """The tokens of an installation. One person, address, table and seat have the same until it is renewed; usable from many
    threads."""

    def __init__(
        self, connections: Connections, namespace: str, secret: bytes, profiles: Profiles, clock: Clock
    ) -> None:
        """`secret` are the installation's bytes that nobody else knows."""
        self._client: Any = connections.writer
        self._namespace = namespace
        self._secret = hmac.digest(secret, b"souls reply tokens", "sha256")
        self._profiles = profiles
        self._clock = clock

    def token(self, reply: Reply) -> str:
        """The token by which a person answers, good from now on; 24 letters and digits, all small, since mail may lose the
        case. Empty where the address is not, or not for sure, the person's."""
        token = self._made(reply)
        if token:
            kept = msgspec.msgpack.encode(_Kept(reply, self._clock() + GOOD_FOR * SECOND))
            with StoreErrors("keep a token for replies"):
                self._client.set(reply_token_key(self._namespace, _hashed(token)), kept, ex=REMEMBERED_FOR)
        return token

    def find(self, token: str) -> Reply | None:
        """Whom a token is of, None for what is no token of ours, or is one no more."""
        wanted = token.strip().lower()
        kept = self._kept(wanted)
        if kept is None:
            return None
        is_good = self._clock() < kept.until and hmac.compare_digest(self._made(kept.reply), wanted)
        return kept.reply if is_good else None

    def whose(self, token: str) -> Reply | None:
        """Whom a token is of, or was when it was good, as far as that is remembered. It gives no right to anything."""
        kept = self._kept(token.strip().lower())
        return None if kept is None else kept.reply

    def _kept(self, token: str) -> _Kept | None:
        if not _TOKEN.fullmatch(token):
            return None
        with StoreErrors("look a token for replies up"):
            stored = self._client.get(reply_token_key(self._namespace, _hashed(token)))
        return None if stored is None else msgspec.msgpack.decode(stored, type=_Kept)

    def is_code(self, person: str, address_id: str, code: str) -> bool:
        """Whether this is the code that was sent to an address to confirm it, however it is typed."""
        token = self._made(confirming(person, address_id))
        typed = _BETWEEN.sub("", code).lower()
        is_right = bool(token) and hmac.compare_digest(token[:CODE_LETTERS].encode(), typed.encode("utf-8", "replace"))
        return is_right and self.find(token) is not None

    def _made(self, reply: Reply) -> str:
        """The token as it is now, of what is known now of the person; empty where the address is not theirs."""
        profile = self._profiles(reply.person)
        address = None if profile is None else profile.address(reply.address)
        if profile is None or address is None or not (address.is_usable or not reply.table):
            return ""
        told = msgspec.msgpack.encode((reply, address.url, profile.replies_renewed))
        return base64.b32encode(hmac.digest(self._secret, told, "sha256")[:TOKEN_BYTES]).decode().lower()

    # --- Counting -----------------------------------------------------------------------------------------------------

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
        return self._counted(posts_counter_key(self._namespace, _hashed(token.strip().lower()), now // HOUR))

    def count_asked(self, what: str, now: int) -> int:
        """How many confirmations were asked for by a person, or of a mailbox, in the hour of `now`, this one among them."""
        name = hmac.digest(self._secret, what.encode("utf-8", "replace"), "sha256").hex()[:32]
        return self._counted(asked_counter_key(self._namespace, name, now // HOUR))

    def _counted(self, key: str) -> int:
        with StoreErrors("count posts"):
            number = int(self._client.incr(key))
            self._client.expire(key, COUNTED_FOR)
        return number


def code_of(token: str) -> str:
    """What somebody types to confirm an address, of the token that was sent there."""
    return "-".join(token[at : at + 4] for at in range(0, CODE_LETTERS, 4))


def _hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()
