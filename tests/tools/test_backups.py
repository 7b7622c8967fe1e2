"""`souls backup` and `souls restore`: the whole way, with keys, tombstones and another folder."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from infra.embedded import EmbeddedServer
from infra.people.store import FORGOTTEN
from infra.settings import Settings
from infra.wiring import Souls
from tests.tools.running import begin, done, failed, souls


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """A folder to restore into, whose server stays up between the commands."""
    with EmbeddedServer.attach(tmp_path / "restored"):
        yield tmp_path / "restored"


def test_everything_is_restored_into_another_folder(data: Path, place: Path, tmp_path: Path) -> None:
    account = done("people", "add", "Ada", "--json").json
    tables = [begin("--players", "you,random") for _ in range(2)]
    (tmp_path / "backups").mkdir()
    told = done("backup", tmp_path / "backups", "--keys", tmp_path / "keys", "--json").json
    assert Path(told["file"]).parent == tmp_path / "backups"
    assert (told["people"] >= 1, told["lost"]) == (True, [])
    said = done("restore", told["file"], "--into", place, "--keys", tmp_path / "keys").out
    assert said.startswith("Restored ")
    assert f"with {told['records']} records into {place}, as they were on " in said
    for table in tables:
        done("verify", table, "--data", place)
        assert done("log", table, "--json").json == done("log", table, "--data", place, "--json").json
        assert done("scores", table, "--json").json == done("scores", table, "--data", place, "--json").json
    assert any(one["name"] == "Ada" for one in done("people", "--data", place, "--json").json["people"])
    with Souls(Settings(place)) as souls:
        bearer = souls.tokens.check(account["token"])
        assert bearer is not None
        assert bearer.person == account["person"]
    done("rebuild", "--data", place)


def test_who_was_forgotten_since_the_backup_is_not_brought_back(data: Path, place: Path, tmp_path: Path) -> None:
    account = done("people", "add", "Wanda", "--json").json
    person = account["person"]
    done("backup", tmp_path / "old", "--keys", tmp_path / "old-keys")
    done("people", "forget", person, "--yes")
    shutil.copytree(data / "keys", place / "keys")  # the folder of keys is the newer one
    told = done("restore", tmp_path / "old", "--into", place, "--keys", tmp_path / "old-keys", "--json").json
    assert person in told["forgotten"]
    with Souls(Settings(place)) as souls:
        assert souls.people.name(person) == FORGOTTEN
        assert souls.tokens.check(account["token"]) is None
        assert souls.tokens.tokens_of(person) == []


def test_without_keys_the_tables_are_there_and_what_people_wrote_is_not(
    data: Path, place: Path, tmp_path: Path
) -> None:
    table = begin("--players", "you,random")
    person = done("people", "add", "Ada", "--json").json["person"]
    said = done("backup", tmp_path / "one").out
    assert "People's keys are not in it" in said
    done("restore", tmp_path / "one", "--into", place)
    told = souls("verify", table, "--data", place)
    assert (told.code, "the folder of their keys" in told.err) == (0, True), told
    listed = {one["person"]: one["missing"] for one in souls("people", "--data", place, "--json").json["people"]}
    assert listed[person] == "unreadable"


def test_keys_are_put_back_alone_and_who_was_forgotten_there_goes(data: Path, place: Path, tmp_path: Path) -> None:
    ada, eve = (done("people", "add", name, "--json").json["person"] for name in ("Ada", "Eve"))
    done("backup", tmp_path / "one")
    done("people", "forget", eve, "--yes")
    done("backup", tmp_path / "later", "--keys", tmp_path / "keys")
    done("restore", tmp_path / "one", "--into", place)
    told = done("restore", "--keys", tmp_path / "keys", "--into", place, "--json").json
    assert (told["file"], told["keys"]["different"]) == (None, [])
    assert eve in told["forgotten"]
    listed = {one["person"]: one["name"] for one in done("people", "--data", place, "--json").json["people"]}
    assert (listed[ada], eve in listed) == ("Ada", False)
    again = done("restore", "--keys", tmp_path / "keys", "--into", place).out
    assert again.startswith(f"The keys of {told['keys']['people']} people are here, and ")


def test_keys_alone_that_cannot_be_put_back_are_told(tmp_path: Path) -> None:
    assert failed("restore") == "Name a backup, or a backup of people's keys with --keys, or both."
    assert "There is nothing in " in failed("restore", "--keys", tmp_path / "keys", "--into", tmp_path / "nowhere")
    (tmp_path / "there").mkdir()
    assert "No such file" in failed("restore", "--keys", tmp_path / "keys", "--into", tmp_path / "there")
    assert list(tmp_path.iterdir()) == [tmp_path / "there"]
    assert list((tmp_path / "there").iterdir()) == []


def test_keys_that_are_away_are_not_backed_up_as_none(data: Path, tmp_path: Path) -> None:
    done("people", "add", "Ada")
    away = (data / "keys").rename(data / "elsewhere")
    try:
        told = failed("backup", tmp_path / "one", "--keys", tmp_path / "keys")
    finally:
        away.rename(data / "keys")
    assert f"the folder of their keys {data / 'keys'} is missing" in told
    assert list(tmp_path.iterdir()) == []


def test_where_the_keys_cannot_be_written_no_backup_is_made(data: Path, tmp_path: Path) -> None:
    one = tmp_path / "one"
    for keys in (one, tmp_path / "." / "one", tmp_path / "x" / ".." / "one"):
        assert failed("backup", one, "--keys", keys) in (
            f"The backup and people's keys go to two files, not both to {one}.",
            f"Cannot write {keys}: No such file or directory.",
        )
    assert failed("backup", one, "--keys", tmp_path / "no" / "keys") == (
        f"Cannot write {tmp_path / 'no' / 'keys'}: No such file or directory."
    )
    assert list(tmp_path.iterdir()) == []


def test_another_number_of_partitions_is_told_before_anything_is_made(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done("backup", tmp_path / "one")
    monkeypatch.setenv("SOULS_PARTITIONS", "4")
    assert failed("restore", tmp_path / "one", "--into", tmp_path / "new") == (
        "The number of partitions is fixed: 1 in the backup, and 4 in the settings."
    )
    assert not (tmp_path / "new").exists()


def test_keys_are_not_mixed_where_a_backup_cannot_be_restored(data: Path, place: Path, tmp_path: Path) -> None:
    done("backup", tmp_path / "one", "--keys", tmp_path / "keys")
    done("people", "add", "Ada", "--data", place)
    before = sorted(path.name for path in (place / "keys").iterdir())
    assert "there is an installation already" in failed(
        "restore", tmp_path / "one", "--keys", tmp_path / "keys", "--into", place
    )
    assert sorted(path.name for path in (place / "keys").iterdir()) == before


def test_what_cannot_be_restored_is_told_and_makes_nothing(data: Path, tmp_path: Path) -> None:
    done("backup", tmp_path / "one", "--keys", tmp_path / "keys")
    assert "there is an installation already" in failed("restore", tmp_path / "one")
    assert (
        failed("backup", tmp_path / "one")
        == f"There is something at {tmp_path / 'one'} already: a backup replaces nothing."
    )
    assert "a backup replaces nothing" in failed("backup", tmp_path / "two", "--keys", tmp_path / "keys")
    assert not (tmp_path / "two").exists()
    assert failed("restore", tmp_path / "keys", "--into", tmp_path / "new") == (
        "This file is not a backup: it does not begin like one."
    )
    assert "This file is not a backup of people's keys" in failed(
        "restore", tmp_path / "one", "--keys", tmp_path / "one", "--into", tmp_path / "new"
    )
    (tmp_path / "cut").write_bytes((tmp_path / "one").read_bytes()[:-1])
    assert failed("restore", tmp_path / "cut", "--into", tmp_path / "new").startswith(
        "This file is damaged, or cut off"
    )
    assert "No such file" in failed("restore", tmp_path / "nowhere", "--into", tmp_path / "new")
    assert "Cannot write" in failed("backup", tmp_path / "no" / "file")
    assert not (tmp_path / "new").exists()
