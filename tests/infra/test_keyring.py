"""People's keys: made once, private, and gone for ever when they are forgotten."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from infra.keyring import KEY_SIZE, ForgottenError, Keyring, KeyringError, KeysAwayError
from tests.embedded.conftest import as_another

ROOT = Path(__file__).parents[2]
PEOPLE = [f"p{number}" for number in range(40)]

only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be two users at once")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data" / "keys"


@pytest.fixture
def keyring(folder: Path) -> Keyring:
    return Keyring(folder)


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that another user can reach; the test's own is hidden from others."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def file_of(folder: Path) -> Path:
    """The only file in the folder."""
    (path,) = folder.iterdir()
    return path


def mode_of(path: Path) -> int:
    return path.stat().st_mode & 0o777


def at_once(folder: Path, *acts: str) -> list[list[str]]:
    """What processes say that do each of `acts` for all PEOPLE, all at once."""
    command = [sys.executable, "-m", "tests.infra.key_worker", str(folder)]
    processes = [
        subprocess.Popen([*command, act, *PEOPLE], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for act in acts
    ]
    for process in processes:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    told = [process.communicate(timeout=60)[0].splitlines() for process in processes]
    assert [process.returncode for process in processes] == [0] * len(acts)
    return told


# --- Having a key -----------------------------------------------------------------------------------------------------


def test_a_key_is_made_at_its_first_use_and_is_the_same_from_then_on(keyring: Keyring, folder: Path) -> None:
    assert keyring.find("ada") is None
    assert not keyring.known("ada")
    assert not folder.exists()
    key = keyring.key("ada")
    assert len(key) == KEY_SIZE
    assert key == keyring.key("ada") == keyring.find("ada") == Keyring(folder).key("ada")
    assert keyring.known("ada")
    assert not keyring.known("ben")


def test_everybody_has_a_key_and_a_file_of_their_own(keyring: Keyring, folder: Path) -> None:
    people = ["ada", "Ada", "a", "a.b", "a-b", "a_b", "0", "con", "z" * 64, "ada.key"]
    assert len({keyring.key(person) for person in people}) == len(people)
    assert len({path.name.lower() for path in folder.iterdir()}) == len(people)


def test_keys_are_for_their_owner_alone_whatever_the_umask_says(keyring: Keyring, folder: Path) -> None:
    before = os.umask(0)
    try:
        keyring.key("ada")
        keyring.forget("ben")
    finally:
        os.umask(before)
    assert mode_of(folder) == 0o700
    assert [mode_of(path) for path in folder.iterdir()] == [0o600, 0o600]


def test_processes_at_once_end_with_one_key_for_each(folder: Path) -> None:
    told = at_once(folder, "key", "key", "key")
    assert told[0] == told[1] == told[2] == [Keyring(folder).key(person).hex() for person in PEOPLE]
    assert len(set(told[0])) == len(PEOPLE)
    assert len(list(folder.iterdir())) == len(PEOPLE)


def test_threads_at_once_end_with_one_key(keyring: Keyring) -> None:
    with ThreadPoolExecutor(8) as pool:
        for person in PEOPLE[:10]:
            assert len(set(pool.map(keyring.key, [person] * 8))) == 1


# --- Forgetting -------------------------------------------------------------------------------------------------------


def test_a_forgotten_person_has_no_key_and_never_gets_one_again(keyring: Keyring, folder: Path) -> None:
    key, other = keyring.key("ada"), keyring.key("ben")
    keyring.forget("ada")
    for _ in range(2):
        for ask in (keyring.key, keyring.find, Keyring(folder).key):
            with pytest.raises(ForgottenError, match=r"^Person 'ada' was forgotten and can write nothing more\.$"):
                ask("ada")
        assert not keyring.known("ada")
        keyring.forget("ada")
    assert keyring.key("ben") == other
    stored = b"".join(path.read_bytes() for path in folder.iterdir())
    assert key not in stored
    assert key.hex().encode() not in stored


def test_a_key_is_overwritten_where_it_stood(keyring: Keyring, folder: Path) -> None:
    """Also under another name of the same file, such as one that a crash between two steps left."""
    key = keyring.key("ada")
    path = file_of(folder)
    other = folder / ".new-left"
    os.link(path, other)
    keyring.forget("ada")
    assert key.hex().encode() not in other.read_bytes()
    assert path.stat().st_ino == other.stat().st_ino


def test_who_never_had_a_key_can_be_forgotten(keyring: Keyring) -> None:
    keyring.forget("ada")
    with pytest.raises(ForgottenError):
        keyring.key("ada")


def test_who_is_forgotten_while_others_ask_stays_forgotten(folder: Path) -> None:
    *told, _ = at_once(folder, "key", "key", "forget")
    for person, *seen in zip(PEOPLE, *told, strict=True):
        assert len(set(seen) - {"forgotten"}) <= 1
        with pytest.raises(ForgottenError):
            Keyring(folder).key(person)
    assert len({path.read_bytes() for path in folder.iterdir()}) == 1


def test_a_key_that_was_overwritten_in_part_is_none(keyring: Keyring, folder: Path) -> None:
    keyring.key("ada")
    path = file_of(folder)
    whole = path.read_bytes()
    keyring.forget("ada")
    tombstone = path.read_bytes()
    assert len(tombstone) == len(whole)
    for cut in range(1, len(whole) - 1):
        for torn in (tombstone[:cut] + whole[cut:], whole[:cut] + tombstone[cut:]):
            path.write_bytes(torn)
            with pytest.raises(KeyringError):
                keyring.find("ada")


# --- Keys that are away -----------------------------------------------------------------------------------------------


class Stored:
    """Whose sealed things are stored."""

    def __init__(self, *people: str) -> None:
        self.people = set(people)

    def of_anybody(self) -> bool:
        return bool(self.people)

    def of(self, person: str) -> bool:
        return person in self.people


@pytest.mark.parametrize("person", ["ada", "ben"])
def test_where_the_folder_is_missing_that_somebody_needs_none_is_made(folder: Path, person: str) -> None:
    keyring = Keyring(folder, Stored("ada"))
    assert keyring.is_lost()
    for ask in (lambda: keyring.key(person), lambda: keyring.forget(person), keyring.check):
        with pytest.raises(KeysAwayError, match=f"the folder of their keys {folder} is missing: put it back"):
            ask()
    assert keyring.find(person) is None
    assert not folder.exists()


def test_no_key_is_made_for_whom_there_was_one(folder: Path) -> None:
    keyring = Keyring(folder, Stored("ada"))
    folder.mkdir(mode=0o700, parents=True)
    keyring.check()
    with pytest.raises(
        KeysAwayError, match=f"^The key of person 'ada' is not in {folder}, where it has to be put back"
    ):
        keyring.key("ada")
    assert keyring.key("ben")
    keyring.forget("ada")
    with pytest.raises(ForgottenError):
        keyring.key("ada")


def test_who_is_stored_while_a_key_is_made_has_just_got_one(folder: Path) -> None:
    class MadeMeanwhile(Stored):
        def of_anybody(self) -> bool:
            Keyring(folder).key("ada")
            return True

        def of(self, person: str) -> bool:
            return self.of_anybody()

    assert Keyring(folder, MadeMeanwhile()).key("ada") == Keyring(folder).find("ada")


def test_keys_come_into_their_place_from_a_backup_whoever_is_stored(folder: Path) -> None:
    keyring = Keyring(folder, Stored("ada"))
    assert keyring.take_in("ada", bytes(KEY_SIZE))
    assert keyring.key("ada") == bytes(KEY_SIZE)


# --- What cannot be used ----------------------------------------------------------------------------------------------


def damage(content: bytes) -> Callable[[bytes], bytes]:
    return lambda _: content


DAMAGE = {
    "empty": damage(b""),
    "cut": lambda stored: stored[:-2],
    "longer": lambda stored: stored + b"0",
    "two lines": lambda stored: stored + stored,
    "capitals": lambda _: b"A" * 64 + b"\n",
    "raw bytes": damage(bytes(65)),
    "something else": damage(b"\xff" * 100_000),
}


@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_key_is_told_never_used_and_never_made_anew(keyring: Keyring, folder: Path, how: str) -> None:
    keyring.key("ada")
    path = file_of(folder)
    damaged = DAMAGE[how](path.read_bytes())
    path.write_bytes(damaged)
    for ask in (keyring.key, keyring.find, keyring.known):
        with pytest.raises(KeyringError) as caught:
            ask("ada")
        assert str(caught.value) == f"The key of person 'ada' is damaged: {path} is no key. Restore it from a backup."
    assert path.read_bytes() == damaged
    assert keyring.key("ben")
    keyring.forget("ada")
    with pytest.raises(ForgottenError):
        keyring.key("ada")


@pytest.mark.parametrize("person", ["", "../ada", "a/b", ".ada", "ada\n", "a b", "ä", "\ud800", "x" * 65, "a\0b"])
def test_what_is_no_persons_id_is_told_and_makes_nothing(keyring: Keyring, folder: Path, person: str) -> None:
    for ask in (keyring.key, keyring.find, keyring.known, keyring.forget):
        with pytest.raises(KeyringError, match=r"is not a person's id\.$") as caught:
            ask(person)
        assert str(caught.value).isprintable()
    assert not folder.exists()


@pytest.mark.parametrize("mode", [0o750, 0o705, 0o720, 0o777])
def test_a_folder_that_others_can_use_is_refused(keyring: Keyring, folder: Path, mode: int) -> None:
    keyring.key("ada")
    folder.chmod(mode)
    for ask in (keyring.key, keyring.find, keyring.forget):
        for person in ("ada", "ben"):
            with pytest.raises(
                KeyringError, match=f"^{folder} is open to other users: take that away with 'chmod go-rwx'"
            ):
                ask(person)
    folder.chmod(0o700)
    assert keyring.known("ada")
    assert not keyring.known("ben")


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o666])
def test_a_key_that_others_can_read_is_refused(keyring: Keyring, folder: Path, mode: int) -> None:
    keyring.key("ada")
    path = file_of(folder)
    path.chmod(mode)
    with pytest.raises(KeyringError, match=f"^{path} is open to other users"):
        keyring.key("ada")


def test_a_file_in_the_folders_place_is_told(tmp_path: Path) -> None:
    place = tmp_path / "keys"
    place.write_text("")
    place.chmod(0o600)
    for ask in (Keyring(place).key, Keyring(place / "within").key, Keyring(place).find, Keyring(place).forget):
        with pytest.raises(
            KeyringError, match=r"^The keys in .* cannot be used \(.*: (Not a directory|File exists)\)\.$"
        ):
            ask("ada")


def test_a_folder_in_a_keys_place_is_told(keyring: Keyring, folder: Path) -> None:
    keyring.key("ada")
    path = file_of(folder)
    path.unlink()
    path.mkdir(mode=0o700)
    for ask in (keyring.key, keyring.forget):
        with pytest.raises(KeyringError, match=r"^The keys in .* cannot be used \(.*: Is a directory\)\.$"):
            ask("ada")


def test_a_folder_that_cannot_be_made_is_told(public_folder: Path) -> None:
    public_folder.chmod(0o555)
    told = as_another(lambda: Keyring(public_folder / "keys").key("ada"))
    assert told.startswith(f"KeyringError: The keys in {public_folder / 'keys'} cannot be used (")
    assert told.endswith(": Permission denied).")


def test_a_folder_is_checked_before_it_is_needed(keyring: Keyring, folder: Path, public_folder: Path) -> None:
    keyring.check()
    assert mode_of(folder) == 0o700
    with pytest.raises(KeyringError, match=r"^The keys in /proc/x cannot be used \(.*\)\.$"):
        Keyring(Path("/proc/x")).check()
    folder.chmod(0o750)
    with pytest.raises(KeyringError, match="is open to other users"):
        keyring.check()
    public_folder.chmod(0o555)
    assert as_another(lambda: Keyring(public_folder / "keys").check()).endswith(": Permission denied).")


def test_a_folder_that_cannot_be_written_to_is_told(public_folder: Path) -> None:
    def check() -> None:
        folder = Path(tempfile.mkdtemp())
        folder.chmod(0o500)
        try:
            Keyring(folder).check()
        finally:
            folder.rmdir()

    assert as_another(check).endswith(": Permission denied).")


@only_root
def test_another_users_keys_are_refused(public_folder: Path) -> None:
    folder = public_folder / "keys"
    Keyring(folder).key("ada")
    for act in (Keyring.key, Keyring.find, Keyring.forget):
        told = as_another(lambda act=act: act(Keyring(folder), "ada"))
        assert told == f"KeyringError: The folder of keys {folder} belongs to another user."
    os.chown(folder, 65534, 65534)
    with pytest.raises(KeyringError, match="belongs to another user"):
        Keyring(folder).key("ada")
