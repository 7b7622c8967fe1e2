"""What no list of Flick of Faith holds, in words: flicks by angle and strength, Temples by place, reports of a real board."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from domain.flick_of_faith.state import Game
from domain.table.messages import Command
from infra.notation.flick_of_faith import placing
from infra.notation.flick_of_faith.aiming import flick
from infra.notation.flick_of_faith.examples import example
from infra.notation.flick_of_faith.previews import preview
from infra.notation.spoken import NotationError, Preview

_UNIT = re.compile(r"(?<=\d)(?:°|deg|mm/s|mm)$", re.IGNORECASE)
_SILENT = ("the", "°", "deg", "degrees", "mm/s", "mm")
FLICKS = ("Flick", "FirstFlick", "SecondTry")


class FlickWords:
    """The words for a game as it stands. State is only read."""

    def usage(self, state: Game, seat: int, command: str) -> str | None:
        """An example of a command of that name."""
        return example(state, seat, command)

    def read(self, state: Game, seat: int, line: str) -> Command | None:
        """The command in a line, None where it does not begin with a word for one that the seat may give."""
        awaited = _awaited(state, seat)
        kind = next((name for name in awaited if name in FLICKS), None)
        for name in (*awaited, kind):
            found = None if name is None else self.read_as(state, seat, line, name)
            if found is not None:
                return found
        return None

    def read_as(self, state: Game, seat: int, line: str, command: str) -> Command | None:
        """The command of that name in a line, None where it does not begin with the word for it."""
        line = _said(line)
        words = line.lower().split()
        if words[:1] != [HEADS.get(command)]:
            return None
        match command:
            case "Flick" | "FirstFlick" | "SecondTry":
                return flick(state, seat, command, words[1:])
            case "BuildTemples":
                return None if words[1:2] in (["no"], ["nothing"]) else placing.build(state, seat, words[1:])
            case "DropHeart":
                return placing.heart(state, seat, words[1:])
            case "ReportHeart":
                return placing.touched_by_heart(state, seat, words[1:])
            case "ProposeCorrection":
                return placing.correct(state, seat, words[1:])
        return _REPORTS[command](state, seat, line)

    def preview(self, state: Game, seat: int, line: str) -> Preview | None:
        """What the flick behind the word `aim` would do."""
        words: Sequence[str] = _said(line).lower().split()
        if words[:1] != ["aim"]:
            return None
        kind = next((name for name in _awaited(state, seat) if name in FLICKS), None)
        if kind is None:
            raise NotationError("There is nothing to aim at now: no flick is awaited.")
        return preview(state, seat, flick(state, seat, kind, words[1:]))


HEADS = {
    **dict.fromkeys(FLICKS, "flick"),
    "BuildTemples": "build",
    "DropHeart": "heart",
    "ReportHeart": "heart",
    "ReportFlick": "report",
    "AmendReport": "amend",
    "ContestReport": "contest",
    "ProposeCorrection": "correct",
}
"""The word that each of the commands begins with."""
_REPORTS: dict[str, Callable[[Game, int, str], Command]] = {
    "ReportFlick": placing.report,
    "AmendReport": placing.amend,
    "ContestReport": placing.contest,
}


def _said(line: str) -> str:
    """A line without what says nothing: `the`, commas between its parts, units behind numbers. A photo stays as it is."""
    said, photo, address = placing.COMMA.sub(",", line.strip()).partition(" photo ")
    words = (_UNIT.sub("", word.rstrip(",")) for word in said.split())
    return " ".join(word for word in words if word and word.lower() not in _SILENT) + photo + address


def _awaited(state: Any, seat: int) -> list[str]:
    return [name for prompt in state.prompts if prompt.seat == seat for name in prompt.commands]
