"""Offers of flicks, Temples and reports: what can be drawn at random, with the rules' own checks as what is offered."""

from collections.abc import Callable
from math import isqrt
from typing import Any

from domain.flick_of_faith.commands import (
    AgreeToCounter,
    AmendReport,
    Build,
    BuildTemples,
    ContestReport,
    FirstFlick,
    Flick,
    ProposeCorrection,
    Report,
    ReportFlick,
    SecondTry,
    Shot,
    Spot,
    VoteOnReport,
)
from domain.flick_of_faith.correcting import check_correction, correctable
from domain.flick_of_faith.flicking import check_hand, check_shot, speeds
from domain.flick_of_faith.geometry import is_out_of_corner, presence_at
from domain.flick_of_faith.mission import check_flick, flickable, mode_of_two, sunk
from domain.flick_of_faith.reporting import (
    check_change,
    check_first_report,
    choices,
    open_report,
    reportable,
)
from domain.flick_of_faith.starts import drawn_start, drawn_starts_of_two, starts_of_two, with_room
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.temples import check_builds, on_cities
from domain.flick_of_faith.where import corner_of, lying_disc, presence
from domain.table.messages import Command
from domain.table.offers import Offer, Random, RuledOffer
from domain.table.refusals import Refusal

TRIES = 400
STEP = 1000


def ruled(
    command: type[Command], check: Callable[[Any], object], draw: Callable[[Random], Command | None], rows: list[str]
) -> list[Offer]:
    """An offer of what a check lets pass. `rows` say how much weight it has among others: none where nothing can be drawn."""

    def accepts(given: Any) -> bool:
        try:
            check(given)
        except Refusal:
            return False
        return True

    def drawn(rng: Random) -> Command:
        for _ in range(TRIES):
            found = draw(rng)
            if found is not None and accepts(found):
                return found
        raise LookupError(f"no {command.__name__} was found in {TRIES} tries")

    return [RuledOffer(command, (), [()] * len(rows), {}, accepts, drawn)]


# --- Flicks -----------------------------------------------------------------------------------------------------------


def legal_first_flicks(game: Game, seat: int) -> list[Offer]:
    ready = game.owned(seat, "ready")
    return ruled(
        FirstFlick,
        lambda given: check_shot(game, seat, given.shot, ready),
        lambda rng: FirstFlick(drawn_shot(game, seat, ready[0], rng, game.map.navel.circle[:2])),
        ready[:1],
    )


def legal_flicks(game: Game, seat: int) -> list[Offer]:
    """FF-1.1: what is ready and has room to start; of two that are flicked in one turn both have."""
    mode = None if game.awaiting else mode_of_two(game)
    ready = flickable(game, seat)
    if mode is None or len(ready) < 2:
        allowed = with_room(game, seat, ready)
    else:
        allowed = ready if _have_room(game, seat, mode, _smallest(game, ready)) else []

    def draw(rng: Random) -> Flick | None:
        if mode is None or len(ready) < 2:
            return Flick(drawn_shot(game, seat, allowed[rng.randrange(len(allowed))], rng))
        first = ready[rng.randrange(len(ready))]
        others = [disc for disc in ready if disc != first]
        pair = first, others[rng.randrange(len(others))]
        return _drawn_two(game, seat, mode, pair, rng) or _drawn_two(game, seat, mode, _smallest(game, ready), rng)

    return ruled(Flick, lambda given: check_flick(game, seat, given), draw, allowed)


def _smallest(game: Game, discs: list[str]) -> tuple[str, str]:
    """The two that need the least room."""
    one, other, *_ = sorted(discs, key=game.radius)
    return one, other


def _have_room(game: Game, seat: int, mode: str, pair: tuple[str, str]) -> bool:
    """law-both-hands, law-piggyback: whether two can start side by side, or from the same place."""
    if mode == "stacked":
        return len(with_room(game, seat, list(pair))) == 2
    return starts_of_two(game, seat, *pair) is not None


