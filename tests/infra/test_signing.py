"""Signatures."""

import pytest

from infra.signing import KEY_SIZE, SIGNATURE_SIZE, Signer, fingerprint, is_signed

SIGNER = Signer(bytes(range(32)))


def test_only_exactly_what_was_signed_by_exactly_that_key_is_signed() -> None:
    signature = SIGNER.sign(b"a table")
    assert (len(SIGNER.public), len(signature)) == (KEY_SIZE, SIGNATURE_SIZE)
    assert is_signed(SIGNER.public, b"a table", signature)
    assert not is_signed(SIGNER.public, b"a tablE", signature)
    assert not is_signed(SIGNER.public, b"", signature)
    assert not is_signed(Signer(bytes(32)).public, b"a table", signature)


@pytest.mark.parametrize("public", [b"", bytes(31), bytes(32), bytes(33), b"\xff" * 32])
@pytest.mark.parametrize("signature", [b"", bytes(63), bytes(64), bytes(65), b"\xff" * 64])
def test_what_is_no_key_or_no_signature_signs_nothing(public: bytes, signature: bytes) -> None:
    assert not is_signed(public, b"a table", SIGNER.sign(b"a table"))
    assert not is_signed(SIGNER.public, b"a table", signature)


def test_the_same_key_always_signs_the_same() -> None:
    assert Signer(bytes(range(32))).sign(b"x") == SIGNER.sign(b"x")


def test_a_fingerprint_is_eight_groups_of_four() -> None:
    own = fingerprint(SIGNER.public)
    assert [len(group) for group in own.split(":")] == [4] * 8
    assert own == fingerprint(SIGNER.public) != fingerprint(bytes(32))
