"""Tokens: what a person shows instead of a password. They are random, and only their keyed hash is kept.

A **person** may do with one all that is theirs, an **operator** what concerns the whole installation too. A **recovery** code
gives a new token, once: there is no mailbox that could be asked. What stands in the addresses that people answer to by mail is
another thing (`infra.notify.replies`).

The hash is an HMAC under a secret of the installation. That lies in the store: whoever has only the rows of tokens cannot try
what hashes to them, and whoever has the whole store has 120 random bits or more to guess.
"""

import base64
import hmac
import re
import secrets
from threading import Lock
from typing import Any, Literal, NamedTuple

import msgspec

from infra.bots import bot_of
from infra.clock import Clock, now
from infra.key_seal import KeySeal, Missing
from infra.keyring import Keyring
from infra.people.token_rows import Label, TokenRow, TokenRows, read_row
from infra.streams import Connections, token_secret

Scope = Literal["person", "operator", "recovery"]

PREFIX = "souls_"
RECOVERY_CODES = 6
MOST_TOKENS = 100
"""Tokens of scope person and operator that a person has at most."""

HOUR = 3_600_000_000
LONGEST_TOKEN = 100
USES_REMEMBERED = 10_000

_RECOVERY_BYTES = 15
_RECOVERY = re.compile(r"[a-z2-7]{24}")
_GROUP = 6


class TokenError(Exception):
    """A token that there cannot be; the message is one sentence."""


class Bearer(msgspec.Struct, frozen=True):
    """Who showed a token, and what it is good for."""

    person: str
    scope: Scope
    token_id: str
    expires: int | None = None


class RowPlace(NamedTuple):
    """Where a row lies: a hash, and the field in it."""

    key: str
    field: str


class Token(msgspec.Struct, frozen=True):
    """What is told of a token: all but itself. Times in microseconds; `used` to the hour, None where it never was."""

    id: str
    scope: Scope
    label: str
    issued: int
    expires: int | None
    used: int | None


