"""A real board: flicks are reported, then confirmed or contested (M-1 to M-6)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.flick_of_faith.commands import (
    AgreeToCounter,
    AmendReport,
    AnswerCorrection,
    ConfirmReport,
    ContestReport,
    ProposeCorrection,
    Report,
    ReportFlick,
    Spot,
    VoteOnReport,
)
from domain.flick_of_faith.events import (
    CorrectionAgreed,
    CorrectionProposed,
    CorrectionRejected,
    DecisionRequested,
    PositionCorrected,
    PowerUsed,
    TableFlickAccepted,
    TableFlickReported,
    TableFlickVoided,
    TableReportAmended,
    TableReportConfirmed,
    TableReportContested,
    TableReportVoteSealed,
    TableReportVotesRevealed,
)
from domain.flick_of_faith.geometry import is_out_of_corner, presence_at
from domain.flick_of_faith.mission import flickable, sunk
from domain.flick_of_faith.state import Game, OpenReport
from domain.flick_of_faith.where import corner_of, presence, settled_without
from domain.table.chance import Chance
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under

# --- M-1 Reports ------------------------------------------------------------------------------------------------------


def check_report(game: Game, seat: int, report: Report, allowed: Sequence[str]) -> None:
    """M-1: the flicked Prophet is in it, every disc once, and nothing that it says contradicts itself."""
    if report.prophet not in game.discs or game.discs[report.prophet].owner != seat:
        raise Refusal("NOT_YOURS", "M-1", piece=report.prophet)
    if report.prophet not in allowed:
        raise Refusal("NOT_READY", "M-1", prophet=report.prophet)
    named = [*(spot.disc for spot in report.moved), *report.off]
    if report.prophet not in named:
        raise Refusal("REPORT_INCOMPLETE", "M-1")
    twice = [disc for disc, times in Counter(named).items() if times > 1]
    gone = [disc for disc in named if disc != report.prophet and not (disc in game.discs and game.discs[disc].on_map)]
    if twice or gone:
        raise Refusal("REPORT_INCONSISTENT", "M-1", piece=(twice or gone)[0])
    temples = tuple(disc for disc in named if game.discs[disc].kind == "temple")
    if temples and game.options.temple_bump == "restore":
        raise Refusal("TEMPLE_MOVED", "M-6", temples=temples)
    for spot in report.moved:
        check_spot(game, spot, report.off)


def check_spot(game: Game, spot: Spot, off: Sequence[str] = ()) -> None:
    """M-1: coordinates on the map, or what the disc touches: a City implies its Island, and both agree if both are given."""
    islands, cities = {i.id for i in game.map.islands}, {c.id: c.island for c in game.map.cities}
    known = set(spot.islands) <= islands and len(set(spot.islands)) == len(spot.islands)
    city = spot.city is None or (spot.city in cities and cities[spot.city] in spot.islands)
    on = spot.on is None or (spot.on in game.discs and spot.on not in (spot.disc, *off))
    if not (known and city and on) or (spot.x is None) != (spot.y is None) or not _agrees(game, spot):
        raise Refusal("REPORT_INCONSISTENT", "M-1", piece=spot.disc)


def _agrees(game: Game, spot: Spot) -> bool:
    if spot.x is None or spot.y is None:
        return True
    if not game.map.mat.holds(spot.x, spot.y):
        return False
    radius, owner = game.radius(spot.disc), game.discs[spot.disc].owner
    there = presence_at(game.map, spot.x, spot.y, radius)
    in_corner = owner >= 0 and not is_out_of_corner(spot.x, spot.y, radius, corner_of(game, owner))
    said = (spot.islands, spot.city, spot.navel, spot.own_corner)
    found = (there.islands, there.cities[0] if there.cities else None, there.navel, in_corner)
    return said in (((), None, False, False), found) or spot.on is not None


def report_flick(game: Game, seat: int, command: ReportFlick, chance: Chance) -> Iterator[Happening]:
    """M-1: who flicked reports; M-7: a photo is a reference and nothing more."""
    trying = any(prompt.kind == "report_second_try" for prompt in game.prompts)
    check_report(game, seat, command.report, sunk(game, seat) if trying else flickable(game, seat))
    if trying:
        yield Under("deity-tyr", PowerUsed(seat, "tyr"))
    yield TableFlickReported(seat, command.report, command.photo, command.note)


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


def _allowed(game: Game) -> list[str]:
    return [open_report(game).report.prophet]


# --- M-2 Confirming ---------------------------------------------------------------------------------------------------


def amend_report(game: Game, seat: int, command: AmendReport, chance: Chance) -> Iterator[Happening]:
    """M-2: before it is accepted a report can be changed; what others have said of it lapses."""
    check_report(game, seat, command.report, _allowed(game))
    yield TableReportAmended(seat, command.report)


def confirm_report(game: Game, seat: int, command: ConfirmReport, chance: Chance) -> Iterator[Happening]:
    """M-2: as soon as all others have confirmed, or by option one of them, what is reported is what happened."""
    yield TableReportConfirmed(seat)
    report = open_report(game)
    needed = 1 if game.options.table_confirm == "one" else game.seats - 1
    if len(report.confirmed) >= needed:
        yield from accept(game, report.report, "confirmed")


def accept(game: Game, report: Report, by: str) -> Iterator[Happening]:
    """M-2; M-6: by option a Temple that a hit has left on no Island returns to its owner."""
    seat = open_report(game).seat
    after = game.copy()
    for spot in report.moved:
        at = after.discs[spot.disc]
        at.zone, at.on, at.x, at.y = "map", spot.on, spot.x or 0, spot.y or 0
        at.spot = spot if spot.x is None else None
    bumped = [spot.disc for spot in report.moved if game.discs[spot.disc].kind == "temple"]
    bumped += [disc for disc in report.off if game.discs[disc].kind == "temple"]
    returned = tuple(disc for disc in bumped if disc in report.off or not presence(after, disc).islands)
    gone = (*report.off, *returned)
    yield TableFlickAccepted(seat, report, by, returned, settled_without(after, gone))  # type: ignore[arg-type]


# --- M-3 Contesting ---------------------------------------------------------------------------------------------------


def contest_report(game: Game, seat: int, command: ContestReport, chance: Chance) -> Iterator[Happening]:
    """M-3: who contests gives a full report too."""
    check_report(game, open_report(game).seat, command.counter, _allowed(game))
    yield TableReportContested(seat, command.counter, command.reason)


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
    if len(report.votes) < game.seats:
        return
    yield TableReportVotesRevealed(tuple(report.votes[voter] for voter in range(game.seats)))
    (first, most), *others = Counter(report.votes.values()).most_common()
    if others and others[0][1] == most:
        yield TableFlickVoided(report.seat)
    else:
        yield from accept(game, report.counters.get(first, report.report), "vote")


# --- M-5 Correcting ---------------------------------------------------------------------------------------------------


def propose_correction(game: Game, seat: int, command: ProposeCorrection, chance: Chance) -> Iterator[Happening]:
    """M-5: a mistake in where discs lie; it never changes points."""
    for spot in command.spots:
        if spot.disc not in game.discs or not game.discs[spot.disc].on_map:
            raise Refusal("REPORT_INCONSISTENT", "M-5", piece=spot.disc)
        check_spot(game, spot)
    if len({spot.disc for spot in command.spots}) < len(command.spots):
        raise Refusal("REPORT_INCONSISTENT", "M-5", piece=command.spots[0].disc)
    yield CorrectionProposed(seat, command.spots)


def answer_correction(game: Game, seat: int, command: AnswerCorrection, chance: Chance) -> Iterator[Happening]:
    """M-5: it holds when all agree."""
    if not command.agree:
        yield CorrectionRejected(seat)
        return
    yield CorrectionAgreed(seat)
    correction = game.correction
    assert correction is not None
    if len(correction.agreed) == game.seats:
        yield PositionCorrected(correction.spots)
