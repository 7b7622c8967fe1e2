"""Examples of what a seat can type now: from its own corner, with discs that it may name, as its game stands."""

from collections.abc import Iterable

from domain.flick_of_faith.mission import flickable, mode_of_two, sunk
from domain.flick_of_faith.reporting import reportable
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.where import corner_of, presence
from domain.table.measures import millimetres
from infra.notation.flick_of_faith.aiming import free_start
from infra.notation.spoken import NotationError


def example(game: Game, seat: int, command: str) -> str | None:
    """An example of a command of that name; None where there are no words for it."""
    match command:
        case "Flick" | "FirstFlick" | "SecondTry":
            return f"{_flick(game, seat, command)}   ('aim …' shows it first)"
        case "BuildTemples":
            return _build(game, seat)
        case "DropHeart":
            return f"heart at {_at(*game.map.navel.circle[:2])}"
        case "ReportHeart":
            return f"heart on {named(seat, _rival(game, seat))}   or   heart on nothing"
        case "ReportFlick":
            return f"report {_report(game, seat)}"
        case "AmendReport":
            return f"amend {_reported(game, seat)}   (the whole report)"
        case "ContestReport":
            return f"contest {_reported(game, seat)}   (a whole report)"
        case "ProposeCorrection":
            first = next((disc for disc, at in game.discs.items() if at.on_map), f"{seat}-p01")
            return f"correct {named(seat, first)} on {_island(game)}   or   correct {named(seat, first)} at sea"
    return None


def named(seat: int, disc: str) -> str:
    """What a seat calls a disc: p1 of its own, yellow-p1 of another's."""
    owner, dash, kind = disc.partition("-")
    if not dash or not owner.isdecimal():
        return disc
    short = f"{kind[0]}{int(kind[1:])}"
    return short if int(owner) == seat else f"{rulebook.seat_names[int(owner)]}-{short}"


def _flick(game: Game, seat: int, command: str) -> str:
    discs = flickable(game, seat) if command == "Flick" else game.owned(seat, "ready")
    discs = sunk(game, seat) if command == "SecondTry" else discs
    first = named(seat, discs[0]) if discs else "p1"
    if command == "Flick" and len(discs) > 1 and not game.awaiting and mode_of_two(game) is not None:
        return f"flick {first} to navel and {named(seat, discs[1])} to {_island(game)}"
    try:
        start = f" from {_at(*free_start(game, seat, discs[0]))}" if discs else ""
    except NotationError:
        start = ""
    x, y, _ = corner_of(game, seat).circle
    angle = {(True, True): 45, (False, True): 135, (False, False): 225, (True, False): 315}
    towards = angle[2 * x < game.map.mat.width, 2 * y < game.map.mat.height]
    return f"flick {first}{start} a={towards} s=700   or   flick {first} to navel"


def _build(game: Game, seat: int) -> str:
    there = [disc for disc in game.owned(seat, "map") if presence(game, disc).cities]
    first = there[0] if there else f"{seat}-p01"
    cities = presence(game, first).cities if there else (game.map.cities[0].id,)
    city = game.map.city(cities[0])
    which = f" city {city.id}" if len(cities) > 1 else ""
    prophet = named(seat, first)
    if game.digital:
        return f"build {prophet}{which} at {_at(*city.circle[:2])}   (also: with t2, over p3; several with 'and')"
    return f"build {prophet}{which} on {city.island}   or   build {prophet}{which} at {_at(*city.circle[:2])}"


def _report(game: Game, seat: int) -> str:
    allowed, seconds = reportable(game, seat)
    first = allowed[0] if allowed else f"{seat}-p01"
    second = next((disc for disc in seconds if disc != first), "")
    return _whole(game, seat, [first, second] if second else [first])


def _reported(game: Game, seat: int) -> str:
    return "…" if game.report is None else _whole(game, seat, game.report.report.flicked)


def _whole(game: Game, seat: int, flicked: Iterable[str]) -> str:
    told = " and ".join(f"{named(seat, disc)} on {_island(game)} city" for disc in flicked)
    return f"{told} and {named(seat, _rival(game, seat))} off"


def _rival(game: Game, seat: int) -> str:
    """A disc of somebody else, on the map rather than not."""
    others = [disc for disc, at in game.discs.items() if at.owner not in (seat, -1) and at.kind == "prophet"]
    return next((disc for disc in others if game.discs[disc].on_map), others[0])


def _island(game: Game) -> str:
    return game.map.islands[0].id


def _at(x: int, y: int) -> str:
    return f"{millimetres(x)},{millimetres(y)}"
