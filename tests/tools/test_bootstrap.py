"""The set-up, tried on a tiny project that needs nothing from a package registry."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import bootstrap

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
BASE = getattr(sys, "_base_executable", sys.executable)

PROJECT = """\
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "tiny"
version = "1"
"""

BACKEND = '''\
"""Builds a wheel with two commands that tell what they were given, and end as they were told."""
import zipfile

CODE = "import os, sys; print(*sys.argv[1:], os.getcwd()); sys.exit(int(os.environ.get('EXIT', 0)))"
FILES = {
    "tiny.py": f"def run():\\n    {CODE}\\n",
    "tiny-1.dist-info/METADATA": "Metadata-Version: 2.1\\nName: tiny\\nVersion: 1\\nProvides-Extra: dev\\n",
    "tiny-1.dist-info/WHEEL": "Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
    "tiny-1.dist-info/entry_points.txt": "[console_scripts]\\nsouls = tiny:run\\npytest = tiny:run\\n",
}


def build_editable(folder, config_settings=None, metadata_directory=None):
    record = "".join(f"{name},,\\n" for name in [*FILES, "tiny-1.dist-info/RECORD"])
    with zipfile.ZipFile(f"{folder}/tiny-1-py3-none-any.whl", "w") as wheel:
        for name, text in {**FILES, "tiny-1.dist-info/RECORD": record}.items():
            wheel.writestr(name, text)
    return "tiny-1-py3-none-any.whl"
'''

# Runs the script as a Python would that lacks the modules named first.
WITHOUT = """\
import runpy, sys
for name in sys.argv[1].split():
    sys.modules[name] = None
