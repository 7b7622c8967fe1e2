"""Signatures over exports: Ed25519, with a fingerprint that people can compare."""

import hashlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

KEY_SIZE, SIGNATURE_SIZE = 32, 64


class Signer:
    """Signs with an installation's key (32 secret bytes)."""

    def __init__(self, key: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(key)
        self.public = self._key.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """64 bytes."""
        return self._key.sign(message)


def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the holder of the public key's other half signed exactly this message."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint(public: bytes) -> str:
    """A public key as people compare it: eight groups of four hexadecimal digits."""
    digits = hashlib.sha256(public).hexdigest()[:32]
    return ":".join(digits[i : i + 4] for i in range(0, 32, 4))
