"""What a game's notation is."""

from typing import Any, Protocol

import msgspec

from domain.table.messages import Command
from domain.table.scene import Scene


class NotationError(Exception):
    """What is wrong with a line, in the one sentence that its writer reads."""


class Preview(msgspec.Struct, frozen=True):
    """What a command would do, as far as it can be known before: a drawing in characters, and sentences."""

    scene: Scene
    sentences: tuple[str, ...]


class Notation(Protocol):
    """The words of one game. State is only read."""

    help: str

    def usage(self, state: Any, seat: int, command: str) -> str | None:
        """How a command of that name is typed now; None where there are no words for it."""

    def read(self, state: Any, seat: int, line: str) -> Command | None:
        """The command that a line means; None where it does not begin like any that the seat may give. NotationError where it
        does, and cannot be understood."""

    def preview(self, state: Any, seat: int, line: str) -> Preview | None:
        """What the command in a line would do; None where the line does not ask for it. NotationError as for `read`."""
