"""One data folder a module, and a finished game in it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import infra.wiring
from tests.tools.running import begin, done, served


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The data folder that all commands of the module use."""
    with served(tmp_path_factory.mktemp("data")) as folder:
        yield folder


@pytest.fixture(scope="module")
def finished(data: Path) -> str:
    """The id of a game that bots have played to its end with seed 7."""
    return str(done("demo", "--seed", 7, "--json").json["table"])


@pytest.fixture
def begun(data: Path) -> str:
    """The id of a fresh table where somebody at the terminal is to play first, against a bot."""
    return begin("--players", "you,random", "--seed", 8)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Lets so many hours pass."""
    now = infra.wiring.now

    def pass_hours(hours: int) -> None:
        monkeypatch.setattr(infra.wiring, "now", lambda: now() + hours * 3_600_000_000)

    return pass_hours
