"""What a notation gives: errors in one sentence, short forms, previews."""

import msgspec

from domain.table.scene import Scene

# As much of what somebody typed as an error repeats, and the longest sentence that it makes.
LONGEST_QUOTED = 40
LONGEST_SENTENCE = 400


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
