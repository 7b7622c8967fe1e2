"""Sealed files: one value, of which every byte counts."""

import msgspec
import pytest

from domain.table.canonical import encode
from infra.sealing import SealError, seal, unseal
from infra.signing import Signer, fingerprint

MAGIC = b"SAMPLE 1\n"
SIGNER = Signer(bytes(range(32)))


class Sample(msgspec.Struct, frozen=True, array_like=True):
    name: str
    numbers: dict[str, int]


SAMPLE = Sample("a", {"b": 1, "a": 2})
FILE = seal(MAGIC, encode(SAMPLE), SIGNER)


def test_what_was_sealed_is_there_again_with_whose_it_is() -> None:
    sealed = unseal(MAGIC, FILE, Sample)
    assert (sealed.value, sealed.body, sealed.public) == (SAMPLE, encode(SAMPLE), SIGNER.public)
    assert sealed.signed + sealed.signature == FILE
    assert sealed.signer == fingerprint(SIGNER.public)
    assert sealed.is_unchanged


@pytest.mark.parametrize("place", range(len(FILE)))
def test_every_byte_counts(place: int) -> None:
    for bit in range(8):
        changed = bytearray(FILE)
        changed[place] ^= 1 << bit
        try:
            assert not unseal(MAGIC, bytes(changed), Sample).is_unchanged
        except SealError:
            continue


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "is not a sample: it does not begin like one."),
        (b"SAMPLE 2\n" + FILE[9:], "is not a sample: it does not begin like one."),
        (MAGIC, "is cut off."),
        (FILE[: len(MAGIC) + 95], "is cut off."),
        (FILE[: len(MAGIC) + 96], "is damaged or cut off at the end: "),
        (FILE[:-1], "is damaged or cut off at the end: "),
        (FILE + b"\x00", "is damaged or cut off at the end: "),
        (FILE + bytes(1000), "is larger than any sample: "),
        (
            seal(MAGIC, msgspec.msgpack.encode(["a", {"b": 1, "a": 2}]), SIGNER),
            "is not in the one form that a sample has.",
        ),
        (seal(MAGIC, encode(["a", {}, 1]), SIGNER), "is not in the one form that a sample has."),
        (seal(MAGIC, b"\x92\xd9\x01a\x80", SIGNER), "is not in the one form that a sample has."),
        (seal(MAGIC, b"\x91" * 500, SIGNER), "is damaged or cut off at the end: "),
    ],
)
def test_a_file_that_is_none_is_told_for_what_it_is(data: bytes, why: str) -> None:
    with pytest.raises(SealError) as told:
        unseal(MAGIC, data, Sample, what="a sample", largest=1000, place=lambda body: " at the end")
    assert str(told.value).startswith(f"This file {why}")
