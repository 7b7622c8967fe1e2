"""Set up Lost Souls and run it, with nothing but Python.

    python3 tools/bootstrap.py play [OPTION…]      set up, and watch a game being played (`souls demo`)
    python3 tools/bootstrap.py run COMMAND…        set up, and run any other `souls` command
    python3 tools/bootstrap.py test [OPTION…]      set up for development, and run the fast tests
    python3 tools/bootstrap.py test --slow         the slow tests instead; other options go to pytest

The environment is `.venv` at the project's root. The second time takes no time: what was installed is noted there,
with a hash of what it was made from. The exit code is that of what was run.
"""

import contextlib
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

# The file keeps to a grammar that older Pythons can read, so that they get as far as this sentence.
if sys.version_info < (3, 11):  # noqa: UP036 - nothing else has checked it yet
    sys.exit("Lost Souls needs Python 3.11 or newer, and this is {}.{}.".format(*sys.version_info[:2]))

COMMANDS = {"play": "", "run": "", "test": "dev"}  # and the extra that each needs installed
NEEDS_PIP = (22, 3)  # the first that can install into another environment
NO_INSTALLER = (
    "Nothing here can install packages: this Python has no ensurepip, and there is no pip (22.3 or newer), uv or "
    "virtualenv; any one of them is enough, such as your system's package python3-venv or python3-pip."
)


class SetUpError(Exception):
    """The set-up cannot go on; the message says why and what helps."""


class Environment:
    """The `.venv` of a project, and the note in it about how it came to be."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.path = root / ".venv"
        self.python = self.path / "bin" / "python"
        self._note = self.path / "bootstrap.json"

    def exists(self) -> bool:
        """An empty folder is what an interruption at the very start leaves, and counts as nothing."""
        return self.path.is_dir() and any(self.path.iterdir())

    def version(self) -> str | None:
        """The full version of its Python, or None if that does not run."""
        try:
            done = _quietly([str(self.python), "-c", "import sys; print(sys.version)"])
        except OSError:
            return None
        return done.stdout.strip() if done.returncode == 0 else None

    def has_pip(self) -> bool:
        return _quietly([str(self.python), "-c", "import pip"]).returncode == 0

    def note(self) -> Mapping[str, object]:
        """What is noted: `made_here`, `complete`, `python`, `project`, `extras`; empty if nothing is."""
        try:
            noted = json.loads(self._note.read_text())
        except (OSError, ValueError):
            return {}
        return noted if isinstance(noted, dict) else {}

    def write_note(self, made_here: bool, extras: Sequence[str] = ()) -> None:
        """With extras it is complete; without, it says that an environment of ours is being made or changed."""
        facts = {"python": self.version(), "project": self.project(), "extras": list(extras)}
        self._note.write_text(json.dumps({"made_here": made_here, "complete": bool(extras), **facts}))

    def project(self) -> str:
        """A hash of what decides about the contents: the project's file, and its place, which scripts name."""
        told = (self.root / "pyproject.toml").read_bytes() + os.fsencode(self.root)
        return hashlib.sha256(told).hexdigest()

    def extras(self) -> list[str]:
        """The extras that are installed as the project now wants them."""
        noted = self.note()
        current = {"complete": True, "project": self.project(), "python": self.version()}
        found = noted.get("extras")
        return list(found) if isinstance(found, list) and current.items() <= noted.items() else []


def main(arguments: Sequence[str], root: Path) -> None:
    """Set up what the command needs, and become what it asks for."""
    if not arguments or arguments[0] not in COMMANDS:
        sys.exit((__doc__ or "").strip())
    command, rest = arguments[0], list(arguments[1:])
    if os.name != "posix":
        sys.exit("Lost Souls runs on Linux and macOS; on Windows, inside WSL.")
    try:
        environment = set_up(root, COMMANDS[command])
        if command == "test":
            os.chdir(root)
            become(environment, "pytest", pytest_arguments(rest, os.cpu_count() or 1))
        become(environment, "souls", ["demo", *rest] if command == "play" else rest)
    except (SetUpError, OSError) as error:
        sys.exit(f"Lost Souls cannot be set up: {error}")
    except KeyboardInterrupt:
        sys.exit("Interrupted; run it again to go on.")


def set_up(root: Path, extra: str) -> Environment:
    """The project's environment with the extra installed ("" for none), made or completed if it must be."""
    environment = Environment(root)
    with one_at_a_time(root):
        extras = environment.extras()
        if extra in extras:
            return environment
        prepare(environment)
        made_here = environment.note().get("made_here") is True
        if made_here:
            environment.write_note(made_here)
        install(environment, extra)
        environment.write_note(made_here, sorted({*extras, "", extra}))
        say("The environment is ready.")
    return environment


def prepare(environment: Environment) -> None:
    """See to it that there is an environment with a Python that runs, whatever is there now."""
    noted = environment.note()
    if not environment.exists():
        say("Making an environment in .venv …")
        make(environment)
    elif not noted.get("made_here"):
        if environment.version() is None:
            raise SetUpError(".venv was made by somebody else, and its Python does not run; move it away.")
        say("Using the .venv that is there, which this script did not make …")
    elif not noted.get("complete") or noted.get("python") != environment.version():
        say("The environment in .venv is half-made or out of date; making it anew …")
        shutil.rmtree(environment.path)
        make(environment)


