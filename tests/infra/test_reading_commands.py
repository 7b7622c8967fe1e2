"""Commands from outside: whatever comes, it is a command or one kind of error."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.table.lifecycle import TakeSeat
from infra.codec import Codec

CODEC = Codec(carcassonne)

WRONG = {
    "nothing": b"",
    "blank": b"  \n",
    "not JSON": b"PlaceTile please",
    "half": b'{"command":"SkipDeploy"',
    "two": b'{"command":"SkipDeploy"}{"command":"SkipDeploy"}',
    "null": b"null",
    "list": b'["SkipDeploy"]',
    "text": b'"SkipDeploy"',
    "no command": b"{}",
    "unknown command": b'{"command":"Fly"}',
    "number for a command": b'{"command":5}',
    "two commands": b'{"command":"SkipDeploy","command":"Undo"}',
    "another game's command": b'{"command":"RollDie"}',
    "unknown field": b'{"command":"SkipDeploy","now":true}',
    "unknown field first": b'{"now":true,"command":"SkipDeploy"}',
    "missing field": b'{"command":"TakeSeat","seat":0}',
    "text for a number": b'{"command":"TakeSeat","seat":"0","person":"ada"}',
    "truth for a number": b'{"command":"TakeSeat","seat":true,"person":"ada"}',
    "fraction": b'{"command":"TakeSeat","seat":0.5,"person":"ada"}',
    "whole fraction": b'{"command":"TakeSeat","seat":1.0,"person":"ada"}',
    "too large": b'{"command":"TakeSeat","seat":12,"person":"ada"}',
    "too small": b'{"command":"TakeSeat","seat":-1,"person":"ada"}',
    "beyond 64 bits": b'{"command":"Undo","to_version":18446744073709551616}',
    "ten thousand digits": b'{"command":"Undo","to_version":' + b"9" * 10_000 + b"}",
    "infinite": b'{"command":"Undo","to_version":1e999}',
    "NaN": b'{"command":"Undo","to_version":NaN}',
    "number for text": b'{"command":"TakeSeat","seat":0,"person":5}',
    "list for text": b'{"command":"TakeSeat","seat":0,"person":["ada"]}',
    "null for text": b'{"command":"TakeSeat","seat":0,"person":null}',
    "NUL": b'{"command":"TakeSeat","seat":0,"person":"a\\u0000"}',
    "raw NUL": b'{"command":"TakeSeat","seat":0,"person":"a\x00"}',
    "line end": b'{"command":"TakeSeat","seat":0,"person":"ada\\n"}',
    "no name": b'{"command":"TakeSeat","seat":0,"person":""}',
    "long name": b'{"command":"TakeSeat","seat":0,"person":"' + b"a" * 65 + b'"}',
    "high surrogate": b'{"command":"TakeSeat","seat":0,"person":"\\ud800"}',
    "low surrogate": b'{"command":"TakeSeat","seat":0,"person":"\\udc00\\ud800"}',
    "bad UTF-8": b'{"command":"TakeSeat","seat":0,"person":"\xff\xfe"}',
    "bad UTF-8 in the command": b'{"command":"\xff"}',
    "bad UTF-8 in a field": b'{"\xff":1,"command":"SkipDeploy"}',
    "UTF-16": '{"command":"SkipDeploy"}'.encode("utf-16"),
    "byte order mark": b'\xef\xbb\xbf{"command":"SkipDeploy"}',
    "deep": b"[" * 200_000,
    "deep before the command": b'{"a":' + b"[" * 200_000 + b"]" * 200_000 + b',"command":"SkipDeploy"}',
    "deep behind the command": b'{"command":"SkipDeploy","a":' + b'{"a":' * 200_000,
    "deep in a field": b'{"command":"TakeSeat","seat":0,"person":' + b"[" * 200_000,
    "a hundred thousand fields": b"{" + b",".join(b'"f%d":0' % n for n in range(100_000)) + b',"command":"SkipDeploy"}',
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG.keys())
def test_what_is_no_command_is_turned_down_with_an_error_of_the_decoder(text: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        CODEC.read_command(text)


@pytest.mark.parametrize(
    "text", ['{"command":"TakeSeat","seat":0,"person":"\ud800"}', "\udcff", '{"\ud83c":1}'], ids=ascii
)
def test_half_a_character_in_text_is_turned_down_too(text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        CODEC.read_command(text)


def test_the_error_says_where_it_is_wrong() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"Expected `int` <= 11 - at `\$.seat`|Expected `int` < 12"):
        CODEC.read_command(WRONG["too large"])
    with pytest.raises(msgspec.ValidationError, match=r"unknown field `now`"):
        CODEC.read_command(WRONG["unknown field"])
    with pytest.raises(msgspec.ValidationError, match=r"^there is no 'Fly'$"):
        CODEC.read_command(WRONG["unknown command"])
    with pytest.raises(msgspec.ValidationError, match=r"^there is no 'takeseats' \(did you mean TakeSeat\?\)$"):
        CODEC.read_command('{"command":"takeseats"}')


@pytest.mark.parametrize(
    "text", ['{"command":"TakeSeat","seat":0,"person":"ada"}', b'{"person":"ada","seat":0,"command":"TakeSeat"}']
)
def test_text_and_bytes_in_any_order_of_fields_are_read(text: bytes | str) -> None:
    assert CODEC.read_command(text) == TakeSeat(0, "ada")


@given(st.binary(max_size=80) | st.text(max_size=80))
def test_anything_at_all_is_turned_down_with_an_error_of_the_decoder(text: bytes | str) -> None:
    with pytest.raises(msgspec.DecodeError):
        CODEC.read_command(text)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_fields_with_anything_in_them_are_turned_down_with_an_error_of_the_decoder(value: object) -> None:
    with pytest.raises(msgspec.DecodeError):
        CODEC.read_command(msgspec.json.encode({"command": "TakeSeat", "seat": value, "person": value}))
