"""Bytes and hashes that must not change by accident, and the bounds of what can be asked."""

from functools import reduce
from operator import or_
from typing import Any

import msgspec
import pytest

from domain.root.rulebook import rulebook
from domain.table.permissions import TABLE_COMMANDS, TABLE_EVENTS
from tests.rules.root.golden import FILE, games
from tests.table.play import ENCODE

KEPT = msgspec.json.decode(FILE.read_bytes())
BUILT = games()
COMMANDS: Any = reduce(or_, rulebook.commands)
ALL_COMMANDS: Any = reduce(or_, (*TABLE_COMMANDS, *rulebook.commands))
ALL_EVENTS: Any = reduce(or_, (*TABLE_EVENTS, *rulebook.events))


def test_every_type_has_a_sample() -> None:
    assert set(KEPT["samples"]) == {kind.__name__ for kind in (*rulebook.events, *rulebook.commands)}


@pytest.mark.parametrize("kind", [*rulebook.events, *rulebook.commands], ids=lambda kind: kind.__name__)
def test_stored_bytes_are_read_and_written_as_they_always_were(kind: type) -> None:
    stored = bytes.fromhex(KEPT["samples"][kind.__name__])

    read = msgspec.msgpack.decode(stored, type=ALL_EVENTS if kind in rulebook.events else ALL_COMMANDS)

    assert type(read) is kind
    assert ENCODE(read) == stored


@pytest.mark.parametrize("name", KEPT["games"])
def test_seeded_games_lead_where_they_always_led(name: str) -> None:
    assert BUILT[name] == KEPT["games"][name]


def test_tags_are_short_and_unlike_each_other_and_the_tables_own() -> None:
    tags = [event.__struct_config__.tag for event in (*rulebook.events, *TABLE_EVENTS)]
    assert len(set(tags)) == len(tags)
    assert all(isinstance(tag, str) and 0 < len(tag) <= 12 for tag in tags)
    names = [command.__name__ for command in (*rulebook.commands, *TABLE_COMMANDS)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("command", rulebook.commands, ids=lambda command: command.__name__)
def test_commands_forbid_unknown_fields(command: type) -> None:
    read = msgspec.msgpack.decode(bytes.fromhex(KEPT["samples"][command.__name__]), type=ALL_COMMANDS)
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert({**msgspec.to_builtins(read), "extra": 1}, command)


@pytest.mark.parametrize(
    "asked",
    [
        {"command": "March", "origin": 100, "destination": 1, "warriors": 1},
        {"command": "March", "origin": 1, "destination": -1, "warriors": 1},
        {"command": "March", "origin": 1, "destination": 5, "warriors": 10**30},
        {"command": "March", "origin": 1, "destination": 5, "warriors": 1.5},
        {"command": "March", "origin": True, "destination": 5, "warriors": 1},
        {"command": "March", "origin": 1, "destination": 5},
        {"command": "Battle", "clearing": 1, "defender": 12},
        {"command": "Battle", "clearing": 1, "defender": "cult"},
        {"command": "Craft", "card": "", "clearings": [1]},
        {"command": "Craft", "card": "a" * 41, "clearings": [1]},
        {"command": "Craft", "card": "anvil#1", "clearings": [1] * 26},
        {"command": "Craft", "card": "anvil#1", "clearings": 1},
        {"command": "DiscardToLimit", "cards": ["anvil#1"] * 55},
        {"command": "ChooseOutcast", "suit": "bird"},
        {"command": "ChooseLeader", "leader": "cat"},
        {"command": "Build", "building": "keep", "clearing": 1},
        {"command": "AddToDecree", "additions": [["anvil#1", "craft"]]},
        {"command": "AddToDecree", "additions": [["anvil#1"]]},
        {"command": "Sanctify", "clearing": 1, "owner": 1, "building": "w" * 25},
        {"command": "CrusadeFollowUp", "defender": -1},
        {"command": "UseBattleEffects", "cards": ["armorers#1"] * 7},
        {"command": "ChooseHits", "pieces": ["wood"] * 31},
    ],
    ids=str,
)
def test_commands_out_of_bounds_cannot_be_asked(asked: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(asked, COMMANDS)
