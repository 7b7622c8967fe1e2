"""What a view says in words, the same for the picture and for the terminal."""

from collections.abc import Iterator

from domain.flick_of_faith.cards import DEITIES, LAWS
from domain.flick_of_faith.commands import Report, Spot
from domain.flick_of_faith.drawing.palette import SEATS
from domain.flick_of_faith.scoring import dominates
from domain.flick_of_faith.view import GameView, SeenDisc, SeenReport
from domain.table.measures import millimetres

PLACES = ("1st", "2nd", "3rd", "4th")
KINDS = {
    "prophet": "Prophet",
    "templar": "Templar",
    "sphinx": "Sphinx",
    "king_ape": "King Ape",
    "temple": "Temple",
}


def seat_name(seat: int) -> str:
    """The name of a seat."""
    return SEATS[seat].capitalize() if 0 <= seat < len(SEATS) else "Nobody"


def seats_said(seats: tuple[int, ...]) -> str:
    """Seats in a list."""
    return ", ".join(map(seat_name, seats)) or "nobody"


def spoken(name: str) -> str:
    """An id as a name."""
    words = name.replace("_", " ").replace("-", " ")
    return words[:1].upper() + words[1:]


def counted(number: int, thing: str) -> str:
    """A number of things in words."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


# --- Where the game stands --------------------------------------------------------------------------------------------


def headline(view: GameView) -> str:
    """Whose turn it is and what it is about, or who has won."""
    if view.phase == "over":
        winners = [seat_name(seat) for seat, rank in enumerate(view.ranking) if rank == 1]
        return f"The game is over: {' and '.join(winners) or 'nobody'} won"
    if view.phase == "setup":
        return "Setting up"
    if view.phase == "council":
        return "Council: the vote is tied" if len(view.voted) == len(view.corners) else "Council: all vote"
    if view.phase == "worship":
        return "Worship"
    return f"Mission: {seat_name(view.active)}’s turn"


def turn_line(view: GameView) -> str:
    """The Generation, who began it, and how many Laws are left."""
    if not view.generation:
        return f"{counted(view.generations, 'Generation')} to play"
    laws = f". {counted(view.laws_left, 'Law')} left in the deck" if view.laws_left else ""
    return f"Generation {view.generation} of {view.generations}, first player {seat_name(view.first)}{laws}"


def title(view: GameView) -> str:
    """The title of the whole picture."""
    return f"Flick of Faith. {headline(view)}. {turn_line(view)}."


def news(view: GameView) -> Iterator[str]:
    """What else is going on."""
    if view.phase == "setup" and view.flicked_off:
        yield f"Have flicked for the first turn: {seats_said(view.flicked_off)}"
    if view.awaiting:
        yield f"{disc_name(view, view.awaiting)} may be flicked again: it is not out of its corner"
    if view.report:
        yield f"{seat_name(view.report.seat)} has reported a flick, which waits to be accepted"
    if view.correction:
        yield f"A correction is proposed: {'; '.join(spot_said(view, spot) for spot in view.correction)}"
    if view.hazard:
        yield f"The Tornado stands on {spoken(view.hazard)}"
    left = [disc_name(view, trail.disc) for trail in view.trails if trail.off]
    if left:
        yield f"The latest flick sent off the map: {', '.join(left)}"


def alarms(line: str) -> bool:
    """Whether a piece of news asks for something."""
    return "again" in line or "waits" in line or "proposed" in line


def standing(view: GameView, seat: int) -> str:
    """What marks a seat: its place at the end, else whether it is to move, or has voted."""
    if view.ranking:
        return f"{PLACES[view.ranking[seat] - 1]} place"
    if view.phase == "council":
        return "has voted" if seat in view.voted else ""
    return "to move" if view.phase == "mission" and seat == view.active else ""


def seats_in_order(view: GameView) -> list[int]:
    """The seats as they sit, or by rank once the game is over."""
    return sorted(range(len(view.corners)), key=lambda seat: (view.ranking[seat] if view.ranking else 0, seat))


def active_seat(view: GameView) -> int:
    """The seat whose turn it is, or -1 while that is nobody's."""
    return view.active if view.phase == "mission" else -1


# --- Islands ----------------------------------------------------------------------------------------------------------


def blocked_islands(view: GameView) -> tuple[str, ...]:
    """law-king-ape: the Islands that give no points at Worship."""
    if not laws_of(view, "neutral_disc"):
        return ()
    return next((disc.islands for disc in view.discs if disc.kind == "king_ape" and disc.zone == "map"), ())


def laws_of(view: GameView, kind: str) -> list[str]:
    """The Laws in force with that type of effect."""
    return [law for law in view.laws if law in LAWS and LAWS[law].kind == kind]


