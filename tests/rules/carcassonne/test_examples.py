"""The worked examples of the rules that need nothing but the base set."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.carcassonne.messages import PlaceTile
from tests.rules.carcassonne.tables import Match, code

EXAMPLES = msgspec.json.decode((Path(__file__).parent / "data" / "examples-base.json").read_bytes())


def match_of(example: dict[str, Any], *more: str) -> Match:
    tiles = [turn["tile"] for turn in example["turns"]] + list(more)
    return Match(tiles=" ".join(tile.removeprefix("BA-") for tile in tiles), seats=example["players"])


def play(match: Match, turns: list[dict[str, Any]]) -> None:
    for turn in turns:
        assert match.awaited is not None
        assert match.awaited[0] == turn["p"]
        deployed = turn["deploy"]["segment"] if "deploy" in turn else ""
        match.turn(f"{turn['tile'].removeprefix('BA-')} {turn['x']},{turn['y']} {turn['rot']} {deployed}")
        assert match.scores == turn["score_after"]


@pytest.mark.parametrize("example", EXAMPLES["scoring"], ids=lambda e: f"{e['id']} {e['title']}")
@pytest.mark.clause("B-9", "B-12")
def test_scoring_examples(example: dict[str, Any]) -> None:
    match = match_of(example)
    play(match, example["turns"])
    assert match.scores == example["scores_after_last_turn"]
    assert match.game.supply == example["supply_after_last_turn"]


@pytest.mark.parametrize("example", EXAMPLES["refusals"], ids=lambda e: f"{e['id']} {e['title']}")
@pytest.mark.clause("B-4")
def test_refused_examples(example: dict[str, Any]) -> None:
    attempt = example["attempt"]
    assert attempt["command"] == "PlaceTile"
    match = match_of(example, attempt["tile"])
    play(match, example["turns"])
    answer = match.give(PlaceTile(*(attempt[name] for name in ("tile", "x", "y", "rot"))), by=attempt["p"])
    assert code(answer) == (example["error"] or "accepted")
