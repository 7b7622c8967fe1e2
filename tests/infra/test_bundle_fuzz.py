"""Bundles of which somebody changed bytes, or anything at random."""

import random

import msgspec
import pytest

from infra.bundles import MAGIC, seal_bundle, unseal_bundle
from infra.exports import Export
from tests.infra.disputed import checked
from tests.infra.test_bundle_tampering import FORGER, resigned
from tests.infra.test_tampering import STRANGE, _disturb


def is_found(data: bytes) -> bool:
    return not checked(data).good


# --- Changed bytes ----------------------------------------------------------------------------------------------------


def flipped(data: bytes, at: int, mask: int) -> bytes:
    changed = bytearray(data)
    changed[at] ^= mask
    return bytes(changed)


def test_changed_bytes_all_over_a_bundle_are_found(bundles: dict[str, bytes]) -> None:
    """Every byte is changed by the slow test below."""
    for name, data in bundles.items():
        step = max(1, len(data) // 100)
        for at in range(0, len(data), step):
            assert is_found(flipped(data, at, 1 if at // step % 2 else 0x80)), f"{name}, byte {at}"


@pytest.mark.slow
@pytest.mark.parametrize("mask", [1, 0x80])
@pytest.mark.parametrize("name", ["small", "small for a seat"])
def test_every_changed_byte_of_a_bundle_is_found(bundles: dict[str, bytes], name: str, mask: int) -> None:
    for at in range(len(bundles[name])):
        assert is_found(flipped(bundles[name], at, mask)), f"byte {at}"


def test_a_bundle_that_is_cut_off_anywhere_is_found(bundles: dict[str, bytes]) -> None:
    for length in range(len(bundles["small"])):
        assert is_found(bundles["small"][:length]), f"{length} bytes"


@pytest.mark.parametrize("tail", [b"\0", b"\n", b"x" * 64, bytes(96), bytes(1000)], ids=len)
def test_bytes_behind_the_end_of_a_bundle_are_found(bundles: dict[str, bytes], tail: bytes) -> None:
    small = bundles["small"]
    assert is_found(small + tail)
    assert is_found(small[:-64] + tail + small[-64:])
    assert is_found(small[:-96] + tail + small[-96:])


def test_the_parts_of_a_bundle_in_another_spelling_are_no_bundle(bundles: dict[str, bytes]) -> None:
    small = bundles["small"]
    at = len(MAGIC)
    assert small[at] == 0x97  # an array of seven, which can be spelled with three bytes too
    longer = small[:at] + b"\xdc\x00\x07" + small[at + 1 :]
    assert [str(fault) for fault in checked(longer).faults] == [
        "This file is not in the one form that an audit bundle has."
    ]


# --- Anything at random, signed again ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["rich", "rich for a seat"])
@pytest.mark.parametrize("times", [60, pytest.param(1500, marks=pytest.mark.slow)])
def test_whatever_is_changed_in_the_parts_verification_answers(
    bundles: dict[str, bytes], name: str, times: int
) -> None:
    rng = random.Random(11)
    parts = msgspec.msgpack.decode(msgspec.msgpack.encode(unseal_bundle(bundles[name]).value))
    key = FORGER.public
    for _ in range(times):
        changed = msgspec.msgpack.decode(msgspec.msgpack.encode(parts))
        if rng.random() < 0.2:
            changed[rng.randrange(1, len(changed))] = rng.choice(STRANGE)
        else:
            _disturb(changed, rng)
        unsigned = MAGIC + msgspec.msgpack.encode(changed) + key
        report = checked(unsigned + FORGER.sign(unsigned))
        assert isinstance(report.good, bool)


@pytest.mark.parametrize("times", [40, pytest.param(1000, marks=pytest.mark.slow)])
def test_whatever_is_changed_in_a_disputed_record_verification_answers(bundles: dict[str, bytes], times: int) -> None:
    """Forged with all that fits: no change makes it crash, and nearly none goes unnoticed."""
    rng = random.Random(12)
    bundle = unseal_bundle(bundles["rich"]).value
    export: Export = bundle.export
    disputed = [n for n, entry in enumerate(export.entries) if entry.topic.startswith("trumps:T.")]
    unnoticed = 0
    for _ in range(times):
        report = resigned(bundles["rich"], lambda records: _disturb(records[rng.choice(disputed)], rng))
        unnoticed += report.good and not report.differences
    assert unnoticed < max(5, times // 8)


def test_a_bundle_of_another_seat_is_not_passed_off_as_ones_own(bundles: dict[str, bytes]) -> None:
    bundle = unseal_bundle(bundles["rich"]).value
    export = msgspec.structs.replace(bundle.export, viewer=1)
    assert is_found(seal_bundle(msgspec.structs.replace(bundle, export=export), FORGER))
