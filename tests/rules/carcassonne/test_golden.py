"""Bytes and hashes that must not change by accident."""

from functools import reduce
from operator import or_
from typing import Any

import msgspec
import pytest

from domain.carcassonne.messages import COMMANDS, EVENTS
from domain.table.messages import GameEvent
from domain.table.permissions import TABLE_COMMANDS, TABLE_EVENTS
from tests.rules.carcassonne.golden import FILE, SAMPLES, STORED_BEFORE, built

KEPT = msgspec.json.decode(FILE.read_bytes())
BUILT = built()


@pytest.mark.parametrize("part", ["events", "commands"])
def test_every_event_and_command_has_the_bytes_it_was_first_stored_with(part: str) -> None:
    assert BUILT[part] == KEPT[part]


@pytest.mark.parametrize("name", KEPT["games"])
def test_seeded_games_lead_where_they_always_led(name: str) -> None:
    assert BUILT["games"][name] == KEPT["games"][name]


def test_every_type_has_a_sample() -> None:
    assert {type(sample) for sample in SAMPLES} == {*EVENTS, *COMMANDS}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: type(sample).__name__)
def test_stored_bytes_are_read_as_what_was_written(sample: Any) -> None:
    kinds = (*TABLE_EVENTS, *EVENTS) if isinstance(sample, GameEvent) else (*TABLE_COMMANDS, *COMMANDS)
    kept = KEPT["events" if isinstance(sample, GameEvent) else "commands"][type(sample).__name__]
    assert msgspec.msgpack.decode(bytes.fromhex(kept), type=reduce(or_, kinds)) == sample


@pytest.mark.parametrize(("meant", "stored"), STORED_BEFORE, ids=[type(meant).__name__ for meant, _ in STORED_BEFORE])
def test_what_was_stored_before_something_was_added_is_still_read(meant: Any, stored: str) -> None:
    kinds = (*TABLE_EVENTS, *EVENTS) if isinstance(meant, GameEvent) else (*TABLE_COMMANDS, *COMMANDS)
    assert msgspec.msgpack.decode(bytes.fromhex(stored), type=reduce(or_, kinds)) == meant


def test_a_command_that_says_nothing_new_is_encoded_as_it_always_was() -> None:
    # So a command that is asked again after an upgrade is still known to be the same (T-11).
    meant, stored = next((meant, stored) for meant, stored in STORED_BEFORE if type(meant) in COMMANDS)
    assert msgspec.msgpack.Encoder(order="deterministic").encode(meant).hex() == stored


def test_tags_are_short_and_unlike_each_other_and_the_tables_own() -> None:
    tags = [event.__struct_config__.tag for event in (*EVENTS, *TABLE_EVENTS)]
    assert len(set(tags)) == len(tags)
    assert all(isinstance(tag, str) and 0 < len(tag) <= 12 for tag in tags)
    names = [command.__name__ for command in (*COMMANDS, *TABLE_COMMANDS)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_commands_forbid_unknown_fields(command: type) -> None:
    sample = next(sample for sample in SAMPLES if type(sample) is command)
    asked = {**msgspec.to_builtins(sample), "extra": 1}
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert(asked, command)


@pytest.mark.parametrize(
    "asked",
    [
        {"command": "PlaceTile", "tile": "BA-U", "x": 1001, "y": 0, "rot": 0},
        {"command": "PlaceTile", "tile": "BA-U", "x": -(10**30), "y": 0, "rot": 0},
        {"command": "PlaceTile", "tile": "BA-U", "x": 0.5, "y": 0, "rot": 0},
        {"command": "PlaceTile", "tile": "BA-U", "x": True, "y": 0, "rot": 0},
        {"command": "PlaceTile", "tile": "", "x": 0, "y": 0, "rot": 0},
        {"command": "PlaceTile", "tile": "B" * 17, "x": 0, "y": 0, "rot": 0},
        {"command": "PlaceTile", "tile": "BA-U", "x": 0, "y": 0},
        {"command": "Deploy", "piece": "follower", "segment": ""},
        {"command": "Deploy", "piece": None, "segment": "city:0"},
        {"command": "PlaceTile", "tile": "CR-1", "x": 0, "y": 0, "rot": 0, "as": ""},
        {"command": "PlaceTile", "tile": "CR-1", "x": 0, "y": 0, "rot": 0, "as": "B" * 17},
        {"command": "PlaceTile", "tile": "CR-1", "x": 0, "y": 0, "rot": 0, "as_": "BA-A"},
        {"command": "Escape"},
        {"command": "Escape", "x": 0, "y": 0, "segment": "city:0", "piece": ""},
        {"command": "Escape", "x": 0, "y": 2000, "segment": "city:0", "piece": "follower"},
        {"command": "SkipEscape", "x": 0},
        {"command": "Recall", "x": 0, "y": 0, "segment": "city:0"},
        {"command": "ProposeRuling"},
        {"command": "ProposeRuling", "points": [101, 0]},
        {"command": "ProposeRuling", "points": [0, -101]},
        {"command": "ProposeRuling", "points": [0] * 7},
        {"command": "ProposeRuling", "points": [0, 0], "pieces": [{"x": 0, "y": 0}]},
        {"command": "ProposeRuling", "points": [0, 0], "pieces": [{"x": 0, "y": 0, "segment": "city:0", "seat": 1}]},
        {"command": "ProposeRuling", "points": [0, 0], "pieces": [{"x": 0, "y": 0, "segment": "city:0"}] * 101},
        {"command": "AnswerRuling"},
        {"command": "AnswerRuling", "accept": 1},
    ],
)
def test_commands_out_of_bounds_cannot_be_asked(asked: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(asked, reduce(or_, COMMANDS))
