"""How each event changes the state. Nothing here asks a rule, and nothing simulates: an event is a fact."""

from collections.abc import Callable, Iterable
from typing import Any

from domain.flick_of_faith.cards import LAWS
from domain.flick_of_faith.commands import Spot
from domain.flick_of_faith.events import (
    CorrectionAgreed,
    CorrectionProposed,
    CorrectionRejected,
    DecisionRequested,
    DeityChosen,
    DiscPlaced,
    FirstFlickSealed,
    FirstFlicksRevealed,
    FirstPlayerDetermined,
    FlickForfeited,
    FlickResolved,
    GenerationEnded,
    GenerationStarted,
    HazardPlaced,
    HeartDropped,
    LawEnacted,
    LawsDrawn,
    LawsShuffled,
    LawVoteSealed,
    LawVotesRevealed,
    MissionEnded,
    Moved,
    NavelScored,
    PieceGained,
    PiecesTakenByLaw,
    PieceSwapped,
    PointsAwarded,
    PositionCorrected,
    PowerUsed,
    ProphetsReturned,
    ReflickDeclined,
    StepEnded,
    TableFlickAccepted,
    TableFlickReported,
    TableFlickVoided,
    TableLaid,
    TableReportAmended,
    TableReportConfirmed,
    TableReportContested,
    TableReportVoteSealed,
    TableReportVotesRevealed,
    TemplesBuilt,
    TemplesPassed,
    TurnStarted,
    WorshipScored,
)
from domain.flick_of_faith.state import KING_APE, Correction, Game, OpenReport
from domain.flick_of_faith.steps import prompt_for
from domain.table.lifecycle import GameFinished
from domain.table.messages import ScoringEvent

# --- Prompts ----------------------------------------------------------------------------------------------------------


def _requested(game: Game, event: DecisionRequested) -> None:
    game.prompts += (prompt_for(event.kind, event.seat),)
    game.awaiting = event.disc or game.awaiting


def _done(game: Game, *kinds: str, seat: int | None = None) -> None:
    game.prompts = tuple(
        prompt for prompt in game.prompts if prompt.kind not in kinds or seat not in (None, prompt.seat)
    )


def _step_ended(game: Game, event: StepEnded) -> None:
    _done(game, event.kind, seat=event.seat)
    if event.kind in ("second_try", "report_second_try"):
        game.stage = "temples"


# --- Discs ------------------------------------------------------------------------------------------------------------


def _leave_map(game: Game, discs: Iterable[str], zone: str) -> None:
    gone = set(discs)
    if not gone:
        return
    for disc in gone:
        at = game.discs[disc]
        at.zone, at.on, at.spot = zone, None, None
    for at in game.discs.values():
        if at.on in gone:
            at.on = None


def _lie(game: Game, moved: Iterable[Moved]) -> None:
    for at in moved:
        disc = game.discs[at.disc]
        disc.zone, disc.x, disc.y, disc.on, disc.spot = "map", at.x, at.y, at.on, None


def _lie_as_told(game: Game, spots: Iterable[Spot]) -> None:
    for spot in spots:
        disc = game.discs[spot.disc]
        disc.zone, disc.on = "map", spot.on
        if spot.x is not None and spot.y is not None:
            disc.x, disc.y, disc.spot = spot.x, spot.y, None
        else:
            disc.spot = spot


# --- Set-up -----------------------------------------------------------------------------------------------------------


def _nothing(game: Game, event: object) -> None:
    """The event tells what others do, or what was decided; nothing follows from it."""


def _laid(game: Game, event: TableLaid) -> None:
    game.flicking = tuple(range(game.seats))
    game.laid = event.map, event.physics


def _deity(game: Game, event: DeityChosen) -> None:
    game.deities[event.seat] = event.deity
    _done(game, "deity", seat=event.seat)


def _swapped(game: Game, event: PieceSwapped) -> None:
    game.discs[event.out].zone = "box"
    game.discs[event.into].zone, game.discs[event.into].owner = "ready", event.seat


def _gained(game: Game, event: PieceGained) -> None:
    game.discs[event.disc].zone = "ready"


def _first_sealed(game: Game, event: FirstFlickSealed) -> None:
    assert event.shot is not None
    game.shots[event.seat] = (event.shot, event.scatter)
    _done(game, "first_flick", seat=event.seat)


def _first_revealed(game: Game, event: FirstFlicksRevealed) -> None:
    game.shots.clear()
    game.flick_offs += 1
    reached = [square for square in event.squares if square is not None]
    closest = min(reached, default=None)
    game.flicking = tuple(seat for seat, square in zip(event.seats, event.squares, strict=True) if square == closest)


def _first_player(game: Game, event: FirstPlayerDetermined) -> None:
    game.first, game.stage = event.seat, "generation"
    _done(game, "first_player")


# --- A Generation -----------------------------------------------------------------------------------------------------


