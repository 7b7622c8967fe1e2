"""A real board: flicks are reported, then confirmed or contested (M-1 to M-6)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from domain.flick_of_faith.commands import (
    LONGEST_PHOTO,
    PHOTO,
    AgreeToCounter,
    AmendReport,
    ConfirmReport,
    ContestReport,
    Report,
    ReportFlick,
    Spot,
    VoteOnReport,
)
from domain.flick_of_faith.discs import Disc, overlaps
from domain.flick_of_faith.events import DecisionRequested, PowerUsed
from domain.flick_of_faith.geometry import Presence, is_out_of_corner, presence_at
from domain.flick_of_faith.mission import check_number, flickable, mode_of_two, sunk
from domain.flick_of_faith.real_board_events import (
    TableFlickAccepted,
    TableFlickReported,
    TableFlickVoided,
    TableReportAmended,
    TableReportConfirmed,
    TableReportContested,
    TableReportVoteSealed,
    TableReportVotesRevealed,
)
from domain.flick_of_faith.shapes import touches_circle, touches_polygon
from domain.flick_of_faith.state import Game, OpenReport
from domain.flick_of_faith.where import corner_of, lying, lying_disc, presence, settled_without
from domain.table.chance import Chance
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under

# --- M-1 Reports ------------------------------------------------------------------------------------------------------


def reportable(game: Game, seat: int) -> tuple[list[str], list[str]]:
    """M-1: which Prophet the seat may report as flicked, and which as a second one, where a Law has two flicked."""
    if any(prompt.kind == "report_second_try" for prompt in game.prompts):
        return sunk(game, seat), []
    again = any(prompt.kind == "report_reflick" for prompt in game.prompts)
    allowed = flickable(game, seat)
    return allowed, [] if again or mode_of_two(game) is None else allowed


def check_report(
    game: Game, seat: int, report: Report, allowed: Sequence[str], others: Sequence[str], clause: str = "M-1"
) -> None:
    """M-1: whoever was flicked is in it, every disc once, and nothing that it says contradicts itself.

    `others` are the Prophets that may have been flicked with the first; where there are any, one was.
    """
    seconds = [disc for disc in others if disc != report.prophet]
    _check_flicked(game, seat, report.prophet, allowed)
    check_number(game, report.second is not None, bool(seconds))
    if report.second is not None:
        _check_flicked(game, seat, report.second, seconds)
    named = [*(spot.disc for spot in report.moved), *report.gone]
    if not set(report.flicked) <= set(named):
        raise Refusal("REPORT_INCOMPLETE", clause)
    for disc, times in Counter(named).items():
        here = disc in report.flicked or (disc in game.discs and game.discs[disc].on_map)
        if times > 1 or not here:
            raise Refusal("REPORT_INCONSISTENT", clause, piece=disc)
    _check_taken(game, report, clause)
    check_riders(game, report.moved, named, clause)
    check_spots(game, report.moved, report.gone, clause)
    temples = _moved_temples(game, report)
    if temples and game.options.temple_bump == "restore":
        raise Refusal("TEMPLE_MOVED", "M-6", temples=temples)


def check_riders(game: Game, moved: Sequence[Spot], named: Sequence[str], clause: str) -> None:
    """M-1, FF-2.2: what lay on a disc that has moved is where that is now, or elsewhere: the report says so. Temples: M-6."""
    bases = {spot.disc for spot in moved}
    for disc, at in game.discs.items():
        if at.on_map and at.kind != "temple" and at.on in bases and disc not in named:
            raise Refusal("REPORT_INCOMPLETE", clause)


def _check_taken(game: Game, report: Report, clause: str) -> None:
    """law-tornado: what it takes are Prophets, while it is in force."""
    in_force = game.law("hazard_circle") is not None and game.hazard is not None
    for disc in report.taken:
        if not in_force or not game.map.pieces.of(game.discs[disc].kind).counts_as_prophet:
            raise Refusal("REPORT_INCONSISTENT", clause, piece=disc)


def _moved_temples(game: Game, report: Report) -> tuple[str, ...]:
    """M-6, D-6: Temples that are said to have been hit, or on what they stand: but for a Prophet picked up to be flicked."""
    hit = {*(spot.disc for spot in report.moved), *report.off} - {*report.flicked}
    return tuple(
        disc for disc, at in game.discs.items() if at.kind == "temple" and not hit.isdisjoint(_stack_under(game, disc))
    )


def _stack_under(game: Game, disc: str) -> list[str]:
    """A disc, and all that it lies on."""
    stack, beneath = [disc], game.discs[disc].on
    while beneath is not None:
        stack.append(beneath)
        beneath = game.discs[beneath].on
    return stack


def _check_flicked(game: Game, seat: int, prophet: str, allowed: Sequence[str]) -> None:
    if prophet not in game.discs or game.discs[prophet].owner != seat:
        raise Refusal("NOT_YOURS", "M-1", piece=prophet)
    if prophet not in allowed:
        raise Refusal("NOT_READY", "M-1", prophet=prophet)


def check_other_report(game: Game, report: Report, clause: str = "M-1") -> None:
    """M-2, M-3: another report of the flick that is reported."""
    first = open_report(game)
    others = [] if first.report.second is None else [first.report.second]
    check_report(game, first.seat, report, [first.report.prophet], others, clause)


def check_spots(game: Game, spots: Sequence[Spot], off: Sequence[str], clause: str) -> None:
    """M-1: each place is one, and what lies on what ends at a disc that lies on the mat."""
    under = {disc: at.on for disc, at in game.discs.items() if at.on_map}
    under |= {spot.disc: spot.on for spot in spots}
    for spot in spots:
        if not is_place(game, spot) or not _is_stack(spot, {disc: on for disc, on in under.items() if disc not in off}):
            raise Refusal("REPORT_INCONSISTENT", clause, piece=spot.disc)
        if spot.on is not None and not _lies_on(game, spot, {one.disc: one for one in spots}):
            raise Refusal("REPORT_INCONSISTENT", clause, piece=spot.disc)
    check_side_by_side(game, spots, off, clause)


def _lies_on(game: Game, spot: Spot, spots: Mapping[str, Spot]) -> bool:
    """FF-2.2: a disc that lies on another is where that is: zones that are told are those of both, and places overlap."""
    assert spot.on is not None
    beneath = spots.get(spot.on)
    there = presence(game, spot.on) if beneath is None else _told_of(game, beneath)
    told = spot.islands or spot.city is not None or spot.navel
    if told and (set(spot.islands), spot.navel) != (set(there.islands), there.navel):
        return False
    if (told and (spot.city is None) == bool(there.cities)) or (spot.own_corner and not there.at_sea):
        return False
    base = game.discs[spot.on]
    x, y = (
        (beneath.x, beneath.y) if beneath is not None else (None, None) if base.spot is not None else (base.x, base.y)
    )
    if spot.x is None or spot.y is None or x is None or y is None:
        return True
    return overlaps(lying_disc(game, spot.disc, spot.x, spot.y), lying_disc(game, spot.on, x, y))


def _told_of(game: Game, spot: Spot) -> Presence:
    """What a disc touches, by what is told of it."""
    if spot.x is not None and spot.y is not None:
        return presence_at(game.map, spot.x, spot.y, game.radius(spot.disc))
    return Presence(spot.islands, () if spot.city is None else (spot.city,), spot.navel)


def check_side_by_side(game: Game, spots: Sequence[Spot], off: Sequence[str], clause: str) -> None:
    """M-1: discs that are reported side by side overlap by no more than people measure wrongly; else one lies on the other,
    and the report says which."""
    named = {spot.disc for spot in spots}
    here = [at for disc, at in lying(game).items() if at.on is None and disc not in named and disc not in off]
    for spot in spots:
        if spot.x is None or spot.y is None or spot.on is not None:
            continue
        at = lying_disc(game, spot.disc, spot.x, spot.y)
        other = next((other for other in here if _overlap_too_much(at, other, game.options.tolerance)), None)
        if other is not None:
            raise Refusal("DISCS_OVERLAP", clause, piece=spot.disc, other=other.id, tolerance=game.options.tolerance)
        here.append(at)


def _overlap_too_much(one: Disc, other: Disc, tolerance: int) -> bool:
    apart = max(one.radius + other.radius - tolerance, 0)
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 < apart * apart


def _is_stack(spot: Spot, under: dict[str, str | None]) -> bool:
    """FF-2.2: whether a disc lies on nothing, or on one on the map that does not lie on it in turn."""
    beneath, seen = spot.on, {spot.disc}
    if beneath is not None and beneath not in under:
        return False
    while beneath is not None and beneath not in seen:
        seen.add(beneath)
        beneath = under.get(beneath)
    return beneath is None


def is_place(game: Game, spot: Spot) -> bool:
    """M-1: coordinates on the map, or what the disc touches: a City implies its Island, and both agree if both are given."""
    islands, cities = {i.id for i in game.map.islands}, {c.id: c.island for c in game.map.cities}
    known = set(spot.islands) <= islands and len(set(spot.islands)) == len(spot.islands)
    city = spot.city is None or (spot.city in cities and cities[spot.city] in spot.islands)
    return known and city and (spot.x is None) == (spot.y is None) and _agrees(game, spot)


def _agrees(game: Game, spot: Spot) -> bool:
    if spot.x is None or spot.y is None:
        return not spot.own_corner or _reaches_corner(game, spot)
    if not game.map.mat.holds(spot.x, spot.y):
        return False
    radius, owner = game.radius(spot.disc), game.discs[spot.disc].owner
    there = presence_at(game.map, spot.x, spot.y, radius)
    in_corner = owner >= 0 and not is_out_of_corner(spot.x, spot.y, radius, corner_of(game, owner))
    said = (spot.islands, spot.city, spot.navel, spot.own_corner)
    found = [(there.islands, city, there.navel, in_corner) for city in there.cities or (None,)]
    return said in (((), None, False, False), *found)


def _reaches_corner(game: Game, spot: Spot) -> bool:
    """FF-1.2, FF-2.1: whether a disc can touch its own corner and all else that it is said to touch."""
    owner = game.discs[spot.disc].owner
    if owner < 0:
        return False
    x, y, reach = corner_of(game, owner).circle
    reach += 2 * game.radius(spot.disc)
    circles = [game.map.navel.circle] * spot.navel + [game.map.city(city).circle for city in (spot.city,) if city]
    islands = [game.map.island(island) for island in spot.islands]
    return all(touches_circle(x, y, reach, circle) for circle in circles) and all(
        touches_polygon(x, y, reach, island.polygon) for island in islands
    )


def report_flick(game: Game, seat: int, command: ReportFlick, chance: Chance) -> Iterator[Happening]:
    """M-1: who flicked reports."""
    check_first_report(game, seat, command)
    yield TableFlickReported(seat, command.report, command.photo)


def check_first_report(game: Game, seat: int, command: ReportFlick) -> None:
    """M-1; M-7: a photo is a reference and nothing more."""
    check_report(game, seat, command.report, *reportable(game, seat))
    if len(command.photo) > LONGEST_PHOTO or not re.match(PHOTO, command.photo):
        raise Refusal("BAD_PHOTO", "M-7", longest=LONGEST_PHOTO)


def ask_about_report(game: Game, chance: Chance) -> Iterator[Happening]:
    """M-2 to M-4: the others confirm or contest it; once it is contested all vote."""
    report = open_report(game)
    others = [seat for seat in range(game.seats) if seat != report.seat]
    if report.voting:
        for seat in range(game.seats):
            yield Under("M-4", DecisionRequested(seat, "report_vote"))
        for seat in others:
            if seat not in report.counters:
                yield Under("M-3", DecisionRequested(seat, "contest"))
        yield Under("M-3", DecisionRequested(report.seat, "counters"))
    elif game.options.table_confirm == "none":
        yield from accept(game, report.report, "report")
    else:
        for seat in others:
            yield Under("M-2", DecisionRequested(seat, "confirm"))
        yield Under("M-2", DecisionRequested(report.seat, "amend"))


def open_report(game: Game) -> OpenReport:
    """The report that waits to be accepted."""
    assert game.report is not None
    return game.report


# --- M-2 Confirming ---------------------------------------------------------------------------------------------------


def amend_report(game: Game, seat: int, command: AmendReport, chance: Chance) -> Iterator[Happening]:
    """M-2: before it is accepted a report can be changed; confirmations lapse, and counters are still to be voted on."""
    check_change(game, command.report, "M-2")
    yield TableReportAmended(seat, command.report)


def check_change(game: Game, report: Report, clause: str) -> None:
    """M-2, M-3: another report of the same flick, which says something that nobody has said yet, in whatever order."""
    check_other_report(game, report, clause)
    said = (open_report(game).report, *open_report(game).counters.values())
    if any(_content(report) == _content(other) for other in said):
        raise Refusal("NOTHING_CHANGED", clause)


def _content(report: Report) -> tuple[object, ...]:
    """What a report says: only the order in which discs left the map is part of it."""
    return report.prophet, report.second, frozenset(report.moved), report.off, frozenset(report.taken)


def confirm_report(game: Game, seat: int, command: ConfirmReport, chance: Chance) -> Iterator[Happening]:
    """M-2: as soon as all others have confirmed, or by option one of them, what is reported is what happened."""
    yield TableReportConfirmed(seat)
    report = open_report(game)
    needed = 1 if game.options.table_confirm == "one" else game.seats - 1
    if len(report.confirmed) >= needed:
        yield from accept(game, report.report, "confirmed")
    else:
        yield Under("M-3", DecisionRequested(seat, "contest"))


def accept(game: Game, report: Report, by: str) -> Iterator[Happening]:
    """M-2; M-6: by option a Temple that a hit has left on no Island returns to its owner."""
    seat = open_report(game).seat
    if open_report(game).asked == "report_second_try":
        yield Under("deity-tyr", PowerUsed(seat, "tyr"))
    after = game.copy()
    for spot in report.moved:
        at = after.discs[spot.disc]
        at.zone, at.on, at.x, at.y = "map", spot.on, spot.x or 0, spot.y or 0
        at.spot = spot if spot.x is None else None
    bumped = [spot.disc for spot in report.moved if game.discs[spot.disc].kind == "temple"]
    bumped += [disc for disc in report.off if game.discs[disc].kind == "temple"]
    returned = tuple(disc for disc in bumped if disc in report.off or not presence(after, disc).islands)
    gone = (*report.gone, *returned)
    yield TableFlickAccepted(seat, report, by, returned, settled_without(after, gone))  # type: ignore[arg-type]


# --- M-3 Contesting ---------------------------------------------------------------------------------------------------


def contest_report(game: Game, seat: int, command: ContestReport, chance: Chance) -> Iterator[Happening]:
    """M-3: who contests gives a full report too."""
    check_change(game, command.counter, "M-3")
    yield TableReportContested(seat, command.counter)


def agree_to_counter(game: Game, seat: int, command: AgreeToCounter, chance: Chance) -> Iterator[Happening]:
    """M-3: the reporter may take over what another says."""
    counters = open_report(game).counters
    if command.counter not in counters:
        raise Refusal("NO_SUCH_COUNTER", "M-3", seat=command.counter)
    yield from accept(game, counters[command.counter], "agreement")


# --- M-4 Voting -------------------------------------------------------------------------------------------------------


def choices(game: Game) -> list[int]:
    """M-4: what can be voted for: the report, by its seat, and each counter by its own."""
    report = open_report(game)
    return [report.seat, *sorted(report.counters)]


def vote_on_report(game: Game, seat: int, command: VoteOnReport, chance: Chance) -> Iterator[Happening]:
    """M-4: a sealed vote of all; most votes win, and a tie voids the flick: the same Prophet is flicked again."""
    if command.choice not in choices(game):
        raise Refusal("NO_SUCH_COUNTER", "M-4", seat=command.choice)
    yield TableReportVoteSealed(seat, command.choice)
    report = open_report(game)
    if len(report.votes) == 1:
        yield Under("M-3", DecisionRequested(report.seat, "agree"))
    if len(report.votes) < game.seats:
        return
    yield TableReportVotesRevealed(tuple(report.votes[voter] for voter in range(game.seats)))
    (first, most), *others = Counter(report.votes.values()).most_common()
    if others and others[0][1] == most:
        yield TableFlickVoided(report.seat)
    else:
        yield from accept(game, report.counters.get(first, report.report), "vote")
