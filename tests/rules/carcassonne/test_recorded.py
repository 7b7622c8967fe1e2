"""Recorded games: replayed with every check they hold, and turned down where they are not what they say."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.carcassonne.faces import BESIEGED, CATHEDRAL, CITY
from domain.carcassonne.messages import (
    ChallengeWon,
    Deploy,
    Escape,
    FeatureScored,
    GameStarted,
    KnightEscaped,
    PlaceTile,
    TileDiscarded,
)
from domain.carcassonne.rulebook import rulebook
from domain.table.recorded import Difference, RecordedGameError, play_recorded, submit_to
from domain.table.refusals import Refusal
from domain.table.rulebook import Rulebook
from domain.table.table import Table, fold
from tests.rules.carcassonne.playing import Play, fingerprint
from tests.rules.carcassonne.tables import EVERYTHING, options_of

DATA = Path(__file__).parent / "data"
BASE_GAMES = ("base-2p-1", "base-5p-1")
GAMES = (*BASE_GAMES, "cult-siege-2p-1", "cult-siege-3p-1", "cult-siege-inns-2p-1", "all-2p-1", "all-4p-1")
Written = dict[str, Any]


def game(name: str) -> Written:
    written: Written = msgspec.json.decode((DATA / f"{name}.json").read_bytes())
    return written


def replay(written: Written) -> tuple[Table, Difference | None]:
    play, table = rulebook.recorded(msgspec.json.encode(written)), Table("RECORDED2345", rulebook)
    return table, play_recorded(play, table, submit_to(table, play, at=5))


@pytest.mark.clause(
    "B-3", "B-4", "B-7", "B-9", "B-11", "B-13", "B-15", "CSC-4", "CSC-15", "CSC-21", "IC-3", "TB-1", "TB-3"
)
@pytest.mark.parametrize("name", GAMES)
def test_recorded_games_come_out_as_recorded(name: str) -> None:
    written = game(name)
    table, difference = replay(written)
    assert difference is None
    assert table.finished is not None
    assert list(table.finished.scores) == written["final_scores"]
    assert table.phase == "finished"


@pytest.mark.parametrize("name", GAMES)
def test_a_replay_is_the_same_every_time_and_folds_to_the_same_table(name: str) -> None:
    (one, _), (other, _) = replay(game(name)), replay(game(name))
    assert one.records == other.records
    assert fingerprint(fold(one.id, rulebook, one.records)) == fingerprint(one)


def test_the_records_contain_what_the_checks_are_for() -> None:
    turns = [turn for name in GAMES for turn in game(name)["turns"]]
    assert any("discarded_before" in turn for turn in turns)
    assert any("deploy" in turn for turn in turns)
    assert any("escape" in turn for turn in turns)
    assert {turn["deploy"]["piece"] for turn in turns if "deploy" in turn} == {"follower", "big", "builder", "pig"}
    assert all(game(name)["final_breakdown"] for name in GAMES)


@pytest.mark.clause("CSC-11", "CSC-12", "CSC-15", "CSC-16", "CSC-21")
@pytest.mark.parametrize("name", GAMES[2:])
def test_the_records_of_expansions_hold_what_they_say_they_cover(name: str) -> None:
    written = game(name)
    covered = written["coverage"]
    table, _ = replay(written)
    events = [record.event for record in table.records]
    scored = [event for event in events if isinstance(event, FeatureScored) and event.complete]
    features = table.game.board.features
    roots = {features.root(node) for node, kind in enumerate(features.kinds) if kind == CITY}
    besieged = [root for root in roots if features.open_edges(root) == 0 and features.marks(root) & BESIEGED]
    assert sum(isinstance(event, KnightEscaped) for event in events) == covered["escape"]
    assert sum(isinstance(event, ChallengeWon) for event in events) == covered["lost"]
    assert sum(event.kind == "shrine" for event in scored) == covered["shrine9"]
    assert len(besieged) == covered["bes"]
    assert sum(bool(features.marks(root) & CATHEDRAL) for root in besieged) == covered["bescath"]


def test_a_command_goes_to_whoever_keeps_the_table() -> None:
    play, table = rulebook.recorded(msgspec.json.encode(game("base-2p-1"))), Table("RECORDED2345", rulebook)
    submit, ids = submit_to(table, play, at=5), []

    def keep(submission: Any) -> Table | Refusal:
        ids.append(submission.id)
        return submit(submission)

    assert play_recorded(play, table, keep) is None
    assert len(set(ids)) == len(ids) == len(table.commands)


# --- Games that part from their record --------------------------------------------------------------------------------

Change = Callable[[Written], object]


def changed(change: Change, name: str = "base-2p-1") -> Written:
    written = copy.deepcopy(game(name))
    change(written)
    return written


PARTING: list[tuple[str, Change, int, str]] = [
    ("another number of legal placements", lambda g: g["turns"][4].update(legal=12), 5, "offered"),
    ("an illegal placement", lambda g: g["turns"][2].update(rot=0), 3, "answer"),
    ("a cell far away", lambda g: g["turns"][2].update(x=1000, y=-1000), 3, "answer"),
    ("a cell that is taken", lambda g: g["turns"][0].update(x=0, y=0), 1, "answer"),
    ("the wrong player", lambda g: g["turns"][3].update(p=0), 4, "answer"),
    ("a player without a seat", lambda g: g["turns"][3].update(p=5), 4, "answer"),
    ("another score", lambda g: g["turns"][10].update(score_after=[5, 0]), 11, "scores"),
    ("a score before its time", lambda g: g["turns"][9].update(score_after=[4, 0]), 10, "scores"),
    ("an unknown segment", lambda g: g["turns"][1]["deploy"].update(segment="city:5"), 2, "answer"),
    ("an unknown piece", lambda g: g["turns"][1]["deploy"].update(piece="big"), 2, "answer"),
    ("turns out of order", lambda g: g["turns"].insert(0, g["turns"].pop(1)), 1, "answer"),
    (
        "a discard that did not happen",
        lambda g: (g["turns"][4].pop("discarded_before"), g["turns"][3].update(discarded_before=["BA-B"])),
        4, "discarded",
    ),
    ("other final scores", lambda g: g.update(final_scores=[70, 55]), 70, "final scores"),
    ("another breakdown", lambda g: g["final_breakdown"][0].update(points=20), 70, "city.incomplete of player 0"),
    (
        "an escape from nowhere",
        lambda g: g["turns"][0].update(escape={"x": 0, "y": 0, "segment": "city:0", "piece": "follower"}), 1, "answer",
    ),
    ("a declared tile that is no blank", lambda g: g["turns"][0].update({"as": "BA-E"}), 1, "answer"),
    ("a breakdown too short", lambda g: g["final_breakdown"].pop(), 70, "road.incomplete of player 1"),
    (
        "a breakdown of somebody else", lambda g: g["final_breakdown"][0].update(player=4),
        70, "city.incomplete of player 0",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("change", "turn", "what"), [row[1:] for row in PARTING], ids=[row[0] for row in PARTING])
def test_the_first_difference_is_said(change: Change, turn: int, what: str) -> None:
    _, difference = replay(changed(change))
    assert difference is not None
    assert (difference.turn, difference.what) == (turn, what)
    assert str(difference).startswith(f"turn {turn}: {what}: recorded ")
    assert "\n" not in str(difference)


def test_a_refusal_is_said_with_its_code_and_clause() -> None:
    _, difference = replay(changed(lambda g: g["turns"][2].update(rot=0)))
    assert difference is not None
    assert (difference.expected, difference.found) == ("accepted", "EDGE_MISMATCH [B-4]")
    assert "EDGE_MISMATCH [B-4]" in str(difference)


def test_a_wrong_player_is_said_to_be_out_of_turn() -> None:
    _, difference = replay(changed(lambda g: g["turns"][3].update(p=0)))
    assert difference is not None
    assert "NOT_YOUR_TURN" in str(difference)


def test_a_table_that_is_opened_already_is_a_difference() -> None:
    table, _ = replay(game("base-2p-1"))
    play = rulebook.recorded(msgspec.json.encode(game("base-2p-1")))
    difference = play_recorded(play, table, submit_to(table, play, at=5))
    assert difference is not None
    assert difference.turn == 0


def test_chance_that_runs_out_is_a_difference() -> None:
    play = rulebook.recorded(msgspec.json.encode(game("base-2p-1")))
    short = msgspec.structs.replace(play, chance={"stack": play.chance["stack"][:30]})
    table = Table("RECORDED2345", rulebook)
    difference = play_recorded(short, table, submit_to(table, short, at=5))
    assert difference is not None
    assert difference.what == "chance"


# --- Files that are no recorded games ---------------------------------------------------------------------------------

NO_GAMES: list[tuple[str, Change]] = [
    ("format 2", lambda g: g.update(format=2)),
    ("format true", lambda g: g.update(format=True)),
    ("format '1'", lambda g: g.update(format="1")),
    ("no format", lambda g: g.pop("format")),
    ("an unknown field", lambda g: g.update(author="somebody")),
    ("an unknown field of a turn", lambda g: g["turns"][0].update(colour="red")),
    ("half an escape", lambda g: g["turns"][0].update(escape={"x": 0, "y": 0, "segment": "city:0"})),
    ("a declared number", lambda g: g["turns"][0].update({"as": 7})),
    ("an unknown option", lambda g: g["options"].update(small_city_points="two")),
    ("an unknown value of an option", lambda g: g["options"].update(shrine_adjacency="never")),
    ("an unknown tile", lambda g: g["turns"][0].update(tile="BA-Y")),
    ("a tile of another set", lambda g: g["turns"][0].update(tile="CU-1")),
    ("another set", lambda g: g.update(sets=["base", "abbots"])),
    ("a set whose tiles are never drawn", lambda g: g.update(sets=["base", "cult"])),
    ("tiles of the group's own making", lambda g: (g["sets"].append("creativity"), g["options"].update(blank_mode="custom"))),
    ("a river and the start tile of the base game", lambda g: g.update(sets=["base", "river_1"])),
    ("no set", lambda g: g.update(sets=[])),
    ("a set twice", lambda g: g.update(sets=["base", "base"])),
    ("another start tile", lambda g: g["start"].update(tile="BA-E")),
    ("a turned start tile", lambda g: g["start"].update(rot=1)),
    ("too few tiles for the stack", lambda g: g["turns"].pop()),
    ("too many tiles for the stack", lambda g: g["discarded_at_end"].append("BA-C")),
    ("no turns", lambda g: g.update(turns=[])),
    ("one tile for another", lambda g: g["turns"][0].update(tile="BA-C")),
    ("one player", lambda g: g.update(players=1)),
    ("seven players", lambda g: g.update(players=7)),
    ("three players and two scores", lambda g: g.update(players=3)),
    ("a final score too many", lambda g: g["final_scores"].append(0)),
    ("a negative player", lambda g: g["turns"][0].update(p=-1)),
    ("a huge player", lambda g: g["turns"][0].update(p=2**64)),
    ("a huge cell", lambda g: g["turns"][0].update(x=10**30)),
    ("a cell off the grid", lambda g: g["turns"][0].update(x=1001)),
    ("a negative rotation", lambda g: g["turns"][0].update(rot=-1)),
    ("a fifth quarter turn", lambda g: g["turns"][0].update(rot=4)),
    ("half a quarter turn", lambda g: g["turns"][0].update(rot=0.5)),
    ("a negative number of placements", lambda g: g["turns"][0].update(legal=-1)),
    ("a huge score", lambda g: g["turns"][0].update(score_after=[10**12, 0])),
    ("a score for one player only", lambda g: g["turns"][0].update(score_after=[0])),
    ("an empty segment", lambda g: g["turns"][1]["deploy"].update(segment="")),
    ("an unknown kind of total", lambda g: g["final_breakdown"][0].update(kind="castle")),
    ("a total twice", lambda g: g["final_breakdown"].append(g["final_breakdown"][0])),
]  # fmt: skip


@pytest.mark.parametrize("change", [row[1] for row in NO_GAMES], ids=[row[0] for row in NO_GAMES])
def test_what_is_no_recorded_game_is_turned_down_in_a_sentence(change: Change) -> None:
    with pytest.raises(RecordedGameError) as refused:
        rulebook.recorded(msgspec.json.encode(changed(change)))
    assert_a_sentence(str(refused.value))


@pytest.mark.parametrize(
    "data",
    [b"", b" ", b"[]", b"null", b"7", b'"base"', b"{}", b"{", b"PK\x03\x04", b"\xff\xfe", b'{"format": 1', b'{"format": 1}',
     b'{"format": 1e400}', b'{"format": \xff}', b"[" * 100_000, b'{"format":' * 5_000],
    ids=lambda data: repr(data[:16]),
)  # fmt: skip
def test_what_is_not_even_json_is_turned_down_in_a_sentence(data: bytes) -> None:
    with pytest.raises(RecordedGameError) as refused:
        rulebook.recorded(data)
    assert_a_sentence(str(refused.value))


def assert_a_sentence(text: str) -> None:
    assert text[0].isupper()
    assert text.endswith(".")
    assert "\n" not in text
    assert len(text) < 300


@pytest.mark.parametrize("mode", ["absent", "joker", "custom"])
def test_options_of_expansions_are_known_and_change_nothing(mode: str) -> None:
    written = changed(lambda g: g["options"].update(blank_mode=mode, escape_adjacency="siege_tile"))
    assert replay(written)[1] is None


def test_a_record_without_options_coverage_and_breakdown_is_played_without_them() -> None:
    def bare(g: Written) -> None:
        for name in ("options", "coverage", "final_breakdown"):
            g.pop(name)

    assert replay(changed(bare))[1] is None


def recorded_from(seed: int, sets: tuple[str, ...]) -> Written:
    """A random game, written down in the format, with what the rules themselves counted."""
    play = Play(seed, 2, options_of(sets), crowded=True)
    start = next(record.event for record in play.table.records if isinstance(record.event, GameStarted))
    turns: list[Written] = []
    waiting: list[str] = []
    seen = 0
    while play.table.prompts:
        seat, command = play.choose()
        legal = sum(len(offer.rows) for offer in rulebook.legal(play.game, seat) if offer.command is PlaceTile)
        waiting += [r.event.tile for r in play.table.records[seen:] if isinstance(r.event, TileDiscarded)]
        seen = play.table.version
        play.do(seat, command)
        if isinstance(command, PlaceTile):
            turn = msgspec.to_builtins(command) | {"p": seat, "legal": legal, "discarded_before": waiting}
            turn.pop("command")
            turns.append(turn)
            waiting = []
        elif isinstance(command, Deploy | Escape):
            asked = msgspec.to_builtins(command)
            turns[-1]["deploy" if isinstance(command, Deploy) else "escape"] = asked
            asked.pop("command")
        turns[-1]["score_after"] = list(scores_before_the_end(play))
    left = [r.event.tile for r in play.table.records[seen:] if isinstance(r.event, TileDiscarded)]
    return {
        "format": 1, "id": f"seed-{seed}", "sets": list(sets), "players": 2,
        "start": {"tile": start.tile, "x": 0, "y": 0, "rot": 0}, "turns": turns, "discarded_at_end": left,
        "final_scores": list(play.game.scores), "options": {"blank_mode": "joker"},
    }  # fmt: skip


def scores_before_the_end(play: Play) -> tuple[int, ...]:
    return rulebook.recorded(msgspec.json.encode(game("base-2p-1"))).scores_at(play.table)


@pytest.mark.clause("CSC-23", "TB-3", "R-1", "CSC-21")
@pytest.mark.parametrize("seed", [31, 33, 35, 37])
def test_games_with_jokers_rivers_and_double_turns_can_be_written_down_and_played_again(seed: int) -> None:
    sets = (*EVERYTHING, "river_2") if seed % 4 == 1 else EVERYTHING
    written = recorded_from(seed, sets)
    assert sum("as" in turn for turn in written["turns"]) == 2
    table, difference = replay(written)
    assert difference is None
    assert table.finished is not None
    assert list(table.finished.scores) == written["final_scores"]


def test_a_rulebook_without_a_format_refuses() -> None:
    with pytest.raises(Refusal) as refused:
        Rulebook.recorded(rulebook, b"{}")
    assert refused.value.code == "NO_RECORDED_FORMAT"
    assert rulebook.catalogue.refusal(refused.value) == "The rules of 'carcassonne' read no recorded games."
