"""What a notation gives: errors in one sentence, short forms, previews."""

from collections.abc import Iterable, Sequence

import msgspec

from domain.table.scene import Scene
from infra.nearness import nearest

# As much of what somebody typed as an error repeats, and the longest sentence that it makes.
LONGEST_QUOTED = 40
LONGEST_SENTENCE = 400
# Of a long list of names so many are told.
MOST_TOLD = 8


class NotationError(Exception):
    """What is wrong with a line, in the one sentence that its writer reads. `begun`: the line begins like a command that the
    seat may give now."""

    def __init__(self, sentence: str, *, begun: bool = True) -> None:
        super().__init__(sentence if len(sentence) <= LONGEST_SENTENCE else f"{sentence[: LONGEST_SENTENCE - 1]}…")
        self.begun = begun


class ShortForm(msgspec.Struct, frozen=True):
    """Something that a seat may do now: what it types for it, and what that does."""

    text: str
    sentence: str


class Preview(msgspec.Struct, frozen=True):
    """What a command would do, as far as it can be known before: a drawing in characters, and sentences."""

    scene: Scene
    sentences: tuple[str, ...]


def quoted(text: str) -> str:
    """What somebody typed, as an error repeats it: printable, and not all of it where it is long."""
    shown = "".join(char if char.isprintable() else " " for char in text)
    return f"'{shown if len(shown) <= LONGEST_QUOTED else shown[: LONGEST_QUOTED - 1] + '…'}'"


def listed(names: Iterable[str], most: int = MOST_TOLD) -> str:
    """Names, or the first of many, as a sentence has them."""
    every = list(dict.fromkeys(names))
    return ", ".join(every[:most]) + ("…" if len(every) > most else "")


def near(typed: str, names: Sequence[str]) -> str:
    """What may have been meant, as the end of a sentence; nothing where no name is like it."""
    found = nearest(typed, names)
    return f"; did you mean {found[0]}?" if found else ""
