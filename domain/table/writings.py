"""Free texts of people (T-60). They live outside the log, which holds a salted hash of each: a text can be forgotten, and
its table stays valid; a text that is there can be proven to be the one that was meant."""

import hashlib
import re

import msgspec

from domain.table.refusals import Refusal

LONGEST_TEXT = 10_000
"""Characters (code points) that a text may have."""

SALT_SIZE = 16

TURNING = "\u202a-\u202e\u2066-\u2069"
"""Signs that turn the direction of what stands behind them, so that it reads as what it is not: a range for expressions."""

_PREFIX = b"souls writing "
_BLANK = " \t\n"
# Control characters but for tab and line feed, and halves of surrogate pairs, which no UTF-8 has. Spelled out, so that it
# is the same for every version of Unicode.
_UNWRITABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_TURNING = re.compile(f"[{TURNING}]")
_LINE_END = re.compile("\r\n?")


class Writing(msgspec.Struct, frozen=True):
    """T-60: one text with the salt of its hash, 16 random bytes that make it impossible to guess the text from the hash.

    `Refusal` for a text that is empty or blank, too long, or has characters that cannot be written; `ValueError` for a salt
    of another size. Decoding one raises the same `Refusal`.
    """

    salt: bytes
    text: str

    def __post_init__(self) -> None:
        if len(self.salt) != SALT_SIZE:
            raise ValueError(f"a salt has {SALT_SIZE} bytes, not {len(self.salt)}")
        check_text(self.text)

    @property
    def hash(self) -> str:
        """What the log holds of the text: SHA-256 in 64 hexadecimal digits."""
        return hashlib.sha256(_PREFIX + self.salt + self.text.encode()).hexdigest()

    def is_of(self, hash: str) -> bool:  # noqa: A002 - the vocabulary's word
        """Whether the log means this very text by that hash."""
        return self.hash == hash

    def __repr__(self) -> str:
        return "Writing(…)"  # so that no log line or traceback tells it


def check_text(text: str) -> None:
    """T-60: `Refusal` for what is no text that can be kept. What was kept before may have signs that turn its direction."""
    if len(text) > LONGEST_TEXT:
        raise Refusal("TEXT_TOO_LONG", "T-60", length=len(text), most=LONGEST_TEXT)
    if not text.strip(_BLANK):
        raise Refusal("NO_TEXT", "T-60")
    _check_without(_UNWRITABLE, text)


def as_text(typed: str) -> str:
    """T-60: what somebody has typed as the text that is kept: with line feeds, whatever ends lines where it was typed.
    `Refusal` for what is no text, and for signs that turn its direction."""
    text = _LINE_END.sub("\n", typed)
    check_text(text)
    _check_without(_TURNING, text)
    return text


def _check_without(characters: re.Pattern[str], text: str) -> None:
    if bad := characters.search(text):
        raise Refusal("BAD_TEXT", "T-60", character=f"U+{ord(bad[0]):04X}", place=bad.start() + 1)