sys.argv[:] = sys.argv[2:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project that the script can set up."""
    root = tmp_path / "a project"
    (root / "tools").mkdir(parents=True)
    shutil.copy(ROOT / "tools/bootstrap.py", root / "tools")
    (root / "pyproject.toml").write_text(PROJECT)
    (root / "backend.py").write_text(BACKEND)
    return root


def bootstrap_run(
    root: Path, *arguments: str, without: str = "", **variables: str
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [BASE, "-c", WITHOUT, without, str(root / "tools/bootstrap.py"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=root.parent,
        env={**os.environ, **variables},
    )


needs_pip = pytest.mark.skipif(
    subprocess.run([BASE, "-m", "pip", "--version"], capture_output=True, check=False).returncode != 0,
    reason="the Python below this environment has no pip",
)


def test_the_first_time_installs_and_the_second_only_runs(root: Path) -> None:
    first = bootstrap_run(root, "play", "--seed", "7", EXIT="3")
    assert first.stdout == f"demo --seed 7 {root.parent}\n", first.stderr
    assert first.returncode == 3
    assert [line.split()[0] for line in first.stderr.splitlines()] == ["Making", "Installing", "The"]
    second = bootstrap_run(root, "run", "replay", "x")
    assert (second.stdout, second.stderr) == (f"replay x {root.parent}\n", "")


@needs_pip
@pytest.mark.parametrize("without", ["ensurepip", "venv ensurepip"])
def test_a_python_that_lacks_modules_gets_an_environment_of_its_own_all_the_same(root: Path, without: str) -> None:
    done = bootstrap_run(root, "play", without=without)
    assert done.stdout == f"demo {root.parent}\n", done.stderr
    assert f"no {without.split()[0]}" in done.stderr
    prefixes = [str(root / ".venv/bin/python"), "-c", "import sys, tiny; print(sys.prefix, tiny.__file__)"]
    told = subprocess.run(prefixes, capture_output=True, text=True, check=True).stdout
    assert told.count(str(root / ".venv")) == 2


def test_where_nothing_can_install_one_sentence_says_what_would_help(root: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = bootstrap_run(root, "play", without="ensurepip venv pip virtualenv", PATH=str(tmp_path / "empty"))
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"Lost Souls cannot be set up: {bootstrap.NO_INSTALLER}"


@needs_pip
def test_what_an_interruption_left_is_made_anew(root: Path) -> None:
    leftover = root / ".venv/lib/leftover"
    leftover.mkdir(parents=True)
    (root / ".venv/bootstrap.json").write_text('{"made_here": true, "complete": false}')
    done = bootstrap_run(root, "play", without="ensurepip")
    assert "half-made" in done.stderr
    assert done.returncode == 0
    assert not leftover.exists()


@pytest.mark.slow
@needs_pip
def test_an_installer_that_outlives_a_killed_set_up_is_waited_for(root: Path) -> None:
    backend, pipe = root / "backend.py", root / "pipe"
    os.mkfifo(pipe)
    backend.write_text(BACKEND.replace("    record =", f"    open({str(pipe)!r}).read()\n    record ="))
    killed = subprocess.Popen(
        [BASE, "-c", WITHOUT, "ensurepip", str(root / "tools/bootstrap.py"), "play"], stderr=subprocess.PIPE
    )
    with pipe.open("w"):  # opens when the installer has come to the backend
        killed.kill()
        killed.wait()
        backend.write_text(BACKEND)
        second = subprocess.Popen(
            [BASE, "-c", WITHOUT, "ensurepip", str(root / "tools/bootstrap.py"), "play"],
            stderr=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert second.stderr
        assert "Waiting for another" in second.stderr.readline()
    told, complaints = second.communicate(timeout=60)
    assert "half-made" in complaints
    assert told.startswith("demo")


@needs_pip
def test_a_changed_project_is_installed_again_in_the_same_environment(root: Path) -> None:
    bootstrap_run(root, "play", without="ensurepip")
    (root / ".venv/kept").touch()
    (root / "pyproject.toml").write_text(PROJECT + 'description = "changed"\n')
    assert "Installing" in bootstrap_run(root, "play").stderr
    assert (root / ".venv/kept").exists()
    assert bootstrap_run(root, "play").stderr == ""


@pytest.mark.slow
@needs_pip
def test_development_includes_playing_but_not_the_other_way(root: Path) -> None:
    bootstrap_run(root, "play", without="ensurepip")
    tested = bootstrap_run(root, "test", "-x")
    assert "Installing" in tested.stderr
    assert tested.stdout.endswith(f"-m not slow -x {root}\n")
    assert bootstrap_run(root, "play").stderr == ""


@pytest.mark.slow
@needs_pip
def test_an_environment_whose_python_is_gone_is_made_anew(root: Path) -> None:
    bootstrap_run(root, "play", without="ensurepip")
    for link in (root / ".venv/bin").glob("python*"):
        link.unlink()
    done = bootstrap_run(root, "play", without="ensurepip")
    assert "making it anew" in done.stderr
    assert done.returncode == 0


@pytest.mark.slow
@needs_pip
def test_somebody_elses_environment_is_completed_and_kept(root: Path) -> None:
    subprocess.run([BASE, "-m", "venv", "--without-pip", str(root / ".venv")], check=True)
    (root / ".venv/theirs").touch()
    done = bootstrap_run(root, "play")
    assert "did not make" in done.stderr
    assert done.returncode == 0
    (root / "pyproject.toml").write_text(PROJECT + 'description = "changed"\n')
    assert bootstrap_run(root, "play").returncode == 0
    assert (root / ".venv/theirs").exists()


def test_somebody_elses_broken_environment_is_left_alone(root: Path) -> None:
    (root / ".venv").mkdir()
    (root / ".venv/theirs").touch()
    done = bootstrap_run(root, "play")
    assert done.returncode == 1
    assert "made by somebody else" in done.stderr
    assert list((root / ".venv").iterdir()) == [root / ".venv/theirs"]


def test_without_a_command_it_says_how_to_use_it(root: Path) -> None:
    done = bootstrap_run(root)
    assert done.returncode == 1
    assert "bootstrap.py play" in done.stderr
    assert not (root / ".venv").exists()


def test_older_pythons_can_read_it_as_far_as_the_sentence_for_them() -> None:
    source = (ROOT / "tools/bootstrap.py").read_text()
    ast.parse(source, feature_version=(3, 7))
    assert source.index("sys.version_info < (3, 11)") < source.index("\nclass ")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([], ["-n", "2", "-m", "not slow"]),
        (["-x", "tests/laws"], ["-n", "2", "-m", "not slow", "-x", "tests/laws"]),
        (["--slow"], ["-n", "2", "-m", "slow"]),
        (["-m", "slow"], ["-n", "2", "-m", "slow"]),
        (["-n0", "-m", ""], ["-n0", "-m", ""]),
        (["--pdb"], ["-m", "not slow", "--pdb"]),
        (["--maxfail=1"], ["-n", "2", "-m", "not slow", "--maxfail=1"]),
    ],
)
def test_pytest_gets_defaults_where_nothing_else_was_asked(given: list[str], expected: list[str]) -> None:
    assert bootstrap.pytest_arguments(given, 2) == expected


@pytest.mark.slow
def test_the_real_project_is_set_up_from_nothing(tmp_path: Path) -> None:
    root = tmp_path / "copy"
    shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(".*", "__pycache__", "souls-data"))
    (root / "README.md").touch()
    program = f"from tools.bootstrap import *; set_up(Path({str(root)!r}), '')"
    subprocess.run([BASE, "-c", program], check=True, cwd=root)
    attach = "from infra.embedded import EmbeddedServer as S; from pathlib import Path; S.attach(Path('d')).close()"
    subprocess.run([root / ".venv/bin/python", "-c", attach], check=True, cwd=tmp_path)
