"""Flick of Faith in words: flicks by angle and strength, Temples by place, and reports of a real board."""

from collections.abc import Callable, Sequence
from typing import Any

from domain.flick_of_faith.state import Game
from domain.table.messages import Command
from infra.notation.flick_of_faith import placing
from infra.notation.flick_of_faith.aiming import USAGE, flick
from infra.notation.flick_of_faith.examples import example
from infra.notation.flick_of_faith.previews import preview
from infra.notation.spoken import NotationError, Preview

FLICKS = ("Flick", "FirstFlick", "SecondTry")
HELP = f"""A flick is typed as where it goes and how hard; places are mm east and north of the south-west corner of the mat:
  {USAGE}
  a is the angle in degrees (0 east, 90 north, 180 west), s the speed in mm/s: 500 slide 50 mm, 1000 slide 200, 1500 450.
  Left out: p1 the first that is ready, from a free place in the corner, s what slides as far as the place is away.
  aim …    the same words: shows where it would come to rest with a steady hand, and what it would touch
  … and p2 a=50 s=700 for a second Prophet where a Law says so; … hand 240,200,45 puts Dagda's Hand there at that angle
Temples:   {placing.BUILD}
Heart:     heart at 240,100
A report:  {placing.REPORT}
  amend and contest want the whole report again; correct p1 on east says where discs lie.
  p1 is always one's own, red-p1 another's. Any command may be spelled with its fields, lengths in micrometres:
  Flick {{"shot": ["0-p01", 40000, 40000, 3, 1, 974]}}"""


class FlickNotation:
    """The words of Flick of Faith."""

    help = HELP

    def usage(self, state: Game, seat: int, command: str) -> str | None:
        """An example of a command of that name."""
        return example(state, seat, command)

    def read(self, state: Game, seat: int, line: str) -> Command | None:
        """The command in a line, if it begins with a word for one that the seat may give."""
        line = placing.COMMA.sub(",", line.strip())
        words = line.lower().split()
        awaited = _awaited(state, seat)
        kind = next((name for name in awaited if name in FLICKS), None)
        match words[:1]:
            case ["flick"] if kind is not None:
                return flick(state, seat, kind, words[1:])
            case ["build"] if "BuildTemples" in awaited and words[1:2] != ["no"]:
                return placing.build(state, seat, words[1:])
            case ["heart"] if "DropHeart" in awaited:
                return placing.heart(state, seat, words[1:])
            case ["heart"] if "ReportHeart" in awaited:
                return placing.touched_by_heart(state, seat, words[1:])
            case ["correct"] if "ProposeCorrection" in awaited:
                return placing.correct(state, seat, words[1:])
            case [word] if _REPORTS.get(word, ("",))[0] in awaited:
                return _REPORTS[word][1](state, seat, line)
            case _:
                return None

    def preview(self, state: Game, seat: int, line: str) -> Preview | None:
        """What the flick behind the word `aim` would do."""
        words: Sequence[str] = placing.COMMA.sub(",", line.strip()).lower().split()
        if words[:1] != ["aim"]:
            return None
        kind = next((name for name in _awaited(state, seat) if name in FLICKS), None)
        if kind is None:
            raise NotationError("There is nothing to aim at now: no flick is awaited.")
        return preview(state, seat, flick(state, seat, kind, words[1:]))


_REPORTS: dict[str, tuple[str, Callable[[Game, int, str], Command]]] = {
    "report": ("ReportFlick", placing.report),
    "amend": ("AmendReport", placing.amend),
    "contest": ("ContestReport", placing.contest),
}


def _awaited(state: Any, seat: int) -> list[str]:
    return [name for prompt in state.prompts if prompt.seat == seat for name in prompt.commands]


notation = FlickNotation()
