"""Lines as people type them, in chats and mails too, made plain: quotes, dashes and spaces, emphasis, marks at the end."""

import json
import re
from functools import lru_cache
from typing import NamedTuple
from unicodedata import category, normalize

from infra.notation.spoken import NotationError

# A report of all discs on a mat is longer than anything else that is typed.
LONGEST_LINE = 8_000
_ALIKE = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−﹣-", "-"),
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‘’‚‛′´", "'"),
    }
)
# A string that does not end goes on to the end of the line, so that no line takes long.
_ANY_STRING = r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)'
# What stays as it is: strings, and addresses.
_KEPT = re.compile(rf"({_ANY_STRING}|https?://\S+)")
_SPACES = re.compile(r" +")
_EMPHASIS = re.compile(r"`|(?<!\w)[*_~]+|[*_~]+(?!\w)")
_BULLET = re.compile(r"\s*(?:[-*•+]\s+|\d{1,2}[.)]\s+)+")
# A line that somebody has put into quotes as a whole.
_QUOTED = re.compile(r"\"[^\"]+\"|'[^']+'")
STRING = re.compile(_ANY_STRING)
_TOKEN = re.compile(rf"{_ANY_STRING}|,|[^\s,]+")
_WORD = re.compile(r"[^\W_]+")
_ENDS = ".,;:!?…"


class Token(NamedTuple):
    """A word of a line, as it is compared and as it was typed, and where it begins there."""

    word: str
    typed: str
    start: int


def plain(line: str) -> str:
    """A line without what chats and mails make of it; NotationError where nothing is left, or it is too long."""
    if len(line) > LONGEST_LINE:
        raise NotationError(
            f"A command has at most {LONGEST_LINE} characters, and this line has {len(line)}.", begun=False
        )
    alike = normalize("NFKC", line.translate(_ALIKE)).translate(_ALIKE)
    shown = "".join(_shown(char) for char in alike)
    if len(shown) > LONGEST_LINE:
        raise NotationError(f"A command has at most {LONGEST_LINE} characters.", begun=False)
    parts = _KEPT.split(_BULLET.sub("", shown, count=1) if _BULLET.match(shown) else shown)
    text = "".join(part if n % 2 else _SPACES.sub(" ", _EMPHASIS.sub("", part)) for n, part in enumerate(parts))
    text = text.strip().rstrip(_ENDS + " ")
    if not text:
        raise NotationError("There is nothing in this line.", begun=False)
    return plain(text[1:-1]) if _QUOTED.fullmatch(text) else text


def tokens_of(text: str) -> list[Token]:
    """The words of a plain line; a comma is one of its own, and a string in quotes is one."""
    found = []
    for match in _TOKEN.finditer(text):
        typed = match[0] if match[0].startswith('"') else match[0].rstrip(_ENDS + ")").lstrip("(") or match[0]
        found.append(Token(typed.lower(), typed, match.start()))
    return found


@lru_cache(maxsize=8_192)
def words_in(text: str) -> tuple[str, ...]:
    """The words and numbers in a name, as they are compared: `Smuggler's Trail` is smugglers, trail."""
    return tuple(_WORD.findall(normalize("NFKC", text).replace("'", "").replace("’", "").lower()))


def safe_json(value: object) -> str:
    """JSON in one line that `plain` leaves as it is: it has nothing but ASCII, and marks only in strings."""
    return json.dumps(value, ensure_ascii=True)


def _shown(char: str) -> str:
    kind = category(char)
    if kind == "Cf":
        return ""
    return " " if kind[0] in "ZC" else char
