"""The law and its words: every clause implemented and tested, every code, event and prompt with a sentence."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from domain.carcassonne.messages import (
    EVENTS,
    Deploy,
    FollowerRecalled,
    KnightEscaped,
    PieceDeployed,
    PlaceTile,
    RulingProposed,
    TileDrawn,
    TilePlaced,
)
from domain.carcassonne.options import SETS, GameOptions
from domain.carcassonne.pieces import WEIGHTS
from domain.carcassonne.rulebook import rulebook
from domain.carcassonne.state import ANSWER, DEPLOY, ESCAPE, PLACE, PROPOSE, RECALL
from domain.carcassonne.tiles import tile_set
from domain.table.catalogue import load_texts
from domain.table.lifecycle import GameFinished
from domain.table.messages import Event, Term
from domain.table.refusals import Refusal
from tests.coverage_of_law import COVERED, uncovered
from tests.rules.carcassonne.golden import SAMPLES
from tests.rules.carcassonne.own_tiles import GATE, TALKING, with_effect
from tests.rules.carcassonne.playing import Play
from tests.rules.carcassonne.tables import EVERYTHING, Match, options_of

ROOT = Path(__file__).parents[3]
RULES = ROOT / "domain" / "carcassonne"
TEXTS = load_texts("domain.carcassonne.data")


def raised() -> Iterator[tuple[str, str, set[str]]]:
    """Every refusal in the sources: its code, clause, and the names of its arguments."""
    for path in sorted(RULES.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Refusal":
                code, *clauses = (argument.value for argument in call.args if isinstance(argument, ast.Constant))
                # Builder and pig are refused by one line, each under its own clause.
                for clause in clauses or ["TB-3", "TB-5"]:
                    yield code, clause, {keyword.arg or "" for keyword in call.keywords}


def fields_of(template: str) -> set[str]:
    return {one for _, name, _, _ in Formatter().parse(template) if name for one in name.split("&")}


def test_every_clause_is_implemented_and_tested() -> None:
    assert uncovered(rulebook.law, RULES, Path(__file__).parent) == COVERED


def test_the_law_has_every_clause_in_its_order() -> None:
    counts = {"B": 15, "CSC": 24, "IC": 6, "TB": 5, "R": 2}
    assert [clause.id for clause in rulebook.law] == [
        f"{part}-{n + 1}" for part, count in counts.items() for n in range(count)
    ]


def test_every_refusal_cites_a_clause_and_has_a_sentence() -> None:
    refusals = list(raised())
    assert len(refusals) >= 10
    assert all(clause in rulebook.law for _, clause, _ in refusals)
    assert rulebook.catalogue.missing([code for code, _, _ in refusals], [*EVENTS, GameFinished]) == []


def test_a_sentence_uses_only_what_its_refusal_says_everywhere() -> None:
    for code, _, arguments in raised():
        assert fields_of(TEXTS.refusals[code]) <= arguments, code


def test_no_sentence_is_about_a_refusal_or_an_event_that_does_not_exist() -> None:
    assert set(TEXTS.refusals) == {code for code, _, _ in raised()}
    assert set(TEXTS.events) == {event.__name__ for event in EVENTS}


def test_every_prompt_cites_a_clause_and_has_a_sentence() -> None:
    for prompt in (*PLACE, *DEPLOY, *RECALL, *ESCAPE, *PROPOSE, *ANSWER):
        assert prompt.clause in rulebook.law
        assert prompt.kind in TEXTS.prompts
        sentence = rulebook.catalogue.prompt(prompt)
        assert rulebook.seat_names[prompt.seat] in sentence.lower()
        assert sentence[0].isupper()
        assert "?" not in sentence
    assert set(TEXTS.prompts) == {prompts[0].kind for prompts in (PLACE, DEPLOY, RECALL, ESCAPE, PROPOSE, ANSWER)}


def test_every_prompt_awaits_commands_that_have_a_word_and_a_clause() -> None:
    for prompt in (PLACE[0], DEPLOY[0], RECALL[0], ESCAPE[0], PROPOSE[0], ANSWER[0]):
        for name in prompt.commands:
            assert rulebook.command_types[name].clause in rulebook.law
            assert name in TEXTS.words


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_every_event_cites_a_clause_and_its_sentence_uses_only_its_fields(event: Any) -> None:
    assert event.clause in rulebook.law
    known = {*event.__struct_fields__, *(["points"] if hasattr(event, "points") else [])}
    assert fields_of(TEXTS.events[event.__name__]) <= known


@pytest.mark.parametrize("sample", [s for s in SAMPLES if type(s) in EVENTS], ids=lambda s: type(s).__name__)
def test_a_rendered_event_leaves_nothing_open(sample: Any) -> None:
    assert_a_clean_sentence(rulebook.catalogue.event(sample))


def test_every_event_of_whole_games_is_rendered_without_gaps() -> None:
    for seed in range(4):
        play = Play(seed, 2 + seed)
        play.to_the_end()
        for record in play.table.records:
            assert_a_clean_sentence(rulebook.catalogue.event(record.event))
            assert record.law in rulebook.law or record.law.startswith("T-")


def test_every_label_and_kind_of_a_score_has_a_word() -> None:
    labels: set[str] = set()
    for seed in range(8):
        play = Play(seed, 2 + seed % 4)
        play.to_the_end()
        for record in play.table.records:
            labels |= {term.label for term in getattr(record.event, "terms", ()) if isinstance(term, Term)}
    assert labels == {"tile", "shield", "building", "tile_around", "completed_city"}
    assert labels <= set(TEXTS.words)


def test_every_word_that_a_sentence_of_the_expansions_needs_is_there() -> None:
    labels: set[str] = set()
    for seed in range(7, 31, 2):
        own = {"blank_mode": "custom", "custom_tiles": [TALKING, with_effect(GATE, "bonus", on="placed", points=2)]}
        play = Play(seed, 3, options_of((*EVERYTHING, "river_2"), **(own if seed % 4 == 1 else {})), crowded=True)
        play.to_the_end()
        for record in play.table.records:
            if not (isinstance(record.event, RulingProposed) and not record.event.pieces):
                assert_a_clean_sentence(rulebook.catalogue.event(record.event))
            labels |= {term.label for term in getattr(record.event, "terms", ()) if isinstance(term, Term)}
    assert {"besieged_city", "shrine", "bonus", "ruling", "wine", "grain", "cloth"} <= labels
    assert labels <= set(TEXTS.words)


def test_every_piece_has_a_word() -> None:
    assert set(WEIGHTS) <= set(TEXTS.words)


def test_every_option_is_explained_and_no_other() -> None:
    assert set(TEXTS.options) == set(GameOptions.__struct_fields__)
    for name in GameOptions.__struct_fields__:
        assert rulebook.catalogue.option(name).endswith(".")


def test_every_set_of_tiles_is_explained_and_there() -> None:
    assert all(tile_set(name).set == name for name in SETS)
    assert set(SETS) == {*EVERYTHING, "river_1", "river_2"}


def test_every_fault_of_an_own_tile_has_words() -> None:
    returned = {
        node.value.value
        for node in ast.walk(ast.parse((RULES / "custom.py").read_text(encoding="utf-8")))
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }
    assert len(returned) >= 6
    assert {"city_edges", "road_edges", *returned} <= set(TEXTS.words)


REFUSED: list[tuple[object, str]] = [
    (PlaceTile("BA-U", 0, -1, 2), "Straight road (BA-U) is not the drawn tile, which is city edge, open field (BA-E)."),
    (PlaceTile("BA-E", 0, -1, 7), "A tile is turned by 0°, 90°, 180° or 270°, not by 630°."),
    (PlaceTile("BA-E", 0, 0, 0), "A tile already lies at (0, 0)."),
    (PlaceTile("BA-E", 5, 5, 0), "No tile lies beside (5, 5)."),
    (
        PlaceTile("BA-E", 0, 1, 0),
        "City edge, open field (BA-E) turned 0° does not fit at (0, 1): touching edges must show the same terrain. "
        "Turns that fit there: 90°, 180° and 270°.",
    ),
]
DEPLOYED: list[tuple[object, str]] = [
    (Deploy("follower", "city:9"), "The tile has no segment 'city:9'; it has city:0 and farm:0."),
    (Deploy("big", "city:0"), "You have no big follower at home."),
]


@pytest.mark.clause("B-4", "B-6")
@pytest.mark.parametrize(("command", "sentence"), REFUSED + DEPLOYED)
def test_a_refusal_explains_itself(command: object, sentence: str) -> None:
    match = Match("D0*", tiles="E U")
    if isinstance(command, Deploy):
        match.place("E 0,-1 2")
    refusal = match.give(command)
    assert isinstance(refusal, Refusal)
    assert rulebook.catalogue.refusal(refusal) == sentence


SAID = [
    (TileDrawn(0, "BA-Q"), "Red draws three-sided city, shield (BA-Q)"),
    (TilePlaced(0, "BA-E", 0, -1, 2), "Red lays city edge, open field (BA-E) at (0, -1), turned 180°"),
    (
        TilePlaced(0, "CR-1", 0, -1, 0, "BA-U"),
        "Red lays blank tile (CR-1) at (0, -1), turned 0°, as straight road (BA-U)",
    ),
    (PieceDeployed(0, "follower", 0, -1, "city:0", "knight"), "Red puts a knight on the city in the south of (0, -1)"),
    (PieceDeployed(0, "follower", 0, -1, "farm:0", "farmer"), "Red puts a farmer on the field in the north of (0, -1)"),
    (PieceDeployed(0, "follower", 5, 5, "farm:1", "farmer"), "Red puts a farmer on the second field of (5, 5)"),
    (KnightEscaped(0, "follower", 0, -1, "city:0"), "Red's knight escapes from the city in the south of (0, -1)"),
    (FollowerRecalled(0, "follower", 0, 0, "road:0"), "Red takes a follower back from the road in the east of (0, 0)"),
]


@pytest.mark.parametrize(("event", "sentence"), SAID)
def test_tiles_and_places_are_said_as_people_say_them(event: Event, sentence: str) -> None:
    match = Match("D0*", tiles="E U")
    match.place("E 0,-1 2")
    assert match.table.catalogue.event(event) == sentence


def test_what_is_taken_back_is_not_said_by_what_lies_there_now() -> None:
    match = Match("D0*", tiles="E U")
    match.place("E 0,-1 2")
    deployed = PieceDeployed(0, "follower", 0, -1, "city:0", "knight")
    assert match.table.plain_catalogue.event(deployed) == "Red puts a knight on the city of (0, -1)"


def test_no_sentence_of_a_game_has_the_name_of_a_segment() -> None:
    for seed in range(4):
        play = Play(seed, 2 + seed)
        play.to_the_end()
        for record in play.table.records:
            assert not re.search(r"\b(city|road|farm):\d", play.table.catalogue.event(record.event))


def test_the_register_of_ambiguous_points_is_numbered_and_cites_the_law() -> None:
    assert [point.number for point in rulebook.register] == list(range(1, len(rulebook.register) + 1))
    for point in rulebook.register:
        assert point.clauses
        assert all(clause in rulebook.law for clause in point.clauses)
        assert point.question
        assert point.reading
        assert point.source


def assert_a_clean_sentence(text: str) -> None:
    assert text
    assert "?" not in text
    assert "{" not in text
    assert "nobody" not in text
