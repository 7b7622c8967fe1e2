"""`souls show --animate`: the latest flick in motion, of games that have such moves; others say that they have none."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.tools.running import done, failed

MOTION = "{http://www.w3.org/2000/svg}animateTransform"


@pytest.fixture(scope="module")
def flicked(data: Path) -> str:
    """A finished game of Flick of Faith."""
    return str(done("demo", "flick-of-faith", "--seed", 1, "--players", "random,random", "--json").json["table"])


def versions(table: str, event: str) -> list[int]:
    return [line["version"] for line in done("log", table, "--json").json["records"] if line["event"] == event]


def test_the_latest_flick_is_written_in_motion(flicked: str, tmp_path: Path) -> None:
    file = tmp_path / "flick.svg"
    told = done("show", flicked, "--animate", file)
    assert told.out.endswith(f"Animation: {file}\n")
    assert list(ElementTree.parse(file).getroot().iter(MOTION))
    assert done("show", flicked, "--animate", file, "--json").json["animation"] == str(file)
    assert done("show", flicked, "--json").json["animation"] is None


def test_an_earlier_version_shows_the_flick_before_it(flicked: str, tmp_path: Path) -> None:
    first, second, *_ = versions(flicked, "FlickResolved")
    files = [tmp_path / f"{n}.svg" for n in range(3)]
    for version, file in zip((first, second - 1, second), files, strict=True):
        done("show", flicked, "--at", version, "--animate", file)
    one, same, other = (file.read_bytes() for file in files)
    assert one == same != other


def test_the_flicks_for_the_first_turn_move_once_they_are_revealed(flicked: str, tmp_path: Path) -> None:
    [revealed, *_] = versions(flicked, "FirstFlicksRevealed")
    assert "no move yet" in failed("show", flicked, "--at", revealed - 1, "--animate", tmp_path / "no.svg")
    done("show", flicked, "--at", revealed, "--animate", tmp_path / "first.svg")
    assert "flicks for the first turn" in (tmp_path / "first.svg").read_text()


def test_a_game_without_moves_of_that_kind_says_so(finished: str, tmp_path: Path) -> None:
    assert "no move yet that can be shown in motion" in failed("show", finished, "--animate", tmp_path / "no.svg")
    assert not list(tmp_path.iterdir())
