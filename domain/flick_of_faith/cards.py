"""Laws and deities, as their data files have them (S-5, FF-3)."""

import hashlib
from importlib import resources
from typing import Any

import msgspec


class Law(msgspec.Struct, frozen=True):
    """A Law card. `effect` holds a type and its figures; a Law lasts for its Generation, or for the rest of the game."""

    id: str
    title: str
    duration: str
    effect: dict[str, Any]
    text: str

    @property
    def kind(self) -> str:
        """The type of its effect."""
        return str(self.effect["type"])

    def number(self, name: str) -> int:
        """A figure of its effect."""
        return int(self.effect[name])


class Deity(msgspec.Struct, frozen=True):
    """A deity. `power` holds a type and its figures."""

    id: str
    name: str
    power: dict[str, Any]
    text: str

    @property
    def kind(self) -> str:
        """The type of its power."""
        return str(self.power["type"])

    def number(self, name: str) -> int:
        """A figure of its power."""
        return int(self.power[name])


class Board(msgspec.Struct, frozen=True):
    """A deity board with its two sides, of which one is played."""

    pantheon: str
    colour: str
    sides: tuple[str, str]


class _Laws(msgspec.Struct, frozen=True):
    laws: tuple[Law, ...]


class _Deities(msgspec.Struct, frozen=True):
    boards: tuple[Board, ...]
    deities: tuple[Deity, ...]


def _read(name: str) -> bytes:
    return (resources.files("domain.flick_of_faith.data") / name).read_bytes()


_DEITY_FILE = msgspec.json.decode(_read("deities.json"), type=_Deities)

LAWS: dict[str, Law] = {law.id: law for law in msgspec.json.decode(_read("laws.json"), type=_Laws).laws}
DEITIES: dict[str, Deity] = {deity.id: deity for deity in _DEITY_FILE.deities}
BOARD_OF: dict[str, str] = {side: board.pantheon for board in _DEITY_FILE.boards for side in board.sides}
"""The board that a deity is a side of."""

LAWS_HASH = hashlib.sha256(_read("laws.json")).hexdigest()
DEITIES_HASH = hashlib.sha256(_read("deities.json")).hexdigest()
