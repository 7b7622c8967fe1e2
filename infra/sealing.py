"""Sealed files: one value in one signed file, of which every byte counts.

    magic ‖ body ‖ public key (32 bytes) ‖ signature (64 bytes, over all before it)

The body is one MessagePack value in its only canonical form (`domain.table.canonical`), so that no flipped bit can hide in it.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from domain.table.canonical import encode
from infra.signing import KEY_SIZE, SIGNATURE_SIZE, Signer, fingerprint, is_signed

LARGEST = 256 * 1024 * 1024
"""Bytes that a file may have, where its kind has no other limit."""

T = TypeVar("T")


class SealError(Exception):
    """A file that is not of the kind that it should be, or damaged; the message is one sentence for a person."""


class Sealed(msgspec.Struct, Generic[T], frozen=True):
    """A file taken apart, its signature not yet checked: what begins files of its kind, the body, the value that the body is,
    whose key it names, and the signature."""

    magic: bytes
    body: bytes
    value: T
    public: bytes
    signature: bytes

    @property
    def signed(self) -> bytes:
        """What the signature covers."""
        return self.magic + self.body + self.public

    @property
    def signer(self) -> str:
        """The fingerprint of the key that the file names."""
        return fingerprint(self.public)

    @property
    def is_unchanged(self) -> bool:
        """Whether the holder of that key signed this very file."""
        return is_signed(self.public, self.signed, self.signature)


def seal(magic: bytes, body: bytes, signer: Signer) -> bytes:
    """The file of a body, which is to be in its canonical form."""
    unsigned = magic + body + signer.public
    return unsigned + signer.sign(unsigned)


def unseal(
    magic: bytes,
    data: bytes,
    type: type[T],  # noqa: A002 - msgspec's word for it
    *,
    what: str = "a sealed file",
    largest: int = LARGEST,
    place: Callable[[bytes], str] = lambda body: "",
) -> Sealed[T]:
    """Take a file apart; `SealError` where it is not of its kind, cut off, too large, damaged, or in another form than the one
    that it can have. The signature is not checked.

    For the sentences: `what` the file should be, with its article, and `place`, in words, where a body is damaged.
    """
    if not data.startswith(magic):
        raise SealError(f"This file is not {what}: it does not begin like one.")
    if len(data) > largest:
        raise SealError(f"This file is larger than any {what.partition(' ')[2]}: {len(data)} bytes.")
    if len(data) < len(magic) + KEY_SIZE + SIGNATURE_SIZE:
        raise SealError("This file is cut off.")
    body = data[len(magic) : -KEY_SIZE - SIGNATURE_SIZE]
    try:
        value = msgspec.msgpack.decode(body, type=type)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise SealError(f"This file is damaged or cut off{place(body)}: {error}.") from error
    if encode(value) != body:
        raise SealError(f"This file is not in the one form that {what} has.")
    return Sealed(magic, body, value, data[-KEY_SIZE - SIGNATURE_SIZE : -SIGNATURE_SIZE], data[-SIGNATURE_SIZE:])
