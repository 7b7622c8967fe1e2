"""The score track from 0 to 30, with a marker for everybody who still scores."""

from collections.abc import Iterator

from domain.root.drawing.names import faction_name
from domain.root.drawing.telling import goal
from domain.root.drawing.widgets import symbol, value
from domain.root.view import GameView
from domain.table.layout import NOTHING, Part, column, row
from domain.table.scene import Group, Rect, Shape, Text, Use

LAST = 30
SPACE, HIGH = 50, 54
MARKER = 58


def score_track(view: GameView) -> Part:
    """The track, with the markers standing on it, and below who plays for dominance instead."""
    rest = [row((symbol(one.faction, 60, f"of-{one.faction}", 60), value(f"plays for {goal(one)}")), 8)
            for one in view.seats if one.score is None]  # fmt: skip
    return column((track(view), row(rest, 40) if rest else NOTHING), 12)


def track(view: GameView) -> Part:
    """The spaces and the markers, one above the other where scores are equal."""
    scores = [min(max(one.score, 0), LAST) for one in view.seats if one.score is not None]
    tall = max((scores.count(score) for score in scores), default=0) * MARKER
    shapes = (*(space(score, tall) for score in range(LAST + 1)), *markers(view, tall))
    return Part(shapes, SPACE * (LAST + 1), tall + HIGH)


def space(score: int, top: int) -> Group:
    """One space of the track."""
    style = "cell-mile" if score % 5 == 0 else "cell-score"
    return Group((Rect(0, 0, SPACE, HIGH, style), Text(SPACE // 2, 37, str(score), "pip-small")), score * SPACE, top)


def markers(view: GameView, top: int) -> Iterator[Shape]:
    """A figure for every seat that scores."""
    taken: dict[int, int] = {}
    for one in view.seats:
        if one.score is not None:
            score = min(max(one.score, 0), LAST)
            taken[score] = taken.get(score, 0) + 1
            yield Group(
                (Use(one.faction, 0, 0, f"of-{one.faction}", 58),),
                score * SPACE + SPACE // 2,
                top + MARKER // 2 - taken[score] * MARKER,
                name=f"score {one.faction} {one.score}",
                title=f"{faction_name(one.faction)}: {one.score}",
            )