def _generation(game: Game, event: GenerationStarted) -> None:
    game.generation, game.first, game.active = event.number, event.first, event.first
    game.phase, game.stage = "council", "council"
    game.used.clear()
    game.flicked.clear()
    game.heart = frozenset()


def _laws_drawn(game: Game, event: LawsDrawn) -> None:
    game.deck.remove(event.upper)
    if event.lower is not None:
        game.deck.remove(event.lower)
    game.council = event.upper, event.lower


def _vote_sealed(game: Game, event: LawVoteSealed) -> None:
    assert event.thumb is not None
    game.votes[event.seat] = event.thumb
    _done(game, "vote", seat=event.seat)


def _votes_revealed(game: Game, event: LawVotesRevealed) -> None:
    game.stage = "law"


def _enacted(game: Game, event: LawEnacted) -> None:
    game.laws.append(event.law)
    game.votes.clear()
    game.council = None
    game.stage = "mission"
    _done(game, "law_tie")


def _disc_placed(game: Game, event: DiscPlaced) -> None:
    _lie(game, (Moved(event.disc, event.x, event.y),))


def _hazard(game: Game, event: HazardPlaced) -> None:
    game.hazard = event.city


def _turn(game: Game, event: TurnStarted) -> None:
    game.active, game.phase, game.stage = event.seat, "mission", "flick"
    game.flicked.clear()
    game.pending.clear()
    game.awaiting, game.knocked_off = "", ()


# --- Flicks -----------------------------------------------------------------------------------------------------------


def _flicked(game: Game, event: FlickResolved) -> None:
    starts = {launched.shot.prophet: (launched.shot.x, launched.shot.y) for launched in event.launches}
    game.trails = tuple(
        (
            at.disc,
            (starts.get(at.disc, (game.discs[at.disc].x, game.discs[at.disc].y)), (at.x, at.y)),
            at.disc in event.off,
        )
        for at in event.moved
    )
    _rest(game, [launched.shot.prophet for launched in event.launches], event.off)
    _lie(game, (at for at in event.moved if at.disc not in event.off))
    _leave_map(game, event.off, "reserve")
    _done(game, "flick", "reflick", "second_try")


def _rest(game: Game, flicked: list[str], off: tuple[str, ...]) -> None:
    game.knocked_off, game.stage, game.awaiting = off, "settled", ""
    for disc in flicked:
        if disc not in game.flicked:
            game.flicked.append(disc)
        if disc not in game.pending:
            game.pending.append(disc)


def _kept(game: Game, event: ReflickDeclined) -> None:
    game.pending.remove(event.prophet)
    game.stage, game.awaiting = "reflick", ""
    _done(game, "reflick", "report_reflick")


def _power(game: Game, event: PowerUsed) -> None:
    game.used.add(event.deity)
    if event.disc is not None:
        game.discs[event.disc].zone = "ready"


def _forfeited(game: Game, event: FlickForfeited) -> None:
    _leave_map(game, (event.prophet,), "reserve")
    game.stage, game.awaiting = "next", ""
    _done(game, "flick", "report", "correct")


def _taken(game: Game, event: PiecesTakenByLaw) -> None:
    _leave_map(game, event.discs, event.to)
    _lie(game, event.settled)


# --- Temples, the Navel, Worship --------------------------------------------------------------------------------------


def _built(game: Game, event: TemplesBuilt) -> None:
    for built in event.builds:
        _leave_map(game, (built.prophet,), "reserve")
        if built.source == "map":
            _leave_map(game, (built.temple,), "unused")
        _lie_as_told(game, (built.spot,))
    _lie(game, event.settled)
    _temples_done(game)


def _passed(game: Game, event: TemplesPassed) -> None:
    _temples_done(game)


def _temples_done(game: Game) -> None:
    game.stage = "navel"
    _done(game, "temples")


def _scored(game: Game, event: ScoringEvent) -> None:
    points = event.points
    for seat in event.seats:
        game.scores[seat] += points


def _navel(game: Game, event: NavelScored) -> None:
    _scored(game, event)
    _leave_map(game, event.discs, "reserve")
    _lie(game, event.settled)


def _mission_ended(game: Game, event: MissionEnded) -> None:
    game.phase, game.stage = "worship", "worship"


def _heart(game: Game, event: HeartDropped) -> None:
    game.heart, game.stage = frozenset(event.discs), "scoring"
    _done(game, "heart", "report_heart")


def _worship(game: Game, event: WorshipScored) -> None:
    _scored(game, event)
    for seat in event.seats:
        game.dominated[seat] = event.dominated


def _returned(game: Game, event: ProphetsReturned) -> None:
    _leave_map(game, event.discs, "ready")
    _lie(game, event.settled)


def _generation_ended(game: Game, event: GenerationEnded) -> None:
    game.laws = [law for law in game.laws if law not in event.laws_discarded]
    game.first, game.hazard, game.heart = event.first, None, frozenset()
    game.stage = "generation"
    if not any(LAWS[law].kind == "neutral_disc" for law in game.laws):
        _leave_map(game, (KING_APE,), "box")


