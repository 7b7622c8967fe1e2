"""A counterfactual drawn: each seat's score over the later moves, as it was and as it would have been; and as a table."""

from collections.abc import Iterator

from domain.table.catalogue import Catalogue
from domain.table.phrases import joined
from domain.table.scene import Block, Circle, Ink, Line, Path, Rect, Scene, Shape, Span, Style, Text
from projections.disputes.counterfactual import Counterfactual, Step

WIDTH, PLOT, MARGIN, HEAD = 1000, 420, 70, 96
COLOURS = ("#a3312c", "#2b5d9b", "#3d7a35", "#b07a12", "#6b3f8f", "#2b7f83", "#7a5a3a", "#444444")
LONGEST = 40

STYLES = {
    "page": Style(fill="#fbf8f1"),
    "ground": Style(fill="#ffffff", stroke="#d8ccb4", width=2),
    "grid": Style(stroke="#e4dac6", width=1),
    "parted": Style(stroke="#a51d1d", width=3, dash=(8, 6)),
    "headline": Style(fill="#2b2521", size=30, bold=True),
    "label": Style(fill="#6b5d4b", size=20),
    "label-mid": Style(fill="#6b5d4b", size=20, anchor="middle"),
    "label-end": Style(fill="#6b5d4b", size=20, anchor="end"),
    **{f"was-{n}": Style(stroke=colour, width=4) for n, colour in enumerate(COLOURS)},
    **{f"other-{n}": Style(stroke=colour, width=4, dash=(10, 7)) for n, colour in enumerate(COLOURS)},
    **{f"dot-{n}": Style(fill=colour) for n, colour in enumerate(COLOURS)},
}
INKS = {
    "heading": Ink(bold=True),
    "note": Ink(dim=True),
    "other": Ink(178, -1, True),
    "fallen": Ink(dim=True),
    "refused": Ink(160, -1, True),
}
OUTCOMES = {
    "other": "comes out otherwise",
    "fallen": "not asked for any more",
    "refused": "not possible",
    "unknown": "chance unknown",
}


def chart(found: Counterfactual, names: Catalogue) -> Scene:
    """The chart as a picture, and the table as a drawing in characters."""
    title = f"Contest {found.contest}: the game under the other reading"
    height = HEAD + PLOT + 90 + 34 * len(found.scores)
    shapes: list[Shape] = [
        Rect(0, 0, WIDTH, height, "page"),
        Text(MARGIN, 58, title, "headline"),
        Rect(MARGIN, HEAD, WIDTH - 2 * MARGIN, PLOT, "ground", 8),
        *_axes(found),
        *_curves(found),
        *_legend(found, names),
    ]
    return Scene(title, (0, 0, WIDTH, height), tuple(shapes), STYLES, {}, (tuple(_table(found, names, title)),), INKS)


def verdict(found: Counterfactual, names: Catalogue) -> str:
    """What the other reading comes to, in a sentence or two."""
    more = [f"{names.seat(seat)} {points:+}" for seat, points in enumerate(found.differences) if points]
    if found.parted:
        parted = f"the first that does not is at version {found.parted}: {found.why.rstrip('.')}."
        scores = f"Until there: {', '.join(more)}." if more else "No score is different until there."
        return f"{_possible(found)}; {parted} {scores}"
    scores = f"Scores: {', '.join(more)}." if more else "No score would be different."
    compared = "would win instead" if found.finished and found.other_finished else "would be ahead"
    ahead = joined(names.seat(seat) for seat, rank in enumerate(found.other_ranking) if rank == 1)
    winner = f"{ahead[:1].upper()}{ahead[1:]} {compared}." if found.changes_winner else "The same seats are first."
    return f"{_possible(found)} {scores} {winner}"


