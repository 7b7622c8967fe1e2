"""Notations: words for commands that no list of choices can hold, such as where a flick goes and how hard.

What people type is read here, at the edge: angles become vectors of integers and millimetres micrometres before a game sees
them. A game without a notation is played by its lists, and by commands spelled with their fields.
"""

from functools import cache
from pkgutil import resolve_name

from infra.notation.spoken import Notation, NotationError, Preview

__all__ = ["Notation", "NotationError", "Preview", "notation_of"]

# By game, loaded when somebody plays it.
_NOTATIONS = {"flick-of-faith": "infra.notation.flick_of_faith:notation"}


@cache
def notation_of(game: str) -> Notation | None:
    """The notation of a game, if it has one."""
    name = _NOTATIONS.get(game)
    found: Notation | None = None if name is None else resolve_name(name)
    return found
