"""The table in characters, for terminals: the mat in three sizes, a table of presence, and all that lies around in words."""

from collections.abc import Iterator

from domain.flick_of_faith.drawing.palette import owner_name
from domain.flick_of_faith.drawing.telling import (
    alarms,
    blocked_islands,
    counted,
    deity_name,
    deity_text,
    disc_name,
    dominator,
    headline,
    island_said,
    law_lasts,
    law_text,
    law_title,
    news,
    of_seat,
    place_said,
    sayings,
    seat_name,
    seats_in_order,
    seats_said,
    spoken,
    standing,
    turn_line,
)
from domain.flick_of_faith.drawing.written_map import written_map
from domain.flick_of_faith.view import GameView
from domain.table.scene import Block, Line, Span, TextDrawing

SIZES = (98, 78, 40)
"""The columns of a mat."""
NAME, COUNT = 12, 3
KEEP = "\u00a0"
"""A space at which no line breaks."""


def written_drawings(view: GameView) -> tuple[TextDrawing, ...]:
    """The drawings, the widest first; the last is words only."""
    head = Block(tuple(heading(view)))
    table = Block(tuple(presence(view)), 0, SIZES[-1])
    below = Block((*council(view), *laws(view), *report(view), *boards(view), *on_map(view)))
    maps = tuple(
        (
            head,
            Block(tuple(written_map(view, columns)), 0, columns),
            table,
            below,
            Block(tuple(legend(view, columns))),
        )
        for columns in SIZES
    )
    said = Block(tuple((Span(island_said(view, island.id)),) for island in view.map.islands))
    return (*maps, (head, said, below))


def heading(view: GameView) -> Iterator[Line]:
    """Whose turn it is, and what goes on in it."""
    yield (Span(f"{headline(view)}. {turn_line(view)}.", "heading"),)
    for line in news(view):
        yield (Span(line, "alarm" if alarms(line) else ""),)
    yield ()


def presence(view: GameView) -> Iterator[Line]:
    """A row for every Island: how many pieces each seat has there, and who dominates it."""
    letters = [Span(f" {seat_name(seat)[0]} ", owner_name(seat)) for seat in range(len(view.corners))]
    yield ()
    yield (Span("Presence".ljust(NAME), "heading"), *letters, Span(" dominated by", "note"))
    for island in view.map.islands:
        counts = "".join(f"{count or '-':^{COUNT}}" for count in view.presence[island.id])
        yield (Span(spoken(island.id)[: NAME - 1].ljust(NAME)), Span(counts), *dominance(view, island.id))


def dominance(view: GameView, island: str) -> tuple[Span, ...]:
    """Who dominates an Island, in a word."""
    seat = dominator(view, island)
    if seat >= 0:
        return Span(" "), Span(f" {seat_name(seat)} ", owner_name(seat))
    return (Span("  King Ape", "note"),) if island in blocked_islands(view) else (Span("  –", "note"),)


def council(view: GameView) -> Iterator[Line]:
    """What is voted on, who has voted, and the viewer's own thumb."""
    if not view.council:
        return
    yield ()
    yield (Span("The Council votes", "heading"),)
    for law, thumb in zip(view.council, ("up", "down"), strict=False):
        mine = " – your vote" if view.vote == thumb else ""
        yield (Span(f"  thumb {thumb}: ", "note"), *law_said(law), Span(mine, "alarm"))
    yield (Span(f"  Have voted: {seats_said(view.voted)}"),)


def laws(view: GameView) -> Iterator[Line]:
    """The Laws in force."""
    if view.laws:
        yield ()
        yield (Span("Laws in force", "heading"),)
        yield from ((Span("  "), *law_said(law)) for law in view.laws)


def law_said(law: str) -> tuple[Span, ...]:
    """A Law with its text."""
    return Span(law_title(law), "heading"), Span(f" ({law_lasts(law)}): {law_text(law)}")


