"""Sealing under a person's own key: what is sealed so is gone when that key is destroyed, wherever copies of it lie."""

import secrets
from collections.abc import Callable
from typing import Literal

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from domain.table.canonical import encode
from infra.keyring import ForgottenError, Keyring
from infra.streams import SealedText
from infra.streams.texts import NONCE_SIZE

RandomBytes = Callable[[int], bytes]


class Missing(msgspec.Struct, frozen=True):
    """Why there is no text: there never was one here; its writer was forgotten; or it cannot be opened, because its writer's
    key is not here or is another one, or because what is stored was changed."""

    reason: Literal["not here", "forgotten", "unreadable"]


class KeySeal:
    """Seals and opens with the keys of a keyring. Usable from many threads.

    `KeyringError` where the keyring does not do what it should; `ForgottenError`, which is one, only where something is sealed.
    """

    def __init__(self, keyring: Keyring, random_bytes: RandomBytes = secrets.token_bytes) -> None:
        self.keyring = keyring
        self.random_bytes = random_bytes

    def seal(self, person: str, place: tuple[object, ...], plain: bytes) -> SealedText:
        """Seal bytes under a person's key; only at the same `place`, of which the first word says what it is, they open."""
        cipher, nonce = ChaCha20Poly1305(self.keyring.key(person)), self.random_bytes(NONCE_SIZE)
        return SealedText(person, nonce, cipher.encrypt(nonce, plain, encode(place)))

    def open(self, sealed: SealedText | None, place: tuple[object, ...]) -> bytes | Missing:
        """What was sealed at this place, or why it cannot be had. None stands for what is no sealed text."""
        if sealed is None:
            return Missing("unreadable")
        try:
            key = self.keyring.find(sealed.person)
        except ForgottenError:
            return Missing("forgotten")
        if key is None:
            return Missing("unreadable")
        try:
            return ChaCha20Poly1305(key).decrypt(sealed.nonce, sealed.ciphertext, encode(place))
        except InvalidTag:
            return Missing("unreadable")

    def has_forgotten(self, person: str) -> bool:
        """Whether a person was forgotten here."""
        try:
            self.keyring.find(person)
        except ForgottenError:
            return True
        return False
