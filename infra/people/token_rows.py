"""How tokens are stored: rows by the token's id, beside them each person's ids, and when which token was last used."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from eventsourcing.persistence import DatabaseError, IntegrityError
from msgspec import Meta

from infra.streams import Connections, PeopleKeys, Rows, SealedText, StoreErrors

Label = Annotated[str, Meta(max_length=60, pattern=r"^[^\x00-\x1f\x7f-\x9f\ud800-\udfff]*$(?!\n)")]


class TokenRow(msgspec.Struct, frozen=True, array_like=True):
    """A token without itself: `digest` is its keyed hash, `label` is sealed under its person's key."""

    person: str
    scope: Literal["person", "operator", "recovery"]
    digest: bytes
    issued: int
    expires: int | None
    label: SealedText

    def __repr__(self) -> str:
        return f"TokenRow({self.person}, {self.scope})"


class TokenRows:
    """All rows of tokens. A person's list of ids is written before the row and cleaned after it, so that it names all."""

    def __init__(self, connections: Connections, namespace: str) -> None:
        self._keys = PeopleKeys(namespace)
        self._client: Any = connections.writer
        self._rows = Rows(connections, self._keys.tokens, "tokens")
        self._uses = Rows(connections, self._keys.token_uses, "uses of tokens")

    def put(self, token_id: str, row: TokenRow) -> None:
        """Adds a row; `IntegrityError` where there is one of that id."""
        with StoreErrors("keep a token"):
            self._client.sadd(self._keys.tokens_of(row.person), token_id)
        if not self._rows.put({token_id: msgspec.msgpack.encode(row)}, {}):
            raise IntegrityError("There is a token of the same id: ask again.")

    @property
    def key(self) -> str:
        """The hash that the rows are in."""
        return self._keys.tokens

    def stored(self, token_id: str) -> bytes | None:
        """A row as it is stored, None where there is none."""
        return self._rows.get(token_id)

    def get(self, token_id: str) -> TokenRow | None:
        """A row, None where there is none; `DatabaseError` for one that is not readable."""
        stored = self.stored(token_id)
        return None if stored is None else read_row(token_id, stored)

    def of(self, person: str) -> dict[str, TokenRow]:
        """A person's rows by their ids."""
        rows = self._rows.get_many(self._ids(person))
        found = {token_id: read_row(token_id, stored) for token_id, stored in rows.items()}
        return {token_id: row for token_id, row in found.items() if row.person == person}

    def drop(self, person: str, ids: Sequence[str]) -> int:
        """Deletes rows of a person; returns how many there were."""
        if not ids:
            return 0
        count = self._rows.drop(ids)
        self._uses.drop(ids)
        with StoreErrors("forget tokens"):
            self._client.srem(self._keys.tokens_of(person), *ids)
        return count

    def forget(self, person: str) -> None:
        """Deletes everything of a person, readable or not."""
        self.drop(person, self._ids(person))

    def uses(self, ids: Sequence[str]) -> dict[str, int]:
        """The hours in which tokens were last used."""
        return {token_id: int(hour) for token_id, hour in self._uses.get_many(ids).items()}

    def note_use(self, token_id: str, hour: int) -> None:
        """Writes down the hour in which a token was used."""
        self._uses.set(token_id, b"%d" % hour)

    def _ids(self, person: str) -> list[str]:
        with StoreErrors("read the tokens"):
            members = self._client.smembers(self._keys.tokens_of(person))
        return sorted(member.decode("ascii", "replace") for member in members)


def read_row(token_id: str, stored: bytes) -> TokenRow:
    """A row; `DatabaseError` for one that is not readable."""
    try:
        return msgspec.msgpack.decode(stored, type=TokenRow)
    except msgspec.DecodeError as error:
        raise DatabaseError(f"Token {token_id} is not readable.") from error
