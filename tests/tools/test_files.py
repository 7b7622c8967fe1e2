"""`souls export`, `import` and `verify`: a table as one file, and back."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from domain.table.disputes.messages import ContestRecord, GiveRuling, Remedy
from domain.table.kernel import Accepted
from domain.table.messages import ARBITER
from domain.table.records import Submission
from infra.opened import new_command_id
from infra.settings import from_environment
from infra.wiring import Souls
from tests.tools.running import ROOT, begin, done, failed, served, souls


@pytest.fixture(scope="module")
def file(finished: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The finished table's export."""
    path = tmp_path_factory.mktemp("exports") / "game.souls"
    done("export", finished, "--output", path)
    return path


def looks(table: str) -> list[str]:
    return [done(command, table).out for command in ("show", "log", "scores", "replay")]


def test_an_export_tells_where_it_went_and_who_signed(finished: str, tmp_path: Path) -> None:
    told = done("export", finished, "-o", tmp_path / "file", "--json").json
    assert told == {
        "table": finished,
        "file": str(tmp_path / "file"),
        "bytes": (tmp_path / "file").stat().st_size,
        "signer": told["signer"],
        "replaced": False,
    }
    assert told["signer"] in done("export", finished, "-o", tmp_path / "file").out
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_an_export_verifies_without_any_server(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "unix:///nope/nope.sock")
    told = done("verify", file)
    assert told.out.splitlines()[-1].startswith(f"{file}: ")
    assert told.out.endswith(" records, verified.\n")
    assert done("verify", file, "--json").json["good"] is True


def test_a_table_moves_to_another_installation_as_it_is(finished: str, file: Path, tmp_path: Path) -> None:
    here = looks(finished)
    with served(tmp_path / "other"):
        assert done("import", file).out == f"Imported table {finished}.\n"
        assert looks(finished) == here
        assert done("verify", finished).out.endswith("verified.\n")
        assert finished in done("tables").out
        assert done("import", file).out == f"Table {finished} was here already, the same: nothing to do.\n"
        assert done("import", file, "--json").json == {"table": finished, "imported": False}
        assert done("rebuild", "--json").json["spoiled"] == []


def test_importing_what_is_here_already_changes_nothing(finished: str, file: Path) -> None:
    before = looks(finished)
    assert "nothing to do" in done("import", file).out
    assert looks(finished) == before


def test_another_table_of_the_same_id_is_refused(data: Path, tmp_path: Path) -> None:
    table = begin("--players", "you,random", typed="1\nquit\n")
    done("export", table, "--raw", "-o", tmp_path / "earlier")
    done("undo", table)
    before = looks(table)
    assert f"There is another table '{table}' here" in failed("import", tmp_path / "earlier")
    assert looks(table) == before


def test_with_check_nothing_is_stored(file: Path, tmp_path: Path) -> None:
    with served(tmp_path / "other"):
        assert done("import", file, "--check").out.endswith("verified.\n")
        assert done("tables", "--json").json["tables"] == []


@pytest.mark.parametrize("where", [0.01, 0.2, 0.5, 0.8, 0.999])
def test_a_flipped_bit_is_found_and_said_where(file: Path, tmp_path: Path, where: float) -> None:
    content = bytearray(file.read_bytes())
    content[int(len(content) * where)] ^= 4
    bad = tmp_path / "bad"
    bad.write_bytes(content)
    told = souls("verify", bad)
    assert told.code == 1
    assert told.out.endswith("NOT as it was written.\n")
    assert "✗" in told.out
    assert not souls("verify", bad, "--json").json["good"]
    with served(tmp_path / "other"):
        assert "Nothing was imported" in failed("import", bad)
        assert done("tables", "--json").json["tables"] == []