class Tokens:
    """All tokens. Usable from many threads and processes; what one of them revokes, no other takes any more."""

    def __init__(self, connections: Connections, namespace: str, keyring: Keyring, clock: Clock = now) -> None:
        self._rows = TokenRows(connections, namespace)
        self._secret = token_secret(connections.writer, namespace)
        self._seal = KeySeal(keyring)
        self._clock = clock
        self._noted: dict[str, int] = {}
        self._guard = Lock()

    # --- Giving -------------------------------------------------------------------------------------------------------

    def issue(
        self,
        person: str,
        *,
        label: str = "",
        scope: Literal["person", "operator"] = "person",
        expires: int | None = None,
    ) -> str:
        """A new token of a person, told this once. `expires` is a time (microseconds).

        `ForgottenError` for a person who was forgotten; `TokenError` for a bot, a label that is too long, a time that is over,
        and a person with too many tokens.
        """
        if sum(row.scope in ("person", "operator") for row in self._fresh_rows(person).values()) >= MOST_TOKENS:
            raise TokenError(f"A person has at most {MOST_TOKENS} tokens: revoke one first.")
        return self._issue(person, PREFIX + secrets.token_urlsafe(32), scope, label, expires)

    def issue_recovery(self, person: str, count: int = RECOVERY_CODES) -> list[str]:
        """New recovery codes of a person, told this once; those from before are worth nothing any more."""
        old = [token_id for token_id, row in self._rows.of(person).items() if row.scope == "recovery"]
        codes = [self._issue(person, _base32(_RECOVERY_BYTES), "recovery", "", None) for _ in range(count)]
        self._rows.drop(person, old)
        return ["-".join(code[i : i + _GROUP] for i in range(0, len(code), _GROUP)) for code in codes]

    # --- Taking -------------------------------------------------------------------------------------------------------

    def check(self, token: str) -> Bearer | None:
        """Who shows this token, of a person or an operator; None for what is none, or none any more."""
        row = self.row_of(token)
        return None if row is None else self.judged(token, self._rows.stored(row.field))

    def row_of(self, token: str) -> "RowPlace | None":
        """Where the row of a person's or an operator's token lies, if it is one, for those who read it by a client of their
        own; None for what cannot be such a token."""
        if len(token) > LONGEST_TOKEN or not token.startswith(PREFIX) or not token.isascii():
            return None
        return RowPlace(self._rows.key, self._hashed(token)[0])

    def judged(self, token: str, stored: bytes | None) -> Bearer | None:
        """Who shows this token, by what lies at its place; None as for `check`."""
        bearer = self._bearer(token, stored)
        return bearer if bearer is not None and bearer.scope in ("person", "operator") else None

    def recover(self, code: str, label: str = "") -> str | None:
        """Give up a recovery code for a new token of a person; None for what is no code, or was used before."""
        plain = "".join(code.replace("-", " ").split()).lower() if len(code) <= LONGEST_TOKEN else ""
        bearer = self._found(plain) if _RECOVERY.fullmatch(plain) else None
        if bearer is None or bearer.scope != "recovery" or not self._rows.drop(bearer.person, [bearer.token_id]):
            return None
        return self.issue(bearer.person, label=label)

    def name_of(self, kind: str, person: str, given: str) -> str:
        """A name of 12 letters and digits for something of a kind that a person asks for under an id: the same for the same id,
        and none that anybody else could make."""
        told = "\0".join((kind, person, given)).encode()
        return base64.b32encode(hmac.digest(self._secret, b"souls name " + told, "sha256"))[:12].decode().lower()

    # --- Looking and taking back --------------------------------------------------------------------------------------

    def tokens_of(self, person: str) -> list[Token]:
        """What there is to tell of a person's tokens, the oldest first."""
        rows = self._rows.of(person)
        uses = self._rows.uses(list(rows))
        told = [self._told(token_id, row, uses.get(token_id)) for token_id, row in rows.items()]
        return sorted(told, key=lambda token: (token.issued, token.id))

    def revoke(self, person: str, token_id: str) -> bool:
        """Take a token back; false where the person has none of that id."""
        row = self._rows.get(token_id)
        return row is not None and row.person == person and bool(self._rows.drop(person, [token_id]))

    def revoke_all(self, person: str) -> int:
        """Take all of a person's tokens back; returns how many there were."""
        return self._rows.drop(person, list(self._rows.of(person)))

    def forget(self, person: str) -> None:
        """Forget that a person had tokens."""
        self._rows.forget(person)

    # ------------------------------------------------------------------------------------------------------------------

    def _issue(self, person: str, token: str, scope: Scope, label: str, expires: int | None) -> str:
        at = self._clock()
        if bot_of(person) is not None:
            raise TokenError(f"{person} is a bot, which needs no token.")
        if expires is not None and expires <= at:
            raise TokenError("The time at which this token would expire is over.")
        try:
            msgspec.convert(label, Label)
        except msgspec.ValidationError as error:
            raise TokenError(f"This cannot be a token's label: {error}.") from error
        token_id, digest = self._hashed(token)
        # Sealing comes first: who was forgotten gets no token.
        sealed = self._seal.seal(person, _place(token_id), label.encode())
        self._rows.put(token_id, TokenRow(person, scope, digest, at, expires, sealed))
        return token

    def _found(self, token: str) -> Bearer | None:
        return self._bearer(token, self._rows.stored(self._hashed(token)[0]))

    def _bearer(self, token: str, stored: bytes | None) -> Bearer | None:
        token_id, digest = self._hashed(token)
        row = None if stored is None else read_row(token_id, stored)
        if row is None or not hmac.compare_digest(row.digest, digest) or self._is_over(row):
            return None
        if self._seal.has_forgotten(row.person):  # and forgetting was interrupted
            return None
        self._note_use(token_id)
        return Bearer(row.person, row.scope, token_id, row.expires)

    def _hashed(self, token: str) -> tuple[str, bytes]:
        """A token's id, by which it is found, and all of its hash, which is compared in a time that tells nothing."""
        digest = hmac.digest(self._secret, b"souls token " + token.encode(), "sha256")
        return digest[:8].hex(), digest

    def _is_over(self, row: TokenRow) -> bool:
        return row.expires is not None and row.expires <= self._clock()

    def _fresh_rows(self, person: str) -> dict[str, TokenRow]:
        """A person's tokens; those that have expired are thrown away."""
        rows = self._rows.of(person)
        over = [token_id for token_id, row in rows.items() if self._is_over(row)]
        self._rows.drop(person, over)
        return {token_id: row for token_id, row in rows.items() if token_id not in over}

    def _note_use(self, token_id: str) -> None:
        """Write down the hour, once in each process: not every request is worth a write."""
        hour = self._clock() // HOUR
        with self._guard:
            if self._noted.get(token_id) == hour:
                return
            if len(self._noted) >= USES_REMEMBERED:
                self._noted.clear()
            self._noted[token_id] = hour
        self._rows.note_use(token_id, hour)

    def _told(self, token_id: str, row: TokenRow, hour: int | None) -> Token:
        label: Any = self._seal.open(row.label, _place(token_id))
        text = "" if isinstance(label, Missing) else label.decode("utf-8", "replace")
        used = None if hour is None else hour * HOUR
        return Token(token_id, row.scope, text, row.issued, row.expires, used)


def _base32(size: int) -> str:
    return base64.b32encode(secrets.token_bytes(size)).decode().lower()


def _place(token_id: str) -> tuple[object, ...]:
    return ("souls token", token_id)