def _drawn_two(game: Game, seat: int, mode: str, pair: tuple[str, str], rng: Random) -> Flick | None:
    if mode == "stacked":
        start = drawn_start(game, seat, max(pair, key=game.radius), rng)
        if start is None:
            return None
        shot = aimed(game, seat, pair[0], start, rng)
        return Flick(shot, Shot(pair[1], shot.x, shot.y, shot.dx, shot.dy, shot.speed))
    starts = drawn_starts_of_two(game, seat, *pair, rng)
    if starts is None:
        return None
    return Flick(aimed(game, seat, pair[0], starts[0], rng), aimed(game, seat, pair[1], starts[1], rng))


def legal_second_tries(game: Game, seat: int) -> list[Offer]:
    allowed = sunk(game, seat)

    def check(given: SecondTry) -> None:
        check_shot(game, seat, given.shot, allowed)
        check_hand(game, seat, given.hand, [lying_disc(game, given.shot.prophet, given.shot.x, given.shot.y)])

    free = with_room(game, seat, allowed)
    return ruled(SecondTry, check, lambda rng: SecondTry(drawn_shot(game, seat, free[0], rng)), free)


def drawn_shot(game: Game, seat: int, disc: str, rng: Random, aim: tuple[int, int] | None = None) -> Shot:
    """D-1: a flick from anywhere in the corner that would come to rest about where it is aimed at, if nothing is in the way;
    LookupError where there is no room to start."""
    start = drawn_start(game, seat, disc, rng)
    if start is None:
        raise LookupError(f"there is no room for {disc} in its corner")
    return aimed(game, seat, disc, start, rng, aim)


