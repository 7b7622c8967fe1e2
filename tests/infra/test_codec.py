"""Records as bytes and back."""

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.carcassonne.rulebook import Carcassonne
from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.table.lifecycle import SeatTaken, TablePaused
from domain.table.messages import Command, Event, GameEvent
from domain.table.permissions import TABLE_COMMANDS, TABLE_EVENTS
from domain.table.records import Cause, Draw, Record
from domain.table.rulebook import Rulebook
from infra.codec import Codec, UnreadableRecordError, game_of
from tests.infra.samples import record_fields, sample
from tests.table.toy import Nudged, Toy, toy

pack, unpack = msgspec.msgpack.encode, msgspec.msgpack.decode
CODECS = {"carcassonne": Codec(carcassonne), "trumps": Codec(toy)}
TOY = CODECS["trumps"]
EVENTS = [(game, event) for game, codec in CODECS.items() for event in (*TABLE_EVENTS, *codec.rulebook.events)]
COMMANDS = [
    (game, command) for game, codec in CODECS.items() for command in (*TABLE_COMMANDS, *codec.rulebook.commands)
]


def names(value: object) -> str:
    return value.__name__ if isinstance(value, type) else str(value)


def unreadable(topic: str, state: bytes, codec: Codec = TOY) -> str:
    """What is said of bytes that are no record."""
    with pytest.raises(UnreadableRecordError) as caught:
        codec.decode("tablexyz", 7, topic, state)
    assert str(caught.value).startswith("Record 7 of table tablexyz ")
    return str(caught.value)


# --- Round trips ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "event"), EVENTS, ids=names)
def test_every_event_comes_back_as_it_was_and_its_bytes_too(game: str, event: type[Event]) -> None:
    codec, rng = CODECS[game], random.Random(event.__name__)
    for n in range(30):
        draws = tuple(Draw("die", number, 6, rng.randrange(6)) for number in range(n % 3))
        cause = Cause("c-1", n % 5 - 1, msgspec.Raw(pack({"command": "RollDie"})), rng.randbytes(32))
        record: Record[Any] = Record(
            rng.randrange(2**53), rng.randrange(-3, 12), sample(event, rng), draws,
            rng.choice((None, "T-9")), rng.choice((None, cause)),
        )  # fmt: skip
        topic, state = codec.encode(record)
        assert topic == f"{game}:{event.__struct_config__.tag}"
        assert game_of(topic) == game
        read = codec.decode("t", 1, topic, state)
        assert read == record
        assert codec.encode(read) == (topic, state)


@pytest.mark.parametrize(("game", "kind"), COMMANDS, ids=names)
def test_every_command_comes_back_from_json_and_from_storage(game: str, kind: type[Command]) -> None:
    codec, rng = CODECS[game], random.Random(kind.__name__)
    for _ in range(30):
        command = sample(kind, rng)
        assert codec.read_command(msgspec.json.encode(command)) == command
        assert codec.command(pack(command)) == command
        assert codec.command(msgspec.Raw(pack(command))) == command


# --- What cannot be read ----------------------------------------------------------------------------------------------

NUDGE: Record[Any] = Record(5, 0, Nudged(0, 2), (Draw("die", 0, 6, 3),), "TOY-1", None)
TOPIC, STATE = TOY.encode(NUDGE)


def test_an_unknown_tag_is_named_with_its_table_and_version() -> None:
    fields = record_fields(STATE)
    fields[2][0] = "flew"
    said = unreadable("trumps:flew", pack(fields))
    assert said == (
        "Record 7 of table tablexyz cannot be read: 'trumps:flew' is not a kind of record that this rulebook knows."
    )


def test_a_record_filed_under_another_topic_is_not_read() -> None:
    assert unreadable("trumps:rolled", STATE).endswith("is filed as 'trumps:rolled' and is a 'trumps:nudged'.")
    assert unreadable("carcassonne:nudged", STATE).endswith(
        "is filed as 'carcassonne:nudged' and is a 'trumps:nudged'."
    )
    assert unreadable("", STATE).endswith("is filed as '' and is a 'trumps:nudged'.")


@pytest.mark.parametrize("length", range(len(STATE)))
def test_a_record_that_is_cut_off_is_not_read(length: int) -> None:
    unreadable(TOPIC, STATE[:length])


def test_a_record_with_bytes_behind_it_is_not_read() -> None:
    unreadable(TOPIC, STATE + b"\0")


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ((0,), -1), ((0,), 2**53), ((0,), "now"), ((0,), 1.5), ((1,), -5), ((1,), 12), ((1,), None), ((2,), []), ((2,), {}),
        ((2, 0), 5), ((2, 1), 12), ((2, 1), -1), ((2, 1), True), ((2, 2), "far"), ((3,), None), ((3, 0), []), ((3, 0, 1), "x"),
        ((4,), 4), ((5,), 1), ((5,), []), ((), None), ((), {}), ((), 7), ((), "text"),
    ],
    ids=str,
)  # fmt: skip
def test_a_record_with_a_value_of_the_wrong_kind_is_not_read(place: tuple[int, ...], value: object) -> None:
    whole: list[Any] = [record_fields(STATE)]
    inner: Any = whole
    *outer, last = (0, *place)
    for index in outer:
        inner = inner[index]
    inner[last] = value
    unreadable(TOPIC, pack(whole[0]))


HEAD = b"\x93\x01\x00\x93\xa6nudged\x00\x01"


