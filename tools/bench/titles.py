"""The games that are measured. A further one is a title here; all rows about rules and replay are made for each."""

from collections.abc import Mapping
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from domain.carcassonne import options as carcassonne_options
from domain.carcassonne.messages import PlaceTile
from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.root import options as root_options
from domain.root.rulebook import rulebook as root
from domain.table.messages import Command
from domain.table.rulebook import Options, Rulebook


class Setting(NamedTuple):
    """A way to play a game: a word for keys, words for people, and what a table is opened with."""

    key: str
    what: str
    seats: int
    options: Options

    @property
    def json(self) -> str:
        """The options as a table keeps them."""
        return msgspec.json.encode(self.options).decode()


class Held(NamedTuple):
    """What a game's figures are held to, each in the figure's unit."""

    game: float
    offers: float
    command: float
    greedy: float


class Title(NamedTuple):
    """A game as the benchmark plays it: in these settings, the first of them wherever one is enough.

    `prefix` begins the keys of its figures. `simple` is the type of command that may have one event and nothing else.
    `elsewhere` are the milliseconds that other programs take for a random game.
    """

    prefix: str
    rulebook: Rulebook
    settings: tuple[Setting, ...]
    held: Held
    simple: type[Command] | None = None
    elsewhere: Mapping[str, float] = MappingProxyType({})

    @property
    def game(self) -> str:
        return self.rulebook.game

    def named(self, what: str) -> str:
        """A row's words, with the game's name where it is not the first game."""
        return f"{self.rulebook.title}: {what}" if self.prefix else what


# The base game is what other programs' figures are of; everything is all sets but a river.
BASE = carcassonne_options.GameOptions(sets=("base",))
EVERYTHING = Setting(
    "everything",
    "all sets",
    2,
    carcassonne_options.GameOptions(
        sets=("base", "cult", "siege", "creativity", "inns_cathedrals", "traders_builders")
    ),
)


def base(seats: int) -> Setting:
    """Carcassonne's base game for so many."""
    return Setting(str(seats), f"{seats} seats", seats, BASE)


def woodland(*factions: root_options.Faction) -> Setting:
    """Root by these factions, in the order of their seats."""
    return Setting("_".join(factions), " and ".join(factions), len(factions), root_options.GameOptions(factions))


CARCASSONNE = Title(
    "",
    carcassonne,
    (base(2), base(5)),
    Held(game=12, offers=65, command=40, greedy=500),
    PlaceTile,
    {"a Java engine": 12.1, "the usual Python engine": 7_300.0},
)
ROOT = Title(
    "root_",
    root,
    (
        woodland(*root_options.FACTIONS)._replace(key="3", what="3 seats"),
        *(woodland(*pair) for pair in combinations(root_options.FACTIONS, 2)),
    ),
    Held(game=60, offers=50, command=50, greedy=5_000),
)
TITLES = (CARCASSONNE, ROOT)
