"""People's free texts (T-60): sealed under their writer's key, opened as long as that key is there.

A text is sealed with its table's id and its hash as associated data: at another table or under another hash it does not
open. The log's hash has the last word on what a text says.
"""

import secrets
from collections.abc import Iterator

import msgspec

from domain.table.refusals import Refusal
from domain.table.writings import SALT_SIZE, Writing, as_text
from infra.key_seal import KeySeal, Missing, RandomBytes
from infra.keyring import Keyring, KeysAwayError
from infra.ledger import Ledger
from infra.streams import DamagedTextError, SealedText, Texts

__all__ = ["Missing", "WritingStore", "Written"]


class Written(msgspec.Struct, frozen=True):
    """A text that is there, and who wrote it."""

    person: str
    writing: Writing


class WritingStore:
    """The texts of all tables. Usable from many threads.

    `PersistenceError` where the store, and `KeyringError` where the keyring does not do what it should. Whether there is
    such a table is not asked: a text may come before the record that names it.
    """

    def __init__(self, ledger: Ledger, keyring: Keyring, random_bytes: RandomBytes = secrets.token_bytes) -> None:
        self._ledger = ledger
        self._keyring = keyring
        self._seal = KeySeal(keyring, random_bytes)

    def write(self, table_id: str, person: str, text: str) -> str:
        """Keep a new text of a person and return its hash, for the log.

        `Refusal` for what is no text (T-60), `ForgottenError` for a person who was forgotten.
        """
        return self.take_in(table_id, person, Writing(self._seal.random_bytes(SALT_SIZE), as_text(text)))

    def take_in(self, table_id: str, person: str, writing: Writing) -> str:
        """Keep a text that was written elsewhere, and return its hash. What is here already stays, unless it is unreadable.

        `ForgottenError` for a person who was forgotten; `KeysAwayError` for who wrote before, under a key that is not here.
        """
        text_hash, texts = writing.hash, self._texts(table_id)
        if self._keyring.find(person) is None and any(self.written_by(person)):
            raise KeysAwayError(self._keyring.away(person))
        sealed = self._seal.seal(person, _place(table_id, text_hash), writing.salt + writing.text.encode())
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

    def written_by(self, person: str) -> Iterator[tuple[str, str, Written | Missing]]:
        """All texts of a person: the table, the hash, and the text or why it is not there."""
        for partition in self._ledger.partitions:
            recorder = partition.recorder
            texts = Texts(recorder.connections, recorder.keys)
            for table_id, stored in texts.read_tables(list(recorder.scan_tables())):
                for text_hash, sealed in stored.items():
                    if sealed is not None and sealed.person == person:
                        yield table_id, text_hash, self._open(table_id, text_hash, sealed)

    def _texts(self, table_id: str) -> Texts:
        recorder = self._ledger.partition(table_id).recorder
        return Texts(recorder.connections, recorder.keys)

    def _open(self, table_id: str, text_hash: str, sealed: SealedText) -> Written | Missing:
        plain = self._seal.open(sealed, _place(table_id, text_hash))
        if isinstance(plain, Missing):
            return plain
        try:
            writing = Writing(plain[:SALT_SIZE], plain[SALT_SIZE:].decode())
        except (ValueError, Refusal):
            return Missing("unreadable")
        return Written(sealed.person, writing) if writing.is_of(text_hash) else Missing("unreadable")


def _place(table_id: str, text_hash: str) -> tuple[object, ...]:
    return ("souls text", table_id, text_hash)
