"""The worked examples of the rules, all of them, as they are written there."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.carcassonne.messages import Deploy, Escape, PlaceTile, SkipDeploy, SkipEscape
from domain.carcassonne.rulebook import rulebook
from domain.table.refusals import Refusal
from tests.rules.carcassonne.tables import Match, code, options_of

EXAMPLES = msgspec.json.decode((Path(__file__).parent / "data" / "examples.json").read_bytes())
SCORING, REFUSALS = EXAMPLES["scoring"], EXAMPLES["refusals"]
Example = dict[str, Any]


def named(examples: list[Example]) -> list[Any]:
    """The examples as rows of a test, each marked with the clauses that it refers to."""
    return [pytest.param(e, id=f"{e['id']} {e['title']}", marks=pytest.mark.clause(*e["refs"])) for e in examples]


def match_of(example: Example, *more: str, ends: bool = False, **options: object) -> Match:
    tiles = [turn["tile"] for turn in example["turns"]] + list(more)
    chosen = options_of(example["sets"], **options)
    return Match(tiles=" ".join(tiles), seats=example["players"], ends=ends, options=chosen)


def placing(turn: Example) -> PlaceTile:
    return PlaceTile(turn["tile"], turn["x"], turn["y"], turn["rot"], turn.get("as"))


def escaping(turn: Example) -> Escape:
    return Escape(turn["x"], turn["y"], turn["segment"], turn["piece"])


def awaits(match: Match, seat: int, command: str) -> bool:
    return match.awaited is not None and match.awaited[0] == seat and command in match.awaited[1]


def play_turn(match: Match, turn: Example) -> None:
    seat = turn["p"]
    match.done(placing(turn), by=seat)
    if "deploy" in turn:
        match.done(Deploy(turn["deploy"]["piece"], turn["deploy"]["segment"]), by=seat)
    elif awaits(match, seat, "SkipDeploy"):
        match.done(SkipDeploy(), by=seat)
    if "escape" in turn:
        match.done(escaping(turn["escape"]), by=seat)


def play(match: Match, turns: list[Example]) -> None:
    """Play turns; an escape that would be possible is skipped, but that of the last turn is left open."""
    for turn in turns:
        skip_escape(match)
        play_turn(match, turn)
        if "score_after" in turn:
            assert match.scores == turn["score_after"]


def skip_escape(match: Match) -> None:
    if match.awaited and "SkipEscape" in match.awaited[1]:
        match.done(SkipEscape())


@pytest.mark.parametrize("example", named(SCORING))
def test_scoring_examples(example: Example) -> None:
    match = match_of(example)
    play(match, example["turns"])
    assert match.scores == example["scores_after_last_turn"]
    assert match.game.supply == example["supply_after_last_turn"]


@pytest.mark.parametrize("example", named([e for e in SCORING if "final_scores" in e]))
def test_scoring_examples_where_the_game_ends_there(example: Example) -> None:
    match = match_of(example, ends=True)
    *before, last = example["turns"]
    play(match, before)
    skip_escape(match)
    play_turn(match, last)
    skip_escape(match)
    assert match.table.finished is not None
    assert list(match.table.finished.scores) == example["final_scores"]


def attempted(match: Match, attempt: Example) -> list[Any] | Refusal:
    """What is answered to the command under test; of two commands the first one is accepted."""
    seat, command = attempt["p"], attempt["command"]
    if command == "Escape":
        return match.give(escaping(attempt), by=seat)
    skip_escape(match)
    answer = match.give(placing(attempt), by=seat)
    if command == "PlaceTile":
        return answer
    assert command == "PlaceTile+Deploy"
    assert code(answer) == "accepted"
    return match.give(Deploy(attempt["piece"], attempt["segment"]), by=seat)


@pytest.mark.parametrize("example", named(REFUSALS))
def test_refused_examples(example: Example) -> None:
    attempt = example["attempt"]
    match = match_of(example, *([attempt["tile"]] if "tile" in attempt else []))
    play(match, example["turns"])
    before = match.table.version
    answer = attempted(match, attempt)
    assert code(answer) == (example["error"] or "accepted")
    if isinstance(answer, Refusal):
        assert answer.clause in rulebook.law or answer.clause == "T-14"
        assert "{" not in rulebook.catalogue.refusal(answer)
        assert attempt["command"] == "PlaceTile+Deploy" or match.table.version == before


@pytest.mark.clause("CSC-9")
def test_the_accepted_example_is_refused_where_the_table_plays_strictly() -> None:
    (example,) = (e for e in REFUSALS if e["error"] is None)
    match = match_of(example, example["attempt"]["tile"], shrine_adjacency="strict")
    play(match, example["turns"])
    assert code(attempted(match, example["attempt"])) == "SHRINE_ADJACENCY"


def test_the_examples_are_all_there() -> None:
    assert [e["id"] for e in SCORING] == [f"E{number:02}" for number in range(1, 34)]
    assert [e["id"] for e in REFUSALS] == [f"X{number:02}" for number in range(1, 13)]
