"""Carcassonne in words: tiles by cell and turn, pieces by who they are and which way they stand."""

import re
from collections.abc import Mapping, Sequence

from domain.carcassonne.messages import (
    AnswerRuling,
    Deploy,
    Escape,
    PlaceTile,
    ProposeRuling,
    Recall,
    SkipDeploy,
    SkipEscape,
)
from domain.table.messages import Command
from infra.notation.carcassonne.segments import WHO, who_of
from infra.notation.carcassonne.words import Cell, Man, Place, PointsBySeat, Standing, Turn
from infra.notation.forms import Form, Said, Wording
from infra.notation.notation import Notation
from infra.notation.scope import Scope
from infra.notation.slots import Listed, Slot, Text

HELP = """A tile goes to a cell, x to the east and y to the south of the first, and is turned clockwise: r0, r90, r180, r270.
A follower is a knight in a city, a thief (or highwayman) on a road, a farmer in a field, a monk or heretic in a building; a
direction says which: n, e, s, w, or of fields also ne, nnw and so on, as the tile lies. Both go in one line:
  place 3,-1 r90 knight n
"""
# The turn and the type belong to the tile where they are said, so they are not given back (`?+`).
_LINE = re.compile(
    r"(?P<tile>(?:place|lay)\b(?:\s+tile)?(?:\s+[a-z][\w:#.-]*)?\s+\(?[+-]?\d+\s*[,/\s]\s*[+-]?\d+\)?"
    r"(?:[\s,]+(?:turned|rotated|rot|r)?\s*-?r?\d+°?)?+(?:[\s,]+as\s+[a-z]+-\w+)?+)"
    r"(?:\s*[,:+&]\s*|\s+)(?:(?:and|with)\s+)?(?P<rest>\S.*)",
    re.IGNORECASE | re.DOTALL,
)


def _drawn(scope: Scope) -> Said:
    return {"tile": scope.game.drawn} if scope.game is not None and scope.game.drawn else {}


_SLOTS: Mapping[str, Slot] = {
    "cell": Cell(),
    "rot": Turn(),
    "tile": Text("the drawn tile", lambda scope: scope.offered_values(PlaceTile, "tile"), typical="BA-V"),
    "as_": Text(
        "the type of tile that a blank stands for", lambda scope: scope.offered_values(PlaceTile, "as_"), typical="BA-V"
    ),
    "who": Man(),
    "cell_who": Standing(),
    "points": PointsBySeat(),
    "pieces": Listed(Place(), between=" and "),
}
_CELL = {"cell": ("x", "y")}
_STAND = {"cell_who": ("x", "y", "segment", "piece")}
_WHO = {"who": ("piece", "segment")}


class CarcassonneNotation(Notation):
    """The words of Carcassonne."""

    def game_forms(self) -> tuple[Wording, ...]:
        return (
            Form(
                PlaceTile,
                "place|lay {cell} {rot}",
                "place|lay [tile] {cell} {rot}",
                "place|lay [tile] {cell}",
                slots=_SLOTS,
                several=_CELL,
                given=_drawn,
            ),
            Form(
                PlaceTile,
                "place|lay {cell} {rot} as {as_}",
                "place|lay {cell} as {as_}",
                slots=_SLOTS,
                several=_CELL,
                given=_drawn,
            ),
            Form(PlaceTile, "place|lay {tile} {cell} {rot}", slots=_SLOTS, several=_CELL),
            Form(PlaceTile, "place|lay {tile} {cell} {rot} as {as_}", slots=_SLOTS, several=_CELL),
            Form(Deploy, "deploy {who}", "put {who}", "{who}", slots=_SLOTS, several=_WHO, heads=WHO),
            Form(SkipDeploy, "skip", "no follower|meeple|piece", slots=_SLOTS),
            Form(Recall, "recall {cell_who}", "take back {cell_who}", slots=_SLOTS, several=_STAND),
            Form(Escape, "escape {cell_who}", slots=_SLOTS, several=_STAND),
            Form(SkipEscape, "no escape", "stay|skip", slots=_SLOTS),
            Form(ProposeRuling, "propose {points}", slots=_SLOTS),
            Form(ProposeRuling, "propose {points} returning {pieces}", slots=_SLOTS),
            Form(AnswerRuling, "accept", "accept ruling|proposal", slots=_SLOTS, fixed={"accept": True}),
            Form(AnswerRuling, "reject", "reject ruling|proposal", slots=_SLOTS, fixed={"accept": False}),
        )

    @property
    def help(self) -> str:
        return HELP + super().help

    def split(self, line: str) -> Sequence[str]:
        """A tile and what is put on it are two commands in one line."""
        found = _LINE.fullmatch(line)
        return (line,) if found is None else (found["tile"], found["rest"])

    def unawaited(self, scope: Scope, command: type[Command], usage: str) -> str:
        if command is PlaceTile and scope.awaited and scope.game.drawn is None:
            return f"The tile is laid already.{self.asked(scope)}"
        return super().unawaited(scope, command, usage)

    def sentence(self, scope: Scope, command: Command) -> str:
        match command:
            case PlaceTile(x=x, y=y, rot=rot, as_=as_):
                turned = f", turned {90 * rot}°" if rot else ""
                shown = "" if as_ is None else f", as {scope.table.catalogue.called(as_)}"
                return f"lay the tile at the cell ({x}, {y}){turned}{shown}"
            case Deploy(piece=piece, segment=segment):
                x, y = scope.game.placed
                return f"put a {self._standing(scope, x, y, segment, piece)}"
            case SkipDeploy():
                return "put nothing on the tile"
            case Recall(x=x, y=y, segment=segment, piece=piece):
                return f"take back the {self._standing(scope, x, y, segment, piece)}"
            case Escape(x=x, y=y, segment=segment, piece=piece):
                return f"let the {self._standing(scope, x, y, segment, piece)} escape"
            case SkipEscape():
                return "let all knights stay"
            case ProposeRuling(points=points, pieces=pieces):
                home = f" and {len(pieces)} pieces go home" if pieces else ""
                return f"propose that the seats get {', '.join(map(str, points))} points{home}"
            case AnswerRuling(accept=accept):
                return f"{'accept' if accept else 'reject'} what is proposed"
        return super().sentence(scope, command)

    @staticmethod
    def _standing(scope: Scope, x: int, y: int, segment: str, piece: str) -> str:
        """A piece and where it stands: `knight on the city in the north of (0, 1)`."""
        laid = scope.game.board.laid(x, y)
        return f"{who_of(laid, segment, piece)} on {scope.table.catalogue.called(x, y, segment)} of ({x}, {y})"
