"""The registry of rulebooks: found by entry points, or named as `module:object`."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.metadata import entry_points

from domain.table.rulebook import Rulebook
from infra.nearness import nearest
from infra.soundness import check_rulebook

GROUP = "lost_souls.rulebooks"


class UnknownGameError(LookupError):
    """No rulebook of that game is installed. Only the game's own tables suffer from it."""


class RulebookError(Exception):
    """What was named as a rulebook is none, or nothing can be played by it."""


class Rulebooks:
    """The rulebooks that this process knows, by game, and those that are installed and broken, by name."""

    def __init__(self, rulebooks: Sequence[Rulebook], broken: Mapping[str, str] | None = None) -> None:
        """A later one wins over an earlier one of the same game."""
        self._rulebooks = {rulebook.game: rulebook for rulebook in rulebooks}
        self.broken = dict(broken or {})

    def __getitem__(self, game: str) -> Rulebook:
        """The game's rulebook; `UnknownGameError` where there is none, or it is broken."""
        try:
            return self._rulebooks[game]
        except KeyError:
            known = ", ".join(sorted(self._rulebooks)) or "none"
            broken, near = self.broken.get(game), nearest(game, sorted(self._rulebooks))
            meant = f" Did you mean {near[0]}?" if near else ""
            why = f". It is broken: {broken}" if broken else f" (there is: {known}).{meant}"
            raise UnknownGameError(f"No rulebook for the game '{game}' is installed{why}") from None

    def __contains__(self, game: object) -> bool:
        return game in self._rulebooks

    def __iter__(self) -> Iterator[Rulebook]:
        return iter(self._rulebooks[game] for game in sorted(self._rulebooks))


def installed(named: Sequence[str] = ()) -> Rulebooks:
    """The rulebooks of all installed packages, and those named as `module:object`, which win over them.

    An installed one that is broken spoils its own tables only. `RulebookError` for a name that leads to no rulebook.
    """
    found, broken = [], {}
    for entry in entry_points(group=GROUP):
        try:
            found.append(named_rulebook(entry.value))
        except RulebookError as error:
            broken[entry.name] = str(error)
    return Rulebooks([*found, *(named_rulebook(name) for name in named)], broken)


def named_rulebook(name: str) -> Rulebook:
    """The rulebook named `module:object`, also in the present folder; `RulebookError` where there is none that is sound."""
    module_name, colon, attribute = name.partition(":")
    if not (module_name and colon and attribute) or module_name.startswith("."):
        raise RulebookError(f"A rulebook is named as module:object, not '{name}'.")
    if "" not in sys.path and os.getcwd() not in sys.path:
        # Behind everything that is installed, which a file of the same name here must not hide.
        sys.path.append(os.getcwd())
    try:
        module = import_module(module_name)
    except (Exception, SystemExit) as error:
        raise RulebookError(
            f"The module '{module_name}' cannot be imported: {str(error) or type(error).__name__}."
        ) from error
    return _as_rulebook(name, getattr(module, attribute, None))


def _as_rulebook(name: str, found: object) -> Rulebook:
    if not isinstance(found, Rulebook):
        raise RulebookError(f"'{name}' is not a rulebook.")
    faults = check_rulebook(found)
    if faults:
        raise RulebookError(f"Nothing can be played by the rulebook '{name}'. {' '.join(faults)}")
    return found