def weighed(view: GameView, island: str) -> list[int]:
    """FF-6.2, law-shrines: what counts for Dominance on an Island, by seat."""
    weight = max((LAWS[law].number("weight") for law in laws_of(view, "temple_weight")), default=1)
    counts = list(view.presence[island])
    for disc in view.discs:
        if disc.kind == "temple" and disc.zone == "map" and island in disc.islands and disc.owner >= 0:
            counts[disc.owner] += weight - 1
    return counts


def dominator(view: GameView, island: str) -> int:
    """FF-6.2, FF-6.3, law-king-ape: the seat that would score for dominating an Island, or -1."""
    if island in blocked_islands(view):
        return -1
    counts = weighed(view, island)
    return next((seat for seat in range(len(counts)) if counts[seat] and dominates(counts, seat)), -1)


def dominated_said(view: GameView, island: str) -> str:
    """Who dominates an Island, in words."""
    if island in blocked_islands(view):
        return "King Ape: no points"
    seat, counts = dominator(view, island), view.presence[island]
    if seat >= 0:
        return f"dominated by {seat_name(seat)}"
    return "tied" if any(counts) else "empty"


def island_said(view: GameView, island: str) -> str:
    """Who is on an Island, in words."""
    there = [f"{seat_name(seat)} {count}" for seat, count in enumerate(view.presence[island]) if count]
    return f"{spoken(island)}: {', '.join(there) or 'nobody'}; {dominated_said(view, island)}"


# --- Discs ------------------------------------------------------------------------------------------------------------


def disc_at(view: GameView, disc: str) -> SeenDisc | None:
    """The disc of that id."""
    return next((one for one in view.discs if one.id == disc), None)


def disc_name(view: GameView, disc: str) -> str:
    """What a disc is called: whose, which kind, and its number."""
    one = disc_at(view, disc)
    if one is None:
        return disc
    kind = KINDS.get(one.kind, spoken(one.kind))
    if one.kind in ("sphinx", "king_ape"):
        return kind
    number = disc[-2:].lstrip("pt0-") or disc
    return f"{seat_name(one.owner)}’s {kind} {number}"


def place_said(disc: SeenDisc) -> str:
    """What a disc on the map touches, in words."""
    places = [*map(spoken, disc.islands), *map(spoken, disc.cities), *(["the Navel"] if disc.navel else [])]
    return " and ".join(places) or "at Sea"


def spot_said(view: GameView, spot: Spot) -> str:
    """Where a disc is said to lie."""
    if spot.x is not None and spot.y is not None:
        where = f"at ({millimetres(spot.x)}, {millimetres(spot.y)}) mm"
    else:
        places = [spoken(name) for name in (*spot.islands, *((spot.city,) if spot.city else ()))]
        places += ["the Navel"] * spot.navel + ["its corner"] * spot.own_corner
        where = f"on {' and '.join(places)}" if places else "at Sea"
    on = f", on {disc_name(view, spot.on)}" if spot.on else ""
    return f"{disc_name(view, spot.disc)} {where}{on}"


def report_said(view: GameView, report: Report) -> str:
    """What a flick on the real board is said to have done."""
    parts = [spot_said(view, spot) for spot in report.moved]
    if report.off:
        parts.append("off the map: " + ", ".join(disc_name(view, disc) for disc in report.off))
    if report.taken:
        parts.append("taken by the Tornado: " + ", ".join(disc_name(view, disc) for disc in report.taken))
    flicked = " and ".join(disc_name(view, disc) for disc in report.flicked)
    return f"{flicked} {'were' if len(report.flicked) > 1 else 'was'} flicked; " + ("; ".join(parts) or "nothing moved")


def sayings(view: GameView, report: SeenReport) -> Iterator[tuple[int, str]]:
    """What is said of a flick, and by whom: the report with its photo, then what others say instead."""
    photo = f". Photo: {report.photo}" if report.photo else ""
    yield report.seat, f"{seat_name(report.seat)}: {report_said(view, report.report)}{photo}"
    for seat, counter in report.counters:
        yield seat, f"{seat_name(seat)} says instead: {report_said(view, counter)}"


def of_seat(view: GameView, seat: int, zone: str) -> list[SeenDisc]:
    """A seat's discs in a zone."""
    return [disc for disc in view.discs if disc.owner == seat and disc.zone == zone]


# --- Cards ------------------------------------------------------------------------------------------------------------


def law_title(law: str) -> str:
    """The title of a Law card."""
    return LAWS[law].title if law in LAWS else spoken(law)


def law_text(law: str) -> str:
    """The text of a Law card."""
    return LAWS[law].text if law in LAWS else ""


def law_lasts(law: str) -> str:
    """How long a Law holds."""
    lasting = law in LAWS and LAWS[law].duration == "permanent"
    return "for the rest of the game" if lasting else "this Generation"


def deity_name(deity: str | None) -> str:
    """The name of a deity."""
    if deity is None:
        return ""
    return DEITIES[deity].name if deity in DEITIES else spoken(deity)


def deity_text(deity: str | None) -> str:
    """The power of a deity."""
    return DEITIES[deity].text if deity in DEITIES else ""