def make(environment: Environment) -> None:
    """An environment by the best means there is; marked as half-made first, so that no interruption misleads."""
    environment.path.mkdir(exist_ok=True)
    environment.write_note(made_here=True)
    base = getattr(sys, "_base_executable", sys.executable)
    if has_module("venv"):
        plain = [base, "-m", "venv", str(environment.path)]
        if has_module("ensurepip") and _quietly(plain).returncode == 0:
            return
        say("  This Python has no ensurepip; going on without.")
        if _quietly([*plain, "--without-pip"]).returncode == 0:
            return
    say("  This Python has no venv; doing by hand what that would do.")
    make_by_hand(environment, Path(base))


def make_by_hand(environment: Environment, base: Path) -> None:
    """All that makes an environment one: a link to Python, a folder for packages, and a file between them."""
    packages = "lib/python{}.{}/site-packages".format(*sys.version_info[:2])
    (environment.path / packages).mkdir(parents=True, exist_ok=True)
    environment.python.parent.mkdir(exist_ok=True)
    for name in ("python", "python3"):
        link = environment.python.with_name(name)
        link.unlink(missing_ok=True)
        link.symlink_to(base)
    (environment.path / "pyvenv.cfg").write_text(
        f"home = {base.parent}\ninclude-system-site-packages = false\nversion = {sys.version.split()[0]}\n"
    )


def install(environment: Environment, extra: str) -> None:
    """Install the project in place, with the extra, by whatever can install here."""
    installer = find_installer(environment)
    if installer is None:
        raise SetUpError(NO_INSTALLER)
    project = f"{environment.root}[{extra}]" if extra else str(environment.root)
    say("Installing the project and what it needs; the first time this takes a minute …")
    command = [*installer, "--quiet", "--editable", project]
    # Not closing descriptors hands the lock down: an installer that outlives a killed set-up keeps the next waiting.
    done = subprocess.run(command, check=False, env=clean_environment(), close_fds=False)
    if done.returncode:
        raise SetUpError("the installer has said why, above; once that is mended, run this again.")


def find_installer(environment: Environment) -> list[str] | None:
    """A command that installs into the environment what is named after it, or None."""
    python = str(environment.python)
    if environment.has_pip():
        return [python, "-m", "pip", "install"]
    candidates = [[sys.executable, "-m", "pip"]] if has_module("pip") else []
    candidates += [[found] for found in map(shutil.which, ("pip3", "pip")) if found]
    for pip in candidates:
        if pip_version(pip) >= NEEDS_PIP:
            return [*pip, "--python", python, "install"]
    uv = shutil.which("uv")
    if uv:
        return [uv, "pip", "install", "--python", python]
    return pip_by_virtualenv(environment)


def pip_by_virtualenv(environment: Environment) -> list[str] | None:
    """Let `virtualenv`, which carries a pip with it, go over the environment."""
    virtualenv = shutil.which("virtualenv")
    command = [virtualenv] if virtualenv else [sys.executable, "-m", "virtualenv"]
    if not (virtualenv or has_module("virtualenv")):
        return None
    done = _quietly([*command, "--quiet", "--python", str(sys.executable), str(environment.path)])
    return [str(environment.python), "-m", "pip", "install"] if done.returncode == 0 else None


def pip_version(pip: Sequence[str]) -> tuple[int, ...]:
    """The first two numbers of a pip's version; () if it does not run."""
    try:
        told = re.match(r"pip (\d+)\.(\d+)", _quietly([*pip, "--version"]).stdout)
    except OSError:
        return ()
    return tuple(map(int, told.groups())) if told else ()


def pytest_arguments(given: Sequence[str], processors: int) -> list[str]:
    """What pytest is run with: the fast tests, on several processors, where nothing given says otherwise."""
    arguments = [argument for argument in given if argument != "--slow"]
    if not any(argument.startswith("-m") for argument in arguments):
        arguments = ["-m", "slow" if "--slow" in given else "not slow", *arguments]
    alone = ("-n", "--numprocesses", "-s", "--pdb", "--trace", "no:xdist")
    if not any(argument.startswith(alone) for argument in arguments):
        arguments = ["-n", str(min(processors, 4)), *arguments]
    return arguments


def become(environment: Environment, script: str, arguments: Sequence[str]) -> None:
    """Turn into a script of the environment, whose exit code and signals are then ours."""
    path = environment.path / "bin" / script
    if not path.exists():
        raise SetUpError(f"the project was installed, but brought no command `{script}`.")
    sys.stdout.flush()
    os.execve(path, [str(path), *arguments], clean_environment())


def clean_environment() -> dict[str, str]:
    """Our variables without those that would put packages, or the search for them, somewhere else."""
    astray = {"PYTHONHOME", "PYTHONPATH", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_REQUIRE_VIRTUALENV"}
    kept = {name: value for name, value in os.environ.items() if name not in astray}
    return {**kept, "PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1"}


@contextlib.contextmanager
def one_at_a_time(root: Path) -> Iterator[None]:
    """Only one set-up of a project at a time; another is waited for."""
    import fcntl  # not on Windows, which is turned away in a sentence

    folder = os.open(root, os.O_RDONLY)
    os.set_inheritable(folder, True)
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Waiting for another set-up of this project to end …")
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def has_module(name: str) -> bool:
    """Whether this Python has a module, without importing it."""
    return importlib.util.find_spec(name) is not None


def say(line: str) -> None:
    """To standard error: what is run after the set-up may be meant for a pipe."""
    print(line, file=sys.stderr, flush=True)


def _quietly(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, env=clean_environment())


if __name__ == "__main__":
    main(sys.argv[1:], Path(__file__).resolve().parent.parent)
