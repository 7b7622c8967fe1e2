"""End to end: real processes on one data folder, killed, piped, and led to other servers."""

import json
import os
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from infra.embedded import EmbeddedServer
from infra.settings import Settings
from infra.wiring import Souls
from tests.e2e.processes import COMMAND, ROOT, Terminal, environment, run, start

LAY, DEPLOY = "is to lay the drawn tile", "may put a piece on the tile"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def table_of(told: "subprocess.CompletedProcess[str]") -> str:
    assert told.returncode == 0, told.stderr
    return str(json.loads(told.stdout)["table"])


@pytest.mark.slow
def test_one_command_after_another_without_anything_running_between(data: Path, tmp_path: Path) -> None:
    table = table_of(run(data, "demo", "--seed", 1, "--players", "random,random", "--json"))
    assert table in run(data, "tables").stdout
    assert run(data, "export", table, "-o", tmp_path / "file").returncode == 0
    assert run(data, "verify", tmp_path / "file").returncode == 0
    assert run(data, "show", "nope").returncode == 1
    assert run(data, "nope").returncode == 2


@pytest.mark.slow
def test_output_that_nobody_reads_to_its_end(data: Path) -> None:
    table = table_of(run(data, "demo", "--seed", 1, "--players", "random,random", "--json"))
    with EmbeddedServer.attach(data):
        for arguments in (("log", table), ("log", table, "--json"), ("replay", table), ("show", table)):
            reader, writer = os.pipe()
            os.close(reader)
            with os.fdopen(writer) as closed:
                told = subprocess.run(
                    [*COMMAND, *arguments],
                    cwd=ROOT,
                    env=environment(data),
                    stdout=closed,
                    stderr=subprocess.PIPE,
                    check=False,
                )
            assert told.stderr == b""
            assert told.returncode in (0, 1)


def test_an_encoding_that_cannot_say_it_all(data: Path) -> None:
    told = run(data, "demo", "--seed", 1, "--players", "random,random", PYTHONIOENCODING="ascii")
    assert told.returncode == 0
    assert told.stdout.isascii()


def test_a_whole_game_at_a_terminal(data: Path) -> None:
    terminal = Terminal(data, "play", "--players", "you,random", "--seed", 5)
    while "Finished. " not in terminal.wait_for(LAY, DEPLOY, "Finished. "):
        terminal.type("1\n")
    assert terminal.wait() == 0
    assert "Every point:    souls scores " in terminal.shown


def test_ctrl_c_and_ctrl_d_at_a_terminal_leave_the_table_waiting(data: Path) -> None:
    terminal = Terminal(data, "play", "--players", "you,random", "--seed", 5)
    terminal.wait_for(LAY)
    terminal.type("1\n")
    terminal.wait_for(DEPLOY)
    terminal.type("\x03")
    terminal.wait_for("The table waits: souls play --table ")
    assert terminal.wait() == 0
    table = terminal.shown.split()[0]
    again = Terminal(data, "play", "--table", table)
    again.wait_for(DEPLOY)
    again.type("\x1b[A\x00 日本 \x7f\n")
    again.wait_for("is none of the ")
    again.type("\x04")
    assert again.wait() == 0
    assert f"The table waits: souls play --table {table}" in again.shown
    assert run(data, "verify", table).returncode == 0


def test_a_demo_at_a_terminal_shows_progress_and_a_replay_stops_when_told(data: Path) -> None:
    terminal = Terminal(data, "demo", "--seed", 5, "--players", "random,random")
    terminal.wait_for("playing")
    terminal.wait_for("Table:   ")
    assert terminal.wait() == 0
    table = terminal.shown.split()[0]
    replay = Terminal(data, "replay", table, "--step")
    replay.wait_for("Enter: next, q: stop")
    replay.type("\n")
    replay.wait_for("Enter: next, q: stop")
    replay.type("\x03")
    assert replay.wait() == 130
    assert "Stopped." in replay.shown


@pytest.mark.slow
def test_two_processes_at_once_on_one_folder(data: Path) -> None:
    demos = [start(data, "demo", "--seed", seed, "--players", "random,random", "--json") for seed in (1, 2, 3)]
    lists = [start(data, "tables", "--json") for _ in range(3)]
    told = [process.communicate(timeout=120) for process in [*demos, *lists]]
    assert [process.returncode for process in [*demos, *lists]] == [0] * 6, told
    assert [err for _, err in told] == [""] * 6
    tables = {json.loads(out)["table"] for out, _ in told[:3]}
    assert {row["table"] for row in json.loads(run(data, "tables", "--json").stdout)["tables"]} == tables
    assert run(data, "rebuild").returncode == 0


@pytest.mark.slow
def test_a_demo_that_is_killed_half_way_leaves_a_table_that_goes_on(data: Path) -> None:
    with Souls(Settings(data)) as souls:
        [projector] = souls.projectors
        demo = start(data, "demo", "--seed", 5, "--players", "greedy,greedy,greedy,greedy,greedy", "--json")
        while (projector.partition.recorder.max_notification_id() or 0) < 40:
            assert demo.poll() is None
        os.kill(demo.pid, signal.SIGKILL)
        demo.communicate()
    [row] = json.loads(run(data, "tables", "--json").stdout)["tables"]
    assert row["phase"] == "begun"
    assert run(data, "verify", row["table"]).returncode == 0
    told = run(data, "play", "--table", row["table"])
    assert told.returncode == 0
    assert "Finished. " in told.stdout


@pytest.mark.slow
def test_the_embedded_server_killed_with_its_starter_loses_nothing(data: Path) -> None:
    with Souls(Settings(data)) as souls:
        assert souls.turns() == []
        table = table_of(run(data, "demo", "--seed", 5, "--players", "random,random", "--json"))
        before = run(data, "log", table, "--json").stdout
        with EmbeddedServer.attach(data) as server:
            os.kill(server.pid, signal.SIGKILL)
    assert run(data, "log", table, "--json").stdout == before
    assert run(data, "verify", table).returncode == 0


@pytest.mark.slow
def test_a_server_that_the_environment_names_does_the_same(tmp_path: Path, data: Path) -> None:
    other = tmp_path / "other"
    with EmbeddedServer.attach(other) as server:
        here = {"REDIS_URL": server.url}
        told = run(data, "demo", "--seed", 1, "--players", "random,random", "--json", **here)
        table = table_of(told)
        assert Path(json.loads(told.stdout)["picture"]).is_file()
        for command in ("show", "log", "scores", "replay", "verify"):
            assert run(data, command, table, **here).returncode == 0
        assert table in run(data, "tables", **here).stdout
        assert run(data, "export", table, "-o", tmp_path / "file", **here).returncode == 0
        assert run(data, "rebuild", **here).returncode == 0
        assert sorted(path.name for path in data.iterdir()) == ["pictures"]
    assert run(data, "show", table).returncode == 1
    assert run(data, "import", tmp_path / "file").returncode == 0
    assert run(data, "verify", table).returncode == 0


def test_a_server_that_is_none_is_one_sentence(tmp_path: Path, data: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        told = run(data, "tables", REDIS_URL=f"redis://127.0.0.1:{port}")
    assert told.returncode == 1
    assert told.stderr.startswith("souls: Cannot ")
    assert told.stderr.count("\n") == 1
    assert not data.exists()