def aimed(
    game: Game, seat: int, disc: str, start: tuple[int, int], rng: Random, aim: tuple[int, int] | None = None
) -> Shot:
    """D-1: a flick from a start to about where it is aimed at."""
    x, y = start
    target, least_part, parts = (aim, 85, 31) if aim else _target(game, seat, rng)
    dx, dy = (target[0] - x) // STEP, (target[1] - y) // STEP
    if dx == 0 and dy == 0:
        dx = 1
    least, most = speeds(game)
    # From speed s a disc slides s²/5000 mm: whole numbers are near enough.
    wanted = isqrt(5000 * isqrt(dx * dx + dy * dy))
    speed = min(max(wanted * (least_part + rng.randrange(parts)) // 100, least), most)
    return Shot(disc, x, y, dx, dy, speed)


def _target(game: Game, seat: int, rng: Random) -> tuple[tuple[int, int], int, int]:
    """A City, the Navel, another's disc that can be hit, or anywhere; and by what part of the speed that leads there, in
    hundredths: from which one, and how many there are."""
    places = [city.circle[:2] for city in game.map.cities]
    places.append(game.map.navel.circle[:2])
    hits = [(at.x, at.y) for at in game.discs.values() if at.on_map and at.owner != seat and at.kind != "temple"]
    at = rng.randrange(len(places) + len(hits) + 2)
    if at < len(places):
        return places[at], 85, 31
    if at < len(places) + len(hits):
        return hits[at - len(places)], 100, 121
    return (rng.randrange(game.map.mat.width), rng.randrange(game.map.mat.height)), 85, 31


# --- Temples ----------------------------------------------------------------------------------------------------------


def legal_builds(game: Game, seat: int) -> list[Offer]:
    prophets = on_cities(game, seat)
    return ruled(
        BuildTemples,
        lambda given: check_builds(game, seat, given.builds),
        lambda rng: _drawn_builds(game, seat, prophets, rng),
        prophets,
    )


def _drawn_builds(game: Game, seat: int, prophets: list[str], rng: Random) -> BuildTemples | None:
    unused, standing = game.temples(seat, "unused"), game.temples(seat, "map")
    builds: list[Build] = []
    for prophet in prophets[rng.randrange(len(prophets)) :]:
        if not unused and not standing:
            break
        temple = unused.pop(0) if unused else standing.pop(rng.randrange(len(standing)))
        city = presence(game, prophet).cities[0]
        island = game.map.island(game.map.city(city).island)
        if game.digital:
            (west, south), (east, north) = island.box
            x, y = west + rng.randrange(east - west + 1), south + rng.randrange(north - south + 1)
            builds.append(Build(prophet, city, temple, x, y))
        else:
            builds.append(Build(prophet, city, temple, islands=(island.id,)))
    return BuildTemples(tuple(builds)) if builds else None


# --- Reports ----------------------------------------------------------------------------------------------------------


def legal_reports(game: Game, seat: int) -> list[Offer]:
    allowed, others = reportable(game, seat)

    def draw(rng: Random) -> ReportFlick | None:
        prophet = allowed[rng.randrange(len(allowed))]
        seconds = [disc for disc in others if disc != prophet]
        second = seconds[rng.randrange(len(seconds))] if seconds else None
        return ReportFlick(_drawn_report(game, prophet, second, rng))

    return ruled(ReportFlick, lambda given: check_first_report(game, seat, given), draw, allowed)


def legal_amendments(game: Game, seat: int) -> list[Offer]:
    reported = open_report(game).report
    return ruled(
        AmendReport,
        lambda given: check_change(game, given.report, "M-2"),
        lambda rng: AmendReport(_drawn_report(game, reported.prophet, reported.second, rng)),
        [reported.prophet],
    )


def legal_contests(game: Game, seat: int) -> list[Offer]:
    reported = open_report(game).report
    return ruled(
        ContestReport,
        lambda given: check_change(game, given.counter, "M-3"),
        lambda rng: ContestReport(_drawn_report(game, reported.prophet, reported.second, rng)),
        [reported.prophet],
    )


def legal_agreements(game: Game, seat: int) -> list[Offer]:
    rows = [(counter,) for counter in sorted(open_report(game).counters)]
    return [Offer(AgreeToCounter, ("counter",), rows)] if rows else []


def legal_report_votes(game: Game, seat: int) -> list[Offer]:
    return [Offer(VoteOnReport, ("choice",), [(choice,) for choice in choices(game)])]


def legal_corrections(game: Game, seat: int) -> list[Offer]:
    discs = correctable(game)
    return ruled(
        ProposeCorrection,
        lambda given: check_correction(game, given.spots),
        lambda rng: ProposeCorrection((_drawn_spot(game, discs[rng.randrange(len(discs))], rng),)),
        discs[:1],
    )


def _drawn_report(game: Game, prophet: str, second: str | None, rng: Random) -> Report:
    flicked = [prophet] if second is None else [prophet, second]
    others = [
        disc
        for disc, at in game.discs.items()
        if at.on_map and disc not in flicked and (at.kind != "temple" or game.options.temple_bump == "keep")
    ]
    if others and rng.randrange(3) == 0:
        flicked.append(others[rng.randrange(len(others))])
    flicked += _riders(game, flicked)
    off = tuple(disc for disc in flicked if rng.randrange(8) == 0)
    tornado = game.law("hazard_circle") is not None
    taken = tuple(disc for disc in flicked if disc not in off and tornado and rng.randrange(8) == 0)
    moved = tuple(_drawn_spot(game, disc, rng) for disc in flicked if disc not in (*off, *taken))
    return Report(prophet, moved, off, second, taken)


def _riders(game: Game, discs: list[str]) -> list[str]:
    """FF-2.2: what lies on these discs, and on what lies on them, but Temples."""
    found: list[str] = []
    for disc, at in game.discs.items():
        if at.on_map and at.on in discs and disc not in discs and at.kind != "temple":
            found += [disc, *_riders(game, [disc])]
    return list(dict.fromkeys(found))


def _drawn_spot(game: Game, disc: str, rng: Random) -> Spot:
    x, y = rng.randrange(game.map.mat.width + 1), rng.randrange(game.map.mat.height + 1)
    if rng.randrange(2):
        return Spot(disc, x, y)
    radius, owner = game.radius(disc), game.discs[disc].owner
    there = presence_at(game.map, x, y, radius)
    in_corner = owner >= 0 and not is_out_of_corner(x, y, radius, corner_of(game, owner))
    city = there.cities[0] if there.cities else None
    return Spot(disc, islands=there.islands, city=city, navel=there.navel, own_corner=in_corner)
