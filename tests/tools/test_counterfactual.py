"""`souls counterfactual` as hosts use it: a table, a chart, data, and who may look."""

import json
from pathlib import Path

import pytest

from tests.tools.running import begin, done, failed

CORRECTION = json.dumps(
    [
        {"event": "FeatureScored", "seats": [0], "terms": [{"label": "tile", "count": 2, "factor": 1, "clause": "B-10"}],
         "kind": "road", "complete": True, "x": 0, "y": 0, "segment": "road:0"},
    ]
)  # fmt: skip


@pytest.fixture(scope="module")
def contested(data: Path) -> str:
    """A finished game of bots, in which red contests a score."""
    table = begin("carcassonne", "--players", "you,random", "--seed", 11, typed="1\n" * 400)
    assert done("show", table, "--json").json["turn"]["phase"] == "finished"
    scored = [r for r in done("log", table, "--json").json["records"] if r["event"] == "FeatureScored"]
    done("contest", table, "--by", "blue", "--record", scored[3]["version"], "--clause", "B-10")
    return table


def test_points_change_the_scores_and_nothing_else(contested: str, tmp_path: Path) -> None:
    picture = tmp_path / "chart.svg"
    told = done("counterfactual", contested, 1, "--points", "blue=200", "--svg", picture)
    assert "Contest 1: the game under the other reading" in told.out
    assert "later moves stay possible. Scores: blue +200." in told.out
    assert picture.read_text().startswith("<svg")
    found = done("counterfactual", contested, 1, "--points", "blue=200", "--json").json
    assert found["differences"] == [0, 200]
    # Only the result comes out otherwise.
    assert {step["outcome"] for step in found["steps"][:-1]} == {"same"}
    assert found["steps"][-1]["outcome"] == "other"
    assert found["changes_winner"] == (found["ranking"] != [2, 1])


def test_what_was_contested_is_not_made_or_replaced_and_the_game_parts_where_it_must(contested: str) -> None:
    found = done("counterfactual", contested, 1, "--json").json
    assert (found["steps"][-1]["outcome"], found["left"] > 0) == ("refused", True)
    assert found["why"].startswith("It is not your turn")
    corrected = done("counterfactual", contested, 1, "--correct", CORRECTION, "--json").json
    assert corrected["differences"] == [2, 0]
    assert (corrected["parted"], corrected["other_finished"]) == (0, True)


def test_while_the_game_goes_on_only_a_neutral_arbiter_looks(data: Path) -> None:
    table = begin("--players", "you,random", "--seed", 8, typed="1\nquit\n")
    done("contest", table, "--by", "red", "--record", 8, "--clause", "B-4")
    assert done("counterfactual", table, 1, "--json").json["contest"] == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("9",), "This table has no contest 9. [T-51]"),
        (("1", "--points", "rot=3"), "There is no seat 'rot' at this table"),
        (("1", "--correct", "nonsense"), "The correction is not JSON"),
        (("1", "--rewind", "0"), "that the game could have gone on without. [T-55]"),
    ],
)
def test_what_is_wrong_is_said(contested: str, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in failed("counterfactual", contested, *arguments)
