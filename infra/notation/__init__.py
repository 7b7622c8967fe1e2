"""Notations: commands of a game and of its table as one types them in a line, in a forum, a chat, a mail or a terminal.

`notation_of(rulebook)` reads a line as a command and writes a command as a line. Every game has one: what a game does not say
in its own words is typed by the names and fields of its commands. Angles become vectors of integers and millimetres
micrometres here, before a game sees them.
"""

from functools import lru_cache
from pkgutil import resolve_name

from domain.table.rulebook import Rulebook
from domain.table.table import Table
from infra.notation.notation import Notation
from infra.notation.spoken import NotationError, Preview, ShortForm

__all__ = ["Notation", "NotationError", "Preview", "ShortForm", "notation_of", "short_forms"]

# By game, loaded when somebody asks.
_NOTATIONS = {
    "carcassonne": "infra.notation.carcassonne:CarcassonneNotation",
    "flick-of-faith": "infra.notation.flick_of_faith:FlickNotation",
    "root": "infra.notation.root:RootNotation",
}


@lru_cache(maxsize=64)
def notation_of(rulebook: Rulebook) -> Notation:
    """The notation of a game: its own, or the one that any game has."""
    name = _NOTATIONS.get(rulebook.game)
    kind: type[Notation] = Notation if name is None else resolve_name(name)
    return kind(rulebook)


def short_forms(table: Table, speaker: int, most: int = 8, at: int = 0) -> list[ShortForm]:
    """Some of what a seat, the host or the arbiter may do now, which is `at`, each as it is typed and with what it does."""
    return notation_of(table.rulebook).short_forms(table, speaker, most, at)
