"""People's free texts (T-60): sealed under their writer's key, opened as long as that key is there.

A text is sealed with its table's id and its hash as associated data: at another table or under another hash it does not
open. The log's hash has the last word on what a text says.
"""

import secrets
from collections.abc import Callable
from typing import Literal

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from domain.table.canonical import encode
from domain.table.refusals import Refusal
from domain.table.writings import SALT_SIZE, Writing
from infra.keyring import ForgottenError, Keyring
from infra.ledger import Ledger
from infra.streams import DamagedTextError, SealedText, Texts
from infra.streams.texts import NONCE_SIZE

RandomBytes = Callable[[int], bytes]


class Written(msgspec.Struct, frozen=True):
    """A text that is there, and who wrote it."""

    person: str
    writing: Writing


class Missing(msgspec.Struct, frozen=True):
    """Why there is no text: there never was one here; its writer was forgotten; or it cannot be opened, because its writer's
    key is not here or is another one, or because what is stored was changed."""

    reason: Literal["not here", "forgotten", "unreadable"]


class WritingStore:
    """The texts of all tables. Usable from many threads.

    `PersistenceError` where the store, and `KeyringError` where the keyring does not do what it should. Whether there is
    such a table is not asked: a text may come before the record that names it.
    """

    def __init__(self, ledger: Ledger, keyring: Keyring, random_bytes: RandomBytes = secrets.token_bytes) -> None:
        self._ledger = ledger
        self._keyring = keyring
        self._random_bytes = random_bytes

    def write(self, table_id: str, person: str, text: str) -> str:
        """Keep a new text of a person and return its hash, for the log.

        `Refusal` for what is no text (T-60), `ForgottenError` for a person who was forgotten.
        """
        return self.take_in(table_id, person, Writing(self._random_bytes(SALT_SIZE), text))

    def take_in(self, table_id: str, person: str, writing: Writing) -> str:
        """Keep a text that was written elsewhere, and return its hash. What is here already stays, unless it is unreadable.

        `ForgottenError` for a person who was forgotten.
        """
        text_hash, texts = writing.hash, self._texts(table_id)
        sealed = self._seal(table_id, person, writing)
        if not texts.put(table_id, text_hash, sealed) and self.read(table_id, text_hash) == Missing("unreadable"):
            texts.replace(table_id, text_hash, sealed)
        return text_hash

    def read(self, table_id: str, text_hash: str) -> Written | Missing:
        """The text that a table's log means by a hash, or why it is not there."""
        try:
            sealed = self._texts(table_id).get(table_id, text_hash)
        except DamagedTextError:
            return Missing("unreadable")
        return Missing("not here") if sealed is None else self._open(table_id, text_hash, sealed)

    def remove(self, table_id: str, text_hash: str) -> None:
        """Throw a text away that no record names, since what it was written for has not happened."""
        self._texts(table_id).remove(table_id, text_hash)

    def read_all(self, table_id: str) -> dict[str, Written | Missing]:
        """All of a table's texts by their hashes, also those that no record names."""
        return {
            text_hash: Missing("unreadable") if sealed is None else self._open(table_id, text_hash, sealed)
            for text_hash, sealed in self._texts(table_id).read_all(table_id).items()
        }

    def _texts(self, table_id: str) -> Texts:
        recorder = self._ledger.partition(table_id).recorder
        return Texts(recorder.connections, recorder.keys)

    def _seal(self, table_id: str, person: str, writing: Writing) -> SealedText:
        cipher, nonce = ChaCha20Poly1305(self._keyring.key(person)), self._random_bytes(NONCE_SIZE)
        plain = writing.salt + writing.text.encode()
        return SealedText(person, nonce, cipher.encrypt(nonce, plain, _bound_to(table_id, writing.hash)))

    def _open(self, table_id: str, text_hash: str, sealed: SealedText) -> Written | Missing:
        try:
            key = self._keyring.find(sealed.person)
        except ForgottenError:
            return Missing("forgotten")
        if key is None:
            return Missing("unreadable")
        try:
            plain = ChaCha20Poly1305(key).decrypt(sealed.nonce, sealed.ciphertext, _bound_to(table_id, text_hash))
            writing = Writing(plain[:SALT_SIZE], plain[SALT_SIZE:].decode())
        except (InvalidTag, ValueError, Refusal):
            return Missing("unreadable")
        return Written(sealed.person, writing) if writing.is_of(text_hash) else Missing("unreadable")


def _bound_to(table_id: str, text_hash: str) -> bytes:
    return encode(("souls text", table_id, text_hash))