def _possible(found: Counterfactual) -> str:
    """How many of the later moves stay possible; a sentence, or where the readings part the beginning of one."""
    fallen = sum(step.outcome == "fallen" for step in found.steps)
    possible = len(found.steps) - fallen - bool(found.parted)
    later = possible + fallen + found.left
    if found.parted or fallen:
        gone = f", {fallen} {'is' if fallen == 1 else 'are'} not asked for any more" if fallen else ""
        return f"Of {later} later moves {possible} stay possible{gone}{'' if found.parted else '.'}"
    if later <= 1:
        return "The only later move stays possible." if later else "Nobody has moved since."
    return f"All {later} later moves stay possible."


def _points(found: Counterfactual) -> tuple[int, int]:
    """The lowest and the highest score that is to be shown."""
    every = [score for step in found.steps for score in (*step.scores, *step.others)] or [*found.scores, *found.others]
    return min(0, *every), max(1, *every)


def _axes(found: Counterfactual) -> Iterator[Shape]:
    low, high = _points(found)
    for n in range(5):
        value = low + (high - low) * n // 4
        y = _height(found, value)
        yield Path(f"M{MARGIN} {y}H{WIDTH - MARGIN}", "grid")
        yield Text(MARGIN - 10, y + 7, str(value), "label-end")
    if found.steps:
        yield Text(MARGIN, HEAD + PLOT + 30, f"version {found.steps[0].version}", "label")
        yield Text(WIDTH - MARGIN, HEAD + PLOT + 30, f"version {found.steps[-1].version}", "label-end")
    if found.parted:
        x = _place(found, len(found.steps) - 1)
        yield Path(f"M{x} {HEAD}V{HEAD + PLOT}", "parted", "Here the readings part")


def _curves(found: Counterfactual) -> Iterator[Shape]:
    for seat in range(len(found.scores)):
        for kind, scores in (("other", [s.others for s in found.steps]), ("was", [s.scores for s in found.steps])):
            if not scores:
                continue
            points = [f"{_place(found, n)} {_height(found, each[seat])}" for n, each in enumerate(scores)]
            yield Path(f"M{'L'.join(points)}", f"{kind}-{seat % len(COLOURS)}")


def _legend(found: Counterfactual, names: Catalogue) -> Iterator[Shape]:
    top = HEAD + PLOT + 74
    for seat, (score, other) in enumerate(zip(found.scores, found.others, strict=True)):
        y, colour = top + 34 * seat, seat % len(COLOURS)
        yield Circle(MARGIN + 10, y - 7, 9, f"dot-{colour}")
        what = f"{names.seat(seat)}: {score} as it was (line), {other} under the other reading (dashes)"
        yield Text(MARGIN + 32, y, what, "label")


def _place(found: Counterfactual, n: int) -> int:
    return MARGIN + (WIDTH - 2 * MARGIN) * n // max(len(found.steps) - 1, 1)


def _height(found: Counterfactual, score: int) -> int:
    low, high = _points(found)
    return HEAD + PLOT - PLOT * (score - low) // (high - low)


def _table(found: Counterfactual, names: Catalogue, title: str) -> Iterator[Block]:
    yield Block(((Span(title, "heading"),),))
    heads = "".join(f"{names.seat(seat)[:14]:>16}" for seat in range(len(found.scores)))
    rows = (_row(step, names) for step in found.steps)
    yield Block(((Span(f"{'':>6} {'':<{LONGEST}}{heads}", "note"),), *rows), gutter=0, step=1)
    yield Block(((Span(verdict(found, names)),),))


def _row(step: Step, names: Catalogue) -> Line:
    what = f"{names.seat(step.seat)}: {step.what}"
    short = what if len(what) <= LONGEST else what[: LONGEST - 1] + "…"
    spans = [Span(f"{step.version:>6} {short:<{LONGEST}}", "" if step.outcome == "same" else step.outcome)]
    for score, other in zip(step.scores, step.others, strict=True):
        said = f"{score}" if score == other else f"{score} → {other}"
        spans.append(Span(f"{said:>16}", "" if score == other else "other"))
    if step.outcome != "same":
        spans.append(Span(f"  {OUTCOMES[step.outcome]}", step.outcome))
    return tuple(spans)
