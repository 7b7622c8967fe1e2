"""People's keys in a file of their own: nobody who was forgotten comes back, whichever is the older."""

import random
from pathlib import Path

import pytest

from infra.backup import BackupError, RestoredKeys, back_up_keys, restore_keys
from infra.backup.peoples_keys import PersonKey, read_keys
from infra.keyring import ForgottenError, Keyring, KeyringError


@pytest.fixture
def keyring(tmp_path: Path) -> Keyring:
    return Keyring(tmp_path / "keys")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "keys.backup"


def test_keys_come_back_as_they_were(keyring: Keyring, file: Path, tmp_path: Path) -> None:
    keys = {person: keyring.key(person) for person in ("ada", "Ben", "person-1")}
    keyring.forget("eve")
    assert list(keyring.entries()) == sorted([*keys.items(), ("eve", None)], key=lambda one: one[0].encode().hex())
    assert back_up_keys(keyring, file) == 4
    assert file.stat().st_mode & 0o077 == 0
    other = Keyring(tmp_path / "other")
    assert restore_keys(other, file) == RestoredKeys(3, 1, [])
    assert list(other.entries()) == list(keyring.entries())
    with pytest.raises(ForgottenError):
        other.key("eve")
    assert restore_keys(other, file) == RestoredKeys(3, 1, [])


def test_an_older_backup_does_not_bring_back_who_was_forgotten_since(keyring: Keyring, file: Path) -> None:
    keyring.key("ada")
    back_up_keys(keyring, file)
    keyring.forget("ada")
    assert restore_keys(keyring, file) == RestoredKeys(1, 0, [])
    with pytest.raises(ForgottenError):
        keyring.key("ada")


def test_who_was_forgotten_in_a_backup_is_forgotten_where_it_is_restored(
    keyring: Keyring, file: Path, tmp_path: Path
) -> None:
    keyring.forget("ada")
    back_up_keys(keyring, file)
    older = Keyring(tmp_path / "older")
    older.key("ada")
    restore_keys(older, file)
    with pytest.raises(ForgottenError):
        older.key("ada")


def test_another_key_that_is_here_stays_and_is_told(keyring: Keyring, file: Path, tmp_path: Path) -> None:
    keyring.key("ada")
    keyring.key("ben")
    back_up_keys(keyring, file)
    other = Keyring(tmp_path / "other")
    mine = other.key("ada")
    assert restore_keys(other, file) == RestoredKeys(1, 0, ["ada"])
    assert other.key("ada") == mine
    assert other.key("ben") == keyring.key("ben")


def test_no_keys_are_a_backup_too(keyring: Keyring, file: Path) -> None:
    assert back_up_keys(keyring, file) == 0
    assert restore_keys(keyring, file) == RestoredKeys(0, 0, [])
    assert list(keyring.entries()) == []


def test_a_damaged_key_and_the_key_of_nobody_are_told(keyring: Keyring, file: Path, tmp_path: Path) -> None:
    keyring.key("ada")
    (path,) = (tmp_path / "keys").glob("*.key")
    (tmp_path / "keys" / ".new-left").write_bytes(b"")
    good = path.read_bytes()
    path.write_bytes(b"broken")
    with pytest.raises(KeyringError, match="The key of person 'ada' is damaged"):
        back_up_keys(keyring, file)
    assert not file.exists()
    path.write_bytes(good)
    for name in ("xyz.key", "ff.key"):
        stranger = tmp_path / "keys" / name
        stranger.write_bytes(good)
        with pytest.raises(KeyringError, match=f"{name} is the key of nobody"):
            back_up_keys(keyring, file)
        stranger.unlink()
    assert back_up_keys(keyring, file) == 1


def test_what_is_no_key_is_not_taken_in(keyring: Keyring) -> None:
    with pytest.raises(KeyringError, match="What was kept of person 'ada' is no key"):
        keyring.take_in("ada", b"short")
    with pytest.raises(KeyringError, match="is not a person's id"):
        keyring.take_in("../ada", bytes(32))
    assert list(keyring.entries()) == []


def test_no_flipped_bit_and_no_cut_goes_unnoticed_or_adds_a_key(keyring: Keyring, file: Path, tmp_path: Path) -> None:
    for person in ("ada", "ben"):
        keyring.key(person)
    keyring.forget("eve")
    back_up_keys(keyring, file)
    whole, rng, other = file.read_bytes(), random.Random(1), Keyring(tmp_path / "other")
    damaged = [whole[:n] for n in range(len(whole))] + [whole + b"\0", whole + whole]
    for place in range(len(whole)):
        flipped = bytearray(whole)
        flipped[place] ^= 1 << rng.randrange(8)
        damaged.append(bytes(flipped))
    for data in damaged:
        file.write_bytes(data)
        with pytest.raises(BackupError):
            restore_keys(other, file)
    assert not (tmp_path / "other").exists()
    file.write_bytes(whole)
    assert len(read_keys(file)) == 3


def test_no_key_is_told_in_a_log_line(keyring: Keyring, file: Path) -> None:
    assert repr(PersonKey("ada", keyring.key("ada"))) == "PersonKey(ada)"