def test_a_changed_record_is_named(file: Path, tmp_path: Path) -> None:
    content = bytearray(file.read_bytes())
    at = content.index(b"BA-", len(content) // 2) + 3
    content[at] ^= 1
    (tmp_path / "bad").write_bytes(content)
    told = souls("verify", tmp_path / "bad")
    assert told.code == 1
    assert "✗ record " in told.out


@pytest.mark.parametrize("kept", [0, 10, 20, 100, 0.5, -1])
def test_a_file_that_was_cut_off(file: Path, tmp_path: Path, kept: float) -> None:
    content = file.read_bytes()
    (tmp_path / "cut").write_bytes(content[: int(kept * len(content)) if isinstance(kept, float) else int(kept)])
    assert souls("verify", tmp_path / "cut").code == 1
    assert "Nothing was imported" in failed("import", tmp_path / "cut")


def test_trust_in_the_right_and_in_the_wrong_signer(file: Path, finished: str, tmp_path: Path) -> None:
    signer = done("export", finished, "-o", tmp_path / "again", "--json").json["signer"]
    assert done("verify", file, "--trust", signer).code == 0
    assert done("verify", file, "--trust", signer.upper()).code == 0
    assert "A table is not signed; --trust is for files." in failed("verify", finished, "--trust", signer)
    other = ":".join(["0000"] * 8)
    for wrong in (other, "", signer[:-1]):
        told = souls("verify", file, "--trust", wrong)
        assert told.code == 1
        assert f"signed by {signer}, not by {wrong}" in told.out
    assert signer in failed("import", file, "--trust", other)


def test_an_unfinished_table_is_exported_raw_or_for_a_seat(begun: str, tmp_path: Path) -> None:
    assert "ask for it raw" in failed("export", begun, "-o", tmp_path / "whole")
    assert not list(tmp_path.iterdir())
    done("export", begun, "-o", tmp_path / "whole", "--raw")
    done("export", begun, "-o", tmp_path / "red", "--for", "red")
    assert done("verify", tmp_path / "whole").code == 0
    assert "hidden from seat 0" in done("verify", tmp_path / "red").out
    assert "cannot be imported" in failed("import", tmp_path / "red")


def test_a_table_is_verified_where_it_stands(finished: str, begun: str) -> None:
    for table in (finished, begun):
        told = done("verify", table)
        assert told.out.endswith(" records, verified.\n")
        assert done("verify", table, "--json").json["report"]["table"] == table


def test_a_file_wins_over_a_table_of_its_name(
    file: Path, begun: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(file, begun)
    assert done("verify", begun, "--json").json["report"]["table"] != begun


def test_a_name_with_spaces_and_signs(finished: str, tmp_path: Path) -> None:
    for name in ("a file – über.souls", "-o", "\udcff", "x" * 250):
        done("export", finished, f"--output={tmp_path / name}")
        assert done("verify", tmp_path / name).code == 0


def test_an_export_over_an_older_file_replaces_it_whole(finished: str, file: Path, tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_bytes(b"x" * 10**6)
    told = done("export", finished, "-o", target)
    assert told.out.endswith("The file that was there before has been replaced.\n")
    assert done("export", finished, "-o", target, "--json").json["replaced"] is True
    assert done("verify", target).code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_what_may_be_secret_is_for_its_owner_alone_whatever_was_there_before(
    begun: str, ruled: str, tmp_path: Path
) -> None:
    (tmp_path / "raw").touch(0o644)
    for words in (("raw", begun, "--raw"), ("seat", begun, "--for", "red"), ("audit", ruled, "--audit")):
        done("export", *words[1:], "-o", tmp_path / words[0])
        assert (tmp_path / words[0]).stat().st_mode & 0o777 == 0o600, words


RECORDED = sorted((Path(__file__).parents[1] / "rules/carcassonne/data").glob("base-*.json"))


@pytest.mark.parametrize("recorded", RECORDED[:2], ids=lambda path: path.stem)
def test_a_recorded_game_is_checked_and_imported(data: Path, recorded: Path, tmp_path: Path) -> None:
    options = ("--format", "recorded-game")
    before = len(done("tables", "--json").json["tables"])
    assert done("import", recorded, *options, "--check").out == f"{recorded}: as recorded.\n"
    assert len(done("tables", "--json").json["tables"]) == before
    table = done("import", recorded, *options, "--json").json["table"]
    assert "chance is dictated: nothing is claimed of it" in done("verify", table).out
    final = json.loads(recorded.read_bytes())["final_scores"]
    assert done("scores", table, "--json").json["totals"] == final
    done("export", table, "-o", tmp_path / "file")
    assert done("verify", tmp_path / "file").code == 0


def test_a_recorded_game_that_went_otherwise_is_not_imported(data: Path, tmp_path: Path) -> None:
    written = json.loads(RECORDED[0].read_bytes())
    written["final_scores"][0] += 1
    bad = tmp_path / "game.json"
    bad.write_text(json.dumps(written))
    before = len(done("tables", "--json").json["tables"])
    for check in ((), ("--check",)):
        told = souls("import", bad, "--format", "recorded-game", *check)
        assert (told.code, told.err) == (1, "")
        assert told.out.startswith(f"{bad}: ")
        assert souls("import", bad, "--format", "recorded-game", *check, "--json").json["difference"]
    assert len(done("tables", "--json").json["tables"]) == before


def test_recorded_games_that_are_none(data: Path, tmp_path: Path) -> None:
    bad = tmp_path / "game.json"
    for content in (b"", b"[]", b"{}", b'{"tiles": 1}', json.dumps({"moves": []}).encode(), b"[" * 10**5, b"\xff"):
        bad.write_bytes(content)
        assert failed("import", bad, "--format", "recorded-game", "--check")
        assert failed("import", bad, "--format", "recorded-game")


def test_a_pipe_or_device_is_written_to_and_never_replaced(finished: str, file: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        done("export", finished, "-o", pipe)
        assert os.read(reader, 20) == file.read_bytes()[:20]
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


# --- Audit bundles ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ruled(data: Path) -> str:
    """A finished table at which somebody contested a record, in words of their own, and the arbiter ruled on it."""
    table = begin("--players", "random,random", "--option", "sets=base")
    with Souls(from_environment()) as souls:
        found = souls.ledger.table(table)
        argument = souls.writings.write(table, found.seats[0].person or "", "It was not your tile.")
        for by, command in (
            (0, ContestRecord(found.version, "B-14", argument)),
            (ARBITER, GiveRuling(1, "overturned", Remedy(points=(2, 0)))),
        ):
            at = souls.ledger.current(table).version
            assert isinstance(souls.ledger.submit(table, Submission(new_command_id(), by, at, command)), Accepted)
    return table


def test_a_bundle_is_verified_in_a_fresh_folder_with_nothing_but_the_package(ruled: str, tmp_path: Path) -> None:
    told = done("export", ruled, "--audit", "--pictures", "-o", tmp_path / "game.audit")
    assert told.out.startswith(f"Wrote table {ruled} to {tmp_path / 'game.audit'} (")
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "COLUMNS": "200"}
    command = [sys.executable, "-m", "tools.cli.main", "verify", "game.audit"]
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stderr) == (0, "")
    for sentence in (
        "✓ 1 ruling was made by those entitled to, and what followed is exactly what it says.",
        "✓ 1 cited clause reads in the file as when cited.",
        "✓ 1 text is the one that the log means by the hash.",
    ):
        assert sentence in ran.stdout.splitlines()
    assert "drawn again are the same." in ran.stdout
    assert ran.stdout.endswith(" records, verified.\n")
    assert [path.name for path in tmp_path.iterdir()] == ["game.audit"]


def test_a_table_is_verified_with_its_rulings_where_it_stands(ruled: str) -> None:
    assert "✓ 1 ruling was made by those entitled to" in done("verify", ruled).out


def test_a_bundle_moves_a_table_with_its_texts(ruled: str, tmp_path: Path) -> None:
    bundle = tmp_path / "game.audit"
    done("export", ruled, "--audit", "-o", bundle)
    here = looks(ruled)
    with served(tmp_path / "other"):
        assert done("import", bundle, "--check").out.endswith("verified.\n")
        assert done("import", bundle).out == f"Imported table {ruled}.\n"
        assert done("import", bundle).out == f"Table {ruled} was here already, the same: nothing to do.\n"
        assert looks(ruled) == here
        done("export", ruled, "--audit", "-o", tmp_path / "again.audit")
        assert "1 text is the one that the log means by the hash." in done("verify", tmp_path / "again.audit").out


def test_a_bundle_for_a_seat_and_of_an_unfinished_table(begun: str, tmp_path: Path) -> None:
    assert "ask for it raw" in failed("export", begun, "--audit", "-o", tmp_path / "whole")
    assert not list(tmp_path.iterdir())
    done("export", begun, "--audit", "--for", "red", "--pictures", "-o", tmp_path / "red")
    assert "hidden from seat 0" in done("verify", tmp_path / "red").out
    assert "cannot be imported" in failed("import", tmp_path / "red")
    done("export", begun, "--audit", "--raw", "-o", tmp_path / "whole")
    assert done("verify", tmp_path / "whole").code == 0
    assert "LogDisclosed" in done("log", begun, "--json").out


def test_pictures_are_for_bundles(finished: str, tmp_path: Path) -> None:
    told = failed("export", finished, "--pictures", "-o", tmp_path / "file")
    assert told == "Pictures are a part of an audit bundle: --pictures goes with --audit."
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("where", [0.01, 0.3, 0.7, 0.999])
def test_a_changed_byte_of_a_bundle_is_found_and_nothing_is_imported(ruled: str, tmp_path: Path, where: float) -> None:
    bad = tmp_path / "bad"
    done("export", ruled, "--audit", "-o", bad)
    content = bytearray(bad.read_bytes())
    content[int(len(content) * where)] ^= 1
    bad.write_bytes(content)
    assert souls("verify", bad).code == 1
    with served(tmp_path / "other"):
        assert "Nothing was imported" in failed("import", bad)
