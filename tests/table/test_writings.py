"""What is a text that can be kept, and the hash that the log holds of it."""

import hashlib

import msgspec
import pytest

from domain.table.refusals import Refusal
from domain.table.writings import LONGEST_TEXT, SALT_SIZE, Writing, as_text, check_text

SALT = bytes(range(16))

pytestmark = pytest.mark.clause("T-60")


def test_the_hash_is_over_a_prefix_the_salt_and_the_text():
    writing = Writing(SALT, "Überfällig: 9 > 7.")
    assert writing.hash == hashlib.sha256(b"souls writing " + SALT + "Überfällig: 9 > 7.".encode()).hexdigest()


def test_the_hash_never_changes():
    assert Writing(SALT, "a").hash == "a92c665ed1a4679eb93729dd9554ca54035d09ddcff258d78d1c7d2b80b3317d"


def test_a_hash_is_of_one_salt_and_one_text():
    writing = Writing(SALT, "It was my turn.")
    assert writing.is_of(writing.hash)
    for other in (Writing(SALT, "It was my turn"), Writing(bytes(16), "It was my turn.")):
        assert not other.is_of(writing.hash)
    assert not writing.is_of(writing.hash.upper())
    assert not writing.is_of("")


@pytest.mark.parametrize(
    "text",
    ["x", "x" * LONGEST_TEXT, "\U0001f409" * LONGEST_TEXT, "\ttwo\nlines\n", "\xa0 é 漢 \u202e \ue000 \U0010ffff", "~"],
)
def test_a_text_is_kept_as_it_is(text: str):
    assert Writing(SALT, text).text == text
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(Writing(SALT, text)), type=Writing) == Writing(SALT, text)


@pytest.mark.parametrize("text", ["", " ", "\n", " \t\n "])
def test_an_empty_text_says_nothing(text: str):
    with pytest.raises(Refusal) as caught:
        Writing(SALT, text)
    assert caught.value == Refusal("NO_TEXT", "T-60")


@pytest.mark.parametrize("text", ["x" * (LONGEST_TEXT + 1), " " * (LONGEST_TEXT + 1), "\0" * (LONGEST_TEXT + 1)])
def test_a_text_that_is_too_long_is_refused(text: str):
    with pytest.raises(Refusal) as caught:
        check_text(text)
    assert caught.value == Refusal("TEXT_TOO_LONG", "T-60", length=LONGEST_TEXT + 1, most=LONGEST_TEXT)


CONTROL = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\t\n"]
SURROGATES = ["\ud800", "\udbff", "\udc80", "\udfff"]


@pytest.mark.parametrize("character", [*CONTROL, *SURROGATES], ids=lambda character: f"{ord(character):04X}")
def test_control_characters_and_halves_of_characters_are_refused_wherever_they_stand(character: str):
    for text, place in ((character + "x", 1), ("one\ntwo" + character, 8), ("x" + character + "\0", 2)):
        with pytest.raises(Refusal) as caught:
            Writing(SALT, text)
        assert caught.value == Refusal("BAD_TEXT", "T-60", character=f"U+{ord(character):04X}", place=place)


def test_whatever_ends_lines_where_a_text_is_typed_is_kept_as_a_line_feed():
    assert as_text("one\r\ntwo\rthree\n\r\n\r\rfour") == "one\ntwo\nthree\n\n\n\nfour"
    assert as_text("x" * (LONGEST_TEXT - 1) + "\r\n") == "x" * (LONGEST_TEXT - 1) + "\n"
    with pytest.raises(Refusal, match="NO_TEXT"):
        as_text("\r\n \r")


@pytest.mark.parametrize("character", "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
def test_signs_that_turn_the_direction_are_refused_where_they_are_typed_and_read_where_they_were_kept(character: str):
    with pytest.raises(Refusal) as caught:
        as_text(f"a\r\nb{character}")
    assert caught.value == Refusal("BAD_TEXT", "T-60", character=f"U+{ord(character):04X}", place=4)
    assert Writing(SALT, character + "x").text == character + "x"


def test_what_is_no_text_is_refused_where_it_is_read_too():
    stored = msgspec.json.encode({"salt": SALT, "text": "x\0"})
    with pytest.raises(Refusal, match="BAD_TEXT"):
        msgspec.json.decode(stored, type=Writing)


@pytest.mark.parametrize("size", [0, SALT_SIZE - 1, SALT_SIZE + 1])
def test_a_salt_has_its_size(size: int):
    with pytest.raises(ValueError, match=f"^a salt has 16 bytes, not {size}$"):
        Writing(bytes(size), "x")
    with pytest.raises(msgspec.ValidationError, match="a salt has 16 bytes"):
        msgspec.msgpack.decode(msgspec.msgpack.encode({"salt": bytes(size), "text": "x"}), type=Writing)


def test_a_text_is_not_told_by_printing_it():
    assert "hush" not in f"{Writing(SALT, 'hush')!r} {Writing(SALT, 'hush')}"
