"""The map in characters: clearings as boxes, paths and the river as lines between them, along the curves of the picture."""

from itertools import groupby, pairwise
from operator import itemgetter

from domain.root.drawing.land import HEIGHT, PLACES, WIDTH, Curve, curve, links, river_curves, sampled
from domain.root.drawing.names import LETTERS, MARKS, tallied
from domain.root.drawing.telling import seat_at
from domain.root.view import GameView, SeenClearing
from domain.table.scene import Line, Span

Cell = tuple[str, str]
Place = tuple[int, int]
EMPTY: Cell = (" ", "")
ROWS = 46
TALL = 5
STEPS = 240
FRAME = (("┌", "─", "┐"), ("│", " ", "│"), ("└", "─", "┘"))
BATTLE_FRAME = (("╔", "═", "╗"), ("║", " ", "║"), ("╚", "═", "╝"))


def written_map(view: GameView, columns: int, wide: int) -> list[Line]:
    """The map in so many columns, each clearing so many columns wide."""
    cells: dict[Place, Cell] = {}
    for line in river_curves():
        for row, column in traced(line, columns):
            cells[row, column] = ("~", "river")
    for link in links():
        way(cells, traced(curve(*link), columns))
    for clearing in view.clearings:
        box(view, clearing, cells, corner(clearing.number, columns, wide), wide)
    return [
        tuple(spans([cells.get((row, column), EMPTY) for column in range(columns)]))
        for row in range(min(row for row, _ in cells), ROWS)
    ]


def corner(number: int, columns: int, wide: int) -> Place:
    """The top left character of a clearing's box."""
    x, y = PLACES[number]
    return y * ROWS // HEIGHT - TALL // 2, x * columns // WIDTH - wide // 2


def traced(line: Curve, columns: int) -> list[Place]:
    """The characters that a curve passes, each once, in its order, none where it could go on aslant."""
    points = [(y * ROWS // HEIGHT, x * columns // WIDTH) for x, y in sampled(line, STEPS)]
    inside = [(row, column) for row, column in points if 0 <= row < ROWS and 0 <= column < columns]
    places: list[Place] = []
    for place, _ in groupby(inside):
        if len(places) > 1 and aslant(places[-2], place):
            places.pop()
        places.append(place)
    return places


def aslant(one: Place, other: Place) -> bool:
    """Whether two places touch at a corner."""
    return abs(one[0] - other[0]) == 1 and abs(one[1] - other[1]) == 1


def way(cells: dict[Place, Cell], places: list[Place]) -> None:
    """A path, drawn with strokes that follow its slope."""
    for before, place in pairwise([places[0], *places]):
        cells[place] = (stroke(place[0] - before[0], place[1] - before[1]), "path")


def stroke(down: int, across: int) -> str:
    """The character for a slope."""
    if down == 0:
        return "─"
    if across == 0:
        return "│"
    return "╲" if (down > 0) == (across > 0) else "╱"


def box(view: GameView, clearing: SeenClearing, cells: dict[Place, Cell], at: Place, wide: int) -> None:
    """A clearing: number, suit, who rules; what fills its slots; warriors; tokens; a battle."""
    battle = view.battle if view.battle and view.battle.clearing == clearing.number else None
    frame, ink = (BATTLE_FRAME, "battle") if battle else (FRAME, "box")
    rows = (
        [(f" {clearing.number} ", "heading"), (f"{clearing.suit} ", clearing.suit)],
        slots_said(view, clearing),
        warriors_said(view, clearing),
        tokens_said(clearing),
        [(fight_said(view), "battle")] if battle else [],
    )
    for n, texts in enumerate(rows):
        left, fill, right = frame[(n > 0) + (n == TALL - 1)]
        inner = [(letter, style) for text, style in texts for letter in text][: wide - 2]
        inner += [(fill, ink)] * (wide - 2 - len(inner))
        if n == 0 and clearing.ruler >= 0:
            inner[-4:-1] = flag(view, clearing)
        for column, cell in enumerate([(left, ink), *inner, (right, ink)]):
            cells[at[0] + n, at[1] + column] = cell


def flag(view: GameView, clearing: SeenClearing) -> list[Cell]:
    """The letter of who rules, in the frame."""
    faction = seat_at(view, clearing.ruler).faction
    return [(letter, faction) for letter in f" {LETTERS.get(faction, '?')} "]


def spaced(texts: list[Cell]) -> list[Cell]:
    """Words with a space before each."""
    return [part for text in texts for part in ((" ", ""), text)]


def slots_said(view: GameView, clearing: SeenClearing) -> list[Cell]:
    """What fills the slots, two letters each."""
    built = [(MARKS.get(one.kind, "??"), seat_at(view, one.seat).faction) for one in clearing.buildings]
    return spaced(
        [*built, *[(MARKS["slot"], "note")] * clearing.open_slots, *[(MARKS["ruin"], "note")] * clearing.ruin]
    )


def warriors_said(view: GameView, clearing: SeenClearing) -> list[Cell]:
    """The warriors of each faction."""
    present = [(seat_at(view, seat).faction, count) for seat, count in enumerate(clearing.warriors) if count]
    return spaced([(f"{LETTERS.get(faction, '?')}{count}", faction) for faction, count in present])


def tokens_said(clearing: SeenClearing) -> list[Cell]:
    """The tokens by kind."""
    kinds = tallied(piece.kind for piece in clearing.tokens)
    return spaced([(f"{kind}×{count}" if count > 1 else kind, "wood") for kind, count in kinds])


def fight_said(view: GameView) -> str:
    """Who attacks whom, and the dice."""
    if view.battle is None:
        return ""
    attacker, defender = (seat_at(view, seat).faction for seat in (view.battle.attacker, view.battle.defender))
    dice = " ".join(map(str, view.battle.dice))
    return f" {LETTERS.get(attacker, '?')}→{LETTERS.get(defender, '?')} {dice} ".replace("  ", " ")


def spans(cells: list[Cell]) -> list[Span]:
    """Characters as spans, one for every run of the same ink."""
    return [Span("".join(text for text, _ in run), ink) for ink, run in groupby(cells, key=itemgetter(1))]