def report(view: GameView) -> Iterator[Line]:
    """The open report, who confirms it, and what others say instead."""
    if view.report is None:
        return
    yield ()
    yield (Span("Reported, not yet accepted", "heading"),)
    first, *others = (text for _, text in sayings(view, view.report))
    yield (Span(f"  {first}"),)
    yield (Span(f"  Confirmed by: {seats_said(view.report.confirmed)}"),)
    yield from ((Span(f"  {other}"),) for other in others)
    if view.report.counters:
        yield (Span(f"  Have voted on it: {seats_said(view.report.voted)}"),)


def boards(view: GameView) -> Iterator[Line]:
    """All boards, as the seats sit, or by rank once the game is over."""
    for seat in seats_in_order(view):
        yield ()
        yield from board(view, seat)


def board(view: GameView, seat: int) -> Iterator[Line]:
    """A seat's board."""
    name = seat_name(seat)
    notes = [note for note in (f"seat {seat}", "you" if seat == view.viewer else "", standing(view, seat)) if note]
    points = counted(view.scores[seat], "point")
    yield (
        Span(f" {name[0]} ", owner_name(seat)),
        Span(f" {name}: {points}", "heading"),
        Span(f" ({', '.join(notes)})"),
    )
    deity = view.deities[seat]
    if deity is not None:
        used = ", power used" if deity in view.used else ""
        yield (Span(f"  {deity_name(deity)}{used}: {deity_text(deity)}"),)
    zones = {"ready": "ready", "map": "on the map", "reserve": "in the reserve"}
    counts = [
        f"{sum(disc.kind != 'temple' for disc in of_seat(view, seat, zone))} {said}" for zone, said in zones.items()
    ]
    yield (Span(f"  Prophets: {', '.join(counts)}, {box_said(view, seat)}"),)
    temples = [disc.zone for disc in view.discs if disc.owner == seat and disc.kind == "temple"]
    yield (Span(f"  Temples: {temples.count('unused')} unused, {temples.count('map')} on the map"),)


def box_said(view: GameView, seat: int) -> str:
    """What of a seat is not in play."""
    kinds = [disc.kind for disc in of_seat(view, seat, "box")]
    bigger = kinds.count("templar")
    return f"{len(kinds) - bigger} in the box" + (f" and {counted(bigger, 'Templar')}" if bigger else "")


def on_map(view: GameView) -> Iterator[Line]:
    """All discs on the map, by what they touch."""
    places: dict[str, list[str]] = {}
    for disc in view.discs:
        if disc.zone == "map":
            on = f" (on {disc_name(view, disc.on)})" if disc.on else ""
            places.setdefault(place_said(disc), []).append(disc_name(view, disc.id) + on)
    if places:
        yield ()
        yield (Span("On the map", "heading"),)
    for place in sorted(places):
        yield (Span(f"  {place[:1].upper()}{place[1:]}: ", "note"), Span(", ".join(places[place])))


def legend(view: GameView, columns: int) -> Iterator[Line]:
    """What the letters and signs on the mat mean."""
    owners = [f"{seat_name(seat)[0]} {seat_name(seat)}" for seat in range(len(view.corners))]
    wide = [
        "(R) Prophet",
        "<R> Templar",
        "{R} Sphinx",
        "{A} King Ape",
        "[R] Temple",
        "2 two on each other",
        "(R~ about there",
    ]
    narrow = ["r Prophet", "R Temple", "A King Ape", "2 two in one place"]
    storm = ["% Tornado"] if view.hazard else []
    trail = ["· latest flick", "X left the map"] if view.trails else []
    meanings = [
        *owners,
        *(wide if columns >= 60 else narrow),
        ". Island",
        "# City",
        "@ Navel",
        ": corner",
        *storm,
        *trail,
    ]
    yield ()
    yield (Span(", ".join(meaning.replace(" ", KEEP) for meaning in meanings), "note"),)