def _finished(game: Game, event: GameFinished) -> None:
    game.phase, game.stage, game.prompts, game.ranking = "over", "over", (), event.ranking


# --- On a real board --------------------------------------------------------------------------------------------------


def _reported(game: Game, event: TableFlickReported) -> None:
    asked = next(prompt.kind for prompt in game.prompts if "ReportFlick" in prompt.commands)
    game.report, game.stage = OpenReport(event.seat, event.report, asked), "reported"
    _done(game, "report", "report_reflick", "report_second_try", "correct")


def _report(game: Game) -> OpenReport:
    assert game.report is not None
    return game.report


def _amended(game: Game, event: TableReportAmended) -> None:
    game.report = OpenReport(event.seat, event.report, _report(game).asked)
    game.prompts = ()


def _confirmed(game: Game, event: TableReportConfirmed) -> None:
    _report(game).confirmed |= {event.seat}
    _done(game, "confirm", seat=event.seat)


def _contested(game: Game, event: TableReportContested) -> None:
    _report(game).counters[event.seat] = event.counter
    _report(game).voting = True
    game.prompts = ()


def _choice_sealed(game: Game, event: TableReportVoteSealed) -> None:
    assert event.choice is not None
    _report(game).votes[event.seat] = event.choice
    # With the first vote the ballot is closed to further counters and amendments.
    _done(game, "contest", "counters")
    _done(game, "report_vote", seat=event.seat)


def _accepted(game: Game, event: TableFlickAccepted) -> None:
    _rest(game, list(event.report.flicked), event.report.off)
    _lie_as_told(game, event.report.moved)
    _leave_map(game, event.report.off, "reserve")
    _leave_map(game, event.returned, "unused")
    _lie(game, event.settled)
    game.report, game.prompts = None, ()


def _voided(game: Game, event: TableFlickVoided) -> None:
    # What was offered before the report is offered again: a first flick, another one from the corner, or from the Sea.
    first = _report(game).asked == "report"
    game.awaiting = _report(game).report.prophet if first else ""
    game.report, game.prompts, game.stage = None, (), "flick" if first else "reflick"


def _proposed(game: Game, event: CorrectionProposed) -> None:
    game.correction = Correction(event.seat, event.spots, frozenset({event.seat}), game.prompts)
    game.prompts = tuple(prompt_for("answer", seat) for seat in range(game.seats) if seat != event.seat)


def _correction(game: Game) -> Correction:
    assert game.correction is not None
    return game.correction


def _agreed(game: Game, event: CorrectionAgreed) -> None:
    _correction(game).agreed |= {event.seat}
    _done(game, "answer", seat=event.seat)


def _rejected(game: Game, event: CorrectionRejected) -> None:
    game.prompts, game.correction = _correction(game).before, None


def _corrected(game: Game, event: PositionCorrected) -> None:
    _lie_as_told(game, event.spots)
    game.prompts, game.correction = _correction(game).before, None


EVOLVE: dict[type, Callable[[Game, Any], None]] = {
    TableLaid: _laid,
    LawsShuffled: _nothing,
    DeityChosen: _deity,
    PieceSwapped: _swapped,
    PieceGained: _gained,
    FirstFlickSealed: _first_sealed,
    FirstFlicksRevealed: _first_revealed,
    FirstPlayerDetermined: _first_player,
    GenerationStarted: _generation,
    LawsDrawn: _laws_drawn,
    LawVoteSealed: _vote_sealed,
    LawVotesRevealed: _votes_revealed,
    LawEnacted: _enacted,
    DiscPlaced: _disc_placed,
    HazardPlaced: _hazard,
    TurnStarted: _turn,
    DecisionRequested: _requested,
    StepEnded: _step_ended,
    FlickResolved: _flicked,
    ReflickDeclined: _kept,
    PowerUsed: _power,
    FlickForfeited: _forfeited,
    PiecesTakenByLaw: _taken,
    TemplesBuilt: _built,
    TemplesPassed: _passed,
    NavelScored: _navel,
    PointsAwarded: _scored,
    MissionEnded: _mission_ended,
    HeartDropped: _heart,
    WorshipScored: _worship,
    ProphetsReturned: _returned,
    GenerationEnded: _generation_ended,
    TableFlickReported: _reported,
    TableReportAmended: _amended,
    TableReportConfirmed: _confirmed,
    TableReportContested: _contested,
    TableReportVoteSealed: _choice_sealed,
    TableReportVotesRevealed: _nothing,
    TableFlickAccepted: _accepted,
    TableFlickVoided: _voided,
    CorrectionProposed: _proposed,
    CorrectionAgreed: _agreed,
    CorrectionRejected: _rejected,
    PositionCorrected: _corrected,
    GameFinished: _finished,
}
