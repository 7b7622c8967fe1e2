"""Bytes and hashes that must not change by accident."""

from functools import reduce
from operator import or_
from typing import Any

import msgspec
import pytest

from domain.flick_of_faith.commands import COMMANDS
from domain.flick_of_faith.events import EVENTS
from domain.table.messages import GameEvent
from domain.table.permissions import TABLE_COMMANDS, TABLE_EVENTS
from tests.rules.flick_of_faith.golden import FILE, SAMPLES, bytes_of, played

KEPT = msgspec.json.decode(FILE.read_bytes())


def test_every_event_and_command_has_the_bytes_it_was_first_stored_with() -> None:
    assert bytes_of(EVENTS) == KEPT["events"]
    assert bytes_of(COMMANDS) == KEPT["commands"]


@pytest.mark.parametrize("name", KEPT["games"])
def test_seeded_games_lead_where_they_always_led(name: str) -> None:
    assert played(int(name.removeprefix("game "))) == KEPT["games"][name]


def test_every_type_has_a_sample() -> None:
    assert {type(sample) for sample in SAMPLES} == {*EVENTS, *COMMANDS}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: type(sample).__name__)
def test_stored_bytes_are_read_as_what_was_written(sample: Any) -> None:
    kinds = (*TABLE_EVENTS, *EVENTS) if isinstance(sample, GameEvent) else (*TABLE_COMMANDS, *COMMANDS)
    kept = KEPT["events" if isinstance(sample, GameEvent) else "commands"][type(sample).__name__]
    assert msgspec.msgpack.decode(bytes.fromhex(kept), type=reduce(or_, kinds)) == sample


def test_tags_are_short_and_unlike_each_other_and_the_tables_own() -> None:
    tags = [event.__struct_config__.tag for event in (*EVENTS, *TABLE_EVENTS)]
    assert len(set(tags)) == len(tags)
    assert all(isinstance(tag, str) and 0 < len(tag) <= 12 for tag in tags)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_commands_forbid_unknown_fields(command: type) -> None:
    sample = next(sample for sample in SAMPLES if type(sample) is command)
    asked = {**msgspec.to_builtins(sample), "extra": 1}
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert(asked, command)


@pytest.mark.clause("D-1")
@pytest.mark.parametrize(
    "asked",
    [
        {"command": "Flick", "shot": ["0-p01", 0.5, 0, 1, 0, 900]},
        {"command": "Flick", "shot": ["0-p01", 0, 0, 1, 0]},
        {"command": "Flick", "shot": ["0-p01", 0, 0, 1, 0, True]},
        {"command": "Flick", "shot": ["0-p01", 10**30, 0, 1, 0, 900]},
        {"command": "Flick", "shot": ["0-p01", 0, 0, 10**7, 0, 900]},
        {"command": "Flick", "shot": ["", 0, 0, 1, 0, 900]},
        {"command": "Flick", "shot": ["p" * 17, 0, 0, 1, 0, 900]},
        {"command": "Flick"},
        {"command": "BuildTemples", "builds": [{"prophet": "0-p01", "city": "x", "temple": "t"}] * 21},
        {"command": "BuildTemples", "builds": [{"prophet": "0-p01"}]},
        {"command": "DropHeart", "x": 0},
        {"command": "VoteOnReport", "choice": -1},
        {"command": "ProposeCorrection", "spots": []},
        {"command": "ReportFlick", "report": {"prophet": "0-p01"}, "note": "a close one"},
        {"command": "ContestReport", "counter": {"prophet": "0-p01"}, "reason": "I saw it"},
        {"command": "ReportFlick", "report": {"prophet": "0-p01"}, "photo": "a close one"},
        {"command": "ReportFlick", "report": {"prophet": "0-p01"}, "photo": "https://" + "x" * 293},
        {"command": "ReportFlick", "report": {"prophet": "0-p01"}, "photo": "https://x.example/a\n"},
        {"command": "ReportFlick", "report": {"prophet": "0-p01"}, "photo": "sha256:" + "0" * 63},
        {"command": "CastLawVote", "thumb": "sideways"},
        {"command": "AnswerCorrection", "agree": 1},
    ],
)
def test_commands_out_of_bounds_cannot_be_asked(asked: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(asked, reduce(or_, COMMANDS))