@pytest.mark.parametrize(
    "state",
    [
        b"\xdd\xff\xff\xff\xff",
        b"\x94" + HEAD[1:] + b"\xdd\xff\xff\xff\xff",
        b"\x93\x01\x00\xdb\xff\xff\xff\xff",
        b"\x96" + HEAD[1:] + b"\x90\xc0\x94\xa1a\x00" + b"\x91" * 300_000 + b"\xc0\xc4\x00",
        b"\x97" + HEAD[1:] + b"\x90\xc0\xc0" + b"\x91" * 300_000 + b"\xc0",
        b"\x97" + HEAD[1:] + b"\x90\xc0\xc0" + b"\x81\xa1a" * 300_000 + b"\xc0",
        b"\x93\x01\x00\x93\xa6\xff\xfedged\x00\x01",
    ],
    ids=["huge array", "huge draws", "huge text", "deep command", "deep extra", "deep maps", "bad text"],
)
def test_bytes_made_to_hurt_are_turned_down(state: bytes) -> None:
    unreadable(TOPIC, state)


@given(st.binary(max_size=60))
def test_random_bytes_are_turned_down_with_one_kind_of_error(state: bytes) -> None:
    unreadable(TOPIC, state)


@given(st.integers(0, len(STATE) - 1), st.integers(1, 255))
def test_a_changed_byte_is_read_as_another_record_or_turned_down_with_one_kind_of_error(at: int, change: int) -> None:
    damaged = bytearray(STATE)
    damaged[at] ^= change
    try:
        assert TOY.decode("t", 1, TOPIC, bytes(damaged)) != NUDGE
    except UnreadableRecordError as error:
        assert str(error).startswith("Record 1 of table t ")  # noqa: PT017 - either way is right


def test_stored_commands_made_to_hurt_are_turned_down() -> None:
    for stored in (b"", b"\xc1", b"\xdf\xff\xff\xff\xff", b"\x81\xa1a" * 300_000, pack({"command": "Fly"}), pack([1])):
        with pytest.raises(msgspec.DecodeError):
            TOY.command(stored)


# --- Records of other versions ----------------------------------------------------------------------------------------


class Leapt(GameEvent, frozen=True, tag="leapt"):
    clause = "TOY-5"
    seat: int
    steps: int = 1
    high: bool = False


class Vaulted(GameEvent, frozen=True, tag="vault"):
    clause = "TOY-5"
    seat: int
    height: int


class Leaping(Toy):
    events = (*Toy.events, Leapt)  # type: ignore[assignment]


class Vaulting(Leaping):
    upcasters = {Vaulted: lambda old: Leapt(old.seat, old.height, True)}  # noqa: RUF012


LEAPING = Codec(Leaping())


def test_a_field_that_a_newer_version_added_is_passed_over() -> None:
    newer = pack([5, 0, ["leapt", 1, 3, True, "with a twist", {"a": [1]}]])
    assert LEAPING.decode("t", 1, "trumps:leapt", newer).event == Leapt(1, 3, True)
    assert LEAPING.decode("t", 1, "trumps:leapt", pack([5, 0, ["leapt", 1], [], None, None, "new"])).event == Leapt(1)


def test_a_field_that_an_older_version_did_not_have_takes_its_default() -> None:
    assert LEAPING.decode("t", 1, "trumps:leapt", pack([5, 0, ["leapt", 1]])).event == Leapt(1, 1, False)
    assert "at least length 2" in unreadable("trumps:leapt", pack([5, 0, ["leapt"]]), LEAPING)


def test_an_upcaster_turns_an_event_that_is_no_longer_written_into_the_one_of_now() -> None:
    codec = Codec(Vaulting())
    stored = pack(Record(5, 1, Vaulted(1, 4), (), "TOY-1", None))
    read = codec.decode("t", 1, "trumps:vault", stored)
    assert read == Record(5, 1, Leapt(1, 4, True), (), "TOY-1", None)
    assert codec.encode(read)[0] == "trumps:leapt"
    with pytest.raises(UnreadableRecordError, match="filed as 'trumps:leapt' and is a 'trumps:vault'"):
        codec.decode("t", 1, "trumps:leapt", stored)


# --- What a game may not have -----------------------------------------------------------------------------------------


class AlsoNudged(GameEvent, frozen=True, tag="nudged"):
    clause = "TOY-5"


class AlsoPaused(GameEvent, frozen=True, tag="T.pause"):
    clause = "TOY-5"


class Undo(Command, frozen=True):
    clause = "TOY-5"


@pytest.mark.parametrize("event", [AlsoNudged, AlsoPaused])
def test_two_events_with_one_tag_are_refused(event: type[GameEvent]) -> None:
    with pytest.raises(ValueError, match="two events, or two commands, of trumps share a tag"):
        Codec(_toy_with(events=(*Toy.events, event)))


def test_an_upcaster_for_a_tag_in_use_is_refused() -> None:
    with pytest.raises(ValueError, match="share a tag"):
        Codec(_toy_with(upcasters={AlsoNudged: lambda old: TablePaused()}))


def test_a_command_named_like_one_of_the_tables_own_is_refused() -> None:
    with pytest.raises(ValueError, match="share a tag"):
        Codec(_toy_with(commands=(*Toy.commands, Undo)))


def test_games_do_not_read_each_others_records() -> None:
    topic, state = CODECS["carcassonne"].encode(Record(1, 0, SeatTaken(0, "ada")))
    assert topic == "carcassonne:T.seat"
    assert "is filed as 'carcassonne:T.seat' and is a 'trumps:T.seat'" in unreadable(topic, state)
    other = next(event for event in Carcassonne.events if event.__struct_config__.tag == "skip")
    topic, state = CODECS["carcassonne"].encode(Record(1, 0, sample(other, random.Random(1))))
    assert "is not a kind of record that this rulebook knows" in unreadable(topic, state)


def _toy_with(**attributes: Any) -> Rulebook:
    made: Rulebook = type("Odd", (Toy,), attributes)()
    return made
