"""Bytes that were once stored are read for ever, and what is stored today is stored in the same bytes."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.table.lifecycle import SeatTaken, TableClosed, TableOpened, UndoRequested
from domain.table.messages import Term
from domain.table.permissions import TABLE_COMMANDS, TABLE_EVENTS
from domain.table.records import Cause, Draw, Record
from tests.table.play import ENCODE, command_types, event_types
from tests.table.values import COMMANDS, EVENTS, OTHERS

# By kind, then by name: the bytes in hexadecimal. A new event gets a new entry; an entry is never changed.
GOLDEN = json.loads((Path(__file__).parent / "golden" / "kernel.json").read_text())
VALUES = {"events": EVENTS, "commands": COMMANDS, "others": OTHERS}
TYPES: dict[str, Any] = {"Draw": Draw, "Cause": Cause, "Term": Term, "Record": Record[event_types()]}


def type_of(kind: str, name: str) -> Any:
    if kind == "others":
        return TYPES[name.split()[0]]
    return event_types() if kind == "events" else command_types()


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in VALUES for name in VALUES[kind]])
def test_golden_bytes(kind: str, name: str):
    value, stored = VALUES[kind][name], ENCODE(VALUES[kind][name])
    assert stored.hex() == GOLDEN[kind].get(name), f'"{name}": "{stored.hex()}"'
    assert msgspec.msgpack.decode(bytes.fromhex(GOLDEN[kind][name]), type=type_of(kind, name)) == value


def test_everything_that_is_stored_has_golden_bytes():
    assert {type(event) for event in EVENTS.values()} == set(TABLE_EVENTS)
    assert {type(command) for command in COMMANDS.values()} == set(TABLE_COMMANDS)
    assert {kind: sorted(names) for kind, names in GOLDEN.items()} == {kind: sorted(VALUES[kind]) for kind in VALUES}


def test_tags_are_short_and_each_is_given_once():
    tags = [event.__struct_config__.tag for event in TABLE_EVENTS]
    assert len(set(tags)) == len(tags)
    assert all(tag.startswith("T.") and len(tag) <= 12 for tag in tags)


def test_an_event_without_fields_that_were_added_since_is_still_read():
    for event, short in ((TableClosed(), ["T.close"]), (SeatTaken(0, "ada"), ["T.seat", 0, "ada"])):
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(short), type=event_types()) == event
    asked = ["T.ask", 300, [0, 2]]
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(asked), type=event_types()) == UndoRequested(300, (0, 2))
    shorter = ["T.open", "trumps", "1", 2, "hanna", "ab" * 32, "{}", "provable"]
    assert isinstance(msgspec.msgpack.decode(msgspec.msgpack.encode(shorter), type=event_types()), TableOpened)


@pytest.mark.parametrize(
    "stored",
    [
        ["T.undo", -1],
        ["T.undo", 2**40 + 1],
        ["T.seat", 12, "ada"],
        ["T.chance", 1001, "00"],
        ["T.finish", [1_000_001], [1]],
        ["T.finish", [1], [0]],
        ["T.nothing"],
        ["T.undo"],
        {"type": "T.begin"},
    ],
)
def test_what_no_event_can_hold_is_not_read(stored: object):
    with pytest.raises(msgspec.ValidationError):
        msgspec.msgpack.decode(msgspec.msgpack.encode(stored), type=event_types())


@pytest.mark.parametrize(("at", "by"), [(-1, 0), (2**53, 0), (0, -5), (0, 12)])
def test_what_no_record_can_hold_is_not_read(at: int, by: int):
    with pytest.raises(msgspec.ValidationError):
        msgspec.msgpack.decode(msgspec.msgpack.encode([at, by, ["T.begin"]]), type=Record[event_types()])


@pytest.mark.parametrize(
    ("kind", "stored"),
    [
        ("Cause", ["c", -2, None, b""]),
        ("Cause", ["c", 12, None, b""]),
        ("Draw", ["d" * 65, 0, 6, 0]),
        ("Draw", ["d", -1, 6, 0]),
        ("Draw", ["d", 2**32, 6, 0]),
        ("Draw", ["d", 0, 0, 0]),
        ("Draw", ["d", 0, 2**32 + 1, 0]),
        ("Draw", ["d", 0, 6, -1]),
        ("Draw", ["d", 0, 6, 2**32]),
        ("Term", ["t", 100_001, 1, "T-1"]),
        ("Term", ["t", -100_001, 1, "T-1"]),
        ("Term", ["t", 1, 100_001, "T-1"]),
        ("Term", ["t", 1, 2**63, "T-1"]),
    ],
)
def test_what_no_part_of_a_record_can_hold_is_not_read(kind: str, stored: object):
    with pytest.raises(msgspec.ValidationError):
        msgspec.msgpack.decode(msgspec.msgpack.encode(stored), type=TYPES[kind])
