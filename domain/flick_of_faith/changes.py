"""How each event changes the state. Nothing here asks a rule, and nothing simulates: an event is a fact."""

from collections.abc import Callable
from typing import Any

from domain.flick_of_faith import reported
from domain.flick_of_faith.cards import LAWS
from domain.flick_of_faith.events import (
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
    NavelScored,
    PieceGained,
    PiecesTakenByLaw,
    PieceSwapped,
    PointsAwarded,
    PowerUsed,
    ProphetsReturned,
    ReflickDeclined,
    StepEnded,
    TableLaid,
    TemplesBuilt,
    TemplesPassed,
    TieBroken,
    TurnStarted,
    WorshipScored,
)
from domain.flick_of_faith.moving import done, leave_map, lie, lie_as_told, rest
from domain.flick_of_faith.parts import Moved
from domain.flick_of_faith.state import KING_APE, Game
from domain.flick_of_faith.steps import prompt_for
from domain.table.lifecycle import GameFinished
from domain.table.messages import ScoringEvent

# --- Prompts ----------------------------------------------------------------------------------------------------------


def _requested(game: Game, event: DecisionRequested) -> None:
    game.prompts += (prompt_for(event.kind, event.seat),)
    game.awaiting = event.disc or game.awaiting


def _step_ended(game: Game, event: StepEnded) -> None:
    done(game, event.kind, seat=event.seat)
    if event.kind in ("second_try", "report_second_try"):
        game.stage = "temples"


# --- Set-up -----------------------------------------------------------------------------------------------------------


def _nothing(game: Game, event: object) -> None:
    """The event tells what others do, or what was decided; nothing follows from it."""


def _laid(game: Game, event: TableLaid) -> None:
    game.flicking = tuple(range(game.seats))
    game.laid = event.map, event.physics


def _deity(game: Game, event: DeityChosen) -> None:
    game.deities[event.seat] = event.deity
    done(game, "deity", seat=event.seat)


def _swapped(game: Game, event: PieceSwapped) -> None:
    game.discs[event.out].zone = "box"
    game.discs[event.into].zone, game.discs[event.into].owner = "ready", event.seat


def _gained(game: Game, event: PieceGained) -> None:
    game.discs[event.disc].zone = "ready"


def _first_sealed(game: Game, event: FirstFlickSealed) -> None:
    assert event.shot is not None
    game.shots[event.seat] = (event.shot, event.scatter)
    done(game, "first_flick", seat=event.seat)


def _first_revealed(game: Game, event: FirstFlicksRevealed) -> None:
    game.shots.clear()
    game.flick_offs += 1
    reached = [square for square in event.squares if square is not None]
    closest = min(reached, default=None)
    game.flicking = tuple(seat for seat, square in zip(event.seats, event.squares, strict=True) if square == closest)


def _first_player(game: Game, event: FirstPlayerDetermined) -> None:
    game.first, game.stage = event.seat, "generation"
    done(game, "first_player")


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
    done(game, "vote", seat=event.seat)


def _votes_revealed(game: Game, event: LawVotesRevealed) -> None:
    game.stage = "law"


def _enacted(game: Game, event: LawEnacted) -> None:
    game.laws.append(event.law)
    game.votes.clear()
    game.council = None
    game.stage = "mission"
    done(game, "law_tie")


def _disc_placed(game: Game, event: DiscPlaced) -> None:
    lie(game, (Moved(event.disc, event.x, event.y),))


def _hazard(game: Game, event: HazardPlaced) -> None:
    game.hazard = event.city


def _turn(game: Game, event: TurnStarted) -> None:
    game.active, game.phase, game.stage = event.seat, "mission", "flick"
    game.flicked.clear()
    game.pending.clear()
    game.awaiting, game.bound, game.knocked_off = "", (), ()


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
    lie(game, (at for at in event.moved if at.disc not in event.off))
    leave_map(game, event.off, "reserve")
    rest(game, [launched.shot.prophet for launched in event.launches], event.off)
    done(game, "flick", "reflick", "second_try")


def _kept(game: Game, event: ReflickDeclined) -> None:
    game.pending.remove(event.prophet)
    game.stage, game.awaiting = "reflick", ""
    done(game, "reflick", "report_reflick")


def _power(game: Game, event: PowerUsed) -> None:
    game.used.add(event.deity)
    if event.disc is not None:
        game.discs[event.disc].zone = "ready"
        game.sent_off = tuple(disc for disc in game.sent_off if disc != event.disc)


def _forfeited(game: Game, event: FlickForfeited) -> None:
    leave_map(game, (event.prophet,), "reserve")
    game.sent_off = tuple(disc for disc in game.sent_off if disc != event.prophet)
    game.stage, game.awaiting = "next", ""
    done(game, "flick", "report", "correct")


def _taken(game: Game, event: PiecesTakenByLaw) -> None:
    leave_map(game, event.discs, event.to)
    lie(game, event.settled)
    if event.to == "box":
        game.drowned |= {*event.discs}


# --- Temples, the Navel, Worship --------------------------------------------------------------------------------------


def _built(game: Game, event: TemplesBuilt) -> None:
    for built in event.builds:
        leave_map(game, (built.prophet,), "reserve")
        if built.source == "map":
            leave_map(game, (built.temple,), "unused")
        lie_as_told(game, (built.spot,))
    lie(game, event.settled)
    _temples_done(game)


def _passed(game: Game, event: TemplesPassed) -> None:
    _temples_done(game)


def _temples_done(game: Game) -> None:
    game.stage = "navel"
    done(game, "temples", "correct")


def _scored(game: Game, event: ScoringEvent) -> None:
    points = event.points
    for seat in event.seats:
        game.scores[seat] += points


def _navel(game: Game, event: NavelScored) -> None:
    _scored(game, event)
    leave_map(game, event.discs, "reserve")
    lie(game, event.settled)


def _mission_ended(game: Game, event: MissionEnded) -> None:
    game.phase, game.stage = "worship", "worship"


def _heart(game: Game, event: HeartDropped) -> None:
    game.heart, game.stage = frozenset(event.discs), "scoring"
    done(game, "heart", "report_heart")


def _worship(game: Game, event: WorshipScored) -> None:
    _scored(game, event)
    for seat in event.seats:
        game.dominated[seat] = event.dominated


def _returned(game: Game, event: ProphetsReturned) -> None:
    leave_map(game, event.discs, "ready")
    lie(game, event.settled)
    game.sent_off = ()


def _generation_ended(game: Game, event: GenerationEnded) -> None:
    game.laws = [law for law in game.laws if law not in event.laws_discarded]
    game.first, game.hazard, game.heart = event.first, None, frozenset()
    game.stage = "generation"
    if not any(LAWS[law].kind == "neutral_disc" for law in game.laws):
        leave_map(game, (KING_APE,), "box")


def _finished(game: Game, event: GameFinished) -> None:
    game.phase, game.stage, game.prompts, game.ranking = "over", "over", (), event.ranking


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
    TieBroken: _nothing,
    GameFinished: _finished,
    **reported.EVOLVE,
}
