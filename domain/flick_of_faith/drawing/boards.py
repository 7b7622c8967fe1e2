"""The boards of the seats: who, which deity with which power, the score, and the discs that are not on the map."""

from domain.flick_of_faith.drawing.palette import owner_name
from domain.flick_of_faith.drawing.telling import (
    KINDS,
    counted,
    deity_name,
    deity_text,
    disc_name,
    of_seat,
    seat_name,
    seats_in_order,
    standing,
)
from domain.flick_of_faith.drawing.widgets import EDGE, HALF, columns, disc_part, told, zone
from domain.flick_of_faith.view import GameView, SeenDisc
from domain.table.layout import NOTHING, Part, column, padded
from domain.table.scene import Circle, Group, Rect, Shape, Text, Use

HEAD = 128
ROOM = HALF - 2 * EDGE


def boards(view: GameView) -> Part:
    """All boards, two beside each other, equally high."""
    parts = [(seat, body(view, seat)) for seat in seats_in_order(view)]
    lines = []
    for n in range(0, len(parts), 2):
        high = max(part.h for _, part in parts[n : n + 2])
        shapes = [
            Group(board(view, seat, part, high).shapes, m * (HALF + 40))
            for m, (seat, part) in enumerate(parts[n : n + 2])
        ]
        lines.append(Part(tuple(shapes), 2 * HALF + 40, high))
    return column(lines, 30)


def board(view: GameView, seat: int, inside: Part, high: int) -> Part:
    """One seat's board."""
    active = standing(view, seat) == "to move"
    shapes: tuple[Shape, ...] = (
        Rect(0, 0, HALF, high, f"board-{owner_name(seat)}", 22),
        *((Rect(0, 0, HALF, high, "active", 22),) if active else ()),
        *head(view, seat),
        *inside.shapes,
    )
    title = f"seat {seat}, {seat_name(seat)}: {counted(view.scores[seat], 'point')}"
    return Part((Group(shapes, name=f"seat {seat}", title=title),), HALF, high)


def head(view: GameView, seat: int) -> tuple[Shape, ...]:
    """The name of the seat, what marks it, the score."""
    owner = owner_name(seat)
    notes = [f"seat {seat}", "you" if seat == view.viewer else "", standing(view, seat)]
    return (
        Circle(EDGE + 46, 72, 46, f"of-{owner}"),
        Use(f"mark-{owner}", EDGE + 46, 72, scale=70),
        Text(EDGE + 116, 66, seat_name(seat), "headline"),
        Text(EDGE + 116, 110, ", ".join(note for note in notes if note), "label"),
        Text(HALF - EDGE, 108, str(view.scores[seat]), "points"),
    )


def body(view: GameView, seat: int) -> Part:
    """The deity, and the zones."""
    prophets = columns((zone_of(view, seat, "ready"), zone_of(view, seat, "reserve")), ROOM // 2)
    lines = (deity(view, seat), prophets, zone_of(view, seat, "unused"), on_map(view, seat), box(view, seat))
    return padded(column(lines, 14), EDGE, HEAD + 16, EDGE, 28)


def deity(view: GameView, seat: int) -> Part:
    """The deity with its power."""
    name = deity_name(view.deities[seat])
    used = " (power used)" if view.deities[seat] in view.used else ""
    if not name:
        return NOTHING
    return column((told(name + used, ROOM, "value"), told(deity_text(view.deities[seat]), ROOM)), 4)


def zone_of(view: GameView, seat: int, name: str) -> Part:
    """The discs of a zone."""
    title = {"ready": "Ready", "reserve": "Reserve", "unused": "Temples unused"}[name]
    discs = of_seat(view, seat, name)
    parts = [disc_part(disc, f"{disc_name(view, disc.id)}, {name}", faint=name == "reserve") for disc in discs]
    return zone(title, parts, ROOM // 2)


def on_map(view: GameView, seat: int) -> Part:
    """How much of a seat is on the map."""
    return kinds_said("On the map", of_seat(view, seat, "map"))


def box(view: GameView, seat: int) -> Part:
    """How much of a seat is not in play."""
    return kinds_said("In the box", of_seat(view, seat, "box"))


def kinds_said(name: str, discs: list[SeenDisc]) -> Part:
    """Discs by kind, in words."""
    kinds = list(dict.fromkeys(disc.kind for disc in discs))
    said = ", ".join(counted(sum(disc.kind == kind for disc in discs), KINDS.get(kind, kind)) for kind in kinds)
    return told(f"{name}: {said or 'nothing'}", ROOM, "label")
