"""The benchmark runs, and says what it found in the form that it promises. How fast anything is depends on the machine."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from domain.flick_of_faith.discs import Disc
from domain.flick_of_faith.events import FlickResolved
from domain.flick_of_faith.physics.board import Board, Launch
from domain.flick_of_faith.physics.simulator import simulate
from tools.bench import GROUPS, flicking, run_bench
from tools.bench.effort import QUICK
from tools.bench.figures import at_least, at_most, compared, duration, rate
from tools.bench.games import played, replayed, scripted
from tools.bench.library import MISSING, Slide
from tools.bench.measure import Pace, Timing, alternate, ratio, spread
from tools.bench.report import _table, number
from tools.bench.titles import TITLES, Title

MACHINE = {"python", "system", "cpus", "load", "server", "appendfsync", "sync_us", "packages"}
FIGURE = {
    "key", "what", "unit", "value", "low", "high", "rounds", "target", "holds", "elsewhere", "sides", "note",
}  # fmt: skip


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    file = tmp_path_factory.mktemp("bench") / "bench.json"
    assert run_bench(file, quick=True, only=None, as_json=False) == 0
    found: dict[str, Any] = json.loads(file.read_bytes())
    return found


@pytest.mark.slow
def test_a_quick_run_reports_every_group_with_the_documented_keys(report: dict[str, Any]) -> None:
    assert report.keys() == {"machine", "quick", "seconds", "groups"}
    assert report["machine"].keys() == MACHINE
    assert report["machine"]["appendfsync"] == "always"
    assert list(report["groups"]) == list(GROUPS)
    for name, figures in report["groups"].items():
        assert figures, name
        for figure in figures:
            assert figure.keys() == FIGURE
            assert figure["key"].startswith(f"{name}.")
            assert figure["low"] <= figure["value"] <= figure["high"]
            assert (figure["holds"] is None) == (figure["target"] is None)


@pytest.mark.slow
def test_no_two_figures_have_the_same_key(report: dict[str, Any]) -> None:
    keys = [figure["key"] for figures in report["groups"].values() for figure in figures]
    assert len(keys) == len(set(keys))


@pytest.mark.slow
def test_every_number_of_the_design_has_a_target(report: dict[str, Any]) -> None:
    held = {figure["key"] for figures in report["groups"].values() for figure in figures if figure["target"]}
    assert held >= {
        "append.command", "commands.simple_ratio", "commands.late_moves", "replay.repository", "replay.fold",
        "projections.rebuild", "rules.listing", "rules.move", "rules.game_2", "rules.root_game_3",
        "flicks.crowded", "flicks.ordinary",
    }  # fmt: skip
    rows = {f"rules.{title.prefix}{row}" for title in TITLES for row in ("legal", "decide", "evolve", "greedy")}
    assert held >= rows | {f"replay.{title.prefix}fold" for title in TITLES}


def test_only_the_named_groups_are_measured_and_json_is_all_that_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_bench(None, quick=True, only=["views"], as_json=True) == 0
    assert list(json.loads(capsys.readouterr().out)["groups"]) == ["views"]


def test_a_group_that_there_is_none_of_is_refused_before_anything_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bench.json"
    assert run_bench(file, quick=True, only=["rules", "weather"], as_json=False) == 2
    assert not file.exists()
    assert "weather" in capsys.readouterr().err


# --- The parts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.game)
def test_a_game_of_a_number_is_always_the_same_and_can_be_played_again_from_its_script(title: Title) -> None:
    for setting in title.settings:
        assert played(title, 7, setting).events == played(title, 7, setting).events
    script = scripted(title, 7, title.settings[-1])
    assert script == scripted(title, 7, title.settings[-1])
    assert replayed(script) == len(script.moves)
    assert sum(move.events for move in script.moves) == len(script.records)
    assert all(move.events == 1 for move in script.simple_from(0))
    assert bool(script.simple_from(0)) == (title.simple is not None)


def test_flicks_are_the_same_for_the_same_number_and_those_of_games_are_as_they_were_made() -> None:
    assert flicking.crowded_flick(3) == flicking.crowded_flick(3)
    assert len(flicking.crowded_flick(3).board.discs) == 26
    game = flicking.played(2, 2)
    resolved = [event for event in game.events if isinstance(event, FlickResolved)]
    for flick, event in zip(flicking.flicks_of([game]), resolved, strict=True):
        assert simulate(flick.board, flick.launches, flick.walls, flick.decel).digest == event.digest


def test_without_the_library_its_row_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flicking, "MISSING", "not installed")
    figure = flicking._beside_library("crowded", "flicks", [flicking.crowded_flick(1)], QUICK)
    assert (figure.rounds, figure.holds, figure.note) == (0, None, "not installed")
    shown = Console(file=io.StringIO(), width=200)
    shown.print(_table("flicks", [figure]))
    assert "–" in shown.file.getvalue()  # type: ignore[attr-defined]


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_the_library_slides_a_disc_as_far_as_it_should() -> None:
    board = Board(480_000, 480_000, (Disc("a", 60_000, 50_000, 10_000, 4), Disc("b", 160_000, 50_000, 10_000, 4)))
    # Contact after 0.09 s, and the disc that is hit slides for another 0.271 s (E-03).
    assert abs(Slide(board, [Launch("a", 1, 0, 1_000_000)], 2_500_000).run() - 361) < 4


def test_sides_take_turns_and_their_first_round_is_left_out() -> None:
    order = []

    def side(name: str, seconds: float) -> Timing:
        order.append(name)
        return Timing(seconds, 2)

    taken = alternate({"a": lambda: side("a", 2.0), "b": lambda: side("b", 8.0)}, Pace(4, 60))
    assert "".join(order) == "ab" + "ba" + "ab" + "ba" + "ab"
    assert taken == {"a": [1.0] * 4, "b": [4.0] * 4}


def test_rounds_stop_when_their_time_is_over_but_there_are_three() -> None:
    assert len(alternate({"a": lambda: Timing(1.0, 1)}, Pace(100, 0.0))["a"]) == 3


def test_a_ratio_is_that_of_speeds_round_by_round() -> None:
    found = ratio([1.0, 2.0, 4.0], [2.0, 4.0, 4.0])
    assert (found.middle, found.low, found.high, found.rounds) == (0.5, 0.5, 1.0, 3)
    assert spread([3.0, 1.0, 2.0]).middle == 2.0


@pytest.mark.parametrize(
    ("figure", "value", "holds"),
    [
        (compared("k", "w", {"raw": [1.0], "ours": [2.0]}, "raw", "ours", at_least(0.5)), 0.5, True),
        (compared("k", "w", {"raw": [1.0], "ours": [4.0]}, "raw", "ours", at_least(0.5)), 0.25, False),
        (duration("k", "w", "ms", [0.002], at_most(3)), 2.0, True),
        (duration("k", "w", "µs", [0.002], at_most(3)), 2_000.0, False),
        (rate("k", "w", "per s", [0.5]), 2.0, None),
    ],
)
def test_a_figure_says_whether_its_target_holds(figure: Any, value: float, holds: bool | None) -> None:
    assert figure.value == pytest.approx(value)
    assert figure.holds is holds


def test_what_others_take_is_set_against_ours() -> None:
    (other,) = duration("k", "w", "ms", [0.004], None, {"another": 12.0}).elsewhere
    assert (other.name, other.value, other.times) == ("another", 12.0, pytest.approx(3.0))


@pytest.mark.parametrize(
    ("value", "text"), [(0.51234, "0.512"), (4.79, "4.79"), (65.0, "65"), (183.4, "183"), (131_072.5, "131,072")]
)
def test_numbers_are_written_with_the_digits_that_count(value: float, text: str) -> None:
    assert number(value) == text
